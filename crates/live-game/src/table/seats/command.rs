//! The commands to the seats of a tournament, and their events.

use std::collections::BTreeMap;

use draughts::Timestamp;

use super::claims::{SeatClaim, TakeOver};
use crate::{
    DeviceId,
    table::{
        Acknowledgement, ArbiterCall, BoardGap, BoardOrder, BoardOrders, CallMatter, ClockFault,
        ClockFinding, DeskAct, DeviceKind, PresenceFinding, Seat, ShownResult, Silence,
    },
};

/// A command that changes the seats of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatCommand {
    /// Give a device a seat, in place of its current one. At the seat of one player it takes the
    /// place of the device there, whose inputs count no longer.
    Assign {
        /// The device.
        device: DeviceId,
        /// Its seat.
        seat: Seat,
        /// The number of inputs that devices keep and have not sent, as far as they told.
        unsent: BTreeMap<DeviceId, u32>,
        /// The person who gives it the seat, and when.
        act: DeskAct,
    },
    /// Ask for a seat, as a device that comes in by itself does: it gets one that is free, and
    /// waits for the desk at one that is taken.
    Claim {
        /// The device.
        device: DeviceId,
        /// The seat.
        seat: Seat,
        /// The moment.
        at: Timestamp,
    },
    /// Note the kind of a device that tells regularly that it is there.
    TellKind {
        /// The device.
        device: DeviceId,
        /// Its kind.
        kind: DeviceKind,
    },
    /// Record that a device has fallen silent, or was heard again.
    JudgePresence {
        /// The device.
        device: DeviceId,
        /// The finding.
        finding: PresenceFinding,
    },
    /// Take a device's seat away.
    Release {
        /// The device.
        device: DeviceId,
        /// The person who takes it away, and when; `None` if that follows from something else.
        act: Option<DeskAct>,
    },
    /// Set how long an input may be on its way, by the desk.
    SetGrace {
        /// The device at the desk.
        device: DeviceId,
        /// At most [`GRACE_MAX`](super::super::GRACE_MAX), milliseconds.
        grace_ms: u32,
        /// The person who sets it, and when.
        act: DeskAct,
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
    /// Call the arbiter to a table.
    Call {
        /// The device that calls.
        device: DeviceId,
        /// The table; `None` for that of the device.
        table: Option<u32>,
        /// The name of the call: one that is sent again with it is the same.
        id: String,
        /// The matter.
        matter: CallMatter,
        /// The articles of a claim, as cited; may be empty.
        articles: String,
        /// A remark, which may be empty.
        text: String,
        /// The name of the person or of the device, which may be empty.
        by: String,
        /// The moment.
        at: Timestamp,
        /// The ways in which the game may have gone on, if a board calls that nothing explains.
        gap: Option<BoardGap>,
        /// The result that the players show on a board, if that is the matter of its call.
        shown: Option<ShownResult>,
    },
    /// Tell a sensor board what to do, from the desk.
    OrderBoard {
        /// The device at the desk.
        device: DeviceId,
        /// The device that the board is.
        board: DeviceId,
        /// The order.
        order: BoardOrder,
        /// The name of the person.
        by: String,
        /// The moment.
        at: Timestamp,
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
        /// The person who gave it, and when; `None` if the device took a free one, and in logs of
        /// older programs.
        act: Option<DeskAct>,
    },
    /// A device asks for a seat that another one has; the desk decides.
    Claimed(SeatClaim),
    /// A device got the seat of one player, which others had until then.
    TookOver(TakeOver),
    /// A device told its kind, and tells regularly from now on that it is there.
    KindTold {
        /// The device.
        device: DeviceId,
        /// Its kind.
        kind: DeviceKind,
    },
    /// A device of a game in play has fallen silent.
    FellSilent {
        /// The device.
        device: DeviceId,
        /// The silence.
        silence: Silence,
    },
    /// A device that was silent was heard again.
    Heard {
        /// The device.
        device: DeviceId,
        /// The moment.
        at: Timestamp,
    },
    /// A device lost its seat, or asks for none any more.
    Released {
        /// The device.
        device: DeviceId,
        /// The person who took it away, and when; `None` if nobody at the desk did, and in logs of
        /// older programs.
        act: Option<DeskAct>,
    },
    /// The desk set how long an input may be on its way.
    GraceSet {
        /// The device at the desk.
        device: DeviceId,
        /// The new grace, milliseconds.
        grace_ms: u32,
        /// The person who set it, and when; `None` in logs of older programs.
        act: Option<DeskAct>,
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
    /// A table called the arbiter.
    Called(ArbiterCall),
    /// A sensor board was told what to do.
    BoardOrdered {
        /// The device at the desk.
        device: DeviceId,
        /// The device that the board is.
        board: DeviceId,
        /// The orders that hold for the board from then on.
        orders: BoardOrders,
        /// The name of the person.
        by: String,
        /// The moment.
        at: Timestamp,
    },
}

impl SeatEvent {
    /// Returns who changed a seat or the grace at the desk; `None` of any other event, and where
    /// the log does not tell.
    #[must_use]
    pub fn act(&self) -> Option<&DeskAct> {
        match self {
            Self::Assigned { act, .. }
            | Self::Released { act, .. }
            | Self::GraceSet { act, .. } => act.as_ref(),
            Self::TookOver(taken) => taken.act.as_ref(),
            Self::Claimed(_)
            | Self::KindTold { .. }
            | Self::FellSilent { .. }
            | Self::Heard { .. }
            | Self::ClockJudged { .. }
            | Self::Acknowledged { .. }
            | Self::Called(_)
            | Self::BoardOrdered { .. } => None,
        }
    }
}
