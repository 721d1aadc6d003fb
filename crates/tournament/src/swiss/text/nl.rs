//! The Dutch texts.

use super::super::{FirstRound, FloatReason, Strength, Unpairable};
use super::catalogue::{Catalogue, ColorText};
use draughts::Color;

/// Dutch.
pub(super) struct Dutch;

impl Catalogue for Dutch {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "wit",
            Color::Black => "zwart",
        }
    }

    fn strength(&self, strength: Strength) -> &'static str {
        match strength {
            Strength::Light => "licht",
            Strength::Strong => "sterk",
            Strength::Absolute => "absoluut",
        }
    }

    fn and(&self) -> &'static str {
        "en"
    }

    fn pair(&self, white: &str, black: &str, reason: &str) -> String {
        format!("{white} heeft wit tegen {black}: {reason}")
    }

    fn color_reason(&self, text: &ColorText<'_>) -> String {
        match *text {
            ColorText::FirstRound => {
                "als eerste genoemd in de loting voor de eerste ronde (D)".to_owned()
            }
            ColorText::Both => "beiden krijgen hun kleurvoorkeur (KNDB E1)".to_owned(),
            ColorText::One { player, other } => {
                format!(
                    "{player} krijgt de kleurvoorkeur, {other} heeft nog niet gespeeld (KNDB E1)"
                )
            }
            ColorText::Stronger { color, player, stronger, weaker } => {
                let (color, stronger, weaker) =
                    (self.color(color), self.strength(stronger), self.strength(weaker));
                format!(
                    "beiden hebben voorkeur voor {color}, en die van {player} is het sterkst: \
                     {stronger} tegen {weaker} (KNDB E2)"
                )
            }
            ColorText::Alternation { color, white, white_round, black, black_round } => {
                let color = self.color(color);
                let text = format!(
                    "beiden hebben even sterk voorkeur voor {color}; {white} had zwart toen hun \
                     kleuren het laatst verschilden"
                );
                if white_round == black_round {
                    format!("{text}, in ronde {white_round} (KNDB E3)")
                } else {
                    format!(
                        "{text}, in ronde {white_round} van {white} en ronde {black_round} van \
                         {black}: ronden zonder partij tellen niet mee (E3, F4)"
                    )
                }
            }
            ColorText::HigherClassified { color, player } => {
                let color = self.color(color);
                format!(
                    "beiden hebben even sterk voorkeur voor {color} en hadden tot nu toe dezelfde \
                     kleuren; {player} is hoger geklasseerd (KNDB E4)"
                )
            }
            ColorText::NoPreference { player } => {
                format!("beiden hebben nog niet gespeeld; {player} is hoger geklasseerd (KNDB A4)")
            }
        }
    }

    fn float(&self, player: &str, points: &str, reason: &str) -> String {
        format!("{player} gaat uit de puntengroep van {points} naar de wachtkamer: {reason}")
    }

    fn float_reason(&self, reason: FloatReason) -> &'static str {
        match reason {
            FloatReason::NoOpponent => "in de groep is geen mogelijke tegenstander (KNDB C2)",
            FloatReason::RestUnpairable => "anders kan niet iedereen worden ingedeeld (KNDB C9)",
            FloatReason::OthersBarred => {
                "niemand anders van de groep mag vrij zijn: ieder had al een punt zonder te spelen (KNDB B1b)"
            }
            FloatReason::Size => "anders wordt de wachtkamer groter (KNDB C3)",
            FloatReason::FewestPoints => "anders gaan er spelers met meer punten (KNDB C4.1)",
            FloatReason::FloatsAgain => {
                "anders moeten meer spelers daarna opnieuw naar de wachtkamer (KNDB C4.2)"
            }
            FloatReason::NextWaitingRoom => {
                "anders wordt de wachtkamer van de volgende groep groter (KNDB C4.3)"
            }
            FloatReason::ScoreDifference => {
                "anders worden de puntverschillen in de paringen groter (KNDB B3)"
            }
            FloatReason::Color => {
                "anders krijgen minder spelers van de groep hun kleurvoorkeur (KNDB C4.4)"
            }
            FloatReason::HigherClassified => {
                "al het andere is gelijk, en dan wordt de hoger geklasseerde gekozen (KNDB C4.5)"
            }
        }
    }

    fn enlarged(&self, points: &str) -> String {
        format!(
            "de wachtkamer van de puntengroep van {points} is groter dan de groep zelf nodig \
             heeft, zodat iedereen daaronder kan worden ingedeeld (KNDB C9)"
        )
    }

    fn bye(&self, player: &str, reason: &str) -> String {
        format!("{player} heeft een vrije ronde (KNDB F1): {reason}")
    }

    fn drawn_bye(&self, first_round: FirstRound) -> &'static str {
        match first_round {
            FirstRound::EntrantsKnown => "de loting geeft die aan het eerste nummer (KNDB D1)",
            FirstRound::EntrantsUnknown => "de loting geeft die aan het laatste nummer (KNDB D2)",
        }
    }

    fn barred(&self, players: &str) -> String {
        format!("uitgesloten door een punt zonder te spelen (KNDB B1b): {players}")
    }

    fn exempt(&self, players: &str) -> String {
        format!(
            "in de laatste ronde geldt B2 niet voor spelers met meer dan de helft van de punten: \
             {players}"
        )
    }

    fn unpairable(&self, unpairable: Unpairable) -> &'static str {
        match unpairable {
            Unpairable::NoLegalPairing => {
                "er is geen toegestane indeling: hoe dan ook wordt B1 of B2 geschonden, en de \
                 arbiter beslist (KNDB C9)"
            }
            Unpairable::Over => "het toernooi is afgelopen: alle ronden zijn gespeeld",
        }
    }

    fn mutual_result(&self, player: &str) -> String {
        format!(
            "{player} is eerste door de partijen tussen degenen met de meeste punten (KNDB F12.2)"
        )
    }

    fn final_order(&self) -> &'static str {
        "de volgorde gaat naar punten, WP, SB en lotingsnummer (KNDB F12)"
    }
}
