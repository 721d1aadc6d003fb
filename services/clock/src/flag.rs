//! The fall of a flag: looked for when the deadline and the grace for what is on its way have passed.
//!
//! Before a flag falls, the log has the last word: what the judge has judged is pressed, and what
//! board-ingest has stored and nobody has judged yet is waited for, however long that takes. So
//! neither service may be away at the cost of a player; a judge that stays away is complained of. An
//! irregular move that was made in time is a move too: while it waits for the opponent or the
//! arbiter, the flag of its side waits.

use std::{sync::Arc, time::Duration};

use draughts::Timestamp;
use game_clock::{Clock, Command, Event};
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, ClockEvent, ClockLog},
    subject::{GameKey, Stream, Subject},
    v1::{Cause, Envelope, InputRecord, envelope::Record, input_record::Action},
};
use runtime::{AppendError, Ledger, Stored, Tasks};
use tokio::sync::Semaphore;

use crate::{
    clocks::{Clocks, Error, PATIENCE, told},
    consumer::complain,
    record::{Decided, GameRecord},
};

/// How many flags are looked at at once; after a long absence there may be many.
const AT_ONCE: usize = 32;
/// How soon to look again at a flag that waits, if no message of the game comes before; it doubles.
const AGAIN: Duration = Duration::from_millis(300);
/// The longest that it becomes.
const AGAIN_MAX: Duration = Duration::from_secs(10);
/// How soon to look again when the log does not answer.
const PAUSE: Duration = Duration::from_secs(1);
/// How often it is said of a flag that it waits for the judge.
const REMINDER: Duration = Duration::from_secs(60);

/// Looks at each clock when its time has come, until the service stops.
pub(crate) fn watch(clocks: &Clocks, tasks: &Tasks) {
    let (clocks, spawner) = (clocks.clone(), tasks.clone());
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    tasks.spawn_until_stop(async move {
        loop {
            let key = clocks.deadlines().next().await;
            let Ok(place) = Arc::clone(&at_once).acquire_owned().await else { return };
            let clocks = clocks.clone();
            spawner.spawn_until_stop(async move {
                if let Err(error) = clocks.look(&key).await {
                    clocks.look_later(&key, &error).await;
                }
                drop(place);
            });
        }
    });
}

/// What the log tells about a game.
struct Evidence {
    record: GameRecord,
    /// The message of GAME that told it.
    cause: Cause,
    /// Sequence of the input that led to this message; none when no input did.
    judged: Option<u64>,
}

/// What a flag waits for that would have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaitsFor {
    /// An input that was made in time and is stored, but not judged.
    Judge,
    /// What becomes of an irregular move that was made in time.
    Arbiter,
}

/// A flag that would have fallen but for inputs that nobody has judged, or an irregular move.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// At which version of the clock it was said that it waits, and when.
    said: Option<(u64, Timestamp)>,
    /// How long it waits before it is looked at again; nothing before it waits.
    pause: Duration,
}

/// Up to where the messages of a game were read, and the input that the judge had judged by then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    /// Sequence in GAME.
    read: u64,
    /// Sequence in INPUT.
    input: u64,
}

impl Held {
    /// Whether the flag waits; it is looked at soon again.
    pub(crate) fn release(&mut self) -> bool {
        !std::mem::take(&mut self.pause).is_zero()
    }

    /// How long to wait before it is looked at again: longer each time.
    pub(crate) fn next_pause(&mut self) -> Duration {
        self.pause = (self.pause * 2).clamp(AGAIN, AGAIN_MAX);
        self.pause
    }

    /// Whether to say at `now` that the flag waits: at once, and then again and again.
    pub(crate) fn is_to_be_said(&mut self, version: u64, now: Timestamp) -> bool {
        let said = self.said.filter(|(at_version, _)| *at_version == version);
        let is_due = said.is_none_or(|(_, said_at)| now.duration_since(said_at) >= REMINDER);
        if is_due {
            self.said = Some((version, now));
        }
        is_due
    }
}

impl Clocks {
    fn again(&self, key: &GameKey, pause: Duration) {
        self.deadlines().set(key, Some(self.log().clock().now().saturating_add(pause)));
    }

    /// Says once what stands in the way of looking, until somebody can look, and tries it later.
    async fn look_later(&self, key: &GameKey, error: &Error) {
        if let Some(keeper) = self.keeper(key) {
            let mut deciding = keeper.deciding.lock().await;
            deciding.has_complained = deciding.has_complained || complain(key, error);
        }
        self.again(key, PAUSE);
    }

    /// Lets the flag fall if it has.
    async fn look(&self, key: &GameKey) -> Result<(), Error> {
        let Some(keeper) = self.keeper(key) else { return Ok(()) };
        let due = self.due(key, &keeper.seen.borrow());
        if due.is_none_or(|due| due > self.log().clock().now()) {
            self.arm(key, &keeper);
            return Ok(());
        }
        let mut deciding = keeper.deciding.lock().await;
        let mut ledger = self.awake(key, &mut deciding).await?;
        loop {
            ledger.catch_up(self.log()).await?;
            let evidence = self.evidence(key).await?;
            let is_ahead = evidence
                .as_ref()
                .is_some_and(|known| known.record.is_ahead_of(&ledger.state().clock));
            let missed = self.missed(key, &ledger, evidence.as_ref()).await?;
            if is_ahead && !missed.is_waiting {
                // The message that tells the change brings the clock there, after those before it.
                self.rest(key, &keeper, &mut deciding, ledger);
                self.again(key, deciding.held.next_pause());
                return Ok(());
            }
            let pressed = missed.events;
            let mut after = ledger.state().clone();
            for event in &pressed {
                after.apply(event);
            }
            let now = self.log().clock().now();
            let fallen = fallen(&after.clock, now, self.grace(key));
            if let (Some(fall), Some(evidence)) = (fallen.first(), &evidence)
                && let Some(waits_for) =
                    self.waits_for(key, fall.at(), evidence, &mut deciding.judged).await?
            {
                if deciding.held.is_to_be_said(ledger.version(), now) {
                    match waits_for {
                        WaitsFor::Judge => tracing::warn!(
                            game = %key,
                            "an input is not judged yet; the flag waits for it"
                        ),
                        WaitsFor::Arbiter => tracing::warn!(
                            game = %key,
                            "an irregular move waits for its answer or the arbiter, and the flag for it"
                        ),
                    }
                }
                deciding.has_complained = false;
                self.rest(key, &keeper, &mut deciding, ledger);
                self.again(key, deciding.held.next_pause());
                return Ok(());
            }
            let cause = evidence.filter(|_evidence| !pressed.is_empty());
            let cause = cause.map(|evidence| evidence.cause);
            let fallen = fallen.into_iter().map(ClockEvent::Clock);
            let events: Vec<ClockEvent> = pressed.into_iter().chain(fallen).collect();
            match ledger.commit(self.log(), &events, cause, PATIENCE).await {
                Ok(()) => {
                    told(&events);
                    break;
                }
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        deciding.held = Held::default();
        deciding.has_complained = false;
        self.rest(key, &keeper, &mut deciding, ledger);
        self.arm(key, &keeper);
        Ok(())
    }

    /// What the judge has last written of the game.
    async fn evidence(&self, key: &GameKey) -> Result<Option<Evidence>, Error> {
        let Some(last) = self.log().last(&Subject::game(Stream::Game, key)).await? else {
            return Ok(None);
        };
        let Some(record) = self.record(key, &last)? else { return Ok(None) };
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: last.sequence };
        Ok(Some(Evidence { record, cause, judged: judged(&last) }))
    }

    /// What the clock has not been told yet.
    async fn missed(
        &self,
        key: &GameKey,
        ledger: &Ledger<ClockLog>,
        evidence: Option<&Evidence>,
    ) -> Result<Decided, Error> {
        let Some(evidence) = evidence else { return Ok(Decided::default()) };
        self.decide(key, &evidence.record, ledger.state()).await
    }

    /// What the flag has to wait for, if anything.
    async fn waits_for(
        &self,
        key: &GameKey,
        deadline: Timestamp,
        evidence: &Evidence,
        judged: &mut Judged,
    ) -> Result<Option<WaitsFor>, Error> {
        if evidence.record.noted.is_some_and(|made| made <= deadline) {
            return Ok(Some(WaitsFor::Arbiter));
        }
        match evidence.judged {
            Some(input) => *judged = Judged { read: evidence.cause.sequence, input },
            None => self.read_judged(key, judged).await?,
        }
        let subject = Subject::game(Stream::Input, key).to_string();
        let waiting = self.log().read(Stream::Input, &subject, judged.input + 1).await?;
        let plies = evidence.record.plies.len();
        let is_waiting = waiting.iter().any(|message| is_in_time(message, deadline, plies));
        Ok(is_waiting.then_some(WaitsFor::Judge))
    }

    /// Reads on which input was judged last: the last message was not caused by an input but by time.
    async fn read_judged(&self, key: &GameKey, known: &mut Judged) -> Result<(), Error> {
        let subject = Subject::game(Stream::Game, key).to_string();
        for message in &self.log().read(Stream::Game, &subject, known.read + 1).await? {
            let input = judged(message).unwrap_or(0).max(known.input);
            *known = Judged { read: message.sequence, input };
        }
        Ok(())
    }
}

/// The flag's fall, if by `at` it has fallen and nothing can be on its way any more.
fn fallen(clock: &Clock, at: Timestamp, grace: Duration) -> Vec<Event> {
    // A check is never refused.
    clock.decide(&Command::TimeCheck { at, grace }).unwrap_or_default()
}

/// The sequence in INPUT of the input that led to a message of GAME; none when no input did.
fn judged(message: &Stored) -> Option<u64> {
    let envelope = Envelope::decode(message.payload.clone()).ok();
    let cause = envelope.and_then(|envelope| envelope.cause);
    cause.filter(|cause| cause.stream == Stream::Input.name()).map(|cause| cause.sequence)
}

/// Whether the input can still matter: made before the deadline, and no copy of a move that is played.
fn is_in_time(message: &Stored, deadline: Timestamp, plies: usize) -> bool {
    match Envelope::decode(message.payload.clone()).ok().and_then(|envelope| envelope.record) {
        Some(Record::Input(input)) => may_matter(&input, deadline, plies),
        _ => false,
    }
}

/// See [`is_in_time`].
pub(crate) fn may_matter(input: &InputRecord, deadline: Timestamp, plies: usize) -> bool {
    if Timestamp::from_millis(input.at_ms) > deadline {
        return false;
    }
    match &input.action {
        Some(Action::Play(play)) => usize::try_from(play.ply).is_ok_and(|ply| ply > plies),
        Some(
            Action::Resign(_)
            | Action::AgreeDraw(_)
            | Action::RuleResult(_)
            | Action::Retract(_)
            | Action::LetStand(_)
            | Action::Correct(_)
            | Action::SetPosition(_)
            | Action::GoOnPaper(_)
            | Action::Complete(_)
            | Action::Resume(_)
            | Action::Clock(_),
        ) => true,
        Some(Action::Start(_)) | None => false,
    }
}
