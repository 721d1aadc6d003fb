//! What the rules and the game say to people, in three languages.

mod at_the_table;
mod complete;
mod said;
mod samples;
mod sentences;
