use std::fmt::Write as _;

use super::track::track;

/// Tracks the lines, and returns the output and whether all could be read.
fn tracked(input: &str) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let all = track(input.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap().lines().map(str::to_owned).collect(), all)
}

/// Returns the first line of a board, and its report of a position as on 50 squares from square 1 on.
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
            "unknown variant `knock`, expected one of `meta`, `field`, `dump`, `clock_press`, `clock`, `link`, `setup`",
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
