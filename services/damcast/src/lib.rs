//! The program: every service, alone or together, and the tools of the command line.

mod audit;
pub mod cli;
pub mod clock;
mod http_get;
mod json;
mod lines;
mod log_reader;
pub mod metrics;
pub mod nats_server;
pub mod pair;
pub mod pdn;
pub mod problem;
mod question;
mod rate;
pub mod rebuild;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod stack;
pub mod standings;
pub mod stop;
pub mod streams;
mod survey;
pub mod trf;
pub mod up;
pub mod verify;
