//! What a pairing says to people, in English, Dutch and Frisian: why everybody plays whom, and as
//! what.
//!
//! Each text is a clause without a full stop, and cites the articles of the KNDB. How players are
//! called is the caller's business.

mod catalogue;
mod en;
mod fy;
mod nl;
#[cfg(test)]
mod tests;

use super::{
    ByeReason, ColorRule, FinalRanking, Preference, ScoreGroup, Strength, SwissBye, SwissPair,
    SwissRound, Unpairable,
};
use crate::PlayerId;
use catalogue::{Catalogue, ColorText, players, points};
use draughts::{Color, Language};

/// Every text of a language.
fn catalogue(language: Language) -> &'static dyn Catalogue {
    match language {
        Language::English => &en::English,
        Language::Dutch => &nl::Dutch,
        Language::Frisian => &fy::Frisian,
    }
}

impl SwissRound {
    /// Tells why the round is paired as it is: who is free from B2, who went to which waiting room
    /// and why, who has the bye and why, and then why each pair has its colours, in the order of
    /// publication. `name` gives each player a name.
    pub fn explain(&self, language: Language, name: impl Fn(PlayerId) -> String) -> Vec<String> {
        let mut texts = Vec::new();
        if !self.exempt.is_empty() {
            let catalogue = catalogue(language);
            texts.push(catalogue.exempt(&players(catalogue, &self.exempt, &name)));
        }
        // Whoever leaves the last group has the bye, which is told by itself.
        let with_floats = self.groups.len().saturating_sub(self.bye.is_some().into());
        for group in self.groups.iter().take(with_floats) {
            texts.extend(group.explain(language, &name));
        }
        texts.extend(self.bye.iter().map(|bye| bye.explain(language, &name)));
        texts.extend(self.pairs.iter().map(|pair| pair.explain(language, &name)));
        texts
    }
}

impl ScoreGroup {
    /// Tells whether the waiting room is enlarged (C9), and of each player in it why (C2 to C4). In
    /// the last group that is who has the bye.
    pub fn explain(&self, language: Language, name: impl Fn(PlayerId) -> String) -> Vec<String> {
        let catalogue = catalogue(language);
        let points = points(self.points);
        let enlarged = self.is_enlarged.then(|| catalogue.enlarged(&points));
        let floats = self.waiting.iter().map(|float| {
            catalogue.float(&name(float.player), &points, catalogue.float_reason(float.reason))
        });
        enlarged.into_iter().chain(floats).collect()
    }
}

impl SwissBye {
    /// Tells why this player has the bye (D, F1), and who cannot have it (B1b).
    pub fn explain(&self, language: Language, name: impl Fn(PlayerId) -> String) -> String {
        let catalogue = catalogue(language);
        let reason = match self.reason {
            ByeReason::FirstRound(first_round) => catalogue.drawn_bye(first_round),
            ByeReason::LeftOver(reason) => catalogue.float_reason(reason),
        };
        let text = catalogue.bye(&name(self.player), reason);
        if self.barred.is_empty() {
            return text;
        }
        format!("{text}; {}", catalogue.barred(&players(catalogue, &self.barred, &name)))
    }
}

impl SwissPair {
    /// Tells who has which colour and by which rule (D, E1 to E4).
    pub fn explain(&self, language: Language, name: impl Fn(PlayerId) -> String) -> String {
        let catalogue = catalogue(language);
        let (white, black) = (name(self.white), name(self.black));
        let text = self.color_text(&white, &black);
        catalogue.pair(&white, &black, &catalogue.color_reason(&text))
    }

    /// What there is to say about the colours, whatever the language.
    fn color_text<'a>(&self, white: &'a str, black: &'a str) -> ColorText<'a> {
        let wanted = (self.white_wanted, self.black_wanted);
        // With E2 to E4 both want the same colour.
        let color = self.white_wanted.map_or(Color::White, |wanted| wanted.color);
        match self.color_rule {
            ColorRule::FirstRound => ColorText::FirstRound,
            ColorRule::BothPreferences => match wanted {
                (Some(_), None) => ColorText::One { player: white, other: black },
                (None, Some(_)) => ColorText::One { player: black, other: white },
                (None, None) | (Some(_), Some(_)) => ColorText::Both,
            },
            ColorRule::StrongerPreference => {
                let strength = |wanted: Option<Preference>| {
                    wanted.map_or(Strength::Light, |wanted| wanted.strength)
                };
                let (of_white, of_black) = (strength(wanted.0), strength(wanted.1));
                let (player, stronger, weaker) = match color {
                    Color::White => (white, of_white, of_black),
                    Color::Black => (black, of_black, of_white),
                };
                ColorText::Stronger { color, player, stronger, weaker }
            }
            ColorRule::Alternation { white_round, black_round } => {
                ColorText::Alternation { color, white, white_round, black, black_round }
            }
            ColorRule::HigherClassified => {
                let player = match color {
                    Color::White => white,
                    Color::Black => black,
                };
                ColorText::HigherClassified { color, player }
            }
            ColorRule::NoPreference => ColorText::NoPreference { player: white },
        }
    }
}

impl Unpairable {
    /// Tells why there is no pairing.
    pub fn explain(self, language: Language) -> &'static str {
        catalogue(language).unpairable(self)
    }
}

impl FinalRanking {
    /// Tells what the order goes by, and whether the games between those in the lead decided who is
    /// first (F12).
    pub fn explain(&self, language: Language, name: impl Fn(PlayerId) -> String) -> Vec<String> {
        let catalogue = catalogue(language);
        let first = self.scores.first().filter(|_| self.is_decided_by_mutual_result);
        let mutual = first.map(|first| catalogue.mutual_result(&name(first.player)));
        mutual.into_iter().chain([catalogue.final_order().to_owned()]).collect()
    }
}
