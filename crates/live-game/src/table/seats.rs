//! The seats of devices in one tournament, the faults of their clocks, and the longest time that an input may
//! be on its way.

use std::{collections::BTreeMap, time::Duration};

use draughts::{Color, Timestamp};
use thiserror::Error;

use super::{Acknowledgement, ClockFault, ClockFinding, acknowledgements::Acknowledgements};
use crate::DeviceId;

/// The longest grace that a tournament can have.
pub const GRACE_MAX: Duration = Duration::from_secs(60);

/// The largest number of findings on the clock of one device that are stored in one tournament, so that no
/// device fills the log.
pub const CLOCK_FINDINGS_MAX: u32 = 100;

/// The seat of a device, which decides what it may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// White's tablet at a table.
    White(u32),
    /// Black's tablet at a table.
    Black(u32),
    /// One device for both players at a table: a sensor board or a shared tablet.
    Table(u32),
    /// The arbiter's desk: every table, and rulings.
    Desk,
}

/// The kind of an input, by which its seat may write it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A move.
    Move,
    /// A resignation, an agreement to a draw or a press, for this side.
    Claim(Color),
    /// The display of a physical clock.
    Display,
    /// A ruling of the arbiter.
    Ruling,
}

impl Seat {
    /// Returns the table; `None` for the desk.
    #[must_use]
    pub const fn table(self) -> Option<u32> {
        match self {
            Self::White(table) | Self::Black(table) | Self::Table(table) => Some(table),
            Self::Desk => None,
        }
    }

    /// Checks that a device on this seat may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it may not.
    pub fn admit(self, table: u32, kind: InputKind) -> Result<(), SeatRefusal> {
        if let Some(own) = self.table().filter(|own| *own != table) {
            return Err(SeatRefusal::OtherTable { table: own });
        }
        match (kind, self) {
            (InputKind::Move, _) | (_, Self::Desk) => Ok(()),
            (InputKind::Claim(color), Self::White(_)) if color != Color::White => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(color), Self::Black(_)) if color != Color::Black => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(_), _) | (InputKind::Display, Self::Table(_)) => Ok(()),
            (InputKind::Display, Self::White(_) | Self::Black(_)) => Err(SeatRefusal::OwnDevice),
            (InputKind::Ruling, Self::White(table) | Self::Black(table) | Self::Table(table)) => {
                Err(SeatRefusal::NotTheDesk { table })
            }
        }
    }
}

/// A command that changes the seats of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatCommand {
    /// Give a device a seat, in place of its current one.
    Assign {
        /// The device.
        device: DeviceId,
        /// Its seat.
        seat: Seat,
    },
    /// Take a device's seat away.
    Release {
        /// The device.
        device: DeviceId,
    },
    /// Set how long an input may be on its way, by the desk.
    SetGrace {
        /// The device at the desk.
        device: DeviceId,
        /// At most [`GRACE_MAX`], milliseconds.
        grace_ms: u32,
    },
    /// Record the state of a device's clock, as examined with one of its inputs.
    JudgeClock {
        /// The device.
        device: DeviceId,
        /// The state of the clock.
        finding: ClockFinding,
        /// The moment of the examination.
        at: Timestamp,
    },
    /// Take notice of an alarm, at the desk.
    Acknowledge {
        /// The device at the desk.
        device: DeviceId,
        /// The alarm, with the person and the moment.
        acknowledgement: Acknowledgement,
    },
}

/// An event of the seats of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEvent {
    /// A device got a seat.
    Assigned {
        /// The device.
        device: DeviceId,
        /// Its seat.
        seat: Seat,
    },
    /// A device lost its seat.
    Released {
        /// The device.
        device: DeviceId,
    },
    /// The desk set how long an input may be on its way.
    GraceSet {
        /// The device at the desk.
        device: DeviceId,
        /// The new grace, milliseconds.
        grace_ms: u32,
    },
    /// The state of a device's clock has changed.
    ClockJudged {
        /// The device.
        device: DeviceId,
        /// The fault; `None` if the clock can be relied on again.
        fault: Option<ClockFault>,
        /// The moment when it was noticed.
        at: Timestamp,
    },
    /// Somebody at the desk has taken notice of an alarm.
    Acknowledged {
        /// The device at the desk.
        device: DeviceId,
        /// The alarm, with the person and the moment.
        acknowledgement: Acknowledgement,
    },
}

/// The reason for which a device may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SeatRefusal {
    /// The device has no seat.
    #[error("the device has no seat")]
    UnknownDevice,
    /// The device sits at another table.
    #[error("the device sits at table {table}")]
    OtherTable {
        /// The device's own table.
        table: u32,
    },
    /// The device belongs to the other player.
    #[error("the device does not speak for {color}")]
    OtherSide {
        /// The side that it tried to act for.
        color: Color,
    },
    /// The device does not sit at the desk.
    #[error("the device sits at table {table}, not at the desk")]
    NotTheDesk {
        /// The device's own table.
        table: u32,
    },
    /// The device is a player's own, which cannot read a clock.
    #[error("the device is a player's own and reads no clock")]
    OwnDevice,
}

/// The devices of one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    devices: BTreeMap<DeviceId, Seat>,
    /// The longest time that an input may be on its way, if the desk has set it. Milliseconds.
    grace_ms: Option<u32>,
    clocks: BTreeMap<DeviceId, ClockRecord>,
    acknowledged: Acknowledgements,
}

/// The state of a device's clock, as recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ClockRecord {
    fault: Option<ClockFault>,
    /// Number of its changes.
    changes: u32,
}

impl Seats {
    /// Returns the seat of a device.
    #[must_use]
    pub fn seat(&self, device: &DeviceId) -> Option<Seat> {
        self.devices.get(device).copied()
    }

    /// Returns every device with its seat, by name.
    pub fn devices(&self) -> impl Iterator<Item = (&DeviceId, Seat)> {
        self.devices.iter().map(|(device, seat)| (device, *seat))
    }

    /// Returns true if a device has its seat at this table.
    pub fn has_device_at(&self, table: u32) -> bool {
        self.devices.values().any(|seat| seat.table() == Some(table))
    }

    /// Returns the longest time that an input may be on its way, if the desk has set it.
    #[must_use]
    pub fn grace(&self) -> Option<Duration> {
        self.grace_ms.map(|grace_ms| Duration::from_millis(grace_ms.into()))
    }

    /// Returns the fault of a device's clock that was recorded last.
    #[must_use]
    pub fn clock_fault(&self, device: &DeviceId) -> Option<ClockFault> {
        self.clocks.get(device).and_then(|clock| clock.fault)
    }

    /// Returns the latest alarms that were acknowledged, the oldest first.
    pub fn acknowledged(&self) -> impl Iterator<Item = &Acknowledgement> {
        self.acknowledged.iter()
    }

    fn check_desk(&self, device: &DeviceId) -> Result<(), SeatRefusal> {
        match self.seat(device).ok_or(SeatRefusal::UnknownDevice)?.table() {
            Some(table) => Err(SeatRefusal::NotTheDesk { table }),
            None => Ok(()),
        }
    }

    /// Returns the seat of a device that may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it has no seat or may not.
    pub fn admit(
        &self,
        device: &DeviceId,
        table: u32,
        kind: InputKind,
    ) -> Result<Seat, SeatRefusal> {
        let seat = self.seat(device).ok_or(SeatRefusal::UnknownDevice)?;
        seat.admit(table, kind).map(|()| seat)
    }

    /// Returns the events of a command; none when it changes nothing.
    ///
    /// # Errors
    /// [`SeatRefusal`] if the device has no seat, or is not at the desk for a command of the desk.
    pub fn decide(&self, command: &SeatCommand) -> Result<Vec<SeatEvent>, SeatRefusal> {
        let event = match command {
            SeatCommand::Assign { device, seat } => (self.seat(device) != Some(*seat))
                .then(|| SeatEvent::Assigned { device: device.clone(), seat: *seat }),
            SeatCommand::Release { device } => {
                self.seat(device).ok_or(SeatRefusal::UnknownDevice)?;
                Some(SeatEvent::Released { device: device.clone() })
            }
            SeatCommand::SetGrace { device, grace_ms } => {
                self.check_desk(device)?;
                let (device, grace_ms) = (device.clone(), *grace_ms);
                (self.grace_ms != Some(grace_ms))
                    .then_some(SeatEvent::GraceSet { device, grace_ms })
            }
            SeatCommand::JudgeClock { device, finding, at } => {
                let known = self.clocks.get(device).copied().unwrap_or_default();
                let fault = finding.fault();
                let kind =
                    |fault: Option<ClockFault>| fault.map(|fault| std::mem::discriminant(&fault));
                let is_news =
                    kind(known.fault) != kind(fault) && known.changes < CLOCK_FINDINGS_MAX;
                is_news.then(|| SeatEvent::ClockJudged { device: device.clone(), fault, at: *at })
            }
            SeatCommand::Acknowledge { device, acknowledgement } => {
                self.check_desk(device)?;
                let is_news = !self.acknowledged.has(&acknowledgement.alarm);
                is_news.then(|| SeatEvent::Acknowledged {
                    device: device.clone(),
                    acknowledgement: acknowledgement.clone(),
                })
            }
        };
        Ok(event.into_iter().collect())
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::Assigned { device, seat } => {
                self.devices.insert(device.clone(), *seat);
            }
            SeatEvent::Released { device } => {
                self.devices.remove(device);
            }
            SeatEvent::GraceSet { grace_ms, .. } => self.grace_ms = Some(*grace_ms),
            SeatEvent::ClockJudged { device, fault, .. } => {
                let clock = self.clocks.entry(device.clone()).or_default();
                clock.fault = *fault;
                clock.changes = clock.changes.saturating_add(1);
            }
            SeatEvent::Acknowledged { acknowledgement, .. } => {
                self.acknowledged.add(acknowledgement.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ACKNOWLEDGED_MAX;

    const AT: Timestamp = Timestamp::from_millis(7);

    fn device(name: &str) -> DeviceId {
        DeviceId::new(name).unwrap()
    }

    fn assign(name: &str, seat: Seat) -> SeatCommand {
        SeatCommand::Assign { device: device(name), seat }
    }

    fn release(name: &str) -> SeatCommand {
        SeatCommand::Release { device: device(name) }
    }

    /// Applies the events of each command and returns their number.
    fn carry_out(seats: &mut Seats, commands: &[SeatCommand]) -> usize {
        let mut count = 0;
        for command in commands {
            let events = seats.decide(command).unwrap();
            events.iter().for_each(|event| seats.apply(event));
            count += events.len();
        }
        count
    }

    #[test]
    fn a_device_sits_where_it_was_put_last_until_it_is_released() {
        let mut seats = Seats::default();
        let commands =
            [Seat::White(1), Seat::Black(2), Seat::Black(2)].map(|seat| assign("tablet", seat));
        assert_eq!(carry_out(&mut seats, &commands), 2);
        assert_eq!(seats.seat(&device("tablet")), Some(Seat::Black(2)));
        assert_eq!([1, 2].map(|table| seats.has_device_at(table)), [false, true]);
        assert_eq!(carry_out(&mut seats, &[release("tablet")]), 1);
        assert_eq!(seats, Seats::default());
        assert_eq!(seats.decide(&release("tablet")), Err(SeatRefusal::UnknownDevice));
    }

    #[test]
    fn only_the_desk_sets_the_grace() {
        let mut seats = Seats::default();
        let grace = |name, grace_ms| SeatCommand::SetGrace { device: device(name), grace_ms };
        carry_out(&mut seats, &[assign("desk", Seat::Desk), assign("board", Seat::Table(3))]);
        assert_eq!(seats.decide(&grace("nobody", 1)), Err(SeatRefusal::UnknownDevice));
        assert_eq!(seats.decide(&grace("board", 1)), Err(SeatRefusal::NotTheDesk { table: 3 }));
        assert_eq!(seats.grace(), None);
        assert_eq!(carry_out(&mut seats, &[grace("desk", 500), grace("desk", 500)]), 1);
        assert_eq!(seats.grace(), Some(Duration::from_millis(500)));
    }

    #[test]
    fn the_first_person_at_a_desk_acknowledges_an_alarm_and_the_latest_are_kept() {
        let mut seats = Seats::default();
        let acknowledge = |name, alarm: &str, by: &str| SeatCommand::Acknowledge {
            device: device(name),
            acknowledgement: Acknowledgement { alarm: alarm.into(), by: by.into(), at: AT },
        };
        carry_out(&mut seats, &[assign("desk", Seat::Desk), assign("board", Seat::Table(3))]);
        let refused = seats.decide(&acknowledge("board", "conflict", "Anna"));
        assert_eq!(refused, Err(SeatRefusal::NotTheDesk { table: 3 }));
        let both = ["Anna", "Berend"].map(|by| acknowledge("desk", "conflict", by));
        assert_eq!(carry_out(&mut seats, &both), 1);
        let people: Vec<_> = seats.acknowledged().map(|known| known.by.as_str()).collect();
        assert_eq!(people, ["Anna"]);
        for number in 1..=ACKNOWLEDGED_MAX {
            carry_out(&mut seats, &[acknowledge("desk", &number.to_string(), "Cor")]);
        }
        let alarms: Vec<_> = seats.acknowledged().map(|known| known.alarm.as_str()).collect();
        assert_eq!((alarms.len(), alarms[0]), (ACKNOWLEDGED_MAX, "1"));
    }

    #[test]
    fn a_seat_decides_what_a_device_may_write() {
        use Color::{Black, White};
        use InputKind::{Claim, Display, Move, Ruling};
        use SeatRefusal::{NotTheDesk, OtherSide, OtherTable, OwnDevice};
        let other_side = |color| Err(OtherSide { color });
        for (seat, table, kind, expected) in [
            (Seat::White(3), 3, Move, Ok(())),
            (Seat::White(3), 3, Claim(White), Ok(())),
            (Seat::White(3), 3, Claim(Black), other_side(Black)),
            (Seat::White(3), 3, Display, Err(OwnDevice)),
            (Seat::White(3), 3, Ruling, Err(NotTheDesk { table: 3 })),
            (Seat::White(3), 4, Move, Err(OtherTable { table: 3 })),
            (Seat::Black(3), 3, Claim(Black), Ok(())),
            (Seat::Black(3), 3, Claim(White), other_side(White)),
            (Seat::Black(3), 3, Display, Err(OwnDevice)),
            (Seat::Table(3), 3, Move, Ok(())),
            (Seat::Table(3), 3, Claim(White), Ok(())),
            (Seat::Table(3), 3, Claim(Black), Ok(())),
            (Seat::Table(3), 3, Display, Ok(())),
            (Seat::Table(3), 3, Ruling, Err(NotTheDesk { table: 3 })),
            (Seat::Table(3), 7, Ruling, Err(OtherTable { table: 3 })),
            (Seat::Desk, 3, Move, Ok(())),
            (Seat::Desk, 4, Claim(Black), Ok(())),
            (Seat::Desk, 4, Display, Ok(())),
            (Seat::Desk, 4, Ruling, Ok(())),
        ] {
            assert_eq!(seat.admit(table, kind), expected, "{seat:?} {table} {kind:?}");
        }
        let refused = Seats::default().admit(&device("stranger"), 3, Move);
        assert_eq!(refused, Err(SeatRefusal::UnknownDevice));
    }

    fn judge(finding: ClockFinding) -> SeatCommand {
        SeatCommand::JudgeClock { device: device("a"), finding, at: AT }
    }

    #[test]
    fn a_faulty_clock_is_noted_once_and_again_when_that_changes() {
        use ClockFinding::{Faulty, Reliable};
        let mut seats = Seats::default();
        for (finding, expected) in [
            (Reliable, None),
            (Faulty(ClockFault::InFuture(300)), Some(Some(ClockFault::InFuture(300)))),
            (Faulty(ClockFault::InFuture(900)), None),
            (Faulty(ClockFault::Jumped(5_000)), Some(Some(ClockFault::Jumped(5_000)))),
            (Reliable, Some(None)),
            (Reliable, None),
        ] {
            let events = seats.decide(&judge(finding)).unwrap();
            let event = |fault| SeatEvent::ClockJudged { device: device("a"), fault, at: AT };
            assert_eq!(events, expected.map(event).into_iter().collect::<Vec<_>>(), "{finding:?}");
            events.iter().for_each(|event| seats.apply(event));
        }
        assert_eq!(seats.clock_fault(&device("a")), None);
    }

    #[test]
    fn a_clock_that_is_wrong_and_right_by_turns_does_not_fill_the_log() {
        let mut seats = Seats::default();
        let turns = (0..1000).flat_map(|turn| {
            [ClockFinding::Faulty(ClockFault::InFuture(turn + 300)), ClockFinding::Reliable]
        });
        let commands: Vec<_> = turns.map(judge).collect();
        assert_eq!(carry_out(&mut seats, &commands), CLOCK_FINDINGS_MAX as usize);
    }
}
