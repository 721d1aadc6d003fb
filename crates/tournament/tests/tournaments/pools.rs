//! Two pools of the regulation of 2006 that somebody leaves.

use super::{BLACK_WINS, WHITE_WINS, all, entered_by, one, open, pair, pairs_of, record, run};
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, RoundState, Tournament};

/// Returns two pools of eight of the regulation of 2006: the odd numbers and the even ones. The lower number
/// wins; number 16 withdraws after two games.
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
