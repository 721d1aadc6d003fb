//! What tournaments say to people: why rounds are paired as they are, why everybody has their place, what
//! was decided, and crosstables.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what fails here is a test, and panics are how it tells"
)]

mod commands;
mod crosstables;
mod decisions;
mod results;
mod rounds;
mod seasons;
mod standings;
mod swiss;
