//! The changes that a board on a bus has kept since it was last asked.
//!
//! A change of a field is a tag 0x40 with the code of the piece, and 0x10 more if it came within
//! 250 ms, and the field. A lever is the time of the side that stopped: 0x60 on the right or 0x70
//! on the left, with the hours, and minutes and seconds in decimal digits. Other tags are single
//! bytes. The header of DGT describes fields of one byte up to 63; the same byte is taken to hold
//! those up to 99.

use game_clock::DgtSide;

use crate::Field;

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A field has another code now.
    Field(Field, u8),
    /// The player on this side pressed.
    Lever(DgtSide),
    /// The board had no power before.
    PowerUp,
    /// Bytes that make no sense: what follows cannot be read.
    Damaged,
}

const POWER_UP: u8 = 0x6a;
const WATCHDOG: u8 = 0x7c;

/// Returns the changes in their order.
pub(super) fn read(data: &[u8]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut rest = data;
    while let [tag, after @ ..] = rest {
        rest = after;
        let change = match tag {
            0x40..=0x5f => match after {
                [field, after @ ..] => {
                    rest = after;
                    let field = Field::new(u32::from(*field)).ok();
                    field.map_or(Change::Damaged, |field| Change::Field(field, tag & 0x0f))
                }
                [] => Change::Damaged,
            },
            0x60..=0x69 | 0x70..=0x79 => match after {
                [minutes, seconds, after @ ..] if is_sixty(*minutes) && is_sixty(*seconds) => {
                    rest = after;
                    Change::Lever(if *tag < 0x70 { DgtSide::Right } else { DgtSide::Left })
                }
                _ => Change::Damaged,
            },
            &POWER_UP | &WATCHDOG => Change::PowerUp,
            // No news: the ends and beginnings of games, and fillers.
            0x00 | 0x6b..=0x6f | 0x7a | 0x7b | 0x7f => continue,
            _ => Change::Damaged,
        };
        changes.push(change);
        if change == Change::Damaged {
            break;
        }
    }
    changes
}

/// Returns true for two decimal digits below 60.
const fn is_sixty(byte: u8) -> bool {
    byte >> 4 < 6 && byte & 0x0f < 10
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(number: u32, code: u8) -> Change {
        Change::Field(Field::new(number).unwrap(), code)
    }

    #[test]
    fn changes_are_read_in_their_order_and_nothing_after_damage() {
        use Change::{Damaged, Lever, PowerUp};
        for (data, expected) in [
            (&[][..], vec![]),
            (
                &[0x40, 63, 0x51, 54, 0x61, 0x19, 0x58][..],
                vec![field(63, 0), field(54, 1), Lever(DgtSide::Right)],
            ),
            (&[0x7b, 0x00, 0x7f, 0x44, 99][..], vec![field(99, 4)]),
            (&[0x6a, 0x6c, 0x70, 0x20, 0x00][..], vec![PowerUp, Lever(DgtSide::Left)]),
            (&[0x41, 54, 0x41, 100, 0x41, 55][..], vec![field(54, 1), Damaged]),
            (&[0x41][..], vec![Damaged]),
            (&[0x61, 0x5a, 0x00][..], vec![Damaged]),
            (&[0x61, 0x10][..], vec![Damaged]),
            (&[0x7d, 0x41, 55][..], vec![Damaged]),
        ] {
            assert_eq!(read(data), expected, "{data:x?}");
        }
    }
}
