//! Reads the state of a game that is stored in a message of GAME.

use draughts::{Position, RuleSet, Timestamp, fen};
use game_clock::StartMode;
use live_game::{Deviation, GameState, Line, RecordedPly};

use crate::{
    convert::{ConvertError, breach, required},
    v1,
};

/// The state of a game as it is stored in a message of GAME. Only a reader that needs the whole
/// state converts it, by [`StoredGame::read`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredGame(v1::GameState);

impl From<v1::GameState> for StoredGame {
    fn from(state: v1::GameState) -> Self {
        Self(state)
    }
}

impl StoredGame {
    /// Returns the rule set; `None` before the game has begun.
    #[must_use]
    pub fn rules(&self) -> Option<RuleSet> {
        RuleSet::try_from(self.0.rules()).ok()
    }

    /// Returns true once the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.outcome.is_some()
    }

    /// Returns White's bonus in a draw under the regulation of 2006, in hundredths of a point.
    #[must_use]
    pub fn draw_bonus(&self) -> Option<i32> {
        self.0.draw_bonus
    }

    /// Returns the FEN of the position after the last ply.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.0.fen
    }

    /// Converts the state; `None` before the game has begun.
    ///
    /// # Errors
    /// [`ConvertError`] if it holds an invalid value.
    pub fn read(&self) -> Result<Option<GameState>, ConvertError> {
        let state = &self.0;
        if state.rules == 0 && state.plies.is_empty() && state.outcome.is_none() {
            return Ok(None);
        }
        let rules = RuleSet::try_from(state.rules())?;
        let set_start = Some(state.set_start_fen.as_str()).filter(|fen| !fen.is_empty());
        let set_start = set_start.map(|fen| position(fen, "set_start_fen", rules)).transpose()?;
        let plies = state.plies.iter().map(|ply| recorded(ply, rules));
        let corrections = state.corrections.iter().cloned().map(TryInto::try_into);
        Ok(Some(GameState {
            rules,
            start: position(&state.start_fen, "start_fen", rules)?,
            set_start,
            started_at: Timestamp::from_millis(state.started_at_ms),
            plies: plies.collect::<Result<_, _>>()?,
            outcome: state.outcome.map(TryInto::try_into).transpose()?,
            by_hand: state.by_hand.clone().map(Into::into),
            corrections: corrections.collect::<Result<_, _>>()?,
            draw_bonus: state.draw_bonus,
            line: state.line.map(TryInto::try_into).transpose()?,
            on_paper_from: Some(state.on_paper_from).filter(|&ply| ply > 0),
            noted_at: (state.noted_at_ms != 0).then(|| Timestamp::from_millis(state.noted_at_ms)),
            clock_rulings: state.clock_rulings,
            start_mode: match state.start_mode() {
                v1::StartMode::Unspecified => StartMode::Hour,
                named @ (v1::StartMode::Hour
                | v1::StartMode::Gong
                | v1::StartMode::Table
                | v1::StartMode::None
                | v1::StartMode::Notation) => named.try_into()?,
            },
        }))
    }
}

fn recorded(ply: &v1::PlayedPly, rules: RuleSet) -> Result<RecordedPly, ConvertError> {
    let deviation = if ply.fen.is_empty() {
        None
    } else {
        let named = Some(ply.breach.as_str()).filter(|name| !name.is_empty());
        let after = position(&ply.fen, "fen", rules)?;
        Some(Box::new(Deviation { breach: named.map(breach).transpose()?, after }))
    };
    Ok(RecordedPly {
        mv: required(ply.r#move.clone(), "move")?.try_into()?,
        at: Timestamp::from_millis(ply.at_ms),
        deviation,
    })
}

fn position(text: &str, field: &'static str, rules: RuleSet) -> Result<Position, ConvertError> {
    fen::parse(text, rules.variant()).map_err(|source| ConvertError::invalid(field, source))
}

impl TryFrom<v1::Line> for Line {
    type Error = ConvertError;

    fn try_from(line: v1::Line) -> Result<Self, ConvertError> {
        Ok(Self {
            number: line.number,
            plies: line.plies,
            turn: line.turn().try_into()?,
            at: Timestamp::from_millis(line.at_ms),
            since: Timestamp::from_millis(line.since_ms),
        })
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Color, Variant};
    use live_game::{DeviceId, Game, GameCommand, InputId};

    use super::*;
    use crate::convert::game::test_games::game_after;

    const START: &str = "W:W31-50:B1-20";

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("desk").unwrap(), sequence)
    }

    fn play(ply: u32, mv: &str) -> GameCommand {
        let at = at(i64::from(ply) * 1_000);
        GameCommand::Play { input: input(ply.into()), ply, mv: mv.parse().unwrap(), at }
    }

    /// Reads the state that is stored of a game.
    fn read(game: &Game) -> GameState {
        StoredGame::from(v1::GameState::from(game)).read().unwrap().unwrap()
    }

    #[test]
    fn the_state_of_a_game_reads_back_whole() {
        let fen = "B:W31,32,38:B7,19,20";
        let position = fen::parse(fen, Variant::International).unwrap();
        let irregular = [play(1, "32-28"), play(2, "19-23"), play(3, "37-32")];
        let stands = GameCommand::LetStand { input: input(10), taken: None, at: at(4_000) };
        let set = GameCommand::SetPosition { input: input(11), position, at: at(5_000) };
        let paper = GameCommand::GoOnPaper { input: input(12), at: at(6_000) };
        let mut commands = Vec::new();
        for next in irregular.into_iter().chain([stands, set.clone(), paper]) {
            commands.push(next);
            let game = game_after(&commands);
            let state = read(&game);
            assert_eq!(Some(state.rules), game.rules());
            assert_eq!(
                (state.start, Some(state.opening())),
                (game.start(), game.position_after(0))
            );
            assert_eq!(
                (state.position(), Some(state.started_at)),
                (game.position(), game.started_at())
            );
            assert_eq!((state.outcome, state.draw_bonus), (game.outcome(), game.draw_bonus()));
            assert_eq!((state.line, state.on_paper_from), (game.line(), game.on_paper_from()));
            assert_eq!(state.noted_at, game.noted().map(|noted| noted.at));
            assert_eq!(state.clock_rulings, 0);
            let played = game.plies().iter().map(|ply| (ply.mv, ply.at, ply.breach));
            let read = state.plies.iter().map(|ply| (ply.mv, ply.at, ply.breach()));
            assert!(read.eq(played), "{:?}", state.plies);
        }
        // A position before the first ply.
        let state = read(&game_after(&[set]));
        assert_eq!((state.set_start, state.position()), (Some(position), position));
        assert_eq!(state.moves(7), game_clock::Moves::default());
    }

    #[test]
    fn a_game_that_has_not_begun_has_no_state() {
        let stored = |state: v1::GameState| StoredGame::from(state).read();
        assert_eq!(stored(v1::GameState::from(&Game::default())), Ok(None));
        let fen = v1::GameState { start_fen: START.to_owned(), ..v1::GameState::default() };
        assert_eq!(stored(fen.clone()), Ok(None));
        let mut begun = v1::GameState { started_at_ms: 1_000, ..fen };
        begun.set_rules(v1::RuleSet::International);
        let state = stored(begun.clone()).unwrap().unwrap();
        assert_eq!((state.start.turn(), state.started_at), (Color::White, at(1_000)));
        assert!(stored(v1::GameState { start_fen: "nonsense".to_owned(), ..begun }).is_err());
    }
}
