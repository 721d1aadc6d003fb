//! The messages of one simulated stream.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use runtime::{
    Stored,
    broker::{Message, StreamState},
};
use tokio::{sync::mpsc, time::Instant};

use crate::link::Link;

/// A subscription to live messages.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) link: Arc<Link>,
    pub(crate) sender: mpsc::Sender<(Instant, Stored)>,
    pub(crate) last: Instant,
}

#[derive(Debug, Default)]
pub(crate) struct StreamStore {
    pub(crate) stored: Vec<Stored>,
    /// The moment at which each was stored.
    pub(crate) at: Vec<Instant>,
    pub(crate) by_subject: BTreeMap<String, Vec<u64>>,
    pub(crate) ids: BTreeMap<String, u64>,
    pub(crate) live: Vec<Live>,
}

impl StreamStore {
    pub(crate) fn get(&self, sequence: u64) -> Option<&Stored> {
        self.stored.get(usize::try_from(sequence).ok()?.checked_sub(1)?)
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
        let index = usize::try_from(sequence).ok().and_then(|sequence| sequence.checked_sub(1));
        let at = index.and_then(|index| self.at.get(index));
        at.map_or(Duration::MAX, Instant::elapsed)
    }

    pub(crate) fn state(&self, filter: Option<&str>) -> StreamState {
        let is_asked = |subject: &&String| filter.is_some_and(|filter| fits(subject, filter));
        let subjects = self.by_subject.keys().filter(is_asked).cloned().collect();
        StreamState { last_sequence: self.stored.len() as u64, subjects }
    }

    /// Stores a message, whatever its id and expected sequence.
    pub(crate) fn put(&mut self, message: Message) -> u64 {
        let Message { subject, id, payload, .. } = message;
        let sequence = self.stored.len() as u64 + 1;
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
