//! The author and the moment of an act at the desk.

use draughts::Timestamp;

/// The person who acted at the desk, the role in which they did, and the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskAct {
    /// The name of the person; empty if it is not known.
    pub by: String,
    /// The name of the role in which they did it, such as `arbiter`; empty if it is not known.
    pub role: String,
    /// The id by which the venue knows them; empty if it is not known.
    pub subject: String,
    /// The moment.
    pub at: Timestamp,
}
