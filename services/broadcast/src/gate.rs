//! The gate between the log and everything public of one tournament.
//!
//! A message passes once the embargoes let it ([`Embargoes::due`]), and the messages of its subject
//! before it have passed. That is decided by the moments in the log alone, so every replica lets
//! the same through, also after a restart: no timer matters, the gate is only asked again what is
//! due by now. Everything that spectators read is made of what has passed, so nothing public
//! depends on a younger message. Embargoes themselves are public at once, and are those of the
//! newest message of the tournament.
//!
//! While no embargo was ever set, messages pass as they come and nothing is kept here.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use draughts::Timestamp;
use proto::{
    convert::{ConvertError, Record, round, table},
    subject::{GameId, Stream},
};
use runtime::LogEntry;
use tournament::{EmbargoScope, Embargoes, Event, Recorded, Tournament};

/// The gate of one tournament.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    embargoes: Embargoes,
    /// The embargoes of the newest message that told of them were applied in the view.
    applied: (usize, usize),
    /// The moments at which games ended first.
    ended: BTreeMap<GameId, Timestamp>,
    waiting: BTreeMap<(GameId, Stream), Waiting>,
    log: PublicLog,
}

/// The messages of a game or a clock that have not passed.
#[derive(Debug, Default)]
struct Waiting {
    /// The sequence of the last message that was taken.
    last: u64,
    entries: VecDeque<LogEntry>,
}

/// The messages of TOURNAMENT: folded as far as they have passed.
#[derive(Debug, Default)]
struct PublicLog {
    tournament: Tournament,
    /// The sequence of the last message that was folded.
    sequence: u64,
    digest: Bytes,
    /// The sequence of the last message that was taken.
    last: u64,
    waiting: VecDeque<LogEntry>,
}

/// The tournament as far as its messages have passed.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) tournament: Tournament,
    /// The sequence of its last message.
    pub(crate) sequence: u64,
    /// The digest of that message.
    pub(crate) digest: Bytes,
}

impl Gate {
    /// Returns true if no embargo was ever set, so that nothing is withheld.
    pub(crate) fn is_open(&self) -> bool {
        self.embargoes.is_empty()
    }

    /// Returns true if messages wait.
    pub(crate) fn holds_any(&self) -> bool {
        !self.log.waiting.is_empty()
            || self.waiting.values().any(|waiting| !waiting.entries.is_empty())
    }

    /// Returns the embargoes.
    pub(crate) fn embargoes(&self) -> &Embargoes {
        &self.embargoes
    }

    /// Sets the embargoes to those of the newest message of TOURNAMENT, unless newer ones are
    /// known.
    pub(crate) fn set(&mut self, embargoes: &Embargoes) {
        if embargoes.decisions() >= self.embargoes.decisions() {
            self.embargoes.clone_from(embargoes);
        }
    }

    /// Returns true once whenever other embargoes hold than before.
    pub(crate) fn turns(&mut self, now: Timestamp) -> bool {
        let before = std::mem::replace(&mut self.applied, self.embargoes.decisions_by(now));
        before != self.applied
    }

    /// Returns true if a message about a game is public, whatever came before it; false too if that
    /// cannot be told from the message alone.
    pub(crate) fn lets_through(&self, entry: &LogEntry, now: Timestamp) -> bool {
        if self.is_open() {
            return true;
        }
        let Some(id) = entry.game().map(|key| key.game) else { return true };
        let ended_at = self.ended.get(&id).copied();
        let ended_at = ended_at.or_else(|| is_of_end(entry).then_some(entry.recorded_at));
        is_public(self.due(id, entry.recorded_at, ended_at), entry, now)
    }

    /// Takes a message about a game, unless it was taken before. It passes with
    /// [`Gate::release_games`].
    pub(crate) fn take(&mut self, entry: LogEntry) {
        let Some(id) = entry.game().map(|key| key.game) else { return };
        let waiting = self.waiting.entry((id, entry.subject.stream)).or_default();
        if entry.sequence <= waiting.last {
            return;
        }
        waiting.last = entry.sequence;
        if is_of_end(&entry) {
            self.ended.entry(id).or_insert(entry.recorded_at);
        }
        waiting.entries.push_back(entry);
    }

    /// Drops the messages of a subject that wait, because its log has another history than before.
    pub(crate) fn forget(&mut self, entry: &LogEntry) {
        if let Some(id) = entry.game().map(|key| key.game) {
            self.waiting.remove(&(id, entry.subject.stream));
        }
    }

    /// Returns the messages about games that are public by now and were not returned before, each
    /// game's in the order of its log.
    pub(crate) fn release_games(&mut self, now: Timestamp) -> Vec<LogEntry> {
        let mut passed = Vec::new();
        let mut waiting = std::mem::take(&mut self.waiting);
        for ((id, _stream), waiting) in &mut waiting {
            let ended_at = self.ended.get(id).copied();
            let has_passed = |entry: &&LogEntry| {
                is_public(self.due(*id, entry.recorded_at, ended_at), entry, now)
            };
            let count = waiting.entries.iter().take_while(has_passed).count();
            passed.extend(waiting.entries.drain(..count));
        }
        self.waiting = waiting;
        passed.sort_by_key(|entry| (entry.recorded_at, entry.sequence));
        passed
    }

    /// Returns the sequence of the last message of TOURNAMENT that was taken.
    pub(crate) fn read_to(&self) -> u64 {
        self.log.last
    }

    /// Takes a message of TOURNAMENT, unless it was taken before. It passes with
    /// [`Gate::release_log`].
    pub(crate) fn take_log(&mut self, entry: LogEntry) {
        if entry.sequence > self.log.last {
            self.log.last = entry.sequence;
            self.log.waiting.push_back(entry);
        }
    }

    /// Folds the messages of TOURNAMENT that are public by now; returns true if there were any.
    pub(crate) fn release_log(&mut self, now: Timestamp) -> bool {
        let PublicLog { tournament, sequence, digest, waiting, last: _ } = &mut self.log;
        let before = *sequence;
        while let Some(entry) = waiting.front() {
            let events = events(entry);
            if !is_public(self.embargoes.due_of(events, entry.recorded_at), entry, now) {
                break;
            }
            events.iter().for_each(|event| tournament.apply(event));
            (*sequence, *digest) = (entry.sequence, entry.digest().clone());
            waiting.pop_front();
        }
        *sequence != before
    }

    /// Returns the tournament as far as its messages have passed.
    pub(crate) fn passed(&self) -> Passed {
        let PublicLog { tournament, sequence, digest, .. } = &self.log;
        Passed { tournament: tournament.clone(), sequence: *sequence, digest: digest.clone() }
    }

    fn due(
        &self,
        id: GameId,
        at: Timestamp,
        game_ended_at: Option<Timestamp>,
    ) -> Option<Timestamp> {
        let about = board(id).ok()?;
        self.embargoes.due(&Recorded { about, at, game_ended_at })
    }
}

/// Returns the board of a game.
///
/// # Errors
/// [`ConvertError`] if its name has a number that counts nothing.
pub(crate) fn board(id: GameId) -> Result<EmbargoScope, ConvertError> {
    Ok(EmbargoScope::Board(round(id.round())?, table(id.table())?))
}

/// Returns true if a message that is due at a moment is public by now. One that nothing withholds
/// is, even if the clock of its writer is ahead.
fn is_public(due: Option<Timestamp>, entry: &LogEntry, now: Timestamp) -> bool {
    due.is_some_and(|due| due <= now || due == entry.recorded_at)
}

/// Returns the events of a message of TOURNAMENT.
fn events(entry: &LogEntry) -> &[Event] {
    match &entry.record {
        Record::Tournament(events) => events,
        Record::Game(_)
        | Record::Clock(_)
        | Record::Input(_)
        | Record::Tables(_)
        | Record::Access(_) => &[],
    }
}

/// Returns true if a message of GAME leaves the game ended.
fn is_of_end(entry: &LogEntry) -> bool {
    let Record::Game(record) = &entry.record else { return false };
    record.state.is_over()
}
