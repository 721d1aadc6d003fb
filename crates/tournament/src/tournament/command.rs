//! Commands to a tournament.

use crate::plan::TeamId;
use crate::ranking::{Participant, TieDecision};
use crate::{Entry, PlayerId, RoundNumber, Settings, TableNumber};
use draughts::{Color, Outcome, Timestamp};

/// Commands to a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the tournament.
    Create {
        /// The settings, fixed from now on.
        settings: Box<Settings>,
    },
    /// Enters a player: before the first round of a table, at any time by the Swiss system, by hand
    /// and for a team.
    Enter {
        /// The entry.
        entry: Entry,
    },
    /// Enters a team, before the first round of a table.
    EnterTeam {
        /// Its name.
        name: String,
    },
    /// Corrects what is known of a player, at any time. What was paired stays as it is.
    CorrectEntry {
        /// The player.
        player: PlayerId,
        /// All that is known of them.
        entry: Entry,
    },
    /// Takes a player out who was never paired; whoever was withdraws. Nobody gets their number.
    RemoveEntry {
        /// The player.
        player: PlayerId,
    },
    /// Gives a team another name, at any time.
    RenameTeam {
        /// The team.
        team: TeamId,
        /// Its name.
        name: String,
    },
    /// Takes a team out that was never paired. No other gets its number.
    RemoveTeam {
        /// The team.
        team: TeamId,
    },
    /// Enters a reserve, who takes the seat of a player who withdrew (regulation 2006, rule 10). The
    /// points of that player stay with what they played (D27).
    SeatReserve {
        /// Who withdrew.
        withdrawn: PlayerId,
        /// The reserve.
        entry: Entry,
    },
    /// Amends the settings: the name and the notice at any time, a point of the regulation while
    /// nothing is paired that depends on it.
    Amend {
        /// All settings.
        settings: Box<Settings>,
        /// Why: needed once a pairing was published, unless only name and notice change.
        reason: String,
    },
    /// Hands in who plays for a team, in the order of the boards (B art. 6). It holds for every
    /// round.
    HandInLineUp {
        /// The team.
        team: TeamId,
        /// Who plays, from the first board; `None` where nobody does.
        boards: Vec<Option<PlayerId>>,
    },
    /// Sets who plays for a team after the limit, as whoever directs the match decides (B art. 8).
    /// It holds for the rounds that are paired after it.
    CorrectLineUp {
        /// The team.
        team: TeamId,
        /// Who plays, from the first board; `None` where nobody does.
        boards: Vec<Option<PlayerId>>,
        /// Why; not empty.
        reason: String,
    },
    /// Gives the numbers in the schedule in another order than that of entry.
    DrawLots {
        /// Everybody once; the first gets number 1.
        order: Vec<Participant>,
    },
    /// Draws the numbers in the schedule from a seed, as [`Lots`](crate::plan::Lots) describes.
    DrawLotsBySeed {
        /// The seed.
        seed: u64,
    },
    /// Divides everybody into groups, or into the two pools of regulation 2006.
    DivideGroups {
        /// Everybody once, group by group, each in the order of its numbers in the schedule.
        groups: Vec<Vec<Participant>>,
    },
    /// Divides everybody into groups by lot (A art. 3, D art. 4), of the sizes that the regulation
    /// has.
    DrawGroups {
        /// The seed.
        seed: u64,
    },
    /// Tells beforehand that somebody will not play a round (KNDB F5), perhaps for half a point
    /// (KNDB F9).
    ReportAbsent {
        /// The participant.
        participant: Participant,
        /// Which round.
        round: RoundNumber,
        /// Whether it is a bye of half a point.
        half_point_bye: bool,
    },
    /// Takes a report of absence back.
    ReportPresent {
        /// The participant.
        participant: Participant,
        /// Which round.
        round: RoundNumber,
    },
    /// Takes somebody out of the tournament for good.
    Withdraw {
        /// The participant.
        participant: Participant,
        /// Why; may be empty.
        reason: String,
    },
    /// Takes a withdrawal back.
    Reinstate {
        /// The participant.
        participant: Participant,
    },
    /// Says when the games of a round are to begin.
    PlanRound {
        /// The round, not yet open.
        round: RoundNumber,
        /// The moment.
        begins_at: Timestamp,
    },
    /// Pairs the next round as the regulation has it, once the round before it is closed. After two
    /// pools that is the finals.
    Pair {
        /// The round, which must be the next one.
        round: RoundNumber,
    },
    /// Pairs the next round by hand. What is against the norms is allowed, and recorded.
    PairByHand {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// White and Black of each table, or the first-named and the other team.
        pairs: Vec<(Participant, Participant)>,
        /// Who has a bye.
        byes: Vec<Participant>,
    },
    /// Pairs the next games of those who are tied, or whose final was drawn.
    PairPlayOff {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// All who are tied, in any order.
        participants: Vec<Participant>,
        /// For the lots, where nothing else says who has which number or colour.
        seed: Option<u64>,
    },
    /// Pairs the next games of three or more who are tied, as the organisers have it (C art. 15, E
    /// art. 5, F art. 4). From then on all games of this tie are paired like this, and what comes of
    /// them is recorded with [`Command::ResolveTie`].
    PairPlayOffByHand {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// All who are tied, in any order.
        participants: Vec<Participant>,
        /// White and Black of each table, or the first-named and the other team. Who is not among
        /// them is free.
        pairs: Vec<(Participant, Participant)>,
    },
    /// Chooses the colour of a final (2006 art. 14d). Who may choose is drawn once; the colour may be
    /// chosen anew until the finals are paired.
    ChooseColor {
        /// The place in both pools, from 1.
        pool_place: u32,
        /// The colour of whoever may choose.
        color: Color,
        /// Says by lot who may choose, where points and wins are equal.
        seed: Option<u64>,
    },
    /// Undoes a pairing, so that the round can be paired again: never once it was open.
    Unpair {
        /// The round, which must be the latest one.
        round: RoundNumber,
        /// Why: needed once the pairing was published (KNDB F6).
        reason: String,
    },
    /// Lets everybody know a pairing.
    Publish {
        /// The round.
        round: RoundNumber,
    },
    /// Lets the games of a paired round begin; publishes the pairing if it was not.
    OpenRound {
        /// The round.
        round: RoundNumber,
    },
    /// A game has ended; the last one closes the round. Postponed games may follow after that.
    RecordResult {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it ended.
        outcome: Outcome,
        /// How many men White was ahead at the end, a king being two: for a bonus.
        men_ahead: Option<i32>,
    },
    /// A result that was recorded was wrong.
    CorrectResult {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it really ended.
        outcome: Outcome,
        /// How many men White was ahead at the end, a king being two: for a bonus.
        men_ahead: Option<i32>,
    },
    /// A game that was over goes on, so its recorded result no longer holds.
    WithdrawResult {
        /// The round.
        round: RoundNumber,
        /// Where it is played.
        table: TableNumber,
    },
    /// A game was played with reversed colours (KNDB F7). Its result is that of the colours as they were
    /// played, and only pairings still to be made look at it.
    ReverseColors {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// Whether it was; `false` when that was told by mistake.
        is_reversed: bool,
    },
    /// Closes a round though results are missing, because those games are postponed.
    CloseRound {
        /// The round.
        round: RoundNumber,
    },
    /// Records how a tie was resolved.
    ResolveTie {
        /// Exactly those who are tied, from the highest place to the lowest.
        order: Vec<Participant>,
        /// The way in which it was resolved.
        how: TieDecision,
    },
    /// A tie was resolved by mistake: it is open again, or as its games have it.
    ReopenTie {
        /// Exactly those who were tied, in any order.
        participants: Vec<Participant>,
        /// Why; not empty.
        reason: String,
    },
    /// Resolves a tie by lots drawn from a seed.
    DrawTie {
        /// Exactly those who are tied, in any order.
        participants: Vec<Participant>,
        /// The seed.
        seed: u64,
    },
}
