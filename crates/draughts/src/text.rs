//! Texts that people write, such as names, remarks and reasons: one rule for all of them.
//!
//! A text is checked once, when it enters ([`tidy`]), so that nothing in it changes how the text
//! around it is shown (UAX 9), hides (UTS 39 section 5.4) or grows over other lines. Texts of logs
//! and files that are older than a rule are read as they are; [`cleaned`] and [`isolated`] prepare
//! them for their readers.

use std::{borrow::Cow, fmt};

use thiserror::Error;
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The largest number of marks on one letter (UTS 39 section 5.4).
pub const MARKS_MAX: usize = 4;
/// Class of the signs that suppress a vowel, in the property `Canonical_Combining_Class`.
const VIRAMA: u8 = 9;
/// First-strong isolate, and the end of an isolate.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// The reason for which a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// The text is too long.
    #[error("it has more than {chars_max} characters")]
    TooLong {
        /// Largest number of characters; each has at most four bytes.
        chars_max: usize,
    },
    /// A character cannot be displayed, or changes how others are displayed.
    #[error("character {position} is {}, {fault}", CodePoint(*character))]
    Character {
        /// The first such character.
        character: char,
        /// Its place from 1, after white space was reduced.
        position: usize,
        /// The reason for which it is refused.
        fault: CharacterFault,
    },
}

/// The reason for which a character is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharacterFault {
    /// A control character.
    Control,
    /// A mark that changes the direction of the text around it (UAX 9).
    Direction,
    /// A character that cannot be seen. Joiners count if no script needs them where they stand (RFC
    /// 5892, appendix A).
    Invisible,
    /// A mark on no letter, on one that has it already, or beyond [`MARKS_MAX`].
    Mark,
    /// A character without a meaning that everybody shares.
    PrivateUse,
    /// A character that Unicode does not have.
    Unassigned,
}

impl CharacterFault {
    /// Every fault.
    pub const ALL: [Self; 6] = [
        Self::Control,
        Self::Direction,
        Self::Invisible,
        Self::Mark,
        Self::PrivateUse,
        Self::Unassigned,
    ];
}

impl fmt::Display for CharacterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Control => "a control character",
            Self::Direction => "which changes the direction of the text",
            Self::Invisible => "which cannot be seen",
            Self::Mark => "a mark that no letter can take here",
            Self::PrivateUse => "which is for private use",
            Self::Unassigned => "which does not exist",
        })
    }
}

/// Shows a character by its code point, such as `U+202E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePoint(
    /// The character.
    pub char,
);

impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))
    }
}

/// Checks a text and returns it in the form in which texts are stored: composed (Unicode NFC), with
/// single spaces and none at the ends. The result may be empty.
///
/// # Errors
/// [`TextError`] if it has more than `chars_max` characters, or a character that is refused.
pub fn tidy(text: &str, chars_max: usize) -> Result<String, TextError> {
    // Checked before anything is copied, so that a huge text costs little.
    if text.chars().nth(chars_max.saturating_mul(4)).is_some() {
        return Err(TextError::TooLong { chars_max });
    }
    let composed: String = text.nfc().collect();
    let tidied = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    for ((character, fault), position) in faults(&tidied).zip(1..) {
        if let Some(fault) = fault {
            return Err(TextError::Character { character, position, fault });
        }
    }
    if tidied.chars().nth(chars_max).is_some() {
        return Err(TextError::TooLong { chars_max });
    }
    Ok(tidied)
}

/// Returns a text of an older log or a file without the characters that hide, control or change
/// directions; a control character becomes a space. A text that [`tidy`] accepts stays as it is.
#[must_use]
pub fn cleaned(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(|character: char| character.is_control()) {
        return Cow::Borrowed(text);
    }
    let kept = faults(text).filter_map(|(character, fault)| match fault {
        Some(CharacterFault::Control) => Some(' '),
        Some(CharacterFault::Direction | CharacterFault::Invisible) => None,
        Some(CharacterFault::Mark | CharacterFault::PrivateUse | CharacterFault::Unassigned)
        | None => Some(character),
    });
    Cow::Owned(kept.collect())
}

/// Returns a text to be put into a line with others: [`cleaned`], and between isolates (UAX 9
/// section 2.4.2) if it may run from right to left, so that what follows it stays in its place.
/// Isolates that a text already has are kept if each is ended.
#[must_use]
pub fn isolated(text: &str) -> Cow<'_, str> {
    let is_isolate = |character: char| matches!(character, '\u{2066}'..='\u{2069}');
    let text = if text.contains(is_isolate) && ends_its_isolates(text) {
        let parts = text.split_inclusive(is_isolate).map(|part| {
            let end = part.chars().next_back().filter(|last| is_isolate(*last));
            let (own, end) = part.split_at(part.len() - end.map_or(0, char::len_utf8));
            [cleaned(own), Cow::Borrowed(end)].concat()
        });
        Cow::Owned(parts.collect())
    } else {
        cleaned(text)
    };
    if text.contains(runs_from_right) {
        let (start, end) = ISOLATE;
        Cow::Owned(format!("{start}{text}{end}"))
    } else {
        text
    }
}

/// Returns true if every isolate of a text is ended in it.
fn ends_its_isolates(text: &str) -> bool {
    let open = text.chars().try_fold(0_usize, |open, character| match character {
        '\u{2066}'..='\u{2068}' => Some(open.saturating_add(1)),
        '\u{2069}' => open.checked_sub(1),
        _ => Some(open),
    });
    open == Some(0)
}

/// Returns true for the blocks of scripts that run from right to left (`DerivedBidiClass.txt`,
/// classes R and AL).
const fn runs_from_right(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

/// Returns each character with its fault; `None` if it is accepted.
fn faults(text: &str) -> impl Iterator<Item = (char, Option<CharacterFault>)> {
    // Marks since the last letter; `None` where no mark may stand.
    let (mut marks, mut before): (Option<usize>, Option<char>) = (None, None);
    let mut rest = text.chars();
    std::iter::from_fn(move || {
        let character = rest.next()?;
        let mut fault = fault(character, before, rest.clone().next());
        if is_mark(character) {
            let is_stacked = marks.is_none_or(|marks| marks >= MARKS_MAX);
            if fault.is_none() && (is_stacked || before == Some(character)) {
                fault = Some(CharacterFault::Mark);
            }
            marks = marks.map(|marks| marks.saturating_add(1));
        } else {
            marks = (!character.is_whitespace()).then_some(0);
        }
        before = Some(character);
        Some((character, fault))
    })
}

/// Returns the fault of a character between its neighbours, marks apart.
fn fault(character: char, before: Option<char>, after: Option<char>) -> Option<CharacterFault> {
    if character.is_ascii() {
        return character.is_control().then_some(CharacterFault::Control);
    }
    if is_direction(character) {
        return Some(CharacterFault::Direction);
    }
    if is_default_ignorable(character) {
        let is_needed = match character {
            '\u{200c}' => {
                follows_virama(before) || (before.is_some_and(joins) && after.is_some_and(joins))
            }
            '\u{200d}' => follows_virama(before),
            _ => false,
        };
        return (!is_needed).then_some(CharacterFault::Invisible);
    }
    let category = character.general_category();
    let faults = [
        (GeneralCategory::Control, CharacterFault::Control),
        (GeneralCategory::Format, CharacterFault::Invisible),
        (GeneralCategory::PrivateUse, CharacterFault::PrivateUse),
        (GeneralCategory::Unassigned, CharacterFault::Unassigned),
    ];
    faults.into_iter().find_map(|(refused, fault)| (refused == category).then_some(fault))
}

/// Returns true for the property `Bidi_Control`.
const fn is_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns true for the property `Default_Ignorable_Code_Point`, and for the blank pattern of
/// Braille.
const fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn follows_virama(before: Option<char>) -> bool {
    before.is_some_and(|before| canonical_combining_class(before) == VIRAMA)
}

/// Returns true for the Arabic letters, whose joining a non-joiner ends.
fn joins(character: char) -> bool {
    matches!(character, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}')
        && character.is_alphabetic()
}

/// Returns true for a mark that is drawn over, under or around a letter.
fn is_mark(character: char) -> bool {
    !character.is_ascii()
        && matches!(
            character.general_category(),
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
        )
}
