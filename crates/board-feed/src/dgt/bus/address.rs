//! Addresses of boards on a bus.

use core::{fmt, str::FromStr};

use thiserror::Error;

/// The largest address: fourteen bits.
const ADDRESS_MAX: u16 = 0x3fff;

/// The address of a board on a bus, 1 to 16,383: its serial number, which is printed on the board
/// with five digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BusAddress(u16);

/// The error for a number that is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the serial number of a board on a bus is 00001 to {ADDRESS_MAX}")]
pub struct BusAddressError;

impl BusAddress {
    /// Makes an address.
    ///
    /// # Errors
    ///
    /// [`BusAddressError`] if the number is 0, to which all boards answer, or above 16,383.
    pub const fn new(number: u16) -> Result<Self, BusAddressError> {
        match number {
            1..=ADDRESS_MAX => Ok(Self(number)),
            _ => Err(BusAddressError),
        }
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// Returns the address in two groups of seven bits.
    pub(super) const fn bytes(self) -> [u8; 2] {
        let [high, low] = (self.0 << 1).to_be_bytes();
        [high, low >> 1]
    }

    /// Returns the address of two groups of seven bits.
    pub(super) fn of_bytes(high: u8, low: u8) -> Option<Self> {
        Self::new(u16::from(high & 0x7f) << 7 | u16::from(low & 0x7f)).ok()
    }
}

impl fmt::Display for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

impl FromStr for BusAddress {
    type Err = BusAddressError;

    fn from_str(text: &str) -> Result<Self, BusAddressError> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        Self::new(number.ok_or(BusAddressError)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_printed_serial_number_in_fourteen_bits() {
        let address: BusAddress = "01025".parse().unwrap();
        assert_eq!((address.get(), address.bytes()), (1_025, [0x08, 0x01]));
        assert_eq!(address.to_string(), "01025");
        for number in [1, 127, 128, 1_025, ADDRESS_MAX] {
            let [high, low] = BusAddress::new(number).unwrap().bytes();
            assert_eq!(BusAddress::of_bytes(high, low).unwrap().get(), number);
        }
        for text in ["", "0", "00000", "+5", "16384", "70000", "1x"] {
            assert_eq!(text.parse::<BusAddress>(), Err(BusAddressError), "{text:?}");
        }
        assert_eq!(BusAddress::of_bytes(0, 0), None);
    }
}
