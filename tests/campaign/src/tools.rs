//! The programs by which the operator of a hall mends its log.

use std::path::Path;

use anyhow::{Result, ensure};
use tokio::process::Command;

use crate::hall::Hall;

impl Hall {
    /// Makes the stores of nats-servers, which do not run, readable again.
    pub(crate) async fn mend_stores(&self) -> Result<()> {
        for store in self.stores() {
            run(Command::new(self.program()).arg("mend-store").arg(store)).await?;
        }
        Ok(())
    }

    /// Copies the log into a folder.
    pub(crate) async fn back_up(&self, folder: &Path) -> Result<()> {
        let mut command = Command::new(self.program());
        run(command.arg("backup").arg(folder).args(["--nats", &self.nats_url()])).await
    }

    /// Writes a backup into the log, which is empty.
    pub(crate) async fn restore(&self, folder: &Path) -> Result<()> {
        let mut command = Command::new(self.program());
        run(command.arg("restore").arg(folder).args(["--nats", &self.nats_url()])).await
    }
}

/// Runs a program to its end.
async fn run(command: &mut Command) -> Result<()> {
    let output = command.output().await?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{:?}: {error}", command.as_std());
    Ok(())
}
