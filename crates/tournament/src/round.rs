//! Rounds: their pairings with the reasons, and the results.

use crate::plan::{BoardPairing, CrossingFinal, TeamId};
use crate::ranking::{AbsenceKind, Participant};
use crate::swiss::SwissRound;
use crate::{GroupNumber, PairingWarning, PlayerId, RoundNumber, TableNumber};
use draughts::{Outcome, Reason, Score, Timestamp};
use std::num::NonZeroU32;

/// A game of two players in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The table.
    pub table: TableNumber,
    /// The player with White.
    pub white: PlayerId,
    /// The player with Black.
    pub black: PlayerId,
}

/// A board of a match of two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchBoard {
    /// The players of the board; a side may be empty.
    pub pairing: BoardPairing,
    /// The table of its game; `None` for an empty board, which is lost (B art. 6).
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
    /// A round that counts in the table.
    Regular,
    /// The crossing finals of two pools (2006 art. 14d).
    Finals,
    /// A round of the winners of several groups (D art. 6); it counts in their table.
    Winners {
        /// The winners, in the order of their groups, which gives their numbers.
        lots: Vec<Participant>,
    },
    /// A play-off of tied participants; it does not count in the table.
    PlayOff {
        /// The participants, in the order of their numbers in the play-off: the first of two begins
        /// with White.
        lots: Vec<Participant>,
        /// The number of games in a match of two before single games decide it.
        games: NonZeroU32,
    },
}

/// A participant who was not to be paired in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// The participant.
    pub participant: Participant,
    /// The kind of absence: with no points, or half a point (KNDB F9).
    pub kind: AbsenceKind,
    /// True if the participant has withdrawn for good.
    pub is_withdrawn: bool,
}

/// The reasons of the Swiss pairing of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissReasons {
    /// The group.
    pub group: GroupNumber,
    /// The pairs with the rules that decided them, the floats and the bye.
    pub round: SwissRound,
    /// Games of earlier rounds without a result, which counted as draws (KNDB F11).
    pub counted_as_draws: Vec<(RoundNumber, TableNumber)>,
}

/// The way in which a round was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingMethod {
    /// By the table of the regulation, or the order of a match or a play-off.
    Schedule,
    /// By the Swiss system, group by group.
    Swiss(Vec<SwissReasons>),
    /// By hand; with the violations of the regulation's norms.
    ByHand(Vec<PairingWarning>),
    /// Equal places of two pools against each other, with the right to choose the colour.
    Finals(Vec<CrossingFinal>),
}

/// The pairing of a round as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// The round.
    pub round: RoundNumber,
    /// The purpose of the round.
    pub kind: RoundKind,
    /// The games: table n is at index n - 1.
    pub pairings: Vec<Pairing>,
    /// The matches of teams, in the order of their tables; empty for players.
    pub matches: Vec<PairedMatch>,
    /// The participants without an opponent because the size of their group is odd.
    pub byes: Vec<Participant>,
    /// The participants who were not to be paired, by number.
    pub absent: Vec<Absent>,
    /// The way in which it was paired.
    pub method: PairingMethod,
}

/// The appointment for a game that is made up (C art. 13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeUp {
    /// The moment when the game begins.
    pub begins_at: Timestamp,
    /// The persons who agreed to it, such as both players; not empty.
    pub agreed_by: String,
}

/// A pairing and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedGame {
    /// The players and the table, with the colours that were played, which may differ from those
    /// paired.
    pub pairing: Pairing,
    /// True if it was played with the colours reversed (KNDB F7).
    pub is_reversed: bool,
    /// The result, if there is one.
    pub outcome: Option<Outcome>,
    /// The men that White was ahead by at the end, a king counting as two, if known.
    pub men_ahead: Option<i32>,
    /// True if the round was closed without its result.
    pub is_postponed: bool,
    /// The appointment to make it up; it stays when there is a result.
    pub make_up: Option<MakeUp>,
}

/// The state of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundState {
    /// The pairings are known; the games have not begun.
    Paired,
    /// The games are being played.
    Open,
    /// The round is over; postponed games may still have no result.
    Closed,
}

impl RoundState {
    /// Returns the state in the wording of refusals.
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
    pub(crate) closed_at: Option<Timestamp>,
    pub(crate) games: Vec<PairedGame>,
}

impl Round {
    /// Makes a round that was just paired.
    pub(crate) fn new(paired: PairedRound) -> Self {
        let game = |pairing: &Pairing| PairedGame {
            pairing: *pairing,
            is_reversed: false,
            outcome: None,
            men_ahead: None,
            is_postponed: false,
            make_up: None,
        };
        Self {
            games: paired.pairings.iter().map(game).collect(),
            paired,
            state: RoundState::Paired,
            published_at: None,
            opened_at: None,
            closed_at: None,
        }
    }

    /// Returns the number of the round.
    pub fn number(&self) -> RoundNumber {
        self.paired.round
    }

    /// Returns the purpose of the round.
    pub fn kind(&self) -> &RoundKind {
        &self.paired.kind
    }

    /// Returns true if the round counts in the table.
    pub fn is_regular(&self) -> bool {
        self.paired.kind == RoundKind::Regular
    }

    /// Returns the pairing as it was made, with its reasons.
    pub fn paired(&self) -> &PairedRound {
        &self.paired
    }

    /// Returns the state of the round.
    pub fn state(&self) -> RoundState {
        self.state
    }

    /// Returns true if the pairing is published.
    pub fn is_published(&self) -> bool {
        self.published_at.is_some()
    }

    /// Returns the moment of publication; `None` before it.
    pub fn published_at(&self) -> Option<Timestamp> {
        self.published_at
    }

    /// Returns the moment when the games began; `None` before it.
    pub fn opened_at(&self) -> Option<Timestamp> {
        self.opened_at
    }

    /// Returns the moment when it was closed; `None` before it, and in older logs.
    pub fn closed_at(&self) -> Option<Timestamp> {
        self.closed_at
    }

    /// Returns the games, in the order of their tables.
    pub fn games(&self) -> &[PairedGame] {
        &self.games
    }

    /// Returns the game at a table.
    pub fn game(&self, table: TableNumber) -> Option<&PairedGame> {
        self.games.get(table.index())
    }

    /// Returns the matches of teams; empty for players.
    pub fn matches(&self) -> &[PairedMatch] {
        &self.paired.matches
    }

    /// Returns the participants without an opponent because the size of their group is odd.
    pub fn byes(&self) -> &[Participant] {
        &self.paired.byes
    }

    /// Returns the participants who were not to be paired, by number.
    pub fn absent(&self) -> &[Absent] {
        &self.paired.absent
    }

    /// Returns the tables without a result, in order.
    pub fn unfinished(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.games.iter().filter(|game| game.outcome.is_none()).map(|game| game.pairing.table)
    }
}

impl PairedGame {
    /// Sets the colours as paired, or reversed.
    pub(crate) fn set_reversed(&mut self, is_reversed: bool) {
        if self.is_reversed != is_reversed {
            std::mem::swap(&mut self.pairing.white, &mut self.pairing.black);
        }
        self.is_reversed = is_reversed;
    }
}

/// Returns true if a result was given without a game: by forfeit, because neither player came, or
/// unplayed.
pub(crate) fn is_unplayed(outcome: Outcome) -> bool {
    matches!(outcome.reason, Reason::Forfeit | Reason::NoShow) || outcome.score == Score::Unplayed
}
