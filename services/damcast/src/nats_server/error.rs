//! Errors of the nats-server of our own.

use std::{io, path::PathBuf, time::Duration};

use thiserror::Error;

/// The oldest server that has everything the event log asks for (resetting a consumer).
pub(super) const OLDEST: (u32, u32) = (2, 14);

/// The longest time of a start; a store of millions of messages is read in a second or two.
pub(super) const START_LIMIT: Duration = Duration::from_secs(30);

/// The reason why there is no server.
#[derive(Debug, Error)]
pub enum NatsError {
    /// No program was found.
    #[error("nats-server was not found ({looked}): run `./dev setup`, or install it on the PATH")]
    NotFound {
        /// The places that were searched.
        looked: String,
    },
    /// The program is too old.
    #[error(
        "nats-server {version} is too old, {}.{} is needed: run `./dev setup`", OLDEST.0, OLDEST.1
    )]
    TooOld {
        /// The version that it reports.
        version: String,
    },
    /// Another program uses the directory.
    #[error("{} is in use by another damcast", directory.display())]
    InUse {
        /// The directory.
        directory: PathBuf,
    },
    /// The port belongs to somebody else.
    #[error("port {port} on 127.0.0.1 is in use: stop the program that has it or choose another")]
    PortInUse {
        /// The port that was asked for.
        port: u16,
    },
    /// A file or the process could not be handled.
    #[error("{action}")]
    Io {
        /// The operation that failed, with its path.
        action: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The store holds messages of a stream that the server does not have any more.
    #[error(
        "nats-server has lost the stream {stream}, but {} still holds its messages, and a new stream would \
         overwrite them: copy the folder {} somewhere safe and restore the stream, or choose another \
         directory with --data",
        folder.display(), directory.display()
    )]
    LostStream {
        /// The name of the stream.
        stream: &'static str,
        /// The folder of its messages.
        folder: PathBuf,
        /// The server's directory.
        directory: PathBuf,
    },
    /// It ended at once.
    #[error("nats-server ended ({status}) before it served; its log ends with:\n{log}")]
    Ended {
        /// The status with which it ended.
        status: String,
        /// The last lines of its log.
        log: String,
    },
    /// It did not answer in time.
    #[error("nats-server did not serve within {} s; its log ends with:\n{log}", START_LIMIT.as_secs())]
    Silent {
        /// The last lines of its log.
        log: String,
    },
}
