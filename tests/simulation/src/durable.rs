//! A durable consumer of the simulated broker, pinned to one client at a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::Arc,
    time::Duration,
};

use prost::Message as _;
use proto::v1::{Envelope, envelope::Record};
use runtime::{
    Stored,
    broker::{ConnectionId, ConsumerInfo},
};
use tokio::{sync::mpsc, time::Instant};

use crate::{Sabotage, link::Link, stream_store::StreamStore};

/// The time for which the request of a client that has gone counts.
const EXPIRES: Duration = Duration::from_secs(1);
/// Number of messages that are delivered before one is acknowledged.
const MAX_PENDING: usize = 2000;
/// Added to the number of an input that is made unrecognisable as a repeat.
const DISGUISE: u64 = 1_000_000;

/// A client that pulls.
#[derive(Debug)]
struct Session {
    id: u64,
    link: Arc<Link>,
    sender: mpsc::Sender<(Instant, Stored, u64)>,
    last: Instant,
    /// The moment since which it does not pull.
    gone: Option<Instant>,
}

impl Session {
    fn is_live(&self) -> bool {
        !self.sender.is_closed() && self.link.is_connected()
    }
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    delivery: u64,
    due: Instant,
}

/// The times of a durable consumer, which services set to two seconds each; a seed has others, so
/// that either may end first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    /// The time after which a message is delivered again that is not acknowledged.
    pub(crate) acknowledgement: Duration,
    /// The time after which a client loses its place that does not pull.
    pub(crate) pin: Duration,
}

#[derive(Debug)]
pub(crate) struct Durable {
    waits: Waits,
    /// Number of messages that are delivered before one is acknowledged.
    max_pending: usize,
    /// True if a message counts as acknowledged only when all before it are, as a sabotage.
    is_in_order: bool,
    /// The last sequence that was delivered.
    delivered: u64,
    /// The number of the last delivery.
    deliveries: u64,
    pending: BTreeMap<u64, Pending>,
    sessions: Vec<Session>,
    pinned: Option<u64>,
    next_id: u64,
    acks: Vec<Acknowledged>,
}

/// An acknowledgement on its way.
#[derive(Debug)]
pub(crate) struct Acknowledged {
    /// The moment at which it arrives, unless its connection is lost before.
    pub(crate) at: Instant,
    pub(crate) link: Arc<Link>,
    pub(crate) connection: ConnectionId,
    pub(crate) sequence: u64,
}

impl Durable {
    pub(crate) fn new(waits: Waits) -> Self {
        Self {
            waits,
            max_pending: MAX_PENDING,
            is_in_order: false,
            delivered: 0,
            deliveries: 0,
            pending: BTreeMap::new(),
            sessions: Vec::new(),
            pinned: None,
            next_id: 0,
            acks: Vec::new(),
        }
    }

    /// Delivers no more than so many messages before one is acknowledged.
    pub(crate) fn limit(&mut self, max_pending: usize, is_in_order: bool) {
        (self.max_pending, self.is_in_order) = (max_pending, is_in_order);
    }

    pub(crate) fn open(&mut self, link: &Arc<Link>, sender: mpsc::Sender<(Instant, Stored, u64)>) {
        self.next_id += 1;
        let (id, link) = (self.next_id, Arc::clone(link));
        self.sessions.push(Session { id, link, sender, last: Instant::now(), gone: None });
    }

    pub(crate) fn info(&self) -> ConsumerInfo {
        let first = self.pending.values().map(|pending| pending.delivery).min();
        let now = Instant::now();
        let waits = |session: &&Session| {
            session.is_live() || session.gone.is_none_or(|gone| now < gone + EXPIRES)
        };
        ConsumerInfo {
            ack_pending: self.pending.len(),
            pinned: self.pinned.is_some(),
            waiting: self.sessions.iter().filter(waits).count(),
            ack_floor: first.map_or(self.deliveries, |first| first - 1),
            delivered: self.delivered,
            handled: self.pending.keys().next().map_or(self.delivered, |first| first - 1),
        }
    }

    pub(crate) fn is_done(&self, last: u64) -> bool {
        self.pending.is_empty() && self.delivered == last
    }

    pub(crate) fn unpin(&mut self) {
        if let Some(pinned) = self.pinned.take()
            && let Some(at) = self.sessions.iter().position(|session| session.id == pinned)
        {
            // Its next request waits behind the others.
            let session = self.sessions.remove(at);
            self.sessions.push(session);
        }
    }

    pub(crate) fn reset(&mut self, to: Option<u64>) {
        if let Some(first) = to.or_else(|| self.pending.keys().next().copied()) {
            self.delivered = first - 1;
        }
        self.pending.clear();
        self.deliveries = 0;
    }

    pub(crate) fn ack(&mut self, ack: Acknowledged) {
        self.acks.push(ack);
    }

    /// Forgets deliveries after `last`, where the stream has lost its end; the place stays as it
    /// was.
    pub(crate) fn cut(&mut self, last: u64) {
        self.pending.retain(|sequence, _pending| *sequence <= last);
    }

    /// Forgets deliveries of messages that are gone.
    pub(crate) fn forget(&mut self, gone: &RangeInclusive<u64>) {
        self.pending.retain(|sequence, _pending| !gone.contains(sequence));
    }

    /// Closes every session, as a server does that ceases to be the leader.
    pub(crate) fn hang_up(&mut self) {
        self.sessions.clear();
    }

    /// Delivers to the pinned client. Messages in `disguised` are made unrecognisable as repeats.
    pub(crate) fn pump(
        &mut self,
        now: Instant,
        stream: &StreamStore,
        sabotage: Option<Sabotage>,
        disguised: &BTreeSet<u64>,
    ) {
        let Self { acks, pending, .. } = self;
        acks.retain(|ack| {
            let is_due = ack.at <= now;
            if is_due && ack.link.is_on(&ack.connection) {
                pending.remove(&ack.sequence);
            }
            !is_due
        });
        for session in &mut self.sessions {
            if session.is_live() {
                session.gone = None;
            } else if session.gone.is_none() {
                session.gone = Some(now);
            }
        }
        let (pinned, waits) = (self.pinned, self.waits);
        self.sessions.retain(|session| {
            let keeps = if pinned == Some(session.id) { waits.pin } else { EXPIRES };
            session.gone.is_none_or(|gone| now < gone + keeps)
        });
        if pinned.is_some_and(|id| !self.sessions.iter().any(|session| session.id == id)) {
            self.pinned = None;
        }
        if self.pinned.is_none() {
            self.pinned =
                self.sessions.iter().find(|session| session.is_live()).map(|session| session.id);
        }
        let Some(pinned) = self.pinned else { return };
        let Some(session) = self.sessions.iter_mut().find(|session| session.id == pinned) else {
            return;
        };
        if !session.is_live() {
            return;
        }
        let again: Vec<u64> = self
            .pending
            .iter()
            .filter(|(_sequence, pending)| pending.due <= now)
            .map(|(sequence, _pending)| *sequence)
            .collect();
        for sequence in again {
            self.deliveries += 1;
            let delivery = self.deliveries;
            if let Some(pending) = self.pending.get_mut(&sequence) {
                pending.due = now + waits.acknowledgement;
            }
            if let Some(stored) = stream.get(sequence) {
                send(session, delivered(stored, disguised), delivery);
            }
        }
        let in_order = self.pending.keys().next().map_or(0, |first| self.delivered + 1 - first);
        let mut window = if self.is_in_order {
            usize::try_from(in_order).unwrap_or(usize::MAX)
        } else {
            self.pending.len()
        };
        while window < self.max_pending {
            window += 1;
            if self.delivered >= stream.last_sequence() {
                return;
            }
            self.delivered += 1;
            let Some(stored) = stream.get(self.delivered) else { continue };
            self.deliveries += 1;
            let pending = Pending { delivery: self.deliveries, due: now + waits.acknowledgement };
            if sabotage != Some(Sabotage::AcknowledgeFirst) {
                self.pending.insert(stored.sequence, pending);
            }
            send(session, delivered(stored, disguised), self.deliveries);
        }
    }
}

/// Returns the message as it is delivered.
fn delivered(stored: &Stored, disguised: &BTreeSet<u64>) -> Stored {
    let mut delivered = stored.clone();
    if disguised.contains(&stored.sequence)
        && let Ok(mut envelope) = Envelope::decode(stored.payload.clone())
        && let Some(Record::Input(input)) = &mut envelope.record
    {
        input.sequence += DISGUISE;
        delivered.payload = envelope.encode_to_vec().into();
    }
    delivered
}

fn send(session: &mut Session, stored: Stored, delivery: u64) {
    // A client that is too slow loses some alone.
    if session.link.happens(|rates| rates.delivery_lost) {
        return;
    }
    session.last = session.last.max(Instant::now() + session.link.way());
    drop(session.sender.try_send((session.last, stored, delivery)));
}
