//! Creating a tournament, entering players, drawing lots.

use super::{
    ACHTTAL, BERGER, changes_nothing, create, created_by, enter, enter_all, entered, entered_by,
    open, pair, pair_by_hand, player, record, refused, run, settings, swiss_of,
};
use super::{DRAW, close, correct};
use draughts::{
    RuleSet,
    text::{CharacterFault, TextError},
};
use tournament::regulation::{Fault, Format, Preset, Regulation};
use tournament::trf::LineEnd;
use tournament::{
    Command, ConfusableName, Entry, EntryError, EntryField, Event, MixedScripts, Player, Publicity,
    Refusal, Schedule, Settings, Tournament,
};

fn draw_lots(order: &[u32]) -> Command {
    Command::DrawLots { order: order.iter().map(|number| player(*number).into()).collect() }
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
    let events = run(&mut tournament, &[created_by(asked.clone())]);
    let mut tidied = settings(BERGER);
    tidied.notice = "simulated games".to_owned();
    assert_eq!(events, [Event::Created { settings: Box::new(tidied.clone()) }]);
    assert_eq!(tournament.settings(), Some(&tidied));
    changes_nothing(&tournament, &created_by(asked));
    let refusal = Refusal::AlreadyCreated { name: "Frysk kampioenskip".to_owned() };
    refused(&tournament, &create(ACHTTAL), &refusal);
}

#[test]
fn a_tournament_needs_a_name_a_short_notice_and_time() {
    let tournament = Tournament::default();
    for name in ["", "   ", &"x".repeat(101), &" ".repeat(1_000_000)] {
        let settings = Settings { name: name.to_owned(), ..settings(BERGER) };
        refused(&tournament, &created_by(settings), &Refusal::TournamentName);
    }
    let bell = character('\u{7}', 2, CharacterFault::Control);
    let with_name = Settings { name: "a\u{7}b".to_owned(), ..settings(BERGER) };
    refused(&tournament, &created_by(with_name), &Refusal::Entry(EntryError::Text(bell)));
    for (notice, fault) in
        [("x".repeat(501), TextError::TooLong { chars_max: 500 }), ("a\u{7}b".to_owned(), bell)]
    {
        let settings = Settings { notice, ..settings(BERGER) };
        refused(&tournament, &created_by(settings), &Refusal::Notice(fault));
    }
    let of = |regulation| created_by(Settings { regulation, ..settings(BERGER) });
    // G leaves the time open, E checks ages by the season, F leaves the rounds to the organisers.
    refused(&tournament, &of(Regulation::of(Preset::FrisianMini)), &Refusal::NoTimeControl);
    refused(&tournament, &of(Regulation::of(Preset::FrisianYouth)), &Refusal::NoSeason);
    let fault = Refusal::Regulation(Fault::RoundsMissing);
    refused(&tournament, &of(Regulation::of(Preset::FrisianBlitz)), &fault);
    // B art. 4 gives the time by the number of teams.
    assert!(super::decide(&tournament, &of(Regulation::of(Preset::FrisianClubTeams))).is_ok());
}

#[test]
fn a_regulation_that_makes_no_sense_is_refused_with_its_reason() {
    let regulation = Regulation { rounds: Some(9), ..settings(BERGER).regulation };
    let command = created_by(Settings { regulation, ..settings(BERGER) });
    let refusal = Refusal::Regulation(Fault::RoundsOfSchedule { rounds: 9 });
    refused(&Tournament::default(), &command, &refusal);
    let text = "the number of rounds follows from the schedule and is not set to 9";
    assert_eq!(refusal.to_string(), text);
    let order = tournament::ranking::Order::pool_2006();
    let regulation = Regulation { order, ..settings(BERGER).regulation };
    let command = created_by(Settings { regulation, ..settings(BERGER) });
    let fault = Fault::BonusDraws { rules: RuleSet::Frisian };
    refused(&Tournament::default(), &command, &Refusal::Regulation(fault));
    let command = create(Format::Pools(Schedule::Ind6Split));
    let fault = Fault::PoolTable { table: Schedule::Ind6Split };
    refused(&Tournament::default(), &command, &Refusal::Regulation(fault));
}

#[test]
fn players_are_numbered_in_order_of_entry() {
    let mut tournament = entered(BERGER, 0);
    let entry = Entry {
        name: " Sjoerd   de Vries".to_owned(),
        club: Some(" Damclub  Hallum ".to_owned()),
        rating: Some(1180),
        category: Some(" eerste\tklasse ".to_owned()),
        birth: None,
        member: Some(" 12  345 ".to_owned()),
        publicity: Some(Publicity::Initials),
    };
    let first = Player {
        id: player(1),
        name: "Sjoerd de Vries".to_owned(),
        club: Some("Damclub Hallum".to_owned()),
        rating: Some(1180),
        category: Some("eerste klasse".to_owned()),
        birth_year: None,
        member: Some("12 345".to_owned()),
        publicity: Some(Publicity::Initials),
    };
    let events = run(&mut tournament, &[Command::Enter { entry }, enter("Anne")]);
    let second = Player {
        id: player(2),
        name: "Anne".to_owned(),
        club: None,
        rating: None,
        category: None,
        birth_year: None,
        member: None,
        publicity: None,
    };
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
    assert_eq!(tournament.lots(), [player(1).into(), player(2).into()]);
}

#[test]
fn the_same_entry_again_changes_nothing_and_another_of_that_name_is_refused() {
    let mut tournament = entered(BERGER, 2);
    changes_nothing(&tournament, &enter("p2"));
    changes_nothing(&tournament, &enter(" p2 "));
    let other = Entry { club: Some("Hallum".to_owned()), ..Entry::named("P2") };
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
        ("An\u{0}ne", None, EntryError::Text(character('\0', 3, CharacterFault::Control))),
        (
            "Anne",
            Some("\u{1b}[2J".to_owned()),
            EntryError::Text(character('\u{1b}', 1, CharacterFault::Control)),
        ),
        (
            "Anne\u{202e}",
            None,
            EntryError::Text(character('\u{202e}', 5, CharacterFault::Direction)),
        ),
        (
            "Anne",
            Some("\u{feff}Hallum".to_owned()),
            EntryError::Text(character('\u{feff}', 1, CharacterFault::Invisible)),
        ),
        (
            "P\u{430}l",
            None,
            EntryError::Scripts(MixedScripts { character: '\u{430}', position: 2 }),
        ),
    ];
    for (name, club, expected) in cases {
        let entry = Entry { club, ..Entry::named(name) };
        refused(&tournament, &Command::Enter { entry }, &Refusal::Entry(expected));
    }
}

/// Returns the error for a character at a place.
fn character(character: char, position: usize, fault: CharacterFault) -> TextError {
    TextError::Character { character, position, fault }
}

#[test]
fn a_name_that_looks_like_that_of_another_entrant_is_refused() {
    let mut tournament = entered(BERGER, 0);
    run(&mut tournament, &[enter("Anne Cop"), enter("Bom"), enter("Born")]);
    let cyrillic = "Anne \u{421}\u{43e}\u{440}".to_owned();
    let confusable = Refusal::Confusable(ConfusableName {
        name: cyrillic.clone(),
        other: "Anne Cop".to_owned(),
        participant: player(1).into(),
    });
    let entry = Entry::named(cyrillic);
    refused(&tournament, &Command::Enter { entry: entry.clone() }, &confusable);
    refused(
        &tournament,
        &Command::CorrectEntry {
            player: player(2),
            entry: entry.clone(),
            fields: EntryField::all(),
        },
        &confusable,
    );
    // The first may be written in the other script: nobody else looks like that.
    let fields = EntryField::all();
    run(&mut tournament, &[Command::CorrectEntry { player: player(1), entry, fields }]);
}

#[test]
fn an_older_log_with_a_misleading_name_folds_and_the_name_can_be_corrected() {
    let mut tournament = entered(BERGER, 3);
    let mut old = tournament.player(player(2)).unwrap().clone();
    old.name = "Anne\u{202e}\u{feff}".to_owned();
    tournament.apply(&Event::PlayerCorrected { player: old });
    assert_eq!(tournament.player(player(2)).unwrap().name, "Anne\u{202e}\u{feff}");
    let (trf, _losses) = tournament.to_trf(None).unwrap();
    let report = trf.write(LineEnd::Lf).unwrap();
    assert!(report.contains(" Anne  ") && !report.contains('\u{202e}'), "{report}");
    let entry = Entry::named("Anne");
    let fields = EntryField::all();
    let correct = Command::CorrectEntry { player: player(2), entry, fields };
    run(&mut tournament, &[pair(1), correct]);
    assert_eq!(tournament.player(player(2)).unwrap().name, "Anne");
}

#[test]
fn an_empty_club_or_category_is_none() {
    let mut tournament = entered(BERGER, 0);
    let blank = || Some(" ".to_owned());
    let entry = Entry { club: blank(), category: blank(), ..Entry::named("Anne") };
    run(&mut tournament, &[Command::Enter { entry }]);
    let anne = tournament.players().first().unwrap();
    assert_eq!((&anne.club, &anne.category), (&None, &None));
}

#[test]
fn entries_close_when_a_schedule_has_paired_the_first_round() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    refused(&tournament, &enter("late"), &Refusal::EntriesClosed);
}

#[test]
fn pairing_by_hand_takes_late_entries() {
    let mut tournament = entered(Format::Manual, 2);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2)]), enter("late")]);
    assert_eq!(tournament.players().len(), 3);
}

#[test]
fn entries_have_a_limit() {
    let mut tournament = entered(BERGER, 0);
    enter_all(&mut tournament, 2_000);
    refused(&tournament, &enter("one more"), &Refusal::TooManyPlayers { max: 2_000 });
}

#[test]
fn lots_replace_the_order_of_entry_in_the_schedule() {
    let mut tournament = entered(BERGER, 4);
    let order = [3, 1, 4, 2].map(|number| player(number).into()).to_vec();
    let events = run(&mut tournament, &[draw_lots(&[3, 1, 4, 2])]);
    assert_eq!(events, [Event::LotsDrawn { order, seed: None }]);
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
    assert_eq!(tournament.lots(), [2, 1, 3].map(|number| player(number).into()));
}

#[test]
fn a_drawing_names_everybody_once_before_the_first_round() {
    let mut tournament = entered(BERGER, 3);
    let incomplete = Refusal::LotsIncomplete { players: 3 };
    refused(&tournament, &draw_lots(&[]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2, 2]), &incomplete);
    refused(&tournament, &draw_lots(&[1, 2, 3, 3]), &incomplete);
    let unknown = Refusal::UnknownParticipant { participant: player(4).into() };
    refused(&tournament, &draw_lots(&[1, 2, 4]), &unknown);
    run(&mut tournament, &[pair(1)]);
    refused(&tournament, &draw_lots(&[1, 2, 3]), &Refusal::LotsFixed);
}

#[test]
fn the_same_drawing_again_changes_nothing_also_once_it_is_paired_by() {
    let by_seed = |seed| Command::DrawLotsBySeed { seed };
    let mut tournament = swiss_of(5, 3);
    run(&mut tournament, &[by_seed(7), pair(1), enter("late")]);
    changes_nothing(&tournament, &by_seed(7));
    refused(&tournament, &by_seed(8), &Refusal::LotsFixed);
    let mut tournament = swiss_of(3, 2);
    run(&mut tournament, &[draw_lots(&[3, 1, 2]), pair(1), enter("late")]);
    changes_nothing(&tournament, &draw_lots(&[3, 1, 2]));
    refused(&tournament, &draw_lots(&[1, 3, 2]), &Refusal::LotsFixed);
    refused(&tournament, &by_seed(7), &Refusal::LotsFixed);

    let of_class = Regulation::of(Preset::FrisianClass);
    let draw = |seed| Command::DrawGroups { seed };
    let mut tournament = entered_by(of_class, 8);
    run(&mut tournament, &[draw(7), pair(1)]);
    changes_nothing(&tournament, &draw(7));
    refused(&tournament, &draw(8), &Refusal::LotsFixed);
    let groups = tournament.groups().into_iter().map(<[_]>::to_vec).collect();
    changes_nothing(&tournament, &Command::DivideGroups { groups });
}

#[test]
fn rule_14d_the_same_choice_again_changes_nothing_also_once_the_finals_are_paired() {
    let mut tournament = entered_by(Regulation::of(Preset::Tournament2006), 16);
    run(&mut tournament, &[Command::DrawGroups { seed: 1 }]);
    for number in 1..=7 {
        run(&mut tournament, &[pair(number)]);
        let games = tournament.latest_round().unwrap().games().iter();
        // The higher number wins.
        let outcomes: Vec<_> = games
            .map(|game| {
                if game.pairing.white > game.pairing.black {
                    super::WHITE_WINS
                } else {
                    super::BLACK_WINS
                }
            })
            .collect();
        super::play(&mut tournament, number, &outcomes);
    }
    // The first of pool I has drawn with the last, and so has fewer points than the first of pool
    // II.
    let ends = [0, 1].map(|at| {
        let group = tournament.groups()[0].iter().map(|one| one.get());
        if at == 0 { group.max().unwrap() } else { group.min().unwrap() }
    });
    let (number, at) = (1..=7)
        .find_map(|number| {
            let pairs = super::pairs_of(&tournament, number);
            let at = pairs.iter().position(|&(a, b)| ends.contains(&a) && ends.contains(&b))?;
            Some((number, u32::try_from(at).unwrap() + 1))
        })
        .unwrap();
    run(&mut tournament, &[correct(number, at, DRAW)]);
    let choose =
        |pool_place, color| Command::ChooseColor { pool_place, color: Some(color), seed: Some(5) };
    for pool_place in 1..=8 {
        run(&mut tournament, &[choose(pool_place, draughts::Color::White)]);
    }
    run(&mut tournament, &[pair(8)]);
    changes_nothing(&tournament, &choose(1, draughts::Color::White));
    let paired = Refusal::AlreadyPaired { round: super::round(8) };
    refused(&tournament, &choose(1, draughts::Color::Black), &paired);
    // Nobody chooses if the lot decides.
    changes_nothing(&tournament, &choose(3, draughts::Color::Black));
    let again = Command::ChooseColor { pool_place: 3, color: None, seed: Some(6) };
    refused(&tournament, &again, &Refusal::ChooserDrawn { pool_place: 3 });
}
