//! The API of clocks, which only reads.

use access::{Bearer, Sector};
use futures_util::StreamExt as _;
use proto::{
    subject::{GameKey, TournamentKey},
    v1::{
        GameClock, GetClockRequest, GetClockResponse, ListClocksRequest, ListClocksResponse,
        WatchClockRequest, WatchClockResponse, clock_service_server::ClockService,
    },
};
use runtime::{Answer, AnswerStream, EventLog};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response};

use crate::{
    error::Error,
    views::{ClockView, Views},
};

/// Implements `ClockService`.
#[derive(Debug)]
pub(crate) struct ClocksService {
    log: EventLog,
    views: Views,
    stopping: CancellationToken,
}

impl ClocksService {
    pub(crate) fn new(log: EventLog, views: Views, stopping: CancellationToken) -> Self {
        Self { log, views, stopping }
    }

    async fn view(&self, key: &GameKey) -> Result<watch::Receiver<ClockView>, Error> {
        self.views.read(&self.log, key).await
    }
}

#[tonic::async_trait]
impl ClockService for ClocksService {
    type WatchClockStream = AnswerStream<WatchClockResponse>;

    async fn get_clock(&self, request: Request<GetClockRequest>) -> Answer<GetClockResponse> {
        let key = GameKey::try_from(request.into_inner().game).map_err(Error::from)?;
        let clock = shown(&key, &self.view(&key).await?.borrow());
        Ok(Response::new(GetClockResponse { clock: Some(clock) }))
    }

    async fn list_clocks(&self, request: Request<ListClocksRequest>) -> Answer<ListClocksResponse> {
        let bearer = request.extensions().get::<Bearer>();
        let sector = bearer.map_or(Sector::ALL, |bearer| bearer.sector.clone());
        let tournament =
            TournamentKey::try_from(request.into_inner().tournament).map_err(Error::from)?;
        let views = self.views.of_tournament(&self.log, &tournament).await?;
        let views = views.iter().filter(|(key, _view)| sector.contains(key.game.table()));
        let clocks = views.map(|(key, view)| shown(key, view)).collect();
        Ok(Response::new(ListClocksResponse { clocks }))
    }

    async fn watch_clock(
        &self,
        request: Request<WatchClockRequest>,
    ) -> Answer<Self::WatchClockStream> {
        let key = GameKey::try_from(request.into_inner().game).map_err(Error::from)?;
        let view = self.view(&key).await?;
        let answers = runtime::changes(view, self.stopping.clone())
            .map(move |view| Ok(WatchClockResponse { clock: Some(shown(&key, &view)) }));
        Ok(Response::new(Box::pin(answers)))
    }
}

/// Returns a clock in the form of the API.
pub(crate) fn shown(key: &GameKey, view: &ClockView) -> GameClock {
    GameClock {
        game: Some(key.into()),
        state: Some(view.state.clone()),
        control: view.state.control.clone(),
        version: view.version,
    }
}
