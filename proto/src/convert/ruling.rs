//! Converts the arbiter's rulings to the actions that are stored. They are written from their
//! parsed values, so a ruling that no game could accept is an error.

use draughts::{Bitboard, MoveText, Outcome, RuleSet, Timestamp, fen};
use game_clock::{Command, Reason};
use live_game::InvalidRuling;

use super::{StoredInput, clock_command, clock_order};
use crate::{
    convert::{ConvertError, required},
    v1::{
        self, ClockOrder, CompleteRecord, CorrectMove, GoOnPaper, LetStand, ResumeGame,
        RetractMoves, RuleResult, SetPosition, input_record::Action, submit_ruling_request::Ruling,
    },
};

/// Converts a ruling to the action that is stored, for the game whose first input is `start`.
///
/// # Errors
/// [`ConvertError`] names the field whose value no game could accept.
pub fn ruling_action(ruling: Ruling, start: &StoredInput) -> Result<Action, ConvertError> {
    Ok(match ruling {
        Ruling::Result(RuleResult { outcome }) => {
            let outcome = Outcome::try_from(required(outcome, "outcome")?)?;
            Action::RuleResult(RuleResult { outcome: Some(outcome.into()) })
        }
        Ruling::Retract(RetractMoves { from_ply }) => {
            Action::Retract(RetractMoves { from_ply: ply(from_ply, "from_ply")? })
        }
        Ruling::LetStand(LetStand { taken }) => {
            let taken: Option<Bitboard> = taken.map(TryInto::try_into).transpose()?;
            Action::LetStand(LetStand { taken: taken.map(Into::into) })
        }
        Ruling::Correct(CorrectMove { ply: number, r#move }) => {
            let mv = Some(text(required(r#move, "move")?)?);
            Action::Correct(CorrectMove { ply: ply(number, "ply")?, r#move: mv })
        }
        Ruling::SetPosition(SetPosition { fen }) => {
            Action::SetPosition(SetPosition { fen: position(&fen, start)? })
        }
        Ruling::GoOnPaper(GoOnPaper {}) => Action::GoOnPaper(GoOnPaper {}),
        Ruling::Complete(CompleteRecord { from_ply, moves }) => {
            InvalidRuling::check_move_count(moves.len())
                .map_err(|source| ConvertError::invalid("moves", source))?;
            let moves: Result<Vec<_>, _> = moves.into_iter().map(text).collect();
            let from_ply = ply(from_ply, "from_ply")?;
            Action::Complete(CompleteRecord { from_ply, moves: moves? })
        }
        Ruling::Resume(ResumeGame {}) => Action::Resume(ResumeGame {}),
        Ruling::Clock(order) => Action::Clock(of_clock(order, start)?),
    })
}

/// Converts a clock ruling to the one that is stored. A player reported absent is waited for as
/// long as the regulation says, unless the arbiter gives a time.
///
/// # Errors
/// [`ConvertError`] names the field whose value no clock could accept.
fn of_clock(order: ClockOrder, start: &StoredInput) -> Result<ClockOrder, ConvertError> {
    let mut command = entered(order)?;
    if let Some(Action::Start(start)) = start.content() {
        command = command.or_absence_limit(start.absence.map(TryInto::try_into).transpose()?);
    }
    let (order, _at) = required(clock_order(&command), "order")?;
    Ok(order)
}

/// Converts a clock ruling that somebody enters. Logs may hold reasons that are older than the rule
/// for texts.
fn entered(order: ClockOrder) -> Result<Command, ConvertError> {
    let has_reason = !order.reason.is_empty();
    let mut command = clock_command(order, Timestamp::from_millis(0))?;
    if let Command::Adjust { reason, .. } | Command::Pause { reason: Some(reason), .. } =
        &mut command
    {
        *reason = Reason::new(reason.as_str())
            .map_err(|source| ConvertError::invalid("reason", source))?;
    }
    if has_reason && !matches!(command, Command::Pause { .. }) {
        return Err(ConvertError::invalid("reason", "only a pause has one beside the order"));
    }
    Ok(command)
}

/// Converts a ruling on all clocks of a hall, which must be a pause or its end.
///
/// # Errors
/// [`ConvertError`] if the ruling is another one or is missing.
pub fn hall_order(order: ClockOrder) -> Result<ClockOrder, ConvertError> {
    let command = entered(order)?;
    InvalidRuling::check_for_hall(&command)
        .map_err(|source| ConvertError::invalid("order", source))?;
    let (order, _at) = required(clock_order(&command), "order")?;
    Ok(order)
}

fn ply(number: u32, field: &'static str) -> Result<u32, ConvertError> {
    InvalidRuling::check_ply(number).map_err(|source| ConvertError::invalid(field, source))
}

fn text(mv: v1::MoveText) -> Result<v1::MoveText, ConvertError> {
    MoveText::try_from(mv).map(|mv| (&mv).into())
}

fn position(text: &str, start: &StoredInput) -> Result<String, ConvertError> {
    let Some(Action::Start(start)) = start.content() else {
        return Err(ConvertError::Missing { field: "start" });
    };
    let variant = RuleSet::try_from(start.rules())?.variant();
    let position =
        fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))?;
    Ok(position.fen())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_misleads_is_refused_at_entry_and_read_from_older_logs() {
        let ruled = |reason: &str| v1::AdjustClock {
            color: v1::Color::White.into(),
            remaining_ms: 1_000,
            reason: reason.to_owned(),
        };
        let order = |reason| ClockOrder {
            order: Some(v1::clock_order::Order::Adjust(ruled(reason))),
            ..ClockOrder::default()
        };
        let start = StoredInput::try_from(v1::InputRecord {
            device: "desk".to_owned(),
            sequence: 1,
            action: Some(Action::Start(v1::StartGame {
                rules: v1::RuleSet::Frisian.into(),
                fen: draughts::Position::start(draughts::Variant::Frisian).fen(),
                ..v1::StartGame::default()
            })),
            ..v1::InputRecord::default()
        });
        let misleading = "spilt\u{202e} coffee";
        let refused = ruling_action(Ruling::Clock(order(misleading)), &start.unwrap());
        let says =
            "reason: the reason: character 6 is U+202E, which changes the direction of the text";
        assert_eq!(refused.unwrap_err().to_string(), says);
        let command = clock_command(order(misleading), Timestamp::from_millis(0)).unwrap();
        assert!(matches!(command, Command::Adjust { reason, .. } if reason.as_str() == misleading));
    }
}
