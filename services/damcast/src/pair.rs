//! `damcast pair`: pairs the next round of Swiss tournaments, one JSON line per tournament.

mod next_round;
mod record;
mod report;

use std::process::ExitCode;

use tournament::swiss::InputError;

use self::{
    next_round::{Explained, pair},
    record::Record,
    report::Report,
};
use crate::question::{AnswerLine, ExplanationLanguage, Form};

/// The longest line has room for a tournament of 2000 players and 100 rounds.
const FORM: Form = Form {
    id: "case",
    line_bytes_max: 16 * 1024 * 1024,
    remarks: &[
        "tournament",
        "unit",
        "standings",
        "expected",
        "final_ranking",
        "mutual_result_applied",
        "no_legal_pairing",
        "sensitive_to",
    ],
};

/// Pair the next round of Swiss tournaments as the KNDB does: JSON lines in, JSON lines out.
///
/// Reads `{"case":…,"round":3,"total_rounds":7,"first_round":"D1"|"D2","players":[{"id":1,"lot":1,
/// "available":true,"history":[…]},…]}` from standard input. A history has an entry for each round
/// so far:
///   {"k":"P","opp":4,"col":"W"|"B","pts":2|1|0}  played, with half points
///   {"k":"Z","opp":4,"col":"W"|"B"}              played and scored 0-0
///   {"k":"A","opp":4,"col":"W"|"B"}              adjourned
///   {"k":"1R","opp":4}, {"k":"0R","opp":4}       won or lost by forfeit
///   {"k":"BYE"}, {"k":"HPB"}, {"k":"NP"}         bye, half-point bye, not paired
///
/// Each line is answered with `{"case":…,"pairs":[[white,black],…],"bye":id|null,"standings":
/// [{"id":1,"points":3,"ws":3,"wp":9,"sb":14},…]}`, in half points (sb: quarter points); without a
/// legal pairing with `{"case":…,"no_legal_pairing":true,"standings":[…]}`; and after the last
/// round with `{"case":…,"final_ranking":[id,…],"mutual_result_applied":false,"standings":[…]}`.
/// A line that cannot be read is answered `{"case":…,"error":"…"}`, and the command fails after the
/// last line.
///
/// With --trf, a tournament report file (TRF16) is paired instead and answered with one such line;
/// the case is the name of the file, ids and lots are start numbers. Who is absent in the round
/// (XXZ) is not paired. A file with a line that would change the pairing and is not followed, such
/// as a forbidden pair (XXP) or an acceleration (XXA), is not paired at all: the error names the
/// line.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Pair {
    /// Add `"explanation":["…",…]`: who went to which waiting room and why, why somebody has the
    /// bye, and why each pair has its colours. A `"name"` of a player stands for the number.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    explanation: ExplanationLanguage,
    #[command(flatten)]
    report: Report,
}

impl Pair {
    /// Answers standard input, or the report file, on standard output.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.report.trf {
            Some(file) => self.report.run(file, |case, field, names| {
                let explained = self
                    .explain
                    .then_some(Explained { names, language: self.explanation.language });
                pair(case, field, explained.as_ref())
            }),
            None => FORM.run(|line| self.answer(line)),
        }
    }

    fn answer(&self, line: &[u8]) -> AnswerLine {
        FORM.answer(line, |record: Record| {
            let case = record.case.clone();
            let language = self.explanation.language;
            let explained = self.explain.then(|| Explained { names: record.names(), language });
            let field = record.into_field()?;
            Ok::<_, InputError>(pair(case, &field, explained.as_ref()))
        })
    }
}

#[cfg(test)]
mod tests;
