//! The records of the oracle, read into fields.

use draughts::Color;
use serde_json::Value;
use tournament::swiss::{ColorRule, Entrant, Field, FirstRound, GameResult, PastRound};
use tournament::{Lot, PlayerId, RoundNumber};

/// Reads the records of finished and unfinished tournaments.
pub(crate) fn records() -> Vec<Value> {
    test_data::json_lines("swiss/cases.jsonl.gz")
}

pub(crate) fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().expect("a number")).expect("a small number")
}

pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

pub(crate) fn lot(number: u32) -> Lot {
    Lot::new(number).unwrap()
}

pub(crate) fn round(number: u32) -> RoundNumber {
    RoundNumber::new(number).unwrap()
}

/// Returns the tournament of a record.
pub(crate) fn field(record: &Value) -> Field {
    let first_round = if record["first_round"] == "D2" {
        FirstRound::EntrantsUnknown
    } else {
        FirstRound::EntrantsKnown
    };
    let entrants = record["players"].as_array().unwrap().iter().map(entrant).collect();
    Field::new(
        round(number(&record["round"])),
        number(&record["total_rounds"]),
        first_round,
        entrants,
    )
    .unwrap()
}

fn entrant(value: &Value) -> Entrant {
    Entrant {
        player: player(number(&value["id"])),
        lot: lot(number(&value["lot"])),
        is_available: value["available"].as_bool().unwrap(),
        history: value["history"].as_array().unwrap().iter().map(past_round).collect(),
    }
}

fn past_round(value: &Value) -> PastRound {
    let opponent = || player(number(&value["opp"]));
    let color = || if value["col"] == "W" { Color::White } else { Color::Black };
    match value["k"].as_str().unwrap() {
        "P" => {
            let result = match number(&value["pts"]) {
                2 => GameResult::Win,
                1 => GameResult::Draw,
                _ => GameResult::Loss,
            };
            PastRound::Played { opponent: opponent(), color: color(), result }
        }
        "Z" => PastRound::BothLost { opponent: opponent(), color: color() },
        "A" => PastRound::Adjourned { opponent: opponent(), color: color() },
        "1R" => PastRound::ForfeitWin { opponent: opponent() },
        "0R" => PastRound::ForfeitLoss { opponent: opponent() },
        "BYE" => PastRound::Bye,
        "HPB" => PastRound::HalfPointBye,
        "NP" => PastRound::NotPaired,
        other => panic!("unknown kind {other}"),
    }
}

/// Returns the name of a rule in the records.
pub(crate) fn rule_name(rule: ColorRule) -> &'static str {
    match rule {
        ColorRule::FirstRound => "D",
        ColorRule::BothPreferences => "E1",
        ColorRule::StrongerPreference => "E2",
        ColorRule::Alternation { .. } => "E3",
        ColorRule::HigherClassified => "E4",
        ColorRule::NoPreference => "none->higher white",
    }
}
