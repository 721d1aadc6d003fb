//! Checks that errors of the crates cite no article: sentences for people are in `crates/phrases`,
//! whose tests check the form of citations.

use std::{fs, path::Path};

use crate::comments::sources;

/// Returns the texts of the `#[error(…)]` attributes of a file.
fn error_texts(code: &str) -> Vec<&str> {
    let attributes = code.split("#[error(").skip(1);
    attributes.filter_map(|rest| rest.split_once(")]")).map(|(text, _)| text).collect()
}

/// Returns true for a text that cites an article of a rulebook, such as `C art. 13` or `(F6)`.
fn cites_an_article(text: &str) -> bool {
    let is_lettered = |rest: &str| {
        let mut signs = rest.chars();
        signs.next().is_some_and(|letter| ('A'..='H').contains(&letter))
            && signs.next().is_some_and(|digit| digit.is_ascii_digit())
    };
    let names_a_rulebook = ["art.", "KNDB", "appendix", "annex"].iter().any(|it| text.contains(it));
    names_a_rulebook || text.split('(').skip(1).any(is_lettered)
}

#[test]
fn the_errors_of_crates_cite_no_article() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut files = Vec::new();
    sources(&crates, &mut files);
    let mut found = 0;
    for file in files {
        let code = fs::read_to_string(&file).unwrap();
        for text in error_texts(&code) {
            found += 1;
            assert!(!cites_an_article(text), "{}: {text}", file.display());
        }
    }
    assert!(found > 250, "{found} errors");
}

#[test]
fn a_citation_is_found() {
    for text in ["made up first (C art. 13)", "KNDB B1 is broken", "it is barred (B1b)"] {
        assert!(cites_an_article(text), "{text}");
    }
    for text in ["the start of a party", "{0} (see below)", "HA has seven"] {
        assert!(!cites_an_article(text), "{text}");
    }
}
