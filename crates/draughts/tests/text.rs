//! Texts that people write.

#![expect(clippy::panic, reason = "a failed test panics")]
#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

use draughts::text::{
    CharacterFault::{self, Control, Direction, Invisible, Mark, PrivateUse, Unassigned},
    CodePoint, MARKS_MAX, TextError, cleaned, isolated, tidy,
};
use proptest::prelude::*;

fn refused(text: &str) -> Option<(char, usize, CharacterFault)> {
    match tidy(text, 100) {
        Err(TextError::Character { character, position, fault }) => {
            Some((character, position, fault))
        }
        Err(TextError::TooLong { .. }) => panic!("{text:?} is too long"),
        Ok(_) => None,
    }
}

#[test]
fn each_kind_of_character_that_misleads_is_refused_by_its_place() {
    for (text, character, position, fault) in [
        // Direction marks: embeddings, overrides, isolates, and marks of no width.
        ("Anne\u{202e}", '\u{202e}', 5, Direction),
        ("\u{202a}Anne", '\u{202a}', 1, Direction),
        ("An\u{202b}ne", '\u{202b}', 3, Direction),
        ("An\u{202c}ne", '\u{202c}', 3, Direction),
        ("An\u{202d}ne", '\u{202d}', 3, Direction),
        ("An\u{2066}ne", '\u{2066}', 3, Direction),
        ("An\u{2067}ne", '\u{2067}', 3, Direction),
        ("An\u{2068}ne", '\u{2068}', 3, Direction),
        ("An\u{2069}ne", '\u{2069}', 3, Direction),
        ("An\u{200e}ne", '\u{200e}', 3, Direction),
        ("An\u{200f}ne", '\u{200f}', 3, Direction),
        ("An\u{61c}ne", '\u{61c}', 3, Direction),
        // Characters that nobody sees.
        ("\u{feff}Anne", '\u{feff}', 1, Invisible),
        ("An\u{200b}ne", '\u{200b}', 3, Invisible),
        ("An\u{200c}ne", '\u{200c}', 3, Invisible),
        ("An\u{200d}ne", '\u{200d}', 3, Invisible),
        ("An\u{ad}ne", '\u{ad}', 3, Invisible),
        ("An\u{2060}ne", '\u{2060}', 3, Invisible),
        ("An\u{34f}ne", '\u{34f}', 3, Invisible),
        ("An\u{3164}ne", '\u{3164}', 3, Invisible),
        ("An\u{115f}ne", '\u{115f}', 3, Invisible),
        ("An\u{2800}ne", '\u{2800}', 3, Invisible),
        ("An\u{fe0f}ne", '\u{fe0f}', 3, Invisible),
        ("An\u{e0041}ne", '\u{e0041}', 3, Invisible),
        ("An\u{fff9}ne", '\u{fff9}', 3, Invisible),
        // Controls, and what has no shared meaning.
        ("An\u{0}ne", '\u{0}', 3, Control),
        ("\u{1b}[2J", '\u{1b}', 1, Control),
        ("An\u{9b}ne", '\u{9b}', 3, Control),
        ("An\u{e000}ne", '\u{e000}', 3, PrivateUse),
        ("An\u{10fffd}ne", '\u{10fffd}', 3, PrivateUse),
        ("An\u{378}ne", '\u{378}', 3, Unassigned),
        ("An\u{fffe}ne", '\u{fffe}', 3, Unassigned),
        // Marks on nothing, twice the same, and more than a letter takes.
        ("\u{301}Anne", '\u{301}', 1, Mark),
        ("Jan \u{301}Anne", '\u{301}', 5, Mark),
        ("x\u{325}\u{325}", '\u{325}', 3, Mark),
        ("x\u{316}\u{317}\u{318}\u{319}\u{31c}", '\u{31c}', 6, Mark),
    ] {
        assert_eq!(refused(text), Some((character, position, fault)), "{text:?}");
    }
}

#[test]
fn names_of_every_script_are_accepted() {
    for name in [
        "Jelle Wiersma",
        "Sjoerd-Ids van der Wâl",
        "Łukasz Żółć",
        "Nguyễn Thị Ánh",
        "Алексей Чижов",
        "Ёлка Йовович",
        "Γιώργος Παπαδόπουλος",
        "שָׁלוֹם כהן",
        "محمد الأحمد",
        "\u{646}\u{645}\u{6cc}\u{200c}\u{62f}\u{627}\u{646}\u{645}",
        "\u{915}\u{94d}\u{200d}\u{937}",
        "नरेन्द्र",
        "สมชาย ใจดี",
        "山田 太郎",
        "김철수",
        "O'Neill (2) & Söhne",
        "D’Artagnan",
        "☃",
    ] {
        assert_eq!(tidy(name, 100).as_deref(), Ok(name), "{name:?}");
    }
}

#[test]
fn a_text_is_composed_and_has_single_spaces() {
    assert_eq!(
        tidy("  Sjo\u{308}rd \t\n van\u{a0}Dyk\u{2003}", 100).as_deref(),
        Ok("Sjörd van Dyk")
    );
    assert_eq!(tidy(" \u{3000} ", 100).as_deref(), Ok(""));
}

#[test]
fn the_length_counts_composed_characters() {
    assert_eq!(tidy(&"e\u{301}".repeat(100), 100).map(|text| text.chars().count()), Ok(100));
    assert_eq!(tidy(&"é".repeat(101), 100), Err(TextError::TooLong { chars_max: 100 }));
    assert_eq!(tidy(&" ".repeat(1_000_000), 100), Err(TextError::TooLong { chars_max: 100 }));
}

#[test]
fn a_refusal_names_the_code_point_and_its_place() {
    let said = |text| tidy(text, 3).unwrap_err().to_string();
    assert_eq!(said("a\u{202e}"), "character 2 is U+202E, which changes the direction of the text");
    assert_eq!(said("\u{1f}"), "character 1 is U+001F, a control character");
    assert_eq!(said("\u{e0041}"), "character 1 is U+E0041, which cannot be seen");
    assert_eq!(said("abcd"), "it has more than 3 characters");
    assert_eq!(CodePoint('\u{ad}').to_string(), "U+00AD");
}

#[test]
fn an_older_text_is_shown_without_what_misleads() {
    assert_eq!(cleaned("Anne\u{202e}\u{feff}\u{200b} de\u{0}Boer"), "Anne de Boer");
    assert_eq!(cleaned("Sjörd"), "Sjörd");
}

#[test]
fn a_text_from_right_to_left_moves_nothing_around_it() {
    assert_eq!(isolated("Anne de Boer"), "Anne de Boer");
    assert_eq!(isolated("Anne\u{202e}"), "Anne");
    assert_eq!(isolated("דוד"), "\u{2068}דוד\u{2069}");
    assert_eq!(isolated("דוד\u{2069}"), "\u{2068}דוד\u{2069}");
    assert_eq!(isolated("\u{2067}דוד"), "\u{2068}דוד\u{2069}");
    // A sentence with an isolated name in it.
    let inner = format!("3. {} – 2-0", isolated("דוד"));
    assert_eq!(isolated(&inner), format!("\u{2068}{inner}\u{2069}"));
}

/// Returns any text, with many of the characters that mislead.
fn texts() -> impl Strategy<Value = String> {
    let misleading = prop::sample::select(vec![
        '\u{202e}', '\u{2067}', '\u{2069}', '\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}',
        '\u{94d}', '\u{301}', '\u{316}', '\u{0}', ' ', 'א', 'a',
    ]);
    prop::collection::vec(prop_oneof![any::<char>(), misleading], 0..60)
        .prop_map(|characters| characters.into_iter().collect())
}

/// Returns true for a control of directions, or for an invisible or control character other than a
/// joiner. Written beside the rule, from the character database alone.
fn misleads(character: char) -> bool {
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
    let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
    !is_joiner
        && matches!(
            character.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

proptest! {
    #[test]
    fn no_accepted_text_holds_a_refused_character(text in texts()) {
        if let Ok(text) = tidy(&text, 100) {
            prop_assert!(!text.contains(misleads), "{text:?}");
            prop_assert!(text.chars().count() <= 100 && text.len() <= 400);
            prop_assert!(!text.contains("  ") && text.trim() == text);
        }
    }

    #[test]
    fn an_accepted_text_is_accepted_again_and_shown_as_it_is(text in texts()) {
        if let Ok(text) = tidy(&text, 100) {
            prop_assert_eq!(tidy(&text, 100), Ok(text.clone()));
            prop_assert_eq!(cleaned(&text), text.as_str());
        }
    }

    #[test]
    fn a_shown_text_ends_every_direction_that_it_begins(text in texts()) {
        let shown = isolated(&text).into_owned();
        let mut open = 0_i32;
        for character in shown.chars() {
            match character {
                '\u{2066}'..='\u{2068}' => open += 1,
                '\u{2069}' => open -= 1,
                '\u{202a}'..='\u{202e}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
                    prop_assert!(false, "{shown:?}");
                }
                _ => {}
            }
            prop_assert!(open >= 0, "{shown:?}");
        }
        prop_assert_eq!(open, 0, "{:?}", shown);
    }

    #[test]
    fn no_text_has_more_marks_on_a_letter_than_it_takes(marks in 0_usize..12) {
        let all = ["\u{316}", "\u{317}", "\u{318}", "\u{319}"];
        let text: String = std::iter::once("x").chain(all.into_iter().cycle().take(marks)).collect();
        prop_assert_eq!(tidy(&text, 100).is_ok(), marks <= MARKS_MAX);
    }
}
