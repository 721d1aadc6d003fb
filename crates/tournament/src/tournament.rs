//! The tournament as an aggregate: commands in, events out, and the rounds as they stand.

mod command;
mod decide;
mod event;
mod refusal;

pub use command::{Command, PlayingTime};
pub use event::Event;
pub use refusal::Refusal;

use crate::{
    PairedGame, Pairing, PairingSystem, Player, PlayerId, Round, RoundNumber, RoundPairings,
    RoundState, Schedule, Scoring, TableNumber, schedule,
};
use draughts::{Outcome, RuleSet};

/// A tournament: its players, rounds and results.
///
/// [`Tournament::default`] is a tournament that was not created; folding events with
/// [`Tournament::apply`] is the only way to any other state. It has no deadline: nothing happens
/// in it by the passing of time alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// Nothing until it is created.
    frame: Option<Frame>,
    /// In order of entry: the player with number n stands at place n - 1.
    players: Vec<Player>,
    /// Everybody, in the order of the numbers that they have in the schedule.
    lots: Vec<PlayerId>,
    /// In their order: round n stands at place n - 1.
    rounds: Vec<Round>,
}

/// What is fixed when a tournament is created.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    name: String,
    rules: RuleSet,
    playing_time: PlayingTime,
    scoring: Scoring,
    pairing: PairingSystem,
}

impl Tournament {
    /// The most players of one tournament; the tables of a schedule have their own, lower limits.
    pub const PLAYERS_MAX: usize = 2_000;
    /// The most rounds of one tournament.
    pub const ROUNDS_MAX: usize = 1_000;

    /// Takes an event into the state. Cannot fail, because an event is a fact.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Created { name, rules, playing_time, scoring, pairing } => {
                self.frame = Some(Frame {
                    name: name.clone(),
                    rules: *rules,
                    playing_time: *playing_time,
                    scoring: *scoring,
                    pairing: *pairing,
                });
            }
            Event::PlayerEntered { player } => {
                self.lots.push(player.id);
                self.players.push(player.clone());
            }
            Event::LotsDrawn { order } => self.lots.clone_from(order),
            Event::RoundPaired { round, pairings, bye } => self.rounds.push(Round {
                number: *round,
                state: RoundState::Paired,
                games: pairings.iter().copied().map(not_played).collect(),
                bye: *bye,
            }),
            Event::RoundOpened { round } => self.set_state(*round, RoundState::Open),
            Event::RoundClosed { round } => self.set_state(*round, RoundState::Closed),
            Event::ResultRecorded { round, table, outcome }
            | Event::ResultCorrected { round, table, outcome } => {
                let round = self.rounds.get_mut(round.index());
                if let Some(game) = round.and_then(|round| round.games.get_mut(table.index())) {
                    game.outcome = Some(*outcome);
                }
            }
        }
    }

    /// Whether the tournament was created.
    pub fn is_created(&self) -> bool {
        self.frame.is_some()
    }

    /// The name; `None` before the creation.
    pub fn name(&self) -> Option<&str> {
        self.frame.as_ref().map(|frame| frame.name.as_str())
    }

    /// The rules of its games; `None` before the creation.
    pub fn rules(&self) -> Option<RuleSet> {
        self.frame.as_ref().map(|frame| frame.rules)
    }

    /// What each player is given to think; `None` before the creation.
    pub fn playing_time(&self) -> Option<PlayingTime> {
        self.frame.as_ref().map(|frame| frame.playing_time)
    }

    /// How results become points; the usual way before the creation.
    pub fn scoring(&self) -> Scoring {
        self.frame.as_ref().map_or_else(Scoring::default, |frame| frame.scoring)
    }

    /// Where the pairings come from; `None` before the creation.
    pub fn pairing_system(&self) -> Option<PairingSystem> {
        self.frame.as_ref().map(|frame| frame.pairing)
    }

    /// Everybody who was entered, in order of entry.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The player with a number.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(id.index())
    }

    /// The player with a name; the case of letters does not count.
    pub fn player_named(&self, name: &str) -> Option<&Player> {
        self.players.iter().find(|player| player.is_named(name))
    }

    /// Everybody, in the order of their numbers in the schedule: as entered unless drawn.
    pub fn lots(&self) -> &[PlayerId] {
        &self.lots
    }

    /// The rounds that were paired, in their order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// A round that was paired.
    pub fn round(&self, number: RoundNumber) -> Option<&Round> {
        self.rounds.get(number.index())
    }

    /// The latest round that was paired.
    pub fn latest_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The number of the round to be paired next, whether or not there is one.
    pub fn next_round(&self) -> RoundNumber {
        RoundNumber::from_index(self.rounds.len())
    }

    /// The game at a table of a round.
    pub fn game(&self, round: RoundNumber, table: TableNumber) -> Option<&PairedGame> {
        self.round(round)?.game(table)
    }

    /// The whole schedule, if the players there are have one; `None` when pairing by hand.
    ///
    /// Changes with every entry until the first round is paired.
    pub fn schedule(&self) -> Option<Vec<RoundPairings>> {
        schedule(self.table()?, self.players.len()).ok()
    }

    /// How many rounds there will be; `None` when pairing by hand or without a schedule.
    pub fn rounds_total(&self) -> Option<usize> {
        self.schedule().map(|rounds| rounds.len())
    }

    /// Whether every round of the schedule is closed and no result is missing.
    ///
    /// Never true when pairing by hand, which ends when nobody pairs another round.
    pub fn is_finished(&self) -> bool {
        self.rounds_total() == Some(self.rounds.len())
            && self.rounds.iter().all(|round| round.state == RoundState::Closed)
            && self.rounds.iter().all(|round| round.unfinished().next().is_none())
    }

    fn table(&self) -> Option<Schedule> {
        match self.frame.as_ref()?.pairing {
            PairingSystem::RoundRobin { table } => Some(table),
            PairingSystem::Manual => None,
        }
    }

    fn set_state(&mut self, round: RoundNumber, state: RoundState) {
        if let Some(round) = self.rounds.get_mut(round.index()) {
            round.state = state;
        }
    }
}

fn not_played(pairing: Pairing) -> PairedGame {
    PairedGame { pairing, outcome: None::<Outcome> }
}
