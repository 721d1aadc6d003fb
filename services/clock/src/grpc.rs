//! The API of clocks: shows them.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, StreamExt as _, stream};
use proto::{
    convert::ConvertError,
    subject::{GameKey, TournamentKey},
    v1::{
        GameClock, GetClockRequest, GetClockResponse, ListClocksRequest, ListClocksResponse,
        WatchClockRequest, WatchClockResponse, clock_service_server::ClockService,
    },
};
use runtime::{AppendError, LedgerError, chain};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::clocks::{Clocks, Error, Keeper, Seen, wire};

/// Answers the calls.
#[derive(Debug)]
pub(crate) struct Display {
    clocks: Clocks,
    stopping: CancellationToken,
}

impl Display {
    pub(crate) fn new(clocks: Clocks, stopping: CancellationToken) -> Self {
        Self { clocks, stopping }
    }

    async fn shown(&self, key: &GameKey) -> Result<Arc<Keeper>, Status> {
        self.clocks.shown(key).await.map_err(|error| status(&error))
    }
}

type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl ClockService for Display {
    type WatchClockStream = Watching<WatchClockResponse>;

    async fn get_clock(
        &self,
        request: Request<GetClockRequest>,
    ) -> Result<Response<GetClockResponse>, Status> {
        let key = GameKey::try_from(request.into_inner().game).map_err(|error| unclear(&error))?;
        let keeper = self.shown(&key).await?;
        let clock = wire(&key, &keeper.seen.borrow());
        Ok(Response::new(GetClockResponse { clock: Some(clock) }))
    }

    async fn list_clocks(
        &self,
        request: Request<ListClocksRequest>,
    ) -> Result<Response<ListClocksResponse>, Status> {
        let tournament = TournamentKey::try_from(request.into_inner().tournament)
            .map_err(|error| unclear(&error))?;
        let clocks = self.clocks.of_tournament(&tournament);
        Ok(Response::new(ListClocksResponse { clocks }))
    }

    async fn watch_clock(
        &self,
        request: Request<WatchClockRequest>,
    ) -> Result<Response<Self::WatchClockStream>, Status> {
        let key = GameKey::try_from(request.into_inner().game).map_err(|error| unclear(&error))?;
        let keeper = self.shown(&key).await?;
        let changes = changes(key, keeper.seen.subscribe());
        let answers = changes
            .take_until(self.stopping.clone().cancelled_owned())
            .map(|clock| Ok(WatchClockResponse { clock: Some(clock) }));
        Ok(Response::new(Box::pin(answers)))
    }
}

/// The clock as it is, then after each change. Who reads slowly misses what was in between.
pub(crate) fn changes(
    key: GameKey,
    mut watching: watch::Receiver<Seen>,
) -> impl Stream<Item = GameClock> + Send {
    watching.mark_changed();
    stream::unfold((key, watching), |(key, mut watching)| async move {
        watching.changed().await.ok()?;
        let clock = wire(&key, &watching.borrow_and_update());
        Some((clock, (key, watching)))
    })
}

fn unclear(error: &ConvertError) -> Status {
    Status::invalid_argument(error.to_string())
}

fn status(error: &Error) -> Status {
    let text = error.to_string();
    match error {
        Error::Unknown(_) => Status::not_found(text),
        Error::Append(AppendError::Conflict { .. }) | Error::WaitsForFlag => Status::aborted(text),
        Error::Append(AppendError::Refused { .. }) => Status::resource_exhausted(text),
        Error::Append(AppendError::Unavailable { .. }) | Error::Ledger(LedgerError::Read(_)) => {
            Status::unavailable(text)
        }
        Error::Record(..)
        | Error::Gap(..)
        | Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => {
            tracing::error!(error = chain(error), "answer a call");
            Status::internal(text)
        }
    }
}
