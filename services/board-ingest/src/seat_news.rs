//! The news of the seats of a tournament, as watchers are told.

use live_game::table::{AnsweredCall, ClockAlarm, SeatEvent, Seats};
use proto::{convert::Record, subject::TournamentKey};
use runtime::LogEntry;

use crate::{alarms::Alarm, watchers::Notification};

/// Returns what lasts at the tables of a tournament: faults of clocks, silences, claims on seats,
/// what replaced devices keep, calls for the arbiter, and after them the latest alarms that were
/// acknowledged.
pub(crate) fn lasting(key: &TournamentKey, seats: &Seats) -> Vec<Notification> {
    let faults = seats.clock_faults().map(|(device, fault, at)| {
        let alarm = ClockAlarm::Device { device: device.clone(), fault: Some(fault), at };
        Notification::Alarm(Alarm { tournament: key.clone(), game: None, alarm })
    });
    let silences = seats.silences();
    let silences = silences.map(|(device, it)| Notification::Silent(device.clone(), Some(it)));
    let claims = seats.claims().cloned().map(Notification::Claimed);
    let taken = seats.take_overs().cloned().map(Notification::TookOver);
    let calls = seats.calls().flat_map(|AnsweredCall { call, answer }| {
        let answer = answer.clone().map(Notification::Acknowledged);
        std::iter::once(Notification::Called(call.clone())).chain(answer)
    });
    let acknowledged = seats.acknowledged().cloned().map(Notification::Acknowledged);
    faults.chain(silences).chain(claims).chain(taken).chain(calls).chain(acknowledged).collect()
}

/// Returns what an entry of the seats tells watchers.
pub(crate) fn told(entry: &LogEntry) -> Vec<Notification> {
    let Record::Tables(event) = &entry.record else { return Vec::new() };
    match event {
        SeatEvent::Assigned { device, seat, .. } => {
            vec![Notification::Seat(device.clone(), Some(*seat))]
        }
        SeatEvent::Released { device, .. } => vec![Notification::Seat(device.clone(), None)],
        SeatEvent::Claimed(claim) => vec![Notification::Claimed(claim.clone())],
        SeatEvent::TookOver(taken) => {
            let replaced = taken.replaced.iter();
            let mut news: Vec<Notification> =
                replaced.map(|it| Notification::Seat(it.device.clone(), None)).collect();
            news.push(Notification::Seat(taken.device.clone(), Some(taken.seat)));
            if taken.leaves_inputs() {
                news.push(Notification::TookOver(taken.clone()));
            }
            news
        }
        SeatEvent::FellSilent { device, silence } => {
            vec![Notification::Silent(device.clone(), Some(*silence))]
        }
        SeatEvent::Heard { device, .. } => vec![Notification::Silent(device.clone(), None)],
        SeatEvent::Acknowledged { acknowledgement, .. } => {
            vec![Notification::Acknowledged(acknowledgement.clone())]
        }
        SeatEvent::Called(call) => vec![Notification::Called(call.clone())],
        SeatEvent::GraceSet { .. }
        | SeatEvent::ClockJudged { .. }
        | SeatEvent::KindTold { .. }
        | SeatEvent::BoardOrdered { .. } => Vec::new(),
    }
}
