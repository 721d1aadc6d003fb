//! The cells of games: results against an opponent, or in a round.

use super::cell::{Amount, Cell, CellGame, CellState};
use crate::RoundNumber;
use crate::ranking::{Absence, Contest, GameState, Meeting, Order, Participant, Ranking, Results};
use draughts::Color;
use std::collections::BTreeMap;

/// The games of all participants, indexed for the cells.
pub(super) struct Games<'a> {
    order: &'a Order,
    results: &'a Results,
    /// The line of each participant, from 1.
    lines: BTreeMap<Participant, u32>,
    /// The meetings by side and opponent, in the order of rounds.
    by_opponent: BTreeMap<(Participant, Participant), Vec<&'a Meeting>>,
    by_round: BTreeMap<(Participant, RoundNumber), &'a Meeting>,
    absences: BTreeMap<(Participant, RoundNumber), &'a Absence>,
    participants: Vec<Participant>,
}

impl<'a> Games<'a> {
    pub(super) fn new(ranking: &'a Ranking, results: &'a Results) -> Self {
        let participants: Vec<_> = ranking.rows.iter().map(|row| row.participant).collect();
        let mut by_opponent = BTreeMap::<_, Vec<_>>::new();
        let mut by_round = BTreeMap::new();
        for meeting in results.meetings() {
            let Meeting { first, second, round, .. } = *meeting;
            by_opponent.entry((first, second)).or_default().push(meeting);
            by_opponent.entry((second, first)).or_default().push(meeting);
            by_round.insert((first, round), meeting);
            by_round.insert((second, round), meeting);
        }
        let absences = results.absences().iter();
        Self {
            order: &ranking.order,
            results,
            lines: participants.iter().copied().zip(1..).collect(),
            by_opponent,
            by_round,
            absences: absences.map(|one| ((one.participant, one.round), one)).collect(),
            participants,
        }
    }

    /// Returns the line of a participant, from 1.
    pub(super) fn line(&self, participant: Participant) -> Option<u32> {
        self.lines.get(&participant).copied()
    }

    /// Returns the number of rounds.
    pub(super) fn rounds(&self) -> usize {
        let of_absences = self.results.absences().iter().map(|absence| absence.round);
        let of_meetings = self.results.meetings().iter().map(|meeting| meeting.round);
        let last = of_absences.chain(of_meetings).max();
        last.map_or(0, |last| last.index().saturating_add(1))
    }

    /// Returns the results of one participant against the participant of a line.
    pub(super) fn against(&self, own: Participant, line: u32) -> Cell {
        let at = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some(&opponent) = self.participants.get(at) else { return Cell::Empty };
        if opponent == own {
            return Cell::Oneself;
        }
        match self.by_opponent.get(&(own, opponent)) {
            None => Cell::Empty,
            Some(meetings) => {
                Cell::Games(meetings.iter().map(|one| self.game(one, own, None)).collect())
            }
        }
    }

    /// Returns the cell of one participant in a round.
    pub(super) fn in_round(&self, own: Participant, round: RoundNumber) -> Cell {
        if let Some(absence) = self.absences.get(&(own, round)) {
            let points = self.amount(absence.kind.points(self.order.scoring));
            return Cell::Absence { kind: absence.kind, points };
        }
        let Some(meeting) = self.by_round.get(&(own, round)) else { return Cell::Empty };
        let opponent = if meeting.first == own { meeting.second } else { meeting.first };
        match self.line(opponent) {
            Some(line) => Cell::Games(vec![self.game(meeting, own, Some(line))]),
            None => Cell::Empty,
        }
    }

    fn amount(&self, value: u32) -> Amount {
        Amount { value, unit: self.order.scoring.unit() }
    }

    fn game(&self, meeting: &Meeting, own: Participant, line: Option<u32>) -> CellGame {
        let is_first = meeting.first == own;
        let color = match self.order.contest {
            Contest::Games if is_first => Some(Color::White),
            Contest::Games => Some(Color::Black),
            Contest::Matches => None,
        };
        CellGame { line, color, state: self.state(meeting, is_first) }
    }

    fn state(&self, meeting: &Meeting, is_first: bool) -> CellState {
        let state = meeting.settled(self.results, self.order.withdrawal);
        let states = state.games();
        let (mut first, mut second) = (0_u32, 0_u32);
        for state in states {
            let (score, men_ahead) = match state {
                GameState::Open if states.iter().all(|state| *state == GameState::Open) => {
                    return CellState::Open;
                }
                GameState::Open | GameState::Running(_) => return CellState::Running,
                GameState::Played(finish) => (finish.score, finish.men_ahead),
                GameState::Forfeit(score) => (*score, 0),
            };
            let points = self.order.scoring.points_with_bonus(score, men_ahead);
            first = first.saturating_add(points.0);
            second = second.saturating_add(points.1);
        }
        let (own, other) = if is_first { (first, second) } else { (second, first) };
        let (own, other) = (self.amount(own), self.amount(other));
        let is_forfeit = |state: &GameState| matches!(state, GameState::Forfeit(_));
        if states.iter().all(is_forfeit) {
            CellState::Forfeit { own, other }
        } else {
            CellState::Played { own, other }
        }
    }
}
