//! `damcast decisions`: the decisions of a tournament, the rulings on its games, and who changed
//! seats and the grace, from the event log.

mod record;

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use live_game::{GameEvent, InputId};
use phrases::Language;
use proto::{
    convert::Record,
    subject::{GameId, Leaf, Stream, Subject, TournamentKey},
};
use runtime::LogEntry;
use thiserror::Error;
use tournament::{EventKind, Tournament};

use self::record::{Entry, Sought};
use crate::{
    asked_nats::AskedNats, lines, log_reader::LogReader, nats_server::User, question::language,
    rebuild::tournament, record_form::Format,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "operator";

/// Options of `damcast decisions`.
#[derive(Clone, Debug, clap::Args)]
pub struct Decisions {
    /// Venue and id of the tournament, as in "main.kk-2026".
    #[arg(value_name = "VENUE.ID", value_parser = tournament)]
    pub tournament: TournamentKey,
    /// Only decisions of this kind: settings, entries, presence, rounds, results, ties, rulings on
    /// games, or devices (seats and grace); may be repeated.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    pub kinds: Vec<String>,
    /// Only decisions of this person.
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
    /// Only decisions whose words have this text, in whatever case.
    #[arg(long, value_name = "TEXT")]
    pub find: Option<String>,
    /// The form.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Language of the texts: en, nl or fy.
    #[arg(
        long,
        env = "DAMCAST_LANGUAGE",
        value_name = "LANGUAGE",
        default_value = "en",
        value_parser = language
    )]
    pub language: Language,
    /// The nats-server that is asked.
    #[command(flatten)]
    pub nats: AskedNats,
}

/// The name of no kind.
#[derive(Debug, Error)]
#[error("the kinds are {}", kinds().collect::<Vec<_>>().join(", "))]
struct UnknownKind;

/// Returns the names of all kinds.
fn kinds() -> impl Iterator<Item = &'static str> {
    EventKind::ALL.map(EventKind::as_str).into_iter().chain([record::RULINGS, record::DEVICES])
}

fn kind(text: &str) -> Result<String, UnknownKind> {
    kinds().find(|kind| *kind == text).map(str::to_owned).ok_or(UnknownKind)
}

impl Decisions {
    /// Prints the decisions, the oldest first.
    ///
    /// # Errors
    /// If NATS does not answer, the log has no such tournament, or a message of it cannot be read.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let reader = LogReader::connect(NAME, &self.nats.config(User::Operator)).await?;
        let entries = read(&reader, &self.tournament, self.language).await?;
        let sought = Sought { kinds: &self.kinds, by: self.by.as_deref(), find: self.find };
        let text = record::written(&entries, &sought, self.format, self.language)?;
        lines::ended(write!(io::stdout(), "{text}").map(|()| ExitCode::SUCCESS))
    }
}

/// Reads what people have decided and ruled, in the order of the moments.
async fn read(
    reader: &LogReader,
    key: &TournamentKey,
    language: Language,
) -> anyhow::Result<Vec<Entry>> {
    let failed = || format!("read the log of {key}");
    // The words of a decision need the names of those who were entered after it, so the decisions
    // are kept until the tournament is whole.
    let (mut log, mut tournament) = (Vec::new(), Tournament::default());
    let decided = |entry: LogEntry| {
        if let Record::Tournament(events) = &entry.record {
            events.iter().for_each(|event| tournament.apply(event));
        }
        log.push(entry);
    };
    let decisions = Subject::log(key).to_string();
    reader.for_each(Stream::Tournament, &decisions, decided).await.with_context(failed)?;
    ensure!(!log.is_empty(), "the event log has no tournament {key}");
    let mut entries: Vec<_> =
        log.iter().filter_map(|entry| Entry::of_decision(entry, &tournament, language)).collect();
    let mut refused: BTreeSet<(GameId, InputId)> = BTreeSet::new();
    let judged = |entry: LogEntry| {
        let (Leaf::Game(game), Record::Game(stored)) = (entry.subject.leaf, &entry.record) else {
            return;
        };
        for event in &stored.events {
            if let GameEvent::InputRefused { input, .. } = event {
                refused.insert((game, input.clone()));
            }
        }
    };
    let games = Subject::of_tournament(Stream::Game, key);
    reader.for_each(Stream::Game, &games, judged).await.with_context(failed)?;
    let ruled = |entry: LogEntry| {
        let Leaf::Game(game) = entry.subject.leaf else {
            entries.extend(Entry::of_seats(&entry, language));
            return;
        };
        let is_refused = |input: &InputId| refused.contains(&(game, input.clone()));
        entries.extend(Entry::of_ruling(&entry, game, &tournament, is_refused, language));
    };
    let inputs = Subject::of_tournament(Stream::Input, key);
    reader.for_each(Stream::Input, &inputs, ruled).await.with_context(failed)?;
    // Equal moments stay in the order of their streams.
    entries.sort_by_key(|entry| entry.at);
    Ok(entries)
}
