//! The source of each recorded result of a tournament: the newest message of GAME that led to it, or the
//! moment at which it was recorded by hand. A message of GAME that is older is stale.

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use proto::{
    convert::Record,
    subject::{Stream, Subject, TournamentKey},
};
use runtime::{EventLog, LedgerError, LogEntry};
use tournament::{Event, ResultSource, RoundNumber, TableNumber};

use crate::{error::Error, tournaments::in_time};

/// Number of tournaments whose provenances stay in memory; those of others are read again.
const HELD: NonZeroUsize = NonZeroUsize::new(256).unwrap();
/// Number of entries of a log that are read at once.
const PAGE: u32 = 500;

/// A table of a round, at which one game is played.
pub(crate) type RoundTable = (RoundNumber, TableNumber);

/// The source of one game's result, from the log of its tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Provenance {
    /// The source itself.
    pub(crate) source: ResultSource,
    /// Sequence of the last message in the tournament's log.
    pub(crate) log_sequence: u64,
}

/// The source of each result of a tournament, as far as its log was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Provenances {
    of_tables: BTreeMap<RoundTable, ResultSource>,
    /// Sequence of the last message that was read; 0 before the first.
    log_sequence: u64,
}

impl Provenances {
    /// Applies the next entry of the log.
    pub(crate) fn apply(&mut self, entry: &LogEntry) {
        self.log_sequence = entry.sequence;
        for table in tables_of(entry) {
            let source = self.of_tables.entry(table).or_default();
            source.add(entry.caused_by(Stream::Game), entry.recorded_at);
        }
    }

    /// Returns the source of one game's result.
    pub(crate) fn of(&self, table: RoundTable) -> Provenance {
        let source = self.of_tables.get(&table).copied().unwrap_or_default();
        Provenance { source, log_sequence: self.log_sequence }
    }
}

/// Returns the tables whose results this entry sets, replaces or withdraws.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events leave every result as it is")]
fn tables_of(entry: &LogEntry) -> impl Iterator<Item = RoundTable> {
    let events =
        if let Record::Tournament(events) = &entry.record { events.as_slice() } else { &[] };
    events.iter().filter_map(|event| match event {
        Event::ResultRecorded { round, table, .. }
        | Event::ResultCorrected { round, table, .. }
        | Event::ResultWithdrawn { round, table } => Some((*round, *table)),
        _ => None,
    })
}

/// The provenances of all tournaments, read from their logs on demand. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ProvenanceReader {
    log: EventLog,
    held: Arc<Mutex<LruCache<TournamentKey, Arc<tokio::sync::Mutex<ReadSoFar>>>>>,
}

/// The provenances of one tournament as far as its log was read.
#[derive(Debug, Default)]
struct ReadSoFar {
    provenances: Provenances,
    last: Option<LogEntry>,
}

impl ProvenanceReader {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log, held: Arc::new(Mutex::new(LruCache::new(HELD))) }
    }

    /// Returns the source of a game's result. Reads the log in pages, and only its new part; the pages
    /// read stay known if NATS does not answer for the rest.
    ///
    /// # Errors
    /// [`Error::Ledger`] or [`Error::Late`].
    pub(crate) async fn read(
        &self,
        key: &TournamentKey,
        table: RoundTable,
    ) -> Result<Provenance, Error> {
        let held = {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(held.get_or_insert(key.clone(), Arc::default))
        };
        let mut read_so_far = held.lock().await;
        let subject = Subject::log(key);
        let filter = subject.to_string();
        loop {
            // The last entry is read again to notice a store that was set back, which lacks it.
            let from = read_so_far.last.as_ref().map_or(1, |last| last.sequence);
            let page = self.log.page(subject.stream, &filter, from, PAGE);
            let page = in_time(key, page).await??;
            let mut entries = page.entries.into_iter().peekable();
            if let Some(last) = &read_so_far.last {
                let is_last = |entry: &Result<LogEntry, _>| {
                    entry.as_ref().is_ok_and(|entry| {
                        (entry.sequence, entry.digest()) == (last.sequence, last.digest())
                    })
                };
                if entries.next_if(is_last).is_none() {
                    *read_so_far = ReadSoFar::default();
                    continue;
                }
            }
            for entry in entries {
                let entry = entry.map_err(LedgerError::from)?;
                read_so_far.provenances.apply(&entry);
                read_so_far.last = Some(entry);
            }
            if !page.is_more {
                return Ok(read_so_far.provenances.of(table));
            }
        }
    }
}
