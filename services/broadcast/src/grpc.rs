//! The gRPC API. Each call is converted, answered by the hub, and converted back.

use std::{collections::VecDeque, pin::Pin, sync::Arc};

use futures_util::{Stream, stream};
use proto::{
    convert::ConvertError,
    subject::TournamentKey,
    v1::{
        self, GetPdnRequest, GetPdnResponse, GetSnapshotRequest, GetSnapshotResponse,
        ListBroadcastsRequest, ListBroadcastsResponse, WatchRequest, WatchResponse,
        broadcast_service_server::BroadcastService, get_pdn_request,
    },
};
use runtime::Tasks;
use tonic::{Request, Response, Status};

use crate::{
    channel::Channel,
    cursor::Cursor,
    error::Error,
    frame::Item,
    freshness::Stamp,
    hub::Hub,
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
        found.ok_or_else(|| Error::NotFound(format!("no tournament {key}")))
    }
}

#[tonic::async_trait]
impl BroadcastService for SpectatorService {
    type WatchStream = Pin<Box<dyn Stream<Item = Result<WatchResponse, Status>> + Send>>;

    async fn watch(
        &self,
        request: Request<WatchRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        let WatchRequest { tournament, since } = request.into_inner();
        let channel = self.find(tournament).await?;
        // A text that is no cursor is ignored, and the spectator gets a snapshot.
        let since = since.parse::<Cursor>().ok();
        let watcher = Watcher::new(channel, since, self.tasks.stopping());
        let frames =
            stream::unfold((watcher, VecDeque::new()), |(mut watcher, mut ready)| async move {
                if ready.is_empty() {
                    let (stamp, items) = watcher.next().await?;
                    ready.extend(items.into_iter().map(|item| (stamp, item)));
                }
                let (stamp, item): (Stamp, Item) = ready.pop_front()?;
                let frame = Some(item.to_message(stamp));
                Some((Ok(WatchResponse { frame }), (watcher, ready)))
            });
        Ok(Response::new(Box::pin(frames)))
    }

    async fn get_snapshot(
        &self,
        request: Request<GetSnapshotRequest>,
    ) -> Result<Response<GetSnapshotResponse>, Status> {
        let channel = self.find(request.into_inner().tournament).await?;
        let snapshot = channel.now().map(|snapshot| snapshot.message(channel.stamp()));
        Ok(Response::new(GetSnapshotResponse { snapshot }))
    }

    async fn get_pdn(
        &self,
        request: Request<GetPdnRequest>,
    ) -> Result<Response<GetPdnResponse>, Status> {
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
        let games = games.ok_or_else(|| Error::NotFound(format!("no {}", selection.name())))?;
        let pdn = games.write_apart().await.map_err(Error::from)?;
        Ok(Response::new(GetPdnResponse { pdn }))
    }

    async fn list_broadcasts(
        &self,
        _request: Request<ListBroadcastsRequest>,
    ) -> Result<Response<ListBroadcastsResponse>, Status> {
        Ok(Response::new(self.hub.list()))
    }
}
