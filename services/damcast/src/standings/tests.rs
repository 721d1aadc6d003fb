use serde_json::Value;

use super::{FORM, Standings};
use crate::question::language;

const COMMAND: Standings = Standings { explain: false, language: phrases::Language::English };

#[track_caller]
fn check(question: &str, expected: &str) {
    assert_eq!(COMMAND.answer(question.as_bytes()).line, expected, "{question}");
}

#[test]
fn tables_agree_with_the_oracle() {
    let cases = test_data::text("standings/cases.jsonl");
    let mut compared = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut question = case.clone();
        question.as_object_mut().unwrap().remove("expected");
        let answer = COMMAND.answer(question.to_string().as_bytes());
        let answer: Value = serde_json::from_str(&answer.line).unwrap();
        assert_eq!(answer["answer"], case["expected"], "{}: {answer}", case["case"]);
        assert_eq!(answer["case"], case["case"]);
        compared += 1;
    }
    assert_eq!(compared, 151);
}

#[test]
fn the_text_of_an_answer_is_fixed() {
    check(
        r#"{"case":"a","kind":"rr","input":{"regulation":"youth","n":2,"games":[{"round":1,"white":1,"black":2,"res":"="}]}}"#,
        r#"{"case":"a","answer":{"table":[{"id":1,"played":1,"halfpoints":1,"sb":1},{"id":2,"played":1,"halfpoints":1,"sb":1}],"tiers":[[1,2]],"playoffs":[{"place":1,"players":[1,2],"type":"match_of_two_then_single_games","first_game_white":2}],"voided":[]}}"#,
    );
    check(
        r#"{"case":"b","kind":"bonus_game","input":{"result":"D","white":{"men":4,"kings":1},"black":{"men":2,"kings":0}}}"#,
        r#"{"case":"b","answer":[104,96]}"#,
    );
}

#[test]
fn tables_are_explained_on_demand() {
    let command = Standings { explain: true, language: language("nl").unwrap() };
    let question = r#"{"case":"a","kind":"rr","input":{"regulation":"KK","n":3,"games":[
        {"round":1,"white":1,"black":2,"res":"1-0"},{"round":2,"white":3,"black":1,"res":"="},
        {"round":3,"white":2,"black":3,"res":"0-1"}],"withdrawn":[]}}"#;
    let answer = command.answer(question.replace('\n', "").as_bytes());
    let answer: Value = serde_json::from_str(&answer.line).unwrap();
    assert_eq!(
        answer["explanation"],
        serde_json::json!([
            "plaats 1 (1 en 3) vóór plaats 3 (2) op punten, 1½ tegen 0 (C art. 15)",
            "1 en 3 staan gelijk op de plaatsen 1 tot en met 2; een tweekamp van twee partijen en \
             daarna losse partijen met omgekeerde kleuren, tot de winnaar bekend is, 1 eerst met \
             wit (C art. 15)"
        ])
    );
}

#[test]
fn an_unreadable_line_is_answered_with_the_reason() {
    for (input, reason) in [
        (r#""kind":"chess","input":{}"#, "kind: unknown variant `chess`, expected one of `rr`, "),
        (r#""kind":"rr""#, "missing field `input`"),
        (
            r#""kind":"rr","input":{"regulation":"ZZ"}"#,
            "input.regulation: unknown variant `ZZ`, expected one of `KK`, ",
        ),
        (
            r#""kind":"rr","input":{"regulation":"KK","n":4000000000,"games":[]}"#,
            "input.n: 4000000000, a table has 1 to 2000 participants",
        ),
        (
            r#""kind":"rr","input":{"regulation":"KK","n":2,"games":[{"round":1,"white":1,"black":3,"res":"="}]}"#,
            "participant 3 is not entered",
        ),
        (
            r#""kind":"rr","input":{"regulation":"KK","n":2,"games":[{"round":0,"white":1,"black":2,"res":"="}]}"#,
            "input.games[0].round: 0 is no round: the first is 1",
        ),
        (
            r#""kind":"rr","input":{"regulation":"KK","n":2,"games":[{"round":1,"white":1,"black":2,"res":"2-0"}]}"#,
            "input.games[0].res: unknown variant `2-0`, expected one of `1-0`, ",
        ),
        (
            r#""kind":"team","input":{"regulation":"G","n":2,"boards":2,"matches":[{"round":1,"first":1,"second":2,"boards":[1,"x3"]}]}"#,
            "input.matches[0].boards[1]: \"x3\" is no result on a board, known are ",
        ),
        (
            r#""kind":"bonus_pool","input":{"n":2,"games":[{"round":1,"white":1,"black":2,"w":104,"b":97}]}"#,
            "input.games[0]: 104 and 97 are no hundredths of a game",
        ),
        (
            r#""kind":"bonus_game","input":{"result":"D","white":{"men":20,"kings":1},"black":{"men":0,"kings":0}}"#,
            "input.white: 20 men and 1 kings are no side's material",
        ),
        (
            r#""kind":"clubs_next","input":{"groups":[[1,2],["x"]]}"#,
            "input.groups[1][0]: invalid type: string \"x\", expected a whole number",
        ),
        (
            r#""kind":"team","input":{"regulation":"B","n":2,"boards":1,"matches":[]}"#,
            "input.group_level: missing, ",
        ),
        (
            r#""kind":"team","input":{"regulation":"G","n":2,"boards":1,"matches":[{"round":1,"first":1,"second":2,"boards":[1,1]}]}"#,
            "input.matches[0].boards: 2 boards instead of 1",
        ),
        (
            r#""kind":"points_ranking","input":{"class":"EK","seasons":[{"wp":[[4]],"kp_place":null}]}"#,
            "input.seasons[0].wp[0]: invalid length 1, expected a tuple of size 2",
        ),
    ] {
        let answer = COMMAND.answer(format!("{{\"case\":7,{input}}}").as_bytes());
        assert!(!answer.is_answered);
        let answer: Value = serde_json::from_str(&answer.line).unwrap();
        let error = answer["error"].as_str().unwrap();
        assert!(error.starts_with(reason), "{input}: {error}");
        assert_eq!(answer["case"], 7);
    }
}

const EIGHTS: &str = r#""KK":[1,2,3,4,5,6,7,8],"HAA":[11,12,13,14,15,16,17,18],"RHAA":[21,22,23,24,25,26,27,28],"HA":[31,32,33,34],"HA_declined":[]"#;

#[test]
fn c_art_9_11_and_12_absences_next_year_fill_and_empty_places() {
    let ask = |absent: &str| {
        format!(r#"{{"case":1,"kind":"achttallen_next","input":{{{EIGHTS},"absent":{absent}}}}}"#)
    };
    // Nobody is absent: the same places, and no effects.
    check(
        &ask("[]"),
        r#"{"case":1,"answer":{"KK":[1,2,3,4,5,6,11,12],"HAA":[7,8,13,14,15,16,21,22],"RHAA":[17,18,23,24,25,26,31,32],"to_HA":[27,28],"filled":[],"empty":[],"requalify":[]}}"#,
    );
    // Longer than a year: number 3 of HAA fills the place in KK, number 3 of RHAA that in HAA, number 3 of HA
    // that in RHAA (C art. 9); the player has to qualify again (C art. 11).
    check(
        &ask(r#"[[3,"longer"]]"#),
        r#"{"case":1,"answer":{"KK":[1,2,13,4,5,6,11,12],"HAA":[7,8,23,14,15,16,21,22],"RHAA":[17,18,33,24,25,26,31,32],"to_HA":[27,28],"filled":[{"class":"KK","place":3,"player":13},{"class":"HAA","place":3,"player":23},{"class":"RHAA","place":3,"player":33}],"empty":[],"requalify":[3]}}"#,
    );
    // One year in KK: the place stays empty (C art. 12). In RHAA it is filled (C art. 11).
    check(
        &ask(r#"[[3,"one_year"],[23,"one_year"]]"#),
        r#"{"case":1,"answer":{"KK":[1,2,3,4,5,6,11,12],"HAA":[7,8,13,14,15,16,21,22],"RHAA":[17,18,33,24,25,26,31,32],"to_HA":[27,28],"filled":[{"class":"RHAA","place":3,"player":33}],"empty":[3],"requalify":[23]}}"#,
    );
    let answer = COMMAND.answer(ask(r#"[[99,"longer"]]"#).as_bytes());
    assert!(answer.line.contains("99 is announced as absent, but has no place"), "{}", answer.line);
}

#[test]
fn b_art_3_number_2_of_the_group_below_takes_the_place_of_an_absent_club() {
    check(
        r#"{"case":1,"kind":"clubs_next","input":{"groups":[[1,2,3,4],[5,6,7,8],[9,10,11,12]],"absent":[2],"entered":[13]}}"#,
        r#"{"case":1,"answer":{"groups":[[1,6,3,5],[4,10,7,9],[8,11,12,13]]}}"#,
    );
    check(
        r#"{"case":1,"kind":"clubs_next","input":{"groups":[[1,2,3,4],[5,6,7,8,9]],"higher_of_merged":[5,7,8]}}"#,
        r#"{"case":1,"answer":{"groups":[[1,2,3,5],[4,7,6],[8,9]]}}"#,
    );
}

#[test]
fn a_bad_line_costs_no_other_an_answer() {
    let good = r#"{"case":1,"kind":"bonus_game","input":{"result":"W","white":{"men":1,"kings":0},"black":{"men":1,"kings":0}}}"#;
    let input = format!("{good}\nnonsense\n\n{good}\n");
    let mut answers = Vec::new();
    let all = FORM.answer_all(input.as_bytes(), &mut answers, |line| COMMAND.answer(line));
    assert!(!all.unwrap());
    let answers = String::from_utf8(answers).unwrap();
    let lines: Vec<_> = answers.lines().collect();
    assert_eq!(lines[0], r#"{"case":1,"answer":[200,0]}"#);
    assert!(lines[1].starts_with(r#"{"case":null,"error":"not JSON"#));
    assert_eq!(lines[2], lines[0]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_member_that_is_not_known_is_an_error_in_every_kind() {
    for (input, place) in [
        (r#""kind":"rr","input":{},"inputs":1"#, "inputs"),
        (r#""kind":"rr","input":{"regulation":"KK","n":2,"games":[],"no":1}"#, "input.no"),
        (
            r#""kind":"rr","input":{"regulation":"KK","n":2,"games":[{"round":1,"no":1}]}"#,
            "input.games[0].no",
        ),
        (r#""kind":"team","input":{"no":1}"#, "input.no"),
        (r#""kind":"team","input":{"matches":[{"no":1}]}"#, "input.matches[0].no"),
        (r#""kind":"bonus_game","input":{"white":{"men":1,"king":0}}"#, "input.white.king"),
        (r#""kind":"bonus_pool","input":{"games":[{"res":"="}]}"#, "input.games[0].res"),
        (r#""kind":"bonus_final","input":{"pool1":[{"men":1}]}"#, "input.pool1[0].men"),
        (
            r#""kind":"achttallen_next","input":{"HA":[],"HAA":[],"KK":[],"RHAA":[],"HA_declined":[],"away":[[3,"longer"]]}"#,
            "input.away",
        ),
        (r#""kind":"clubs_next","input":{"groups":[],"enter":[]}"#, "input.enter"),
        (r#""kind":"points_ranking","input":{"seasons":[{"kp":1}]}"#, "input.seasons[0].kp"),
    ] {
        let answer = COMMAND.answer(format!("{{\"case\":7,{input}}}").as_bytes());
        let answer: Value = serde_json::from_str(&answer.line).unwrap();
        let error = answer["error"].as_str().unwrap();
        assert!(error.starts_with(&format!("{place}: unknown field ")), "{input}: {error}");
    }
}
