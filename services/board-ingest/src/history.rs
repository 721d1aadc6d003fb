//! The changes of venues, as the desk reads them: the latest are kept, and older ones read from the
//! log when somebody asks for them.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
    sync::{Arc, Mutex},
};

use ::access::{Access, Event};
use proto::{
    convert::Aggregate,
    subject::{Subject, VenueId},
};
use runtime::{BlockingPool, EventLog, LedgerError, LogEntry, Unreadable, WhenFull, lock};

use crate::access_error::AccessError;

/// Number of changes of a venue that are kept.
const KEPT: usize = 10_000;

/// The events of one decision, with its version.
type Decision = (u64, Vec<Event>);

/// The histories of all venues. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Histories {
    log: EventLog,
    /// Each venue has a lock of its own, so that nobody waits for another one.
    of: Arc<Mutex<BTreeMap<VenueId, Arc<tokio::sync::Mutex<History>>>>>,
    /// Turns of callers for whom the log is read from its beginning.
    old: BlockingPool,
}

/// The latest changes of a venue, as far as they were read.
#[derive(Debug, Default)]
struct History {
    /// The sequence of the last message that was read.
    last: u64,
    decisions: Decisions,
    /// True if older ones were forgotten.
    is_cut: bool,
}

impl History {
    fn add(&mut self, sequence: u64, decision: Decision) {
        self.is_cut |= self.decisions.add(decision, KEPT);
        self.last = sequence;
    }
}

/// Decisions in order, of which the oldest are left out.
#[derive(Debug, Default)]
struct Decisions {
    kept: VecDeque<Decision>,
    /// Number of their events.
    events: usize,
}

impl Decisions {
    /// Adds the next one, and leaves out the oldest while more than `most` events are left without
    /// it; returns true if it left some out.
    fn add(&mut self, decision: Decision, most: usize) -> bool {
        self.events += decision.1.len();
        self.kept.push_back(decision);
        let mut has_left_out = false;
        while let Some((_version, oldest)) = self.kept.front()
            && self.events - oldest.len() > most
        {
            self.events -= oldest.len();
            self.kept.pop_front();
            has_left_out = true;
        }
        has_left_out
    }

    /// Returns the events that `is_asked` names before a version, the latest first, at most `most`
    /// and the rest of the last decision, so that its events are on one page; and whether there are
    /// more.
    fn page(
        &self,
        before: u64,
        most: usize,
        is_asked: impl Fn(&Event) -> bool,
    ) -> (Vec<(u64, Event)>, bool) {
        let older = self.kept.iter().rev().filter(|(version, _events)| *version < before);
        let mut page = Vec::new();
        for (version, events) in older {
            let asked = events.iter().rev().filter(|event| is_asked(event));
            let mut asked = asked.map(|event| (*version, event.clone())).peekable();
            if page.len() >= most && asked.peek().is_some() {
                return (page, true);
            }
            page.extend(asked);
        }
        (page, false)
    }
}

impl Histories {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log, of: Arc::default(), old: BlockingPool::new() }
    }

    /// Returns the changes of a venue that `is_asked` names, before a version, the latest first,
    /// some `most`; and whether there are more.
    ///
    /// # Errors
    /// [`AccessError`] if the log cannot be read; [`AccessError::Busy`] if older changes are asked
    /// for than are kept, and many others ask for such.
    pub(crate) async fn page(
        &self,
        venue: &VenueId,
        before: u64,
        most: usize,
        is_asked: impl Fn(&Event) -> bool,
    ) -> Result<(Vec<(u64, Event)>, bool), AccessError> {
        let history = {
            let mut of = lock(&self.of);
            Arc::clone(of.entry(venue.clone()).or_default())
        };
        let mut history = history.lock().await;
        self.read_on(venue, &mut history).await?;
        let (page, is_more) = history.decisions.page(before, most, &is_asked);
        if is_more || !history.is_cut {
            return Ok((page, is_more));
        }
        drop(history);
        let _turn = self.old.turn(WhenFull::Tell).await?;
        Ok(self.read_old(venue, before, most, &is_asked).await?.page(before, most, is_asked))
    }

    async fn read_on(&self, venue: &VenueId, history: &mut History) -> Result<(), AccessError> {
        let newest = self.log.last_sequence_of(&Subject::access(venue)).await;
        if newest.map_err(LedgerError::from)? < history.last {
            // The log was set back.
            *history = History::default();
        }
        self.each(venue, history.last + 1, |sequence, decision| {
            history.add(sequence, decision);
            ControlFlow::Continue(())
        })
        .await
    }

    /// Reads the last decisions before a version that have events that are asked for.
    async fn read_old(
        &self,
        venue: &VenueId,
        before: u64,
        most: usize,
        is_asked: impl Fn(&Event) -> bool,
    ) -> Result<Decisions, AccessError> {
        let mut found = Decisions::default();
        self.each(venue, 1, |_sequence, (version, mut events)| {
            if version >= before {
                return ControlFlow::Break(());
            }
            events.retain(&is_asked);
            if !events.is_empty() {
                found.add((version, events), most);
            }
            ControlFlow::Continue(())
        })
        .await?;
        Ok(found)
    }

    /// Hands over each decision from a sequence on, until `take` breaks.
    async fn each(
        &self,
        venue: &VenueId,
        from: u64,
        mut take: impl FnMut(u64, Decision) -> ControlFlow<()>,
    ) -> Result<(), AccessError> {
        let mut unreadable = None;
        let read_on = |entry| match read(entry) {
            Ok((sequence, decision)) => take(sequence, decision),
            Err(error) => {
                unreadable = Some(error);
                ControlFlow::Break(())
            }
        };
        self.log.for_each(&Subject::access(venue), from, read_on).await?;
        unreadable.map_or(Ok(()), Err)
    }
}

/// Returns the decision of an entry, with its sequence.
fn read(entry: Result<LogEntry, Unreadable>) -> Result<(u64, Decision), AccessError> {
    let LogEntry { record, version, sequence, .. } = entry.map_err(LedgerError::from)?;
    let events = <Access as Aggregate>::events(&record)?.into_owned();
    Ok((sequence, (version, events)))
}

#[cfg(test)]
mod tests {
    use ::access::{Author, Change, GrantId};
    use draughts::Timestamp;

    use super::*;

    fn decision(version: u64, events: u32) -> Decision {
        let revoked = |grant| {
            let (by, at) = (Author::Machine, Timestamp::from_millis(0));
            Event { by, at, change: Change::Revoked { grant: GrantId(grant) } }
        };
        (version, (0..events).map(revoked).collect())
    }

    fn versions((page, is_more): (Vec<(u64, Event)>, bool)) -> (Vec<u64>, bool) {
        (page.into_iter().map(|(version, _event)| version).collect(), is_more)
    }

    #[test]
    fn a_page_has_whole_decisions_and_says_whether_there_are_more() {
        let mut decisions = Decisions::default();
        for (version, events) in [(1, 1), (2, 3), (3, 1)] {
            assert!(!decisions.add(decision(version, events), 100));
        }
        for (before, most, expected) in [
            (u64::MAX, 1, (vec![3], true)),
            (u64::MAX, 2, (vec![3, 2, 2, 2], true)),
            (u64::MAX, 5, (vec![3, 2, 2, 2, 1], false)),
            (3, 2, (vec![2, 2, 2], true)),
            (2, 2, (vec![1], false)),
            (1, 2, (vec![], false)),
        ] {
            assert_eq!(versions(decisions.page(before, most, |_| true)), expected, "{before}");
        }
        assert_eq!(versions(decisions.page(u64::MAX, 9, |_| false)), (vec![], false));
    }

    #[test]
    fn the_oldest_decisions_are_left_out_and_a_page_still_knows_that_there_are_more() {
        let mut decisions = Decisions::default();
        let cut = (1..=6).map(|version| decisions.add(decision(version, 2), 5));
        assert_eq!(cut.collect::<Vec<_>>(), [false, false, false, true, true, true]);
        assert_eq!(decisions.events, 6);
        let page = versions(decisions.page(u64::MAX, 4, |_| true));
        assert_eq!(page, (vec![6, 6, 5, 5], true));
    }
}
