//! Games move clocks: a message of GAME is acknowledged when the clock is where the game is.

use std::time::Duration;

use prost::Message as _;
use proto::{
    subject::{GameKey, Subject},
    v1::{Cause, Envelope},
};
use runtime::{AppendError, Delivery, InFlight, LedgerError, Stored, Tasks, chain};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    clocks::{Clocks, Error},
    record::{self, GameRecord},
};

const PAUSE: Duration = Duration::from_millis(200);

/// Takes moves to their clocks.
#[derive(Clone, Debug)]
pub(crate) struct Presses {
    clocks: Clocks,
    tasks: Tasks,
    in_flight: InFlight,
}

impl Presses {
    pub(crate) fn new(clocks: Clocks, tasks: Tasks) -> Self {
        Self { clocks, tasks, in_flight: InFlight::default() }
    }

    /// Starts what takes the message to its clock. One clock does not wait for another.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let presses = self.clone();
        async move {
            match read(&delivery.stored) {
                Ok(Some((game, record))) if record.is_timed() => {
                    presses.begin(delivery, game, record);
                }
                Ok(Some((game, record))) => {
                    if record.plies.is_empty() {
                        tracing::warn!(%game, "Black moves first; the game is not timed");
                    }
                    delivery.ack().await;
                }
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

    fn begin(&self, delivery: Delivery, game: GameKey, record: GameRecord) {
        let Some(handling) = self.in_flight.begin(&delivery.stored) else { return };
        let presses = self.clone();
        let span = delivery.span();
        let stopping = self.tasks.stopping();
        self.tasks.spawn(
            async move {
                handling.turn().await;
                if presses.carry_out(&game, &record, &delivery.cause(), &stopping).await {
                    delivery.ack().await;
                }
                drop(handling);
            }
            .instrument(span),
        );
    }

    /// Brings the clock there, as often as it takes. Answers false when the service stops first.
    async fn carry_out(
        &self,
        game: &GameKey,
        record: &GameRecord,
        cause: &Cause,
        stopping: &CancellationToken,
    ) -> bool {
        let mut said = false;
        loop {
            let tried = tokio::select! {
                () = stopping.cancelled() => return false,
                tried = self.clocks.catch_up(game, record, Some(cause.clone())) => tried,
            };
            let Err(error) = tried else { return true };
            if !said {
                complain(game, &error);
            }
            said = true;
            tokio::select! {
                () = stopping.cancelled() => return false,
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
    }
}

/// Says once what a clock waits for.
pub(crate) fn complain(game: &GameKey, error: &Error) {
    match error {
        Error::Append(AppendError::Conflict { .. }) | Error::Unknown(_) | Error::WaitsForFlag => {
            tracing::debug!(%game, %error, "trying again");
        }
        Error::Append(AppendError::Unavailable { .. }) | Error::Ledger(LedgerError::Read(_)) => {
            tracing::warn!(%game, %error, "the clock waits for NATS");
        }
        Error::Append(AppendError::Refused { .. })
        | Error::Record(..)
        | Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => {
            tracing::error!(%game, error = chain(error), "the clock waits");
        }
    }
}

fn read(stored: &Stored) -> Result<Option<(GameKey, GameRecord)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let Some(record) = record::read(envelope).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, record)))
}
