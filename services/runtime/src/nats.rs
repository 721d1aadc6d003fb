//! The connection to NATS: waited for at the start, and watched.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use async_nats::{Client, ConnectOptions, Event, connection::State, jetstream};
use thiserror::Error;
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{lock::lock, metrics, stored::PAGE_SIZE};

/// Time limit of a request to JetStream, after which its outcome is unclear. A lost answer costs
/// this much, so it is a small multiple of the slowest usual answer.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_millis(400);

/// Time limit of a request that makes or describes a stream or consumer.
const MANAGE_TIMEOUT: Duration = Duration::from_secs(5);

/// Number of messages that a subscription holds until they are taken; more are dropped. It has room
/// for the answer to one read of the log. Live messages that are dropped are read from the store.
const SUBSCRIPTION_CAPACITY: usize = 1024;
const _: () = assert!(SUBSCRIPTION_CAPACITY > PAGE_SIZE as usize);

/// The connection to NATS, and the settings of its streams.
#[derive(Clone, Debug, clap::Args)]
pub struct NatsConfig {
    /// Servers, separated by commas.
    #[arg(
        long = "nats",
        env = "DAMCAST_NATS_URL",
        default_value = Self::DEFAULT_URL,
        value_name = "URL[,URL…]"
    )]
    pub url: String,
    /// User name, when the server asks for one.
    #[arg(long = "nats-user", env = "DAMCAST_NATS_USER", value_name = "NAME")]
    pub user: Option<String>,
    /// Password of the user.
    #[arg(
        long = "nats-password",
        env = "DAMCAST_NATS_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true,
        requires = "user"
    )]
    pub password: Option<String>,
    /// File with the password of the user, in place of the password itself.
    #[arg(
        long = "nats-password-file",
        env = "DAMCAST_NATS_PASSWORD_FILE",
        value_name = "FILE",
        conflicts_with = "password",
        requires = "user"
    )]
    pub password_file: Option<PathBuf>,
    /// File with the seed of an nkey, when the server asks for one.
    #[arg(long = "nats-nkey-file", env = "DAMCAST_NATS_NKEY_FILE", value_name = "FILE")]
    pub nkey_file: Option<PathBuf>,
    /// File with the certificate of the authority (PEM) that issued the one of NATS, beside those
    /// that the system trusts. An address with tls:// is reached over TLS alone.
    #[arg(
        id = "nats_authority",
        long = "nats-authority",
        env = "DAMCAST_NATS_AUTHORITY",
        value_name = "FILE"
    )]
    pub authority: Option<PathBuf>,
    /// Copies of every stream in the cluster: 1, 3 or 5.
    #[arg(
        long = "stream-replicas",
        env = "DAMCAST_STREAM_REPLICAS",
        default_value_t = 1,
        value_name = "N"
    )]
    pub replicas: usize,
    /// With "true", makes streams and consumers that do not exist; with "false", waits until
    /// "damcast streams" has made them.
    #[arg(
        long = "create-streams",
        env = "DAMCAST_CREATE_STREAMS",
        default_value_t = true,
        action = clap::ArgAction::Set,
        value_name = "BOOL"
    )]
    pub create_streams: bool,
    /// Days for which the readings of sensor boards are kept, when their stream is made.
    #[arg(
        long = "reading-days",
        env = "DAMCAST_READING_DAYS",
        default_value_t = 14,
        value_parser = clap::value_parser!(u16).range(1..=366),
        value_name = "DAYS"
    )]
    pub reading_days: u16,
    /// Largest size of these readings on the disk, when their stream is made: the oldest make room.
    /// Mebibytes.
    #[arg(
        long = "reading-size",
        env = "DAMCAST_READING_SIZE_MB",
        default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..=1_048_576),
        value_name = "MEBIBYTES"
    )]
    pub reading_size_mb: u32,
    /// A connection that exists, which is used in place of one of its own.
    #[arg(skip)]
    pub connection: Option<Arc<Nats>>,
}

impl NatsConfig {
    /// The address of a server of which nothing else is said.
    pub const DEFAULT_URL: &str = "nats://127.0.0.1:4222";

    /// Returns the configuration for a server without credentials, with one copy of each stream;
    /// missing streams are made.
    #[must_use]
    pub fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            user: None,
            password: None,
            password_file: None,
            nkey_file: None,
            authority: None,
            replicas: 1,
            create_streams: true,
            reading_days: 14,
            reading_size_mb: 1024,
            connection: None,
        }
    }
}

/// The reason why there is no connection.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// A file with a secret cannot be read.
    #[error("read the secret in {}", path.display())]
    SecretFile {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The address is wrong, or the server refuses.
    #[error("connect to NATS at {url:?}")]
    Connect {
        /// The address.
        url: String,
        /// The reason.
        source: async_nats::ConnectError,
    },
    /// The service was stopped while it waited.
    #[error("stopped while waiting for NATS at {url:?}")]
    Stopped {
        /// The address.
        url: String,
    },
}

/// A connection that heals itself. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Nats {
    client: Client,
    publishing: jetstream::Context,
    managing: jetstream::Context,
    connected: watch::Receiver<bool>,
}

impl Nats {
    /// Connects as `name`, and waits until the server answers or `stopping` is cancelled.
    ///
    /// # Errors
    /// [`ConnectError`] if the configuration cannot be used or `stopping` is cancelled. A server
    /// that is away is waited for, with a warning in the log.
    pub async fn connect(
        name: &str,
        config: &NatsConfig,
        stopping: &CancellationToken,
    ) -> Result<Self, ConnectError> {
        let (up, connected) = watch::channel(false);
        let (trouble, last_trouble) = watch::channel(String::new());
        let notes = Notes {
            service: name.to_owned(),
            url: config.url.clone(),
            up,
            lost_at: Mutex::default(),
        };
        let mut options = ConnectOptions::new()
            .name(name)
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .request_timeout(Some(Duration::from_secs(2)))
            .ping_interval(Duration::from_secs(2))
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .custom_inbox_prefix(format!("_INBOX_{name}"))
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis(50 * u64::try_from(attempt.min(10)).unwrap_or(10))
            })
            .event_callback(move |event| {
                if let Event::ClientError(error) = &event {
                    trouble.send_replace(error.to_string());
                }
                notes.note(&event);
                std::future::ready(())
            });
        let password = match &config.password_file {
            Some(path) => Some(secret(path).await?),
            None => config.password.clone(),
        };
        if let (Some(user), Some(password)) = (&config.user, password) {
            options = options.user_and_password(user.clone(), password);
        }
        if let Some(path) = &config.nkey_file {
            options = options.nkey(secret(path).await?);
        }
        if let Some(path) = &config.authority {
            options = options.add_root_certificates(path.clone());
        }
        let servers: Vec<&str> = config.url.split(',').map(str::trim).collect();
        let client = options
            .connect(servers)
            .await
            .map_err(|source| ConnectError::Connect { url: config.url.clone(), source })?;
        let context = |timeout| {
            jetstream::context::ContextBuilder::new().timeout(timeout).build(client.clone())
        };
        let (publishing, managing) = (context(REQUEST_TIMEOUT), context(MANAGE_TIMEOUT));
        let nats = Self { client, publishing, managing, connected };
        nats.wait_until_connected(&config.url, &last_trouble, stopping).await?;
        Ok(nats)
    }

    async fn wait_until_connected(
        &self,
        url: &str,
        trouble: &watch::Receiver<String>,
        stopping: &CancellationToken,
    ) -> Result<(), ConnectError> {
        let mut connected = self.connected.clone();
        let mut reminder = tokio::time::interval(Duration::from_secs(5));
        reminder.reset();
        let first_word = tokio::time::sleep(Duration::from_millis(500));
        tokio::pin!(first_word);
        let mut said = false;
        loop {
            if self.is_connected() {
                return Ok(());
            }
            tokio::select! {
                biased;
                () = stopping.cancelled() => {
                    return Err(ConnectError::Stopped { url: url.to_owned() });
                }
                _changed = connected.changed() => {}
                () = &mut first_word, if !said => {
                    said = true;
                    let reason = trouble.borrow().clone();
                    tracing::warn!(url, reason, "NATS does not answer; waiting for it");
                }
                _tick = reminder.tick() => {
                    let reason = trouble.borrow().clone();
                    tracing::warn!(url, reason, "still waiting for NATS");
                }
            }
        }
    }

    /// Returns true while the server is connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Watches the connection: true while there is one.
    #[must_use]
    pub fn connected(&self) -> watch::Receiver<bool> {
        self.connected.clone()
    }

    /// Returns the client of core NATS.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the context for publishing and reading messages, with a short time limit.
    pub(crate) fn publishing(&self) -> &jetstream::Context {
        &self.publishing
    }

    /// Returns the context for making and describing streams and consumers.
    pub(crate) fn managing(&self) -> &jetstream::Context {
        &self.managing
    }
}

/// Reads a secret from a file, without the end of its line.
async fn secret(path: &Path) -> Result<String, ConnectError> {
    let text = tokio::fs::read_to_string(path).await;
    let text = text.map_err(|source| ConnectError::SecretFile { path: path.to_owned(), source })?;
    Ok(text.trim().to_owned())
}

/// Follows the state of a connection, and logs its changes.
#[derive(Debug)]
struct Notes {
    service: String,
    url: String,
    up: watch::Sender<bool>,
    /// The moment at which the connection was lost, while it is.
    lost_at: Mutex<Option<Instant>>,
}

impl Notes {
    fn tell(&self, is_up: bool) {
        metrics::NATS_CONNECTED.set(0, i64::from(is_up));
        self.up.send_replace(is_up);
    }

    fn note(&self, event: &Event) {
        let (service, url) = (&self.service, &self.url);
        let mut lost_at = lock(&self.lost_at);
        match event {
            Event::Connected => {
                if let Some(lost_at) = lost_at.take() {
                    let after_s = lost_at.elapsed().as_secs();
                    // As loud as the loss, so that whoever read of that reads of this.
                    tracing::warn!(service, url, "NATS is back after {after_s} s");
                } else {
                    tracing::info!(service, url, "connected to NATS");
                }
                self.tell(true);
            }
            Event::Disconnected => {
                tracing::warn!(service, url, "lost NATS; reconnecting");
                lost_at.get_or_insert_with(Instant::now);
                self.tell(false);
            }
            Event::Closed => self.tell(false),
            Event::SlowConsumer(subscription) => {
                tracing::warn!(service, subscription, "too slow for NATS; messages were dropped");
            }
            Event::ServerError(error) => tracing::warn!(service, url, %error, "NATS server"),
            Event::ClientError(error) => tracing::debug!(service, url, %error, "NATS client"),
            Event::LameDuckMode | Event::Draining => tracing::info!(service, %event, "NATS"),
        }
    }
}
