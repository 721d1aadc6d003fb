//! Clocks that start at the hour, at the gong, at the table, or not at all (2006 art. 2; C art. 3,
//! 6).

use draughts::Color;
use game_clock::{Command, StartMode};

use super::{
    RecordEnd, TimedRecord, at, changed, record,
    rulings::{followed, ruled},
    shown,
};

fn armed(start: StartMode, plies: &[i64]) -> TimedRecord {
    TimedRecord { start, ..record(plies, RecordEnd::Open) }
}

fn resumed(number: u32, millis: i64, record: TimedRecord) -> TimedRecord {
    ruled(number, Command::Resume { running: None, at: at(millis) }, millis, record)
}

fn pressed(number: u32, by: Color, millis: i64, record: TimedRecord) -> TimedRecord {
    ruled(number, Command::Begin { by, at: at(millis) }, millis, record)
}

#[test]
fn c_art_3_a_clock_that_waits_for_the_gong_stands_until_the_arbiter_starts_it() {
    let log = followed(&[armed(StartMode::Gong, &[])]);
    assert!(log.clock.is_armed());
    assert_eq!(shown(&log.clock), (10_000, 10_000, None));
    assert_eq!(log.clock.deadline(), None, "no flag falls before");
    // Black's press is no gong.
    let early = followed(&[
        armed(StartMode::Gong, &[]),
        pressed(1, Color::Black, 3_000, armed(StartMode::Gong, &[])),
    ]);
    assert!(early.clock.is_armed());
    let log =
        followed(&[armed(StartMode::Gong, &[]), resumed(1, 60_000, armed(StartMode::Gong, &[]))]);
    assert_eq!((log.clock.running(), log.clock.is_armed()), (Some(Color::White), false));
    assert_eq!(log.clock.deadline(), Some(at(70_000)));
    // A pause after the gong is an ordinary pause: moves wait for its end.
    let paused = ruled(
        2,
        Command::Pause { reason: None, at: at(61_000) },
        61_000,
        armed(StartMode::Gong, &[]),
    );
    let later = TimedRecord { ruled: 2, ..armed(StartMode::Gong, &[62_000]) };
    let log = followed(&[
        armed(StartMode::Gong, &[]),
        resumed(1, 60_000, armed(StartMode::Gong, &[])),
        paused,
        later,
    ]);
    assert!(log.clock.is_paused() && !log.clock.is_armed());
}

#[test]
fn at_the_table_black_s_press_starts_white_s_time() {
    let log = followed(&[
        armed(StartMode::Table, &[]),
        pressed(1, Color::Black, 30_000, armed(StartMode::Table, &[])),
    ]);
    assert_eq!((log.clock.running(), log.clock.deadline()), (Some(Color::White), Some(at(40_000))));
    // White's does not.
    let log = followed(&[
        armed(StartMode::Table, &[]),
        pressed(1, Color::White, 30_000, armed(StartMode::Table, &[])),
    ]);
    assert!(log.clock.is_armed());
    // If Black's own time runs until that press, the arbiter starts Black's time.
    let open = || TimedRecord { black_starts: true, ..armed(StartMode::Gong, &[]) };
    let log = followed(&[open(), resumed(1, 30_000, open())]);
    assert_eq!(log.clock.running(), Some(Color::Black));
}

#[test]
fn whoever_moves_has_begun_whether_or_not_anybody_started_the_clock() {
    for start in [StartMode::Gong, StartMode::Table] {
        for steps in [
            &[armed(start, &[]), armed(start, &[90_000]), armed(start, &[90_000, 92_000])][..],
            &[armed(start, &[90_000, 92_000])],
        ] {
            let log = followed(steps);
            // White got a second for the move, Black used two and got one.
            assert_eq!(shown(&log.clock), (11_000, 9_000, Some(Color::White)), "{start}");
        }
    }
}

#[test]
fn a_clock_that_starts_at_the_hour_or_by_the_notation_runs_for_white_at_once() {
    for start in [StartMode::Hour, StartMode::Notation] {
        let log = followed(&[armed(start, &[])]);
        assert_eq!((log.clock.running(), log.clock.is_armed()), (Some(Color::White), false));
    }
}

#[test]
fn the_clock_of_a_game_with_terms_keeps_the_times_of_its_moves_and_an_older_one_does_not() {
    for keeps_times in [true, false] {
        let begun = TimedRecord { keeps_times, ..record(&[], RecordEnd::Open) };
        let later = TimedRecord { control: None, ..record(&[3_000], RecordEnd::Open) };
        let log = followed(&[begun.clone(), later.clone()]);
        assert_eq!(log.keeps_times, keeps_times);
        // A clock that begins late hears it from the first message.
        assert_eq!(followed(&[later.after(&begun)]).keeps_times, keeps_times);
        let time = log.clock.move_times(Color::White).first().copied().flatten().unwrap();
        assert_eq!((time.left.as_millis(), time.spent.as_millis()), (9_000, 2_000));
    }
}

#[test]
fn a_move_that_is_made_again_gets_its_increment_once_but_again_in_a_game_without_terms() {
    for (keeps_times, left) in [(true, 7_500), (false, 8_500)] {
        let clock = followed(&[
            TimedRecord { keeps_times, ..record(&[2_000, 4_000, 5_500], RecordEnd::Open) },
            changed(1, (1, Color::Black), 6_000, &[2_000]),
            changed(1, (1, Color::Black), 6_000, &[2_000, 7_000]),
        ]);
        let black = clock.clock.remaining(Color::Black, at(7_000));
        assert_eq!(black.unwrap().as_millis(), left, "{keeps_times}");
    }
}
