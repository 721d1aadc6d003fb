//! The state of a game at a table that follows from its journal.

use board_feed::{Capability, Event, Reading, Relay, Tracker};
use draughts::{Timestamp, Variant};
use serde_json::Value;
use thiserror::Error;

use super::super::input::{self, Input, KnownGame, LineError, Orders};

/// The reason why a line of a journal cannot be taken.
#[derive(Debug, Error)]
pub(super) enum JournalLineError {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error("a game before its board")]
    GameBeforeBoard,
    #[error("{0} before the game")]
    BeforeGame(&'static str),
}

/// The state that follows from the journal.
#[derive(Debug, Default)]
pub(super) struct Taken {
    pub(super) id: Value,
    pub(super) relay: Option<Relay>,
    pub(super) variant: Option<Variant>,
    /// The moment of the last line.
    pub(super) last: Timestamp,
    /// The time of day of the moment 0.
    pub(super) zero: Timestamp,
    /// The number of lines that came from the source.
    pub(super) reports: u64,
    /// The tracker of a board that was described and has not begun.
    pub(super) tracker: Option<Tracker>,
    pub(super) capability: Option<Capability>,
    pub(super) orders: Orders,
}

impl Taken {
    /// Takes a line of the journal, and returns what follows.
    ///
    /// # Errors
    /// [`JournalLineError`] if it cannot be read, or comes before the lines that it needs.
    pub(super) fn take(&mut self, line: &str) -> Result<Vec<(Timestamp, Event)>, JournalLineError> {
        use JournalLineError::{BeforeGame, GameBeforeBoard};
        if line.is_empty() {
            self.reports += 1;
            return Ok(Vec::new());
        }
        let of = self.variant.map(|variant| (variant, Some(self.last)));
        match input::read(line.as_bytes(), of)? {
            Input::Board { id, setting } => {
                self.reports += 1;
                self.variant = Some(setting.start.variant());
                self.capability = Some(setting.capability);
                (self.id, self.tracker) = (id, Some(Tracker::new(setting)));
                Ok(Vec::new())
            }
            Input::Game { at, known: KnownGame { record, wall, last } } => {
                self.last = at;
                if let Some(tracker) = self.tracker.take() {
                    self.orders = Orders::default();
                    match &mut self.relay {
                        Some(relay) => relay.change_board(tracker),
                        None => {
                            self.zero = Timestamp::from_millis(wall.millis() - at.millis());
                            self.relay = Some(Relay::new(tracker, last));
                        }
                    }
                }
                let relay = self.relay.as_mut().ok_or(GameBeforeBoard)?;
                Ok(relay.follow(&record, at))
            }
            Input::Order { at, orders } => {
                self.last = at;
                let relay = self.relay.as_mut().ok_or(BeforeGame("an order"))?;
                if orders.restarts != self.orders.restarts {
                    relay.restart();
                }
                relay.mute(orders.is_muted);
                self.orders = orders;
                let turned = orders.is_rotated;
                Ok(turned.map_or_else(Vec::new, |is_rotated| {
                    relay.take(&Reading::Turned { is_rotated }, at)
                }))
            }
            Input::Wait { at } => {
                self.last = at;
                self.relay.as_mut().ok_or(BeforeGame("a wait"))?.wait_for_position();
                Ok(Vec::new())
            }
            Input::Report { at, reading } => {
                self.reports += 1;
                self.last = at;
                let relay = self.relay.as_mut().ok_or(BeforeGame("a report"))?;
                Ok(relay.take(&reading, at))
            }
        }
    }
}
