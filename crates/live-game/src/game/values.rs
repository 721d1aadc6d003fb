//! Moves and inputs as a game keeps them.

use core::time::Duration;

use draughts::{
    Breach, Color, Irregularity, Judgement, Move, MoveText, Outcome, Position, Timestamp,
};

use crate::{InputId, Refusal};

/// The longest time that an input waits for missing plies, in milliseconds; without limit while a
/// conflict is open.
pub const HOLD_MS: i64 = 60_000;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The move.
    pub mv: Move,
    /// The rule that the move breaks, if it is an irregular move that stands.
    pub breach: Option<Breach>,
    /// The move in PDN, with the squares in between if the short form would be ambiguous.
    pub notation: String,
    /// The moment of the move, by its input.
    pub at: Timestamp,
    /// The input that played it.
    pub input: InputId,
}

impl PlayedPly {
    /// Returns true if a claim agrees with the ply. Squares in between and captured pieces are
    /// compared only if the claim names them.
    pub(super) fn agrees(&self, before: &Position, claimed: &MoveText) -> bool {
        if (claimed.from, claimed.to) != (self.mv.from(), self.mv.to()) {
            return false;
        }
        match (claimed.taken, self.breach) {
            (Some(taken), _) => taken == self.mv.captured(),
            (None, None) => {
                before.moves_matching(claimed.from, claimed.to, &claimed.via).contains(&self.mv)
            }
            // A claim of an irregular move often does not name the captured pieces, and squares in
            // between never do.
            (None, Some(_)) => matches!(before.judge(claimed), Judgement::Irregular(_)),
        }
    }
}

/// An input that waits for the plies before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldInput {
    /// The input.
    pub input: InputId,
    /// The ply of the input.
    pub ply: u32,
    /// The move as it was claimed.
    pub mv: MoveText,
    /// The moment of the move, by its input.
    pub at: Timestamp,
}

impl HeldInput {
    pub(super) fn deadline(&self) -> Timestamp {
        self.at.saturating_add(Duration::from_millis(HOLD_MS.unsigned_abs()))
    }
}

/// The reason for which an input waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldFor {
    /// A ply before it is missing.
    EarlierPly,
    /// An irregular move or a conflict waits for the arbiter.
    Arbiter,
}

/// The reason for which a flag that fell does not end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagWaiver {
    /// Nobody at the table has told anything: no move, no press, no display of a clock.
    NothingTold,
    /// The times are estimates ([`StartMode::Notation`](game_clock::StartMode)).
    Estimated,
}

/// The objection of the rules or of the record to a ruling that was carried out all the same, for
/// the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// An irregular move was taken back that stood, because the opponent had answered it (rules
    /// art. 27).
    AnsweredIrregularity {
        /// The ply of the move.
        ply: u32,
    },
    /// The record does not show the end that the result names as its reason.
    NotOnBoard {
        /// The result.
        outcome: Outcome,
    },
}

/// An irregular move that waits for its correction, the opponent's answer or the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The ply of the move.
    pub ply: u32,
    /// The move and the rule that it breaks.
    pub irregularity: Irregularity,
    /// The input that claimed it.
    pub input: InputId,
    /// The moment of the move, by its input.
    pub at: Timestamp,
}

/// A ply of which two devices claim different moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The ply.
    pub ply: u32,
    /// The move in the record, or the irregular one that was noted first.
    pub played: Move,
    /// The move that the other device claims.
    pub claimed: MoveText,
    /// The input of the other device.
    pub input: InputId,
}

/// An input that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedInput {
    /// The input.
    pub input: InputId,
    /// The reason of the refusal.
    pub refusal: Refusal,
}

/// The record as of the arbiter's last change of it: the line that the clock goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the change: 1, 2, 3 …
    pub number: u32,
    /// Number of plies in the record after the change, including those that were played again.
    pub plies: u32,
    /// The side to move after the change.
    pub turn: Color,
    /// The moment of the change.
    pub at: Timestamp,
    /// The moment of the irregular move that waited until then and does not stand; `at` if none
    /// waited.
    pub since: Timestamp,
}
