//! Hash keys of positions, by Zobrist's method.

use crate::{Color, Position};

/// A number for each piece on each bit: men of White, men of Black, kings of White, kings of Black.
static PIECES: [[u64; 64]; 4] = numbers(1);
/// A number for each square with running king moves, by side; it is multiplied by their count.
static KING_RUNS: [[u64; 64]; 2] = numbers(257);
/// The number for Black to move.
const BLACK_TO_MOVE: u64 = number(0);

/// Returns the n-th number of `SplitMix64` from seed 0.
const fn number(n: u64) -> u64 {
    let mixed = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

const fn numbers<const N: usize>(first: u64) -> [[u64; 64]; N] {
    let mut table = [[0; 64]; N];
    let mut index = 0;
    while index < N * 64 {
        table[index / 64][index % 64] = number(first + index as u64);
        index += 1;
    }
    table
}

impl Position {
    /// Returns a key of 64 bits that is the same for equal positions, and very likely differs for
    /// others: for tables of positions.
    ///
    /// It is the exclusive or of a number for each piece on its square, one for Black to move, and
    /// one for running king moves (art. 17). The variant has no part in it. The numbers are those
    /// of the generator `SplitMix64`; they do not change between versions, so keys may be stored.
    ///
    /// ```
    /// use draughts::Position;
    ///
    /// let start = Position::default();
    /// let mv = start.parse_move("32-28")?;
    /// let after = start.play(&mv)?;
    /// assert_eq!(start.zobrist(), 0xd462_31a5_e677_e7e1);
    /// assert_eq!(start.zobrist_after(start.zobrist(), &after), after.zobrist());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn zobrist(&self) -> u64 {
        let [white, black] = Color::BOTH.map(|color| self.run_number(color));
        let pieces = self.sets().into_iter().zip(&PIECES);
        let pieces = pieces.fold(0, |key, (set, numbers)| key ^ sum(set, numbers));
        pieces ^ white ^ black ^ self.turn_number()
    }

    /// Returns the key of the position `after`, from the key of this one; it looks only at what
    /// differs, so that it is fast after one move.
    #[must_use]
    pub fn zobrist_after(&self, key: u64, after: &Self) -> u64 {
        let mut key = key ^ self.turn_number() ^ after.turn_number();
        for ((before, after), numbers) in self.sets().into_iter().zip(after.sets()).zip(&PIECES) {
            key ^= sum(before ^ after, numbers);
        }
        for color in Color::BOTH {
            key ^= self.run_number(color) ^ after.run_number(color);
        }
        key
    }

    fn sets(&self) -> [u64; 4] {
        let board = self.board();
        let [white, black] = Color::BOTH;
        [board.men(white), board.men(black), board.kings(white), board.kings(black)]
            .map(crate::Bitboard::bits)
    }

    fn turn_number(&self) -> u64 {
        if self.turn() == Color::Black { BLACK_TO_MOVE } else { 0 }
    }

    fn run_number(&self, color: Color) -> u64 {
        self.king_run(color).map_or(0, |run| {
            let number = KING_RUNS[color.index()][run.square.bit() as usize];
            number.wrapping_mul(u64::from(run.moves))
        })
    }
}

fn sum(mut set: u64, numbers: &[u64; 64]) -> u64 {
    let mut sum = 0;
    while set != 0 {
        sum ^= numbers[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    sum
}
