//! Converts inputs as INPUT stores them, before they are judged.

use std::borrow::Cow;

use draughts::Timestamp;
use live_game::{InputId, PendingInput, PendingKind, table::Inputs};

use super::device;
use crate::{
    convert::{Aggregate, ConvertError, Record},
    v1::{self, clock_order::Order, envelope, input_record::Action},
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

impl Aggregate for Inputs<InputContent> {
    type Event = StoredInput;

    fn apply(&mut self, event: &StoredInput) {
        Self::apply(self, event.id.clone(), event.content().clone(), event.is_display());
    }

    /// Writes one input per record: each is stored on its own.
    fn to_record(&self, events: &[StoredInput]) -> envelope::Record {
        envelope::Record::Input(events.last().map(|event| event.record.clone()).unwrap_or_default())
    }

    fn events(record: &Record) -> Result<Cow<'_, [StoredInput]>, ConvertError> {
        let Record::Input(input) = record else { return Err(ConvertError::OtherRecord) };
        Ok(Cow::Borrowed(std::slice::from_ref(input)))
    }
}

#[cfg(test)]
mod tests {
    use live_game::table::InputNovelty;

    use super::*;

    /// Returns a record as it is stored, of the device "board" if it names none.
    fn stored(record: v1::InputRecord) -> StoredInput {
        let device = Some(record.device).filter(|device| !device.is_empty());
        let device = device.unwrap_or_else(|| "board".to_owned());
        v1::InputRecord { device, ..record }.try_into().unwrap()
    }

    #[test]
    fn an_input_reads_back_from_its_record_and_is_known_from_then_on() {
        let action = Some(Action::Resign(v1::Resign::default()));
        let device = "tablet".to_owned();
        let record = v1::InputRecord { device, sequence: 3, action, ..Default::default() };
        let stored = StoredInput::try_from(record.clone()).unwrap();
        let mut inputs = Inputs::default();
        let wire = inputs.to_record(std::slice::from_ref(&stored));
        assert_eq!(wire, envelope::Record::Input(record.clone()));
        assert_eq!(Inputs::from_record(wire), Ok(vec![stored.clone()]));
        Aggregate::apply(&mut inputs, &stored);
        let decided = inputs.decide(&stored.id, &record.action, false, false);
        assert_eq!(decided, Ok(InputNovelty::Repeat));
    }

    #[test]
    fn only_a_reading_of_a_physical_clock_is_a_display() {
        let input = |action| {
            let device = "board".to_owned();
            let record = v1::InputRecord { device, action, ..Default::default() };
            StoredInput::try_from(record).unwrap()
        };
        let order = |order| Some(Action::Clock(v1::ClockOrder { order }));
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
