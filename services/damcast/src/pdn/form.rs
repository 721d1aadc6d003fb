//! Games in the forms that `damcast pdn convert` writes.

use draughts::{
    Position, RuleSet, Score,
    pdn::{self, Clocks, Export, PdnGame, Record, Status, Tag, Terminator},
};
use serde_json::{Value, json};

use super::report::{Reported, Word};
use crate::lines::Object;

/// A form of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Form {
    /// Strict PDN 3.0.
    Pdn,
    /// A line of JSON for each game: tags, first position, moves, result, warnings.
    Json,
    /// A line of the Hub protocol for each game, or for each part of it between positions that were
    /// set up: `pos pos=W… moves="32-28 19-23"`.
    Hub,
    /// The positions of each game, one a line, and an empty line behind it.
    Fen,
}

impl Form {
    /// Tells whether games that cannot be replayed have a place in it.
    pub(super) const fn has_all_games(self) -> bool {
        matches!(self, Self::Json)
    }

    /// Writes a game.
    pub(super) fn write(self, game: &Reported<'_>, record: &Record, end: Terminator) -> String {
        match self {
            Self::Pdn => pdn(game.game, record, end),
            Self::Json => json_line(game, record),
            Self::Hub => hub(record),
            Self::Fen => fens(record),
        }
    }
}

/// The tag of a result that is no score of either game type, such as those of Delft.
const RESULT_TOLD: &str = "ResultTold";

fn pdn(game: &PdnGame, record: &Record, terminator: Terminator) -> String {
    let mut tags = game.tags.clone();
    let result = game.tag("Result").unwrap_or_default().trim();
    let is_lost = game.score.is_none() && !matches!(result, "" | "*" | "?" | "-");
    if is_lost && game.tag(RESULT_TOLD).is_none() {
        tags.extend(Tag::new(RESULT_TOLD, result));
    }
    let mut record = record.clone();
    if matches!(
        game.status,
        Status::Illegal { .. } | Status::GaveUp { .. } | Status::BadPosition { .. }
    ) {
        record.comment(game.status.to_string());
    }
    pdn::write(&Export { tags: &tags, record: &record, score: game.score, terminator })
}

fn json_line(reported: &Reported<'_>, record: &Record) -> String {
    let game = reported.game;
    let word = Word::of(&game.status);
    // The first of equal tags counts; their order is kept.
    let first_tags = game.tags.iter().filter(|tag| game.tag(tag.name()) == Some(tag.value()));
    let tags = first_tags.fold(Object::new(), |tags, tag| tags.member(tag.name(), tag.value()));
    let moves: Vec<&str> = record.plies().iter().map(|ply| ply.text.as_str()).collect();
    let warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
    let mut object = Object::new()
        .member("file", reported.file.display().to_string())
        .member("game", reported.number)
        .member("line", reported.line)
        .json("tags", &tags.finish())
        .member("variant", game.variant.as_str())
        .member("fen", record.start().fen())
        .member("moves", moves);
    for (name, events) in [
        ("irregular", irregular(record, game.rules())),
        ("positions", positions(record)),
        ("clocks", clocks(record)),
        ("comments", comments(record)),
    ] {
        if !events.is_empty() {
            object = object.member(name, events);
        }
    }
    object = object
        .member("final", record.end().fen())
        .member("result", game.score.map(Score::as_str))
        .member("status", word.as_str());
    if !word.is_fine() {
        object = object.member("reason", game.status.to_string());
    }
    object.member("warnings", warnings).finish()
}

/// The irregular moves that stand, by the number of the ply from 1.
fn irregular(record: &Record, rules: Option<RuleSet>) -> Vec<Value> {
    let plies = record.plies().iter().zip(1_usize..);
    let irregular = plies.filter_map(|(ply, number)| {
        let breach = ply.breach?;
        let article = rules.and_then(|rules| breach.article(rules));
        let fen = ply.after.fen();
        Some(json!({"ply": number, "breach": breach.as_str(), "article": article, "fen": fen}))
    });
    irregular.collect()
}

/// The positions that were set up, each with the number of plies before it.
fn positions(record: &Record) -> Vec<Value> {
    set_ups(record)
        .map(|(plies, position)| json!({"after_ply": plies, "fen": position.fen()}))
        .collect()
}

fn set_ups(record: &Record) -> impl Iterator<Item = (usize, Position)> {
    let before = std::iter::once(record.start()).chain(record.plies().iter().map(|ply| ply.after));
    let next = record.plies().iter().map(|ply| ply.before).chain([record.end()]);
    before
        .zip(next)
        .enumerate()
        .filter_map(|(plies, (before, next))| (before != next).then_some((plies, next)))
}

fn clocks(record: &Record) -> Vec<Value> {
    let plies = record.plies().iter().zip(1_usize..);
    plies
        .filter(|(ply, _)| !ply.clocks.is_empty())
        .map(|(ply, number)| {
            let Clocks { white_ms, black_ms, running } = ply.clocks;
            let running = running.map(|color| color.letter().to_string());
            json!({"ply": number, "white_ms": white_ms, "black_ms": black_ms, "running": running})
        })
        .collect()
}

fn comments(record: &Record) -> Vec<Value> {
    let comments = record.comments().iter();
    comments.map(|comment| json!({"after_ply": comment.after_ply, "text": comment.text})).collect()
}

/// The games of the Hub protocol have legal moves only: a position that was set up, or made by an
/// irregular move, begins a line.
fn hub(record: &Record) -> String {
    let mut text = String::new();
    let mut line = Line { position: record.start(), moves: Vec::new() };
    let mut position = record.start();
    for ply in record.plies() {
        if ply.before != position {
            line.end(ply.before, &mut text);
        }
        match ply.breach {
            Some(_) => line.end(ply.after, &mut text),
            None => line.moves.push(ply.before.hub_move(&ply.mv)),
        }
        position = ply.after;
    }
    if record.end() != position {
        line.end(record.end(), &mut text);
    }
    line.write(&mut text);
    text
}

struct Line {
    position: Position,
    moves: Vec<String>,
}

impl Line {
    fn end(&mut self, next: Position, text: &mut String) {
        self.write(text);
        *self = Self { position: next, moves: Vec::new() };
    }

    fn write(&self, text: &mut String) {
        text.push_str(&format!("pos pos={}", self.position.hub()));
        if !self.moves.is_empty() {
            text.push_str(&format!(" moves=\"{}\"", self.moves.join(" ")));
        }
        text.push('\n');
    }
}

fn fens(record: &Record) -> String {
    let mut text = String::new();
    let mut last = None;
    let plies = record.plies().iter().flat_map(|ply| [ply.before, ply.after]);
    for position in std::iter::once(record.start()).chain(plies).chain([record.end()]) {
        if last != Some(position) {
            text.push_str(&format!("{position}\n"));
        }
        last = Some(position);
    }
    text.push('\n');
    text
}
