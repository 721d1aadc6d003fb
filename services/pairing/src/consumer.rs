//! Results of games: what the judge finished is recorded, what the arbiter corrected is replaced.
//!
//! A message may come twice, late, or to two replicas. A recorded result stays; one is only replaced
//! by a correction that is younger than any other word of that game.

use std::time::Duration;

use draughts::Outcome;
use prost::Message as _;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{self, Cause, Envelope, envelope::Record, game_event, tournament_event},
};
use runtime::{AppendError, Delivery, InFlight, LedgerError, Stored, Tasks, chain};
use tokio_util::sync::CancellationToken;
use tournament::{Command, Refusal, RoundNumber, TableNumber};
use tracing::Instrument as _;

use crate::tournaments::{Error, PATIENCE, Tournaments};

const PAUSE: Duration = Duration::from_millis(200);

/// Takes results into their tournaments.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    tournaments: Tournaments,
    tasks: Tasks,
    in_flight: InFlight,
}

/// How a game ended, as its log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    /// Whether another result stood before.
    pub(crate) is_correction: bool,
}

impl Results {
    pub(crate) fn new(tournaments: Tournaments, tasks: Tasks) -> Self {
        Self { tournaments, tasks, in_flight: InFlight::default() }
    }

    /// Acknowledges a message that ends no game; for another, starts what records it.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let results = self.clone();
        async move {
            match read(&delivery.stored) {
                Ok(Some((game, ended))) => results.begin(delivery, game, ended),
                Ok(None) => delivery.ack().await,
                Err(error) => {
                    // Only the judge can write it, and it will not get better.
                    tracing::error!(
                        subject = delivery.stored.subject,
                        sequence = delivery.stored.sequence,
                        error,
                        "passed over a message that cannot be understood"
                    );
                    delivery.ack().await;
                }
            }
        }
    }

    fn begin(&self, delivery: Delivery, game: GameKey, ended: Ended) {
        let Some(handling) = self.in_flight.begin(&delivery.stored) else { return };
        let results = self.clone();
        let span = delivery.span();
        let stopping = self.tasks.stopping();
        self.tasks.spawn(
            async move {
                handling.turn().await;
                if results.carry_out(&game, &ended, &delivery.cause(), &stopping).await {
                    delivery.ack().await;
                }
                drop(handling);
            }
            .instrument(span),
        );
    }

    /// Records the result, as often as it takes. Answers false when the service stops first.
    async fn carry_out(
        &self,
        game: &GameKey,
        ended: &Ended,
        cause: &Cause,
        stopping: &CancellationToken,
    ) -> bool {
        let mut said = false;
        loop {
            let tried = tokio::select! {
                () = stopping.cancelled() => return false,
                tried = tokio::time::timeout(PATIENCE, self.record(game, ended, cause)) => tried,
            };
            let error = match tried {
                Ok(Ok(())) => return true,
                Ok(Err(error)) => error,
                Err(_elapsed) => Error::Late(game.tournament.clone()),
            };
            match &error {
                Error::Refused(_) | Error::Unknown(_) => {
                    tracing::warn!(%game, outcome = %ended.outcome, %error, "a result counts nowhere");
                    return true;
                }
                Error::Contended(_) | Error::Append(AppendError::Conflict { .. }) => {}
                Error::Append(AppendError::Unavailable { .. })
                | Error::Ledger(LedgerError::Read(_))
                | Error::Late(_) => {
                    if !said {
                        tracing::warn!(%game, %error, "the result waits for NATS");
                    }
                    said = true;
                }
                Error::Append(AppendError::Refused { .. })
                | Error::Ledger(
                    LedgerError::Decode { .. }
                    | LedgerError::Record { .. }
                    | LedgerError::Broken { .. },
                ) => {
                    if !said {
                        tracing::error!(%game, error = chain(&error), "the result waits");
                    }
                    said = true;
                }
            }
            tokio::select! {
                () = stopping.cancelled() => return false,
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
    }

    async fn record(&self, game: &GameKey, ended: &Ended, cause: &Cause) -> Result<(), Error> {
        let key = &game.tournament;
        let Some((round, table)) = place(game) else { return Ok(()) };
        let outcome = ended.outcome;
        let record = Command::RecordResult { round, table, outcome };
        let recorded = match self.tournaments.tell(key, &record, Some(cause.clone()), None).await {
            Err(Error::Refused(Refusal::AlreadyRecorded { recorded, .. })) => recorded,
            other => return other.map(drop),
        };
        let heard = self.heard(key, round, table).await?;
        if heard.of_game >= cause.sequence {
            tracing::debug!(%game, "a younger word of the game is recorded");
            return Ok(());
        }
        if !ended.is_correction {
            tracing::warn!(%game, %recorded, played = %outcome, "the recorded result stays");
            return Ok(());
        }
        let correct = Command::CorrectResult { round, table, outcome };
        let cause = Some(cause.clone());
        self.tournaments.tell(key, &correct, cause, Some(heard.until)).await.map(drop)
    }

    /// What the tournament's log was told of a game, read whole: a result is rarely in dispute.
    async fn heard(
        &self,
        key: &TournamentKey,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<Heard, LedgerError> {
        let subject = Subject::log(key);
        let written = self.tournaments.log().read(subject.stream, &subject.to_string(), 1).await?;
        let mut heard = Heard::default();
        for message in &written {
            let envelope = Envelope::decode(message.payload.clone()).map_err(|source| {
                let (subject, sequence) = (message.subject.clone(), message.sequence);
                LedgerError::Decode { subject, sequence, source }
            })?;
            heard.until = message.sequence;
            if let Some(sequence) = word_of(&envelope, round, table) {
                heard.of_game = heard.of_game.max(sequence);
            }
        }
        Ok(heard)
    }
}

/// How far a tournament's log goes.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// Sequence of the youngest message of GAME that gave this game its result; 0 when none did.
    of_game: u64,
    /// Sequence of its last message.
    until: u64,
}

/// The sequence in GAME of the message by which this envelope gave a game its result.
pub(crate) fn word_of(envelope: &Envelope, round: RoundNumber, table: TableNumber) -> Option<u64> {
    let cause = envelope.cause.as_ref().filter(|cause| cause.stream == Stream::Game.name())?;
    let Some(Record::Tournament(record)) = &envelope.record else { return None };
    let is_of_game = record.events.iter().any(|event| match &event.event {
        Some(tournament_event::Event::ResultRecorded(recorded)) => {
            (recorded.round, recorded.table) == (round.get(), table.get())
        }
        Some(tournament_event::Event::ResultCorrected(corrected)) => {
            (corrected.round, corrected.table) == (round.get(), table.get())
        }
        _ => false,
    });
    is_of_game.then_some(cause.sequence)
}

fn place(game: &GameKey) -> Option<(RoundNumber, TableNumber)> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

fn read(stored: &Stored) -> Result<Option<(GameKey, Ended)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let Some(ended) = ended(envelope).map_err(|error| error.to_string())? else { return Ok(None) };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, ended)))
}

/// The end of the game, if the envelope tells one.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or the outcome is none.
pub(crate) fn ended(envelope: Envelope) -> Result<Option<Ended>, ConvertError> {
    let Record::Game(record) = required(envelope.record, "record")? else {
        return Err(ConvertError::OtherRecord);
    };
    let mut end = None;
    for event in record.events {
        let (outcome, is_correction): (Option<v1::Outcome>, bool) = match event.event {
            Some(game_event::Event::Finished(finished)) => (finished.outcome, false),
            Some(game_event::Event::ResultCorrected(corrected)) => (corrected.outcome, true),
            _ => continue,
        };
        let outcome = required(outcome, "outcome")?.try_into()?;
        end = Some(Ended { outcome, is_correction });
    }
    Ok(end)
}
