//! Messages of DGT boards on a serial line, of one board alone or of a bus.
//!
//! A message is its id with the highest bit set, its length in two groups of seven bits, which
//! counts these three bytes, and data whose highest bits are clear. Field numbers of a board of ten
//! by ten run row by row.

mod board;
mod bus;
mod levers;
mod line;
mod record;
mod recording;
mod state;

pub use board::DgtBoard;
pub use bus::{BusAddress, BusAddressError, DgtBus, DgtBusReport};
pub use line::DgtLine;
pub use record::{DgtLineEvent, DgtRecord, DgtRecordError};
pub use recording::DgtReplay;
pub(crate) use state::BoardState;
pub use state::{DgtAbout, DgtReport, DgtSetting, DgtTrouble};

use draughts::{Color, Piece, Role};

use crate::{Code, Field, Reading};

/// A change of one field, and the dumps of all fields, of the fifty dark ones and of the fifty
/// light ones.
const FIELD_UPDATE: u8 = 0x8e;
pub(crate) const BOARD_DUMP: u8 = 0x86;
const DARK_DUMP: u8 = 0x94;
const LIGHT_DUMP: u8 = 0x95;
/// The bytes before the data of a message.
const HEADER: usize = 3;
/// The longest message that is believed; a longer one is a damaged length.
const MESSAGE_BYTES_MAX: usize = 8_200;

/// The codes of pieces. Boards from before October 2011 have crowns of White and disks of Black the
/// other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DgtCodes {
    /// White disk 1, black disk 4, white crown 7, black crown 10.
    #[default]
    Current,
    /// White disk 1, white crown 4, black disk 7, black crown 10.
    Before2011,
}

impl DgtCodes {
    /// Returns the codes of a board on which the starting position stands; `None` if it does not.
    #[must_use]
    pub fn of_start(codes: &[u8]) -> Option<Self> {
        let count = |code: u8| codes.iter().filter(|found| **found & 0x0f == code).count();
        match (count(0x01), count(0x04), count(0x07)) {
            (20, 20, 0) => Some(Self::Current),
            (20, 0, 20) => Some(Self::Before2011),
            _ => None,
        }
    }

    /// Returns the codes of a board in the middle of a game: the kind of piece of which there are
    /// many more is that of men. `None` if it does not tell.
    #[must_use]
    pub fn of_game(codes: &[u8]) -> Option<Self> {
        const CLEARLY: usize = 5;
        let count = |code: u8| codes.iter().filter(|found| **found & 0x0f == code).count();
        match (count(0x04), count(0x07)) {
            (four, seven) if four >= seven + CLEARLY => Some(Self::Current),
            (four, seven) if seven >= four + CLEARLY => Some(Self::Before2011),
            _ => None,
        }
    }

    /// Returns the meaning of a code; bits above the lowest four have none. A code that is not
    /// known says that something stands there, as of two pieces on each other.
    #[must_use]
    pub const fn read(self, code: u8) -> Code {
        let (color, role) = match (code & 0x0f, self) {
            (0x00, _) => return Code::Empty,
            (0x01, _) => (Color::White, Role::Man),
            (0x04, Self::Current) | (0x07, Self::Before2011) => (Color::Black, Role::Man),
            (0x07, Self::Current) | (0x04, Self::Before2011) => (Color::White, Role::King),
            (0x0a, _) => (Color::Black, Role::King),
            _ => return Code::Occupied,
        };
        Code::Piece(Piece { color, role })
    }
}

/// A message of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DgtFrame {
    /// The id, with the highest bit set.
    pub id: u8,
    /// The data.
    pub data: Vec<u8>,
}

impl DgtFrame {
    /// Returns the reading of a message about fields; `None` for every other message, and for one
    /// of another board than one of ten by ten.
    #[must_use]
    pub fn reading(&self, codes: DgtCodes) -> Option<Reading> {
        match (self.id, self.data.as_slice()) {
            (FIELD_UPDATE, [field, code]) => {
                let field = Field::new(u32::from(*field)).ok()?;
                Some(Reading::Field { field, code: codes.read(*code) })
            }
            (BOARD_DUMP, data) if data.len() == Field::COUNT => {
                let all: Vec<Code> = data.iter().map(|code| codes.read(*code)).collect();
                Some(Reading::Dump(Box::new(all.try_into().ok()?)))
            }
            (DARK_DUMP, data) if data.len() == Field::COUNT / 2 => {
                let mut all = Box::new([Code::Empty; Field::COUNT]);
                for (square, code) in draughts::Square::all().zip(data) {
                    all[Field::of(square, false).index()] = codes.read(*code);
                }
                Some(Reading::Dump(all))
            }
            _ => None,
        }
    }
}

/// Finds the messages in the bytes of a line, in whatever portions they come.
#[derive(Clone, Debug, Default)]
pub struct DgtFrames {
    bytes: Vec<u8>,
    skipped: u64,
}

impl DgtFrames {
    /// Takes the next bytes, and returns the messages that they complete.
    ///
    /// Passes over damaged bytes, up to the next byte with the highest bit set.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<DgtFrame> {
        let mut frames = Vec::new();
        for &byte in bytes {
            if byte >= 0x80 {
                self.skip();
            } else if self.bytes.is_empty() {
                self.skipped = self.skipped.saturating_add(1);
                continue;
            }
            self.bytes.push(byte);
            match (self.bytes.as_slice(), self.length()) {
                (_, None) => {}
                (_, Some(length)) if !(HEADER..=MESSAGE_BYTES_MAX).contains(&length) => self.skip(),
                ([id, _, _, data @ ..], Some(length)) if data.len() + HEADER == length => {
                    frames.push(DgtFrame { id: *id, data: data.to_vec() });
                    self.bytes.clear();
                }
                _ => {}
            }
        }
        frames
    }

    /// Returns the number of bytes that belonged to no message.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    fn length(&self) -> Option<usize> {
        match self.bytes.as_slice() {
            [_, high, low, ..] => Some(usize::from(*high) << 7 | usize::from(*low)),
            _ => None,
        }
    }

    fn skip(&mut self) {
        let count = u64::try_from(self.bytes.len()).unwrap_or(u64::MAX);
        self.skipped = self.skipped.saturating_add(count);
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAN: Code = Code::Piece(Piece { color: Color::White, role: Role::Man });

    #[test]
    fn a_change_is_read_in_any_portions_and_after_damage() {
        let bytes = [0x42, 0x8e, 0x00, 0x8e, 0x00, 0x05, 0x3f, 0x01, 0x8e, 0x00, 0x05, 0x36, 0x00];
        let field = |number, code| Reading::Field { field: Field::new(number).unwrap(), code };
        for portion in 1..=bytes.len() {
            let mut frames = DgtFrames::default();
            let found: Vec<_> =
                bytes.chunks(portion).flat_map(|bytes| frames.take(bytes)).collect();
            let readings: Vec<_> =
                found.iter().map(|frame| frame.reading(DgtCodes::Current)).collect();
            assert_eq!(readings, [Some(field(63, MAN)), Some(field(54, Code::Empty))]);
            assert_eq!(frames.skipped(), 3);
        }
    }

    #[test]
    fn a_dump_tells_the_codes_of_the_board() {
        for (black, codes) in [(0x04, DgtCodes::Current), (0x07, DgtCodes::Before2011)] {
            let mut data = vec![0; 50];
            data[..20].fill(black);
            data[30..].fill(0x01);
            assert_eq!(DgtCodes::of_start(&data), Some(codes));
            let bytes = [&[0x94, 0x00, 53], data.as_slice()].concat();
            let frames = DgtFrames::default().take(&bytes);
            let Some(Reading::Dump(fields)) = frames[0].reading(codes) else { panic!("no dump") };
            let man = Code::Piece(Piece { color: Color::Black, role: Role::Man });
            assert_eq!(
                (fields[1], fields[0], fields[98], fields[50]),
                (man, Code::Empty, MAN, Code::Empty)
            );
        }
    }

    #[test]
    fn what_has_no_meaning_is_no_reading() {
        let frame = |id, data: &[u8]| DgtFrame { id, data: data.to_vec() };
        for frame in [frame(0x8e, &[100, 1]), frame(0x86, &[0; 64]), frame(0x91, &[1, 2])] {
            assert_eq!(frame.reading(DgtCodes::Current), None, "{frame:?}");
        }
        let pile = frame(0x8e, &[1, 0x0d]).reading(DgtCodes::Current);
        assert_eq!(
            pile,
            Some(Reading::Field { field: Field::new(1).unwrap(), code: Code::Occupied })
        );
    }

    #[test]
    fn the_codes_of_a_board_are_told_by_most_of_its_pieces() {
        let codes = |four: usize, seven: usize| {
            DgtCodes::of_game(&[vec![0x04; four], vec![0x07; seven], vec![0x01; 9]].concat())
        };
        assert_eq!(codes(9, 1), Some(DgtCodes::Current));
        assert_eq!(codes(1, 9), Some(DgtCodes::Before2011));
        assert_eq!((codes(4, 0), codes(2, 5), codes(0, 0)), (None, None, None));
    }

    #[test]
    fn a_length_that_cannot_be_is_passed_over_and_memory_is_bounded() {
        let mut frames = DgtFrames::default();
        assert!(frames.take(&[0x86, 0x7f, 0x7f]).is_empty());
        assert!(frames.take(&[0x86, 0x00, 0x02]).is_empty());
        assert!(frames.take(&vec![0x00; 100_000]).is_empty());
        assert_eq!((frames.skipped(), frames.bytes.len()), (100_006, 0));
    }
}
