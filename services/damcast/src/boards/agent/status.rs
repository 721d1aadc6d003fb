//! The state of the board, as the agent reports it to the technician.

use board_feed::{Capability, Tracker};
use draughts::Square;
use proto::v1::{self, BoardCapability};
use serde_json::Value;
use tokio::{sync::watch, time::Instant};

use super::super::input::Orders;

/// The state of a board, and of the way of its inputs to the service.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardStatus {
    pub(super) report: v1::BoardReport,
    /// The moment at which the board said anything last.
    pub(super) heard: Option<Instant>,
    /// The number of inputs that are not at the service yet.
    pub(super) unsent: u32,
}

impl BoardStatus {
    /// Returns the report as of now.
    pub(super) fn report(&self) -> v1::BoardReport {
        let quiet = self.heard.map(|heard| heard.elapsed().as_millis());
        let quiet_ms = quiet.map(|quiet| u32::try_from(quiet).unwrap_or(u32::MAX));
        v1::BoardReport { quiet_ms, ..self.report.clone() }
    }
}

/// The facts about a board that are not in its reports.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    pub(super) serial: String,
    pub(super) battery: Option<u32>,
}

impl About {
    /// Takes the description of a board, and returns it without what may change while it is the
    /// same board.
    pub(super) fn take(&mut self, mut meta: Value) -> Value {
        if let Some(members) = meta.as_object_mut() {
            let battery = members.remove("battery").and_then(|battery| battery.as_u64());
            self.battery = battery.and_then(|battery| u32::try_from(battery).ok());
        }
        let id = meta["id"].as_str().map_or_else(|| meta["id"].to_string(), str::to_owned);
        self.serial = id.chars().filter(char::is_ascii_graphic).take(64).collect();
        meta
    }

    /// Returns the report of a board with its tracker.
    pub(super) fn report(
        &self,
        tracker: &Tracker,
        capability: Capability,
        (game, is_out_of_sync, orders): (&str, bool, Orders),
    ) -> v1::BoardReport {
        let code = |square| tracker.code(square).map(|code| code.letter());
        let squares: Option<String> = Square::all().map(code).collect();
        let (position, ply) = tracker.position();
        let capability = match capability {
            Capability::Occupancy => BoardCapability::Occupancy,
            Capability::Colour => BoardCapability::Colour,
            Capability::ColourAndCrown => BoardCapability::ColourAndCrown,
        };
        v1::BoardReport {
            serial: self.serial.clone(),
            capability: capability.into(),
            battery: self.battery,
            rotated: tracker.is_rotated(),
            squares: squares.unwrap_or_default(),
            fen: position.fen(),
            ply,
            differences: tracker.differences().map(Into::into),
            out_of_sync: is_out_of_sync,
            waits_for_position: tracker.is_waiting(),
            tentative: tracker.tentative().unwrap_or_default(),
            uncrowned: Some(tracker.uncrowned()).filter(|it| !it.is_empty()).map(Into::into),
            orders: Some(v1::BoardOrders {
                rotated: orders.is_rotated,
                muted: orders.is_muted,
                restarts: orders.restarts,
            }),
            quiet_ms: None,
            game: game.to_owned(),
        }
    }
}

/// Shows another report, if it is another one; a board that only says the same again is no news.
pub(super) fn show(status: &watch::Sender<BoardStatus>, report: v1::BoardReport, is_heard: bool) {
    status.send_if_modified(|status| {
        if is_heard {
            status.heard = Some(Instant::now());
        }
        let is_news = status.report != report;
        if is_news {
            status.report = report;
        }
        is_news
    });
}
