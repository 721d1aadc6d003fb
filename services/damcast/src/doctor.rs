//! `damcast doctor`: what is wrong, and what to do about it.

use std::{
    io::{self, Write},
    ops::RangeInclusive,
    process::ExitCode,
    time::Duration,
};

use phrases::{
    Language,
    operation::{self, Trouble},
};
use proto::subject::Stream;
use runtime::config::NatsConfig;
use serde::Serialize;

use crate::{
    audit::{KnownMissing, Problem, StreamAudit, ranges},
    lines,
    lines::printable,
    log_reader::{LogReader, LogReaderError},
    nats_server::{User, nearest, slowest_write},
    status::{self, Subject, observed::Observed, screen::TroubleJson, troubles},
};

/// The name of the connection, and of its inbox.
const NAME: &str = "doctor";
/// Longest time of a write on a disk that is fast enough.
const WRITE_MAX: Duration = Duration::from_millis(50);

/// Options of `damcast doctor`.
#[derive(Clone, Debug, clap::Args)]
pub struct Doctor {
    #[command(flatten)]
    subject: Subject,
}

impl Doctor {
    /// Prints each trouble with its remedy; reads the whole log for it. The exit code is 0 if there
    /// is none, 1 if there are some, and 2 if neither NATS nor a service answers.
    ///
    /// # Errors
    /// If standard output fails, or the authority of https:// cannot be used.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Subject { services, data, nats, nats_monitoring, language, json } = self.subject;
        let nats = nearest(nats, &data, User::Operator);
        let asked = Observed::ask(&services, (&nats, nats_monitoring.as_deref()), &data);
        let observed = Box::pin(asked).await?;
        let mut troubles = troubles::of(&observed, env!("CARGO_PKG_VERSION"));
        if observed.log.is_some() {
            match Box::pin(unreadable(&nats)).await {
                Ok(unreadable) => troubles.extend(unreadable),
                Err(_silent) => troubles.push(Trouble::NatsSilent { url: observed.nats.clone() }),
            }
        }
        let tried = tokio::task::spawn_blocking(move || slowest_write(&data)).await;
        match tried.map_err(io::Error::other).flatten() {
            Ok(slowest) if slowest > WRITE_MAX => {
                let milliseconds = u64::try_from(slowest.as_millis()).unwrap_or(u64::MAX);
                troubles.push(Trouble::DiskSlow { milliseconds });
            }
            Ok(_fast) => {}
            // The log is on another machine, or belongs to another user.
            Err(error) => tracing::debug!(%error, "the disk is not tried"),
        }
        let code = status::code(&observed, troubles.len());
        let mut out = io::stdout().lock();
        let printed = if json {
            let troubles = troubles.iter().map(|it| TroubleJson::new(it, language)).collect();
            let diagnosis = serde_json::to_string(&Diagnosis { troubles })?;
            writeln!(out, "{diagnosis}")
        } else {
            print(&mut out, &troubles, language)
        };
        lines::ended(printed.map(|()| code))
    }
}

/// The troubles for programs.
#[derive(Serialize)]
struct Diagnosis {
    troubles: Vec<TroubleJson>,
}

/// Sequences of messages, in ranges.
#[derive(Debug, Default)]
struct Sequences(Vec<RangeInclusive<u64>>);

impl Sequences {
    /// Adds a sequence above all others.
    fn add(&mut self, sequence: u64) {
        match self.0.last_mut().filter(|before| before.end() + 1 == sequence) {
            Some(before) => *before = *before.start()..=sequence,
            None => self.0.push(sequence..=sequence),
        }
    }

    /// Returns them as in "3,7-9"; `None` if there are none.
    fn shown(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| ranges(&self.0))
    }
}

/// Reads every message of the log, and returns the troubles of each stream of which some cannot be
/// read: at all, because they do not follow on the one before, or by this program.
async fn unreadable(nats: &NatsConfig) -> Result<Vec<Trouble>, LogReaderError> {
    let reader = LogReader::connect(NAME, nats).await?;
    let mut troubles = Vec::new();
    for stream in Stream::ALL {
        let last = reader.facts(stream).await?.map_or(0, |facts| facts.last_sequence);
        let mut audit = StreamAudit::new(stream);
        reader.read_from(stream, 1, last, |stored| audit.take(stored)).await?;
        let (mut unreadable, mut newer) = (Sequences::default(), Sequences::default());
        for finding in audit.end(last, &KnownMissing::default(), "").findings {
            match (finding.is_break(), &finding.problem, finding.sequence) {
                (true, _, Some(sequence)) => unreadable.add(sequence),
                (_, Problem::Newer(_), Some(sequence)) => newer.add(sequence),
                _of_the_stream => {}
            }
        }
        let stream = stream.name();
        let unreadable = unreadable.shown();
        let newer = newer.shown();
        troubles
            .extend(unreadable.map(|sequences| Trouble::MessagesUnreadable { stream, sequences }));
        troubles.extend(newer.map(|sequences| Trouble::MessagesNewer { stream, sequences }));
    }
    Ok(troubles)
}

/// Prints each trouble with its remedy.
fn print(out: &mut impl Write, troubles: &[Trouble], language: Language) -> io::Result<()> {
    writeln!(out, "{}", operation::summary(troubles.len(), language))?;
    for (number, trouble) in (1..).zip(troubles) {
        writeln!(out, "\n{number}. {}", printable(&operation::trouble(trouble, language)))?;
        writeln!(out, "   {}", printable(&operation::remedy(trouble, language)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trouble_has_its_remedy_in_three_languages() {
        let troubles = [
            Trouble::DiskNearlyFull { free_mb: 850, percent: 4 },
            Trouble::ServiceSilent { service: "clock", address: "127.0.0.1:8083".to_owned() },
        ];
        for (language, wanted) in [
            (
                Language::English,
                "2 things are wrong.\n\n1. The disk of the event log has 850 MB left (4 %).\n   Make room now: a full \
                 disk stops play.\n\n2. clock does not answer at 127.0.0.1:8083.\n   Start it, and look at the end \
                 of its log for the reason why it ended. If it is elsewhere, give its address.\n",
            ),
            (
                Language::Dutch,
                "Er zijn 2 dingen mis.\n\n1. De schijf van het logboek heeft nog 850 MB vrij (4 %).\n   Maak nu \
                 ruimte: een volle schijf legt het spel stil.\n\n2. clock antwoordt niet op 127.0.0.1:8083.\n   Start \
                 de dienst, en kijk aan het eind van het logboek ervan waarom die ophield. Draait die elders, geef \
                 dan het adres.\n",
            ),
            (
                Language::Frisian,
                "Der binne 2 dingen mis.\n\n1. De skiif fan it lochboek hat noch 850 MB frij (4 %).\n   Meitsje no \
                 romte: in folle skiif leit it spyljen stil.\n\n2. clock antwurdet net op 127.0.0.1:8083.\n   Start \
                 de tsjinst, en sjoch oan 'e ein fan it lochboek dêrfan wêrom't dy ophold. Draait dy earne oars, jou \
                 dan it adres.\n",
            ),
        ] {
            let mut out = Vec::new();
            print(&mut out, &troubles, language).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), wanted, "{language:?}");
        }
    }
}
