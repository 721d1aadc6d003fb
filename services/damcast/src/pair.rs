//! `damcast pair`: the next round of Swiss tournaments, a JSON line per tournament.

mod record;
mod report;

use std::{collections::BTreeMap, process::ExitCode};

use draughts::Language;
use serde_json::Value;
use tournament::{
    PlayerId,
    swiss::{self, Field, FinalRanking, Score, SwissRound, Unpairable},
};

use crate::{
    lines::Object,
    question::{Answer, Form, language},
};
use record::Unreadable;
use report::Report;

/// Lines are longer than any tournament of 2000 players and 100 rounds.
const FORM: Form = Form { id: "case", line_bytes_max: 16 * 1024 * 1024 };

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
    /// In which language it is explained: en, nl or fy.
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
    /// When standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.report.trf {
            Some(file) => self.report.run(file, |field, names, object| {
                let explained =
                    self.explain.then_some(Explained { names, language: self.language });
                pair(field, object, explained.as_ref())
            }),
            None => FORM.run(|line| self.answer(line)),
        }
    }

    fn answer(&self, line: &[u8]) -> Answer {
        FORM.answer(line, |question, object| {
            let field = record::field(question)?;
            let explained = self
                .explain
                .then(|| Explained { names: record::names(question), language: self.language });
            let line = pair(&field, object, explained.as_ref());
            Ok::<_, Unreadable>(Answer { line, is_answered: true })
        })
    }
}

/// How an answer is explained.
struct Explained {
    names: BTreeMap<PlayerId, String>,
    language: Language,
}

impl Explained {
    fn name(&self, player: PlayerId) -> String {
        self.names.get(&player).cloned().unwrap_or_else(|| player.to_string())
    }
}

/// Writes what there is to say about the next round.
fn pair(field: &Field, object: Object, explained: Option<&Explained>) -> String {
    let scores = swiss::scores(field);
    let (object, explanation) = match swiss::pair(field) {
        Ok(round) => {
            let explain = |how: &Explained| round.explain(how.language, |id| how.name(id));
            (paired(object, &round), explained.map(explain))
        }
        Err(reason @ Unpairable::NoLegalPairing) => {
            let explain = |how: &Explained| vec![reason.explain(how.language).to_owned()];
            (object.member("no_legal_pairing", true), explained.map(explain))
        }
        Err(Unpairable::Over) => {
            let ranking = swiss::final_ranking(field);
            let explain = |how: &Explained| ranking.explain(how.language, |id| how.name(id));
            (ranked(object, &ranking), explained.map(explain))
        }
    };
    let rows: Vec<String> = scores.iter().map(row).collect();
    let object = object.json("standings", &format_args!("[{}]", rows.join(",")));
    match explanation {
        Some(texts) => object.member("explanation", texts).finish(),
        None => object.finish(),
    }
}

fn paired(object: Object, round: &SwissRound) -> Object {
    let pairs: Vec<Value> =
        round.pairs.iter().map(|pair| vec![pair.white.get(), pair.black.get()].into()).collect();
    let bye = round.bye.as_ref().map(|bye| bye.player.get());
    object.member("pairs", pairs).member("bye", bye)
}

fn ranked(object: Object, ranking: &FinalRanking) -> Object {
    let players: Vec<u32> = ranking.scores.iter().map(|score| score.player.get()).collect();
    object
        .member("final_ranking", players)
        .member("mutual_result_applied", ranking.is_decided_by_mutual_result)
}

fn row(score: &Score) -> String {
    Object::new()
        .member("id", score.player.get())
        .member("points", score.points)
        .member("ws", score.counted)
        .member("wp", score.solkoff)
        .member("sb", score.sonneborn_berger)
        .finish()
}

#[cfg(test)]
mod tests;
