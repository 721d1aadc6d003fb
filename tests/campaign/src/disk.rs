//! Disks that fill up or lose power: file systems that only root may mount.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

/// Size of the file that holds a file system, bytes; only what is used takes room.
const IMAGE_BYTES: u64 = 512 << 20;
/// Shuts file systems down as the loss of power does, all within a moment: what a disk does not
/// have by now, it never gets. The number is `EXT4_IOC_SHUTDOWN`, and its argument
/// `EXT4_GOING_FLAGS_NOLOGFLUSH`. A process that may call ioctl with any argument is not written in
/// safe Rust.
const SHUTDOWN: &str = "import fcntl, os, struct, sys
for disk in [os.open(path, os.O_RDONLY) for path in sys.argv[1:]]:
    fcntl.ioctl(disk, 0x8004587d, struct.pack('I', 2))";

/// A file system of its own, which is unmounted when it is dropped.
#[derive(Debug)]
pub(crate) struct Disk {
    at: PathBuf,
    /// The file system, as the arguments that `mount` takes.
    source: Vec<String>,
    /// The file in which it lies, unless it lies in memory.
    image: Option<PathBuf>,
}

impl Disk {
    /// Mounts an empty file system in memory, of a size such as "24m".
    pub(crate) fn in_memory(at: PathBuf, size: &str) -> Result<Self> {
        let source = ["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"];
        Self { at, source: source.map(str::to_owned).to_vec(), image: None }.mount()
    }

    /// Mounts an empty ext4 file system that lies in a file.
    pub(crate) fn in_file(at: PathBuf, image: &Path) -> Result<Self> {
        format(image)?;
        let source = vec!["-o".to_owned(), "loop".to_owned(), image.display().to_string()];
        Self { at, source, image: Some(image.to_owned()) }.mount()
    }

    fn mount(self) -> Result<Self> {
        fs::create_dir_all(&self.at)?;
        self.mount_there()?;
        Ok(self)
    }

    fn mount_there(&self) -> Result<()> {
        run(Command::new("mount").args(&self.source).arg(&self.at))
            .context("a file system can only be mounted by root")
    }

    /// Returns the folder at which it is mounted.
    pub(crate) fn path(&self) -> &Path {
        &self.at
    }

    /// Fills it to the last byte; it has room again when the file is removed.
    pub(crate) fn fill(&self) -> Result<PathBuf> {
        let path = self.at.join("ballast");
        let mut file = File::create(&path)?;
        for size in [65_536, 512] {
            loop {
                match file.write_all(&vec![0; size]) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(path)
    }

    /// Writes everything to the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        run(Command::new("sync").arg("-f").arg(&self.at))
    }

    /// Mounts it anew with what the disk has. No process may use it.
    pub(crate) fn mount_again(&self) -> Result<()> {
        run(Command::new("umount").arg(&self.at))?;
        if let Some(image) = &self.image {
            // The file system that was shut down lives on where another process has a copy of the
            // mounts, and its file cannot be mounted meanwhile.
            let copy = image.with_extension("copy");
            run(Command::new("cp").arg("--sparse=always").arg(image).arg(&copy))?;
            fs::rename(copy, image)?;
        }
        self.mount_there()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily, because a process may still be ending; an error leaves a mount that the system
        // shows.
        drop(Command::new("umount").arg("-l").arg(&self.at).status());
    }
}

/// Loses everything that was not written to these disks, at once. Whoever writes gets an error from
/// now on.
pub(crate) fn lose_power(disks: &[Disk]) -> Result<()> {
    run(Command::new("python3").args(["-c", SHUTDOWN]).args(disks.iter().map(Disk::path)))
}

/// Makes a file that holds an empty ext4 file system.
pub(crate) fn format(image: &Path) -> Result<()> {
    File::create(image)?.set_len(IMAGE_BYTES)?;
    run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(image))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}
