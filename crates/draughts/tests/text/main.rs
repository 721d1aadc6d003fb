//! What the rules say to people, in three languages.

mod complete;
mod samples;
mod sentences;
