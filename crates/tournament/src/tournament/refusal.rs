//! The reasons for which a tournament refuses a command. Their `Display` is for logs and programs:
//! the crate `phrases` writes the sentences for people, with articles and what to do.

use super::{EmbargoRefusal, ProposalRefusal, RoundRefusal};
use crate::plan::{
    FinalsError, GroupError, LineUpError, LineUpRefusal, PlayOffError, TeamId, TeamMatchError,
};
use crate::ranking::{Participant, Remedy};
use crate::regulation::{AgeError, Fault, Point};
use crate::swiss::{InputError, Unpairable};
use crate::{
    ConfusableName, EntryError, GroupNumber, PlayerId, RoundNumber, RoundState, Scoring,
    TableNumber,
};
use draughts::{Outcome, text::TextError};

/// The reason for which a tournament refuses a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tournament was not created yet.
    #[error("the tournament has not been created")]
    NotCreated,
    /// The tournament was already created with other settings.
    #[error("the tournament was already created, as {name:?}")]
    AlreadyCreated {
        /// The tournament's name.
        name: String,
    },
    /// The tournament was deleted, and its id is not given again.
    #[error("the tournament was deleted")]
    Deleted,
    /// A tournament in which a game was begun, in this round, cannot be deleted.
    #[error("round {0} was played")]
    Played(RoundNumber),
    /// The name of the tournament is empty or too long.
    #[error("a tournament needs a name of 1 to 100 characters that can be shown")]
    TournamentName,
    /// The notice is too long or holds a character that is refused.
    #[error("the notice: {0}")]
    Notice(TextError),
    /// A reason is too long or holds a character that is refused.
    #[error("the reason: {0}")]
    Reason(TextError),
    /// The regulation leaves the playing time to the organisers, who did not set it.
    #[error("the regulation leaves the playing time to the organisers")]
    NoTimeControl,
    /// There is an age limit, but no season by which ages are checked.
    #[error("there is a limit of age, and the year of the season is missing")]
    NoSeason,
    /// The regulation is invalid, in itself or for the number of entrants.
    #[error(transparent)]
    Regulation(#[from] Fault),
    /// The entry itself is invalid.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// Another player with this name was entered, with another club or rating.
    #[error("{name:?} is already entered, as player {player}")]
    DuplicatePlayer {
        /// The name.
        name: String,
        /// The player who has it.
        player: PlayerId,
    },
    /// A reader could take the name for that of another participant.
    #[error(transparent)]
    Confusable(#[from] ConfusableName),
    /// There is an age limit, and the date of birth is missing.
    #[error("there is a limit of age, and the date of birth is missing")]
    BirthMissing,
    /// The player is too old, or the year of birth alone does not decide it (E art. 4).
    #[error(transparent)]
    Age(#[from] AgeError),
    /// In a round robin no participant can join once a round is paired.
    #[error("entries closed when the first round was paired")]
    EntriesClosed,
    /// The limit of [`PLAYERS_MAX`](crate::PLAYERS_MAX), or of the regulation, is reached.
    #[error("the tournament is for {max} at most")]
    TooManyPlayers {
        /// The limit.
        max: usize,
    },
    /// A team or line-up was given, but players play for themselves.
    #[error("players play for themselves here: there are no teams")]
    NotOfTeams,
    /// The team does not exist.
    #[error("there is no team {team}")]
    UnknownTeam {
        /// The number.
        team: TeamId,
    },
    /// A line-up is invalid.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// A line-up is refused.
    #[error(transparent)]
    LineUpNotTaken(#[from] LineUpRefusal),
    /// A player of a line-up plays for another team.
    #[error("player {player} plays for team {team}")]
    OtherTeam {
        /// The player.
        player: PlayerId,
        /// The team.
        team: TeamId,
    },
    /// A line-up holds for every round, so it is not corrected without a reason.
    #[error("the reason for which the line-up is corrected is missing")]
    LineUpReasonMissing,
    /// Groups by strength cannot be drawn.
    #[error("teams of four are grouped by strength")]
    GroupsByStrength,
    /// A team cannot be paired before it has handed in its line-up.
    #[error("team {team} has not handed in its line-up")]
    LineUpMissing {
        /// The team.
        team: TeamId,
    },
    /// A match of teams is invalid.
    #[error(transparent)]
    Match(#[from] TeamMatchError),
    /// The limit of [`ROUNDS_MAX`](crate::ROUNDS_MAX) is reached.
    #[error("a tournament has at most {max} rounds")]
    TooManyRounds {
        /// The limit.
        max: usize,
    },
    /// Lots are not drawn again once a round is paired by them.
    #[error("lots cannot be drawn after the first round was paired")]
    LotsFixed,
    /// The division into groups has given the numbers within them.
    #[error("the groups have their numbers")]
    LotsOfGroups,
    /// A drawing of lots, or a division, does not name every participant exactly once.
    #[error("each of the {players} entrants is to be named exactly once")]
    LotsIncomplete {
        /// Number of participants.
        players: usize,
    },
    /// The regulation has one group.
    #[error("the regulation has no groups")]
    NoGroups,
    /// The groups do not agree with the regulation.
    #[error(transparent)]
    Groups(#[from] GroupError),
    /// The entrants, or some of them, are not divided into groups yet.
    #[error("the entrants are not divided into groups")]
    GroupsMissing,
    /// The number of pools is not two.
    #[error("two pools are needed, not {pools}")]
    Pools {
        /// Number of pools given.
        pools: usize,
    },
    /// The player does not exist.
    #[error("there is no player {player}")]
    UnknownPlayer {
        /// The number.
        player: PlayerId,
    },
    /// The participant does not exist.
    #[error("there is no participant {participant}")]
    UnknownParticipant {
        /// The number.
        participant: Participant,
    },
    /// A half-point bye was asked for, but a table pairs all participants.
    #[error("the table pairs everybody")]
    TablePairsAll,
    /// An absence was reported for a round that is paired already.
    #[error("round {round} is paired already")]
    PairedAlready {
        /// The round.
        round: RoundNumber,
    },
    /// The round to be paired is not the next one.
    #[error("round {round} cannot be paired: the next round is {next}")]
    RoundOutOfOrder {
        /// The round given.
        round: RoundNumber,
        /// The next round.
        next: RoundNumber,
    },
    /// The round was already paired in another way.
    #[error("round {round} is already paired")]
    AlreadyPaired {
        /// The round.
        round: RoundNumber,
    },
    /// All rounds of the schedule are paired.
    #[error("the tournament has only {rounds} rounds")]
    NoMoreRounds {
        /// Number of rounds.
        rounds: usize,
    },
    /// The previous round is not over.
    #[error("round {round} is not closed yet")]
    PreviousRoundNotClosed {
        /// The previous round.
        round: RoundNumber,
    },
    /// The pairings of a round by hand are missing.
    #[error("the pairings of round {round} are missing or empty")]
    PairingsMissing {
        /// The round to be paired.
        round: RoundNumber,
    },
    /// A participant is paired twice in a round, with themselves, or has a bye as well.
    #[error("participant {participant} is named twice in round {round}")]
    PairedTwice {
        /// The participant.
        participant: Participant,
        /// The round to be paired.
        round: RoundNumber,
    },
    /// The two are in different groups, each of which has a Swiss system of its own.
    #[error("participants {first} and {second} are of different groups")]
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// The Swiss system has no pairing.
    #[error("{reason}")]
    Unpairable {
        /// The reason.
        reason: Unpairable,
    },
    /// The results of the rounds so far contradict each other.
    #[error(transparent)]
    Field(#[from] InputError),
    /// No participant is available in the round.
    #[error("nobody is left to be paired in round {round}")]
    NobodyToPair {
        /// The round.
        round: RoundNumber,
    },
    /// The pairing to be undone is not that of the latest round.
    #[error("only the latest round, {latest}, can be undone")]
    NotTheLatest {
        /// The latest round.
        latest: RoundNumber,
    },
    /// A published pairing is not undone without a reason (KNDB F6).
    #[error("round {round} was published: say why it is undone")]
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
    /// The round is not in the state that the command needs.
    #[error("round {round} is {}", .state.in_words())]
    WrongRoundState {
        /// The round.
        round: RoundNumber,
        /// Its state.
        state: RoundState,
    },
    /// A result that the command needs is still missing.
    #[error("round {round} table {table} has no result yet")]
    ResultMissing {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// The result is a draw by forfeit, which cannot be.
    #[error("a game that was not played is no draw")]
    DrawByForfeit,
    /// The lead in men is larger than possible.
    #[error("no side is more than {} men ahead", Scoring::DIFFERENCE_MAX)]
    MenAhead,
    /// Draws have a bonus, and the lead in men is missing.
    #[error("the lead in men at the end of this draw is missing")]
    MenAheadMissing,
    /// The game already has another result; a wrong result has to be corrected.
    #[error("round {round} table {table} already has a result: {recorded}")]
    AlreadyRecorded {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// The recorded result.
        recorded: Outcome,
    },
    /// The system reported the end of a game that was off, because a participant had withdrawn.
    #[error("round {round} table {table}: the game was off when it ended, for who withdrew")]
    GameIsOff {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// The game has no result that could be corrected.
    #[error("round {round} table {table} has no result to correct")]
    NothingToCorrect {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// Another team has this name.
    #[error("{name:?} is already entered, as team {team}")]
    DuplicateTeam {
        /// The name.
        name: String,
        /// The team that has it.
        team: TeamId,
    },
    /// An entry that is in a round cannot be removed.
    #[error("participant {participant} stands in round {round}")]
    StandsInRound {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant who has withdrawn is not expected.
    #[error("participant {participant} has withdrawn")]
    HasWithdrawn {
        /// The participant.
        participant: Participant,
    },
    /// A reserve can only take the seat of a participant who has withdrawn.
    #[error("participant {participant} has not withdrawn")]
    NotWithdrawn {
        /// The participant.
        participant: Participant,
    },
    /// A reserve already has the seat.
    #[error("the seat of participant {participant} is taken by {reserve}")]
    SeatTaken {
        /// The participant who withdrew.
        participant: Participant,
        /// The reserve.
        reserve: Participant,
    },
    /// There are no seats for reserves, or a withdrawal voids the games of the seat.
    #[error("a reserve takes a seat only where players have one by a table and their points stay")]
    NoReserves,
    /// A point of the regulation cannot be amended, because something depends on it.
    #[error("the point {point:?} of the regulation is fixed")]
    PointFixed {
        /// The point.
        point: Point,
    },
    /// The number of rounds is below that of the rounds already paired.
    #[error("{0} rounds are paired already")]
    RoundsPaired(usize),
    /// A published regulation is not amended without a reason.
    #[error("a pairing was published: say why the regulation is amended")]
    AmendmentReasonMissing,
    /// A game that was not played has no colours.
    #[error("round {round} table {table} was not played")]
    NoColors {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A tie is not reopened without a reason.
    #[error("the reason for which the tie is open again is missing")]
    TieReasonMissing,
    /// A tie that was decided by games cannot be reopened.
    #[error("games decided this tie")]
    WonByGames,
    /// The regulation has no half-point byes (KNDB F9).
    #[error("the regulation has no byes of half a point")]
    NoHalfPointByes,
    /// The participant has had as many half-point byes as allowed (KNDB F9).
    #[error("nobody has more than {most} byes of half a point")]
    TooManyHalfPointByes {
        /// The number allowed.
        most: u32,
    },
    /// Half-point byes are not allowed in the last round (KNDB F9).
    #[error("the regulation has no byes of half a point in the last round")]
    HalfPointByeInLastRound,
    /// Games of the round have begun, so its pairing cannot be undone.
    #[error("round {round} was opened, so its pairing stands")]
    RoundBegun {
        /// The round.
        round: RoundNumber,
    },
    /// The participants are not exactly those of a tie.
    #[error("these are not all who are tied for a place")]
    NoSuchTie,
    /// Rounds have to be played before places are final.
    #[error("round {next} is still to be played")]
    RoundsToPlay {
        /// The next round that counts in the tables.
        next: RoundNumber,
    },
    /// The tie has no games as its remedy.
    #[error("no games are prescribed for this tie ({remedy:?})")]
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
    /// The tie is already resolved, and has to be reopened first.
    #[error("this tie is resolved already")]
    AlreadyResolved,
    /// The colour was already drawn.
    #[error("the colour of the final of the numbers {pool_place} is drawn already")]
    ChooserDrawn {
        /// The place in both pools.
        pool_place: u32,
    },
    /// The pairs of two were given by hand, but two play the prescribed match.
    #[error("two play the match that is prescribed")]
    PlayOffOfTwo,
    /// A participant paired in a play-off does not play for the tie.
    #[error("participant {participant} does not play for this tie")]
    NotInPlayOff {
        /// The participant.
        participant: Participant,
    },
    /// The play-off is decided, or goes on between fewer participants.
    #[error("this play-off is over")]
    PlayOffOver,
    /// The play-off is invalid.
    #[error(transparent)]
    PlayOff(#[from] PlayOffError),
    /// The lot decides, and the seed is missing.
    #[error("the lot decides: give a seed to draw it from")]
    SeedMissing,
    /// The order of a pool is not final.
    #[error("pool {group} has a tie for place {place}")]
    PoolTied {
        /// The pool.
        group: GroupNumber,
        /// The place.
        place: u32,
    },
    /// The final of this number does not exist.
    #[error("there is no final of the numbers {0}")]
    NoSuchFinal(u32),
    /// The finals are invalid.
    #[error(transparent)]
    Finals(#[from] FinalsError),
    /// A colour is not decided yet.
    #[error("the colour of the final of the numbers {pool_place} is still to be {}", super::round_refusal::by(*.chooser))]
    ColorNotChosen {
        /// The place in both pools.
        pool_place: u32,
        /// The player who may choose; `None` if the lot decides.
        chooser: Option<Participant>,
    },
    /// A group has no single winner.
    #[error("a group has no single winner yet")]
    WinnerMissing,
    /// The rounds of the group of winners cannot be paired by hand.
    #[error("the winners of the groups play by their schedule")]
    WinnersBySchedule,
    /// Promotion is declined, but nobody goes up.
    #[error("nobody goes up from this tournament")]
    NobodyPromoted,
    /// A decision about an embargo is refused.
    #[error(transparent)]
    Embargo(#[from] EmbargoRefusal),
    /// A proposal, or the answer to one, is refused.
    #[error(transparent)]
    Proposal(#[from] ProposalRefusal),
    /// A step in the life of a round is refused.
    #[error(transparent)]
    Round(#[from] RoundRefusal),
    /// The finals cannot be paired by hand.
    #[error("the finals are number against number")]
    FinalsAreCrossed,
}
