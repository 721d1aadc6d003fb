//! Formats that `damcast pdn convert` writes.

use draughts::{
    Position,
    pdn::{self, Export, PdnGame, Record, Status, Tag, Terminator},
};

use super::{json::GameForm, report::Reported};

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Form {
    /// Strict PDN 3.0.
    Pdn,
    /// One line of JSON for each game: tags, first position, moves, result, warnings.
    Json,
    /// One line of the Hub protocol for each game, or for each part of it between positions that
    /// were set up: `pos pos=W… moves="32-28 19-23"`.
    Hub,
    /// One line for each position of a game, and an empty line after the game.
    Fen,
}

impl Form {
    /// Returns true if the format has a place for games that cannot be replayed.
    pub(super) const fn has_all_games(self) -> bool {
        matches!(self, Self::Json)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the game cannot be written as JSON.
    pub(super) fn write(
        self,
        game: &Reported<'_>,
        record: &Record,
        end: Terminator,
    ) -> serde_json::Result<String> {
        match self {
            Self::Pdn => Ok(pdn(game.game, record, end)),
            Self::Json => serde_json::to_string(&GameForm::new(game, record)),
            Self::Hub => Ok(hub(record)),
            Self::Fen => Ok(fens(record)),
        }
    }
}

/// Tag for a result that is a score of neither variant, such as those of the Delft system.
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

/// Writes a game in the Hub protocol. Its games have legal moves only, so each position that was
/// set up or follows an irregular move begins a line.
fn hub(record: &Record) -> String {
    let mut text = String::new();
    let mut line = MoveLine { position: record.start(), moves: Vec::new() };
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

struct MoveLine {
    position: Position,
    moves: Vec<String>,
}

impl MoveLine {
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
