//! Events of a tournament.

use super::{AbsenceNotice, Author, Request, UnpairGround};
use crate::plan::{LineUp, Team, TeamId};
use crate::ranking::{AbsenceKind, Participant, Remedy, TieDecision};
use crate::{
    Embargo, EmbargoScope, MakeUp, PairedRound, Player, PlayerId, RoundNumber, Settings,
    TableNumber,
};
use draughts::{Outcome, Timestamp};
use game_clock::StartMode;

/// An event of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A person made the decision that the following events belong to. It begins every decision of
    /// a person; a decision that follows from games has none.
    Ruled {
        /// The person who decides.
        by: Author,
        /// The moment of the decision.
        at: Timestamp,
    },
    /// The tournament was created.
    Created {
        /// The settings, their texts with single spaces and none at the ends.
        settings: Box<Settings>,
    },
    /// A player was entered, and has the last number in the schedule unless teams play.
    PlayerEntered {
        /// The player, with their number.
        player: Player,
    },
    /// A team was entered, and has the last number in the schedule.
    TeamEntered {
        /// The team, with its number and without a line-up.
        team: Team,
    },
    /// An entry was corrected.
    PlayerCorrected {
        /// The player.
        player: Player,
    },
    /// A player who was never paired was removed.
    PlayerRemoved {
        /// The player.
        player: PlayerId,
    },
    /// A team was renamed.
    TeamRenamed {
        /// The team.
        team: TeamId,
        /// The team's new name.
        name: String,
    },
    /// A team that was never paired was removed.
    TeamRemoved {
        /// The team.
        team: TeamId,
    },
    /// A reserve was entered and took the seat of a player who withdrew.
    ReserveSeated {
        /// The player who withdrew.
        withdrawn: PlayerId,
        /// The reserve, with their number.
        player: Player,
    },
    /// The settings were amended.
    SettingsAmended {
        /// The complete settings, their texts with single spaces and none at the ends.
        settings: Box<Settings>,
        /// The reason; may be empty if no pairing was published, or only texts changed.
        reason: String,
    },
    /// A team's line-up was handed in or set.
    LineUpHandedIn {
        /// The team.
        team: TeamId,
        /// The line-up.
        line_up: LineUp,
        /// The reason for setting it after the limit; empty if it was handed in before.
        reason: String,
    },
    /// The numbers in the schedule were given again.
    LotsDrawn {
        /// All participants, once each; the first has number 1.
        order: Vec<Participant>,
        /// The seed of the draw; `None` if they were drawn elsewhere.
        seed: Option<u64>,
    },
    /// The participants were divided into groups.
    GroupsDivided {
        /// All participants, once each, each group in the order of its numbers in the schedule.
        groups: Vec<Vec<Participant>>,
        /// The seed of the draw; `None` if they were divided otherwise.
        seed: Option<u64>,
    },
    /// A participant reported that they will not play a round.
    AbsenceReported {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
        /// The kind: [`AbsenceKind::NotPaired`] or [`AbsenceKind::HalfPointBye`].
        kind: AbsenceKind,
        /// The reason, and who told it when.
        notice: AbsenceNotice,
    },
    /// A report of absence was taken back.
    AbsenceTakenBack {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant was seen in the hall before or in a round, or was not after all.
    CheckedIn {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
        /// False if an earlier check-in was taken back.
        is_here: bool,
    },
    /// A participant asked for something, which the desk decides.
    Proposed {
        /// The number: 1, 2, 3 … of the tournament.
        number: u32,
        /// The request.
        request: Box<Request>,
        /// The moment.
        at: Timestamp,
    },
    /// A proposal was answered. What is accepted is in the events before this one.
    ProposalAnswered {
        /// The number of the proposal.
        number: u32,
        /// True if it was accepted.
        is_accepted: bool,
        /// The reason; never empty for a refusal.
        reason: String,
    },
    /// A participant withdrew for good.
    Withdrawn {
        /// The participant.
        participant: Participant,
        /// The reason; may be empty.
        reason: String,
    },
    /// A withdrawal was taken back.
    Reinstated {
        /// The participant.
        participant: Participant,
    },
    /// The start of a round was planned.
    RoundPlanned {
        /// The round.
        round: RoundNumber,
        /// The moment when the games begin.
        begins_at: Timestamp,
    },
    /// A round was paired.
    RoundPaired {
        /// The pairing with its reasons.
        paired: Box<PairedRound>,
    },
    /// The colour of a final was chosen.
    ColorChosen {
        /// The colours of the final.
        choice: FinalColor,
    },
    /// A pairing was undone.
    RoundUnpaired {
        /// The round, the latest one.
        round: RoundNumber,
        /// The reason; not empty if the pairing was published.
        reason: String,
        /// The ground, if it was a published pairing of the Swiss system; `None` in older logs.
        ground: Option<UnpairGround>,
    },
    /// The pairing of a round was published.
    RoundPublished {
        /// The round.
        round: RoundNumber,
        /// The moment of publication.
        at: Timestamp,
    },
    /// The games of a round began.
    RoundOpened {
        /// The round.
        round: RoundNumber,
        /// The moment when the games began.
        at: Timestamp,
    },
    /// The result of a game was recorded.
    ResultRecorded {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The result.
        outcome: Outcome,
        /// The men that White was ahead by at the end, if draws have a bonus.
        men_ahead: Option<i32>,
    },
    /// A recorded result was replaced.
    ResultCorrected {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The correct result.
        outcome: Outcome,
        /// The men that White was ahead by at the end, if draws have a bonus.
        men_ahead: Option<i32>,
    },
    /// A recorded result no longer holds, because the game goes on; its round is open again.
    ResultWithdrawn {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
    },
    /// A game was recorded as played with reversed colours, or no longer; its pairing then has the
    /// colours as played.
    ColorsReversed {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// True if the colours were reversed.
        is_reversed: bool,
    },
    /// The arbiter chose how the clock of one game starts, before its round was opened.
    StartModeSet {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The start; `None` if it is as the regulation says.
        mode: Option<StartMode>,
    },
    /// A round ended. Games without a result are postponed.
    RoundClosed {
        /// The round.
        round: RoundNumber,
        /// The moment when it ended; `None` in older logs.
        at: Option<Timestamp>,
    },
    /// The moment was appointed at which a game is made up.
    MakeUpPlanned {
        /// The round.
        round: RoundNumber,
        /// The table of the game.
        table: TableNumber,
        /// The moment, and those who agreed to it.
        make_up: MakeUp,
    },
    /// A participant declined promotion, or takes it after all.
    PromotionDeclined {
        /// The participant.
        participant: Participant,
        /// The reason; may be empty.
        reason: String,
        /// False if an earlier report was taken back.
        is_declined: bool,
    },
    /// A tie was resolved.
    TieResolved {
        /// All tied participants and no others, from the highest place to the lowest.
        order: Vec<Participant>,
        /// The way in which it was resolved.
        how: TieDecision,
        /// The prescribed remedy, if another one was used.
        instead_of: Option<Remedy>,
    },
    /// A tie is open again.
    TieReopened {
        /// The participants who are tied again, by number.
        participants: Vec<Participant>,
        /// The reason of the person who decided it; empty if a result of the games that had
        /// resolved it was corrected or withdrawn.
        reason: String,
    },
    /// An embargo was set for a part of the tournament, or lifted.
    EmbargoSet {
        /// The part.
        scope: EmbargoScope,
        /// The embargo; `None` if there is none from now on.
        embargo: Option<Embargo>,
        /// The moment of the decision.
        at: Timestamp,
        /// The reason; may be empty unless it is lifted.
        reason: String,
    },
    /// Everything that a part of the tournament had until then became public, whatever embargoes
    /// apply to it. They go on for what follows.
    EmbargoReleased {
        /// The part.
        scope: EmbargoScope,
        /// The moment of the decision.
        at: Timestamp,
        /// The reason; not empty.
        reason: String,
    },
    /// The tournament was deleted: nobody is shown it any more, and nothing is decided in it.
    Deleted {
        /// The reason; may be empty.
        reason: String,
    },
}

/// The colours of a final of two pools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalColor {
    /// The place in both pools, from 1.
    pub pool_place: u32,
    /// The player who could choose; the one with White if the lot gave the colour. In older logs
    /// the lot gave the right to choose.
    pub chooser: Participant,
    /// The player with White.
    pub white: Participant,
    /// The seed of the lot; `None` if points or wins gave a player the choice.
    pub seed: Option<u64>,
}
