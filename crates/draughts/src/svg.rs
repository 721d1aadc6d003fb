//! Pictures of a board.

use crate::{Bitboard, Board, Color, Square};

/// The width of a square; the board has ten, without a border.
const SIDE: u32 = 40;

impl Board {
    /// Returns the board as a picture in SVG, as `below` sees it, with the numbers of the squares.
    /// The squares of `marked` stand out, for example those of the last move.
    ///
    /// ```
    /// use draughts::{Bitboard, Board, Color};
    ///
    /// let svg = Board::start().to_svg(Color::White, Bitboard::EMPTY);
    /// let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\">";
    /// assert!(svg.starts_with(root));
    /// assert_eq!(svg.matches("<circle").count(), 40);
    /// ```
    #[must_use]
    pub fn to_svg(&self, below: Color, marked: Bitboard) -> String {
        let size = 10 * SIDE;
        let mut svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\">\n");
        svg += &format!("<rect width=\"{size}\" height=\"{size}\" fill=\"#f0dcb4\"/>\n");
        for square in Square::all() {
            let seen = if below == Color::White { square } else { square.flip() };
            let (x, y) = (u32::from(seen.column()) * SIDE, u32::from(seen.row()) * SIDE);
            let fill = if marked.contains(square) { "#a08c3c" } else { "#8c5a32" };
            svg += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>\n\
                 <text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#f0dcb4\">{square}</text>\n",
                x + 2,
                y + 9,
            );
            let Some(piece) = self.piece_at(square) else { continue };
            let (fill, line) = match piece.color {
                Color::White => ("#fff", "#000"),
                Color::Black => ("#222", "#fff"),
            };
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            let mut circle = |radius: u32| {
                svg += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\"/>\n"
                );
            };
            circle(16);
            if self.kings(piece.color).contains(square) {
                circle(9);
            }
        }
        svg += "</svg>\n";
        svg
    }
}
