//! Compares the log after a run with the promises.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each check looks at the events that it concerns, and passes over all others"
)]

mod embargoes;
mod fairness;
mod presses;
mod standing;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use bytes::Bytes;
use draughts::Color;
use prost::Message as _;
use proto::{
    Timestamp,
    subject::Stream,
    v1::{
        self, ClockState, Envelope, GameState, clock_event::Event as ClockEvent, envelope::Record,
        game_event::Event as GameEvent, tournament_event::Event as TournamentEvent,
    },
};
use runtime::{
    Stored, WallClock,
    broker::{ConnectionId, Message},
    digest,
};
use tokio::time::Instant;

use crate::{
    Breach, Promise,
    hall::Hall,
    script::{Correction, End, Script},
    spectator::Spectator,
    store::{Store, game},
    wait::LIMIT,
};

pub(crate) use self::standing::{ended, lost, results, standing, unfinished};

/// The longest time until a message is stored, with all that goes wrong.
pub(crate) const STORING: Duration = Duration::from_secs(60);

/// A stored message with its envelope.
#[derive(Clone, Debug)]
struct Entry {
    stored: Stored,
    /// The moment when it was stored.
    at: Instant,
    envelope: Envelope,
}

/// The log of a run.
#[derive(Debug, Default)]
pub(crate) struct Log {
    streams: BTreeMap<Stream, Vec<Entry>>,
    /// The games of which INPUT has lost inputs, which were handed in again.
    handed_in_again: BTreeSet<String>,
}

impl Log {
    /// Reads what is stored, and checks that every subject has one history.
    pub(crate) fn read(store: &Store) -> Result<Self> {
        let mut log = Self { handed_in_again: store.lost_inputs.clone(), ..Self::default() };
        for (stream, kept) in &store.streams {
            let mut heads: BTreeMap<String, (u64, Bytes)> = BTreeMap::new();
            let mut entries = Vec::new();
            for (stored, stored_at) in kept.kept_with_moments() {
                let envelope = Envelope::decode(stored.payload.clone())?;
                let (version, previous) = heads.get(&stored.subject).cloned().unwrap_or_default();
                let at =
                    || format!("{} at {} of {}", stored.subject, stored.sequence, stream.name());
                ensure!(
                    envelope.version == version + 1,
                    "{}: version {} follows {version}",
                    at(),
                    envelope.version
                );
                ensure!(envelope.previous == previous, "{}: follows other bytes", at());
                ensure!(kept.has_epoch(&envelope.epoch), "{}: another epoch", at());
                let head = (envelope.version, digest(&stored.payload));
                heads.insert(stored.subject.clone(), head);
                entries.push(Entry { stored: stored.clone(), at: *stored_at, envelope });
            }
            log.streams.insert(*stream, entries);
        }
        Ok(log)
    }

    /// Returns the messages of a stream, to be stored elsewhere.
    pub(crate) fn messages(&self, stream: Stream) -> impl Iterator<Item = Message> {
        self.entries(stream).iter().map(|entry| Message {
            subject: entry.stored.subject.clone(),
            id: entry.stored.sequence.to_string(),
            expected: 0,
            connection: ConnectionId::default(),
            payload: entry.stored.payload.clone(),
        })
    }

    fn entries(&self, stream: Stream) -> &[Entry] {
        self.streams.get(&stream).map(Vec::as_slice).unwrap_or_default()
    }

    /// Checks the log against the inputs and the games that were played.
    pub(crate) fn check(&self, hall: &Hall, has_cuts: bool) -> Result<(), Breach> {
        Promise::Storing.check(self.check_inputs(hall))?;
        Promise::Judging.check(self.check_judgements())?;
        Promise::Results.check(self.check_results(hall))?;
        Promise::Presses.check(self.check_presses(hall, has_cuts))
    }

    /// Checks that each moment that a process wrote, and each at which an input counts, is the true
    /// one but for `error`, if it is stored within the time `storing`, and that each flag fell when
    /// its time was up.
    pub(crate) fn check_time(
        &self,
        clock: &WallClock,
        error: Duration,
        storing: Duration,
    ) -> Result<()> {
        for entry in self.streams.values().flatten() {
            let stored = clock.now().saturating_sub(entry.at.elapsed());
            let is_true = |at_ms: i64, wait: Duration| {
                let at = Timestamp::from_millis(at_ms);
                at <= stored.saturating_add(error) && at >= stored.saturating_sub(error + wait)
            };
            let mut told = vec![(entry.envelope.recorded_at_ms, storing)];
            match &entry.envelope.record {
                Some(Record::Input(input)) => told.push((input.at_ms, storing)),
                Some(Record::Clock(record)) => {
                    for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
                        if let ClockEvent::FlagFell(fell) = event {
                            told.push((fell.at_ms, LIMIT.max(storing)));
                        }
                    }
                }
                _ => {}
            }
            for (at_ms, wait) in told {
                ensure!(
                    is_true(at_ms, wait),
                    "{} at {} tells {at_ms}, and was stored at {stored}: {:#?}",
                    entry.stored.subject,
                    entry.stored.sequence,
                    self.history(&game(&entry.stored))
                );
            }
        }
        Ok(())
    }

    /// Checks that each acknowledged input is stored, and none twice.
    fn check_inputs(&self, hall: &Hall) -> Result<()> {
        let mut inputs = BTreeSet::new();
        for entry in self.entries(Stream::Input) {
            let Some(Record::Input(input)) = &entry.envelope.record else { continue };
            let id = (game(&entry.stored), input.device.clone(), input.sequence);
            ensure!(inputs.insert(id.clone()), "the input {id:?} is stored twice");
        }
        for input in hall.told.answered().keys() {
            ensure!(inputs.contains(input), "the input {input:?} was acknowledged and is lost");
        }
        Ok(())
    }

    /// Checks that each input of a game is judged once, in the order of storing. One that was
    /// handed in again was judged before, and other inputs have the sequence that it had then: it
    /// plays no second ply.
    fn check_judgements(&self) -> Result<()> {
        let mut played = BTreeSet::new();
        for (game, event) in self.game_events() {
            if let GameEvent::MovePlayed(played_now) = event
                && let Some(input) = &played_now.input
                && self.handed_in_again.contains(&game)
            {
                let id = (game, input.device.clone(), input.sequence);
                ensure!(played.insert(id.clone()), "the input {id:?} has played two plies");
            }
        }
        let mut due: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for entry in self.entries(Stream::Input) {
            if matches!(entry.envelope.record, Some(Record::Input(_))) {
                due.entry(game(&entry.stored)).or_default().push(entry.stored.sequence);
            }
        }
        let mut judged: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for entry in self.entries(Stream::Game) {
            let Some(cause) = &entry.envelope.cause else { continue };
            if cause.stream == Stream::Input.name() {
                judged.entry(game(&entry.stored)).or_default().push(cause.sequence);
            }
        }
        due.retain(|game, _due| !self.handed_in_again.contains(game));
        for (game, due) in due {
            let judged = judged.remove(&game).unwrap_or_default();
            ensure!(judged == due, "{game}: inputs {due:?} were judged as {judged:?}");
        }
        Ok(())
    }

    /// Checks that each game ends as it was played, and that TOURNAMENT has its result once.
    fn check_results(&self, hall: &Hall) -> Result<()> {
        let games = (1..).zip(hall.scripts.iter());
        let is_resumed = |script: &Script| script.correction == Some(Correction::Resumption);
        let resumed = games.filter(|(_table, script)| is_resumed(script));
        let resumed: BTreeSet<u32> = resumed.map(|(table, _script)| table).collect();
        let mut recorded: BTreeMap<u32, Vec<(i32, i32)>> = BTreeMap::new();
        for entry in self.entries(Stream::Tournament) {
            let Some(Record::Tournament(record)) = &entry.envelope.record else { continue };
            for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
                match event {
                    TournamentEvent::ResultRecorded(result) => {
                        let outcome = result.outcome.unwrap_or_default();
                        let of_table = recorded.entry(result.table).or_default();
                        of_table.push((outcome.score, outcome.reason));
                    }
                    // A game that is resumed has no result until it ends again.
                    TournamentEvent::ResultWithdrawn(result) if resumed.contains(&result.table) => {
                        recorded.remove(&result.table);
                    }
                    TournamentEvent::ResultCorrected(_) | TournamentEvent::ResultWithdrawn(_) => {
                        bail!("a result was changed: {event:?}")
                    }
                    _ => {}
                }
            }
        }
        let states = self.game_states();
        for (table, script) in (1..).zip(hall.scripts.iter()) {
            let id = format!("r1-t{table}");
            let state = states.get(&id).with_context(|| format!("{id} has no record"))?;
            let plies = state.plies.len();
            // A move that was handed in again may come after the end of its game; its device is
            // told.
            let too_late = if self.handed_in_again.contains(&id) { self.too_late(&id) } else { 0 };
            let moves = script.moves.len();
            ensure!(
                (moves.saturating_sub(too_late)..=moves).contains(&plies),
                "{id}: {plies} of {moves} plies"
            );
            let outcome = state.outcome.with_context(|| format!("{id} did not end"))?;
            let is = (outcome.score, outcome.reason);
            let due = expected(script);
            ensure!(due.is_none_or(|due| is == due), "{id} ended as {is:?}, due {due:?}");
            let recorded = recorded.get(&table).cloned().unwrap_or_default();
            ensure!(recorded == [is], "{id} ended as {is:?}, recorded as {recorded:?}");
        }
        Ok(())
    }

    /// Returns the events in GAME, each with its game.
    fn game_events(&self) -> impl Iterator<Item = (String, &GameEvent)> {
        self.entries(Stream::Game).iter().flat_map(|entry| {
            let events = match &entry.envelope.record {
                Some(Record::Game(record)) => record.events.as_slice(),
                _ => &[],
            };
            let events = events.iter().filter_map(|event| event.event.as_ref());
            events.map(|event| (game(&entry.stored), event))
        })
    }

    /// Returns the number of inputs of a game that were refused because it was over.
    fn too_late(&self, id: &str) -> usize {
        let is_too_late = |event: &GameEvent| match event {
            GameEvent::InputRefused(refused) => matches!(
                refused.refusal.as_ref().and_then(|refusal| refusal.kind.as_ref()),
                Some(v1::refusal::Kind::GameFinished(_))
            ),
            _ => false,
        };
        self.game_events().filter(|(game, event)| game == id && is_too_late(event)).count()
    }

    pub(crate) fn game_states(&self) -> BTreeMap<String, GameState> {
        let mut states = BTreeMap::new();
        for entry in self.entries(Stream::Game) {
            if let Some(Record::Game(record)) = &entry.envelope.record
                && let Some(state) = &record.state
            {
                states.insert(game(&entry.stored), state.clone());
            }
        }
        states
    }

    /// The last state of each clock, with the version of its message.
    pub(crate) fn clock_states(&self) -> BTreeMap<String, (u64, ClockState)> {
        let mut states = BTreeMap::new();
        for entry in self.entries(Stream::Clock) {
            if let Some(Record::Clock(record)) = &entry.envelope.record
                && let Some(state) = &record.state
            {
                states.insert(game(&entry.stored), (entry.envelope.version, state.clone()));
            }
        }
        states
    }

    /// Checks that a spectator ends with the true position, and never saw anything taken back.
    pub(crate) fn check_spectator(&self, spectator: &Spectator) -> Result<()> {
        let breaches = spectator.breaches();
        ensure!(breaches.is_empty(), "a spectator saw: {breaches:#?}");
        let seen = spectator.games();
        for (id, state) in self.game_states() {
            let game = seen.get(&id).with_context(|| format!("a spectator never saw {id}"))?;
            ensure!(
                (game.plies, board(&game.fen)) == (state.plies.len(), board(&state.fen)),
                "a spectator saw {game:?}, true is {} after {} plies",
                state.fen,
                state.plies.len()
            );
            let outcome = state.outcome.unwrap_or_default();
            ensure!(
                game.result == Some((outcome.score, outcome.reason)),
                "a spectator saw {game:?} of {id}, which ended as {outcome:?}"
            );
        }
        Ok(())
    }

    /// Returns whether a message of CLOCK caused anything in a game.
    fn has_flag(&self, id: &str) -> bool {
        self.entries(Stream::Game).iter().any(|entry| {
            let cause = entry.envelope.cause.as_ref();
            game(&entry.stored) == id
                && cause.is_some_and(|cause| cause.stream == Stream::Clock.name())
        })
    }

    /// Returns the events of a game and its clock, an envelope a line.
    pub(crate) fn history(&self, id: &str) -> Vec<String> {
        let of_game = |entry: &&Entry| game(&entry.stored) == id;
        let line = |entry: &Entry| match &entry.envelope.record {
            Some(Record::Game(record)) => {
                let events: Vec<_> = record.events.iter().map(|event| &event.event).collect();
                head(entry) + &format!("{events:?}")
            }
            Some(Record::Clock(record)) => {
                let events: Vec<_> = record.events.iter().map(|event| &event.event).collect();
                head(entry) + &format!("{events:?}")
            }
            Some(Record::Input(input)) => head(entry) + &format!("{input:?}"),
            _ => String::new(),
        };
        let streams = [Stream::Input, Stream::Game, Stream::Clock];
        streams
            .into_iter()
            .flat_map(|stream| self.entries(stream))
            .filter(of_game)
            .map(line)
            .collect()
    }

    /// Returns the events of the games that have not ended, an envelope a line.
    pub(crate) fn unfinished_histories(&self) -> String {
        let states = self.game_states().into_iter();
        let unfinished = states.filter(|(_id, state)| state.outcome.is_none());
        unfinished.map(|(id, _state)| format!("\n{id}: {:#?}", self.history(&id))).collect()
    }

    /// Checks that judging the same inputs anew led to the same games. If the log `has_cuts`, CLOCK
    /// may have lost the flag that ended a game. If it `has_gaps` in INPUT, what was lost there and
    /// handed in again stands behind what followed on it, perhaps behind the end of the game: such
    /// games are as they were judged at first, and not as INPUT leads to them now.
    pub(crate) fn check_judged(&self, anew: &Self, has_cuts: bool, has_gaps: bool) -> Result<()> {
        let again = anew.game_states();
        let mut states = self.game_states();
        states.retain(|id, _state| !(has_gaps && self.handed_in_again.contains(id)));
        for (id, state) in &states {
            let again = again.get(id).with_context(|| format!("{id} was not judged anew"))?;
            // A flag has its place among the inputs by the moment at which it was seen.
            let is_same = if self.handed_in_again.contains(id) {
                // It was judged in the order of the first time, and at those moments.
                let moves = |state: &GameState| -> Vec<_> {
                    state.plies.iter().map(|ply| ply.r#move.clone()).collect()
                };
                moves(again).len() >= moves(state).len()
                    && moves(again).starts_with(&moves(state))
                    && (again.outcome == state.outcome || self.has_flag(id))
            } else if self.has_flag(id) {
                again.plies == state.plies
                    && (again.outcome == state.outcome || (has_cuts && again.outcome.is_none()))
            } else {
                again == state
            };
            ensure!(
                is_same,
                "{id} was judged as {:#?}\nand judged anew as {:#?}",
                self.history(id),
                anew.history(id)
            );
        }
        Ok(())
    }
}

fn head(entry: &Entry) -> String {
    let cause = entry.envelope.cause.as_ref();
    let cause = cause.map(|cause| format!("{} {}", cause.stream, cause.sequence));
    let (sequence, version) = (entry.stored.sequence, entry.envelope.version);
    format!("{sequence}: {version} at {} by {cause:?}: ", entry.envelope.recorded_at_ms)
}

/// The position alone, without a final stop.
fn board(fen: &str) -> &str {
    fen.trim_end_matches('.')
}

/// Returns the outcome of a game that its last move does not end.
fn expected(script: &Script) -> Option<(i32, i32)> {
    use v1::{Reason, Score};
    let lost = match script.to_move() {
        Color::White => Score::BlackWins,
        Color::Black => Score::WhiteWins,
    };
    let (score, reason) = match script.end {
        End::Resign => (lost, Reason::Resignation),
        End::Draw => (Score::Draw, Reason::Agreement),
        End::Flag => (lost, Reason::FlagFall),
    };
    Some((score.into(), reason.into()))
}
