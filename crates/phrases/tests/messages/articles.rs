//! The form of citations: `C art. 15`, `rules art. 27c`, `KNDB F6`, `2006 art. 14d`, `2006 D4a`,
//! `appendix 4`, and `art. 27c` for the rules that a game is played by. Several of one rulebook
//! follow each other: `KNDB E3, F4`.

/// Returns the articles that a text cites; errors with any other text that looks like an article.
pub(crate) fn citations(text: &str) -> Result<Vec<String>, String> {
    let words: Vec<Token<'_>> = text.split_whitespace().map(Token::new).collect();
    let mut citations = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let length = citation(&words[at..]);
        if length > 0 {
            let cited: Vec<&str> = words[at..at + length].iter().map(|word| word.text).collect();
            let cited = cited.join(" ");
            let cited = cited.trim_matches(|sign| sign == '.' || PUNCTUATION.contains(&sign));
            citations.push(cited.to_owned());
            at += length;
            continue;
        }
        let is_alone =
            word.text.starts_with('(') && word.text.contains(')') && is_letter(word.bare);
        let is_abbreviated =
            ["art.", "artikel", "article", "bijlage", "bylage"].contains(&word.bare);
        if is_alone || is_abbreviated || is_lettered(word.bare) || is_sub_article(word.bare) {
            return Err(format!("{:?} in {text:?} is not cited as articles are", word.text));
        }
        at += 1;
    }
    Ok(citations)
}

const PUNCTUATION: [char; 7] = ['(', ')', ',', ';', ':', '"', '…'];

struct Token<'a> {
    text: &'a str,
    /// The word without the punctuation around it.
    bare: &'a str,
}

impl<'a> Token<'a> {
    fn new(text: &'a str) -> Self {
        let bare = text.trim_matches(PUNCTUATION);
        // The full stop of a sentence is removed; a `.` within stays.
        let ended = text.trim_matches(|sign| sign == '.' || PUNCTUATION.contains(&sign));
        Self { text, bare: if bare == "art." { bare } else { ended } }
    }
}

/// Returns the number of words of the citation that begins here, or 0.
fn citation(words: &[Token<'_>]) -> usize {
    let bare: Vec<&str> = words.iter().map(|word| word.bare).collect();
    match bare.as_slice() {
        ["KNDB", article, ..] if is_lettered(article) || is_letter(article) => {
            more(words, 2, is_lettered)
        }
        ["2006", "art.", article, ..] if is_number(article) => more(words, 3, is_number),
        ["2006", article, ..] if is_lettered(article) => more(words, 2, is_lettered),
        [book, "art.", article, ..]
            if (is_letter(book) || *book == "rules") && is_number(article) =>
        {
            more(words, 3, is_number)
        }
        ["art.", article, ..] if is_number(article) => more(words, 2, is_number),
        ["appendix", number, ..] if is_number(number) => 2,
        _ => 0,
    }
}

/// Returns the number of words with further articles of the same rulebook: `, F4`.
fn more(words: &[Token<'_>], mut length: usize, is_article: fn(&str) -> bool) -> usize {
    while words[length - 1].text.ends_with(',')
        && words.get(length).is_some_and(|word| is_article(word.bare))
    {
        length += 1;
    }
    length
}

/// Returns true for `A` to `G`, and `I`.
fn is_letter(word: &str) -> bool {
    matches!(word, "A" | "B" | "C" | "D" | "E" | "F" | "G" | "I")
}

/// Returns true for the form of `F6`, `D4a` or `C4.1`.
fn is_lettered(word: &str) -> bool {
    word.split_at_checked(1).is_some_and(|(letter, number)| is_letter(letter) && is_number(number))
}

/// Returns true for the form of `27`, `27c` or `20.1`.
fn is_number(word: &str) -> bool {
    let word = word.strip_suffix(|last: char| last.is_ascii_lowercase()).unwrap_or(word);
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(|one| one.is_ascii_digit());
    word.split('.').count() <= 2 && word.split('.').all(is_digits)
}

/// Returns true for the form of `27c`, which is an article anywhere.
fn is_sub_article(word: &str) -> bool {
    is_number(word) && word.ends_with(|last: char| ('a'..='g').contains(&last))
}

#[test]
fn articles_are_found_and_others_named() {
    for (text, expected) in [
        ("no opponent (KNDB C2)", Ok(vec!["KNDB C2"])),
        ("rounds are left out (KNDB E3, F4)", Ok(vec!["KNDB E3, F4"])),
        ("KNDB B1 or KNDB B2 is broken", Ok(vec!["KNDB B1", "KNDB B2"])),
        ("the draw says so (KNDB D)", Ok(vec!["KNDB D"])),
        ("irregular (art. 11, 27c); it was", Ok(vec!["art. 11, 27c"])),
        ("more points (2006 art. 14d)", Ok(vec!["2006 art. 14d"])),
        ("repeated (2006 D4a)", Ok(vec!["2006 D4a"])),
        ("a limit of age (E art. 4)", Ok(vec!["E art. 4"])),
        ("no hint (rules art. 24)", Ok(vec!["rules art. 24"])),
        ("points (appendix 4)", Ok(vec!["appendix 4"])),
        ("Hoofdklasse A (HA), Swiss system (KNDB)", Ok(Vec::new())),
        ("the draw says so (D)", Err("(D)")),
        ("more points (14d)", Err("(14d)")),
        ("rounds are left out (E3, F4)", Err("(E3,")),
        ("in the last round B2 does not hold", Err("B2")),
        ("punten (bijlage 4)", Err("(bijlage")),
        ("more points (2006 artikel 14)", Err("artikel")),
    ] {
        let found = citations(text);
        match expected {
            Ok(expected) => {
                let expected = expected.into_iter().map(str::to_owned).collect();
                assert_eq!(found, Ok::<Vec<_>, _>(expected), "{text}");
            }
            Err(word) => assert!(found.unwrap_err().starts_with(&format!("{word:?}")), "{text}"),
        }
    }
}
