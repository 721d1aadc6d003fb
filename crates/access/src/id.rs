//! The ids of subjects and tokens, and the keys that belong to them.

use core::fmt;

use thiserror::Error;

/// The longest id in bytes.
const ID_BYTES_MAX: usize = 64;

/// The reason for which a text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// The text is empty.
    #[error("an id has at least one character")]
    Empty,
    /// The text is too long.
    #[error("the id has {bytes} bytes, at most 64 are allowed")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// The text holds a character other than visible ASCII.
    #[error("the id contains {character:?}, only visible ASCII is allowed")]
    BadCharacter {
        /// The first character that is not allowed.
        character: char,
    },
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Makes an id.
            ///
            /// # Errors
            /// [`IdError`] if the text is empty, longer than 64 bytes, or holds a blank, a control
            /// character or anything outside ASCII.
            pub fn new(text: impl Into<String>) -> Result<Self, IdError> {
                check(text.into()).map(Self)
            }

            /// Returns the id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A person or a device that may be granted something: 1 to 64 visible ASCII characters, never
    /// given twice. The id of a device is the name under which it sends its inputs.
    SubjectId
);
id!(
    /// One token, of which a subject may have several: 1 to 64 visible ASCII characters, never
    /// given twice.
    TokenId
);

fn check(text: String) -> Result<String, IdError> {
    if text.is_empty() {
        return Err(IdError::Empty);
    }
    if text.len() > ID_BYTES_MAX {
        return Err(IdError::TooLong { bytes: text.len() });
    }
    match text.chars().find(|character| !character.is_ascii_graphic()) {
        Some(character) => Err(IdError::BadCharacter { character }),
        None => Ok(text),
    }
}

/// The public half of the key that signs the tokens of a venue (Ed25519).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AuthorityKey(pub [u8; Self::BYTES]);

impl AuthorityKey {
    /// The length of a key in bytes.
    pub const BYTES: usize = 32;
}

/// The public half of the key by which a device signs (P-256), as an uncompressed point (SEC 1,
/// 2.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceKey([u8; Self::BYTES]);

/// The reason for which bytes are not the key of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the key of a device has 65 bytes, of which the first is 4")]
pub struct DeviceKeyError;

impl DeviceKey {
    /// The length of a key in bytes.
    pub const BYTES: usize = 65;

    /// The first byte of an uncompressed point.
    const UNCOMPRESSED: u8 = 4;

    /// Makes a key. That the point lies on the curve shows when a signature is checked.
    ///
    /// # Errors
    /// [`DeviceKeyError`] if the bytes are not an uncompressed point.
    pub fn new(bytes: &[u8]) -> Result<Self, DeviceKeyError> {
        let bytes: [u8; Self::BYTES] = bytes.try_into().map_err(|_length| DeviceKeyError)?;
        if bytes[0] == Self::UNCOMPRESSED { Ok(Self(bytes)) } else { Err(DeviceKeyError) }
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_visible() {
        assert_eq!(SubjectId::new(""), Err(IdError::Empty));
        assert_eq!(SubjectId::new("x".repeat(65)), Err(IdError::TooLong { bytes: 65 }));
        assert_eq!(SubjectId::new("a b"), Err(IdError::BadCharacter { character: ' ' }));
        assert_eq!(SubjectId::new("t1-white").unwrap().as_str(), "t1-white");
    }

    #[test]
    fn the_key_of_a_device_is_an_uncompressed_point() {
        let mut bytes = [7; 65];
        assert_eq!(DeviceKey::new(&bytes), Err(DeviceKeyError));
        bytes[0] = 4;
        assert_eq!(DeviceKey::new(&bytes[..64]), Err(DeviceKeyError));
        assert_eq!(DeviceKey::new(&bytes).unwrap().as_bytes(), &bytes);
    }
}
