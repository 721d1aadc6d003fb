//! The tablets of a measured round.

use std::net::SocketAddr;

use anyhow::Context as _;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use proto::v1::{SubmitMoveRequest, board_ingest_service_client::BoardIngestServiceClient};
use runtime::Tasks;
use tokio::net::TcpStream;
use tonic::body::Body;

/// A connection to board-ingest that hands in moves. Cheap to clone.
///
/// It is bare HTTP/2, because a tablet is another machine, whose own time is not that of the
/// services.
#[derive(Clone, Debug)]
pub struct Tablets {
    connection: http2::SendRequest<Body>,
    origin: http::Uri,
}

impl Tablets {
    /// Connects to board-ingest.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn connect(board_ingest: SocketAddr, tasks: &Tasks) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(board_ingest).await.context("connect to board-ingest")?;
        stream.set_nodelay(true)?;
        let (connection, driver) =
            http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await?;
        tasks.spawn_until_stop(async move {
            if let Err(error) = driver.await {
                tracing::warn!(%error, "the connection of the tablets");
            }
        });
        let origin = format!("http://{board_ingest}").parse()?;
        Ok(Self { connection, origin })
    }

    /// Hands in a move.
    ///
    /// # Errors
    /// If it is not taken.
    pub async fn submit(&self, request: SubmitMoveRequest) -> Result<(), tonic::Status> {
        let send = tower::service_fn(|request| self.connection.clone().send_request(request));
        let mut client = BoardIngestServiceClient::with_origin(send, self.origin.clone());
        client.submit_move(request).await?;
        Ok(())
    }
}
