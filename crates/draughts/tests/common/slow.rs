//! A slow, obvious generator of legal moves, written from the articles of the Frisian game rules.
//!
//! It shares no method with the library: squares are columns and rows, and a capture tries every
//! path square by square. International draughts is the same without articles 12 and 17, with
//! captures along diagonals only, and with every piece worth the same.

use std::collections::BTreeSet;

use draughts::{Bitboard, Color, Move, Piece, Position, Role, Square, Variant};

/// Column and row, both from 0 at the top left as seen by White.
type Cell = (i8, i8);

/// The steps from a dark square to the next one, along diagonals and along columns and rows.
const DIAGONAL: [Cell; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHT: [Cell; 4] = [(0, -2), (0, 2), (-2, 0), (2, 0)];

/// Returns the legal moves in ascending order.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let table = Table { position };
    let own: Vec<Cell> = cells().filter(|&cell| table.is(cell, position.turn())).collect();
    let mut captures = BTreeSet::new();
    for &from in &own {
        let mut search = CaptureSearch { from, seen: BTreeSet::new(), captures: &mut captures };
        table.capture(&mut search, from, Bitboard::EMPTY);
    }
    // Art. 10: capturing is obligatory. Art. 11, 12: the most valuable capture goes first.
    let best = captures.iter().map(|capture| table.worth(capture)).max();
    let moves: BTreeSet<Move> = if captures.is_empty() {
        own.iter().flat_map(|&from| table.quiet(from)).collect()
    } else {
        captures
            .iter()
            .filter(|capture| Some(table.worth(capture)) == best)
            .map(|(from, to, taken)| Move::new(square(*from), square(*to), *taken))
            .collect()
    };
    moves.into_iter().collect()
}

struct Table<'a> {
    position: &'a Position,
}

/// Start, end and captured pieces.
type Capture = (Cell, Cell, Bitboard);

/// The search for the captures of one piece.
struct CaptureSearch<'a> {
    from: Cell,
    /// Squares that the piece has visited, with the pieces captured by then. The continuation is
    /// the same, whatever path led there.
    seen: BTreeSet<(Cell, Bitboard)>,
    captures: &'a mut BTreeSet<Capture>,
}

impl Table<'_> {
    fn piece(&self, cell: Cell) -> Option<Piece> {
        self.position.board().piece_at(square(cell))
    }

    fn is(&self, cell: Cell, color: Color) -> bool {
        self.piece(cell).is_some_and(|piece| piece.color == color)
    }

    fn is_king(&self, cell: Cell) -> bool {
        self.piece(cell).is_some_and(|piece| piece.role == Role::King)
    }

    fn quiet(&self, from: Cell) -> Vec<Move> {
        // Art. 17: after three quiet moves in a row a king may make no other.
        if self.position.blocked_king() == Some(square(from)) {
            return Vec::new();
        }
        let forward = if self.position.turn() == Color::White { -1 } else { 1 };
        let mut moves = Vec::new();
        for direction in DIAGONAL {
            // Art. 7: a man moves one square forward; art. 9: a king any number of squares in any
            // direction.
            let reach = if self.is_king(from) { 9 } else { 1 };
            if !self.is_king(from) && direction.1 != forward {
                continue;
            }
            for to in line(from, direction).take(reach) {
                if self.piece(to).is_some() {
                    break;
                }
                moves.push(Move::new(square(from), square(to), Bitboard::EMPTY));
            }
        }
        moves
    }

    /// Adds every capture of the piece on `at`.
    fn capture(&self, search: &mut CaptureSearch<'_>, at: Cell, taken: Bitboard) {
        if !search.seen.insert((at, taken)) {
            return;
        }
        let from = search.from;
        // Art. 7: eight directions, in International draughts the diagonals.
        let straight: &[Cell] =
            if self.position.variant() == Variant::Frisian { &STRAIGHT } else { &[] };
        for &direction in DIAGONAL.iter().chain(straight) {
            let mut ahead = line(at, direction).peekable();
            // The start square is open for the piece that has left it.
            let is_open = |cell: &Cell| *cell == from || self.piece(*cell).is_none();
            if self.is_king(from) {
                // Art. 9: open squares may lie between a king and the piece that it captures.
                while ahead.next_if(is_open).is_some() {}
            }
            let enemy = self.position.turn().other();
            // Art. 13: no piece is jumped twice.
            let Some(victim) = ahead.next_if(|&cell| self.is(cell, enemy)) else { continue };
            if taken.contains(square(victim)) {
                continue;
            }
            let taken = taken | Bitboard::from_square(square(victim));
            // Art. 9: a king may stop on any open square behind. Art. 14: captured pieces stay on
            // the board until the end, so they still block the way.
            let reach = if self.is_king(from) { 9 } else { 1 };
            for landing in ahead.take_while(is_open).take(reach) {
                search.captures.insert((from, landing, taken));
                self.capture(search, landing, taken);
            }
        }
    }

    /// Returns a value that orders captures by their worth.
    fn worth(&self, (from, _, taken): &Capture) -> (usize, i32, bool) {
        let count = taken.squares().count();
        let is_king = |square: &Square| {
            self.position.board().piece_at(*square).is_some_and(|piece| piece.role == Role::King)
        };
        let kings = taken.squares().filter(is_king).count();
        if self.position.variant() == Variant::International {
            return (count, 0, false);
        }
        // Art. 11: a king counts for less than two men and more than one, several kings for less
        // than twice as many men; of equal captures the one of fewer kings. Art. 12: then a king's
        // capture goes first.
        let fewer_kings = -i32::try_from(kings).expect("few kings");
        (count + kings, fewer_kings, self.is_king(*from))
    }
}

/// Returns the dark squares.
fn cells() -> impl Iterator<Item = Cell> {
    Square::all().map(|square| (coordinate(square.column()), coordinate(square.row())))
}

fn coordinate(number: u8) -> i8 {
    i8::try_from(number).expect("0 to 9")
}

/// Returns the dark squares beyond one in a direction, the nearest first.
fn line((column, row): Cell, (right, down): Cell) -> impl Iterator<Item = Cell> {
    (1..10)
        .map(move |steps| (column + right * steps, row + down * steps))
        .take_while(|(column, row)| (0..10).contains(column) && (0..10).contains(row))
}

/// Returns the square of a cell: five dark squares a row.
fn square((column, row): Cell) -> Square {
    let number = row * 5 + column / 2 + 1;
    u8::try_from(number).ok().and_then(|number| Square::new(number).ok()).expect("a dark square")
}
