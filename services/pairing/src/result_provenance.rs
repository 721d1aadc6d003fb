//! The source of each recorded result of a tournament: the newest message of GAME that led to it,
//! or the moment at which it was recorded by hand. A message of GAME that is older
//! is stale, unless the newest one was lost by GAME: what GAME stores after a loss has lower
//! sequences. It also has who recorded a result, and when.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use access::SubjectId;
use lru::LruCache;
use proto::{
    convert::Record,
    subject::{GameId, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, LedgerError, LogEntry, Recorded, lock};
use tokio::sync::OwnedMutexGuard;
use tournament::{Event, GameCause, ResultSource, RoundNumber, TableNumber};

use crate::{error::Error, tournaments::in_time};

/// Number of tournaments whose provenances stay in memory; those of others are read again.
const HELD: NonZeroUsize = NonZeroUsize::new(256).unwrap();
/// Number of entries of a log that are read at once.
const PAGE: u32 = 500;

/// The most by which the clocks of two hosts differ. A message of GAME that was recorded that much
/// later than a result did not lead to it: it has the sequence of one that was lost.
const CLOCKS_DIFFER: Duration = Duration::from_secs(1);

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
    of_tables: BTreeMap<RoundTable, Sources>,
    /// Sequence of the last message that was read; 0 before the first.
    log_sequence: u64,
}

/// The messages and decisions that set, replaced or withdrew the result of a game.
#[derive(Clone, Debug, Default)]
struct Sources {
    newest: ResultSource,
    /// The messages of GAME, each with the moment at which the result that follows from it was
    /// recorded.
    messages: Vec<GameCause>,
    /// The person who recorded the result that stands; `None` if nobody did by hand.
    recorded: Option<Recorded>,
}

impl Provenances {
    /// Applies the next entry of the log.
    pub(crate) fn apply(&mut self, entry: &LogEntry) {
        self.log_sequence = entry.sequence;
        let by = author_of(entry);
        for (table, stands) in tables_of(entry) {
            let sources = self.of_tables.entry(table).or_default();
            let Sources { newest, messages, recorded } = sources;
            *recorded = by.clone().filter(|_by| stands);
            let (cause, recorded_at) = (entry.caused_by(Stream::Game), entry.recorded_at);
            newest.add(cause, recorded_at);
            messages.extend(cause.map(|sequence| GameCause { sequence, recorded_at }));
        }
    }

    /// Returns the source of one game's result.
    pub(crate) fn of(&self, table: RoundTable) -> Provenance {
        let source = self.of_tables.get(&table).map(|sources| sources.newest).unwrap_or_default();
        Provenance { source, log_sequence: self.log_sequence }
    }

    /// Returns the person who recorded one game's result; `None` if nobody did by hand.
    fn recorded(&self, table: RoundTable) -> Option<Recorded> {
        self.of_tables.get(&table)?.recorded.clone()
    }

    /// Returns the messages of GAME that led to a game's results, the one with the highest sequence
    /// first.
    fn messages(&self, table: RoundTable) -> Vec<GameCause> {
        let sources = self.of_tables.get(&table);
        let mut messages = sources.map(|sources| sources.messages.clone()).unwrap_or_default();
        messages.sort_by_key(|message| Reverse((message.sequence, message.recorded_at)));
        messages
    }
}

/// Returns the tables whose results this entry sets, replaces or withdraws, each with true if a
/// result stands from then on.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events leave every result as it is")]
fn tables_of(entry: &LogEntry) -> impl Iterator<Item = (RoundTable, bool)> {
    events_of(entry).iter().filter_map(|event| match event {
        Event::ResultRecorded { round, table, .. }
        | Event::ResultCorrected { round, table, .. } => Some(((*round, *table), true)),
        Event::ResultWithdrawn { round, table } => Some(((*round, *table), false)),
        _ => None,
    })
}

/// Returns who decided an entry, if the venue knows them.
fn author_of(entry: &LogEntry) -> Option<Recorded> {
    let Event::Ruled { by, at } = events_of(entry).first()? else { return None };
    Some(Recorded { by: SubjectId::new(by.subject()).ok()?, at: *at })
}

fn events_of(entry: &LogEntry) -> &[Event] {
    if let Record::Tournament(events) = &entry.record { events } else { &[] }
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

    /// Returns the source of a game's result, of which GAME still has the message. Reads the log in
    /// pages, and only its new part; the pages read stay known if NATS does not answer for the
    /// rest.
    ///
    /// # Errors
    /// [`Error::Ledger`] or [`Error::Late`].
    pub(crate) async fn read(
        &self,
        key: &TournamentKey,
        table: RoundTable,
    ) -> Result<Provenance, Error> {
        let read = self.read_on(key).await?;
        self.stored(key, table, &read.provenances).await
    }

    /// Returns the person who recorded a game's result, and when; `None` if nobody did by hand, or
    /// the venue does not know them.
    ///
    /// # Errors
    /// As for [`ProvenanceReader::read`].
    pub(crate) async fn recorded(
        &self,
        key: &TournamentKey,
        table: RoundTable,
    ) -> Result<Option<Recorded>, Error> {
        Ok(self.read_on(key).await?.provenances.recorded(table))
    }

    /// Reads the new part of a log.
    async fn read_on(&self, key: &TournamentKey) -> Result<OwnedMutexGuard<ReadSoFar>, Error> {
        let held = {
            let mut held = lock(&self.held);
            Arc::clone(held.get_or_insert(key.clone(), Arc::default))
        };
        let mut read_so_far = held.lock_owned().await;
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
                return Ok(read_so_far);
            }
        }
    }

    /// Returns the source of a game's result without the messages that GAME has lost.
    async fn stored(
        &self,
        key: &TournamentKey,
        table: RoundTable,
        provenances: &Provenances,
    ) -> Result<Provenance, Error> {
        let mut provenance = provenances.of(table);
        provenance.source.game_sequence = 0;
        for message in provenances.messages(table) {
            if self.has(key, table, message).await? {
                provenance.source.game_sequence = message.sequence;
                break;
            }
        }
        Ok(provenance)
    }

    /// Returns true if GAME has the message that led to a result recorded at this moment.
    async fn has(
        &self,
        key: &TournamentKey,
        (round, table): RoundTable,
        GameCause { sequence, recorded_at }: GameCause,
    ) -> Result<bool, Error> {
        let Ok(game) = GameId::new(round.get(), table.get()) else { return Ok(false) };
        let game = Subject::game(Stream::Game, &key.game(game));
        let by = recorded_at.saturating_add(CLOCKS_DIFFER);
        match in_time(key, self.log.entry_at(Stream::Game, sequence)).await? {
            Ok(found) => Ok(found.is_some_and(|it| it.subject == game && it.recorded_at <= by)),
            // The message cannot be read, but GAME still has it: no other message got its sequence.
            Err(LedgerError::Unreadable(unreadable)) if !unreadable.is_newer() => Ok(true),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Outcome, Reason, Score};
    use live_game::{Game, GameEvent};
    use proto::v1::Cause;
    use runtime::MemoryBroker;
    use tournament::Tournament;

    use super::*;

    #[tokio::test]
    async fn a_message_that_game_has_lost_is_the_source_of_no_result() {
        let (broker, (round, table)) =
            (MemoryBroker::default(), (RoundNumber::FIRST, TableNumber::FIRST));
        let key = TournamentKey {
            venue: "main".parse().unwrap(),
            tournament: "kk-2026".parse().unwrap(),
        };
        let subject =
            |table| Subject::game(Stream::Game, &key.game(GameId::new(1, table).unwrap()));
        let play = |table| {
            let (broker, subject) = (broker.clone(), subject(table));
            async move {
                let played = [GameEvent::BlackStarts];
                broker.append::<Game>(&subject, &played, None).await.unwrap().sequence
            }
        };
        let recorded = |sequence| {
            let outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
            let event = Event::ResultRecorded { round, table, outcome, men_ahead: None };
            let cause = Cause { stream: "GAME".to_owned(), sequence };
            let (broker, log) = (broker.clone(), Subject::log(&key));
            async move { broker.append::<Tournament>(&log, &[event], Some(cause)).await.unwrap() }
        };
        let provenances = ProvenanceReader::new(broker.log());
        let source =
            || async { provenances.read(&key, (round, table)).await.unwrap().source.game_sequence };

        assert_eq!(source().await, 0);
        for sequence in 1..=3 {
            assert_eq!(play(1).await, sequence);
        }
        recorded(1).await;
        recorded(3).await;
        assert_eq!(source().await, 3);
        broker.set_back(Stream::Game, 1);
        assert_eq!(source().await, 1);
        // Other games take the sequences that were lost.
        assert_eq!((play(1).await, play(2).await), (2, 3));
        recorded(2).await;
        assert_eq!(source().await, 2);
    }
}
