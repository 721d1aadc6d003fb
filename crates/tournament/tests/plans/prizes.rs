//! Prizes of categories (F art. 5) and their money (KNDB F12.1).

use crate::player;
use draughts::{Outcome, Reason, Score, Timestamp};
use std::collections::BTreeMap;
use tournament::regulation::{Point, Preset, PrizeRule, Regulation};
use tournament::season::{LeftOut, shared_money};
use tournament::{
    Author, Command, Entry, GroupNumber, RoundNumber, Settings, TableNumber, Tablets, Tournament,
};

#[track_caller]
fn run(tournament: &mut Tournament, command: &Command) {
    let at = Timestamp::from_millis(0);
    let events = tournament.decide(command, &Author::SYSTEM, at).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
}

/// Returns an event of these classes with one round, in which White wins every game.
#[track_caller]
fn blitz(regulation: Regulation, classes: &[&str]) -> Tournament {
    let mut tournament = Tournament::default();
    let settings = Settings {
        name: "Sneldammen".to_owned(),
        notice: String::new(),
        place: String::new(),
        regulation: Regulation {
            rounds: Some(1),
            time_control: Regulation::of(Preset::FrisianBlitz).time_control,
            ..regulation
        },
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
    };
    run(&mut tournament, &Command::Create { settings: Box::new(settings) });
    for (number, class) in (1..).zip(classes) {
        let category = (!class.is_empty()).then(|| (*class).to_owned());
        let entry = Entry { category, ..Entry::named(format!("p{number}")) };
        run(&mut tournament, &Command::Enter { entry });
    }
    run(&mut tournament, &Command::Pair { round: RoundNumber::FIRST });
    tournament
}

#[track_caller]
fn play(tournament: &mut Tournament) {
    let round = RoundNumber::FIRST;
    run(tournament, &Command::OpenRound { round });
    for number in 1..=tournament.round(round).unwrap().games().len() {
        let table = TableNumber::new(u32::try_from(number).unwrap()).unwrap();
        let outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
        run(tournament, &Command::RecordResult { round, table, outcome, men_ahead: None });
    }
}

#[test]
fn f_art_5_the_category_follows_from_the_class_and_who_is_no_member_is_in_c() {
    let regulation = Regulation::of(Preset::FrisianBlitz);
    assert_eq!(regulation.article(Point::Prizes), Some("F art. 5"));
    // White against Black: 1-8, 2-7, 3-6, 4-5.
    let classes = ["KK", "haa", "RHAA", "HA", "1", "3e klasse", "", "Ereklasse"];
    let mut tournament = blitz(regulation, &classes);
    assert!(!tournament.prizes(Some(GroupNumber::FIRST)).unwrap().is_final);
    play(&mut tournament);
    let prizes = tournament.prizes(Some(GroupNumber::FIRST)).unwrap();
    assert!(prizes.is_final);
    let shown: BTreeMap<&str, Vec<(u32, u32)>> = prizes
        .categories
        .iter()
        .map(|(name, places)| {
            let places = places.iter().map(|one| (one.prize, one.participant.get()));
            (name.as_str(), places.collect())
        })
        .collect();
    // The four who have won are tied for the first place (F art. 4), and share the prizes of
    // theirs.
    assert_eq!(shown["A"], [(1, 1), (1, 2)]);
    assert_eq!(shown["B"], [(1, 3), (1, 4)]);
    assert_eq!(shown["C"], [(1, 5), (2, 6), (3, 7)]);
    // EK is no class of the article: nobody is left out in silence.
    assert_eq!(prizes.left_out, [(player(8).into(), LeftOut::UnknownClass)]);
}

#[test]
fn f_art_5_who_withdrew_is_passed_over() {
    let mut tournament = blitz(Regulation::of(Preset::FrisianBlitz), &["KK", "KK", "HAA", ""]);
    play(&mut tournament);
    let gone = Command::Withdraw { participant: player(1).into(), reason: String::new() };
    run(&mut tournament, &gone);
    let prizes = tournament.prizes(Some(GroupNumber::FIRST)).unwrap();
    assert_eq!(prizes.left_out, [(player(1).into(), LeftOut::Withdrawn)]);
    let first = prizes.categories["A"][0];
    assert_eq!((first.prize, first.participant), (1, player(2).into()));
    assert!(prizes.overall.iter().all(|place| place.participant != player(1).into()));
}

#[test]
fn without_a_rule_a_category_is_the_one_that_was_entered() {
    let regulation =
        Regulation { prizes: PrizeRule::Entered, ..Regulation::of(Preset::FrisianBlitz) };
    let mut tournament = blitz(regulation, &["KK", "", "dames", "KK"]);
    play(&mut tournament);
    let prizes = tournament.prizes(Some(GroupNumber::FIRST)).unwrap();
    assert_eq!(prizes.categories.keys().collect::<Vec<_>>(), ["KK", "dames"]);
    assert_eq!(prizes.left_out, [(player(2).into(), LeftOut::NoCategory)]);
}

#[test]
fn f12_1_money_is_shared_on_equal_points_whatever_the_tie_breaks_say() {
    // Two have 2 points and two have none; the tie-breaks separate all four.
    let mut tournament = blitz(Regulation::of(Preset::KndbSwiss), &["A", "A", "A", "A"]);
    play(&mut tournament);
    let places = &tournament.prizes(Some(GroupNumber::FIRST)).unwrap().categories["A"];
    assert_eq!(places.iter().map(|place| place.points).collect::<Vec<_>>(), [2, 2, 0, 0]);
    assert_eq!(shared_money(places, &[10_000, 5_000]), [7_500, 7_500, 0, 0]);
    // The third prize is shared by those of places 3 and 4; a cent that is left goes to the higher
    // one.
    assert_eq!(shared_money(places, &[10_000, 5_000, 2_501]), [7_500, 7_500, 1_251, 1_250]);
    assert_eq!(shared_money(places, &[1]), [1, 0, 0, 0]);
    assert_eq!(shared_money(places, &[]), [0, 0, 0, 0]);
    assert_eq!(shared_money(&[], &[10]), [0_u32; 0]);
}
