//! Devices, and the numbers of their inputs.

use core::fmt;

use thiserror::Error;

/// The longest name of a device in bytes.
const DEVICE_ID_BYTES_MAX: usize = 64;

/// The name of a device that sends inputs: a tablet, a sensor board, an arbiter's desk.
///
/// 1 to 64 visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceId(String);

impl DeviceId {
    /// Makes the name of a device.
    ///
    /// # Errors
    ///
    /// [`DeviceIdError`] when the name is empty, longer than 64 bytes, or holds a blank, a control
    /// character or anything outside ASCII.
    pub fn new(name: impl Into<String>) -> Result<Self, DeviceIdError> {
        let name = name.into();
        if name.is_empty() {
            return Err(DeviceIdError::Empty);
        }
        if name.len() > DEVICE_ID_BYTES_MAX {
            return Err(DeviceIdError::TooLong { bytes: name.len() });
        }
        match name.chars().find(|c| !c.is_ascii_graphic()) {
            Some(character) => Err(DeviceIdError::BadCharacter { character }),
            None => Ok(Self(name)),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The reason for which a text is not the name of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DeviceIdError {
    /// The name is empty.
    #[error("the device has no name")]
    Empty,
    /// The name is too long.
    #[error("the name of the device has {bytes} bytes, at most 64 are allowed")]
    TooLong {
        /// The length of the name.
        bytes: usize,
    },
    /// The name holds a character other than visible ASCII.
    #[error("the name of the device contains {character:?}, only visible ASCII is allowed")]
    BadCharacter {
        /// The first character that is not allowed.
        character: char,
    },
}

/// The identity of an input: its device and the number that the device gave it.
///
/// A device numbers its inputs upwards and repeats an input under the same number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId {
    /// The device that sent the input.
    pub device: DeviceId,
    /// The number that the device gave the input.
    pub sequence: u64,
}

impl InputId {
    /// The name under which the tournament itself starts games and ends them by results that people
    /// record in it.
    pub const TOURNAMENT: &str = "round";

    /// Returns true if the tournament itself is the sender.
    #[must_use]
    pub fn is_of_tournament(&self) -> bool {
        self.device.as_str() == Self::TOURNAMENT
    }

    /// Joins a device and the number of one of its inputs.
    #[must_use]
    pub const fn new(device: DeviceId, sequence: u64) -> Self {
        Self { device, sequence }
    }
}

impl fmt::Display for InputId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.device, self.sequence)
    }
}
