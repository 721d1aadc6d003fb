//! The tournament as an aggregate: commands in, events out, and the rounds as they stand.

mod command;
mod decide;
mod event;
mod refusal;
mod settings;

pub use command::Command;
pub use event::Event;
pub use refusal::Refusal;
pub use settings::{PlayingTime, Settings};

use crate::{
    PairedGame, Pairing, PairingSystem, Player, PlayerId, Round, RoundNumber, RoundPairings,
    RoundState, Schedule, Scoring, TableNumber, schedule,
};
use draughts::Outcome;

/// A tournament: its players, rounds and results.
///
/// [`Tournament::default`] is a tournament that was not created; folding events with
/// [`Tournament::apply`] is the only way to any other state. It has no deadline: nothing happens
/// in it by the passing of time alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// Nothing until it is created.
    settings: Option<Settings>,
    /// In order of entry: the player with number n stands at place n - 1.
    players: Vec<Player>,
    /// Everybody, in the order of the numbers that they have in the schedule.
    lots: Vec<PlayerId>,
    /// In their order: round n stands at place n - 1.
    rounds: Vec<Round>,
}

impl Tournament {
    /// The most players of one tournament; the tables of a schedule have their own, lower limits.
    pub const PLAYERS_MAX: usize = 2_000;
    /// The longest notice, in characters.
    pub const NOTICE_CHARS_MAX: usize = 500;
    /// The most rounds of one tournament.
    pub const ROUNDS_MAX: usize = 1_000;

    /// Takes an event into the state. Cannot fail, because an event is a fact.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Created { settings } => self.settings = Some(settings.clone()),
            Event::PlayerEntered { player } => {
                self.lots.push(player.id);
                self.players.push(player.clone());
            }
            Event::LotsDrawn { order } => self.lots.clone_from(order),
            Event::RoundPaired { round, pairings, bye } => self.rounds.push(Round {
                number: *round,
                state: RoundState::Paired,
                opened_at: None,
                games: pairings.iter().copied().map(not_played).collect(),
                bye: *bye,
            }),
            Event::RoundOpened { round, at } => {
                if let Some(round) = self.rounds.get_mut(round.index()) {
                    round.state = RoundState::Open;
                    round.opened_at = Some(*at);
                }
            }
            Event::RoundClosed { round } => {
                if let Some(round) = self.rounds.get_mut(round.index()) {
                    round.state = RoundState::Closed;
                }
            }
            Event::ResultWithdrawn { round, table } => {
                if let Some(round) = self.rounds.get_mut(round.index()) {
                    // A round with a game that goes on is open again.
                    round.state = RoundState::Open;
                    if let Some(game) = round.games.get_mut(table.index()) {
                        game.outcome = None;
                    }
                }
            }
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
        self.settings.is_some()
    }

    /// What was fixed at the creation; `None` before.
    pub fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// How results become points; the usual way before the creation.
    pub fn scoring(&self) -> Scoring {
        self.settings.as_ref().map_or_else(Scoring::default, |settings| settings.scoring)
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
        match self.settings.as_ref()?.pairing {
            PairingSystem::RoundRobin { table } => Some(table),
            PairingSystem::Manual => None,
        }
    }
}

fn not_played(pairing: Pairing) -> PairedGame {
    PairedGame { pairing, outcome: None::<Outcome> }
}
