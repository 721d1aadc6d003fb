//! The program: every service, alone or together, and the tools of the command line.

pub mod nats_server;
