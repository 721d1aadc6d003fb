//! PINs: six digits that a person repeats before an act that needs a second look.

use std::str::FromStr;

use thiserror::Error;

use crate::CODE_LENGTH;

/// A PIN of six digits that is not among the first to be guessed: not one digit alone, and not a
/// run such as `123456` or `987654`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pin([u8; CODE_LENGTH]);

/// The reason for which a text is not a PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PinError {
    /// It is not six digits.
    #[error("a PIN has six digits")]
    Form,
    /// It is among the first that are guessed.
    #[error("a PIN is not one digit six times, and not a run such as 123456")]
    Easy,
}

impl Pin {
    /// Returns its digits.
    #[must_use]
    pub fn digits(&self) -> String {
        self.0.iter().map(|digit| char::from(*digit)).collect()
    }
}

impl FromStr for Pin {
    type Err = PinError;

    fn from_str(text: &str) -> Result<Self, PinError> {
        let digits: [u8; CODE_LENGTH] =
            text.trim().as_bytes().try_into().map_err(|_length| PinError::Form)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(PinError::Form);
        }
        let all = |is_next: fn(u8, u8) -> bool| digits.windows(2).all(|it| is_next(it[0], it[1]));
        if all(|a, b| a == b) || all(|a, b| a + 1 == b) || all(|a, b| b + 1 == a) {
            return Err(PinError::Easy);
        }
        Ok(Self(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_six_digits_that_nobody_tries_first() {
        for right in ["482915", " 004821 ", "112233"] {
            assert_eq!(right.parse::<Pin>().map(|pin| pin.digits()), Ok(right.trim().to_owned()));
        }
        for (wrong, expected) in [
            ("", PinError::Form),
            ("48291", PinError::Form),
            ("4829155", PinError::Form),
            ("48a915", PinError::Form),
            ("４８２", PinError::Form),
            ("000000", PinError::Easy),
            ("123456", PinError::Easy),
            ("987654", PinError::Easy),
        ] {
            assert_eq!(wrong.parse::<Pin>().err(), Some(expected), "{wrong}");
        }
    }
}
