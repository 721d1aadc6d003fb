//! The state of a tournament in the words of a script, to be compared with its expectations.

use anyhow::{Context as _, Result};
use proto::v1::{GroupTable, Round, StandingView, TableRow};

use super::Story;
use crate::spectator::Spectator;

impl Story {
    /// Returns the current answer to a line with an expectation, in its words; `None` for a
    /// command.
    pub(super) async fn seen(&self, line: &str) -> Result<Option<String>> {
        let (word, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
        if !["pairs", "table", "winners", "ties", "final", "finished", "decided"].contains(&word) {
            return Ok(None);
        }
        let shown = self.shown().await?;
        let seen = match word {
            "pairs" => {
                let number = rest.split(':').next().unwrap_or_default();
                let round = shown.rounds.iter().find(|round| round.number.to_string() == number);
                format!("pairs {number}: {}", pairs(round.context("the round")?))
            }
            "table" => {
                let table = |table: &GroupTable| words(table.rows.iter().map(row));
                let tables: Vec<String> = shown.tables.iter().map(table).collect();
                format!("table: {}", tables.join(" / "))
            }
            "winners" => {
                let rows = shown.winners.iter().flat_map(|table| &table.rows).map(row);
                format!("winners: {}", words(rows)).trim_end().to_owned()
            }
            "ties" => {
                let ties = shown.tables.iter().flat_map(|table| &table.ties);
                let ties: Vec<String> = ties
                    .map(|tie| words(tie.participants.iter().map(ToString::to_string)))
                    .collect();
                format!("ties: {}", ties.join(" / ")).trim_end().to_owned()
            }
            "final" => {
                let order = shown.tables.first().map(|table| table.final_order.clone());
                let order = order.unwrap_or_default();
                let order = words(order.iter().map(ToString::to_string));
                format!("final: {order}").trim_end().to_owned()
            }
            "finished" => if shown.finished { "finished" } else { "open" }.to_owned(),
            _ => if shown.decided { "decided" } else { "open" }.to_owned(),
        };
        Ok(Some(seen))
    }
}

impl Spectator {
    /// Waits until the spectator sees the table that a line expects.
    pub(super) async fn shows(&self, line: &str) -> Result<()> {
        let row = |row: &StandingView| format!("{}.{}:{}", row.rank, row.player, row.points);
        let expected = line.trim_start_matches("table: ");
        self.sees(line, |seen| words(seen.standings.iter().map(row)) == expected).await.map(drop)
    }
}

fn pairs(round: &Round) -> String {
    let paired = round.paired.clone().unwrap_or_default();
    let of_players = round.games.iter().filter(|_| paired.matches.is_empty());
    let of_players = of_players.filter_map(|game| game.pairing.as_ref());
    let of_players = of_players.map(|pairing| format!("{}-{}", pairing.white, pairing.black));
    let of_teams = paired.matches.iter().map(|one| format!("{}-{}", one.first, one.second));
    let byes = paired.byes.iter().map(|bye| format!("bye {bye}"));
    words(of_players.chain(of_teams).chain(byes))
}

fn row(row: &TableRow) -> String {
    let points = row.values.first().and_then(|value| value.value).unwrap_or(0);
    format!("{}.{}:{points}", row.place, row.participant)
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
