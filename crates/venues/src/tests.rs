use std::collections::BTreeMap;

use draughts::Timestamp;
use game_clock::{BootId, Teller, TimeSignal, TimeSignals};
use proptest::prelude::*;

use crate::{
    Beat, Command, Event, Generation, Head, Health, Record, Refusal, Trouble, Venue,
    first_to_hand_over,
};

const HUB: BootId = BootId(1);
/// The home after the first.
fn second() -> Generation {
    Generation::FIRST.next()
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(seconds * 1000)
}

fn games(last: u64) -> BTreeMap<Record, u64> {
    [(Record::Game, last)].into()
}

fn hear(last: u64, seconds: i64) -> Command {
    Command::Hear { beat: Beat::new(Generation::FIRST, games(last)), at: at(seconds) }
}

fn note(stored: u64, seconds: i64) -> Command {
    Command::Note { stored: games(stored), at: at(seconds) }
}

fn look(seconds: i64) -> Command {
    Command::Look { at: at(seconds) }
}

fn give(venue: &mut Venue, command: &Command) -> Vec<Event> {
    let events = venue.decide(command).unwrap();
    events.iter().for_each(|event| venue.apply(event));
    events
}

fn enrolled() -> Venue {
    let mut venue = Venue::new(HUB);
    give(&mut venue, &Command::Enrol { generation: Generation::FIRST });
    venue
}

/// Gives the commands, and compares the health at each of their moments.
fn check(rows: &[(Command, i64, Health)]) {
    let mut venue = enrolled();
    for (command, seconds, expected) in rows {
        give(&mut venue, command);
        assert_eq!(venue.health(at(*seconds)), *expected, "after {command:?}");
    }
}

#[test]
fn a_venue_is_offline_six_seconds_after_its_last_sign_of_life_and_since_that() {
    let offline = Health::Offline { since: at(102) };
    check(&[
        (look(99), 99, Health::NeverHeard),
        (hear(0, 100), 100, Health::Live),
        (hear(0, 102), 102, Health::Live),
        (look(108), 108, Health::Live),
        (look(109), 109, offline),
        (look(900), 900, offline),
        (hear(0, 901), 901, Health::Live),
    ]);
}

#[test]
fn the_deadline_is_the_first_moment_at_which_looking_finds_the_venue_offline() {
    let mut venue = enrolled();
    assert_eq!(venue.deadline(), None);
    give(&mut venue, &hear(0, 100));
    let deadline = venue.deadline().unwrap();
    let before = Timestamp::from_millis(deadline.millis() - 1);
    assert_eq!(venue.decide(&Command::Look { at: before }), Ok(vec![]));
    let events = give(&mut venue, &Command::Look { at: deadline });
    assert_eq!(events, [Event::WentOffline { since: at(100) }]);
    assert_eq!(venue.deadline(), None, "it is offline once");
}

#[test]
fn what_is_on_its_way_for_two_seconds_is_missing_after_that() {
    check(&[
        (hear(10, 100), 102, Health::Live),
        (note(4, 102), 102, Health::Live),
        (note(7, 103), 103, Health::CatchingUp { left: 3 }),
        (hear(12, 104), 104, Health::CatchingUp { left: 5 }),
        (note(12, 105), 105, Health::Live),
        // A message is always on its way while games are played.
        (hear(13, 106), 106, Health::Live),
        (note(13, 107), 107, Health::Live),
        (hear(14, 108), 108, Health::Live),
    ]);
}

#[test]
fn what_comes_back_from_an_island_catches_up() {
    let mut venue = enrolled();
    give(&mut venue, &hear(10, 100));
    give(&mut venue, &note(10, 101));
    assert_eq!(give(&mut venue, &look(110)), [Event::WentOffline { since: at(100) }]);
    let back = give(&mut venue, &hear(500, 700));
    assert_eq!(back[1..], [Event::CameBack { at: at(700) }, Event::FellBehind { since: at(700) }]);
    give(&mut venue, &note(200, 702));
    assert_eq!(venue.health(at(703)), Health::CatchingUp { left: 300 });
    assert_eq!(give(&mut venue, &note(500, 705))[1..], [Event::CaughtUp]);
    assert_eq!(venue.health(at(705)), Health::Live);
}

#[test]
fn a_spare_that_takes_over_silences_the_home_before_it() {
    let mut venue = enrolled();
    give(&mut venue, &hear(10, 100));
    give(&mut venue, &Command::Enrol { generation: second() });
    assert_eq!(venue.health(at(100)), Health::NeverHeard);
    let (told, current) = (Generation::FIRST, second());
    assert_eq!(venue.decide(&hear(11, 101)), Err(Refusal::Replaced { told, current }));
    let spare = Command::Hear { beat: Beat::new(second(), games(10)), at: at(102) };
    give(&mut venue, &spare);
    assert_eq!(venue.health(at(102)), Health::Live);
}

#[test]
fn only_a_home_that_was_enrolled_is_heard() {
    let (told, current) = (second(), Generation::FIRST);
    let of_second = Command::Hear { beat: Beat::new(second(), games(1)), at: at(1) };
    assert_eq!(Venue::new(HUB).decide(&of_second), Err(Refusal::NotEnrolled));
    let mut venue = enrolled();
    assert_eq!(venue.decide(&of_second), Err(Refusal::Unknown { told, current }));
    assert_eq!(venue.decide(&Command::Enrol { generation: Generation::FIRST }), Ok(vec![]));
    give(&mut venue, &Command::Enrol { generation: second() });
    let (told, current) = (current, told);
    let earlier = venue.decide(&Command::Enrol { generation: told });
    assert_eq!(earlier, Err(Refusal::DoesNotFollow { told, current }));
}

#[test]
fn a_store_that_hands_nothing_over_is_told_until_it_does() {
    let trouble = Trouble::Older { record: Record::Game, hub: 90, own: 40 };
    let beat = Beat { trouble: Some(trouble), ..Beat::new(Generation::FIRST, games(40)) };
    let refused = Command::Hear { beat, at: at(100) };
    let mut venue = enrolled();
    give(&mut venue, &note(90, 99));
    assert_eq!(give(&mut venue, &refused)[1..], [Event::Troubled { trouble }]);
    assert_eq!(give(&mut venue, &refused)[1..], [], "once");
    assert_eq!(venue.health(at(100)), Health::Refused { trouble });
    assert_eq!(give(&mut venue, &hear(90, 102))[1..], [Event::Recovered]);
    assert_eq!(venue.health(at(102)), Health::Live);
}

#[test]
fn clocks_that_differ_by_more_than_half_a_second_are_told_once() {
    for (ahead_ms, way_ms, expected) in [
        (0, 20, None),
        (400, 20, None),
        (90_000, 20, Some(90_000)),
        (-90_000, 300, Some(-90_000)),
        (700, 300, None),
    ] {
        let mut venue = enrolled();
        let own = Teller { service: "hall".to_owned(), boot: BootId(2) };
        let mut times = TimeSignals::new(own);
        let mut told = Vec::new();
        for sent_ms in [100_000, 102_000, 104_000] {
            let here = |millis| Timestamp::from_millis(millis);
            let there = |millis: i64| Timestamp::from_millis(millis + ahead_ms);
            times.hear(&venue.time(here(sent_ms)), there(sent_ms + way_ms));
            let time = Some(times.signal(there(sent_ms + way_ms)));
            let beat = Beat { time, ..Beat::new(Generation::FIRST, games(0)) };
            let heard = Command::Hear { beat, at: here(sent_ms + 2 * way_ms) };
            told.extend(give(&mut venue, &heard).into_iter().skip(1));
        }
        assert_eq!(venue.ahead_ms(), expected, "{ahead_ms} {way_ms}");
        let once: Vec<_> =
            expected.map(|ahead_ms| Event::ClockApart { ahead_ms }).into_iter().collect();
        assert_eq!(told, once, "{ahead_ms} {way_ms}");
    }
}

#[test]
fn a_clock_that_was_put_right_agrees_again() {
    let mut venue = enrolled();
    let mut hear = |ahead_ms: i64, seconds| {
        let teller = Teller { service: "hall".to_owned(), boot: BootId(2) };
        let hub = Teller { service: "hub".to_owned(), boot: HUB };
        let heard = vec![(hub, ahead_ms)];
        let told_at = Timestamp::from_millis(at(seconds).millis() + ahead_ms);
        let time = Some(TimeSignal { teller, at: told_at, heard });
        let beat = Beat { time, ..Beat::new(Generation::FIRST, games(0)) };
        give(&mut venue, &Command::Hear { beat, at: at(seconds) })
    };
    assert_eq!(hear(5_000, 100)[1..], [Event::ClockApart { ahead_ms: 5_000 }]);
    let told: Vec<Event> =
        (1..10).flat_map(|turn| hear(0, 100 + 2 * turn).into_iter().skip(1)).collect();
    assert_eq!(told.last(), Some(&Event::ClockAgrees), "{told:?}");
}

#[test]
fn a_store_hands_over_what_follows_on_the_last_message_of_the_hub() {
    let head = |sequence| Head { sequence, digest: vec![7] };
    let record = Record::Game;
    for (hub, own, at_head, expected) in [
        (None, 0, None, Ok(1)),
        (None, 40, None, Ok(1)),
        (Some(head(40)), 40, Some(7), Ok(41)),
        (Some(head(40)), 90, Some(7), Ok(41)),
        // A backup of yesterday, or a store that was made anew.
        (Some(head(40)), 39, None, Err(Trouble::Older { record, hub: 40, own: 39 })),
        (Some(head(40)), 0, None, Err(Trouble::Older { record, hub: 40, own: 0 })),
        // One that went on from there.
        (Some(head(40)), 90, Some(8), Err(Trouble::OtherHistory { record, sequence: 40 })),
        (Some(head(40)), 90, None, Err(Trouble::OtherHistory { record, sequence: 40 })),
    ] {
        let digest = at_head.map(|byte: u8| vec![byte]);
        let first = first_to_hand_over(record, hub.as_ref(), own, digest.as_deref());
        assert_eq!(first, expected, "{hub:?} {own} {at_head:?}");
    }
}

#[test]
fn a_generation_is_read_as_it_is_printed_and_begins_at_one() {
    assert_eq!("2".parse(), Ok(second()));
    assert_eq!(second().to_string(), "2");
    assert_eq!(Generation::FIRST.next(), second());
    for none in ["0", "-1", "", "x", "4294967296"] {
        assert!(none.parse::<Generation>().is_err(), "{none}");
    }
}

proptest! {
    /// Whatever comes in whatever order, a venue is offline if and only if its last sign of life is
    /// older than the longest silence, once somebody has looked.
    #[test]
    fn a_venue_is_offline_exactly_while_it_is_silent(
        steps in prop::collection::vec((0u8..4, 0i64..9, 0u64..5), 1..60),
    ) {
        let (mut venue, mut now, mut heard) = (enrolled(), 100, None);
        for (kind, seconds, number) in steps {
            now += seconds;
            match kind {
                0 => {
                    give(&mut venue, &hear(number, now));
                    heard = Some(now);
                }
                1 => drop(give(&mut venue, &note(number, now))),
                _look => drop(give(&mut venue, &look(now))),
            }
            give(&mut venue, &look(now));
            let is_silent = heard.is_some_and(|heard| now - heard > 6);
            let is_offline = matches!(venue.health(at(now)), Health::Offline { .. });
            prop_assert_eq!(is_offline, is_silent);
            prop_assert_eq!(venue.deadline().is_some(), heard.is_some() && !is_silent);
        }
    }
}
