//! Alarms: faults of clocks that need the arbiter's attention.

use draughts::{Color, Timestamp};
use game_clock::{ClockDisplay, Event, Irregularity};

use super::{ClockFault, SeatEvent};
use crate::{ClockEvent, DeviceId, FlagWaiver, GameEvent};

/// A fault of a clock that needs the arbiter's attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockAlarm {
    /// A press has an impossible moment.
    IrregularPress {
        /// The side that pressed.
        by: Color,
        /// The fault.
        irregularity: Irregularity,
        /// The moment that counts instead.
        at: Timestamp,
    },
    /// The clock at the table differs from the computed times.
    DisplayDisagrees {
        /// The clock at the table.
        display: ClockDisplay,
        /// The moment of the display.
        at: Timestamp,
    },
    /// The state of a device's clock has changed.
    Device {
        /// The device.
        device: DeviceId,
        /// The fault of its clock; `None` if it can be relied on again.
        fault: Option<ClockFault>,
        /// The moment when it was noticed.
        at: Timestamp,
    },
    /// A flag fell that does not end the game: the arbiter decides.
    FlagWaived {
        /// The side whose time is used up.
        color: Color,
        /// The reason.
        why: FlagWaiver,
        /// The moment when the time ran out.
        at: Timestamp,
    },
    /// The time of day of the server was set, or agrees again with the time that has passed. No
    /// clock of a game follows it.
    TimeOfDay {
        /// The milliseconds by which the time of day is ahead, negative if it is behind; `None` if
        /// it agrees again.
        ahead_ms: Option<i64>,
        /// The moment when that was told, by the time that has passed.
        at: Timestamp,
    },
    /// The time of another service's machine differs from that by which moves are timed, or agrees
    /// again.
    MachineApart {
        /// The name of the service.
        service: String,
        /// The milliseconds by which its time is ahead, negative if it is behind; `None` if it
        /// agrees again.
        ahead_ms: Option<i64>,
        /// The moment when that was told.
        at: Timestamp,
    },
}

impl ClockAlarm {
    /// Returns the alarm that an event of a game's clock raises, if it raises one.
    #[must_use]
    pub fn of_clock(event: &ClockEvent) -> Option<Self> {
        match *event {
            ClockEvent::Clock(Event::Irregular { by, irregularity, at }) => {
                Some(Self::IrregularPress { by, irregularity, at })
            }
            ClockEvent::Clock(Event::Disagreed { display, at }) => {
                Some(Self::DisplayDisagrees { display, at })
            }
            ClockEvent::Clock(_) | ClockEvent::Answered(_) | ClockEvent::TimesKept => None,
        }
    }

    /// Returns the alarm that an event of a game raises, if it raises one.
    #[must_use]
    pub fn of_game(event: &GameEvent) -> Option<Self> {
        let GameEvent::FlagWaived { color, why, at } = *event else { return None };
        Some(Self::FlagWaived { color, why, at })
    }

    /// Returns the alarm that a change of the devices raises, if it raises one.
    #[must_use]
    pub fn of_device(event: &SeatEvent) -> Option<Self> {
        let SeatEvent::ClockJudged { device, fault, at } = event else { return None };
        Some(Self::Device { device: device.clone(), fault: *fault, at: *at })
    }
}
