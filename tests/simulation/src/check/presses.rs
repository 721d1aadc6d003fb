//! Compares the presses of the clocks with the moves.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the check looks at the events that it concerns, and passes over all others"
)]

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use proto::{
    subject::Stream,
    v1::{clock_event::Event as ClockEvent, envelope::Record, game_event::Event as GameEvent},
};

use super::{Log, game};
use crate::hall::Hall;

impl Log {
    /// Checks that each move presses the clock once, in order, at its own moment.
    pub(super) fn check_presses(&self, hall: &Hall, has_cuts: bool) -> Result<()> {
        let taken_back = hall.taken_back();
        let mut moves: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for entry in self.entries(Stream::Game) {
            let Some(Record::Game(record)) = &entry.envelope.record else { continue };
            for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
                if let GameEvent::MovePlayed(played) = event {
                    moves.entry(game(&entry.stored)).or_default().push(played.at_ms);
                }
            }
        }
        let mut presses: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        // The number of presses before the first ruling on the clock of a game.
        let mut unruled: BTreeMap<String, usize> = BTreeMap::new();
        let (mut paused, mut was_paused) = (BTreeSet::new(), BTreeSet::new());
        // The games whose clock was set by their moves after a pause, or after it had lost presses.
        let mut settled = BTreeSet::new();
        for entry in self.entries(Stream::Clock) {
            let Some(Record::Clock(record)) = &entry.envelope.record else { continue };
            for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
                match event {
                    ClockEvent::Pressed(pressed) => {
                        presses.entry(game(&entry.stored)).or_default().push(pressed.at_ms);
                    }
                    ClockEvent::Paused(_) => {
                        let pressed = presses.get(&game(&entry.stored)).map_or(0, Vec::len);
                        unruled.entry(game(&entry.stored)).or_insert(pressed);
                        paused.insert(game(&entry.stored));
                        was_paused.insert(game(&entry.stored));
                    }
                    ClockEvent::Resumed(_) => {
                        paused.remove(&game(&entry.stored));
                    }
                    ClockEvent::Corrected(_) => {
                        let pressed = presses.get(&game(&entry.stored)).map_or(0, Vec::len);
                        unruled.entry(game(&entry.stored)).or_insert(pressed);
                        if has_cuts || was_paused.contains(&game(&entry.stored)) {
                            settled.insert(game(&entry.stored));
                        }
                    }
                    ClockEvent::Adjusted(_)
                    | ClockEvent::Followed(_)
                    | ClockEvent::Disagreed(_) => {
                        let pressed = presses.get(&game(&entry.stored)).map_or(0, Vec::len);
                        unruled.entry(game(&entry.stored)).or_insert(pressed);
                    }
                    _ => {}
                }
            }
        }
        for (game, moves) in moves {
            let presses = presses.remove(&game).unwrap_or_default();
            // Moves during a pause are pressed when the clock runs again; the game may end before,
            // or a correction of the record may set the clock by its moves. A move that is taken
            // back may be without its press.
            let may_lack = if paused.contains(&game) || settled.contains(&game) {
                moves.len()
            } else {
                usize::from(taken_back.contains(&game))
            };
            if self.handed_in_again.contains(&game) {
                // The clock keeps the presses of moves that GAME has lost, at their first moments.
                ensure!(presses.is_sorted(), "{game}: presses out of order: {presses:?}");
                continue;
            }
            ensure!(
                (moves.len() - may_lack..=moves.len()).contains(&presses.len()),
                "{game}: {} moves and {} presses: {:#?}",
                moves.len(),
                presses.len(),
                self.history(&game)
            );
            ensure!(presses.is_sorted(), "{game}: presses out of order: {presses:?}");
            if moves.is_sorted() {
                let count = unruled.get(&game).map_or(presses.len(), |count| *count);
                let (pressed, made) = (&presses[..count], moves.get(..count));
                ensure!(
                    made == Some(pressed),
                    "{game}: moves at {moves:?}, the first {count} of {presses:?} pressed"
                );
            }
        }
        Ok(())
    }
}
