//! Preparations and results of tournaments: regulations, lots, teams, matches, seasons.

#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod ages;
mod finals;
mod lots;
mod matches;
mod points;
mod prescribed;
mod prizes;
mod refused_regulations;
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
