//! Tables in mid-round: official and virtual, and with a withdrawal.

use crate::{games, matches, meeting, one, results, table, tiers};
use draughts::Score;
use tournament::ranking::{Finish, GameState, MeetingState, Order, Running, rank};

fn figures(table: &tournament::ranking::Ranking) -> Vec<(u32, u32, u32, u32)> {
    let row = |row: &tournament::ranking::Row| {
        (row.participant.get(), row.points, row.running, row.in_hand)
    };
    table.rows.iter().map(row).collect()
}

#[test]
fn running_games_count_as_asked() {
    let mut meetings = games("1-2 1-0, 3-4 ?\n1-3 ?, 2-4 *");
    let estimate = Finish { score: Score::BlackWins, men_ahead: -3 };
    meetings.push(meeting(3, 2, 3, MeetingState::Game(GameState::Running(Some(estimate)))));
    let results = results(4, meetings);
    let order = Order::frisian_class();
    let official = table(&results, &order);
    assert_eq!(figures(&official), [(1, 2, 1, 0), (2, 0, 1, 0), (3, 0, 3, 1), (4, 0, 1, 1)]);
    assert!(!official.is_complete());
    let draws = rank(&results, &order, Running::Draws).unwrap();
    assert_eq!(figures(&draws), [(1, 3, 0, 1), (3, 3, 0, 0), (2, 1, 0, 1), (4, 1, 0, 2)]);
    let estimates = rank(&results, &order, Running::Estimates).unwrap();
    assert_eq!(figures(&estimates), [(3, 4, 0, 0), (1, 3, 0, 1), (4, 1, 0, 2), (2, 0, 0, 1)]);
    assert_eq!(estimates.rows[2].to_play, 1);
}

#[test]
fn a_running_match_counts_when_its_boards_do() {
    let results = results(2, matches("1-2 1 ? 0"));
    let order = Order::frisian_mini_teams();
    let row = |table: &tournament::ranking::Ranking| {
        (table.rows[0].points, table.rows[0].board_points, table.rows[0].running)
    };
    assert_eq!(row(&table(&results, &order)), (0, 0, 1));
    assert_eq!(row(&rank(&results, &order, Running::Draws).unwrap()), (1, 3, 0));
}

#[test]
fn a_withdrawal_can_be_tried_before_it_is_made() {
    let results = results(4, games("1-2 1-0, 3-4 1-0\n1-3 =, 2-4 1-0\n4-1 *, 2-3 *"));
    let order = Order::frisian_eight();
    assert_eq!(tiers(&table(&results, &order)), [vec![1], vec![3], vec![2], vec![4]]);
    let tried = results.clone().with_withdrawn(one(4)).unwrap();
    assert_eq!(tiers(&table(&tried, &order)), [vec![1], vec![3], vec![2]]);
    assert_eq!(tried.clone().with_withdrawn(one(4)).unwrap(), tried);
    assert_eq!(tiers(&table(&results, &order)).len(), 4, "nothing has happened");
}
