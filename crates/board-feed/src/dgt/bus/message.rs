//! Commands and messages on a bus.
//!
//! A command is its code with the highest bit set, the address in two groups of seven bits, and the
//! sum of these bytes. A message is framed like that of a single board; its data begin with the
//! address and end with the sum of all bytes before. The id 0x86 has other meanings here and there,
//! so nothing that a bus says is read as a message of a single board.

use super::address::BusAddress;
use crate::dgt::DgtFrame;

/// A question to one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BusQuestion {
    /// The changes since the last question.
    Changes,
    /// The last changes once more, after an answer that was damaged or lost.
    Repeat,
    /// All fields.
    Board,
    /// The clock.
    Clock,
    /// The version of its program.
    Version,
    /// A sign that it is there.
    Ping,
    /// A sign that it is there, after which it leaves the next question to all unanswered.
    Hush,
}

/// Takes a board that answers alone onto the bus; a board that is on it stays there.
pub(super) const TO_BUS: u8 = 0x4a;
const PING: u8 = 0x87;

impl BusQuestion {
    const ALL: [(Self, u8, u8); 7] = [
        (Self::Changes, 0x83, 0x85),
        (Self::Repeat, 0x84, 0x85),
        (Self::Board, 0x82, 0x83),
        (Self::Clock, 0x81, 0x84),
        (Self::Version, 0x8b, 0x89),
        (Self::Ping, PING, PING),
        (Self::Hush, 0x8a, PING),
    ];

    /// Returns the command that asks a board.
    pub(super) fn command(self, address: BusAddress) -> [u8; 4] {
        let code = Self::ALL.into_iter().find(|(question, ..)| *question == self);
        command(code.map_or(PING, |(_, code, _)| code), address.bytes())
    }

    /// Returns true if a message of this id answers.
    pub(super) fn is_answered_by(self, id: u8) -> bool {
        Self::ALL.into_iter().any(|(question, _, answer)| question == self && answer == id)
    }
}

/// Returns the command that asks all boards whether they are there; each answers at a random moment
/// of the next 1.1 s.
pub(super) fn ping_all() -> [u8; 4] {
    command(PING, [0, 0])
}

fn command(code: u8, [high, low]: [u8; 2]) -> [u8; 4] {
    [code, high, low, sum(&[code, high, low])]
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) & 0x7f
}

/// A command as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BusCommand {
    All,
    One(BusAddress, BusQuestion),
}

/// Returns the last command of bytes that were sent; `None` if they do not end with one.
pub(super) fn last_command(sent: &[u8]) -> Option<BusCommand> {
    let &[code, high, low, check] = sent.last_chunk::<4>()?;
    if check != sum(&[code, high, low]) {
        return None;
    }
    if (code, high, low) == (PING, 0, 0) {
        return Some(BusCommand::All);
    }
    let known = BusQuestion::ALL.into_iter().find(|(_, known, _)| *known == code)?;
    Some(BusCommand::One(BusAddress::of_bytes(high, low)?, known.0))
}

/// A message of a board on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BusMessage {
    pub(super) address: BusAddress,
    pub(super) id: u8,
    pub(super) data: Vec<u8>,
}

/// The id of each message.
pub(super) const BOARD: u8 = 0x83;
pub(super) const CLOCK: u8 = 0x84;
pub(super) const CHANGES: u8 = 0x85;
pub(super) const VERSION: u8 = 0x89;

impl BusMessage {
    /// Reads a message; `None` if its sum is wrong, or it has no address.
    pub(super) fn read(frame: &DgtFrame) -> Option<Self> {
        let [high, low, data @ .., check] = frame.data.as_slice() else { return None };
        // The three bytes before the data.
        let length = frame.data.len() + 3;
        let [long, short] = [u8::try_from(length >> 7).ok()?, u8::try_from(length & 0x7f).ok()?];
        let said = [&[frame.id, long, short, *high, *low], data].concat();
        if sum(&said) != *check {
            return None;
        }
        let address = BusAddress::of_bytes(*high, *low)?;
        Some(Self { address, id: frame.id, data: data.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dgt::DgtFrames;

    #[test]
    fn a_command_ends_with_the_sum_of_its_bytes() {
        let address = BusAddress::new(0x10 << 7 | 0x06).unwrap();
        assert_eq!(BusQuestion::Clock.command(address), [0x81, 0x10, 0x06, 0x17]);
        assert_eq!(ping_all(), [0x87, 0, 0, 0x07]);
        for (question, ..) in BusQuestion::ALL {
            let sent = [&[TO_BUS], question.command(address).as_slice()].concat();
            assert_eq!(last_command(&sent), Some(BusCommand::One(address, question)));
        }
        assert_eq!(last_command(&ping_all()), Some(BusCommand::All));
        assert_eq!(last_command(&[0x81, 0x10, 0x06, 0x18]), None);
        assert_eq!(last_command(&[TO_BUS]), None);
    }

    #[test]
    fn a_message_whose_sum_is_wrong_is_none() {
        let mut bytes = vec![0x85, 0, 8, 8, 1, 0x41, 54];
        bytes.push(sum(&bytes));
        let read =
            |bytes: &[u8]| DgtFrames::default().take(bytes).first().and_then(BusMessage::read);
        let address = BusAddress::new(1_025).unwrap();
        let expected = BusMessage { address, id: CHANGES, data: vec![0x41, 54] };
        assert_eq!(read(&bytes), Some(expected));
        for index in 3..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x02;
            assert_eq!(read(&damaged), None, "byte {index}");
        }
    }
}
