//! Events of a game.

use draughts::{
    Breach, Color, Irregularity, Move, MoveText, Outcome, Position, RuleSet, Timestamp,
};
use game_clock::{Terms, TimeControl};

use super::{ByHand, ClockRuling, FlagWaiver, HeldFor, Remark};
use crate::{InputId, Refusal, refusal::LISTED_MAX};

/// An event of a game; a [`Game`](crate::Game) is the fold of its events.
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
        /// The ply; 1 is the first.
        ply: u32,
        /// The move.
        mv: Move,
        /// The input that played it.
        input: InputId,
        /// The moment of the move, by its input.
        at: Timestamp,
    },
    /// Another input claimed the same move of a played ply.
    MoveConfirmed {
        /// The confirmed ply.
        ply: u32,
        /// The input that confirms it.
        input: InputId,
    },
    /// A move for a later ply waits for those before it.
    InputHeld {
        /// The input that waits.
        input: InputId,
        /// The ply of the input.
        ply: u32,
        /// The move as it was claimed.
        mv: MoveText,
        /// The moment of the move, by its input.
        at: Timestamp,
        /// The reason; `None` in a game that began before there were terms.
        waits_for: Option<HeldFor>,
    },
    /// Another device claimed a different move of a played ply; the arbiter has to decide. At most
    /// one for each ply.
    ConflictRaised {
        /// The ply in conflict.
        ply: u32,
        /// The move in the record, or the irregular one that was noted first.
        played: Move,
        /// The move that the other device claims.
        claimed: MoveText,
        /// The input of the other device.
        input: InputId,
    },
    /// The arbiter decided which move was played at a ply in conflict.
    ConflictResolved {
        /// The ply.
        ply: u32,
        /// The input of the ruling.
        input: InputId,
    },
    /// The next ply was claimed with an irregular move (rules art. 27). It waits for its
    /// correction, for the opponent's answer, or for the arbiter, and replaces one that waited. It
    /// may itself be the answer to an irregular move, which then stands.
    IrregularityNoted {
        /// The ply of the move.
        ply: u32,
        /// The move and the rule that it breaks.
        irregularity: Box<Irregularity>,
        /// The input that claimed it.
        input: InputId,
        /// The moment of the move, by its input.
        at: Timestamp,
    },
    /// An irregular move stands, and the game goes on from the position after it.
    IrregularityStands {
        /// The ply of the move.
        ply: u32,
        /// The move as it stands on the board.
        mv: Move,
        /// The rule that it breaks.
        breach: Breach,
        /// The position after it.
        after: Position,
        /// The input that claimed the move.
        input: InputId,
        /// The input of the arbiter's ruling, which may have named the move too; `None` if the
        /// opponent answered the move.
        ruling: Option<InputId>,
        /// The moment of the move, by its input.
        at: Timestamp,
    },
    /// The arbiter took moves back; an irregular move that waited is taken back with them.
    ///
    /// If the arbiter corrects a ply, the corrected move and the kept moves after it follow in the
    /// same decision, the first with the input of the ruling.
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
        /// The first ply that is missing in the record.
        from_ply: u32,
        /// The input of the ruling.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// The moves noted on paper have been handed in; the events before this one hold them.
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
        /// The person who took the result back in the tournament; `None` if a ruling at the desk
        /// did.
        by_hand: Option<Box<ByHand>>,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that offered it.
        by: Color,
        /// The input of the offer.
        input: InputId,
    },
    /// The other side agreed to a draw that the arbiter has to decide on (rules art. 21.2, 2006
    /// art. 7). The game goes on, and the agreement stands until both have moved.
    DrawAgreed {
        /// The side that agreed to the offer.
        by: Color,
        /// The input that agreed.
        input: InputId,
    },
    /// A side confirmed the result, or disagrees with it. It holds until the game has another
    /// result.
    ResultConfirmed {
        /// The side.
        color: Color,
        /// False if it disagrees: the arbiter is told.
        agrees: bool,
        /// The input.
        input: InputId,
        /// The moment.
        at: Timestamp,
    },
    /// A flag fell that does not end the game; the arbiter decides.
    FlagWaived {
        /// The side whose time is used up.
        color: Color,
        /// The reason.
        why: FlagWaiver,
        /// The moment when the time ran out.
        at: Timestamp,
    },
    /// A ruling of the same decision was carried out although the rules or the record speak against
    /// it.
    Remarked {
        /// The input of the ruling.
        input: InputId,
        /// The objection.
        remark: Remark,
    },
    /// An input was refused.
    InputRefused {
        /// The input that was refused.
        input: InputId,
        /// The reason.
        refusal: Refusal,
    },
    /// The game ended.
    Finished {
        /// The result and its reason.
        outcome: Outcome,
        /// The input that ended it, unless a move or the clock did.
        input: Option<InputId>,
        /// The person who gave it, if it was given by hand; `None` in a game that began before
        /// there were terms.
        by_hand: Option<Box<ByHand>>,
        /// The moment of the end.
        at: Timestamp,
    },
    /// A finished game got another result: by the arbiter, or because a flag had fallen before the
    /// end.
    ResultCorrected {
        /// The result that holds from now on.
        outcome: Outcome,
        /// The input of the ruling; `None` if a flag had fallen before the end.
        input: Option<InputId>,
        /// The person who gave it, if it was given by hand; `None` in a game that began before
        /// there were terms.
        by_hand: Option<Box<ByHand>>,
        /// The moment of the ruling, or of the fall of the flag.
        at: Timestamp,
    },
    /// The game is played with this time control.
    ControlSet(TimeControl),
    /// Black's time runs from the start on, until Black starts White's (2006 art. 2).
    BlackStarts,
    /// The game is played on these terms.
    TermsSet(Terms),
    /// The clock gets a command other than a move, which it answers itself.
    ClockRuled(ClockRuling),
}

impl GameEvent {
    /// Shortens the lists of moves in an explanation, so that every event takes few bytes in the
    /// log.
    pub(super) fn shorten(&mut self) {
        if let Self::InputRefused { refusal, .. } = self {
            refusal.shorten();
        } else if let Self::IrregularityNoted { irregularity, .. } = self
            && let Some(obliged) = &mut irregularity.obliged
        {
            obliged.shorten(LISTED_MAX);
        }
    }

    /// Returns the input that the event answers, if one caused it.
    ///
    /// An irregular move that stands answers the input that claimed it.
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
            | Self::DrawAgreed { input, .. }
            | Self::ResultConfirmed { input, .. }
            | Self::Remarked { input, .. }
            | Self::InputRefused { input, .. } => Some(input),
            Self::Finished { input, .. } | Self::ResultCorrected { input, .. } => input.as_ref(),
            Self::Started { .. }
            | Self::ControlSet(_)
            | Self::BlackStarts
            | Self::TermsSet(_)
            | Self::FlagWaived { .. }
            | Self::ClockRuled(_) => None,
        }
    }

    /// Returns every input that the event answers, each once: the one of [`GameEvent::input`], and
    /// the arbiter's ruling that let an irregular move stand.
    pub fn inputs(&self) -> impl Iterator<Item = &InputId> {
        let ruling = if let Self::IrregularityStands { input, ruling, .. } = self {
            ruling.as_ref().filter(|ruling| *ruling != input)
        } else {
            None
        };
        self.input().into_iter().chain(ruling)
    }

    /// Returns every input that the game has judged by the event: those that it answers, and one
    /// that it forwards to the clock, which answers it.
    pub fn judged(&self) -> impl Iterator<Item = &InputId> {
        let forwarded =
            if let Self::ClockRuled(ruling) = self { ruling.input.as_ref() } else { None };
        self.inputs().chain(forwarded)
    }
}
