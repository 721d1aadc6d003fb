//! Games made up from the seed: legal moves, and the end.

use draughts::{Color, Move, Position, Variant};
use proto::v1::MoveText;

use crate::seed::Dice;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The side to move resigns.
    Resign,
    /// White offers a draw, Black agrees.
    Draw,
    /// The side to move loses on time, of which the arbiter leaves it little.
    Flag,
}

/// A ruling on the record of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Correction {
    /// The last move is taken back, and played again.
    LastMove,
    /// The game is resumed after its end, and ends again in the same way.
    Resumption,
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) moves: Vec<MoveText>,
    pub(crate) end: End,
    /// True if both tablets send each move.
    pub(crate) is_confirmed: bool,
    pub(crate) correction: Option<Correction>,
    /// True if the desk sends the display of a physical clock.
    pub(crate) has_display: bool,
}

impl Script {
    /// Makes up a game, without a ruling on its record unless it `may_be_corrected`: whether one
    /// follows on a move that is handed in again, nobody could tell.
    pub(crate) fn new(dice: &Dice, may_be_corrected: bool) -> Self {
        let mut position = Position::start(Variant::International);
        let mut moves = Vec::new();
        for _ply in 0..dice.number(4..=14) {
            let legal: Vec<Move> = position.legal_moves().as_slice().to_vec();
            if legal.is_empty() {
                break;
            }
            let mv = legal[dice.below(legal.len())];
            let Ok(next) = position.play_legal(&mv) else { break };
            moves.push(MoveText::from(&draughts::MoveText::from(&mv)));
            position = next;
        }
        let end = match dice.number(0..=9) {
            0..=4 => End::Resign,
            5..=7 => End::Draw,
            _ => End::Flag,
        };
        let correction = match dice.number(0..=9) {
            0 => Some(Correction::LastMove),
            1 if end != End::Flag => Some(Correction::Resumption),
            _ => None,
        };
        let correction = correction.filter(|_correction| may_be_corrected);
        let (is_confirmed, has_display) = (dice.happens(300), dice.happens(100));
        Self { moves, end, is_confirmed, correction, has_display }
    }

    /// Returns the side to move after the last move.
    pub(crate) fn to_move(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::White } else { Color::Black }
    }
}
