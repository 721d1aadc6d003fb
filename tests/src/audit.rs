//! Reads the history of every game, clock and tournament from the broker, without any service.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use async_nats::{Client, jetstream};
use bytes::Bytes;
use prost::Message as _;
use proto::{
    subject::Stream,
    v1::{
        Envelope, TournamentEvent, clock_event, envelope::Record, game_event::Event,
        tournament_event,
    },
};
use sha2::{Digest as _, Sha256};

/// Every stored envelope, in the order of storing.
#[derive(Debug, Default)]
pub struct Audit {
    /// The envelopes by stream and subject.
    pub envelopes: BTreeMap<(&'static str, String), Vec<Envelope>>,
}

impl Audit {
    /// Reads every stream from its first message to its last.
    ///
    /// # Errors
    /// If the broker cannot be reached, a message is missing, or a history is broken: a version is
    /// missing or repeated, an envelope does not follow the bytes before it, or an epoch changes.
    pub async fn read(nats_url: &str) -> Result<Self> {
        Self::read_by(async_nats::connect(nats_url).await?).await
    }

    /// As [`Self::read`], over a connection.
    ///
    /// # Errors
    /// If the log cannot be read, or is damaged.
    pub async fn read_by(nats: Client) -> Result<Self> {
        let context = jetstream::new(nats);
        let mut audit = Self::default();
        for stream in Stream::ALL {
            let stored = context.get_stream(stream.name()).await?;
            let state = stored.cached_info().state.clone();
            let mut last: BTreeMap<String, (Envelope, Bytes)> = BTreeMap::new();
            for sequence in state.first_sequence.max(1)..=state.last_sequence {
                let message = stored.get_raw_message(sequence).await;
                let message =
                    message.with_context(|| format!("{} at {sequence}", stream.name()))?;
                let subject = message.subject.to_string();
                let envelope = Envelope::decode(message.payload.clone())?;
                let before = last.get(&subject);
                follows(&envelope, before)
                    .with_context(|| format!("{subject} at {sequence} of {}", stream.name()))?;
                last.insert(subject.clone(), (envelope.clone(), message.payload));
                audit.envelopes.entry((stream.name(), subject)).or_default().push(envelope);
            }
        }
        Ok(audit)
    }

    /// Returns what happened to the clock with this subject, in order, each event with the moment
    /// at which it was recorded, in milliseconds since the Unix epoch.
    pub fn clock_events(&self, subject: &str) -> Vec<(clock_event::Event, i64)> {
        let written = self.envelopes.get(&("CLOCK", subject.to_owned()));
        let mut events = Vec::new();
        for envelope in written.into_iter().flatten() {
            let Some(Record::Clock(record)) = &envelope.record else { continue };
            let happened = record.events.iter().filter_map(|event| event.event.clone());
            events.extend(happened.map(|event| (event, envelope.recorded_at_ms)));
        }
        events
    }

    /// Checks that no device's input is stored twice, and returns the number of inputs.
    ///
    /// # Errors
    /// Names the input that is stored twice.
    pub fn inputs(&self) -> Result<usize> {
        let mut inputs = BTreeSet::new();
        for ((_, subject), envelopes) in &self.envelopes {
            for envelope in envelopes {
                if let Some(Record::Input(input)) = &envelope.record {
                    let id = (subject.clone(), input.device.clone(), input.sequence);
                    ensure!(inputs.insert(id.clone()), "{id:?} is stored twice");
                }
            }
        }
        Ok(inputs.len())
    }

    /// Returns the number of results that were recorded in tournaments.
    #[must_use]
    pub fn results(&self) -> usize {
        let mut results = 0;
        for record in self.envelopes.values().flatten().filter_map(|it| it.record.as_ref()) {
            let Record::Tournament(record) = record else { continue };
            let is_result = |event: &&TournamentEvent| {
                matches!(event.event, Some(tournament_event::Event::ResultRecorded(_)))
            };
            results += record.events.iter().filter(is_result).count();
        }
        results
    }

    /// Returns the plies that were played according to each game's events, in order, by subject.
    #[must_use]
    pub fn plies(&self) -> BTreeMap<String, Vec<u32>> {
        let mut plies: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for ((_, subject), envelopes) in &self.envelopes {
            for record in envelopes.iter().filter_map(|envelope| envelope.record.as_ref()) {
                let Record::Game(game) = record else { continue };
                for event in game.events.iter().filter_map(|event| event.event.as_ref()) {
                    if let Event::MovePlayed(played) = event {
                        plies.entry(subject.clone()).or_default().push(played.ply);
                    }
                }
            }
        }
        plies
    }
}

fn follows(envelope: &Envelope, before: Option<&(Envelope, Bytes)>) -> Result<()> {
    let (version, digest) = before.map_or((0, Vec::new()), |(before, bytes)| {
        (before.version, Sha256::digest(bytes).to_vec())
    });
    ensure!(envelope.version == version + 1, "version {} after {version}", envelope.version);
    ensure!(envelope.previous == digest, "version {} follows other bytes", envelope.version);
    if let Some((before, _)) = before {
        ensure!(envelope.epoch == before.epoch, "another epoch");
    }
    Ok(())
}
