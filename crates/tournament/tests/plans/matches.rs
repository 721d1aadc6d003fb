//! Matches and play-offs.

use crate::{player, players};
use proptest::prelude::*;
use std::num::NonZeroU32;
use tournament::plan::{
    GameOfMatch, Match, MatchIsOver, MatchState, PlayOff, PlayOffError, SameSide, TeamId, play_off,
};
use tournament::{PlayerId, Schedule};

/// Checks the player with White in the next game and if it is an extra one, or the winner.
#[track_caller]
fn check(one: &Match<PlayerId>, results: &[(u32, u32)], expected: &str) {
    let shown = match one.state(results).unwrap() {
        MatchState::Next(GameOfMatch { number, white, black, is_extra }) => {
            format!("{number}: {white}-{black}{}", if is_extra { " extra" } else { "" })
        }
        MatchState::Won { winner, loser, games } => format!("{winner} beat {loser} in {games}"),
    };
    assert_eq!(shown, expected, "{results:?}");
}

#[test]
fn c_art_15_two_games_then_single_games_with_the_colours_reversed() {
    let one = Match::of_two_games(player(1), player(2)).unwrap();
    check(&one, &[], "1: 1-2");
    check(&one, &[(2, 0)], "2: 2-1");
    check(&one, &[(2, 0), (1, 1)], "1 beat 2 in 2");
    check(&one, &[(1, 1), (2, 0)], "2 beat 1 in 2");
    check(&one, &[(2, 0), (0, 2)], "1 beat 2 in 2");
    check(&one, &[(2, 0), (2, 0)], "3: 1-2 extra");
    check(&one, &[(2, 0), (2, 0), (1, 1)], "4: 2-1 extra");
    check(&one, &[(1, 1), (1, 1), (1, 1), (0, 2)], "1 beat 2 in 4");
    // A sanctioned 0-0 decides nothing.
    check(&one, &[(0, 0), (0, 0), (0, 0)], "4: 2-1 extra");
}

#[test]
fn c_art_15_d_deciding_games_until_one_is_won() {
    let one = Match::deciding(player(7), player(4)).unwrap();
    check(&one, &[], "1: 7-4");
    check(&one, &[(1, 1)], "2: 4-7 extra");
    check(&one, &[(1, 1), (2, 0)], "4 beat 7 in 2");
}

#[test]
fn regulation_2006_14c_a_bonus_win_decides() {
    let one = Match::deciding(player(1), player(2)).unwrap();
    check(&one, &[(104, 96)], "1 beat 2 in 1");
    check(&one, &[(100, 100), (99, 101)], "1 beat 2 in 2");
}

#[test]
fn b_art_7_a_play_off_of_teams_is_counted_alike() {
    let [one, other] = [1, 2].map(|number| TeamId::new(number).unwrap());
    let play_off = Match::deciding(other, one).unwrap();
    let state = play_off.state(&[(8, 8), (7, 9)]).unwrap();
    assert_eq!(state, MatchState::Won { winner: other, loser: one, games: 2 });
}

#[test]
fn results_after_the_last_game_are_refused() {
    let one = Match::of_two_games(player(1), player(2)).unwrap();
    let error = one.state(&[(2, 0), (1, 1), (1, 1)]).unwrap_err();
    assert_eq!(error, MatchIsOver { games: 2, results: 3 });
    assert_eq!(error.to_string(), "the match was over after 2 games, but there are 3 results");
    assert_eq!(Match::deciding(player(3), player(3)), Err(SameSide));
}

#[test]
fn d26_whoever_is_to_begin_has_white() {
    let two = NonZeroU32::new(2).unwrap();
    let tied = players([5, 3]);
    let first = Some(player(3));
    let expected = Match::of_two_games(player(3), player(5)).unwrap();
    assert_eq!(play_off(&tied, two, first, 1), Ok(PlayOff::Match(expected)));
    assert_eq!(play_off(&tied, two, first, 2), Ok(PlayOff::Match(expected)));
}

#[test]
fn f_art_4_without_a_game_lots_give_the_colour() {
    let drawn: Vec<_> = (0..20)
        .map(|seed| match play_off(&players([1, 2]), NonZeroU32::MIN, None, seed) {
            Ok(PlayOff::Match(one)) => one.game(NonZeroU32::MIN).white.get(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(drawn.contains(&1) && drawn.contains(&2), "{drawn:?}");
    // The order in which the two are given changes nothing.
    for seed in 0..20 {
        let named = |tied| play_off(&players(tied), NonZeroU32::MIN, None, seed);
        assert_eq!(named([1, 2]), named([2, 1]));
    }
}

#[test]
fn three_or_more_play_everybody() {
    for (count, table) in [
        (3, Schedule::Ind3),
        (4, Schedule::Ind4),
        (5, Schedule::Ind5),
        (6, Schedule::Berger),
        (64, Schedule::Berger),
    ] {
        let tied: Vec<_> = (1..=count).map(player).collect();
        let Ok(PlayOff::RoundRobin { table: found, mut lots }) =
            play_off(&tied, NonZeroU32::MIN, None, 9)
        else {
            panic!("{count}");
        };
        lots.sort_unstable();
        assert_eq!((found, lots), (table, tied));
    }
}

#[test]
fn a_play_off_that_is_none() {
    let of = |tied: &[PlayerId]| play_off(tied, NonZeroU32::MIN, None, 0).unwrap_err();
    assert_eq!(of(&[]), PlayOffError::TooFew(0));
    assert_eq!(of(&[player(1)]), PlayOffError::TooFew(1));
    assert_eq!(of(&players([1, 1])), PlayOffError::Twice);
    let many: Vec<_> = (1..=65).map(player).collect();
    assert_eq!(of(&many), PlayOffError::TooMany(65));
}

proptest! {
    /// Colours are shared evenly, and the winner scored more.
    #[test]
    fn a_match_is_fair(games in 1_u32..5, results in proptest::collection::vec(0_u32..3, 0..12)) {
        let games = NonZeroU32::new(games).unwrap();
        let one = Match::new(player(1), player(2), games).unwrap();
        let mut played: Vec<(u32, u32)> = Vec::new();
        let mut sums = [0, 0];
        for result in results {
            let MatchState::Next(game) = one.state(&played).unwrap() else { break };
            prop_assert_eq!(game.number as usize, played.len() + 1);
            prop_assert_eq!(game.white == player(1), game.number % 2 == 1);
            played.push((result, 2 - result));
            let (ours, theirs) = if game.white == player(1) { (0, 1) } else { (1, 0) };
            sums[ours] += result;
            sums[theirs] += 2 - result;
        }
        if let MatchState::Won { winner, games: taken, .. } = one.state(&played).unwrap() {
            prop_assert!(taken >= games.get());
            prop_assert_eq!(taken as usize, played.len());
            prop_assert_eq!(winner == player(1), sums[0] > sums[1]);
            prop_assert!(sums[0] != sums[1]);
        }
    }
}
