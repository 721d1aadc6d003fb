//! The table: points, Sonneborn-Berger and ranks, from the results there are.

use crate::{PlayerId, Tournament};
use draughts::Score;
use std::collections::BTreeMap;

/// One player's line in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsRow {
    /// The place, from 1. Players who are tied share the first of their places.
    pub rank: u32,
    /// Whether somebody else has the same rank.
    pub is_tied: bool,
    /// Whose line it is.
    pub player: PlayerId,
    /// Games with a result, forfeits and games lost by both included.
    pub played: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost, those lost by both included.
    pub losses: u32,
    /// Points by the tournament's scoring.
    pub points: u32,
    /// Twice the points of every opponent beaten and once of every opponent drawn with
    /// (appendix 1 of the Frisian rulebook: forfeits count as results).
    pub sonneborn_berger: u32,
}

/// The table as it stands, best first; usable in mid-round, when it counts what is finished.
///
/// Ordered by points, then Sonneborn-Berger (regulation C art. 15). Players equal in both are tied
/// and listed in the order of their lots.
pub fn standings(tournament: &Tournament) -> Vec<StandingsRow> {
    let mut rows: BTreeMap<PlayerId, StandingsRow> =
        tournament.players().iter().map(|player| (player.id, blank(player.id))).collect();
    for game in finished(tournament) {
        if let Some(row) = rows.get_mut(&game.player) {
            game.count(row);
        }
    }
    let points: BTreeMap<PlayerId, u32> =
        rows.iter().map(|(player, row)| (*player, row.points)).collect();
    for game in finished(tournament) {
        if let (Some(row), Some(of_opponent)) =
            (rows.get_mut(&game.player), points.get(&game.opponent))
        {
            let share = of_opponent.saturating_mul(game.result.weight());
            row.sonneborn_berger = row.sonneborn_berger.saturating_add(share);
        }
    }
    let in_order_of_lots = tournament.lots().iter().filter_map(|player| rows.remove(player));
    let mut table: Vec<_> = in_order_of_lots.collect();
    table.sort_by_key(|row| std::cmp::Reverse(criteria(row)));
    rank(&mut table);
    table
}

/// What orders the table, the most important first.
fn criteria(row: &StandingsRow) -> (u32, u32) {
    (row.points, row.sonneborn_berger)
}

/// Gives equal rows the rank of the first of them.
fn rank(table: &mut [StandingsRow]) {
    let mut place: u32 = 1;
    for equals in table.chunk_by_mut(|one, next| criteria(one) == criteria(next)) {
        let (rank, is_tied) = (place, equals.len() > 1);
        for row in equals {
            (row.rank, row.is_tied) = (rank, is_tied);
            place = place.saturating_add(1);
        }
    }
}

fn blank(player: PlayerId) -> StandingsRow {
    StandingsRow {
        rank: 0,
        is_tied: false,
        player,
        played: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        points: 0,
        sonneborn_berger: 0,
    }
}

/// A finished game as one of its two players sees it.
struct Seen {
    player: PlayerId,
    opponent: PlayerId,
    points: u32,
    result: PlayerResult,
}

#[derive(Clone, Copy)]
enum PlayerResult {
    Win,
    Draw,
    Loss,
    Unplayed,
}

impl PlayerResult {
    /// How often the opponent's points count for Sonneborn-Berger.
    fn weight(self) -> u32 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss | Self::Unplayed => 0,
        }
    }
}

impl Seen {
    fn count(&self, row: &mut StandingsRow) {
        row.points = row.points.saturating_add(self.points);
        let counter = match self.result {
            PlayerResult::Win => &mut row.wins,
            PlayerResult::Draw => &mut row.draws,
            PlayerResult::Loss => &mut row.losses,
            PlayerResult::Unplayed => return,
        };
        *counter = counter.saturating_add(1);
        row.played = row.played.saturating_add(1);
    }
}

/// Every finished game, twice: as White and as Black see it.
fn finished(tournament: &Tournament) -> impl Iterator<Item = Seen> + '_ {
    let scoring = tournament.scoring();
    tournament.rounds().iter().flat_map(|round| round.games()).flat_map(move |game| {
        let (white, black) = (game.pairing.white, game.pairing.black);
        game.outcome.as_ref().into_iter().flat_map(move |outcome| {
            let (for_white, for_black) = scoring.points(outcome.score);
            let (white_result, black_result) = results(outcome.score);
            [
                Seen { player: white, opponent: black, points: for_white, result: white_result },
                Seen { player: black, opponent: white, points: for_black, result: black_result },
            ]
        })
    })
}

fn results(score: Score) -> (PlayerResult, PlayerResult) {
    match score {
        Score::WhiteWins => (PlayerResult::Win, PlayerResult::Loss),
        Score::Draw => (PlayerResult::Draw, PlayerResult::Draw),
        Score::BlackWins => (PlayerResult::Loss, PlayerResult::Win),
        Score::BothLose => (PlayerResult::Loss, PlayerResult::Loss),
        Score::Unplayed => (PlayerResult::Unplayed, PlayerResult::Unplayed),
    }
}
