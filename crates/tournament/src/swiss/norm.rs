//! The absolute norms (section B) that a pairing by hand may break.

use super::color::ColorHistory;
use super::{Entrant, Field, PastRound};
use crate::{PlayerId, RoundNumber};
use draughts::Color;

/// An absolute norm that a pairing breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenNorm {
    /// The two met before (B1a).
    MetBefore {
        /// The round.
        round: RoundNumber,
    },
    /// A player would get a colour too often in total (B2a).
    ColorBalance {
        /// The player.
        player: PlayerId,
        /// The colour.
        color: Color,
    },
    /// A player would get a colour for the third time in a row (B2b).
    ThirdColor {
        /// The player.
        player: PlayerId,
        /// The colour.
        color: Color,
    },
}

impl Field {
    /// Returns the norms that two players break if they meet with these colours in the next round
    /// (B1a, B2).
    pub fn broken_by_pair(&self, white: PlayerId, black: PlayerId) -> Vec<BrokenNorm> {
        let met = self.entrant(white).and_then(|entrant| {
            let met = |past: &PastRound| past.met().is_some_and(|(other, _)| other == black);
            entrant.history.iter().position(met).map(RoundNumber::from_index)
        });
        let mut broken: Vec<BrokenNorm> =
            met.map(|round| BrokenNorm::MetBefore { round }).into_iter().collect();
        for (player, color) in [(white, Color::White), (black, Color::Black)] {
            let Some(entrant) = self.entrant(player) else { continue };
            let colors = ColorHistory::new(&entrant.history, self.is_exempt(entrant.points()));
            if colors.is_too_often(color) {
                broken.push(BrokenNorm::ColorBalance { player, color });
            }
            if colors.is_third(color) {
                broken.push(BrokenNorm::ThirdColor { player, color });
            }
        }
        broken
    }

    /// Returns the round in which a player had a point without playing, so that the bye is barred
    /// (B1b).
    pub fn free_point_of(&self, player: PlayerId) -> Option<RoundNumber> {
        let history = &self.entrant(player)?.history;
        history.iter().position(PastRound::is_free_point).map(RoundNumber::from_index)
    }

    fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants().get(self.place(player)?)
    }
}
