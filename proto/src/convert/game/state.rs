//! Converts a game to the state in every envelope of GAME.

use draughts::{Breach, Timestamp};
use game_clock::StartMode;
use live_game::{Game, Line, PlayedPly};

use crate::v1;

impl From<Line> for v1::Line {
    fn from(line: Line) -> Self {
        let mut wire = Self {
            number: line.number,
            plies: line.plies,
            at_ms: line.at.millis(),
            since_ms: line.since.millis(),
            ..Self::default()
        };
        wire.set_turn(line.turn.into());
        wire
    }
}

impl From<&Game> for v1::GameState {
    fn from(game: &Game) -> Self {
        let mut state = Self {
            start_fen: game.start().fen(),
            set_start_fen: set_start(game),
            fen: game.position().fen(),
            plies: (0..).zip(game.plies()).map(|(index, ply)| played(game, index, ply)).collect(),
            outcome: game.outcome().map(Into::into),
            started_at_ms: game.started_at().map_or(0, Timestamp::millis),
            line: game.line().map(Into::into),
            by_hand: game.by_hand().map(Into::into),
            corrections: game.corrections().map(Into::into).collect(),
            confirmations: confirmations(game),
            draw_bonus: game.draw_bonus(),
            on_paper_from: game.on_paper_from().unwrap_or_default(),
            noted_at_ms: game.noted().map_or(0, |noted| noted.at.millis()),
            clock_rulings: u32::try_from(game.clock_rulings().len()).unwrap_or(u32::MAX),
            ..Self::default()
        };
        let start = game.terms().map(|terms| terms.start);
        if let Some(start) = start.filter(|start| *start != StartMode::Hour) {
            state.set_start_mode(start.into());
        }
        if let Some(rules) = game.rules() {
            state.set_rules(rules.into());
        }
        state
    }
}

/// Returns what the sides say of the result, White first.
#[must_use]
pub fn confirmations(game: &Game) -> Vec<v1::ResultConfirmation> {
    let confirmed = game.confirmations().map(|(color, confirmation)| v1::ResultConfirmation {
        color: v1::Color::from(color).into(),
        disagrees: !confirmation.agrees,
        at_ms: confirmation.at.millis(),
    });
    confirmed.collect()
}

/// Returns the FEN before the first move, if it is not the start position; otherwise an empty text.
fn set_start(game: &Game) -> String {
    let set = game.position_after(0).filter(|position| *position != game.start());
    set.map(|position| position.fen()).unwrap_or_default()
}

fn played(game: &Game, index: usize, ply: &PlayedPly) -> v1::PlayedPly {
    let after = game.position_after(index + 1);
    let by_the_move = game.position_after(index).map(|before| before.play_unchecked(&ply.mv));
    let fen = if ply.breach.is_some() || after != by_the_move {
        after.map(|position| position.fen()).unwrap_or_default()
    } else {
        String::new()
    };
    v1::PlayedPly {
        r#move: Some((&ply.mv).into()),
        at_ms: ply.at.millis(),
        breach: ply.breach.map(Breach::as_str).unwrap_or_default().to_owned(),
        fen,
    }
}

#[cfg(test)]
mod tests {
    use live_game::{DeviceId, GameCommand, InputId};

    use super::*;
    use crate::convert::game::test_games::game_after;

    const fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    /// Returns a move of a tablet at this moment.
    fn play(ply: u32, mv: &str, millis: i64) -> GameCommand {
        let (input, mv) = (input("tablet", u64::from(ply) + 100), mv.parse().unwrap());
        GameCommand::Play { input, ply, mv, at: at(millis) }
    }

    #[test]
    fn an_irregular_move_is_told_while_it_waits_and_when_it_stands() {
        let mut commands = vec![play(1, "32-28", 10), play(2, "19-23", 20), play(3, "37-32", 30)];
        let state = v1::GameState::from(&game_after(&commands));
        assert_eq!((state.noted_at_ms, state.plies.len()), (30, 2));
        commands.push(GameCommand::LetStand { input: input("desk", 4), taken: None, at: at(50) });
        let state = v1::GameState::from(&game_after(&commands));
        assert_eq!((state.noted_at_ms, state.plies.len()), (0, 3));
        let ply = state.plies.last().unwrap();
        assert_eq!((ply.at_ms, ply.breach.as_str()), (30, "capture-obligatory"));
        assert!(!ply.fen.is_empty());
    }

    #[test]
    fn a_line_is_told_whole_in_every_state() {
        let retract = GameCommand::Retract { input: input("desk", 1), from_ply: 1, at: at(50) };
        let game = game_after(&[play(1, "32-28", 10), retract]);
        let mut line = v1::Line { number: 1, plies: 0, turn: 0, at_ms: 50, since_ms: 50 };
        line.set_turn(v1::Color::White);
        assert_eq!(v1::GameState::from(&game).line, Some(line));
    }
}
