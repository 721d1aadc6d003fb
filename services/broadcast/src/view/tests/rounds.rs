//! Tests of rounds, tables and seats of special tournaments: groups, teams, play-offs, reversed
//! colours.

use draughts::Color;
use proto::v1::{GroupTable, MatchView, RoundView, Snapshot};
use tournament::{
    Author, Command, Entry, RoundNumber, Settings, TableNumber, Tablets,
    plan::TeamId,
    ranking::Participant,
    regulation::{Preset, Regulation},
};

use super::*;

fn round(number: u32) -> RoundNumber {
    RoundNumber::new(number).unwrap()
}

fn decide(tournament: &mut Tournament, command: &Command) {
    let events = tournament.decide(command, &Author::SYSTEM, at(1000)).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
}

/// Returns a tournament with this regulation and the players `p1`, `p2`, …
fn entered(regulation: Regulation, players: u32) -> Tournament {
    let time_control = regulation.time_control.or("80m + 60s".parse().ok());
    let settings = Settings {
        name: "Demo".to_owned(),
        notice: String::new(),
        place: String::new(),
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
        regulation: Regulation { time_control, ..regulation },
    };
    let mut tournament = Tournament::default();
    decide(&mut tournament, &Command::Create { settings: Box::new(settings) });
    for number in 1..=players {
        let entry = Entry::named(format!("p{number}"));
        decide(&mut tournament, &Command::Enter { entry });
    }
    tournament
}

/// Plays a round in which the lower number always wins.
fn play(tournament: &mut Tournament, number: u32) {
    decide(tournament, &Command::OpenRound { round: round(number) });
    for game in tournament.round(round(number)).unwrap().games().to_vec() {
        let pairing = game.pairing;
        let color = if pairing.white < pairing.black { Color::White } else { Color::Black };
        let outcome = Outcome::win(color, Reason::Resignation);
        let (round, table) = (round(number), pairing.table);
        decide(tournament, &Command::RecordResult { round, table, outcome, men_ahead: None });
    }
}

fn shown(view: &View) -> Snapshot {
    view.picture().unwrap().snapshot(String::new(), STAMP)
}

fn rows(table: &GroupTable) -> Vec<(u32, u32, u32)> {
    let points = |values: &[v1::TableValue]| values[0].value.unwrap();
    table.rows.iter().map(|row| (row.place, row.participant, points(&row.values))).collect()
}

#[test]
fn d_art_6_the_winners_have_their_own_round_and_table() {
    let mut tournament = entered(Regulation::of(Preset::FrisianClass), 8);
    let group = |first: u32| (first..first + 4).map(|one| Participant::new(one).unwrap()).collect();
    decide(&mut tournament, &Command::DivideGroups { groups: vec![group(1), group(5)] });
    for number in 1..=3 {
        decide(&mut tournament, &Command::Pair { round: round(number) });
        play(&mut tournament, number);
    }
    decide(&mut tournament, &Command::Pair { round: round(4) });
    // The unpublished pairing is hidden; the winners of the groups are shown.
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let before = shown(&view);
    assert_eq!(before.rounds.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), [""; 3]);
    let numbers = |shown: &Snapshot| shown.tables.iter().map(|one| one.group).collect::<Vec<_>>();
    assert_eq!(
        (numbers(&before), rows(&before.tables[2])),
        (vec![1, 2, 0], vec![(1, 1, 0), (1, 5, 0)])
    );
    decide(&mut tournament, &Command::OpenRound { round: round(4) });
    let effect = view.set_tournament(2, picture_of(&tournament));
    let changes: Vec<_> = effect.changes.iter().map(describe).collect();
    assert_eq!(changes, ["rounds", "game v0 0 moves *", "standings"]);
    let RoundView { kind, games, .. } = shown(&view).rounds[3].clone();
    assert_eq!((kind.as_str(), games), ("winners", vec!["r4-t1".to_owned()]));
    play(&mut tournament, 4);
    let effect = view.set_tournament(3, picture_of(&tournament));
    let changes: Vec<_> = effect.changes.iter().map(describe).collect();
    assert_eq!(changes, ["rounds", "game v0 0 moves 1-0", "standings"]);
    let after = shown(&view);
    assert_eq!(rows(&after.tables[2]), [(1, 1, 2), (2, 5, 0)]);
    assert_eq!(after.tables[..2], before.tables[..2]);
    assert_eq!(after.standings, before.standings);
    let json = serde_json::to_value(&after).unwrap();
    assert_eq!(
        (&json["rounds"][3]["kind"], &json["tables"][2]["group"]),
        (&"winners".into(), &0.into())
    );
}

#[test]
fn a_row_below_a_resolved_tie_shows_the_decision() {
    let mut tournament = entered(Regulation::of(Preset::RoundRobin), 2);
    decide(&mut tournament, &Command::Pair { round: round(1) });
    decide(&mut tournament, &Command::OpenRound { round: round(1) });
    decide(
        &mut tournament,
        &Command::RecordResult {
            round: round(1),
            table: TableNumber::FIRST,
            outcome: Outcome::new(Score::Draw, Reason::Agreement),
            men_ahead: None,
        },
    );
    let tied = vec![Participant::new(1).unwrap(), Participant::new(2).unwrap()];
    decide(&mut tournament, &Command::DrawTie { participants: tied, seed: u64::MAX });
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let json = serde_json::to_value(shown(&view)).unwrap();
    let row = &json["tables"][0]["rows"][1];
    let shown_keys = ["decidedBy", "resolvedBy", "seed"].map(|key| row[key].as_str().unwrap());
    assert_eq!(shown_keys, ["resolution", "lot", "18446744073709551615"]);
    let first = json["tables"][0]["rows"][0].as_object().unwrap();
    assert!(!first.contains_key("resolvedBy") && !first.contains_key("seed"), "{first:?}");
}

#[test]
fn f7_a_game_with_reversed_colours_is_shown_as_it_was_played() {
    let mut tournament = entered(Regulation::of(Preset::RoundRobin), 2);
    decide(&mut tournament, &Command::Pair { round: round(1) });
    decide(&mut tournament, &Command::OpenRound { round: round(1) });
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let before = serde_json::to_value(&shown(&view).games[0]).unwrap();
    assert_eq!((&before["white"], before.get("colorsReversed")), (&1.into(), None));
    let reverse =
        Command::ReverseColors { round: round(1), table: TableNumber::FIRST, is_reversed: true };
    decide(&mut tournament, &reverse);
    let effect = view.set_tournament(2, picture_of(&tournament));
    assert_eq!(effect.changes.iter().map(describe).collect::<Vec<_>>(), ["game v0 0 moves *"]);
    let after = serde_json::to_value(&shown(&view).games[0]).unwrap();
    assert_eq!((&after["white"], &after["black"]), (&2.into(), &1.into()));
    assert_eq!(after["colorsReversed"], true);
}

#[test]
fn f7_board_points_go_to_the_team_that_made_them() {
    let regulation =
        Regulation { boards: Some(2), groups: None, ..Regulation::of(Preset::FrisianMini) };
    let mut tournament = entered(regulation, 6);
    for (number, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6])] {
        decide(&mut tournament, &Command::EnterTeam { name: format!("t{number}") });
        let player = |one| Some(tournament::PlayerId::new(one).unwrap());
        let (team, boards) = (TeamId::new(number).unwrap(), boards.map(player).to_vec());
        decide(&mut tournament, &Command::HandInLineUp { team, boards });
    }
    decide(&mut tournament, &Command::Pair { round: round(1) });
    decide(&mut tournament, &Command::OpenRound { round: round(1) });
    // The team named first has White at the first board, but played Black there and won.
    let table = TableNumber::FIRST;
    let first = Command::ReverseColors { round: round(1), table, is_reversed: true };
    decide(&mut tournament, &first);
    let outcome = Outcome::win(Color::Black, Reason::Resignation);
    let won = Command::RecordResult { round: round(1), table, outcome, men_ahead: None };
    decide(&mut tournament, &won);
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let MatchView { first_points, second_points, .. } = shown(&view).rounds[0].matches[0];
    assert_eq!((first_points, second_points), (2, 0));
}

#[test]
fn c_art_12_who_meets_nobody_because_the_opponent_withdrew_is_free() {
    let mut tournament = entered(Regulation::of(Preset::FrisianKk), 8);
    let reason = "ill all year".to_owned();
    let participant = Participant::new(8).unwrap();
    decide(&mut tournament, &Command::Withdraw { participant, reason });
    decide(&mut tournament, &Command::Pair { round: round(1) });
    decide(&mut tournament, &Command::OpenRound { round: round(1) });
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let shown = shown(&view).rounds.remove(0);
    assert_eq!(shown.games, ["r1-t1", "r1-t2", "r1-t3"]);
    assert_eq!(shown.byes, [4]);
    assert_eq!(view.rounds_sheets(|round| round == 1).len(), 3);
}

#[test]
fn regulation_2006_art_14d_the_places_1_to_16_are_a_table_after_those_of_the_pools() {
    let pools = Regulation::of(Preset::Tournament2006);
    let mut tournament = entered(Regulation { rest: None, ..pools }, 16);
    let pool = |from: u32| (0..8).map(|at| Participant::new(from + 2 * at).unwrap()).collect();
    decide(&mut tournament, &Command::DivideGroups { groups: vec![pool(1), pool(2)] });
    for number in 1..=7 {
        decide(&mut tournament, &Command::Pair { round: round(number) });
        play(&mut tournament, number);
    }
    for pool_place in 1..=8 {
        let color = Some(Color::White);
        decide(&mut tournament, &Command::ChooseColor { pool_place, color, seed: Some(1) });
    }
    decide(&mut tournament, &Command::Pair { round: round(8) });
    play(&mut tournament, 8);
    let mut view = View::new(key());
    view.set_tournament(1, picture_of(&tournament));
    let tables = shown(&view).tables;
    assert_eq!(tables.iter().map(|table| table.group).collect::<Vec<_>>(), [1, 2, 0]);
    let places: Vec<_> = tables[2].rows.iter().map(|row| (row.place, row.participant)).collect();
    assert_eq!(places, (1..=16).map(|place| (place, place)).collect::<Vec<_>>());
}
