//! Opponent, colour and result of a round: eight characters of a player's line.

use super::{ByeCode, EntryFault, GameCode, RoundEntry, Trf};
use crate::PlayerId;
use draughts::Color;

impl RoundEntry {
    /// Reads the columns of opponent, colour and result. Old files use the codes of games for byes,
    /// too.
    pub(super) fn read(opponent: &str, color: &str, result: &str) -> Result<Self, EntryFault> {
        let opponent = match opponent.trim() {
            "" => None,
            digits => match number(digits).ok_or(EntryFault::Opponent)? {
                0 => None,
                number => Some(PlayerId::new(number).map_err(|_zero| EntryFault::Opponent)?),
            },
        };
        let color = match color.trim() {
            "" | "-" => None,
            "w" | "W" => Some(Color::White),
            "b" | "B" => Some(Color::Black),
            _ => return Err(EntryFault::Color),
        };
        let result = result.trim().to_ascii_uppercase();
        match opponent {
            Some(opponent) => {
                let result = match result.as_str() {
                    "" => GameCode::Open,
                    "1" => GameCode::Win,
                    "=" => GameCode::Draw,
                    "0" => GameCode::Loss,
                    "W" => GameCode::ShortWin,
                    "D" => GameCode::ShortDraw,
                    "L" => GameCode::ShortLoss,
                    "+" => GameCode::ForfeitWin,
                    "-" => GameCode::ForfeitLoss,
                    "H" | "F" | "U" | "Z" => return Err(EntryFault::ByeWithOpponent),
                    _ => return Err(EntryFault::Result),
                };
                Ok(Self::Game { opponent, color, result })
            }
            None if color.is_some() => Err(EntryFault::ColorWithoutOpponent),
            None => match result.as_str() {
                "" => Ok(Self::Blank),
                "H" | "=" | "D" => Ok(Self::Bye(ByeCode::Half)),
                "F" | "+" | "1" | "W" => Ok(Self::Bye(ByeCode::Full)),
                "U" => Ok(Self::Bye(ByeCode::Pairing)),
                "Z" | "-" | "0" | "L" => Ok(Self::Bye(ByeCode::Zero)),
                _ => Err(EntryFault::Result),
            },
        }
    }

    /// Returns the columns from the opponent's to the result's.
    pub(super) fn columns(self) -> String {
        match self {
            Self::Blank => " ".repeat(8),
            Self::Game { opponent, color, result } => {
                let color = match color {
                    Some(Color::White) => 'w',
                    Some(Color::Black) => 'b',
                    None => '-',
                };
                format!("{opponent:>4} {color} {}", result.letter())
            }
            Self::Bye(bye) => format!("0000 - {}", bye.letter()),
        }
    }
}

impl GameCode {
    /// Returns the letter of the format, a space for none.
    pub fn letter(self) -> char {
        match self {
            Self::Win => '1',
            Self::Draw => '=',
            Self::Loss => '0',
            Self::ShortWin => 'W',
            Self::ShortDraw => 'D',
            Self::ShortLoss => 'L',
            Self::ForfeitWin => '+',
            Self::ForfeitLoss => '-',
            Self::Open => ' ',
        }
    }

    /// Returns true if the opponent can have the other code.
    pub(super) fn agrees_with(self, other: Self) -> bool {
        match self {
            // Both can lose, by a ruling or because neither came.
            Self::Win => other == Self::Loss,
            Self::Draw => other == Self::Draw,
            Self::Loss => matches!(other, Self::Win | Self::Loss),
            Self::ShortWin => other == Self::ShortLoss,
            Self::ShortDraw => other == Self::ShortDraw,
            Self::ShortLoss => matches!(other, Self::ShortWin | Self::ShortLoss),
            Self::ForfeitWin => other == Self::ForfeitLoss,
            Self::ForfeitLoss => matches!(other, Self::ForfeitWin | Self::ForfeitLoss),
            Self::Open => other == Self::Open,
        }
    }
}

impl ByeCode {
    /// Returns the letter of the format.
    pub fn letter(self) -> char {
        match self {
            Self::Half => 'H',
            Self::Full => 'F',
            Self::Pairing => 'U',
            Self::Zero => 'Z',
        }
    }
}

/// Reads a number of up to four digits.
pub(super) fn number(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| digits.parse::<u32>().ok()).flatten()?;
    (number <= Trf::NUMBER_MAX).then_some(number)
}
