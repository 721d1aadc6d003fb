//! Whole-system tests of Damcast on a real nats-server.
