//! Keeps the time of every running game.
