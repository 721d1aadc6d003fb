//! Two pools of the regulation of 2006 that somebody leaves.

use super::{BLACK_WINS, WHITE_WINS, all, entered_by, one, open, pair, pairs_of, record, run};
use tournament::ranking::Decision;
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, RoundState, Tournament};

/// Returns two pools of eight of the regulation of 2006: the odd numbers and the even ones. The
/// lower number wins; number 16 withdraws after two games.
#[track_caller]
fn pools_without_16() -> Tournament {
    let mut tournament = entered_by(Regulation::of(Preset::Tournament2006), 16);
    let (odd, even): (Vec<u32>, Vec<u32>) = (1..=16).partition(|number| number % 2 == 1);
    run(&mut tournament, &[Command::DivideGroups { groups: vec![all(&odd), all(&even)] }]);
    for number in 1..=7 {
        if number == 3 {
            let leave = Command::Withdraw { participant: one(16), reason: String::new() };
            run(&mut tournament, &[leave]);
        }
        run(&mut tournament, &[pair(number), open(number)]);
        let pairs = pairs_of(&tournament, number);
        for (table, (white, black)) in (1..).zip(pairs) {
            let is_off = number > 2 && (white == 16 || black == 16);
            let outcome = if white < black { WHITE_WINS } else { BLACK_WINS };
            if !is_off {
                run(&mut tournament, &[record(number, table, outcome)]);
            }
        }
        assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
    }
    tournament
}

#[test]
fn regulation_2006_art_10_the_points_of_who_withdrew_stay_and_the_others_win_what_is_left() {
    let tournament = pools_without_16();
    let tables = tournament.tables(tournament::ranking::Running::Ignored);
    let second = &tables[1].ranking;
    let withdrawal = second.withdrawals[0];
    assert_eq!((withdrawal.played, withdrawal.is_void, withdrawal.lost), (2, false, 5));
    // Everybody has beaten number 16, on the board or because it was not there.
    let points: Vec<_> =
        second.rows.iter().map(|row| (row.participant.get(), row.points)).collect();
    let expected =
        [(2, 1400), (4, 1200), (6, 1000), (8, 800), (10, 600), (12, 400), (14, 200), (16, 0)];
    assert_eq!(points, expected);
    assert!(second.ties.is_empty());
}

#[test]
fn regulation_2006_art_10_and_14d_who_withdrew_plays_no_final_and_the_last_place_is_free() {
    let mut tournament = pools_without_16();
    // Of the seven others each plays the number of the other pool; number 15 has no opponent.
    for pool_place in 1..=7 {
        let color = Some(draughts::Color::White);
        run(&mut tournament, &[Command::ChooseColor { pool_place, color, seed: Some(1) }]);
    }
    run(&mut tournament, &[pair(8)]);
    let finalists: std::collections::BTreeSet<u32> =
        pairs_of(&tournament, 8).into_iter().flat_map(|(white, black)| [white, black]).collect();
    assert_eq!(finalists, (1..=14).collect());
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[15]));
    let pairs = pairs_of(&tournament, 8);
    run(&mut tournament, &[open(8)]);
    for (table, (white, black)) in (1..).zip(pairs) {
        let outcome = if white < black { WHITE_WINS } else { BLACK_WINS };
        run(&mut tournament, &[record(8, table, outcome)]);
    }
    let order: Vec<u32> =
        tournament.final_order().unwrap().iter().map(|player| player.get()).collect();
    assert_eq!(order, (1..=16).collect::<Vec<_>>());
    assert!(tournament.is_decided());
}

/// Chooses White for whoever may choose, and pairs the finals.
#[track_caller]
fn pair_finals(tournament: &mut Tournament, finals: u32) {
    for pool_place in 1..=finals {
        let color = Some(draughts::Color::White);
        run(tournament, &[Command::ChooseColor { pool_place, color, seed: Some(1) }]);
    }
    run(tournament, &[pair(8)]);
}

fn places(ranking: &tournament::ranking::Ranking) -> Vec<(u32, u32)> {
    ranking.rows.iter().map(|row| (row.place, row.participant.get())).collect()
}

#[test]
fn regulation_2006_art_14d_one_table_has_the_places_1_to_16_as_the_finals_end() {
    let mut tournament = entered_by(Regulation::of(Preset::Tournament2006), 16);
    let (odd, even): (Vec<u32>, Vec<u32>) = (1..=16).partition(|number| number % 2 == 1);
    run(&mut tournament, &[Command::DivideGroups { groups: vec![all(&odd), all(&even)] }]);
    for number in 1..=7 {
        run(&mut tournament, &[pair(number), open(number)]);
        for (table, (white, black)) in (1..).zip(pairs_of(&tournament, number)) {
            let outcome = if white < black { WHITE_WINS } else { BLACK_WINS };
            run(&mut tournament, &[record(number, table, outcome)]);
        }
    }
    assert_eq!(tournament.overall_table(), None);
    pair_finals(&mut tournament, 8);
    assert_eq!(tournament.overall_table(), None, "it is not published");
    run(&mut tournament, &[open(8)]);
    // Those who play for two places share them.
    let shared: Vec<_> = (1..=16).map(|player| ((player - 1) / 2 * 2 + 1, player)).collect();
    let table = tournament.overall_table().unwrap();
    assert_eq!(places(&table), shared);
    assert!(table.ties.is_empty() && table.rows.iter().all(|row| row.is_tied));
    assert_eq!(tournament.final_order(), None);
    // The higher number wins all finals but the first, which is drawn.
    let finals = pairs_of(&tournament, 8);
    for (table, (white, black)) in (1..).zip(finals) {
        let outcome = if white > black { WHITE_WINS } else { BLACK_WINS };
        let is_first = [white, black].contains(&1);
        let drawn = Command::RecordResult {
            round: super::round(8),
            table: super::table(table),
            outcome: super::DRAW,
            men_ahead: Some(0),
        };
        let result = if is_first { drawn } else { record(8, table, outcome) };
        run(&mut tournament, &[result]);
    }
    let table = tournament.overall_table().unwrap();
    assert_eq!(&places(&table)[..4], [(1, 1), (1, 2), (3, 4), (4, 3)]);
    assert_eq!((table.ties.len(), table.ties[0].participants.clone()), (1, all(&[1, 2])));
    // Blitz games decide it.
    let order = all(&[2, 1]);
    let how = tournament::ranking::TieDecision::Games;
    run(&mut tournament, &[Command::ResolveTie { order, how }]);
    let table = tournament.overall_table().unwrap();
    let in_pairs: Vec<u32> = (1..=8).flat_map(|pair| [2 * pair, 2 * pair - 1]).collect();
    let expected: Vec<_> = (1..).zip(in_pairs).collect();
    assert_eq!(places(&table), expected);
    assert!(table.ties.is_empty());
    let first: Vec<_> = table.rows.iter().take(4).map(|row| row.decided_by).collect();
    assert_eq!(first[0], None);
    assert!(matches!(first[1], Some(Decision::Resolution { .. })));
    assert_eq!(first[2], Some(Decision::Final { above: one(1), is_mutual: false }));
    assert_eq!(first[3], Some(Decision::Final { above: one(4), is_mutual: true }));
    // Seven games in the pool and the final, in hundredths.
    assert_eq!((table.rows[2].played, table.rows[2].points), (8, 1400));
    let order: Vec<u32> =
        tournament.final_order().unwrap().iter().map(|player| player.get()).collect();
    assert_eq!(order, table.rows.iter().map(|row| row.participant.get()).collect::<Vec<_>>());
    assert!(tournament.is_decided());
    // Money is for the places, whatever the points are (KNDB F12.1 is for those who are tied).
    let prizes = tournament.prizes(None).unwrap();
    assert_eq!(prizes.money(&prizes.overall, &[500, 300, 200])[..4], [500, 300, 200, 0]);
    assert_eq!(prizes.overall[0].participant, one(2));
}

#[test]
fn regulation_2006_art_10_who_withdraws_during_the_finals_loses_the_final() {
    let mut tournament = pools_without_16();
    pair_finals(&mut tournament, 7);
    let pairs = pairs_of(&tournament, 8);
    run(&mut tournament, &[open(8)]);
    let leave = Command::Withdraw { participant: one(1), reason: String::new() };
    run(&mut tournament, &[leave]);
    for (table, (white, black)) in (1..).zip(pairs) {
        if ![white, black].contains(&1) {
            let outcome = if white < black { WHITE_WINS } else { BLACK_WINS };
            run(&mut tournament, &[record(8, table, outcome)]);
        }
    }
    assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
    assert!(tournament.is_decided());
    let table = tournament.final_table().unwrap();
    assert_eq!(&places(&table)[..3], [(1, 2), (2, 1), (3, 3)]);
    assert_eq!(places(&table)[14..], [(15, 15), (16, 16)]);
    assert_eq!(tournament.free_in(tournament.latest_round().unwrap()), all(&[15, 2]));
}
