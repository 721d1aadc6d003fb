//! The contents of a report.

use crate::PlayerId;
use draughts::Color;
use std::collections::BTreeSet;

/// A tournament as a report tells of it.
///
/// Texts have no space around them and no control characters; an empty one is not given. Behind
/// [`read`](super::read()) every value fits its columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trf {
    /// The header of the tournament.
    pub header: Header,
    /// The players, in the order of their lines.
    pub players: Vec<TrfPlayer>,
    /// The teams, in the order of their lines.
    pub teams: Vec<TrfTeam>,
    /// Lines of other kinds, as they are, in their order.
    pub other_lines: Vec<String>,
}

/// What a tournament is. Dates are texts, because programs write them in many ways; the format
/// asks for YYYY/MM/DD, and for YY/MM/DD of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Its name (`012`).
    pub name: String,
    /// Where it is played (`022`).
    pub city: String,
    /// Whose it is (`032`).
    pub federation: String,
    /// Its first day (`042`).
    pub start_date: String,
    /// Its last day (`052`).
    pub end_date: String,
    /// How many players it says there are (`062`).
    pub players: Option<u32>,
    /// How many of them it says have a rating (`072`).
    pub rated_players: Option<u32>,
    /// How many teams it says there are (`082`).
    pub teams: Option<u32>,
    /// How it is played, such as "Individual: Swiss system" (`092`).
    pub kind: String,
    /// The chief arbiter (`102`).
    pub chief_arbiter: String,
    /// The deputies, a line each (`112`).
    pub deputy_arbiters: Vec<String>,
    /// The time for a game (`122`).
    pub playing_time: String,
    /// The dates of the rounds from the first, at most 8 characters each (`132`). The last of them
    /// is given.
    pub round_dates: Vec<String>,
    /// How many rounds there will be in all (`XXR`).
    pub rounds_total: Option<u32>,
    /// Who is absent in the round to come (`XXZ`).
    pub absent: BTreeSet<PlayerId>,
}

/// A player of a report (`001`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The start number, 1 to 9999. It is the player's number and lot.
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
    /// What became of the player in the rounds from the first. The last is none of
    /// [`RoundEntry::Blank`].
    pub rounds: Vec<RoundEntry>,
}

/// A player's sex, as the report gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sex {
    /// `m`
    Male,
    /// `w`, or `f` as some programs write it.
    Female,
}

/// The result of a player in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundEntry {
    /// Nothing is said: not paired, or the free round of a round robin.
    Blank,
    /// A game was scheduled.
    Game {
        /// Against whom.
        opponent: PlayerId,
        /// The player's own colour, where it is given.
        color: Option<Color>,
        /// Its result.
        result: GameCode,
    },
    /// There was no opponent.
    Bye(ByeCode),
}

/// The result of a scheduled game, for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameCode {
    /// `1`
    Win,
    /// `=`
    Draw,
    /// `0`; of both players when both lost.
    Loss,
    /// `W`: a win in a game of less than one move.
    ShortWin,
    /// `D`: a draw in a game of less than one move.
    ShortDraw,
    /// `L`: a loss in a game of less than one move.
    ShortLoss,
    /// `+`: the opponent did not come.
    ForfeitWin,
    /// `-`: the player did not come; of both when neither came.
    ForfeitLoss,
    /// No result beside an opponent: the game has none yet.
    Open,
}

/// The value of a round without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByeCode {
    /// `H`: half a point.
    Half,
    /// `F`: the points of a win.
    Full,
    /// `U`: nobody was left to be the opponent.
    Pairing,
    /// `Z`: nothing; known to be absent.
    Zero,
}

/// A team and its players (`013`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfTeam {
    /// The name, at most 32 characters.
    pub name: String,
    /// The start numbers of its players, in their order.
    pub players: Vec<PlayerId>,
}

impl Trf {
    /// The highest start number, rank and rating.
    pub const NUMBER_MAX: u32 = 9999;
    /// The most bytes of a file that are read: three times as many as 9999 players and 100 rounds
    /// have.
    pub const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;
    /// The most rounds that are read.
    pub const ROUNDS_MAX: usize = 100;
    /// The longest name of a player, in characters.
    pub const NAME_CHARS_MAX: usize = 33;
    /// The longest name of a team, in characters.
    pub const TEAM_CHARS_MAX: usize = 32;
    /// The most players of a team that are read.
    pub const TEAM_PLAYERS_MAX: usize = 100;

    /// The player with a start number.
    pub fn player(&self, number: PlayerId) -> Option<&TrfPlayer> {
        self.players.iter().find(|player| player.number == number)
    }

    /// How many rounds were paired: the last in which somebody has an opponent, or was left without
    /// one.
    pub fn rounds_paired(&self) -> usize {
        let paired = |player: &TrfPlayer| {
            let last = player.rounds.iter().rposition(|entry| entry.is_paired());
            last.map_or(0, |last| last.saturating_add(1))
        };
        self.players.iter().map(paired).max().unwrap_or(0)
    }
}

impl TrfPlayer {
    /// A player of whom only number and name are known.
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

    /// Returns the result of the player in a round, the first being 0.
    pub fn entry(&self, round: usize) -> RoundEntry {
        self.rounds.get(round).copied().unwrap_or(RoundEntry::Blank)
    }
}

impl RoundEntry {
    /// Whether the pairing of the round has reached the player.
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
