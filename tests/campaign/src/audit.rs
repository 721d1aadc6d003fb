//! Reads the log from NATS, and compares it with what devices were answered and spectators were
//! shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use async_nats::{
    Client,
    jetstream::{self, Context, consumer, context::GetStreamErrorKind, stream::Stream},
};
use futures_util::StreamExt as _;
use prost::Message as _;
use proto::v1::{Envelope, envelope::Record, game_event::Event, input_record::Action};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::{
    ledger::{InputKey, Record as Inputs},
    report::{Report, Totals},
    round::Round,
    spectator::{Picture, Spectator},
};

/// The streams of the log.
pub(crate) const STREAMS: [&str; 5] = ["INPUT", "GAME", "CLOCK", "TOURNAMENT", "ACCESS"];

/// Longest time in which servers have to choose the leader of a stream.
const LED_WITHIN: Duration = Duration::from_secs(60);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(100);

/// The log, as it was read.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    /// Breaches of the chains of versions and hashes.
    broken: Vec<String>,
    /// Number of messages of all streams.
    messages: usize,
    /// The number of times that each input is stored.
    stored: BTreeMap<InputKey, usize>,
    /// The order in which the inputs of each device are stored in a game.
    order: BTreeMap<(String, String, String), Vec<u64>>,
    /// The sequence in INPUT of each input that is to be judged.
    inputs: BTreeMap<InputKey, u64>,
    /// The sequences in INPUT that have their effect in GAME.
    judged: BTreeSet<u64>,
    /// The inputs that a move or an end in GAME names. An input that INPUT lost and got again has
    /// another sequence.
    named: BTreeSet<InputKey>,
    /// First and last square of each move played, by tournament and game.
    moves: BTreeMap<(String, String), Vec<(u32, u32)>>,
    /// The plies in the order of their events.
    plies: BTreeMap<(String, String), Vec<u32>>,
}

impl Audit {
    /// Reads every stream from its first message to its last.
    pub(crate) async fn read(nats: Client) -> Result<Self> {
        let context = jetstream::new(nats);
        let mut audit = Self::default();
        for name in STREAMS {
            let mut stream = led(&context, name).await.with_context(|| name)?;
            let state = stream.info().await?.state.clone();
            if state.messages == 0 {
                continue;
            }
            let ordered = consumer::pull::OrderedConfig::default();
            let mut messages = stream.create_consumer(ordered).await?.messages().await?;
            let mut last: BTreeMap<String, (u64, Vec<u8>)> = BTreeMap::new();
            loop {
                let Some(message) = messages.next().await else { bail!("{name} ends early") };
                let message = message?;
                let info = message.info().map_err(|error| anyhow::anyhow!("{error}"))?;
                let (sequence, pending) = (info.stream_sequence, info.pending);
                audit.take(name, sequence, &message.subject, &message.payload, &mut last)?;
                if pending == 0 {
                    break;
                }
            }
        }
        Ok(audit)
    }

    fn take(
        &mut self,
        stream: &str,
        sequence: u64,
        subject: &str,
        payload: &[u8],
        last: &mut BTreeMap<String, (u64, Vec<u8>)>,
    ) -> Result<()> {
        self.messages += 1;
        let at = || format!("{subject} at {sequence} of {stream}");
        let envelope = Envelope::decode(payload).with_context(at)?;
        let (version, digest) = last.get(subject).map_or((0, Vec::new()), Clone::clone);
        if envelope.version != version + 1 {
            self.broken.push(format!("{}: version {} after {version}", at(), envelope.version));
        } else if envelope.previous != digest {
            self.broken.push(format!("{}: it follows other bytes", at()));
        }
        last.insert(subject.to_owned(), (envelope.version, Sha256::digest(payload).to_vec()));
        let mut tokens = subject.split('.').skip(2).map(str::to_owned);
        let (tournament, game) =
            (tokens.next().unwrap_or_default(), tokens.next().unwrap_or_default());
        if stream == "GAME"
            && let Some(cause) = envelope.cause.filter(|cause| cause.stream == "INPUT")
        {
            self.judged.insert(cause.sequence);
        }
        match envelope.record {
            Some(Record::Input(input)) => {
                let Some(action) = input.action else { return Ok(()) };
                let (device, number) = (input.device, input.sequence);
                if matches!(action, Action::Play(_) | Action::Resign(_)) {
                    let of = (tournament.clone(), game.clone(), device.clone());
                    self.order.entry(of).or_default().push(number);
                }
                let key = InputKey { tournament, game, device, sequence: number };
                *self.stored.entry(key.clone()).or_default() += 1;
                self.inputs.insert(key, sequence);
            }
            Some(Record::Game(record)) => {
                let key = (tournament, game);
                for event in record.events.into_iter().filter_map(|event| event.event) {
                    let input = if let Event::MovePlayed(played) = event {
                        self.plies.entry(key.clone()).or_default().push(played.ply);
                        played.input
                    } else if let Event::Finished(finished) = event {
                        finished.input
                    } else {
                        continue;
                    };
                    let (tournament, game) = key.clone();
                    self.named.extend(input.map(|input| {
                        let (device, sequence) = (input.device, input.sequence);
                        InputKey { tournament, game, device, sequence }
                    }));
                }
                let plies = record.state.map(|state| state.plies).unwrap_or_default();
                let moves = plies.iter().filter_map(|ply| ply.r#move.as_ref());
                self.moves.insert(key, moves.map(|mv| (mv.from, mv.to)).collect());
            }
            Some(
                Record::Clock(_) | Record::Tournament(_) | Record::Table(_) | Record::Access(_),
            )
            | None => {}
        }
        Ok(())
    }

    /// Returns the acknowledged inputs that INPUT does not have.
    pub(crate) fn missing(&self, acknowledged: &[InputKey]) -> BTreeSet<InputKey> {
        let missing = acknowledged.iter().filter(|key| !self.stored.contains_key(key));
        missing.cloned().collect()
    }

    /// Leaves inputs out of the order that is checked: those that came again after later ones.
    pub(crate) fn leave_out_of_order(&mut self, again: &BTreeSet<InputKey>) {
        for ((tournament, game, device), numbers) in &mut self.order {
            let key = |sequence: u64| InputKey {
                tournament: tournament.clone(),
                game: game.clone(),
                device: device.clone(),
                sequence,
            };
            numbers.retain(|number| !again.contains(&key(*number)));
        }
    }

    /// Checks the log alone, and that every acknowledged input is in it once, in the order in which
    /// its device numbered it, and judged.
    pub(crate) fn check(&self, record: &Inputs, report: &mut Report) {
        let acknowledged: BTreeSet<_> = record.acknowledged.iter().collect();
        let lost = self.missing(&record.acknowledged);
        let twice: Vec<_> = self.stored.iter().filter(|(_key, count)| **count > 1).collect();
        let is_judged = |key: &&&InputKey| {
            self.inputs.get(*key).is_none_or(|sequence| self.judged.contains(sequence))
                || self.named.contains(*key)
        };
        let unjudged: Vec<_> = acknowledged.iter().filter(|key| !is_judged(key)).collect();
        let devices: BTreeSet<_> =
            acknowledged.iter().map(|key| (&key.tournament, &key.game, &key.device)).collect();
        let disordered = self.order.iter().filter(|((tournament, game, device), numbers)| {
            // A device that floods sends many inputs at once, in no order.
            devices.contains(&(tournament, game, device)) && !numbers.is_sorted()
        });
        let disordered: Vec<_> = disordered.map(|(of, _numbers)| of).collect();
        report.figure("messages in the log", self.messages);
        report.figure("inputs in the log", self.stored.len());
        report.count(Totals {
            acknowledged: acknowledged.len(),
            lost: lost.len(),
            doubled: twice.len(),
            unjudged: unjudged.len(),
            disordered: disordered.len(),
            stall: record.longest_wait,
            ..Totals::default()
        });
        let lost: Vec<_> = lost.iter().collect();
        let mut find = |what: &str, found: &[String]| {
            if let Some(first) = found.first() {
                report.finding(format!("{what}: {} times, first {first}", found.len()));
            }
        };
        find("an acknowledged input is not in the log", &texts(&lost));
        find("an input is in the log twice", &texts(&twice));
        find("an acknowledged input was not judged", &texts(&unjudged));
        find("inputs of a device are out of order", &texts(&disordered));
        find("a history is broken", &self.broken);
    }

    /// Checks that the games of a round were played as their scripts say, and that a spectator has
    /// seen that.
    pub(crate) async fn check_round(
        &self,
        round: &Round,
        spectator: &Spectator,
        report: &mut Report,
    ) {
        report.count(Totals { games: round.scripts.len(), ..Totals::default() });
        let mut expected = Picture::default();
        for (table, script) in (1..).zip(&round.scripts) {
            let game = format!("r1-t{table}");
            let key = (round.tournament.clone(), game.clone());
            let moves = self.moves.get(&key).cloned().unwrap_or_default();
            if script.path().is_ok_and(|path| path != moves) {
                let played = moves.len();
                report.finding(format!("{key:?} has {played} plies in the log, not its script"));
            }
            let plies = self.plies.get(&key).map_or(0, Vec::len);
            if plies != moves.len() {
                report.finding(format!("{key:?}: {plies} events for {} plies", moves.len()));
            }
            expected.moves.insert(game, script.moves.clone());
        }
        if let Err(difference) = spectator.shows(&expected).await {
            report.finding(format!("the picture of {}: {difference}", round.tournament));
        }
    }
}

/// Returns a stream once several servers that have come back have chosen its leader.
async fn led(context: &Context, name: &str) -> Result<Stream> {
    let began = Instant::now();
    loop {
        match context.get_stream(name).await {
            // Nobody answers for a stream without a leader.
            Err(error)
                if error.kind() == GetStreamErrorKind::Request && began.elapsed() < LED_WITHIN =>
            {
                tokio::time::sleep(GLANCE).await;
            }
            answer => return Ok(answer?),
        }
    }
}

fn texts(found: &[impl std::fmt::Debug]) -> Vec<String> {
    found.iter().map(|one| format!("{one:?}")).collect()
}
