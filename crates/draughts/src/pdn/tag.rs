//! Tags of game records.

use thiserror::Error;

use crate::{Reason, RuleSet};

/// A tag: a name and a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    name: String,
    value: String,
}

impl Tag {
    /// Makes a tag; the value can be any text.
    ///
    /// # Errors
    ///
    /// [`TagNameError`] if the name is not a capital letter followed by letters, digits and
    /// underscores.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Self, TagNameError> {
        let name = name.into();
        if is_name(&name) {
            Ok(Self { name, value: value.into() })
        } else {
            Err(TagNameError { name })
        }
    }

    /// Makes the tag of the rules of a game, which its `GameType` leaves open:
    /// `[Rules "boxed-12200"]`.
    #[must_use]
    pub fn rules(rules: RuleSet) -> Self {
        Self { name: RULES.to_owned(), value: rules.to_string() }
    }

    /// Makes the tag of the reason for a game's end, in words: `[Termination "no legal move"]`.
    #[must_use]
    pub fn termination(reason: Reason) -> Self {
        Self { name: TERMINATION.to_owned(), value: reason.as_str().replace('-', " ") }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

pub(super) const RULES: &str = "Rules";
pub(super) const TERMINATION: &str = "Termination";

pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The error for a text that cannot be the name of a tag.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name:?} is not the name of a tag")]
pub struct TagNameError {
    /// The text.
    pub name: String,
}
