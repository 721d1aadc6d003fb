//! A diary of a tournament, kept like an arbiter's: by number, round after round.

use draughts::{Color, Outcome, Reason, Score};
use std::collections::{BTreeMap, BTreeSet};

/// A pair of a round, and its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seats {
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) outcome: Option<Outcome>,
    pub(super) is_reversed: bool,
}

/// A round.
#[derive(Debug, Clone)]
pub(super) struct Sitting {
    pub(super) games: Vec<Seats>,
    pub(super) byes: Vec<u32>,
    pub(super) half_point_byes: BTreeSet<u32>,
}

/// The contents of the diary.
#[derive(Debug)]
pub(super) struct Diary {
    rounds_total: u32,
    pub(super) names: BTreeMap<u32, String>,
    numbers: u32,
    pub(super) rounds: Vec<Sitting>,
    /// The withdrawn players, with true if they only count as withdrawn (KNDB F10).
    pub(super) withdrawn: BTreeMap<u32, bool>,
    /// The reported absences by round and player, with true for half a point.
    pub(super) away: BTreeMap<(u32, u32), bool>,
}

impl Seats {
    fn seats(&self, number: u32) -> bool {
        self.white == number || self.black == number
    }

    /// Returns true if the game was not played, and a player got or lost points by it.
    pub(super) fn is_forfeit(&self) -> bool {
        self.outcome.is_some_and(|outcome| {
            let is_forfeit = matches!(outcome.reason, Reason::Forfeit | Reason::NoShow);
            is_forfeit || outcome.score == Score::Unplayed
        })
    }

    /// Reverses the colours; the game stays the same.
    pub(super) fn reverse(&mut self) {
        (self.white, self.black) = (self.black, self.white);
        self.is_reversed = !self.is_reversed;
    }

    /// Returns a player's points in half points; a game without a result is a draw (KNDB F11).
    fn points(&self, number: u32) -> u32 {
        let score = self.outcome.map_or(Score::Draw, |outcome| outcome.score);
        match score {
            Score::WhiteWins => u32::from(self.white == number) * 2,
            Score::BlackWins => u32::from(self.black == number) * 2,
            Score::Draw => 1,
            Score::BothLose | Score::Unplayed => 0,
        }
    }

    fn absentees(&self) -> Vec<u32> {
        let score = self.outcome.filter(|one| one.reason == Reason::NoShow).map(|one| one.score);
        match score {
            Some(Score::WhiteWins) => vec![self.black],
            Some(Score::BlackWins) => vec![self.white],
            Some(Score::BothLose) => vec![self.white, self.black],
            Some(Score::Draw | Score::Unplayed) | None => Vec::new(),
        }
    }
}

impl Diary {
    pub(super) fn new(rounds_total: u32) -> Self {
        Self {
            rounds_total,
            names: BTreeMap::new(),
            numbers: 0,
            rounds: Vec::new(),
            withdrawn: BTreeMap::new(),
            away: BTreeMap::new(),
        }
    }

    /// Returns a number that no player has had.
    pub(super) fn next_number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    pub(super) fn next_round(&self) -> u32 {
        u32::try_from(self.rounds.len()).unwrap() + 1
    }

    /// Returns true if one player less could still play all rounds.
    pub(super) fn has_more_than_it_needs(&self) -> bool {
        u32::try_from(self.names.len()).unwrap() > self.rounds_total + 1
    }

    pub(super) fn remove(&mut self, number: u32) {
        self.names.remove(&number);
        self.withdrawn.remove(&number);
        self.away.retain(|(_, who), _| *who != number);
    }

    /// Sets another outcome of a game; a player who did not come counts as withdrawn (KNDB F10).
    pub(super) fn end(&mut self, round: usize, game: usize, outcome: Option<Outcome>) {
        let seats = &mut self.rounds[round].games[game];
        let before = seats.absentees();
        seats.outcome = outcome;
        let after = seats.absentees();
        for gone in after.iter().filter(|one| !before.contains(one)) {
            self.withdrawn.entry(*gone).or_insert(true);
        }
        for came in before.iter().filter(|one| !after.contains(one)) {
            if self.withdrawn.get(came) == Some(&true) {
                self.withdrawn.remove(came);
            }
        }
    }

    /// Returns the players to be paired in the next round (KNDB F5).
    pub(super) fn available(&self) -> BTreeSet<u32> {
        let next = self.next_round();
        let is_there = |number: &u32| {
            !self.withdrawn.contains_key(number) && !self.away.contains_key(&(next, *number))
        };
        self.names.keys().copied().filter(is_there).collect()
    }

    /// Returns the players with a half-point bye in a round (KNDB F9).
    pub(super) fn half_point_byes(&self, round: u32) -> BTreeSet<u32> {
        let of_half = self.away.iter().filter(|((of, _), is_of_half)| *of == round && **is_of_half);
        let there = of_half.filter(|((_, who), _)| !self.withdrawn.contains_key(who));
        there.map(|((_, who), _)| *who).collect()
    }

    pub(super) fn check_everybody_is_there(&self, sitting: &Sitting) {
        let seated = sitting.games.iter().flat_map(|game| [game.white, game.black]);
        let mut there: Vec<u32> = seated.chain(sitting.byes.iter().copied()).collect();
        there.sort_unstable();
        assert_eq!(there, self.available().into_iter().collect::<Vec<_>>());
    }

    /// Returns the games of a player that count for opponents and colours (KNDB F3), in order.
    fn met(&self, number: u32) -> impl DoubleEndedIterator<Item = &Seats> {
        let games = self.rounds.iter().flat_map(|sitting| &sitting.games);
        games.filter(move |game| game.seats(number) && !game.is_forfeit())
    }

    /// Returns a player's points, in half points.
    pub(super) fn points(&self, number: u32) -> u32 {
        let of_round = |sitting: &Sitting| {
            let game = sitting.games.iter().find(|game| game.seats(number));
            let free = u32::from(sitting.byes.contains(&number)) * 2;
            let half = u32::from(sitting.half_point_byes.contains(&number));
            game.map_or(free + half, |game| game.points(number))
        };
        self.rounds.iter().map(of_round).sum()
    }

    /// Returns true if a player had a point without playing (KNDB B1b).
    pub(super) fn had_free_point(&self, number: u32) -> bool {
        self.rounds.iter().any(|sitting| {
            let won = |game: &Seats| game.is_forfeit() && game.points(number) == 2;
            sitting.byes.contains(&number)
                || sitting.games.iter().any(|game| game.seats(number) && won(game))
        })
    }

    /// Returns the absolute norms (KNDB B1a, B2a, B2b) that a pair breaks.
    pub(super) fn broken_by(&self, pair: &Seats) -> Vec<&'static str> {
        let mut broken = Vec::new();
        if self.met(pair.white).any(|game| game.seats(pair.black)) {
            broken.push("B1a");
        }
        let rounds = u32::try_from(self.rounds.len()).unwrap();
        for (number, color) in [(pair.white, Color::White), (pair.black, Color::Black)] {
            if rounds + 1 == self.rounds_total && self.points(number) > rounds {
                continue;
            }
            let is_same = |game: &Seats| (game.white == number) == (color == Color::White);
            let same = self.met(number).filter(|game| is_same(game)).count();
            let others = self.met(number).filter(|game| !is_same(game)).count();
            // D20: a colour that brings the balance nearer to 0 is allowed.
            if same >= others + 2 {
                broken.push("B2a");
            }
            let last: Vec<bool> = self.met(number).rev().take(2).map(is_same).collect();
            if last == [true, true] {
                broken.push("B2b");
            }
        }
        broken
    }

    /// Returns the half points given without a game beyond half a point a round, and those
    /// withheld: by forfeits, byes, missed rounds, and games lost by both.
    pub(super) fn free_points(&self) -> (usize, usize) {
        let (mut given, mut withheld) = (0, 0);
        for sitting in &self.rounds {
            given += sitting.byes.len();
            let mut here = sitting.byes.len() + sitting.half_point_byes.len();
            for game in &sitting.games {
                here += 2;
                for number in [game.white, game.black] {
                    let is_free = game.is_forfeit() || game.points(number) == 0;
                    let is_decided = !game.is_forfeit() && game.outcome.is_some_and(is_decisive);
                    if is_free && !is_decided {
                        given += usize::from(game.points(number) == 2);
                        withheld += usize::from(game.points(number) == 0);
                    }
                }
            }
            withheld += self.names.len() - here;
        }
        (given, withheld)
    }

    /// Returns true if no result is missing.
    pub(super) fn is_complete(&self) -> bool {
        let mut games = self.rounds.iter().flat_map(|sitting| &sitting.games);
        games.all(|game| game.outcome.is_some())
    }
}

fn is_decisive(outcome: Outcome) -> bool {
    matches!(outcome.score, Score::WhiteWins | Score::BlackWins)
}
