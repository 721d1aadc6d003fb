//! How ties were resolved.

use crate::ranking::{Participant, Remedy, Resolution, TieDecision};
use draughts::Language;

/// A tie that was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTie {
    /// Those who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// The way in which it was resolved.
    pub how: TieDecision,
    /// The prescribed remedy, where that is another one.
    pub instead_of: Option<Remedy>,
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

    /// As tables take it.
    pub(crate) fn resolution(&self) -> Resolution {
        Resolution { order: self.order.clone(), how: self.how }
    }

    /// Whether it is the tie of exactly these, given by number.
    pub(crate) fn is_of(&self, tied: &[Participant]) -> bool {
        let mut own = self.order.clone();
        own.sort_unstable();
        own == tied
    }
}
