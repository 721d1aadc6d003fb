//! The texts of `phrases::game` as methods of what they are about.

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

macro_rules! said {
    ($trait:ident $method:ident($($name:ident: $kind:ty),*): $($type:ty => $function:path),* $(,)?) => {
        $(impl $trait for $type {
            fn $method(&self, $($name: $kind),*) -> String {
                $function(self, $($name),*)
            }
        })*
    };
}

said!(ExplainUnder explain(rules: RuleSet, language: Language):
    Refusal => game::refusal,
    IllegalMove => game::illegal_move,
    Irregularity => game::irregularity,
    Count => game::count,
);

said!(ExplainNeutrally explain_neutrally(language: Language):
    Refusal => game::neutral_refusal,
    IllegalMove => game::neutral_illegal_move,
    Irregularity => game::neutral_irregularity,
);

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
