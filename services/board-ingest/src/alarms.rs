//! Alarms: faults of clocks that need the arbiter's attention. The desk receives them with the
//! verdicts.

use live_game::table::ClockAlarm;
use phrases::{Language, clock};
use proto::{
    convert::Record,
    subject::{GameId, TournamentKey},
    v1,
};
use runtime::LogEntry;

/// A fault of a clock that needs the arbiter's attention.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alarm {
    pub(crate) tournament: TournamentKey,
    /// The game whose clock has the fault; `None` for the clock of a device.
    pub(crate) game: Option<GameId>,
    pub(crate) alarm: ClockAlarm,
}

/// Returns the alarms in an entry of CLOCK, of GAME or of the `tables` subjects; none for other
/// entries.
pub(crate) fn alarms(entry: &LogEntry) -> Vec<Alarm> {
    let alarms = match &entry.record {
        Record::Clock(record) => record.events.iter().filter_map(ClockAlarm::of_clock).collect(),
        Record::Game(record) => record.events.iter().filter_map(ClockAlarm::of_game).collect(),
        Record::Tables(event) => ClockAlarm::of_device(event).into_iter().collect(),
        Record::Input(_) | Record::Tournament(_) | Record::Access(_) => Vec::new(),
    };
    let game = entry.game().map(|key| key.game);
    let alarm = |alarm| Alarm { tournament: entry.subject.tournament.clone(), game, alarm };
    alarms.into_iter().map(alarm).collect()
}

impl Alarm {
    /// Returns the alarm in the form of the API, with its text in `language`.
    pub(crate) fn for_desk(&self, language: Language) -> v1::ClockAlarm {
        v1::ClockAlarm {
            tournament: Some((&self.tournament).into()),
            game: self.game.map(|game| game.to_string()).unwrap_or_default(),
            explanation: clock::alarm(&self.alarm, language),
            kind: Some((&self.alarm).into()),
        }
    }
}
