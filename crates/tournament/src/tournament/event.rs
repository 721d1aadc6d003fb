//! Events of a tournament.

use super::Author;
use crate::plan::{LineUp, Team, TeamId};
use crate::ranking::{AbsenceKind, Participant, Remedy, TieDecision};
use crate::{PairedRound, Player, PlayerId, RoundNumber, Settings, TableNumber};
use draughts::{Outcome, Timestamp};

/// Events of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A person decided what the events after this one say. It is the first of every decision that
    /// somebody made; what follows from games has none.
    Ruled {
        /// The person who decides.
        by: Author,
        /// The moment.
        at: Timestamp,
    },
    /// The tournament was created.
    Created {
        /// The settings, fixed from now on, their texts with single spaces and none around them.
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
    /// A player who was never paired was taken out.
    PlayerRemoved {
        /// The player.
        player: PlayerId,
    },
    /// A team was given another name.
    TeamRenamed {
        /// The team.
        team: TeamId,
        /// Its name.
        name: String,
    },
    /// A team that was never paired was taken out.
    TeamRemoved {
        /// The team.
        team: TeamId,
    },
    /// A reserve was entered and took the seat of a player who withdrew.
    ReserveSeated {
        /// Who withdrew.
        withdrawn: PlayerId,
        /// The reserve, with their number.
        player: Player,
    },
    /// The settings were amended.
    SettingsAmended {
        /// All settings, the texts with single spaces and none around them.
        settings: Box<Settings>,
        /// Why; may be empty where nothing was published, or only texts changed.
        reason: String,
    },
    /// A team said who plays for it.
    LineUpHandedIn {
        /// The team.
        team: TeamId,
        /// Who plays.
        line_up: LineUp,
        /// Why it was set after the limit; empty when it was handed in before.
        reason: String,
    },
    /// The numbers in the schedule were given anew.
    LotsDrawn {
        /// Everybody once; the first has number 1.
        order: Vec<Participant>,
        /// The seed of the draw; `None` when they were drawn elsewhere.
        seed: Option<u64>,
    },
    /// Everybody was divided into groups.
    GroupsDivided {
        /// Everybody once, each group in the order of its numbers in the schedule.
        groups: Vec<Vec<Participant>>,
        /// The seed of the draw; `None` when they were divided otherwise.
        seed: Option<u64>,
    },
    /// Somebody said that they would not play a round.
    AbsenceReported {
        /// The participant.
        participant: Participant,
        /// Which round.
        round: RoundNumber,
        /// What it gives: [`AbsenceKind::NotPaired`] or [`AbsenceKind::HalfPointBye`].
        kind: AbsenceKind,
    },
    /// Somebody will play a round after all.
    AbsenceTakenBack {
        /// The participant.
        participant: Participant,
        /// Which round.
        round: RoundNumber,
    },
    /// Somebody left for good.
    Withdrawn {
        /// The participant.
        participant: Participant,
        /// Why; may be empty.
        reason: String,
    },
    /// Somebody who had left is back.
    Reinstated {
        /// The participant.
        participant: Participant,
    },
    /// It was said when a round is to begin.
    RoundPlanned {
        /// The round.
        round: RoundNumber,
        /// The moment.
        begins_at: Timestamp,
    },
    /// A round was paired.
    RoundPaired {
        /// The pairing with its reasons.
        paired: Box<PairedRound>,
    },
    /// Somebody chose the colour of a final.
    ColorChosen {
        /// The final.
        choice: FinalColor,
    },
    /// A pairing was undone.
    RoundUnpaired {
        /// The round, the latest one.
        round: RoundNumber,
        /// Why; not empty when it was published.
        reason: String,
    },
    /// Everybody may know the pairing of a round.
    RoundPublished {
        /// The round.
        round: RoundNumber,
        /// Since when.
        at: Timestamp,
    },
    /// The games of a round began.
    RoundOpened {
        /// The round.
        round: RoundNumber,
        /// When the games began.
        at: Timestamp,
    },
    /// A game ended.
    ResultRecorded {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it ended.
        outcome: Outcome,
        /// How many men White was ahead at the end, where draws have a bonus.
        men_ahead: Option<i32>,
    },
    /// A recorded result was replaced.
    ResultCorrected {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it really ended.
        outcome: Outcome,
        /// How many men White was ahead at the end, where draws have a bonus.
        men_ahead: Option<i32>,
    },
    /// A recorded result no longer holds, because the game goes on; its round is open again.
    ResultWithdrawn {
        /// The round.
        round: RoundNumber,
        /// Where it is played.
        table: TableNumber,
    },
    /// It was told whether a game was played with reversed colours: who sits where is what was played.
    ColorsReversed {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// Whether it was.
        is_reversed: bool,
    },
    /// A round ended. Games without a result are postponed.
    RoundClosed {
        /// The round.
        round: RoundNumber,
    },
    /// A tie was resolved.
    TieResolved {
        /// Exactly those who were tied, from the highest place to the lowest.
        order: Vec<Participant>,
        /// The way in which it was resolved.
        how: TieDecision,
        /// The prescribed remedy, where that is another one.
        instead_of: Option<Remedy>,
    },
    /// A tie is open again.
    TieReopened {
        /// Who are tied again, by number.
        participants: Vec<Participant>,
        /// Why somebody decided it; empty when a result was corrected or withdrawn of the games that
        /// had resolved it.
        reason: String,
    },
}

/// The colours of a final of two pools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalColor {
    /// The place in both pools, from 1.
    pub pool_place: u32,
    /// Who could choose.
    pub chooser: Participant,
    /// Who has White.
    pub white: Participant,
    /// What the lot was drawn from that said who could choose; `None` where points or wins did.
    pub seed: Option<u64>,
}
