//! Pairing, opening and closing rounds.

use super::closed;
use super::{
    ACHTTAL, BERGER, DRAW, WHITE_WINS, changes_nothing, close, entered, open, pair, pair_by_hand,
    player, record, refused, round, run, settings, table,
};
use draughts::Timestamp;
use game_clock::StartMode;
use tournament::regulation::{Fault, Format};
use tournament::{
    Author, Command, EntryError, Event, PairedRound, Pairing, PairingMethod, ROUNDS_MAX, Refusal,
    RoundKind, RoundState, Schedule, ScheduleError, Settings,
};

fn pairing(at: u32, white: u32, black: u32) -> Pairing {
    Pairing { table: table(at), white: player(white), black: player(black) }
}

#[test]
fn a_round_has_one_after_it_once_the_next_is_paired() {
    let mut tournament = entered(BERGER, 4);
    assert!(!tournament.has_round_after(0));
    run(&mut tournament, &[pair(1)]);
    assert!(tournament.has_round_after(0) && !tournament.has_round_after(1));
}

#[test]
fn a_round_goes_from_paired_to_open_to_closed() {
    let mut tournament = entered(BERGER, 4);
    assert_eq!(tournament.next_round(), round(1));
    let events =
        run(&mut tournament, &[pair(1), open(1), record(1, 2, DRAW), record(1, 1, WHITE_WINS)]);
    assert_eq!(
        events,
        [
            Event::RoundPaired {
                paired: Box::new(PairedRound {
                    round: round(1),
                    kind: RoundKind::Regular,
                    pairings: vec![pairing(1, 1, 4), pairing(2, 2, 3)],
                    matches: vec![],
                    byes: vec![],
                    absent: vec![],
                    method: PairingMethod::Schedule,
                })
            },
            Event::RoundPublished { round: round(1), at: Timestamp::from_millis(1_000) },
            Event::RoundOpened { round: round(1), at: Timestamp::from_millis(1_000) },
            Event::ResultRecorded {
                round: round(1),
                table: table(2),
                outcome: DRAW,
                men_ahead: None
            },
            Event::ResultRecorded {
                round: round(1),
                table: table(1),
                outcome: WHITE_WINS,
                men_ahead: None
            },
            closed(1),
        ]
    );
    let first = tournament.round(round(1)).unwrap();
    assert_eq!(first.state(), RoundState::Closed);
    assert_eq!(first.number(), round(1));
    assert_eq!(first.opened_at(), Some(Timestamp::from_millis(1_000)));
    assert_eq!(first.unfinished().count(), 0);
    assert_eq!(tournament.game(round(1), table(1)).unwrap().outcome, Some(WHITE_WINS));
    assert_eq!(tournament.next_round(), round(2));
}

#[test]
fn a_whole_round_robin_ends_with_its_last_round() {
    let mut tournament = entered(BERGER, 3);
    assert_eq!(tournament.rounds_total(), Some(3));
    for number in 1..=3 {
        assert!(!tournament.is_finished());
        run(&mut tournament, &[pair(number), open(number), record(number, 1, DRAW)]);
    }
    assert!(tournament.is_finished());
    refused(&tournament, &pair(4), &Refusal::NoMoreRounds { rounds: 3 });
}

#[test]
fn an_odd_number_of_players_gives_everybody_one_bye() {
    let mut tournament = entered(BERGER, 3);
    for number in 1..=3 {
        run(&mut tournament, &[pair(number), open(number), close(number)]);
    }
    let mut byes: Vec<_> =
        tournament.rounds().iter().flat_map(|round| round.byes().to_vec()).collect();
    byes.sort();
    assert_eq!(byes, [1, 2, 3].map(|number| player(number).into()));
}

#[test]
fn rounds_are_paired_in_order() {
    let mut tournament = entered(BERGER, 4);
    let refusal = Refusal::RoundOutOfOrder { round: round(2), next: round(1) };
    refused(&tournament, &pair(2), &refusal);
    run(&mut tournament, &[pair(1)]);
    refused(&tournament, &pair(2), &Refusal::PreviousRoundNotClosed { round: round(1) });
    run(&mut tournament, &[open(1)]);
    refused(&tournament, &pair(2), &Refusal::PreviousRoundNotClosed { round: round(1) });
    run(&mut tournament, &[close(1), pair(2)]);
    let refusal = Refusal::RoundOutOfOrder { round: round(4), next: round(3) };
    refused(&tournament, &pair(4), &refusal);
}

#[test]
fn the_same_pairing_again_changes_nothing() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1)]);
    changes_nothing(&tournament, &pair(1));
    let already = Refusal::AlreadyPaired { round: round(1) };
    refused(&tournament, &pair_by_hand(1, &[(1, 4), (2, 3)]), &already);

    let mut tournament = entered(Format::Manual, 4);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 4), (2, 3)])]);
    changes_nothing(&tournament, &pair_by_hand(1, &[(1, 4), (2, 3)]));
    let refusal = Refusal::AlreadyPaired { round: round(1) };
    refused(&tournament, &pair_by_hand(1, &[(4, 1), (2, 3)]), &refusal);
    refused(&tournament, &pair_by_hand(1, &[(1, 4)]), &refusal);
    refused(&tournament, &pair(1), &refusal);
}

#[test]
fn a_schedule_needs_its_number_of_players() {
    let too_few = |entrants| Fault::Entrants { min: 2, max: None, entrants };
    let no_table = |table, min, max, players| {
        Fault::Schedule(ScheduleError::Players { table, min, max, players })
    };
    let cases = [
        (BERGER, 0, too_few(0)),
        (BERGER, 1, too_few(1)),
        (BERGER, 65, no_table(Schedule::Berger, 2, 64, 65)),
        (ACHTTAL, 7, no_table(Schedule::Ind8Achttal, 8, 8, 7)),
        (ACHTTAL, 9, no_table(Schedule::Ind8Achttal, 8, 8, 9)),
    ];
    for (format, players, fault) in cases {
        let tournament = entered(format, players);
        refused(&tournament, &pair(1), &Refusal::Regulation(fault));
        assert_eq!(tournament.schedules(), None);
        assert_eq!(tournament.rounds_total(), None);
    }
}

#[test]
fn pairing_by_hand_checks_who_plays() {
    let tournament = entered(Format::Manual, 4);
    let missing = Refusal::PairingsMissing { round: round(1) };
    refused(&tournament, &pair(1), &missing);
    refused(&tournament, &pair_by_hand(1, &[]), &missing);
    let twice = |number| {
        let participant = player(number).into();
        Refusal::PairedTwice { participant, round: round(1) }
    };
    refused(&tournament, &pair_by_hand(1, &[(1, 1)]), &twice(1));
    refused(&tournament, &pair_by_hand(1, &[(1, 2), (3, 2)]), &twice(2));
    refused(&tournament, &pair_by_hand(1, &[(1, 2), (1, 2)]), &twice(1));
    let unknown = Refusal::UnknownParticipant { participant: player(5).into() };
    refused(&tournament, &pair_by_hand(1, &[(1, 5)]), &unknown);
}

#[test]
fn pairing_by_hand_may_leave_players_out_and_repeat_a_meeting() {
    let mut tournament = entered(Format::Manual, 5);
    for number in 1..=2 {
        let by_hand = pair_by_hand(number, &[(1, 2)]);
        run(&mut tournament, &[by_hand, open(number), record(number, 1, DRAW)]);
    }
    assert_eq!(tournament.rounds().len(), 2);
    assert_eq!(tournament.rounds_total(), None);
    assert!(!tournament.is_finished());
}

#[test]
fn rounds_have_a_limit() {
    let mut tournament = entered(Format::Manual, 2);
    for number in 1..=1_000 {
        let by_hand = pair_by_hand(number, &[(1, 2)]);
        run(&mut tournament, &[by_hand, open(number), record(number, 1, DRAW)]);
    }
    let refusal = Refusal::TooManyRounds { max: ROUNDS_MAX };
    refused(&tournament, &pair_by_hand(1_001, &[(1, 2)]), &refusal);
}

#[test]
fn opening_again_changes_nothing_and_keeps_the_first_moment() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1)]);
    let later = Timestamp::from_millis(9_000);
    assert_eq!(tournament.decide(&open(1), &Author::SYSTEM, later), Ok(vec![]));
    run(&mut tournament, &[close(1)]);
    let state = RoundState::Closed;
    refused(&tournament, &open(1), &Refusal::WrongRoundState { round: round(1), state });
}

#[test]
fn only_an_open_round_is_closed() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    let state = RoundState::Paired;
    refused(&tournament, &close(1), &Refusal::WrongRoundState { round: round(1), state });
    run(&mut tournament, &[open(1), close(1)]);
    changes_nothing(&tournament, &close(1));
}

#[test]
fn rounds_that_were_not_paired_are_unknown() {
    let tournament = entered(BERGER, 4);
    let refusal = Refusal::UnknownRound { round: round(1) };
    refused(&tournament, &open(1), &refusal);
    refused(&tournament, &close(1), &refusal);
    refused(&tournament, &record(1, 1, DRAW), &refusal);
    assert_eq!(tournament.latest_round(), None);
    assert_eq!(tournament.round(round(1)), None);
    assert_eq!(tournament.game(round(u32::MAX), table(u32::MAX)), None);
}

fn start_mode(in_round: u32, at_table: u32, mode: Option<StartMode>) -> Command {
    Command::SetStartMode { round: round(in_round), table: table(at_table), mode }
}

#[test]
fn the_arbiter_chooses_the_start_of_one_clock_until_the_round_is_open() {
    let none = Some(StartMode::Untimed);
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    assert_eq!(tournament.start_mode(round(1), table(2)), None);
    let events = run(&mut tournament, &[start_mode(1, 2, none)]);
    let set = Event::StartModeSet { round: round(1), table: table(2), mode: none };
    assert_eq!(events, [set]);
    assert_eq!(tournament.start_mode(round(1), table(2)), none);
    assert_eq!(tournament.start_mode(round(1), table(1)), None);
    changes_nothing(&tournament, &start_mode(1, 2, none));
    changes_nothing(&tournament, &start_mode(1, 1, None));
    let unknown = Refusal::UnknownTable { round: round(1), table: table(3) };
    refused(&tournament, &start_mode(1, 3, none), &unknown);
    run(&mut tournament, &[start_mode(1, 1, none), start_mode(1, 1, None), open(1)]);
    assert_eq!(tournament.start_mode(round(1), table(1)), None);
    let state = RoundState::Open;
    let late = Refusal::WrongRoundState { round: round(1), state };
    refused(&tournament, &start_mode(1, 2, None), &late);
}

#[test]
fn a_start_that_was_chosen_for_a_pairing_goes_with_it() {
    let mut tournament = entered(BERGER, 4);
    let unpair = Command::Unpair { round: round(1), reason: String::new(), ground: None };
    run(&mut tournament, &[pair(1), start_mode(1, 2, Some(StartMode::Gong)), unpair, pair(1)]);
    assert_eq!(tournament.start_mode(round(1), table(2)), None);
}

#[test]
fn the_place_is_a_name_that_may_change_at_any_time() {
    let amend = |place: &str| {
        let settings = Settings { place: place.to_owned(), ..settings(BERGER) };
        Command::Amend { settings: Box::new(settings), reason: String::new() }
    };
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), amend("  De  Knobbe ")]);
    assert_eq!(tournament.settings().unwrap().place, "De Knobbe");
    let long = Refusal::Entry(EntryError::NameTooLong);
    refused(&tournament, &amend(&"e".repeat(101)), &long);
}
