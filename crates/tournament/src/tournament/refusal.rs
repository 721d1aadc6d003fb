//! Why a tournament did not do what it was told.

use crate::{
    EntryError, PlayerId, RoundNumber, RoundState, ScheduleError, TableNumber, Tournament,
};
use draughts::Outcome;

/// Why a tournament did not do what it was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tournament was not created yet.
    #[error("the tournament has not been created")]
    NotCreated,
    /// The tournament was created before, otherwise.
    #[error("the tournament was already created, as {name:?}")]
    AlreadyCreated {
        /// Its name.
        name: String,
    },
    /// The name of the tournament is empty, too long, or cannot be shown.
    #[error("a tournament needs a name of 1 to 100 characters that can be shown")]
    TournamentName,
    /// The notice is too long or cannot be shown.
    #[error("a notice has at most {} characters that can be shown", Tournament::NOTICE_CHARS_MAX)]
    Notice,
    /// The playing time has no base.
    #[error("a playing time needs a base above zero")]
    NoPlayingTime,
    /// The entry itself is wrong.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// Somebody else with this name was entered: another club or another rating.
    #[error("{name:?} is already entered, as player {player}")]
    DuplicatePlayer {
        /// The name.
        name: String,
        /// Who has it.
        player: PlayerId,
    },
    /// Everybody meets everybody, so nobody can join once a round is paired.
    #[error("entries closed when the first round was paired")]
    EntriesClosed,
    /// The limit of [`Tournament::PLAYERS_MAX`] is reached.
    #[error("a tournament has at most {max} players")]
    TooManyPlayers {
        /// The limit.
        max: usize,
    },
    /// The limit of [`Tournament::ROUNDS_MAX`] is reached.
    #[error("a tournament has at most {max} rounds")]
    TooManyRounds {
        /// The limit.
        max: usize,
    },
    /// Lots are not drawn again once a round is paired by them.
    #[error("lots cannot be drawn after the first round was paired")]
    LotsFixed,
    /// A drawing of lots does not name everybody exactly once.
    #[error("a drawing of lots names each of the {players} players exactly once")]
    LotsIncomplete {
        /// How many were entered.
        players: usize,
    },
    /// Nobody with this number was entered.
    #[error("there is no player {player}")]
    UnknownPlayer {
        /// The number.
        player: PlayerId,
    },
    /// There is no schedule for so many players.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// Rounds are paired one after the other.
    #[error("round {round} cannot be paired: the next round is {next}")]
    RoundOutOfOrder {
        /// The round that was to be paired.
        round: RoundNumber,
        /// The round that can be.
        next: RoundNumber,
    },
    /// The round was paired before, otherwise.
    #[error("round {round} is already paired")]
    AlreadyPaired {
        /// The round.
        round: RoundNumber,
    },
    /// Every round of the schedule is paired.
    #[error("the schedule has only {rounds} rounds")]
    NoMoreRounds {
        /// How many.
        rounds: usize,
    },
    /// The round before is not over.
    #[error("round {round} is not closed yet")]
    PreviousRoundNotClosed {
        /// The round before.
        round: RoundNumber,
    },
    /// Pairing by hand needs pairings.
    #[error("the pairings of round {round} are missing or empty")]
    PairingsMissing {
        /// The round to be paired.
        round: RoundNumber,
    },
    /// The schedule pairs, so nobody else does.
    #[error("the schedule gives the pairings: none can be given by hand")]
    PairingsGiven,
    /// Somebody is paired twice in a round, or with themselves.
    #[error("player {player} is paired twice in round {round}")]
    PairedTwice {
        /// Who.
        player: PlayerId,
        /// The round to be paired.
        round: RoundNumber,
    },
    /// The round was not paired yet.
    #[error("there is no round {round}")]
    UnknownRound {
        /// The round.
        round: RoundNumber,
    },
    /// The round has no such table.
    #[error("round {round} has no table {table}")]
    UnknownTable {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// The round is in another state than the command needs.
    #[error("round {round} is {}", state_in_words(*.state))]
    WrongRoundState {
        /// The round.
        round: RoundNumber,
        /// Its state.
        state: RoundState,
    },
    /// The game has another result already; a wrong result is corrected, not recorded again.
    #[error("round {round} table {table} already has a result: {recorded}")]
    AlreadyRecorded {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// The result it has.
        recorded: Outcome,
    },
    /// There is no result that could be corrected.
    #[error("round {round} table {table} has no result to correct")]
    NothingToCorrect {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
}

fn state_in_words(state: RoundState) -> &'static str {
    match state {
        RoundState::Paired => "paired but not open",
        RoundState::Open => "open",
        RoundState::Closed => "closed",
    }
}
