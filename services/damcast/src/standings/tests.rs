use serde_json::Value;

use super::{FORM, Standings};
use crate::question::{ExplanationLanguage, language};

const COMMAND: Standings = Standings {
    explain: false,
    explanation: ExplanationLanguage { language: phrases::Language::English },
};

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
    let command = Standings {
        explain: true,
        explanation: ExplanationLanguage { language: language("nl").unwrap() },
    };
    let question = r#"{"case":"a","kind":"rr","input":{"regulation":"youth","n":3,"games":[
        {"round":1,"white":1,"black":2,"res":"1-0"},{"round":2,"white":3,"black":1,"res":"="},
        {"round":3,"white":2,"black":3,"res":"0-1"}],"withdrawn":[]}}"#;
    let answer = command.answer(question.replace('\n', "").as_bytes());
    let answer: Value = serde_json::from_str(&answer.line).unwrap();
    assert_eq!(
        answer["explanation"],
        serde_json::json!([
            "plaats 1 (1 en 3) vóór plaats 3 (2) op punten, 1½ tegen 0 (E art. 5)",
            "1 en 3 staan gelijk op de plaatsen 1 tot en met 2; een tweekamp van twee partijen en \
             daarna losse partijen met omgekeerde kleuren, tot de winnaar bekend is, 1 eerst met \
             wit (E art. 5)"
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
    // Longer than a year: number 3 of HAA fills the place in KK, number 3 of RHAA that in HAA,
    // number 3 of HA that in RHAA (C art. 9); the player has to qualify again (C art. 11).
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
        r#"{"case":1,"answer":{"groups":[[1,2,3,5],[4,7,6,8,9]]}}"#,
    );
}

#[track_caller]
fn check_error(kind: &str, input: &str, error: &str) {
    let question = format!(r#"{{"case":1,"kind":"{kind}","input":{input}}}"#);
    let answer: Value = serde_json::from_str(&COMMAND.answer(question.as_bytes()).line).unwrap();
    assert_eq!(answer["error"].as_str().unwrap(), error, "{question}");
}

#[test]
fn b_art_2_groups_of_clubs_have_their_sizes() {
    let sized = "every group has four, and the lowest four to seven (B art. 2)";
    for (groups, found) in [
        ("[[1,2,3,4],[5,6,7,8,9,10,11,12]]", "group 2 has 8 teams"),
        ("[[1,2,3,4,5,6],[7,8,9,10,11,12]]", "group 1 has 6 teams"),
        ("[[1,2,3,4],[5,6,7]]", "group 2 has 3 teams"),
    ] {
        check_error(
            "clubs_next",
            &format!(r#"{{"groups":{groups}}}"#),
            &format!("{found}: {sized}"),
        );
    }
    check_error(
        "clubs_next",
        r#"{"groups":[[1,2,3,4],[5,6,7,8],[9,10,11,12]],"higher_of_merged":[5]}"#,
        "5 is not in the last group, which is the one that was merged (B art. 3)",
    );
}

#[test]
fn c_art_2_and_d_art_4_a_table_has_the_size_of_its_class() {
    let rr =
        |regulation: &str, n: u32| format!(r#"{{"regulation":"{regulation}","n":{n},"games":[]}}"#);
    for (regulation, n, error) in [
        ("KK", 3, "input.n: C art. 7 gives no table for 3 in an eight: it is for 8"),
        ("RHAA", 7, "input.n: C art. 7 gives no table for 7 in an eight: it is for 8"),
        ("HA", 12, "input.n: 12 entrants in HA play by the Swiss system"),
    ] {
        check_error("rr", &rr(regulation, n), error);
    }
}

#[test]
fn c_art_15_nothing_is_prescribed_before_everybody_has_met() {
    let games = |res: &str| {
        format!(
            r#"{{"regulation":"youth","n":2,"games":[{{"round":1,"white":1,"black":2,"res":{res}}}]}}"#
        )
    };
    for (kind, input) in [
        ("rr", games("null")),
        ("rr", r#"{"regulation":"KK","n":8,"games":[]}"#.to_owned()),
        ("team", r#"{"regulation":"G","n":3,"boards":4,"matches":[]}"#.to_owned()),
        ("bonus_pool", r#"{"n":8,"games":[]}"#.to_owned()),
    ] {
        let question = format!(r#"{{"case":1,"kind":"{kind}","input":{input}}}"#);
        let answer: Value =
            serde_json::from_str(&COMMAND.answer(question.as_bytes()).line).unwrap();
        let prescribed = if kind == "bonus_pool" { "blitz" } else { "playoffs" };
        assert_eq!(answer["answer"][prescribed], serde_json::json!([]), "{question}");
    }
}

#[test]
fn b_art_6_a_board_that_is_empty_on_both_sides_is_lost_by_both() {
    check(
        r#"{"case":1,"kind":"team","input":{"regulation":"B","group_level":2,"n":2,"boards":2,"matches":[{"round":1,"first":1,"second":2,"boards":["x12",2]}]}}"#,
        r#"{"case":1,"answer":{"table":[{"id":1,"match_halfpoints":2,"board_halfpoints":2,"sb":0},{"id":2,"match_halfpoints":0,"board_halfpoints":0,"sb":0}],"tiers":[[1],[2]],"playoffs":[]}}"#,
    );
}

#[test]
fn regulation_2006_art_14a_and_14d_a_draw_has_pieces_and_a_pool_is_in_order() {
    check_error(
        "bonus_game",
        r#"{"result":"D","white":{"men":0,"kings":0},"black":{"men":2,"kings":0}}"#,
        "input.white: no pieces, and a game in which a side has none is not drawn",
    );
    let line = |id: u32, points: u32| format!(r#"{{"id":{id},"hundredths":{points},"wins":0}}"#);
    let pools = |second: u32| {
        let pool1 = format!("[{},{}]", line(1, 200), line(2, second));
        format!(r#"{{"pool1":{pool1},"pool2":[{},{}]}}"#, line(3, 250), line(4, 240))
    };
    check_error(
        "bonus_final",
        &pools(300),
        "player 2 has more points than the one before: a pool is in the order of its places",
    );
    // Equal points are in the order of their blitz games (14c).
    let question = format!(r#"{{"case":1,"kind":"bonus_final","input":{}}}"#, pools(200));
    assert!(COMMAND.answer(question.as_bytes()).is_answered);
}

#[test]
fn a_art_2_ek_has_kk_haa_and_the_four_best_of_rhaa() {
    check(
        &format!(r#"{{"case":1,"kind":"achttallen_next","input":{{{EIGHTS},"EK":true}}}}"#),
        r#"{"case":1,"answer":{"KK":[1,2,3,4,5,6,11,12],"HAA":[7,8,13,14,15,16,21,22],"RHAA":[17,18,23,24,25,26,31,32],"to_HA":[27,28],"EK":[1,2,3,4,5,6,11,12,7,8,13,14,15,16,21,22,17,18,23,24],"EK_or_HA":[25,26,31,32]}}"#,
    );
}

#[test]
fn f_art_5_and_f12_1_prizes_are_by_class_and_money_is_shared_on_equal_points() {
    check(
        r#"{"case":1,"kind":"prizes","input":{"categories":"frisian","table":[{"id":4,"place":1,"halfpoints":9,"class":"HAA"},{"id":1,"place":2,"halfpoints":9,"class":"HA"},{"id":2,"place":3,"halfpoints":8,"class":"KK"},{"id":5,"place":4,"halfpoints":7,"class":null},{"id":3,"place":5,"halfpoints":6,"class":"KK","withdrawn":true},{"id":6,"place":6,"halfpoints":5,"class":"x"}],"money":{"":[5000,2501],"A":[1000]}}}"#,
        r#"{"case":1,"answer":{"prizes":{"":[{"prize":1,"id":4,"place":1,"cents":3751},{"prize":2,"id":1,"place":2,"cents":3750},{"prize":3,"id":2,"place":3,"cents":0},{"prize":4,"id":5,"place":4,"cents":0},{"prize":5,"id":6,"place":6,"cents":0}],"A":[{"prize":1,"id":4,"place":1,"cents":1000},{"prize":2,"id":2,"place":3,"cents":0}],"B":[{"prize":1,"id":1,"place":2,"cents":0}],"C":[{"prize":1,"id":5,"place":4,"cents":0}]},"left_out":[{"id":3,"reason":"withdrawn"},{"id":6,"reason":"unknown_class"}]}}"#,
    );
}

#[test]
fn appendix_4_the_list_of_a_year_has_sp_and_tp_by_class_and_the_best_of_all() {
    check(
        r#"{"case":1,"kind":"points_list","input":{"players":[{"name":"Ids","class":"2","seasons":[{"wp":[[8,1]],"kp_place":3},{"wp":[[4,2]],"kp_place":null}]},{"name":"Jel","class":"1","seasons":[{"wp":[],"kp_place":1}]},{"name":"Klaas","class":"3","seasons":[{"wp":[[4,1],[4,1],[4,1]],"kp_place":1},{"wp":[[4,1]],"kp_place":null}]}]}}"#,
        r#"{"case":1,"answer":{"list":[{"name":"Jel","class":"1","SP":4,"TP":4,"last4":4,"next_class":"1","may_go_down":false},{"name":"Ids","class":"2","SP":1,"TP":5,"last4":5,"next_class":"2","may_go_down":false},{"name":"Klaas","class":"3","SP":2,"TP":12,"last4":12,"next_class":"2","may_go_down":false}],"best":["Jel"]}}"#,
    );
    check_error(
        "points_list",
        r#"{"players":[{"name":"Ids","class":"2","seasons":[{"wp":[[4,1],[4,5]],"kp_place":1}]}]}"#,
        "input.players[0].seasons[0].wp[1]: 5 is no place of 4 players",
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
