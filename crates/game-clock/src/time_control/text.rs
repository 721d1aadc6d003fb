//! Numbers and errors that both written forms of a time control share.

use super::TimeControlError;
use std::num::ParseIntError;
use std::time::Duration;

/// The reason for which a text is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// The text is `?`.
    #[error("the time control is unknown (?)")]
    Unknown,
    /// The text is `-`.
    #[error("the game has no time control (-)")]
    Untimed,
    /// The text is `*seconds`.
    #[error("a sandclock (*) is no time control that can be kept here")]
    Sandclock,
    /// A part is not a number of seconds.
    #[error("{text:?} is not a number of seconds, as in 4800+60 or 600")]
    NotSeconds {
        /// The unreadable part, cut after 40 characters.
        text: String,
    },
    /// A part is not a time with its units.
    #[error("{text:?} is not a time with its units, as in 1h20m, 90m or 60s")]
    NotTime {
        /// The unreadable part, cut after 40 characters.
        text: String,
    },
    /// A part has more than three decimals.
    #[error("{text:?} has more than three decimals")]
    TooManyDecimals {
        /// The part, cut after 40 characters.
        text: String,
    },
    /// The text before a `/` is not a number of moves.
    #[error("{text:?} is not a number of moves, as in 50/7200 or 50/2h")]
    NotMoves {
        /// The unreadable part, cut after 40 characters.
        text: String,
    },
    /// The text can be read, but its stages are no time control.
    #[error(transparent)]
    OutOfRange(#[from] TimeControlError),
}

/// Returns the first 40 characters of an unreadable text.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads a number of seconds with at most three decimals.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, ParseTimeControlError> {
    let not_seconds = |_: ParseIntError| ParseTimeControlError::NotSeconds { text: shown(text) };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    // `u64::from_str` would also take a sign, which the PDN form does not have.
    if !is_digits(whole) || !is_digits(decimals) {
        return Err(ParseTimeControlError::NotSeconds { text: shown(text) });
    }
    if decimals.len() > 3 {
        return Err(ParseTimeControlError::TooManyDecimals { text: shown(text) });
    }
    let seconds = whole.parse::<u64>().map_err(not_seconds)?;
    let millis = format!("{decimals:0<3}").parse::<u64>().map_err(not_seconds)?;
    Ok(Duration::from_secs(seconds).saturating_add(Duration::from_millis(millis)))
}

/// Splits off the number of moves before a `/`.
pub(super) fn split_moves(text: &str) -> Result<(Option<u32>, &str), ParseTimeControlError> {
    let Some((moves, rest)) = text.split_once('/') else { return Ok((None, text)) };
    let moves = moves.trim();
    let not_moves = || ParseTimeControlError::NotMoves { text: shown(moves) };
    if !is_digits(moves) {
        return Err(not_moves());
    }
    // A number beyond any stage is refused as such, and not as an overflow.
    let moves = moves.parse::<u32>().unwrap_or(u32::MAX);
    Ok((Some(moves), rest))
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
