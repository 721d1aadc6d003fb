//! The results of a finished tournament for a season.

use super::winners::groups;
use super::{
    BLACK_WINS, WHITE_WINS, all, created_by, entered_by, one, open, pair, pairs_of, play, record,
    round, run, settings, swiss_of, table,
};
use tournament::regulation::{Format, Preset, Regulation};
use tournament::season::{Ended, EndedError};
use tournament::swiss::{ControlSums, FirstRound};
use tournament::{Command, Entry, GroupNumber, Tournament, control_check};

/// Pairs and plays a round; the lower numbers win.
#[track_caller]
fn strongest_win(tournament: &mut Tournament, number: u32) {
    run(tournament, &[pair(number)]);
    let pairs = pairs_of(tournament, number).into_iter();
    let outcome = |(white, black)| if white < black { WHITE_WINS } else { BLACK_WINS };
    let outcomes: Vec<_> = pairs.map(outcome).collect();
    play(tournament, number, &outcomes);
}

#[test]
fn nothing_is_given_before_the_last_result() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    for number in 1..=6 {
        strongest_win(&mut tournament, number);
    }
    let called = "Frysk kampioenskip".to_owned();
    assert_eq!(Ended::of(&tournament).err(), Some(EndedError::NotOver { tournament: called }));
    strongest_win(&mut tournament, 7);
    let ended = Ended::of(&tournament).unwrap();
    assert_eq!(ended.order(None).unwrap(), ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"]);
    assert_eq!(ended.championship_place("P3").unwrap(), 3);
    assert_eq!(
        ended.championship_place("p9").unwrap_err().to_string(),
        "p9 has no place in Frysk kampioenskip"
    );
    let second = GroupNumber::FIRST.next();
    assert_eq!(
        ended.order(Some(second)).unwrap_err().to_string(),
        "Frysk kampioenskip: there is no group 2"
    );
}

#[test]
fn c_art_12_and_14_who_left_the_table_stands_last_in_the_final_order() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianHaa), 8);
    let leave = |number| Command::Withdraw { participant: one(number), reason: String::new() };
    // 5 misses the whole championship, and 3 leaves after four games: both are void.
    run(&mut tournament, &[leave(5)]);
    for number in 1..=7 {
        if number == 6 {
            run(&mut tournament, &[leave(3)]);
        }
        run(&mut tournament, &[pair(number), open(number)]);
        for (at, (white, black)) in (1..).zip(pairs_of(&tournament, number)) {
            let gone = [5].iter().chain([3].iter().filter(|_| number >= 6));
            if !gone.clone().any(|gone| [white, black].contains(gone)) {
                let outcome = if white < black { WHITE_WINS } else { BLACK_WINS };
                run(&mut tournament, &[record(number, at, outcome)]);
            }
        }
    }
    let ended = Ended::of(&tournament).unwrap();
    assert_eq!(ended.order(None).unwrap(), ["p1", "p2", "p4", "p6", "p7", "p8", "p3", "p5"]);
}

#[test]
fn appendix_4_3_a_swiss_event_is_placed_by_class() {
    let preset = Regulation::of(Preset::KndbSwiss);
    let regulation = Regulation {
        rounds: Some(3),
        format: Format::Swiss(FirstRound::EntrantsKnown),
        time_control: Some(super::time_control("80m")),
        ..preset
    };
    let mut tournament = Tournament::default();
    run(
        &mut tournament,
        &[created_by(tournament::Settings { regulation, ..settings(super::BERGER) })],
    );
    for (number, class) in (1..).zip(["1", "2", "2", "1", "", "2", "1", "2"]) {
        let category = (!class.is_empty()).then(|| class.to_owned());
        let entry = Entry { category, ..Entry::named(format!("p{number}")) };
        run(&mut tournament, &[Command::Enter { entry }]);
    }
    for number in 1..=3 {
        strongest_win(&mut tournament, number);
    }
    let ended = Ended::of(&tournament).unwrap();
    let order = ended.order(None).unwrap();
    let mut classes = [("1", 0), ("2", 0)];
    for name in order {
        let class = tournament.player_named(name).unwrap().category.clone();
        let Some(class) = class else {
            let error = ended.club_event(name).unwrap_err().to_string();
            let expected = "Frysk kampioenskip: p5 has no class, by which places are counted";
            assert_eq!(error, expected);
            continue;
        };
        let (_, before) = classes.iter_mut().find(|(one, _)| *one == class).unwrap();
        *before += 1;
        let event = ended.club_event(name).unwrap();
        let players = if class == "1" { 3 } else { 4 };
        assert_eq!((event.players, event.place), (players, *before), "{name}");
    }
    assert_eq!(classes, [("1", 3), ("2", 4)]);
}

#[test]
fn d_art_6_the_winners_of_groups_have_the_first_places_and_a_tie_gives_no_points() {
    let mut tournament = groups(Preset::FrisianClass, 3, &[]);
    for number in 4..=6 {
        run(&mut tournament, &[pair(number)]);
        // 9 beats 1 and 5, who draw.
        let (white, black) = pairs_of(&tournament, number)[0];
        let outcome = match (white, black) {
            (9, _) => WHITE_WINS,
            (_, 9) => BLACK_WINS,
            _ => super::DRAW,
        };
        play(&mut tournament, number, &[outcome]);
    }
    let ended = Ended::of(&tournament).unwrap();
    assert_eq!(ended.championship_place("p9"), Ok(1));
    assert_eq!(
        ended.championship_place("p5").unwrap_err().to_string(),
        "Frysk kampioenskip: p5 shares place 2"
    );
    // Below the three winners there is no order: a second of a group may be the fourth of all.
    assert_eq!(
        ended.championship_place("p2").unwrap_err().to_string(),
        "Frysk kampioenskip: no rule says which place of all groups p2 has"
    );
    assert_eq!(ended.championship_place("p3"), Ok(5));
    let play_off = |number, tied: &[u32]| Command::PairPlayOff {
        round: round(number),
        participants: all(tied),
        seed: Some(3),
    };
    run(&mut tournament, &[play_off(7, &[1, 5])]);
    let (white, _) = pairs_of(&tournament, 7)[0];
    play(&mut tournament, 7, &[WHITE_WINS]);
    let ended = Ended::of(&tournament).unwrap();
    assert_eq!(ended.championship_place(&format!("p{white}")), Ok(2));
    assert_eq!(ended.championship_place(&format!("p{}", 6 - white)), Ok(3));
}

#[test]
fn f8_the_sums_are_those_of_the_table() {
    // Five: a bye each round, a forfeit, and a game that is adjourned, which counts as a draw
    // (F11).
    let mut tournament = swiss_of(5, 4);
    let sums = |points, counted, solkoff| ControlSums { points, counted, solkoff };
    let check =
        |tournament: &Tournament| control_check(tournament, GroupNumber::FIRST).unwrap().unwrap();
    run(&mut tournament, &[pair(1), open(1)]);
    let forfeit = draughts::Outcome::new(draughts::Score::WhiteWins, draughts::Reason::Forfeit);
    run(&mut tournament, &[record(1, 1, forfeit), super::close(1)]);
    // Half a point each, half a point more for the bye; the forfeit gives 1 and 0.
    let checked = check(&tournament);
    assert_eq!((checked.found, checked.expected), (sums(6, 5, 5), sums(6, 5, 5)));
    run(&mut tournament, &[pair(2)]);
    play(&mut tournament, 2, &[WHITE_WINS]);
    let checked = check(&tournament);
    assert_eq!((checked.found, checked.expected), (sums(12, 10, 20), sums(12, 10, 20)));
    assert!(tournament.game(round(1), table(2)).unwrap().is_postponed);
    assert_eq!(control_check(&tournament, GroupNumber::FIRST.next()), Ok(None));
}
