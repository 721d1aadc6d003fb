//! What the arbiter is to know of the clocks: told to whoever watches at the desk, beside the verdicts.

use std::time::Duration;

use phrases::{Language, clock};
use prost::Message as _;
use proto::{
    subject::{GameId, Stream, Subject, TournamentKey},
    v1::{
        self, Envelope, clock_alarm::Kind, clock_event, device_clock_fault::Fault,
        envelope::Record, table_record,
    },
};
use runtime::Stored;
use tokio::sync::broadcast;

use crate::verdicts::Verdict;

/// What watchers hear.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    Verdict(Verdict),
    Alarm(Alarm),
}

/// Where they hear it.
pub(crate) type Telling = broadcast::Sender<Told>;

/// Something that the arbiter is to know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alarm {
    pub(crate) tournament: TournamentKey,
    /// The game whose clock it is about.
    pub(crate) game: Option<GameId>,
    pub(crate) kind: Kind,
}

/// The alarms of a message of CLOCK or of the tables; none in others, or where it cannot be read, which
/// is its writer's to report.
pub(crate) fn alarms(subject: &Subject, stored: &Stored) -> Vec<Alarm> {
    if !matches!(subject.stream, Stream::Clock | Stream::Input) {
        return Vec::new();
    }
    let envelope = Envelope::decode(stored.payload.clone()).ok();
    let kinds = match envelope.and_then(|envelope| envelope.record) {
        Some(Record::Clock(record)) => record.events.into_iter().filter_map(of_clock).collect(),
        Some(Record::Table(record)) => record.event.and_then(of_table).into_iter().collect(),
        Some(Record::Input(_) | Record::Game(_) | Record::Tournament(_)) | None => Vec::new(),
    };
    let game = subject.game_key().map(|key| key.game);
    let alarm = |kind| Alarm { tournament: subject.tournament.clone(), game, kind };
    kinds.into_iter().map(alarm).collect()
}

fn of_clock(event: v1::ClockEvent) -> Option<Kind> {
    let event = event.event?;
    if let clock_event::Event::Irregular(irregular) = event {
        Some(Kind::Irregular(irregular))
    } else if let clock_event::Event::Disagreed(shown) = event {
        Some(Kind::Disagreed(shown))
    } else {
        None
    }
}

fn of_table(event: table_record::Event) -> Option<Kind> {
    match event {
        table_record::Event::DeviceClock(judged) => Some(Kind::DeviceClock(judged)),
        table_record::Event::Assigned(_)
        | table_record::Event::Released(_)
        | table_record::Event::GraceSet(_) => None,
    }
}

impl Alarm {
    /// As the desk may see it.
    pub(crate) fn for_desk(&self, language: Language) -> v1::ClockAlarm {
        v1::ClockAlarm {
            tournament: Some((&self.tournament).into()),
            game: self.game.map(|game| game.to_string()).unwrap_or_default(),
            explanation: clock::alarm(&in_domain_terms(&self.kind), language),
            kind: Some(self.kind.clone()),
        }
    }
}

/// Returns an alarm as the sentences about clocks take it.
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
            fault: judged.fault.and_then(|fault| fault.fault).map(|fault| match fault {
                Fault::TooFarMs(millis) => clock::DeviceFault::TooFar(millis),
                Fault::JumpedMs(millis) => clock::DeviceFault::Jumped(millis),
                Fault::InFutureMs(millis) => clock::DeviceFault::InFuture(millis),
                Fault::LongAgoMs(millis) => clock::DeviceFault::LongAgo(millis),
            }),
        },
    }
}
