//! The program: every service, alone or together, and the tools of the command line.

pub mod bench;
pub mod cli;
pub mod nats_server;
pub mod replay;
pub mod serve;
pub mod stack;
pub mod stop;
pub mod up;
