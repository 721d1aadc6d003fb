//! The reasons for which a service does not do what a call asks for, other than the rules.

use crate::{Language, messages::say};

/// Writes that no tournament has the id.
#[must_use]
pub fn unknown_tournament(id: &str, language: Language) -> String {
    say!(language, "call-unknown-tournament", id)
}

/// Writes that a venue has too many tournaments that were not begun.
#[must_use]
pub fn too_many_unpaired(venue: &str, max: usize, language: Language) -> String {
    say!(language, "call-too-many-unpaired", venue, max)
}

/// Writes that others changed the tournament during every attempt.
#[must_use]
pub fn contended(id: &str, language: Language) -> String {
    say!(language, "call-contended", id)
}

/// Writes that the log did not answer in time about the tournament.
#[must_use]
pub fn late(id: &str, language: Language) -> String {
    say!(language, "call-late", id)
}

/// Writes that the service answers as many such requests as it can.
#[must_use]
pub fn busy(language: Language) -> String {
    say!(language, "call-busy")
}

/// Writes that the service stops.
#[must_use]
pub fn stopping(language: Language) -> String {
    say!(language, "call-stopping")
}
