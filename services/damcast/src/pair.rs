//! `damcast pair`: pairs the next round of Swiss tournaments, one JSON line per tournament.

mod record;
mod report;

use std::{collections::BTreeMap, process::ExitCode};

use phrases::{Language, swiss as sentences};
use serde::Serialize;
use serde_json::Value;
use tournament::{
    PlayerId,
    swiss::{self, Field, FinalRanking, InputError, Score, SwissRound, Unpairable},
};

use self::{record::Record, report::Report};
use crate::question::{Answer, Form, Reply, language};

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
/// the case is the name of the file, ids and lots are start numbers. Who is absent in the round (XXZ)
/// is not paired. A file with a line that would change the pairing and is not followed, such as a
/// forbidden pair (XXP) or an acceleration (XXA), is not paired at all: the error names the line.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Pair {
    /// Add `"explanation":["…",…]`: who went to which waiting room and why, why somebody has the
    /// bye, and why each pair has its colours. A `"name"` of a player stands for the number.
    #[arg(long)]
    explain: bool,
    /// Language of the explanation: en, nl or fy.
    #[arg(
        long,
        value_name = "LANGUAGE",
        default_value = "en",
        hide_default_value = true,
        requires = "explain",
        value_parser = language
    )]
    language: Language,
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
                let explained =
                    self.explain.then_some(Explained { names, language: self.language });
                pair(case, field, explained.as_ref())
            }),
            None => FORM.run(|line| self.answer(line)),
        }
    }

    fn answer(&self, line: &[u8]) -> Answer {
        FORM.answer(line, |record: Record| {
            let case = record.case.clone();
            let explained =
                self.explain.then(|| Explained { names: record.names(), language: self.language });
            let field = record.into_field()?;
            Ok::<_, InputError>(pair(case, &field, explained.as_ref()))
        })
    }
}

/// Names and language of an explanation.
struct Explained {
    names: BTreeMap<PlayerId, String>,
    language: Language,
}

impl Explained {
    fn name(&self, player: PlayerId) -> String {
        self.names.get(&player).cloned().unwrap_or_else(|| player.to_string())
    }
}

/// Pairs the next round, or ranks the players after the last round.
fn pair(case: Value, field: &Field, explained: Option<&Explained>) -> NextRound {
    let (outcome, explanation) = match swiss::pair(field) {
        Ok(round) => {
            let explain =
                |how: &Explained| sentences::round(&round, how.language, &|id| how.name(id));
            (Outcome::from(&round), explained.map(explain))
        }
        Err(reason @ Unpairable::NoLegalPairing) => {
            let explain = |how: &Explained| vec![sentences::unpairable(reason, how.language)];
            (Outcome::Unpairable { no_legal_pairing: true }, explained.map(explain))
        }
        Err(Unpairable::Over) => {
            let ranking = swiss::final_ranking(field);
            let explain = |how: &Explained| {
                sentences::final_ranking(&ranking, how.language, &|id| how.name(id))
            };
            (Outcome::from(&ranking), explained.map(explain))
        }
    };
    let standings = swiss::scores(field).iter().map(Row::from).collect();
    NextRound { case, outcome, standings, explanation }
}

/// Next round of a tournament.
#[derive(Serialize)]
struct NextRound {
    case: Value,
    #[serde(flatten)]
    outcome: Outcome,
    standings: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
}

impl Reply for NextRound {}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    /// Pairs with White first; the bye is null if everybody has an opponent.
    Paired { pairs: Vec<[u32; 2]>, bye: Option<u32> },
    /// No legal pairing exists; the arbiter decides.
    Unpairable { no_legal_pairing: bool },
    /// The last round was played.
    Over { final_ranking: Vec<u32>, mutual_result_applied: bool },
}

impl From<&SwissRound> for Outcome {
    fn from(round: &SwissRound) -> Self {
        let pairs = round.pairs.iter().map(|pair| [pair.white.get(), pair.black.get()]).collect();
        Self::Paired { pairs, bye: round.bye.as_ref().map(|bye| bye.player.get()) }
    }
}

impl From<&FinalRanking> for Outcome {
    fn from(ranking: &FinalRanking) -> Self {
        Self::Over {
            final_ranking: ranking.scores.iter().map(|score| score.player.get()).collect(),
            mutual_result_applied: ranking.is_decided_by_mutual_result,
        }
    }
}

/// Row of the standings, in half points; `sb` is in quarter points.
#[derive(Serialize)]
struct Row {
    id: u32,
    points: u32,
    ws: u32,
    wp: u32,
    sb: u32,
}

impl From<&Score> for Row {
    fn from(score: &Score) -> Self {
        Self {
            id: score.player.get(),
            points: score.points,
            ws: score.counted,
            wp: score.solkoff,
            sb: score.sonneborn_berger,
        }
    }
}

#[cfg(test)]
mod tests;
