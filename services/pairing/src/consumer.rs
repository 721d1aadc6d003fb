//! Results of games: what the judge finished is recorded, what the arbiter corrected is replaced, and
//! what no longer holds, because the game goes on, is withdrawn.
//!
//! A message may come twice, late, or to two replicas: the newest message of a game counts, in whatever
//! order they come. A result that was recorded by hand stays until the game is corrected or goes on
//! after that; which came first is judged by when each was recorded.

use std::fmt;

use draughts::Outcome;
use prost::Message as _;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{self, Cause, Envelope, envelope::Record, game_event},
};
use runtime::{AppendError, Delivery, Handlers, LedgerError, Stopped, Stored, Tasks, chain};
use tournament::{Author, Command, Refusal, RoundNumber, TableNumber};

use crate::{
    error::Error,
    result_provenance::{GameMessage, Provenance, RoundTable},
    tournaments::{Tournaments, in_time},
};

/// Takes results into their tournaments.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    tournaments: Tournaments,
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
    pub(crate) fn new(tournaments: Tournaments, tasks: Tasks) -> Self {
        Self { tournaments, handlers: Handlers::new(tasks) }
    }

    /// Acknowledges a message that ends no game; for another, starts what records it.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let results = self.clone();
        async move {
            match read(&delivery.stored) {
                Ok(Some((game, event, message))) => {
                    let handlers = results.handlers.clone();
                    handlers.begin(delivery, move |_cause| async move {
                        results.carry_out(&game, event, message).await
                    });
                }
                Ok(None) => delivery.ack().await,
                Err(error) => delivery.pass_over(&error).await,
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
            match self.take(game, event, message).await {
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

    /// The game's last message, if the game goes on by it.
    async fn resumed(&self, game: &GameKey) -> Result<Option<GameMessage>, Error> {
        let subject = Subject::game(Stream::Game, game);
        let last = in_time(&game.tournament, self.tournaments.log().last(&subject)).await?;
        let last = last.map_err(LedgerError::from)?;
        let Some(last) = last else { return Ok(None) };
        let envelope = Envelope::decode(last.payload.clone()).map_err(|source| {
            let (subject, sequence) = (last.subject.clone(), last.sequence);
            LedgerError::Decode { subject, sequence, source }
        })?;
        Ok(goes_on(&envelope).then_some(GameMessage::of(&envelope, last.sequence)))
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
        let recorded = match self.tell(key, record, message, None).await {
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
        self.tell(key, correct, message, Some(provenance.log_sequence)).await
    }

    /// Tells what follows from a game: no person decides it.
    async fn tell(
        &self,
        key: &TournamentKey,
        command: Command,
        message: GameMessage,
        only_at: Option<u64>,
    ) -> Result<(), Error> {
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: message.sequence };
        self.tournaments.tell(key, command, Author::SYSTEM, Some(cause), only_at).await.map(drop)
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
        self.tell(&game.tournament, withdraw, message, Some(provenance.log_sequence)).await
    }

    /// Returns where the recorded result of a game comes from.
    async fn provenance(&self, game: &GameKey, table: RoundTable) -> Result<Provenance, Error> {
        self.tournaments.provenance(&game.tournament, table).await
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

/// Returns whether a game goes on by this message of GAME.
pub(crate) fn goes_on(envelope: &Envelope) -> bool {
    match &envelope.record {
        Some(Record::Game(record)) => {
            record.state.as_ref().is_some_and(|state| state.outcome.is_none())
        }
        _ => false,
    }
}

fn round_table(game: &GameKey) -> Option<RoundTable> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

fn read(stored: &Stored) -> Result<Option<(GameKey, ResultEvent, GameMessage)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let message = GameMessage::of(&envelope, stored.sequence);
    let Some(event) = result_event(envelope).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, event, message)))
}

/// Returns the last event in this envelope that gives or withdraws the game's result.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or the outcome is none.
pub(crate) fn result_event(envelope: Envelope) -> Result<Option<ResultEvent>, ConvertError> {
    let Record::Game(record) = required(envelope.record, "record")? else {
        return Err(ConvertError::OtherRecord);
    };
    // Of a draw under the regulation of 2006 the state tells the bonus, a hundredth for each man.
    let men_ahead = record.state.and_then(|state| state.draw_bonus);
    let mut last = None;
    for event in record.events {
        let (outcome, is_correction): (Option<v1::Outcome>, bool) = match event.event {
            // After another event of the same decision it takes the place of a result.
            Some(game_event::Event::Finished(finished)) => (finished.outcome, last.is_some()),
            Some(game_event::Event::ResultCorrected(corrected)) => (corrected.outcome, true),
            Some(game_event::Event::Resumed(_)) => {
                last = Some(ResultEvent::Resumed);
                continue;
            }
            _ => continue,
        };
        let outcome = required(outcome, "outcome")?.try_into()?;
        last = Some(ResultEvent::Ended(Ended { outcome, men_ahead, is_correction }));
    }
    Ok(last)
}
