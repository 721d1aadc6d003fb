//! Real games to play, read from PDN by a reader of its own.

use anyhow::{Context as _, Result, ensure};
use proto::v1::MoveText;

/// Number of the longest game's plies that are played; a campaign needs many games rather than long
/// ones.
const PLIES_MAX: usize = 90;

/// A game as it was played.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The moves in order, as in "32-28" and "19x28".
    pub(crate) moves: Vec<String>,
}

impl Script {
    /// Returns the move of a ply (from 1) in the form that a device sends.
    pub(crate) fn move_text(&self, ply: usize) -> Result<MoveText> {
        let text = self.moves.get(ply.wrapping_sub(1)).context("no such ply")?;
        let (from, via, to) = squares(text)?;
        Ok(MoveText { from, to, via, taken: None })
    }

    /// Returns the game up to a ply.
    pub(crate) fn first(mut self, plies: usize) -> Self {
        self.moves.truncate(plies);
        self
    }

    /// Returns the first and the last square of each move.
    pub(crate) fn path(&self) -> Result<Vec<(u32, u32)>> {
        let ends = |text: &String| squares(text).map(|(from, _via, to)| (from, to));
        self.moves.iter().map(ends).collect()
    }
}

fn squares(text: &str) -> Result<(u32, Vec<u32>, u32)> {
    let squares = text.split(['-', 'x']).map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let [from, via @ .., to] = squares.as_slice() else { anyhow::bail!("{text:?} is no move") };
    Ok((*from, via.to_vec(), *to))
}

/// Returns `count` games of international draughts, the same ones again if there are not so many.
pub(crate) fn scripts(count: usize) -> Result<Vec<Script>> {
    let file = "international/Montpellier_Open_Serie_A.pdn";
    let games = games(&test_data::text(&format!("pdn/{file}")));
    let mut all = Vec::new();
    for entry in test_data::json_lines("pdn/index.jsonl") {
        if entry["file"] != file || entry["status"] != "OK" {
            continue;
        }
        let index = usize::try_from(entry["index"].as_u64().context("an index")?)?;
        let moves = games.get(index).context("the index names a game of the file")?.clone();
        let plies = entry["plies"].as_u64().context("a number of plies")?;
        if moves.len() as u64 == plies {
            all.push(Script { moves: moves.into_iter().take(PLIES_MAX).collect() });
        }
    }
    ensure!(!all.is_empty(), "no game in {file}");
    Ok(all.iter().cycle().take(count).cloned().collect())
}

/// Returns the moves of each game in a well-formed PDN text.
fn games(text: &str) -> Vec<Vec<String>> {
    let mut games: Vec<Vec<String>> = Vec::new();
    let mut in_tags = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            if !in_tags {
                games.push(Vec::new());
            }
            in_tags = true;
            continue;
        }
        in_tags = in_tags && line.is_empty();
        let Some(game) = games.last_mut() else { continue };
        for token in line.split_whitespace() {
            let token = token.rsplit('.').next().unwrap_or_default();
            let is_result = ["2-0", "1-1", "0-2", "0-0", "1-0", "0-1"].contains(&token);
            if token.contains(['-', 'x']) && !is_result {
                game.push(token.to_owned());
            }
        }
    }
    games
}
