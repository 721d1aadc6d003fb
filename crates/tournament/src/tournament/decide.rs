//! What a command brings about: the checks of every command, in the order they are reported.

use super::{Command, Event, Refusal, Settings, Tournament};
use crate::{
    Entry, Lot, PairedGame, Pairing, PairingSystem, Player, PlayerId, Round, RoundNumber,
    RoundState, Schedule, TableNumber, schedule,
};
use draughts::{Outcome, Timestamp};
use std::collections::BTreeSet;

impl Tournament {
    /// Decides what a command brings about. Never changes the tournament.
    ///
    /// What is so already is no refusal but `Ok` without events: the same creation, opening an
    /// open round, closing a closed one, the result that is recorded, no result to withdraw, the same
    /// entry or pairing.
    ///
    /// # Errors
    /// [`Refusal`], the first that applies.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let Some(settings) = &self.settings else {
            return match command {
                Command::Create { settings } => {
                    Ok(vec![Event::Created { settings: settings.checked()? }])
                }
                Command::Enter { .. }
                | Command::DrawLots { .. }
                | Command::Pair { .. }
                | Command::OpenRound { .. }
                | Command::RecordResult { .. }
                | Command::CorrectResult { .. }
                | Command::WithdrawResult { .. }
                | Command::CloseRound { .. } => Err(Refusal::NotCreated),
            };
        };
        match command {
            Command::Create { settings: again } => decide_create_again(settings, again),
            Command::Enter { entry } => self.decide_enter(settings.pairing, entry),
            Command::DrawLots { order } => self.decide_draw_lots(order),
            Command::Pair { round, pairings } => {
                self.decide_pair(settings.pairing, *round, pairings.as_deref())
            }
            Command::OpenRound { round, at } => self.decide_open(*round, *at),
            Command::RecordResult { round, table, outcome } => {
                self.decide_record(*round, *table, *outcome)
            }
            Command::CorrectResult { round, table, outcome } => {
                self.decide_correct(*round, *table, *outcome)
            }
            Command::WithdrawResult { round, table } => self.decide_withdraw(*round, *table),
            Command::CloseRound { round } => self.decide_close(*round),
        }
    }

    fn decide_enter(&self, system: PairingSystem, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        let player = entry.clone().into_player(PlayerId::from_index(self.players.len()))?;
        if let Some(other) = self.player_named(&player.name) {
            if player == (Player { id: player.id, ..other.clone() }) {
                return Ok(Vec::new());
            }
            return Err(Refusal::DuplicatePlayer { name: player.name, player: other.id });
        }
        let is_by_schedule = matches!(system, PairingSystem::RoundRobin { .. });
        if is_by_schedule && !self.rounds.is_empty() {
            return Err(Refusal::EntriesClosed);
        }
        if self.players.len() >= Self::PLAYERS_MAX {
            return Err(Refusal::TooManyPlayers { max: Self::PLAYERS_MAX });
        }
        Ok(vec![Event::PlayerEntered { player }])
    }

    fn decide_draw_lots(&self, order: &[PlayerId]) -> Result<Vec<Event>, Refusal> {
        if !self.rounds.is_empty() {
            return Err(Refusal::LotsFixed);
        }
        if let Some(&player) = order.iter().find(|id| self.player(**id).is_none()) {
            return Err(Refusal::UnknownPlayer { player });
        }
        let named: BTreeSet<_> = order.iter().collect();
        if named.len() != order.len() || named.len() != self.players.len() {
            return Err(Refusal::LotsIncomplete { players: self.players.len() });
        }
        if order == self.lots {
            return Ok(Vec::new());
        }
        Ok(vec![Event::LotsDrawn { order: order.to_vec() }])
    }

    fn decide_pair(
        &self,
        system: PairingSystem,
        round: RoundNumber,
        pairings: Option<&[(PlayerId, PlayerId)]>,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(paired) = self.round(round) {
            return decide_pair_again(system, paired, pairings);
        }
        let next = self.next_round();
        if round != next {
            return Err(Refusal::RoundOutOfOrder { round, next });
        }
        if let Some(previous) = self.rounds.last().filter(|last| last.state != RoundState::Closed) {
            return Err(Refusal::PreviousRoundNotClosed { round: previous.number });
        }
        if self.rounds.len() >= Self::ROUNDS_MAX {
            return Err(Refusal::TooManyRounds { max: Self::ROUNDS_MAX });
        }
        let (pairs, bye) = match (system, pairings) {
            (PairingSystem::RoundRobin { table }, None) => self.pairs_by_schedule(table, round)?,
            (PairingSystem::RoundRobin { .. }, Some(_)) => return Err(Refusal::PairingsGiven),
            (PairingSystem::Manual, given) => {
                let given = given.filter(|pairs| !pairs.is_empty());
                (self.pairs_by_hand(given.ok_or(Refusal::PairingsMissing { round })?, round)?, None)
            }
        };
        let pairings = pairs
            .into_iter()
            .enumerate()
            .map(|(index, (white, black))| Pairing {
                table: TableNumber::from_index(index),
                white,
                black,
            })
            .collect();
        Ok(vec![Event::RoundPaired { round, pairings, bye }])
    }

    /// The pairs of a round of the schedule, the lots replaced by the players who drew them.
    fn pairs_by_schedule(&self, table: Schedule, round: RoundNumber) -> Result<Pairs, Refusal> {
        let rounds = schedule(table, self.players.len())?;
        let by_lots =
            rounds.get(round.index()).ok_or(Refusal::NoMoreRounds { rounds: rounds.len() })?;
        let drawn_by = |lot: Lot| self.lots.get(lot.index()).copied();
        let pairs = by_lots
            .pairs
            .iter()
            .filter_map(|&(white, black)| Some((drawn_by(white)?, drawn_by(black)?)))
            .collect();
        Ok((pairs, by_lots.bye.and_then(drawn_by)))
    }

    fn pairs_by_hand(
        &self,
        pairs: &[(PlayerId, PlayerId)],
        round: RoundNumber,
    ) -> Result<Vec<(PlayerId, PlayerId)>, Refusal> {
        let mut paired = BTreeSet::new();
        for player in pairs.iter().flat_map(|&(white, black)| [white, black]) {
            if self.player(player).is_none() {
                return Err(Refusal::UnknownPlayer { player });
            }
            if !paired.insert(player) {
                return Err(Refusal::PairedTwice { player, round });
            }
        }
        Ok(pairs.to_vec())
    }

    fn decide_open(&self, number: RoundNumber, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        match self.known_round(number)?.state {
            RoundState::Paired => Ok(vec![Event::RoundOpened { round: number, at }]),
            RoundState::Open => Ok(Vec::new()),
            state @ RoundState::Closed => Err(Refusal::WrongRoundState { round: number, state }),
        }
    }

    fn decide_record(
        &self,
        number: RoundNumber,
        table: TableNumber,
        outcome: Outcome,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        if round.state == RoundState::Paired {
            return Err(Refusal::WrongRoundState { round: number, state: round.state });
        }
        match game.outcome {
            Some(recorded) if recorded == outcome => return Ok(Vec::new()),
            Some(recorded) => {
                return Err(Refusal::AlreadyRecorded { round: number, table, recorded });
            }
            None => {}
        }
        let mut events = vec![Event::ResultRecorded { round: number, table, outcome }];
        let is_last = round.unfinished().all(|unfinished| unfinished == table);
        if is_last && round.state == RoundState::Open {
            events.push(Event::RoundClosed { round: number });
        }
        Ok(events)
    }

    fn decide_withdraw(
        &self,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<Vec<Event>, Refusal> {
        let (_round, game) = self.known_game(round, table)?;
        let withdrawn = game.outcome.map(|_recorded| Event::ResultWithdrawn { round, table });
        Ok(withdrawn.into_iter().collect())
    }

    fn decide_correct(
        &self,
        round: RoundNumber,
        table: TableNumber,
        outcome: Outcome,
    ) -> Result<Vec<Event>, Refusal> {
        match self.known_game(round, table)?.1.outcome {
            None => Err(Refusal::NothingToCorrect { round, table }),
            Some(recorded) if recorded == outcome => Ok(Vec::new()),
            Some(_) => Ok(vec![Event::ResultCorrected { round, table, outcome }]),
        }
    }

    fn decide_close(&self, number: RoundNumber) -> Result<Vec<Event>, Refusal> {
        match self.known_round(number)?.state {
            RoundState::Open => Ok(vec![Event::RoundClosed { round: number }]),
            RoundState::Closed => Ok(Vec::new()),
            state @ RoundState::Paired => Err(Refusal::WrongRoundState { round: number, state }),
        }
    }

    fn known_round(&self, round: RoundNumber) -> Result<&Round, Refusal> {
        self.round(round).ok_or(Refusal::UnknownRound { round })
    }

    fn known_game(
        &self,
        number: RoundNumber,
        table: TableNumber,
    ) -> Result<(&Round, &PairedGame), Refusal> {
        let round = self.known_round(number)?;
        let game = round.game(table).ok_or(Refusal::UnknownTable { round: number, table })?;
        Ok((round, game))
    }
}

/// White and Black of each table, and who has the bye.
type Pairs = (Vec<(PlayerId, PlayerId)>, Option<PlayerId>);

/// The same creation again changes nothing; another one is refused.
fn decide_create_again(settings: &Settings, again: &Settings) -> Result<Vec<Event>, Refusal> {
    if again.checked().is_ok_and(|again| again == *settings) {
        return Ok(Vec::new());
    }
    Err(Refusal::AlreadyCreated { name: settings.name.clone() })
}

/// The same pairing again changes nothing; another one is refused.
fn decide_pair_again(
    system: PairingSystem,
    paired: &Round,
    pairings: Option<&[(PlayerId, PlayerId)]>,
) -> Result<Vec<Event>, Refusal> {
    let seated = paired.games.iter().map(|game| (game.pairing.white, game.pairing.black));
    match (system, pairings) {
        (PairingSystem::RoundRobin { .. }, None) => Ok(Vec::new()),
        (PairingSystem::RoundRobin { .. }, Some(_)) => Err(Refusal::PairingsGiven),
        (PairingSystem::Manual, Some(again)) if seated.eq(again.iter().copied()) => Ok(Vec::new()),
        (PairingSystem::Manual, _) => Err(Refusal::AlreadyPaired { round: paired.number }),
    }
}
