//! Converts the part of a game's record that its clock depends on, and the inputs that a flag waits for.

use draughts::{RuleSet, Timestamp, Variant, fen};
use game_clock::Moves;
use live_game::{PendingInput, PendingKind, RecordEnd, RecordLine, TimedRecord};

use crate::{
    convert::{ConvertError, GameRecord},
    v1::{self, input_record::Action},
};

/// Converts a record of GAME; `None` before the game has begun.
///
/// # Errors
/// [`ConvertError`] if it holds an invalid value.
pub fn timed_record(record: &GameRecord) -> Result<Option<TimedRecord>, ConvertError> {
    let state = &record.state;
    if state.start_fen.is_empty() || state.started_at_ms == 0 {
        return Ok(None);
    }
    let rules = RuleSet::try_from(state.rules())?;
    let start = fen::parse(&state.start_fen, rules.variant())
        .map_err(|source| ConvertError::invalid("start_fen", source))?;
    let mut read = TimedRecord {
        control: None,
        black_starts: false,
        started_at: Timestamp::from_millis(state.started_at_ms),
        first: start.turn(),
        plies: state.plies.iter().map(|ply| Timestamp::from_millis(ply.at_ms)).collect(),
        line: state.line.as_ref().map(|told| line(told, state, rules.variant())).transpose()?,
        is_on_paper: state.on_paper_from != 0,
        noted: (state.noted_at_ms != 0).then(|| Timestamp::from_millis(state.noted_at_ms)),
        end: if state.outcome.is_some() { RecordEnd::Before } else { RecordEnd::Open },
        ruled: state.clock_rulings,
        rulings: Vec::new(),
    };
    for event in &record.events {
        read.apply(event);
    }
    Ok(Some(read))
}

fn line(
    line: &v1::Line,
    state: &v1::GameState,
    variant: Variant,
) -> Result<RecordLine, ConvertError> {
    let plies = usize::try_from(line.plies).unwrap_or(usize::MAX);
    Ok(RecordLine {
        number: line.number,
        plies,
        moves: moves(state, plies, variant)?,
        turn: line.turn().try_into()?,
        since: Timestamp::from_millis(line.since_ms),
        at: Timestamp::from_millis(line.at_ms),
    })
}

/// Reads which side made each of the first plies: the state holds the position after a ply if it does not
/// follow from the move.
fn moves(state: &v1::GameState, plies: usize, variant: Variant) -> Result<Moves, ConvertError> {
    let turn = |fen: &str| {
        let position = fen::parse(fen, variant);
        let position = position.map_err(|source| ConvertError::invalid("fen", source));
        position.map(|position| position.turn())
    };
    let start = Some(&state.set_start_fen).filter(|fen| !fen.is_empty());
    let mut by = turn(start.unwrap_or(&state.start_fen))?;
    let sides = state.plies.iter().take(plies).map(|ply| {
        let next = if ply.fen.is_empty() { by.other() } else { turn(&ply.fen)? };
        Ok(std::mem::replace(&mut by, next))
    });
    sides.collect()
}

/// Converts the parts of a stored input on which a waiting flag depends. An input without an action is one of
/// a kind that is not known here.
#[must_use]
pub fn pending_input(input: &v1::InputRecord) -> PendingInput {
    let kind = match &input.action {
        Some(Action::Start(_)) => PendingKind::Start,
        Some(Action::Play(play)) => PendingKind::Move { ply: play.ply },
        Some(
            Action::Resign(_)
            | Action::AgreeDraw(_)
            | Action::RuleResult(_)
            | Action::Retract(_)
            | Action::LetStand(_)
            | Action::Correct(_)
            | Action::SetPosition(_)
            | Action::GoOnPaper(_)
            | Action::Complete(_)
            | Action::Resume(_)
            | Action::Clock(_),
        )
        | None => PendingKind::Other,
    };
    PendingInput { at: Timestamp::from_millis(input.at_ms), kind }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use draughts::{Color, Outcome, Reason, Score};
    use game_clock::TimeControl;
    use live_game::GameEvent;

    use super::*;

    const START: &str = "W:W31-50:B1-20";

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    /// Returns ten seconds, and one more for each move.
    fn control() -> TimeControl {
        TimeControl::new(Duration::from_secs(10), Duration::from_secs(1)).unwrap()
    }

    fn record(fen: &str, plies: &[i64], events: Vec<GameEvent>) -> GameRecord {
        let mut state = v1::GameState {
            start_fen: fen.to_owned(),
            plies: plies
                .iter()
                .map(|&at_ms| v1::PlayedPly { at_ms, ..Default::default() })
                .collect(),
            started_at_ms: 1_000,
            ..v1::GameState::default()
        };
        state.set_rules(v1::RuleSet::International);
        let is_over = events.iter().any(|event| matches!(event, GameEvent::Finished { .. }));
        state.outcome = is_over.then(v1::Outcome::default);
        GameRecord { events, state }
    }

    fn finished(millis: i64) -> GameEvent {
        let outcome = Outcome { score: Score::Draw, reason: Reason::Agreement };
        GameEvent::Finished { outcome, input: None, at: at(millis) }
    }

    /// Returns the expected record.
    fn timed(plies: &[i64], end: RecordEnd) -> TimedRecord {
        TimedRecord {
            control: None,
            black_starts: false,
            started_at: at(1_000),
            first: Color::White,
            plies: plies.iter().copied().map(at).collect(),
            line: None,
            is_on_paper: false,
            noted: None,
            end,
            ruled: 0,
            rulings: Vec::new(),
        }
    }

    #[test]
    fn a_message_of_the_game_tells_the_whole_record() {
        let set = GameEvent::ControlSet(control());
        let read = timed_record(&record(START, &[2_000, 5_000], vec![set, finished(6_500)]));
        let read = read.unwrap();
        let expected = timed(&[2_000, 5_000], RecordEnd::At(at(6_500)));
        assert_eq!(read, Some(TimedRecord { control: Some(control()), ..expected }));

        let black = timed_record(&record("B:W31-50:B1-20", &[], vec![])).unwrap().unwrap();
        assert_eq!((black.first, black.control, black.end), (Color::Black, None, RecordEnd::Open));

        // A game that goes on has no end, even if an event of the decision ended it.
        let mut changed = record(START, &[2_000], vec![finished(6_500)]);
        let mut line = v1::Line { number: 3, plies: 1, at_ms: 4_000, since_ms: 3_000, turn: 0 };
        line.set_turn(v1::Color::Black);
        (changed.state.line, changed.state.outcome) = (Some(line), None);
        (changed.state.on_paper_from, changed.state.noted_at_ms) = (2, 3_500);
        let line = RecordLine {
            number: 3,
            plies: 1,
            turn: Color::Black,
            moves: Moves { white: 1, black: 0 },
            since: at(3_000),
            at: at(4_000),
        };
        let expected = TimedRecord {
            line: Some(line),
            is_on_paper: true,
            noted: Some(at(3_500)),
            ..timed(&[2_000], RecordEnd::Open)
        };
        assert_eq!(timed_record(&changed), Ok(Some(expected)));

        let not_begun = GameRecord {
            events: vec![],
            state: v1::GameState { start_fen: START.to_owned(), ..Default::default() },
        };
        assert_eq!(timed_record(&not_begun), Ok(None));
        assert!(timed_record(&record("nonsense", &[], vec![])).is_err());
    }

    #[test]
    fn the_first_message_tells_that_black_starts() {
        let set = GameEvent::ControlSet(control());
        let told = timed_record(&record(START, &[], vec![set, GameEvent::BlackStarts]));
        let expected = timed(&[], RecordEnd::Open);
        let expected = TimedRecord { control: Some(control()), black_starts: true, ..expected };
        assert_eq!(told, Ok(Some(expected)));
    }

    #[test]
    fn a_pending_input_has_its_moment_and_its_kind() {
        let read =
            |action| pending_input(&v1::InputRecord { at_ms: 7, action, ..Default::default() });
        let pending = |kind| PendingInput { at: Timestamp::from_millis(7), kind };
        let play = v1::PlayMove { ply: 4, r#move: None };
        assert_eq!(read(Some(Action::Play(play))), pending(PendingKind::Move { ply: 4 }));
        for other in [
            Some(Action::Resign(v1::Resign::default())),
            Some(Action::Retract(v1::RetractMoves::default())),
            Some(Action::Resume(v1::ResumeGame {})),
            None,
        ] {
            assert_eq!(read(other.clone()), pending(PendingKind::Other), "{other:?}");
        }
        let start = read(Some(Action::Start(v1::StartGame::default())));
        assert_eq!(start, pending(PendingKind::Start));
    }
}
