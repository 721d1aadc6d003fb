//! A network between this machine and others, which are many addresses in a namespace of their own.

use std::{
    fs::File,
    net::{IpAddr, Ipv4Addr},
    path::Path,
    process::Command,
    thread,
};

use anyhow::{Context as _, Result, ensure};
use nix::sched::{CloneFlags, setns};
use tokio::sync::oneshot;

/// The folder in which `ip` names namespaces.
const NAMESPACES: &str = "/run/netns";
/// The first two bytes of the addresses, which no network has (RFC 2544: for tests of devices).
const BLOCK: [u8; 2] = [198, 18];

/// A network that ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Network {
    name: String,
    /// The third byte of the addresses.
    subnet: u8,
}

impl Network {
    /// Makes a network in which `others` have the addresses from 2 on.
    ///
    /// # Errors
    /// If the process may not make one, which only root may.
    pub(crate) fn make(others: u8) -> Result<Self> {
        let [.., subnet] = std::process::id().to_be_bytes();
        let name = format!("campaign-{}", std::process::id());
        ip(&["netns", "add", &name])?;
        let network = Self { name, subnet };
        let name = network.name.as_str();
        let (here, there) = (format!("cmp{subnet}a"), format!("cmp{subnet}b"));
        ip(&["link", "add", &here, "type", "veth", "peer", "name", &there, "netns", name])?;
        ip(&["addr", "add", &format!("{}/24", network.address(1)), "dev", &here])?;
        ip(&["link", "set", &here, "up"])?;
        for number in 2..=others.saturating_add(1) {
            let address = format!("{}/24", network.address(number));
            ip(&["-netns", name, "addr", "add", &address, "dev", &there])?;
        }
        ip(&["-netns", name, "link", "set", &there, "up"])?;
        Ok(network)
    }

    /// Returns an address: 1 is this machine, and each other one somebody else.
    pub(crate) fn address(&self, number: u8) -> IpAddr {
        let [first, second] = BLOCK;
        Ipv4Addr::new(first, second, self.subnet, number).into()
    }

    /// Runs `act` as the others, whose sockets are on the far side.
    pub(crate) async fn beyond<T, F>(&self, act: impl FnOnce() -> F + Send + 'static) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>>,
    {
        let namespace = File::open(Path::new(NAMESPACES).join(&self.name))?;
        let (done, is_done) = oneshot::channel();
        // A thread is in one namespace, and this one ends with what is done there.
        thread::spawn(move || {
            let acted = || {
                setns(namespace, CloneFlags::CLONE_NEWNET).context("enter the namespace")?;
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(act())
            };
            // Whoever asked may be gone.
            drop(done.send(acted()));
        });
        is_done.await.context("the thread beyond the network ended")?
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // An error leaves a namespace that the system shows; the link ends with it.
        drop(Command::new("ip").args(["netns", "del", &self.name]).status());
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    let output = Command::new("ip").args(arguments).output().context("run ip")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "ip {}: {}", arguments.join(" "), error.trim());
    Ok(())
}
