//! TOURNAMENT as far as it is public: the messages of one tournament, folded up to the last that
//! the embargoes let through.

use std::collections::VecDeque;

use bytes::Bytes;
use draughts::Timestamp;
use proto::convert::Record;
use runtime::{LogEntry, Snapshot};
use tournament::{Embargoes, Event, Tournament};

use crate::{
    log_state::Moment,
    position::{Arrival, SubjectPosition},
};

/// The public part of the log of a tournament.
#[derive(Debug, Default)]
pub(crate) struct PublicLog {
    tournament: Tournament,
    /// The sequence of the last message that was folded.
    sequence: u64,
    digest: Bytes,
    /// The last message that was read.
    read: SubjectPosition,
    /// Those that were read and not folded: no more than was read at once.
    waiting: VecDeque<LogEntry>,
    /// True if another history was folded before this one, and may be shown.
    is_anew: bool,
}

/// The tournament as far as its messages have passed.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) tournament: Tournament,
    /// The sequence of its last message.
    pub(crate) sequence: u64,
    /// The digest of that message.
    pub(crate) digest: Bytes,
    /// True if another history was shown before.
    pub(crate) is_anew: bool,
}

impl PublicLog {
    /// Begins anew if what was read does not lead to the newest state of the tournament.
    pub(crate) fn check(&mut self, head: &Snapshot<Tournament>) {
        if !self.read.may_lead_to(head.sequence(), head.digest()) {
            self.reset();
        }
    }

    fn reset(&mut self) {
        *self = Self { is_anew: true, ..Self::default() };
    }

    /// Returns the sequence from which more has to be read on the way to the newest message, which
    /// is at `head`; `None` if messages wait, or none follow.
    pub(crate) fn lacks(&self, head: u64) -> Option<u64> {
        let is_behind = self.waiting.is_empty() && self.read.sequence() < head;
        is_behind.then(|| self.read.sequence() + 1)
    }

    /// Takes the next messages, up to that at `head`; returns true if there were any. If they do
    /// not follow on what was read, the log is to be read from its first message on.
    pub(crate) fn take(&mut self, entries: impl Iterator<Item = LogEntry>, head: u64) -> bool {
        let mut has_taken = false;
        for entry in entries.take_while(|entry| entry.sequence <= head) {
            match self.read.advance(&entry) {
                Arrival::Repeat => {}
                Arrival::Next => {
                    self.waiting.push_back(entry);
                    has_taken = true;
                }
                Arrival::Gap | Arrival::OtherHistory => {
                    self.reset();
                    return true;
                }
            }
        }
        has_taken
    }

    /// Returns true if messages wait.
    pub(crate) fn holds_any(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Folds the messages that are public; returns the moment from which the next is, if that is
    /// known.
    pub(crate) fn release(&mut self, embargoes: &Embargoes, moment: Moment) -> Option<Timestamp> {
        while let Some(entry) = self.waiting.front() {
            let (events, recorded_at) = (events(entry), entry.recorded_at);
            let due = embargoes.due_of(events, recorded_at)?;
            // A message that nothing withholds follows on all decisions that could withhold it.
            if due != recorded_at {
                if due > moment.now {
                    return Some(due);
                }
                if !moment.knows(due) {
                    return Some(moment.now);
                }
            }
            events.iter().for_each(|event| self.tournament.apply(event));
            (self.sequence, self.digest) = (entry.sequence, entry.digest().clone());
            self.waiting.pop_front();
        }
        None
    }

    /// Returns the sequence of the last message that has passed.
    pub(crate) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Returns true if another history is shown.
    pub(crate) fn is_anew(&self) -> bool {
        self.is_anew
    }

    /// Returns the tournament as far as its messages have passed, to be shown.
    pub(crate) fn passed(&mut self) -> Passed {
        let is_anew = std::mem::take(&mut self.is_anew);
        let (tournament, digest) = (self.tournament.clone(), self.digest.clone());
        Passed { tournament, sequence: self.sequence, digest, is_anew }
    }
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
