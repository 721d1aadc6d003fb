//! A peer: nchan, a module of nginx that passes messages on to subscribers, as Debian packages it
//! (`libnginx-mod-nchan`).

use std::{
    fs::{self, File},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use damcast::nats_server::TiedChild;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// The file of the module.
const MODULE: &str = "/usr/lib/nginx/modules/ngx_nchan_module.so";
/// The program.
const NGINX: &str = "/usr/sbin/nginx";

/// The path at which subscribers listen.
pub const SUBSCRIBE: &str = "/sub";

/// A running nginx with one channel.
#[derive(Debug)]
pub struct Nchan {
    server: TiedChild,
    address: SocketAddr,
    publisher: TcpStream,
}

impl Nchan {
    /// Returns true if it is installed.
    #[must_use]
    pub fn is_installed() -> bool {
        Path::new(MODULE).exists() && Path::new(NGINX).exists()
    }

    /// Starts nginx with its files in `folder`.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn start(folder: &Path) -> anyhow::Result<Self> {
        // The system gives a free port, which nginx takes right after.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?.local_addr()?;
        let folder_name = folder.display();
        let config = format!(
            "load_module {MODULE};
daemon off;
master_process off;
worker_rlimit_nofile 20000;
pid {folder_name}/nginx.pid;
error_log {folder_name}/nginx.log warn;
events {{ worker_connections 19000; }}
http {{
  access_log off;
  client_body_temp_path {folder_name}/body;
  server {{
    listen {address} backlog=16384;
    location = /pub {{ nchan_publisher; nchan_channel_id crowd; }}
    location = {SUBSCRIBE} {{
      nchan_subscriber websocket;
      nchan_channel_id crowd;
      nchan_subscriber_first_message newest;
      nchan_websocket_ping_interval 0;
    }}
  }}
}}
"
        );
        let file: PathBuf = folder.join("nginx.conf");
        fs::write(&file, config)?;
        let output = File::create(folder.join("nginx.out"))?;
        let arguments = ["-c".to_owned(), file.display().to_string()];
        let server = TiedChild::start(Path::new(NGINX), &arguments, &output).await?;
        let mut tries = 0;
        let publisher = loop {
            match TcpStream::connect(address).await {
                Ok(stream) => break stream,
                Err(error) if tries > 100 => return Err(error).context("nginx does not start"),
                Err(_not_yet) => {
                    tries += 1;
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
            }
        };
        publisher.set_nodelay(true)?;
        Ok(Self { server, address, publisher })
    }

    /// Returns its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns its process.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.server.pid().as_raw()
    }

    /// Publishes a message, and waits until it is taken.
    ///
    /// # Errors
    /// If it is not.
    pub async fn publish(&mut self, message: &str) -> anyhow::Result<()> {
        let request = format!(
            "POST /pub HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{message}",
            message.len()
        );
        self.publisher.write_all(request.as_bytes()).await?;
        let mut answer = vec![0; 4096];
        let length = self.publisher.read(&mut answer).await?;
        let status = answer.get(9..10).filter(|_| length > 12);
        ensure!(status == Some(b"2"), "nchan took no message");
        Ok(())
    }
}
