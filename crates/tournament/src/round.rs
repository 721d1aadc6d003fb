//! Rounds: who meets whom at which table, and what came of it.

use crate::PlayerId;
use crate::number::numbered;
use draughts::{Outcome, Timestamp};

numbered! {
    /// A round of a tournament, from 1.
    RoundNumber, "round"
}

numbered! {
    /// The place in a round where two people sit, from 1.
    TableNumber, "table"
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

/// A pairing and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedGame {
    /// Who meets whom, and where.
    pub pairing: Pairing,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
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

/// A round that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub(crate) number: RoundNumber,
    pub(crate) state: RoundState,
    pub(crate) opened_at: Option<Timestamp>,
    pub(crate) games: Vec<PairedGame>,
    pub(crate) bye: Option<PlayerId>,
}

impl Round {
    /// The number of the round.
    pub fn number(&self) -> RoundNumber {
        self.number
    }

    /// How far the round has come.
    pub fn state(&self) -> RoundState {
        self.state
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

    /// Who does not play because the number of players is odd.
    pub fn bye(&self) -> Option<PlayerId> {
        self.bye
    }

    /// The tables that have no result yet, in their order.
    pub fn unfinished(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.games.iter().filter(|game| game.outcome.is_none()).map(|game| game.pairing.table)
    }
}
