//! The messages of one simulated stream.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use runtime::{
    Stored,
    broker::{Message, StreamState},
};
use tokio::{sync::mpsc, time::Instant};

use crate::link::Link;

/// The first id of each store.
pub(crate) const EPOCH: &str = "the epoch";

/// A subscription to live messages.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) link: Arc<Link>,
    pub(crate) sender: mpsc::Sender<(Instant, Stored)>,
    pub(crate) last: Instant,
}

#[derive(Debug, Default)]
pub(crate) struct StreamStore {
    /// The messages by sequence, also those that are gone.
    stored: Vec<Stored>,
    /// The sequences whose messages are gone.
    gone: BTreeSet<u64>,
    /// The sequences at which it is known to have no message, as in "3,7-9".
    pub(crate) known_missing: String,
    /// The ids of the store that it had after [`EPOCH`].
    epochs: Vec<String>,
    /// The moment at which each was stored, or at which its sequence was, if it was made anew.
    at: Vec<Instant>,
    /// The moments at which messages were made anew at sequences that had another message, or none.
    made: BTreeMap<u64, Instant>,
    pub(crate) by_subject: BTreeMap<String, Vec<u64>>,
    pub(crate) ids: BTreeMap<String, u64>,
    pub(crate) live: Vec<Live>,
}

impl StreamStore {
    pub(crate) fn get(&self, sequence: u64) -> Option<&Stored> {
        let stored = self.stored.get(usize::try_from(sequence).ok()?.checked_sub(1)?)?;
        (!self.gone.contains(&sequence)).then_some(stored)
    }

    /// Returns the sequence of the last message; 0 if it never had one.
    pub(crate) fn last_sequence(&self) -> u64 {
        self.stored.len() as u64
    }

    /// Returns the messages in order.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Stored> {
        self.kept_with_moments().map(|(stored, _at)| stored)
    }

    /// Returns the messages in order, each with the moment at which it was stored.
    pub(crate) fn kept_with_moments(&self) -> impl Iterator<Item = (&Stored, &Instant)> {
        let all = self.stored.iter().zip(&self.at);
        let kept = all.filter(|(stored, _at)| !self.gone.contains(&stored.sequence));
        kept.map(|(stored, at)| (stored, self.made.get(&stored.sequence).unwrap_or(at)))
    }

    /// Returns the last sequence that was stored by a moment.
    pub(crate) fn last_by(&self, moment: Instant) -> u64 {
        self.at.partition_point(|at| *at <= moment) as u64
    }

    /// Returns the id of the store.
    pub(crate) fn epoch(&self) -> &str {
        self.epochs.last().map_or(EPOCH, String::as_str)
    }

    /// Returns true if the store has or had this id.
    pub(crate) fn has_epoch(&self, epoch: &str) -> bool {
        epoch == EPOCH || self.epochs.iter().any(|known| known == epoch)
    }

    /// Returns the ids that the store had after [`EPOCH`].
    pub(crate) fn epochs(&self) -> Vec<String> {
        self.epochs.clone()
    }

    /// Holds messages of a store that had these ids.
    pub(crate) fn know_epochs(&mut self, epochs: Vec<String>) {
        self.epochs = epochs;
    }

    /// Loses messages.
    pub(crate) fn lose(&mut self, sequences: RangeInclusive<u64>) {
        self.ids.retain(|_id, sequence| !sequences.contains(sequence));
        self.by_subject.retain(|_subject, of_subject| {
            of_subject.retain(|sequence| !sequences.contains(sequence));
            !of_subject.is_empty()
        });
        self.gone.extend(sequences);
    }

    /// Notes the messages that are gone as known to be missing.
    pub(crate) fn accept_loss(&mut self) {
        let gone: Vec<String> = self.gone.iter().map(u64::to_string).collect();
        self.known_missing = gone.join(",");
    }

    /// Flips the bits of a message.
    pub(crate) fn spoil(&mut self, sequence: u64) {
        let index = usize::try_from(sequence).ok().and_then(|sequence| sequence.checked_sub(1));
        if let Some(stored) = index.and_then(|index| self.stored.get_mut(index)) {
            stored.payload = stored.payload.iter().map(|byte| !byte).collect::<Vec<_>>().into();
        }
    }

    /// Loses everything, as a stream that is removed.
    pub(crate) fn clear(&mut self) {
        *self = Self { epochs: std::mem::take(&mut self.epochs), ..Self::default() };
    }

    /// Replaces the store by one with another id that has these messages, at their sequences.
    /// Messages that it had keep their moments; each of the others has that of the next one that
    /// was kept, so that a copy that is behind lacks no message between others.
    pub(crate) fn make_anew(&mut self, epoch: String, messages: Vec<Stored>) {
        let now = Instant::now();
        let (mut moment, mut moments, mut made) = (now, Vec::new(), BTreeMap::new());
        for message in messages.iter().rev() {
            if self.get(message.sequence).is_some_and(|had| had.payload == message.payload) {
                moment = self.moment_of(message.sequence).unwrap_or(moment);
            } else {
                made.insert(message.sequence, now);
            }
            moments.push(moment);
        }
        let mut epochs = std::mem::take(&mut self.epochs);
        epochs.push(epoch);
        *self = Self { epochs, made, ..Self::default() };
        for (message, moment) in messages.into_iter().zip(moments.into_iter().rev()) {
            self.add(message, moment);
        }
    }

    /// Adds a message at its sequence, after gaps if it has to be.
    pub(crate) fn add(&mut self, message: Stored, moment: Instant) {
        while self.last_sequence() + 1 < message.sequence {
            let (subject, sequence) = (String::new(), self.last_sequence() + 1);
            let payload = Bytes::new();
            self.stored.push(Stored { subject, sequence, headers: Default::default(), payload });
            self.at.push(moment);
            self.gone.insert(sequence);
        }
        let of_subject = self.by_subject.entry(message.subject.clone()).or_default();
        of_subject.push(message.sequence);
        self.stored.push(message);
        self.at.push(moment);
    }

    fn moment_of(&self, sequence: u64) -> Option<Instant> {
        self.at.get(usize::try_from(sequence).ok()?.checked_sub(1)?).copied()
    }

    /// Returns the last message of a subject or wildcard.
    pub(crate) fn last_of(&self, filter: &str) -> Option<&Stored> {
        let last = match self.by_subject.get(filter) {
            Some(all) => all.last().copied(),
            None => {
                let fitting =
                    self.by_subject.iter().filter(|(subject, _all)| fits(subject, filter));
                fitting.filter_map(|(_subject, all)| all.last().copied()).max()
            }
        };
        self.get(last?)
    }

    /// Returns the time since a message was stored.
    pub(crate) fn age_of(&self, sequence: u64) -> Duration {
        self.moment_of(sequence).map_or(Duration::MAX, |at| at.elapsed())
    }

    pub(crate) fn state(&self, filter: Option<&str>) -> StreamState {
        let is_asked = |subject: &&String| filter.is_some_and(|filter| fits(subject, filter));
        let subjects = self.by_subject.keys().filter(is_asked).cloned().collect();
        // A server tells the last message that is still there.
        let last_sequence = self.kept().last().map_or(0, |last| last.sequence);
        StreamState { last_sequence, subjects }
    }

    /// Stores a message, whatever its id and expected sequence.
    pub(crate) fn put(&mut self, message: Message) -> u64 {
        let Message { subject, id, payload, .. } = message;
        let sequence = self.last_sequence() + 1;
        self.by_subject.entry(subject.clone()).or_default().push(sequence);
        self.ids.insert(id, sequence);
        self.stored.push(Stored { subject, sequence, headers: Default::default(), payload });
        self.at.push(Instant::now());
        sequence
    }

    /// Keeps only the messages up to `last`; returns the others.
    pub(crate) fn cut(&mut self, last: usize) -> Vec<Stored> {
        let lost = self.stored.split_off(last.min(self.stored.len()));
        self.at.truncate(last);
        self.gone.retain(|sequence| *sequence <= last as u64);
        let is_kept = |sequence: &u64| *sequence <= last as u64;
        self.ids.retain(|_id, sequence| is_kept(sequence));
        self.by_subject.retain(|_subject, sequences| {
            sequences.retain(is_kept);
            !sequences.is_empty()
        });
        lost
    }

    pub(crate) fn republish(&mut self, sequence: u64) {
        let Some(stored) = self.get(sequence).cloned() else { return };
        self.live.retain_mut(|live| {
            if live.sender.is_closed() {
                return false;
            }
            if live.link.is_connected() && !live.link.happens(|rates| rates.live_lost) {
                live.last = live.last.max(Instant::now() + live.link.way());
                let times = 1 + u8::from(live.link.happens(|rates| rates.live_twice));
                for _time in 0..times {
                    // A full buffer drops it, as that of a slow client does.
                    drop(live.sender.try_send((live.last, stored.clone())));
                }
            }
            true
        });
    }

    pub(crate) fn matching(&self, filter: &str, from: u64, to: u64) -> Vec<u64> {
        if let Some(all) = self.by_subject.get(filter) {
            return all.iter().copied().filter(|at| (from..=to).contains(at)).collect();
        }
        (from.max(1)..=to)
            .filter(|at| self.get(*at).is_some_and(|stored| fits(&stored.subject, filter)))
            .collect()
    }
}

/// Returns whether a subject fits a filter with the wildcards of NATS.
fn fits(subject: &str, filter: &str) -> bool {
    let (mut tokens, mut wanted) = (subject.split('.'), filter.split('.'));
    loop {
        match (tokens.next(), wanted.next()) {
            (None, None) => return true,
            (Some(_), Some(">")) => return true,
            (Some(_), Some("*")) => {}
            (Some(token), Some(want)) if token == want => {}
            _ => return false,
        }
    }
}
