//! The parts of a tournament that are asked for one by one, each with a version of its own.

use std::fmt;

use proto::{
    subject::GameId,
    v1::{
        ClockView, GameView, GroupTable, MoveView, PlayerView, ResultView, RoundView, TeamView,
        TournamentView,
    },
};
use serde::Serialize;

/// A part of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Resource {
    /// The tournament itself, and its rounds.
    Head,
    /// Its players and teams.
    Players,
    /// A player, and the games of theirs.
    Player(u32),
    /// Its tables.
    Standings,
    /// A round: each board with its position, its last move, its clocks and its result.
    Round(u32),
    /// A game with its moves.
    Game(GameId),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => f.write_str("head"),
            Self::Players => f.write_str("players"),
            Self::Player(id) => write!(f, "player {id}"),
            Self::Standings => f.write_str("standings"),
            Self::Round(number) => write!(f, "round {number}"),
            Self::Game(id) => write!(f, "game {id}"),
        }
    }
}

/// The content of a part, in the form of its JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Content {
    Head { tournament: TournamentView, rounds: Vec<RoundHead> },
    Players { players: Vec<PlayerView>, teams: Vec<TeamView> },
    Player { player: PlayerView, games: Vec<PlayerGame> },
    Standings { tables: Vec<GroupTable> },
    Round { round: RoundView, games: Vec<GameSummary> },
    Game { game: GameView },
}

/// A round in the head of a tournament.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoundHead {
    number: u32,
    state: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    kind: String,
    /// Number of its games.
    boards: usize,
}

impl RoundHead {
    pub(crate) fn of(round: &RoundView) -> Self {
        Self {
            number: round.number,
            state: round.state.clone(),
            kind: round.kind.clone(),
            boards: round.games.len(),
        }
    }
}

/// A game of one player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayerGame {
    id: String,
    round: u32,
    color: &'static str,
    opponent: u32,
    started: bool,
    result: Option<ResultView>,
}

impl PlayerGame {
    /// Returns a game as that of `player`, one of its two players.
    pub(crate) fn of(game: &GameView, player: u32) -> Self {
        let is_black = game.black == player;
        Self {
            id: game.id.clone(),
            round: game.round,
            color: if is_black { "black" } else { "white" },
            opponent: if is_black { game.white } else { game.black },
            started: game.started,
            result: game.result.clone(),
        }
    }
}

/// A game as an overview shows it: as in [`GameView`], with its last move alone.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameSummary {
    id: String,
    table: u32,
    white: u32,
    black: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    colors_reversed: bool,
    started: bool,
    version: u64,
    fen: String,
    /// Number of its moves.
    plies: usize,
    last_move: Option<MoveView>,
    result: Option<ResultView>,
    clock: Option<ClockView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_paper_from: Option<u32>,
}

impl GameSummary {
    pub(crate) fn of(game: &GameView) -> Self {
        Self {
            id: game.id.clone(),
            table: game.table,
            white: game.white,
            black: game.black,
            colors_reversed: game.colors_reversed,
            started: game.started,
            version: game.version,
            fen: game.fen.clone(),
            plies: game.moves.len(),
            last_move: game.moves.last().cloned(),
            result: game.result.clone(),
            clock: game.clock,
            on_paper_from: game.on_paper_from,
        }
    }
}
