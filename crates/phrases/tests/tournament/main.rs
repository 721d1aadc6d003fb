//! What tournaments say to people: why rounds are paired as they are, why everybody has their place, what
//! was decided, and crosstables.

mod commands;
mod crosstables;
mod decisions;
mod results;
mod rounds;
mod seasons;
mod standings;
mod swiss;
