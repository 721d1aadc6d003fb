//! Converts the requests of proposals, each of which is recorded as it is once it is accepted.

use crate::v1::{proposed::Request, tournament_event::Event};

/// Returns the request that asks for an event; `None` if nobody asks for that.
pub(super) fn request(event: Event) -> Option<Request> {
    if let Event::LineUpHandedIn(line_up) = event {
        return Some(Request::LineUp(line_up));
    }
    if let Event::AbsenceReported(absence) = event {
        return Some(Request::Absence(absence));
    }
    if let Event::AbsenceTakenBack(presence) = event {
        return Some(Request::Presence(presence));
    }
    if let Event::ParticipantWithdrawn(gone) = event {
        return Some(Request::Withdrawal(gone));
    }
    None
}

/// Returns the event that a request asks for.
pub(super) fn event(request: Request) -> Event {
    match request {
        Request::LineUp(line_up) => Event::LineUpHandedIn(line_up),
        Request::Absence(absence) => Event::AbsenceReported(absence),
        Request::Presence(presence) => Event::AbsenceTakenBack(presence),
        Request::Withdrawal(gone) => Event::ParticipantWithdrawn(gone),
    }
}
