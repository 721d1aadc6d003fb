//! Grants to people and devices.

use core::fmt;

use crate::{Limits, Role, SubjectId};

/// The number of a grant, from 1, in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantId(pub u32);

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A role within limits, given to a person or a device. A subject may have several grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The person or device.
    pub subject: SubjectId,
    /// The role.
    pub role: Role,
    /// The limits.
    pub limits: Limits,
}
