//! Properties of every table.

use crate::{meeting, one, results};
use draughts::Score;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tournament::ranking::{
    Finish, GameState, Meeting, MeetingState, Order, Ranking, Resolution, Results, Running,
    TieDecision, rank,
};
use tournament::{Schedule, schedule};

/// Generates states, mostly of games that were played.
fn any_state() -> impl Strategy<Value = GameState> {
    (0..16_u32, 0..4_usize, -5..=5_i32).prop_map(|(kind, score, men_ahead)| {
        let score = [Score::WhiteWins, Score::Draw, Score::BlackWins, Score::BothLose][score];
        let finish = Finish { score, men_ahead };
        match kind {
            0 => GameState::Open,
            1 => GameState::Running(None),
            2 => GameState::Running(Some(finish)),
            3 => GameState::Forfeit(Score::WhiteWins),
            4 => GameState::Forfeit(Score::BothLose),
            _ => GameState::Played(finish),
        }
    })
}

/// Generates a round robin of 2 to 12 with any results, in any order.
fn any_games() -> impl Strategy<Value = (u32, Vec<Meeting>)> {
    (2..=12_u32).prop_flat_map(|size| {
        let rounds = schedule(Schedule::Berger, usize::try_from(size).unwrap()).unwrap();
        let pairs: Vec<_> = rounds
            .iter()
            .flat_map(|round| round.pairs.iter().map(|pair| (round.round.get(), *pair)))
            .collect();
        let states = proptest::collection::vec(any_state(), pairs.len());
        states.prop_map(move |states| {
            let games = pairs.iter().zip(states).map(|((round, (white, black)), state)| {
                meeting(*round, white.get(), black.get(), MeetingState::Game(state))
            });
            (size, games.collect())
        })
    })
}

fn any_order() -> impl Strategy<Value = Order> {
    proptest::sample::select(vec![
        Order::frisian_champions(),
        Order::frisian_eight(),
        Order::frisian_class(),
        Order::frisian_blitz(),
        Order::kndb_swiss(),
        Order::pool_2006(),
    ])
}

fn any_running() -> impl Strategy<Value = Running> {
    proptest::sample::select(vec![Running::Ignored, Running::Draws, Running::Estimates])
}

fn made(results: &Results, order: &Order, running: Running) -> Ranking {
    rank(results, order, running).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, max_global_rejects: 50_000, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_games_does_not_matter(
        (size, games) in any_games(), order in any_order(), running in any_running(), by in 0..99_usize
    ) {
        let mut moved = games.clone();
        let by = by % games.len();
        moved.rotate_left(by);
        moved.reverse();
        let tables = [games, moved].map(|games| made(&results(size, games), &order, running));
        prop_assert_eq!(&tables[0], &tables[1]);
    }

    #[test]
    fn everybody_has_a_place_and_the_points_of_their_games(
        (size, games) in any_games(), order in any_order(), running in any_running()
    ) {
        let table = made(&results(size, games.clone()), &order, running);
        let who: BTreeSet<_> = table.rows.iter().map(|row| row.participant.get()).collect();
        prop_assert_eq!(who, (1..=size).collect::<BTreeSet<_>>());
        let of_game = |game: &Meeting| match game.state.games()[0] {
            GameState::Open => 0,
            GameState::Running(_) if running == Running::Ignored => 0,
            GameState::Running(Some(finish)) if running == Running::Estimates => worth(finish.score),
            GameState::Running(_) => 2,
            GameState::Played(finish) => worth(finish.score),
            GameState::Forfeit(score) => worth(score),
        };
        let total: u32 = games.iter().map(of_game).sum::<u32>() * order.scoring.draw();
        prop_assert_eq!(table.rows.iter().map(|row| row.points).sum::<u32>(), total);
        for rows in table.rows.windows(2) {
            prop_assert!(rows[0].points >= rows[1].points);
            prop_assert_eq!(rows[0].place == rows[1].place, rows[1].decided_by.is_none());
            prop_assert!(rows[0].place <= rows[1].place);
        }
        let tied: usize = table.ties.iter().map(|tie| tie.participants.len()).sum();
        prop_assert_eq!(tied, table.rows.iter().filter(|row| row.is_tied).count());
    }

    #[test]
    fn withdrawing_twice_is_withdrawing_once(
        (size, games) in any_games(), order in any_order(), who in 0..99_u32
    ) {
        let who = one(who % size + 1);
        let once = results(size, games).with_withdrawn(who).unwrap();
        let twice = once.clone().with_withdrawn(who).unwrap();
        let (once, twice) =
            (made(&once, &order, Running::Ignored), made(&twice, &order, Running::Ignored));
        prop_assert_eq!(&once, &twice);
        let is_in = once.rows.iter().any(|row| row.participant == who);
        prop_assert_eq!(is_in, !once.withdrawals[0].is_void);
    }

    #[test]
    fn resolving_a_tie_changes_only_that_tie(
        (size, games) in any_games(), order in any_order(), which in 0..99_usize
    ) {
        let tied = results(size, games);
        let before = made(&tied, &order, Running::Ignored);
        prop_assume!(!before.ties.is_empty());
        let tie = &before.ties[which % before.ties.len()];
        let mut order_of_tie = tie.participants.clone();
        order_of_tie.reverse();
        let resolution = Resolution { order: order_of_tie.clone(), how: TieDecision::Arbiter };
        let after = made(&tied.with_resolution(resolution).unwrap(), &order, Running::Ignored);
        prop_assert_eq!(&after.unused_resolutions, &[]);
        let others = |table: &Ranking| -> Vec<_> {
            let is_other = |participant| !tie.participants.contains(participant);
            let rows = table.rows.iter().filter(|row| is_other(&row.participant));
            rows.map(|row| (row.place, row.participant, row.values.clone())).collect()
        };
        prop_assert_eq!(others(&before), others(&after));
        let places: Vec<_> = (tie.place..).zip(order_of_tie).collect();
        let resolved = after.rows.iter().filter(|row| tie.participants.contains(&row.participant));
        let resolved: Vec<_> = resolved.map(|row| (row.place, row.participant)).collect();
        prop_assert_eq!(resolved, places);
        let rest: Vec<_> = before.ties.iter().filter(|other| *other != tie).cloned().collect();
        prop_assert_eq!(after.ties, rest);
    }
}

/// Returns the points of both sides in draws.
fn worth(score: Score) -> u32 {
    match score {
        Score::WhiteWins | Score::Draw | Score::BlackWins => 2,
        Score::BothLose | Score::Unplayed => 0,
    }
}
