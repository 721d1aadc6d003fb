//! Agreement with every record of the oracle: pairings, tables and final classifications.

use crate::records::{field, records, rule_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tournament::PlayerId;
use tournament::swiss::{
    ColorRule, ControlSums, Field, SwissRound, Unpairable, final_ranking, pair, scores,
};

fn ids(players: &[PlayerId]) -> Vec<u32> {
    players.iter().map(|player| player.get()).collect()
}

fn standings(field: &Field) -> Value {
    let row = |score: &tournament::swiss::Score| {
        json!({
            "id": score.player.get(), "points": score.points, "ws": score.counted,
            "wp": score.solkoff, "sb": score.sonneborn_berger,
        })
    };
    scores(field).iter().map(row).collect()
}

/// Returns a pairing in the form of the records.
fn answer(field: &Field, round: &SwissRound) -> Value {
    let pairs: Vec<_> =
        round.pairs.iter().map(|pair| [pair.white.get(), pair.black.get()]).collect();
    let groups: Vec<_> = round
        .groups
        .iter()
        .map(|group| {
            let waiting: Vec<_> = group.waiting.iter().map(|float| float.player.get()).collect();
            json!({"group": ids(&group.players), "points": group.points, "waiting": waiting})
        })
        .collect();
    let color_rules: BTreeMap<_, _> = round
        .pairs
        .iter()
        .filter(|pair| pair.color_rule != ColorRule::FirstRound)
        .map(|pair| {
            let (one, other) = (pair.white.min(pair.black), pair.white.max(pair.black));
            (format!("{one}-{other}"), rule_name(pair.color_rule))
        })
        .collect();
    json!({
        "pairs": pairs,
        "bye": round.bye.as_ref().map(|bye| bye.player.get()),
        "groups": (field.rounds_played() > 0).then_some(groups),
        "colour_rule": color_rules,
        "exempt_from_B2": ids(&round.exempt),
        "c9_enlarged_waiting_room": round.groups.iter().any(|group| group.is_enlarged),
    })
}

#[test]
fn every_record_comes_out() {
    let (mut paired, mut unpairable, mut ranked) = (0, 0, 0);
    for record in records() {
        let case = &record["case"];
        let field = field(&record);
        let table = scores(&field);
        assert_eq!(standings(&field), record["standings"], "{case}");
        assert_eq!(ControlSums::of(&table), ControlSums::expected(&field), "F8 of {case}");
        if let Some(ranking) = record.get("final_ranking") {
            let found = final_ranking(&field);
            let players: Vec<_> = found.scores.iter().map(|score| score.player.get()).collect();
            assert_eq!(&json!(players), ranking, "{case}");
            let is_mutual = &record["mutual_result_applied"];
            assert_eq!(&json!(found.is_decided_by_mutual_result), is_mutual, "{case}");
            ranked += 1;
        } else if record["no_legal_pairing"] == true {
            assert_eq!(pair(&field), Err(Unpairable::NoLegalPairing), "{case}");
            unpairable += 1;
        } else {
            let round = pair(&field).unwrap_or_else(|error| panic!("{case}: {error}"));
            assert_eq!(answer(&field, &round), record["expected"], "{case}");
            paired += 1;
        }
    }
    assert_eq!((paired, unpairable, ranked), (222, 5, 35));
}
