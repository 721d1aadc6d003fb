//! Converts inputs as INPUT stores them, before they are judged.

use draughts::Timestamp;
use live_game::{InputId, PendingInput, PendingKind};

use super::device;
use crate::{
    convert::ConvertError,
    v1::{self, clock_order::Order, input_record::Action},
};

/// The stored content of an input.
pub type InputContent = Option<Action>;

/// An input as stored in INPUT. Its content is converted by [`game_commands`](super::game_commands) alone, which
/// knows the variant of the game.
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

    /// Returns the moment at which its device sent it, by the clock of the device; `None` if the device did not
    /// say.
    #[must_use]
    pub fn sent_at(&self) -> Option<Timestamp> {
        let sent = self.record.device_sent_ms;
        (sent != 0).then(|| Timestamp::from_millis(sent))
    }

    /// Returns true if it is a reading of a physical clock.
    #[must_use]
    pub fn is_display(&self) -> bool {
        let Some(Action::Clock(order)) = &self.record.action else { return false };
        matches!(order.order, Some(Order::Display(_)))
    }

    /// Returns the parts on which a waiting flag depends. An input without an action is one of a kind that is
    /// not known here.
    #[must_use]
    pub fn pending(&self) -> PendingInput {
        let kind = match &self.record.action {
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
        PendingInput { at: Timestamp::from_millis(self.record.at_ms), kind }
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
