//! The functions of `phrases::game` as methods of their subjects.

use draughts::{
    Breach, Color, Count, IllegalMove, Irregularity, Obligation, Outcome, Reason, RuleSet, Score,
};
use live_game::Refusal;
use phrases::{Language, game};

/// Has a text that cites the rules of a game.
pub(crate) trait ExplainUnder {
    fn explain(&self, rules: RuleSet, language: Language) -> String;
}

/// Has a text that cites nothing.
pub(crate) trait Explain {
    fn explain(&self, language: Language) -> String;
}

/// Has a text without a hint (rules art. 24).
pub(crate) trait ExplainNeutrally {
    fn explain_neutrally(&self, language: Language) -> String;
}

impl ExplainUnder for Refusal {
    fn explain(&self, rules: RuleSet, language: Language) -> String {
        game::refusal(self, rules, language)
    }
}

impl ExplainUnder for IllegalMove {
    fn explain(&self, rules: RuleSet, language: Language) -> String {
        game::illegal_move(self, rules, language)
    }
}

impl ExplainUnder for Irregularity {
    fn explain(&self, rules: RuleSet, language: Language) -> String {
        game::irregularity(self, rules, language)
    }
}

impl ExplainUnder for Count {
    fn explain(&self, rules: RuleSet, language: Language) -> String {
        game::count(self, rules, language)
    }
}

impl ExplainNeutrally for Refusal {
    fn explain_neutrally(&self, language: Language) -> String {
        game::neutral_refusal(self, language)
    }
}

impl ExplainNeutrally for IllegalMove {
    fn explain_neutrally(&self, language: Language) -> String {
        game::neutral_illegal_move(self, language)
    }
}

impl ExplainUnder for Outcome {
    fn explain(&self, rules: RuleSet, language: Language) -> String {
        game::outcome(*self, rules, language)
    }
}

impl Explain for Obligation {
    fn explain(&self, language: Language) -> String {
        game::obligation(self, language)
    }
}

impl Explain for Breach {
    fn explain(&self, language: Language) -> String {
        game::breach(*self, language)
    }
}

impl Explain for Reason {
    fn explain(&self, language: Language) -> String {
        game::reason(*self, language)
    }
}

impl Explain for Score {
    fn explain(&self, language: Language) -> String {
        game::score(*self, language)
    }
}

impl Explain for Color {
    fn explain(&self, language: Language) -> String {
        game::color(*self, language)
    }
}
