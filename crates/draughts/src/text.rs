//! What the rules say to people, in English, Dutch and Frisian.
//!
//! Each text is a clause without a capital at its start and without a full stop, so that it can
//! stand alone or in a sentence. `explain` tells the arbiter all there is; `explain_neutrally` is
//! for players and spectators and gives no hint of captures or legal moves (rules art. 24).
//!
//! Articles are those of the rules that a game is played by; without rules, as in `Display`, none is
//! cited.

mod catalogue;
mod en;
mod fy;
mod nl;

use catalogue::Catalogue;

use crate::{
    Breach, Color, Count, IllegalMove, Irregularity, Obligation, Outcome, Reason, Refusal, RuleSet,
    Score,
};

/// A language that the rules speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, also for whoever asks for a language that is not spoken here.
    #[default]
    English,
    /// Dutch.
    Dutch,
    /// West Frisian.
    Frisian,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Dutch, Self::Frisian];

    /// Returns the language tag: `en`, `nl` or `fy`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Dutch => "nl",
            Self::Frisian => "fy",
        }
    }

    /// Returns the language that a tag such as `nl` or `fy-NL` begins with, in either case; English
    /// for any other.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
            .unwrap_or_default()
    }

    fn catalogue(self) -> &'static dyn Catalogue {
        match self {
            Self::English => &en::English,
            Self::Dutch => &nl::Dutch,
            Self::Frisian => &fy::Frisian,
        }
    }
}

impl Refusal {
    /// Tells the arbiter why the game does not do what it was told.
    #[must_use]
    pub fn explain(&self, rules: impl Into<Option<RuleSet>>, language: Language) -> String {
        language.catalogue().refusal(self, rules.into())
    }

    /// Tells players and spectators, without a hint (rules art. 24).
    #[must_use]
    pub fn explain_neutrally(&self, language: Language) -> String {
        catalogue::neutral_refusal(language.catalogue(), self)
    }
}

impl IllegalMove {
    /// Tells the arbiter which rule the move breaks and what was obligatory.
    #[must_use]
    pub fn explain(&self, rules: impl Into<Option<RuleSet>>, language: Language) -> String {
        language.catalogue().illegal_move(self, rules.into())
    }

    /// Tells players and spectators, without a hint (rules art. 24).
    #[must_use]
    pub fn explain_neutrally(&self, language: Language) -> String {
        language.catalogue().not_accepted(&self.played)
    }
}

impl Irregularity {
    /// Tells the arbiter what was played, which rule it breaks, its kind (art. 27), what was
    /// obligatory, and whether it is open which pieces were taken off.
    #[must_use]
    pub fn explain(&self, rules: impl Into<Option<RuleSet>>, language: Language) -> String {
        language.catalogue().irregularity(self, rules.into())
    }

    /// Tells players and spectators, without a hint (rules art. 24).
    #[must_use]
    pub fn explain_neutrally(&self, language: Language) -> String {
        language.catalogue().not_confirmed(&self.played)
    }
}

impl Obligation {
    /// Tells the arbiter what the maximum capture is: its worth and the moves that make it.
    #[must_use]
    pub fn explain(&self, language: Language) -> String {
        language.catalogue().obligation(self)
    }
}

impl Breach {
    /// Tells the arbiter the rule that a move breaks.
    #[must_use]
    pub fn explain(self, language: Language) -> &'static str {
        language.catalogue().breach(self)
    }
}

impl Outcome {
    /// Tells how the game ended, and by which article of its rules if they have one for it.
    #[must_use]
    pub fn explain(self, rules: RuleSet, language: Language) -> String {
        let catalogue = language.catalogue();
        let text = catalogue::outcome(catalogue, self);
        catalogue::with_article(text, self.reason.article(rules))
    }
}

impl Reason {
    /// Tells why a game ended as it did.
    #[must_use]
    pub fn explain(self, language: Language) -> &'static str {
        language.catalogue().reason(self)
    }
}

impl Score {
    /// Tells who won.
    #[must_use]
    pub fn explain(self, language: Language) -> &'static str {
        language.catalogue().score(self)
    }
}

impl Color {
    /// Names the side.
    #[must_use]
    pub fn name(self, language: Language) -> &'static str {
        language.catalogue().color(self)
    }
}

impl Count {
    /// Tells the arbiter how far the count is, which king it blocks, and the article that counts.
    #[must_use]
    pub fn explain(&self, rules: RuleSet, language: Language) -> String {
        let catalogue = language.catalogue();
        catalogue::with_article(catalogue.count(self), self.kind.article(rules))
    }
}
