//! What a season gave to whom, in English, Dutch and Frisian.
//!
//! Each text is a clause without a capital at its start and without a full stop.

use super::{Filling, YearEnd};
use draughts::Language;

impl Filling {
    /// Tells how a place came to be taken.
    pub fn explain(self, language: Language) -> String {
        let [english, dutch, frisian] = match self {
            Self::Kept => [
                "keeps the number of the final order",
                "houdt het nummer van de eindstand",
                "hâldt it nûmer fan de einstân",
            ],
            Self::Promoted => [
                "promoted from the class below",
                "gepromoveerd uit de klasse eronder",
                "promovearre út de klasse dêrûnder",
            ],
            Self::PromotedFromHa => {
                ["promoted from HA", "gepromoveerd uit HA", "promovearre út HA"]
            }
            Self::Relegated => [
                "relegated from the class above",
                "gedegradeerd uit de klasse erboven",
                "degradearre út de klasse dêrboppe",
            ],
            Self::FilledFromBelow => [
                "fills an empty place, from the class below",
                "vult een open plaats, uit de klasse eronder",
                "follet in iepen plak, út de klasse dêrûnder",
            ],
            Self::FilledByRelegated => [
                "fills an empty place and so is not relegated",
                "vult een open plaats en degradeert daarom niet",
                "follet in iepen plak en degradearret dêrom net",
            ],
        };
        let text = pick(language, english, dutch, frisian);
        format!("{text} ({})", self.article())
    }
}

impl YearEnd {
    /// Tells why the class is another next year, or is not (appendix 4).
    pub fn explain(&self, language: Language) -> String {
        let (points, class, next) = (self.last_four, self.class, self.next_class);
        match class.points_max() {
            Some(most) if next != class => pick(
                language,
                format!("to {next}: {points} points in four years, more than {most} (appendix 4)"),
                format!("naar {next}: {points} punten in vier jaar, meer dan {most} (bijlage 4)"),
                format!("nei {next}: {points} punten yn fjouwer jier, mear as {most} (bylage 4)"),
            ),
            Some(most) => pick(
                language,
                format!(
                    "stays in {class}: {points} points in four years, not more than {most} (appendix 4)"
                ),
                format!(
                    "blijft in {class}: {points} punten in vier jaar, niet meer dan {most} (bijlage 4)"
                ),
                format!(
                    "bliuwt yn {class}: {points} punten yn fjouwer jier, net mear as {most} (bylage 4)"
                ),
            ),
            None => pick(
                language,
                format!("{class} is not left for points (appendix 4)"),
                format!("uit {class} promoveert men niet op punten (bijlage 4)"),
                format!("út {class} promovearret men net op punten (bylage 4)"),
            ),
        }
    }
}

fn pick<T>(language: Language, english: T, dutch: T, frisian: T) -> T {
    match language {
        Language::English => english,
        Language::Dutch => dutch,
        Language::Frisian => frisian,
    }
}
