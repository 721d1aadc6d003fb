//! The Frisian texts.

use super::super::{FirstRound, FloatReason, Strength, Unpairable};
use super::catalogue::{Catalogue, ColorText};
use draughts::Color;

/// Frisian.
pub(super) struct Frisian;

impl Catalogue for Frisian {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "wyt",
            Color::Black => "swart",
        }
    }

    fn strength(&self, strength: Strength) -> &'static str {
        match strength {
            Strength::Light => "licht",
            Strength::Strong => "sterk",
            Strength::Absolute => "absolút",
        }
    }

    fn and(&self) -> &'static str {
        "en"
    }

    fn pair(&self, white: &str, black: &str, reason: &str) -> String {
        format!("{white} hat wyt tsjin {black}: {reason}")
    }

    fn color_reason(&self, text: &ColorText<'_>) -> String {
        match *text {
            ColorText::FirstRound => {
                "as earste neamd yn de lotting foar de earste ronde (D)".to_owned()
            }
            ColorText::Both => "beide krije har kleurfoarkar (KNDB E1)".to_owned(),
            ColorText::One { player, other } => {
                format!("{player} kriget de kleurfoarkar, {other} hat noch net spile (KNDB E1)")
            }
            ColorText::Stronger { color, player, stronger, weaker } => {
                let (color, stronger, weaker) =
                    (self.color(color), self.strength(stronger), self.strength(weaker));
                format!(
                    "beide hawwe foarkar foar {color}, en dy fan {player} is it sterkst: \
                     {stronger} tsjin {weaker} (KNDB E2)"
                )
            }
            ColorText::Alternation { color, white, white_round, black, black_round } => {
                let color = self.color(color);
                let text = format!(
                    "beide hawwe like sterk foarkar foar {color}; {white} hie swart doe't har \
                     kleuren it lêst ferskilden"
                );
                if white_round == black_round {
                    format!("{text}, yn ronde {white_round} (KNDB E3)")
                } else {
                    format!(
                        "{text}, yn ronde {white_round} fan {white} en ronde {black_round} fan \
                         {black}: ronden sûnder partij telle net mei (E3, F4)"
                    )
                }
            }
            ColorText::HigherClassified { color, player } => {
                let color = self.color(color);
                format!(
                    "beide hawwe like sterk foarkar foar {color} en hiene oant no ta deselde \
                     kleuren; {player} is heger klassearre (KNDB E4)"
                )
            }
            ColorText::NoPreference { player } => {
                format!("beide hawwe noch net spile; {player} is heger klassearre (KNDB A4)")
            }
        }
    }

    fn float(&self, player: &str, points: &str, reason: &str) -> String {
        format!("{player} giet út de puntegroep fan {points} nei de wachtkeamer: {reason}")
    }

    fn float_reason(&self, reason: FloatReason) -> &'static str {
        match reason {
            FloatReason::NoOpponent => "yn de groep is gjin mooglike tsjinstanner (KNDB C2)",
            FloatReason::RestUnpairable => "oars kin net elkenien yndield wurde (KNDB C9)",
            FloatReason::OthersBarred => {
                "nimmen oars fan de groep mei frij wêze: elk hie al in punt sûnder te spyljen (KNDB B1b)"
            }
            FloatReason::Size => "oars wurdt de wachtkeamer grutter (KNDB C3)",
            FloatReason::FewestPoints => "oars geane der spilers mei mear punten (KNDB C4.1)",
            FloatReason::FloatsAgain => {
                "oars moatte mear spilers dêrnei op 'e nij nei de wachtkeamer (KNDB C4.2)"
            }
            FloatReason::NextWaitingRoom => {
                "oars wurdt de wachtkeamer fan de folgjende groep grutter (KNDB C4.3)"
            }
            FloatReason::ScoreDifference => {
                "oars wurde de puntferskillen yn de pearen grutter (KNDB B3)"
            }
            FloatReason::Color => {
                "oars krije minder spilers fan de groep har kleurfoarkar (KNDB C4.4)"
            }
            FloatReason::HigherClassified => {
                "al it oare is gelyk, en dan wurdt de heger klassearre keazen (KNDB C4.5)"
            }
        }
    }

    fn enlarged(&self, points: &str) -> String {
        format!(
            "de wachtkeamer fan de puntegroep fan {points} is grutter as de groep sels nedich hat, \
             sadat elkenien dêrûnder yndield wurde kin (KNDB C9)"
        )
    }

    fn bye(&self, player: &str, reason: &str) -> String {
        format!("{player} hat in frije ronde (KNDB F1): {reason}")
    }

    fn drawn_bye(&self, first_round: FirstRound) -> &'static str {
        match first_round {
            FirstRound::EntrantsKnown => "de lotting jout dy oan it earste nûmer (KNDB D1)",
            FirstRound::EntrantsUnknown => "de lotting jout dy oan it lêste nûmer (KNDB D2)",
        }
    }

    fn barred(&self, players: &str) -> String {
        format!("útsletten troch in punt sûnder te spyljen (KNDB B1b): {players}")
    }

    fn exempt(&self, players: &str) -> String {
        format!(
            "yn de lêste ronde jildt B2 net foar spilers mei mear as de helte fan de punten: \
             {players}"
        )
    }

    fn unpairable(&self, unpairable: Unpairable) -> &'static str {
        match unpairable {
            Unpairable::NoLegalPairing => {
                "der is gjin tastiene yndieling: hoe dan ek wurdt B1 of B2 skeind, en de arbiter \
                 beslist (KNDB C9)"
            }
            Unpairable::Over => "it toernoai is dien: alle ronden binne spile",
        }
    }

    fn mutual_result(&self, player: &str) -> String {
        format!(
            "{player} is earste troch de partijen tusken dyjingen mei de measte punten (KNDB F12.2)"
        )
    }

    fn final_order(&self) -> &'static str {
        "de folchoarder giet nei punten, WP, SB en lotnûmer (KNDB F12)"
    }
}
