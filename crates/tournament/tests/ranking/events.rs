//! Real events: their games give the published or computed tables.

use crate::{matches, meeting, results, table};
use draughts::Score;
use std::collections::BTreeMap;
use tournament::ranking::{GameState, MeetingState, Order, Ranking, TieBreak};

fn score(result: &str) -> Option<Score> {
    match result {
        "1-0" | "2-0" => Some(Score::WhiteWins),
        "0-1" | "0-2" => Some(Score::BlackWins),
        "1/2-1/2" | "1-1" => Some(Score::Draw),
        "-" | "*" | "" => None,
        other => panic!("unknown result {other:?}"),
    }
}

/// A player's games, points, Solkoff and doubled Sonneborn-Berger.
type Figures = (String, u32, u32, u32, u32);

/// Returns the table of an event by points, Solkoff and Sonneborn-Berger.
#[track_caller]
fn computed(name: &str) -> Vec<Figures> {
    let (mut numbers, mut rounds) = (BTreeMap::<String, u32>::new(), BTreeMap::new());
    let mut meetings = Vec::new();
    for line in test_data::csv(&format!("standings/{name}.results.csv")) {
        let [_, round, white, black, result, _] = line.try_into().unwrap();
        let Some(score) = score(&result) else { continue };
        let mut number_of = |player: String| {
            let next = u32::try_from(numbers.len()).unwrap() + 1;
            *numbers.entry(player).or_insert(next)
        };
        let (white, black) = (number_of(white), number_of(black));
        let next = u32::try_from(rounds.len()).unwrap() + 1;
        let round = *rounds.entry(round).or_insert(next);
        let state = MeetingState::Game(GameState::Played(score.into()));
        meetings.push(meeting(round, white, black, state));
    }
    let names: BTreeMap<u32, String> =
        numbers.iter().map(|(name, number)| (*number, name.clone())).collect();
    let size = u32::try_from(names.len()).unwrap();
    let table = table(&results(size, meetings), &Order::open_2006());
    let row = |row: &tournament::ranking::Row| {
        let name = names[&row.participant.get()].clone();
        (name, row.played, row.points, row.values[1].unwrap(), row.values[2].unwrap())
    };
    table.rows.iter().map(row).collect()
}

/// Returns the table stored with the games.
#[track_caller]
fn expected(name: &str) -> Vec<Figures> {
    let table = test_data::csv(&format!("standings/{name}.computed_standings.csv"));
    let row = |line: Vec<String>| {
        let [player, played, points, solkoff, half] = line.try_into().unwrap();
        let number = |text: String| text.parse::<u32>().unwrap();
        let (whole, tenths) = half.split_once('.').unwrap();
        let doubled = whole.parse::<u32>().unwrap() * 2 + u32::from(tenths == "5");
        (player, number(played), number(points), number(solkoff), doubled)
    };
    table.into_iter().map(row).collect()
}

#[test]
fn events_give_the_computed_points_solkoff_and_sonneborn_berger() {
    for (name, players) in [
        ("camp40_2004_arco_RR", 16),
        ("leman_open", 182),
        ("montpellier_A_2021", 16),
        ("nk2003_partial", 15),
        ("polish_team_2024", 44),
        ("wk2003_partial", 27),
    ] {
        let (mut ours, mut theirs) = (computed(name), expected(name));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{name}");
        assert_eq!(ours.len(), players, "{name}");
    }
}

#[test]
fn montpellier_a_2021_comes_out_in_its_order() {
    // All sixteen by points, Solkoff and Sonneborn-Berger, none of them tied.
    assert_eq!(computed("montpellier_A_2021"), expected("montpellier_A_2021"));
}

/// Returns match points, Solkoff and board points in the order of the table.
fn of_teams(table: &Ranking) -> Vec<(u32, u32, u32, u32)> {
    let row = |row: &tournament::ranking::Row| {
        (row.participant.get(), row.points, row.values[1].unwrap(), row.board_points)
    };
    table.rows.iter().map(row).collect()
}

/// A Swiss tournament of teams of four, of which the board points of the matches are published:
/// points of 8, given here board by board.
#[test]
fn a_published_tournament_of_teams_round_by_round() {
    let mut order = Order::frisian_mini_teams();
    order.tie_breaks = vec![TieBreak::Points, TieBreak::Solkoff, TieBreak::BoardPoints];
    // 6-2, 7-1, 4-4, 3-5; then 2-6, 0-8, 4-4, 5-3.
    let first = "1-2 1 1 ½ ½, 3-4 1 1 1 ½, 5-6 ½ ½ ½ ½, 7-8 ½ ½ ½ 0";
    let second = "6-3 0 0 ½ ½, 8-1 0 0 0 0, 2-5 ½ ½ ½ ½, 4-7 1 ½ ½ ½";
    let of = |rounds: &str| of_teams(&table(&results(8, matches(rounds)), &order));
    let expected = [
        (3, 2, 0, 7),
        (1, 2, 0, 6),
        (8, 2, 0, 5),
        (5, 1, 1, 4),
        (6, 1, 1, 4),
        (7, 0, 2, 3),
        (2, 0, 2, 2),
        (4, 0, 2, 1),
    ];
    assert_eq!(of(first), expected);
    let expected = [
        (1, 4, 3, 14),
        (3, 4, 3, 13),
        (4, 2, 4, 6),
        (8, 2, 4, 5),
        (5, 2, 2, 8),
        (2, 1, 6, 6),
        (6, 1, 6, 6),
        (7, 0, 4, 6),
    ];
    assert_eq!(of(&format!("{first}\n{second}")), expected);
}

/// The final of the Frisian world championship of 2024, a double round robin of four: 1 Wiersma,
/// 2 Kooistra, 3 Walinga, 4 Slagter. Published are the points before the last two rounds and the
/// games of these; the games before are some that give those points.
#[test]
fn the_final_of_the_world_championship_of_2024() {
    let before = "1-3 =, 2-4 1-0\n3-1 =, 4-2 0-1\n3-2 1-0, 4-1 0-1\n2-3 =, 1-4 1-0";
    let points = |rounds: &str| -> Vec<_> {
        let table = table(&results(4, crate::games(rounds)), &Order::frisian_class());
        table.rows.iter().map(|row| (row.participant.get(), row.points)).collect()
    };
    let mut tied = points(before);
    tied.sort_unstable();
    assert_eq!(tied, [(1, 6), (2, 5), (3, 5), (4, 0)]);
    let last = "1-2 =, 3-4 1-0\n2-1 =, 4-3 0-1";
    let expected = [(3, 9), (1, 8), (2, 7), (4, 0)];
    assert_eq!(points(&format!("{before}\n{last}")), expected, "4½, 4, 3½ and 0");
}
