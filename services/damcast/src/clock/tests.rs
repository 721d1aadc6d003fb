//! Simulated clocks, by lines of JSON.

use super::simulate::answer;
use serde_json::{Value, json};

/// Returns the answer to a line, as JSON.
#[track_caller]
fn answered(question: &Value) -> Value {
    let answer = answer(question.to_string().as_bytes());
    assert!(answer.is_answered, "{}", answer.line);
    serde_json::from_str(&answer.line).unwrap()
}

/// Checks the error of a line that cannot be read.
#[track_caller]
fn refused(question: &Value, error: &str) {
    let answer = answer(question.to_string().as_bytes());
    assert!(!answer.is_answered);
    let expected = json!({ "id": question.get("id"), "error": error });
    assert_eq!(serde_json::from_str::<Value>(&answer.line).unwrap(), expected);
}

/// Returns the types and moments of the events, and the reasons of refusals.
#[track_caller]
fn events_of(question: &Value) -> Vec<String> {
    let answer = answered(question);
    let events = answer["events"].as_array().unwrap().iter();
    let described = events.map(|event| {
        let reason = event.get("reason").and_then(Value::as_str).map(|text| format!(": {text}"));
        let kind = event["type"].as_str().unwrap();
        format!("{} {}{}", event["at_ms"], kind, reason.unwrap_or_default())
    });
    described.collect()
}

#[test]
fn the_text_of_an_answer_is_fixed() {
    let question = r#"{"id":7,"control":"80m + 60s","events":[{"at_ms":0,"type":"start"},{"at_ms":30000,"type":"press"}],"at":[60000]}"#;
    let answer = answer(question.as_bytes());
    let expected = concat!(
        r#"{"id":7,"events":[{"type":"started","at_ms":0,"control":"4800+60"},"#,
        r#"{"type":"pressed","at_ms":30000,"by":"white","remaining_ms":4830000}],"#,
        r#""states":[{"at_ms":60000,"white_ms":4830000,"black_ms":4770000,"running":"black","#,
        r#""paused":false,"flag":null,"forfeit":null,"deadline_ms":4830000,"#,
        r#""white":{"used_ms":30000,"given_ms":4860000,"moves":1,"stage":1,"moves_to_go":null,"#,
        r#""increment":"fischer","increment_ms":60000,"absent":false},"#,
        r#""black":{"used_ms":30000,"given_ms":4800000,"moves":0,"stage":1,"moves_to_go":null,"#,
        r#""increment":"fischer","increment_ms":60000,"absent":false}}]}"#,
    );
    assert_eq!(answer.line, expected);
}

#[test]
fn a_press_under_way_when_the_deadline_passes_is_in_time_within_the_grace() {
    let question = |grace_ms: u64| {
        json!({
            "id": 1, "control": "60", "grace_ms": grace_ms, "at": [60_400, 60_200],
            "events": [
                { "at_ms": 0, "type": "start" },
                { "at_ms": 59_500, "received_ms": 60_400, "type": "press", "by": "white" },
            ],
        })
    };
    assert_eq!(events_of(&question(2_000)), ["0 started", "59500 pressed"]);
    let states = answered(&question(2_000))["states"].clone();
    assert_eq!((&states[0]["white_ms"], &states[0]["running"]), (&json!(500), &json!("black")));
    assert_eq!((&states[1]["white_ms"], &states[1]["running"]), (&json!(0), &json!("white")));
    assert_eq!(
        events_of(&question(100)),
        ["0 started", "60000 flag_fell", "60400 refused: the flag of White has fallen"]
    );
}

#[test]
fn art_20_5_a_press_at_the_very_deadline_is_in_time_also_without_a_grace() {
    for (press, expected) in [
        (60_000, ["0 started", "60000 pressed"].as_slice()),
        (60_001, &["0 started", "60000 flag_fell", "60001 refused: the flag of White has fallen"]),
    ] {
        let question = json!({
            "id": 1, "control": "60",
            "events": [{ "at_ms": 0, "type": "start" }, { "at_ms": press, "type": "press" }],
        });
        assert_eq!(events_of(&question), expected, "{press}");
    }
}

#[test]
fn rule_3_of_2006_a_player_who_comes_at_the_very_hour_is_in_time() {
    for (come, expected) in [
        (
            3_600_000,
            ["0 opened", "0 marked_absent", "3600000 marked_present", "3600000 started"].as_slice(),
        ),
        (
            3_600_001,
            &[
                "0 opened",
                "0 marked_absent",
                "3600000 absence_exceeded",
                "3600001 refused: Black did not come in time",
                "3600001 refused: Black did not come in time",
            ],
        ),
    ] {
        let question = json!({
            "id": 1, "control": "tournament-2006", "events": [
                { "at_ms": 0, "type": "start", "running": "black" },
                { "at_ms": 0, "type": "absent", "color": "black", "article": "2006 art. 3" },
                { "at_ms": come, "type": "present", "color": "black" },
                { "at_ms": come, "type": "press" },
            ],
        });
        assert_eq!(events_of(&question), expected, "{come}");
    }
}

#[test]
fn regulation_c_art_3_a_move_that_is_made_again_gets_its_minute_once() {
    let question = json!({
        "id": 2, "control": "frisian-championship", "events": [
            { "at_ms": 0, "type": "start" },
            { "at_ms": 5_000, "type": "press" },
            { "at_ms": 8_000, "type": "takeback" },
            { "at_ms": 9_000, "type": "press" },
        ], "at": [8_000, 9_000],
    });
    let states = answered(&question)["states"].clone();
    for (state, moves, left) in [(&states[0], 0, 4_855_000), (&states[1], 1, 4_854_000)] {
        let white = &state["white"];
        assert_eq!((&white["given_ms"], &white["moves"]), (&json!(4_860_000), &json!(moves)));
        assert_eq!(state["white_ms"], json!(left));
    }
}

#[test]
fn each_type_of_event_is_answered() {
    let question = json!({
        "id": "all", "control": "tournament-2006", "events": [
            { "at_ms": 0, "type": "start", "running": "black" },
            { "at_ms": 0, "type": "absent", "color": "black", "article": "2006 art. 3" },
            { "at_ms": 1_000, "type": "present", "color": "black" },
            { "at_ms": 2_000, "type": "press" },
            { "at_ms": 3_000, "type": "press" },
            { "at_ms": 4_000, "type": "takeback", "moves": [0, 0] },
            { "at_ms": 5_000, "type": "pause" },
            { "at_ms": 6_000, "type": "adjust", "color": "white", "remaining_ms": 9_000,
              "reason": "spilt coffee" },
            { "at_ms": 7_000, "type": "resume" },
            { "at_ms": 8_000, "type": "reading", "white_ms": 7_000, "black_ms": 7_197_000 },
            { "at_ms": 8_500, "type": "reading", "white_ms": 90_000, "black_ms": 7_197_000 },
            { "at_ms": 20_000, "type": "play_on" },
            { "at_ms": 30_000, "type": "stop" },
        ],
    });
    assert_eq!(
        events_of(&question),
        [
            "0 opened",
            "0 marked_absent",
            "1000 marked_present",
            "2000 started",
            "3000 pressed",
            "4000 corrected",
            "5000 paused",
            "6000 adjusted: spilt coffee",
            "7000 resumed",
            "8000 followed",
            "8500 disagreed",
            "15000 flag_fell",
            "20000 played_on",
            "20000 played_on",
            "30000 stopped",
        ]
    );
    let flag = answered(&question)["events"][11].clone();
    let expected = json!({ "type": "flag_fell", "at_ms": 15_000, "color": "white", "stage": 1,
        "moves": 0, "required": 50 });
    assert_eq!(flag, expected);
}

#[test]
fn a_takeback_reduces_the_completed_moves_and_a_paused_clock_stays_paused() {
    // White completed the first stage, of two moves, and the second move is taken back.
    let question = |takeback: Value| {
        json!({
            "id": 1, "control": "2/60:30", "events": [
                { "at_ms": 0, "type": "start" },
                { "at_ms": 1_000, "type": "press" },
                { "at_ms": 2_000, "type": "press" },
                { "at_ms": 3_000, "type": "press" },
                { "at_ms": 4_000, "type": "pause" },
                takeback,
                { "at_ms": 6_000, "type": "resume" },
            ], "at": [5_500, 6_000],
        })
    };
    for (takeback, running, moves) in [
        (json!({ "at_ms": 5_000, "type": "takeback" }), "white", [1, 1]),
        (json!({ "at_ms": 5_000, "type": "takeback", "running": "black" }), "black", [1, 0]),
        (json!({ "at_ms": 5_000, "type": "takeback", "moves": [2, 1] }), "white", [2, 1]),
    ] {
        let states = answered(&question(takeback))["states"].clone();
        assert_eq!((&states[0]["running"], &states[0]["paused"]), (&Value::Null, &json!(true)));
        assert_eq!(states[1]["running"], json!(running));
        assert_eq!([&states[1]["white"]["moves"], &states[1]["black"]["moves"]], moves);
    }
}

#[test]
fn presses_that_make_no_sense_are_refused_and_the_clock_goes_on() {
    let question = json!({
        "id": 1, "control": "60", "events": [
            { "at_ms": 0, "type": "press" },
            { "at_ms": 1, "type": "start" },
            { "at_ms": 2, "type": "press", "by": "black" },
            { "at_ms": 9_000, "received_ms": 5_000, "type": "press" },
            { "at_ms": 6_000, "type": "stop" },
            { "at_ms": 7_000, "type": "press" },
        ], "at": [0, 3],
    });
    assert_eq!(
        events_of(&question),
        [
            "0 refused: the clock has not been started",
            "1 started",
            "2 refused: Black pressed while the time of the opponent was running",
            "5000 irregular",
            "5000 pressed",
            "6000 stopped",
            "7000 refused: the clock was stopped at the end of the game",
        ]
    );
    let states = answered(&question)["states"].clone();
    assert_eq!(states[0], json!({ "at_ms": 0, "started": false }));
    assert_eq!(states[1]["white_ms"], json!(59_998));
}

#[test]
fn a_line_that_cannot_be_read_says_why() {
    let line =
        |control: &str, event: Value| json!({ "id": 3, "control": control, "events": [event] });
    let start = json!({ "at_ms": 0, "type": "start" });
    refused(&json!({ "id": 3 }), "missing field `control`");
    refused(&json!({ "id": 3, "control": "60" }), "missing field `events`");
    refused(
        &line("80m + 60s + 30s", start.clone()),
        "control: stage 1 needs a number of moves, because another one follows",
    );
    refused(&line("60", json!({ "type": "start" })), "events[0]: missing field `at_ms`");
    refused(
        &line("60", json!({ "at_ms": 0.5, "type": "start" })),
        "events[0].at_ms: invalid type: floating point `0.5`, expected a whole number",
    );
    refused(
        &line("60", json!({ "at_ms": 0, "type": "tick" })),
        "events[0]: unknown variant `tick`, expected one of `start`, `press`, `pause`, `resume`, \
         `adjust`, `takeback`, `play_on`, `absent`, `present`, `reading`, `stop`",
    );
    refused(
        &line("60", json!({ "at_ms": 0, "type": "press", "by": "red" })),
        "events[0].by: unknown variant `red`, expected `white` or `black`",
    );
    let adjust = json!({ "at_ms": 0, "type": "adjust", "color": "white", "remaining_ms": 1,
        "reason": "" });
    refused(&line("60", adjust), "events[0].reason: a reason is needed");
    let takeback = json!({ "at_ms": 0, "type": "takeback", "moves": [1] });
    refused(
        &line("60", takeback),
        "events[0].moves: invalid length 1, expected an array of length 2",
    );
    refused(
        &line("60", json!({ "at_ms": 0, "type": "press", "color": "white" })),
        "events[0].color: unknown field `color`, expected `by`",
    );
    let mut more = line("60", start.clone());
    more["grace"] = json!(0);
    refused(
        &more,
        "grace: unknown field `grace`, expected one of `id`, `control`, `events`, `at`, `grace_ms`",
    );
    let mut many = line("60", start);
    many["at"] = json!(vec![0; 10_001]);
    refused(&many, "at: more than 10000 moments");
    let answer = answer(b"{");
    assert!(!answer.is_answered && answer.line.starts_with(r#"{"id":null,"error":"not JSON: "#));
}

#[test]
fn a_name_that_no_rulebook_has_is_told_with_those_that_there_are() {
    for name in ["frisian-speed", "blitz-2006", "tournament"] {
        let error = format!(
            "control: {name:?} is no time control of a rulebook; known are frisian-teams-four, \
             frisian-teams-five-or-six, frisian-teams-seven, frisian-championship, frisian-ha, \
             frisian-class, frisian-youth, frisian-juniors, frisian-blitz, tournament-2006, \
             tournament-2006-blitz"
        );
        refused(&json!({ "id": name, "control": name, "events": [] }), &error);
    }
}

#[test]
fn an_absence_has_one_limit() {
    let absent = json!({ "at_ms": 0, "type": "absent", "color": "white", "limit_ms": 1,
        "article": "2006 art. 3" });
    refused(
        &json!({ "id": 1, "control": "60", "events": [absent] }),
        "events[0]: `limit_ms` and `article` both say how long is waited",
    );
}

#[test]
fn a_control_that_nobody_can_play_at_is_refused() {
    for (control, error) in [
        ("", "control: \"\" is not a number of seconds, as in 4800+60 or 600"),
        ("?", "control: the time control is unknown (?)"),
        ("-", "control: the game has no time control (-)"),
        ("*180", "control: a sandclock (*) is no time control that can be kept here"),
        ("0", "control: a base of 0s is too short: at least 1s"),
        ("86401", "control: a base of 24h1s is too long: at most 24h"),
        ("60+3601", "control: an increment of 1h1s is too long: at most 1h"),
        ("0/60:30", "control: a stage of 0 moves never begins"),
        ("1001/60:30", "control: 1001 moves in a stage are too many: at most 1000"),
        ("60:30", "control: stage 1 needs a number of moves, because another one follows"),
        ("1/9:1/9:1/9:1/9:9", "control: 5 stages are too many: at most 4"),
        ("60.0001", "control: \"60.0001\" has more than three decimals"),
        ("-60", "control: \"-60\" is not a number of seconds, as in 4800+60 or 600"),
        ("x/60:30", "control: \"x\" is not a number of moves, as in 50/7200 or 50/2h"),
        ("1h1h", "control: \"1h1h\" is not a time with its units, as in 1h20m, 90m or 60s"),
    ] {
        refused(&json!({ "id": control, "control": control, "events": [] }), error);
    }
}

#[test]
fn before_the_first_move_the_press_is_black_s_and_a_display_may_tell_its_flag() {
    let question = json!({
        "id": 1, "control": "60", "events": [
            { "at_ms": 0, "type": "start", "running": "black" },
            { "at_ms": 1_000, "type": "press", "by": "white" },
            { "at_ms": 2_000, "type": "press", "by": "black" },
            { "at_ms": 61_400, "type": "reading", "white_ms": 0, "black_ms": 58_000, "flag": "white" },
            { "at_ms": 61_500, "type": "press", "by": "white" },
        ],
    });
    assert_eq!(
        events_of(&question),
        [
            "0 opened",
            "1000 refused: White pressed while the time of the opponent was running",
            "2000 started",
            "61400 followed",
            "61400 flag_fell",
            "61500 refused: the flag of White has fallen",
        ]
    );
}

#[test]
fn an_absentee_loses_by_an_article_only_where_one_is_named() {
    for (named, article) in [
        (json!({ "article": "2006 art. 3" }), "2006 art. 3"),
        (json!({ "limit_ms": 3_600_000 }), "announced"),
    ] {
        let mut absent = json!({ "at_ms": 0, "type": "absent", "color": "white" });
        absent.as_object_mut().unwrap().extend(named.as_object().unwrap().clone());
        let start = json!({ "at_ms": 0, "type": "start" });
        let question = json!({
            "id": 1, "control": "2h", "events": [start, absent], "at": [3_600_000],
        });
        let answer = answered(&question);
        assert_eq!(answer["events"][2]["article"], article, "{answer}");
    }
}
