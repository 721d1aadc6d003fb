//! Errors of results, orders and tables.

use super::{Order, Participant, Results, TieBreak};
use crate::{RoundNumber, Scoring, Tournament};

/// The reason for which results are invalid.
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
    /// A participant is named that is not entered.
    #[error("participant {participant} is not entered")]
    UnknownParticipant {
        /// The participant.
        participant: Participant,
    },
    /// A participant is paired with itself.
    #[error("participant {participant} is paired with itself in round {round}")]
    MeetsOneself {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant has two meetings, or a meeting and an absence, in one round.
    #[error("participant {participant} stands twice in round {round}")]
    TwoPlaces {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A match has no boards or more than [`Results::BOARDS_MAX`].
    #[error(
        "the match of {first} and {second} in round {round} needs 1 to {} boards",
        Results::BOARDS_MAX
    )]
    BoardCount {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// One side is more men ahead than is possible.
    #[error(
        "in the meeting of {first} and {second} in round {round} one side is ahead by more than {} \
         men",
        Scoring::DIFFERENCE_MAX
    )]
    MenAhead {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A meeting is drawn by forfeit, which cannot be.
    #[error("the meeting of {first} and {second} in round {round} is drawn by forfeit")]
    DrawByForfeit {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant has two lots.
    #[error("participant {participant} has two lots")]
    DuplicateLot {
        /// The participant.
        participant: Participant,
    },
    /// Lots were drawn, but a participant has none.
    #[error("participant {participant} has no lot")]
    LotMissing {
        /// The participant.
        participant: Participant,
    },
    /// A resolution names fewer than two participants.
    #[error("a resolution names at least two participants")]
    ResolutionOfTooFew,
    /// A resolution names a participant twice.
    #[error("the resolution names participant {participant} twice")]
    ResolvedTwice {
        /// The participant.
        participant: Participant,
    },
}

/// The reason for which an order is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// The first tie-break is not the points.
    #[error("points are the first thing that a table goes by")]
    PointsNotFirst,
    /// There are more than [`Order::TIE_BREAKS_MAX`] tie-breaks.
    #[error("a table has at most {most} tie-breaks, not {given}", most = Order::TIE_BREAKS_MAX)]
    TooManyTieBreaks {
        /// Number of tie-breaks.
        given: usize,
    },
    /// A tie-break occurs twice.
    #[error("the tie-break {tie_break:?} is given twice")]
    DuplicateTieBreak {
        /// The tie-break.
        tie_break: TieBreak,
    },
    /// A truncated or median Solkoff leaves no opponent out.
    #[error("the tie-break {tie_break:?} leaves no opponent out")]
    NothingLeftOut {
        /// The tie-break.
        tie_break: TieBreak,
    },
    /// Board points are used for players.
    #[error("board points order teams, not players")]
    BoardPointsOfPlayers,
    /// The number of tie-breaks for the first place is 0 or above the number of tie-breaks.
    #[error("the first place goes by {asked} of {given} tie-breaks")]
    FirstPlaceBy {
        /// Number of tie-breaks for the first place.
        asked: usize,
        /// Number of tie-breaks.
        given: usize,
    },
    /// A zone ends before it begins, or begins at place 0.
    #[error("there are no places {from} to {to}")]
    EmptyZone {
        /// The first place of the zone.
        from: u32,
        /// The last place of the zone.
        to: u32,
    },
    /// A place is in two zones.
    #[error("place {place} is in two zones")]
    ZonesOverlap {
        /// The place.
        place: u32,
    },
    /// The withdrawal rule voids games below a number of 0.
    #[error("a withdrawal rule that voids games needs a number of games above 0")]
    VoidsNothing,
}

/// The reason for which there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RankingError {
    /// The order is invalid.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// Two players have a match of teams, on boards.
    #[error("{first} and {second} are players and have played a match of teams in round {round}")]
    BoardsOfPlayers {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// Two teams have a single game.
    #[error("{first} and {second} are teams and have played a single game in round {round}")]
    GameOfTeams {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
}
