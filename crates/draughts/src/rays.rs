//! The lines of the board as tables, in the bit layout of [`Square`](crate::Square).

/// All bits that are squares.
pub(crate) const SQUARES: u64 = crate::Bitboard::ALL.bits();

/// Bits of the king rows: squares 1 to 5 for White, 46 to 50 for Black.
pub(crate) const KING_ROW: [u64; 2] = [0b1_1111, 0b1_1111 << 49];

/// The number of directions that pieces capture in: four in International, eight in Frisian.
///
/// The four diagonals come first. Direction `d ^ 1` is the opposite of `d`.
pub(crate) const DIAGONALS: usize = 4;
pub(crate) const DIRECTIONS: usize = 8;

/// Bits from a square to its neighbour in each direction: north-west, south-east, north-east,
/// south-west, north, south, west, east. The next dark square of a column is two rows away.
const STEP: [i32; DIRECTIONS] = [-6, 6, -5, 5, -11, 11, -1, 1];

/// The value for "no square"; this bit is never set in a bitboard.
pub(crate) const NONE: u8 = 63;

/// The bit of the neighbour of each bit in each direction, or [`NONE`].
pub(crate) const NEXT: [[u8; 64]; DIRECTIONS] = next_table();

/// The bits of all squares beyond each bit in each direction.
pub(crate) const RAY: [[u64; 64]; DIRECTIONS] = ray_table();

/// True if bits grow in a direction, so that the nearest square of a ray is the lowest bit.
pub(crate) const GROWS: [bool; DIRECTIONS] = [false, true, false, true, false, true, false, true];

const fn is_square(bit: i32) -> bool {
    bit >= 0 && bit < 64 && SQUARES & (1 << bit) != 0
}

const fn row_of(bit: i32) -> i32 {
    (bit - bit / 11) / 5
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bits are 0 to 63")]
const fn next_table() -> [[u8; 64]; DIRECTIONS] {
    let mut table = [[NONE; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut bit = 0;
        while bit < 64 {
            let next = bit + STEP[direction];
            // East and west stay in their row; the other steps reach an empty bit at the edge.
            let leaves_row = direction >= 6 && is_square(next) && row_of(next) != row_of(bit);
            if is_square(bit) && is_square(next) && !leaves_row {
                table[direction][bit as usize] = next as u8;
            }
            bit += 1;
        }
        direction += 1;
    }
    table
}

const fn ray_table() -> [[u64; 64]; DIRECTIONS] {
    let mut table = [[0; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut bit = 0;
        while bit < 64 {
            let mut next = NEXT[direction][bit];
            while next != NONE {
                table[direction][bit] |= 1 << next;
                next = NEXT[direction][next as usize];
            }
            bit += 1;
        }
        direction += 1;
    }
    table
}

/// Returns the square of a non-empty part of a ray that is nearest to its start.
pub(crate) const fn nearest(direction: usize, ray: u64) -> u32 {
    if GROWS[direction] { ray.trailing_zeros() } else { 63 - ray.leading_zeros() }
}

/// Returns the first occupied square of a ray.
#[inline(always)]
pub(crate) const fn first(direction: usize, start: u32, occupied: u64) -> Option<u32> {
    let blockers = RAY[direction][start as usize] & occupied;
    if blockers == 0 { None } else { Some(nearest(direction, blockers)) }
}

/// Returns the squares of a ray up to the first occupied one, without a branch if the direction is
/// a constant.
#[inline(always)]
pub(crate) const fn open(direction: usize, start: u32, empty: u64) -> u64 {
    let ray = RAY[direction][start as usize & 63];
    let blockers = ray & !empty;
    if GROWS[direction] {
        ray & blockers.wrapping_sub(1) & !blockers
    } else {
        // Bit 0 stands for "no blocker"; it is kept if it is an empty square itself.
        let highest = 63 - (blockers | 1).leading_zeros();
        ray & empty & (u64::MAX << highest)
    }
}

/// Returns the occupied square of a ray that is nearest to its start, as a set; empty if there is
/// none.
#[inline(always)]
pub(crate) const fn blocker(direction: usize, start: u32, empty: u64) -> u64 {
    let blockers = RAY[direction][start as usize & 63] & !empty;
    if GROWS[direction] {
        blockers & blockers.wrapping_neg()
    } else {
        blockers & (1 << (63 - (blockers | 1).leading_zeros()))
    }
}

/// The squares on the lines of each bit behind which there is a square to land on, seen from that
/// bit: along diagonals, and in all directions. No king captures a piece elsewhere.
pub(crate) static LINES: [[u64; 64]; 2] = [lines(DIAGONALS), lines(DIRECTIONS)];

const fn lines(directions: usize) -> [u64; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        let mut direction = 0;
        while direction < directions {
            let mut on = NEXT[direction][at];
            while on != NONE && NEXT[direction][on as usize] != NONE {
                table[at] |= 1 << on;
                on = NEXT[direction][on as usize];
            }
            direction += 1;
        }
        at += 1;
    }
    table
}

/// The number of bits by which [`DOWN`] is higher than the board, for a border above the first row.
const BORDER: u32 = 6;

/// The squares beyond each bit towards the south-east and the south-west, and the unused bit at the
/// end of the line.
static UP: [[u64; 64]; 2] = [bordered(1), bordered(3)];
/// The squares beyond each bit towards the north-west and the north-east, and the bit at the end of
/// the line, all [`BORDER`] bits higher.
static DOWN: [[u64; 64]; 2] = [bordered(0), bordered(2)];

#[expect(clippy::cast_sign_loss, reason = "the border makes all bits positive")]
const fn bordered(direction: usize) -> [u64; 64] {
    let shift = if GROWS[direction] { 0 } else { BORDER as i32 };
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        if is_square(at) {
            let mut on = at + STEP[direction];
            table[at as usize] |= 1 << (on + shift) as u64;
            while is_square(on) {
                on += STEP[direction];
                table[at as usize] |= 1 << (on + shift) as u64;
            }
        }
        at += 1;
    }
    table
}

/// Returns the number of squares that pieces on these squares see along their diagonals.
///
/// A line of a piece is as long as the bits between its two ends are apart, so that nothing is to
/// be counted bit by bit.
#[inline(always)]
pub(crate) fn count_open_diagonals(mut pieces: u64, empty: u64) -> u32 {
    let (up, down) = (!empty, !(empty << BORDER));
    let (mut six, mut five, mut ends) = (0, 0, 0);
    while pieces != 0 {
        let at = pieces.trailing_zeros() as usize & 63;
        pieces &= pieces - 1;
        // The last bit is never reached: each line has an end.
        let highest = |ends: u64| 63 - (ends | 1).leading_zeros();
        let lowest = |ends: u64| (ends | 1 << 63).trailing_zeros();
        six += lowest(UP[0][at] & up) + BORDER - highest(DOWN[0][at] & down);
        five += lowest(UP[1][at] & up) + BORDER - highest(DOWN[1][at] & down);
        ends += 4;
    }
    six / 6 + five / 5 - ends
}
