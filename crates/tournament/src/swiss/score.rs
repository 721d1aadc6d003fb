//! Points, Solkoff and Sonneborn-Berger by the KNDB's rules, and the orders by them.

use super::{Entrant, Field, PastRound};
use crate::opposition::{Faced, Opposition, first_by_mutual, mutual, oppositions};
use crate::{Lot, PlayerId};
use std::cmp::Reverse;

/// The score of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The player.
    pub player: PlayerId,
    /// The lot, which decides if all else is equal.
    pub lot: Lot,
    /// The points, in half points.
    pub points: u32,
    /// The score as it counts for the opponents' Solkoff and Sonneborn-Berger ("WS", A1d): every
    /// round that was not played counts half a point. In half points.
    pub counted: u32,
    /// The sum of the opponents' counted scores ("WP", A1a). In half points.
    pub solkoff: u32,
    /// The counted scores of beaten opponents, plus half of those of drawn ones (A1b). In quarter
    /// points.
    pub sonneborn_berger: u32,
}

impl Score {
    /// Returns the sort key from high to low (A4): points, Solkoff, Sonneborn-Berger, lot.
    fn rank_key(&self) -> impl Ord + use<> {
        (Reverse((self.points, self.solkoff, self.sonneborn_berger)), self.lot)
    }
}

/// Returns the scores of all players, from high to low in the order of the pairing (A4).
pub fn scores(field: &Field) -> Vec<Score> {
    let faced = |past: &PastRound| {
        let opponent = past.opponent().filter(|_| !past.is_against_oneself())?;
        let points = past.points();
        Some(Faced { opponent: field.place(opponent)?, weight: points, points })
    };
    let players: Vec<Vec<_>> = field
        .entrants()
        .iter()
        .map(|entrant| entrant.history.iter().map(faced).collect())
        .collect();
    let of_player = |(entrant, opposition): (&Entrant, Opposition)| Score {
        player: entrant.player,
        lot: entrant.lot,
        points: entrant.points(),
        counted: opposition.counted,
        solkoff: opposition.solkoff(0, 0),
        sonneborn_berger: opposition.sonneborn_berger,
    };
    let mut scores: Vec<_> =
        field.entrants().iter().zip(oppositions(&players, 1)).map(of_player).collect();
    scores.sort_by_key(Score::rank_key);
    scores
}

/// Sums over all players, which an arbiter checks before pairing (F8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlSums {
    /// Points, in half points.
    pub points: u32,
    /// Counted scores, in half points.
    pub counted: u32,
    /// Solkoff, in half points.
    pub solkoff: u32,
}

impl ControlSums {
    /// Returns the sums of a table.
    pub fn of(scores: &[Score]) -> Self {
        Self {
            points: scores.iter().map(|score| score.points).sum(),
            counted: scores.iter().map(|score| score.counted).sum(),
            solkoff: scores.iter().map(|score| score.solkoff).sum(),
        }
    }

    /// Returns the sums that a tournament's table must have: half a point per player and round,
    /// corrected in the points by those given or withheld without playing; and in Solkoff every
    /// player's counted score once per round.
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
    /// The scores from first to last.
    pub scores: Vec<Score>,
    /// True if the games between those who lead on points decided the first place (F12.2).
    pub is_decided_by_mutual_result: bool,
}

/// Returns the final classification (F12): by points; for the first place the mutual result;
/// Solkoff; Sonneborn-Berger; lot.
///
/// The mutual result counts only if all who lead on points have met each other and their results
/// differ. It decides only the first place; the others keep their order.
pub fn final_ranking(field: &Field) -> FinalRanking {
    let mut scores = scores(field);
    let lead = scores.first().map_or(0, |first| first.points);
    let leaders: Vec<_> =
        scores.iter().take_while(|score| score.points == lead).map(|score| score.player).collect();
    let first = first_by_mutual(&mutual(&leaders, |player| games(field, player)));
    if let Some(range) = first.as_ref().and_then(|(first, _)| scores.get_mut(..=*first)) {
        range.rotate_right(1);
    }
    FinalRanking { scores, is_decided_by_mutual_result: first.is_some() }
}

/// Returns the opponents that a player really met, with the player's half points.
fn games(field: &Field, player: PlayerId) -> Vec<(PlayerId, u32)> {
    let entrant = field.place(player).and_then(|place| field.entrants().get(place));
    let history = entrant.map(|entrant| entrant.history.as_slice()).unwrap_or_default();
    history.iter().filter_map(|past| Some((past.met()?.0, past.points()))).collect()
}
