//! A tournament in which no game was begun can be deleted.

use super::*;

fn delete() -> Command {
    Command::Delete { reason: "entered  twice".to_owned() }
}

/// Returns a tournament with two players and a paired round.
#[track_caller]
fn paired() -> Tournament {
    let mut tournament = entered(Format::Manual, 2);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2)])]);
    tournament
}

#[test]
fn a_tournament_without_a_game_that_was_begun_is_deleted_once() {
    let mut tournament = paired();
    let events = run(&mut tournament, &[Command::Publish { round: round(1) }, delete()]);
    assert_eq!(events.last(), Some(&Event::Deleted { reason: "entered twice".to_owned() }));
    assert!(tournament.is_deleted());
    assert_eq!(decide(&tournament, &delete()), Ok(Vec::new()));
}

#[test]
fn nothing_is_decided_in_a_deleted_tournament_and_its_id_is_not_given_again() {
    let mut tournament = paired();
    run(&mut tournament, &[delete()]);
    let unpair = Command::Unpair { round: round(1), reason: String::new(), ground: None };
    for command in [create(Format::Manual), create(BERGER), enter("p3"), open(1), unpair] {
        assert_eq!(decide(&tournament, &command), Err(Refusal::Deleted), "{command:?}");
    }
}

#[test]
fn a_tournament_in_which_a_game_was_begun_stays() {
    let mut tournament = paired();
    for command in [open(1), record(1, 1, DRAW), close(1)] {
        run(&mut tournament, &[command]);
        assert_eq!(decide(&tournament, &delete()), Err(Refusal::Played(round(1))));
    }
    assert_eq!(decide(&Tournament::default(), &delete()), Err(Refusal::NotCreated));
}
