//! A virtual machine that runs `damcast up` on a disk of its own. When its plug is pulled, what its
//! kernel has not written is gone, and so is what the disk has in its cache.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write as _,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;
use tokio::{
    process::{Child, Command},
    time::Instant,
};

use crate::{
    disk,
    hall::{self, Part},
    servers,
};

/// Memory of the machine, MiB.
const MEMORY_MIB: usize = 1024;
/// Interval at which a start that is still waited for is told. It has no limit of time: a processor
/// of software on a busy machine may need many minutes, and a machine that fails ends.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(50);

/// The machine, on or off.
#[derive(Debug)]
pub(crate) struct Machine {
    directory: TempDir,
    kernel: PathBuf,
    initrd: PathBuf,
    /// The ports of the host that lead to a part.
    ports: BTreeMap<Part, u16>,
    /// The disk and the machine while it is on.
    on: Option<(Child, Child)>,
}

/// The machine as it says that it is on.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    /// The moment at which messages are on the disk, as nats-server knows it: "always" or "1s".
    pub(crate) level: String,
    /// A token of the venue's chief arbiter.
    pub(crate) token: String,
}

impl Started {
    /// Reads the lines that `tests/deploy/machine/init` prints; `None` while one is missing or not
    /// complete.
    fn read(serial: &str) -> Option<Self> {
        let said = |name: &str| {
            let lines = serial.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let mut said = lines.filter_map(|line| line.trim().strip_prefix("machine: "));
            let found = said.find_map(|line| line.strip_prefix(name))?;
            Some(found.trim_matches('"').to_owned())
        };
        Some(Self { level: said("sync_interval: ")?, token: said("token: ")? })
    }
}

impl Machine {
    /// Makes a machine with an empty disk, which is off.
    pub(crate) fn new(kernel: PathBuf, initrd: PathBuf) -> Result<Self> {
        let directory = TempDir::with_prefix("machine-")?;
        disk::format(&directory.path().join("disk"))?;
        let ports = Part::ALL.into_iter().map(|part| Ok((part, servers::free_port()?)));
        let ports = ports.collect::<Result<_>>()?;
        Ok(Self { directory, kernel, initrd, ports, on: None })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the address of the host that leads to a part.
    pub(crate) fn address(&self, part: Part) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.ports.get(&part).copied().unwrap_or_default()).into()
    }

    /// Switches it on, with `damcast up --sync` as given, and waits until all services serve.
    pub(crate) async fn switch_on(&mut self, sync: &str) -> Result<Started> {
        let (socket, serial) = (self.path("socket"), self.path("serial"));
        for stale in [&socket, &serial] {
            if stale.exists() {
                fs::remove_file(stale)?;
            }
        }
        let mut command = Command::new("volatile-disk");
        let disk = spawn(command.arg(&socket).arg(self.path("disk")), &self.path("disk.log"))?;
        let mut start = Start::now();
        while !socket.exists() {
            self.still_runs("the disk", &self.path("disk.log"))?;
            start.goes_on("the disk").await;
        }
        let machine = spawn(&mut self.qemu(&socket, &serial, sync), &self.path("qemu.log"))?;
        self.on = Some((disk, machine));
        let started = loop {
            let text = fs::read(&serial).unwrap_or_default();
            if let Some(started) = Started::read(&String::from_utf8_lossy(&text)) {
                break started;
            }
            self.still_runs("damcast up", &serial)?;
            start.goes_on("damcast up").await;
        };
        for part in Part::ALL {
            while !hall::is_serving(part, self.address(part)).await {
                self.still_runs(part.name(), &serial)?;
                start.goes_on(part.name()).await;
            }
        }
        Ok(started)
    }

    /// Returns an error if the machine has ended while something of it is waited for.
    fn still_runs(&mut self, what: &str, log: &Path) -> Result<()> {
        let has_ended = match &mut self.on {
            Some((disk, machine)) => disk.try_wait()?.or(machine.try_wait()?).is_some(),
            None => false,
        };
        if has_ended {
            let log = fs::read(log).unwrap_or_default();
            let log = String::from_utf8_lossy(&log);
            let end: Vec<_> = log.lines().rev().take(5).collect();
            bail!("the machine ended before {what} served: {end:?}");
        }
        Ok(())
    }

    fn qemu(&self, socket: &Path, serial: &Path, sync: &str) -> Command {
        let mut network = "user,id=network,restrict=on".to_owned();
        for (part, inside) in Part::ALL.into_iter().zip([4222, 8081, 8082, 8083, 8084, 8080]) {
            network += &format!(",hostfwd=tcp:{}-:{inside}", self.address(part));
        }
        let disk =
            format!("driver=nbd,node-name=disk,server.type=unix,server.path={}", socket.display());
        let mut command = Command::new("qemu-system-x86_64");
        let (accelerator, processor) = processor();
        command.args(["-machine", &format!("q35,accel={accelerator}"), "-cpu", processor]);
        command.args(["-smp", "1", "-nodefaults"]);
        command.args(["-m", &MEMORY_MIB.to_string(), "-display", "none"]);
        command.arg("-serial").arg(format!("file:{}", serial.display()));
        command.args(["-blockdev", &disk, "-device", "virtio-blk-pci,drive=disk,write-cache=on"]);
        command.args(["-netdev", &network, "-device", "virtio-net-pci,netdev=network,romfile="]);
        command.arg("-kernel").arg(&self.kernel).arg("-initrd").arg(&self.initrd);
        command.args(["-append", &format!("console=ttyS0 quiet panic=-1 sync={sync}")]);
        command
    }

    /// Pulls the plug: the disk ends with the writes that it was told to keep, and then the rest of
    /// the machine.
    pub(crate) async fn unplug(&mut self) -> Result<()> {
        if let Some((mut disk, mut machine)) = self.on.take() {
            disk.start_kill()?;
            machine.start_kill()?;
            disk.wait().await?;
            machine.wait().await?;
        }
        Ok(())
    }
}

/// A start that is waited for.
#[derive(Debug)]
struct Start {
    began: Instant,
    told: Instant,
}

impl Start {
    fn now() -> Self {
        let now = Instant::now();
        Self { began: now, told: now }
    }

    /// Waits for a moment, and tells from time to time what is waited for.
    async fn goes_on(&mut self, what: &str) {
        tokio::time::sleep(GLANCE).await;
        if self.told.elapsed() > TELL_EVERY {
            self.told = Instant::now();
            // A closed standard error has no reader.
            let waited = self.began.elapsed();
            drop(writeln!(std::io::stderr(), "waits for {what}, {waited:.0?} since power on"));
        }
    }
}

/// Returns the accelerator and the processor of the machine: those of the host if it runs guests in
/// hardware, else software. `/dev/kvm` alone says too little: in a virtual machine it may be one
/// that only takes kernels made for it.
fn processor() -> (&'static str, &'static str) {
    let described = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let runs_guests = described.split_whitespace().any(|flag| matches!(flag, "vmx" | "svm"));
    let device = File::options().read(true).write(true).open("/dev/kvm");
    if runs_guests && device.is_ok() { ("kvm", "host") } else { ("tcg", "max") }
}

fn spawn(command: &mut Command, log: &Path) -> Result<Child> {
    let log = File::create(log)?;
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
    command.spawn().with_context(|| format!("start {:?}", command.as_std().get_program()))
}
