//! Rounds: who meets whom at which table, why, and what came of it.

use crate::number::numbered;
use crate::plan::{BoardPairing, CrossingFinal, TeamId};
use crate::ranking::{AbsenceKind, Participant};
use crate::swiss::SwissRound;
use crate::{PairingWarning, PlayerId};
use draughts::{Outcome, Reason, Score, Timestamp};
use std::num::NonZeroU32;

numbered! {
    /// A round of a tournament, from 1. Rounds of play-offs are counted with the others.
    RoundNumber, "round"
}

numbered! {
    /// The place in a round where two people sit, from 1.
    TableNumber, "table"
}

numbered! {
    /// A group of a tournament, from 1. Whoever is not divided is all in group 1.
    GroupNumber, "group"
}

/// Two players who meet in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// Where they sit.
    pub table: TableNumber,
    /// Who has the white pieces.
    pub white: PlayerId,
    /// Who has the black pieces.
    pub black: PlayerId,
}

/// A board of a match of two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchBoard {
    /// Who sits there, or that nobody does.
    pub pairing: BoardPairing,
    /// Where its game is played; `None` at an empty board, which is lost (B art. 6).
    pub table: Option<TableNumber>,
}

/// Two teams that meet in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedMatch {
    /// The first-named team: White on the odd boards.
    pub first: TeamId,
    /// The other team.
    pub second: TeamId,
    /// The boards, from the first.
    pub boards: Vec<MatchBoard>,
}

/// The purpose of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundKind {
    /// It counts in the table.
    Regular,
    /// The crossing finals of two pools (2006 art. 14d).
    Finals,
    /// The winners of several groups play each other (D art. 6); it counts in their table.
    Winners {
        /// Who, in the order of their numbers: of their groups.
        lots: Vec<Participant>,
    },
    /// Those who are tied play for it; it does not count in the table.
    PlayOff {
        /// Who, in the order of their numbers in the play-off: of two, the first begins with White.
        lots: Vec<Participant>,
        /// How many games a match of two has before single games decide it.
        games: NonZeroU32,
    },
}

/// Somebody who was not to be paired in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// The participant.
    pub participant: Participant,
    /// The kind of absence: it gives nothing, or half a point (KNDB F9).
    pub kind: AbsenceKind,
    /// Whether the participant has withdrawn for good.
    pub is_withdrawn: bool,
}

/// Why the Swiss system pairs a group as it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissReasons {
    /// The group.
    pub group: GroupNumber,
    /// The pairs with the rules that gave them, the floats and the bye.
    pub round: SwissRound,
    /// Games of earlier rounds that had no result and counted as draws (KNDB F11).
    pub counted_as_draws: Vec<(RoundNumber, TableNumber)>,
}

/// How a round came to be paired as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingMethod {
    /// By the table that the regulation has, or the order of a match or a play-off.
    Schedule,
    /// By the Swiss system, group by group.
    Swiss(Vec<SwissReasons>),
    /// By hand; with what is against the norms of the regulation.
    ByHand(Vec<PairingWarning>),
    /// Number against number of two pools, with who could choose the colour, and why.
    Finals(Vec<CrossingFinal>),
}

/// The pairing of a round as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// The round.
    pub round: RoundNumber,
    /// The purpose of the round.
    pub kind: RoundKind,
    /// The games: table n stands at place n - 1.
    pub pairings: Vec<Pairing>,
    /// The matches of teams, in the order of their tables; none where players play for themselves.
    pub matches: Vec<PairedMatch>,
    /// Who has no opponent because the number of a group is odd.
    pub byes: Vec<Participant>,
    /// Who was not to be paired, by number.
    pub absent: Vec<Absent>,
    /// How it came about.
    pub method: PairingMethod,
}

/// A pairing and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedGame {
    /// Who meets whom, and where: as it was played, which may be otherwise than it was paired.
    pub pairing: Pairing,
    /// Whether it was played with the colours reversed (KNDB F7).
    pub is_reversed: bool,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// How many men White was ahead at the end, a king being two, where it was told.
    pub men_ahead: Option<i32>,
    /// Whether the round was closed without its result.
    pub is_postponed: bool,
}

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundState {
    /// The pairings are known, the games have not begun.
    Paired,
    /// The games are being played.
    Open,
    /// The round is over; postponed games may still be waiting for their result.
    Closed,
}

impl RoundState {
    /// Returns the state as a refusal names it.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Paired => "paired but not open",
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}

/// A round that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub(crate) paired: PairedRound,
    pub(crate) state: RoundState,
    pub(crate) published_at: Option<Timestamp>,
    pub(crate) opened_at: Option<Timestamp>,
    pub(crate) games: Vec<PairedGame>,
}

impl Round {
    /// A round that was paired just now.
    pub(crate) fn new(paired: PairedRound) -> Self {
        let game = |pairing: &Pairing| PairedGame {
            pairing: *pairing,
            is_reversed: false,
            outcome: None,
            men_ahead: None,
            is_postponed: false,
        };
        Self {
            games: paired.pairings.iter().map(game).collect(),
            paired,
            state: RoundState::Paired,
            published_at: None,
            opened_at: None,
        }
    }

    /// The number of the round.
    pub fn number(&self) -> RoundNumber {
        self.paired.round
    }

    /// Returns the purpose of the round.
    pub fn kind(&self) -> &RoundKind {
        &self.paired.kind
    }

    /// Whether the round counts in the table.
    pub fn is_regular(&self) -> bool {
        self.paired.kind == RoundKind::Regular
    }

    /// The pairing as it was made, with its reasons.
    pub fn paired(&self) -> &PairedRound {
        &self.paired
    }

    /// How far the round has come.
    pub fn state(&self) -> RoundState {
        self.state
    }

    /// Whether anybody may know the pairing.
    pub fn is_published(&self) -> bool {
        self.published_at.is_some()
    }

    /// When the pairing was published; `None` before.
    pub fn published_at(&self) -> Option<Timestamp> {
        self.published_at
    }

    /// When the games began; `None` before.
    pub fn opened_at(&self) -> Option<Timestamp> {
        self.opened_at
    }

    /// The games, in the order of their tables.
    pub fn games(&self) -> &[PairedGame] {
        &self.games
    }

    /// The game at a table.
    pub fn game(&self, table: TableNumber) -> Option<&PairedGame> {
        self.games.get(table.index())
    }

    /// The matches of teams; none where players play for themselves.
    pub fn matches(&self) -> &[PairedMatch] {
        &self.paired.matches
    }

    /// Who has no opponent because the number of a group is odd.
    pub fn byes(&self) -> &[Participant] {
        &self.paired.byes
    }

    /// Who was not to be paired, by number.
    pub fn absent(&self) -> &[Absent] {
        &self.paired.absent
    }

    /// The tables that have no result yet, in their order.
    pub fn unfinished(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.games.iter().filter(|game| game.outcome.is_none()).map(|game| game.pairing.table)
    }
}

impl PairedGame {
    /// Has the colours as they were paired, or reversed.
    pub(crate) fn set_reversed(&mut self, is_reversed: bool) {
        if self.is_reversed != is_reversed {
            std::mem::swap(&mut self.pairing.white, &mut self.pairing.black);
        }
        self.is_reversed = is_reversed;
    }
}

/// Whether a result was given without a game: a forfeit, nobody came, or it was not played.
pub(crate) fn is_unplayed(outcome: Outcome) -> bool {
    matches!(outcome.reason, Reason::Forfeit | Reason::NoShow) || outcome.score == Score::Unplayed
}
