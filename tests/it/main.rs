//! Checks the promises of the whole system in stories on a real nats-server.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod bad_input;
mod championship;
mod clock_2006;
mod clock_devices;
mod clock_replicas;
mod clock_rulings;
mod cycles;
mod deletion;
mod disk_full;
mod faults;
mod forgotten;
mod fuzz_corpus;
mod held;
mod irregular_flag;
mod large;
mod late_press;
mod latest;
mod layers;
mod log_lost;
mod lost_end;
mod newer_schema;
mod permissions;
mod power_cut;
mod rebuild;
mod reconnect;
mod reflection;
mod replay;
mod replicas;
mod results_by_hand;
mod rulings;
mod set_back;
mod stored_logs;
mod stories;
mod strangers;
mod tables_without_devices;
mod time_of_day;
mod tournament_files;
mod tournament_input;
mod traces;
mod two_hundred_clocks;
mod up;
mod venue_offline;
mod verify;
mod whole_round;
