//! What surrounds a game at its table: who may write, when something was made, what is new, and what
//! became of it.
//!
//! Nothing here knows the moves. The game judges those; a table decides what reaches the game.

mod arrivals;
mod device_clocks;
mod displays;
mod inputs;
mod seats;
mod verdicts;

pub use arrivals::Arrivals;
pub use device_clocks::{Arrival, ClockFault, ClockFinding, DeviceStamps, Moment};
pub use displays::StoredDisplay;
pub use inputs::{
    DISPLAYS_MAX, INPUTS_OF_DEVICE_MAX, INPUTS_OF_GAME_MAX, InputNovelty, InputRefusal, Inputs,
};
pub use seats::{
    CLOCK_FINDINGS_MAX, GRACE_MAX, InputKind, Seat, SeatCommand, SeatEvent, SeatRefusal, Seats,
};
pub use verdicts::{InputStatus, Verdict, VerdictStatus};
