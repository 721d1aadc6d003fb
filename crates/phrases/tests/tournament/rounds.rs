//! Explanations of pairings.

use crate::commands::{
    BERGER, BLACK_WINS, DRAW, WHITE_WINS, entered, entered_by, open, pair, pair_by_hand, player,
    record, round, run, table,
};
use crate::results::{all, one};
use phrases::{Language, pairing, standings};
use tournament::{
    Command, PairingWarning, ResolvedTie, Tournament,
    ranking::{Remedy, TieDecision},
    regulation::{HalfPointByes, Preset, Regulation},
};

#[track_caller]
fn texts(tournament: &Tournament, number: u32, language: Language) -> Vec<String> {
    pairing::round(tournament, round(number), language).unwrap()
}

#[test]
fn a_round_that_is_not_paired_has_no_reasons() {
    assert_eq!(pairing::round(&entered(BERGER, 4), round(1), Language::English), None);
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
fn c_art_12_who_is_free_because_the_opponent_withdrew_is_named() {
    let mut eight = entered_by(Regulation::of(Preset::FrisianKk), 8);
    let leave = Command::Withdraw { participant: one(8), reason: "ill".to_owned() };
    run(&mut eight, &[leave, pair(1)]);
    for (language, expected) in [
        (Language::English, "p4 is free: p8 has withdrawn"),
        (Language::Dutch, "p4 is vrij: p8 heeft zich teruggetrokken"),
        (Language::Frisian, "p4 is frij: p8 hat him of har weromlutsen"),
    ] {
        assert_eq!(texts(&eight, 1, language)[1..], [expected]);
    }
}

#[test]
fn c_art_15_and_f_art_4_of_three_tied_the_organisers_make_a_schedule() {
    for (remedy, article) in
        [(Remedy::MatchOfTwo, "C art. 15"), (Remedy::SingleGamesByLot, "F art. 4")]
    {
        let how = TieDecision::Lot { seed: None };
        let tie = ResolvedTie { order: all(&[2, 1, 3]), how, instead_of: Some(remedy) };
        let text = standings::resolved_otherwise(&tie, Some(article), Language::English);
        let expected =
            format!("the regulation prescribes: the organisers make a schedule ({article})");
        assert_eq!(text, Some(expected));
    }
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
    let absent = |half_point_bye| Command::ReportAbsent {
        participant,
        round: round(1),
        half_point_bye,
        notice: tournament::AbsenceNotice::default(),
    };
    run(&mut five, &[absent(true), pair(1)]);
    let told = texts(&five, 1, Language::English);
    assert_eq!(told.len(), 3);
    assert_eq!(told.last().unwrap(), "p5 has a bye of half a point (KNDB F9)");
}

#[test]
fn d_art_6_the_winners_of_the_groups_play_each_other() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianClass), 12);
    let groups = (0..3).map(|at| all(&[at * 4 + 1, at * 4 + 2, at * 4 + 3, at * 4 + 4])).collect();
    run(&mut tournament, &[Command::DivideGroups { groups }]);
    for number in 1..=3 {
        run(&mut tournament, &[pair(number), open(number)]);
        let games = tournament.round(round(number)).unwrap().games().to_vec();
        for game in games {
            let is_first = game.pairing.white < game.pairing.black;
            let outcome = if is_first { WHITE_WINS } else { BLACK_WINS };
            run(&mut tournament, &[record(number, game.pairing.table.get(), outcome)]);
        }
    }
    run(&mut tournament, &[pair(4)]);
    assert_eq!(
        texts(&tournament, 4, Language::English),
        [
            "the winners of the groups play each other (D art. 6)",
            "p1 has no opponent: their number is odd"
        ]
    );
}

#[test]
fn b_norms_that_are_broken_are_named_with_their_article() {
    let number = |participant: tournament::ranking::Participant| participant.to_string();
    let met = PairingWarning::MetBefore { first: one(4), second: one(1), round: round(1) };
    assert_eq!(
        pairing::warning(met, Language::English, &number),
        "4 and 1 met in round 1 (KNDB B1a)"
    );
    let third = PairingWarning::ThirdColor { participant: one(1), color: draughts::Color::White };
    assert_eq!(
        pairing::warning(third, Language::English, &number),
        "1 gets White for the third time in a row (KNDB B2b)"
    );
    let name = |_| "Jel".to_owned();
    let dutch = pairing::warning(third, Language::Dutch, &name);
    assert_eq!(dutch, "Jel krijgt voor de derde keer achter elkaar wit (KNDB B2b)");
    let frisian = pairing::warning(third, Language::Frisian, &name);
    assert_eq!(frisian, "Jel krijt foar de tredde kear efterinoar wyt (KNDB B2b)");
}

#[test]
fn what_the_regulation_prescribes_is_said_of_a_tie_that_something_else_resolved() {
    let lot = TieDecision::Lot { seed: None };
    for (instead_of, article, expected) in [
        (None, "A art. 5", None),
        (
            Some(Remedy::SingleGamesOrLot),
            "A art. 5",
            Some(
                "the regulation prescribes: single games with colours reversed, until it is decided, \
                 or the lot where that is agreed (A art. 5)",
            ),
        ),
        (
            Some(Remedy::SingleGames),
            "D art. 6",
            Some(
                "the regulation prescribes: single games with colours reversed, until it is decided \
                 (D art. 6)",
            ),
        ),
        (
            Some(Remedy::MatchOfTwo),
            "C art. 15",
            Some(
                "the regulation prescribes: a match of two games and then single games with colours \
                 reversed, until it is decided (C art. 15)",
            ),
        ),
    ] {
        let tie = ResolvedTie { order: all(&[2, 1]), how: lot, instead_of };
        let text = standings::resolved_otherwise(&tie, Some(article), Language::English);
        assert_eq!(text.as_deref(), expected);
    }
}
