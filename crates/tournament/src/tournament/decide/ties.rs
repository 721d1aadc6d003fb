//! Ties: resolved by a ruling, a lot or games.

use super::super::groups::drawn;
use super::super::play_off::PlayOffState;
use super::super::{Estimates, Event, Refusal, Tournament};
use super::{pairing::Pairs, reason_of};
use crate::plan::{GameOfMatch, Lots, PlayOff, play_off};
use crate::ranking::{Meeting, Participant, Remedy, Running, TieDecision, first_of_play_off};
use crate::regulation::Fault;
use crate::{PairingMethod, RoundKind, RoundNumber, schedule};
use std::num::NonZeroU32;

impl Tournament {
    /// Returns the play-offs whose next games can be paired now: for each, the tied participants,
    /// by number. Ties without games as their remedy are not among them, nor those whose games the
    /// organisers pair.
    pub fn open_play_offs(&self) -> Vec<Vec<Participant>> {
        let mut open = Vec::new();
        if self.check_finished().is_err() {
            return open;
        }
        let tables = self.tables(Running::Ignored);
        let ties = tables.iter().flat_map(|table| &table.ranking.ties);
        let winners = self.winners_ties(&[]);
        let ties = ties.chain(&winners).map(|tie| tie.participants.clone());
        let undecided = self.finals_state().into_iter().filter(|one| one.winner.is_none());
        let finals = undecided.map(|one| {
            let mut pair = vec![one.crossing.first.into(), one.crossing.second.into()];
            pair.sort_unstable();
            pair
        });
        for tied in ties.chain(finals) {
            if let Ok(games) = self.remedy_of(&tied).and_then(games_of) {
                self.add_open(&tied, games, &mut open);
            }
        }
        open
    }

    fn add_open(&self, tied: &[Participant], games: NonZeroU32, open: &mut Vec<Vec<Participant>>) {
        let games = self.play_off_games(tied).unwrap_or(games);
        match self.play_off_state(tied, games) {
            PlayOffState::Begin | PlayOffState::Next { .. } => open.push(tied.to_vec()),
            PlayOffState::Split(ties) => {
                ties.iter().for_each(|tie| self.add_open(tie, games, open));
            }
            PlayOffState::Running(_) | PlayOffState::Won(_) | PlayOffState::ByHand => {}
        }
    }

    pub(super) fn decide_resolve(
        &self,
        order: &[Participant],
        how: TieDecision,
    ) -> Result<Vec<Event>, Refusal> {
        let tied = self.named_once(order)?;
        let recorded = self.resolved.iter().find(|resolved| resolved.is_of(&tied));
        if recorded.is_some_and(|one| one.order == order && one.how == how) {
            return Ok(Vec::new());
        }
        if recorded.is_some() {
            return Err(Refusal::AlreadyResolved);
        }
        let remedy = self.remedy_of(&tied)?;
        let instead_of = (!how.is_by(remedy)).then_some(remedy);
        Ok(vec![Event::TieResolved { order: order.to_vec(), how, instead_of }])
    }

    pub(super) fn decide_reopen(
        &self,
        participants: &[Participant],
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let tied = self.named_once(participants)?;
        let Some(recorded) = self.resolved.iter().find(|resolved| resolved.is_of(&tied)) else {
            return Ok(Vec::new());
        };
        let reason = reason_of(reason)?;
        if reason.is_empty() {
            return Err(Refusal::TieReasonMissing);
        }
        let games = self.play_off_games(&tied);
        let state = games.map(|games| self.play_off_state(&tied, games));
        if state == Some(PlayOffState::Won(recorded.order.clone())) {
            return Err(Refusal::WonByGames);
        }
        let is_of_final = recorded.order.len() == 2 && self.is_drawn_final(&tied);
        if let Some(finals) = self.finals().filter(|_| !is_of_final) {
            return Err(Refusal::AlreadyPaired { round: finals.number() });
        }
        let is_of_winners = self.winners_ties(&tied).iter().any(|tie| tie.participants == tied);
        if let Some(winners) = self.winners_rounds().next().filter(|_| !is_of_winners) {
            return Err(Refusal::AlreadyPaired { round: winners.number() });
        }
        let mut events = vec![Event::TieReopened { participants: tied.clone(), reason }];
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        events.extend(after.consequence(tied));
        Ok(events)
    }

    pub(super) fn decide_draw_tie(
        &self,
        participants: &[Participant],
        seed: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let mut order = self.named_once(participants)?;
        Lots::from_seed(seed).shuffle(&mut order);
        self.decide_resolve(&order, TieDecision::Lot { seed: Some(seed) })
    }

    pub(super) fn decide_pair_play_off(
        &self,
        round: RoundNumber,
        participants: &[Participant],
        seed: Option<u64>,
    ) -> Result<Vec<Event>, Refusal> {
        let tied = self.named_once(participants)?;
        if let Some(paired) = self.round(round) {
            let is_by_hand = matches!(paired.paired.method, PairingMethod::ByHand(_));
            if !is_by_hand && paired.play_off_of().is_some_and(|of| of == tied) {
                return Ok(Vec::new());
            }
            return Err(Refusal::AlreadyPaired { round });
        }
        self.check_number(round)?;
        let (remedy, games) = self.games_for(&tied)?;
        let (lots, pairs, byes) = match self.play_off_state(&tied, games) {
            PlayOffState::Running(round) => return Err(Refusal::PlayOffRunning { round }),
            PlayOffState::ByHand => return Err(Refusal::PairingsMissing { round }),
            PlayOffState::Won(_) | PlayOffState::Split(_) => return Err(Refusal::PlayOffOver),
            PlayOffState::Next { lots, pairs, byes } => (lots, pairs, byes),
            PlayOffState::Begin => self.begin_play_off(&tied, remedy, games, seed)?,
        };
        let pairs = if tied.len() > 2 { self.reversed_from_last(pairs, remedy) } else { pairs };
        let kind = RoundKind::PlayOff { lots, games };
        self.paired(round, kind, &pairs, byes, PairingMethod::Schedule)
    }

    /// Returns pairs of a table for three or more with the colours of their last mutual games
    /// reversed (A art. 5 C, C art. 15 D, D art. 6 D, E art. 5 D, 2006 art. 14c); the drawn ones
    /// where two have not met. Where the lot decides about colours (F art. 4), only games of
    /// play-offs are reversed.
    fn reversed_from_last(&self, pairs: Pairs, remedy: Option<Remedy>) -> Pairs {
        let is_by_lot = remedy == Some(Remedy::SingleGamesByLot);
        let rounds = self.rounds.iter().filter(|round| !is_by_lot || round.is_play_off());
        let met: Vec<Meeting> =
            rounds.flat_map(|round| round.meetings(&Estimates::new())).collect();
        let reversed = |(one, other)| match first_of_play_off(&met, [one, other]) {
            Some(first) if first == other => (other, one),
            Some(_) | None => (one, other),
        };
        pairs.into_iter().map(reversed).collect()
    }

    /// Decides the games of three or more by the organisers' schedule (C art. 15, E art. 5, F art.
    /// 4).
    pub(super) fn decide_pair_play_off_by_hand(
        &self,
        round: RoundNumber,
        participants: &[Participant],
        pairs: &[(Participant, Participant)],
    ) -> Result<Vec<Event>, Refusal> {
        let tied = self.named_once(participants)?;
        if let Some(paired) = self.round(round) {
            let is_by_hand = matches!(paired.paired.method, PairingMethod::ByHand(_));
            let is_same = is_by_hand && paired.play_off_of().is_some_and(|of| of == tied);
            if is_same && paired.pairs().eq(pairs.iter().copied()) {
                return Ok(Vec::new());
            }
            return Err(Refusal::AlreadyPaired { round });
        }
        self.check_number(round)?;
        let (_, games) = self.games_for(&tied)?;
        if tied.len() == 2 {
            return Err(Refusal::PlayOffOfTwo);
        }
        match self.play_off_state(&tied, games) {
            PlayOffState::Running(round) => return Err(Refusal::PlayOffRunning { round }),
            PlayOffState::Won(_) | PlayOffState::Split(_) => return Err(Refusal::PlayOffOver),
            PlayOffState::Begin | PlayOffState::Next { .. } | PlayOffState::ByHand => {}
        }
        if pairs.is_empty() {
            return Err(Refusal::PairingsMissing { round });
        }
        let mut free = tied.clone();
        for participant in pairs.iter().flat_map(|&(first, second)| [first, second]) {
            if !tied.contains(&participant) {
                return Err(Refusal::NotInPlayOff { participant });
            }
            let Some(at) = free.iter().position(|one| *one == participant) else {
                return Err(Refusal::PairedTwice { participant, round });
            };
            free.remove(at);
        }
        let kind = RoundKind::PlayOff { lots: tied, games };
        self.paired(round, kind, pairs, free, PairingMethod::ByHand(Vec::new()))
    }

    /// Returns the remedy of a tie (`None` if a play-off of more participants left it), and the
    /// number of games of a match of two.
    fn games_for(&self, tied: &[Participant]) -> Result<(Option<Remedy>, NonZeroU32), Refusal> {
        if let Some(games) = self.games_of_split(tied) {
            return Ok((None, games));
        }
        if self.resolved.iter().any(|resolved| resolved.is_of(tied)) {
            return Err(Refusal::PlayOffOver);
        }
        let remedy = self.remedy_of(tied)?;
        Ok((Some(remedy), games_of(remedy)?))
    }

    /// Begins a play-off, or another one after all were tied again. In a match of two their earlier
    /// games decide who begins with White (B art. 7, D26), unless the lot decides (F art. 4).
    fn begin_play_off(
        &self,
        tied: &[Participant],
        remedy: Option<Remedy>,
        games: NonZeroU32,
        seed: Option<u64>,
    ) -> Result<Begun, Refusal> {
        let first = match *tied {
            [one, other] => self.first_of_play_off([one, other]),
            _ => None,
        };
        let first = first.filter(|_| remedy != Some(Remedy::SingleGamesByLot));
        // If earlier games decide who begins, the seed is not used.
        let seed = seed.or(first.map(|_| 0)).ok_or(Refusal::SeedMissing)?;
        match play_off(tied, games, first, seed)? {
            PlayOff::Match(of_two) => {
                let GameOfMatch { white, black, .. } = of_two.game(NonZeroU32::MIN);
                Ok((vec![white, black], vec![(white, black)], Vec::new()))
            }
            PlayOff::RoundRobin { table, lots } => {
                let schedule = schedule(table, lots.len()).map_err(Fault::from)?;
                let (pairs, byes) =
                    schedule.first().map(|round| drawn(round, &lots)).unwrap_or_default();
                Ok((lots, pairs, byes))
            }
        }
    }

    /// Returns the named participants by number; errors if one is unknown or named twice.
    fn named_once(&self, named: &[Participant]) -> Result<Vec<Participant>, Refusal> {
        named.iter().try_for_each(|participant| self.known(*participant))?;
        let mut sorted = named.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != named.len() || sorted.len() < 2 {
            return Err(Refusal::NoSuchTie);
        }
        Ok(sorted)
    }

    /// Returns the remedy for the tie of exactly these participants, given by number: in a finished
    /// table, or in a drawn final.
    pub(super) fn remedy_of(&self, tied: &[Participant]) -> Result<Remedy, Refusal> {
        let is_of_final = self.finals_state().into_iter().any(|one| {
            let mut players: Vec<Participant> =
                vec![one.crossing.first.into(), one.crossing.second.into()];
            players.sort_unstable();
            players == tied && self.is_drawn_final(&players)
        });
        if is_of_final {
            return Ok(Remedy::Blitz);
        }
        self.check_finished()?;
        if let Some(tie) = self.winners_ties(tied).into_iter().find(|tie| tie.participants == tied)
        {
            let order = self.regulation().map(|regulation| &regulation.order);
            let order = order.ok_or(Refusal::NotCreated)?;
            return Ok(if tie.place == 1 { order.first_remedy } else { order.remedy });
        }
        for table in self.tables_without(tied) {
            let order = &table.ranking.order;
            if let Some(tie) = table.ranking.ties.iter().find(|tie| tie.participants == tied) {
                return Ok(if tie.place == 1 { order.first_remedy } else { order.remedy });
            }
        }
        Err(Refusal::NoSuchTie)
    }

    /// Returns true if the final of these two has a result without a winner.
    fn is_drawn_final(&self, players: &[Participant]) -> bool {
        let Some(round) = self.finals() else { return false };
        let meetings = round.meetings(&Estimates::new());
        let mut own = meetings
            .into_iter()
            .filter(|one| players.contains(&one.first) && players.contains(&one.second));
        let points = own.next().and_then(|meeting| self.points_of(&meeting.state));
        points.is_some_and(|(first, second)| first == second)
    }

    /// Returns the number of games of a match of two, if these are still tied after a play-off of
    /// more.
    fn games_of_split(&self, tied: &[Participant]) -> Option<NonZeroU32> {
        self.play_offs().into_iter().filter(|whole| whole.len() > tied.len()).find_map(|whole| {
            let games = self.play_off_games(&whole)?;
            match self.play_off_state(&whole, games) {
                PlayOffState::Split(ties) if ties.iter().any(|tie| tie == tied) => Some(games),
                PlayOffState::Begin
                | PlayOffState::Running(_)
                | PlayOffState::Next { .. }
                | PlayOffState::Won(_)
                | PlayOffState::ByHand
                | PlayOffState::Split(_) => None,
            }
        })
    }
}

/// The lots of a play-off, its first pairs, and the free participants.
type Begun = (Vec<Participant>, Pairs, Vec<Participant>);

/// Returns the number of games of a match of two by a remedy, before single games decide it.
fn games_of(remedy: Remedy) -> Result<NonZeroU32, Refusal> {
    match remedy {
        Remedy::MatchOfTwo => Ok(NonZeroU32::MIN.saturating_add(1)),
        // The organisers may decide on games.
        Remedy::SingleGames
        | Remedy::SingleGamesOrLot
        | Remedy::SingleGamesByLot
        | Remedy::TeamMatch
        | Remedy::Blitz
        | Remedy::Organizer => Ok(NonZeroU32::MIN),
        Remedy::Lot | Remedy::Arbiter => Err(Refusal::NoPlayOff { remedy }),
    }
}
