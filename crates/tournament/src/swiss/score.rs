//! Points, Solkoff and Sonneborn-Berger as the KNDB counts them, and the orders made of them.

use super::{Field, PastRound};
use crate::{Lot, PlayerId};
use std::cmp::Reverse;

/// What a player has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Whose.
    pub player: PlayerId,
    /// The lot, which decides when all else is equal.
    pub lot: Lot,
    /// In half points.
    pub points: u32,
    /// The score that counts for others' Solkoff and Sonneborn-Berger ("WS", A1d): every round
    /// that was not played counts half a point. In half points.
    pub counted: u32,
    /// The sum of what the opponents' scores count ("WP", A1a). In half points.
    pub solkoff: u32,
    /// What beaten opponents' scores count and half of what drawn ones' do (A1b). In quarter
    /// points.
    pub sonneborn_berger: u32,
}

impl Score {
    /// Sorts from high to low (A4): points, Solkoff, Sonneborn-Berger, lot.
    fn rank_key(&self) -> impl Ord + use<> {
        (Reverse((self.points, self.solkoff, self.sonneborn_berger)), self.lot)
    }
}

/// Everybody's score, from high to low as the pairing orders them (A4).
pub fn scores(field: &Field) -> Vec<Score> {
    let counted: Vec<u32> = field
        .entrants()
        .iter()
        .map(|entrant| {
            let own = |past: &PastRound| if past.is_against_oneself() { 1 } else { past.points() };
            entrant.history.iter().map(own).sum()
        })
        .collect();
    let mut scores: Vec<_> = field
        .entrants()
        .iter()
        .zip(&counted)
        .map(|(entrant, &own)| {
            let against = |past: &PastRound| {
                let opponent = past.opponent().filter(|_| !past.is_against_oneself());
                let place = opponent.and_then(|opponent| field.place(opponent));
                place
                    .and_then(|place| counted.get(place))
                    .copied()
                    .map_or((own, 1), |theirs| (theirs, past.points()))
            };
            let rounds = || entrant.history.iter().map(against);
            Score {
                player: entrant.player,
                lot: entrant.lot,
                points: entrant.history.iter().map(PastRound::points).sum(),
                counted: own,
                solkoff: rounds().map(|(counts, _)| counts).sum(),
                sonneborn_berger: rounds().map(|(counts, pts)| counts.saturating_mul(pts)).sum(),
            }
        })
        .collect();
    scores.sort_by_key(Score::rank_key);
    scores
}

/// The sums that an arbiter checks before pairing (F8), over all players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlSums {
    /// In half points.
    pub points: u32,
    /// In half points.
    pub counted: u32,
    /// In half points.
    pub solkoff: u32,
}

impl ControlSums {
    /// The sums that a table has.
    pub fn of(scores: &[Score]) -> Self {
        Self {
            points: scores.iter().map(|score| score.points).sum(),
            counted: scores.iter().map(|score| score.counted).sum(),
            solkoff: scores.iter().map(|score| score.solkoff).sum(),
        }
    }

    /// The sums that the table of a tournament must have: half a point a round for everybody,
    /// corrected in the points by what was given or withheld without playing; and in Solkoff
    /// everybody's counted score once a round.
    pub fn expected(field: &Field) -> Self {
        let rounds = field.rounds_played();
        let players = u32::try_from(field.entrants().len()).unwrap_or(u32::MAX);
        let counted = players.saturating_mul(rounds);
        let (mut given, mut withheld) = (0_u32, 0_u32);
        for past in field.entrants().iter().flat_map(|entrant| &entrant.history) {
            if past.is_against_oneself() {
                given = given.saturating_add(past.points().saturating_sub(1));
                withheld = withheld.saturating_add(1_u32.saturating_sub(past.points()));
            }
        }
        let points = counted.saturating_add(given).saturating_sub(withheld);
        Self { points, counted, solkoff: counted.saturating_mul(rounds) }
    }
}

/// The final classification (F12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalRanking {
    /// From first to last.
    pub scores: Vec<Score>,
    /// Whether the games between those who lead on points decided the first place (F12.2).
    pub is_decided_by_mutual_result: bool,
}

/// The final classification (F12): points; for the first place the mutual result; Solkoff;
/// Sonneborn-Berger; lot.
///
/// The mutual result counts only when all who lead on points have met each other and it is not
/// equal for all of them. It decides only who is first; the others keep their order.
pub fn final_ranking(field: &Field) -> FinalRanking {
    let mut scores = scores(field);
    let lead = scores.first().map_or(0, |first| first.points);
    let leaders: Vec<_> =
        scores.iter().take_while(|score| score.points == lead).map(|score| score.player).collect();
    let mutual = mutual_points(field, &leaders).unwrap_or_default();
    let most = mutual.iter().max();
    let is_decided_by_mutual_result = mutual.iter().min() != most;
    let best = mutual.iter().position(|points| Some(points) == most);
    if let (true, Some(range)) =
        (is_decided_by_mutual_result, best.and_then(|b| scores.get_mut(..=b)))
    {
        range.rotate_right(1);
    }
    FinalRanking { scores, is_decided_by_mutual_result }
}

/// What each of some players made of the games between them, in half points; nothing unless all
/// of them met.
fn mutual_points(field: &Field, players: &[PlayerId]) -> Option<Vec<u32>> {
    let others = players.len().checked_sub(1)?;
    let points_of = |player: &PlayerId| {
        let entrant = field.entrants().get(field.place(*player)?)?;
        let games: Vec<_> = entrant
            .history
            .iter()
            .filter_map(|past| Some((past.met()?.0, past.points())))
            .filter(|(opponent, _)| players.contains(opponent))
            .collect();
        let mut met: Vec<_> = games.iter().map(|(opponent, _)| *opponent).collect();
        met.sort_unstable();
        met.dedup();
        (met.len() == others).then(|| games.iter().map(|(_, points)| *points).sum())
    };
    players.iter().map(points_of).collect()
}
