//! Alarms: faults of clocks that need the arbiter's attention. The desk receives them with the
//! verdicts.

use std::time::Duration;

use phrases::{Language, clock};
use proto::{
    convert::{Record, clock_alarm, device_alarm},
    subject::{GameId, TournamentKey},
    v1::{self, clock_alarm::Kind},
};
use runtime::LogEntry;

/// A fault of a clock that needs the arbiter's attention.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alarm {
    pub(crate) tournament: TournamentKey,
    /// The game whose clock has the fault; `None` for the clock of a device.
    pub(crate) game: Option<GameId>,
    pub(crate) kind: Kind,
}

/// Returns the alarms in an entry of CLOCK or of the `tables` subjects; none for other entries.
pub(crate) fn alarms(entry: &LogEntry) -> Vec<Alarm> {
    let kinds = match &entry.record {
        Record::Clock(record) => record.events.iter().filter_map(clock_alarm).collect(),
        Record::Tables(event) => device_alarm(event).into_iter().collect(),
        Record::Input(_) | Record::Game(_) | Record::Tournament(_) => Vec::new(),
    };
    let game = entry.game().map(|key| key.game);
    let alarm = |kind| Alarm { tournament: entry.subject.tournament.clone(), game, kind };
    kinds.into_iter().map(alarm).collect()
}

impl Alarm {
    /// Returns the alarm in the form of the API, with its text in `language`.
    pub(crate) fn for_desk(&self, language: Language) -> v1::ClockAlarm {
        v1::ClockAlarm {
            tournament: Some((&self.tournament).into()),
            game: self.game.map(|game| game.to_string()).unwrap_or_default(),
            explanation: clock::alarm(&in_domain_terms(&self.kind), language),
            kind: Some(self.kind.clone()),
        }
    }
}

/// Returns an alarm in the form that `phrases` writes sentences about.
fn in_domain_terms(kind: &Kind) -> clock::Alarm<'_> {
    match kind {
        Kind::Irregular(press) => clock::Alarm::IrregularPress {
            by: press.by().try_into().ok(),
            is_in_future: press.is_in_future,
        },
        Kind::Disagreed(shown) => clock::Alarm::DisplayDisagrees {
            white: Duration::from_millis(shown.white_ms),
            black: Duration::from_millis(shown.black_ms),
        },
        Kind::DeviceClock(judged) => clock::Alarm::Device {
            device: &judged.device,
            fault: judged.fault.and_then(|fault| fault.try_into().ok()),
        },
    }
}
