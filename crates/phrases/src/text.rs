//! The reasons for which a text is refused when it enters.

use draughts::text::{CharacterFault, CodePoint, TextError};
use tournament::{Entry, EntryError, MixedScripts};

use crate::{Language, messages::say};

/// Writes the reason for which a text is refused.
#[must_use]
pub fn fault(fault: TextError, language: Language) -> String {
    let (character, position, fault) = match fault {
        TextError::TooLong { chars_max } => {
            return say!(language, "text-too-long", max = chars_max);
        }
        TextError::Character { character, position, fault } => (character, position, fault),
    };
    let code = CodePoint(character).to_string();
    match fault {
        CharacterFault::Control => say!(language, "text-control", position, code),
        CharacterFault::Direction => say!(language, "text-direction", position, code),
        CharacterFault::Invisible => say!(language, "text-invisible", position, code),
        CharacterFault::Mark => say!(language, "text-mark", position, code),
        CharacterFault::PrivateUse => say!(language, "text-private-use", position, code),
        CharacterFault::Unassigned => say!(language, "text-unassigned", position, code),
    }
}

/// Writes the reason for which an entry is refused.
#[must_use]
pub fn entry(error: EntryError, language: Language) -> String {
    let max = Entry::NAME_CHARS_MAX;
    match error {
        EntryError::NameMissing => say!(language, "text-name-missing"),
        EntryError::NameTooLong => say!(language, "text-name-length", max),
        EntryError::ClubTooLong => say!(language, "text-club-length", max),
        EntryError::CategoryTooLong => {
            say!(language, "text-category-length", max = Entry::CATEGORY_CHARS_MAX)
        }
        EntryError::MemberTooLong => {
            say!(language, "text-member-length", max = Entry::MEMBER_CHARS_MAX)
        }
        EntryError::Text(error) => {
            say!(language, "text-of-name", text = fault(error, language))
        }
        EntryError::Scripts(MixedScripts { character, position }) => {
            let code = CodePoint(character).to_string();
            let text = say!(language, "text-scripts", position, code);
            say!(language, "text-of-name", text)
        }
    }
}
