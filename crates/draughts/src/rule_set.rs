//! The rules that an event is played by.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// The moves and captures of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// International draughts: captures along the four diagonals, most pieces first.
    #[default]
    International,
    /// Frisian draughts: captures in eight directions, most valuable pieces first.
    Frisian,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 2] = [Self::International, Self::Frisian];

    /// Returns the stable name, `international` or `frisian`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::International => "international",
            Self::Frisian => "frisian",
        }
    }

    /// Returns the PDN game type, 20 for International and 40 for Frisian.
    #[must_use]
    pub const fn game_type(self) -> u32 {
        match self {
            Self::International => 20,
            Self::Frisian => 40,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.as_str() == text)
            .ok_or_else(|| VariantError { text: text.to_owned() })
    }
}

/// The error for a text that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown variant {text:?}, known are international and frisian")]
pub struct VariantError {
    /// The text.
    pub text: String,
}

/// The rules that a game is played by: a variant with its ends and draws.
///
/// ```
/// use draughts::{RuleSet, Variant};
///
/// let rules: RuleSet = "boxed-12200".parse()?;
/// assert_eq!(rules, RuleSet::Boxed12200);
/// assert_eq!(rules.variant(), Variant::International);
/// # Ok::<(), draughts::RuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// International draughts by the rules of the FMJD.
    #[default]
    International,
    /// International draughts by section D of the tournament regulation of 2006.
    International2006,
    /// International draughts by the rules of the FMJD, with article 7 of the regulation of 2006
    /// for draws that are agreed: the open group of that tournament (2006 art. 1, 14).
    International2006Open,
    /// International draughts by the sheet of the boxed game 12200.
    Boxed12200,
    /// Frisian draughts by the Frisian game rules.
    Frisian,
}

impl RuleSet {
    /// Every rule set.
    pub const ALL: [Self; 5] = [
        Self::International,
        Self::International2006,
        Self::International2006Open,
        Self::Boxed12200,
        Self::Frisian,
    ];

    /// Returns the stable name, such as `frisian`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::International => "international",
            Self::International2006 => "international-2006",
            Self::International2006Open => "international-2006-open",
            Self::Boxed12200 => "boxed-12200",
            Self::Frisian => "frisian",
        }
    }

    /// Returns the variant of these rules.
    #[must_use]
    pub const fn variant(self) -> Variant {
        match self {
            Self::International
            | Self::International2006
            | Self::International2006Open
            | Self::Boxed12200 => Variant::International,
            Self::Frisian => Variant::Frisian,
        }
    }

    /// Returns true if both sides lose a game in which they agree to a draw before each has made
    /// fifty moves (2006 art. 7).
    #[must_use]
    pub const fn forbids_early_draws(self) -> bool {
        matches!(self, Self::International2006 | Self::International2006Open)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<Self, RuleSetError> {
        Self::ALL
            .into_iter()
            .find(|rules| rules.as_str() == text)
            .ok_or_else(|| RuleSetError { text: text.to_owned() })
    }
}

/// The error for a text that names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown rule set {text:?}, known are international, international-2006, international-2006-open, \
     boxed-12200 and frisian"
)]
pub struct RuleSetError {
    /// The text.
    pub text: String,
}
