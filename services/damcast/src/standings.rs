//! `damcast standings`: tables of events by their regulations, one JSON line per event.

mod bonus;
mod input;
mod players;
mod points_list;
mod prizes;
mod season;
mod teams;
mod tie;

use std::process::ExitCode;

use phrases::standings as sentences;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tournament::ranking::{Participant, Ranking};

use self::input::Unanswerable;
use crate::{
    json::{self, FormError},
    question::{AnswerLine, ExplanationLanguage, Form, Reply},
};

/// The longest line has room for a round robin of hundreds of players.
const FORM: Form =
    Form { id: "case", line_bytes_max: 16 * 1024 * 1024, remarks: &["expected", "note"] };

/// Make the tables of events by their regulations: JSON lines in, JSON lines out.
///
/// Reads `{"case":…,"kind":…,"input":{…}}` from standard input and answers each line with
/// `{"case":…,"answer":…}`. The kinds:
///   `rr`, `rr_first_tie`, `rr_art14`: players by a `regulation` of the Frisian rulebook (`KK`,
///       `HAA`, `RHAA`, `HA`, `class`, `youth`, `club_event`), numbered 1 to `n`; `games` are
///       `{"round":1,"white":1,"black":2,"res":"1-0"}`, where `res` is 1-0, 0-1, =, 0-0, a
///       forfeit 1-0F, 0-1F, 0-0F, or null; `withdrawn` lists those who withdrew.
///   `team`, `team_tie`: teams by `regulation` `B` or `G` on so many `boards`; `matches` have the
///       half points of the `first` team on each board, "x1" for a board that it left empty, "x2"
///       for one that the `second` did and "x12" for both. `group_level` 1 is group I.
///   `bonus_game`: a game by the regulation of 2006, `result` `W`, `D`, `B` or `D_early`, and the
///       `men` and `kings` left of `white` and `black`.
///   `bonus_pool`, `bonus_final`: a pool of that regulation, and the finals of two pools.
///   `achttallen_next`: next year's `KK`, `HAA` and `RHAA`; with `absent`, pairs of a player and
///       `one_year` or `longer`, also which places are filled or stay empty; with `"EK":true` also
///       who plays in EK at events of clubs (A art. 2).
///   `clubs_next`: next year's `groups` of clubs, where some are `absent`, some `entered`, and some
///       of the last group are `higher_of_merged`.
///   `points_ranking`: a player's points over the `seasons`.
///   `points_list`: the list of a year, SP and TP of all `players` by class, and who has the most
///       SP (appendix 4).
///   `prizes`: the prizes of a final `table`, whose `categories` are `frisian` (from the class, F
///       art. 5) or `entered`; `money` is in cents, and shared on equal points (KNDB F12.1).
/// A table tells who is where, the tiers of those who are tied, and, once all have met, what is
/// prescribed for them. A line that cannot be read is answered `{"case":…,"error":"…"}`, and the
/// command fails after the last line.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Standings {
    /// Add `"explanation":["…",…]` to a table: why each row is below the one before, what is
    /// prescribed for ties, and what withdrawals did.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    explanation: ExplanationLanguage,
}

/// A question about an event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventQuestion {
    #[serde(default)]
    case: Value,
    kind: Kind,
    /// The event, in the form of the kind.
    input: Value,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[serde(alias = "rr_first_tie", alias = "rr_art14")]
    Rr,
    #[serde(alias = "team_tie")]
    Team,
    BonusGame,
    BonusPool,
    BonusFinal,
    AchttallenNext,
    ClubsNext,
    PointsRanking,
    PointsList,
    Prizes,
}

/// Answer to a question.
#[derive(Serialize)]
struct Answered {
    case: Value,
    answer: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
}

/// Answer in the form of the kind.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Players(players::Table),
    Teams(teams::Table),
    Game([u32; 2]),
    Pool(bonus::PoolTable),
    Finals(Vec<bonus::Final>),
    Eights(season::NextEights),
    Clubs(season::NextClubs),
    Points(season::Points),
    List(points_list::PointsList),
    Prizes(prizes::PrizeList),
}

impl Reply for Answered {}

impl Standings {
    /// Answers standard input on standard output.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        FORM.run(|line| self.answer(line))
    }

    fn answer(&self, line: &[u8]) -> AnswerLine {
        FORM.answer(line, |EventQuestion { case, kind, input }| {
            let (answer, ranking) = outcome(kind, input)?;
            let ranking = ranking.filter(|_| self.explain);
            let explanation = ranking.map(|ranking| self.explanation(&ranking));
            Ok::<_, Unanswerable>(Answered { case, answer, explanation })
        })
    }

    fn explanation(&self, ranking: &Ranking) -> Vec<String> {
        let language = self.explanation.language;
        let name = |participant: Participant| participant.to_string();
        let rows = ranking.rows.iter().filter(|row| row.decided_by.is_some() || !row.is_tied);
        let rows = rows.map(|row| sentences::row(ranking, row, language, &name));
        let ties = ranking.ties.iter().map(|tie| sentences::tie(ranking, tie, language, &name));
        let withdrawals = ranking.withdrawals.iter();
        let withdrawals =
            withdrawals.map(|one| sentences::withdrawal(ranking, one, language, &name));
        rows.chain(ties).chain(withdrawals).collect()
    }
}

/// Returns the answer, and the ranking that can be explained if the kind has one.
///
/// # Errors
/// If the input is not of the form of the kind, or contradicts itself.
fn outcome(kind: Kind, input: Value) -> Result<(Outcome, Option<Ranking>), Unanswerable> {
    fn read<T: DeserializeOwned>(input: Value) -> Result<T, FormError> {
        json::read(input).map_err(|error| error.within("input"))
    }
    match kind {
        Kind::Rr => {
            let (table, ranking) = players::table(read(input)?)?;
            Ok((Outcome::Players(table), Some(ranking)))
        }
        Kind::Team => {
            let (table, ranking) = teams::table(read(input)?)?;
            Ok((Outcome::Teams(table), Some(ranking)))
        }
        Kind::BonusPool => {
            let (table, ranking) = bonus::pool(read(input)?)?;
            Ok((Outcome::Pool(table), Some(ranking)))
        }
        Kind::BonusGame => Ok((Outcome::Game(bonus::game(&read(input)?)?), None)),
        Kind::BonusFinal => Ok((Outcome::Finals(bonus::finals(read(input)?)?), None)),
        Kind::AchttallenNext => Ok((Outcome::Eights(season::eights(read(input)?)?), None)),
        Kind::ClubsNext => Ok((Outcome::Clubs(season::clubs(read(input)?)?), None)),
        Kind::PointsRanking => Ok((Outcome::Points(season::points(read(input)?)), None)),
        Kind::PointsList => Ok((Outcome::List(points_list::list(read(input)?)?), None)),
        Kind::Prizes => Ok((Outcome::Prizes(prizes::prizes(&read(input)?)), None)),
    }
}

#[cfg(test)]
mod tests;
