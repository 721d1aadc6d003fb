//! The input of a pairing: the players of a Swiss tournament and the results of past rounds.

use crate::{Lot, PLAYERS_MAX, PlayerId, RoundNumber};
use draughts::Color;
use std::collections::BTreeMap;

/// The way in which the first round is paired (section D).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstRound {
    /// The number of entrants is known beforehand (D1): first against last, second against last
    /// but one, and so on. With an odd number, lot 1 has the bye.
    EntrantsKnown,
    /// The number of entrants is not known beforehand (D2): 1 against 2, 3 against 4, and so on.
    /// With an odd number, the last has the bye.
    EntrantsUnknown,
}

/// The result, for one player, of a game that was decided on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// 1 point.
    Win,
    /// Half a point.
    Draw,
    /// 0 points.
    Loss,
}

/// The result of a player in one of the rounds so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PastRound {
    /// A game was played.
    Played {
        /// The opponent.
        opponent: PlayerId,
        /// The player's own colour.
        color: Color,
        /// The player's own result.
        result: GameResult,
    },
    /// A game was played and scored 0-0. The two have met and colours count; for Solkoff and
    /// Sonneborn-Berger it is a draw against oneself (F3).
    BothLost {
        /// The opponent.
        opponent: PlayerId,
        /// The player's own colour.
        color: Color,
    },
    /// A game was adjourned: a draw until it is finished (F11).
    Adjourned {
        /// The opponent.
        opponent: PlayerId,
        /// The player's own colour.
        color: Color,
    },
    /// The opponent did not come: 1 point without playing (F3).
    ForfeitWin {
        /// The absent opponent.
        opponent: PlayerId,
    },
    /// The player did not come (F3).
    ForfeitLoss {
        /// The opponent paired.
        opponent: PlayerId,
    },
    /// The number of players was odd: 1 point without playing (F1).
    Bye,
    /// A bye of half a point that the player asked for (KNDB F9).
    HalfPointBye,
    /// Absent, not entered yet, or withdrawn (F5).
    NotPaired,
}

/// A player of a Swiss tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The number of the player.
    pub player: PlayerId,
    /// The lot: 1 is the highest.
    pub lot: Lot,
    /// True if the player can be paired in the next round.
    pub is_available: bool,
    /// An entry for each round so far, in their order.
    pub history: Vec<PastRound>,
}

impl Entrant {
    /// Returns the points of the rounds so far, in half points.
    pub(super) fn points(&self) -> u32 {
        self.history.iter().map(PastRound::points).sum()
    }
}

/// A Swiss tournament before a round, or after the last one.
///
/// [`Field::new`] guarantees that the histories are consistent: both players of a game agree about
/// it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    rounds_played: u32,
    rounds_total: u32,
    first_round: FirstRound,
    /// The entrants, by lot.
    entrants: Vec<Entrant>,
    index: BTreeMap<PlayerId, usize>,
}

/// The reason for which a field is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There are more players than [`PLAYERS_MAX`].
    #[error("a tournament has at most {PLAYERS_MAX} players")]
    TooManyPlayers,
    /// There are more rounds than [`Field::ROUNDS_MAX`].
    #[error("a Swiss tournament has at most {} rounds", Field::ROUNDS_MAX)]
    TooManyRounds,
    /// The round to be paired is beyond the last one.
    #[error("round {round} cannot be paired: there are {rounds_total} rounds")]
    NoSuchRound {
        /// The round.
        round: RoundNumber,
        /// Number of rounds.
        rounds_total: u32,
    },
    /// A player occurs twice.
    #[error("player {player} is entered twice")]
    DuplicatePlayer {
        /// The player.
        player: PlayerId,
    },
    /// Two players have one lot.
    #[error("lot {lot} is given twice")]
    DuplicateLot {
        /// The lot.
        lot: Lot,
    },
    /// A history does not have an entry for each round so far.
    #[error("player {player} has {found} past rounds instead of {expected}")]
    HistoryLength {
        /// The player.
        player: PlayerId,
        /// Number of entries.
        found: usize,
        /// Number of rounds so far.
        expected: u32,
    },
    /// An opponent is not among the players.
    #[error("player {player} met player {opponent} in round {round}, who is not entered")]
    UnknownOpponent {
        /// The player whose history names the opponent.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
    /// The two sides of a game do not agree: opponent, colours or result.
    #[error("players {player} and {opponent} do not agree about round {round}")]
    Disagreement {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
}

impl Field {
    /// The largest number of rounds of a Swiss tournament.
    pub const ROUNDS_MAX: u32 = 100;

    /// Checks and makes a field before `round`, or after the end if `round` follows the last one.
    /// The order of the entrants does not matter.
    ///
    /// # Errors
    /// [`InputError`] with the first fault.
    pub fn new(
        round: RoundNumber,
        rounds_total: u32,
        first_round: FirstRound,
        mut entrants: Vec<Entrant>,
    ) -> Result<Self, InputError> {
        if entrants.len() > PLAYERS_MAX {
            return Err(InputError::TooManyPlayers);
        }
        if rounds_total > Self::ROUNDS_MAX {
            return Err(InputError::TooManyRounds);
        }
        let rounds_played = round.get().saturating_sub(1);
        if rounds_played > rounds_total {
            return Err(InputError::NoSuchRound { round, rounds_total });
        }
        entrants.sort_by_key(|entrant| (entrant.lot, entrant.player));
        let mut index = BTreeMap::new();
        let mut lot_before = None;
        for (place, entrant) in entrants.iter().enumerate() {
            if index.insert(entrant.player, place).is_some() {
                return Err(InputError::DuplicatePlayer { player: entrant.player });
            }
            if lot_before.replace(entrant.lot) == Some(entrant.lot) {
                return Err(InputError::DuplicateLot { lot: entrant.lot });
            }
        }
        let field = Self { rounds_played, rounds_total, first_round, entrants, index };
        for entrant in &field.entrants {
            field.check_history(entrant)?;
        }
        Ok(field)
    }

    /// Returns the number of rounds played.
    pub fn rounds_played(&self) -> u32 {
        self.rounds_played
    }

    /// Returns the total number of rounds.
    pub fn rounds_total(&self) -> u32 {
        self.rounds_total
    }

    /// Returns the way in which the first round is paired.
    pub fn first_round(&self) -> FirstRound {
        self.first_round
    }

    /// Returns all entrants, by lot.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns true if every round was played.
    pub fn is_over(&self) -> bool {
        self.rounds_played == self.rounds_total
    }

    /// Returns true if the next round is the last one.
    pub fn is_last_round(&self) -> bool {
        self.rounds_played.saturating_add(1) == self.rounds_total
    }

    /// Returns true if a player with this number of half points may have any colour in the next
    /// round: it is the last one, and they are more than half of the points possible (B2).
    pub(super) fn is_exempt(&self, points: u32) -> bool {
        self.is_last_round() && points > self.rounds_played
    }

    /// Returns a player's index among the entrants.
    pub(super) fn place(&self, player: PlayerId) -> Option<usize> {
        self.index.get(&player).copied()
    }

    fn check_history(&self, entrant: &Entrant) -> Result<(), InputError> {
        let (player, found) = (entrant.player, entrant.history.len());
        if u32::try_from(found) != Ok(self.rounds_played) {
            return Err(InputError::HistoryLength { player, found, expected: self.rounds_played });
        }
        for (place, past) in entrant.history.iter().enumerate() {
            let Some(opponent) = past.opponent() else { continue };
            let round = RoundNumber::from_index(place);
            let Some(other) = self.place(opponent).and_then(|place| self.entrants.get(place))
            else {
                return Err(InputError::UnknownOpponent { player, round, opponent });
            };
            let agrees = other.history.get(place).is_some_and(|theirs| {
                theirs.opponent() == Some(player) && opponent != player && past.agrees_with(theirs)
            });
            if !agrees {
                return Err(InputError::Disagreement { player, round, opponent });
            }
        }
        Ok(())
    }
}

impl PastRound {
    /// Returns the opponent, met or only paired.
    pub fn opponent(&self) -> Option<PlayerId> {
        match *self {
            Self::Played { opponent, .. }
            | Self::BothLost { opponent, .. }
            | Self::Adjourned { opponent, .. }
            | Self::ForfeitWin { opponent }
            | Self::ForfeitLoss { opponent } => Some(opponent),
            Self::Bye | Self::HalfPointBye | Self::NotPaired => None,
        }
    }

    /// Returns the opponent that the player really met, with the player's colour.
    pub fn met(&self) -> Option<(PlayerId, Color)> {
        match *self {
            Self::Played { opponent, color, .. }
            | Self::BothLost { opponent, color }
            | Self::Adjourned { opponent, color } => Some((opponent, color)),
            Self::ForfeitWin { .. }
            | Self::ForfeitLoss { .. }
            | Self::Bye
            | Self::HalfPointBye
            | Self::NotPaired => None,
        }
    }

    /// Returns the points of the round for the player, in half points.
    pub fn points(&self) -> u32 {
        match self {
            Self::Played { result, .. } => match result {
                GameResult::Win => 2,
                GameResult::Draw => 1,
                GameResult::Loss => 0,
            },
            Self::Adjourned { .. } | Self::HalfPointBye => 1,
            Self::ForfeitWin { .. } | Self::Bye => 2,
            Self::BothLost { .. } | Self::ForfeitLoss { .. } | Self::NotPaired => 0,
        }
    }

    /// Returns true if the round counts as a draw against oneself for Solkoff and Sonneborn-Berger
    /// (F3).
    pub fn is_against_oneself(&self) -> bool {
        !matches!(self, Self::Played { .. } | Self::Adjourned { .. })
    }

    /// Returns true if the player got 1 point without playing, so that the bye is barred (B1b).
    pub fn is_free_point(&self) -> bool {
        matches!(self, Self::ForfeitWin { .. } | Self::Bye)
    }

    /// Returns true if the other side of the game is consistent. Opponents are compared elsewhere.
    fn agrees_with(&self, theirs: &Self) -> bool {
        match (*self, *theirs) {
            (Self::Played { color, .. }, Self::Played { color: their_color, .. }) => {
                color != their_color && self.points().saturating_add(theirs.points()) == 2
            }
            (Self::BothLost { color, .. }, Self::BothLost { color: their_color, .. })
            | (Self::Adjourned { color, .. }, Self::Adjourned { color: their_color, .. }) => {
                color != their_color
            }
            // Neither player came: both lose by forfeit.
            (Self::ForfeitWin { .. } | Self::ForfeitLoss { .. }, Self::ForfeitLoss { .. })
            | (Self::ForfeitLoss { .. }, Self::ForfeitWin { .. }) => true,
            _ => false,
        }
    }
}
