//! A game as it is played at a table: its inputs and how they are merged, irregular moves, the
//! arbiter's rulings, and the clock commands that its record leads to.
//!
#![doc = include_str!("../README.md")]

mod clock;
mod clock_feed;
mod clock_size;
mod device;
mod effect;
mod flag;
mod game;
mod refusal;
pub mod table;

pub use clock::{ClockAnswer, ClockEvent, GameClock};
pub use clock_feed::{
    ClockDecision, RecordEnd, RecordGap, RecordLine, TimedRecord, replay_records,
};
pub use clock_size::{CLOCK_EVENTS_BYTES_MAX, clock_event_bytes_max};
pub use device::{DeviceId, DeviceIdError, InputId};
pub use effect::{
    LastRecord, StartTraces, StoredContent, StoredMessage, may_lack_inputs, may_name,
};
pub use flag::{FlagWait, PendingInput, PendingKind};
pub use game::{
    ByHand, CORRECTIONS_MAX, ClockRuling, Confirmation, Conflict, Correction, CorrectionKind,
    Deviation, ENVELOPE_BYTES_MAX, FlagWaiver, Game, GameCommand, GameEvent, GameState, HELD_MAX,
    HOLD_MS, HeldFor, HeldInput, InvalidRuling, Line, Noted, PAPER_MAX, PLIES_AHEAD_MAX, PlayedPly,
    RECORD_BYTES_MAX, REFUSED_MAX, RecordedPly, RefusedInput, Remark, ResultChange,
};
pub use refusal::Refusal;
