//! Pairings agree with every record of the oracle; other lines are answered with an error.

use phrases::Language;
use serde_json::Value;

use super::*;

const NO_REPORT: Report = Report { trf: None, round: None, total_rounds: None };
const PLAIN: Pair = Pair {
    explain: false,
    explanation: ExplanationLanguage { language: Language::English },
    report: NO_REPORT,
};

fn explaining(language: Language) -> Pair {
    let explanation = ExplanationLanguage { language };
    Pair { explain: true, explanation, report: NO_REPORT }
}

fn oracle() -> String {
    test_data::text("swiss/cases.jsonl.gz")
}

/// Answers lines; returns true beside the answers if all could be answered.
fn answers(pair: &Pair, input: &str) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let all = FORM.answer_all(input.as_bytes(), &mut output, |line| pair.answer(line)).unwrap();
    (String::from_utf8(output).unwrap().lines().map(str::to_owned).collect(), all)
}

/// Returns the part of a text from one word up to another.
#[track_caller]
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap();
    let (part, _) = rest.split_once(to).unwrap();
    part
}

/// Returns the expected answer of a record.
fn expected(record: &str) -> String {
    let case = between(record, r#"{"case":"#, ",");
    let standings = between(record, r#""standings":["#, "]");
    let answer = if record.contains(r#""final_ranking""#) {
        let ranking = between(record, r#""final_ranking":"#, r#","expected""#);
        format!(r#""final_ranking":{ranking}"#)
    } else if record.contains(r#""no_legal_pairing":true"#) {
        r#""no_legal_pairing":true"#.to_owned()
    } else {
        format!(r#""pairs":{}"#, between(record, r#""pairs":"#, r#","groups""#))
    };
    format!(r#"{{"case":{case},{answer},"standings":[{standings}]}}"#)
}

#[test]
fn every_record_is_answered_as_the_oracle_has_it() {
    let oracle = oracle();
    let mut questions = String::new();
    for record in oracle.lines() {
        let mut question: Value = serde_json::from_str(record).unwrap();
        let members = question.as_object_mut().unwrap();
        members.retain(|name, _| {
            ["case", "round", "total_rounds", "first_round", "players"].contains(&name.as_str())
        });
        questions.push_str(&format!("{question}\n"));
    }
    let (answers, all) = answers(&PLAIN, &questions);
    let expected: Vec<String> = oracle.lines().map(expected).collect();
    assert_eq!(answers, expected);
    assert!(all);
    assert_eq!(answers.len(), 262);
}

#[test]
fn every_record_is_explained_in_every_language() {
    for language in Language::ALL {
        let pair = explaining(language);
        let (answers, all) = answers(&pair, &oracle());
        assert!(all);
        for answer in &answers {
            let answer: Value = serde_json::from_str(answer).unwrap();
            let texts = answer["explanation"].as_array().unwrap();
            let pairs = answer["pairs"].as_array().map_or(0, Vec::len);
            let is_free = answer["bye"].is_number();
            assert!(texts.len() >= pairs + usize::from(is_free), "{answer}");
            assert!(!texts.is_empty(), "{answer}");
        }
    }
}

const THREE: &str = r#"{"case":"a","round":2,"total_rounds":3,"first_round":"D1","players":[
    {"id":1,"lot":1,"name":"Ids","available":true,"history":[{"k":"BYE"}]},
    {"id":2,"lot":2,"available":true,"history":[{"k":"P","opp":3,"col":"W","pts":2}]},
    {"id":3,"lot":3,"name":"Jel","available":true,"history":[{"k":"P","opp":2,"col":"B","pts":0}]}
    ]}"#;

fn three() -> String {
    THREE.replace('\n', "")
}

#[track_caller]
fn check_explained(language: Language, input: &str, expected: &[&str]) {
    let (answers, _) = answers(&explaining(language), input);
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    assert_eq!(answer["explanation"], Value::from(expected.to_vec()), "{answer}");
}

#[test]
fn names_stand_for_numbers_where_it_is_explained() {
    check_explained(
        Language::English,
        &three(),
        &[
            "Jel has the bye (KNDB F1): there is no possible opponent in the group (KNDB C2)",
            "Ids has White against 2: 2 gets the preferred colour, Ids has not played yet (KNDB E1)",
        ],
    );
}

#[test]
fn no_legal_pairing_is_explained() {
    // Nobody has a second bye (KNDB B1b).
    let alone = r#"{"case":1,"round":2,"total_rounds":3,"players":[
        {"id":1,"lot":1,"available":true,"history":[{"k":"BYE"}]}]}"#
        .replace('\n', "");
    let (answers, all) = answers(&PLAIN, &alone);
    let expected = r#"{"case":1,"no_legal_pairing":true,"standings":[{"id":1,"points":2,"ws":1,"wp":1,"sb":1}]}"#;
    assert_eq!((answers, all), (vec![expected.to_owned()], true));
    check_explained(
        Language::Frisian,
        &alone,
        &[
            "der is gjin tastiene yndieling: hoe dan ek wurdt KNDB B1 of KNDB B2 skeind, en de arbiter \
           beslist (KNDB C9)",
        ],
    );
}

#[test]
fn a_finished_tournament_is_ranked() {
    let over = three().replace(r#""total_rounds":3"#, r#""total_rounds":1"#);
    check_explained(
        Language::Dutch,
        &over,
        &["de volgorde gaat naar punten, WP, SB en lotingsnummer (KNDB F12)"],
    );
}

#[track_caller]
fn check_error(what: &str, with: &str, error: &str) {
    let input = three().replace(what, with);
    assert_ne!(input, three(), "{what}");
    let answer = PLAIN.answer(input.as_bytes());
    let error = Value::from(error);
    assert_eq!(answer.line, format!(r#"{{"case":"a","error":{error}}}"#), "{with}");
    assert!(!answer.is_answered);
}

#[test]
fn an_unreadable_line_is_answered_with_the_reason() {
    check_error(r#""round":2"#, r#""round":0"#, "round: 0 is no round: the first is 1");
    check_error(
        r#""round":2"#,
        r#""round":-2"#,
        "round: invalid value: integer `-2`, expected a whole number from 0 to 4294967295",
    );
    check_error(r#""round":2,"#, "", "missing field `round`");
    check_error(r#""round":2"#, r#""round":5"#, "round 5 cannot be paired: there are 3 rounds");
    check_error(r#""round":2"#, r#""round":3"#, "player 1 has 1 past rounds instead of 2");
    check_error(
        r#""total_rounds":3"#,
        r#""total_rounds":1000"#,
        "a Swiss tournament has at most 100 rounds",
    );
    check_error(r#""D1""#, r#""D3""#, "first_round: unknown variant `D3`, expected `D1` or `D2`");
    check_error(
        r#""players""#,
        r#""player""#,
        "player: unknown field `player`, expected one of `case`, `round`, `total_rounds`, \
         `first_round`, `players`",
    );
    check_error(
        r#""lot":2,"available""#,
        r#""lot":2,"club":"a","available""#,
        "players[1].club: unknown field `club`, expected one of `id`, `lot`, `name`, `available`, \
         `history`",
    );
    check_error(
        r#"{"k":"BYE"}"#,
        r#"{"k":"BYE","opp":2}"#,
        "players[0].history[0].opp: unknown field `opp`, there are no fields",
    );
    check_error(
        r#""history":[{"k":"BYE"}]"#,
        r#""history":{}"#,
        "players[0].history: invalid type: map, expected a sequence",
    );
    check_error(
        r#""lot":2,"available":true"#,
        r#""lot":2,"available":1"#,
        "players[1].available: invalid type: integer `1`, expected a boolean",
    );
    check_error(r#""lot":2"#, r#""lot":1"#, "lot 1 is given twice");
    check_error(r#""id":2"#, r#""id":1"#, "player 1 is entered twice");
    check_error(
        r#"{"k":"BYE"}"#,
        r#"{"k":"FREE"}"#,
        "players[0].history[0]: unknown variant `FREE`, expected one of `P`, `Z`, `A`, `1R`, `0R`, \
         `BYE`, `HPB`, `NP`",
    );
    check_error(
        r#""pts":2"#,
        r#""pts":3"#,
        "players[1].history[0].pts: half points of a game are 0, 1 or 2, not 3",
    );
    check_error(
        r#""col":"W""#,
        r#""col":"Z""#,
        "players[1].history[0].col: unknown variant `Z`, expected `W` or `B`",
    );
    check_error(r#""pts":0"#, r#""pts":1"#, "players 2 and 3 do not agree about round 1");
    check_error(r#""opp":3"#, r#""opp":9"#, "player 2 met player 9 in round 1, who is not entered");
}

#[test]
fn a_bad_line_costs_no_other_an_answer() {
    let input = format!("nonsense\n\n[]\n{}\n{{\"case\":7}}\n", three());
    let (answers, all) = answers(&PLAIN, &input);
    assert!(!all);
    assert_eq!(
        answers,
        [
            r#"{"case":null,"error":"not JSON: expected ident at line 1 column 2"}"#,
            r#"{"case":null,"error":"not a JSON object"}"#,
            &PLAIN.answer(three().as_bytes()).line,
            r#"{"case":7,"error":"missing field `round`"}"#,
        ]
    );
    assert_eq!(
        answers[2],
        "{\"case\":\"a\",\"pairs\":[[1,2]],\"bye\":3,\"standings\":[\
         {\"id\":1,\"points\":2,\"ws\":1,\"wp\":1,\"sb\":1},\
         {\"id\":2,\"points\":2,\"ws\":2,\"wp\":0,\"sb\":0},\
         {\"id\":3,\"points\":0,\"ws\":0,\"wp\":2,\"sb\":0}]}"
    );
}
