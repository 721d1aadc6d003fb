//! `damcast problem`: checks the diagrams of problems.

use std::process::ExitCode;

use draughts::{Color, Variant, fen};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::{
    json,
    question::{AnswerLine, Form, Reply},
};

const FORM: Form = Form { id: "id", line_bytes_max: 64 * 1024, remarks: &["expected", "note"] };

/// Number of plies that are searched unless the question has another, and the largest.
const PLIES: u32 = 11;
const PLIES_MAX: u32 = 41;

/// Number of positions that are visited for one problem.
const POSITIONS: u64 = 5_000_000;

/// Work with problems.
#[derive(Debug, clap::Subcommand)]
pub enum Problem {
    /// Check the diagrams of problems and search their solutions: JSON lines in, JSON lines out.
    ///
    /// Reads
    /// `{"id":…,"variant":"international"|"frisian","fen":"W:W27,32:B16,18","plies":11, "kings":false}`
    /// from standard input, of which `plies` (how far is searched) and `kings` (whether they may
    /// stand in the diagram) may be absent. Each line is answered with
    /// `{"id":…,"white":2,"black":2,"faults":[…],"solutions":["32-28"],"plies":11}`: the pieces,
    /// the conditions of H art. 2 that are not met, the first moves by which White wins, and how
    /// far all wins were found. The command fails at the end if a problem has a fault, no solution
    /// or several, or a line cannot be read.
    #[command(verbatim_doc_comment)]
    Check,
}

/// A diagram.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemQuestion {
    #[serde(default)]
    id: Value,
    #[serde(deserialize_with = "json::parsed")]
    variant: Variant,
    fen: String,
    #[serde(default, deserialize_with = "json::present")]
    plies: Option<u32>,
    #[serde(default)]
    kings: bool,
}

/// Findings about a diagram.
#[derive(Serialize)]
struct Checked {
    id: Value,
    white: u32,
    black: u32,
    faults: Vec<String>,
    solutions: Vec<String>,
    plies: u32,
}

/// Reason why a question has no answer.
#[derive(Debug, Error)]
enum Unanswerable {
    #[error("fen: {0}")]
    Fen(#[from] fen::FenError),
    #[error("plies: {0}, a search is of 1 to {PLIES_MAX}")]
    Plies(u32),
}

impl Reply for Checked {
    fn is_answered(&self) -> bool {
        self.faults.is_empty() && self.solutions.len() == 1
    }
}

impl Problem {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check => FORM.run(answer),
        }
    }
}

fn answer(line: &[u8]) -> AnswerLine {
    FORM.answer(line, |ProblemQuestion { id, variant, fen, plies, kings }| {
        let position = fen::parse(&fen, variant)?;
        let plies = plies.unwrap_or(PLIES);
        if !(1..=PLIES_MAX).contains(&plies) {
            return Err(Unanswerable::Plies(plies));
        }
        let faults = position.problem_faults(kings);
        let solved = position.problem_solutions(plies, POSITIONS);
        let board = position.board();
        Ok(Checked {
            id,
            white: board.side(Color::White).count(),
            black: board.side(Color::Black).count(),
            faults: faults.iter().map(|fault| format!("{fault} ({})", fault.article())).collect(),
            solutions: solved.moves.iter().map(|mv| position.notation(mv)).collect(),
            plies: solved.plies,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &str, is_answered: bool) {
        let answer = answer(question.as_bytes());
        assert_eq!((answer.line.as_str(), answer.is_answered), (expected, is_answered));
    }

    #[test]
    fn h_art_2_a_diagram_is_checked_and_its_solution_found() {
        check(
            r#"{"id":1,"variant":"international","fen":"W:W44,6:B35,36","plies":3}"#,
            r#"{"id":1,"white":2,"black":2,"faults":[],"solutions":[],"plies":3}"#,
            false,
        );
        check(
            r#"{"id":2,"variant":"international","fen":"W:W44,6:B35","plies":3}"#,
            r#"{"id":2,"white":2,"black":1,"faults":["White has 2 pieces and Black 1, and White has no more than Black (H art. 2 B 2)"],"solutions":["6-1"],"plies":3}"#,
            false,
        );
        check(
            r#"{"id":3,"variant":"frisian","fen":"W:W44:B35","plies":99}"#,
            r#"{"id":3,"error":"plies: 99, a search is of 1 to 41"}"#,
            false,
        );
    }
}
