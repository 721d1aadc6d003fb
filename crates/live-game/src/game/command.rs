//! Commands to a game.

use draughts::{Bitboard, Color, MoveText, Outcome, Position, RuleSet, Timestamp};
use game_clock::{Event, Moves, Terms, TimeControl};

use super::ByHand;
use crate::{ClockEvent, InputId};

/// A command to a game; [`Game::decide`](crate::Game::decide) answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// Begin the game.
    Start {
        /// The rules that the game is played by.
        rules: RuleSet,
        /// The position that it begins with; its variant is that of the rules.
        start: Position,
        /// The time control; `None` for a game without a clock.
        control: Option<TimeControl>,
        /// True if Black's time runs until Black starts White's (2006 art. 2).
        black_starts: bool,
        /// The terms that the event chose; `None` for a game of a log from before there was a
        /// choice, which is judged as it was then.
        terms: Option<Terms>,
        /// The moment of the start.
        at: Timestamp,
    },
    /// Play a move.
    Play {
        /// The input that the command comes from.
        input: InputId,
        /// The ply; 1 is the first.
        ply: u32,
        /// The move as it was claimed.
        mv: MoveText,
        /// The moment of the move.
        at: Timestamp,
    },
    /// Give up.
    Resign {
        /// The input that the command comes from.
        input: InputId,
        /// The side that gives up.
        color: Color,
        /// The moment of the resignation.
        at: Timestamp,
    },
    /// Offer a draw, or accept the opponent's offer.
    ///
    /// An offer lapses when the opponent moves.
    AgreeDraw {
        /// The input that the command comes from.
        input: InputId,
        /// The side that wants the draw.
        by: Color,
        /// The moment of the offer or acceptance.
        at: Timestamp,
    },
    /// Confirm the result of a game that is over, or disagree with it. That changes no result.
    ConfirmResult {
        /// The input that the command comes from.
        input: InputId,
        /// The side that confirms it.
        color: Color,
        /// The result that the side was shown.
        outcome: Outcome,
        /// False if the side disagrees.
        agrees: bool,
        /// The moment.
        at: Timestamp,
    },
    /// Set the result by the arbiter's authority, in a game that runs, is over or never began.
    Rule {
        /// The input that the command comes from.
        input: InputId,
        /// The result that the arbiter sets.
        outcome: Outcome,
        /// The person who gave it.
        by_hand: ByHand,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Take moves back by the arbiter's authority; an irregular move that waits may be among them.
    Retract {
        /// The input that the command comes from.
        input: InputId,
        /// The first ply that is taken back; all later ones go with it.
        from_ply: u32,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Let the waiting irregular move stand (rules art. 10, 27), by the arbiter's authority.
    LetStand {
        /// The input that the command comes from.
        input: InputId,
        /// The squares whose pieces were captured, if the irregular move leaves that open.
        taken: Option<Bitboard>,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Correct a ply by the arbiter's authority, which settles a conflict there.
    ///
    /// An irregular move given here stands; if it leaves open which pieces were captured, the
    /// arbiter has to name them too. Later moves are kept as far as they can still be played.
    Correct {
        /// The input that the command comes from.
        input: InputId,
        /// The ply to correct.
        ply: u32,
        /// The move that was played.
        mv: MoveText,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Set the position that the game goes on from, by the arbiter's authority.
    SetPosition {
        /// The input that the command comes from.
        input: InputId,
        /// The position; its variant is that of the rules.
        position: Position,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Note the rest of the game on paper (C art. 5).
    GoOnPaper {
        /// The input that the command comes from.
        input: InputId,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Hand in the moves that were noted on paper, during the game or after its end.
    ///
    /// An irregular move among them stands if the next move answers it, be that one regular or not
    /// (rules art. 27); the last one stands by the authority of the person who hands them in. An
    /// irregular move that the next one corrects does not belong in the record. Moves after the end
    /// only complete the record; they do not change the result.
    Complete {
        /// The input that the command comes from.
        input: InputId,
        /// The ply of the first move.
        from_ply: u32,
        /// The moves, at most [`PAPER_MAX`](crate::PAPER_MAX).
        moves: Vec<MoveText>,
        /// The moment of handing in.
        at: Timestamp,
    },
    /// Go on with a game that was over, by the arbiter's authority.
    Resume {
        /// The input that the command comes from.
        input: InputId,
        /// The person who took the result back.
        by_hand: ByHand,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Refuse the inputs that have waited too long (see [`Game::deadline`](crate::Game::deadline)).
    TimeCheck {
        /// The current moment.
        at: Timestamp,
    },
    /// Forward a clock command other than a move, in its place among the moves: a ruling, Black's
    /// press before the first move, or the display of a physical clock. The clock answers it.
    ForwardToClock {
        /// The input that the command comes from.
        input: InputId,
        /// The command to the clock.
        command: game_clock::Command,
    },
    /// Refuse an input that cannot be read.
    RefuseUnreadable {
        /// The input.
        input: InputId,
    },
    /// Record that a side has overstepped the time.
    FlagFell {
        /// The side whose time is used up.
        color: Color,
        /// The number of moves that the side had to complete by then; `None` if no stage follows.
        /// If the record shows them, play goes on in the next stage (2006 art. 4).
        required: Option<u32>,
        /// The moves that its clock knew of; `None` if that is not known.
        moves: Option<Moves>,
        /// The moment when the time ran out.
        at: Timestamp,
    },
    /// Record that a player who did not come in time has lost (2006 art. 3).
    DidNotCome {
        /// The side that did not come; `None` if neither came: then both lose.
        color: Option<Color>,
        /// The moves that its clock knew of; `None` if that is not known.
        moves: Option<Moves>,
        /// The moment when the waiting time ended.
        at: Timestamp,
    },
}

impl GameCommand {
    /// Returns the start of a game from the first position of its rules, as
    /// [`GameCommand::start_from`] one from another position.
    #[must_use]
    pub fn start(rules: RuleSet, at: Timestamp) -> Self {
        Self::start_from(rules, Position::start(rules.variant()), at)
    }

    /// Returns the start of a game without a clock, for which no terms were chosen. The variant of
    /// `start` is that of the rules.
    #[must_use]
    pub fn start_from(rules: RuleSet, start: Position, at: Timestamp) -> Self {
        Self::Start { rules, start, control: None, black_starts: false, terms: None, at }
    }

    /// Returns the command to the game that follows from an event of its clock, which knew of these
    /// moves then; `None` if the event does not concern the game.
    #[must_use]
    pub fn of_clock_event(event: &ClockEvent, moves: Option<Moves>) -> Option<Self> {
        match *event {
            ClockEvent::Clock(Event::FlagFell { color, required, at }) => {
                Some(Self::FlagFell { color, required, moves, at })
            }
            ClockEvent::Clock(Event::AbsenceExceeded { color, both, at, .. }) => {
                Some(Self::DidNotCome { color: (!both).then_some(color), moves, at })
            }
            ClockEvent::Clock(_) | ClockEvent::Answered(_) | ClockEvent::TimesKept => None,
        }
    }

    /// Returns the input that the command comes from, if a device sent it.
    #[must_use]
    pub const fn input(&self) -> Option<&InputId> {
        match self {
            Self::Play { input, .. }
            | Self::Resign { input, .. }
            | Self::AgreeDraw { input, .. }
            | Self::ConfirmResult { input, .. }
            | Self::Rule { input, .. }
            | Self::Retract { input, .. }
            | Self::LetStand { input, .. }
            | Self::Correct { input, .. }
            | Self::SetPosition { input, .. }
            | Self::GoOnPaper { input, .. }
            | Self::Complete { input, .. }
            | Self::Resume { input, .. }
            | Self::ForwardToClock { input, .. }
            | Self::RefuseUnreadable { input } => Some(input),
            Self::Start { .. }
            | Self::FlagFell { .. }
            | Self::DidNotCome { .. }
            | Self::TimeCheck { .. } => None,
        }
    }
}
