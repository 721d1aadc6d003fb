//! The tables of Johann Berger, for any number of players.

use super::lot::{RoundPairings, lot};
use crate::RoundNumber;

/// Returns Berger's table: the highest number keeps its place, the others rotate.
///
/// With an odd number of players the highest number is unused, and its opponent has a bye.
pub(super) fn berger(players: usize) -> Vec<RoundPairings> {
    let highest = players.next_multiple_of(2);
    let moving = highest.saturating_sub(1);
    (1..=moving)
        .map(|round| {
            // The opponent of the highest number: 1, then the first after the middle, then 2, …
            let (half, is_odd) = (round.div_ceil(2), !round.is_multiple_of(2));
            let hub = if is_odd { half } else { half.saturating_add(highest.div_ceil(2)) };
            let first = if is_odd { (hub, highest) } else { (highest, hub) };
            let rest = (1..highest.div_ceil(2)).map(|step| {
                let white = around(hub.saturating_add(step), moving);
                let black = around(hub.saturating_add(moving).saturating_sub(step), moving);
                (white, black)
            });
            let (mut pairs, mut bye) = (Vec::new(), None);
            for (white, black) in std::iter::once(first).chain(rest) {
                match (white > players, black > players) {
                    (false, false) => pairs.push((lot(white), lot(black))),
                    (true, _) => bye = Some(lot(black)),
                    (false, true) => bye = Some(lot(white)),
                }
            }
            RoundPairings { round: RoundNumber::from_index(round.saturating_sub(1)), pairs, bye }
        })
        .collect()
}

/// Reduces a number of at most twice the size to 1 to `size`, going round.
fn around(number: usize, size: usize) -> usize {
    if number > size { number.saturating_sub(size) } else { number }
}

/// Returns Berger's table twice, the second time with the colours reversed.
pub(super) fn double_berger(players: usize) -> Vec<RoundPairings> {
    let mut rounds = berger(players);
    let once = rounds.len();
    let again: Vec<_> = rounds
        .iter()
        .enumerate()
        .map(|(index, round)| RoundPairings {
            round: RoundNumber::from_index(index.saturating_add(once)),
            pairs: round.pairs.iter().map(|&(white, black)| (black, white)).collect(),
            bye: round.bye,
        })
        .collect();
    rounds.extend(again);
    rounds
}
