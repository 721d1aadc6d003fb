//! Changes of seats and of the grace, for the record. Each text is a clause without an initial
//! capital and a full stop.

use live_game::table::{Seat, SeatEvent};

use crate::{Language, messages::say};

/// Writes a change of a seat or of the grace; `None` of any other event at the tables.
#[must_use]
pub fn change(event: &SeatEvent, language: Language) -> Option<String> {
    Some(match event {
        SeatEvent::Assigned { device, seat, .. } => given(device.as_str(), *seat, language),
        SeatEvent::TookOver(taken) => {
            let replaced: Vec<_> = taken.replaced.iter().map(|it| it.device.as_str()).collect();
            let text = given(taken.device.as_str(), taken.seat, language);
            say!(language, "seat-act-taken-over", text, replaced = replaced.join(", "))
        }
        SeatEvent::Released { device, .. } => {
            say!(language, "seat-act-released", device = device.as_str())
        }
        SeatEvent::GraceSet { grace_ms, .. } => say!(language, "seat-act-grace", ms = *grace_ms),
        SeatEvent::Claimed(_)
        | SeatEvent::KindTold { .. }
        | SeatEvent::FellSilent { .. }
        | SeatEvent::Heard { .. }
        | SeatEvent::ClockJudged { .. }
        | SeatEvent::Acknowledged { .. }
        | SeatEvent::Called(_)
        | SeatEvent::BoardOrdered { .. } => return None,
    })
}

fn given(device: &str, seat: Seat, language: Language) -> String {
    match seat {
        Seat::White(table) => say!(language, "seat-act-white", device, table),
        Seat::Black(table) => say!(language, "seat-act-black", device, table),
        Seat::Table(table) => say!(language, "seat-act-table", device, table),
        Seat::Desk => say!(language, "seat-act-desk", device),
    }
}
