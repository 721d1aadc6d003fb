//! `damcast boards readings`: what the boards of a game reported, as the service keeps it.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, BufWriter, Write as _},
    process::ExitCode,
};

use anyhow::ensure;
use proto::{
    convert::reading_record,
    subject::{GameId, GameKey, TournamentKey, reading},
};

use crate::{
    asked_nats::AskedNats, lines, log_reader::LogReader, nats_server::User, rebuild::tournament,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "operator";

/// Reads what the boards of a game reported.
#[derive(Clone, Debug, clap::Args)]
pub struct Readings {
    /// Venue and id of the tournament, as in "main.kk-2026".
    #[arg(value_name = "VENUE.ID", value_parser = tournament)]
    tournament: TournamentKey,
    /// The game, as in "r3-t12".
    #[arg(value_name = "GAME")]
    game: GameId,
    /// Only what this device reported.
    #[arg(long, value_name = "DEVICE")]
    board: Option<String>,
    /// The nats-server that is asked.
    #[command(flatten)]
    nats: AskedNats,
}

impl Readings {
    /// Writes the lines of each journal of the game, the oldest journal first.
    ///
    /// # Errors
    /// If NATS does not answer, or has nothing of the game.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let reader = LogReader::connect(NAME, &self.nats.config(User::Operator)).await?;
        let game = self.tournament.game(self.game);
        let venue = &self.tournament.venue;
        let filter = self.board.as_ref().map(|board| reading::of_board(venue, board));
        let filter = filter.unwrap_or_else(|| reading::of_venue(venue));
        let mut journals = Journals::default();
        reader.read_readings(&filter, |stored| journals.take(&game, &stored.payload)).await?;
        ensure!(
            !journals.all.is_empty(),
            "nothing that a board reported in {game} is kept: no board was at the table, or it is \
             longer ago than readings are kept; the agent of the board has its journal still"
        );
        lines::ended(journals.write().map(|()| ExitCode::SUCCESS))
    }
}

/// The journals of a game, by the moment of their first message.
#[derive(Debug, Default)]
struct Journals {
    all: Vec<Journal>,
}

#[derive(Debug)]
struct Journal {
    device: String,
    name: String,
    lines: BTreeMap<u64, String>,
}

impl Journals {
    /// Takes a message, if it is of the game. One that no program reads is none.
    fn take(&mut self, game: &GameKey, payload: &[u8]) {
        let Some((_game, record)) = reading_record(payload).filter(|(of, _)| of == game) else {
            return;
        };
        let (device, name) = (record.device, record.journal);
        let is_same = |journal: &Journal| journal.device == device && journal.name == name;
        let index = self.all.iter().position(is_same).unwrap_or_else(|| {
            self.all.push(Journal { device, name, lines: BTreeMap::new() });
            self.all.len() - 1
        });
        if let Some(journal) = self.all.get_mut(index) {
            journal.lines.extend((record.first..).zip(record.lines));
        }
    }

    fn write(&self) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for journal in &self.all {
            writeln!(io::stderr(), "{journal}")?;
            // Empty lines keep the places of what the board said and nobody could read.
            for line in journal.lines.values().filter(|line| !line.is_empty()) {
                writeln!(output, "{line}")?;
            }
        }
        output.flush()
    }
}

impl fmt::Display for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {:?}, {} lines", self.device, self.lines.len())?;
        let mut next = 1;
        for number in self.lines.keys().copied() {
            if number > next {
                write!(f, "; {next} to {} are no longer kept", number - 1)?;
            }
            next = number + 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use proto::v1::{GameRef, ReadingRecord};

    use super::*;

    fn record(device: &str, game: &str, first: u64, lines: &[&str]) -> Vec<u8> {
        let game = GameRef {
            venue: "main".to_owned(),
            tournament: "kk".to_owned(),
            game: game.to_owned(),
        };
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        let (device, journal) = (device.to_owned(), "7".to_owned());
        ReadingRecord { game: Some(game), device, journal, first, lines, at_ms: 1, spent: 0 }
            .encode_to_vec()
    }

    #[test]
    fn the_journals_of_a_game_are_told_with_their_gaps() {
        let key: TournamentKey = tournament("main.kk").unwrap();
        let game = key.game("r1-t1".parse().unwrap());
        let mut journals = Journals::default();
        for message in [
            record("a", "r1-t1", 3, &["c"]),
            record("a", "r1-t1", 6, &["f", "g"]),
            // It was sent again.
            record("a", "r1-t1", 7, &["g", "h"]),
            record("b", "r1-t1", 1, &["x"]),
            record("a", "r1-t2", 1, &["other"]),
            vec![0xff; 9],
        ] {
            journals.take(&game, &message);
        }
        let told: Vec<String> = journals.all.iter().map(ToString::to_string).collect();
        let expected = [
            "board \"a\", 4 lines; 1 to 2 are no longer kept; 4 to 5 are no longer kept",
            "board \"b\", 1 lines",
        ];
        assert_eq!(told, expected);
        let lines: Vec<&String> = journals.all[0].lines.values().collect();
        assert_eq!(lines, ["c", "f", "g", "h"]);
    }
}
