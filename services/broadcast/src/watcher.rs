//! One spectator: selects the messages to send next, over whatever transport.
//!
//! A spectator has no queue and no task, only a position in the ring. A spectator who reads slowly
//! gets more frames at once, and a fresh snapshot if the next frame was dropped from the ring.
//!
//! A spectator who comes back from another replica may have seen more than the view has. They get
//! nothing older than that: they wait until the view has it. Only if it is up to date and still
//! lacks it, because the log has lost messages, they get a snapshot.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, timeout_at},
};
use tokio_util::sync::CancellationToken;

use crate::{
    channel::Channel,
    cursor::Cursor,
    frame::Item,
    freshness::{Freshness, Stamp},
    metrics::{self, FRAMES, Snapshot},
    ring::Behind,
};

/// Longest silence before the time is sent, to show that the connection is alive.
const SILENCE: Duration = Duration::from_secs(10);

/// Longest time for which a view that is up to date may lack what a spectator has seen: messages
/// are applied a moment after the log has them, and a tournament is shown when its tables are
/// computed.
const CATCH_UP: Duration = Duration::from_secs(5);

/// Number of frames that are taken from the ring at once.
const BATCH: usize = 64;

/// A spectator of one tournament.
#[derive(Debug)]
pub(crate) struct Watcher {
    channel: Arc<Channel>,
    woken: watch::Receiver<()>,
    position: RingPosition,
    sent_freshness: Freshness,
    sent_at: Instant,
    stopping: CancellationToken,
}

#[derive(Clone, Debug)]
enum RingPosition {
    /// No change was sent on this connection yet; `since` is the cursor at the end of an earlier
    /// one, and `until` the moment up to which the view may be behind it, if it is.
    New { since: Option<Cursor>, until: Instant },
    /// Every frame before this one was sent.
    At(u64),
}

impl Watcher {
    /// Returns a spectator who has seen everything up to `since`, or nothing.
    pub(crate) fn new(
        channel: Arc<Channel>,
        since: Option<Cursor>,
        stopping: CancellationToken,
    ) -> Self {
        let woken = channel.woken();
        let (sent_freshness, sent_at) = (Freshness::default(), Instant::now());
        let position = RingPosition::New { since, until: sent_at };
        Self { channel, woken, position, sent_freshness, sent_at, stopping }
    }

    /// Waits for the next messages to send, all with the same stamp; `None` when the service stops
    /// or the tournament is deleted. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<(Stamp, Vec<Item>)> {
        loop {
            if self.stopping.is_cancelled() || self.channel.closed().is_cancelled() {
                return None;
            }
            // Before the check, so that a change in between wakes the spectator again.
            self.woken.mark_unchanged();
            let waits = self.waits();
            let mut items = if waits { Vec::new() } else { self.ready() };
            let stamp = self.channel.stamp();
            if stamp.freshness != self.sent_freshness && !items.iter().any(Item::has_stamp) {
                items.push(Item::Time);
            }
            if !items.is_empty() {
                (self.sent_freshness, self.sent_at) = (stamp.freshness, Instant::now());
                return Some((stamp, items));
            }
            tokio::select! {
                biased;
                () = self.stopping.cancelled() => return None,
                () = self.channel.closed().cancelled() => return None,
                changed = self.woken.changed() => changed.ok()?,
                () = catch_up(&self.channel, &self.position), if waits => {}
                () = tokio::time::sleep_until(self.sent_at + SILENCE) => {
                    self.sent_at = Instant::now();
                    return Some((self.channel.stamp(), vec![Item::Time]));
                }
            }
        }
    }

    /// Returns true if the view is behind what the spectator has seen, and may still come that far.
    fn waits(&mut self) -> bool {
        let RingPosition::New { since: Some(since), until } = &mut self.position else {
            return false;
        };
        let Some(behind_since) = self.channel.behind_since(since) else { return false };
        *until = behind_since + CATCH_UP;
        Instant::now() < *until
    }

    /// Returns the messages that can be sent now.
    fn ready(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let from = match &self.position {
            RingPosition::At(next) => *next,
            RingPosition::New { since, until: _ } => {
                match since.as_ref().map(|at| self.channel.resume(at)) {
                    Some(Ok(next)) => {
                        metrics::resumed();
                        let cursor = since.as_ref().map(Cursor::to_string).unwrap_or_default();
                        items.push(Item::Resumed(cursor));
                        next
                    }
                    Some(Err(Behind)) => self.snapshot(&mut items, Snapshot::Cursor),
                    None => self.snapshot(&mut items, Snapshot::First),
                }
            }
        };
        let next = self.read(from, &mut items).or_else(|Behind| {
            let from = self.snapshot(&mut items, Snapshot::Behind);
            self.read(from, &mut items)
        });
        self.position = match next {
            Ok(next) => RingPosition::At(next),
            // The ring is so small that it has dropped the frame since the snapshot. The next call
            // sends another snapshot.
            Err(Behind) => RingPosition::At(from),
        };
        items
    }

    fn read(&self, from: u64, items: &mut Vec<Item>) -> Result<u64, Behind> {
        let before = items.len();
        let push = |frame: &Arc<_>| items.push(Item::Frame(Arc::clone(frame)));
        let read = self.channel.ring().read(from, BATCH, push);
        FRAMES.add(0, (items.len() - before) as u64);
        read
    }

    /// Appends a snapshot to `items`; returns the number of the frame that follows it.
    fn snapshot(&self, items: &mut Vec<Item>, reason: Snapshot) -> u64 {
        metrics::snapshot(reason);
        match self.channel.recent() {
            Some(snapshot) => {
                items.push(Item::Snapshot(Arc::clone(&snapshot)));
                snapshot.index
            }
            // Only tournaments that were created are watched, and they stay.
            None => self.channel.ring().next(),
        }
    }
}

/// Waits until the view has what the spectator has seen, or until it should have.
async fn catch_up(channel: &Channel, position: &RingPosition) {
    if let RingPosition::New { since: Some(since), until } = position
        && timeout_at(*until, channel.catch_up(since)).await.is_err()
    {
        tracing::debug!("a spectator has seen more than there is");
    }
}
