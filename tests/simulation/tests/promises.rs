//! The promises of every run, the faults that the checks find, and the repeatability of a seed.

use std::{fs, ops::Range, path::Path};

use simulation::{Breach, Promise, Sabotage, run};

/// Runs a seed, and returns the promise that it breaks.
#[track_caller]
fn broken(seed: u64, sabotage: Option<Sabotage>) -> Option<Breach> {
    let report = run(seed, sabotage);
    assert!(report.is_ok(), "seed {seed}: {report:?}");
    report.ok().and_then(|report| report.broken)
}

#[track_caller]
fn check_promises(seeds: Range<u64>) {
    for seed in seeds {
        let broken = broken(seed, None).map(|breach| breach.to_string());
        assert_eq!(broken, None, "seed {seed}");
    }
}

/// Three hundred seeds, in parts that run beside each other.
macro_rules! seeds {
    ($($name:ident: $seeds:expr,)*) => {
        $(#[test]
        fn $name() {
            check_promises($seeds);
        })*
    };
}

seeds! {
    seeds_0_to_29_keep_the_promises: 0..30,
    seeds_30_to_59_keep_the_promises: 30..60,
    seeds_60_to_89_keep_the_promises: 60..90,
    seeds_90_to_119_keep_the_promises: 90..120,
    seeds_120_to_149_keep_the_promises: 120..150,
    seeds_150_to_179_keep_the_promises: 150..180,
    seeds_180_to_209_keep_the_promises: 180..210,
    seeds_210_to_239_keep_the_promises: 210..240,
    seeds_240_to_269_keep_the_promises: 240..270,
    seeds_270_to_299_keep_the_promises: 270..300,
}

#[test]
fn the_same_seed_is_the_same_run_to_the_byte() {
    for seed in 0..5 {
        let (first, second) = (run(seed, None).unwrap(), run(seed, None).unwrap());
        assert_eq!((first.digest, first.lasted), (second.digest, second.lasted), "seed {seed}");
        assert!(first.messages > 100, "seed {seed} stored {} messages", first.messages);
    }
    assert_ne!(run(0, None).unwrap().digest, run(1, None).unwrap().digest);
}

/// Checks that one of the first `seeds` seeds breaks this promise with a sabotage, and none
/// without.
#[track_caller]
fn check_found(sabotage: Sabotage, promise: Promise, seeds: u64) {
    check_found_in(sabotage, promise, 0..seeds);
}

/// Checks that one of these seeds breaks this promise with a sabotage, and none without.
#[track_caller]
fn check_found_in(
    sabotage: Sabotage,
    promise: Promise,
    mut seeds: impl Iterator<Item = u64> + Clone,
) {
    let is_found =
        |seed: &u64| broken(*seed, Some(sabotage)).is_some_and(|it| it.promise == promise);
    let all = seeds.clone().count();
    let seed = seeds.find(is_found);
    assert!(seed.is_some(), "{all} seeds with {sabotage:?} keep {promise:?}");
    if let Some(seed) = seed {
        check_promises(seed..seed + 1);
    }
}

/// Most of what is missed is judged with the next input of its game.
#[test]
fn an_input_that_is_acknowledged_before_its_effect_is_stored_is_missed() {
    check_found(Sabotage::AcknowledgeFirst, Promise::Completion, 40);
}

#[test]
fn a_message_that_is_stored_without_a_check_gives_its_subject_two_histories() {
    check_found(Sabotage::NoAppendCheck, Promise::OneHistory, 10);
}

#[test]
fn an_expected_sequence_that_is_not_checked_gives_a_subject_two_histories() {
    check_found(Sabotage::NoExpectedSequence, Promise::OneHistory, 20);
}

#[test]
fn ids_that_are_not_checked_break_no_promise_while_the_expected_sequence_is() {
    for seed in 0..20 {
        let broken = broken(seed, Some(Sabotage::NoMessageId)).map(|breach| breach.to_string());
        assert_eq!(broken, None, "seed {seed}");
    }
}

#[test]
fn a_repeated_input_that_is_taken_for_another_is_judged_twice() {
    check_found(Sabotage::NoRepeatCheck, Promise::Judging, 40);
}

#[test]
fn a_clock_that_is_set_with_the_time_of_day_charges_players_or_lets_flags_fall_late() {
    check_found(Sabotage::FollowTimeOfDay, Promise::Time, 20);
}

#[test]
fn a_service_that_starts_again_by_a_time_of_day_that_was_set_charges_players() {
    check_found(Sabotage::ForgetBoot, Promise::Time, 20);
}

#[test]
fn what_a_stream_lost_stays_lost_if_services_look_for_nothing_to_make_good() {
    check_found_in(Sabotage::NoRecovery, Promise::Completion, (3..100).step_by(4));
}

#[test]
fn a_consumer_that_stays_ahead_of_what_its_stream_has_reads_nothing_more() {
    check_found_in(Sabotage::KeepPlace, Promise::Completion, (3..100).step_by(4));
}

#[test]
fn inputs_that_are_lost_stay_lost_if_devices_are_not_told() {
    check_found_in(Sabotage::NoDoubt, Promise::Completion, (3..100).step_by(8));
}

#[test]
fn an_opening_that_is_lost_stays_lost_if_the_desk_does_not_tell_it_again() {
    check_found_in(Sabotage::NoTelling, Promise::Completion, (11..100).step_by(16));
}

#[test]
fn a_device_that_was_put_out_comes_back_unnoticed_if_marks_are_forgotten() {
    check_found_in(Sabotage::ForgetMarks, Promise::Doors, (3..250).step_by(12));
}

#[test]
fn a_clock_of_broadcast_that_is_ahead_shows_what_an_embargo_withholds() {
    check_found_in(Sabotage::HurryBroadcast, Promise::Embargoes, (4..100).step_by(12));
}

#[test]
fn a_damaged_stream_that_nobody_mends_stays_damaged() {
    check_found_in(Sabotage::NoMending, Promise::OneHistory, (10..100).step_by(12));
}

#[test]
fn a_mended_stream_that_lacks_its_last_message_is_found_damaged_again() {
    check_found_in(Sabotage::MendBadly, Promise::Mending, (10..100).step_by(12));
}

#[test]
fn damage_that_stops_the_games_it_does_not_concern_is_noticed() {
    check_found_in(Sabotage::SpreadDamage, Promise::Isolation, (10..100).step_by(12));
}

#[test]
fn damage_that_the_desk_is_not_told_of_is_noticed() {
    check_found_in(Sabotage::HideDamage, Promise::Isolation, (10..250).step_by(12));
}

#[test]
fn a_flood_keeps_other_games_waiting_if_what_comes_first_is_served_first() {
    check_found_in(Sabotage::FirstComeFirstServed, Promise::Fairness, (8..50).step_by(12));
}

#[test]
fn a_text_that_is_taken_without_what_is_not_seen_in_it_is_noticed() {
    check_found_in(Sabotage::WashTexts, Promise::Texts, (9..50).step_by(12));
}

#[test]
fn every_select_of_the_services_chooses_in_the_same_order_each_time() {
    let services = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services");
    let mut folders: Vec<_> =
        ["runtime", "board-ingest", "rules-validation", "clock", "pairing", "broadcast"]
            .map(|name| services.join(name).join("src"))
            .into();
    let (mut selects, mut unordered) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut rest = text.as_str();
            while let Some((_before, after)) = rest.split_once("tokio::select! {") {
                selects += 1;
                let first = after
                    .lines()
                    .map(str::trim)
                    .find(|line| !line.is_empty() && !line.starts_with("//"));
                if first != Some("biased;") {
                    unordered.push(path.display().to_string());
                }
                rest = after;
            }
        }
    }
    assert!(selects > 10, "found {selects} of them");
    assert_eq!(unordered, Vec::<String>::new(), "`biased;` is missing");
}
