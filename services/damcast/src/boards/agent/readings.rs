//! Sends the journal of a game to the service, which keeps it for disputes.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader},
    path::PathBuf,
    time::Duration,
};

use proto::v1::{GameRef, SubmitReadingsRequest};
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};
use tonic::{Code, Status};

use super::device::Device;
use crate::replay::calls::until_answered;

const SUBMIT: &str = "/damcast.v1.BoardIngestService/SubmitReadings";
/// Interval at which lines are sent, so that many go together.
const SEND_EVERY: Duration = Duration::from_secs(2);
/// The largest size of the lines of one call, in bytes.
const BATCH_BYTES_MAX: usize = 32 * 1024;
/// The largest number of lines of one call.
const BATCH_LINES_MAX: usize = 1_000;
/// Longest time for which the lines that are left are sent after the game. They stay in the
/// journal.
const REST: Duration = Duration::from_secs(20);

/// The lines of a journal so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) lines: u64,
    /// True once nothing more comes.
    pub(super) is_all: bool,
}

/// A journal that is to be sent.
pub(super) struct Sending {
    pub(super) game: GameRef,
    pub(super) path: PathBuf,
    /// The name of the journal.
    pub(super) name: String,
    /// The number of its lines when it was opened.
    pub(super) opened: u64,
    /// Its lines so far.
    pub(super) written: watch::Receiver<Written>,
}

/// Sends the journals of one game after another, beside the games: a service that keeps no readings
/// holds no game up.
pub(super) async fn send_all(device: &Device, mut journals: mpsc::Receiver<Sending>) {
    while let Some(journal) = journals.recv().await {
        ReadingSender { device, journal }.send().await;
    }
}

/// The way of a journal to the service.
struct ReadingSender<'a> {
    device: &'a Device,
    journal: Sending,
}

impl ReadingSender<'_> {
    /// Sends the lines as they are written, until all are there. A service that keeps no readings
    /// is told so once: the game goes on, and the journal has them.
    async fn send(&self) {
        let mut written = self.journal.written.clone();
        let mut ends = written.clone();
        let sent = async {
            let mut journal = Lines::open(self.journal.path.clone())?;
            let mut name = self.journal.name.clone();
            let all = written.clone();
            let mut kept = self.submit(&name, 1, Vec::new(), &all).await?;
            if let Some(other) = other_name(&name, kept, self.journal.opened) {
                name = other;
                kept = self.submit(&name, 1, Vec::new(), &all).await?;
            }
            loop {
                let now = *written.borrow_and_update();
                let batch = journal.after(kept, now.lines)?;
                if batch.is_empty() {
                    if now.is_all || written.changed().await.is_err() {
                        return Ok(());
                    }
                    if !written.borrow().is_all {
                        sleep(SEND_EVERY).await;
                    }
                    continue;
                }
                kept = self.submit(&name, kept + 1, batch, &all).await?;
            }
        };
        let late = async {
            // An end without a word is one, too.
            drop(ends.wait_for(|written| written.is_all).await);
            sleep(REST).await;
        };
        let ended: Result<(), Failed> = tokio::select! {
            ended = sent => ended,
            () = late => Err(Failed::Late),
        };
        if let Err(failed) = ended {
            let (path, reason) = (self.journal.path.display(), failed.to_string());
            tracing::warn!(%path, reason, "the service does not keep the readings of the board");
        }
    }

    async fn submit(
        &self,
        journal: &str,
        first: u64,
        lines: Vec<String>,
        written: &watch::Receiver<Written>,
    ) -> Result<u64, Failed> {
        let request = SubmitReadingsRequest {
            game: Some(self.journal.game.clone()),
            device: self.device.id.clone(),
            journal: journal.to_owned(),
            first,
            lines,
        };
        loop {
            let call = || {
                let mut ingest = self.device.ingest.clone();
                let signed = self.device.signed(SUBMIT, request.clone());
                async move { ingest.submit_readings(signed?).await }
            };
            let refused = match until_answered("keep the readings", call).await {
                Ok(answer) => return Ok(answer.kept),
                Err(refused) => refused,
            };
            if matches!(refused.code(), Code::Unimplemented | Code::InvalidArgument) {
                // Nothing that is done here helps.
                return Err(Failed::Refused(refused));
            }
            if refused.code() == Code::Unauthenticated {
                match self.device.renew().await {
                    Ok(()) => continue,
                    Err(status) => tracing::debug!(%status, "the session is not renewed"),
                }
            }
            if written.borrow().is_all {
                // The device was moved to another table, say, where its next game waits.
                return Err(Failed::Refused(refused));
            }
            // The desk may give the device its seat again.
            sleep(SEND_EVERY).await;
        }
    }
}

/// Returns another name of a journal if the service has kept more lines of it than it had when it
/// was opened: a loss of power took them, and those that were written since are others.
fn other_name(name: &str, kept: u64, opened: u64) -> Option<String> {
    (kept > opened).then(|| format!("{name}-{opened}"))
}

/// The reason why a journal is not sent to its end.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error("read the journal: {0}")]
    Journal(#[from] io::Error),
    #[error("{}", .0.message())]
    Refused(Status),
    #[error("the game ended before it answered")]
    Late,
}

/// The lines of a journal that is being written.
struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// The number of lines that were read.
    read: u64,
    /// A line that did not fit into the last batch.
    next: Option<String>,
}

impl Lines {
    fn open(path: PathBuf) -> io::Result<Self> {
        let reader = BufReader::new(File::open(&path)?);
        Ok(Self { path, reader, read: 0, next: None })
    }

    /// Returns the next lines after number `kept`, of which `written` are there: as many as go into
    /// one call.
    fn after(&mut self, kept: u64, written: u64) -> io::Result<Vec<String>> {
        let given = self.read - u64::from(self.next.is_some());
        if kept < given {
            // The service has lost some.
            *self = Self::open(self.path.clone())?;
        }
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while self.next.is_some() || self.read < written {
            let line = match self.next.take() {
                Some(line) => line,
                None => {
                    let mut line = String::new();
                    if self.reader.read_line(&mut line)? == 0 {
                        break;
                    }
                    self.read += 1;
                    line.truncate(line.trim_end_matches('\n').len());
                    line
                }
            };
            if self.read <= kept {
                continue;
            }
            bytes += line.len();
            if !batch.is_empty() && (bytes > BATCH_BYTES_MAX || batch.len() >= BATCH_LINES_MAX) {
                self.next = Some(line);
                break;
            }
            batch.push(line);
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_journal_that_lost_lines_goes_on_under_another_name_however_long_it_is_by_then() {
        for (kept, opened, expected) in
            [(0, 0, None), (7, 10, None), (10, 10, None), (11, 10, Some("7-10"))]
        {
            assert_eq!(other_name("7", kept, opened).as_deref(), expected, "{kept} {opened}");
        }
    }

    #[test]
    fn each_line_is_in_one_batch_and_again_if_the_service_has_lost_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let long = "x".repeat(20_000);
        fs::write(&path, format!("one\n\n{long}\n{long}\nfive\nsix\n")).unwrap();
        let mut lines = Lines::open(path).unwrap();
        let mut after = |kept, written| {
            let batch = lines.after(kept, written).unwrap();
            batch.iter().map(|line| line.chars().take(4).collect()).collect::<Vec<String>>()
        };
        assert_eq!(after(0, 5), ["one", "", "xxxx"]);
        assert_eq!(after(3, 5), ["xxxx", "five"]);
        assert_eq!(after(5, 5), [""; 0]);
        assert_eq!(after(5, 6), ["six"]);
        // It lost the last one, and then everything.
        assert_eq!(after(5, 6), ["six"]);
        assert_eq!(after(0, 6), ["one", "", "xxxx"]);
        assert_eq!(after(4, 6), ["five", "six"]);
    }
}
