//! `damcast standings`: tables of events by their regulations, a JSON line per event.

mod bonus;
mod input;
mod players;
mod season;
mod teams;

use std::{fmt, process::ExitCode};

use draughts::Language;
use serde_json::Value;
use tournament::ranking::{Participant, Prescription, Ranking, Tie};

use crate::{
    lines::Object,
    question::{Answer, Form, language, member, text, unknown},
};
use input::Unreadable;

/// Longer than a round robin of hundreds of players.
const FORM: Form = Form { id: "case", line_bytes_max: 16 * 1024 * 1024 };

/// Make the tables of events by their regulations: JSON lines in, JSON lines out.
///
/// Reads `{"case":…,"kind":…,"input":{…}}` from standard input and answers each line with
/// `{"case":…,"answer":…}`. The kinds:
///   `rr`, `rr_first_tie`, `rr_art14`: players by a `regulation` of the Frisian rulebook (`KK`,
///       `HAA`, `RHAA`, `HA`, `class`, `youth`, `club_event`), numbered 1 to `n`; `games` are
///       `{"round":1,"white":1,"black":2,"res":"1-0"}`, where `res` is 1-0, 0-1, =, 0-0, a
///       forfeit 1-0F, 0-1F, 0-0F, or null; `withdrawn` lists those who withdrew.
///   `team`, `team_tie`: teams by `regulation` `B` or `G` on so many `boards`; `matches` have the
///       half points of the `first` team on each board, "x1" for a board that it left empty and
///       "x2" for one that the `second` did. `group_level` 1 is group I.
///   `bonus_game`: a game by the regulation of 2006, `result` `W`, `D`, `B` or `D_early`, and the
///       `men` and `kings` left of `white` and `black`.
///   `bonus_pool`, `bonus_final`: a pool of that regulation, and the finals of two pools.
///   `achttallen_next`, `clubs_next`, `points_ranking`: next year's `KK`, `HAA` and `RHAA`, next
///       year's `groups` of clubs, and a player's points over the `seasons`.
/// A table tells who is where, the tiers of those who are tied, and what is prescribed for them. A
/// line that cannot be read is answered `{"case":…,"error":"…"}`, and the command fails after the
/// last line.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Standings {
    /// Add `"explanation":["…",…]` to a table: why each row is below the one before, what is
    /// prescribed for ties, and what withdrawals did.
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
}

/// What is answered: some JSON, and the table that it tells of, if it does.
struct Reply {
    json: String,
    ranking: Option<Ranking>,
}

impl Standings {
    /// Answers standard input on standard output.
    ///
    /// # Errors
    /// When standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        FORM.run(|line| self.answer(line))
    }

    fn answer(&self, line: &[u8]) -> Answer {
        FORM.answer(line, |question, object| {
            let reply = reply(text(question, "kind")?, member(question, "input")?)?;
            let object = object.json("answer", &reply.json);
            let line = match reply.ranking.filter(|_| self.explain) {
                Some(ranking) => object.member("explanation", self.explanation(&ranking)).finish(),
                None => object.finish(),
            };
            Ok::<_, Unreadable>(Answer { line, is_answered: true })
        })
    }

    fn explanation(&self, ranking: &Ranking) -> Vec<String> {
        let name = |participant: Participant| participant.to_string();
        let rows = ranking.rows.iter().filter(|row| row.decided_by.is_some() || !row.is_tied);
        let rows = rows.map(|row| ranking.explain_row(row, self.language, &name));
        let ties = ranking.ties.iter().map(|tie| ranking.explain_tie(tie, self.language, &name));
        let withdrawals = ranking.withdrawals.iter();
        let withdrawals =
            withdrawals.map(|one| ranking.explain_withdrawal(one, self.language, &name));
        rows.chain(ties).chain(withdrawals).collect()
    }
}

fn reply(kind: &str, input: &Value) -> Result<Reply, Unreadable> {
    let known = "rr, rr_first_tie, rr_art14, team, team_tie, bonus_game, bonus_pool, bonus_final, \
         achttallen_next, clubs_next and points_ranking";
    match kind {
        "rr" | "rr_first_tie" | "rr_art14" => players::reply(input),
        "team" | "team_tie" => teams::reply(input),
        "bonus_game" => bonus::game(input),
        "bonus_pool" => bonus::pool(input),
        "bonus_final" => bonus::finals(input),
        "achttallen_next" => season::eights(input),
        "clubs_next" => season::clubs(input),
        "points_ranking" => season::points(input),
        other => Err(unknown("kind", other, known).into()),
    }
}

/// Writes a list of what is JSON already.
fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// Writes the ids of some participants.
fn ids<'a>(participants: impl IntoIterator<Item = &'a Participant>) -> String {
    list(participants)
}

/// Writes who are tied with whom, from the first place.
fn tiers(ranking: &Ranking) -> String {
    let tiers = ranking.rows.chunk_by(|one, next| one.place == next.place);
    list(tiers.map(|tier| ids(tier.iter().map(|row| &row.participant))))
}

/// Writes the ties that are left: who, what is prescribed, and who has White first where that is
/// asked for.
fn ties(ranking: &Ranking, who: &str, first_white: Option<&str>) -> String {
    list(ranking.ties.iter().map(|tie| {
        let object = Object::new()
            .member("place", tie.place)
            .json(who, &ids(&tie.participants))
            .member("type", prescribed(tie));
        match (first_white, tie.prescription) {
            (Some(name), Prescription::Remedy { first_white: Some(white), .. }) => {
                object.member(name, white.get()).finish()
            }
            (_, Prescription::Remedy { .. } | Prescription::Schedule) => object.finish(),
        }
    }))
}

fn prescribed(tie: &Tie) -> &'static str {
    use tournament::ranking::Remedy;
    match tie.prescription {
        Prescription::Schedule => "schedule_by_organiser",
        Prescription::Remedy { remedy, .. } => match remedy {
            Remedy::MatchOfTwo => "match_of_two_then_single_games",
            Remedy::SingleGames | Remedy::SingleGamesOrLot => "single_games_until_decided",
            Remedy::SingleGamesByLot => "single_games_colour_by_lot",
            Remedy::TeamMatch => "team_playoff_reversed_colours",
            Remedy::Blitz => "blitz_5min_plus_5s_until_win_or_bonus_win",
            Remedy::Lot => "draw_lots",
            Remedy::Arbiter => "unresolved_arbiter_decides",
            Remedy::Organizer => "unresolved_organiser_decides",
        },
    }
}

#[cfg(test)]
mod tests;
