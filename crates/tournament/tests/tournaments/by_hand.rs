//! Pairings by hand, and the norms that they break.

use super::{
    ACHTTAL, BERGER, BLACK_WINS, DRAW, WHITE_WINS, all, changes_nothing, enter, entered,
    entered_by, one, open, pair, pair_by_hand, pair_with_byes, pairs_of, play, refused, round, run,
    swiss_of,
};
use draughts::Color;
use tournament::PairingWarning;
use tournament::plan::GroupRule;
use tournament::regulation::{Format, Preset, Regulation};
use tournament::{Command, PairingMethod, Refusal, Tournament};

#[track_caller]
fn warned(tournament: &Tournament, command: &Command, expected: &[PairingWarning]) {
    let mut paired = tournament.clone();
    run(&mut paired, std::slice::from_ref(command));
    let method = &paired.latest_round().unwrap().paired().method;
    let PairingMethod::ByHand(warnings) = method else { panic!("{method:?}") };
    assert_eq!(warnings, expected);
}

#[test]
fn b1a_two_who_met_are_said() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    let met = PairingWarning::MetBefore { first: one(4), second: one(1), round: round(1) };
    warned(
        &tournament,
        &pair_by_hand(2, &[(4, 1), (2, 3)]),
        &[met, PairingWarning::MetBefore { first: one(2), second: one(3), round: round(1) }],
    );
    assert_eq!(met.article(), Some("KNDB B1a"));
    warned(&tournament, &pair_by_hand(2, &[(4, 2), (3, 1)]), &[]);
}

#[test]
fn b1b_a_second_free_point_is_said() {
    let mut tournament = swiss_of(5, 4);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    let twice = PairingWarning::SecondFreePoint { participant: one(1), round: round(1) };
    warned(&tournament, &pair_with_byes(2, &[(5, 4), (3, 2)], &[1]), &[twice]);
    warned(&tournament, &pair_with_byes(2, &[(5, 1), (4, 2)], &[3]), &[]);
}

#[test]
fn b2_a_colour_too_often_is_said() {
    let mut tournament = swiss_of(6, 5);
    for (number, pairs) in [(1, [(1, 2), (3, 4), (5, 6)]), (2, [(1, 3), (2, 5), (4, 6)])] {
        run(&mut tournament, &[pair_by_hand(number, &pairs)]);
        play(&mut tournament, number, &[DRAW]);
    }
    let (participant, color) = (one(1), Color::White);
    let balance = PairingWarning::ColorBalance { participant, color };
    let third = PairingWarning::ThirdColor { participant, color };
    warned(&tournament, &pair_by_hand(3, &[(1, 4), (6, 2), (3, 5)]), &[balance, third]);
    assert_eq!(third.article(), Some("KNDB B2b"));
}

#[test]
fn b2_does_not_hold_in_the_last_round_for_those_with_more_than_half_of_the_points() {
    let mut tournament = swiss_of(6, 3);
    for (number, pairs) in [(1, [(1, 2), (3, 4), (5, 6)]), (2, [(1, 3), (2, 5), (4, 6)])] {
        run(&mut tournament, &[pair_by_hand(number, &pairs)]);
        play(&mut tournament, number, &[WHITE_WINS, BLACK_WINS]);
    }
    warned(&tournament, &pair_by_hand(3, &[(1, 4), (6, 2), (3, 5)]), &[]);
}

#[test]
fn f5_absent_and_withdrawn_players_and_those_left_out_are_said() {
    let mut tournament = swiss_of(6, 3);
    let gone = Command::Withdraw { participant: one(2), reason: String::new() };
    let absent = Command::ReportAbsent {
        participant: one(1),
        round: round(1),
        half_point_bye: false,
        notice: tournament::AbsenceNotice::default(),
    };
    run(&mut tournament, &[gone, absent]);
    warned(
        &tournament,
        &pair_by_hand(1, &[(1, 2), (3, 4)]),
        &[
            PairingWarning::Absent { participant: one(1) },
            PairingWarning::Withdrawn { participant: one(2) },
            PairingWarning::NotPaired { participant: one(5) },
            PairingWarning::NotPaired { participant: one(6) },
        ],
    );
}

#[test]
fn a_table_may_be_left_and_that_is_said() {
    let mut tournament = entered(BERGER, 5);
    // Berger's first round of five is 2-5, 3-4, and 1 is free.
    warned(
        &tournament,
        &pair_by_hand(1, &[(5, 2), (3, 4)]),
        &[PairingWarning::NotInSchedule { first: one(5), second: one(2) }],
    );
    warned(
        &tournament,
        &pair_by_hand(1, &[(3, 4)]),
        &[
            PairingWarning::NotPaired { participant: one(2) },
            PairingWarning::NotPaired { participant: one(5) },
        ],
    );
    run(&mut tournament, &[pair_by_hand(1, &[(2, 5), (3, 4)])]);
    changes_nothing(&tournament, &pair_by_hand(1, &[(2, 5), (3, 4)]));
    refused(&tournament, &pair(1), &Refusal::AlreadyPaired { round: round(1) });
    refused(
        &entered(ACHTTAL, 8),
        &pair_by_hand(1, &[]),
        &Refusal::PairingsMissing { round: round(1) },
    );
}

#[test]
fn without_a_system_only_who_is_not_there_is_said() {
    let mut tournament = entered(Format::Manual, 5);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2)]), open(1), enter("late")]);
    play(&mut tournament, 1, &[DRAW]);
    warned(&tournament, &pair_by_hand(2, &[(1, 2), (6, 3)]), &[]);
}

#[test]
fn somebody_with_a_bye_is_not_paired_as_well() {
    let tournament = swiss_of(5, 3);
    let twice = Refusal::PairedTwice { participant: one(1), round: round(1) };
    refused(&tournament, &pair_with_byes(1, &[(1, 2)], &[1]), &twice);
    refused(&tournament, &pair_with_byes(1, &[(2, 3)], &[1, 1]), &twice);
    let unknown = Refusal::UnknownParticipant { participant: one(6) };
    refused(&tournament, &pair_with_byes(1, &[(2, 3)], &[6]), &unknown);
}

#[test]
fn groups_by_the_swiss_system_are_paired_each_by_itself_by_hand_too() {
    let preset = Regulation::of(Preset::KndbSwiss);
    let regulation = Regulation { rounds: Some(3), groups: Some(GroupRule::Fours), ..preset };
    let mut tournament = entered_by(regulation, 8);
    let groups = vec![all(&[1, 2, 3, 4]), all(&[5, 6, 7, 8])];
    run(&mut tournament, &[Command::DivideGroups { groups }]);
    let across = pair_by_hand(1, &[(1, 5), (2, 3), (6, 7)]);
    let other = Refusal::OtherGroup { first: one(1), second: one(5) };
    refused(&tournament, &across, &other);
    assert_eq!(other.to_string(), "participants 1 and 5 are of different groups");
    // Within the groups the system goes on after any pairing by hand.
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2), (3, 4), (5, 6), (7, 8)])]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[pair(2)]);
    assert_eq!(pairs_of(&tournament, 2).len(), 4);
}

#[test]
fn a_game_between_groups_of_a_table_is_said() {
    let winners = tournament::regulation::WinnersRule::Apart;
    let class = Regulation { winners, ..Regulation::of(Preset::FrisianClass) };
    let mut tournament = entered_by(class, 8);
    let groups = vec![all(&[1, 2, 3, 4]), all(&[5, 6, 7, 8])];
    run(&mut tournament, &[Command::DivideGroups { groups }]);
    let other = PairingWarning::OtherGroup { first: one(1), second: one(5) };
    let missing =
        [2, 3, 4, 6, 7, 8].map(|number| PairingWarning::NotPaired { participant: one(number) });
    warned(&tournament, &pair_by_hand(1, &[(1, 5)]), &[&[other][..], &missing].concat());
    // A game that no table counts does not prevent later rounds.
    run(&mut tournament, &[pair_by_hand(1, &[(1, 5)])]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[pair(2)]);
}
