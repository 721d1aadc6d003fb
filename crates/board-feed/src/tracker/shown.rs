//! The board as people see it: what lies there, what differs from the game, what may come.

use draughts::{Bitboard, Role, Square};

use super::{Mode, Tracker, timing};
use crate::{Capability, Code, Field};

impl Tracker {
    /// Returns the code of a square of the board; `None` while the board is silent.
    #[must_use]
    pub fn code(&self, square: Square) -> Option<Code> {
        self.mirror.code(square)
    }

    /// Returns the codes of all fields as the board has reported them; `None` while it is silent.
    #[must_use]
    pub fn fields(&self) -> Option<[Code; Field::COUNT]> {
        self.mirror.fields()
    }

    /// Returns the squares on which the board differs from the position of the game, as far as it
    /// can tell; `None` while it is silent.
    #[must_use]
    pub fn differences(&self) -> Option<Bitboard> {
        self.sensed?;
        let board = self.tree.node(self.tip()).position.board();
        let sees_sides = self.setting.capability != Capability::Occupancy;
        let differs = |square: &Square| {
            let (code, piece) = (self.mirror.code(*square), board.piece_at(*square));
            let code = code.unwrap_or_default();
            (code != Code::Empty) != piece.is_some()
                || sees_sides && code.color() != piece.map(|piece| piece.color)
        };
        Some(Square::all().filter(differs).collect())
    }

    /// Returns the notation of the plies that look like the next ones and may go away; `None` if
    /// there are none.
    #[must_use]
    pub fn tentative(&self) -> Option<String> {
        let is_elsewhere = self.sensed.is_some_and(|it| it != self.tree.node(self.tip()).sensed);
        let is_in_play = matches!(self.mode, Mode::Play | Mode::OutOfSync);
        if !is_elsewhere || !is_in_play || self.now - self.changed < timing::TENTATIVE {
            return None;
        }
        let best = self.best()?;
        if !self.tree.is_after(best, self.tip()) || self.is_irregular(best) {
            return None;
        }
        let path = self.tree.path(best).into_iter().skip_while(|&id| id != self.tip()).skip(1);
        let texts: Option<Vec<String>> =
            path.map(|id| self.played(id).map(|played| played.text)).collect();
        texts.map(|texts| texts.join(" "))
    }

    /// Returns the squares of kings of the game that a board which sees crowns shows as men, apart
    /// from those that were crowned just now and are waited for.
    #[must_use]
    pub fn uncrowned(&self) -> Bitboard {
        let board = self.tree.node(self.tip()).position.board();
        let is_king =
            |square: Square| board.piece_at(square).is_some_and(|piece| piece.role == Role::King);
        let is_waited_for = |square| self.crowns.iter().any(|crown| crown.square == square);
        let differs = |square: &Square| {
            is_king(*square) && self.mirror.shows_man(*square) && !is_waited_for(*square)
        };
        Square::all().filter(differs).collect()
    }

    /// Returns which way the board lies: true if Black sits where its fields count White; `None`
    /// while nobody knows.
    #[must_use]
    pub const fn is_rotated(&self) -> Option<bool> {
        self.mirror.is_rotated()
    }
}
