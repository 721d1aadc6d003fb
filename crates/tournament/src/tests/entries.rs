//! Creating a tournament, entering players, drawing lots.

use super::{
    ACHTTAL, BERGER, changes_nothing, create, enter, entered, open, pair, pair_by_hand, player,
    record, refused, run, settings,
};
use super::{DRAW, close, correct};
use crate::{
    Command, Entry, EntryError, Event, PairingSystem, Player, PlayerId, PlayingTime, Refusal,
    Tournament,
};
use std::time::Duration;

fn draw_lots(order: &[u32]) -> Command {
    Command::DrawLots { order: order.iter().map(|number| player(*number)).collect() }
}

#[test]
fn everything_before_the_creation_is_refused() {
    let tournament = Tournament::default();
    let commands = [
        enter("Anne"),
        draw_lots(&[]),
        pair(1),
        open(1),
        record(1, 1, DRAW),
        correct(1, 1, DRAW),
        close(1),
    ];
    for command in &commands {
        refused(&tournament, command, &Refusal::NotCreated);
    }
    assert!(!tournament.is_created());
    assert!(!tournament.is_finished());
}

#[test]
fn a_creation_is_tidied_and_recorded() {
    let mut asked = settings(BERGER);
    asked.name = "  Frysk \n kampioenskip ".to_owned();
    asked.notice = " simulated\tgames ".to_owned();
    let mut tournament = Tournament::default();
    let events = run(&mut tournament, &[Command::Create { settings: asked.clone() }]);
    let mut tidied = settings(BERGER);
    tidied.notice = "simulated games".to_owned();
    assert_eq!(events, [Event::Created { settings: tidied.clone() }]);
    assert_eq!(tournament.settings(), Some(&tidied));
    changes_nothing(&tournament, &Command::Create { settings: asked });
    let refusal = Refusal::AlreadyCreated { name: "Frysk kampioenskip".to_owned() };
    refused(&tournament, &create(ACHTTAL), &refusal);
}

#[test]
fn a_tournament_needs_a_name_a_short_notice_and_time() {
    let tournament = Tournament::default();
    for name in ["", "   ", "a\u{7}b", &"x".repeat(101), &" ".repeat(1_000_000)] {
        let settings = crate::Settings { name: name.to_owned(), ..settings(BERGER) };
        refused(&tournament, &Command::Create { settings }, &Refusal::TournamentName);
    }
    let settings_with_notice = crate::Settings { notice: "x".repeat(501), ..settings(BERGER) };
    refused(&tournament, &Command::Create { settings: settings_with_notice }, &Refusal::Notice);
    let playing_time = PlayingTime { base: Duration::ZERO, increment: Duration::from_secs(5) };
    let settings = crate::Settings { playing_time, ..settings(BERGER) };
    refused(&tournament, &Command::Create { settings }, &Refusal::NoPlayingTime);
}

#[test]
fn players_are_numbered_in_order_of_entry() {
    let mut tournament = entered(BERGER, 0);
    let entry = Entry {
        name: " Sjoerd   de Vries".to_owned(),
        club: Some(" Damclub  Hallum ".to_owned()),
        rating: Some(1180),
    };
    let first = Player {
        id: player(1),
        name: "Sjoerd de Vries".to_owned(),
        club: Some("Damclub Hallum".to_owned()),
        rating: Some(1180),
    };
    let events = run(&mut tournament, &[Command::Enter { entry }, enter("Anne")]);
    let second = Player { id: player(2), name: "Anne".to_owned(), club: None, rating: None };
    assert_eq!(
        events,
        [
            Event::PlayerEntered { player: first.clone() },
            Event::PlayerEntered { player: second.clone() }
        ]
    );
    assert_eq!(tournament.players(), [first.clone(), second]);
    assert_eq!(tournament.player(player(1)), Some(&first));
    assert_eq!(tournament.player(player(3)), None);
    assert_eq!(tournament.player_named("sjoerd DE vries"), Some(&first));
    assert_eq!(tournament.lots(), [player(1), player(2)]);
}

#[test]
fn the_same_entry_again_changes_nothing_and_another_of_that_name_is_refused() {
    let mut tournament = entered(BERGER, 2);
    changes_nothing(&tournament, &enter("p2"));
    changes_nothing(&tournament, &enter(" p2 "));
    let other = Entry { name: "P2".to_owned(), club: Some("Hallum".to_owned()), rating: None };
    let refusal = Refusal::DuplicatePlayer { name: "P2".to_owned(), player: player(2) };
    refused(&tournament, &Command::Enter { entry: other }, &refusal);
    run(&mut tournament, &[pair(1)]);
    changes_nothing(&tournament, &enter("p2"));
}

#[test]
fn an_entry_without_a_proper_name_is_refused() {
    let tournament = entered(BERGER, 0);
    let long = "x".repeat(101);
    let cases = [
        ("", None, EntryError::NameMissing),
        (" \t ", None, EntryError::NameMissing),
        (long.as_str(), None, EntryError::NameTooLong),
        ("Anne", Some(long.clone()), EntryError::ClubTooLong),
        ("An\u{0}ne", None, EntryError::ControlCharacter),
        ("Anne", Some("\u{1b}[2J".to_owned()), EntryError::ControlCharacter),
    ];
    for (name, club, expected) in cases {
        let entry = Entry { name: name.to_owned(), club, rating: None };
        refused(&tournament, &Command::Enter { entry }, &Refusal::Entry(expected));
    }
}

#[test]
fn an_empty_club_is_none() {
    let mut tournament = entered(BERGER, 0);
    let entry = Entry { name: "Anne".to_owned(), club: Some(" ".to_owned()), rating: None };
    run(&mut tournament, &[Command::Enter { entry }]);
    assert_eq!(tournament.players().first().unwrap().club, None);
}

#[test]
fn entries_close_when_a_schedule_has_paired_the_first_round() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    refused(&tournament, &enter("late"), &Refusal::EntriesClosed);
}

#[test]
fn pairing_by_hand_takes_late_entries() {
    let mut tournament = entered(PairingSystem::Manual, 2);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2)]), enter("late")]);
    assert_eq!(tournament.players().len(), 3);
}

#[test]
fn entries_have_a_limit() {
    let mut tournament = entered(BERGER, 0);
    for index in 0..Tournament::PLAYERS_MAX {
        let id = PlayerId::from_index(index);
        let player = Player { id, name: format!("p{id}"), club: None, rating: None };
        tournament.apply(&Event::PlayerEntered { player });
    }
    refused(&tournament, &enter("one more"), &Refusal::TooManyPlayers { max: 2_000 });
}

#[test]
fn lots_replace_the_order_of_entry_in_the_schedule() {
    let mut tournament = entered(BERGER, 4);
    let order = [player(3), player(1), player(4), player(2)].to_vec();
    let events = run(&mut tournament, &[draw_lots(&[3, 1, 4, 2])]);
    assert_eq!(events, [Event::LotsDrawn { order }]);
    changes_nothing(&tournament, &draw_lots(&[3, 1, 4, 2]));
    run(&mut tournament, &[pair(1)]);
    // Berger's first round of four is 1-4, 2-3.
    let pairs: Vec<_> = tournament
        .latest_round()
        .unwrap()
        .games()
        .iter()
        .map(|game| (game.pairing.white.get(), game.pairing.black.get()))
        .collect();
    assert_eq!(pairs, [(3, 2), (1, 4)]);
}

#[test]
fn whoever_enters_after_the_drawing_has_the_last_lot() {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[draw_lots(&[2, 1]), enter("p3")]);
    assert_eq!(tournament.lots(), [player(2), player(1), player(3)]);
}

#[test]
fn a_drawing_names_everybody_once_before_the_first_round() {
    let mut tournament = entered(BERGER, 3);
    let incomplete = Refusal::LotsIncomplete { players: 3 };
    refused(&tournament, &draw_lots(&[]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2, 2]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2, 3, 3]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2, 4]), &Refusal::UnknownPlayer { player: player(4) });
    run(&mut tournament, &[pair(1)]);
    refused(&tournament, &draw_lots(&[1, 2, 3]), &Refusal::LotsFixed);
}
