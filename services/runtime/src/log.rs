//! The protocol of the event log, decided without any IO: what an answer of the broker means and
//! what is to be done next. The files beside this folder ask the broker and do as they are told
//! here.

pub(crate) mod append;
pub(crate) mod chain;
pub(crate) mod heads;
pub(crate) mod latest;
pub(crate) mod position;
pub(crate) mod take_over;
