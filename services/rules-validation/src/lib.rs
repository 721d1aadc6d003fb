//! Judges inputs and owns the games.
