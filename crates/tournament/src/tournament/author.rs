//! The author of a decision.

use super::Refusal;
use crate::player::checked_name;
use crate::{Entry, EntryError, REASON_CHARS_MAX};
use draughts::text;
use std::fmt;

/// The author of a decision: a person by name, or the system itself, for instance when a game ends.
/// A person may give a reason, and decides from a device and in a role.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Author {
    name: Option<String>,
    reason: String,
    device: String,
    role: String,
    subject: String,
}

/// The error for a text that is not a person's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AuthorError {
    /// The name is empty or too long.
    #[error(
        "the author of a decision has a name of 1 to {} characters that can be shown",
        Entry::NAME_CHARS_MAX
    )]
    Length,
    /// The name holds a character that is refused, or a word of two scripts.
    #[error(transparent)]
    Name(EntryError),
}

impl Author {
    /// The system itself.
    pub const SYSTEM: Self = Self::of(None, String::new());

    /// Checks and makes a person's name.
    ///
    /// # Errors
    /// [`AuthorError`] if the name is empty, longer than [`Entry::NAME_CHARS_MAX`] or cannot be
    /// displayed.
    pub fn named(name: &str) -> Result<Self, AuthorError> {
        match checked_name(name, EntryError::NameTooLong) {
            Ok(name) if !name.is_empty() => Ok(Self::of(Some(name), String::new())),
            Ok(_) | Err(EntryError::NameTooLong) => Err(AuthorError::Length),
            Err(refused) => Err(AuthorError::Name(refused)),
        }
    }

    /// Returns the author of a decision in a log, which may be older than the rule for names; the
    /// system if the name is empty.
    pub fn recorded(name: String, reason: String) -> Self {
        Self::of((!name.is_empty()).then_some(name), reason)
    }

    const fn of(name: Option<String>, reason: String) -> Self {
        Self { name, reason, device: String::new(), role: String::new(), subject: String::new() }
    }

    /// Returns the author with the device from which they decide and the name of the role in which
    /// they do so, such as `arbiter`; each is empty if it is not known.
    #[must_use]
    pub fn at(self, device: impl Into<String>, role: impl Into<String>) -> Self {
        Self { device: device.into(), role: role.into(), ..self }
    }

    /// Returns the author with the id by which the venue knows them, which tells apart those who
    /// have one name; empty if it is not known.
    #[must_use]
    pub fn identified(self, subject: impl Into<String>) -> Self {
        Self { subject: subject.into(), ..self }
    }

    /// Returns the author with the reason of the decision, which may be empty.
    #[must_use]
    pub fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), ..self }
    }

    /// Returns the reason of the decision; empty if none was given, or the command has it.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the author with the reason checked by the rule for texts.
    pub(super) fn tidied(&self) -> Result<Self, Refusal> {
        let reason = text::tidy(&self.reason, REASON_CHARS_MAX).map_err(Refusal::Reason)?;
        Ok(Self { reason, ..self.clone() })
    }

    /// Returns the device from which they decide; empty if it is not known.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// Returns the name of the role in which they decide; empty if it is not known.
    pub fn role(&self) -> &str {
        &self.role
    }

    /// Returns the id by which the venue knows them; empty if it is not known.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns the person's name; `None` for the system.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or("the system"))
    }
}
