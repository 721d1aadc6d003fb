//! Converts wire messages to domain types and back; no other code does.
//!
//! From wire to domain a conversion can fail, and the error names the field; from domain to wire it
//! cannot.

mod access;
mod aggregate;
mod board;
mod clock;
mod error;
mod game;
mod gap;
mod input;
mod presence;
mod read;
mod reading;
mod record;
mod ruling;
mod seat;
mod shown_result;
mod table;
mod time_signal;
mod tournament;
mod types;

pub use access::{device_seat, limits, role, subject, token, told_event, wire_role, wire_seat};
pub use aggregate::Aggregate;
pub use board::{board_order, board_report};
pub use clock::{clock_command, clock_deadline, clock_order, clock_state, stored_move_times};
pub use error::{ConvertError, required};
pub use game::{StoredGame, breach, confirmations, game_commands, unreadable_input};
pub use input::{InputContent, StoredInput};
pub use presence::{HeardSignal, device_kind, device_silent, heard_devices, presence_signal};
pub use reading::{reading_end, reading_mark, reading_record};
pub use record::{ClockRecord, GameRecord, Record};
pub use ruling::{hall_order, ruling_action};
pub use seat::{named_table, seat};
pub use table::{acknowledgement, call_id, call_matter};
pub use time_signal::time_signal;
pub use tournament::{
    author, birth, chosen, entry_field, group, group_tables, groups, numbers, overall_table,
    participant, participants, player_id, preset, publicity, rating, round, round_state, seats,
    settings, settings_with, standings, start_mode, table, team_id, tie_decision, unpair_ground,
};
pub use types::device;
