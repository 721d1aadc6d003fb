//! The state of play-offs: a match of two, or a small round robin of more (C art. 15, D26).

use super::groups::drawn;
use super::{Estimates, Tournament};
use crate::plan::{Match, MatchState, play_off_table};
use crate::ranking::{Participant, first_of_play_off};
use crate::{PairingMethod, Round, RoundKind, RoundNumber, schedule};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// The state of a play-off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlayOffState {
    /// No round was paired, or all are tied again after a full round robin: lots are needed.
    Begin,
    /// A game of this round has no result yet.
    Running(RoundNumber),
    /// The next games to be paired.
    Next {
        /// The participants, in the order of the draw.
        lots: Vec<Participant>,
        /// White and Black, or the first-named and the other team.
        pairs: Vec<(Participant, Participant)>,
        /// The participants with a free round.
        byes: Vec<Participant>,
    },
    /// The organisers pair its games by hand (C art. 15), and record its result.
    ByHand,
    /// The play-off is decided: from the highest place to the lowest.
    Won(Vec<Participant>),
    /// The play-off is over, but these are still tied, each list by number.
    Split(Vec<Vec<Participant>>),
}

impl Tournament {
    /// Returns the sets of participants with a play-off, each by number and once, in the order of
    /// pairing.
    pub(super) fn play_offs(&self) -> Vec<Vec<Participant>> {
        let mut sets: Vec<Vec<Participant>> = Vec::new();
        for round in &self.rounds {
            if let Some(tied) = round.play_off_of()
                && !sets.contains(&tied)
            {
                sets.push(tied);
            }
        }
        sets
    }

    /// Returns the state of the play-off of exactly these participants; `tied` is by number.
    pub(super) fn play_off_state(&self, tied: &[Participant], games: NonZeroU32) -> PlayOffState {
        let rounds: Vec<&Round> = self
            .rounds
            .iter()
            .filter(|round| round.play_off_of().is_some_and(|of| of == tied))
            .collect();
        let open = rounds.iter().find(|round| round.unfinished().next().is_some());
        if let Some(round) = open {
            return PlayOffState::Running(round.number());
        }
        let Some(lots) = rounds.first().and_then(|round| round.play_off_lots()) else {
            return PlayOffState::Begin;
        };
        let is_by_hand = |round: &&Round| matches!(round.paired.method, PairingMethod::ByHand(_));
        match *lots {
            _ if rounds.iter().any(is_by_hand) => PlayOffState::ByHand,
            [first, second] => self.match_state(first, second, games, &rounds),
            _ => self.round_robin_state(&rounds, games),
        }
    }

    fn match_state(
        &self,
        first: Participant,
        second: Participant,
        games: NonZeroU32,
        rounds: &[&Round],
    ) -> PlayOffState {
        let Ok(of_two) = Match::new(first, second, games) else { return PlayOffState::Begin };
        let mut results: Vec<(u32, u32)> = Vec::new();
        let mut number = NonZeroU32::MIN;
        for (white, _, (ours, theirs)) in
            rounds.iter().flat_map(|round| self.play_off_points(round))
        {
            let is_as_planned = of_two.game(number).white == white;
            results.push(if is_as_planned { (ours, theirs) } else { (theirs, ours) });
            number = number.saturating_add(1);
            // A result after the deciding one, left by a correction, changes nothing.
            if let Ok(MatchState::Won { winner, loser, .. }) = of_two.state(&results) {
                return PlayOffState::Won(vec![winner, loser]);
            }
        }
        match of_two.state(&results) {
            // The colours are reversed from the last game that was really played.
            Ok(MatchState::Next(_)) => PlayOffState::Next {
                lots: vec![first, second],
                pairs: vec![
                    last_played(rounds, first, second)
                        .map_or((first, second), |(white, black)| (black, white)),
                ],
                byes: Vec::new(),
            },
            Ok(MatchState::Won { winner, loser, .. }) => PlayOffState::Won(vec![winner, loser]),
            Err(_over) => PlayOffState::Begin,
        }
    }

    fn round_robin_state(&self, rounds: &[&Round], games: NonZeroU32) -> PlayOffState {
        let size = rounds.first().and_then(|round| round.play_off_lots()).map_or(0, <[_]>::len);
        let Ok(table) = play_off_table(size) else { return PlayOffState::Begin };
        let Ok(schedule) = schedule(table, size) else { return PlayOffState::Begin };
        // If all are tied again, they play the whole schedule again.
        let cycle = rounds.chunks(schedule.len().max(1)).next_back().unwrap_or_default();
        let Some(lots) = cycle.first().and_then(|round| round.play_off_lots()) else {
            return PlayOffState::Begin;
        };
        if let Some(next) = schedule.get(cycle.len()) {
            let (pairs, byes) = drawn(next, lots);
            return PlayOffState::Next { lots: lots.to_vec(), pairs, byes };
        }
        let mut points: BTreeMap<Participant, u32> = lots.iter().map(|one| (*one, 0)).collect();
        for (first, second, (ours, theirs)) in
            cycle.iter().flat_map(|round| self.play_off_points(round))
        {
            for (participant, own) in [(first, ours), (second, theirs)] {
                if let Some(sum) = points.get_mut(&participant) {
                    *sum = sum.saturating_add(own);
                }
            }
        }
        let mut tiers: BTreeMap<Reverse<u32>, Vec<Participant>> = BTreeMap::new();
        for (participant, sum) in points {
            tiers.entry(Reverse(sum)).or_default().push(participant);
        }
        if tiers.len() == 1 {
            return PlayOffState::Begin;
        }
        let (mut order, mut tied) = (Vec::new(), Vec::new());
        for tier in tiers.into_values() {
            if tier.len() == 1 {
                order.extend(tier);
            } else if let PlayOffState::Won(decided) = self.play_off_state(&tier, games) {
                order.extend(decided);
            } else {
                tied.push(tier);
            }
        }
        if tied.is_empty() { PlayOffState::Won(order) } else { PlayOffState::Split(tied) }
    }

    /// Returns the pairs of a round of a play-off, with their points, without games that were not
    /// played.
    fn play_off_points(&self, round: &Round) -> Vec<(Participant, Participant, (u32, u32))> {
        let meetings = round.meetings(&Estimates::new()).into_iter();
        let played = meetings.filter(|meeting| !meeting.state.is_without_result());
        let points = |meeting: crate::ranking::Meeting| {
            Some((meeting.first, meeting.second, self.points_of(&meeting.state)?))
        };
        played.filter_map(points).collect()
    }

    /// Returns the participant who begins with White, or is named first, in a play-off of two;
    /// `None` if no earlier game decides it.
    pub(super) fn first_of_play_off(&self, pair: [Participant; 2]) -> Option<Participant> {
        let none = Estimates::new();
        let meetings: Vec<_> = self.rounds.iter().flat_map(|round| round.meetings(&none)).collect();
        first_of_play_off(&meetings, pair)
    }
}

/// Returns White and Black, or the first-named and the other, of the last game that two really
/// played in some rounds.
fn last_played(
    rounds: &[&Round],
    one: Participant,
    other: Participant,
) -> Option<(Participant, Participant)> {
    let none = Estimates::new();
    let meetings = rounds.iter().rev().flat_map(|round| round.meetings(&none));
    let mut theirs = meetings.filter(|meeting| meeting.is_between(one, other));
    theirs.find(|last| last.state.is_played()).map(|last| (last.first, last.second))
}

impl Round {
    /// Returns the participants of a play-off round, in the order of their numbers in the play-off.
    pub(crate) fn play_off_lots(&self) -> Option<&[Participant]> {
        match &self.paired.kind {
            RoundKind::PlayOff { lots, .. } => Some(lots),
            RoundKind::Regular | RoundKind::Finals | RoundKind::Winners { .. } => None,
        }
    }

    /// Returns the same by number.
    pub(super) fn play_off_of(&self) -> Option<Vec<Participant>> {
        let mut tied = self.play_off_lots()?.to_vec();
        tied.sort_unstable();
        Some(tied)
    }

    /// Returns the number of games in a match of two in this play-off, before single games decide
    /// it.
    pub(super) fn play_off_games(&self) -> Option<NonZeroU32> {
        match self.paired.kind {
            RoundKind::PlayOff { games, .. } => Some(games),
            RoundKind::Regular | RoundKind::Finals | RoundKind::Winners { .. } => None,
        }
    }
}

impl Tournament {
    /// Returns the number of games in a match of two in the play-off of exactly these participants.
    pub(super) fn play_off_games(&self, tied: &[Participant]) -> Option<NonZeroU32> {
        let is_theirs = |round: &&Round| round.play_off_of().is_some_and(|of| of == tied);
        self.rounds.iter().find(is_theirs)?.play_off_games()
    }
}
