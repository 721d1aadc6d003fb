//! Consumes GAME: a message is acknowledged once the clock is up to date with it.

use std::{sync::Arc, time::Duration};

use live_game::TimedRecord;
use proto::{subject::GameKey, v1::Cause};
use runtime::{Delivery, Handlers, Stopped, Tasks, Unreadable, error_chain};

use crate::{
    clocks::{Clocks, timed},
    error::{Error, complain},
    views::Views,
};

/// Longest wait for a change of the clock before a message that waits for the flag is tried again.
const WAIT: Duration = Duration::from_secs(2);

/// Brings clocks up to date with the messages of their games.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    clocks: Clocks,
    views: Views,
    handlers: Handlers,
}

impl GameConsumer {
    pub(crate) fn new(clocks: Clocks, views: Views, tasks: Tasks) -> Self {
        Self { clocks, views, handlers: Handlers::new(tasks) }
    }

    /// Starts a task that passes the message to its clock, so that no clock waits for another.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let consumer = self.clone();
        async move {
            match read(&delivery) {
                Ok(Some((game, record))) if record.is_timed() => {
                    let handlers = consumer.handlers.clone();
                    handlers.begin(delivery, move |cause| async move {
                        consumer.carry_out(&game, &Arc::new(record), &cause).await
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

    /// Retries until the clock is up to date with the record or the service stops.
    async fn carry_out(
        &self,
        game: &GameKey,
        record: &Arc<TimedRecord>,
        cause: &Cause,
    ) -> Result<(), Stopped> {
        let catch_up = || async {
            let mut view = self.views.watch(game);
            let caught_up = self.clocks.catch_up(game, record, cause.clone()).await;
            if matches!(caught_up, Err(Error::WaitsForFlag)) {
                // A change means that the flag has fallen or a press has come.
                let _or_later = tokio::time::timeout(WAIT, view.changed()).await;
            }
            caught_up
        };
        self.handlers.until_done(catch_up, |error| complain(game, error)).await
    }
}

/// Returns the game and its record; `None` before the game has begun. The error is the reason why the
/// message cannot be read.
fn read(delivery: &Delivery) -> Result<Option<(GameKey, TimedRecord)>, String> {
    let entry =
        delivery.entry.as_ref().map_err(|unreadable: &Unreadable| error_chain(unreadable))?;
    let record = timed(entry).map_err(|error| error_chain(&error))?;
    Ok(entry.game().zip(record))
}
