//! The state of a game after a decision, as it is stored beside the events of the decision.

use draughts::{Breach, Move, Outcome, Position, RuleSet, Timestamp};
use game_clock::{Moves, StartMode};

use super::{ByHand, Correction, Line};

/// The state of a game that has begun, as every message of its log holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The rule set.
    pub rules: RuleSet,
    /// The position in which the game began.
    pub start: Position,
    /// The position before the first ply, if the arbiter set another than `start`.
    pub set_start: Option<Position>,
    /// The moment when the game began.
    pub started_at: Timestamp,
    /// The plies.
    pub plies: Vec<RecordedPly>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The person who gave the result, if it was given by hand.
    pub by_hand: Option<ByHand>,
    /// The latest corrections by people, oldest first.
    pub corrections: Vec<Correction>,
    /// White's bonus in a draw under the regulation of 2006, in hundredths of a point.
    pub draw_bonus: Option<i32>,
    /// The last change of the record by the arbiter; `None` if there was none.
    pub line: Option<Line>,
    /// The first ply that is recorded on paper only; `None` unless the game is on paper.
    pub on_paper_from: Option<u32>,
    /// The moment of the irregular move that waits; `None` if none waits.
    pub noted_at: Option<Timestamp>,
    /// Number of commands to the clock so far.
    pub clock_rulings: u32,
    /// The start of the clock.
    pub start_mode: StartMode,
}

/// A ply of a [`GameState`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    /// The move.
    pub mv: Move,
    /// The moment of the move, by its input.
    pub at: Timestamp,
    /// The position after it, if the move does not lead there.
    pub deviation: Option<Box<Deviation>>,
}

/// A position that does not follow from the move before it: the move is irregular and stands, or
/// the arbiter set the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The rule that the move breaks; `None` if it is a legal one.
    pub breach: Option<Breach>,
    /// The position after the move.
    pub after: Position,
}

impl GameState {
    /// Returns the position before the first ply.
    #[must_use]
    pub fn opening(&self) -> Position {
        self.set_start.unwrap_or(self.start)
    }

    /// Returns the position after the last ply.
    #[must_use]
    pub fn position(&self) -> Position {
        self.plies.iter().fold(self.opening(), |before, ply| ply.after(&before))
    }

    /// Returns the number of the first `plies` plies that each side made.
    #[must_use]
    pub fn moves(&self, plies: usize) -> Moves {
        let mut turn = self.opening().turn();
        let sides = self.plies.iter().take(plies).map(|ply| {
            let next = ply.deviation.as_ref().map_or(turn.other(), |set| set.after.turn());
            core::mem::replace(&mut turn, next)
        });
        sides.collect()
    }
}

impl RecordedPly {
    /// Returns the rule that the move breaks; `None` unless it is an irregular move that stands.
    #[must_use]
    pub fn breach(&self) -> Option<Breach> {
        self.deviation.as_ref().and_then(|deviation| deviation.breach)
    }

    /// Returns the position after the move, which was made in `before`.
    #[must_use]
    pub fn after(&self, before: &Position) -> Position {
        let deviation = self.deviation.as_ref();
        deviation.map_or_else(|| before.play_unchecked(&self.mv), |deviation| deviation.after)
    }
}
