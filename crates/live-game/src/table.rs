//! The rules around a game at its table: which device may write, which moment counts for an input,
//! which inputs are new, and how far each has come.
//!
//! Nothing here depends on the moves, which the game judges; the table decides which inputs reach
//! the game.

mod acknowledgements;
mod alarms;
mod arrivals;
mod board_orders;
mod calls;
mod desk_act;
mod device_clocks;
mod displays;
mod gap;
mod inputs;
mod presence;
mod readings;
mod seat;
mod seats;
mod shown_result;
mod silence;
mod standstills;
mod table_board;
mod verdicts;

pub use acknowledgements::{ACKNOWLEDGED_MAX, Acknowledgement};
pub use alarms::ClockAlarm;
pub use arrivals::Arrivals;
pub use board_orders::{BoardOrder, BoardOrders};
pub use calls::{
    AnsweredCall, ArbiterCall, CALL_WAITS_MAX, CALLS_WAITING_MAX, CallClaim, CallMatter,
};
pub use desk_act::DeskAct;
pub use device_clocks::{Arrival, ClockFault, ClockFinding, DeviceStamps, Moment};
pub use displays::StoredDisplay;
pub use gap::{BoardContinuation, BoardGap, CONTINUATION_MOVES_MAX, CONTINUATIONS_MAX};
pub use inputs::{
    DISPLAYS_MAX, INPUTS_OF_DEVICE_MAX, INPUTS_OF_GAME_MAX, InputNovelty, InputRefusal, Inputs,
};
pub use presence::{Presence, Presences, SILENT_AFTER};
pub use readings::{READING_BYTES_MAX, ReadingMark};
pub use seat::{InputKind, Seat, SeatAdmission, SeatRefusal};
pub use seats::{
    CLOCK_FINDINGS_MAX, GRACE_MAX, Replaced, SeatClaim, SeatCommand, SeatEvent, Seats,
    TAKE_OVERS_MAX, TakeOver,
};
pub use shown_result::ShownResult;
pub use silence::{DeviceKind, PresenceFinding, Silence};
pub use standstills::{Standstill, StandstillReason};
pub use table_board::TableBoard;
pub use verdicts::{InputStatus, Verdict, VerdictStatus};
