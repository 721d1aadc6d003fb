//! The API of clocks: shows them.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, StreamExt as _, stream};
use proto::{
    subject::{GameKey, TournamentKey},
    v1::{
        GameClock, GetClockRequest, GetClockResponse, ListClocksRequest, ListClocksResponse,
        WatchClockRequest, WatchClockResponse, clock_service_server::ClockService,
    },
};
use runtime::status;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::clocks::{ClockEntry, ClockView, Clocks, wire};

/// Answers the calls.
#[derive(Debug)]
pub(crate) struct ClocksService {
    clocks: Clocks,
    stopping: CancellationToken,
}

impl ClocksService {
    pub(crate) fn new(clocks: Clocks, stopping: CancellationToken) -> Self {
        Self { clocks, stopping }
    }

    async fn shown(&self, key: &GameKey) -> Result<Arc<ClockEntry>, Status> {
        self.clocks.shown(key).await.map_err(|error| status(&error))
    }
}

type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl ClockService for ClocksService {
    type WatchClockStream = Watching<WatchClockResponse>;

    async fn get_clock(
        &self,
        request: Request<GetClockRequest>,
    ) -> Result<Response<GetClockResponse>, Status> {
        let key = GameKey::try_from(request.into_inner().game).map_err(|error| status(&error))?;
        let entry = self.shown(&key).await?;
        let clock = wire(&key, &entry.seen.borrow());
        Ok(Response::new(GetClockResponse { clock: Some(clock) }))
    }

    async fn list_clocks(
        &self,
        request: Request<ListClocksRequest>,
    ) -> Result<Response<ListClocksResponse>, Status> {
        let tournament = TournamentKey::try_from(request.into_inner().tournament)
            .map_err(|error| status(&error))?;
        let clocks = self.clocks.of_tournament(&tournament);
        Ok(Response::new(ListClocksResponse { clocks }))
    }

    async fn watch_clock(
        &self,
        request: Request<WatchClockRequest>,
    ) -> Result<Response<Self::WatchClockStream>, Status> {
        let key = GameKey::try_from(request.into_inner().game).map_err(|error| status(&error))?;
        let entry = self.shown(&key).await?;
        let changes = changes(key, entry.seen.subscribe());
        let answers = changes
            .take_until(self.stopping.clone().cancelled_owned())
            .map(|clock| Ok(WatchClockResponse { clock: Some(clock) }));
        Ok(Response::new(Box::pin(answers)))
    }
}

/// The clock as it is, then after each change. Who reads slowly misses what was in between.
pub(crate) fn changes(
    key: GameKey,
    mut watching: watch::Receiver<ClockView>,
) -> impl Stream<Item = GameClock> + Send {
    watching.mark_changed();
    stream::unfold((key, watching), |(key, mut watching)| async move {
        watching.changed().await.ok()?;
        let clock = wire(&key, &watching.borrow_and_update());
        Some((clock, (key, watching)))
    })
}
