//! Real games to play on simulated boards, and figures of what followed.

use std::collections::BTreeMap;

use board_feed::Event;
use board_simulator::Script;
use draughts::{Move, Position, Timestamp, Variant, pdn};

const PLIES_MIN: usize = 20;

/// Returns a number that a developer asks for, or the usual one.
pub(crate) fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().unwrap())
}

/// Returns real games that begin at the start and are legal throughout.
pub(crate) fn games(variant: Variant) -> Vec<Vec<Move>> {
    let folder = format!("pdn/{}", variant.as_str());
    let mut files: Vec<_> = std::fs::read_dir(test_data::path(&folder)).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().file_name());
    let mut games = Vec::new();
    for file in files {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for game in pdn::read_as(&bytes, variant) {
            let is_whole = game.variant == variant
                && game.start == Position::start(variant)
                && game
                    .plies
                    .iter()
                    .all(|ply| ply.breach.is_none() && ply.before.is_legal(&ply.mv));
            if is_whole && game.plies.len() >= PLIES_MIN {
                games.push(game.moves().collect());
            }
        }
    }
    games
}

/// The number of plies that were right, and the mistakes.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) plies: usize,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) revised: usize,
    pub(crate) irregular: usize,
    pub(crate) after_end: usize,
    pub(crate) delays: Vec<i64>,
    pub(crate) faults: Vec<String>,
}

impl Figures {
    /// Adds a game and what a tracker said about it.
    pub(crate) fn add(&mut self, seed: u64, script: &Script, events: &[(Timestamp, Event)]) {
        let mut stands = BTreeMap::new();
        for (at, event) in events {
            let at = at.millis();
            match event {
                Event::Final { ply, played, .. } => {
                    stands.insert(*ply, (at, played.mv));
                }
                Event::Irregular { ply, played, kind } => {
                    self.irregular += 1;
                    self.faults.push(format!("{seed} {at} ply {ply} {} is {kind:?}", played.text));
                    stands.insert(*ply, (at, played.mv));
                }
                Event::Revised { ply, played } => {
                    self.revised += 1;
                    self.faults.push(format!("{seed} {at} ply {ply} revised {played:?}"));
                    stands.remove(ply);
                    stands.extend(played.as_ref().map(|played| (*ply, (at, played.mv))));
                }
                // Pieces that are swept away cannot be explained at first.
                Event::OutOfSync { .. } if at > script.over + 8_000 => {}
                Event::OutOfSync { .. } => {
                    self.faults.push(format!("{seed} {at} out of sync"));
                }
                Event::Tentative { .. }
                | Event::InSync { .. }
                | Event::NotCrowned { .. }
                | Event::AfterGame => {}
            }
        }
        for (ply, played) in (1..).zip(&script.plies) {
            self.plies += 1;
            match stands.remove(&ply) {
                Some((at, mv)) if mv == played.mv => {
                    self.right += 1;
                    self.delays.extend(played.pressed.map(|pressed| at - pressed));
                }
                Some((at, mv)) => {
                    self.wrong += 1;
                    self.faults.push(format!("{seed} {at} ply {ply} {mv:?}, not {:?}", played.mv));
                }
                None => {
                    let done = played.done;
                    self.faults.push(format!("{seed} {done} ply {ply} {:?} is missing", played.mv));
                }
            }
        }
        for (ply, (at, mv)) in stands {
            self.after_end += 1;
            self.faults.push(format!("{seed} {at} ply {ply} {mv:?} was never played"));
        }
    }

    /// Returns the median from the press to the final move, in milliseconds.
    pub(crate) fn median(&self) -> i64 {
        let mut delays = self.delays.clone();
        delays.sort_unstable();
        delays.get(delays.len() / 2).copied().unwrap_or(0)
    }
}
