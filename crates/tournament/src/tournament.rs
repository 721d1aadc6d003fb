//! The tournament as an aggregate: commands in, events out, and the current rounds.

mod absence_notice;
mod apply;
mod author;
mod calendar;
mod category;
mod command;
mod control;
mod decide;
mod embargo_refusal;
mod embargoes;
mod ending;
mod entrants;
mod event;
mod event_kind;
mod field;
mod final_table;
mod game_refusal;
mod game_start;
mod groups;
mod in_play;
mod make_up;
mod play_off;
mod promotion;
mod proposal;
mod proposal_refusal;
mod proposals;
mod public_view;
mod refusal;
mod request;
mod round_refusal;
mod settings;
mod tables;
mod tie;
mod unpair_ground;
mod warning;
mod winners;

pub use absence_notice::AbsenceNotice;
pub use author::{Author, AuthorError};
pub use calendar::CalendarRound;
pub use category::RefusalCategory;
pub use command::Command;
pub use control::{ControlCheck, ControlError, control_check};
pub use embargo_refusal::EmbargoRefusal;
pub use event::{Event, FinalColor};
pub use event_kind::EventKind;
pub use final_table::FinalState;
pub use game_refusal::GameRefusal;
pub use game_start::{GameStart, ResultByHand, results_by_hand};
pub use in_play::Progress;
pub use proposal::{Proposal, ProposalAnswer};
pub use proposal_refusal::ProposalRefusal;
pub use refusal::Refusal;
pub use request::Request;
pub use round_refusal::RoundRefusal;
pub use settings::{Settings, Tablets};
pub use tables::{Estimates, GroupTable};
pub use tie::ResolvedTie;
pub use unpair_ground::UnpairGround;
pub use warning::PairingWarning;

use crate::plan::{Team, TeamId};
use crate::ranking::{AbsenceKind, Participant};
use crate::regulation::Regulation;
use crate::{
    Embargoes, PairedGame, Player, PlayerId, Round, RoundKind, RoundNumber, Scoring, TableNumber,
};
use draughts::Timestamp;
use game_clock::StartMode;
use std::collections::{BTreeMap, BTreeSet};

/// A tournament: its players, rounds and results.
///
/// [`Tournament::default`] has not been created; every other state is the fold of events with
/// [`Tournament::apply`]. A tournament has no deadline: it does not change by the passing of time.
///
/// The entries of its tables are [`Participant`]s: players, or teams if teams play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// `None` until the tournament is created.
    settings: Option<Settings>,
    /// The settings at the creation, before any amendment.
    created: Option<Settings>,
    /// The players, by number; removed ones are missing.
    players: Vec<Player>,
    /// The teams, by number; removed ones are missing.
    teams: Vec<Team>,
    /// The highest numbers of players and of teams that were given.
    numbers: (usize, usize),
    /// The reserves, by the player whose seat each has taken.
    reserves: BTreeMap<Participant, Participant>,
    /// All participants, in the order of their numbers in the schedule.
    lots: Vec<Participant>,
    /// Empty until the participants are divided.
    groups: Vec<Vec<Participant>>,
    /// The drawing that the order of the lots, or of the groups, comes from; `None` before it.
    drawing: Option<Drawing>,
    absent: BTreeMap<(RoundNumber, Participant), AbsenceKind>,
    /// The notices of these absences.
    notices: BTreeMap<(RoundNumber, Participant), AbsenceNotice>,
    /// The participants who were checked in for a round.
    here: BTreeSet<(RoundNumber, Participant)>,
    /// The withdrawn participants, with the reasons.
    withdrawn: BTreeMap<Participant, String>,
    /// The teams that handed in their first line-up after the limit, with the reasons.
    late_line_ups: BTreeMap<TeamId, String>,
    /// The participants who declined promotion.
    declined: BTreeSet<Participant>,
    planned: BTreeMap<RoundNumber, Timestamp>,
    /// The starts of clocks that the arbiter chose for single games.
    start_modes: BTreeMap<(RoundNumber, TableNumber), StartMode>,
    /// The rounds that were paired: round n is at index n - 1.
    rounds: Vec<Round>,
    /// The chosen colours of finals, by the place in both pools.
    final_colors: BTreeMap<u32, FinalColor>,
    resolved: Vec<ResolvedTie>,
    embargoes: Embargoes,
    /// The proposals by number, of each matter the newest.
    proposals: BTreeMap<u32, Proposal>,
    /// The highest number of a proposal.
    latest_proposal: u32,
    is_deleted: bool,
}

/// A drawing of lots, or a division into groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Drawing {
    /// Number of participants at the time; later entrants have lots after them.
    entrants: usize,
    /// The seed of the draw; `None` if it was drawn elsewhere.
    seed: Option<u64>,
}

impl Tournament {
    /// Returns true if the tournament was created.
    pub fn is_created(&self) -> bool {
        self.settings.is_some()
    }

    /// Returns true if the tournament was deleted.
    pub fn is_deleted(&self) -> bool {
        self.is_deleted
    }

    /// Returns the settings, as created or amended; `None` before the creation.
    pub fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// Returns the regulation; `None` before the creation.
    pub fn regulation(&self) -> Option<&Regulation> {
        self.settings.as_ref().map(|settings| &settings.regulation)
    }

    /// Returns how the clock of a game starts by a decision of the arbiter; `None` if it is as the
    /// regulation says.
    pub fn start_mode(&self, round: RoundNumber, table: TableNumber) -> Option<StartMode> {
        self.start_modes.get(&(round, table)).copied()
    }

    /// Returns the scoring; the default before the creation.
    pub fn scoring(&self) -> Scoring {
        self.regulation().map_or_else(Scoring::default, |regulation| regulation.order.scoring)
    }

    /// Returns true if teams play.
    pub fn is_of_teams(&self) -> bool {
        self.regulation().is_some_and(Regulation::is_of_teams)
    }

    /// Returns the players, in order of entry.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the player with a number.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        let at = self.players.binary_search_by_key(&id, |player| player.id).ok()?;
        self.players.get(at)
    }

    /// Returns the player with a name, ignoring case.
    pub fn player_named(&self, name: &str) -> Option<&Player> {
        let name = name.to_lowercase();
        self.players.iter().find(|player| player.is_named(&name))
    }

    /// Returns the teams, in order of entry; none if players play for themselves.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Returns the team with a number.
    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.teams.iter().find(|team| team.id == id)
    }

    /// Returns the name of a player, or of a team if teams play.
    pub fn name_of(&self, participant: Participant) -> Option<&str> {
        if self.is_of_teams() {
            self.team(participant.into()).map(|team| team.name.as_str())
        } else {
            self.player(participant.into()).map(|player| player.name.as_str())
        }
    }

    /// Returns the participants, in the order of their numbers in the schedule: the order of entry
    /// unless drawn.
    pub fn lots(&self) -> &[Participant] {
        &self.lots
    }

    /// Returns the participants who have withdrawn, with the reasons.
    pub fn withdrawn(&self) -> &BTreeMap<Participant, String> {
        &self.withdrawn
    }

    /// Returns the reserves (regulation 2006, rule 10), by the player whose seat each has taken.
    pub fn reserves(&self) -> &BTreeMap<Participant, Participant> {
        &self.reserves
    }

    /// Returns the participants who were checked in, by round.
    pub fn checked_in(&self) -> &BTreeSet<(RoundNumber, Participant)> {
        &self.here
    }

    /// Returns true if a participant was checked in for a round.
    pub fn is_here(&self, round: RoundNumber, participant: Participant) -> bool {
        self.here.contains(&(round, participant))
    }

    /// Returns a participant's reported absence from a round; `None` if there is none.
    pub fn absence(&self, round: RoundNumber, participant: Participant) -> Option<AbsenceKind> {
        self.absent.get(&(round, participant)).copied()
    }

    /// Returns the teams whose first line-up came after the limit (B art. 6), with the reasons why
    /// it was taken (B art. 8).
    pub fn late_line_ups(&self) -> &BTreeMap<TeamId, String> {
        &self.late_line_ups
    }

    /// Returns the participants who declined promotion, by number.
    pub fn declined(&self) -> &BTreeSet<Participant> {
        &self.declined
    }

    /// Returns the notice of a reported absence; `None` if there is none.
    pub fn absence_notice(
        &self,
        round: RoundNumber,
        participant: Participant,
    ) -> Option<&AbsenceNotice> {
        self.notices.get(&(round, participant))
    }

    /// Returns all reported absences, by round and participant.
    pub fn absences(&self) -> &BTreeMap<(RoundNumber, Participant), AbsenceKind> {
        &self.absent
    }

    /// Returns the seed of the latest drawing of numbers or groups; `None` if they were given or
    /// not drawn.
    pub fn drawing_seed(&self) -> Option<u64> {
        self.drawing?.seed
    }

    /// Returns the planned moment for the start of a round, if it is set.
    pub fn planned(&self, round: RoundNumber) -> Option<Timestamp> {
        self.planned.get(&round).copied()
    }

    /// Returns the rounds that were paired, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns a round that was paired.
    pub fn round(&self, number: RoundNumber) -> Option<&Round> {
        self.rounds.get(number.index())
    }

    /// Returns the latest round that was paired.
    pub fn latest_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// Returns true if a round with a higher number than this was paired.
    pub fn has_round_after(&self, number: u32) -> bool {
        self.latest_round().is_some_and(|latest| latest.number().get() > number)
    }

    /// Returns the number of the round to be paired next, even if no more are to be played.
    pub fn next_round(&self) -> RoundNumber {
        RoundNumber::from_index(self.rounds.len())
    }

    /// Returns the game at a table of a round.
    pub fn game(&self, round: RoundNumber, table: TableNumber) -> Option<&PairedGame> {
        self.round(round)?.game(table)
    }

    /// Returns the chosen colours of the finals, by the place in both pools.
    pub fn final_colors(&self) -> &BTreeMap<u32, FinalColor> {
        &self.final_colors
    }

    /// Returns the resolutions of ties, in the order of recording.
    pub fn resolved_ties(&self) -> &[ResolvedTie] {
        &self.resolved
    }

    /// Returns the rounds that count in the tables.
    fn regular_rounds(&self) -> impl DoubleEndedIterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.is_regular())
    }

    /// Returns the round of the finals, once it is paired.
    pub(crate) fn finals(&self) -> Option<&Round> {
        self.rounds.iter().find(|round| *round.kind() == RoundKind::Finals)
    }
}
