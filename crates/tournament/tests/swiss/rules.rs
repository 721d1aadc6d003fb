//! The rules, article by article: the worked examples, and their effect in small fields.

use crate::records::{lot, player, round};
use draughts::Color;
use std::collections::BTreeMap;
use tournament::swiss::{
    ByeReason, ColorRule, ControlSums, Entrant, Field, FirstRound, Float, FloatReason, GameResult,
    PastRound, Score, final_ranking, pair, scores,
};
use tournament::{Schedule, schedule};

/// A tournament written down game by game.
struct Written {
    rounds: usize,
    rounds_total: u32,
    histories: BTreeMap<u32, Vec<PastRound>>,
}

impl Written {
    fn new(players: u32, rounds: usize, rounds_total: u32) -> Self {
        let nothing = vec![PastRound::NotPaired; rounds];
        let histories = (1..=players).map(|number| (number, nothing.clone())).collect();
        Self { rounds, rounds_total, histories }
    }

    fn put(&mut self, round: usize, number: u32, past: PastRound) {
        let rounds = self.rounds;
        let nothing = || vec![PastRound::NotPaired; rounds];
        self.histories.entry(number).or_insert_with(nothing)[round - 1] = past;
    }

    /// Records a game, with White's half points.
    fn game(&mut self, round: usize, white: u32, black: u32, points: u32) {
        let results = [GameResult::Loss, GameResult::Draw, GameResult::Win];
        let result = |points: u32| results[usize::try_from(points).unwrap()];
        let of = |opponent, color, points| PastRound::Played {
            opponent: player(opponent),
            color,
            result: result(points),
        };
        self.put(round, white, of(black, Color::White, points));
        self.put(round, black, of(white, Color::Black, 2 - points));
    }

    fn forfeit(&mut self, round: usize, winner: u32, loser: u32) {
        self.put(round, winner, PastRound::ForfeitWin { opponent: player(loser) });
        self.put(round, loser, PastRound::ForfeitLoss { opponent: player(winner) });
    }

    fn field(&self) -> Field {
        let entrants = self.histories.iter().map(|(number, history)| Entrant {
            player: player(*number),
            lot: lot(*number),
            is_available: true,
            history: history.clone(),
        });
        let next = round(u32::try_from(self.rounds).unwrap() + 1);
        Field::new(next, self.rounds_total, FirstRound::EntrantsKnown, entrants.collect()).unwrap()
    }

    fn score(&self, number: u32) -> Score {
        *scores(&self.field()).iter().find(|score| score.player == player(number)).unwrap()
    }
}

/// The opponents of player 57, 57's half points against them, and their total half points (A1c).
const OPPONENTS: [(u32, u32, u32); 7] =
    [(1, 0, 7), (5, 1, 9), (8, 2, 4), (14, 2, 10), (21, 1, 8), (28, 1, 12), (39, 0, 11)];

/// Returns the table of A1c. The other points of the opponents come from players outside the
/// example, a different one every time.
fn worked_example() -> Written {
    let mut written = Written::new(0, 7, 9);
    let mut other = 100;
    for (at, (opponent, points, total)) in OPPONENTS.into_iter().enumerate() {
        written.game(at + 1, 57, opponent, points);
        let mut missing = total - (2 - points);
        for round in (1..=7).filter(|round| *round != at + 1) {
            other += 1;
            let points = missing.min(2);
            missing -= points;
            written.game(round, opponent, other, points);
        }
        assert_eq!(missing, 0);
    }
    written
}

#[test]
fn a1c_solkoff_and_sonneborn_berger() {
    let written = worked_example();
    let score = written.score(57);
    assert_eq!(score.points, 7);
    assert_eq!(score.solkoff, 61, "30 1/2, in half points");
    assert_eq!(score.sonneborn_berger, 57, "14 1/4, in quarter points");
    for (opponent, _, total) in OPPONENTS {
        assert_eq!(written.score(opponent).points, total, "player {opponent}");
    }
}

#[test]
fn a1d_forfeits_are_draws_against_oneself() {
    let mut written = worked_example();
    // 8-57 0R-1R, and 5-16 1R-0R: player 5 got a whole point in its first game, without playing.
    written.put(3, 8, PastRound::NotPaired);
    written.forfeit(3, 57, 8);
    let opponent = written.histories[&5][0].opponent().unwrap().get();
    written.put(1, opponent, PastRound::NotPaired);
    written.forfeit(1, 5, 16);
    let five = written.score(5);
    assert_eq!((five.points, five.counted), (9, 8));
    let score = written.score(57);
    assert_eq!((score.points, score.counted), (7, 6));
    assert_eq!(score.solkoff, 62, "31, in half points");
    assert_eq!(score.sonneborn_berger, 54, "13 1/2, in quarter points");
    let field = written.field();
    assert_eq!(ControlSums::of(&scores(&field)), ControlSums::expected(&field));
}

#[test]
fn d_the_first_round_goes_by_lot() {
    let first = |players: u32, first_round, away: &[u32]| {
        let entrants = (1..=players).map(|number| Entrant {
            player: player(100 - number),
            lot: lot(number),
            is_available: !away.contains(&number),
            history: Vec::new(),
        });
        let field = Field::new(round(1), 5, first_round, entrants.collect()).unwrap();
        let paired = pair(&field).unwrap();
        assert!(paired.pairs.iter().all(|pair| pair.color_rule == ColorRule::FirstRound));
        if let Some(bye) = &paired.bye {
            assert_eq!(bye.reason, ByeReason::FirstRound(first_round));
        }
        let lots = |number: u32| 100 - number;
        let pairs = paired.pairs.iter();
        let pairs: Vec<_> =
            pairs.map(|pair| (lots(pair.white.get()), lots(pair.black.get()))).collect();
        (pairs, paired.bye.map(|bye| lots(bye.player.get())))
    };
    let (known, unknown) = (FirstRound::EntrantsKnown, FirstRound::EntrantsUnknown);
    assert_eq!(first(6, known, &[]), (vec![(1, 6), (2, 5), (3, 4)], None));
    assert_eq!(first(5, known, &[]), (vec![(2, 5), (3, 4)], Some(1)));
    assert_eq!(first(6, unknown, &[]), (vec![(1, 2), (3, 4), (5, 6)], None));
    assert_eq!(first(5, unknown, &[]), (vec![(1, 2), (3, 4)], Some(5)));
    // Absent players have no number (F5).
    assert_eq!(first(6, known, &[2]), (vec![(3, 6), (4, 5)], Some(1)));
    assert_eq!(first(6, unknown, &[2]), (vec![(1, 3), (4, 5)], Some(6)));
}

/// Returns the pairs, White first.
fn pairs(written: &Written) -> Vec<(u32, u32)> {
    let paired = pair(&written.field()).unwrap();
    paired.pairs.iter().map(|pair| (pair.white.get(), pair.black.get())).collect()
}

#[test]
fn c5_the_highest_meets_the_lowest_that_is_possible() {
    let mut written = Written::new(8, 1, 5);
    for (white, black) in [(1, 8), (2, 7), (3, 6), (4, 5)] {
        written.game(1, white, black, 1);
    }
    // All have drawn; 1 to 4 want Black, 5 to 8 want White, and 1 has met 8.
    assert_eq!(pairs(&written), [(7, 1), (8, 2), (5, 3), (6, 4)]);
}

#[test]
fn c4_the_highest_of_an_odd_group_floats() {
    let mut written = Written::new(6, 1, 5);
    for (white, black) in [(1, 6), (5, 2), (3, 4)] {
        written.game(1, white, black, 2);
    }
    let round = pair(&written.field()).unwrap();
    // Players with White won: 1, 3 and 5 all want Black, so the one left makes no difference to
    // colours.
    let group = &round.groups[0];
    assert_eq!(group.players, [1, 3, 5].map(player));
    let float = Float { player: player(1), reason: FloatReason::HigherClassified };
    assert_eq!(group.waiting, [float]);
    assert!(!group.is_enlarged);
    assert_eq!(round.pairs.len(), 3);
}

#[test]
fn f1_the_bye_goes_to_the_higher_classified_of_the_last_group() {
    let mut written = Written::new(7, 1, 5);
    for (white, black) in [(1, 4), (2, 5), (3, 6)] {
        written.game(1, white, black, 2);
    }
    written.put(1, 7, PastRound::Bye);
    let round = pair(&written.field()).unwrap();
    let bye = round.bye.unwrap();
    // 4, 5 and 6 are equal except in their lots.
    assert_eq!(bye.player, player(4));
    assert_eq!(bye.reason, ByeReason::LeftOver(FloatReason::HigherClassified));
    assert_eq!(bye.barred, []);
}

#[test]
fn b1b_nobody_gets_a_free_point_twice() {
    // 2 and 3 have had the bye, so the leader has it.
    let mut written = Written::new(3, 2, 5);
    written.game(1, 1, 2, 2);
    written.put(1, 3, PastRound::Bye);
    written.game(2, 3, 1, 0);
    written.put(2, 2, PastRound::Bye);
    let round = pair(&written.field()).unwrap();
    let bye = round.bye.unwrap();
    assert_eq!(bye.player, player(1));
    assert_eq!(bye.barred, [2, 3].map(player));
    assert_eq!(bye.reason, ByeReason::LeftOver(FloatReason::NoOpponent));
}

/// Returns a field in which 2 has beaten 1, who has as many points and more Solkoff.
fn tied_for_the_first_place() -> Written {
    let mut written = Written::new(6, 3, 3);
    written.game(1, 2, 1, 2);
    written.game(1, 3, 6, 2);
    written.game(1, 4, 5, 2);
    written.game(2, 1, 3, 2);
    written.game(2, 2, 5, 1);
    written.game(2, 4, 6, 1);
    written.game(3, 1, 4, 2);
    written.game(3, 2, 6, 1);
    written.game(3, 3, 5, 1);
    written
}

fn order(written: &Written) -> (Vec<u32>, bool) {
    let ranking = final_ranking(&written.field());
    let players = ranking.scores.iter().map(|score| score.player.get()).collect();
    (players, ranking.is_decided_by_mutual_result)
}

#[test]
fn f12_the_mutual_result_decides_the_first_place() {
    let written = tied_for_the_first_place();
    let table: Vec<_> = scores(&written.field()).iter().map(|score| score.player.get()).collect();
    assert_eq!(table[..2], [1, 2]);
    let (players, is_mutual) = order(&written);
    assert_eq!((&players[..2], is_mutual), ([2, 1].as_slice(), true));
    assert_eq!(players[2..], table[2..]);
}

#[test]
fn f12_a_forfeit_is_no_mutual_result() {
    let mut written = tied_for_the_first_place();
    written.forfeit(1, 2, 1);
    let (players, is_mutual) = order(&written);
    assert_eq!((&players[..2], is_mutual), ([1, 2].as_slice(), false));
}

#[test]
fn f12_a_drawn_game_decides_nothing() {
    let mut written = tied_for_the_first_place();
    written.game(1, 2, 1, 1);
    written.game(2, 2, 5, 2);
    written.game(3, 2, 6, 2);
    assert_eq!([1, 2].map(|number| written.score(number).points), [5, 5]);
    let (players, is_mutual) = order(&written);
    assert_eq!((&players[..2], is_mutual), ([1, 2].as_slice(), false));
}

/// Sixty-four players who have all met each other, all with different scores, meet sixty-four who
/// enter late: every group but the last goes to the waiting room whole, and C4.1 compares dozens
/// of scores.
#[test]
fn a_waiting_room_of_dozens_of_scores() {
    let mut written = Written::new(128, 63, 70);
    for (at, round) in schedule(Schedule::Berger, 64).unwrap().iter().enumerate() {
        for (white, black) in &round.pairs {
            let points = if white < black { 2 } else { 0 };
            written.game(at + 1, white.get(), black.get(), points);
        }
    }
    let round = pair(&written.field()).unwrap();
    let mut found: Vec<_> = round
        .pairs
        .iter()
        .map(|pair| (pair.white.min(pair.black).get(), pair.white.max(pair.black).get()))
        .collect();
    found.sort_unstable();
    let expected: Vec<_> = (1..=64).map(|number| (number, 129 - number)).collect();
    assert_eq!(found, expected);
    assert_eq!(round.groups.len(), 64);
    let lone = |group: &tournament::swiss::ScoreGroup| {
        group.waiting.iter().all(|float| float.reason == FloatReason::NoOpponent)
    };
    assert!(round.groups.iter().all(lone));
}
