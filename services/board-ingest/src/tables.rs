//! The games at the tables: stores each input of a device or of the desk once, and returns its
//! verdict.
//!
//! Each game with inputs has an actor, which stores them one after another. Each call has its own
//! timeout and delays no other.

mod actor;
mod device_clocks;
mod verdicts;

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use access::Bearer;
use futures_util::future::try_join_all;
use game_clock::ClockDisplay;
use live_game::{
    DeviceId, InputId, PendingKind,
    table::{
        Arrival, Arrivals, ClockFinding, InputKind, Moment, Seat, SeatCommand, StoredDisplay,
        Verdict,
    },
};
use lru::LruCache;
use proto::{
    convert::{ConvertError, StoredInput, ruling_action},
    subject::{GameId, GameKey, TournamentKey},
    v1::{InputRecord, input_record::Action, submit_ruling_request},
};
use runtime::{
    AtStop, Categorize as _, EventLog, LogEntry, Registry, RegistryConfig, Tasks,
    broker::ConnectionId, error_chain, lock,
};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

pub(crate) use self::verdicts::VERDICT_STREAMS;
use self::{
    actor::{Submission, TableActor, TableMessage},
    device_clocks::DeviceClocks,
};
use crate::{
    Config,
    alarms::alarms,
    error::Error,
    metrics,
    tournaments::{Admission, Tournaments},
    watchers::{Notification, Watchers},
};

/// The actor of a game ends after this long without a message, which frees its memory. Longer than
/// any call waits.
const IDLE: Duration = Duration::from_secs(600);
/// Number of calls and verdicts that may wait for one game.
const INBOX: usize = 256;
/// Number of physical clocks whose last display is kept in memory.
const DISPLAYS_KEPT: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// An input of a device or of the desk for a game.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) game: GameKey,
    pub(crate) id: InputId,
    /// The moment of arrival, and the stamps of the device.
    pub(crate) arrival: Arrival,
    /// A hash of its content.
    pub(crate) hash: u64,
    pub(crate) content: Content,
    /// The moment by which it must be stored.
    pub(crate) store_by: Instant,
    /// The moment until which the caller waits for the verdict.
    pub(crate) wait_until: Instant,
    /// The person or device whose token it came with; `None` where the venue has no authority.
    pub(crate) bearer: Option<Bearer>,
    /// The reason of a ruling; may be empty.
    pub(crate) reason: String,
}

/// The content of an input.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A move.
    Move(Action),
    /// A resignation, an agreement to a draw or a press, on behalf of this side.
    Claim(draughts::Color, Action),
    /// The display of a physical clock.
    Display(ClockDisplay, Action),
    /// A ruling. Its position and its limits are parsed by the rules of the game.
    Ruling(submit_ruling_request::Ruling),
    /// A ruling on the clocks of a hall.
    HallRuling(Action),
}

impl Content {
    fn kind(&self) -> InputKind {
        match self {
            Self::Move(_) => InputKind::Move,
            Self::Claim(color, _) => InputKind::Claim(*color),
            Self::Display(..) => InputKind::Display,
            Self::Ruling(_) | Self::HallRuling(_) => InputKind::Ruling,
        }
    }

    /// Returns the action to be stored, for the game that begins with `start`.
    fn action(&self, start: &StoredInput) -> Result<Action, ConvertError> {
        match self {
            Self::Move(action)
            | Self::Claim(_, action)
            | Self::Display(_, action)
            | Self::HallRuling(action) => Ok(action.clone()),
            Self::Ruling(ruling) => ruling_action(ruling.clone(), start),
        }
    }
}

/// The verdict on an input, and the seat of the device that submitted it.
#[derive(Clone, Debug)]
pub(crate) struct SeatedVerdict {
    pub(crate) seat: Seat,
    pub(crate) verdict: Verdict,
}

/// A device that may submit an input for a game.
#[derive(Clone, Debug)]
struct Admitted {
    seat: Seat,
    /// The first input of the game.
    start: Arc<StoredInput>,
    /// Longest time that an input may take to arrive; `None` if the desk has not set it.
    grace: Option<Duration>,
}

/// The last stored display of each device. Names of devices are unique only within a tournament.
type StoredDisplays = LruCache<(TournamentKey, DeviceId), StoredDisplay<GameId>>;

/// The actors of all games with inputs. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    log: EventLog,
    actors: Registry<GameKey, TableActor>,
    tournaments: Tournaments,
    clocks: DeviceClocks,
    arrivals: Arc<Mutex<Arrivals<GameKey>>>,
    displays: Arc<Mutex<StoredDisplays>>,
    watchers: Watchers,
    config: Config,
    tasks: Tasks,
}

impl Tables {
    pub(crate) fn new(
        config: Config,
        log: &EventLog,
        tasks: &Tasks,
        tournaments: Tournaments,
        watchers: Watchers,
    ) -> Self {
        let lives = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drain };
        let actor_log = log.clone();
        let make = move |key: &GameKey| TableActor::new(key.clone(), actor_log.clone());
        Self {
            log: log.clone(),
            actors: Registry::new(tasks.clone(), lives, make),
            tournaments,
            clocks: DeviceClocks::new(log.clone()),
            arrivals: Arc::default(),
            displays: Arc::new(Mutex::new(LruCache::new(DISPLAYS_KEPT))),
            watchers,
            config,
            tasks: tasks.clone(),
        }
    }

    /// Stores an input and returns its verdict, or the verdict that it is stored if no other comes
    /// in time. Returns `None` for a clock display that differs from the last stored one only by
    /// the time that has passed; it is not stored.
    ///
    /// # Errors
    /// [`Error`] if the input is refused, or may not have been stored.
    pub(crate) async fn submit(&self, input: Input) -> Result<Option<SeatedVerdict>, Error> {
        let input = self.with_first_arrival(input);
        let connection = self.log.broker().connection();
        let submitted = Box::pin(async {
            let admitted = self.admit(&input).await?;
            let action = input.content.action(&admitted.start)?;
            let moment = self.moment(&input, &admitted).await?;
            if let Content::Display(display, _) = &input.content {
                if !self.is_news(&input, display, moment) {
                    return Ok(None);
                }
                let answer = self.store(&input, admitted, moment, action, connection).await?;
                self.keep_display(&input, *display, moment);
                return Ok(Some(answer));
            }
            self.store(&input, admitted, moment, action, connection).await.map(Some)
        });
        self.settle(&[&input], submitted.await)
    }

    /// Stores a ruling for each game of a hall, all at the moment of the first arrival. Stores none
    /// if the device may not rule on one of the games.
    ///
    /// # Errors
    /// As for [`Tables::submit`].
    pub(crate) async fn submit_for_hall(
        &self,
        inputs: Vec<Input>,
    ) -> Result<Vec<SeatedVerdict>, Error> {
        let inputs: Vec<Input> =
            inputs.into_iter().map(|input| self.with_first_arrival(input)).collect();
        let Some(first) = inputs.iter().min_by_key(|input| input.arrival.at) else {
            return Ok(Vec::new());
        };
        let connection = self.log.broker().connection();
        let submitted = Box::pin(async {
            let admitted = try_join_all(inputs.iter().map(|input| self.admit(input))).await?;
            let Some(of_first) = admitted.first() else { return Ok(Vec::new()) };
            let moment = self.moment(first, of_first).await?;
            let stored = inputs.iter().zip(admitted).map(|(input, admitted)| {
                let connection = connection.clone();
                async move {
                    let action = input.content.action(&admitted.start)?;
                    self.store(input, admitted, moment, action, connection).await
                }
            });
            try_join_all(stored).await
        });
        self.settle(&inputs.iter().collect::<Vec<_>>(), submitted.await)
    }

    /// Returns the numbers of a device's inputs for a game that the log has, ascending, except
    /// displays.
    ///
    /// # Errors
    /// [`Error`] if there is no such game or the device has no seat, or the log does not answer by
    /// `by`.
    pub(crate) async fn list(
        &self,
        game: &GameKey,
        device: DeviceId,
        by: Instant,
    ) -> Result<Vec<u64>, Error> {
        self.tournaments.check_seated(game, &device, by).await?;
        self.inputs_of(game, device, by).await
    }

    /// Returns the numbers of a device's inputs for a game that the log has, ascending, except
    /// displays.
    async fn inputs_of(
        &self,
        game: &GameKey,
        device: DeviceId,
        by: Instant,
    ) -> Result<Vec<u64>, Error> {
        let (answer, listed) = oneshot::channel();
        let answered = timeout_at(by, async {
            self.actors.send(game, TableMessage::List(device, answer)).await?;
            listed.await.unwrap_or(Err(Error::Stopping))
        });
        answered.await.unwrap_or(Err(Error::Late))
    }

    /// Stores a ruling that follows from a result in the tournament, after the start of the game,
    /// unless they are stored already.
    ///
    /// # Errors
    /// [`Error`] if one of them was not stored, or may not have been.
    pub(crate) async fn rule(
        &self,
        key: &GameKey,
        inputs: Vec<StoredInput>,
        store_by: Instant,
    ) -> Result<(), Error> {
        let (judged, connection) = (None, self.log.broker().connection());
        self.store_all(key, inputs, true, store_by, judged, connection).await.map(|_is_first| ())
    }

    /// Passes an entry of GAME or CLOCK to all watchers, and to the actor of the game if it has
    /// one.
    pub(crate) fn apply(&self, entry: LogEntry) {
        let Some(key) = entry.game() else { return };
        if self.watchers.is_watched(&key.tournament) {
            for verdict in verdicts::verdicts(&entry) {
                let notification = Notification::Verdict(key.clone(), verdict);
                self.watchers.notify(&key.tournament, notification);
            }
            for alarm in alarms(&entry) {
                metrics::alarm(&alarm.alarm);
                self.watchers.notify(&key.tournament, Notification::Alarm(alarm));
            }
        }
        self.actors.notify(&key, || TableMessage::Judged(Box::new(entry)));
    }

    /// Replaces the arrival of an input by that of its first attempt, which counts until it is
    /// stored.
    fn with_first_arrival(&self, input: Input) -> Input {
        let mut arrivals = lock(&self.arrivals);
        let arrival = arrivals.first(&input.game, &input.id, input.hash, input.arrival);
        Input { arrival, ..input }
    }

    /// Forgets the arrivals of inputs that are stored or refused for good; returns `submitted`.
    fn settle<T>(&self, inputs: &[&Input], submitted: Result<T, Error>) -> Result<T, Error> {
        if submitted.as_ref().err().is_none_or(|error| !error.category().is_transient()) {
            let mut arrivals = lock(&self.arrivals);
            inputs.iter().for_each(|input| arrivals.forget(&input.game, &input.id));
        }
        submitted
    }

    async fn admit(&self, input: &Input) -> Result<Admitted, Error> {
        let Input { game, id, content, store_by, .. } = input;
        let admission = self.tournaments.admit(game, &id.device, content.kind(), *store_by).await?;
        let Admission { seat, start, grace } = admission;
        let has_begun = seat.is_conditional()
            && !self.inputs_of(game, id.device.clone(), *store_by).await?.is_empty();
        let seat = seat.seat(has_begun);
        let seat = seat.map_err(|refusal| Error::of_seat_at(refusal, &id.device, game))?;
        Ok(Admitted { seat, start, grace })
    }

    /// Returns the moment at which an input counts.
    async fn moment(&self, input: &Input, admitted: &Admitted) -> Result<Moment, Error> {
        let grace = admitted.grace.unwrap_or(self.config.transit.grace());
        let Input { game, id, arrival, store_by, .. } = input;
        self.clocks.moment(game, &id.device, *arrival, grace, *store_by).await
    }

    fn is_news(&self, input: &Input, display: &ClockDisplay, moment: Moment) -> bool {
        let key = (input.game.tournament.clone(), input.id.device.clone());
        let stored = lock(&self.displays).peek(&key).copied();
        stored.is_none_or(|stored| stored.is_outdated_by(&input.game.game, display, moment.at))
    }

    fn keep_display(&self, input: &Input, display: ClockDisplay, moment: Moment) {
        let key = (input.game.tournament.clone(), input.id.device.clone());
        let stored = StoredDisplay { game: input.game.game, display, at: moment.at };
        lock(&self.displays).put(key, stored);
    }

    /// Stores an input that was admitted, and waits for its verdict. `connection` is the one to the
    /// log when it came.
    async fn store(
        &self,
        input: &Input,
        admitted: Admitted,
        moment: Moment,
        action: Action,
        connection: ConnectionId,
    ) -> Result<SeatedVerdict, Error> {
        let Input { game, id, arrival, store_by, wait_until, bearer, reason, .. } = input;
        let record = InputRecord {
            device: id.device.as_str().to_owned(),
            sequence: id.sequence,
            at_ms: moment.at.millis(),
            device_at_ms: arrival.stamps.seen_at_ms,
            device_sent_ms: arrival.stamps.sent_at_ms,
            bearer: bearer.as_ref().map(|it| it.subject.to_string()).unwrap_or_default(),
            role: bearer.as_ref().map(|it| it.role.as_str().to_owned()).unwrap_or_default(),
            ruling_reason: reason.clone(),
            action: Some(action),
            ..InputRecord::default()
        };
        let seat = admitted.seat;
        let stored = StoredInput::try_from(record)?;
        let is_move = matches!(stored.kind(), PendingKind::Move { .. });
        let inputs = vec![StoredInput::clone(&admitted.start), stored];
        let (answer, answered) = oneshot::channel();
        let is_of_desk = seat == Seat::Desk;
        let judged = Some((id.clone(), answer));
        let (began, came_on) = (Instant::now(), connection.clone());
        let stored = self.store_all(game, inputs, is_of_desk, *store_by, judged, came_on).await;
        let age = is_move.then(|| self.log.clock().now().duration_since(moment.at));
        metrics::input_stored(began, &stored, age);
        let is_first = stored?;
        if let Some(finding) = moment.finding.filter(|_finding| is_first) {
            self.judge_clock(input, finding);
        }
        // The input is stored, even if the actor ends before it sends a verdict.
        let judged = timeout_at(*wait_until, answered).await.ok().and_then(Result::ok);
        if self.log.broker().connection() != connection {
            // The log may have lost the input since. The device could not hand it in again when it
            // was told of the loss, because it did not know yet that the input was stored.
            return Err(Error::Late);
        }
        let verdict = judged.unwrap_or_else(|| Verdict::stored(id.clone()));
        Ok(SeatedVerdict { seat, verdict })
    }

    /// Sends inputs to the actor of their game; returns true if the last one was not stored before.
    async fn store_all(
        &self,
        key: &GameKey,
        inputs: Vec<StoredInput>,
        is_of_desk: bool,
        store_by: Instant,
        judged: Option<(InputId, oneshot::Sender<Verdict>)>,
        connection: ConnectionId,
    ) -> Result<bool, Error> {
        let (answer, stored) = oneshot::channel();
        let span = tracing::Span::current();
        let submission =
            Submission { inputs, is_of_desk, store_by, connection, span, stored: answer, judged };
        let answered = timeout_at(store_by, async {
            self.actors.send(key, TableMessage::Submit(Box::new(submission))).await?;
            stored.await.unwrap_or(Err(Error::Stopping))
        });
        answered.await.unwrap_or(Err(Error::Late))
    }

    /// Stores a finding about a device's clock in a task of its own, so that the input does not
    /// wait for it.
    fn judge_clock(&self, input: &Input, finding: ClockFinding) {
        let (tournaments, by) = (self.tournaments.clone(), input.store_by);
        let (key, device) = (input.game.tournament.clone(), input.id.device.clone());
        let command =
            SeatCommand::JudgeClock { device: device.clone(), finding, at: input.arrival.at };
        self.tasks.spawn(async move {
            if let Err(error) = tournaments.note(&key, &device, &command, by).await {
                // The next input of the device leads to the same finding.
                tracing::warn!(error = error_chain(&error), "take note of a device's clock");
            }
        });
    }
}
