//! Pairs the next round of a tournament in a report file (TRF16).

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;
use tournament::{
    PlayerId, RoundNumber,
    swiss::{Field, FirstRound},
    trf::{NoField, Problem, ProblemKind, ReadTrf, Trf},
};

use super::next_round::NextRound;
use crate::{
    lines,
    question::Reply as _,
    trf::{self, problem_line},
};

/// A report file to be paired.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Report {
    /// Pair the tournament in this report file (TRF16) instead of standard input. Problems of the
    /// file are written to standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) trf: Option<PathBuf>,
    /// Round to pair; the one after the last round of the file if not given.
    #[arg(long, value_name = "ROUND", requires = "trf")]
    pub(super) round: Option<u32>,
    /// Number of rounds of the tournament; the number in line XXR if not given.
    #[arg(long, value_name = "ROUNDS", requires = "trf")]
    pub(super) total_rounds: Option<u32>,
}

/// Reason why the tournament in a file cannot be paired.
#[derive(Debug, Error)]
enum Unpaired {
    #[error(transparent)]
    File(#[from] trf::ReportFileError),
    #[error("how many rounds there are is not in the file (XXR): give --total-rounds")]
    RoundsUnknown,
    #[error("there is no such round")]
    NoSuchRound,
    #[error(transparent)]
    Field(#[from] NoField),
    /// A line is not followed that may change the pairing, such as a forbidden pair.
    #[error("line {line}: lines {code} are not followed: without them the pairing may be another")]
    NotFollowed { line: usize, code: String },
}

/// Answer to a file that cannot be paired.
#[derive(Serialize)]
struct Refused {
    case: String,
    error: String,
}

/// Answer to a file.
struct Answered {
    /// One line for each problem of the file.
    problems: Vec<String>,
    /// Line of JSON.
    line: String,
    code: ExitCode,
}

impl Report {
    /// Answers on standard output. The exit code is a failure if the file has problems or cannot be
    /// paired.
    ///
    /// # Errors
    /// If standard output fails.
    pub(super) fn run(
        &self,
        file: &Path,
        pair: impl FnOnce(Value, &Field, BTreeMap<PlayerId, String>) -> NextRound,
    ) -> anyhow::Result<ExitCode> {
        let Answered { problems, line, code } = self.answer(file, pair)?;
        // If standard error is closed, the exit code still says that there are problems.
        drop(problems.iter().try_for_each(|text| writeln!(io::stderr(), "{text}")));
        lines::ended(writeln!(io::stdout(), "{line}").map(|()| code))
    }

    fn answer(
        &self,
        file: &Path,
        pair: impl FnOnce(Value, &Field, BTreeMap<PlayerId, String>) -> NextRound,
    ) -> serde_json::Result<Answered> {
        let case = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let refused = |case, problems, reason: Unpaired| {
            let line = serde_json::to_string(&Refused { case, error: reason.to_string() })?;
            Ok(Answered { problems, line, code: ExitCode::FAILURE })
        };
        let ReadTrf { trf, problems, .. } = match trf::open(file) {
            Ok(read) => read,
            Err(reason) => return refused(case, Vec::new(), reason.into()),
        };
        let lines = problems.iter().map(|problem| problem_line(file, problem)).collect();
        if let Some(reason) = problems.iter().find_map(not_followed) {
            return refused(case, lines, reason);
        }
        let field = match self.field(&trf) {
            Ok(field) => field,
            Err(reason) => return refused(case, lines, reason),
        };
        let named = trf.players.into_iter().filter(|player| !player.name.is_empty());
        let names = named.map(|player| (player.number, player.name)).collect();
        let line = pair(case.into(), &field, names).line()?;
        // A problem may have left a player out, so the arbiter has to look.
        let is_fine = problems.iter().all(|problem| problem.kind.is_note());
        let code = if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        Ok(Answered { problems: lines, line, code })
    }

    fn field(&self, trf: &Trf) -> Result<Field, Unpaired> {
        if trf.players.is_empty() {
            return Err(trf::ReportFileError::NoPlayer.into());
        }
        let rounds = self.total_rounds.or(trf.header.rounds_total);
        let rounds = rounds.ok_or(Unpaired::RoundsUnknown)?;
        let next = u32::try_from(trf.rounds_paired()).unwrap_or(u32::MAX).saturating_add(1);
        let round = RoundNumber::new(self.round.unwrap_or(next));
        let round = round.map_err(|_zero| Unpaired::NoSuchRound)?;
        Ok(trf.to_field(round, rounds, FirstRound::EntrantsKnown)?)
    }
}

/// Returns the error for a line that instructs pairing programs and is not followed here.
fn not_followed(problem: &Problem) -> Option<Unpaired> {
    let (Some(line), ProblemKind::NotFollowed { code }) = (problem.line, &problem.kind) else {
        return None;
    };
    Some(Unpaired::NotFollowed { line, code: code.clone() })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::next_round::{Explained, pair};
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
        let Answered { line, code, .. } = report
            .answer(&path, |case, field, names| {
                let explained = Explained { names, language: phrases::Language::Frisian };
                pair(case, field, Some(&explained))
            })
            .unwrap();
        (line, code == ExitCode::SUCCESS)
    }

    #[test]
    fn the_next_round_is_paired() {
        let (line, is_paired) = answer(&Report::default(), FIVE);
        assert!(is_paired, "{line}");
        assert!(line.starts_with(r#"{"case":"a.trf","pairs":[[5,1],[3,2]],"bye":4,"#), "{line}");
        assert!(line.contains("Fetsje hat wyt tsjin Ids"), "{line}");
    }

    #[test]
    fn a_file_with_something_wrong_is_paired_and_fails() {
        let (line, is_fine) = answer(&Report::default(), &format!("{FIVE}001 x\n"));
        assert!(line.starts_with(r#"{"case":"a.trf","pairs":[[5,1],[3,2]],"bye":4,"#), "{line}");
        assert!(!is_fine);
        let (line, _) = answer(&Report::default(), "001 x\n");
        assert_eq!(line, r#"{"case":"a.trf","error":"no player in it"}"#);
    }

    #[test]
    fn an_earlier_round_is_paired_as_if_nothing_had_been_played() {
        let report = Report { round: Some(1), total_rounds: Some(9), trf: None };
        let (line, is_paired) = answer(&report, FIVE);
        assert!(is_paired, "{line}");
        assert!(line.starts_with(r#"{"case":"a.trf","pairs":[[2,5],[3,4]],"bye":1,"#), "{line}");
    }

    #[test]
    fn lines_that_change_the_pairing_are_refused_and_absences_are_kept() {
        for code in ["XXP", "XXA", "XXC", "260", "250", "240"] {
            let (line, is_paired) =
                answer(&Report::default(), &format!("{FIVE}{code} 0001 0002\n"));
            let reason = format!(
                "line 7: lines {code} are not followed: without them the pairing may be another"
            );
            assert_eq!(line, format!(r#"{{"case":"a.trf","error":"{reason}"}}"#));
            assert!(!is_paired);
        }
        let (line, is_paired) = answer(&Report::default(), &format!("{FIVE}XXZ 3\n"));
        assert!(is_paired, "{line}");
        assert!(line.starts_with(r#"{"case":"a.trf","pairs":[[5,2],[4,1]],"bye":null,"#), "{line}");
    }

    #[test]
    fn a_file_that_cannot_be_paired_is_answered_with_the_reason() {
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
