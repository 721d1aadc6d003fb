//! Why there can be no such results, order or table.

use super::{Order, Participant, Results, TieBreak};
use crate::{RoundNumber, Scoring, Tournament};

/// Why there can be no such results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// There are more participants than [`Tournament::PLAYERS_MAX`].
    #[error("a table has at most {} participants", Tournament::PLAYERS_MAX)]
    TooManyParticipants,
    /// A round is beyond [`Results::ROUNDS_MAX`].
    #[error("a table has at most {} rounds", Results::ROUNDS_MAX)]
    TooManyRounds,
    /// A participant is entered twice.
    #[error("participant {participant} is entered twice")]
    DuplicateParticipant {
        /// The participant.
        participant: Participant,
    },
    /// Somebody is named who is not entered.
    #[error("participant {participant} is not entered")]
    UnknownParticipant {
        /// The participant.
        participant: Participant,
    },
    /// A meeting has one side only.
    #[error("participant {participant} is paired with itself in round {round}")]
    MeetsOneself {
        /// The participant.
        participant: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// Somebody has two meetings, or a meeting and none, in one round.
    #[error("participant {participant} stands twice in round {round}")]
    TwoPlaces {
        /// The participant.
        participant: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// A match has no boards or more than [`Results::BOARDS_MAX`].
    #[error(
        "the match of {first} and {second} in round {round} needs 1 to {} boards",
        Results::BOARDS_MAX
    )]
    BoardCount {
        /// The first-named.
        first: Participant,
        /// The other.
        second: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// One side is more men ahead than there can be.
    #[error(
        "in the meeting of {first} and {second} in round {round} one side is ahead by more than {} \
         men",
        Scoring::DIFFERENCE_MAX
    )]
    MenAhead {
        /// The first-named.
        first: Participant,
        /// The other.
        second: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// Who does not come cannot draw.
    #[error("the meeting of {first} and {second} in round {round} is drawn by forfeit")]
    DrawByForfeit {
        /// The first-named.
        first: Participant,
        /// The other.
        second: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// Somebody has two lots.
    #[error("participant {participant} has two lots")]
    DuplicateLot {
        /// The participant.
        participant: Participant,
    },
    /// Lots were drawn, but not for everybody.
    #[error("participant {participant} has no lot")]
    LotMissing {
        /// The participant.
        participant: Participant,
    },
    /// It takes two to be tied.
    #[error("a resolution names at least two participants")]
    ResolutionOfTooFew,
    /// A resolution names somebody twice.
    #[error("the resolution names participant {participant} twice")]
    ResolvedTwice {
        /// The participant.
        participant: Participant,
    },
}

/// Why nothing can be ordered like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// Every regulation looks at the points first.
    #[error("points are the first thing that a table goes by")]
    PointsNotFirst,
    /// There are more tie-breaks than anybody could follow.
    #[error("a table has at most {most} tie-breaks, not {given}", most = Order::TIE_BREAKS_MAX)]
    TooManyTieBreaks {
        /// How many there are.
        given: usize,
    },
    /// A tie-break stands there twice.
    #[error("the tie-break {tie_break:?} is given twice")]
    DuplicateTieBreak {
        /// Which.
        tie_break: TieBreak,
    },
    /// A truncated or median Solkoff leaves nothing out.
    #[error("the tie-break {tie_break:?} leaves no opponent out")]
    NothingLeftOut {
        /// Which.
        tie_break: TieBreak,
    },
    /// Only teams have boards.
    #[error("board points order teams, not players")]
    BoardPointsOfPlayers,
    /// The first place is to go by more tie-breaks than there are, or by none.
    #[error("the first place goes by {asked} of {given} tie-breaks")]
    FirstPlaceBy {
        /// How many it is to go by.
        asked: usize,
        /// How many there are.
        given: usize,
    },
    /// A zone ends before it begins, or begins at place 0.
    #[error("there are no places {from} to {to}")]
    EmptyZone {
        /// The first place.
        from: u32,
        /// The last one.
        to: u32,
    },
    /// A place is in two zones.
    #[error("place {place} is in two zones")]
    ZonesOverlap {
        /// Which.
        place: u32,
    },
    /// The withdrawal rule voids nothing.
    #[error("a withdrawal rule that voids games needs a number of games above 0")]
    VoidsNothing,
}

/// Why there can be no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RankingError {
    /// The order makes no sense.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// Players have no boards.
    #[error("{first} and {second} are players and have played a match of teams in round {round}")]
    BoardsOfPlayers {
        /// The first-named.
        first: Participant,
        /// The other.
        second: Participant,
        /// In which round.
        round: RoundNumber,
    },
    /// Teams meet on boards.
    #[error("{first} and {second} are teams and have played a single game in round {round}")]
    GameOfTeams {
        /// The first-named.
        first: Participant,
        /// The other.
        second: Participant,
        /// In which round.
        round: RoundNumber,
    },
}
