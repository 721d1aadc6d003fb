//! The authors of changes.

use crate::SubjectId;

/// The author of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// Somebody who works on the machine itself, such as with `damcast access`.
    Machine,
    /// A person.
    Subject(SubjectId),
}
