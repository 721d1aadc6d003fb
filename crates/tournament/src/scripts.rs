//! The scripts of names, and names that look alike (UTS 39).

use crate::ranking::Participant;
use draughts::text::CodePoint;
use unicode_script::{Script, UnicodeScript};
use unicode_security::{mixed_script::AugmentedScriptSet, skeleton};

/// The error for a word with letters of scripts that nobody writes together (UTS 39 section 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a name: character {position} is {}, of another script than the letters before it",
    CodePoint(*character)
)]
pub struct MixedScripts {
    /// The first letter of another script.
    pub character: char,
    /// Its place from 1, after white space was reduced.
    pub position: usize,
}

/// The error for a name that a reader could take for another one of the tournament: the two look
/// alike, but are of different scripts (UTS 39 section 4).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} looks like {other:?}, the name of participant {participant}")]
pub struct ConfusableName {
    /// The name.
    pub name: String,
    /// The name that it looks like.
    pub other: String,
    /// The number of the player or team with that name.
    pub participant: Participant,
}

/// Checks that a name can be told apart from those of others.
pub(crate) fn check_distinct<'a>(
    name: &str,
    mut others: impl Iterator<Item = (Participant, &'a str)>,
) -> Result<(), ConfusableName> {
    match others.find(|(_, other)| are_confusable(name, other)) {
        Some((participant, other)) => {
            let (name, other) = (name.to_owned(), other.to_owned());
            Err(ConfusableName { name, other, participant })
        }
        None => Ok(()),
    }
}

/// Checks that the letters of each word are of one script, or of scripts that are written together,
/// such as those of Japanese. Words end at every character that is no letter and no mark.
pub(crate) fn check(name: &str) -> Result<(), MixedScripts> {
    if name.is_ascii() {
        return Ok(());
    }
    let mut scripts = AugmentedScriptSet::default();
    for (character, position) in name.chars().zip(1..) {
        if !is_of_word(character) {
            scripts = AugmentedScriptSet::default();
            continue;
        }
        scripts.intersect_with(AugmentedScriptSet::for_char(character));
        if scripts.is_empty() {
            return Err(MixedScripts { character, position });
        }
    }
    Ok(())
}

/// Returns true if a reader may take one name for the other: they look alike, but are of different
/// scripts. Names of one script are told apart by those who read it, such as `Bom` and `Born`.
fn are_confusable(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() || of_words(one).eq(of_words(other)) {
        return false;
    }
    let looks_alike = |one: &str, other: &str| skeleton(one).eq(skeleton(other));
    looks_alike(one, other) || looks_alike(&one.to_lowercase(), &other.to_lowercase())
}

/// Returns the script of each word that has one: that of its first letter.
fn of_words(name: &str) -> impl Iterator<Item = Script> {
    let words = name.split(|character| !is_of_word(character));
    words.filter_map(|word| {
        let mut scripts = word.chars().map(|character| character.script());
        scripts.find(|script| !matches!(script, Script::Common | Script::Inherited))
    })
}

fn is_of_word(character: char) -> bool {
    character.is_alphabetic() || character.script() == Script::Inherited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_mixes_scripts_is_refused_by_its_first_letter_of_another() {
        for (name, refused) in [
            ("Jan P\u{430}l", Some(('\u{430}', 6))),
            ("\u{410}nne", Some(('n', 2))),
            ("\u{3a1}eter", Some(('e', 2))),
            ("Jan Pal", None),
            ("Jan \u{41f}\u{451}\u{442}\u{440}", None),
            ("山田たろう", None),
            ("ソニーの太郎", None),
            ("김철수金", None),
            ("Sjörd-Ids", None),
            ("Łukasz", None),
            ("नरेन्द्र", None),
            ("\u{915}\u{94d}\u{200d}\u{937}", None),
        ] {
            let refused = refused.map(|(character, position)| MixedScripts { character, position });
            assert_eq!(check(name).err(), refused, "{name}");
        }
    }

    #[test]
    fn names_of_different_scripts_that_look_alike_are_confusable() {
        for (one, other, is_confusable) in [
            ("Cop", "\u{421}\u{43e}\u{440}", true),
            ("Anne Cop", "Anne \u{421}\u{43e}\u{440}", true),
            ("COP", "\u{421}\u{41e}\u{420}", true),
            ("Pax", "\u{420}\u{430}\u{445}", true),
            // The same script: two people may have such names.
            ("Bom", "Born", false),
            ("Iris", "lris", false),
            ("Jan", "\u{42f}\u{43d}", false),
            ("Anne", "Anna", false),
        ] {
            assert_eq!(are_confusable(one, other), is_confusable, "{one} {other}");
            assert_eq!(are_confusable(other, one), is_confusable, "{other} {one}");
        }
    }
}
