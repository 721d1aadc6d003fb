//! The positions of a game, as a spectator makes them from its moves.

use draughts::{Bitboard, Move, Square, Variant, fen};
use serde_json::Value;

/// Returns the position after a move as broadcast sends it, which was made in `before`, both as
/// FEN; `None` if they cannot be read. A move is sent with the position if the arbiter let another
/// stand than it leads to.
#[must_use]
pub(crate) fn position_after(before: &str, sent: &Value) -> Option<String> {
    if let Some(fen) = sent["fen"].as_str().filter(|fen| !fen.is_empty()) {
        return Some(fen.to_owned());
    }
    let square = |value: &Value| Square::new(u8::try_from(value.as_u64()?).ok()?).ok();
    let captured: Option<Bitboard> = sent["captured"].as_array()?.iter().map(square).collect();
    let mv = Move::new(square(&sent["from"])?, square(&sent["to"])?, captured?);
    // Moves change the board alike in both variants, of which one also counts moves of kings.
    let before: Vec<&str> = before.splitn(4, ':').take(3).collect();
    let before = fen::parse(&before.join(":"), Variant::International).ok()?;
    Some(before.play_unchecked(&mv).fen())
}

/// Returns the position of a whole game as broadcast sends it, made from its moves; `None` if they
/// cannot be read.
#[must_use]
pub(crate) fn last_position(game: &Value) -> Option<String> {
    let start = game["start"].as_str()?.to_owned();
    game["moves"].as_array()?.iter().try_fold(start, |before, sent| position_after(&before, sent))
}
