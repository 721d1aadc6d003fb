//! The reasons for which a game refuses a command.

use thiserror::Error;

use draughts::{Color, IllegalMove, Move, MoveText, Outcome};

/// The reason for which a game refuses a command, with all details that an arbiter needs.
///
/// `Display` is for logs, in English. Players and spectators are shown less than an arbiter: no
/// hint of captures or legal moves (rules art. 24).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The game has begun, with other rules or another position.
    #[error("the game has already begun with other rules or another position")]
    AlreadyStarted,
    /// A position, to begin with or to go on from, is not one of the rules' variant.
    #[error("the position belongs to another variant than the rules")]
    WrongVariant,
    /// The game is over.
    #[error("the game is over: {outcome}")]
    GameFinished {
        /// The result of the game.
        outcome: Outcome,
    },
    /// Plies count from 1.
    #[error("ply 0 cannot be played, the first is 1")]
    PlyZero,
    /// The ply is too far ahead of the game.
    #[error("ply {got} is too far ahead, ply {expected} is next")]
    PlyTooFarAhead {
        /// The ply that is to be played next.
        expected: u32,
        /// The ply of the input.
        got: u32,
    },
    /// Too many inputs wait for missing plies.
    #[error("{limit} inputs already wait for ply {expected}")]
    HeldFull {
        /// The ply that is missing.
        expected: u32,
        /// The limit.
        limit: u32,
    },
    /// The move is against the rules.
    #[error(transparent)]
    IllegalMove(IllegalMove),
    /// Several captures fit the claimed squares, and they take different pieces.
    #[error("{played} fits several captures: {}{}", Move::told_apart(candidates).join(", "), and_others(*others))]
    AmbiguousMove {
        /// The move as it was claimed.
        played: MoveText,
        /// The captures that fit.
        candidates: Vec<Move>,
        /// Number of further captures that fit and were left out.
        others: u32,
    },
    /// The move is legal, but leads to a position with [too many captures to
    /// search](draughts::Position::is_within_budget).
    #[error("after {mv} the captures are too many to search")]
    TooComplex {
        /// The move.
        mv: Move,
    },
    /// The ply is played with another move, and this input raises no new alarm: the same device
    /// claimed both moves, or the ply already has its alarm, or the arbiter has settled it.
    #[error("ply {ply} is already played with {played}, {claimed} was claimed")]
    PlyAlreadyPlayed {
        /// The ply of the input.
        ply: u32,
        /// The move in the record.
        played: Move,
        /// The move of the input.
        claimed: MoveText,
    },
    /// The ply to take back or to correct does not exist.
    #[error("there is no ply {ply}, the next is {next}")]
    NoSuchPly {
        /// The ply that the ruling named.
        ply: u32,
        /// The ply that is to be played next.
        next: u32,
    },
    /// The move belongs to a line that the arbiter has taken back.
    #[error("ply {ply} was taken back after this move was made")]
    Retracted {
        /// The ply of the input.
        ply: u32,
    },
    /// The input waited too long for the plies before it.
    #[error("ply {ply} waited too long, ply {expected} is still missing")]
    WaitedTooLong {
        /// The ply of the input.
        ply: u32,
        /// The ply that is missing.
        expected: u32,
    },
    /// No irregular move waits.
    #[error("no irregular move waits")]
    NoIrregularity,
    /// An irregular move cannot stand as long as the captured pieces are not known.
    #[error("{played} cannot stand before it is told which pieces were taken off")]
    UnclearIrregularity {
        /// The move as it was claimed.
        played: MoveText,
    },
    /// The ply already has the move of the ruling, and no conflict is open there.
    #[error("ply {ply} already is so")]
    NothingToCorrect {
        /// The ply.
        ply: u32,
    },
    /// The position already is the one that the ruling sets.
    #[error("the position already stands so")]
    SamePosition,
    /// The game is noted on paper.
    #[error("the game is on paper from ply {from_ply}")]
    OnPaper {
        /// The first ply that is missing in the record.
        from_ply: u32,
    },
    /// The moves noted on paper do not begin with the next ply of the record.
    #[error("the record goes on with ply {expected}, not {got}")]
    WrongFirstPly {
        /// The next ply of the record.
        expected: u32,
        /// The first ply that was handed in.
        got: u32,
    },
    /// Too many moves, or none, are handed in at once.
    #[error("{count} moves are handed in, 1 to {limit} can be")]
    WrongMoveCount {
        /// The number of moves handed in.
        count: u32,
        /// The largest number allowed.
        limit: u32,
    },
    /// A move of the record noted on paper cannot be added; none of the record is.
    #[error("ply {ply} of the record: {refusal}")]
    BrokenRecord {
        /// The ply.
        ply: u32,
        /// The refusal of this ply.
        refusal: Box<Self>,
    },
    /// The record of the game, or the number of rulings on its clock, has reached its limit (see
    /// [`RECORD_BYTES_MAX`](crate::RECORD_BYTES_MAX)).
    #[error("the record of the game is full: the arbiter has to end it")]
    RecordFull,
    /// The input cannot be read (see
    /// [`GameCommand::RefuseUnreadable`](crate::GameCommand::RefuseUnreadable)).
    #[error("the input cannot be read")]
    Unreadable,
    /// The game is not over.
    #[error("the game is not over")]
    NotFinished,
    /// No game ends like that under its rules, such as a draw by resignation.
    #[error("under these rules no game ends so: {outcome}")]
    ImpossibleOutcome {
        /// The result of the ruling.
        outcome: Outcome,
    },
    /// This side's offer of a draw still stands.
    #[error("{by} has already offered a draw")]
    DrawAlreadyOffered {
        /// The side that offered it.
        by: Color,
    },
    /// No draw is agreed before the first move: the rules have one only in an endgame (rules art.
    /// 21.2).
    #[error("a draw is agreed in an endgame, not before the first move")]
    NoEndgame,
    /// The game has no clock that could be ruled on or read.
    #[error("the game has no clock")]
    NoClock,
    /// A pause of the clock has no reason: no clock is stopped before the end of the game (2006
    /// art. 2).
    #[error("no clock is stopped before the end of the game, unless a reason is given")]
    PauseNeedsReason,
    /// The game already has this result.
    #[error("this already is the result: {outcome}")]
    SameResult {
        /// The result of the game.
        outcome: Outcome,
    },
}

/// The number of moves that an explanation lists; the others are counted. A position may have
/// hundreds of captures, and the explanation has to fit into the log.
pub(crate) const LISTED_MAX: usize = 20;

impl Refusal {
    /// Leaves at most [`LISTED_MAX`] moves in each list, and counts the others.
    pub(crate) fn shorten(&mut self) {
        if let Self::IllegalMove(illegal) = self {
            if let Some(obliged) = &mut illegal.obliged {
                obliged.shorten(LISTED_MAX);
            }
        } else if let Self::AmbiguousMove { candidates, others, .. } = self {
            let left_out = candidates.len().saturating_sub(LISTED_MAX);
            candidates.truncate(LISTED_MAX);
            *others = others.saturating_add(u32::try_from(left_out).unwrap_or(u32::MAX));
        } else if let Self::BrokenRecord { refusal, .. } = self {
            refusal.shorten();
        }
    }

    /// Returns the stable name of the kind of refusal, such as `illegal-move`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NotStarted => "not-started",
            Self::AlreadyStarted => "already-started",
            Self::WrongVariant => "wrong-variant",
            Self::GameFinished { .. } => "game-finished",
            Self::PlyZero => "ply-zero",
            Self::PlyTooFarAhead { .. } => "ply-too-far-ahead",
            Self::HeldFull { .. } => "held-full",
            Self::IllegalMove(_) => "illegal-move",
            Self::AmbiguousMove { .. } => "ambiguous-move",
            Self::TooComplex { .. } => "too-complex",
            Self::PlyAlreadyPlayed { .. } => "ply-already-played",
            Self::NoSuchPly { .. } => "no-such-ply",
            Self::Retracted { .. } => "retracted",
            Self::WaitedTooLong { .. } => "waited-too-long",
            Self::NoIrregularity => "no-irregularity",
            Self::UnclearIrregularity { .. } => "unclear-irregularity",
            Self::NothingToCorrect { .. } => "nothing-to-correct",
            Self::SamePosition => "same-position",
            Self::OnPaper { .. } => "on-paper",
            Self::WrongFirstPly { .. } => "wrong-first-ply",
            Self::WrongMoveCount { .. } => "wrong-move-count",
            Self::BrokenRecord { .. } => "broken-record",
            Self::RecordFull => "record-full",
            Self::Unreadable => "unreadable",
            Self::NotFinished => "not-finished",
            Self::ImpossibleOutcome { .. } => "impossible-outcome",
            Self::DrawAlreadyOffered { .. } => "draw-already-offered",
            Self::NoEndgame => "no-endgame",
            Self::NoClock => "no-clock",
            Self::PauseNeedsReason => "pause-needs-reason",
            Self::SameResult { .. } => "same-result",
        }
    }
}

/// Writes that others were left out, if any were.
fn and_others(others: u32) -> String {
    if others == 0 { String::new() } else { format!(" and {others} others") }
}
