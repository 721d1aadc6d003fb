//! The codes that a device repeats to be enrolled, and the words by which people know it again.

use core::{fmt, str::FromStr};

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::DeviceKey;

/// Number of digits of a code.
pub const CODE_LENGTH: usize = 6;
/// Number of words to choose from.
pub const WORDS: u8 = 64;

/// A code that the desk shows and somebody types on a device: six digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code([u8; CODE_LENGTH]);

/// The reason for which a text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a code has six digits")]
pub struct CodeError;

impl Code {
    /// Makes a code from random bytes; each code is equally likely, but for one in 2^40.
    #[must_use]
    pub fn from_random(bytes: [u8; 8]) -> Self {
        let mut number = u64::from_le_bytes(bytes);
        Self([(); CODE_LENGTH].map(|()| {
            let digit = b"0123456789"[usize::try_from(number % 10).unwrap_or(0)];
            number /= 10;
            digit
        }))
    }

    /// Returns its digits.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; CODE_LENGTH] {
        &self.0
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code as people type it, with blanks or hyphens between.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut digits = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-'));
        let mut code = [0; CODE_LENGTH];
        for place in &mut code {
            *place = digits.next().filter(u8::is_ascii_digit).ok_or(CodeError)?;
        }
        if digits.next().is_none() { Ok(Self(code)) } else { Err(CodeError) }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{}", char::from(*byte)))
    }
}

/// Two words, each a number below [`WORDS`], that a device and the desk show alike: people see by
/// them that they mean the same device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyWords(pub u8, pub u8);

impl KeyWords {
    /// Returns the words for the key of a device.
    #[must_use]
    pub fn of(key: &DeviceKey) -> Self {
        let hash = Sha256::digest(key.as_bytes());
        Self(hash[0] % WORDS, hash[1] % WORDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits() {
        for number in [0, 7, 123_456, 999_999, 1_234_567, u64::MAX] {
            let code = Code::from_random(number.to_le_bytes());
            let text = code.to_string();
            assert!(text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()), "{text}");
            assert_eq!(text.parse(), Ok(code));
        }
        for wrong in ["", "12345", "1234567", "12345a", "12345é", "１２３４５６"] {
            assert_eq!(wrong.parse::<Code>(), Err(CodeError), "{wrong}");
        }
        assert_eq!("123-4 56".parse::<Code>(), "123456".parse());
    }

    #[test]
    fn the_words_follow_from_the_key() {
        let key = |byte: u8| {
            let mut bytes = [byte; DeviceKey::BYTES];
            bytes[0] = 4;
            DeviceKey::new(&bytes).unwrap()
        };
        assert_eq!(KeyWords::of(&key(1)), KeyWords::of(&key(1)));
        assert_ne!(KeyWords::of(&key(1)), KeyWords::of(&key(2)));
        for byte in 0..=u8::MAX {
            let KeyWords(first, second) = KeyWords::of(&key(byte));
            assert!(first < WORDS && second < WORDS);
        }
    }
}
