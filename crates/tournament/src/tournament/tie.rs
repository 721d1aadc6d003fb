//! How ties were resolved.

use crate::ranking::{Participant, Remedy};
use draughts::Language;

/// What resolved a tie.
///
/// The regulation prescribes what it should be; whoever is responsible may decide otherwise, and
/// that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieDecision {
    /// Games that were played for it.
    Games,
    /// The lot.
    Lot {
        /// What it was drawn from; `None` when it was drawn elsewhere.
        seed: Option<u64>,
    },
    /// The arbiter or the organisers.
    Arbiter,
}

/// A tie that was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTie {
    /// Those who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// What resolved it.
    pub how: TieDecision,
    /// What the regulation prescribes for it, where that is something else.
    pub instead_of: Option<Remedy>,
}

impl TieDecision {
    /// Whether it is what a remedy prescribes. Games may be played anywhere; the lot may take their
    /// place only where the article says so (A art. 5); whom a remedy lets decide may do so by
    /// anything.
    pub fn is_by(self, remedy: Remedy) -> bool {
        match remedy {
            Remedy::MatchOfTwo
            | Remedy::SingleGames
            | Remedy::SingleGamesByLot
            | Remedy::TeamMatch
            | Remedy::Blitz => self == Self::Games,
            Remedy::SingleGamesOrLot => self != Self::Arbiter,
            Remedy::Lot => matches!(self, Self::Lot { .. }),
            Remedy::Arbiter | Remedy::Organizer => true,
        }
    }
}

impl ResolvedTie {
    /// Tells that the regulation prescribes something else, if it does. `article` is of that.
    pub fn warning(&self, article: Option<&str>, language: Language) -> Option<String> {
        let prescribed = self.instead_of?.explain(language);
        let text = match language {
            Language::English => format!("the regulation prescribes: {prescribed}"),
            Language::Dutch => format!("het reglement schrijft voor: {prescribed}"),
            Language::Frisian => format!("it reglemint skriuwt foar: {prescribed}"),
        };
        Some(match article {
            Some(article) => format!("{text} ({article})"),
            None => text,
        })
    }

    /// Whether it is the tie of exactly these, given by number.
    pub(crate) fn is_of(&self, tied: &[Participant]) -> bool {
        let mut own = self.order.clone();
        own.sort_unstable();
        own == tied
    }
}
