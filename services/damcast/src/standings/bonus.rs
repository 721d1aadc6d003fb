//! Games, pools and finals of the regulation of 2006, in hundredths of a point.

use draughts::Score;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tournament::{
    PlayerId, RoundNumber, Scoring,
    plan::{ColorChoice, CrossingFinal, PoolRow, crossing_finals},
    ranking::{Finish, GameState, Meeting, MeetingState, Order, Participant, Ranking, Row},
};

use super::{
    input::{Unanswerable, ranked, results},
    tie::{Tie, blitz_of_players, tiers},
};
use crate::json;

/// Largest number of pieces of a side.
const PIECES_MAX: u32 = 20;

/// A finished game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    result: GameResult,
    white: Material,
    black: Material,
}

#[derive(Clone, Copy, Deserialize)]
enum GameResult {
    W,
    D,
    B,
    /// A draw that was agreed earlier than the regulation allows.
    #[serde(rename = "D_early")]
    EarlyDraw,
}

/// Numbers of pieces that a side has left.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Material {
    men: u32,
    kings: u32,
}

/// Games of a pool of the players 1 to `n`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pool {
    n: u32,
    games: Vec<PoolGame>,
}

#[derive(Deserialize)]
#[serde(try_from = "PoolGameForm")]
struct PoolGame(Meeting);

/// A game of a pool with the hundredths of a point that White and Black got.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolGameForm {
    #[serde(deserialize_with = "json::numbered")]
    round: RoundNumber,
    #[serde(deserialize_with = "json::numbered")]
    white: Participant,
    #[serde(deserialize_with = "json::numbered")]
    black: Participant,
    w: u32,
    b: u32,
}

/// Final tables of two pools.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pools {
    pool1: Vec<PoolLine>,
    pool2: Vec<PoolLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolLine {
    #[serde(deserialize_with = "json::numbered")]
    id: PlayerId,
    hundredths: u32,
    wins: u32,
}

/// Table of a pool.
#[derive(Serialize)]
pub(super) struct PoolTable {
    table: Vec<BonusLine>,
    tiers: Vec<Vec<u32>>,
    blitz: Vec<Tie>,
}

#[derive(Serialize)]
struct BonusLine {
    id: u32,
    hundredths: u32,
    wins: u32,
}

/// A final of two players for two places.
#[derive(Serialize)]
pub(super) struct Final {
    places: [u32; 2],
    a: u32,
    b: u32,
    colour_choice: Choice,
}

/// The player who chooses the colour, or a drawing of lots.
#[derive(Serialize)]
#[serde(untagged)]
enum Choice {
    Player(u32),
    Lot(&'static str),
}

/// Returns the hundredths of a point that a game gives White and Black (2006 art. 14a); a draw
/// agreed too early gives none (2006 art. 7).
///
/// # Errors
/// If a side has more than 20 pieces, or none in a draw.
pub(super) fn game(game: &Game) -> Result<[u32; 2], Unanswerable> {
    let score = match game.result {
        GameResult::W => Score::WhiteWins,
        GameResult::D => Score::Draw,
        GameResult::B => Score::BlackWins,
        GameResult::EarlyDraw => Score::BothLose,
    };
    let men_ahead = game.white.in_men("white")? - game.black.in_men("black")?;
    if matches!(game.result, GameResult::D | GameResult::EarlyDraw) {
        for (side, material) in [("white", &game.white), ("black", &game.black)] {
            if (material.men, material.kings) == (0, 0) {
                return Err(Unanswerable::NoPieces { side });
            }
        }
    }
    Ok(Scoring::BonusDraws.points_with_bonus(score, men_ahead).into())
}

impl Material {
    /// Returns the material in men; a king counts as two.
    fn in_men(&self, side: &'static str) -> Result<i32, Unanswerable> {
        let Self { men, kings } = *self;
        let total = men.checked_add(kings).filter(|pieces| *pieces <= PIECES_MAX);
        let in_men = total.and_then(|pieces| i32::try_from(pieces + kings).ok());
        in_men.ok_or(Unanswerable::Material { side, men, kings })
    }
}

/// Ranks the players of a pool (2006 art. 14c).
///
/// # Errors
/// If the results contradict each other.
pub(super) fn pool(pool: Pool) -> Result<(PoolTable, Ranking), Unanswerable> {
    let games = pool.games.into_iter().map(|PoolGame(meeting)| meeting).collect();
    let ranking = ranked(&results(pool.n, games)?, &Order::pool_2006())?;
    let table = PoolTable {
        table: ranking.rows.iter().map(BonusLine::from).collect(),
        tiers: tiers(&ranking),
        blitz: blitz_of_players(&ranking),
    };
    Ok((table, ranking))
}

/// Hundredths of a point that no result of a game gives.
#[derive(Debug, Error)]
#[error("{white} and {black} are no hundredths of a game")]
struct NoGameResult {
    white: u32,
    black: u32,
}

impl TryFrom<PoolGameForm> for PoolGame {
    type Error = NoGameResult;

    fn try_from(form: PoolGameForm) -> Result<Self, NoGameResult> {
        let PoolGameForm { round, white, black, w, b } = form;
        let finish = match (w, b) {
            (200, 0) => Some(Score::WhiteWins.into()),
            (0, 200) => Some(Score::BlackWins.into()),
            (0, 0) => Some(Score::BothLose.into()),
            _ => {
                let men_ahead = i32::try_from(w).ok().and_then(|white| white.checked_sub(100));
                men_ahead.map(|men_ahead| Finish { score: Score::Draw, men_ahead })
            }
        };
        let gives = |finish: &Finish| {
            Scoring::BonusDraws.points_with_bonus(finish.score, finish.men_ahead) == (w, b)
        };
        let finish = finish.filter(gives).ok_or(NoGameResult { white: w, black: b })?;
        let state = MeetingState::Game(GameState::Played(finish));
        Ok(Self(Meeting { round, first: white, second: black, state }))
    }
}

impl From<&Row> for BonusLine {
    fn from(row: &Row) -> Self {
        Self { id: row.participant.get(), hundredths: row.points, wins: row.wins }
    }
}

/// Pairs players with the same place in two pools for the finals (2006 art. 14d).
///
/// # Errors
/// If the pools cannot be paired.
pub(super) fn finals(pools: Pools) -> Result<Vec<Final>, Unanswerable> {
    let rows = |pool: Vec<PoolLine>| pool.into_iter().map(PoolRow::from).collect::<Vec<_>>();
    let finals = crossing_finals(&rows(pools.pool1), &rows(pools.pool2))?;
    Ok(finals.iter().map(Final::from).collect())
}

impl From<PoolLine> for PoolRow {
    fn from(PoolLine { id, hundredths, wins }: PoolLine) -> Self {
        Self { player: id, points: hundredths, wins }
    }
}

impl From<&CrossingFinal> for Final {
    fn from(last: &CrossingFinal) -> Self {
        let colour_choice = match last.choice {
            ColorChoice::By { player, .. } => Choice::Player(player.get()),
            ColorChoice::Lot => Choice::Lot("draw_lots"),
        };
        let (a, b) = (last.first.get(), last.second.get());
        Self { places: last.places().into(), a, b, colour_choice }
    }
}
