//! Tests of silences, in virtual time.

use super::*;
use crate::table::{DeviceKind, Seat, SeatEvent};

/// The seconds of virtual time at which a test does something.
const fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(seconds * 1000)
}

fn device(name: &str) -> DeviceId {
    DeviceId::new(name).unwrap()
}

/// Returns a hall with two tablets at table 3, of which White's has told what it is.
fn hall() -> Seats {
    let mut seats = Seats::default();
    let assign = |name, seat| SeatEvent::Assigned { device: device(name), seat, act: None };
    for event in [
        assign("white", Seat::White(3)),
        assign("black", Seat::Black(3)),
        SeatEvent::KindTold { device: device("white"), kind: DeviceKind::Tablet },
    ] {
        seats.apply(&event);
    }
    seats
}

/// Judges at a moment, records what was found, and returns it in words.
fn judge(presences: &Presences, seats: &mut Seats, now: Timestamp) -> Vec<String> {
    let mut found = Vec::new();
    for command in presences.judge(seats, now) {
        for event in seats.decide(&command).unwrap() {
            seats.apply(&event);
            found.push(summary(&event));
        }
    }
    found
}

fn summary(event: &SeatEvent) -> String {
    if let SeatEvent::FellSilent { device, silence: Silence { round, table, since } } = event {
        return format!("{device} silent r{round}-t{table} since {}", since.millis() / 1000);
    }
    let SeatEvent::Heard { device, at } = event else { panic!("{event:?}") };
    format!("{device} heard {}", at.millis() / 1000)
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_device_of_a_game_in_play_is_silent_after_half_a_minute_once_until_it_is_heard() {
    let (mut presences, mut seats) = (Presences::new(at(0)), hall());
    presences.hear(&device("white"), Some(0), at(10));
    // Nobody waits for a device whose game is not in play.
    presences.expect(&seats, [(1, 2)], at(10));
    assert_eq!(judge(&presences, &mut seats, at(100)), NOTHING);
    presences.expect(&seats, [(1, 3)], at(100));
    presences.hear(&device("white"), None, at(110));
    assert_eq!(judge(&presences, &mut seats, at(139)), NOTHING);
    assert_eq!(judge(&presences, &mut seats, at(140)), ["white silent r1-t3 since 110"]);
    assert_eq!(judge(&presences, &mut seats, at(200)), NOTHING);
    presences.hear(&device("white"), Some(2), at(201));
    assert_eq!(judge(&presences, &mut seats, at(202)), ["white heard 201"]);
    assert_eq!(judge(&presences, &mut seats, at(231)), ["white silent r1-t3 since 201"]);
    assert_eq!(presences.unsent(), BTreeMap::from([(device("white"), 2)]));
}

#[test]
fn a_device_that_was_never_heard_is_silent_since_its_game_is_in_play() {
    let (mut presences, mut seats) = (Presences::new(at(0)), hall());
    presences.expect(&seats, [(1, 3)], at(50));
    presences.expect(&seats, [(1, 3)], at(79));
    assert_eq!(judge(&presences, &mut seats, at(80)), ["white silent r1-t3 since 50"]);
}

#[test]
fn a_silence_is_told_once_by_two_processes_and_over_a_restart() {
    let (mut here, mut there, mut seats) = (Presences::new(at(0)), Presences::new(at(3)), hall());
    for presences in [&mut here, &mut there] {
        presences.expect(&seats, [(1, 3)], at(5));
    }
    here.hear(&device("white"), None, at(6));
    assert_eq!(judge(&there, &mut seats, at(35)), ["white silent r1-t3 since 5"]);
    assert_eq!(judge(&here, &mut seats, at(36)), NOTHING);
    // A process that is started anew listens for half a minute, and the log has the silence
    // already.
    let mut anew = Presences::new(at(40));
    anew.expect(&seats, [(1, 3)], at(40));
    assert_eq!(judge(&anew, &mut seats, at(90)), NOTHING);
    anew.hear(&device("white"), None, at(91));
    assert_eq!(judge(&anew, &mut seats, at(91)), ["white heard 91"]);
}

#[test]
fn a_process_that_lost_its_connection_listens_anew() {
    let (mut presences, mut seats) = (Presences::new(at(0)), hall());
    presences.hear(&device("white"), None, at(1));
    presences.expect(&seats, [(1, 3)], at(1));
    presences.start_over(at(60));
    assert_eq!(judge(&presences, &mut seats, at(89)), NOTHING);
    assert_eq!(judge(&presences, &mut seats, at(90)), ["white silent r1-t3 since 60"]);
}

#[test]
fn the_next_game_of_a_silent_device_is_told_anew_and_a_device_without_a_seat_is_forgotten() {
    let (mut presences, mut seats) = (Presences::new(at(0)), hall());
    presences.hear(&device("white"), Some(3), at(1));
    presences.expect(&seats, [(1, 3)], at(1));
    assert_eq!(judge(&presences, &mut seats, at(31)), ["white silent r1-t3 since 1"]);
    presences.expect(&seats, [(2, 3)], at(500));
    assert_eq!(judge(&presences, &mut seats, at(530)), ["white silent r2-t3 since 500"]);
    seats.apply(&SeatEvent::Released { device: device("white"), act: None });
    presences.expect(&seats, [(2, 3)], at(531));
    assert_eq!(presences.presence(&device("white")), None);
    assert_eq!(judge(&presences, &mut seats, at(600)), NOTHING);
}

#[test]
fn a_late_report_of_another_process_does_not_undo_a_later_one() {
    let mut presences = Presences::new(at(0));
    presences.hear(&device("white"), Some(2), at(10));
    presences.hear(&device("white"), Some(0), at(9));
    presences.hear(&device("white"), None, at(11));
    let presence = Presence { heard_at: at(11), unsent: Some(2) };
    assert_eq!(presences.presence(&device("white")), Some(presence));
}

#[test]
fn a_device_that_comes_and_goes_does_not_fill_the_log() {
    let (mut presences, mut seats) = (Presences::new(at(0)), hall());
    presences.expect(&seats, [(1, 3)], at(0));
    let mut told = 0;
    for turn in 1..=1000 {
        presences.hear(&device("white"), None, at(turn * 100));
        told += judge(&presences, &mut seats, at(turn * 100)).len();
        told += judge(&presences, &mut seats, at(turn * 100 + 30)).len();
    }
    assert_eq!(told, 400);
}
