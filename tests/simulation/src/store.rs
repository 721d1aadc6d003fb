//! The store of the simulated broker: its streams and consumers, and its answers.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    time::Duration,
};

use prost::Message as _;
use proto::{subject::Stream, v1::Envelope};
use runtime::{
    PublishError, Stored, StreamDamage, StreamFacts,
    broker::{Batch, Message, Published, Query},
};
use tokio::time::Instant;

use crate::{
    Sabotage,
    durable::{Durable, Waits},
    seed::Dice,
    signals::Signals,
    stream_store::StreamStore,
};

/// The error of a server that cannot write to its disk.
const NO_ROOM: u64 = 10_077;
/// The error of a server that has no such stream.
const NO_STREAM: u64 = 10_059;
/// The largest number of messages that a stream loses where it loses a few.
const FEW: u64 = 40;
/// The longest time for which the id of a message is remembered.
const MEMORY: Duration = Duration::from_secs(600);

/// The kind of a server, which decides its answers to a publish whose id or expected sequence does
/// not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A single server, which compares the expected sequence first.
    Single,
    /// A cluster, which compares the id first, and whose copies may be behind.
    Cluster,
}

/// The streams and consumers of the broker.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) streams: BTreeMap<Stream, StreamStore>,
    pub(crate) durables: BTreeMap<(Stream, &'static str), Durable>,
    pub(crate) kind: Kind,
    pub(crate) dice: Dice,
    pub(crate) sabotage: Option<Sabotage>,
    /// The longest delay of a copy that answers a batch read, milliseconds.
    pub(crate) lag_ms: u64,
    waits: Waits,
    /// The time for which the id of a message is remembered.
    memory: Duration,
    /// The moments until which streams have no room.
    pub(crate) full_until: BTreeMap<Stream, Instant>,
    /// True while no stream has room.
    pub(crate) is_disk_full: bool,
    /// The subscriptions to time signals.
    pub(crate) signals: Signals,
    /// The games of which INPUT has lost inputs.
    pub(crate) lost_inputs: BTreeSet<String>,
    /// The streams that are removed.
    removed: BTreeSet<Stream>,
    /// The streams that are damaged elsewhere than at their ends.
    harmed: BTreeSet<Stream>,
    /// True if streams may be damaged elsewhere than at their ends.
    pub(crate) may_be_damaged: bool,
    /// Number of times at which each stream has lost messages.
    losses: BTreeMap<Stream, u64>,
    /// Inputs whose effect is stored, where [`Sabotage::NoRepeatCheck`] asks for it.
    judged: BTreeSet<u64>,
}

impl Store {
    pub(crate) fn new(kind: Kind, dice: Dice, sabotage: Option<Sabotage>) -> Self {
        let waits =
            Waits { acknowledgement: dice.millis(1000..=4000), pin: dice.millis(1000..=4000) };
        // Services set ten minutes, longer than a run lasts.
        let memory = if dice.happens(500) { dice.millis(50..=3000) } else { MEMORY };
        let streams = Stream::ALL.into_iter().map(|stream| (stream, StreamStore::default()));
        let durables = proto::subject::consumer::ALL
            .into_iter()
            .map(|(stream, name)| ((stream, name), Durable::new(waits)));
        Self {
            streams: streams.collect(),
            durables: durables.collect(),
            kind,
            dice,
            sabotage,
            lag_ms: 0,
            waits,
            memory,
            full_until: BTreeMap::new(),
            is_disk_full: false,
            signals: Signals::default(),
            lost_inputs: BTreeSet::new(),
            removed: BTreeSet::new(),
            harmed: BTreeSet::new(),
            may_be_damaged: false,
            losses: BTreeMap::new(),
            judged: BTreeSet::new(),
        }
    }

    pub(crate) fn durable(&mut self, key: (Stream, &'static str)) -> &mut Durable {
        let waits = self.waits;
        self.durables.entry(key).or_insert_with(|| Durable::new(waits))
    }

    pub(crate) fn stream(&mut self, stream: Stream) -> &mut StreamStore {
        self.streams.entry(stream).or_default()
    }

    pub(crate) fn publish(
        &mut self,
        stream: Stream,
        message: Message,
    ) -> Result<Published, PublishError> {
        let (kind, sabotage, memory) = (self.kind, self.sabotage, self.memory);
        if self.removed.contains(&stream) {
            return Err(answered(NO_STREAM, 404));
        }
        let is_cluster = kind == Kind::Cluster;
        let constant = is_cluster && self.dice.happens(500);
        let in_process = is_cluster && self.dice.happens(200);
        let is_full = self.is_disk_full
            || self.full_until.get(&stream).is_some_and(|until| Instant::now() < *until);
        let store = self.stream(stream);
        let last = store.last_of(&message.subject).map_or(0, |last| last.sequence);
        let known = store.ids.get(&message.id).copied();
        let known = known.filter(|known| store.age_of(*known) < memory);
        let fits = last == message.expected || !sabotage.is_none_or(Sabotage::keeps_expected);
        let known = known.filter(|_| sabotage.is_none_or(Sabotage::keeps_ids));
        match known {
            Some(_) if in_process => return Err(answered(10_158, 409)),
            Some(sequence) if is_cluster => return Ok(Published { sequence, duplicate: true }),
            _ if !fits && constant => return Err(answered(10_164, 400)),
            _ if !fits => return Err(answered(10_071, 400)),
            Some(sequence) => return Ok(Published { sequence, duplicate: true }),
            None => {}
        }
        if is_full {
            return Err(answered(NO_ROOM, 503));
        }
        let effect = (sabotage == Some(Sabotage::NoRepeatCheck)).then(|| message.payload.clone());
        let sequence = store.put(message);
        if stream.live_subjects().is_some() {
            store.republish(sequence);
        }
        let cause = effect.and_then(|effect| Envelope::decode(effect).ok()?.cause);
        let cause = cause.filter(|cause| cause.stream == Stream::Input.name());
        self.judged.extend(cause.map(|cause| cause.sequence));
        self.pump(stream);
        Ok(Published { sequence, duplicate: false })
    }

    /// Returns the number of times at which a stream has lost messages.
    pub(crate) fn losses_of(&self, stream: Stream) -> u64 {
        self.losses.get(&stream).copied().unwrap_or(0)
    }

    /// Lets a stream lose its last messages, none of the first `kept`: in one of two cases a few,
    /// else any number.
    pub(crate) fn cut(&mut self, stream: Stream, kept: u64) {
        let most = self.stream(stream).last_sequence();
        let few = self.dice.happens(500);
        let lost = self.dice.number(0..=if few { most.min(FEW) } else { most });
        let store = self.stream(stream);
        let all = store.last_sequence();
        let last = all.saturating_sub(lost).max(all.min(kept));
        let last = usize::try_from(last).unwrap_or(usize::MAX);
        let lost = store.cut(last);
        if !lost.is_empty() {
            *self.losses.entry(stream).or_default() += 1;
        }
        if stream == Stream::Input {
            let games = lost.iter().filter_map(|lost| lost.subject.rsplit('.').next());
            self.lost_inputs.extend(games.map(str::to_owned));
        }
        for ((of, _name), durable) in &mut self.durables {
            if *of == stream {
                durable.cut(last as u64);
            }
            durable.hang_up();
        }
    }

    /// Lets nats-server start again without these messages of a stream.
    pub(crate) fn lose(&mut self, stream: Stream, sequences: RangeInclusive<u64>) {
        self.note_harm(stream, sequences.clone());
        self.stream(stream).lose(sequences.clone());
        for ((of, _name), durable) in &mut self.durables {
            if *of == stream {
                durable.forget(&sequences);
            }
            durable.hang_up();
        }
    }

    /// Lets nats-server start again with a message of a stream that nobody can read.
    pub(crate) fn spoil(&mut self, stream: Stream, sequence: u64) {
        self.note_harm(stream, sequence..=sequence);
        self.stream(stream).spoil(sequence);
        self.durables.values_mut().for_each(Durable::hang_up);
    }

    /// Notes which stream is damaged, and which games have to be told again.
    fn note_harm(&mut self, stream: Stream, sequences: RangeInclusive<u64>) {
        self.harmed.insert(stream);
        if stream == Stream::Input {
            let games = sequences.filter_map(|at| self.stream(stream).get(at).map(game));
            let games: Vec<String> = games.collect();
            self.lost_inputs.extend(games);
        }
    }

    /// Returns true if nothing of a stream can be read because a part of it is damaged, as a
    /// sabotage.
    pub(crate) fn is_unreadable(&self, stream: Stream) -> bool {
        self.sabotage == Some(Sabotage::SpreadDamage) && self.harmed.contains(&stream)
    }

    /// Notes that what a stream lacks stays lost, as `damcast accept-loss` does.
    pub(crate) fn accept_loss(&mut self, stream: Stream) {
        self.stream(stream).accept_loss();
    }

    /// Removes a stream and its consumers.
    pub(crate) fn remove(&mut self, stream: Stream) {
        self.stream(stream).clear();
        self.removed.insert(stream);
        self.remake_consumers();
    }

    /// Returns true if a stream is removed.
    pub(crate) fn is_removed(&self, stream: Stream) -> bool {
        self.removed.contains(&stream)
    }

    /// Returns true if any stream is removed.
    pub(crate) fn lacks_a_stream(&self) -> bool {
        !self.removed.is_empty()
    }

    /// Makes a stream anew with these messages, or else adds them, and notes which are missing.
    pub(crate) fn remake(
        &mut self,
        stream: Stream,
        epoch: Option<String>,
        messages: Vec<Stored>,
        known_missing: String,
    ) {
        self.removed.remove(&stream);
        self.harmed.remove(&stream);
        let store = self.stream(stream);
        match epoch {
            Some(epoch) => store.make_anew(epoch, messages),
            None => messages.into_iter().for_each(|message| store.add(message, Instant::now())),
        }
        store.known_missing = known_missing;
    }

    /// Lets consumers deliver no more than so many messages before one is acknowledged.
    pub(crate) fn limit_deliveries(&mut self, max_pending: usize) {
        let is_in_order = self.sabotage == Some(Sabotage::FirstComeFirstServed);
        for durable in self.durables.values_mut() {
            durable.limit(max_pending, is_in_order);
        }
    }

    /// Makes the consumers anew, so that each reads its stream from the first message.
    pub(crate) fn remake_consumers(&mut self) {
        let waits = self.waits;
        self.durables.values_mut().for_each(|durable| *durable = Durable::new(waits));
    }

    /// Returns the facts about a stream; `None` if it is removed.
    pub(crate) fn facts(&mut self, stream: Stream) -> Option<StreamFacts> {
        if self.is_removed(stream) {
            return None;
        }
        let store = self.stream(stream);
        Some(StreamFacts {
            epoch: store.epoch().to_owned(),
            first_sequence: store.kept().next().map_or(0, |first| first.sequence),
            last_sequence: store.last_sequence(),
            messages: store.kept().count() as u64,
            known_missing: store.known_missing.clone(),
            ..StreamFacts::default()
        })
    }

    /// Returns what is wrong with a stream, of which `epoch` names the store, as nats-server knows
    /// it.
    pub(crate) fn damage(&mut self, stream: Stream, epoch: &str) -> Option<StreamDamage> {
        let Some(facts) = self.facts(stream) else { return Some(StreamDamage::Missing) };
        if facts.epoch != epoch {
            return Some(StreamDamage::Remade);
        }
        let messages = facts.lacking();
        (messages > 0).then_some(StreamDamage::Lacks { messages })
    }

    /// Delivers to the consumers of a stream.
    pub(crate) fn pump(&mut self, stream: Stream) {
        let now = Instant::now();
        let Self { streams, durables, sabotage, judged, .. } = self;
        let Some(store) = streams.get(&stream) else { return };
        let nothing = BTreeSet::new();
        let disguised = if stream == Stream::Input { judged } else { &nothing };
        for ((of, _name), durable) in durables {
            if *of == stream {
                durable.pump(now, store, *sabotage, disguised);
            }
        }
    }

    pub(crate) fn tick(&mut self) {
        for stream in Stream::ALL {
            self.pump(stream);
        }
    }

    pub(crate) fn batch(&mut self, stream: Stream, query: &OwnedQuery) -> Batch {
        let lag = if self.lag_ms == 0 { 0 } else { self.dice.number(0..=self.lag_ms) };
        let seen_at =
            Instant::now().checked_sub(Duration::from_millis(lag)).unwrap_or_else(Instant::now);
        let visible = self.stream(stream).last_by(seen_at);
        self.read(stream, query, visible)
    }

    /// Returns the messages that a query asks for, up to a sequence.
    pub(crate) fn read(&mut self, stream: Stream, query: &OwnedQuery, visible: u64) -> Batch {
        let store = self.stream(stream);
        let visible = visible.min(store.last_sequence());
        match query {
            OwnedQuery::From { filter, sequence, most } => {
                let found = store.matching(filter, *sequence, visible);
                let most = usize::try_from(*most).unwrap_or(usize::MAX);
                let pending = found.len().saturating_sub(most) as u64;
                let messages = found.into_iter().take(most).filter_map(|at| store.get(at).cloned());
                Batch { messages: messages.collect(), pending }
            }
            OwnedQuery::LastOf { subjects, up_to, from } => {
                let up_to = visible.min(*up_to);
                let last: BTreeSet<u64> = subjects
                    .iter()
                    .filter_map(|subject| {
                        let all = store.by_subject.get(subject)?;
                        let end = all.partition_point(|sequence| *sequence <= up_to);
                        all[..end].last().copied().filter(|sequence| *sequence >= *from)
                    })
                    .collect();
                let messages = last.into_iter().filter_map(|at| store.get(at).cloned()).collect();
                Batch { messages, pending: 0 }
            }
        }
    }
}

/// Returns the last token of a subject: the game, if it is that of one.
pub(crate) fn game(stored: &Stored) -> String {
    stored.subject.rsplit('.').next().unwrap_or_default().to_owned()
}

fn answered(code: u64, status: usize) -> PublishError {
    PublishError::Answered { code, status, description: format!("simulated {code}") }
}

/// A [`Query`] that outlives the call.
#[derive(Debug)]
pub(crate) enum OwnedQuery {
    From { filter: String, sequence: u64, most: u32 },
    LastOf { subjects: Vec<String>, up_to: u64, from: u64 },
}

impl From<Query<'_>> for OwnedQuery {
    fn from(query: Query<'_>) -> Self {
        match query {
            Query::From { filter, sequence, most } => {
                Self::From { filter: filter.to_owned(), sequence, most }
            }
            Query::LastOf { subjects, up_to, from } => {
                let subjects = subjects.iter().map(|subject| (*subject).to_owned()).collect();
                Self::LastOf { subjects, up_to, from }
            }
        }
    }
}
