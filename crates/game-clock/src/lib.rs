//! Time controls and the clock of one game.
