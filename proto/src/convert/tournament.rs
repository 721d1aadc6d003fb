//! Converts tournaments.

mod embargo;
mod entry;
mod event;
mod number;
mod proposal;
mod regulation;
mod round;
mod settings;
mod swiss;
mod table;
#[cfg(test)]
mod tests;
mod tie;

use std::borrow::Cow;

use tournament::{Event, Tournament};

pub use self::{
    entry::{birth, entry_field, publicity, rating, seats, team_id},
    event::{author, groups, start_mode, unpair_ground},
    number::{group, numbers, participant, participants, player_id, round, round_state, table},
    regulation::preset,
    settings::{chosen, settings, settings_with},
    table::{group_tables, overall_table, standings},
    tie::tie_decision,
};
use crate::{
    convert::{Aggregate, ConvertError, Record, required},
    v1::{self, envelope},
};

impl Aggregate for Tournament {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[Event]) -> envelope::Record {
        envelope::Record::Tournament(v1::TournamentRecord {
            events: events.iter().map(Into::into).collect(),
        })
    }

    fn events(record: &Record) -> Result<Cow<'_, [Event]>, ConvertError> {
        match record {
            Record::Tournament(events) => Ok(Cow::Borrowed(events)),
            Record::Input(_)
            | Record::Tables(_)
            | Record::Game(_)
            | Record::Clock(_)
            | Record::Access(_) => Err(ConvertError::OtherRecord),
        }
    }
}

impl From<&Event> for v1::TournamentEvent {
    fn from(event: &Event) -> Self {
        Self { event: Some(event::wire(event)) }
    }
}

/// Converts the events of a tournament.
pub(super) fn events(events: Vec<v1::TournamentEvent>) -> Result<Vec<Event>, ConvertError> {
    events.into_iter().map(|event| event::domain(required(event.event, "event")?)).collect()
}
