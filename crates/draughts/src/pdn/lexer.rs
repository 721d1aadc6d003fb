//! Splits text into the tokens of game records. Every token takes at least one character, and no
//! character is visited more than a few times.

use super::Warning;
use super::tag::{Tag, is_name};

/// A token of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(Tag),
    /// A text in brackets that is not a tag.
    BadTag(String),
    /// Numbers joined by separators, without blanks.
    Move(String),
    /// A lone `x`: the only possible capture.
    BareCapture,
    /// A move that names squares by letters.
    Letters(String),
    /// `--` or `-`: an unknown move.
    NullMove,
    /// The position of `/FEN "…"/`.
    Setup(String),
    Result(String),
    Comment(String),
    /// `$12`, or the number that a mark of strength stands for.
    Nag(u16),
    /// The text between the parentheses of a variation.
    Variation(String),
    Warning(Warning),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The end of the token before the last one.
    token_end: usize,
    /// The start of the last token.
    token_start: usize,
    line: usize,
    counted: usize,
    /// The end of the line searched last.
    line_end: usize,
    /// The end of a line with an unterminated tag.
    endless_until: usize,
}

/// The marks of strength with their numbers: `$1` is a good move.
const STRENGTHS: [(&str, u16); 6] =
    [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Results that look like moves, and one that starts like one.
const RESULTS: [&str; 6] = ["2-0", "1-1", "0-2", "1-0", "0-1", "0-0"];
const HALVES: [&str; 4] = ["1/2-1/2", "1/2:1/2", "½-½", "1/2"];
/// The largest length of a position between the moves, more than any needs.
const SETUP_BYTES_MAX: usize = 1024;

/// The number of characters of an odd text that are kept.
const WARNING_CHARACTERS_MAX: usize = 80;

/// Results with a colon, which as moves would be captures.
const COLON_RESULTS: [&str; 6] = ["2:0", "1:1", "0:2", "1:0", "0:1", "0:0"];

const SEPARATORS: [char; 6] = ['-', 'x', 'X', ':', '×', '–'];

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            token_end: 0,
            token_start: 0,
            line: 1,
            counted: 0,
            line_end: 0,
            endless_until: 0,
        }
    }

    /// Returns the line of the next character.
    pub(super) fn line(&mut self) -> usize {
        let passed = &self.text.as_bytes()[self.counted..self.at];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.counted = self.at;
        self.line
    }

    /// Returns true if there is an empty line between the last token and the one before it.
    pub(super) fn is_after_empty_line(&self) -> bool {
        let between = &self.text[self.token_end..self.token_start];
        between.split('\n').skip(1).filter(|line| line.trim().is_empty()).count() > 1
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Takes characters as long as they fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn skip_line(&mut self) {
        self.take_while(|c| c != '\n');
    }

    /// Skips text without meaning: blanks, dots, marks in parentheses, lines of `%` and `;`, and the
    /// two characters `\r` that some programs write.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return };
            match first {
                '%' if self.is_line_start() => self.skip_line(),
                ';' => self.skip_line(),
                '\\' if rest.starts_with("\\r") || rest.starts_with("\\n") => self.at += 2,
                '(' if rest[1..].starts_with(['!', '?']) => {
                    self.at += 1;
                    self.take_while(|c| matches!(c, '!' | '?'));
                    self.at += usize::from(self.rest().starts_with(')'));
                }
                '.' | '…' | ')' | '}' => self.at += first.len_utf8(),
                _ if first.is_whitespace() || first == '\u{feff}' => self.at += first.len_utf8(),
                _ => return,
            }
        }
    }

    /// Takes the text up to and including `end`; a tag at the start of a line ends it as well.
    fn take_until(&mut self, end: char) -> (&'a str, bool) {
        let rest = self.rest();
        let mut length = 0;
        while let Some(offset) = rest[length..].find([end, '\n']) {
            length += offset;
            if rest[length..].starts_with(end) {
                self.at += length + end.len_utf8();
                return (&rest[..length], true);
            }
            length += 1;
            if looks_like_tag(&rest[length..]) {
                self.at += length;
                return (&rest[..length], false);
            }
        }
        self.at = self.text.len();
        (rest, false)
    }

    /// Returns the rest of the line; its end is searched once per line.
    fn rest_of_line(&mut self) -> &'a str {
        if self.line_end < self.at || self.line_end == 0 {
            let rest = self.rest();
            self.line_end = self.at + rest.find('\n').unwrap_or(rest.len());
        }
        &self.text[self.at..self.line_end]
    }

    fn tag(&mut self) -> Token {
        let line = self.rest_of_line();
        // If a tag of a line is unterminated, all tags after it are.
        if self.endless_until < self.line_end {
            match parse_tag(line) {
                TagText::Good(tag, length) => {
                    self.at += length;
                    return Token::Tag(tag);
                }
                TagText::Endless => self.endless_until = self.line_end,
                TagText::Wrong => {}
            }
        }
        // A second bracket may begin a good tag.
        let end = line[1..].find(['[', ']']).map_or(line.len(), |index| index + 1);
        let end = if line[end..].starts_with(']') { end + 1 } else { end };
        self.at += end;
        Token::BadTag(shortened(&line[..end]))
    }

    /// Reads `$12`, or marks of strength; a number that is none gives no token.
    fn nag(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest.starts_with('$') {
            self.at += 1;
            return self.take_while(|c| c.is_ascii_digit()).parse().ok().map(Token::Nag);
        }
        let (mark, nag) = STRENGTHS.into_iter().find(|(mark, _)| rest.starts_with(mark))?;
        self.at += mark.len();
        Some(Token::Nag(nag))
    }

    fn variation(&mut self) -> Option<Token> {
        let (text, begin) = (self.text, self.at + 1);
        let mut depth = 0_u32;
        loop {
            let rest = self.rest();
            let Some(offset) = rest.find(['(', ')', '{', '\n']) else {
                self.at = self.text.len();
                return Some(Token::Warning(Warning::UnclosedVariation));
            };
            self.at += offset + 1;
            match rest.as_bytes()[offset] {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(Token::Variation(text[begin..self.at - 1].to_owned()));
                    }
                }
                b'{' => {
                    self.take_until('}');
                }
                _ => {
                    if looks_like_tag(self.rest()) {
                        return Some(Token::Warning(Warning::UnclosedVariation));
                    }
                }
            }
        }
    }

    fn setup(&mut self) -> Token {
        let line = self.rest_of_line();
        let fen = line
            .strip_prefix("/FEN")
            .map(str::trim_start)
            .and_then(|quoted| quoted.strip_prefix('"'))
            .filter(|open| open.find('"').is_some_and(|length| length <= SETUP_BYTES_MAX))
            .and_then(|open| open.split_once('"'))
            .filter(|(_, after)| after.trim_start().starts_with('/'));
        let Some((fen, after)) = fen else {
            return self.unknown();
        };
        let slash = after.find('/').unwrap_or_default();
        self.at += line.len() - after.len() + slash + 1;
        Token::Setup(fen.to_owned())
    }

    /// Reads a move, a result or the number of a move, which gives no token.
    fn number(&mut self) -> Option<Token> {
        let rest = self.rest();
        if let Some(half) = HALVES.into_iter().find(|half| rest.starts_with(half)) {
            self.at += half.len();
            return Some(Token::Result(half.to_owned()));
        }
        let mut word = self.take_while(|c| c.is_ascii_digit()).to_owned();
        if word.is_empty() {
            return Some(self.unknown());
        }
        let (mut squares, mut is_spaced) = (1, false);
        loop {
            let rest = self.rest().trim_start_matches([' ', '\t']);
            // Behind `28x19` a lone `x` is a move of its own; behind `28 x 19` it goes on.
            let is_apart = rest.len() < self.rest().len();
            if is_apart && squares > 1 && !is_spaced {
                break;
            }
            is_spaced = is_apart;
            let Some(separator) = rest.chars().next().filter(|c| SEPARATORS.contains(c)) else {
                break;
            };
            let after = rest[separator.len_utf8()..].trim_start_matches([' ', '\t']);
            if !after.starts_with(|c: char| c.is_ascii_digit()) {
                break;
            }
            self.at += self.rest().len() - after.len();
            word.push(match separator {
                '-' | '–' => '-',
                _ => 'x',
            });
            word.push_str(self.take_while(|c| c.is_ascii_digit()));
            squares += 1;
        }
        if squares > 1 {
            let written = &rest[..rest.len() - self.rest().len()];
            if COLON_RESULTS.contains(&written) {
                return Some(Token::Result(written.to_owned()));
            }
            let is_result = RESULTS.contains(&word.as_str());
            return Some(if is_result { Token::Result(word) } else { Token::Move(word) });
        }
        if self.rest().starts_with(['.', '…']) {
            return None;
        }
        Some(Token::Warning(Warning::UnknownText { text: shortened(&word) }))
    }

    fn unknown(&mut self) -> Token {
        let word = self.take_while(|c| !c.is_whitespace() && !matches!(c, '[' | '{' | '('));
        let word = if word.is_empty() { self.take_one() } else { word };
        Token::Warning(Warning::UnknownText { text: shortened(word) })
    }

    fn take_one(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.chars().next().map_or(0, char::len_utf8);
        self.at += length;
        &rest[..length]
    }

    fn letters(&mut self) -> Token {
        let rest = self.rest();
        let mut letters = rest.chars();
        let first = letters.next().unwrap_or_default();
        let second = letters.next().unwrap_or(' ');
        if matches!(first, 'x' | 'X') && !second.is_alphanumeric() {
            self.at += 1;
            return Token::BareCapture;
        }
        if matches!(first, 'a'..='j') && second.is_ascii_digit() {
            let word =
                self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '×'));
            return Token::Letters(word.to_owned());
        }
        self.unknown()
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            self.token_end = self.at;
            self.skip_blanks();
            self.token_start = self.at;
            let first = self.rest().chars().next()?;
            let token = match first {
                '[' => Some(self.tag()),
                '{' => {
                    self.at += 1;
                    let (text, is_closed) = self.take_until('}');
                    Some(if is_closed {
                        Token::Comment(text.trim().to_owned())
                    } else {
                        Token::Warning(Warning::UnclosedComment)
                    })
                }
                '(' => self.variation(),
                '/' => Some(self.setup()),
                '$' | '!' | '?' => self.nag(),
                '*' => {
                    self.at += 1;
                    Some(Token::Result("*".to_owned()))
                }
                '-' => {
                    self.take_while(|c| c == '-');
                    Some(Token::NullMove)
                }
                '0'..='9' | '½' => self.number(),
                _ => Some(self.letters()),
            };
            if token.is_some() {
                return token;
            }
        }
    }
}

/// Returns true if a line begins with a tag: a bracket and a name.
fn looks_like_tag(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name
                .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_')
                .trim_start_matches(' ')
                .starts_with('"')
    })
}

/// Returns the part of a text that a warning keeps.
fn shortened(text: &str) -> String {
    text.chars().take(WARNING_CHARACTERS_MAX).collect()
}

enum TagText {
    /// A tag and its length in bytes.
    Good(Tag, usize),
    /// A tag that does not end in its line.
    Endless,
    /// Not a tag.
    Wrong,
}

/// Reads a tag at the start of a line.
///
/// The value ends at the first quote before a bracket, so quotes inside it are possible.
fn parse_tag(line: &str) -> TagText {
    let inner = line.strip_prefix('[').unwrap_or(line).trim_start_matches([' ', '\t']);
    let length = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let (name, after) = inner.split_at(length.unwrap_or(inner.len()));
    let Some(quoted) = after.trim_start_matches([' ', '\t']).strip_prefix('"') else {
        return TagText::Wrong;
    };
    if !is_name(name) {
        return TagText::Wrong;
    }
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((index, character)) = characters.next() {
        let after = &quoted[index + character.len_utf8()..];
        match character {
            '\\' if after.starts_with(['"', '\\']) => {
                value.extend(after.chars().next());
                characters.next();
            }
            '"' if after.trim_start_matches([' ', '\t']).starts_with(']') => {
                let behind = &after.trim_start_matches([' ', '\t'])[1..];
                return match Tag::new(name, value) {
                    Ok(tag) => TagText::Good(tag, line.len() - behind.len()),
                    Err(_) => TagText::Wrong,
                };
            }
            _ => value.push(character),
        }
    }
    TagText::Endless
}
