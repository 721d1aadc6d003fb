//! `damcast status`: one screen that shows the services, the event log and its disk, and whether
//! all is well.

mod devices;
mod durability;
mod growth;
mod keys;
pub(crate) mod observed;
pub(crate) mod screen;
pub(crate) mod troubles;
mod venues;

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use phrases::Language;
use runtime::config::NatsConfig;

use self::{
    observed::{Observed, ServiceUrls},
    screen::Screen,
};
use crate::{
    lines,
    nats_server::{User, nearest},
    question::language,
};

/// The exit code if something is wrong.
pub(crate) const TROUBLES: u8 = 1;
/// The exit code if nothing answers.
pub(crate) const SILENT: u8 = 2;

/// The parts of a running Damcast that are looked at.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Subject {
    #[command(flatten)]
    pub(crate) services: ServiceUrls,
    /// Directory of the event store, whose disk is looked at if it is on this machine. Unless
    /// another address of NATS is given, that of the `damcast up` which last ran on it is asked.
    #[arg(long, env = "DAMCAST_DATA", default_value = ".damcast", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub(crate) nats: NatsConfig,
    /// Address at which a nats-server that is not that of `damcast up` tells its state (`http` in
    /// its configuration): when a message is on its disk.
    #[arg(long, env = "DAMCAST_NATS_MONITORING", value_name = "URL")]
    pub(crate) nats_monitoring: Option<String>,
    /// Language of the texts: en, nl or fy.
    #[arg(
        long,
        env = "DAMCAST_LANGUAGE",
        value_name = "LANGUAGE",
        default_value = "en",
        value_parser = language
    )]
    pub(crate) language: Language,
    /// Prints one JSON value.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `damcast status`.
#[derive(Clone, Debug, clap::Args)]
pub struct Status {
    #[command(flatten)]
    subject: Subject,
}

impl Status {
    /// Prints the screen. The exit code is 0 if all is well, 1 if something is wrong, and 2 if
    /// neither NATS nor a service answers.
    ///
    /// # Errors
    /// If standard output fails, or the authority of https:// cannot be used.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Subject { services, data, nats, nats_monitoring, language, json } = self.subject;
        let nats = nearest(nats, &data, User::Operator);
        let asked = Observed::ask(&services, (&nats, nats_monitoring.as_deref()), &data);
        let observed = Box::pin(asked).await?;
        let troubles = troubles::of(&observed, env!("CARGO_PKG_VERSION"));
        let code = code(&observed, troubles.len());
        let mut out = io::stdout().lock();
        let printed = if json {
            let value = screen::json(&observed, &troubles, language)?;
            writeln!(out, "{value}")
        } else {
            write!(out, "{}", Screen { observed: &observed, troubles: &troubles, language })
        };
        lines::ended(printed.map(|()| code))
    }
}

/// Returns the exit code.
pub(crate) fn code(observed: &Observed, troubles: usize) -> ExitCode {
    if observed.is_silent() {
        SILENT.into()
    } else if troubles > 0 {
        TROUBLES.into()
    } else {
        ExitCode::SUCCESS
    }
}
