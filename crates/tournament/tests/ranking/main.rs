//! Tables of every regulation: rows by article, real events, and properties.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod door;
mod events;
mod players;
mod properties;
mod results;
mod swiss;
mod teams;
mod virtual_tables;

use self::results::{all, games, matches, meeting, one, results, state, table};
use tournament::ranking::Ranking;

/// Returns the participants by place: tied ones together, by number.
fn tiers(ranking: &Ranking) -> Vec<Vec<u32>> {
    let tiers = ranking.rows.chunk_by(|one, next| one.place == next.place);
    tiers.map(|tier| tier.iter().map(|row| row.participant.get()).collect()).collect()
}

/// Returns the values of a tie-break, in the order of the table.
fn column(ranking: &Ranking, at: usize) -> Vec<Option<u32>> {
    ranking.rows.iter().map(|row| row.values[at]).collect()
}
