//! Which colour a player has had, wants and may have (A5, B2), and who gets which (section E).

use super::PastRound;
use draughts::Color;

/// How strong a preference is (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// As many games with White as with Black: the other colour than in the last game.
    Light,
    /// Towards as many games with White as with Black.
    Strong,
    /// The other colour would break B2.
    Absolute,
}

/// The colour that a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Preference {
    /// The colour.
    pub color: Color,
    /// How strongly.
    pub strength: Strength,
}

/// Which rule gave two players their colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColorRule {
    /// The first round: the first-named has White (section D).
    FirstRound,
    /// Everybody who has a preference gets it (E1).
    BothPreferences,
    /// Both want the same, one more strongly (E2).
    StrongerPreference,
    /// Other colours than in the round in which the two last had different ones (E3).
    Alternation,
    /// The preference of the higher classified (E4).
    HigherClassified,
    /// Neither has a preference: the higher classified has White.
    NoPreference,
}

/// The colours of the games that a player really played, and what follows from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColorHistory {
    /// From the first game to the last. Rounds without a game are left out (F4).
    colors: Vec<Color>,
    /// Games with White less games with Black.
    balance: i32,
    /// B2 does not hold: the last round, and more than half of the points (B2, A5a).
    is_exempt: bool,
}

impl ColorHistory {
    pub(super) fn new(history: &[PastRound], is_exempt: bool) -> Self {
        let colors: Vec<_> =
            history.iter().filter_map(PastRound::met).map(|(_, color)| color).collect();
        let count = |wanted| colors.iter().filter(|color| **color == wanted).count();
        let signed = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let balance = signed(count(Color::White)).saturating_sub(signed(count(Color::Black)));
        Self { colors, balance, is_exempt }
    }

    /// Whether the player may have a colour (B2). One that brings the balance nearer to 0 is never
    /// too much.
    pub(super) fn may_have(&self, color: Color) -> bool {
        let towards = match color {
            Color::White => self.balance,
            Color::Black => self.balance.saturating_neg(),
        };
        let is_third = self.last_two_alike() == Some(color);
        self.is_exempt || (towards < 2 && !is_third)
    }

    /// What the player wants (A5); nothing before the first game.
    pub(super) fn preference(&self) -> Option<Preference> {
        let last = *self.colors.last()?;
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
        match self.colors.as_slice() {
            [.., before, last] if before == last => Some(*last),
            _ => None,
        }
    }
}

/// Whether two players can be given colours without breaking B2.
pub(super) fn can_meet(a: &ColorHistory, b: &ColorHistory) -> bool {
    Color::BOTH.iter().any(|color| a.may_have(*color) && b.may_have(color.other()))
}

/// The colour of the higher classified of two players, and the rule that says so (section E).
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
    let mut rounds = higher.colors.iter().rev().zip(lower.colors.iter().rev());
    rounds
        .find(|(own, theirs)| own != theirs)
        .map_or((wanted.color, ColorRule::HigherClassified), |(own, _)| {
            (own.other(), ColorRule::Alternation)
        })
}
