//! What is fixed when a tournament is created.

use crate::player::{squeeze, tidy};
use crate::{PairingSystem, Refusal, Scoring, Tournament};
use draughts::RuleSet;
use std::time::Duration;

/// What each player is given to think, for the clocks that will time the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayingTime {
    /// The time for the whole game, above zero.
    pub base: Duration,
    /// What each move adds; zero is sudden death.
    pub increment: Duration,
}

/// What is fixed when a tournament is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name as it is to be shown, 1 to 100 characters.
    pub name: String,
    /// Shown to spectators with the name, at most [`Tournament::NOTICE_CHARS_MAX`] characters;
    /// may be empty.
    pub notice: String,
    /// The rules of its games.
    pub rules: RuleSet,
    /// What each player is given to think.
    pub playing_time: PlayingTime,
    /// How results become points.
    pub scoring: Scoring,
    /// Where the pairings come from.
    pub pairing: PairingSystem,
}

impl Settings {
    /// Checks the settings and tidies the spaces in their texts.
    pub(crate) fn checked(&self) -> Result<Self, Refusal> {
        let name = tidy(&self.name).unwrap_or_default();
        if name.is_empty() {
            return Err(Refusal::TournamentName);
        }
        let Ok(notice) = squeeze(&self.notice, Tournament::NOTICE_CHARS_MAX) else {
            return Err(Refusal::Notice);
        };
        if self.playing_time.base.is_zero() {
            return Err(Refusal::NoPlayingTime);
        }
        Ok(Self { name, notice, ..*self })
    }
}
