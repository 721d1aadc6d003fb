//! The play of which the public is told.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde_json::Value;
use tests::{script::read_pdn, spectator::Seen};

/// The play of which an answer tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ToldPlay {
    /// Number of moves by game.
    pub(super) plies: BTreeMap<String, usize>,
    /// The games with a result.
    pub(super) results: BTreeSet<String>,
    /// True if a result counts in a table.
    pub(super) is_counted: bool,
    /// True if a round is closed.
    pub(super) is_closed: bool,
}

impl ToldPlay {
    pub(super) fn by(path: &str, body: &str) -> Result<Self> {
        let mut told = Self::default();
        if let Some(of) = path.strip_suffix(".pdn") {
            let one = of.rsplit_once("/games/").map(|(_, game)| game.to_owned());
            for (table, game) in (1..).zip(read_pdn(body)) {
                let id = one.clone().unwrap_or_else(|| format!("r1-t{table}"));
                if game.score != proto::v1::Score::Unspecified {
                    told.results.insert(id.clone());
                }
                told.plies.insert(id, game.moves.len());
            }
        } else {
            told.add(&serde_json::from_str(body).context("an answer")?);
        }
        Ok(told)
    }

    pub(super) fn of(seen: &Seen) -> Self {
        Self {
            plies: seen.moves.iter().map(|(id, moves)| (id.clone(), moves.len())).collect(),
            results: seen.results.keys().cloned().collect(),
            is_counted: seen.standings.iter().any(|line| line.played > 0),
            is_closed: seen.rounds.values().any(|state| state == "closed"),
        }
    }

    /// Adds a value and everything in it.
    fn add(&mut self, value: &Value) {
        match value {
            Value::Array(all) => all.iter().for_each(|one| self.add(one)),
            Value::Object(fields) => {
                if let Some(id) = value["id"].as_str() {
                    let moves = value["moves"].as_array().map(|moves| moves.len() as u64);
                    if let Some(plies) = moves.or(value["plies"].as_u64()) {
                        self.plies.insert(id.to_owned(), usize::try_from(plies).unwrap());
                    }
                    if value["result"].is_object() {
                        self.results.insert(id.to_owned());
                    }
                }
                self.is_counted |= value["played"].as_u64().is_some_and(|played| played > 0);
                // In the list, a tournament without an open round.
                let closed = ["closed", "between-rounds", "finished"];
                self.is_closed |= value["state"].as_str().is_some_and(|it| closed.contains(&it));
                fields.values().for_each(|field| self.add(field));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
