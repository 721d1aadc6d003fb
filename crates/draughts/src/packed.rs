//! Positions in few bytes.

use thiserror::Error;

use crate::{Board, Color, KingRun, Piece, Position, PositionError, Role, Setup, Square, Variant};

/// The number of bytes of a packed position.
pub const PACKED_BYTES: usize = 21;

/// The bits of the fields before the fifty squares, in their order: a variant, the side to move,
/// and the running king moves of White and Black, each with a square.
const FIELDS: [u32; 6] = [1, 1, 2, 6, 2, 6];

impl Position {
    /// Returns the position in 21 bytes, for tables and files of many positions.
    ///
    /// They hold, from the lowest bit of the first byte on: 1 for Frisian draughts, 1 for Black to
    /// move, then for White and for Black the number of running king moves (2 bits) and their
    /// square (6 bits), then three bits for each square from 1 on: occupied, of Black, a king. The
    /// form does not change between versions, and equal positions have equal bytes.
    ///
    /// ```
    /// use draughts::Position;
    ///
    /// let position: Position = "W:WK3,28:B20".parse()?;
    /// assert_eq!(Position::unpack(&position.pack()), Ok(position));
    /// # Ok::<(), draughts::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn pack(&self) -> [u8; PACKED_BYTES] {
        let [white, black] = Color::BOTH
            .map(|color| self.king_run(color).map_or((0, 0), |run| (run.moves, run.square.get())));
        let fields = [
            u8::from(self.variant() == Variant::Frisian),
            u8::from(self.turn() == Color::Black),
            white.0,
            white.1,
            black.0,
            black.1,
        ];
        let mut bits = Bits { bytes: [0; PACKED_BYTES], at: 0 };
        for (value, width) in fields.into_iter().zip(FIELDS) {
            bits.put(value, width);
        }
        for square in Square::all() {
            bits.put(
                self.board().piece_at(square).map_or(0, |piece| {
                    1 | u8::from(piece.color == Color::Black) << 1
                        | u8::from(piece.role == Role::King) << 2
                }),
                3,
            );
        }
        bits.bytes
    }

    /// Returns the position of bytes that [`Position::pack`] made.
    ///
    /// # Errors
    ///
    /// [`UnpackError`] if the bytes are none of [`Position::pack`].
    pub fn unpack(bytes: &[u8; PACKED_BYTES]) -> Result<Self, UnpackError> {
        let mut bits = Bits { bytes: *bytes, at: 0 };
        let [frisian, black, white_moves, white_square, black_moves, black_square] =
            FIELDS.map(|width| bits.take(width));
        let mut board = Board::EMPTY;
        for square in Square::all() {
            let bits = bits.take(3);
            let color = if bits & 2 == 0 { Color::White } else { Color::Black };
            let role = if bits & 4 == 0 { Role::Man } else { Role::King };
            match bits & 1 {
                1 => board.put(square, Piece { color, role }),
                _ if bits == 0 => {}
                _ => return Err(UnpackError::EmptySquare { square }),
            }
        }
        let run = |moves, square| match (moves, Square::new(square)) {
            (0, Err(_)) if square == 0 => Ok(None),
            (1.., Ok(square)) => Ok(Some(KingRun { square, moves })),
            _ => Err(UnpackError::KingRun),
        };
        let king_runs = [run(white_moves, white_square)?, run(black_moves, black_square)?];
        let turn = if black == 1 { Color::Black } else { Color::White };
        let variant = if frisian == 1 { Variant::Frisian } else { Variant::International };
        Ok(Self::from_setup(variant, Setup { board, turn, king_runs })?)
    }
}

/// Bits that are put or taken from the lowest on.
struct Bits {
    bytes: [u8; PACKED_BYTES],
    at: usize,
}

impl Bits {
    fn put(&mut self, value: u8, width: u32) {
        for bit in 0..width {
            self.bytes[self.at / 8] |= (value >> bit & 1) << (self.at % 8);
            self.at += 1;
        }
    }

    fn take(&mut self, width: u32) -> u8 {
        (0..width).fold(0, |value, bit| {
            let taken = self.bytes[self.at / 8] >> (self.at % 8) & 1;
            self.at += 1;
            value | taken << bit
        })
    }
}

/// The reason for which bytes are not a packed position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// An empty square has a color or a role.
    #[error("the bits of square {square} are neither empty nor a piece")]
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// Running king moves have no square, or a square has no moves.
    #[error("the running king moves are incomplete")]
    KingRun,
    /// The position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}
