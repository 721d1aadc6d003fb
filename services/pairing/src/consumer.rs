//! Results of games: what the judge finished is recorded, what the arbiter corrected is replaced, and
//! what no longer holds, because the game goes on, is withdrawn.
//!
//! A message may come twice, late, or to two replicas: the newest message of a game counts, in whatever
//! order they come. A result that was recorded by hand stays until the game is corrected or goes on
//! after that; which came first is judged by when each was recorded.

use std::fmt;

use draughts::Outcome;
use live_game::GameEvent;
use proto::{
    convert::{GameRecord, Record},
    subject::{GameKey, Stream, Subject, TournamentKey, consumer as durable},
    v1::Cause,
};
use runtime::{
    AppendError, ConsumerSpec, Delivery, EventLog, Followed, Handlers, LedgerError, LogEntry,
    Mirror, Projection, StartAt, Stopped, Tasks, chain,
};
use tournament::{Author, Command, Refusal, RoundNumber, TableNumber, Tournament};

use crate::{
    error::Error,
    result_provenance::{GameMessage, Provenance, ProvenanceReader, RoundTable},
    tournaments::{Tournaments, in_time},
};

/// Applies all of TOURNAMENT to `tournaments`, and goes on until the tasks stop.
///
/// # Errors
/// [`Stopped`] when they stop before everything that was written is applied.
pub(crate) async fn follow(tournaments: &Tournaments, tasks: &Tasks) -> Result<(), Stopped> {
    let all = Followed::all(Stream::Tournament, StartAt::First);
    let copies = Copies(tournaments.mirror().clone());
    runtime::follow(tournaments.log(), tasks, all, copies).await
}

/// Reads GAME until the tasks stop, and records the results in their tournaments.
pub(crate) fn consume(log: &EventLog, tournaments: Tournaments, tasks: &Tasks) {
    let provenances = ProvenanceReader::new(log.clone());
    let results = Results { tournaments, provenances, handlers: Handlers::new(tasks.clone()) };
    let (log, stopping) = (log.clone(), tasks.stopping());
    tasks.spawn(async move {
        let spec = ConsumerSpec { stream: Stream::Game, name: durable::PAIRING };
        runtime::consume(&log, spec, stopping, |delivery| results.hand_over(delivery)).await;
    });
}

/// The copies of all tournaments, to which entries of TOURNAMENT are applied.
struct Copies(Mirror<Tournament>);

impl Projection for Copies {
    async fn apply(&mut self, entry: LogEntry) {
        if let Err(error) = self.0.apply(&entry).await {
            tracing::error!(error = chain(&error), "a tournament's history cannot be read");
        }
    }

    fn reset(&mut self) -> bool {
        self.0.reset();
        true
    }
}

/// Takes results into their tournaments.
#[derive(Clone, Debug)]
struct Results {
    tournaments: Tournaments,
    provenances: ProvenanceReader,
    handlers: Handlers,
}

/// A change of a game's result, by a message of GAME.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultEvent {
    /// It ended.
    Ended(Ended),
    /// It was over, and goes on.
    Resumed,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    /// How many men White was ahead, in a draw that has a bonus for them.
    pub(crate) men_ahead: Option<i32>,
    /// Whether another result stood before.
    pub(crate) is_correction: bool,
}

impl fmt::Display for ResultEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(ended) => ended.outcome.fmt(f),
            Self::Resumed => f.write_str("resumed"),
        }
    }
}

impl Results {
    /// Acknowledges a message that ends no game; for another, starts what records it.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + 'static {
        let results = self.clone();
        async move {
            match delivery.entry.as_ref().map(read) {
                Ok(Some((game, event, message))) => {
                    let handlers = results.handlers.clone();
                    handlers.begin(delivery, move |_cause| async move {
                        results.carry_out(&game, event, message).await
                    });
                }
                Ok(None) => delivery.ack().await,
                Err(unreadable) => delivery.pass_over(&chain(unreadable)).await,
            }
        }
    }

    /// Retries until the tournament has taken the result, or refuses it.
    async fn carry_out(
        &self,
        game: &GameKey,
        event: ResultEvent,
        message: GameMessage,
    ) -> Result<(), Stopped> {
        let take = || async {
            // In a box, because a decision holds a whole tournament.
            match Box::pin(self.take(game, event, message)).await {
                Err(error @ (Error::Refused(_) | Error::Unknown(_))) => {
                    tracing::warn!(%game, %event, %error, "a result counts nowhere");
                    Ok(())
                }
                taken => taken,
            }
        };
        self.handlers.until_done(take, |error| complain(game, error)).await
    }

    async fn take(
        &self,
        game: &GameKey,
        event: ResultEvent,
        message: GameMessage,
    ) -> Result<(), Error> {
        let Some(table) = round_table(game) else { return Ok(()) };
        match event {
            ResultEvent::Resumed => match self.resumed(game).await? {
                Some(_) => self.withdraw(game, table, message).await,
                // It has ended again by now, and that message comes, too.
                None => Ok(()),
            },
            ResultEvent::Ended(ended) => {
                // A game that goes on by now has no result, however late its end is read.
                if self.resumed(game).await?.is_none() {
                    self.record(game, table, ended, message).await?;
                }
                // The message that it goes on may have come in this moment, and found nothing to withdraw.
                match self.resumed(game).await? {
                    // When it went on is said by that message alone, not by the moves after it.
                    Some(_) if self.provenance(game, table).await?.by_hand_at.is_some() => Ok(()),
                    Some(last) => self.withdraw(game, table, last).await,
                    None => Ok(()),
                }
            }
        }
    }

    /// Returns the game's last message, if the game goes on by it.
    async fn resumed(&self, game: &GameKey) -> Result<Option<GameMessage>, Error> {
        let subject = Subject::game(Stream::Game, game);
        let last = self.tournaments.log().last_entry(&subject);
        let last = in_time(&game.tournament, last).await??;
        Ok(last.filter(|last| goes_on(&last.record)).map(|last| GameMessage::from(&last)))
    }

    async fn record(
        &self,
        game: &GameKey,
        (round, table): RoundTable,
        ended: Ended,
        message: GameMessage,
    ) -> Result<(), Error> {
        let Ended { outcome, men_ahead, is_correction } = ended;
        let key = &game.tournament;
        let record = Command::RecordResult { round, table, outcome, men_ahead };
        let recorded = match self.execute(key, record, message, None).await {
            Err(Error::Refused(Refusal::AlreadyRecorded { recorded, .. })) => recorded,
            other => return other,
        };
        let provenance = self.provenance(game, (round, table)).await?;
        if provenance.is_newer_than(message) {
            log_stale(game, &ResultEvent::Ended(ended), message, provenance);
            return Ok(());
        }
        if provenance.by_hand_at.is_some() && !is_correction {
            tracing::warn!(%game, %recorded, played = %outcome, "the recorded result stays");
            return Ok(());
        }
        let correct = Command::CorrectResult { round, table, outcome, men_ahead };
        self.execute(key, correct, message, Some(provenance.log_sequence)).await
    }

    /// Carries out a command that follows from a game: no person decides it.
    async fn execute(
        &self,
        key: &TournamentKey,
        command: Command,
        message: GameMessage,
        only_at: Option<u64>,
    ) -> Result<(), Error> {
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: message.sequence };
        let executed =
            self.tournaments.execute(key, command, Author::SYSTEM, Some(cause), only_at).await;
        executed.map(drop)
    }

    async fn withdraw(
        &self,
        game: &GameKey,
        (round, table): RoundTable,
        message: GameMessage,
    ) -> Result<(), Error> {
        let provenance = self.provenance(game, (round, table)).await?;
        if provenance.is_newer_than(message) {
            log_stale(game, &ResultEvent::Resumed, message, provenance);
            return Ok(());
        }
        let withdraw = Command::WithdrawResult { round, table };
        self.execute(&game.tournament, withdraw, message, Some(provenance.log_sequence)).await
    }

    /// Returns where the recorded result of a game comes from.
    async fn provenance(&self, game: &GameKey, table: RoundTable) -> Result<Provenance, Error> {
        self.provenances.read(&game.tournament, table).await
    }
}

/// Logs that a message of a game is stale. Over a result by hand this is for people to see: which
/// came first is told by the times of two hosts, whose clocks may differ.
fn log_stale(game: &GameKey, event: &ResultEvent, message: GameMessage, provenance: Provenance) {
    match provenance.by_hand_at {
        Some(by_hand_at) => tracing::warn!(
            %game,
            %event,
            recorded_at_ms = message.recorded_at.millis(),
            by_hand_at_ms = by_hand_at.millis(),
            "the result by hand stays: it was recorded after this message of the game"
        ),
        None => tracing::debug!(%game, %event, "the recorded result is newer than this message"),
    }
}

/// Says what a result waits for; answers false when that is nothing but another try.
fn complain(game: &GameKey, error: &Error) -> bool {
    match error {
        Error::Refused(_)
        | Error::Unknown(_)
        | Error::Contended(_)
        | Error::Stopping
        | Error::Append(AppendError::Conflict { .. }) => return false,
        Error::Append(AppendError::Unavailable { .. })
        | Error::Ledger(LedgerError::Read(_))
        | Error::Late(_) => tracing::warn!(%game, %error, "the result waits for NATS"),
        Error::Append(AppendError::Refused { .. })
        | Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => tracing::error!(%game, error = chain(error), "the result waits"),
    }
    true
}

/// Returns whether a game goes on by this record of GAME.
pub(crate) fn goes_on(record: &Record) -> bool {
    match record {
        Record::Game(record) => record.state.outcome.is_none(),
        Record::Input(_) | Record::Tables(_) | Record::Clock(_) | Record::Tournament(_) => false,
    }
}

fn round_table(game: &GameKey) -> Option<RoundTable> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

/// Reads an entry of GAME; `None` when it changes no result.
fn read(entry: &LogEntry) -> Option<(GameKey, ResultEvent, GameMessage)> {
    let Record::Game(record) = &entry.record else { return None };
    Some((entry.game()?, result_event(record)?, entry.into()))
}

/// Returns the last event in this record that gives or withdraws the game's result.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events leave the result as it is")]
pub(crate) fn result_event(record: &GameRecord) -> Option<ResultEvent> {
    // Of a draw under the regulation of 2006 the state tells the bonus, a hundredth for each man.
    let men_ahead = record.state.draw_bonus;
    let ended = |outcome, is_correction| {
        Some(ResultEvent::Ended(Ended { outcome, men_ahead, is_correction }))
    };
    let mut last = None;
    for event in &record.events {
        last = match event {
            // After another event of the same decision it takes the place of a result.
            GameEvent::Finished { outcome, .. } => ended(*outcome, last.is_some()),
            GameEvent::ResultCorrected { outcome, .. } => ended(*outcome, true),
            GameEvent::Resumed { .. } => Some(ResultEvent::Resumed),
            _ => last,
        };
    }
    last
}
