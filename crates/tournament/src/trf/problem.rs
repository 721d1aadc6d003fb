//! Problems of a report, and their lines.

use super::{GameCode, Trf};
use crate::{PlayerId, Refusal, RoundNumber};

/// Something that is wrong with a report, or to be known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// In which line, from 1; none where it is of the whole.
    pub line: Option<usize>,
    /// The kind.
    pub kind: ProblemKind,
}

/// A problem of a report, or a note on it. Texts are those of the file, shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// The text is longer than can be read; its end is left out.
    #[error("the file is too long; what follows is left out")]
    FileTooLong,
    /// There are more problems than are listed.
    #[error("there are {count} more problems")]
    MoreProblems {
        /// How many.
        count: usize,
    },
    /// The line is longer than any can be; it is left out.
    #[error("the line is too long and left out")]
    LineTooLong,
    /// The line is not UTF-8 and was read as Latin-1.
    #[error("the line is not UTF-8 and is read as Latin-1")]
    NotUtf8,
    /// The line has control characters, tabs for instance, which are read as spaces.
    #[error("the line has control characters, which are read as spaces")]
    ControlCharacters,
    /// The line is of a kind that nothing is known of; it is kept.
    #[error("lines {code:?} are unknown; it is kept")]
    UnknownLine {
        /// Its first three characters.
        code: String,
    },
    /// The line tells a program how to pair, which is not followed here; it is kept.
    #[error("lines {code} are not followed; it is kept")]
    NotFollowed {
        /// Its first three characters.
        code: String,
    },
    /// There is one such line already; it is left out.
    #[error("there is a line {code} already; it is left out")]
    Repeated {
        /// Its first three characters.
        code: String,
    },
    /// A count is no number; it is left out.
    #[error("line {code} has {text:?} for a number; it is left out")]
    Count {
        /// The line's first three characters.
        code: String,
        /// The text that stands there.
        text: String,
    },
    /// A date is none, as the format has them; it is kept.
    #[error("the date {text:?} is not in the form of 2026/03/01 or 26/03/01")]
    Date {
        /// The text that stands there.
        text: String,
    },
    /// A player's or team's line has no number where one has to be; it is left out.
    #[error("{text:?} is no start number from 1 to 9999; the line is left out")]
    StartNumber {
        /// The text that stands there.
        text: String,
    },
    /// Two lines are of one player; the later is left out.
    #[error("start number {player} is given twice; the line is left out")]
    DuplicateStartNumber {
        /// Whose line.
        player: PlayerId,
    },
    /// There are more players than start numbers.
    #[error("there are too many players; the line is left out")]
    TooManyPlayers,
    /// A player's line has something between the columns: its values have slipped. It is left out.
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
    /// A value of a player is none; it is left out.
    #[error("{text:?} is no {what} of player {player}; it is left out")]
    Value {
        /// Whose.
        player: PlayerId,
        /// The expected value.
        what: &'static str,
        /// The text that stands there.
        text: String,
    },
    /// A round of a player cannot be read; it is left blank.
    #[error("round {round} of player {player} reads {text:?}: {fault}; it is left blank")]
    Entry {
        /// Whose.
        player: PlayerId,
        /// Which.
        round: RoundNumber,
        /// The text that stands there.
        text: String,
        /// The fault.
        fault: EntryFault,
    },
    /// A player's line goes on after the last round that can be read.
    #[error("player {player} has more than {} rounds; the others are left out", Trf::ROUNDS_MAX)]
    TooManyRounds {
        /// The player.
        player: PlayerId,
    },
    /// A team has no name.
    #[error("the team has no name; the line is left out")]
    TeamNameMissing,
    /// A team names somebody by what is no start number; it is left out.
    #[error("team {team:?} has {text:?} for a start number; it is left out")]
    TeamPlayer {
        /// The team's name.
        team: String,
        /// The text that stands there.
        text: String,
    },
    /// A team has more players than can be read.
    #[error("the team has more than {} players; the others are left out", Trf::TEAM_PLAYERS_MAX)]
    TooManyTeamPlayers,
    /// A player met somebody who is not in the file.
    #[error("player {player} meets {opponent} in round {round}, who is not in the file")]
    UnknownOpponent {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Whom.
        opponent: PlayerId,
    },
    /// A player met nobody else.
    #[error("player {player} meets themselves in round {round}")]
    AgainstOneself {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
    },
    /// A player's opponent tells of another one, or of none.
    #[error("player {player} meets {opponent} in round {round}, who does not meet {player}")]
    OpponentDisagrees {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Whom.
        opponent: PlayerId,
    },
    /// Two who meet have the same colour, or only one has any.
    #[error("players {player} and {opponent} do not have opposite colours in round {round}")]
    ColorsDisagree {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Against whom.
        opponent: PlayerId,
    },
    /// Two who meet tell of different results.
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
        /// Against whom.
        opponent: PlayerId,
        /// The player's result.
        result: GameCode,
        /// The opponent's.
        theirs: GameCode,
    },
    /// The points are not those that the rounds give.
    #[error("player {player} has {} points, but the rounds give {}", hundredths(*stated), hundredths(*sum))]
    PointsDiffer {
        /// Whose.
        player: PlayerId,
        /// The value of the file, in hundredths.
        stated: u32,
        /// The sum of the rounds, in hundredths.
        sum: u32,
    },
    /// A count is not what there is.
    #[error("line {code} says {stated}, but there are {found}")]
    CountDiffers {
        /// The line's first three characters.
        code: &'static str,
        /// The value of the file.
        stated: u32,
        /// The actual value.
        found: usize,
    },
    /// A team names somebody who is not in the file.
    #[error("team {team:?} has player {player}, who is not in the file")]
    UnknownTeamPlayer {
        /// The team's name.
        team: String,
        /// The player.
        player: PlayerId,
    },
    /// Two teams, or one twice, name the same player.
    #[error("player {player} is in a team twice, or in two")]
    InTwoTeams {
        /// The player.
        player: PlayerId,
    },
    /// Two players have the same name, by which a tournament knows them; the later is left out.
    #[error("player {player} has the name of player {first}, and is not entered")]
    NameTwice {
        /// The player.
        player: PlayerId,
        /// Who has the name.
        first: PlayerId,
    },
    /// A tournament does not take a player.
    #[error("player {player} is not entered: {reason}")]
    NotEntered {
        /// The player.
        player: PlayerId,
        /// Why.
        reason: Box<Refusal>,
    },
    /// A tournament does not take an absence.
    #[error("the absence of player {player} in round {round} is not entered: {reason}")]
    AbsenceNotEntered {
        /// Whose.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Why.
        reason: Box<Refusal>,
    },
    /// A game is left out, because one side of it is not entered.
    #[error("the game of players {player} and {opponent} in round {round} is not entered")]
    GameLeftOut {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Against whom.
        opponent: PlayerId,
    },
    /// A tournament does not take a round.
    #[error("round {round} is not entered: {reason}")]
    RoundNotEntered {
        /// Which.
        round: RoundNumber,
        /// Why.
        reason: Box<Refusal>,
    },
    /// A tournament does not take a result.
    #[error(
        "the result of players {player} and {opponent} in round {round} is not entered: {reason}"
    )]
    ResultNotEntered {
        /// Whose.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Against whom.
        opponent: PlayerId,
        /// Why.
        reason: Box<Refusal>,
    },
    /// Draws have a bonus here, which the file does not tell.
    #[error("the draw with {opponent} in round {round} has no bonus: correct it (2006 art. 14a)")]
    BonusUnknown {
        /// Whose.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
        /// Against whom.
        opponent: PlayerId,
    },
    /// A tournament of teams takes no rounds of players.
    #[error("teams play this tournament; the rounds are not entered")]
    RoundsOfTeams,
    /// The points that a tournament computes are others.
    #[error("player {player} has {} points in the file, and {} as computed", hundredths(*stated), hundredths(*computed))]
    PointsComputed {
        /// Whose.
        player: PlayerId,
        /// The value of the file, in hundredths.
        stated: u32,
        /// The computed value, in hundredths of the points of the file.
        computed: u32,
    },
    /// The place that a tournament computes is another.
    #[error("player {player} has place {stated} in the file, and {first} as computed")]
    PlaceComputed {
        /// Whose.
        player: PlayerId,
        /// The value of the file.
        stated: u32,
        /// The first of the places that are shared.
        first: u32,
        /// The last of the places that are shared.
        last: u32,
    },
    /// Somebody is said to be absent who is not in the file.
    #[error("player {player} is to be absent and is not in the file")]
    UnknownAbsent {
        /// The player.
        player: PlayerId,
    },
}

/// A problem of a player's round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum EntryFault {
    /// The opponent is no number.
    #[error("the opponent is no start number")]
    Opponent,
    /// The colour is none.
    #[error("the colour is not w, b or -")]
    Color,
    /// The result is none.
    #[error("the result is none of 1 = 0 W D L + - H F U Z")]
    Result,
    /// A bye has an opponent.
    #[error("a bye has no opponent")]
    ByeWithOpponent,
    /// A colour stands there without an opponent.
    #[error("there is a colour and no opponent")]
    ColorWithoutOpponent,
    /// Something stands between the columns.
    #[error("something stands between the columns")]
    Slipped,
}

impl ProblemKind {
    /// Whether it is only to be known, and nothing is wrong with the tournament.
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

    /// The first characters of the line that it is to be mended in, where that is no player's.
    pub(super) fn code(&self) -> Option<&'static str> {
        if let Self::CountDiffers { code, .. } = *self {
            Some(code)
        } else if let Self::UnknownAbsent { .. } = self {
            Some("XXZ")
        } else {
            None
        }
    }

    /// The team whose line it is to be mended in.
    pub(super) fn team(&self) -> Option<&str> {
        if let Self::UnknownTeamPlayer { team, .. } = self { Some(team) } else { None }
    }

    /// Whose line it is to be mended in.
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

/// Writes hundredths as people do: `4`, `4.5`, `4.06`.
pub(super) fn hundredths(value: u32) -> String {
    let (whole, rest) = (value.div_euclid(100), value.rem_euclid(100));
    match (rest, rest.rem_euclid(10)) {
        (0, _) => whole.to_string(),
        (_, 0) => format!("{whole}.{}", rest.div_euclid(10)),
        (_, _) => format!("{whole}.{rest:02}"),
    }
}
