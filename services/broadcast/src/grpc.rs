//! The gRPC API. Each call is converted, answered by the hub, and converted back.

mod watching;

use std::sync::Arc;

use futures_util::stream;
use proto::{
    convert::ConvertError,
    subject::TournamentKey,
    v1::{
        self, GetPdnRequest, GetPdnResponse, GetSnapshotRequest, GetSnapshotResponse,
        ListBroadcastsRequest, ListBroadcastsResponse, WatchRequest, WatchResponse,
        WatchUndelayedRequest, WatchUndelayedResponse, broadcast_service_server::BroadcastService,
        get_pdn_request,
    },
};
use runtime::{Answer, Tasks, WhenFull};
use tonic::{Request, Response, Status};

use crate::{
    channel::Channel,
    cursor::Cursor,
    error::Error,
    frame::Item,
    hub::Hub,
    missing::Missing,
    pdn::{Export, Selection},
    watcher::Watcher,
};

/// Implements `BroadcastService`.
#[derive(Debug)]
pub(crate) struct SpectatorService {
    hub: Hub,
    tasks: Tasks,
}

impl SpectatorService {
    pub(crate) fn new(hub: Hub, tasks: Tasks) -> Self {
        Self { hub, tasks }
    }

    async fn find(&self, reference: Option<v1::TournamentRef>) -> Result<Arc<Channel>, Error> {
        let key = TournamentKey::try_from(reference)?;
        let found = self.hub.find(&key).await?;
        found.ok_or_else(|| Missing::Tournament(key).into())
    }
}

#[tonic::async_trait]
impl BroadcastService for SpectatorService {
    /// Never sent: the messages are encoded once for all spectators.
    type WatchStream = stream::Empty<Result<WatchResponse, Status>>;

    async fn watch(&self, request: Request<WatchRequest>) -> Answer<Self::WatchStream> {
        let WatchRequest { tournament, since } = request.into_inner();
        let channel = self.find(tournament).await?;
        // A text that is no cursor is ignored, and the spectator gets a snapshot.
        let since = since.parse::<Cursor>().ok();
        let watcher = Watcher::new(Arc::clone(&channel), since, self.tasks.stopping());
        Ok(runtime::encoded(watching::messages(channel, watcher, Item::to_grpc), stream::empty()))
    }

    /// Never sent, like [`Self::WatchStream`].
    type WatchUndelayedStream = stream::Empty<Result<WatchUndelayedResponse, Status>>;

    async fn watch_undelayed(
        &self,
        request: Request<WatchUndelayedRequest>,
    ) -> Answer<Self::WatchUndelayedStream> {
        let WatchUndelayedRequest { tournament, since } = request.into_inner();
        let public = self.find(tournament).await?;
        let channel = self.hub.undelayed(&public).await.map_err(Error::from)?;
        let since = since.parse::<Cursor>().ok();
        let watcher = Watcher::new(Arc::clone(&channel), since, self.tasks.stopping());
        Ok(runtime::encoded(
            watching::messages(channel, watcher, Item::to_grpc_text),
            stream::empty(),
        ))
    }

    async fn get_snapshot(
        &self,
        request: Request<GetSnapshotRequest>,
    ) -> Answer<GetSnapshotResponse> {
        let channel = self.find(request.into_inner().tournament).await?;
        let Some(snapshot) = channel.now() else {
            return Ok(Response::new(GetSnapshotResponse { snapshot: None }));
        };
        let (start, rest) = snapshot.to_grpc(1, channel.stamp()).map_err(Error::from)?;
        let pieces = watching::pieces(start, channel.lend(&rest));
        Ok(runtime::encoded(pieces, GetSnapshotResponse::default()))
    }

    async fn get_pdn(&self, request: Request<GetPdnRequest>) -> Answer<GetPdnResponse> {
        let GetPdnRequest { tournament, which } = request.into_inner();
        let channel = self.find(tournament).await?;
        let which = which.ok_or(ConvertError::Missing { field: "which" });
        let selection = match which.map_err(Error::from)? {
            get_pdn_request::Which::Game(game) => {
                let game = game.parse().map_err(Error::from)?;
                Selection::Game(game)
            }
            get_pdn_request::Which::Round(round) => Selection::Round(round),
        };
        let games = Export::take(&channel.view(), selection);
        let games = games.ok_or_else(|| Error::NotFound(Missing::Games(selection)))?;
        let pool = (self.hub.pool(), WhenFull::Tell);
        let pdn = games.write_apart(pool).await.map_err(Error::from)?;
        Ok(Response::new(GetPdnResponse { pdn }))
    }

    async fn list_broadcasts(
        &self,
        _request: Request<ListBroadcastsRequest>,
    ) -> Answer<ListBroadcastsResponse> {
        Ok(Response::new(self.hub.list()))
    }
}
