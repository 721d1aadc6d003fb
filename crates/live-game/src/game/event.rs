//! Events of a game.

use draughts::{
    Breach, Color, Irregularity, Move, MoveText, Outcome, Position, RuleSet, Timestamp,
};
use game_clock::TimeControl;

use super::ClockRuling;
use crate::{InputId, Refusal};

/// A fact of a game; folding all of them with [`Game::apply`](crate::Game::apply) is the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The game began.
    Started {
        /// The rules that it is played by.
        rules: RuleSet,
        /// The position that it began with.
        start: Position,
        /// The moment of the start.
        at: Timestamp,
    },
    /// A move was played.
    MovePlayed {
        /// Which move of the game it is; 1 is the first.
        ply: u32,
        /// The move.
        mv: Move,
        /// The input that played it.
        input: InputId,
        /// The moment that this input gave.
        at: Timestamp,
    },
    /// Another input told the same move of a played ply.
    MoveConfirmed {
        /// The ply that it told.
        ply: u32,
        /// The input that told it.
        input: InputId,
    },
    /// A move for a later ply waits for those before it.
    InputHeld {
        /// The input that waits.
        input: InputId,
        /// The ply that it tells.
        ply: u32,
        /// The move as it was claimed.
        mv: MoveText,
        /// The moment that the input gave.
        at: Timestamp,
    },
    /// Another device told a different move of a played ply; the arbiter has to look. At most one
    /// for each ply.
    ConflictRaised {
        /// The ply that both tell.
        ply: u32,
        /// The move that stands, or the irregular one that was noted first.
        played: Move,
        /// The move that the other device claims.
        claimed: MoveText,
        /// The input of the other device.
        input: InputId,
    },
    /// The arbiter told what was played at a ply that two devices tell differently.
    ConflictResolved {
        /// The ply.
        ply: u32,
        /// The input of the ruling.
        input: InputId,
    },
    /// An irregular move was told of the ply that is next (rules art. 27). It waits for its
    /// correction, for the opponent's answer, or for the arbiter, and takes the place of one that
    /// waited. It may itself be the answer to an irregular move, which then stands.
    IrregularityNoted {
        /// The ply that it tells.
        ply: u32,
        /// The rule that it breaks.
        irregularity: Box<Irregularity>,
        /// The input that told it.
        input: InputId,
        /// The moment that this input gave.
        at: Timestamp,
    },
    /// An irregular move stands, and the game goes on from the position that it made.
    IrregularityStands {
        /// The ply that it is.
        ply: u32,
        /// The move as it stands on the board.
        mv: Move,
        /// The rule that it breaks.
        breach: Breach,
        /// The position after it.
        after: Position,
        /// The input that told the move.
        input: InputId,
        /// The input of the arbiter's ruling, which may have told the move too; none when the
        /// opponent answered the move.
        ruling: Option<InputId>,
        /// The moment that the input of the move gave.
        at: Timestamp,
    },
    /// The arbiter took moves back; an irregularity that waited went with them.
    ///
    /// Where the arbiter tells what was really played, the move and those that are kept after it
    /// follow in the same decision, the first with the input of the ruling.
    MovesRetracted {
        /// The first ply that was taken back.
        from_ply: u32,
        /// The input of the ruling.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// The arbiter set the position that the game goes on from.
    PositionSet {
        /// The position.
        position: Position,
        /// The input of the ruling.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// The rest of the game is noted on paper.
    WentOnPaper {
        /// The first ply that is not told.
        from_ply: u32,
        /// The input of the ruling.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// The moves on paper have been handed in; they are in the events before this one.
    RecordCompleted {
        /// The input that handed them in.
        input: InputId,
        /// The moment of handing in.
        at: Timestamp,
    },
    /// The arbiter let a finished game go on.
    Resumed {
        /// The input of the ruling.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that offered it.
        by: Color,
        /// The input that said so.
        input: InputId,
    },
    /// An input was refused.
    InputRefused {
        /// The input that was refused.
        input: InputId,
        /// Why.
        refusal: Refusal,
    },
    /// The game ended.
    Finished {
        /// How and why.
        outcome: Outcome,
        /// The input that ended it, unless a move or the clock did.
        input: Option<InputId>,
        /// The moment of the end.
        at: Timestamp,
    },
    /// A finished game got another result: by the arbiter, or because a flag had fallen before the end.
    ResultCorrected {
        /// The result that holds from now on.
        outcome: Outcome,
        /// The input of the ruling; none when a flag had fallen before the end.
        input: Option<InputId>,
        /// The moment of the ruling, or when the flag fell.
        at: Timestamp,
    },
    /// The game is played with this time control.
    ControlSet(TimeControl),
    /// Black's time runs from the start on, until Black starts White's (2006 art. 2).
    BlackStarts,
    /// The clock is told something beside moves, which it answers itself.
    ClockRuled(ClockRuling),
}

impl GameEvent {
    /// Returns the input that the event answers, if one caused it.
    ///
    /// An irregular move that stands answers the input that told it.
    #[must_use]
    pub const fn input(&self) -> Option<&InputId> {
        match self {
            Self::MovePlayed { input, .. }
            | Self::MoveConfirmed { input, .. }
            | Self::InputHeld { input, .. }
            | Self::ConflictRaised { input, .. }
            | Self::ConflictResolved { input, .. }
            | Self::IrregularityNoted { input, .. }
            | Self::IrregularityStands { input, .. }
            | Self::MovesRetracted { input, .. }
            | Self::PositionSet { input, .. }
            | Self::WentOnPaper { input, .. }
            | Self::RecordCompleted { input, .. }
            | Self::Resumed { input, .. }
            | Self::DrawOffered { input, .. }
            | Self::InputRefused { input, .. } => Some(input),
            Self::Finished { input, .. } | Self::ResultCorrected { input, .. } => input.as_ref(),
            Self::Started { .. }
            | Self::ControlSet(_)
            | Self::BlackStarts
            | Self::ClockRuled(_) => None,
        }
    }

    /// Returns every input that the event answers, each once: the one of [`GameEvent::input`], and the
    /// arbiter's ruling that let an irregular move stand.
    pub fn inputs(&self) -> impl Iterator<Item = &InputId> {
        let ruling = if let Self::IrregularityStands { input, ruling, .. } = self {
            ruling.as_ref().filter(|ruling| *ruling != input)
        } else {
            None
        };
        self.input().into_iter().chain(ruling)
    }
}
