//! Rows and properties of the tournament.
