//! Games move clocks: a message of GAME is acknowledged when the clock is where the game is.

use std::time::Duration;

use live_game::TimedRecord;
use prost::Message as _;
use proto::{
    subject::{GameKey, Subject},
    v1::{Cause, Envelope},
};
use runtime::{Delivery, Handlers, Stopped, Stored, Tasks};

use crate::{
    clocks::{Clocks, timed},
    error::{Error, complain},
};

/// How long what waits for a flag waits for a change of the clock before it tries again.
const WAIT: Duration = Duration::from_secs(2);

/// Brings clocks to where their games are.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    clocks: Clocks,
    handlers: Handlers,
}

impl GameConsumer {
    pub(crate) fn new(clocks: Clocks, tasks: Tasks) -> Self {
        Self { clocks, handlers: Handlers::new(tasks) }
    }

    /// Starts what takes the message to its clock. One clock does not wait for another.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let consumer = self.clone();
        async move {
            match read(&delivery.stored) {
                Ok(Some((game, record))) if record.is_timed() => {
                    let handlers = consumer.handlers.clone();
                    handlers.begin(delivery, move |cause| async move {
                        consumer.carry_out(&game, &record, &cause).await
                    });
                }
                Ok(Some((game, record))) => {
                    if record.plies.is_empty() {
                        tracing::warn!(%game, "Black moves first; the game is not timed");
                    }
                    delivery.ack().await;
                }
                Ok(None) => delivery.ack().await,
                Err(error) => delivery.pass_over(&error).await,
            }
        }
    }

    /// Brings the clock there, as often as it takes.
    async fn carry_out(
        &self,
        game: &GameKey,
        record: &TimedRecord,
        cause: &Cause,
    ) -> Result<(), Stopped> {
        let catch_up = || async {
            let mut seen = self.clocks.watch(game);
            let caught_up = self.clocks.catch_up(game, record, Some(cause.clone())).await;
            if matches!(caught_up, Err(Error::WaitsForFlag)) {
                // Until the flag has fallen, or a press has come.
                let _or_later = tokio::time::timeout(WAIT, seen.changed()).await;
            }
            caught_up
        };
        self.handlers.until_done(catch_up, |error| complain(game, error)).await
    }
}

fn read(stored: &Stored) -> Result<Option<(GameKey, TimedRecord)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let Some(record) = timed(envelope).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, record)))
}
