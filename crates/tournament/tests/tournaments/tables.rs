//! The table: points, Sonneborn-Berger, ranks.

use super::{
    BERGER, BLACK_WINS, BOTH_LOSE, DRAW, UNPLAYED, WHITE_WINS, correct, entered, open, pair,
    pair_by_hand, player, record, row_of, run, table_of,
};
use draughts::{Outcome, Reason, Score};
use tournament::Tournament;
use tournament::ranking::{Row, Running, TieBreak};
use tournament::regulation::Format;

/// Checks place, player, points and Sonneborn-Berger of every row.
#[track_caller]
fn check(tournament: &Tournament, expected: &[(u32, u32, u32, u32)]) {
    let table = table_of(tournament);
    let value = |row: &Row| {
        let sonneborn_berger = table.value(row, TieBreak::SonnebornBerger).unwrap();
        (row.place, row.participant.get(), row.points, sonneborn_berger)
    };
    let rows: Vec<_> = table.rows.iter().map(value).collect();
    assert_eq!(rows, expected);
}

#[test]
fn appendix_1_the_worked_example() {
    // Table ind4: 1-2 1-0, 3-4 1/2, 2-3 1-0, 4-1 1/2, 1-3 1/2, 2-4 1/2.
    let mut tournament = entered(Format::Manual, 4);
    run(
        &mut tournament,
        &[
            pair_by_hand(1, &[(1, 2), (3, 4)]),
            open(1),
            record(1, 1, WHITE_WINS),
            record(1, 2, DRAW),
            pair_by_hand(2, &[(2, 3), (4, 1)]),
            open(2),
            record(2, 1, WHITE_WINS),
            record(2, 2, DRAW),
            pair_by_hand(3, &[(1, 3), (2, 4)]),
            open(3),
            record(3, 1, DRAW),
            record(3, 2, DRAW),
        ],
    );
    // In half points: the rulebook's 4 1/2 of number 4 and 3 1/2 of number 2 are 9 and 7.
    check(&tournament, &[(1, 1, 4, 11), (2, 4, 3, 9), (3, 2, 3, 7), (4, 3, 2, 7)]);
}

#[test]
fn before_the_first_result_everybody_is_first() {
    let mut tournament = entered(BERGER, 3);
    run(&mut tournament, &[pair(1), open(1)]);
    check(&tournament, &[(1, 1, 0, 0), (1, 2, 0, 0), (1, 3, 0, 0)]);
    assert!(table_of(&tournament).rows.iter().all(|row| row.is_tied));
    assert_eq!(Tournament::default().tables(Running::Ignored), []);
}

#[test]
fn the_table_counts_what_is_finished_in_mid_round() {
    // Berger's first round of four is 1-4, 2-3.
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), record(1, 2, BLACK_WINS)]);
    check(&tournament, &[(1, 3, 2, 0), (2, 1, 0, 0), (2, 2, 0, 0), (2, 4, 0, 0)]);
    run(&mut tournament, &[record(1, 1, DRAW)]);
    check(&tournament, &[(1, 3, 2, 0), (2, 1, 1, 1), (2, 4, 1, 1), (4, 2, 0, 0)]);
    assert!(!row_of(&tournament, 3).is_tied);
    assert!(row_of(&tournament, 4).is_tied);
}

#[test]
fn a_correction_changes_the_table() {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, WHITE_WINS)]);
    check(&tournament, &[(1, 1, 2, 0), (2, 2, 0, 0)]);
    run(&mut tournament, &[correct(1, 1, BLACK_WINS)]);
    check(&tournament, &[(1, 2, 2, 0), (2, 1, 0, 0)]);
}

#[track_caller]
fn check_row(outcome: Outcome, white: [u32; 5], black: [u32; 5]) {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, outcome)]);
    for (number, expected) in [(1, white), (2, black)] {
        let Row { played, wins, draws, losses, points, .. } = row_of(&tournament, number);
        assert_eq!([played, wins, draws, losses, points], expected, "{outcome} for {number}");
    }
}

#[test]
fn every_score_counts_as_the_rulebook_says() {
    // Played, won, drawn, lost, points.
    check_row(WHITE_WINS, [1, 1, 0, 0, 2], [1, 0, 0, 1, 0]);
    check_row(BLACK_WINS, [1, 0, 0, 1, 0], [1, 1, 0, 0, 2]);
    check_row(DRAW, [1, 0, 1, 0, 1], [1, 0, 1, 0, 1]);
    check_row(BOTH_LOSE, [1, 0, 0, 1, 0], [1, 0, 0, 1, 0]);
    check_row(UNPLAYED, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]);
    // Appendix 1: a forfeit counts like any other result.
    let forfeit = Outcome::new(Score::WhiteWins, Reason::Forfeit);
    check_row(forfeit, [1, 1, 0, 0, 2], [1, 0, 0, 1, 0]);
}

#[test]
fn players_without_a_game_stand_in_the_table() {
    let mut tournament = entered(Format::Manual, 3);
    run(&mut tournament, &[pair_by_hand(1, &[(3, 2)]), open(1), record(1, 1, DRAW)]);
    assert_eq!(row_of(&tournament, 1).place, 3);
    let players: Vec<_> = table_of(&tournament).rows.iter().map(|row| row.participant).collect();
    assert_eq!(players, [2, 3, 1].map(|number| player(number).into()));
}
