//! A nats-server set up by `deploy/nats/single.conf`, where every service is a user with rights for
//! its own part.

use std::{
    fs,
    fs::File,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
};

use anyhow::{Context as _, Result, bail, ensure};
use async_nats::{Client, ConnectOptions, Event};
use damcast::nats_server::{TiedChild, find_binary};
use nix::sys::signal::Signal;
use tempfile::TempDir;
use tokio::{net::TcpStream, sync::mpsc};

use crate::{
    cluster::{Cluster, Service},
    free_port::free_port,
    until,
};

/// The user that makes streams and consumers.
pub const PROVISIONER: &str = "provisioner";

/// The user that looks and copies.
pub const OPERATOR: &str = "operator";

/// The user that mends a damaged log.
pub const MENDER: &str = "mender";

/// Number of events that may wait until a test checks for a denial.
const EVENTS: usize = 64;

const LOG: &str = "nats-server.log";

/// A running nats-server, killed when it is dropped.
#[derive(Debug)]
pub struct GuardedNats {
    server: TiedChild,
    url: String,
    directory: TempDir,
}

impl GuardedNats {
    /// Starts the server instead of the cluster's own, on the same port.
    ///
    /// # Errors
    /// If the server does not serve.
    pub async fn start(cluster: &Cluster) -> Result<Self> {
        let directory = TempDir::with_prefix("damcast-nats-")?;
        Self::start_in(directory, cluster, "single.conf", users()).await
    }

    /// Stops the server and starts one that is set up by `deploy/nats/mend.conf`, on the same
    /// store.
    ///
    /// # Errors
    /// If the server does not serve.
    pub async fn mending(self, cluster: &Cluster) -> Result<Self> {
        let Self { server, directory, .. } = self;
        server.signal(Signal::SIGTERM);
        server.ended().await;
        Self::start_in(directory, cluster, "mend.conf", [MENDER].into_iter()).await
    }

    async fn start_in(
        directory: TempDir,
        cluster: &Cluster,
        configuration: &str,
        users: impl Iterator<Item = &'static str>,
    ) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let binary = find_binary(None, &root.join(".damcast/tools"))?;
        let port = cluster.nats_port();
        // The configuration reads its environment, which `env` sets.
        let mut arguments: Vec<String> = users.map(environment).collect();
        let store = directory.path().join("store");
        arguments.push(format!("DAMCAST_NATS_STORE={}", store.display()));
        let configuration = root.join("deploy/nats").join(configuration);
        arguments.extend([binary.display().to_string(), "--config".to_owned()]);
        arguments.push(configuration.display().to_string());
        for (flag, value) in
            [("--port", port.to_string()), ("--http_port", free_port()?.to_string())]
        {
            arguments.extend([flag.to_owned(), value]);
        }
        let output = File::create(directory.path().join(LOG))?;
        let server = TiedChild::start(Path::new("env"), arguments, &output).await?;
        let started = Self { server, url: cluster.nats_url(), directory };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        tokio::select! {
            end = started.server.ended() => bail!("nats-server ended with {end}: {}", started.log()?),
            served = until("nats-server to serve", || async {
                TcpStream::connect(address).await.ok().map(drop)
            }) => served?,
        }
        Ok(started)
    }

    /// Starts the server, the streams and the services, each service as its own user.
    ///
    /// # Errors
    /// If the server or a service does not serve, or the streams cannot be made.
    pub async fn start_with_services(cluster: &mut Cluster) -> Result<Self> {
        let nats = Self::start(cluster).await?;
        let folder = nats.directory.path().to_owned();
        // In a file, as it is mounted in a cluster.
        let credentials = |user: &'static str| {
            let path = folder.join(user).with_extension("password");
            fs::write(&path, format!("{}\n", password(user)))?;
            let path = path.to_string_lossy().into_owned();
            anyhow::Ok([("--nats-user", user.to_owned()), ("--nats-password-file", path)])
        };
        for service in Service::ALL {
            for (flag, value) in credentials(service.name())? {
                cluster.add_argument(service, flag, &value);
            }
            cluster.add_argument(service, "--create-streams", "false");
            // The services wait for the streams.
            cluster.launch(service).await?;
        }
        let mut arguments = vec!["streams".to_owned(), "--nats".to_owned(), cluster.nats_url()];
        for (flag, value) in credentials(PROVISIONER)? {
            arguments.extend([flag.to_owned(), value]);
        }
        // A second run changes nothing.
        for _time in 0..2 {
            let end = cluster.run("streams", &arguments).await?.ended().await;
            ensure!(end.is_success(), "damcast streams ended with {end}");
        }
        for service in Service::ALL {
            cluster.wait_for(service).await?;
        }
        Ok(nats)
    }

    /// Checks that no user was denied anything so far.
    ///
    /// # Errors
    /// If the server's log has a violation of permissions.
    pub fn ensure_no_violation(&self) -> Result<()> {
        let log = self.log()?;
        let violation = log.lines().find(|line| line.contains("Violation"));
        ensure!(violation.is_none(), "{violation:?}");
        Ok(())
    }

    /// Returns the log of the server so far, which has a line for every breach of a permission.
    ///
    /// # Errors
    /// If there is no log.
    pub fn log(&self) -> Result<String> {
        let log = self.directory.path().join(LOG);
        fs::read_to_string(&log).with_context(|| format!("read {}", log.display()))
    }

    /// Returns its URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Connects as one of the users.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn connect(&self, user: &str) -> Result<User> {
        User::connect(&self.url, user, &password(user)).await
    }
}

/// A connection as one of the users.
#[derive(Debug)]
pub struct User {
    /// The user's name.
    pub name: String,
    /// The connection.
    pub client: Client,
    events: mpsc::Receiver<Event>,
}

impl User {
    /// Connects to a nats-server.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn connect(url: &str, user: &str, password: &str) -> Result<Self> {
        let (tell, events) = mpsc::channel(EVENTS);
        let client = ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
            .custom_inbox_prefix(format!("_INBOX_{user}"))
            .event_callback(move |event| {
                let tell = tell.clone();
                async move {
                    // A test that has ended needs no events.
                    drop(tell.send(event).await);
                }
            })
            .connect(url)
            .await
            .with_context(|| format!("connect as {user}"))?;
        Ok(Self { name: user.to_owned(), client, events })
    }

    /// Publishes, and checks that the server denies it.
    ///
    /// # Errors
    /// If the server allows it.
    pub async fn may_not_publish(&mut self, subject: &str) -> Result<()> {
        self.client.publish(subject.to_owned(), "forged".into()).await?;
        self.is_denied("publish", subject).await
    }

    /// Subscribes, and checks that the server denies it.
    ///
    /// # Errors
    /// If the server allows it.
    pub async fn may_not_subscribe(&mut self, subject: &str) -> Result<()> {
        let _subscriber = self.client.subscribe(subject.to_owned()).await?;
        self.is_denied("subscription", subject).await
    }

    async fn is_denied(&mut self, action: &str, subject: &str) -> Result<()> {
        // The flush is answered after the server's verdict on everything sent before.
        self.client.flush().await?;
        let what = format!("permissions violation for {action} to \"{subject}\"").to_lowercase();
        let name = self.name.clone();
        let denied = async {
            while let Some(event) = self.events.recv().await {
                if let Event::ServerError(error) = event {
                    let said = error.to_string().to_lowercase();
                    ensure!(said.contains(&what), "{name}, {what}: {said}");
                    return Ok(());
                }
            }
            bail!("{name}: the connection was closed")
        };
        let denied = tokio::time::timeout(crate::LIMIT, denied).await;
        denied.with_context(|| format!("{} was not told of a {what}", self.name))?
    }
}

/// Returns the names of all users.
pub fn users() -> impl Iterator<Item = &'static str> {
    Service::ALL.into_iter().map(Service::name).chain([PROVISIONER, OPERATOR])
}

/// Returns the password of a user.
#[must_use]
pub fn password(user: &str) -> String {
    format!("Of-{user}")
}

/// Returns the environment variable that holds the password for the server's configuration.
fn environment(user: &str) -> String {
    let name = user.to_uppercase().replace('-', "_");
    format!("DAMCAST_NATS_PASSWORD_{name}={}", password(user))
}
