//! A claim that fits no legal move.

use core::cell::OnceCell;
use std::collections::BTreeSet;

use crate::movegen::{View, Visitor};
use crate::notation::Passing;
use crate::{
    Bitboard, Breach, IllegalMove, Irregularity, Judgement, Move, MoveList, MoveText, Obligation,
    Piece, Position, Role, Standing, Variant,
};

/// A claim that fits no legal move of a position.
pub(super) struct Case<'a> {
    position: &'a Position,
    claimed: &'a MoveText,
    /// The piece that the claim moves, if there is one.
    mover: Option<Mover>,
    /// The pieces taken by the captures that fit the claim (see [`Case::fitting`]).
    fitting: OnceCell<Vec<Bitboard>>,
}

/// The piece that a claim moves, with its captures, without regard to the side to move.
struct Mover {
    piece: Piece,
    view: View,
    captures: Captures,
}

impl<'a> Case<'a> {
    pub(super) fn new(position: &'a Position, claimed: &'a MoveText) -> Self {
        let mover = position.board().piece_at(claimed.from).map(|piece| {
            let view = position.view(piece.color);
            let mut captures = Captures::new(&view, claimed);
            view.walk_captures(claimed.from.bit(), &mut captures);
            Mover { piece, view, captures }
        });
        Self { position, claimed, mover, fitting: OnceCell::new() }
    }

    pub(super) fn judge(&self, legal: MoveList) -> Judgement {
        let illegal = self.illegal(legal);
        if self.impossibility().is_some() {
            return Judgement::Impossible(Box::new(illegal));
        }
        let IllegalMove { played, breach, obliged } = illegal;
        let standing = self.standing();
        Judgement::Irregular(Box::new(Irregularity { played, breach, obliged, standing }))
    }

    pub(super) fn illegal(&self, legal: MoveList) -> IllegalMove {
        let is_way = |mv: &Move| (mv.from(), mv.to()) == (self.claimed.from, self.claimed.to);
        let is_legal_way = legal.iter().any(is_way);
        let obliged = self.position.obligation_of(legal);
        let breach = self.breach(obliged.as_ref(), is_legal_way);
        IllegalMove { played: self.claimed.clone(), breach, obliged }
    }

    /// Returns the reason for which no board could show the claim, if none could.
    ///
    /// A piece has to be on the start square, only opponents of that piece can be removed, and no
    /// other piece may remain on the end square. A piece that ends where it started has moved only
    /// if it captured.
    fn impossibility(&self) -> Option<Breach> {
        let (board, claimed) = (self.position.board(), self.claimed);
        let Some(Mover { piece, .. }) = &self.mover else { return Some(Breach::NoPiece) };
        let taken = claimed.taken.unwrap_or_default();
        if !(taken - board.side(piece.color.other())).is_empty() {
            return Some(Breach::WrongPiecesTaken);
        }
        if claimed.to == claimed.from {
            let captures = match claimed.taken {
                Some(taken) => !taken.is_empty(),
                None => !self.fitting().is_empty(),
            };
            return if captures { None } else { Some(Breach::Unreachable) };
        }
        let is_free = !board.occupied().contains(claimed.to) || taken.contains(claimed.to);
        if is_free { None } else { Some(Breach::Occupied) }
    }

    fn breach(&self, obliged: Option<&Obligation>, is_legal_way: bool) -> Breach {
        if let Some(breach) = self.impossibility() {
            return breach;
        }
        let own = |mover: &&Mover| mover.piece.color == self.position.turn();
        let Some(mover) = self.mover.as_ref().filter(own) else { return Breach::OpponentsPiece };
        let claimed = self.claimed;
        if claimed.taken.is_some() && is_legal_way {
            return Breach::WrongPiecesTaken;
        }
        let tells_capture =
            !claimed.via.is_empty() || claimed.taken.is_some_and(|taken| !taken.is_empty());
        let is_quiet = mover.slides(claimed) && !tells_capture;
        let Some(obliged) = obliged else {
            let is_blocked = mover.view.blocked >> claimed.from.bit() & 1 != 0;
            return if is_quiet && is_blocked {
                Breach::KingMoveLimit
            } else {
                Breach::Unreachable
            };
        };
        if is_quiet {
            return Breach::CaptureObligatory;
        }
        let worth = |mv: &Move| mover.view.worth(mv.from().bit(), mv.captured().bits());
        let best = obliged.moves.first().map_or(0, worth);
        match mover.captures.worth {
            0 => Breach::Unreachable,
            // The lowest bit of the worth of a Frisian capture is set for a king's capture.
            worth if self.position.variant() == Variant::Frisian && worth + 1 == best => {
                Breach::KingFirst
            }
            worth if worth < best => Breach::MaximumCapture,
            _ => Breach::Unreachable,
        }
    }

    /// Returns the move as it stands; `None` while the captured pieces are not known, and if the
    /// rules cannot go on from the position.
    fn standing(&self) -> Option<Standing> {
        let (mover, MoveText { from, to, .. }) = (self.mover.as_ref()?, self.claimed);
        let taken = self.taken_off(mover)?;
        let after = self.position.after_irregular(mover.piece, *from, *to, taken)?;
        Some(Standing { mv: Move::new(*from, *to, taken), after })
    }

    fn taken_off(&self, mover: &Mover) -> Option<Bitboard> {
        let claimed = self.claimed;
        if claimed.taken.is_some() {
            return claimed.taken;
        }
        if claimed.via.is_empty() && mover.slides(claimed) {
            return Some(Bitboard::EMPTY);
        }
        match self.fitting() {
            [] if claimed.via.is_empty() => Some(Bitboard::EMPTY),
            [taken] => Some(*taken),
            _ => None,
        }
    }

    /// Returns the pieces taken by the first two captures that fit a claim; they need be neither
    /// complete nor the most valuable.
    ///
    /// As with legal moves, the squares in between are a way, or otherwise captured squares.
    fn fitting(&self) -> &[Bitboard] {
        self.fitting.get_or_init(|| {
            let Some(mover) = &self.mover else { return Vec::new() };
            let MoveText { from, to, via, .. } = self.claimed;
            let captures = &mover.captures;
            if via.is_empty() {
                return captures.taking.sets();
            }
            let passing = Passing::new(self.position, mover.piece.color, (*from, *to), via);
            let on_the_way = passing.first_two();
            if !on_the_way.is_empty() {
                return on_the_way.into_iter().map(Bitboard::of_bits).collect();
            }
            if captures.is_exact {
                return vec![Bitboard::of_bits(captures.told)];
            }
            captures.taking.sets()
        })
    }
}

impl Position {
    /// Returns the position after an irregular move, if a claim of it breaks this rule: with or
    /// without squares in between, and with or without the captured pieces.
    pub(crate) fn after_breach(&self, mv: &Move, breach: Breach) -> Option<Self> {
        let legal = self.legal_moves();
        if legal.contains(mv) {
            return None;
        }
        let mut claimed = MoveText::new(mv.from(), mv.to());
        claimed.taken = Some(mv.captured());
        let whole = Case::new(self, &claimed);
        if whole.impossibility().is_some() {
            return None;
        }
        let (way, taken) = ([vec![], vec![mv.to()]], [Some(mv.captured()), None]);
        let is_broken = way.into_iter().any(|via| {
            taken.into_iter().any(|taken| {
                let claimed = MoveText { via: via.clone(), taken, ..claimed.clone() };
                Case::new(self, &claimed).illegal(legal.clone()).breach == breach
            })
        });
        let piece = whole.mover.as_ref()?.piece;
        let after = || self.after_irregular(piece, mv.from(), mv.to(), mv.captured());
        is_broken.then(after).flatten()
    }
}

impl Mover {
    /// Returns true if the piece could move there without a capture, without regard to obligatory
    /// captures.
    fn slides(&self, claimed: &MoveText) -> bool {
        let slides = match self.piece.role {
            Role::Man => self.view.man_steps(claimed.from.bit()),
            Role::King => self.view.king_slides(claimed.from.bit()),
        };
        slides >> claimed.to.bit() & 1 != 0
    }
}

/// The captures of a piece that end on one square, complete or not.
struct Captures {
    view: View,
    from: u32,
    to: u32,
    /// The claimed squares in between, as captured ones.
    told: u64,
    /// The greatest worth among the captures.
    worth: u32,
    /// The sets of the captures that take all claimed squares.
    taking: FirstTwo,
    /// True if a capture takes exactly the claimed squares.
    is_exact: bool,
}

impl Captures {
    fn new(view: &View, claimed: &MoveText) -> Self {
        let told: Bitboard = claimed.via.iter().copied().collect();
        Self {
            view: *view,
            from: claimed.from.bit(),
            to: claimed.to.bit(),
            told: told.bits(),
            worth: 0,
            taking: FirstTwo(BTreeSet::new()),
            is_exact: false,
        }
    }
}

impl Visitor for Captures {
    const COMPLETE_ONLY: bool = false;

    fn visit(&mut self, landings: u64, captured: u64, _pieces: u32) {
        if landings >> self.to & 1 == 0 {
            return;
        }
        self.worth = self.worth.max(self.view.worth(self.from, captured));
        if self.told & !captured == 0 {
            self.taking.add(captured);
            self.is_exact |= self.told == captured;
        }
    }
}

/// The first two sets that are added; more do not matter.
struct FirstTwo(BTreeSet<u64>);

impl FirstTwo {
    fn add(&mut self, set: u64) {
        if self.0.len() < 2 {
            self.0.insert(set);
        }
    }

    fn sets(&self) -> Vec<Bitboard> {
        self.0.iter().copied().map(Bitboard::of_bits).collect()
    }
}
