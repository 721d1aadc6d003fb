//! Strict PDN 3.0.

use super::Tag;
use crate::{Color, Move, PlayError, Position, Score, Variant};

/// The longest line of moves.
const COLUMNS_MAX: usize = 80;

/// The tags that a game begins with, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags that follow from the game itself, whatever the caller's tags say.
const DERIVED: [&str; 3] = ["Result", "GameType", "FEN"];

/// What ends the moves of a written game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// An asterisk, as PDN 3.0 demands; the result stands in its tag.
    Asterisk,
    /// The result, which most programs expect.
    Result,
}

/// A game to be written.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    /// The tags; `Result`, `GameType` and `FEN` are written from the game and not from here.
    pub tags: &'a [Tag],
    /// The position that the game begins with.
    pub start: Position,
    /// The moves.
    pub moves: &'a [Move],
    /// The result, if there is one.
    pub score: Option<Score>,
    /// What ends the moves.
    pub terminator: Terminator,
}

/// Writes one game and an empty line behind it.
///
/// The seven usual tags come first, unknown ones as `?`. Moves are written short unless that is
/// ambiguous, then with all landing squares.
///
/// # Errors
/// [`PlayError`] when a move is not legal: a part of a game would pass for the whole.
pub fn write(export: &Export<'_>) -> Result<String, PlayError> {
    let mut text = String::new();
    let result = result_text(export.score, export.start.variant());
    let value = |name: &str| export.tags.iter().find(|tag| tag.name() == name).map(Tag::value);
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        let value = if name == "Result" { result } else { value(name).unwrap_or(unknown) };
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "GameType", &export.start.variant().game_type().to_string());
    if export.start != Position::start(export.start.variant()) {
        write_tag(&mut text, "FEN", &export.start.fen());
    }
    for tag in export.tags {
        if !ROSTER.contains(&tag.name()) && !DERIVED.contains(&tag.name()) {
            write_tag(&mut text, tag.name(), tag.value());
        }
    }
    text.push('\n');
    write_moves(&mut text, export, result)?;
    text.push('\n');
    Ok(text)
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            // A tag is one line.
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

fn write_moves(text: &mut String, export: &Export<'_>, result: &str) -> Result<(), PlayError> {
    let mut column = 0;
    let mut put = |word: &str| {
        if column > 0 && column + 1 + word.len() > COLUMNS_MAX {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    let mut position = export.start;
    let mut number = 1_u32;
    for (index, mv) in export.moves.iter().enumerate() {
        let next = position.play(mv)?;
        match (position.turn(), index) {
            (Color::White, _) => put(&format!("{number}.")),
            (Color::Black, 0) => put(&format!("{number}...")),
            (Color::Black, _) => {}
        }
        put(&position.notation(mv));
        number += u32::from(position.turn() == Color::Black);
        position = next;
    }
    put(match export.terminator {
        Terminator::Asterisk => "*",
        Terminator::Result => result,
    });
    text.push('\n');
    Ok(())
}

/// International games are scored 2-0, Frisian games 1-0 (PDN 3.0, `GameType`).
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
