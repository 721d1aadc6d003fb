//! Alarms: what the arbiter has to look at at the clocks. The desk is told beside the verdicts.

use draughts::Language;
use proto::{
    convert::{Record, clock_alarm},
    subject::{GameId, TournamentKey},
    v1::{self, clock_alarm::Kind, table_record},
};
use runtime::Entry;

use crate::alarm_text;

/// Something that the arbiter has to look at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alarm {
    pub(crate) tournament: TournamentKey,
    /// The game whose clock it is about.
    pub(crate) game: Option<GameId>,
    pub(crate) kind: Kind,
}

/// Returns the alarms of an entry of CLOCK or of the tables; none of another one.
pub(crate) fn alarms(entry: &Entry) -> Vec<Alarm> {
    let kinds = match &entry.record {
        Record::Clock(record) => record.events.iter().filter_map(clock_alarm).collect(),
        Record::Tables(event) => of_table(event).into_iter().collect(),
        Record::Input(_) | Record::Game(_) | Record::Tournament(_) => Vec::new(),
    };
    let game = entry.game().map(|key| key.game);
    let alarm = |kind| Alarm { tournament: entry.subject.tournament.clone(), game, kind };
    kinds.into_iter().map(alarm).collect()
}

fn of_table(event: &table_record::Event) -> Option<Kind> {
    match event {
        table_record::Event::DeviceClock(judged) => Some(Kind::DeviceClock(judged.clone())),
        table_record::Event::Assigned(_)
        | table_record::Event::Released(_)
        | table_record::Event::GraceSet(_) => None,
    }
}

impl Alarm {
    /// Returns the alarm as the desk may see it.
    pub(crate) fn for_desk(&self, language: Language) -> v1::ClockAlarm {
        v1::ClockAlarm {
            tournament: Some((&self.tournament).into()),
            game: self.game.map(|game| game.to_string()).unwrap_or_default(),
            explanation: alarm_text::explain(&self.kind, language),
            kind: Some(self.kind.clone()),
        }
    }
}
