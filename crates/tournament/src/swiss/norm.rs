//! What a pairing made by hand breaks of the absolute norms (section B).

use super::color::ColorHistory;
use super::{Entrant, Field, PastRound};
use crate::{PlayerId, RoundNumber};
use draughts::Color;

/// An absolute norm that a pairing breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenNorm {
    /// The two met before (B1a).
    MetBefore {
        /// When.
        round: RoundNumber,
    },
    /// A player gets a colour too often in all (B2a).
    ColorBalance {
        /// Who.
        player: PlayerId,
        /// Which.
        color: Color,
    },
    /// A player gets a colour for the third time in a row (B2b).
    ThirdColor {
        /// Who.
        player: PlayerId,
        /// Which.
        color: Color,
    },
}

impl Field {
    /// What two players break if they meet like this in the next round (B1a, B2).
    pub fn broken_by_pair(&self, white: PlayerId, black: PlayerId) -> Vec<BrokenNorm> {
        let met = self.entrant(white).and_then(|entrant| {
            let met = |past: &PastRound| past.met().is_some_and(|(other, _)| other == black);
            entrant.history.iter().position(met).map(RoundNumber::from_index)
        });
        let mut broken: Vec<BrokenNorm> =
            met.map(|round| BrokenNorm::MetBefore { round }).into_iter().collect();
        for (player, color) in [(white, Color::White), (black, Color::Black)] {
            let Some(entrant) = self.entrant(player) else { continue };
            let points: u32 = entrant.history.iter().map(PastRound::points).sum();
            let is_exempt = self.is_last_round() && points > self.rounds_played();
            let colors = ColorHistory::new(&entrant.history, is_exempt);
            if colors.is_too_often(color) {
                broken.push(BrokenNorm::ColorBalance { player, color });
            }
            if colors.is_third(color) {
                broken.push(BrokenNorm::ThirdColor { player, color });
            }
        }
        broken
    }

    /// When a player had a point without playing, so that the bye is barred (B1b).
    pub fn free_point_of(&self, player: PlayerId) -> Option<RoundNumber> {
        let history = &self.entrant(player)?.history;
        history.iter().position(PastRound::is_free_point).map(RoundNumber::from_index)
    }

    fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants().get(self.place(player)?)
    }
}
