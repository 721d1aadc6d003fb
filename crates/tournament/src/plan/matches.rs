//! A match: a fixed number of games with the colours reversed each time, then single games until
//! one of them is won.
//!
//! Two games decide a shared first place (C art. 15, E art. 5) and HA with two entrants
//! (appendix 2); a single game is the deciding game of A art. 5, C art. 15 D, D art. 6 and F
//! art. 4, the crossing final with its blitz games (2006 art. 14c and 14d), or a play-off
//! of teams (B art. 7, G art. 6), in which the first-named team stands for White.

use std::num::NonZeroU32;

/// A match between two players or two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match<P> {
    white: P,
    black: P,
    games: NonZeroU32,
}

/// A game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOfMatch<P> {
    /// The number of the game, from 1.
    pub number: u32,
    /// The player with White, or the first-named team.
    pub white: P,
    /// The player with Black, or the second-named team.
    pub black: P,
    /// True if it comes after the fixed games, so that a win of it ends the match.
    pub is_extra: bool,
}

/// The state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState<P> {
    /// The next game to be played.
    Next(GameOfMatch<P>),
    /// The match is over.
    Won {
        /// The winner.
        winner: P,
        /// The loser.
        loser: P,
        /// Number of games that the match took.
        games: u32,
    },
}

/// The error for a match of a player or team against itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nobody plays a match against themselves")]
pub struct SameSide;

/// The error for results of games after the end of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the match was over after {games} games, but there are {results} results")]
pub struct MatchIsOver {
    /// The number of the deciding game.
    pub games: u32,
    /// Number of results given.
    pub results: usize,
}

impl<P: Copy + Eq> Match<P> {
    /// Makes a match of two games; `white` has White in the first.
    ///
    /// # Errors
    /// [`SameSide`] if both are the same.
    pub fn of_two_games(white: P, black: P) -> Result<Self, SameSide> {
        Self::new(white, black, NonZeroU32::MIN.saturating_add(1))
    }

    /// Makes a match of single games until one is won; `white` has White in the first.
    ///
    /// # Errors
    /// [`SameSide`] if both are the same.
    pub fn deciding(white: P, black: P) -> Result<Self, SameSide> {
        Self::new(white, black, NonZeroU32::MIN)
    }

    /// Makes a match of a number of games; `white` has White in the first.
    ///
    /// # Errors
    /// [`SameSide`] if both are the same.
    pub fn new(white: P, black: P, games: NonZeroU32) -> Result<Self, SameSide> {
        if white == black {
            return Err(SameSide);
        }
        Ok(Self { white, black, games })
    }

    /// Returns the game of a number, from 1. White and Black change places after each.
    pub fn game(&self, number: NonZeroU32) -> GameOfMatch<P> {
        let is_first_way = !number.get().is_multiple_of(2);
        let (white, black) =
            if is_first_way { (self.white, self.black) } else { (self.black, self.white) };
        GameOfMatch { number: number.get(), white, black, is_extra: number > self.games }
    }

    /// Returns the state after some games: the points of White and of Black in each, on any scale.
    ///
    /// Games that were not played have to be left out: they change neither score nor colours. A win
    /// by the bonus of regulation 2006 counts as a win: 1.04 - 0.96 decides a deciding game.
    ///
    /// # Errors
    /// [`MatchIsOver`] if there are results after the one that decided the match.
    pub fn state(&self, results: &[(u32, u32)]) -> Result<MatchState<P>, MatchIsOver> {
        // The sums of the side that began with White and of the other.
        let (mut first, mut second) = (0_u64, 0_u64);
        let mut number = NonZeroU32::MIN;
        for &(white, black) in results {
            let game = self.game(number);
            let (ours, theirs) =
                if game.white == self.white { (white, black) } else { (black, white) };
            first = first.saturating_add(u64::from(ours));
            second = second.saturating_add(u64::from(theirs));
            if number >= self.games && first != second {
                let games = number.get();
                if usize::try_from(games).is_ok_and(|games| games < results.len()) {
                    return Err(MatchIsOver { games, results: results.len() });
                }
                let (winner, loser) = if first > second {
                    (self.white, self.black)
                } else {
                    (self.black, self.white)
                };
                return Ok(MatchState::Won { winner, loser, games });
            }
            number = number.saturating_add(1);
        }
        Ok(MatchState::Next(self.game(number)))
    }
}
