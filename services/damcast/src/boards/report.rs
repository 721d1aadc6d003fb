//! The reports of a DGT board as the lines that trackers read.

use board_feed::{Capability, DgtReport, DgtSetting, Reading};
use clap::ValueEnum;
use draughts::Color;
use game_clock::DgtSide;
use serde_json::Value;

use super::line::BoardLine;

/// The facts that a DGT board does not tell about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct DgtOptions {
    /// The pieces of the DGT board have kings among them, which it tells from men.
    #[arg(long)]
    crowns: bool,
    /// Side of the DGT clock, as its front shows it, with White's time; without it the moves tell.
    #[arg(long, value_name = "SIDE")]
    white_time: Option<ClockSide>,
}

/// A side of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ClockSide {
    Left,
    Right,
}

impl DgtOptions {
    /// Returns the settings of the board.
    pub(super) fn setting(self) -> DgtSetting {
        let white = self.white_time.map(|side| match side {
            ClockSide::Left => DgtSide::Left,
            ClockSide::Right => DgtSide::Right,
        });
        DgtSetting { white }
    }

    /// Returns the differences that the board can see.
    pub(super) const fn capability(self) -> Capability {
        if self.crowns { Capability::ColourAndCrown } else { Capability::Colour }
    }

    /// Returns the line of a report, without its moment; `None` for one that says nothing about
    /// moves. `name` is that of a board without a serial number.
    pub(super) fn line(self, report: &DgtReport, name: &str) -> Option<Value> {
        let line = match report {
            DgtReport::Board(about) => BoardLine::Meta {
                id: about.serial.as_deref().unwrap_or(name),
                capability: self.capability().as_str(),
                rotated: None,
                poll: about.poll.map(|poll| poll.as_secs_f64()),
            },
            DgtReport::Reading(Reading::Field { field, code }) => {
                BoardLine::Field { field: field.get(), code: code.letter() }
            }
            DgtReport::Reading(Reading::Dump(codes)) => BoardLine::dump(codes),
            DgtReport::Reading(Reading::Press(color)) => {
                BoardLine::ClockPress { by: color.letter() }
            }
            DgtReport::Reading(Reading::ClockStopped) => BoardLine::Clock { running: false },
            DgtReport::Reading(Reading::Link { is_up }) => BoardLine::Link { up: *is_up },
            DgtReport::Reading(Reading::Display(display)) => {
                let [white, black] = Color::BOTH.map(|color| display.of(color).as_secs());
                let [running, flag] =
                    [display.running, display.flag].map(|it| it.map(Color::letter));
                BoardLine::Display { white, black, running, flag }
            }
            DgtReport::Reading(
                Reading::Setup { .. } | Reading::Turned { .. } | Reading::Result(_),
            )
            | DgtReport::Trouble(_) => return None,
        };
        Some(line.json())
    }
}
