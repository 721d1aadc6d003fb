//! One spectator: what they are sent next, whatever it is written to.
//!
//! A spectator is a number in the ring and nothing more: no queue, no task. Whoever reads slowly
//! finds more frames at once, and past the ring's end a fresh snapshot.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    channel::Channel,
    cursor::Cursor,
    frame::{Item, Stamp},
    freshness::Freshness,
    ring::Behind,
};

/// After so much silence a spectator is told the time, which shows that the stream lives.
const SILENCE: Duration = Duration::from_secs(10);

/// How many frames are taken from the ring at once.
const BATCH: usize = 64;

/// A spectator of one tournament.
#[derive(Debug)]
pub(crate) struct Watcher {
    channel: Arc<Channel>,
    woken: watch::Receiver<()>,
    position: Position,
    /// The freshness that was sent last.
    told: Freshness,
    spoken_at: Instant,
    stopping: CancellationToken,
}

#[derive(Clone, Debug)]
enum Position {
    /// Nothing was sent yet; perhaps something was on another connection.
    New { since: Option<Cursor> },
    /// Everything before this frame was sent.
    At(u64),
}

impl Watcher {
    /// A spectator who has seen everything up to `since`, or nothing.
    pub(crate) fn new(
        channel: Arc<Channel>,
        since: Option<Cursor>,
        stopping: CancellationToken,
    ) -> Self {
        let woken = channel.woken();
        let (position, told) = (Position::New { since }, Freshness::default());
        Self { channel, woken, position, told, spoken_at: Instant::now(), stopping }
    }

    /// Waits for the items that are to be sent next, all with the same stamp; `None` when the service
    /// stops. May be dropped and called again.
    pub(crate) async fn next(&mut self) -> Option<(Stamp, Vec<Item>)> {
        loop {
            if self.stopping.is_cancelled() {
                return None;
            }
            // Marked before looking, so that what comes in between wakes again.
            self.woken.mark_unchanged();
            let mut items = self.ready();
            let stamp = self.channel.stamp();
            if stamp.freshness != self.told && !items.iter().any(Item::has_stamp) {
                items.push(Item::Time);
            }
            if !items.is_empty() {
                (self.told, self.spoken_at) = (stamp.freshness, Instant::now());
                return Some((stamp, items));
            }
            tokio::select! {
                biased;
                () = self.stopping.cancelled() => return None,
                changed = self.woken.changed() => changed.ok()?,
                () = tokio::time::sleep_until(self.spoken_at + SILENCE) => {
                    self.spoken_at = Instant::now();
                    return Some((self.channel.stamp(), vec![Item::Time]));
                }
            }
        }
    }

    /// What can be sent now.
    fn ready(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let from = match &self.position {
            Position::At(next) => *next,
            Position::New { since } => match since.as_ref().map(|at| self.channel.resume(at)) {
                Some(Ok(next)) => {
                    let cursor = since.as_ref().map(Cursor::to_string).unwrap_or_default();
                    items.push(Item::Resumed(cursor));
                    next
                }
                Some(Err(Behind)) | None => self.snapshot(&mut items),
            },
        };
        let next = self.read(from, &mut items).or_else(|Behind| {
            let from = self.snapshot(&mut items);
            self.read(from, &mut items)
        });
        self.position = match next {
            Ok(next) => Position::At(next),
            // The ring is so small that it turned over since the snapshot: the next call has another.
            Err(Behind) => Position::At(from),
        };
        items
    }

    fn read(&self, from: u64, items: &mut Vec<Item>) -> Result<u64, Behind> {
        self.channel.ring().read(from, BATCH, |frame| items.push(Item::Frame(Arc::clone(frame))))
    }

    /// Puts a snapshot onto `items` and answers the number of the frame that follows it.
    fn snapshot(&self, items: &mut Vec<Item>) -> u64 {
        match self.channel.recent() {
            Some(moment) => {
                items.push(Item::Snapshot(Arc::clone(&moment)));
                moment.index
            }
            // Watched are only tournaments that were created, and they stay.
            None => self.channel.ring().next(),
        }
    }
}
