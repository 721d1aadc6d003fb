//! The actor of one game: stores its inputs one after another, and sends their verdicts.
//!
//! INPUT may lose its end, and devices hand in again what it lost. A move says where it belongs, a claim or a ruling
//! does not: it is not stored before the inputs that the game had judged when it was made.

use std::time::Duration;

use draughts::Timestamp;
use live_game::{
    DeviceId, InputId,
    table::{InputNovelty, Inputs, Verdict},
};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameKey, Stream, Subject},
    v1::{ClockOrder, clock_order::Order, input_record::Action},
};
use runtime::{
    Actor, AppendError, EventLog, Ledger, LogEntry, TransactionLimits, broker::ConnectionId,
    error_chain,
};
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, timeout_at},
};
use tracing::Instrument as _;

use super::verdicts::{VERDICT_STREAMS, Verdicts};
use crate::error::Error;

/// Number of attempts to store an input while other replicas store inputs for the same game.
const TRIES: u32 = 20;
/// Longest time for which claims and rulings wait for lost inputs, whose device may be lost too.
const LOST_WAIT: Duration = Duration::from_secs(60);

/// Inputs to be stored one after another.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) inputs: Vec<StoredInput>,
    /// True if they come from a device at the desk.
    pub(super) is_of_desk: bool,
    pub(super) store_by: Instant,
    /// The connection to the log when they were submitted.
    pub(super) connection: ConnectionId,
    pub(super) span: tracing::Span,
    /// Receives true if the last of the inputs was not stored before.
    pub(super) stored: oneshot::Sender<Result<bool, Error>>,
    /// Receives the verdict on this input.
    pub(super) judged: Option<(InputId, oneshot::Sender<Verdict>)>,
}

/// A message to the actor of a game.
#[derive(Debug)]
pub(super) enum TableMessage {
    /// Stores inputs.
    Submit(Box<Submission>),
    /// Applies an entry of GAME or CLOCK about the game.
    Judged(Box<LogEntry>),
    /// Returns the numbers of a device's inputs that the log has.
    List(DeviceId, oneshot::Sender<Result<Vec<u64>, Error>>),
}

/// One game at its table.
#[derive(Debug)]
pub(super) struct TableActor {
    key: GameKey,
    log: EventLog,
    inputs: Ledger<Inputs<InputContent>>,
    /// True if `inputs` is up to date with the log.
    is_read: bool,
    /// Changes when the connection to the log is lost or made.
    connected: watch::Receiver<bool>,
    verdicts: Verdicts,
    /// Number of stored inputs when they were last read.
    count: usize,
    /// The connection on which some of them were found to be lost.
    lost_on: Option<ConnectionId>,
    /// The moment since when lost inputs are waited for.
    lost_since: Option<Timestamp>,
}

impl Actor for TableActor {
    type Message = TableMessage;

    async fn handle(&mut self, message: TableMessage) {
        match message {
            TableMessage::Submit(submission) => self.submit(*submission).await,
            TableMessage::Judged(entry) => self.verdicts.apply(&entry),
            TableMessage::List(device, answer) => {
                let listed = self.list(&device).await;
                // The caller may have gone.
                drop(answer.send(listed));
            }
        }
    }
}

impl TableActor {
    pub(super) fn new(key: GameKey, log: EventLog) -> Self {
        let inputs = Ledger::new(Subject::game(Stream::Input, &key));
        let connected = log.broker().connected();
        let verdicts = Verdicts::default();
        let (is_read, count, lost_on, lost_since) = (false, 0, None, None);
        Self { key, log, inputs, is_read, connected, verdicts, count, lost_on, lost_since }
    }

    async fn list(&mut self, device: &DeviceId) -> Result<Vec<u64>, Error> {
        self.inputs.catch_up(&self.log).await?;
        Ok(self.inputs.state().numbers(device).collect())
    }

    async fn submit(&mut self, submission: Submission) {
        let Submission { inputs, is_of_desk, store_by, connection, span, stored, judged } =
            submission;
        let done = if store_by <= Instant::now() {
            Err(Error::Late)
        } else {
            let storing = self.store_all(&inputs, is_of_desk, store_by, &connection);
            let storing = storing.instrument(span);
            timeout_at(store_by, storing).await.unwrap_or(Err(Error::Late))
        };
        if done.is_ok() {
            if let Some((input, answer)) = judged {
                self.verdicts.send_to(input, answer);
            }
        } else {
            // It may have been stored all the same, so the log is read before the next input is
            // stored.
            self.is_read = false;
        }
        // The caller may have gone.
        drop(stored.send(done));
    }

    /// Stores the inputs that are not stored yet; returns true if the last one was among them.
    async fn store_all(
        &mut self,
        inputs: &[StoredInput],
        is_of_desk: bool,
        store_by: Instant,
        connection: &ConnectionId,
    ) -> Result<bool, Error> {
        self.load().await?;
        self.note_lost();
        let mut is_first = false;
        for input in inputs {
            if depends_on_moves(input.content()) && !self.inputs.state().has(&input.id) {
                self.check_lost(&input.id).await?;
            }
            is_first = self.store(input, is_of_desk, store_by, connection).await?;
        }
        Ok(is_first)
    }

    /// Takes note of the connection on which the log has fewer inputs than it had.
    fn note_lost(&mut self) {
        let count = self.inputs.state().count();
        if count < self.count {
            self.lost_on = Some(self.log.broker().connection());
        }
        self.count = count;
    }

    /// Checks that the log has the inputs that the game has judged before this one, or that they were waited for in
    /// vain.
    async fn check_lost(&mut self, input: &InputId) -> Result<(), Error> {
        let judged = self.verdicts.judged_before(input);
        if self.inputs.state().first_lost(judged).is_some() {
            // Another replica may have stored it.
            self.inputs.catch_up(&self.log).await?;
        }
        let judged = self.verdicts.judged_before(input);
        let Some(lost) = self.inputs.state().first_lost(judged) else {
            self.lost_since = None;
            return Ok(());
        };
        let now = self.log.clock().now();
        let since = *self.lost_since.get_or_insert(now);
        if now.duration_since(since) < LOST_WAIT {
            return Err(Error::InputsLost { input: lost.clone(), game: self.key.clone() });
        }
        tracing::warn!(game = %self.key, %lost, "the log has lost an input that nobody hands in again");
        Ok(())
    }

    /// Stores an input unless it is stored already; returns true if it was not.
    async fn store(
        &mut self,
        input: &StoredInput,
        is_of_desk: bool,
        store_by: Instant,
        connection: &ConnectionId,
    ) -> Result<bool, Error> {
        let (log, count, lost_on) = (&self.log, self.count, self.lost_on.as_ref());
        // An input that was under way when the connection was lost: what the log has lost with it, such as the start
        // of the game, is handed in again before it.
        let comes_too_early = |inputs: &Inputs<InputContent>| {
            let now = log.broker().connection();
            let has_lost = inputs.count() < count || lost_on == Some(&now);
            now != *connection && (has_lost || depends_on_moves(input.content()))
        };
        let decide = |inputs: &Inputs<InputContent>| {
            let (content, is_display) = (input.content(), input.is_display());
            // The start that is stored counts, whatever the regulation or the seats say by now.
            if matches!(content, Some(Action::Start(_))) && inputs.has(&input.id) {
                return Ok((Vec::new(), false));
            }
            let decided = inputs.decide(&input.id, content, is_display, is_of_desk);
            match decided.map_err(|refusal| Error::of_input(refusal, &input.id, &self.key))? {
                InputNovelty::New if comes_too_early(inputs) => Err(Error::Late),
                InputNovelty::New => Ok((vec![input.clone()], true)),
                InputNovelty::Repeat => Ok((Vec::new(), false)),
            }
        };
        // Every input comes with the one that opens the game. What is stored stays stored, so the log is not
        // asked about it.
        let (events, _is_first) = decide(self.inputs.state())?;
        if events.is_empty() {
            return Ok(false);
        }
        let patience = store_by.saturating_duration_since(Instant::now());
        let limits = TransactionLimits { tries: TRIES, patience };
        let stored = self.inputs.transaction(log, limits).run(None, decide).await;
        self.note_lost();
        match stored {
            Err(Error::Append(AppendError::Unavailable { .. })) => Err(Error::Late),
            stored => stored,
        }
    }

    /// Reads the stored inputs and verdicts, unless they are known.
    async fn load(&mut self) -> Result<(), Error> {
        // The log may have lost inputs if the connection was.
        if self.connected.has_changed().unwrap_or(false) {
            self.connected.mark_unchanged();
            self.is_read = false;
            self.verdicts.set_unread();
        }
        if !self.is_read {
            self.inputs.catch_up(&self.log).await?;
            self.is_read = true;
        }
        if self.verdicts.is_read() {
            return Ok(());
        }
        let mut judged = Vec::new();
        for stream in VERDICT_STREAMS {
            // Up to where the leader is: entries that came live before this read are not applied again.
            for entry in self.log.entries(&Subject::game(stream, &self.key), 1).await? {
                match entry {
                    Ok(entry) => judged.push(entry),
                    // Inputs can be stored without it.
                    Err(error) => tracing::warn!(
                        game = %self.key,
                        error = error_chain(&error),
                        "a stored verdict cannot be read: its device does not receive it"
                    ),
                }
            }
        }
        self.verdicts.read(&judged);
        Ok(())
    }
}

/// Returns true if the effect of an input depends on the moves before it, which it does not name. A pause stops the
/// time wherever it comes.
fn depends_on_moves(content: &InputContent) -> bool {
    match content {
        None | Some(Action::Start(_) | Action::Play(_)) => false,
        Some(Action::Clock(ClockOrder { order, .. })) => {
            !matches!(order, None | Some(Order::Pause(_) | Order::Display(_)))
        }
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
            | Action::Resume(_),
        ) => true,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use live_game::{Game, GameEvent};
    use proto::{
        subject::{GameId, TournamentKey},
        v1::{self, GameTerms, InputRecord, Resign, StartGame},
    };
    use runtime::{MemoryBroker, WallClock};

    use super::*;

    fn game() -> GameKey {
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        TournamentKey { venue, tournament }.game(GameId::new(1, 1).unwrap())
    }

    /// Hands in an input of a tablet; returns true if it was not stored before.
    async fn hand_in(actor: &mut TableActor, sequence: u64) -> bool {
        let action = Some(Action::Resign(Resign::default()));
        let (device, at_ms) = ("tablet".to_owned(), 1_000);
        let record = InputRecord { device, sequence, at_ms, action, ..InputRecord::default() };
        let (stored, is_new) = oneshot::channel();
        let submission = Submission {
            inputs: vec![record.try_into().unwrap()],
            is_of_desk: false,
            store_by: Instant::now() + Duration::from_secs(1),
            connection: actor.log.broker().connection(),
            span: tracing::Span::none(),
            stored,
            judged: None,
        };
        actor.handle(TableMessage::Submit(Box::new(submission))).await;
        is_new.await.unwrap().unwrap()
    }

    /// Begins the game with these terms; returns true if its start was not stored before.
    async fn begin(actor: &mut TableActor, start: v1::StartMode) -> bool {
        let terms = Some(GameTerms { start: start.into(), ..GameTerms::default() });
        let action = Some(Action::Start(StartGame { terms, ..StartGame::default() }));
        let device = InputId::TOURNAMENT.to_owned();
        let record =
            InputRecord { device, sequence: 1, at_ms: 1, action, ..InputRecord::default() };
        let (stored, is_new) = oneshot::channel();
        let submission = Submission {
            inputs: vec![record.try_into().unwrap()],
            is_of_desk: true,
            store_by: Instant::now() + Duration::from_secs(1),
            connection: actor.log.broker().connection(),
            span: tracing::Span::none(),
            stored,
            judged: None,
        };
        actor.handle(TableMessage::Submit(Box::new(submission))).await;
        is_new.await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn a_game_begins_once_whatever_device_is_seated_before_its_start_comes_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        assert!(begin(&mut actor, v1::StartMode::None).await);
        assert!(!begin(&mut actor, v1::StartMode::Hour).await);
        // Another replica, which reads what this one has stored.
        let mut other = TableActor::new(game(), broker.log());
        assert!(!begin(&mut other, v1::StartMode::Gong).await);
    }

    async fn list(actor: &mut TableActor) -> Vec<u64> {
        let (answer, listed) = oneshot::channel();
        actor.handle(TableMessage::List(DeviceId::new("tablet").unwrap(), answer)).await;
        listed.await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn inputs_that_the_log_has_lost_are_listed_no_more_and_stored_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        for sequence in 1..=3 {
            assert!(hand_in(&mut actor, sequence).await);
        }
        assert_eq!(list(&mut actor).await, [1, 2, 3]);
        broker.set_back(Stream::Input, 1);
        assert_eq!(list(&mut actor).await, [1]);
        assert!(hand_in(&mut actor, 2).await);

        // Without a question: the connection was lost with them.
        assert!(!hand_in(&mut actor, 2).await);
        broker.set_back(Stream::Input, 1);
        broker.reconnect();
        for (sequence, is_new) in [(1, false), (2, true), (3, true), (3, false)] {
            assert_eq!(hand_in(&mut actor, sequence).await, is_new, "{sequence}");
        }
        assert_eq!(list(&mut actor).await, [1, 2, 3]);
    }

    /// Hands in an input of a tablet.
    async fn submit(actor: &mut TableActor, sequence: u64, action: Action) -> Result<bool, Error> {
        let (device, at_ms, action) = ("tablet".to_owned(), 1_000, Some(action));
        let record = InputRecord { device, sequence, at_ms, action, ..InputRecord::default() };
        let (stored, is_new) = oneshot::channel();
        let submission = Submission {
            inputs: vec![record.try_into().unwrap()],
            is_of_desk: false,
            store_by: Instant::now() + Duration::from_secs(1),
            connection: actor.log.broker().connection(),
            span: tracing::Span::none(),
            stored,
            judged: None,
        };
        actor.handle(TableMessage::Submit(Box::new(submission))).await;
        is_new.await.unwrap()
    }

    fn played(ply: u32) -> Action {
        Action::Play(v1::PlayMove { ply, r#move: Some(v1::MoveText::default()) })
    }

    fn resigned() -> Action {
        Action::Resign(Resign::default())
    }

    /// Returns a table whose log has lost the second of two moves that its game has judged.
    async fn lost_move() -> (MemoryBroker, TableActor) {
        let broker = MemoryBroker::default();
        let clock = WallClock::simulated(Timestamp::from_millis(1_000));
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let mut actor = TableActor::new(game(), log);
        for sequence in 1..=2 {
            let ply = u32::try_from(sequence).unwrap();
            assert!(submit(&mut actor, sequence, played(ply)).await.unwrap());
            let input = InputId::new(DeviceId::new("tablet").unwrap(), sequence);
            let judged = [GameEvent::MoveConfirmed { ply, input }];
            let subject = Subject::game(Stream::Game, &game());
            broker.append::<Game>(&subject, &judged, None).await.unwrap();
        }
        broker.set_back(Stream::Input, 1);
        broker.reconnect();
        (broker, actor)
    }

    #[tokio::test(start_paused = true)]
    async fn a_claim_is_stored_once_the_log_has_again_what_the_game_had_judged() {
        let (_broker, mut actor) = lost_move().await;
        let early = submit(&mut actor, 3, resigned()).await;
        let Err(Error::InputsLost { input, .. }) = early else { panic!("{early:?}") };
        assert_eq!(input.sequence, 2);
        let pause = Order::Pause(v1::Nothing {});
        let pause = ClockOrder { order: Some(pause), ..ClockOrder::default() };
        assert!(submit(&mut actor, 4, Action::Clock(pause)).await.unwrap(), "it stops the time");
        assert!(submit(&mut actor, 2, played(2)).await.unwrap());
        assert!(submit(&mut actor, 3, resigned()).await.unwrap());
        assert_eq!(list(&mut actor).await, [1, 2, 3, 4]);
    }

    #[tokio::test(start_paused = true)]
    async fn claims_that_are_lost_are_handed_in_again_in_their_order() {
        let (broker, mut actor) = lost_move().await;
        let subject = Subject::game(Stream::Game, &game());
        for sequence in [3, 4] {
            let input = InputId::new(DeviceId::new("tablet").unwrap(), sequence);
            let offered = [GameEvent::DrawOffered { by: draughts::Color::White, input }];
            broker.append::<Game>(&subject, &offered, None).await.unwrap();
        }
        let draw = || Action::AgreeDraw(v1::AgreeDraw::default());
        for (sequence, action, is_taken) in [
            (4, draw(), false),
            (3, draw(), false),
            (2, played(2), true),
            (4, draw(), false),
            (3, draw(), true),
            (4, draw(), true),
        ] {
            let taken = submit(&mut actor, sequence, action).await;
            assert_eq!(taken.is_ok(), is_taken, "{sequence}: {taken:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_claim_does_not_wait_for_ever_for_an_input_that_nobody_hands_in_again() {
        let (_broker, mut actor) = lost_move().await;
        assert!(submit(&mut actor, 3, resigned()).await.is_err());
        tokio::time::sleep(LOST_WAIT - Duration::from_secs(1)).await;
        assert!(submit(&mut actor, 3, resigned()).await.is_err());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(submit(&mut actor, 3, resigned()).await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_claim_that_was_under_way_when_the_connection_was_lost_is_made_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        let before = actor.log.broker().connection();
        broker.reconnect();
        let record = |sequence, action| InputRecord {
            device: "tablet".to_owned(),
            sequence,
            at_ms: 1_000,
            action: Some(action),
            ..InputRecord::default()
        };
        for (sequence, action, is_stored) in [(1, played(1), true), (2, resigned(), false)] {
            let input = StoredInput::try_from(record(sequence, action)).unwrap();
            let store_by = Instant::now() + Duration::from_secs(1);
            let stored = actor.store_all(&[input], false, store_by, &before).await;
            assert_eq!(stored.is_ok(), is_stored, "{stored:?}");
        }
    }

    /// Stores the start of the game and then a move, as one submission made on this connection.
    async fn play_from(
        actor: &mut TableActor,
        sequence: u64,
        connection: &ConnectionId,
    ) -> Result<bool, Error> {
        let record = |device: &str, sequence, action| {
            let (device, action) = (device.to_owned(), Some(action));
            InputRecord { device, sequence, at_ms: 1_000, action, ..InputRecord::default() }
        };
        let start = record(InputId::TOURNAMENT, 1, Action::Start(StartGame::default()));
        let ply = u32::try_from(sequence).unwrap();
        let inputs = [start, record("tablet", sequence, played(ply))];
        let inputs = inputs.map(|record| StoredInput::try_from(record).unwrap());
        let store_by = Instant::now() + Duration::from_secs(1);
        actor.store_all(&inputs, false, store_by, connection).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_move_that_was_under_way_over_a_loss_comes_after_what_is_handed_in_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        let before = actor.log.broker().connection();
        for sequence in 1..=3 {
            assert!(play_from(&mut actor, sequence, &before).await.unwrap());
        }
        broker.set_back(Stream::Input, 2);
        broker.reconnect();
        let now = actor.log.broker().connection();
        for _again in 1..=2 {
            assert!(play_from(&mut actor, 4, &before).await.is_err(), "its device makes it again");
        }
        for sequence in 2..=4 {
            assert!(play_from(&mut actor, sequence, &now).await.unwrap());
        }
        assert_eq!(list(&mut actor).await, [1, 2, 3, 4]);

        // Nothing is lost with this connection, so nothing is handed in again.
        broker.reconnect();
        assert!(play_from(&mut actor, 5, &now).await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn no_move_is_stored_before_the_start_of_its_game_that_is_lost_while_it_is_stored() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        let before = actor.log.broker().connection();
        assert!(play_from(&mut actor, 1, &before).await.unwrap());
        broker.set_back(Stream::Input, 0);
        broker.reconnect();
        // The table has not noticed it yet.
        actor.connected.mark_unchanged();
        assert!(play_from(&mut actor, 2, &before).await.is_err());
        assert_eq!(broker.stored(Stream::Input).len(), 0);
        let now = actor.log.broker().connection();
        for sequence in 1..=2 {
            assert!(play_from(&mut actor, sequence, &now).await.unwrap());
        }
        assert_eq!(list(&mut actor).await, [1, 2]);
    }
}
