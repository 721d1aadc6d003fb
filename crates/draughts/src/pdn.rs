//! Game records in Portable Draughts Notation.
//!
//! [`read`] accepts the deviations of real files and lists them as warnings; [`write()`] writes
//! strict PDN 3.0 from a [`Record`].
//!
//! | read beyond the standard | example |
//! | --- | --- |
//! | Latin-1 (Windows-1252) in place of UTF-8 | |
//! | tags on one line, broken tags, unknown tags, no tags | `[Event "x"] [Round "1"] 1.33-29` |
//! | blanks after a separator, leading zeros, the wrong separator | `1- 6`, `06-11`, `38x33` |
//! | the whole way of a capture, a part of it, or its captured squares | `2x30x17` |
//! | captures that only later moves decide | |
//! | a game without moves that ends where a tag repeats after an empty line | |
//! | results of the other game type, with a colon, of the Delft system, none | `1-0`, `1:1`, `4-6` |
//! | marks of strength for numeric annotation glyphs | `32-28!?` for `32-28 $5` |
//! | comments that do not end, literal `\r` after a line, unknown moves | `--` |
//! | times of clocks without letters | `{[%clock 0:49:11]}` |
//!
//! Variations, glyphs and comments are kept and written again; a variation as it was written, since
//! nothing says that its moves are legal. [`visit()`] shows the parts of records without replaying
//! them.
//!
//! Strict PDN has legal moves, comments and positions between the moves. Other parts of a
//! [`Record`] are written with these, and read back from them:
//!
//! | of the game | written |
//! | --- | --- |
//! | a position that the arbiter set | `/FEN "W:W28:B23"/` before the next move |
//! | an irregular move that stands (rules art. 27) | `{irregular 27c 34-30 capture-obligatory} /FEN "…"/` |
//! | the rules, which `GameType` leaves open | `[Rules "boxed-12200"]` |
//! | the reason for its end | `[Termination "no legal move"]` |
//! | the time left to the side that moved, and the time of the move | `{[%clk 0:09:58] [%emt 0:00:12]}` |
//! | the times on both clocks after a move | `{[%clock w0:10:00 B0:09:58]}` |
//!
//! The comment of an irregular move has the word `irregular`, the kind in article 27, the move and
//! the name of the [`Breach`], joined by single blanks. The move is in the form of Hub: start, end,
//! and the squares of the captured pieces, `34x23x28x29`. The position after it follows at once;
//! without it, or if the rules do not judge the move so, the comment is an ordinary one. The move
//! counts as a move of its side, so that the numbers of moves go on. If a position comes before
//! every move, the game has a `FEN` tag.
//!
//! In `%clock` a letter names the side of the time that follows; a capital marks the running clock.
//! Times are cut to whole seconds.
//!
//! The work is bounded by the length of the text: a move costs little in ordinary positions, and
//! each text has a limit for positions with very many captures and for the search for another way
//! through a game. Beyond it a game [is given up](Status::GaveUp); ordinary games are still read.

mod bounds;
mod budget;
mod clocks;
mod irregular;
mod lexer;
mod reader;
mod record;
mod replay;
mod small_board;
mod tag;
#[cfg(test)]
mod tests;
mod text;
mod variation;
mod visit;
mod writer;

use core::fmt;

use thiserror::Error;

pub use clocks::Clocks;
pub use reader::{read, read_as, read_each};
pub use record::Record;
pub use tag::{Tag, TagNameError};
pub use variation::VariationError;
pub use visit::{Visitor, visit};
pub use writer::{Export, Terminator, write};

use crate::fen::FenError;
use crate::{Breach, Move, ParseMoveError, Position, Reason, RuleSet, Score, Variant};

/// A game that was read, as complete as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PdnGame {
    /// The line where the game begins, 1 for the first.
    pub line: usize,
    /// The tags in their order.
    pub tags: Vec<Tag>,
    /// The variant that it was replayed by: that of its `GameType`, or the caller's default.
    pub variant: Variant,
    /// The position that the game begins with.
    pub start: Position,
    /// The moves that are legal or stand, up to the first that is not.
    pub plies: Vec<PdnPly>,
    /// The position after the last of these moves, or set up after it.
    pub final_position: Position,
    /// The comments outside variations, without times of clocks and irregular moves.
    pub comments: Vec<Comment>,
    /// The variations; those of variations are in their texts.
    pub variations: Vec<Variation>,
    /// The result of the tag or terminator, if there is one.
    pub score: Option<Score>,
    /// The end of the moves as written: `*`, a result, or `None`.
    pub terminator: Option<String>,
    /// Oddities, at most [`WARNINGS_MAX`].
    pub warnings: Vec<Warning>,
    /// The result of the replay.
    pub status: Status,
}

/// The largest number of warnings that are kept of one game.
pub const WARNINGS_MAX: usize = 100;

impl PdnGame {
    /// Returns the value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name() == name).map(Tag::value)
    }

    /// Returns the rules that the game was played by: those of its tag (see [`Tag::rules`]), or the
    /// only ones of Frisian draughts.
    #[must_use]
    pub fn rules(&self) -> Option<RuleSet> {
        let told = self.tag(tag::RULES).and_then(|text| text.trim().parse().ok());
        let is_frisian = self.variant == Variant::Frisian;
        told.filter(|rules: &RuleSet| rules.variant() == self.variant)
            .or_else(|| is_frisian.then_some(RuleSet::Frisian))
    }

    /// Returns the reason for the end of the game, if its tag names a known one (see
    /// [`Tag::termination`]).
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        self.tag(tag::TERMINATION)?.trim().replace(' ', "-").parse().ok()
    }

    /// Returns the moves that could be replayed.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
    }
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PdnPly {
    /// The move.
    pub mv: Move,
    /// The position that it was played in, which may have been set up.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// The rule that it breaks, if it is an irregular move that stands.
    pub breach: Option<Breach>,
    /// The numeric annotation glyphs after it: 1 for a good move (`$1` or `!`), 2 for a mistake
    /// (`?`), 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`.
    pub nags: Vec<u16>,
    /// The times on the clocks after it.
    pub clocks: Clocks,
    /// The move as written in the record; an irregular one in the form of Hub.
    pub text: String,
}

/// A comment of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Number of moves before it.
    pub after_ply: u32,
    /// The text between the braces.
    pub text: String,
}

/// Other moves in place of one that was played, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Number of moves before it; the last of them is the one that it replaces.
    pub after_ply: u32,
    text: String,
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// All moves are legal or stand.
    Ok,
    /// There are no moves.
    HeaderOnly,
    /// A move is not legal; the moves before it are kept.
    Illegal {
        /// The number of the move, from 1.
        ply: u32,
        /// The move as written in the record.
        text: String,
        /// The reason for which it is not legal.
        reason: ParseMoveError,
    },
    /// The work allowed for the text was used up before a way through all moves was found; the
    /// moves before this one are kept.
    GaveUp {
        /// The number of the move, from 1.
        ply: u32,
        /// The move, or the position before it, as written in the record.
        text: String,
    },
    /// The start position cannot be read.
    BadPosition {
        /// The position as written in the record.
        text: String,
        /// The reason for which it cannot be read.
        reason: FenError,
    },
    /// The game is not a supported game of 10x10 draughts.
    Unsupported(Unsupported),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("legal"),
            Self::HeaderOnly => f.write_str("no moves"),
            Self::Illegal { ply, text, reason } => {
                write!(f, "ply {ply} ({text}) is not legal: {reason}")
            }
            Self::GaveUp { ply, text } => {
                write!(f, "gave up looking for a way to play on at ply {ply} ({text})")
            }
            Self::BadPosition { text, reason } => {
                write!(f, "the position {text:?} cannot be read: {reason}")
            }
            Self::Unsupported(unsupported) => unsupported.fmt(f),
        }
    }
}

/// The reason for which a record is not supported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// The `GameType` is neither 20 (International) nor 40 (Frisian).
    #[error("game type {game_type:?} is not supported, only 20 and 40 are")]
    GameType {
        /// The tag's value.
        game_type: String,
    },
    /// All squares are at most 32 and the first move is not legal: a game on 8x8 squares.
    #[error("the moves are those of a game type on 8x8 squares, only 20 and 40 are supported")]
    SmallBoard,
    /// The moves name squares by letter and digit.
    #[error("the notation is not numeric: {text:?}")]
    NotNumeric {
        /// The first such move.
        text: String,
    },
}

/// An oddity that did not prevent a record from being read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Warning {
    /// The text is not UTF-8 and was read as Windows-1252.
    #[error("not UTF-8, read as Windows-1252")]
    NotUtf8,
    /// A tag cannot be read.
    #[error("malformed tag {text:?}")]
    MalformedTag {
        /// The tag.
        text: String,
    },
    /// A move is marked as unknown.
    #[error("unknown move after ply {after_ply}")]
    NullMove {
        /// Number of moves before it.
        after_ply: u32,
    },
    /// A capture is written as a quiet move, or a quiet move as a capture.
    #[error("wrong separator in {text:?} at ply {ply}")]
    WrongSeparator {
        /// The number of the move, from 1.
        ply: u32,
        /// The move as written in the record.
        text: String,
    },
    /// A capture fits several moves; later moves decided, or otherwise the first was chosen.
    #[error("{text:?} at ply {ply} fits several captures")]
    AmbiguousMove {
        /// The number of the move, from 1.
        ply: u32,
        /// The move as written in the record.
        text: String,
    },
    /// The comment does not describe an irregular move that breaks this rule and makes the position
    /// after it; the position was set up and the comment kept.
    #[error("{text:?} at ply {ply} does not agree with the position")]
    UntrueIrregularity {
        /// The number of the move, from 1.
        ply: u32,
        /// The comment as written in the record.
        text: String,
    },
    /// Tag and terminator have different results; the tag's was used.
    #[error("the result is {tag:?} in the tag and {terminator:?} at the end")]
    ResultsDiffer {
        /// The tag's value.
        tag: String,
        /// The end of the moves.
        terminator: String,
    },
    /// The result is not a known one.
    #[error("unknown result {text:?}")]
    UnknownResult {
        /// The result.
        text: String,
    },
    /// A comment does not end.
    #[error("a comment does not end")]
    UnclosedComment,
    /// A variation does not end.
    #[error("a variation does not end")]
    UnclosedVariation,
    /// A position cannot be read and was not used.
    #[error("the position {text:?} cannot be read")]
    InvalidPosition {
        /// The position as written in the record.
        text: String,
    },
    /// A text among the moves has no meaning.
    #[error("unknown text {text:?}")]
    UnknownText {
        /// The text.
        text: String,
    },
}
