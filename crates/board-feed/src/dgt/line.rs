//! The near end of a serial line, at which one DGT board answers or a bus of them.

use draughts::Timestamp;

use super::record::DgtLineEvent;

/// The near end of a serial line.
///
/// It has no line of its own: [`open`](Self::open) is called when one was opened,
/// [`take`](Self::take) with the bytes that came, [`wait`](Self::wait) at its
/// [deadline](Self::deadline), and after each of them the bytes of [`commands`](Self::commands) are
/// sent. Moments must not go back.
pub trait DgtLine: Clone {
    /// A report of the boards at the line.
    type Report;

    /// The beginning of the first line of a recording, before a space and the name of the port.
    const HEADER: &'static str;

    /// Begins on a line that was opened, perhaps with other boards than before.
    fn open(&mut self, at: Timestamp);

    /// Notes that the line was lost, and reports that the boards are gone that answered.
    fn close(&mut self) -> Vec<Self::Report>;

    /// Takes bytes that came at a moment, and returns what they report.
    fn take(&mut self, bytes: &[u8], at: Timestamp) -> Vec<Self::Report>;

    /// Lets time pass, and returns what follows from it.
    fn wait(&mut self, until: Timestamp) -> Vec<Self::Report>;

    /// Takes an event of a line that was recorded, and returns what it reports: the same as when it
    /// happened.
    fn follow(&mut self, event: &DgtLineEvent, at: Timestamp) -> Vec<Self::Report>;

    /// Returns the bytes that are to be sent now.
    fn commands(&mut self) -> Vec<u8>;

    /// Returns true if a board answers.
    fn is_up(&self) -> bool;

    /// Returns the next moment at which time alone changes something; it may change with every
    /// call.
    fn deadline(&self) -> Option<Timestamp>;
}
