//! Why a tournament did not do what it was told.

use crate::plan::TeamMatchError;
use crate::plan::{FinalsError, GroupError, LineUpError, LineUpRefusal, PlayOffError, TeamId};
use crate::ranking::{Participant, Remedy};
use crate::regulation::{AgeError, Fault, Point};
use crate::swiss::{InputError, Unpairable};
use crate::{
    EntryError, GroupNumber, PlayerId, RoundNumber, RoundState, Scoring, TableNumber, Tournament,
};
use draughts::Outcome;

/// Why a tournament did not do what it was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tournament was not created yet.
    #[error("the tournament has not been created")]
    NotCreated,
    /// The tournament was created before, otherwise.
    #[error("the tournament was already created, as {name:?}")]
    AlreadyCreated {
        /// Its name.
        name: String,
    },
    /// The name of the tournament is empty, too long, or cannot be shown.
    #[error("a tournament needs a name of 1 to 100 characters that can be shown")]
    TournamentName,
    /// The notice is too long or cannot be shown.
    #[error("a notice has at most {} characters that can be shown", Tournament::NOTICE_CHARS_MAX)]
    Notice,
    /// A reason is too long or cannot be shown.
    #[error("a reason has at most {} characters that can be shown", Tournament::REASON_CHARS_MAX)]
    Reason,
    /// The regulation leaves the playing time to the organisers, who did not set it.
    #[error("the regulation leaves the playing time to the organisers: say what it is")]
    NoTimeControl,
    /// Ages are judged by the season.
    #[error("there is a limit of age: say in which year the season begins (E art. 4)")]
    NoSeason,
    /// The regulation makes no sense, or not for so many.
    #[error(transparent)]
    Regulation(#[from] Fault),
    /// The entry itself is wrong.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// Somebody else with this name was entered: another club or another rating.
    #[error("{name:?} is already entered, as player {player}")]
    DuplicatePlayer {
        /// The name.
        name: String,
        /// Who has it.
        player: PlayerId,
    },
    /// There is a limit of age, and no date of birth.
    #[error("there is a limit of age: enter the date of birth (E art. 4)")]
    BirthMissing,
    /// Somebody is too old, or the year of birth alone does not say it (E art. 4).
    #[error(transparent)]
    Age(#[from] AgeError),
    /// Everybody meets everybody, so nobody can join once a round is paired.
    #[error("entries closed when the first round was paired")]
    EntriesClosed,
    /// The limit of [`Tournament::PLAYERS_MAX`], or of the regulation, is reached.
    #[error("the tournament is for {max} at most")]
    TooManyPlayers {
        /// The limit.
        max: usize,
    },
    /// Teams were entered or lined up where players play for themselves.
    #[error("players play for themselves here: there are no teams")]
    NotOfTeams,
    /// There is no such team.
    #[error("there is no team {team}")]
    UnknownTeam {
        /// The number.
        team: TeamId,
    },
    /// A line-up is none.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// A line-up is not taken.
    #[error(transparent)]
    LineUpNotTaken(#[from] LineUpRefusal),
    /// Somebody was lined up who plays for another team.
    #[error("player {player} plays for team {team}")]
    OtherTeam {
        /// The player.
        player: PlayerId,
        /// For which.
        team: TeamId,
    },
    /// The order holds for every round, so it is not corrected without a reason.
    #[error("say why the line-up is corrected (B art. 6)")]
    LineUpReasonMissing,
    /// Groups by strength are not drawn.
    #[error("teams of four are grouped by strength: divide the groups (G art. 3)")]
    GroupsByStrength,
    /// A team cannot be paired before it said who plays.
    #[error("team {team} has not handed in its line-up (B art. 6)")]
    LineUpMissing {
        /// Which.
        team: TeamId,
    },
    /// A match cannot be.
    #[error(transparent)]
    Match(#[from] TeamMatchError),
    /// The limit of [`Tournament::ROUNDS_MAX`] is reached.
    #[error("a tournament has at most {max} rounds")]
    TooManyRounds {
        /// The limit.
        max: usize,
    },
    /// Lots are not drawn again once a round is paired by them.
    #[error("lots cannot be drawn after the first round was paired")]
    LotsFixed,
    /// Within a group the numbers are those that its division gave.
    #[error("the groups have their numbers: divide them again instead")]
    LotsOfGroups,
    /// A drawing of lots, or a division, does not name everybody exactly once.
    #[error("each of the {players} entrants is to be named exactly once")]
    LotsIncomplete {
        /// How many were entered.
        players: usize,
    },
    /// The regulation has one group.
    #[error("the regulation has no groups")]
    NoGroups,
    /// The groups are not as the regulation has them.
    #[error(transparent)]
    Groups(#[from] GroupError),
    /// Somebody is in no group, or there are no groups yet.
    #[error("divide all entrants into groups before the first round is paired")]
    GroupsMissing,
    /// There are two pools.
    #[error("two pools are needed, not {pools}")]
    Pools {
        /// How many were given.
        pools: usize,
    },
    /// Nobody with this number was entered.
    #[error("there is no player {player}")]
    UnknownPlayer {
        /// The number.
        player: PlayerId,
    },
    /// Nobody with this number takes part.
    #[error("there is no participant {participant}")]
    UnknownParticipant {
        /// The number.
        participant: Participant,
    },
    /// An absence was reported where a table pairs everybody.
    #[error("the table pairs everybody: postpone the game or record a forfeit")]
    TablePairsAll,
    /// An absence was reported for a round that is paired already.
    #[error("round {round} is paired already: undo the pairing, or record a forfeit")]
    PairedAlready {
        /// The round.
        round: RoundNumber,
    },
    /// Rounds are paired one after the other.
    #[error("round {round} cannot be paired: the next round is {next}")]
    RoundOutOfOrder {
        /// The round that was to be paired.
        round: RoundNumber,
        /// The round that can be.
        next: RoundNumber,
    },
    /// The round was paired before, otherwise.
    #[error("round {round} is already paired")]
    AlreadyPaired {
        /// The round.
        round: RoundNumber,
    },
    /// Every round of the schedule is paired.
    #[error("the tournament has only {rounds} rounds")]
    NoMoreRounds {
        /// How many.
        rounds: usize,
    },
    /// The round before is not over.
    #[error("round {round} is not closed yet")]
    PreviousRoundNotClosed {
        /// The round before.
        round: RoundNumber,
    },
    /// Pairing by hand needs pairings.
    #[error("the pairings of round {round} are missing or empty")]
    PairingsMissing {
        /// The round to be paired.
        round: RoundNumber,
    },
    /// Somebody is paired twice in a round, with themselves, or has a bye as well.
    #[error("participant {participant} is named twice in round {round}")]
    PairedTwice {
        /// The participant.
        participant: Participant,
        /// The round to be paired.
        round: RoundNumber,
    },
    /// Each group has a Swiss system of its own, in which only its members meet.
    #[error(
        "participants {first} and {second} are of different groups: no table counts their game"
    )]
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// There is no pairing by the Swiss system.
    #[error("{reason}: pair by hand")]
    Unpairable {
        /// Why.
        reason: Unpairable,
    },
    /// The results of the rounds so far contradict each other.
    #[error(transparent)]
    Field(#[from] InputError),
    /// Nobody is there to be paired.
    #[error("nobody is left to be paired in round {round}")]
    NobodyToPair {
        /// The round.
        round: RoundNumber,
    },
    /// The pairing would be undone of a round that is not the latest.
    #[error("only the latest round, {latest}, can be undone")]
    NotTheLatest {
        /// The latest.
        latest: RoundNumber,
    },
    /// A published pairing is not undone without a reason (KNDB F6).
    #[error("round {round} was published: say why it is undone (KNDB F6)")]
    ReasonMissing {
        /// The round.
        round: RoundNumber,
    },
    /// The round was not paired yet.
    #[error("there is no round {round}")]
    UnknownRound {
        /// The round.
        round: RoundNumber,
    },
    /// The round has no such table.
    #[error("round {round} has no table {table}")]
    UnknownTable {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// The round is in another state than the command needs.
    #[error("round {round} is {}", .state.in_words())]
    WrongRoundState {
        /// The round.
        round: RoundNumber,
        /// Its state.
        state: RoundState,
    },
    /// The last rounds are not made up, so their games cannot be postponed (C art. 13).
    #[error(
        "round {round} table {table}: games of this round are not made up (C art. 13); record a result"
    )]
    NotMadeUp {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// Postponed games are to be made up before this round (C art. 13).
    #[error("round {round} table {table} is to be made up first (C art. 13); or record a forfeit")]
    MakeUpFirst {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A result is still missing that the command needs.
    #[error("round {round} table {table} has no result yet")]
    ResultMissing {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// Who does not come cannot draw.
    #[error("a game that was not played is no draw")]
    DrawByForfeit,
    /// No side can be so many men ahead.
    #[error("no side is more than {} men ahead", Scoring::DIFFERENCE_MAX)]
    MenAhead,
    /// Draws have a bonus, and nobody counted it.
    #[error(
        "say how many men White was ahead at the end of this draw, a king being two (2006 art. 14a)"
    )]
    MenAheadMissing,
    /// The game has another result already; a wrong result is corrected, not recorded again.
    #[error("round {round} table {table} already has a result: {recorded}")]
    AlreadyRecorded {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// The result it has.
        recorded: Outcome,
    },
    /// A game ended of itself that is off, because somebody withdrew before its end.
    #[error("round {round} table {table}: the game was off when it ended, for who withdrew")]
    GameIsOff {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// There is no result that could be corrected.
    #[error("round {round} table {table} has no result to correct")]
    NothingToCorrect {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A team of this name is entered.
    #[error("{name:?} is already entered, as team {team}")]
    DuplicateTeam {
        /// The name.
        name: String,
        /// Which has it.
        team: TeamId,
    },
    /// An entry that stands in a round is not taken out.
    #[error("participant {participant} stands in round {round}: withdraw instead")]
    StandsInRound {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// Only the seat of somebody who withdrew is taken.
    #[error("participant {participant} has not withdrawn")]
    NotWithdrawn {
        /// The participant.
        participant: Participant,
    },
    /// A reserve has the seat.
    #[error("the seat of participant {participant} is taken by {reserve}")]
    SeatTaken {
        /// Who withdrew.
        participant: Participant,
        /// Who has the seat.
        reserve: Participant,
    },
    /// Nobody has a seat, or it is lost with its games.
    #[error(
        "a reserve takes a seat only where players have one by a table and their points stay (2006 \
         art. 10): elsewhere enter a late player"
    )]
    NoReserves,
    /// Something depends on a point of the regulation, so it is not amended.
    #[error("the point {point:?} of the regulation is fixed: something that stands depends on it")]
    PointFixed {
        /// The point.
        point: Point,
    },
    /// The rounds that are paired stay.
    #[error("{rounds} rounds are paired already")]
    RoundsPaired {
        /// How many.
        rounds: usize,
    },
    /// A published regulation is not amended without a reason.
    #[error("a pairing was published: say why the regulation is amended")]
    AmendmentReasonMissing,
    /// A game that was not played has no colours.
    #[error("round {round} table {table} was not played: it has no colours")]
    NoColors {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A tie is not reopened without a reason.
    #[error("say why the tie is open again")]
    TieReasonMissing,
    /// Games that were played for a tie are not undone.
    #[error("games decided this tie: correct their results instead")]
    WonByGames,
    /// The regulation has no byes of half a point (KNDB F9).
    #[error("the regulation has no byes of half a point (KNDB F9)")]
    NoHalfPointByes,
    /// Somebody has had as many byes of half a point as there may be (KNDB F9).
    #[error("nobody has more than {most} byes of half a point (KNDB F9)")]
    TooManyHalfPointByes {
        /// The most.
        most: u32,
    },
    /// There is no bye of half a point in the last round (KNDB F9).
    #[error("the regulation has no byes of half a point in the last round (KNDB F9)")]
    HalfPointByeInLastRound,
    /// Games of a round have begun, so its pairing stands.
    #[error(
        "round {round} was opened, so its pairing stands: record forfeits, correct results, or say \
         which games had reversed colours (KNDB F7)"
    )]
    RoundBegun {
        /// The round.
        round: RoundNumber,
    },
    /// These are not tied, or not only these.
    #[error("these are not all who are tied for a place")]
    NoSuchTie,
    /// Places are final once every round was played.
    #[error("round {next} is still to be played: places are not final")]
    RoundsToPlay {
        /// The next of those that count in the tables.
        next: RoundNumber,
    },
    /// The tie has no games as its remedy.
    #[error("no games are prescribed for this tie ({remedy:?}): record how it was resolved")]
    NoPlayOff {
        /// The prescribed remedy.
        remedy: Remedy,
    },
    /// A game of the play-off has no result yet.
    #[error("the play-off has a game without a result in round {round}")]
    PlayOffRunning {
        /// The round.
        round: RoundNumber,
    },
    /// The tie has an order: it is not resolved again over it.
    #[error("this tie is resolved already: open it again first, and say why")]
    AlreadyResolved,
    /// Who may choose a colour was drawn.
    #[error("who chooses the colour of the final of the numbers {pool_place} is drawn already")]
    ChooserDrawn {
        /// The place in both pools.
        pool_place: u32,
    },
    /// Two play the match that the regulation has.
    #[error("two play the match that is prescribed: pair it without naming pairs")]
    PlayOffOfTwo,
    /// Somebody is paired in a play-off who does not play for the tie.
    #[error("participant {participant} does not play for this tie")]
    NotInPlayOff {
        /// The participant.
        participant: Participant,
    },
    /// The play-off is won, or goes on between fewer.
    #[error("this play-off is over: resolve what ties it left")]
    PlayOffOver,
    /// There is no such play-off.
    #[error(transparent)]
    PlayOff(#[from] PlayOffError),
    /// The lot decides, so a seed is needed.
    #[error("the lot decides: give a seed to draw it from")]
    SeedMissing,
    /// The order of a pool is not final.
    #[error("pool {group} has a tie for place {place}: resolve it first")]
    PoolTied {
        /// The pool.
        group: GroupNumber,
        /// The place.
        place: u32,
    },
    /// The finals have no such number, or there are none.
    #[error("there is no final of the numbers {pool_place}")]
    NoSuchFinal {
        /// The place in the pools.
        pool_place: u32,
    },
    /// There are no finals.
    #[error(transparent)]
    Finals(#[from] FinalsError),
    /// Somebody has still to choose a colour, or the lot to say who may.
    #[error("the colour of the final of the numbers {pool_place} is still to be chosen {}", by(*.chooser))]
    ColorNotChosen {
        /// The place in both pools.
        pool_place: u32,
        /// Who may choose; `None` when the lot says it.
        chooser: Option<Participant>,
    },
    /// A group has no single winner.
    #[error("a group has no single winner yet: resolve its tie first")]
    WinnerMissing,
    /// The group of winners is not paired by hand.
    #[error("the winners of the groups play by their schedule: pair as the regulation has it")]
    WinnersBySchedule,
    /// The finals are not paired by hand.
    #[error("the finals are number against number: choose the colours and pair")]
    FinalsAreCrossed,
}

fn by(chooser: Option<Participant>) -> String {
    chooser.map_or("by whom the lot says".to_owned(), |chooser| format!("by player {chooser}"))
}
