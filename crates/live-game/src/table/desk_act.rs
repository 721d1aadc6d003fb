//! Who did something at the desk.

use draughts::Timestamp;

/// Who did something at the desk, in which role and when.
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
