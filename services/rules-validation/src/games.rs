//! The games: an actor for each that something happens to, made by folding its subject and gone when it
//! has been quiet for long. It reads, lets the game decide, appends and acknowledges.

use std::time::Duration;

use draughts::{RuleSet, Timestamp};
use live_game::{Game, GameCommand, GameEvent};
use prost::Message as _;
use proto::{
    convert::{game_commands, unreadable_input},
    subject::{GameKey, Stream, Subject},
    v1::{Cause, Envelope, envelope::Record},
};
use runtime::{
    Actor, AppendError, AtStop, Delivery, EventLog, Handling, Ledger, LedgerError, Registry,
    RegistryConfig, Retry, Stopped, Tasks, error_chain,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

/// A game without inputs for this long gives its memory back.
const IDLE: Duration = Duration::from_secs(600);
/// Messages that may wait for one game: as many as the broker hands out before any is acknowledged,
/// so that no game makes another wait.
const INBOX: usize = 2048;
/// How long one append is tried before the log is read again.
const PATIENCE: Duration = Duration::from_secs(2);
/// How soon to look again for inputs that have waited too long, when others are not judged yet.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The games that are awake. Cheap to clone.
pub(crate) type Games = Registry<GameKey, GameActor>;

/// A message for a game, which is not taken again while it waits.
#[derive(Debug)]
pub(crate) struct GameMessage {
    pub(crate) delivery: Delivery,
    pub(crate) handling: Handling,
}

/// Returns an empty registry of games that are kept in `log`.
pub(crate) fn games(log: &EventLog, tasks: &Tasks) -> Games {
    let (log, stopping) = (log.clone(), tasks.stopping());
    let config = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drop };
    Registry::new(tasks.clone(), config, move |key: &GameKey| GameActor {
        ledger: Ledger::new(Subject::game(Stream::Game, key)),
        key: key.clone(),
        log: log.clone(),
        stopping: stopping.clone(),
        judged: 0,
        looks_again: Timestamp::from_millis(0),
    })
}

/// One game and its place in the log.
#[derive(Debug)]
pub(crate) struct GameActor {
    ledger: Ledger<Game>,
    key: GameKey,
    log: EventLog,
    stopping: CancellationToken,
    /// The sequence in INPUT up to which everything is judged; 0 while that is not known.
    judged: u64,
    /// Inputs that wait are not looked at before this moment.
    looks_again: Timestamp,
}

impl Actor for GameActor {
    type Message = GameMessage;

    async fn start(&mut self) -> Result<(), Stopped> {
        self.catch_up().await
    }

    async fn handle(&mut self, message: GameMessage) {
        let GameMessage { delivery, handling } = message;
        let span = delivery.span();
        // An error says that the service stops; the message is delivered again.
        let _stopped = self.judge(&delivery).instrument(span).await;
        drop(handling);
    }

    /// Returns when to look for inputs that have waited too long: never before it is known what was
    /// judged, which the next input tells.
    fn deadline(&self) -> Option<Timestamp> {
        let deadline = self.ledger.state().deadline().filter(|_deadline| self.judged > 0);
        deadline.map(|deadline| deadline.max(self.looks_again))
    }

    /// Refuses the inputs that have waited too long, unless one is stored that is not judged yet: it
    /// may be the one that they wait for.
    async fn on_deadline(&mut self) {
        let at = self.log.clock().now();
        let last = self.log.last(&Subject::game(Stream::Input, &self.key)).await;
        if last.is_ok_and(|last| last.is_none_or(|last| last.sequence <= self.judged)) {
            // An error says that the service stops, and then there is nothing to do either.
            let _stopped = self.carry_out(&GameCommand::TimeCheck { at }, None).await;
        } else {
            self.looks_again = at.saturating_add(LOOK_AGAIN);
        }
    }
}

impl GameActor {
    /// Carries out what one message tells, and acknowledges it.
    async fn judge(&mut self, delivery: &Delivery) -> Result<(), Stopped> {
        let cause = delivery.cause();
        for command in self.commands(delivery) {
            self.carry_out(&command, Some(cause.clone())).await?;
        }
        if cause.stream == Stream::Input.name() {
            self.judged = self.judged.max(cause.sequence);
        }
        delivery.ack().await;
        Ok(())
    }

    /// Reads what a message tells. Nobody but board-ingest and clock can have written it, and one that
    /// cannot be read will not get better: then whoever waits for the answer to the input gets one.
    fn commands(&self, delivery: &Delivery) -> Vec<GameCommand> {
        let record = match record(delivery) {
            Ok(record) => record,
            Err(error) => {
                tracing::error!(error, "passed over a message that cannot be read");
                return Vec::new();
            }
        };
        let unreadable = unreadable_input(&record);
        let rules = self.ledger.state().rules().unwrap_or(RuleSet::International);
        game_commands(record, rules.variant()).unwrap_or_else(|error| {
            tracing::error!(%error, "passed over a message that cannot be read");
            unreadable.into_iter().collect()
        })
    }

    /// Decides and stores, as often as it takes.
    async fn carry_out(
        &mut self,
        command: &GameCommand,
        cause: Option<Cause>,
    ) -> Result<(), Stopped> {
        let mut pauses = Retry::USUAL.pauses();
        loop {
            let events = self.ledger.state().decide(command).unwrap_or_else(|refusal| {
                // Such as a flag that falls when the game is over.
                tracing::debug!(%refusal, "nothing to do");
                Vec::new()
            });
            let cause = cause.clone();
            match self.ledger.commit(&self.log, &events, cause, PATIENCE).await {
                Ok(()) => {
                    trace(&events);
                    return Ok(());
                }
                Err(AppendError::Conflict { .. }) => {
                    tracing::debug!("another writer was first; reading on");
                }
                Err(error @ AppendError::Refused { .. }) => {
                    tracing::error!(%error, "the decision waits until the broker takes it");
                    self.sleep(pauses.next().unwrap_or_default()).await?;
                }
                Err(error @ AppendError::Unavailable { .. }) => {
                    tracing::warn!(%error, "the decision waits for NATS");
                }
            }
            self.catch_up().await?;
        }
    }

    /// Reads what the log has beyond what is known.
    async fn catch_up(&mut self) -> Result<(), Stopped> {
        let mut pauses = Retry::READ.pauses();
        loop {
            let read = self.stopping.run_until_cancelled(self.ledger.catch_up(&self.log)).await;
            match read.ok_or(Stopped)? {
                Ok(_read) => return Ok(()),
                Err(error @ LedgerError::Read(_)) => tracing::debug!(%error, "reading again"),
                Err(error) => {
                    let error = error_chain(&error);
                    tracing::error!(error, "the game's history cannot be read");
                }
            }
            self.sleep(pauses.next().unwrap_or_default()).await?;
        }
    }

    async fn sleep(&self, pause: Duration) -> Result<(), Stopped> {
        self.stopping.run_until_cancelled(tokio::time::sleep(pause)).await.ok_or(Stopped)
    }
}

fn record(delivery: &Delivery) -> Result<Record, String> {
    let envelope = Envelope::decode(delivery.stored.payload.clone());
    let record = envelope.map_err(|error| error.to_string())?.record;
    record.ok_or_else(|| "the record is missing".to_owned())
}

/// Writes a line for every change of state.
fn trace(events: &[GameEvent]) {
    for event in events {
        match event {
            GameEvent::ControlSet(_) | GameEvent::BlackStarts => {}
            GameEvent::ClockRuled(ruling) => {
                tracing::info!(number = ruling.number, ?ruling.command, "the clock is told");
            }
            GameEvent::Started { rules, .. } => tracing::info!(%rules, "game started"),
            GameEvent::MovePlayed { ply, mv, .. } => tracing::info!(ply, ?mv, "move played"),
            GameEvent::Finished { outcome, .. } => tracing::info!(%outcome, "game finished"),
            GameEvent::ResultCorrected { outcome, .. } => {
                tracing::info!(%outcome, "result corrected");
            }
            GameEvent::ConflictRaised { ply, played, claimed, .. } => {
                tracing::warn!(ply, ?played, %claimed, "two sources disagree");
            }
            GameEvent::InputRefused { input, refusal } => {
                tracing::info!(%input, %refusal, "input refused");
            }
            GameEvent::IrregularityNoted { ply, irregularity, .. } => {
                tracing::warn!(ply, %irregularity, "an irregular move waits");
            }
            GameEvent::IrregularityStands { ply, mv, breach, .. } => {
                tracing::info!(ply, ?mv, %breach, "an irregular move stands");
            }
            GameEvent::ConflictResolved { ply, input } => {
                tracing::info!(ply, %input, "a conflict is resolved");
            }
            GameEvent::MovesRetracted { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "moves taken back");
            }
            GameEvent::PositionSet { position, input, .. } => {
                tracing::info!(fen = position.fen(), %input, "position set");
            }
            GameEvent::WentOnPaper { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "the game is on paper");
            }
            GameEvent::RecordCompleted { input, .. } => {
                tracing::info!(%input, "the moves on paper are handed in");
            }
            GameEvent::Resumed { input, .. } => tracing::info!(%input, "the game goes on"),
            GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::DrawOffered { .. } => {
                tracing::debug!(?event, "input noted");
            }
        }
    }
}
