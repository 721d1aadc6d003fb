//! The schedules: Berger's printed tables, and properties of all of them.

use super::{DRAW, entered_by, pair, pairs_of, play, round, run};
use std::collections::{BTreeMap, BTreeSet};
use tournament::regulation::{Preset, Regulation};
use tournament::{Lot, NumberError, RoundNumber, Schedule, Tournament, UnknownSchedule, schedule};

/// Checks a schedule: a round per line, a table per word, the bye as a number alone.
#[track_caller]
fn check(table: Schedule, players: usize, expected: &str) {
    let printed: Vec<String> = schedule(table, players)
        .unwrap()
        .iter()
        .map(|round| {
            let mut words: Vec<_> =
                round.pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
            words.extend(round.bye.map(|bye| bye.to_string()));
            words.join(" ")
        })
        .collect();
    let expected: Vec<_> = expected.lines().map(str::trim).collect();
    assert_eq!(printed, expected);
}

#[test]
fn berger_tables_are_as_printed() {
    check(Schedule::Berger, 2, "1-2");
    check(Schedule::Berger, 3, "2-3 1\n1-2 3\n3-1 2");
    check(Schedule::Berger, 4, "1-4 2-3\n4-3 1-2\n2-4 3-1");
    check(
        Schedule::Berger,
        6,
        "1-6 2-5 3-4
         6-4 5-3 1-2
         2-6 3-1 4-5
         6-5 1-4 2-3
         3-6 4-2 5-1",
    );
    check(
        Schedule::Berger,
        8,
        "1-8 2-7 3-6 4-5
         8-5 6-4 7-3 1-2
         2-8 3-1 4-7 5-6
         8-6 7-5 1-4 2-3
         3-8 4-2 5-1 6-7
         8-7 1-6 2-5 3-4
         4-8 5-3 6-2 7-1",
    );
}

#[test]
fn the_achttal_is_as_printed_in_regulation_c_art_7() {
    check(
        Schedule::Ind8Achttal,
        8,
        "5-1 6-2 7-3 8-4
         1-6 2-5 3-8 4-7
         1-4 2-3 5-8 6-7
         7-1 8-2 5-3 6-4
         1-8 2-7 3-6 4-5
         3-1 2-4 5-7 8-6
         1-2 4-3 6-5 7-8",
    );
}

/// Checks that all meet each other once, play at most once a round, and have evenly shared colours.
/// Returns the number of a round by its index, which counts from 0.
#[track_caller]
fn number(index: usize) -> RoundNumber {
    RoundNumber::new(u32::try_from(index + 1).unwrap()).unwrap()
}

#[track_caller]
fn check_round_robin(table: Schedule, players: usize) {
    let rounds = schedule(table, players).unwrap();
    let is_odd = players % 2 == 1;
    assert_eq!(rounds.len(), if is_odd { players } else { players - 1 });
    let (mut meetings, mut byes) = (BTreeSet::new(), BTreeSet::new());
    let mut whites_less_blacks = BTreeMap::<u32, i32>::new();
    for (index, round) in rounds.iter().enumerate() {
        assert_eq!(round.round, number(index));
        let mut seated = BTreeSet::new();
        for (white, black) in &round.pairs {
            assert!(seated.insert(*white) && seated.insert(*black), "{players}: {round:?}");
            assert!(meetings.insert((white.min(black), white.max(black))), "{players}: {round:?}");
            *whites_less_blacks.entry(white.get()).or_default() += 1;
            *whites_less_blacks.entry(black.get()).or_default() -= 1;
        }
        if let Some(bye) = round.bye {
            assert!(seated.insert(bye) && byes.insert(bye), "{players}: {round:?}");
        }
        assert_eq!(seated.len(), players);
        assert!(seated.iter().all(|lot| (lot.get() as usize) <= players));
    }
    assert_eq!(meetings.len(), players * (players - 1) / 2);
    assert_eq!(byes.len(), if is_odd { players } else { 0 });
    let most = if is_odd { 0 } else { 1 };
    assert!(whites_less_blacks.values().all(|balance| balance.abs() <= most), "{players}");
}

#[test]
fn every_schedule_is_a_round_robin() {
    for players in 2..=64 {
        check_round_robin(Schedule::Berger, players);
    }
    let apart = [
        Schedule::Berger,
        Schedule::BergerDouble,
        Schedule::Ha2,
        Schedule::Ind6Split,
        Schedule::Mini6Split,
    ];
    for table in Schedule::ALL.into_iter().filter(|table| !apart.contains(table)) {
        assert!(table.is_round_robin());
        check_round_robin(table, table.players().0);
    }
}

/// A art. 4 and G art. 4: each meets the two others of the own subgroup and one of the other.
#[test]
fn a_group_of_six_may_be_split_in_two() {
    for table in [Schedule::Ind6Split, Schedule::Mini6Split] {
        assert!(!table.is_round_robin());
        check(table, 6, "1-2 5-4 3-6\n2-3 6-5 4-1\n1-3 4-6 2-5");
        let rounds = schedule(table, 6).unwrap();
        for number in 1..=6 {
            let lot = Lot::new(number).unwrap();
            let mut met: Vec<u32> = rounds
                .iter()
                .flat_map(|round| &round.pairs)
                .filter(|pair| pair.0 == lot || pair.1 == lot)
                .map(|pair| if pair.0 == lot { pair.1.get() } else { pair.0.get() })
                .collect();
            met.sort_unstable();
            let in_own = |other: &&u32| (**other <= 3) == (number <= 3);
            assert_eq!((met.len(), met.iter().filter(in_own).count()), (3, 2), "{number}: {met:?}");
            let whites = rounds.iter().flat_map(|round| &round.pairs).filter(|pair| pair.0 == lot);
            assert!((1..=2).contains(&whites.count()), "{number}: one or two games with White");
        }
    }
}

#[test]
fn a_double_round_robin_reverses_the_colours() {
    check(Schedule::BergerDouble, 3, "2-3 1\n1-2 3\n3-1 2\n3-2 1\n2-1 3\n1-3 2");
    check(Schedule::Ha2, 2, "1-2\n2-1");
    for players in 2..=64 {
        let rounds = schedule(Schedule::BergerDouble, players).unwrap();
        let once = schedule(Schedule::Berger, players).unwrap().len();
        assert_eq!(rounds.len(), 2 * once);
        let pairs: BTreeSet<_> = rounds.iter().flat_map(|round| &round.pairs).collect();
        assert_eq!(pairs.len(), players * (players - 1), "{players}: each pair with both colours");
        assert!(rounds.iter().zip(1..).all(|(round, number)| round.round.get() == number));
    }
}

#[test]
fn a_schedule_has_a_name() {
    for table in Schedule::ALL {
        assert_eq!(table.to_string().parse(), Ok(table));
    }
    assert_eq!("Berger".parse::<Schedule>(), Err(UnknownSchedule));
    assert_eq!(
        UnknownSchedule.to_string(),
        "unknown table: it is one of ind3, ind4, ind5, ind6split, team4, team5, team6, team7, \
         ind8_achttal, mini4, mini5, mini6split, ha2, ha6, ha7, berger, berger_double"
    );
    let error = schedule(Schedule::Ind8Achttal, 7).unwrap_err();
    assert_eq!(error.to_string(), "the table ind8_achttal is for 8 to 8 players, not for 7");
}

#[test]
fn numbers_count_from_1() {
    assert_eq!(RoundNumber::new(0), Err(NumberError { what: "round" }));
    assert_eq!(RoundNumber::new(0).unwrap_err().to_string(), "0 is no round: the first is 1");
    assert_eq!(RoundNumber::new(1), Ok(RoundNumber::FIRST));
    assert_eq!(RoundNumber::FIRST.next().get(), 2);
    assert_eq!(RoundNumber::new(u32::MAX).unwrap().next().get(), u32::MAX);
}

#[test]
fn appendix_2_and_d_art_4_the_calendar_has_the_rounds_of_every_day_before_they_are_paired() {
    let days = |tournament: &Tournament| -> Vec<Option<u32>> {
        tournament.calendar().iter().map(|round| round.day).collect()
    };
    let mut seven = entered_by(Regulation::of(Preset::FrisianHa), 7);
    let on = |days: &[u32]| days.iter().copied().map(Some).collect::<Vec<_>>();
    assert_eq!(days(&seven), on(&[1, 1, 1, 2, 3, 3, 3]));
    // The pairs are those that will be paired.
    let planned: Vec<_> = seven.calendar().iter().map(|round| round.pairs.clone()).collect();
    let begins_at = draughts::Timestamp::from_millis(3_600_000);
    run(&mut seven, &[tournament::Command::PlanRound { round: round(4), begins_at }]);
    assert_eq!(seven.calendar()[3].begins_at, Some(begins_at));
    for (number, pairs) in (1..).zip(planned) {
        run(&mut seven, &[pair(number)]);
        let pairs: Vec<_> =
            pairs.iter().map(|&(white, black)| (white.get(), black.get())).collect();
        assert_eq!(pairs_of(&seven, number), pairs);
        play(&mut seven, number, &[DRAW]);
    }
    // By the Swiss system only the days are known.
    let nine = entered_by(Regulation::of(Preset::FrisianHaSwiss), 9);
    assert_eq!(days(&nine), on(&[1, 1, 1, 2, 2, 2]));
    assert!(nine.calendar().iter().all(|round| round.pairs.is_empty()));
    // An eight has its seven rounds on days that the organisers choose.
    let eight = entered_by(Regulation::of(Preset::FrisianKk), 8);
    assert_eq!(days(&eight), [None; 7]);
    assert_eq!(entered_by(Regulation::of(Preset::FrisianKk), 7).calendar(), []);
}
