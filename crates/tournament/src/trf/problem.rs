//! Problems of a report, and their lines.

use super::{GameCode, Trf};
use crate::{PlayerId, Refusal, RoundNumber};

/// A problem or note of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1; `None` if the whole report is concerned.
    pub line: Option<usize>,
    /// The kind.
    pub kind: ProblemKind,
}

/// The kind of a problem or note. Texts are those of the file, shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// The text is longer than the limit; its end is left out.
    #[error("the file is too long; what follows is left out")]
    FileTooLong,
    /// There are more problems than the list holds.
    #[error("there are {count} more problems")]
    MoreProblems {
        /// The number of further problems.
        count: usize,
    },
    /// The line is longer than any valid one; it is left out.
    #[error("the line is too long and left out")]
    LineTooLong,
    /// The line is not UTF-8 and was read as Latin-1.
    #[error("the line is not UTF-8 and is read as Latin-1")]
    NotUtf8,
    /// The line has control characters, tabs for instance, which are read as spaces.
    #[error("the line has control characters, which are read as spaces")]
    ControlCharacters,
    /// The line is of an unknown kind; it is kept.
    #[error("lines {code:?} are unknown; it is kept")]
    UnknownLine {
        /// Its first three characters.
        code: String,
    },
    /// The line controls pairing, which is not followed here; it is kept.
    #[error("lines {code} are not followed; it is kept")]
    NotFollowed {
        /// Its first three characters.
        code: String,
    },
    /// The same line occurred before; it is left out.
    #[error("there is a line {code} already; it is left out")]
    Repeated {
        /// Its first three characters.
        code: String,
    },
    /// A count is not a number; it is left out.
    #[error("line {code} has {text:?} for a number; it is left out")]
    Count {
        /// The line's first three characters.
        code: String,
        /// The text in its place.
        text: String,
    },
    /// A date is not in the format's form; it is kept.
    #[error("the date {text:?} is not in the form of 2026/03/01 or 26/03/01")]
    Date {
        /// The text in its place.
        text: String,
    },
    /// The line of a player or team has no valid number; it is left out.
    #[error("{text:?} is no start number from 1 to 9999; the line is left out")]
    StartNumber {
        /// The text in its place.
        text: String,
    },
    /// Two lines have the same player; the later is left out.
    #[error("start number {player} is given twice; the line is left out")]
    DuplicateStartNumber {
        /// The player.
        player: PlayerId,
    },
    /// There are more players than start numbers.
    #[error("there are too many players; the line is left out")]
    TooManyPlayers,
    /// A player's line has text between the columns, so its values have shifted. It is left out.
    #[error("column {column} is not blank, so that nothing is where it belongs; left out")]
    Slipped {
        /// The column, from 1.
        column: usize,
    },
    /// A player has no name.
    #[error("player {player} has no name")]
    NameMissing {
        /// The player.
        player: PlayerId,
    },
    /// A value of a player is invalid; it is left out.
    #[error("{text:?} is no {what} of player {player}; it is left out")]
    Value {
        /// The player.
        player: PlayerId,
        /// The expected value.
        what: ValueKind,
        /// The text in its place.
        text: String,
    },
    /// A round of a player cannot be read; it is left blank.
    #[error("round {round} of player {player} reads {text:?}: {fault}; it is left blank")]
    Entry {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The text in its place.
        text: String,
        /// The fault.
        fault: EntryFault,
    },
    /// A player's line has more rounds than the limit.
    #[error("player {player} has more than {} rounds; the others are left out", Trf::ROUNDS_MAX)]
    TooManyRounds {
        /// The player.
        player: PlayerId,
    },
    /// A team has no name.
    #[error("the team has no name; the line is left out")]
    TeamNameMissing,
    /// A team has a player with an invalid start number; it is left out.
    #[error("team {team:?} has {text:?} for a start number; it is left out")]
    TeamPlayer {
        /// The team's name.
        team: String,
        /// The text in its place.
        text: String,
    },
    /// A team has more players than the limit.
    #[error("the team has more than {} players; the others are left out", Trf::TEAM_PLAYERS_MAX)]
    TooManyTeamPlayers,
    /// A player's opponent is not in the file.
    #[error("player {player} meets {opponent} in round {round}, who is not in the file")]
    UnknownOpponent {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
    /// A player's opponent is the player.
    #[error("player {player} meets themselves in round {round}")]
    AgainstOneself {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
    },
    /// A player's opponent has another opponent, or none.
    #[error("player {player} meets {opponent} in round {round}, who does not meet {player}")]
    OpponentDisagrees {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
    /// Two opponents have the same colour, or only one has a colour.
    #[error("players {player} and {opponent} do not have opposite colours in round {round}")]
    ColorsDisagree {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
    /// Two opponents have contradictory results.
    #[error(
        "players {player} and {opponent} have the results {:?} and {:?} in round {round}",
        result.letter(),
        theirs.letter()
    )]
    ResultsDisagree {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
        /// The player's result.
        result: GameCode,
        /// The opponent's.
        theirs: GameCode,
    },
    /// The points are not the sum of the rounds.
    #[error("player {player} has {} points, but the rounds give {}", hundredths(*stated), hundredths(*sum))]
    PointsDiffer {
        /// The player.
        player: PlayerId,
        /// The value of the file, in hundredths.
        stated: u32,
        /// The sum of the rounds, in hundredths.
        sum: u32,
    },
    /// A count is not the actual number.
    #[error("line {code} says {stated}, but there are {found}")]
    CountDiffers {
        /// The line's first three characters.
        code: &'static str,
        /// The value of the file.
        stated: u32,
        /// The actual value.
        found: usize,
    },
    /// A team has a player who is not in the file.
    #[error("team {team:?} has player {player}, who is not in the file")]
    UnknownTeamPlayer {
        /// The team's name.
        team: String,
        /// The player.
        player: PlayerId,
    },
    /// A player is in two teams, or twice in one.
    #[error("player {player} is in a team twice, or in two")]
    InTwoTeams {
        /// The player.
        player: PlayerId,
    },
    /// Two players have the same name, which has to be unique in a tournament; the later is left
    /// out.
    #[error("player {player} has the name of player {first}, and is not entered")]
    NameTwice {
        /// The player.
        player: PlayerId,
        /// The player who has the name.
        first: PlayerId,
    },
    /// The tournament refused a player.
    #[error("player {player} is not entered")]
    NotEntered {
        /// The player.
        player: PlayerId,
        /// The reason.
        #[source]
        reason: Box<Refusal>,
    },
    /// The tournament refused an absence.
    #[error("the absence of player {player} in round {round} is not entered")]
    AbsenceNotEntered {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The reason.
        #[source]
        reason: Box<Refusal>,
    },
    /// A game is left out, because one of its players is not entered.
    #[error("the game of players {player} and {opponent} in round {round} is not entered")]
    GameLeftOut {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The opponent.
        opponent: PlayerId,
    },
    /// The tournament refused a round.
    #[error("round {round} is not entered")]
    RoundNotEntered {
        /// The round.
        round: RoundNumber,
        /// The reason.
        #[source]
        reason: Box<Refusal>,
    },
    /// The tournament refused a result.
    #[error("the result of players {player} and {opponent} in round {round} is not entered")]
    ResultNotEntered {
        /// The player with White.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The player with Black.
        opponent: PlayerId,
        /// The reason.
        #[source]
        reason: Box<Refusal>,
    },
    /// Draws have a bonus, which the file does not give.
    #[error("the draw with {opponent} in round {round} has no bonus: correct it")]
    BonusUnknown {
        /// The player with White.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// The player with Black.
        opponent: PlayerId,
    },
    /// The tournament is one of teams, and the rounds of players are not entered.
    #[error("teams play this tournament; the rounds are not entered")]
    RoundsOfTeams,
    /// The points in the file differ from the computed ones.
    #[error("player {player} has {} points in the file, and {} as computed", hundredths(*stated), hundredths(*computed))]
    PointsComputed {
        /// The player.
        player: PlayerId,
        /// The value of the file, in hundredths.
        stated: u32,
        /// The computed value, in hundredths of the points of the file.
        computed: u32,
    },
    /// The place in the file differs from the computed one.
    #[error("player {player} has place {stated} in the file, and {first} as computed")]
    PlaceComputed {
        /// The player.
        player: PlayerId,
        /// The value of the file.
        stated: u32,
        /// The first of the shared places.
        first: u32,
        /// The last of the shared places.
        last: u32,
    },
    /// A player marked absent is not in the file.
    #[error("player {player} is to be absent and is not in the file")]
    UnknownAbsent {
        /// The player.
        player: PlayerId,
    },
}

/// A value of a player that can be invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum ValueKind {
    /// The sex.
    #[error("sex")]
    Sex,
    /// The rating.
    #[error("rating")]
    Rating,
    /// The points.
    #[error("number of points")]
    Points,
    /// The place.
    #[error("place")]
    Place,
}

/// The fault of an entry of a player's round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum EntryFault {
    /// The opponent is not a number.
    #[error("the opponent is no start number")]
    Opponent,
    /// The colour is invalid.
    #[error("the colour is not w, b or -")]
    Color,
    /// The result is invalid.
    #[error("the result is none of 1 = 0 W D L + - H F U Z")]
    Result,
    /// A bye has an opponent.
    #[error("a bye has no opponent")]
    ByeWithOpponent,
    /// There is a colour without an opponent.
    #[error("there is a colour and no opponent")]
    ColorWithoutOpponent,
    /// There is text between the columns.
    #[error("something stands between the columns")]
    Slipped,
}

impl ProblemKind {
    /// Returns the reason for which the tournament refused a part of the report, if it did.
    pub fn refusal(&self) -> Option<&Refusal> {
        if let Self::NotEntered { reason, .. }
        | Self::AbsenceNotEntered { reason, .. }
        | Self::RoundNotEntered { reason, .. }
        | Self::ResultNotEntered { reason, .. } = self
        {
            Some(reason)
        } else {
            None
        }
    }

    /// Returns the article that makes this a problem, if there is one.
    pub fn article(&self) -> Option<&'static str> {
        matches!(self, Self::BonusUnknown { .. }).then_some("2006 art. 14a")
    }

    /// Returns true if it is only a note, and the report is not wrong.
    pub fn is_note(&self) -> bool {
        matches!(
            self,
            Self::NotUtf8
                | Self::ControlCharacters
                | Self::UnknownLine { .. }
                | Self::NotFollowed { .. }
                | Self::Date { .. }
        )
    }

    /// Returns the first characters of the line to correct, if it is not a player's line.
    pub(super) fn code(&self) -> Option<&'static str> {
        if let Self::CountDiffers { code, .. } = *self {
            Some(code)
        } else if let Self::UnknownAbsent { .. } = self {
            Some("XXZ")
        } else {
            None
        }
    }

    /// Returns the team whose line has to be corrected.
    pub(super) fn team(&self) -> Option<&str> {
        if let Self::UnknownTeamPlayer { team, .. } = self { Some(team) } else { None }
    }

    /// Returns the player whose line has to be corrected.
    pub(super) fn player(&self) -> Option<PlayerId> {
        if let Self::UnknownOpponent { player, .. }
        | Self::AgainstOneself { player, .. }
        | Self::OpponentDisagrees { player, .. }
        | Self::ColorsDisagree { player, .. }
        | Self::ResultsDisagree { player, .. }
        | Self::PointsDiffer { player, .. }
        | Self::InTwoTeams { player } = *self
        {
            Some(player)
        } else {
            None
        }
    }
}

/// Writes hundredths as a decimal number: `4`, `4.5`, `4.06`.
pub(super) fn hundredths(value: u32) -> String {
    let (whole, rest) = (value.div_euclid(100), value.rem_euclid(100));
    match (rest, rest.rem_euclid(10)) {
        (0, _) => whole.to_string(),
        (_, 0) => format!("{whole}.{}", rest.div_euclid(10)),
        (_, _) => format!("{whole}.{rest:02}"),
    }
}
