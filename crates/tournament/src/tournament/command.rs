//! Commands to a tournament.

use super::{AbsenceNotice, ProposalAnswer, UnpairGround};
use crate::plan::TeamId;
use crate::ranking::{Participant, TieDecision};
use crate::{
    Embargo, EmbargoScope, Entry, EntryField, MakeUp, PlayerId, RoundNumber, Settings, TableNumber,
};
use draughts::{Color, Outcome, Timestamp};
use game_clock::StartMode;
use std::collections::BTreeSet;

/// A command to a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Create the tournament.
    Create {
        /// The settings; only [`Command::Amend`] changes them later.
        settings: Box<Settings>,
    },
    /// Enter a player: by a table before the first round, by the Swiss system, by hand and for a
    /// team at any time.
    Enter {
        /// The entry.
        entry: Entry,
    },
    /// Enter a team, before the first round of a table.
    EnterTeam {
        /// The team's name.
        name: String,
    },
    /// Correct a player's entry, at any time. Existing pairings stay.
    CorrectEntry {
        /// The player.
        player: PlayerId,
        /// The entry.
        entry: Entry,
        /// The fields that are corrected; the others stay as they are.
        fields: BTreeSet<EntryField>,
    },
    /// Remove a player who was never paired; others have to withdraw. The number is not given
    /// again.
    RemoveEntry {
        /// The player.
        player: PlayerId,
    },
    /// Rename a team, at any time.
    RenameTeam {
        /// The team.
        team: TeamId,
        /// The team's new name.
        name: String,
    },
    /// Remove a team that was never paired. The number is not given again.
    RemoveTeam {
        /// The team.
        team: TeamId,
    },
    /// Enter a reserve, who takes the seat of a player who withdrew (regulation 2006, rule 10). The
    /// points of that player stay with the games that they played (D27).
    SeatReserve {
        /// The player who withdrew.
        withdrawn: PlayerId,
        /// The reserve.
        entry: Entry,
    },
    /// Amend the settings: the name and the notice at any time, a point of the regulation as long
    /// as no pairing depends on it.
    Amend {
        /// The complete settings.
        settings: Box<Settings>,
        /// The reason: required once a pairing was published, unless only name and notice change.
        reason: String,
    },
    /// Hand in a team's line-up, in the order of the boards (B art. 6). It holds for every round.
    HandInLineUp {
        /// The team.
        team: TeamId,
        /// The players, from the first board; `None` for an empty board.
        boards: Vec<Option<PlayerId>>,
    },
    /// Set a team's line-up after the limit, by the director of the match (B art. 8). It holds for
    /// the rounds that are paired after it.
    CorrectLineUp {
        /// The team.
        team: TeamId,
        /// The players, from the first board; `None` for an empty board.
        boards: Vec<Option<PlayerId>>,
        /// The reason; not empty.
        reason: String,
    },
    /// Give the numbers in the schedule in another order than that of entry.
    DrawLots {
        /// All participants, once each; the first gets number 1.
        order: Vec<Participant>,
    },
    /// Draw the numbers in the schedule from a seed, as [`Lots`](crate::plan::Lots) describes.
    DrawLotsBySeed {
        /// The seed.
        seed: u64,
    },
    /// Divide the participants into groups, or into the two pools of regulation 2006.
    DivideGroups {
        /// All participants, once each, group by group, in the order of their numbers in the
        /// schedule.
        groups: Vec<Vec<Participant>>,
    },
    /// Divide the participants into groups by lot (A art. 3, D art. 4), of the sizes in the
    /// regulation.
    DrawGroups {
        /// The seed.
        seed: u64,
    },
    /// Report in advance that a participant will not play a round (KNDB F5), possibly for half a
    /// point (KNDB F9). Where a table pairs all, the pairing stays, and the organisers decide about
    /// the game (C art. 10).
    ReportAbsent {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
        /// True if it is a half-point bye.
        half_point_bye: bool,
        /// The reason, required in an eight (C art. 10), and who told it. The moment is that of the
        /// command.
        notice: AbsenceNotice,
    },
    /// Take a report of absence back.
    ReportPresent {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// Check a participant in, who is in the hall for a round. It pairs nobody and takes a report
    /// of absence back.
    CheckIn {
        /// The participant.
        participant: Participant,
        /// The round, not yet closed.
        round: RoundNumber,
        /// False to take an earlier check-in back.
        is_here: bool,
    },
    /// Propose a line-up, an absence or a withdrawal, in place of an earlier proposal about it.
    Propose {
        /// The command that decides it.
        command: Box<Self>,
    },
    /// Accept or refuse a proposal.
    AnswerProposal {
        /// The number of the proposal.
        number: u32,
        /// The answer.
        answer: ProposalAnswer,
    },
    /// Withdraw a participant for good.
    Withdraw {
        /// The participant.
        participant: Participant,
        /// The reason; may be empty.
        reason: String,
    },
    /// Take a withdrawal back.
    Reinstate {
        /// The participant.
        participant: Participant,
    },
    /// Set the moment when the games of a round are to begin.
    PlanRound {
        /// The round, not yet open.
        round: RoundNumber,
        /// The moment when the games begin.
        begins_at: Timestamp,
    },
    /// Pair the next round by the regulation, once the round before it is closed. After two pools
    /// these are the finals.
    Pair {
        /// The round, which must be the next one.
        round: RoundNumber,
    },
    /// Pair the next round by hand. Violations of norms are allowed, and recorded.
    PairByHand {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// White and Black of each table, or the first-named and the other team.
        pairs: Vec<(Participant, Participant)>,
        /// The participants with a bye.
        byes: Vec<Participant>,
    },
    /// Pair the next games of tied participants, or of players whose final was drawn.
    PairPlayOff {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// All tied participants, in any order.
        participants: Vec<Participant>,
        /// The seed for lots, if nothing else decides numbers or colours.
        seed: Option<u64>,
    },
    /// Pair the next games of three or more tied participants by the organisers' schedule (C art.
    /// 15, E art. 5, F art. 4). From then on all games of this tie are paired in this way, and its
    /// result is recorded with [`Command::ResolveTie`].
    PairPlayOffByHand {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// All tied participants, in any order.
        participants: Vec<Participant>,
        /// White and Black of each table, or the first-named and the other team. Participants who
        /// are not in it are free.
        pairs: Vec<(Participant, Participant)>,
    },
    /// Choose the colour of a final, or draw it if points and wins are equal (2006 art. 14d). A
    /// choice may be changed until the finals are paired; a lot is drawn once.
    ChooseColor {
        /// The place in both pools, from 1.
        pool_place: u32,
        /// The colour of the player who may choose; not used if the lot decides.
        color: Option<Color>,
        /// The seed of the lot.
        seed: Option<u64>,
    },
    /// Undo a pairing, so that the round can be paired again; not once it was open.
    Unpair {
        /// The round, which must be the latest one.
        round: RoundNumber,
        /// The reason: required once the pairing was published (KNDB F6).
        reason: String,
        /// The ground, of a published pairing of the Swiss system; `None` if the rules name none.
        ground: Option<UnpairGround>,
    },
    /// Publish a pairing.
    Publish {
        /// The round.
        round: RoundNumber,
    },
    /// Begin the games of a paired round; this also publishes the pairing.
    OpenRound {
        /// The round.
        round: RoundNumber,
    },
    /// Record the result of a game; the last one closes the round. Results of postponed games may
    /// follow.
    RecordResult {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The result.
        outcome: Outcome,
        /// The men that White was ahead by at the end, a king counting as two, for a bonus.
        men_ahead: Option<i32>,
    },
    /// Correct a recorded result.
    CorrectResult {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The correct result.
        outcome: Outcome,
        /// The men that White was ahead by at the end, a king counting as two, for a bonus.
        men_ahead: Option<i32>,
    },
    /// Withdraw the result of a game that was over and goes on.
    WithdrawResult {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
    },
    /// Record that a game was played with reversed colours (KNDB F7). Its result is by the colours
    /// as played, and only later pairings take it into account.
    ReverseColors {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// True if the colours were reversed; false to take an earlier report back.
        is_reversed: bool,
    },
    /// Choose how the clock of one game starts, before its round is opened.
    SetStartMode {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The start; `None` for that of the regulation.
        mode: Option<StartMode>,
    },
    /// Close a round although results are missing; those games are postponed.
    CloseRound {
        /// The round.
        round: RoundNumber,
    },
    /// Appoint the moment at which a game without a result is made up (C art. 13), or another
    /// moment.
    PlanMakeUp {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The moment, and those who agreed to it.
        make_up: MakeUp,
    },
    /// Record that a participant declines promotion, so that the next of the final order goes up (D
    /// art. 7).
    DeclinePromotion {
        /// The participant.
        participant: Participant,
        /// The reason; may be empty.
        reason: String,
        /// False to take an earlier report back.
        is_declined: bool,
    },
    /// Record the resolution of a tie.
    ResolveTie {
        /// All tied participants and no others, from the highest place to the lowest.
        order: Vec<Participant>,
        /// The way in which it was resolved.
        how: TieDecision,
    },
    /// Reopen a tie that was resolved by mistake: it is open again, or decided by its games.
    ReopenTie {
        /// All participants of the tie and no others, in any order.
        participants: Vec<Participant>,
        /// The reason; not empty.
        reason: String,
    },
    /// Set an embargo for a part of the tournament, replace it, or lift it.
    SetEmbargo {
        /// The part.
        scope: EmbargoScope,
        /// The embargo; `None` to lift it.
        embargo: Option<Embargo>,
        /// The reason; may be empty unless it is lifted.
        reason: String,
    },
    /// Make everything public that a part of the tournament has had so far. Its embargoes go on.
    ReleaseEmbargo {
        /// The part.
        scope: EmbargoScope,
        /// The reason; not empty.
        reason: String,
    },
    /// Delete the tournament, in which no game was begun. Its id is not given again.
    Delete {
        /// The reason; may be empty.
        reason: String,
    },
    /// Resolve a tie by lots drawn from a seed.
    DrawTie {
        /// All tied participants and no others, in any order.
        participants: Vec<Participant>,
        /// The seed.
        seed: u64,
    },
}
