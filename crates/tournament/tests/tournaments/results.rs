//! Recording and correcting results.

use super::closed;
use super::{
    BERGER, BLACK_WINS, DRAW, UNPLAYED, WHITE_WINS, changes_nothing, close, correct, entered, open,
    pair, record, refused, round, run, table, table_of, withdraw,
};
use draughts::{Outcome, Reason, Score};
use tournament::{Event, Refusal, RoundState, Tournament};

fn open_round_of_four() -> Tournament {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1)]);
    tournament
}

#[test]
fn a_game_of_a_round_that_is_not_open_has_no_result() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    let refusal = Refusal::WrongRoundState { round: round(1), state: RoundState::Paired };
    refused(&tournament, &record(1, 1, DRAW), &refusal);
    assert_eq!(refusal.to_string(), "round 1 is paired but not open");
}

#[test]
fn a_table_that_the_round_does_not_have_is_refused() {
    let tournament = open_round_of_four();
    let refusal = Refusal::UnknownTable { round: round(1), table: table(3) };
    refused(&tournament, &record(1, 3, DRAW), &refusal);
    refused(&tournament, &correct(1, 3, DRAW), &refusal);
    refused(&tournament, &record(2, 1, DRAW), &Refusal::UnknownRound { round: round(2) });
}

#[test]
fn a_result_is_recorded_once() {
    let mut tournament = open_round_of_four();
    run(&mut tournament, &[record(1, 1, WHITE_WINS)]);
    changes_nothing(&tournament, &record(1, 1, WHITE_WINS));
    let refusal =
        Refusal::AlreadyRecorded { round: round(1), table: table(1), recorded: WHITE_WINS };
    refused(&tournament, &record(1, 1, DRAW), &refusal);
    let for_another_reason = Outcome::new(Score::WhiteWins, Reason::Forfeit);
    refused(&tournament, &record(1, 1, for_another_reason), &refusal);
    let text = "round 1 table 1 already has a result: white-wins (resignation)";
    assert_eq!(refusal.to_string(), text);
}

#[test]
fn a_result_is_corrected_whenever_there_is_one() {
    let mut tournament = open_round_of_four();
    let nothing = Refusal::NothingToCorrect { round: round(1), table: table(1) };
    refused(&tournament, &correct(1, 1, DRAW), &nothing);
    run(&mut tournament, &[record(1, 1, DRAW), record(1, 2, DRAW)]);
    assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
    changes_nothing(&tournament, &correct(1, 1, DRAW));
    let events = run(&mut tournament, &[correct(1, 1, BLACK_WINS)]);
    let corrected = Event::ResultCorrected {
        round: round(1),
        table: table(1),
        outcome: BLACK_WINS,
        men_ahead: None,
    };
    assert_eq!(events, [corrected]);
    assert_eq!(tournament.game(round(1), table(1)).unwrap().outcome, Some(BLACK_WINS));
}

#[test]
fn a_postponed_game_gets_its_result_after_its_round() {
    // C art. 13.
    let mut tournament = open_round_of_four();
    run(&mut tournament, &[record(1, 1, DRAW), close(1), pair(2), open(2)]);
    let first = tournament.round(round(1)).unwrap();
    assert_eq!(first.unfinished().collect::<Vec<_>>(), [table(2)]);
    let events = run(&mut tournament, &[record(1, 2, WHITE_WINS)]);
    let recorded = Event::ResultRecorded {
        round: round(1),
        table: table(2),
        outcome: WHITE_WINS,
        men_ahead: None,
    };
    assert_eq!(events, [recorded]);
}

#[test]
fn a_tournament_with_a_postponed_game_is_not_finished() {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1), close(1)]);
    assert!(!tournament.is_finished());
    run(&mut tournament, &[record(1, 1, UNPLAYED)]);
    assert!(tournament.is_finished());
}

#[test]
fn a_result_is_withdrawn_while_its_game_goes_on_and_the_round_is_open_again() {
    let mut tournament = open_round_of_four();
    changes_nothing(&tournament, &withdraw(1, 1));
    run(&mut tournament, &[record(1, 1, WHITE_WINS), record(1, 2, DRAW)]);
    let before = table_of(&tournament);
    let events = run(&mut tournament, &[withdraw(1, 1)]);
    assert_eq!(events, [Event::ResultWithdrawn { round: round(1), table: table(1) }]);
    let open = tournament.round(round(1)).unwrap();
    assert_eq!(
        (open.state(), open.unfinished().collect::<Vec<_>>()),
        (RoundState::Open, vec![table(1)])
    );
    let played: u32 = table_of(&tournament).rows.iter().map(|row| row.played).sum();
    assert_eq!(played, 2);
    refused(&tournament, &pair(2), &Refusal::PreviousRoundNotClosed { round: round(1) });
    let nothing = Refusal::NothingToCorrect { round: round(1), table: table(1) };
    refused(&tournament, &correct(1, 1, DRAW), &nothing);
    changes_nothing(&tournament, &withdraw(1, 1));
    // It ends a second time: in the same way, or in another.
    let mut again = tournament.clone();
    let events = run(&mut again, &[record(1, 1, WHITE_WINS)]);
    assert_eq!(events.last(), Some(&closed(1)));
    assert_eq!(table_of(&again), before);
    run(&mut tournament, &[record(1, 1, BLACK_WINS)]);
    assert_ne!(table_of(&tournament), before);
}

#[test]
fn only_a_game_that_was_paired_can_go_on() {
    let tournament = open_round_of_four();
    let refusal = Refusal::UnknownTable { round: round(1), table: table(3) };
    refused(&tournament, &withdraw(1, 3), &refusal);
    refused(&tournament, &withdraw(2, 1), &Refusal::UnknownRound { round: round(2) });
    refused(&Tournament::default(), &withdraw(1, 1), &Refusal::NotCreated);
}

#[test]
fn a_game_of_an_earlier_round_goes_on_beside_the_later_one() {
    let mut tournament = open_round_of_four();
    let first = [record(1, 1, DRAW), record(1, 2, DRAW), pair(2), open(2), withdraw(1, 2)];
    run(&mut tournament, &first);
    let states: Vec<_> = tournament.rounds().iter().map(tournament::Round::state).collect();
    assert_eq!(states, [RoundState::Open, RoundState::Open]);
    let at = Some(super::commands::now(&tournament));
    let events = run(&mut tournament, &[record(1, 2, WHITE_WINS)]);
    assert_eq!(events.last(), Some(&Event::RoundClosed { round: round(1), at }));
}
