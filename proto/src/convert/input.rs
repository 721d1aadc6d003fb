//! Converts inputs as INPUT stores them, before they are judged.

use draughts::Timestamp;
use live_game::{InputId, PendingInput, PendingKind};
use tournament::{GameStart, ResultByHand};

use super::device;
use crate::{
    convert::ConvertError,
    v1::{self, clock_order::Order, input_record::Action},
};

/// The stored content of an input.
pub type InputContent = Option<Action>;

/// An input as stored in INPUT. Its content is converted by [`game_commands`](super::game_commands)
/// alone, which knows the variant of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredInput {
    /// Its device and sequence.
    pub id: InputId,
    /// The whole record.
    pub(super) record: v1::InputRecord,
}

impl TryFrom<v1::InputRecord> for StoredInput {
    type Error = ConvertError;

    fn try_from(record: v1::InputRecord) -> Result<Self, ConvertError> {
        Ok(Self { id: InputId::new(device(record.device.clone())?, record.sequence), record })
    }
}

impl StoredInput {
    /// Returns the first input of a game, which its tournament makes.
    ///
    /// # Errors
    /// [`ConvertError`] if the name of the tournament's inputs is none of a device.
    pub fn of_start(start: &GameStart) -> Result<Self, ConvertError> {
        let mut wire = v1::StartGame {
            fen: start.position.fen(),
            control: start.control.map(Into::into),
            black_starts: start.black_starts,
            absence: start.absence.map(Into::into),
            terms: start.terms.map(Into::into),
            ..v1::StartGame::default()
        };
        wire.set_rules(start.rules.into());
        let record = v1::InputRecord {
            device: InputId::TOURNAMENT.to_owned(),
            sequence: 1,
            at_ms: start.at.millis(),
            action: Some(Action::Start(wire)),
            ..v1::InputRecord::default()
        };
        record.try_into()
    }

    /// Returns the ruling that follows from a result by hand in the tournament, with this number.
    ///
    /// # Errors
    /// [`ConvertError`] if the name of the tournament's inputs is none of a device.
    pub fn of_result(result: &ResultByHand, number: u64) -> Result<Self, ConvertError> {
        let action = match result.outcome {
            Some(outcome) => Action::RuleResult(v1::RuleResult { outcome: Some(outcome.into()) }),
            None => Action::Resume(v1::ResumeGame {}),
        };
        let record = v1::InputRecord {
            device: InputId::TOURNAMENT.to_owned(),
            sequence: number,
            at_ms: result.at.millis(),
            by: result.by.clone(),
            reason: result.reason.clone(),
            action: Some(action),
            ..v1::InputRecord::default()
        };
        record.try_into()
    }

    /// Returns the whole record.
    #[must_use]
    pub fn record(&self) -> &v1::InputRecord {
        &self.record
    }

    /// Returns its content.
    #[must_use]
    pub fn content(&self) -> &InputContent {
        &self.record.action
    }

    /// Returns the moment at which its device sent it, by the clock of the device; `None` if the
    /// device did not say.
    #[must_use]
    pub fn sent_at(&self) -> Option<Timestamp> {
        let sent = self.record.device_sent_ms;
        (sent != 0).then(|| Timestamp::from_millis(sent))
    }

    /// Returns true if it is a reading of a physical clock.
    #[must_use]
    pub fn is_display(&self) -> bool {
        self.kind() == PendingKind::Display
    }

    /// Returns its kind. An input without an action is one of a kind that is not known here.
    #[must_use]
    pub fn kind(&self) -> PendingKind {
        match &self.record.action {
            None => PendingKind::Unknown,
            Some(Action::Start(_)) => PendingKind::Start,
            Some(Action::Play(play)) => PendingKind::Move { ply: play.ply },
            Some(Action::Clock(order)) => match order.order {
                None => PendingKind::Unknown,
                Some(Order::Pause(_)) => PendingKind::Pause,
                Some(Order::Display(_)) => PendingKind::Display,
                Some(
                    Order::Resume(_)
                    | Order::Adjust(_)
                    | Order::Absent(_)
                    | Order::Present(_)
                    | Order::PlayOn(_)
                    | Order::Begin(_),
                ) => PendingKind::Order,
            },
            Some(
                Action::Resign(_)
                | Action::AgreeDraw(_)
                | Action::ConfirmResult(_)
                | Action::RuleResult(_)
                | Action::Retract(_)
                | Action::LetStand(_)
                | Action::Correct(_)
                | Action::SetPosition(_)
                | Action::GoOnPaper(_)
                | Action::Complete(_)
                | Action::Resume(_),
            ) => PendingKind::Order,
        }
    }

    /// Returns the parts on which a waiting flag depends.
    #[must_use]
    pub fn pending(&self) -> PendingInput {
        PendingInput { at: Timestamp::from_millis(self.record.at_ms), kind: self.kind() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a record as it is stored, of the device "board" if it names none.
    fn stored(record: v1::InputRecord) -> StoredInput {
        let device = Some(record.device).filter(|device| !device.is_empty());
        let device = device.unwrap_or_else(|| "board".to_owned());
        v1::InputRecord { device, ..record }.try_into().unwrap()
    }

    #[test]
    fn only_a_reading_of_a_physical_clock_is_a_display() {
        let input = |action| {
            let device = "board".to_owned();
            let record = v1::InputRecord { device, action, ..Default::default() };
            StoredInput::try_from(record).unwrap()
        };
        let order =
            |order| Some(Action::Clock(v1::ClockOrder { order, ..v1::ClockOrder::default() }));
        let display = Some(Order::Display(v1::ClockDisplay::default()));
        assert!(input(order(display)).is_display());
        assert!(!input(order(Some(Order::Pause(v1::Nothing {})))).is_display());
        assert!(!input(None).is_display());
    }

    #[test]
    fn a_pending_input_has_its_moment_and_its_kind() {
        let read =
            |action| stored(v1::InputRecord { at_ms: 7, action, ..Default::default() }).pending();
        let clock = |order| Some(Action::Clock(v1::ClockOrder { order, ..Default::default() }));
        for (action, kind) in [
            (Some(Action::Start(v1::StartGame::default())), PendingKind::Start),
            (
                Some(Action::Play(v1::PlayMove { ply: 4, r#move: None })),
                PendingKind::Move { ply: 4 },
            ),
            (clock(Some(Order::Pause(v1::Nothing {}))), PendingKind::Pause),
            (clock(Some(Order::Display(v1::ClockDisplay::default()))), PendingKind::Display),
            (clock(Some(Order::Resume(v1::Nothing {}))), PendingKind::Order),
            (clock(None), PendingKind::Unknown),
            (Some(Action::Resign(v1::Resign::default())), PendingKind::Order),
            (Some(Action::Retract(v1::RetractMoves::default())), PendingKind::Order),
            (Some(Action::Resume(v1::ResumeGame {})), PendingKind::Order),
            (None, PendingKind::Unknown),
        ] {
            let at = Timestamp::from_millis(7);
            assert_eq!(read(action.clone()), PendingInput { at, kind }, "{action:?}");
        }
    }
}
