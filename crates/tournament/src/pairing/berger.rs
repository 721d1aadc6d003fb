//! The tables of Johann Berger, for any number of players.

use super::lot::{RoundPairings, lot};
use crate::RoundNumber;

/// Berger's table: the highest number stays in its place, the others move round it.
///
/// With an odd number of players the highest number is nobody, and whoever meets it has a bye.
pub(super) fn berger(players: usize) -> Vec<RoundPairings> {
    let highest = players.next_multiple_of(2);
    let moving = highest.saturating_sub(1);
    (1..=moving)
        .map(|round| {
            // Whoever meets the highest number: 1, then the first after the middle, then 2, …
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

/// A number brought back into 1 to `size` by going round, for numbers up to twice the size.
fn around(number: usize, size: usize) -> usize {
    if number > size { number.saturating_sub(size) } else { number }
}

/// Berger's table twice, the second time with the colours reversed.
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
