//! Swiss tournaments that are the same each time.

use std::collections::BTreeMap;

use draughts::{Color, Score};
use tournament::{
    Lot, PlayerId, RoundNumber,
    ranking::{GameState, Meeting, MeetingState, Participant, Results},
    swiss::{Entrant, Field, FirstRound, GameResult, PastRound, SwissRound},
};

/// The seed of the results.
const SEED: u64 = 1;

/// A tournament that grows round by round.
pub(crate) struct Invented {
    /// The players, the strongest first.
    pub(crate) entrants: Vec<Entrant>,
    rounds_total: u32,
    meetings: Vec<Meeting>,
    chance: Chance,
}

impl Invented {
    /// Returns a tournament of which nothing was played.
    pub(crate) fn new(players: u32, rounds_total: u32) -> Self {
        let entrant = |number| Entrant {
            player: PlayerId::new(number).expect("a number"),
            lot: Lot::new(number).expect("a lot"),
            is_available: true,
            history: Vec::new(),
        };
        let entrants = (1..=players).map(entrant).collect();
        Self { entrants, rounds_total, meetings: Vec::new(), chance: Chance(SEED) }
    }

    /// Returns the round that is paired next.
    pub(crate) fn next(&self) -> RoundNumber {
        let played = self.entrants.first().map_or(0, |entrant| entrant.history.len());
        RoundNumber::new(u32::try_from(played).expect("few rounds") + 1).expect("a number")
    }

    /// Returns what the next round is paired from.
    pub(crate) fn field(&self) -> Field {
        let first_round = FirstRound::EntrantsKnown;
        let field = Field::new(self.next(), self.rounds_total, first_round, self.entrants.clone());
        field.expect("a field")
    }

    /// Gives every game of a round a result. Whoever has the lower number is the stronger, by a
    /// thousand points of rating between the first and the last; the further apart two are, the
    /// less often they draw, and the more often the stronger wins.
    pub(crate) fn play(&mut self, paired: &SwissRound) {
        let round = self.next();
        let players = u32::try_from(self.entrants.len()).unwrap_or(u32::MAX).max(1);
        let mut past: BTreeMap<PlayerId, PastRound> = BTreeMap::new();
        for pair in &paired.pairs {
            let apart = pair.white.get().abs_diff(pair.black.get());
            let rating = u64::from(apart.saturating_mul(1000) / players);
            let is_draw = self.chance.below(100) < (45 - rating / 25).max(5);
            let stronger_wins = self.chance.below(100) < 50 + rating / 20;
            let white_wins = stronger_wins == (pair.white < pair.black);
            let (white, black, score) = match (is_draw, white_wins) {
                (true, _) => (GameResult::Draw, GameResult::Draw, Score::Draw),
                (false, true) => (GameResult::Win, GameResult::Loss, Score::WhiteWins),
                (false, false) => (GameResult::Loss, GameResult::Win, Score::BlackWins),
            };
            let (opponent, color) = (pair.black, Color::White);
            past.insert(pair.white, PastRound::Played { opponent, color, result: white });
            let (opponent, color) = (pair.white, Color::Black);
            past.insert(pair.black, PastRound::Played { opponent, color, result: black });
            let (first, second) = (pair.white.into(), pair.black.into());
            let state = MeetingState::Game(GameState::Played(score.into()));
            self.meetings.push(Meeting { round, first, second, state });
        }
        for entrant in &mut self.entrants {
            // Only who has the bye has no game.
            entrant.history.push(past.remove(&entrant.player).unwrap_or(PastRound::Bye));
        }
    }

    /// Returns what the table is made of.
    pub(crate) fn results(&self) -> Results {
        let participants: Vec<Participant> =
            self.entrants.iter().map(|entrant| entrant.player.into()).collect();
        let results = Results::new(participants.clone(), self.meetings.clone(), Vec::new());
        results.and_then(|results| results.with_lots(&participants)).expect("results")
    }
}

/// Numbers by chance, the same for the same seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }
}
