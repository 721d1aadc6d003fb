//! The contents of a report.

use crate::PlayerId;
use draughts::Color;
use std::collections::BTreeSet;

/// The tournament in a report.
///
/// Texts are trimmed and have no control characters; an empty one is missing in the file. Every
/// value from [`read`](super::read()) fits its columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trf {
    /// The header of the tournament.
    pub header: Header,
    /// The players, in the order of their lines.
    pub players: Vec<TrfPlayer>,
    /// The teams, in the order of their lines.
    pub teams: Vec<TrfTeam>,
    /// Lines of other kinds, unchanged, in order.
    pub other_lines: Vec<String>,
}

/// The data of a tournament. Dates are texts, because programs write them in many ways; the format
/// asks for YYYY/MM/DD, and for YY/MM/DD in rounds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// The name (`012`).
    pub name: String,
    /// The place (`022`).
    pub city: String,
    /// The federation (`032`).
    pub federation: String,
    /// The first day (`042`).
    pub start_date: String,
    /// The last day (`052`).
    pub end_date: String,
    /// The stated number of players (`062`).
    pub players: Option<u32>,
    /// The stated number of players with a rating (`072`).
    pub rated_players: Option<u32>,
    /// The stated number of teams (`082`).
    pub teams: Option<u32>,
    /// The kind of tournament, such as "Individual: Swiss system" (`092`).
    pub kind: String,
    /// The chief arbiter (`102`).
    pub chief_arbiter: String,
    /// The deputy arbiters, one per line (`112`).
    pub deputy_arbiters: Vec<String>,
    /// The playing time of a game (`122`).
    pub playing_time: String,
    /// The dates of the rounds from the first, at most 8 characters each (`132`). The last one is
    /// not empty.
    pub round_dates: Vec<String>,
    /// The total number of rounds (`XXR`).
    pub rounds_total: Option<u32>,
    /// The players absent from the next round (`XXZ`).
    pub absent: BTreeSet<PlayerId>,
}

/// A player of a report (`001`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The start number, 1 to 9999, which is also the player's number and lot.
    pub number: PlayerId,
    /// The sex.
    pub sex: Option<Sex>,
    /// The title, at most 3 characters.
    pub title: String,
    /// The name, "Lastname, Firstname", at most 33 characters.
    pub name: String,
    /// The rating, 1 to 9999.
    pub rating: Option<u16>,
    /// The federation, at most 3 characters.
    pub federation: String,
    /// The number at the federation, at most 11 characters.
    pub federation_number: String,
    /// The date of birth, at most 10 characters.
    pub birth_date: String,
    /// The points in the standings, in hundredths.
    pub points: Option<u32>,
    /// The place in the standings, 1 to 9999.
    pub rank: Option<u32>,
    /// The player's results in the rounds from the first. The last one is not
    /// [`RoundEntry::Blank`].
    pub rounds: Vec<RoundEntry>,
}

/// A player's sex, as in the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sex {
    /// `m`
    Male,
    /// `w`, or `f` in some programs.
    Female,
}

/// The result of a player in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundEntry {
    /// No entry: not paired, or the free round of a round robin.
    Blank,
    /// A game was scheduled.
    Game {
        /// The opponent.
        opponent: PlayerId,
        /// The player's own colour, if given.
        color: Option<Color>,
        /// The player's result.
        result: GameCode,
    },
    /// A round without an opponent.
    Bye(ByeCode),
}

/// The result of a scheduled game, from the player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameCode {
    /// `1`
    Win,
    /// `=`
    Draw,
    /// `0`; for both players if both lost.
    Loss,
    /// `W`: a win in a game of less than one move.
    ShortWin,
    /// `D`: a draw in a game of less than one move.
    ShortDraw,
    /// `L`: a loss in a game of less than one move.
    ShortLoss,
    /// `+`: the opponent did not come.
    ForfeitWin,
    /// `-`: the player did not come; for both if neither came.
    ForfeitLoss,
    /// An opponent without a result: the game has none yet.
    Open,
}

/// The value of a round without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByeCode {
    /// `H`: half a point.
    Half,
    /// `F`: the points of a win.
    Full,
    /// `U`: no opponent was left.
    Pairing,
    /// `Z`: no points; a reported absence.
    Zero,
}

/// A team and its players (`013`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfTeam {
    /// The name, at most 32 characters.
    pub name: String,
    /// The start numbers of its players, in order.
    pub players: Vec<PlayerId>,
}

impl Trf {
    /// The highest start number, rank and rating.
    pub const NUMBER_MAX: u32 = 9999;
    /// The largest number of bytes that are read: three times the size of a file with 9999 players
    /// and 100 rounds.
    pub const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;
    /// The largest number of rounds that are read.
    pub const ROUNDS_MAX: usize = 100;
    /// The longest name of a player, in characters.
    pub const NAME_CHARS_MAX: usize = 33;
    /// The longest name of a team, in characters.
    pub const TEAM_CHARS_MAX: usize = 32;
    /// The largest number of players of a team that are read.
    pub const TEAM_PLAYERS_MAX: usize = 100;

    /// Returns the player with a start number.
    pub fn player(&self, number: PlayerId) -> Option<&TrfPlayer> {
        self.players.iter().find(|player| player.number == number)
    }

    /// Returns the number of rounds paired: the last one in which a player has an opponent, or a
    /// bye by the pairing.
    pub fn rounds_paired(&self) -> usize {
        let paired = |player: &TrfPlayer| {
            let last = player.rounds.iter().rposition(|entry| entry.is_paired());
            last.map_or(0, |last| last.saturating_add(1))
        };
        self.players.iter().map(paired).max().unwrap_or(0)
    }
}

impl TrfPlayer {
    /// Makes a player with only number and name.
    pub fn new(number: PlayerId, name: impl Into<String>) -> Self {
        Self {
            number,
            sex: None,
            title: String::new(),
            name: name.into(),
            rating: None,
            federation: String::new(),
            federation_number: String::new(),
            birth_date: String::new(),
            points: None,
            rank: None,
            rounds: Vec::new(),
        }
    }

    /// Returns the player's result in a round, counted from 0.
    pub fn entry(&self, round: usize) -> RoundEntry {
        self.rounds.get(round).copied().unwrap_or(RoundEntry::Blank)
    }
}

impl RoundEntry {
    /// Returns true if the pairing of the round included the player.
    pub fn is_paired(&self) -> bool {
        matches!(self, Self::Game { .. } | Self::Bye(ByeCode::Pairing))
    }

    /// Returns the points of the round, in halves of a win.
    pub fn half_wins(&self) -> u32 {
        match self {
            Self::Game { result, .. } => match result {
                GameCode::Win | GameCode::ShortWin | GameCode::ForfeitWin => 2,
                GameCode::Draw | GameCode::ShortDraw => 1,
                GameCode::Loss | GameCode::ShortLoss | GameCode::ForfeitLoss | GameCode::Open => 0,
            },
            Self::Bye(ByeCode::Full | ByeCode::Pairing) => 2,
            Self::Bye(ByeCode::Half) => 1,
            Self::Bye(ByeCode::Zero) | Self::Blank => 0,
        }
    }
}
