//! Checks the readable form of time controls.

use super::ms;
use crate::{Increment, ParseTimeControlError, Stage, TimeControl, TimeControlError};
use std::time::Duration;

fn stage(moves: Option<u32>, seconds: u64, increment: Increment) -> Stage {
    Stage { moves, time: Duration::from_secs(seconds), increment }
}

#[track_caller]
fn reads(text: &str, stages: &[Stage], pdn: &str, readable: &str) {
    let control: TimeControl = text.parse().unwrap();
    assert_eq!(control, TimeControl::staged(stages).unwrap(), "{text}");
    assert_eq!(control.to_string(), pdn);
    assert_eq!(control.readable().to_string(), readable);
}

#[test]
fn a_control_of_one_stage_is_read_and_written() {
    let fischer = |seconds| Increment::Fischer(Duration::from_secs(seconds));
    reads("10m", &[stage(None, 600, Increment::None)], "600", "10m");
    reads(" 80 min + 60 s ", &[stage(None, 4800, fischer(60))], "4800+60", "80m + 60s");
    reads("1h20m+60s", &[stage(None, 4800, fischer(60))], "4800+60", "80m + 60s");
    reads("80m + 1m", &[stage(None, 4800, fischer(60))], "4800+60", "80m + 60s");
    reads("80m + 60s/move", &[stage(None, 4800, fischer(60))], "4800+60", "80m + 60s");
    reads("1h", &[stage(None, 3600, Increment::None)], "3600", "60m");
    reads("2h", &[stage(None, 7200, Increment::None)], "7200", "2h");
    reads("90s", &[stage(None, 90, Increment::None)], "90", "90s");
    reads("10m + 0s", &[stage(None, 600, Increment::None)], "600", "10m");
    let half = Stage { time: ms(1_500), ..stage(None, 0, Increment::Fischer(ms(500))) };
    reads("1.5s + 0.5s", &[half], "1.5+0.5", "1.5s + 0.5s");
}

#[test]
fn stages_with_moves_and_a_rest_are_read_and_written_in_each_form() {
    let none = Increment::None;
    let rest = stage(None, 1800, none);
    let thirty = Increment::Fischer(ms(30_000));
    reads("50/2h + 30m", &[stage(Some(50), 7200, none), rest], "50/7200:1800", "50/2h + 30m");
    reads("50/2h", &[stage(Some(50), 7200, none)], "50/7200", "50/2h");
    reads(
        "40/2h + 20/1h + 30m",
        &[stage(Some(40), 7200, none), stage(Some(20), 3600, none), rest],
        "40/7200:20/3600:1800",
        "40/2h + 20/60m + 30m",
    );
    reads(
        "40/2h + 30s/move + 1h + 30s",
        &[stage(Some(40), 7200, thirty), stage(None, 3600, thirty)],
        "40/7200+30:3600+30",
        "40/2h + 30s/move + 60m + 30s",
    );
}

#[test]
fn a_last_stage_with_moves_repeats_as_in_pdn() {
    let stages = [stage(Some(45), 5400, Increment::None), stage(Some(30), 1800, Increment::None)];
    reads("45/5400:30/1800", &stages, "45/5400:30/1800", "45/90m + 30/30m");
    let control = TimeControl::staged(&stages).unwrap();
    let times = [0, 44, 45, 74, 75, 105].map(|moves| control.given(moves).as_secs());
    assert_eq!(times, [5400, 5400, 7200, 7200, 9000, 10_800]);
    let reached = control.stage_after(75);
    assert_eq!((reached.number, reached.ends_at), (3, Some(105)));
}

#[test]
fn delays_are_read_and_written() {
    let five = Duration::from_secs(5);
    reads("90m d5s", &[stage(None, 5400, Increment::Delay(five))], "5400d5", "90m d5s");
    reads("90mb5s", &[stage(None, 5400, Increment::Bronstein(five))], "5400b5", "90m b5s");
    let first = stage(Some(40), 7200, Increment::Delay(five));
    let stages = [first, stage(None, 3600, Increment::Delay(five))];
    reads("40/2h d5s + 1h d5s", &stages, "40/7200d5:3600d5", "40/2h d5s + 60m d5s");
}

#[test]
fn a_senseless_control_is_refused_with_its_reason() {
    let cases = [
        ("80m + 60s + 30s", "stage 1 needs a number of moves, because another one follows"),
        ("1h:30m", "\"1h:30m\" is not a time with its units, as in 1h20m, 90m or 60s"),
        ("1:20", "stage 1 needs a number of moves, because another one follows"),
        ("0/2h + 30m", "a stage of 0 moves never begins"),
        ("1001/2h", "1001 moves in a stage are too many: at most 1000"),
        ("99999999999/2h", "4294967295 moves in a stage are too many: at most 1000"),
        ("x/2h", "\"x\" is not a number of moves, as in 50/7200 or 50/2h"),
        ("-5/2h", "\"-5\" is not a number of moves, as in 50/7200 or 50/2h"),
        ("25h", "a base of 25h is too long: at most 24h"),
        ("0s", "a base of 0s is too short: at least 1s"),
        ("10m + 61m", "an increment of 1h1m is too long: at most 1h"),
        ("80m + 60", "\"60\" is not a time with its units, as in 1h20m, 90m or 60s"),
        ("20m1h", "\"20m1h\" is not a time with its units, as in 1h20m, 90m or 60s"),
        ("30s/move", "\"30s/move\" is not a time with its units, as in 1h20m, 90m or 60s"),
        ("90m d5s + 30s", "stage 1 needs a number of moves, because another one follows"),
        ("1.0001s", "\"1.0001\" has more than three decimals"),
        ("1/1s+1/1s+1/1s+1/1s+1s", "5 stages are too many: at most 4"),
        ("1/60:1/60:1/60:1/60:60", "5 stages are too many: at most 4"),
        ("60:1/60", "stage 1 needs a number of moves, because another one follows"),
    ];
    for (text, reason) in cases {
        let error = text.parse::<TimeControl>().unwrap_err();
        assert_eq!(error.to_string(), reason, "{text}");
    }
    assert_eq!(TimeControl::staged(&[]), Err(TimeControlError::NoStage));
    let many = format!("1h + {}", "1m + ".repeat(100_000));
    assert!(matches!(
        many.parse::<TimeControl>(),
        Err(ParseTimeControlError::NotTime { .. } | ParseTimeControlError::OutOfRange(_))
    ));
}
