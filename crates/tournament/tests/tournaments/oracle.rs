//! Agreement with data from outside: the rulebook's schedules, computed tables, real events.

use super::{
    ACHTTAL, BLACK_WINS, DRAW, WHITE_WINS, close, entered, open, pair, pair_by_hand, record, round,
    run, table_of,
};
use draughts::{Outcome, Reason, Score};
use serde_json::Value;
use std::collections::BTreeMap;
use tournament::ranking::{Row, TieBreak};
use tournament::regulation::Format;
use tournament::{Lot, Schedule, Tournament, schedule};

/// A game of a round: White, Black, and the outcome, if there is one.
type Game = (u32, u32, Option<Outcome>);

#[track_caller]
fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// Pairs the rounds by hand in the order of their keys, and records the outcomes.
#[track_caller]
fn replay<K: Ord>(tournament: &mut Tournament, rounds: &BTreeMap<K, Vec<Game>>) {
    for (number, games) in (1..).zip(rounds.values()) {
        let pairs: Vec<_> = games.iter().map(|(white, black, _)| (*white, *black)).collect();
        run(tournament, &[pair_by_hand(number, &pairs), open(number)]);
        for (table, (_, _, outcome)) in (1..).zip(games) {
            if let Some(outcome) = outcome {
                run(tournament, &[record(number, table, *outcome)]);
            }
        }
        run(tournament, &[close(number)]);
    }
}

#[test]
fn the_tables_agree_with_the_rulebook() {
    let all = test_data::json("rules/schedules.json");
    let printed = all["schedules"].as_array().unwrap();
    assert_eq!(printed.len(), 15);
    for table in printed {
        let players = usize::try_from(number(&table["size"])).unwrap();
        let pair_of = |pair: &Value| (number(&pair[0]), number(&pair[1]));
        let expected: Vec<_> = table["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|round| {
                let pairs: Vec<_> =
                    round["pairs"].as_array().unwrap().iter().map(pair_of).collect();
                (
                    number(&round["round"]),
                    pairs,
                    round["bye"].as_u64().map(|_| number(&round["bye"])),
                )
            })
            .collect();
        let id: Schedule = table["id"].as_str().unwrap().parse().unwrap();
        let ours: Vec<_> = schedule(id, players)
            .unwrap()
            .iter()
            .map(|round| {
                let pairs: Vec<_> =
                    round.pairs.iter().map(|(white, black)| (white.get(), black.get())).collect();
                (round.round.get(), pairs, round.bye.map(Lot::get))
            })
            .collect();
        assert_eq!(ours, expected, "{id}");
    }
}

#[track_caller]
fn outcome_of(result: &str) -> Option<Outcome> {
    match result {
        "1-0" | "2-0" => Some(WHITE_WINS),
        "0-1" | "0-2" => Some(BLACK_WINS),
        "=" | "1/2-1/2" | "1-1" => Some(DRAW),
        "1-0F" => Some(Outcome::new(Score::WhiteWins, Reason::Forfeit)),
        "0-1F" => Some(Outcome::new(Score::BlackWins, Reason::Forfeit)),
        "-" | "*" | "" => None,
        other => panic!("unknown result {other:?}"),
    }
}

fn rounds_of(case: &Value) -> BTreeMap<u32, Vec<Game>> {
    let mut rounds = BTreeMap::<u32, Vec<Game>>::new();
    for game in case["input"]["games"].as_array().unwrap() {
        let outcome = outcome_of(game["res"].as_str().unwrap_or_default());
        let played = (number(&game["white"]), number(&game["black"]), outcome);
        rounds.entry(number(&game["round"])).or_default().push(played);
    }
    rounds
}

/// Returns played, points and Sonneborn-Berger by player.
fn figures(tournament: &Tournament) -> BTreeMap<u32, (u32, u32, u32)> {
    let ranking = table_of(tournament);
    let figures = |row: &Row| {
        let sonneborn_berger = ranking.value(row, TieBreak::SonnebornBerger).unwrap();
        (row.participant.get(), (row.played, row.points, sonneborn_berger))
    };
    ranking.rows.iter().map(figures).collect()
}

#[test]
fn round_robins_give_the_computed_points_and_sonneborn_berger() {
    let mut cases = 0;
    for case in test_data::json_lines("standings/cases.jsonl") {
        if case["kind"] != "rr" {
            continue;
        }
        cases += 1;
        let players = usize::try_from(number(&case["input"]["n"])).unwrap();
        let mut tournament = entered(Format::Manual, players);
        let rounds = rounds_of(&case);
        replay(&mut tournament, &rounds);
        let expected: BTreeMap<_, _> = case["expected"]["table"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let of = |field: &str| number(&row[field]);
                (of("id"), (of("played"), of("halfpoints"), of("sb")))
            })
            .collect();
        assert_eq!(figures(&tournament), expected, "case {}", case["case"]);
        if case["input"]["schedule"] == "ind8_achttal" {
            check_pairings_of_achttal(&rounds);
        }
    }
    assert_eq!(cases, 60, "the number of round robins in the data");
}

/// Checks that the games of a computed achttal are those of our own schedule.
#[track_caller]
fn check_pairings_of_achttal(rounds: &BTreeMap<u32, Vec<Game>>) {
    let mut tournament = entered(ACHTTAL, 8);
    for (number, games) in rounds {
        run(&mut tournament, &[pair(*number), open(*number), close(*number)]);
        let paired = tournament.round(round(*number)).unwrap().games().iter();
        let paired: Vec<_> =
            paired.map(|game| (game.pairing.white.get(), game.pairing.black.get())).collect();
        let expected: Vec<_> = games.iter().map(|(white, black, _)| (*white, *black)).collect();
        assert_eq!(paired, expected);
    }
}

/// Checks that the games of a real event give the points and Sonneborn-Berger computed for it.
#[track_caller]
fn check_event(name: &str) {
    let mut numbers = BTreeMap::<String, u32>::new();
    let mut rounds = BTreeMap::<String, Vec<Game>>::new();
    for line in test_data::csv(&format!("standings/{name}.results.csv")) {
        let [_, round, white, black, result, _] = line.try_into().unwrap();
        // Records without a result are notes; some of them do not even name two players.
        let Some(outcome) = outcome_of(&result).map(Some) else { continue };
        let mut number_of = |player: String| {
            let next = u32::try_from(numbers.len()).unwrap() + 1;
            *numbers.entry(player).or_insert(next)
        };
        rounds.entry(round).or_default().push((number_of(white), number_of(black), outcome));
    }
    let mut tournament = entered(Format::Manual, numbers.len());
    replay(&mut tournament, &rounds);
    let ours = figures(&tournament);
    let computed = test_data::csv(&format!("standings/{name}.computed_standings.csv"));
    let mut compared = 0;
    for line in computed {
        let [player, played, points, _, half_of_ours] = line.try_into().unwrap();
        let (whole, tenths) = half_of_ours.split_once('.').unwrap();
        let doubled = whole.parse::<u32>().unwrap() * 2 + u32::from(tenths == "5");
        let expected = (played.parse().unwrap(), points.parse().unwrap(), doubled);
        assert_eq!(ours[&numbers[&player]], expected, "{name}: {player}");
        compared += 1;
    }
    assert!(compared > 10, "{name}: only {compared} players");
}

#[test]
fn real_events_give_the_computed_points_and_sonneborn_berger() {
    for name in [
        "camp40_2004_arco_RR",
        "leman_open",
        "montpellier_A_2021",
        "nk2003_partial",
        "polish_team_2024",
        "wk2003_partial",
    ] {
        check_event(name);
    }
}
