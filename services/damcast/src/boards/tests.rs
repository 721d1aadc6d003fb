use std::fmt::Write as _;

use std::{cell::Cell, time::Duration};

use draughts::Timestamp;

use super::{record::record, recording::Fault, replay::replay, track::track};

/// Tracks the lines, and returns the output and whether all could be read.
fn tracked(input: &str) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let all = track(input.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap().lines().map(str::to_owned).collect(), all)
}

/// Returns the first line of a board, and its report of a position as on 50 squares from square 1
/// on.
fn board(letters: &str) -> String {
    let mut fields = letters.chars();
    let codes: String = (0..100)
        .map(|field| if (field / 10 + field % 10) % 2 == 1 { fields.next().unwrap() } else { 'e' })
        .collect();
    format!(
        "{{\"kind\":\"meta\",\"id\":7,\"variant\":\"international\",\"capability\":\"colour\",\
         \"start\":\"W:W28,32:B1,2\",\"rotated\":false,\"poll\":null}}\n\
         {{\"kind\":\"dump\",\"t\":0.5,\"codes\":\"{codes}\"}}\n"
    )
}

const LETTERS: &str = "bbeeeeeeeeeeeeeeeeeeeeeeeeeweeeweeeeeeeeeeeeeeeeee";

#[test]
fn a_line_that_cannot_be_read_changes_nothing_and_is_told_by_its_number() {
    let mut input = board(LETTERS);
    for line in [
        "nonsense",
        r#"{"kind":"knock","t":1}"#,
        r#"{"kind":"field","t":1,"field":100,"code":"e"}"#,
        r#"{"kind":"field","t":1,"field":50,"code":"x"}"#,
        r#"{"kind":"dump","t":1,"codes":"eew"}"#,
        r#"{"kind":"clock_press","t":1,"by":"W","late":true}"#,
        r#"{"kind":"field","t":0.4,"field":50,"code":"e"}"#,
        r#"{"kind":"field","t":-1,"field":50,"code":"e"}"#,
        r#"{"kind":"clock","t":2,"running":true}"#,
        r#"{"kind":"field","t":5,"field":63,"code":"e"}"#,
        r#"{"kind":"field","t":5.4,"field":52,"code":"w"}"#,
        r#"{"kind":"clock_press","t":5.6,"by":"W"}"#,
    ] {
        writeln!(input, "{line}").unwrap();
    }
    let (output, all) = tracked(&input);
    let error = |line: u32, error: &str| {
        format!(r#"{{"id":7,"t":0.5,"type":"error","line":{line},"error":"{error}"}}"#)
    };
    let expected = [
        error(3, "not JSON: expected ident at line 1 column 2"),
        error(
            4,
            "unknown variant `knock`, expected one of `meta`, `field`, `dump`, `clock_press`, `clock`, `display`, `link`, `setup`, `result`, `order`, `wait`, `game`",
        ),
        error(5, "field: 100 is not a field, fields are 0 to 99"),
        error(6, "code: 'x' is none of the codes e, w, b, W, B and ?"),
        error(7, "codes: a dump has 100 codes, here are 3"),
        error(8, "late: unknown field `late`, expected `t` or `by`"),
        error(9, "t: the report before it came 100 ms later"),
        error(10, "t: -1 is not between 0 and 10000000000 seconds"),
        error(11, "running: only false is reported, when the clock was stopped for good"),
        r#"{"id":7,"t":5.7,"type":"tentative","ply":1,"move":"32-27"}"#.to_owned(),
        r#"{"id":7,"t":6.1,"type":"final","ply":1,"move":"32-27","captured":[],"by":"clock"}"#
            .to_owned(),
    ];
    assert_eq!((output, all), (expected.to_vec(), false));
}

#[test]
fn the_reports_of_several_boards_come_one_after_another() {
    let press = "{\"kind\":\"field\",\"t\":5,\"field\":63,\"code\":\"e\"}\n\
                 {\"kind\":\"field\",\"t\":5.25,\"field\":52,\"code\":\"w\"}\n";
    let input = format!("{}{press}{}{press}", board(LETTERS), board(LETTERS).replace("7", "\"b\""));
    let (output, all) = tracked(&input);
    let lines = |id: &str| {
        [
            format!(r#"{{"id":{id},"t":5.55,"type":"tentative","ply":1,"move":"32-27"}}"#),
            format!(
                r#"{{"id":{id},"t":10.25,"type":"final","ply":1,"move":"32-27","captured":[],"by":"stable"}}"#
            ),
        ]
    };
    assert_eq!((output, all), ([lines("7"), lines("\"b\"")].concat(), true));
}

#[test]
fn a_report_before_the_first_board_is_an_error() {
    let (output, all) = tracked("{\"kind\":\"link\",\"t\":1,\"up\":true}\n");
    let error = "no board yet: its first line is of the kind meta";
    let expected = format!(r#"{{"id":null,"t":null,"type":"error","line":1,"error":"{error}"}}"#);
    assert_eq!((output, all), (vec![expected], false));
}

const REPORTS: &str = "{\"kind\":\"field\",\"field\":63,\"code\":\"e\"}\n\
                       {\"kind\":\"field\",\"t\":99,\"field\":52,\"code\":\"w\"}\n";

/// Records the lines, of which one comes every quarter of a second.
fn recorded(input: &str) -> (String, String, bool) {
    let (mut output, mut troubles, lines) = (Vec::new(), Vec::new(), Cell::new(0));
    let now = || Timestamp::from_millis(250 * lines.replace(lines.get() + 1));
    let all = record(input.as_bytes(), &mut output, &mut troubles, now).unwrap();
    (String::from_utf8(output).unwrap(), String::from_utf8(troubles).unwrap(), all)
}

#[test]
fn a_recording_has_the_moments_of_arrival_and_is_tracked_as_such() {
    let (output, troubles, all) = recorded(&format!("{}{REPORTS}", board(LETTERS)));
    let reports: Vec<_> = output.lines().skip(2).collect();
    let expected = [
        r#"{"code":"e","field":63,"kind":"field","t":0.5}"#,
        r#"{"code":"w","field":52,"kind":"field","t":0.75}"#,
    ];
    assert_eq!((reports, troubles.as_str(), all), (expected.to_vec(), "", true));
    let (moves, _) = tracked(&output);
    assert_eq!(moves[0], r#"{"id":7,"t":1.05,"type":"tentative","ply":1,"move":"32-27"}"#);
    // Recorded again in the same way it is the same.
    assert_eq!(recorded(&output).0, output);
}

#[test]
fn what_cannot_be_recorded_is_told_and_left_out() {
    let (output, troubles, all) = recorded(&format!("x\n{REPORTS}{}", board(LETTERS)));
    assert_eq!((output.lines().count(), all), (2, false));
    assert_eq!(
        troubles,
        "line 1: not JSON: expected value at line 1 column 1\n\
         line 2: no board yet: its first line is of the kind meta\n\
         line 3: no board yet: its first line is of the kind meta\n"
    );
}

#[test]
fn a_replay_is_the_recording_at_its_pace_up_to_what_cannot_be_read() {
    let (recording, _, _) = recorded(&format!("{}{REPORTS}", board(LETTERS)));
    let replayed = |input: &str| {
        let (mut output, mut waits) = (Vec::new(), Vec::new());
        let ended = replay(input.as_bytes(), &mut output, |time| waits.push(time)).unwrap();
        let ended = ended.map_err(|Fault { line, error }| (line, error.to_string()));
        (String::from_utf8(output).unwrap(), waits, ended)
    };
    let quarters = vec![Duration::from_millis(250); 2];
    assert_eq!(replayed(&recording), (recording.clone(), quarters.clone(), Ok(())));
    let late = format!("{recording}{{\"kind\":\"link\",\"t\":0.5,\"up\":false}}\n");
    let fault = (5, "t: the report before it came 250 ms later".to_owned());
    assert_eq!(replayed(&late), (recording, quarters, Err(fault)));
}

#[test]
fn the_lines_of_the_agent_are_tracked() {
    let game = |t, fen: &str, ply| {
        format!(
            "{{\"kind\":\"game\",\"t\":{t},\"fen\":\"{fen}\",\"ply\":{ply},\"line\":0,\"at_ms\":0,\"last\":0}}\n"
        )
    };
    let lines = board(LETTERS);
    let (meta, dump) = lines.split_once('\n').unwrap();
    let start = game(0, "W:W28,32:B1,2", 0);
    let report = "{\"kind\":\"field\",\"t\":5,\"field\":63,\"code\":\"e\"}\n\
                  {\"kind\":\"field\",\"t\":5,\"field\":52,\"code\":\"w\"}\n\
                  {\"kind\":\"result\",\"t\":6,\"result\":\"1-1\"}\n";
    let with = tracked(&format!("{meta}\n{start}{dump}{report}"));
    assert_eq!(with, tracked(&format!("{meta}\n{dump}{report}")), "it stood there already");
    let later = tracked(&format!("{meta}\n{start}{dump}{}{report}", game(1, "W:W28,32:B1,2", 6)));
    assert_eq!(later.0[0], r#"{"id":7,"t":5.3,"type":"tentative","ply":7,"move":"32-27"}"#);
}
