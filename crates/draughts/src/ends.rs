//! The ends of a game by its rules: no pieces, no legal moves, and the counts towards a draw.

mod articles;
mod boxed;
mod fmjd;
mod frisian;
mod lone_king;
mod quiet;
mod regulation_2006;

use crate::{Color, Move, Outcome, Position, Reason, RuleSet, Score, Square};

use boxed::Boxed;
use fmjd::Fmjd;
use frisian::Frisian;
use regulation_2006::Regulation2006;

/// The counts towards a draw by rule, folded along the moves of one game.
///
/// They take little memory: positions that a capture or a man's move has made unreachable are dropped, and a
/// game that stops at its end has at most some dozens of moves to remember.
///
/// ```
/// use draughts::{Color, CountKind, Counts, Reason, RuleSet, fen};
///
/// let rules = RuleSet::Frisian;
/// let before = fen::parse("W:WK46,K47:BK5", rules.variant())?;
/// let mut counts = Counts::new(rules, &before);
/// let mv = before.parse_move("47-33")?;
/// let after = before.play(&mv)?;
/// counts.played(&before, &mv, &after);
/// assert_eq!(counts.outcome(&after), None);
/// let running = counts.running();
/// let [count] = running.as_slice() else { panic!("two kings against one") };
/// assert_eq!(count.kind, CountKind::Draw(Reason::TwoKingsAgainstOne));
/// assert_eq!((count.made, count.limit, count.side), (1, 7, Some(Color::White)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    rules: RuleSet,
    draws: Draws,
}

/// The counts of each rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Draws {
    Fmjd(Fmjd),
    Regulation2006(Regulation2006),
    Boxed(Boxed),
    Frisian(Frisian),
}

/// One running count, for display to an arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The kind of moves that are counted.
    pub kind: CountKind,
    /// The current count: moves that both sides have made, moves of `side`, occurrences of the position, or
    /// returns to a square.
    pub made: u32,
    /// The count that ends the game, or blocks the king.
    pub limit: u32,
    /// The side whose moves are counted; `None` if both sides' are.
    pub side: Option<Color>,
}

/// The consequence that a [`Count`] leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountKind {
    /// Quiet moves in a row by the king on this square, which may not make another once the limit is reached
    /// (rules art. 17).
    KingRun(Square),
    /// A draw for this reason.
    Draw(Reason),
}

impl CountKind {
    /// Returns the article that prescribes the count, under these rules.
    #[must_use]
    pub const fn article(self, rules: RuleSet) -> Option<&'static str> {
        match self {
            Self::KingRun(_) => Some("art. 17"),
            Self::Draw(reason) => reason.article(rules),
        }
    }
}

impl Counts {
    /// Begins to count in the start position of a game.
    ///
    /// This is the first occurrence of that position, and an ending that is already on the board counts from
    /// here.
    #[must_use]
    pub fn new(rules: RuleSet, start: &Position) -> Self {
        let draws = match rules {
            RuleSet::International => Draws::Fmjd(Fmjd::new(start)),
            RuleSet::International2006 => Draws::Regulation2006(Regulation2006::new(start)),
            RuleSet::Boxed12200 => Draws::Boxed(Boxed::default()),
            RuleSet::Frisian => Draws::Frisian(Frisian::new(start)),
        };
        Self { rules, draws }
    }

    /// Counts a move that was played, legal or not, and the position after it.
    pub fn played(&mut self, before: &Position, mv: &Move, after: &Position) {
        match &mut self.draws {
            Draws::Fmjd(fmjd) => fmjd.played(before, after),
            Draws::Regulation2006(regulation) => regulation.played(before, after),
            Draws::Boxed(boxed) => boxed.played(before, mv, after),
            Draws::Frisian(frisian) => frisian.played(before, after),
        }
    }

    /// Begins again from a position that the arbiter set.
    pub fn position_set(&mut self, position: &Position) {
        *self = Self::new(self.rules, position);
    }

    /// Returns the outcome of the game in this position, if it is over (rules art. 18, 20, 21; FMJD rules;
    /// regulation 2006 section D; boxed game art. 7, 8).
    ///
    /// `position` is the one that was counted last. A win takes precedence over a draw, and among draws the
    /// one whose article comes first.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = position.turn().other();
        if position.board().side(position.turn()).is_empty() {
            return Some(Outcome::win(winner, Reason::NoPieces));
        }
        if !position.has_legal_move() {
            return Some(Outcome::win(winner, Reason::NoLegalMove));
        }
        let reason = match &self.draws {
            Draws::Fmjd(fmjd) => fmjd.draw(),
            Draws::Regulation2006(regulation) => regulation.draw(),
            Draws::Boxed(boxed) => boxed.draw(),
            Draws::Frisian(frisian) => frisian.draw(position),
        };
        reason.map(|reason| Outcome::new(Score::Draw, reason))
    }

    /// Returns the counts that run, in the order of the articles.
    #[must_use]
    pub fn running(&self) -> Vec<Count> {
        match &self.draws {
            Draws::Fmjd(fmjd) => fmjd.running(),
            Draws::Regulation2006(regulation) => regulation.running(),
            Draws::Boxed(boxed) => boxed.running(),
            Draws::Frisian(frisian) => frisian.running(),
        }
    }
}

/// A number of moves that both sides have to make, counted in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MovesEach(u32);

impl MovesEach {
    /// Returns true if this number of plies completes the moves.
    const fn are_made(self, plies: u32) -> bool {
        plies / 2 >= self.0
    }

    /// Returns the count of the moves that both sides have made after a number of plies.
    const fn count(self, plies: u32, reason: Reason) -> Count {
        Count { kind: CountKind::Draw(reason), made: plies / 2, limit: self.0, side: None }
    }
}
