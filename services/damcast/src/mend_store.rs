//! `damcast mend-store`: makes the store of a nats-server readable after a loss of power.

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context as _;

use crate::nats_server;

/// Makes the store of a nats-server readable after a loss of power. The server must not run.
#[derive(Debug, clap::Args)]
pub(crate) struct MendStore {
    /// The folder in which nats-server keeps its streams (`store_dir`).
    #[arg(value_name = "DIR")]
    store: PathBuf,
}

impl MendStore {
    /// Removes what nats-server cannot read and makes anew, and names it.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let action = || format!("look at {}", self.store.display());
        std::fs::read_dir(&self.store).with_context(action)?;
        let removed = nats_server::mend_store(&self.store).with_context(action)?;
        let mut text = io::stdout().lock();
        for path in &removed {
            writeln!(text, "removed {}: its consumer begins at the first message", path.display())?;
        }
        if removed.is_empty() {
            writeln!(text, "Nothing is to be mended.")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
