//! Round robins of players by the Frisian rulebook.

use draughts::Score;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use tournament::{
    RoundNumber,
    ranking::{GameState, Meeting, MeetingState, Order, Participant, Ranking, Row, TieBreak},
    regulation::{Fault, Preset},
};

use super::{
    input::{Unanswerable, ranked, results},
    tie::{Tie, playoffs_of_players, tiers},
};
use crate::json;

/// Games of a round robin of the players 1 to `n`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundRobin {
    regulation: Regulation,
    n: u32,
    games: Vec<Game>,
    #[serde(default, deserialize_with = "json::all_numbered")]
    withdrawn: Vec<Participant>,
    /// Schedule of the games; the table does not depend on it.
    #[serde(default, rename = "schedule")]
    _schedule: IgnoredAny,
}

/// A regulation of the Frisian rulebook.
#[derive(Clone, Copy, Deserialize)]
enum Regulation {
    #[serde(rename = "KK")]
    Champions,
    #[serde(rename = "HAA", alias = "RHAA")]
    Eight,
    #[serde(rename = "HA")]
    Ha,
    #[serde(rename = "class")]
    Class,
    #[serde(rename = "youth")]
    Youth,
    #[serde(rename = "club_event")]
    ClubEvent,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    #[serde(deserialize_with = "json::numbered")]
    round: RoundNumber,
    #[serde(deserialize_with = "json::numbered")]
    white: Participant,
    #[serde(deserialize_with = "json::numbered")]
    black: Participant,
    /// Result; null if the game has not been played.
    #[serde(deserialize_with = "json::nullable")]
    res: Option<GameResult>,
}

/// A result; an F marks a forfeit.
#[derive(Clone, Copy, Deserialize)]
enum GameResult {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "=")]
    Draw,
    #[serde(rename = "0-0")]
    BothLose,
    #[serde(rename = "1-0F")]
    BlackForfeits,
    #[serde(rename = "0-1F")]
    WhiteForfeits,
    #[serde(rename = "0-0F")]
    BothForfeit,
}

/// Table of a round robin; nothing is prescribed for ties until everybody has met.
#[derive(Serialize)]
pub(super) struct Table {
    table: Vec<PlayerLine>,
    tiers: Vec<Vec<u32>>,
    playoffs: Vec<Tie>,
    /// Players whose games do not count because they withdrew early.
    voided: Vec<u32>,
}

#[derive(Serialize)]
struct PlayerLine {
    id: u32,
    played: u32,
    halfpoints: u32,
    sb: Option<u32>,
}

/// Ranks the players.
///
/// # Errors
/// If the results contradict each other.
pub(super) fn table(event: RoundRobin) -> Result<(Table, Ranking), Unanswerable> {
    let mut results = results(event.n, event.games.into_iter().map(Meeting::from).collect())?;
    for player in event.withdrawn {
        results = results.with_withdrawn(player)?;
    }
    event.regulation.check(event.n)?;
    let ranking = ranked(&results, &event.regulation.order())?;
    let void = ranking.withdrawals.iter().filter(|withdrawal| withdrawal.is_void);
    let table = Table {
        table: ranking.rows.iter().map(|row| PlayerLine::new(&ranking, row)).collect(),
        tiers: tiers(&ranking),
        playoffs: playoffs_of_players(&ranking),
        voided: void.map(|withdrawal| withdrawal.participant.get()).collect(),
    };
    Ok((table, ranking))
}

impl Regulation {
    /// Checks that so many play a round robin (C art. 2, D art. 4). The winners of groups may be
    /// more or fewer than a group of a class (D art. 6), and the tables of A art. 4 are an advice.
    fn check(self, size: u32) -> Result<(), Fault> {
        let preset = match self {
            Self::Champions => Preset::FrisianKk,
            Self::Eight => Preset::FrisianHaa,
            Self::Ha => Preset::FrisianHa,
            Self::Class | Self::Youth | Self::ClubEvent => return Ok(()),
        };
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        tournament::regulation::Regulation::of(preset).check_group(size)
    }

    fn order(self) -> Order {
        match self {
            Self::Champions => Order::frisian_champions(),
            Self::Eight => Order::frisian_eight(),
            Self::Ha | Self::Class => Order::frisian_class(),
            Self::Youth => Order::frisian_youth(),
            Self::ClubEvent => Order::frisian_club_event(),
        }
    }
}

impl From<Game> for Meeting {
    fn from(Game { round, white, black, res }: Game) -> Self {
        let state = match res {
            None => GameState::Open,
            Some(GameResult::WhiteWins) => GameState::Played(Score::WhiteWins.into()),
            Some(GameResult::BlackWins) => GameState::Played(Score::BlackWins.into()),
            Some(GameResult::Draw) => GameState::Played(Score::Draw.into()),
            Some(GameResult::BothLose) => GameState::Played(Score::BothLose.into()),
            Some(GameResult::BlackForfeits) => GameState::Forfeit(Score::WhiteWins),
            Some(GameResult::WhiteForfeits) => GameState::Forfeit(Score::BlackWins),
            Some(GameResult::BothForfeit) => GameState::Forfeit(Score::BothLose),
        };
        Self { round, first: white, second: black, state: MeetingState::Game(state) }
    }
}

impl PlayerLine {
    fn new(ranking: &Ranking, row: &Row) -> Self {
        Self {
            id: row.participant.get(),
            played: row.played,
            halfpoints: row.points,
            sb: ranking.value(row, TieBreak::SonnebornBerger),
        }
    }
}
