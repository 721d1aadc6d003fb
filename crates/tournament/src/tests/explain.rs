//! Why rounds are paired as they are, as people read it.

use super::*;
use crate::regulation::HalfPointByes;
use draughts::Language;

#[track_caller]
fn texts(tournament: &Tournament, number: u32, language: Language) -> Vec<String> {
    tournament.explain_round(round(number), language).unwrap()
}

#[test]
fn a_round_that_is_not_paired_has_no_reasons() {
    assert_eq!(entered(BERGER, 4).explain_round(round(1), Language::English), None);
}

#[test]
fn a_schedule_is_told_with_its_article_and_its_free_round() {
    let mut three = entered(BERGER, 3);
    run(&mut three, &[pair(1)]);
    for (language, expected) in [
        (Language::English, ["paired by the schedule", "p1 has no opponent: their number is odd"]),
        (
            Language::Dutch,
            ["ingedeeld volgens het schema", "p1 heeft geen tegenstander: het aantal is oneven"],
        ),
        (
            Language::Frisian,
            ["yndield neffens it skema", "p1 hat gjin tsjinstanner: it tal is ûneven"],
        ),
    ] {
        assert_eq!(texts(&three, 1, language), expected);
    }
    let mut eight = entered_by(Regulation::of(Preset::FrisianKk), 8);
    run(&mut eight, &[pair(1)]);
    assert_eq!(texts(&eight, 1, Language::English), ["paired by the schedule (C art. 7)"]);
}

#[test]
fn f7_a_game_with_reversed_colours_is_named() {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1)]);
    let (round, table) = (round(1), table(1));
    run(&mut tournament, &[Command::ReverseColors { round, table, is_reversed: true }]);
    for (language, expected) in [
        (Language::English, "the game at table 1 was played with the colours reversed (KNDB F7)"),
        (Language::Dutch, "de partij aan tafel 1 is met omgekeerde kleuren gespeeld (KNDB F7)"),
        (Language::Frisian, "de partij oan tafel 1 is mei omkearde kleuren spile (KNDB F7)"),
    ] {
        assert_eq!(texts(&tournament, 1, language)[1..], [expected]);
    }
}

#[test]
fn a_pairing_by_hand_names_the_norms_that_it_breaks() {
    let regulation = Regulation { rounds: Some(3), ..Regulation::of(Preset::KndbSwiss) };
    let mut four = entered_by(regulation, 4);
    let games = [open(1), record(1, 1, DRAW), record(1, 2, DRAW)];
    run(&mut four, &[pair_by_hand(1, &[(1, 2), (3, 4)])]);
    run(&mut four, &games);
    run(&mut four, &[pair_by_hand(2, &[(1, 2)])]);
    for (language, expected) in [
        (
            Language::English,
            [
                "paired by hand",
                "p1 and p2 met in round 1 (KNDB B1a)",
                "p3 is not paired",
                "p4 is not paired",
            ],
        ),
        (
            Language::Dutch,
            [
                "met de hand ingedeeld",
                "p1 en p2 speelden al tegen elkaar in ronde 1 (KNDB B1a)",
                "p3 is niet ingedeeld",
                "p4 is niet ingedeeld",
            ],
        ),
        (
            Language::Frisian,
            [
                "mei de hân yndield",
                "p1 en p2 spilen al tsjin inoar yn ronde 1 (KNDB B1a)",
                "p3 is net yndield",
                "p4 is net yndield",
            ],
        ),
    ] {
        assert_eq!(texts(&four, 2, language), expected);
    }
}

#[test]
fn swiss_reasons_are_followed_by_who_was_not_to_be_paired() {
    let half_point_byes = HalfPointByes { most: 1, in_last_round: false };
    let preset = Regulation::of(Preset::KndbSwiss);
    let regulation = Regulation { rounds: Some(3), half_point_byes, ..preset };
    let mut five = entered_by(regulation, 5);
    let participant = player(5).into();
    let absent =
        |half_point_bye| Command::ReportAbsent { participant, round: round(1), half_point_bye };
    run(&mut five, &[absent(true), pair(1)]);
    let told = texts(&five, 1, Language::English);
    assert_eq!(told.len(), 3);
    assert_eq!(told.last().unwrap(), "p5 has a bye of half a point (KNDB F9)");
}
