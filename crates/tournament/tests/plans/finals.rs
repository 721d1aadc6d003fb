//! Crossing finals of two pools (2006 art. 14d).

use crate::{player, players};
use tournament::PlayerId;
use tournament::plan::{
    ChoiceReason, ColorChoice, FinalsError, MatchState, PoolRow, crossing_finals, final_order,
};

fn row(number: u32, points: u32, wins: u32) -> PoolRow {
    PoolRow { player: player(number), points, wins }
}

/// Returns two pools of eight: players 1 to 8 and 11 to 18, each in order.
fn pools() -> (Vec<PoolRow>, Vec<PoolRow>) {
    let first = (1..=8).map(|number| row(number, 1000 - 50 * number, 2)).collect();
    let second = (11..=18).map(|number| row(number, 1000 - 50 * (number - 10), 2)).collect();
    (first, second)
}

#[test]
fn number_k_meets_number_k_for_places_2k_less_1_and_2k() {
    let (first, second) = pools();
    let finals = crossing_finals(&first, &second).unwrap();
    let shown: Vec<_> =
        finals.iter().map(|last| (last.first.get(), last.second.get(), last.places())).collect();
    assert_eq!(
        shown,
        [
            (1, 11, (1, 2)),
            (2, 12, (3, 4)),
            (3, 13, (5, 6)),
            (4, 14, (7, 8)),
            (5, 15, (9, 10)),
            (6, 16, (11, 12)),
            (7, 17, (13, 14)),
            (8, 18, (15, 16)),
        ]
    );
}

#[track_caller]
fn check_choice(one: (u32, u32), other: (u32, u32), expected: ColorChoice) {
    let finals = crossing_finals(&[row(1, one.0, one.1)], &[row(2, other.0, other.1)]).unwrap();
    assert_eq!(finals[0].choice, expected);
}

#[test]
fn the_colour_is_chosen_by_points_then_wins_then_lot() {
    let by = |number, reason| ColorChoice::By { player: player(number), reason };
    check_choice((904, 1), (900, 4), by(1, ChoiceReason::Points));
    check_choice((896, 4), (900, 1), by(2, ChoiceReason::Points));
    check_choice((900, 3), (900, 2), by(1, ChoiceReason::Wins));
    check_choice((900, 2), (900, 3), by(2, ChoiceReason::Wins));
    check_choice((900, 2), (900, 2), ColorChoice::Lot);
}

#[test]
fn the_lot_of_a_seed_gives_white() {
    let last = crossing_finals(&[row(1, 900, 2)], &[row(2, 900, 2)]).unwrap()[0];
    let white: Vec<_> = (0..20).map(|seed| last.white_by_lot(seed).get()).collect();
    assert!(white.contains(&1) && white.contains(&2), "{white:?}");
}

#[test]
fn an_equal_draw_is_followed_by_blitz_games_with_the_colours_reversed() {
    let last = crossing_finals(&[row(1, 900, 2)], &[row(2, 900, 2)]).unwrap()[0];
    let game = last.with_white(player(2)).unwrap();
    let MatchState::Next(blitz) = game.state(&[(100, 100)]).unwrap() else { panic!() };
    assert_eq!((blitz.white, blitz.black, blitz.is_extra), (player(1), player(2), true));
    let MatchState::Won { winner, .. } = game.state(&[(100, 100), (97, 103)]).unwrap() else {
        panic!()
    };
    assert_eq!(winner, player(2));
    let stranger = FinalsError::Stranger { player: player(3), pool_place: 1 };
    assert_eq!(last.with_white(player(3)), Err(stranger));
}

#[test]
fn winners_stand_before_losers() {
    let (first, second) = pools();
    let finals = crossing_finals(&first[..3], &second[..3]).unwrap();
    let order = final_order(&finals, &players([11, 2, 13])).unwrap();
    let numbers: Vec<_> = order.into_iter().map(PlayerId::get).collect();
    assert_eq!(numbers, [11, 1, 2, 12, 13, 3]);
    for (winners, text) in [
        (vec![11, 2], "3 finals have 2 winners"),
        (vec![11, 3, 13], "player 3 did not play the final of the numbers 2"),
    ] {
        let winners: Vec<_> = winners.into_iter().map(player).collect();
        assert_eq!(final_order(&finals, &winners).unwrap_err().to_string(), text);
    }
}

#[test]
fn pools_that_do_not_cross() {
    let (first, second) = pools();
    let error = crossing_finals(&first, &second[..7]).unwrap_err();
    assert_eq!(error.to_string(), "pool I has 8 players, pool II 7");
    let error = crossing_finals(&first, &first).unwrap_err();
    assert_eq!(error.to_string(), "player 1 stands twice in the pools");
}
