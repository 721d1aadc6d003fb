//! Every refusal has its sentence in every language. Messages that no sample writes are found by
//! comparing with the files, so that a reason without a sample fails.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]
#![expect(clippy::disallowed_methods, reason = "the files of messages are read to be compared")]

mod calls;
mod regulations;
mod reports;
mod seasons;
mod tables;
mod tournaments;

use std::{collections::BTreeSet, fs, path::Path};

use fluent_syntax::{
    ast::{Entry, PatternElement},
    parser,
};
use phrases::Language;

/// Sentences of one kind, in every language.
pub(crate) struct Samples {
    /// The file of messages that has them.
    file: &'static str,
    /// The messages that are a part of others, by the beginnings of their keys.
    parts: &'static [&'static str],
    english: Vec<String>,
}

impl Samples {
    pub(crate) fn of(file: &'static str, parts: &'static [&'static str]) -> Self {
        Self { file, parts, english: Vec::new() }
    }

    /// Adds a sentence: a clause, with the same numbers in every language, and no English in Dutch
    /// and Frisian.
    #[track_caller]
    pub(crate) fn add(&mut self, write: impl Fn(Language) -> String) {
        let texts = Language::ALL.map(write);
        let kinds: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(kinds.len(), texts.len(), "{texts:?}");
        let [english, dutch, frisian] = &texts;
        assert_eq!(numbers(english), numbers(dutch), "{texts:?}");
        assert_eq!(numbers(english), numbers(frisian), "{texts:?}");
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        for text in &texts {
            assert!(!text.ends_with('.') && !text.contains(['{', '$']), "{text}");
        }
        for text in [dutch, frisian] {
            let is_english = |word: &String| ["the", "not", "and", "has"].contains(&word.as_str());
            assert!(!words(text).iter().any(is_english), "{text}");
        }
        self.english.push(english.clone());
    }

    /// Checks that every message of the file was written.
    #[track_caller]
    pub(crate) fn check_complete(&self) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("text/en").join(self.file);
        let text = fs::read_to_string(path).unwrap();
        let resource =
            parser::parse(text.as_str()).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
        let mut written = 0;
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            let literals: Vec<&str> = message
                .value
                .iter()
                .flat_map(|value| &value.elements)
                .map(|element| match element {
                    PatternElement::TextElement { value } => *value,
                    PatternElement::Placeable { .. } => "",
                })
                .collect();
            let is_part = self.parts.iter().any(|part| key.starts_with(part));
            let is_written = self.english.iter().any(|text| is_of(text, &literals, is_part));
            assert!(is_written, "{}: no sample is written with {key}", self.file);
            written += 1;
        }
        assert!(written > 3, "{}", self.file);
    }
}

/// Returns true for a text that has the literals in their order, with any text in place of each
/// argument, which is an empty literal here; a part may have other text around it.
fn is_of(text: &str, literals: &[&str], is_part: bool) -> bool {
    let mut rest = text;
    for (index, literal) in literals.iter().enumerate() {
        let Some(at) = rest.find(literal) else { return false };
        if index == 0 && !is_part && at > 0 {
            return false;
        }
        rest = &rest[at + literal.len()..];
    }
    is_part || rest.is_empty() || literals.last().is_some_and(|last| last.is_empty())
}

fn numbers(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect()
}
