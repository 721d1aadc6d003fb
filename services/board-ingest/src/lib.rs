//! The one door for everything that people and devices do at a game.
