//! JSON line of a game that is converted.

use std::iter;

use draughts::{
    Position, RuleSet, Score,
    pdn::{Clocks, PdnGame, Record},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::report::{GameStatus, Reported};

/// A game with everything in its record. Lists that few games need are left out if empty.
#[derive(Serialize)]
pub(super) struct GameForm<'a> {
    file: String,
    game: usize,
    line: usize,
    tags: Tags<'a>,
    variant: &'static str,
    fen: String,
    moves: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    irregular: Vec<Irregular>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    positions: Vec<SetUp>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<ClockTimes>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment<'a>>,
    r#final: String,
    result: Option<&'static str>,
    status: &'static str,
    /// Reason why the game is not in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    warnings: Vec<String>,
}

/// Tags in their order; of several with the same name the first counts.
struct Tags<'a>(&'a PdnGame);

/// An irregular move that stands, with its ply from 1.
#[derive(Serialize)]
struct Irregular {
    article: Option<&'static str>,
    breach: &'static str,
    fen: String,
    ply: usize,
}

/// A position that was set up, with the number of plies before it.
#[derive(Serialize)]
struct SetUp {
    after_ply: usize,
    fen: String,
}

/// Clock times of a ply, in milliseconds.
#[derive(Serialize)]
struct ClockTimes {
    black_ms: Option<u64>,
    ply: usize,
    running: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent_ms: Option<u64>,
    white_ms: Option<u64>,
}

#[derive(Serialize)]
struct Comment<'a> {
    after_ply: u32,
    text: &'a str,
}

impl<'a> GameForm<'a> {
    /// Converts a game and its record.
    pub(super) fn new(reported: &Reported<'a>, record: &'a Record) -> Self {
        let game = reported.game;
        let status = GameStatus::of(&game.status);
        Self {
            file: reported.file.display().to_string(),
            game: reported.number,
            line: reported.line,
            tags: Tags(game),
            variant: game.variant.as_str(),
            fen: record.start().fen(),
            moves: record.plies().iter().map(|ply| ply.text.as_str()).collect(),
            irregular: irregular(record, game.rules()),
            positions: set_ups(record),
            clocks: clocks(record),
            comments: comments(record),
            r#final: record.end().fen(),
            result: game.score.map(Score::as_str),
            status: status.as_str(),
            reason: (!status.is_fine()).then(|| game.status.to_string()),
            warnings: game.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(game) = self;
        let mut tags = serializer.serialize_map(None)?;
        let firsts = game.tags.iter().filter(|tag| game.tag(tag.name()) == Some(tag.value()));
        for tag in firsts {
            tags.serialize_entry(tag.name(), tag.value())?;
        }
        tags.end()
    }
}

fn irregular(record: &Record, rules: Option<RuleSet>) -> Vec<Irregular> {
    let plies = (1..).zip(record.plies());
    let irregular = plies.filter_map(|(ply, played)| {
        let breach = played.breach?;
        let article = rules.and_then(|rules| breach.article(rules));
        Some(Irregular { article, breach: breach.as_str(), fen: played.after.fen(), ply })
    });
    irregular.collect()
}

fn set_ups(record: &Record) -> Vec<SetUp> {
    let before = iter::once(record.start()).chain(record.plies().iter().map(|ply| ply.after));
    let next = record.plies().iter().map(|ply| ply.before).chain([record.end()]);
    let set_ups = before.zip(next).enumerate().filter(|(_, (before, next))| before != next);
    let form = |(after_ply, (_, next)): (usize, (Position, Position))| SetUp {
        after_ply,
        fen: next.fen(),
    };
    set_ups.map(form).collect()
}

fn clocks(record: &Record) -> Vec<ClockTimes> {
    let plies = (1..).zip(record.plies()).filter(|(_, played)| !played.clocks.is_empty());
    let times = plies.map(|(ply, played)| {
        let Clocks { white_ms, black_ms, running, spent_ms } = played.clocks;
        let running = running.map(|color| color.letter());
        ClockTimes { black_ms, ply, running, spent_ms, white_ms }
    });
    times.collect()
}

fn comments(record: &Record) -> Vec<Comment<'_>> {
    let comments = record.comments().iter();
    let form =
        comments.map(|comment| Comment { after_ply: comment.after_ply, text: &comment.text });
    form.collect()
}
