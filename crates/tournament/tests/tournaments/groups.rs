//! Groups, lots and ages.

use super::{
    BERGER, DRAW, all, changes_nothing, enter, entered, entered_by, one, open, pair, pairs_of,
    play, record, refused, round, rows_of, run, settings, swiss_of,
};
use tournament::plan::{GroupError, draw_groups};
use tournament::ranking::Running;
use tournament::regulation::{AgeError, Fault, Preset, Regulation, TooOld};
use tournament::{
    Birth, BirthYear, Command, Entry, EntryField, Event, GroupNumber, Refusal, RoundRefusal,
    RoundState, Settings, Tournament,
};

fn divide(groups: &[&[u32]]) -> Command {
    Command::DivideGroups { groups: groups.iter().map(|group| all(group)).collect() }
}

#[track_caller]
fn class_of(players: usize) -> Tournament {
    // The rows about winners cover the group of winners.
    let winners = tournament::regulation::WinnersRule::Apart;
    entered_by(Regulation { winners, ..Regulation::of(Preset::FrisianClass) }, players)
}

#[test]
fn d_art_4_groups_are_drawn_from_a_seed_that_is_recorded() {
    let mut tournament = class_of(9);
    refused(&tournament, &pair(1), &Refusal::GroupsMissing);
    let events = run(&mut tournament, &[Command::DrawGroups { seed: 3 }]);
    let everybody: Vec<_> = (1..=9).map(one).collect();
    // Nine are four and five (D art. 5).
    let groups = draw_groups(3, &everybody, &[4, 5]).unwrap();
    assert_eq!(events, [Event::GroupsDivided { groups: groups.clone(), seed: Some(3) }]);
    changes_nothing(&tournament, &Command::DrawGroups { seed: 3 });
    assert_eq!(tournament.groups(), groups);
    refused(&tournament, &Command::DrawLotsBySeed { seed: 1 }, &Refusal::LotsOfGroups);
    // A player who enters after it requires a new division.
    run(&mut tournament, &[enter("late")]);
    refused(&tournament, &pair(1), &Refusal::GroupsMissing);
}

#[test]
fn all_groups_play_their_own_tables_at_once() {
    let mut tournament = class_of(9);
    run(&mut tournament, &[divide(&[&[9, 8, 7, 6], &[5, 4, 3, 2, 1]]), pair(1)]);
    // ind4: 1-2 3-4; ind5: 2-5 3-4 and 1 is free, in the rulebook's order.
    let numbered = pairs_of(&tournament, 1);
    assert_eq!(numbered.len(), 4);
    assert_eq!(numbered[..2], [(9, 8), (7, 6)]);
    assert!(numbered[2..].iter().all(|(white, black)| *white < 6 && *black < 6));
    assert_eq!(tournament.rounds_total(), Some(5));
    for number in 1..=5 {
        if number > 1 {
            run(&mut tournament, &[pair(number)]);
        }
        // Four have three rounds, five have five.
        let games = if number <= 3 { 4 } else { 2 };
        assert_eq!(pairs_of(&tournament, number).len(), games);
        play(&mut tournament, number, &[DRAW]);
    }
    assert!(tournament.is_finished());
    let tables = tournament.tables(Running::Ignored);
    let points: Vec<Vec<u32>> = tables
        .iter()
        .map(|table| rows_of(&table.ranking).iter().map(|row| row.2).collect())
        .collect();
    assert_eq!(points, [vec![3; 4], vec![4; 5]]);
    assert_eq!(tables[1].group, GroupNumber::new(2).unwrap());
}

#[test]
fn a_division_names_everybody_once_in_groups_that_can_play() {
    let tournament = class_of(8);
    let incomplete = Refusal::LotsIncomplete { players: 8 };
    refused(&tournament, &divide(&[&[1, 2, 3, 4]]), &incomplete);
    refused(&tournament, &divide(&[&[1, 2, 3, 4], &[5, 6, 7, 7]]), &incomplete);
    let all_in_one = divide(&[&[1, 2, 3, 4, 5, 6, 7, 8]]);
    let Err(Refusal::Regulation(Fault::NotPrescribed(_))) = super::decide(&tournament, &all_in_one)
    else {
        panic!("there is no table of eight (D art. 5)")
    };
    let Err(Refusal::Groups(GroupError::TooFew { .. })) =
        super::decide(&class_of(1), &Command::DrawGroups { seed: 1 })
    else {
        panic!("one is no group")
    };
    refused(&entered(BERGER, 8), &divide(&[&[1, 2]]), &Refusal::NoGroups);
    let mut begun = tournament;
    run(&mut begun, &[divide(&[&[1, 2, 3, 4], &[5, 6, 7, 8]]), pair(1)]);
    refused(&begun, &Command::DrawGroups { seed: 1 }, &Refusal::LotsFixed);
    refused(&begun, &enter("late"), &Refusal::EntriesClosed);
}

#[test]
fn lots_are_drawn_from_a_seed_whatever_was_drawn_before() {
    let mut tournament = entered(BERGER, 6);
    let events = run(&mut tournament, &[Command::DrawLotsBySeed { seed: 77 }]);
    let [Event::LotsDrawn { order, seed: Some(77) }] = events.as_slice() else {
        panic!("{events:?}")
    };
    let mut again = entered(BERGER, 6);
    run(&mut again, &[Command::DrawLotsBySeed { seed: 78 }, Command::DrawLotsBySeed { seed: 77 }]);
    assert_eq!(again.lots(), order);
    changes_nothing(&again, &Command::DrawLotsBySeed { seed: 77 });
}

#[test]
fn e_art_4_the_age_on_1_september_of_the_season_counts() {
    let regulation = Regulation::of(Preset::FrisianPupils);
    let mut tournament = Tournament::default();
    let of_season = Settings { regulation, season: Some(2026), ..settings(BERGER) };
    run(&mut tournament, &[super::created_by(of_season)]);
    refused(&tournament, &enter("Anne"), &Refusal::BirthMissing);
    let born = |name: &str, year, month, day| {
        let birth = Some(Birth::new(year, month, day).unwrap());
        Command::Enter { entry: Entry { birth, ..Entry::named(name) } }
    };
    let events = run(&mut tournament, &[born("Anne", 2014, 9, 2)]);
    let [Event::PlayerEntered { player: anne }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(anne.birth_year, BirthYear::new(2014).ok(), "all that is kept");
    refused(&tournament, &born("Cor", 2014, 0, 0), &Refusal::Age(AgeError::DayMissing));
    // A player whose day was checked at the entry is corrected by the known year.
    let birth = Some(Birth::new(2014, 0, 0).unwrap());
    let entry = Entry { birth, club: Some("DC".to_owned()), ..Entry::named("Anne") };
    let fields = EntryField::all();
    run(&mut tournament, &[Command::CorrectEntry { player: anne.id, entry, fields }]);
    // An amendment is checked by the year, if that decides.
    let amend = |season| {
        let mut settings = tournament.settings().unwrap().clone();
        settings.season = Some(season);
        Command::Amend { settings: Box::new(settings), reason: String::new() }
    };
    let older = TooOld { age: 12, season: 2027, limit: 12 };
    refused(&tournament, &amend(2027), &Refusal::Age(older.into()));
    assert!(super::decide(&tournament, &amend(2025)).is_ok());
    let too_old = TooOld { age: 12, season: 2026, limit: 12 };
    refused(&tournament, &born("Bouke", 2014, 9, 1), &Refusal::Age(too_old.into()));
}

#[test]
fn c_art_13_games_of_rounds_6_and_7_are_not_made_up() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    for number in 1..=5 {
        run(&mut tournament, &[pair(number), open(number)]);
        let first = if number == 5 { 2 } else { 1 };
        for table in first..=4 {
            run(&mut tournament, &[record(number, table, DRAW)]);
        }
    }
    // Round 5 has a game without a result.
    run(&mut tournament, &[Command::CloseRound { round: round(5) }, pair(6)]);
    let (fifth, sixth, first) = (round(5), round(6), super::table(1));
    let make_up = RoundRefusal::MakeUpFirst { round: fifth, table: first }.into();
    refused(&tournament, &open(6), &make_up);
    run(&mut tournament, &[record(5, 1, DRAW), open(6)]);
    let refusal = RoundRefusal::NotMadeUp { round: sixth, table: first }.into();
    refused(&tournament, &Command::CloseRound { round: sixth }, &refusal);
    // In other events the arbiter may postpone any game.
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1), Command::CloseRound { round: round(1) }]);
    let round = tournament.latest_round().unwrap();
    assert_eq!(round.state(), RoundState::Closed);
    assert!(round.games()[0].is_postponed);
}

#[test]
fn running_games_count_in_a_virtual_table_only() {
    use draughts::Score;
    use tournament::ranking::Finish;
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1), open(1), record(1, 2, DRAW)]);
    let points = |tables: Vec<tournament::GroupTable>| {
        let mut rows = rows_of(&tables[0].ranking);
        rows.sort_by_key(|row| row.1);
        rows.into_iter().map(|row| row.2).collect::<Vec<_>>()
    };
    assert_eq!(points(tournament.tables(Running::Ignored)), [0, 1, 1, 0]);
    assert_eq!(points(tournament.tables(Running::Draws)), [1, 1, 1, 1]);
    let finish = Finish { score: Score::WhiteWins, men_ahead: 3 };
    let estimates = [((round(1), super::table(1)), finish)].into_iter().collect();
    assert_eq!(points(tournament.estimated_tables(&estimates)), [2, 1, 1, 0]);
}

#[test]
fn rule_14a_men_ahead_are_a_bonus_at_a_draw_only() {
    let order = tournament::ranking::Order::pool_2006();
    let general = Regulation::of(Preset::RoundRobin);
    let mut tournament = entered_by(Regulation { order, ..general }, 2);
    run(&mut tournament, &[pair(1), open(1)]);
    let result = |men_ahead| Command::RecordResult {
        round: round(1),
        table: super::table(1),
        outcome: DRAW,
        men_ahead,
    };
    refused(&tournament, &result(Some(41)), &Refusal::MenAhead);
    run(&mut tournament, &[result(Some(-4))]);
    assert_eq!(rows_of(&super::table_of(&tournament)), [(1, 2, 104), (2, 1, 96)]);
    let corrected = Command::CorrectResult {
        round: round(1),
        table: super::table(1),
        outcome: super::WHITE_WINS,
        men_ahead: Some(3),
    };
    let events = run(&mut tournament, &[corrected]);
    assert!(matches!(events.as_slice(), [Event::ResultCorrected { men_ahead: None, .. }]));
}

#[test]
fn g_art_3_teams_of_four_are_grouped_by_strength_and_not_by_lot() {
    let mini = Regulation::of(Preset::FrisianMini);
    let mut tournament = entered_by(mini, 0);
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        run(&mut tournament, &[Command::EnterTeam { name: name.to_owned() }]);
    }
    refused(&tournament, &Command::DrawGroups { seed: 1 }, &Refusal::GroupsByStrength);
    run(&mut tournament, &[divide(&[&[3, 1, 2, 7], &[4, 6, 5]])]);
    assert_eq!(tournament.groups(), [all(&[3, 1, 2, 7]), all(&[4, 6, 5])]);
    let few = GroupError::TooFew {
        rule: tournament::plan::GroupRule::FoursByStrength,
        fewest: 3,
        entrants: 2,
    };
    assert_eq!(few.to_string(), "a group needs 3 at least, not 2");
}

#[test]
fn rule_14a_a_draw_recorded_by_hand_says_who_was_ahead() {
    let mut tournament = entered_by(Regulation::of(Preset::Tournament2006), 16);
    run(&mut tournament, &[Command::DrawGroups { seed: 1 }, pair(1), open(1)]);
    let by = tournament::Author::named("arbiter").unwrap();
    let (in_round, table) = (round(1), super::table(1));
    let told = |men_ahead| {
        let command = Command::RecordResult { round: in_round, table, outcome: DRAW, men_ahead };
        tournament.decide(&command, &by, draughts::Timestamp::from_millis(0))
    };
    assert_eq!(told(None), Err(Refusal::MenAheadMissing));
    let recorded = |men_ahead| Event::ResultRecorded {
        round: in_round,
        table,
        outcome: DRAW,
        men_ahead: Some(men_ahead),
    };
    for men in [0, -2] {
        assert_eq!(told(Some(men)).unwrap()[1..], [recorded(men)]);
    }
    // A win has no bonus.
    let win = Command::RecordResult {
        round: in_round,
        table,
        outcome: super::WHITE_WINS,
        men_ahead: None,
    };
    assert!(tournament.decide(&win, &by, draughts::Timestamp::from_millis(0)).is_ok());
}
