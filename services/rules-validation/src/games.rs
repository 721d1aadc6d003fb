//! One actor for each game in use, restored by folding its subject, ended after [`IDLE`] without a
//! message. It reads a message, lets the game decide, appends the events and acknowledges the
//! message.

mod carrying_out;
mod flags;
mod trace;

use std::time::Duration;

use draughts::Timestamp;
use live_game::{ENVELOPE_BYTES_MAX, Game, GameCommand};
use proto::subject::{GameKey, Stream, Subject};
use runtime::{
    Actor, AtStop, Delivery, Era, EventLog, Ledger, LogEntry, MAX_ENVELOPE, Registry,
    RegistryConfig, SharedDelivery, Stopped, Tasks, error_chain, metrics::Counted,
};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{halt::Halt, metrics::SET_ASIDE};

/// The actor of a game ends after this long without a message, which frees its memory.
const IDLE: Duration = Duration::from_secs(600);
/// Number of messages that may wait for one game. It is more than a game has in hand of both
/// streams, so that delivering to one game never waits and delays the others.
const INBOX: usize = 128;
/// Pause before overdue inputs are checked again while stored inputs are still unjudged.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

const _: () = assert!(ENVELOPE_BYTES_MAX == MAX_ENVELOPE.unsigned_abs() as usize);

/// Pause before a game that is set aside is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// The actors of all games in use. Cheap to clone.
pub(crate) type Games = Registry<GameKey, GameActor>;

/// Returns an empty registry of games that are stored in `log`.
pub(crate) fn games(log: &EventLog, tasks: &Tasks) -> Games {
    let (log, stopping) = (log.clone(), tasks.stopping());
    let config = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drop };
    let make = move |key: &GameKey| GameActor::new(key, &log, &stopping);
    Registry::new(tasks.clone(), config, make)
}

/// A message for the actor of a game.
#[derive(Debug)]
pub(crate) enum ActorMessage {
    /// Judges a message of INPUT or CLOCK.
    Judge(Box<SharedDelivery<GameKey>>),
    /// Judges what the log holds without effect, and answers then.
    Recover(oneshot::Sender<()>),
}

/// The actor of one game.
///
/// A game whose own history cannot be read or written is set aside after some tries: its messages
/// are acknowledged, so that they do not hold back those of other games, and stay in the log. It is
/// tried again from time to time, and then judges everything that the log holds without effect.
#[derive(Debug)]
pub(crate) struct GameActor {
    ledger: Ledger<Game>,
    key: GameKey,
    log: EventLog,
    stopping: CancellationToken,
    /// The sequence in INPUT up to which all inputs are judged; 0 if unknown.
    judged: u64,
    /// The version of the last of these inputs; 0 before the first.
    judged_version: u64,
    /// The sequence in INPUT up to which it recovered last; 0 if unknown.
    recovered: u64,
    /// The era of the log in which it recovered last: what it knows of INPUT may not hold in
    /// another.
    era: Era,
    /// The earliest moment for the next check of overdue inputs.
    looks_again: Timestamp,
    /// The moment when the game is tried again; `None` unless it is set aside.
    tries_again: Option<Timestamp>,
    /// Counts it while it is set aside.
    counted: Option<Counted>,
    /// The flags that wait for moves of which their clock knew, and which the log has lost.
    waiting: Vec<LogEntry>,
    /// The earliest moment for the next check of them: another replica may have judged those moves.
    flags_due: Timestamp,
    /// True until the first message.
    is_new: bool,
}

impl Actor for GameActor {
    type Message = ActorMessage;

    async fn start(&mut self) -> Result<(), Stopped> {
        self.try_to_recover().await
    }

    async fn handle(&mut self, message: ActorMessage) {
        let is_new = std::mem::take(&mut self.is_new);
        match message {
            ActorMessage::Judge(held) => {
                let span = held.delivery().span();
                self.judge(held.delivery(), false).instrument(span).await;
                let mut next = held.next();
                while let Some(held) = next {
                    self.judge(held.delivery(), true).await;
                    next = held.next();
                }
            }
            ActorMessage::Recover(recovered) => {
                if !is_new {
                    // An error means that the service stops.
                    let _stopped = self.try_to_recover().await;
                }
                let _the_caller_may_have_gone = recovered.send(());
            }
        }
    }

    /// Returns the moment at which inputs that are held become overdue, at which flags that wait
    /// are checked again, or at which a game that is set aside is tried again.
    fn deadline(&self) -> Option<Timestamp> {
        let overdue = || self.ledger.state().deadline().map(|due| due.max(self.looks_again));
        let flags = (!self.waiting.is_empty()).then_some(self.flags_due);
        self.tries_again.or_else(|| overdue().into_iter().chain(flags).min())
    }

    /// Refuses overdue inputs, unless a stored input is still unjudged: it may be the one that they
    /// wait for.
    async fn on_deadline(&mut self) {
        if self.tries_again.is_some() {
            // An error means that the service stops, so nothing is left to do.
            let _stopped = self.try_to_recover().await;
            return;
        }
        let at = self.log.clock().now();
        if !self.waiting.is_empty() && self.flags_due <= at {
            let judged = self.catch_up_and_judge_flags().await;
            let judged = self.recovered(judged).await;
            return self.set_aside_if(judged);
        }
        let last = self.log.last_sequence_of(&Subject::game(Stream::Input, &self.key)).await;
        if let Err(error) = &last {
            tracing::warn!(%error, "overdue inputs wait until INPUT can be read");
        }
        // INPUT may also have lost inputs that were judged.
        if last.is_ok_and(|last| last == self.judged) {
            let version = self.ledger.version();
            let checked = self.carry_out(&GameCommand::TimeCheck { at }, None).await;
            let checked = self.recovered(checked).await;
            self.set_aside_if(checked);
            if self.ledger.version() == version {
                self.looks_again = at.saturating_add(LOOK_AGAIN);
            }
        } else {
            self.looks_again = at.saturating_add(LOOK_AGAIN);
            // An error means that the service stops, so nothing is left to do.
            let _stopped = self.try_to_recover().await;
        }
    }
}

impl GameActor {
    fn new(key: &GameKey, log: &EventLog, stopping: &CancellationToken) -> Self {
        Self {
            ledger: Ledger::new(Subject::game(Stream::Game, key)),
            key: key.clone(),
            log: log.clone(),
            stopping: stopping.clone(),
            judged: 0,
            judged_version: 0,
            recovered: 0,
            era: Era::default(),
            looks_again: Timestamp::from_millis(0),
            tries_again: None,
            counted: None,
            waiting: Vec::new(),
            flags_due: Timestamp::from_millis(0),
            is_new: true,
        }
    }

    /// Carries out the commands of one message and acknowledges it; if it `was_set_aside`, also
    /// those of messages that were acknowledged meanwhile. Some of them may come after it, when it
    /// was delivered a second time.
    async fn judge(&mut self, delivery: &Delivery, was_set_aside: bool) {
        if self.tries_again.is_some() || (!was_set_aside && self.has_recovered(delivery)) {
            // One of a game that is set aside is read from the log later.
            return delivery.ack().await;
        }
        let judged = match &delivery.entry {
            Ok(entry) => self.judge_in_order(entry, was_set_aside).await,
            Err(_unreadable) if was_set_aside => self.recover().await,
            Err(_unreadable) => Ok(()),
        };
        let judged = self.recovered(judged).await;
        if matches!(judged, Err(Halt::Stopped)) {
            // The message will be delivered again.
            return;
        }
        if judged.is_ok()
            && !delivery.is_stale()
            && let Ok(entry) = &delivery.entry
            && entry.subject.stream == Stream::Input
        {
            self.judged = self.judged.max(entry.sequence);
            self.judged_version = self.judged_version.max(entry.version);
        }
        self.set_aside_if(judged);
        match &delivery.entry {
            Ok(_judged) => delivery.ack().await,
            Err(unreadable) => delivery.pass_over(unreadable).await,
        }
    }

    /// Carries out the commands in a delivered entry, after those of all entries before it.
    async fn judge_in_order(&mut self, entry: &LogEntry, was_set_aside: bool) -> Result<(), Halt> {
        let follows_flags = was_set_aside && entry.subject.stream == Stream::Clock;
        let is_in_doubt = !self.is_of_this_era() || self.is_after_loss(entry);
        if is_in_doubt || follows_flags || self.is_flag(entry) {
            self.recover().await
        } else if was_set_aside || self.lacks_inputs_before(entry) {
            self.judge_rest().await
        } else {
            self.judge_entry(entry).await?;
            self.judge_flags().await
        }
    }

    /// Judges the inputs that the log has after those that are judged. They were set aside, or
    /// another replica had judged them and the log has lost that.
    async fn judge_rest(&mut self) -> Result<(), Halt> {
        let subject = Subject::game(Stream::Input, &self.key);
        for input in self.entries(&subject, self.judged + 1).await?.into_iter().flatten() {
            if input.version != self.judged_version + 1 {
                return self.recover().await;
            }
            if !self.has_judged(&input) {
                self.judge_entry(&input).instrument(input.span()).await?;
                self.judge_flags().await?;
            }
            (self.judged, self.judged_version) = (input.sequence, input.version);
        }
        self.recovered = self.judged;
        Ok(())
    }

    /// Reads the history of the game, and judges what the log holds without effect: what was
    /// delivered while the game was set aside, and what GAME lost when its store lost its end. Sets
    /// the game aside if it cannot be read.
    async fn try_to_recover(&mut self) -> Result<(), Stopped> {
        let recovered = self.recover().await;
        match self.recovered(recovered).await {
            Ok(()) if self.tries_again.take().is_some() => {
                self.counted = None;
                tracing::warn!(game = %self.key, "the game goes on");
                Ok(())
            }
            Err(Halt::Stopped) => Err(Stopped),
            recovered => {
                self.set_aside_if(recovered);
                Ok(())
            }
        }
    }

    async fn recover(&mut self) -> Result<(), Halt> {
        self.waiting.clear();
        self.catch_up().await?;
        self.era = self.log.era();
        // Entries that cannot be read are passed over when they are delivered.
        let inputs = self.entries(&Subject::game(Stream::Input, &self.key), 1).await?;
        let clock = self.entries(&Subject::game(Stream::Clock, &self.key), 1).await?;
        let mut flags = clock.into_iter().flatten().peekable();
        let (mut judged, mut judged_version) = (0, 0);
        for input in inputs.into_iter().flatten() {
            // A flag falls after the inputs that were stored before it.
            while let Some(flag) = flags.next_if(|flag| flag.recorded_at < input.recorded_at) {
                self.judge_flag(flag).await?;
            }
            if !self.has_judged(&input) {
                self.judge_entry(&input).instrument(input.span()).await?;
                self.judge_flags().await?;
            }
            (judged, judged_version) = (input.sequence, input.version);
        }
        for flag in flags {
            self.judge_flag(flag).await?;
        }
        self.judge_flags().await?;
        self.tell_waiting_flags();
        (self.judged, self.judged_version, self.recovered) = (judged, judged_version, judged);
        Ok(())
    }

    /// Recovers if that is why a command was not carried out; the log then holds its message.
    async fn recovered(&mut self, mut carried_out: Result<(), Halt>) -> Result<(), Halt> {
        while matches!(carried_out, Err(Halt::SetBack)) {
            carried_out = self.recover().await;
        }
        carried_out
    }

    /// Returns true if the log has inputs before an entry of INPUT that were not judged here.
    fn lacks_inputs_before(&self, entry: &LogEntry) -> bool {
        entry.subject.stream == Stream::Input && entry.version > self.judged_version + 1
    }

    /// Returns true if an entry of INPUT is in the place of one that was judged here, which INPUT
    /// has lost: those that came since may not be delivered.
    fn is_after_loss(&self, entry: &LogEntry) -> bool {
        entry.subject.stream == Stream::Input
            && entry.version <= self.judged_version
            && !self.commands(entry).iter().any(|command| command.input().is_none())
            && !self.has_judged(entry)
    }

    /// Returns true if an entry of CLOCK holds a flag. CLOCK may have lost it since, and GAME moves
    /// before it. Flags are few, so what the log holds is always gone through.
    fn is_flag(&self, entry: &LogEntry) -> bool {
        entry.subject.stream == Stream::Clock && !self.commands(entry).is_empty()
    }

    /// Returns true if a delivered input was judged when this actor recovered.
    fn has_recovered(&self, delivery: &Delivery) -> bool {
        delivery.entry.as_ref().is_ok_and(|entry| {
            entry.subject.stream == Stream::Input
                && entry.sequence <= self.recovered
                && self.is_of_this_era()
                && self.tries_again.is_none()
                && self.has_judged(entry)
        })
    }

    /// Returns true if an entry of INPUT certainly has its effect in the game.
    fn has_judged(&self, entry: &LogEntry) -> bool {
        let (commands, game) = (self.commands(entry), self.ledger.state());
        !commands.is_empty() && commands.iter().all(|command| game.has_effect_of(command))
    }

    /// Notes that the game is set aside, if that is the reason why a command was not carried out.
    fn set_aside_if(&mut self, carried_out: Result<(), Halt>) {
        let Err(Halt::SetAside(error)) = carried_out else { return };
        if self.tries_again.is_none() {
            self.counted = Some(SET_ASIDE.count(0));
            tracing::error!(
                game = %self.key,
                error = error_chain(&error),
                "the game is set aside: its inputs are stored, and judged once its history can be read and \
                 written again"
            );
        }
        self.tries_again = Some(self.log.clock().now().saturating_add(TRY_AGAIN));
    }
}

#[cfg(test)]
mod tests;
