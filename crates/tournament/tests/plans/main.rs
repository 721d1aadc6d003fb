//! What is fixed before and after a tournament: regulations, lots, teams, matches, seasons.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what fails here is a test, and panics are how it tells"
)]

mod finals;
mod lots;
mod matches;
mod points;
mod prescribed;
mod regulations;
mod seasons;
mod teams;
mod time_controls;

use tournament::PlayerId;

#[track_caller]
fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

fn players<const N: usize>(numbers: [u32; N]) -> [PlayerId; N] {
    numbers.map(player)
}
