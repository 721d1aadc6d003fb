//! Rows and properties of the clock.
