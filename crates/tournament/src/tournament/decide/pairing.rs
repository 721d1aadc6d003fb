//! The pairing of a round by the regulation: by a table or the Swiss system.

use super::super::groups::drawn;
use super::super::{Event, Refusal, Tournament};
use crate::plan::{LineUp, TeamId, TeamMatch};
use crate::ranking::{AbsenceKind, Participant};
use crate::regulation::{Format, Regulation};
use crate::{
    Absent, GroupNumber, MatchBoard, PairedMatch, PairedRound, Pairing, PairingMethod, ROUNDS_MAX,
    Round, RoundKind, RoundNumber, RoundState, SwissReasons, TableNumber, swiss,
};
use std::collections::BTreeSet;

/// The pairs of a round: White and Black, or the first-named team and the other.
pub(super) type Pairs = Vec<(Participant, Participant)>;

impl Tournament {
    pub(super) fn decide_pair(
        &self,
        regulation: &Regulation,
        round: RoundNumber,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(paired) = self.round(round) {
            let is_by_hand = matches!(paired.paired.method, PairingMethod::ByHand(_));
            if is_by_hand || paired.is_play_off() {
                return Err(Refusal::AlreadyPaired { round });
            }
            return Ok(Vec::new());
        }
        let played = self.check_next(regulation, round)?;
        if self.is_finals(regulation, played) {
            return self.decide_pair_finals(round);
        }
        if let Some(played) = self.rounds_of_winners(regulation, played) {
            return self.decide_pair_winners(regulation, round, played);
        }
        let (pairs, byes, method) = if matches!(regulation.format, Format::Swiss(_)) {
            self.pairs_by_swiss(round)?
        } else {
            self.pairs_by_schedule(regulation, played, round)?
        };
        if pairs.is_empty() {
            return Err(Refusal::NobodyToPair { round });
        }
        self.paired(round, RoundKind::Regular, &pairs, byes, method)
    }

    /// Checks that a round of the tournament, not of a play-off, can be paired; returns the number
    /// of rounds before it.
    pub(super) fn check_next(
        &self,
        regulation: &Regulation,
        round: RoundNumber,
    ) -> Result<usize, Refusal> {
        self.check_number(round)?;
        let rounds: Vec<&Round> = self.rounds.iter().filter(|one| !one.is_play_off()).collect();
        if let Some(previous) = rounds.last().filter(|last| last.state != RoundState::Closed) {
            return Err(Refusal::PreviousRoundNotClosed { round: previous.number() });
        }
        self.check_playable(regulation)?;
        match self.rounds_total() {
            Some(total) if rounds.len() >= total => Err(Refusal::NoMoreRounds { rounds: total }),
            Some(_) | None => Ok(rounds.len()),
        }
    }

    /// Checks that a round is the next one.
    pub(super) fn check_number(&self, round: RoundNumber) -> Result<(), Refusal> {
        let next = self.next_round();
        if round != next {
            return Err(Refusal::RoundOutOfOrder { round, next });
        }
        if self.rounds.len() >= ROUNDS_MAX {
            return Err(Refusal::TooManyRounds { max: ROUNDS_MAX });
        }
        Ok(())
    }

    /// Returns true if the round after this number of rounds is that of the crossing finals.
    pub(super) fn is_finals(&self, regulation: &Regulation, played: usize) -> bool {
        matches!(regulation.format, Format::Pools(_))
            && self.rounds_total() == Some(played.saturating_add(1))
    }

    /// Returns the number of rounds that the winners of the groups have played, if the next round
    /// is theirs.
    pub(super) fn rounds_of_winners(
        &self,
        regulation: &Regulation,
        played: usize,
    ) -> Option<usize> {
        let before = self.rounds_of_groups()?;
        let is_theirs = !self.winners_schedule(regulation).is_empty();
        played.checked_sub(before).filter(|_| is_theirs)
    }

    /// Returns the pairs of a round of the schedules, with the participants in place of the lots.
    /// All groups play at once, as long as their schedules last.
    fn pairs_by_schedule(
        &self,
        regulation: &Regulation,
        played: usize,
        round: RoundNumber,
    ) -> Result<(Pairs, Vec<Participant>, PairingMethod), Refusal> {
        let (mut pairs, mut byes) = (Pairs::new(), Vec::new());
        for group in self.groups() {
            let schedule = self.schedule_of(regulation, group.len());
            let schedule = schedule.ok_or(Refusal::PairingsMissing { round })?;
            let Some(by_lots) = schedule.get(played) else { continue };
            let (of_group, free) = drawn(by_lots, group);
            pairs.extend(of_group);
            byes.extend(free);
        }
        Ok((pairs, byes, PairingMethod::Schedule))
    }

    fn pairs_by_swiss(
        &self,
        round: RoundNumber,
    ) -> Result<(Pairs, Vec<Participant>, PairingMethod), Refusal> {
        let (mut pairs, mut byes, mut reasons) = (Pairs::new(), Vec::new(), Vec::new());
        let counted_as_draws = self.without_result();
        for (at, members) in self.groups().iter().enumerate() {
            let group = GroupNumber::from_index(at);
            let members: BTreeSet<&Participant> = members.iter().collect();
            let field = self.swiss_field(group, round)?;
            let paired = swiss::pair(&field).map_err(|reason| Refusal::Unpairable { reason })?;
            pairs.extend(paired.pairs.iter().map(|pair| (pair.white.into(), pair.black.into())));
            byes.extend(paired.bye.iter().map(|bye| Participant::from(bye.player)));
            let is_of_group = |&&(round, table): &&(RoundNumber, TableNumber)| {
                let white =
                    self.game(round, table).map(|game| Participant::from(game.pairing.white));
                white.is_some_and(|white| members.contains(&white))
            };
            let counted_as_draws = counted_as_draws.iter().filter(is_of_group).copied().collect();
            reasons.push(SwissReasons { group, round: paired, counted_as_draws });
        }
        Ok((pairs, byes, PairingMethod::Swiss(reasons)))
    }

    /// Returns the event of a pairing: the pairs get tables, and teams their boards.
    pub(in crate::tournament) fn paired(
        &self,
        round: RoundNumber,
        kind: RoundKind,
        pairs: &[(Participant, Participant)],
        byes: Vec<Participant>,
        method: PairingMethod,
    ) -> Result<Vec<Event>, Refusal> {
        let (pairings, matches) =
            if self.is_of_teams() { self.seat_teams(pairs)? } else { (seats(pairs), Vec::new()) };
        let mut named: BTreeSet<Participant> = byes.iter().copied().collect();
        named.extend(pairs.iter().flat_map(|&(first, second)| [first, second]));
        let absent = |participant: &Participant| {
            let is_withdrawn = self.withdrawn.contains_key(participant);
            let reported = self.absence(round, *participant);
            let kind = if is_withdrawn { Some(AbsenceKind::NotPaired) } else { reported };
            let kind = kind.filter(|_| !named.contains(participant))?;
            Some(Absent { participant: *participant, kind, is_withdrawn })
        };
        let mut absent: Vec<Absent> = if kind == RoundKind::Regular {
            self.lots.iter().filter_map(absent).collect()
        } else {
            Vec::new()
        };
        absent.sort_by_key(|absent| absent.participant);
        let paired = PairedRound { round, kind, pairings, matches, byes, absent, method };
        Ok(vec![Event::RoundPaired { paired: Box::new(paired) }])
    }

    fn seat_teams(
        &self,
        pairs: &[(Participant, Participant)],
    ) -> Result<(Vec<Pairing>, Vec<PairedMatch>), Refusal> {
        let (mut pairings, mut matches) = (Vec::new(), Vec::new());
        let line_up = |team: TeamId| {
            let own = self.team(team).ok_or(Refusal::UnknownTeam { team })?;
            // No player comes for a team that withdrew, and an empty board is lost (B art. 6).
            if self.withdrawn.contains_key(&team.into()) {
                return Ok(LineUp::of_nobody(own.boards));
            }
            own.line_up.clone().ok_or(Refusal::LineUpMissing { team })
        };
        for &(first, second) in pairs {
            let (first, second) = (first.into(), second.into());
            let boards =
                TeamMatch::new(first, second)?.boards(&line_up(first)?, &line_up(second)?)?;
            let mut seated = Vec::new();
            for board in boards {
                let mut table = None;
                if let (Some(white), Some(black)) = (board.white, board.black) {
                    let number = TableNumber::from_index(pairings.len());
                    pairings.push(Pairing { table: number, white, black });
                    table = Some(number);
                }
                seated.push(MatchBoard { pairing: board, table });
            }
            matches.push(PairedMatch { first, second, boards: seated });
        }
        Ok((pairings, matches))
    }
}

/// Returns the tables of players, in order.
fn seats(pairs: &[(Participant, Participant)]) -> Vec<Pairing> {
    let seat = |(at, &(white, black)): (usize, &(Participant, Participant))| Pairing {
        table: TableNumber::from_index(at),
        white: white.into(),
        black: black.into(),
    };
    pairs.iter().enumerate().map(seat).collect()
}
