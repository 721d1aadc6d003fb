//! The English texts.

use super::super::{FirstRound, FloatReason, Strength, Unpairable};
use super::catalogue::{Catalogue, ColorText};
use draughts::Color;

/// English.
pub(super) struct English;

impl Catalogue for English {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    fn strength(&self, strength: Strength) -> &'static str {
        match strength {
            Strength::Light => "light",
            Strength::Strong => "strong",
            Strength::Absolute => "absolute",
        }
    }

    fn and(&self) -> &'static str {
        "and"
    }

    fn pair(&self, white: &str, black: &str, reason: &str) -> String {
        format!("{white} has White against {black}: {reason}")
    }

    fn color_reason(&self, text: &ColorText<'_>) -> String {
        match *text {
            ColorText::FirstRound => "named first in the draw for the first round (D)".to_owned(),
            ColorText::Both => "both get the colour they prefer (KNDB E1)".to_owned(),
            ColorText::One { player, other } => {
                format!("{player} gets the preferred colour, {other} has not played yet (KNDB E1)")
            }
            ColorText::Stronger { color, player, stronger, weaker } => {
                let (color, stronger, weaker) =
                    (self.color(color), self.strength(stronger), self.strength(weaker));
                format!(
                    "both prefer {color}, and the preference of {player} is the stronger: \
                     {stronger} against {weaker} (KNDB E2)"
                )
            }
            ColorText::Alternation { color, white, white_round, black, black_round } => {
                let color = self.color(color);
                let text = format!(
                    "both prefer {color} equally; {white} had Black when their colours last \
                     differed"
                );
                if white_round == black_round {
                    format!("{text}, in round {white_round} (KNDB E3)")
                } else {
                    format!(
                        "{text}, in round {white_round} of {white} and round {black_round} of \
                         {black}: rounds without a game are left out (E3, F4)"
                    )
                }
            }
            ColorText::HigherClassified { color, player } => {
                let color = self.color(color);
                format!(
                    "both prefer {color} equally and had the same colours so far; {player} is \
                     classified higher (KNDB E4)"
                )
            }
            ColorText::NoPreference { player } => {
                format!("neither has played yet; {player} is classified higher (KNDB A4)")
            }
        }
    }

    fn float(&self, player: &str, points: &str, reason: &str) -> String {
        format!("{player} goes from the score group of {points} to the waiting room: {reason}")
    }

    fn float_reason(&self, reason: FloatReason) -> &'static str {
        match reason {
            FloatReason::NoOpponent => "there is no possible opponent in the group (KNDB C2)",
            FloatReason::RestUnpairable => "otherwise not everybody could be paired (KNDB C9)",
            FloatReason::OthersBarred => {
                "nobody else of the group may have the bye: each had a point without playing (KNDB B1b)"
            }
            FloatReason::Size => "otherwise the waiting room would be larger (KNDB C3)",
            FloatReason::FewestPoints => "otherwise players with more points would go (KNDB C4.1)",
            FloatReason::FloatsAgain => {
                "otherwise more players would have to go to the next waiting room again (KNDB C4.2)"
            }
            FloatReason::NextWaitingRoom => {
                "otherwise the waiting room of the next group would be larger (KNDB C4.3)"
            }
            FloatReason::ScoreDifference => {
                "otherwise the differences of points within the pairs would be larger (KNDB B3)"
            }
            FloatReason::Color => {
                "otherwise fewer players of the group would get the colour they prefer (KNDB C4.4)"
            }
            FloatReason::HigherClassified => {
                "all else is equal, and then the higher classified is chosen (KNDB C4.5)"
            }
        }
    }

    fn enlarged(&self, points: &str) -> String {
        format!(
            "the waiting room of the score group of {points} is larger than the group itself \
             needs, so that everybody below can be paired (KNDB C9)"
        )
    }

    fn bye(&self, player: &str, reason: &str) -> String {
        format!("{player} has the bye (KNDB F1): {reason}")
    }

    fn drawn_bye(&self, first_round: FirstRound) -> &'static str {
        match first_round {
            FirstRound::EntrantsKnown => "the draw gives it to the first lot (KNDB D1)",
            FirstRound::EntrantsUnknown => "the draw gives it to the last lot (KNDB D2)",
        }
    }

    fn barred(&self, players: &str) -> String {
        format!("barred by a point without playing (KNDB B1b): {players}")
    }

    fn exempt(&self, players: &str) -> String {
        format!(
            "in the last round B2 does not hold for players with more than half of the points: \
             {players}"
        )
    }

    fn unpairable(&self, unpairable: Unpairable) -> &'static str {
        match unpairable {
            Unpairable::NoLegalPairing => {
                "there is no legal pairing: whatever is tried, B1 or B2 is broken, and the arbiter \
                 decides (KNDB C9)"
            }
            Unpairable::Over => "the tournament is over: all rounds were played",
        }
    }

    fn mutual_result(&self, player: &str) -> String {
        format!("{player} is first by the games between those with the most points (KNDB F12.2)")
    }

    fn final_order(&self) -> &'static str {
        "the order is by points, WP, SB and lot (KNDB F12)"
    }
}
