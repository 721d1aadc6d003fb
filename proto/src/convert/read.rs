//! Reads the content of one message of the event log as domain types; no other code does.

use super::{
    ClockRecord, ConvertError, GameRecord, Record, access, clock, game, required, tournament,
};
use crate::v1::{self, envelope::Record as Wire};

impl TryFrom<Wire> for Record {
    type Error = ConvertError;

    fn try_from(record: Wire) -> Result<Self, ConvertError> {
        Ok(match record {
            Wire::Input(input) => Self::Input(Box::new(input.try_into()?)),
            Wire::Table(table) => Self::Tables(table.try_into()?),
            Wire::Game(record) => {
                let state = required(record.state, "state")?;
                let events = game::events(record.events, state.rules())?;
                Self::Game(Box::new(GameRecord { events, state: state.into() }))
            }
            Wire::Clock(v1::ClockRecord { events, state }) => {
                let events = clock::events(events)?;
                Self::Clock(Box::new(ClockRecord { events, state }))
            }
            Wire::Tournament(record) => Self::Tournament(tournament::events(record.events)?),
            Wire::Access(record) => Self::Access(access::events(record.events)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use live_game::{ClockEvent, DeviceId, Game, GameClock, GameEvent, InputId};

    use super::*;
    use crate::convert::Aggregate as _;

    #[test]
    fn the_record_of_a_game_has_its_events_and_the_state_after_them() {
        let input = InputId::new(DeviceId::new("tablet").unwrap(), 3);
        let event = GameEvent::MoveConfirmed { ply: 1, input };
        let record = Game::default().to_record(std::slice::from_ref(&event));
        let state = v1::GameState::from(&Game::default()).into();
        let expected = GameRecord { events: vec![event], state };
        assert_eq!(Record::try_from(record), Ok(Record::Game(Box::new(expected))));
    }

    #[test]
    fn the_record_of_a_clock_that_has_not_started_has_no_state() {
        let event =
            ClockEvent::Clock(game_clock::Event::Stopped { at: crate::Timestamp::from_millis(7) });
        let record = GameClock::default().to_record(std::slice::from_ref(&event));
        let expected = ClockRecord { events: vec![event], state: None };
        assert_eq!(Record::try_from(record), Ok(Record::Clock(Box::new(expected))));
    }

    #[test]
    fn a_record_without_a_field_that_every_version_wrote_is_refused() {
        let finished = v1::game_event::Event::Finished(v1::GameFinished::default());
        let finished = v1::GameEvent { event: Some(finished) };
        let state = Some(v1::GameState::from(&Game::default()));
        for (record, field) in [
            (Wire::Game(v1::GameRecord { events: vec![finished], state }), "outcome"),
            (Wire::Game(v1::GameRecord::default()), "state"),
            (Wire::Table(v1::TableRecord::default()), "event"),
            (
                Wire::Clock(v1::ClockRecord {
                    events: vec![v1::ClockEvent::default()],
                    state: None,
                }),
                "event",
            ),
        ] {
            assert_eq!(Record::try_from(record), Err(ConvertError::Missing { field }));
        }
    }
}
