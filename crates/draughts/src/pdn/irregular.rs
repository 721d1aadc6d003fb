//! Irregular moves that stand, in comments: `{irregular 27c 34-30 capture-obligatory}`.

use core::str::FromStr as _;

use crate::{Bitboard, Breach, IrregularityKind, Move, MoveText};

/// Writes the kind of irregularity (art. 27), the move in the form of Hub with the captured pieces,
/// and the name of the rule that it breaks.
pub(super) fn comment(mv: &Move, breach: Breach) -> String {
    // A breach without a kind cannot stand on a board; the last kind is a placeholder.
    let kind = breach.kind().unwrap_or(IrregularityKind::Unreachable);
    format!("irregular {kind} {} {}", text(mv), breach.as_str())
}

/// Writes the move in the form of Hub.
pub(super) fn text(mv: &Move) -> String {
    mv.captured().squares().fold(mv.to_string(), |text, square| format!("{text}x{square}"))
}

/// Reads the text that [`comment`] writes.
pub(super) fn parse(comment: &str) -> Option<(Move, Breach)> {
    let words: Vec<&str> = comment.split_whitespace().take(5).collect();
    let ["irregular", _kind, mv, breach] = *words.as_slice() else { return None };
    let breach = Breach::ALL.into_iter().find(|known| known.as_str() == breach)?;
    let MoveText { from, to, via, taken: _ } = MoveText::from_str(mv).ok()?;
    // The form of Hub has the end in the second place and captured squares after it.
    let mut squares = via.into_iter().chain([to]);
    let to = squares.next()?;
    let captured: Bitboard = squares.collect();
    Some((Move::new(from, to, captured), breach))
}
