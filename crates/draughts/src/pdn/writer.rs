//! Writing strict PDN 3.0.

use super::{Comment, Record, Tag, Variation, irregular};
use crate::{Color, Position, Score, Variant};

/// The largest length of a line of moves; a position or a comment may be longer.
const COLUMNS_MAX: usize = 80;

/// The tags that a game begins with, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags that follow from the game itself; the caller's values are ignored.
const DERIVED: [&str; 3] = ["Result", "GameType", "FEN"];

/// The end of the moves of a written game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// An asterisk, as PDN 3.0 demands; the result is in its tag.
    Asterisk,
    /// The result, which most programs expect.
    Result,
}

/// A game to be written.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    /// The tags; `Result`, `GameType` and `FEN` come from the game instead.
    pub tags: &'a [Tag],
    /// The moves that were played.
    pub record: &'a Record,
    /// The result, if there is one.
    pub score: Option<Score>,
    /// The end of the moves.
    pub terminator: Terminator,
}

/// Writes one game and an empty line after it.
///
/// The seven usual tags come first, unknown ones as `?`. Moves are written short, or with all
/// landing squares if that is ambiguous, and followed by their glyphs, clocks, comments and
/// variations; clocks, irregular moves and set positions as described in the [module](crate::pdn).
///
/// ```
/// use draughts::pdn::{self, Export, Record, Tag, Terminator};
/// use draughts::{Position, RuleSet, Score, Variant};
///
/// let mut record = Record::new(Position::start(Variant::International));
/// record.play(&record.end().parse_move("32-28")?)?;
/// let tags = [Tag::new("White", "A")?, Tag::rules(RuleSet::Boxed12200)];
/// let score = Some(Score::WhiteWins);
/// let text = pdn::write(&Export { tags: &tags, record: &record, score, terminator: Terminator::Result });
/// assert!(text.ends_with("[Rules \"boxed-12200\"]\n\n1. 32-28 2-0\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(export: &Export<'_>) -> String {
    let mut text = String::new();
    let (record, start) = (export.record, export.record.start());
    let result = result_text(export.score, start.variant());
    let value = |name: &str| export.tags.iter().find(|tag| tag.name() == name).map(Tag::value);
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        let value = if name == "Result" { result } else { value(name).unwrap_or(unknown) };
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "GameType", &start.variant().game_type().to_string());
    // A position before every move would be read as the start.
    let first = record.plies().first();
    let is_set_up = match first {
        Some(ply) => ply.before != start || ply.breach.is_some(),
        None => record.end() != start,
    };
    if is_set_up || start != Position::start(start.variant()) {
        write_tag(&mut text, "FEN", &start.fen());
    }
    for tag in export.tags {
        if !ROSTER.contains(&tag.name()) && !DERIVED.contains(&tag.name()) {
            write_tag(&mut text, tag.name(), tag.value());
        }
    }
    text.push('\n');
    write_moves(&mut text, export, result);
    text.push('\n');
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            // A tag is a single line.
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

/// Writes words in lines, with a blank or the end of a line between them.
struct LineWrapper<'a> {
    text: &'a mut String,
    column: usize,
}

impl LineWrapper<'_> {
    fn put(&mut self, word: &str) {
        if self.column > 0 && self.column + 1 + word.len() > COLUMNS_MAX {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    /// Writes a comment as one word, like a position: a part of it in a line of its own might be
    /// misread.
    fn put_comment(&mut self, comment: &str) {
        let comment = comment_text(comment);
        if !comment.is_empty() {
            self.put(&format!("{{{comment}}}"));
        }
    }

    fn put_position(&mut self, position: &Position) {
        self.put(&format!("/FEN \"{position}\"/"));
    }
}

fn write_moves(text: &mut String, export: &Export<'_>, result: &str) {
    let mut words = LineWrapper { text, column: 0 };
    let record = export.record;
    let mut comments = record.comments().iter().peekable();
    let mut put_comments = |words: &mut LineWrapper<'_>, plies: usize| {
        let is_here = |comment: &&Comment| comment.after_ply as usize <= plies;
        while let Some(comment) = comments.next_if(is_here) {
            words.put_comment(&comment.text);
        }
    };
    put_comments(&mut words, 0);
    let mut variations = record.variations().iter().peekable();
    let mut put_variations = |words: &mut LineWrapper<'_>, plies: usize| {
        let is_here = |variation: &&Variation| variation.after_ply as usize <= plies;
        let mut has_any = false;
        while let Some(variation) = variations.next_if(is_here) {
            words.put(&variation.to_string());
            has_any = true;
        }
        has_any
    };
    put_variations(&mut words, 0);
    let mut position = record.start();
    let mut number = 1_u32;
    let mut last: Option<Color> = None;
    let mut is_interrupted = true;
    for (index, ply) in record.plies().iter().enumerate() {
        if ply.before != position {
            words.put_position(&ply.before);
            is_interrupted = true;
        }
        let turn = ply.before.turn();
        number += u32::from(last.is_some_and(|last| turn == Color::White || turn == last));
        if let Some(breach) = ply.breach {
            words.put(&format!("{{{}}}", irregular::comment(&ply.mv, breach)));
            words.put_position(&ply.after);
        } else {
            match turn {
                Color::White => words.put(&format!("{number}.")),
                Color::Black if is_interrupted => words.put(&format!("{number}...")),
                Color::Black => {}
            }
            words.put(&ply.text);
        }
        for nag in &ply.nags {
            words.put(&format!("${nag}"));
        }
        if !ply.clocks.is_empty() {
            words.put(&format!("{{{}}}", ply.clocks.commands(turn)));
        }
        put_comments(&mut words, index + 1);
        (position, last) = (ply.after, Some(turn));
        is_interrupted = put_variations(&mut words, index + 1) || ply.breach.is_some();
    }
    if record.end() != position {
        words.put_position(&record.end());
    }
    put_comments(&mut words, usize::MAX);
    words.put(match export.terminator {
        Terminator::Asterisk => "*",
        Terminator::Result => result,
    });
    text.push('\n');
}

/// Returns the text of a comment: without a closing brace, in one line, and not like an irregular
/// move.
fn comment_text(comment: &str) -> String {
    let harmless = |character: char| match character {
        '}' => ')',
        _ if character.is_control() => ' ',
        _ => character,
    };
    let text: String = comment.trim().chars().map(harmless).collect();
    if irregular::parse(&text).is_some() { format!("told: {text}") } else { text }
}

/// Returns the result: International games are scored 2-0, Frisian games 1-0 (PDN 3.0, `GameType`).
const fn result_text(score: Option<Score>, variant: Variant) -> &'static str {
    match (score, variant) {
        (Some(Score::WhiteWins), Variant::International) => "2-0",
        (Some(Score::WhiteWins), Variant::Frisian) => "1-0",
        (Some(Score::Draw), Variant::International) => "1-1",
        (Some(Score::Draw), Variant::Frisian) => "1/2-1/2",
        (Some(Score::BlackWins), Variant::International) => "0-2",
        (Some(Score::BlackWins), Variant::Frisian) => "0-1",
        (Some(Score::BothLose), _) => "0-0",
        (Some(Score::Unplayed) | None, _) => "*",
    }
}
