//! Teams by the Frisian rulebook, article by article.

use crate::{all, column, matches, one, results, table, tiers};
use tournament::ranking::{Order, Prescription, Remedy, Tie};

fn tie(place: u32, participants: &[u32], remedy: Remedy, first_white: Option<u32>) -> Tie {
    let prescription = Prescription::Remedy { remedy, first_white: first_white.map(one) };
    Tie { place, participants: all(participants), prescription }
}

#[test]
fn b_art_5_and_6_board_points_make_match_points_and_empty_boards_are_lost() {
    let matches = matches("1-2 1 ½ 0 x, 3-4 1 0 ½ ½");
    let table = table(&results(4, matches), &Order::frisian_club_teams(false));
    assert_eq!(tiers(&table), [vec![2], vec![3, 4], vec![1]]);
    assert_eq!(column(&table, 0), [2, 1, 1, 0].map(Some), "match points, in halves");
    assert_eq!(column(&table, 1), [5, 4, 4, 3].map(Some), "board points, in halves");
}

/// 1 and 2 have equal match points and board points; 2 has more Sonneborn-Berger.
const EQUAL: &str = "1-2 ½ ½, 3-4 1 1\n1-3 ½ ½, 2-4 ½ ½\n1-4 1 ½, 2-3 1 ½";

#[test]
fn b_art_7_sonneborn_berger_goes_by_match_points() {
    let results = results(4, matches(EQUAL));
    let table = table(&results, &Order::frisian_club_teams(false));
    assert_eq!(column(&table, 0), [4, 4, 3, 1].map(Some));
    assert_eq!(column(&table, 1)[..2], [7, 7].map(Some));
    // 2: 4 of team 1, 2 x 3 of team 3, 1 of team 4. 1: 4 of team 2, 3 of team 3, 2 x 1 of team 4.
    assert_eq!(column(&table, 2)[..2], [11, 9].map(Some));
    assert_eq!(tiers(&table), [[2], [1], [3], [4]]);
}

#[test]
fn b_art_7_the_first_place_of_group_one_is_played_for() {
    let results = results(4, matches(EQUAL));
    let table = table(&results, &Order::frisian_club_teams(true));
    assert_eq!(tiers(&table), [vec![1, 2], vec![3], vec![4]]);
    // Team 1 was named first, so team 2 is in the play-off: colours are reversed on every board.
    assert_eq!(table.ties, [tie(1, &[1, 2], Remedy::TeamMatch, Some(2))]);
}

#[test]
fn b_art_8_other_ties_are_left_to_the_organizers() {
    let matches = matches("1-2 1 1, 3-4 ½ ½\n1-3 1 1, 2-4 1 1\n1-4 1 1, 2-3 1 1");
    for is_first_group in [true, false] {
        let table = table(&results(4, matches.clone()), &Order::frisian_club_teams(is_first_group));
        assert_eq!(tiers(&table), [vec![1], vec![2], vec![3, 4]]);
        assert_eq!(table.ties, [tie(3, &[3, 4], Remedy::Organizer, None)]);
    }
}

#[test]
fn g_art_6_the_mutual_result_comes_before_sonneborn_berger() {
    // 1 and 2 are equal in match points and board points; 1 has won their match, and 2 has more
    // Sonneborn-Berger.
    let matches = matches(
        "2-5 1 ½, 3-4 1 ½\n1-5 0 ½, 2-3 1 1\n1-4 1 1, 5-3 1 0\n1-3 ½ ½, 4-2 0 1\n\
         1-2 1 ½, 4-5 0 ½",
    );
    let results = results(5, matches);
    let club = table(&results, &Order::frisian_club_teams(false));
    assert_eq!(tiers(&club), [[2], [1], [5], [3], [4]]);
    assert_eq!(column(&club, 2), [19, 16, 16, 12, 5].map(Some));
    let mini = table(&results, &Order::frisian_mini_teams());
    assert_eq!(tiers(&mini), [[1], [2], [5], [3], [4]]);
    assert_eq!(column(&mini, 2), [Some(2), Some(0), None, None, None]);
}

#[test]
fn g_art_6_equals_play_with_colors_reversed() {
    let matches = matches("1-2 ½ ½, 3-4 ½ ½\n1-3 1 1, 2-4 1 1\n1-4 1 1, 2-3 1 1");
    let table = table(&results(4, matches), &Order::frisian_mini_teams());
    assert_eq!(tiers(&table), [vec![1, 2], vec![3, 4]]);
    let expected =
        [tie(1, &[1, 2], Remedy::TeamMatch, Some(2)), tie(3, &[3, 4], Remedy::TeamMatch, Some(4))];
    assert_eq!(table.ties, expected);
}
