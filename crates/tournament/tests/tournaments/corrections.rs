//! Corrected and removed entries, and amended settings.

use super::{
    BERGER, DRAW, all, changes_nothing, create, created_by, decide, enter, entered, entered_by,
    open, pair, pairs_of, play, player, refused, round, run, settings, swiss_of, table_of,
};
use tournament::plan::TeamId;
use tournament::ranking::{Order, TieBreak};
use tournament::regulation::{Fault, HalfPointByes, Point, Preset, Regulation, TooOld};
use tournament::{Birth, Command, Entry, EntryField, Event, Player, Refusal, Settings, Tournament};

fn corrected(number: u32, entry: Entry) -> Command {
    Command::CorrectEntry { player: player(number), entry, fields: EntryField::all() }
}

fn corrected_in(number: u32, fields: &[EntryField], entry: Entry) -> Command {
    let fields = fields.iter().copied().collect();
    Command::CorrectEntry { player: player(number), entry, fields }
}

fn remove(number: u32) -> Command {
    Command::RemoveEntry { player: player(number) }
}

fn amend(tournament: &Tournament, reason: &str, change: impl Fn(&mut Settings)) -> Command {
    let mut amended = tournament.settings().unwrap().clone();
    change(&mut amended);
    Command::Amend { settings: Box::new(amended), reason: reason.to_owned() }
}

#[test]
fn an_entry_is_corrected_at_any_time_and_what_was_paired_stays() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    let before = tournament.rounds().to_vec();
    let entry = Entry {
        club: Some(" Hallum ".to_owned()),
        rating: Some(1200),
        category: Some("B".to_owned()),
        ..Entry::named("Anne  Anema")
    };
    let expected = Player {
        id: player(2),
        name: "Anne Anema".to_owned(),
        club: Some("Hallum".to_owned()),
        rating: Some(1200),
        category: Some("B".to_owned()),
        birth_year: None,
        member: None,
        publicity: None,
    };
    let events = run(&mut tournament, &[corrected(2, entry.clone())]);
    assert_eq!(events, [Event::PlayerCorrected { player: expected.clone() }]);
    assert_eq!(tournament.player(player(2)), Some(&expected));
    assert_eq!(tournament.rounds(), before);
    changes_nothing(&tournament, &corrected(2, entry));
    let taken = Refusal::DuplicatePlayer { name: "P1".to_owned(), player: player(1) };
    refused(&tournament, &corrected(2, Entry::named("P1")), &taken);
    refused(
        &tournament,
        &corrected(9, Entry::named("x")),
        &Refusal::UnknownPlayer { player: player(9) },
    );
    // The case of one's own name may change.
    run(&mut tournament, &[corrected(2, Entry::named("ANNE ANEMA"))]);
}

#[test]
fn a_correction_that_names_fields_leaves_the_others_as_they_are() {
    let mut tournament = entered(BERGER, 2);
    let whole = Entry {
        club: Some("Hallum".to_owned()),
        rating: Some(1200),
        category: Some("B".to_owned()),
        birth: Some(Birth::new(2010, 0, 0).unwrap()),
        member: Some("12345".to_owned()),
        ..Entry::named("Anne")
    };
    run(&mut tournament, &[corrected(2, whole)]);
    let before = tournament.player(player(2)).unwrap().clone();
    let renamed = corrected_in(2, &[EntryField::Name], Entry::named("Anna"));
    let expected = Player { name: "Anna".to_owned(), ..before };
    let events = run(&mut tournament, std::slice::from_ref(&renamed));
    assert_eq!(events, [Event::PlayerCorrected { player: expected.clone() }]);
    changes_nothing(&tournament, &renamed);
    changes_nothing(&tournament, &corrected_in(2, &[], Entry::named("x")));
    // What is named and left empty is removed; the name may be left empty where it is not named.
    let emptied = corrected_in(2, &[EntryField::Birth, EntryField::Member], Entry::named(""));
    let events = run(&mut tournament, &[emptied]);
    let expected = Player { birth_year: None, member: None, ..expected };
    assert_eq!(events, [Event::PlayerCorrected { player: expected }]);
}

#[test]
fn e_art_4_an_age_is_judged_only_by_a_correction_of_the_birth() {
    let mut tournament = Tournament::default();
    let regulation = Regulation::of(Preset::FrisianPupils);
    run(
        &mut tournament,
        &[created_by(Settings { regulation, season: Some(2026), ..settings(BERGER) })],
    );
    let born = Entry { birth: Some(Birth::new(2016, 9, 1).unwrap()), ..Entry::named("Anne") };
    run(&mut tournament, &[Command::Enter { entry: born }]);
    run(&mut tournament, &[corrected_in(1, &[EntryField::Name], Entry::named("Anna"))]);
    let birth = corrected_in(1, &[EntryField::Birth], Entry::named("Anna"));
    refused(&tournament, &birth, &Refusal::BirthMissing);
}

#[test]
fn e_art_4_a_corrected_birth_is_judged_as_at_the_entry() {
    let mut tournament = Tournament::default();
    let regulation = Regulation::of(Preset::FrisianPupils);
    run(
        &mut tournament,
        &[created_by(Settings { regulation, season: Some(2026), ..settings(BERGER) })],
    );
    let born =
        |year| Entry { birth: Some(Birth::new(year, 9, 1).unwrap()), ..Entry::named("Anne") };
    run(&mut tournament, &[Command::Enter { entry: born(2016) }]);
    let too_old = TooOld { age: 12, season: 2026, limit: 12 };
    refused(&tournament, &corrected(1, born(2014)), &Refusal::Age(too_old.into()));
    refused(&tournament, &corrected(1, Entry::named("Anne")), &Refusal::BirthMissing);
}

#[test]
fn who_was_never_paired_is_taken_out_and_the_numbers_of_the_others_stay() {
    let mut tournament = entered(BERGER, 5);
    let events = run(&mut tournament, &[remove(2)]);
    assert_eq!(events, [Event::PlayerRemoved { player: player(2) }]);
    changes_nothing(&tournament, &remove(2));
    refused(&tournament, &remove(6), &Refusal::UnknownPlayer { player: player(6) });
    assert_eq!(tournament.lots(), all(&[1, 3, 4, 5]));
    assert_eq!((tournament.player(player(2)), tournament.name_of(super::one(2))), (None, None));
    // The next one has the number after the last, though the name is the same.
    run(&mut tournament, &[enter("p2"), remove(6), pair(1)]);
    assert_eq!(pairs_of(&tournament, 1), [(1, 5), (3, 4)]);
    let gone = Refusal::UnknownParticipant { participant: super::one(2) };
    let leave = Command::Withdraw { participant: super::one(2), reason: String::new() };
    refused(&tournament, &leave, &gone);
    refused(&tournament, &remove(1), &Refusal::EntriesClosed);
    assert_eq!(table_of(&tournament).rows.len(), 4);
}

#[test]
fn the_swiss_system_lets_go_whoever_stands_in_no_round() {
    let mut tournament = swiss_of(5, 3);
    let absent = Command::ReportAbsent {
        participant: super::one(4),
        round: round(1),
        half_point_bye: false,
        notice: tournament::AbsenceNotice::default(),
    };
    run(&mut tournament, &[absent, pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[enter("late")]);
    for number in 1..=5 {
        // Paired, or recorded as absent.
        let (participant, round) = (super::one(number), round(1));
        let refusal = Refusal::StandsInRound { participant, round };
        refused(&tournament, &remove(number), &refusal);
    }
    run(&mut tournament, &[remove(6), pair(2)]);
    assert_eq!(table_of(&tournament).rows.len(), 5);
}

#[test]
fn a_removed_entry_leaves_its_group_and_its_lot() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianClass), 8);
    run(&mut tournament, &[Command::DrawGroups { seed: 3 }, remove(8)]);
    assert_eq!(tournament.groups().concat().len(), 7);
    run(&mut tournament, &[pair(1)]);
    changes_nothing(&tournament, &Command::DrawGroups { seed: 3 });
}

#[test]
fn teams_are_renamed_and_taken_out_like_players() {
    let mini = Regulation { boards: Some(2), groups: None, ..Regulation::of(Preset::FrisianMini) };
    let mut tournament = entered_by(mini, 8);
    let team = |number| TeamId::new(number).unwrap();
    for (number, name) in (1..).zip(["a", "b", "c", "d"]) {
        run(&mut tournament, &[Command::EnterTeam { name: name.to_owned() }]);
        let boards = [2 * number - 1, 2 * number].map(|number| Some(player(number))).to_vec();
        run(&mut tournament, &[Command::HandInLineUp { team: team(number), boards }]);
    }
    let rename = |name: &str| Command::RenameTeam { team: team(2), name: name.to_owned() };
    run(&mut tournament, &[rename(" De  Bân ")]);
    changes_nothing(&tournament, &rename("De Bân"));
    assert_eq!(tournament.name_of(super::one(2)), Some("De Bân"));
    let taken = Refusal::DuplicateTeam { name: "A".to_owned(), team: team(1) };
    refused(&tournament, &rename("A"), &taken);
    refused(&tournament, &remove(8), &Refusal::OtherTeam { player: player(8), team: team(4) });
    let remove_team = |number| Command::RemoveTeam { team: team(number) };
    run(&mut tournament, &[remove_team(4), remove(8), pair(1)]);
    changes_nothing(&tournament, &remove_team(4));
    refused(&tournament, &remove_team(1), &Refusal::EntriesClosed);
    assert_eq!(tournament.lots(), all(&[1, 2, 3]));
}

#[test]
fn name_and_notice_are_amended_at_any_time() {
    let mut tournament = entered(BERGER, 4);
    let original = create(BERGER);
    run(&mut tournament, &[pair(1), open(1)]);
    let command = amend(&tournament, "", |settings| {
        settings.name = " Frysk  kampioenskip 2026".to_owned();
        settings.notice = "Wifi: dam".to_owned();
    });
    run(&mut tournament, std::slice::from_ref(&command));
    changes_nothing(&tournament, &command);
    let shown = tournament.settings().unwrap();
    assert_eq!(
        (shown.name.as_str(), shown.notice.as_str()),
        ("Frysk kampioenskip 2026", "Wifi: dam")
    );
    // The original settings are not a different creation.
    changes_nothing(&tournament, &original);
    let nameless = amend(&tournament, "", |settings| settings.name.clear());
    refused(&tournament, &nameless, &Refusal::TournamentName);
}

#[test]
fn before_the_first_pairing_all_but_what_entries_are_of_may_change() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianClass), 8);
    run(&mut tournament, &[Command::DrawGroups { seed: 1 }]);
    let others = Regulation::of(Preset::FrisianHa);
    let to_ha = amend(&tournament, "", |settings| settings.regulation = others.clone());
    run(&mut tournament, &[to_ha, pair(1)]);
    // One group of eight: the groups are gone.
    assert_eq!(pairs_of(&tournament, 1).len(), 4);
    let tournament = entered_by(Regulation::of(Preset::FrisianHa), 8);
    let teams = Regulation { groups: None, ..Regulation::of(Preset::FrisianMini) };
    let time_control = tournament.regulation().unwrap().time_control;
    let to_teams = amend(&tournament, "", |settings| {
        settings.regulation = Regulation { time_control, ..teams.clone() };
    });
    refused(&tournament, &to_teams, &Refusal::PointFixed { point: Point::Boards });
    let fewer = amend(&tournament, "", |settings| {
        settings.regulation.limits.entrants_max = Some(7);
    });
    refused(&tournament, &fewer, &Refusal::TooManyPlayers { max: 7 });
    let senseless = amend(&tournament, "", |settings| settings.regulation.rounds = Some(3));
    let fault = Fault::RoundsOfSchedule { rounds: 3 };
    refused(&tournament, &senseless, &Refusal::Regulation(fault));
}

#[test]
fn after_it_only_what_changes_no_pairing_and_with_a_reason_once_published() {
    let mut tournament = swiss_of(6, 4);
    run(&mut tournament, &[pair(1)]);
    let solkoff_only = |settings: &mut Settings| {
        settings.regulation.order.tie_breaks = vec![TieBreak::Points, TieBreak::Solkoff];
    };
    // Not published yet.
    assert!(decide(&tournament, &amend(&tournament, "", solkoff_only)).is_ok());
    play(&mut tournament, 1, &[DRAW]);
    refused(&tournament, &amend(&tournament, " ", solkoff_only), &Refusal::AmendmentReasonMissing);
    let command = amend(&tournament, "as announced", solkoff_only);
    let events = run(&mut tournament, std::slice::from_ref(&command));
    assert!(
        matches!(&events[..], [Event::SettingsAmended { reason, .. }] if reason == "as announced")
    );
    assert!(!table_of(&tournament).ties.is_empty());
    type Change = fn(&mut Settings);
    let fixed: [(Change, Point); 4] = [
        (|one| one.regulation.rules = draughts::RuleSet::Frisian, Point::Rules),
        (|one| one.regulation.format = BERGER, Point::Format),
        (|one| one.regulation.groups = Some(tournament::plan::GroupRule::Fours), Point::Groups),
        (|one| one.regulation.order.scoring = tournament::Scoring::TwoOneZero, Point::Scoring),
    ];
    for (change, point) in fixed {
        let change = |settings: &mut Settings| {
            change(settings);
            if point == Point::Format {
                settings.regulation.rounds = None;
            }
        };
        refused(&tournament, &amend(&tournament, "x", change), &Refusal::PointFixed { point });
    }
    let open_points: [Change; 4] = [
        |one| one.regulation.promoted = 1,
        |one| one.regulation.limits.entrants_max = Some(20),
        |one| one.regulation.half_point_byes = HalfPointByes { most: 1, in_last_round: true },
        |one| one.regulation.no_show_withdraws = false,
    ];
    for change in open_points {
        let command = amend(&tournament, "x", change);
        run(&mut tournament, &[command]);
    }
    run(&mut tournament, &[pair(2)]);
    let rounds = |rounds| move |settings: &mut Settings| settings.regulation.rounds = Some(rounds);
    refused(&tournament, &amend(&tournament, "x", rounds(1)), &Refusal::RoundsPaired(2));
    let fault = Fault::TooManyRounds { entrants: 6, most: 5, rounds: 6 };
    refused(&tournament, &amend(&tournament, "x", rounds(6)), &Refusal::Regulation(fault));
    let shorter = amend(&tournament, "the hall closes", rounds(2));
    run(&mut tournament, &[shorter]);
    play(&mut tournament, 2, &[DRAW]);
    assert!(tournament.is_finished());
    // Places are final now.
    let lots = amend(&tournament, "x", |settings| settings.regulation.order = Order::kndb_swiss());
    refused(&tournament, &lots, &Refusal::PointFixed { point: Point::TieBreaks });
}
