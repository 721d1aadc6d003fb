//! The next round of a tournament that is in a report file.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use thiserror::Error;
use tournament::{
    PlayerId, RoundNumber,
    swiss::{Field, FirstRound},
    trf::{NoField, ReadTrf, Trf},
};

use crate::{
    lines::{self, Object},
    trf::{self, told},
};

/// A report file to be paired.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Report {
    /// Pair the tournament in this report file (TRF16) instead of standard input. What is wrong
    /// with the file is told on standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) trf: Option<PathBuf>,
    /// Which round to pair; without it the one after the last that is in the file.
    #[arg(long, value_name = "ROUND", requires = "trf")]
    pub(super) round: Option<u32>,
    /// How many rounds there are in all; without it what line XXR says.
    #[arg(long, value_name = "ROUNDS", requires = "trf")]
    pub(super) total_rounds: Option<u32>,
}

/// Why the tournament in a file cannot be paired.
#[derive(Debug, Error)]
enum Unpaired {
    #[error(transparent)]
    Unreadable(#[from] trf::Unreadable),
    #[error("how many rounds there are is not in the file (XXR): give --total-rounds")]
    RoundsUnknown,
    #[error("there is no such round")]
    NoSuchRound,
    #[error(transparent)]
    Field(#[from] NoField),
}

impl Report {
    /// Answers on standard output; the command fails when the file cannot be paired.
    ///
    /// # Errors
    /// When standard output fails.
    pub(super) fn run(
        &self,
        file: &Path,
        pair: impl FnOnce(&Field, BTreeMap<PlayerId, String>, Object) -> String,
    ) -> anyhow::Result<ExitCode> {
        let tell = |text: &dyn fmt::Display| writeln!(io::stderr(), "{text}");
        let (line, code) = self.answer(file, tell, pair);
        lines::ended(writeln!(io::stdout(), "{line}").map(|()| code))
    }

    /// The line that is answered. What is wrong with the file is told by `tell`; where nobody
    /// listens it is lost.
    fn answer(
        &self,
        file: &Path,
        tell: impl Fn(&dyn fmt::Display) -> io::Result<()>,
        pair: impl FnOnce(&Field, BTreeMap<PlayerId, String>, Object) -> String,
    ) -> (String, ExitCode) {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let object = Object::new().member("case", name.into_owned());
        let paired =
            trf::open(file).map_err(Unpaired::from).and_then(|ReadTrf { trf, problems }| {
                for problem in &problems {
                    drop(tell(&told(file, problem)));
                }
                let field = self.field(&trf)?;
                Ok((field, trf))
            });
        match paired {
            Ok((field, trf)) => {
                let players = trf.players.into_iter();
                let names = players
                    .filter(|player| !player.name.is_empty())
                    .map(|player| (player.number, player.name))
                    .collect();
                (pair(&field, names, object), ExitCode::SUCCESS)
            }
            Err(reason) => (object.member("error", reason.to_string()).finish(), ExitCode::FAILURE),
        }
    }

    fn field(&self, trf: &Trf) -> Result<Field, Unpaired> {
        let rounds = self.total_rounds.or(trf.header.rounds_total);
        let rounds = rounds.ok_or(Unpaired::RoundsUnknown)?;
        let next = u32::try_from(trf.rounds_paired()).unwrap_or(u32::MAX).saturating_add(1);
        let round = RoundNumber::new(self.round.unwrap_or(next));
        let round = round.map_err(|_zero| Unpaired::NoSuchRound)?;
        Ok(trf.to_field(round, rounds, FirstRound::EntrantsKnown)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{Explained, pair};
    use super::*;

    const FIVE: &str = "\
XXR 3
001    1      Ids                                                                1.0    1     3 w 1
001    2      Jel                                                                0.5    2     4 w =
001    3      Sjoerd                                                             0.0    5     1 b 0
001    4      Wietse                                                             0.5    3     2 b =
001    5      Fetsje                                                             1.0    4  0000 - U
";

    fn answer(report: &Report, text: &str) -> (String, bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.trf");
        fs::write(&path, text).unwrap();
        let (line, code) = report.answer(
            &path,
            |_| Ok(()),
            |field, names, object| {
                let explained = Explained { names, language: draughts::Language::Frisian };
                pair(field, object, Some(&explained))
            },
        );
        (line, code == ExitCode::SUCCESS)
    }

    #[test]
    fn the_next_round_is_paired() {
        let (line, is_paired) = answer(&Report::default(), FIVE);
        assert!(is_paired, "{line}");
        assert!(
            line.starts_with(r#"{"case":"a.trf","pairs":[[5,1],[4,2]],"bye":3,"#)
                || line.starts_with(r#"{"case":"a.trf","pairs":"#),
            "{line}"
        );
        assert!(line.contains("Fetsje hat wyt tsjin Ids"), "{line}");
    }

    #[test]
    fn an_earlier_round_is_paired_as_if_nothing_had_been_played() {
        let report = Report { round: Some(1), total_rounds: Some(9), trf: None };
        let (line, is_paired) = answer(&report, FIVE);
        assert!(is_paired, "{line}");
        assert!(line.starts_with(r#"{"case":"a.trf","pairs":[[2,5],[3,4]],"bye":1,"#), "{line}");
    }

    #[test]
    fn what_cannot_be_paired_is_answered_with_the_reason() {
        for (report, text, reason) in [
            (Report::default(), "", "no player in it"),
            (
                Report::default(),
                FIVE.trim_start_matches("XXR 3\n"),
                "how many rounds there are is not in the file (XXR): give --total-rounds",
            ),
            (Report { round: Some(0), ..Report::default() }, FIVE, "there is no such round"),
            (
                Report { round: Some(9), ..Report::default() },
                FIVE,
                "round 9 cannot be paired: there are 3 rounds",
            ),
        ] {
            let (line, is_paired) = answer(&report, text);
            assert_eq!(line, format!(r#"{{"case":"a.trf","error":"{reason}"}}"#));
            assert!(!is_paired);
        }
    }
}
