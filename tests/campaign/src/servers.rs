//! The nats-servers of a hall: one, or three that keep a copy of the log each.

use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
};

use anyhow::Result;
use async_nats::{Client, ConnectOptions};

/// Connects to a nats-server, or to one of several, with the password of whoever may do everything
/// if it has users.
pub(crate) async fn nats_client(url: &str, password: Option<&str>) -> Result<Client> {
    let mut options = ConnectOptions::new();
    if let Some(password) = password {
        options = options.user_and_password("mender".to_owned(), password.trim().to_owned());
    }
    Ok(options.connect(url.split(',').collect::<Vec<_>>()).await?)
}

/// The moment at which a message is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Sync {
    /// Before it is acknowledged.
    Always,
    /// Within a second after that.
    #[value(name = "1s")]
    EverySecond,
}

impl Sync {
    /// Returns it as `sync_interval` of nats-server.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::EverySecond => "1s",
        }
    }
}

/// The durability of what is acknowledged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// The moment at which a copy is on the disk.
    pub(crate) sync: Sync,
    /// Number of copies, each of a nats-server of its own.
    pub(crate) copies: usize,
}

impl Default for Level {
    fn default() -> Self {
        Self { sync: Sync::EverySecond, copies: 1 }
    }
}

/// The nats-servers, each with its ports, its configuration and its store.
#[derive(Debug)]
pub(crate) struct Servers {
    folder: PathBuf,
    /// The ports of each: the one for clients, and the one for the other servers.
    ports: Vec<(u16, u16)>,
}

impl Servers {
    /// Returns this many servers that lie in a folder. They have no configuration yet.
    pub(crate) fn new(folder: &Path, count: usize) -> Result<Self> {
        let ports = (0..count).map(|_number| Ok((free_port()?, free_port()?)));
        Ok(Self { folder: folder.to_owned(), ports: ports.collect::<Result<_>>()? })
    }

    /// Returns the port of each for clients.
    pub(crate) fn client_ports(&self) -> impl Iterator<Item = u16> {
        self.ports.iter().map(|(client, _peer)| *client)
    }

    /// Returns the path of the configuration of a server.
    pub(crate) fn configuration(&self, number: usize) -> PathBuf {
        self.folder.join(format!("nats-{number}.conf"))
    }

    /// Returns the folder in which each stores what it has.
    pub(crate) fn stores(&self) -> Vec<PathBuf> {
        let numbers = 0..self.ports.len();
        numbers.map(|number| self.folder.join(format!("store-{number}"))).collect()
    }

    /// Writes the configurations, which count from the next start of each.
    pub(crate) fn configure(&self, sync: Sync) -> Result<()> {
        let sync = sync.as_str();
        let routes =
            self.ports.iter().map(|(_client, peer)| format!("\"nats://127.0.0.1:{peer}\""));
        let routes = routes.collect::<Vec<_>>().join(", ");
        for (number, ((client, peer), store)) in self.ports.iter().zip(self.stores()).enumerate() {
            let mut text = format!(
                "server_name: nats-{number}\nlisten: \"127.0.0.1:{client}\"\nmax_payload: 64KB\n\
                 jetstream {{ store_dir: {store:?}, sync_interval: \"{sync}\", max_mem: 64MB, \
                 max_file: 8GB }}\n"
            );
            // A server that is alone has no others to wait for.
            if self.ports.len() > 1 {
                text += &format!(
                    "cluster {{ name: hall, listen: \"127.0.0.1:{peer}\", routes: [{routes}] }}\n"
                );
            }
            fs::write(self.configuration(number), text)?;
        }
        Ok(())
    }
}

/// Returns a port that is free now.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
