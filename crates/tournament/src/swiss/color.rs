//! Colours: those that a player has had, wants and may have (A5, B2), and their allocation (section
//! E).

use super::PastRound;
use crate::RoundNumber;
use draughts::Color;

/// The strength of a preference (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// As many games with White as with Black: prefers the other colour than in the last game.
    Light,
    /// Prefers the colour that evens out the games with White and Black.
    Strong,
    /// The other colour would break B2.
    Absolute,
}

/// The colour that a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Preference {
    /// The colour.
    pub color: Color,
    /// The strength of the preference.
    pub strength: Strength,
}

/// The rule that gave two players their colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColorRule {
    /// The first round: the first-named has White (section D).
    FirstRound,
    /// Each player with a preference gets it (E1).
    BothPreferences,
    /// Both want the same colour, one more strongly (E2).
    StrongerPreference,
    /// Colours reversed from the last time that the two had different ones (E3). Both rounds are
    /// the same unless one of the players had rounds without a game, which are left out (F4).
    Alternation {
        /// The round in which the player who has White had Black.
        white_round: RoundNumber,
        /// The round in which the player who has Black had White.
        black_round: RoundNumber,
    },
    /// The preference of the higher classified (E4).
    HigherClassified,
    /// Neither has a preference: the higher classified has White.
    NoPreference,
}

/// The colours of the games that a player really played, and their balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColorHistory {
    /// The games from first to last. Rounds without a game are left out (F4).
    games: Vec<(RoundNumber, Color)>,
    /// Games with White less games with Black.
    balance: i32,
    /// True if B2 does not apply: in the last round, with more than half of the points (B2, A5a).
    is_exempt: bool,
}

impl ColorHistory {
    pub(super) fn new(history: &[PastRound], is_exempt: bool) -> Self {
        let games = history.iter().enumerate().filter_map(|(place, past)| {
            past.met().map(|(_, color)| (RoundNumber::from_index(place), color))
        });
        let games: Vec<_> = games.collect();
        let count = |wanted| games.iter().filter(|(_, color)| *color == wanted).count();
        let signed = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let balance = signed(count(Color::White)).saturating_sub(signed(count(Color::Black)));
        Self { games, balance, is_exempt }
    }

    /// Returns true if the player may have a colour (B2).
    pub(super) fn may_have(&self, color: Color) -> bool {
        !self.is_too_often(color) && !self.is_third(color)
    }

    /// Returns true if a colour would be too frequent in total (B2a). A colour that brings the
    /// balance nearer to 0 never is.
    pub(super) fn is_too_often(&self, color: Color) -> bool {
        let towards = match color {
            Color::White => self.balance,
            Color::Black => self.balance.saturating_neg(),
        };
        !self.is_exempt && towards >= 2
    }

    /// Returns true if a colour would be the same for the third time in a row (B2b).
    pub(super) fn is_third(&self, color: Color) -> bool {
        !self.is_exempt && self.last_two_alike() == Some(color)
    }

    /// Returns the colour that the player prefers (A5); `None` before the first game.
    pub(super) fn preference(&self) -> Option<Preference> {
        let (_, last) = *self.games.last()?;
        let towards_zero = match self.balance {
            0 => last.other(),
            1.. => Color::Black,
            _ => Color::White,
        };
        let strength = if self.balance == 0 { Strength::Light } else { Strength::Strong };
        let barred = Color::BOTH.into_iter().find(|color| !self.may_have(*color));
        Some(barred.map_or(Preference { color: towards_zero, strength }, |barred| Preference {
            color: barred.other(),
            strength: Strength::Absolute,
        }))
    }

    fn last_two_alike(&self) -> Option<Color> {
        match self.games.as_slice() {
            [.., (_, before), (_, last)] if before == last => Some(*last),
            _ => None,
        }
    }
}

/// Returns true if two players can be given colours without breaking B2.
pub(super) fn can_meet(a: &ColorHistory, b: &ColorHistory) -> bool {
    Color::BOTH.iter().any(|color| a.may_have(*color) && b.may_have(color.other()))
}

/// Returns the colour of the higher classified of two players, and the rule for it (section E).
pub(super) fn color_of_higher(higher: &ColorHistory, lower: &ColorHistory) -> (Color, ColorRule) {
    let (wanted, other) = match (higher.preference(), lower.preference()) {
        (None, None) => return (Color::White, ColorRule::NoPreference),
        (Some(wanted), None) => return (wanted.color, ColorRule::BothPreferences),
        (None, Some(other)) => return (other.color.other(), ColorRule::BothPreferences),
        (Some(wanted), Some(other)) => (wanted, other),
    };
    if wanted.color != other.color {
        return (wanted.color, ColorRule::BothPreferences);
    }
    if wanted.strength > other.strength {
        return (wanted.color, ColorRule::StrongerPreference);
    }
    if wanted.strength < other.strength {
        return (wanted.color.other(), ColorRule::StrongerPreference);
    }
    let mut games = higher.games.iter().rev().zip(lower.games.iter().rev());
    match games.find(|((_, own), (_, theirs))| own != theirs) {
        None => (wanted.color, ColorRule::HigherClassified),
        Some(((own_round, Color::Black), (their_round, _))) => {
            let (white_round, black_round) = (*own_round, *their_round);
            (Color::White, ColorRule::Alternation { white_round, black_round })
        }
        Some(((own_round, Color::White), (their_round, _))) => {
            let (white_round, black_round) = (*their_round, *own_round);
            (Color::Black, ColorRule::Alternation { white_round, black_round })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ColorHistory, ColorRule, Preference, Strength, can_meet, color_of_higher};
    use crate::swiss::PastRound;
    use crate::{PlayerId, RoundNumber};
    use draughts::Color::{self, Black, White};

    /// Makes a history from letters as in the rules: W, B (their Z), and _ for no game.
    fn history(letters: &str, is_exempt: bool) -> ColorHistory {
        let past = |letter| {
            Color::from_letter(letter).map_or(PastRound::NotPaired, |color| PastRound::Adjourned {
                opponent: PlayerId::FIRST,
                color,
            })
        };
        let rounds: Vec<_> = letters.chars().map(past).collect();
        ColorHistory::new(&rounds, is_exempt)
    }

    #[track_caller]
    fn check_preference(letters: &str, expected: Option<(Color, Strength)>) {
        let expected = expected.map(|(color, strength)| Preference { color, strength });
        assert_eq!(history(letters, false).preference(), expected, "{letters}");
    }

    #[test]
    fn a5_what_a_player_wants() {
        check_preference("", None);
        check_preference("__", None);
        check_preference("W", Some((Black, Strength::Strong)));
        check_preference("WB", Some((White, Strength::Light)));
        check_preference("BW", Some((Black, Strength::Light)));
        check_preference("WBW", Some((Black, Strength::Strong)));
        check_preference("BB", Some((White, Strength::Absolute)));
        check_preference("WBB", Some((White, Strength::Absolute)));
        check_preference("BBWW", Some((Black, Strength::Absolute)));
        check_preference("WWBW", Some((Black, Strength::Absolute)));
        // A round without a game does not break a run.
        check_preference("BW_W", Some((Black, Strength::Absolute)));
    }

    #[test]
    fn b2_nobody_gets_a_colour_too_often() {
        for (letters, white, black) in [
            ("", true, true),
            ("WB", true, true),
            ("WW", false, true),
            ("BBWW", false, true),
            ("WWBW", false, true),
            ("BBWB", true, false),
            ("WBBWW", false, true),
        ] {
            let one = history(letters, false);
            assert_eq!((one.may_have(White), one.may_have(Black)), (white, black), "{letters}");
            let exempt = history(letters, true);
            assert!(exempt.may_have(White) && exempt.may_have(Black), "{letters}");
        }
        let (one, other) = (history("WW", false), history("_BWW", false));
        assert!(!can_meet(&one, &other));
        assert!(can_meet(&one, &history("WW", true)), "each is protected for themselves");
    }

    #[test]
    fn a5a_more_than_half_of_the_points_before_the_last_round() {
        let wants = |letters| history(letters, true).preference();
        let strong = Preference { color: Black, strength: Strength::Strong };
        assert_eq!(wants("WWBW"), Some(strong));
        let light = Preference { color: Black, strength: Strength::Light };
        assert_eq!(wants("BBWW"), Some(light));
    }

    #[track_caller]
    fn check_pair(higher: &str, lower: &str, color: Color, rule: ColorRule) {
        let found = color_of_higher(&history(higher, false), &history(lower, false));
        assert_eq!(found, (color, rule), "{higher} {lower}");
    }

    /// Returns the rule with the rounds in which White had Black and Black had White.
    fn alternation(white_round: u32, black_round: u32) -> ColorRule {
        let round = |number| RoundNumber::new(number).unwrap();
        ColorRule::Alternation { white_round: round(white_round), black_round: round(black_round) }
    }

    #[test]
    fn e_who_gets_which_colour() {
        check_pair("W", "B", Black, ColorRule::BothPreferences);
        check_pair("WB", "W", White, ColorRule::BothPreferences);
        // Only one player has a preference, and neither has.
        check_pair("", "W", White, ColorRule::BothPreferences);
        check_pair("W", "", Black, ColorRule::BothPreferences);
        check_pair("", "_", White, ColorRule::NoPreference);
        // Absolute before strong before light.
        check_pair("W", "WW", White, ColorRule::StrongerPreference);
        check_pair("WW", "W", Black, ColorRule::StrongerPreference);
        check_pair("BW", "W", White, ColorRule::StrongerPreference);
        // Equal preferences: reversed from the last time they differed, or the higher's preference.
        check_pair("BWBW", "WBBW", Black, alternation(2, 2));
        check_pair("WBBW", "BWBW", White, alternation(2, 2));
        check_pair("BW", "BW", Black, ColorRule::HigherClassified);
        check_pair("BW", "BWBW", Black, ColorRule::HigherClassified);
    }

    #[test]
    fn f4_rounds_without_a_game_are_left_out() {
        // ZWW_Z is treated as _ZWWZ.
        check_pair("BWW_B", "_BWWB", White, ColorRule::HigherClassified);
        check_pair("BWW_B", "_WBWB", Black, alternation(3, 2));
        check_pair("_BWWB", "BWWB_", White, ColorRule::HigherClassified);
        // WZ_WZ is treated as _WZWZ.
        check_pair("WB_WB", "_BWWB", White, alternation(2, 3));
        check_pair("_BWWB", "WB_WB", Black, alternation(2, 3));
        // ZWW_Z_W is treated as __ZWWZW.
        check_pair("BWW_B_W", "__BWWBW", Black, ColorRule::HigherClassified);
        check_pair("BWW_B_W", "WBWBW__", Black, alternation(2, 2));
        check_pair("WBWBW__", "BWW_B_W", White, alternation(2, 2));
    }
}
