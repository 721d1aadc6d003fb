//! The ends of a game by its rules: no pieces, no legal moves, and the counts towards a draw.

mod articles;
mod boxed;
mod count;
mod fmjd;
mod frisian;
mod lone_king;
mod quiet;
mod regulation_2006;

use crate::{FmjdEdition, Move, Outcome, Position, Reason, RuleSet, Score};

pub use count::{Count, CountKind};

use boxed::Boxed;
use fmjd::Fmjd;
use frisian::Frisian;
use regulation_2006::Regulation2006;

/// The counts towards a draw by rule, folded along the moves of one game.
///
/// They take little memory: positions that a capture or a man's move has made unreachable are
/// dropped, and a game that stops at its end has at most some dozens of moves to remember.
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
    edition: FmjdEdition,
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

impl Counts {
    /// Begins to count in the start position of a game.
    ///
    /// This is the first occurrence of that position, and an ending that is already on the board
    /// counts from here. The rules of the FMJD are those of [`FmjdEdition::default`].
    #[must_use]
    pub fn new(rules: RuleSet, start: &Position) -> Self {
        Self::by_edition(rules, FmjdEdition::default(), start)
    }

    /// Begins to count in the start position of a game whose event names an edition of the rules of
    /// the FMJD; the other rule sets have one edition.
    #[must_use]
    pub fn by_edition(rules: RuleSet, edition: FmjdEdition, start: &Position) -> Self {
        let draws = match rules {
            RuleSet::International | RuleSet::International2006Open => {
                Draws::Fmjd(Fmjd::new(edition, start))
            }
            RuleSet::International2006 => Draws::Regulation2006(Regulation2006::new(start)),
            RuleSet::Boxed12200 => Draws::Boxed(Boxed::default()),
            RuleSet::Frisian => Draws::Frisian(Frisian::new(start)),
        };
        Self { rules, edition, draws }
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
        *self = Self::by_edition(self.rules, self.edition, position);
    }

    /// Returns the outcome of the game in this position, if it is over (rules art. 18, 20, 21; FMJD
    /// rules; regulation 2006 section D; boxed game art. 7, 8).
    ///
    /// `position` is the one that was counted last. A win takes precedence over a draw, and among
    /// draws the one whose article comes first.
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
