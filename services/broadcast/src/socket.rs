//! Serves a spectator over a WebSocket.
//!
//! Everything that is ready is sent in one write, from bytes that all spectators share.

use std::{io, io::IoSlice, time::Duration};

use bytes::Bytes;
use thiserror::Error;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    time::timeout,
};

use crate::{
    frame::{EncodeError, Item},
    freshness::Stamp,
    metrics::{self, Transport},
    watcher::Watcher,
    websocket::{self, ClientError, ClientFrame, CloseCode, Inbox},
};

/// Longest time for which a client may accept no byte before the connection is dropped.
const STALL: Duration = Duration::from_secs(15);

/// Longest time that a client may take to close the connection after the server has asked for it.
const FAREWELL: Duration = Duration::from_secs(2);

/// Number of slices that are written with one system call.
const SLICES_MAX: usize = 128;

/// The reason why a connection ended early.
#[derive(Debug, Error)]
enum SocketError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the client accepts no data")]
    Stalled,
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the client went away")]
    Gone,
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Sends every message of `watcher` until the client closes the connection or the service stops.
pub(crate) async fn serve(mut io: impl AsyncRead + AsyncWrite + Unpin, mut watcher: Watcher) {
    let _counted = metrics::spectator(Transport::WebSocket);
    let code = match stream(&mut io, &mut watcher).await {
        Ok(code) => code,
        Err(SocketError::Client(error)) => {
            tracing::debug!(%error, "a spectator's connection is closed");
            error.code()
        }
        Err(SocketError::Encode(error)) => {
            tracing::error!(%error, "send to a spectator");
            CloseCode::InternalError
        }
        Err(error @ (SocketError::Io(_) | SocketError::Stalled | SocketError::Gone)) => {
            tracing::debug!(%error, "a spectator is gone");
            return;
        }
    };
    // The client is to close first, because the side that does keeps a port in TIME_WAIT.
    let farewell = async {
        write(&mut io, &[websocket::close(code)]).await?;
        io.shutdown().await?;
        let mut rest = [0; 256];
        while io.read(&mut rest).await? > 0 {}
        Ok::<(), SocketError>(())
    };
    if !matches!(timeout(FAREWELL, farewell).await, Ok(Ok(()))) {
        tracing::debug!("a spectator did not close in time");
    }
}

async fn stream(
    io: &mut (impl AsyncRead + AsyncWrite + Unpin),
    watcher: &mut Watcher,
) -> Result<CloseCode, SocketError> {
    let mut inbox = Inbox::default();
    let mut piece = [0; 128];
    loop {
        tokio::select! {
            biased;
            items = watcher.next() => match items {
                Some((stamp, items)) => write(io, &texts(stamp, &items)?).await?,
                None => return Ok(CloseCode::GoingAway),
            },
            read = io.read(&mut piece) => {
                let length = read?;
                if length == 0 {
                    return Err(SocketError::Gone);
                }
                for frame in inbox.take(&piece[..length])? {
                    match frame {
                        ClientFrame::Ping(content) => {
                            write(io, &[websocket::pong(&content)]).await?;
                        }
                        ClientFrame::Close => return Ok(CloseCode::Normal),
                    }
                }
            }
        }
    }
}

fn texts(stamp: Stamp, items: &[Item]) -> Result<Vec<Bytes>, EncodeError> {
    let mut texts = Vec::with_capacity(2 * items.len() + 2);
    for item in items {
        item.to_socket(stamp, &mut texts)?;
    }
    Ok(texts)
}

/// Writes everything; fails if the client accepts nothing for [`STALL`].
async fn write(io: &mut (impl AsyncWrite + Unpin), bytes: &[Bytes]) -> Result<(), SocketError> {
    for chunk in bytes.chunks(SLICES_MAX) {
        let mut slices: Vec<IoSlice<'_>> = chunk.iter().map(|bytes| IoSlice::new(bytes)).collect();
        let mut rest = slices.as_mut_slice();
        // Empty slices at the end need no write.
        while rest.iter().any(|slice| !slice.is_empty()) {
            let written = timeout(STALL, io.write_vectored(rest))
                .await
                .map_err(|_elapsed| SocketError::Stalled)??;
            if written == 0 {
                return Err(SocketError::Gone);
            }
            IoSlice::advance_slices(&mut rest, written);
        }
    }
    timeout(STALL, io.flush()).await.map_err(|_elapsed| SocketError::Stalled)??;
    Ok(())
}
