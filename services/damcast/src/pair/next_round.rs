//! The next round of a tournament, or its final ranking, as a form of JSON.

use std::collections::BTreeMap;

use phrases::{Language, swiss as sentences};
use serde::Serialize;
use serde_json::Value;
use tournament::{
    PlayerId,
    swiss::{self, Field, FinalRanking, Score, SwissRound, Unpairable},
};

use crate::question::Reply;

/// Names and language of an explanation.
pub(super) struct Explained {
    pub(super) names: BTreeMap<PlayerId, String>,
    pub(super) language: Language,
}

impl Explained {
    fn name(&self, player: PlayerId) -> String {
        self.names.get(&player).cloned().unwrap_or_else(|| player.to_string())
    }
}

/// Pairs the next round, or ranks the players after the last round.
pub(super) fn pair(case: Value, field: &Field, explained: Option<&Explained>) -> NextRound {
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
pub(super) struct NextRound {
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
