//! How games end by their rules: the rows of the oracle, and what they leave open.

mod common;
mod ends;

use draughts::{Color, Move, Position, RuleSet, Square, fen};
use ends::{Table, find};
use serde_json::Value;

const FMJD: RuleSet = RuleSet::International;
const OF_2006: RuleSet = RuleSet::International2006;
const BOXED: RuleSet = RuleSet::Boxed12200;
const FRISIAN: RuleSet = RuleSet::Frisian;

fn any(_: &Move) -> bool {
    true
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn texts<'a>(row: &'a Value, name: &str) -> Vec<&'a str> {
    let list = row.get(name).map(|list| list.as_array().expect("a list"));
    list.into_iter().flatten().map(|text| text.as_str().expect("a text")).collect()
}

/// Checks a position at which both counts end with one more ply, and the ply before.
#[track_caller]
fn check_limit(rules: RuleSet, text: &str, plies: u32, verdict: &str) {
    let mut table = Table::new(rules, text);
    assert_eq!(table.wander(plies - 1, any).wander_on(any), verdict, "{rules} {text}");
}

#[test]
fn games_end_as_the_oracle_has_them() {
    let rows = common::lines("rules/endings.jsonl");
    assert_eq!(rows.len(), 55);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let rules = match row["rules"].as_str().expect("rules") {
            "intl-fmjd" => FMJD,
            "intl-2006" => OF_2006,
            other => other.parse().expect("rules"),
        };
        let mut table = Table::new(rules, row["fen"].as_str().expect("a FEN"));
        assert_eq!(table.verdict(), "-", "{id}: the start");
        let verdicts: Vec<String> =
            texts(&row, "moves").into_iter().map(|text| table.play(text)).collect();
        assert_eq!(verdicts, texts(&row, "verdicts"), "{id}");
        for text in texts(&row, "legal_next") {
            assert!(find(&table.position, text).is_some(), "{id}: {text}");
        }
        for text in texts(&row, "illegal_next") {
            assert!(find(&table.position, text).is_none(), "{id}: {text}");
        }
    }
}

#[test]
fn an_ending_counts_from_the_position_in_which_it_stands() {
    for (rules, text, plies, verdict) in [
        (FMJD, "W:WK46,K47,K48:BK3", 32, "D:F16"),
        (FMJD, "W:WK46,K47,35:BK3", 32, "D:F16"),
        (FMJD, "W:WK47,35,45:BK3", 32, "D:F16"),
        (FMJD, "B:WK46,K47,35:BK3", 32, "D:F16"),
        (FMJD, "B:WK3:BK46,K47,16", 32, "D:F16"),
        (FMJD, "W:WK47,K46:BK3", 10, "D:F5"),
        (FMJD, "B:WK47:BK3,K4", 10, "D:F5"),
        (FMJD, "B:WK47:BK3", 10, "D:F5"),
        (FMJD, "W:WK47,35:BK3", 50, "D:25"),
        (FMJD, "W:WK46,K47,35,45:BK3", 50, "D:25"),
        (FMJD, "W:WK46,K47:BK3,K4", 50, "D:25"),
        (OF_2006, "W:WK46,K47,K48:BK3", 32, "D:D5"),
        (OF_2006, "B:WK3:BK46,K47,K48", 32, "D:D5"),
        (OF_2006, "W:WK47,K46:BK3", 10, "D:D6"),
        (OF_2006, "B:WK47:BK3", 10, "D:D6"),
        (OF_2006, "W:WK46,K47:BK3,K4", 50, "D:25"),
        // As many king moves as moves: the article that comes first is named.
        (OF_2006, "W:WK47,35:BK3", 50, "D:25"),
    ] {
        check_limit(rules, text, plies, verdict);
    }
}

#[test]
fn the_move_that_brings_an_ending_does_not_count() {
    // The lone king takes the fourth piece: 3 kings against 1.
    let mut table = Table::new(FMJD, "B:WK46,K47,K48,28:BK5");
    table.go_on(&["5x32", "46-5"]);
    assert_eq!(table.running(), ["FMJD 25-move rule 0/25", "FMJD 16-move rule 0/16"]);

    let mut table = Table::new(FMJD, "W:WK47,6:BK25");
    table.go_on(&["6-1"]);
    assert_eq!(table.running(), ["FMJD 5-move rule 0/5"]);
    assert_eq!(table.wander(9, any).wander_on(any), "D:F5");

    let mut table = Table::new(OF_2006, "W:WK46,K47,6:BK25");
    table.go_on(&["6-1"]);
    assert_eq!(table.running(), ["D5 0/16"]);
    assert_eq!(table.wander(31, any).wander_on(any), "D:D5");
}

#[test]
fn clocks_of_the_fmjd_never_restart() {
    // A promotion goes on counting the sixteen moves.
    let mut table = Table::new(FMJD, "W:WK47,6,45:BK25");
    table.wander(10, any).go_on(&["6-1"]).wander(20, any);
    assert_eq!(table.running(), ["FMJD 25-move rule 10/25", "FMJD 16-move rule 15/16"]);
    assert_eq!(table.wander_on(any), "D:F16");

    // So does the promotion that is itself the last of them.
    let mut table = Table::new(FMJD, "B:WK47,6,45:BK25");
    table.wander(31, any);
    assert_eq!(table.play("6-1"), "D:F16");

    // And so does a man that is lost, though nothing would count the pieces that are left.
    let mut table = Table::new(FMJD, "W:WK1,39,45:BK25");
    table.wander(4, |mv| mv.from() != square(25)).wander(0, any);
    assert_eq!(table.running(), ["FMJD 25-move rule 2/25", "FMJD 16-move rule 2/16"]);
}

#[test]
fn the_regulation_of_2006_restarts_its_counts() {
    // Promotion on what would be the last move.
    let mut table = Table::new(OF_2006, "B:WK47,6,45:BK25");
    table.go_on(&["25-20", "45-40"]).wander(47, any).go_on(&["6-1"]);
    assert_eq!(table.running(), ["D4b 0/25"]);

    // With a man's move in between so that D3 does not count.
    let mut table = Table::new(OF_2006, "B:WK47,6,45:BK25");
    table.go_on(&["25-3", "45-40"]).wander(47, any);
    assert_eq!(table.wander_on(any), "D:D4b");
}
