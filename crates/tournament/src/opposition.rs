//! Values from opponents' games: Solkoff and Sonneborn-Berger by the KNDB's rules, and the games
//! between the members of a group. The Swiss pairing and every table share them.

/// A game that was played, from the side of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Faced {
    /// The opponent's index in the list.
    pub(crate) opponent: usize,
    /// The factor of the opponent's score in Sonneborn-Berger: 2 after a win, 1 after a draw.
    pub(crate) weight: u32,
    /// The player's points.
    pub(crate) points: u32,
}

/// The scores of a player's opponents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opposition {
    /// The player's score as it counts for opponents ("WS", A1d), in the unit of the points.
    pub(crate) counted: u32,
    /// The counted score of each opponent, the lowest first; for a draw against oneself, the
    /// player's own.
    pub(crate) opponents: Vec<u32>,
    /// The sum of weight times the opponent's counted score (A1b): four times the rulebook's value
    /// when points are half points.
    pub(crate) sonneborn_berger: u32,
}

impl Opposition {
    /// Returns the sum of the opponents' scores ("WP", A1a), without some of the lowest and the
    /// highest.
    pub(crate) fn solkoff(&self, without_lowest: usize, without_highest: usize) -> u32 {
        let kept = self.opponents.len().saturating_sub(without_highest);
        self.opponents.iter().take(kept).skip(without_lowest).sum()
    }
}

/// Returns the values of each player's opponents. A round that is `None` was not played and counts
/// as a draw against oneself (A1d), a draw being worth `draw` points.
pub(crate) fn oppositions(players: &[Vec<Option<Faced>>], draw: u32) -> Vec<Opposition> {
    let own = |round: &Option<Faced>| round.map_or(draw, |faced| faced.points);
    let counted: Vec<u32> = players.iter().map(|rounds| rounds.iter().map(own).sum()).collect();
    let of_player = |(rounds, &own): (&Vec<Option<Faced>>, &u32)| {
        let worth = |round: &Option<Faced>| {
            let faced = round.and_then(|faced| Some((*counted.get(faced.opponent)?, faced.weight)));
            faced.unwrap_or((own, 1))
        };
        let mut opponents: Vec<u32> = rounds.iter().map(|round| worth(round).0).collect();
        opponents.sort_unstable();
        let shares = rounds.iter().map(worth);
        let sonneborn_berger = shares.map(|(counts, weight)| counts.saturating_mul(weight)).sum();
        Opposition { counted: own, opponents, sonneborn_berger }
    };
    players.iter().zip(&counted).map(of_player).collect()
}

/// One player's result in the games between the members of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mutual {
    /// The points of those games.
    pub(crate) points: u32,
    /// Number of the other members that the player met.
    pub(crate) opponents: usize,
}

/// Returns each member's result in the games between the members of a group; `games` lists a
/// player's opponents with the player's points.
pub(crate) fn mutual<Id: Copy + Ord>(
    group: &[Id],
    games: impl Fn(Id) -> Vec<(Id, u32)>,
) -> Vec<Mutual> {
    let of_player = |player: &Id| {
        let mut games = games(*player);
        games.retain(|(opponent, _)| group.contains(opponent));
        let points = games.iter().map(|(_, points)| *points).sum();
        games.sort_unstable();
        games.dedup_by_key(|(opponent, _)| *opponent);
        Mutual { points, opponents: games.len() }
    };
    group.iter().map(of_player).collect()
}

/// Returns the member of a group who is first by the games between them (KNDB F12.2), as an index,
/// with the points of each member; of several with most points, the first in the group.
pub(crate) fn first_by_mutual(mutual: &[Mutual]) -> Option<(usize, Vec<u32>)> {
    let points = decisive(mutual)?;
    let most = points.iter().max();
    let first = points.iter().position(|points| Some(points) == most)?;
    Some((first, points))
}

/// Returns the members' points if the games between them decide the first place (KNDB F12.2): all
/// have met each other, and their points differ.
fn decisive(mutual: &[Mutual]) -> Option<Vec<u32>> {
    let others = mutual.len().checked_sub(1)?;
    let points: Vec<u32> = mutual.iter().map(|of_player| of_player.points).collect();
    let have_all_met = mutual.iter().all(|of_player| of_player.opponents == others);
    (have_all_met && points.iter().min() != points.iter().max()).then_some(points)
}
