//! The sums of each participant's meetings, with withdrawals applied and running games counted as
//! requested.

use super::withdrawal::withdrawals;
use super::{
    Contest, Finish, GameState, Meeting, MeetingState, Order, Participant, RankingError, Results,
    Running, Withdrawal, WithdrawalRule,
};
use crate::Scoring;
use draughts::Score;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The sums of one participant's meetings.
#[derive(Debug, Clone)]
pub(super) struct MeetingSums {
    pub(super) participant: Participant,
    pub(super) is_withdrawn: bool,
    /// Meetings with a result, forfeits included.
    pub(super) played: u32,
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// Meetings that have begun and have no result.
    pub(super) running: u32,
    /// Meetings that have not begun.
    pub(super) open: u32,
    pub(super) points: u32,
    pub(super) board_points: u32,
    pub(super) seen: Vec<Seen>,
    /// Rounds without an opponent.
    pub(super) absences: usize,
}

/// A meeting with a result, from one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// The opponent's index among the lines.
    pub(super) opponent: usize,
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub(super) weight: u32,
    pub(super) points: u32,
    /// True if the two really met.
    pub(super) is_met: bool,
    /// True if the KNDB counts it as a draw against oneself (A1d, F3).
    pub(super) is_against_oneself: bool,
}

/// Returns the lines of the participants that stay in the table, by number, and the effects of
/// withdrawals.
pub(super) fn tally(
    results: &Results,
    order: &Order,
    running: Running,
) -> Result<(Vec<MeetingSums>, Vec<Withdrawal>), RankingError> {
    let mut withdrawals = withdrawals(results, order);
    let void: Vec<Participant> =
        withdrawals.iter().filter(|one| one.is_void).map(|one| one.participant).collect();
    let staying = results.participants().iter().filter(|one| !void.contains(one));
    let mut lines: Vec<MeetingSums> = staying.map(|one| MeetingSums::new(*one, results)).collect();
    let index: BTreeMap<Participant, usize> =
        lines.iter().enumerate().map(|(at, line)| (line.participant, at)).collect();
    for meeting in results.meetings() {
        check_contest(meeting, order.contest)?;
        let (Some(&first), Some(&second)) = (index.get(&meeting.first), index.get(&meeting.second))
        else {
            continue;
        };
        let state = meeting.settled(results, order.withdrawal);
        // A match that was paired after a team left has only empty boards.
        let is_empty = order.withdrawal.gives_remaining()
            && matches!(meeting.state, MeetingState::Boards(_))
            && !meeting.state.is_played();
        if state != meeting.state || is_empty {
            for withdrawal in withdrawals.iter_mut().filter(|one| meeting.is_of(one.participant)) {
                withdrawal.lost = withdrawal.lost.saturating_add(1);
            }
        }
        let outcome = outcome(&state, running, order.scoring);
        let is_off = [meeting.first, meeting.second].iter().any(|one| {
            results.withdrawn().contains(one) && order.withdrawal == WithdrawalRule::PointsStay
        });
        for (own, opponent, is_first) in [(first, second, true), (second, first, false)] {
            if let Some(line) = lines.get_mut(own) {
                line.count(&outcome, opponent, is_first, is_off);
            }
        }
    }
    for absence in results.absences() {
        let points = absence.kind.points(order.scoring);
        if let Some(line) = index.get(&absence.participant).and_then(|at| lines.get_mut(*at)) {
            line.points = line.points.saturating_add(points);
            line.absences = line.absences.saturating_add(1);
        }
    }
    Ok((lines, withdrawals))
}

fn check_contest(meeting: &Meeting, contest: Contest) -> Result<(), RankingError> {
    let Meeting { round, first, second, ref state } = *meeting;
    match (state, contest) {
        (MeetingState::Game(_), Contest::Games) | (MeetingState::Boards(_), Contest::Matches) => {
            Ok(())
        }
        (MeetingState::Boards(_), Contest::Games) => {
            Err(RankingError::BoardsOfPlayers { first, second, round })
        }
        (MeetingState::Game(_), Contest::Matches) => {
            Err(RankingError::GameOfTeams { first, second, round })
        }
    }
}

/// The state of a meeting for the table.
enum Outcome {
    Open,
    Running,
    Decided { score: Score, points: (u32, u32), board_points: (u32, u32), is_met: bool },
}

fn outcome(state: &MeetingState, running: Running, scoring: Scoring) -> Outcome {
    let games = state.games();
    let finishes: Vec<Finish> = games.iter().filter_map(|game| game.counted(running)).collect();
    if finishes.len() < games.len() {
        let is_open = games.iter().all(|game| *game == GameState::Open);
        return if is_open { Outcome::Open } else { Outcome::Running };
    }
    let mut board_points = (0_u32, 0_u32);
    for finish in &finishes {
        let (first, second) = scoring.points_with_bonus(finish.score, finish.men_ahead);
        board_points.0 = board_points.0.saturating_add(first);
        board_points.1 = board_points.1.saturating_add(second);
    }
    let is_met = games.iter().any(|game| match game {
        GameState::Played(finish) => finish.score != Score::Unplayed,
        GameState::Running(_) => true,
        GameState::Open | GameState::Forfeit(_) => false,
    });
    match (state, finishes.first()) {
        (MeetingState::Game(_), Some(&Finish { score, .. })) => {
            Outcome::Decided { score, points: board_points, board_points, is_met }
        }
        (MeetingState::Game(_) | MeetingState::Boards(_), _) => {
            let score = match_score(&finishes, board_points);
            Outcome::Decided { score, points: scoring.points(score), board_points, is_met }
        }
    }
}

/// Returns the score of a match: the side with more board points wins (B art. 5); both lose without
/// any.
fn match_score(boards: &[Finish], (first, second): (u32, u32)) -> Score {
    match first.cmp(&second) {
        Ordering::Greater => Score::WhiteWins,
        Ordering::Less => Score::BlackWins,
        Ordering::Equal if first > 0 => Score::Draw,
        Ordering::Equal if boards.iter().all(|board| board.score == Score::Unplayed) => {
            Score::Unplayed
        }
        Ordering::Equal => Score::BothLose,
    }
}

impl GameState {
    /// Returns the end of the game, if it has ended.
    pub(super) fn finish(self) -> Option<Finish> {
        match self {
            Self::Open | Self::Running(_) => None,
            Self::Played(finish) => Some(finish),
            Self::Forfeit(score) => Some(score.into()),
        }
    }

    /// Returns the end by which the game counts: its own, or that of a running game.
    fn counted(self, running: Running) -> Option<Finish> {
        self.finish().or(match (self, running) {
            (Self::Running(_), Running::Draws) | (Self::Running(None), Running::Estimates) => {
                Some(Score::Draw.into())
            }
            (Self::Running(Some(estimate)), Running::Estimates) => Some(estimate),
            (Self::Running(_), Running::Ignored)
            | (Self::Open | Self::Played(_) | Self::Forfeit(_), _) => None,
        })
    }
}

impl MeetingSums {
    fn new(participant: Participant, results: &Results) -> Self {
        Self {
            participant,
            is_withdrawn: results.withdrawn().contains(&participant),
            played: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            running: 0,
            open: 0,
            points: 0,
            board_points: 0,
            seen: Vec::new(),
            absences: 0,
        }
    }

    /// Adds a meeting; if it is off because a participant withdrew, it does not count as open.
    fn count(&mut self, outcome: &Outcome, opponent: usize, is_first: bool, is_off: bool) {
        let (score, points, board_points, is_met) = match *outcome {
            Outcome::Open => {
                self.open = self.open.saturating_add(u32::from(!is_off));
                return;
            }
            Outcome::Running => {
                self.running = self.running.saturating_add(1);
                return;
            }
            Outcome::Decided { score, points, board_points, is_met } => {
                (score, points, board_points, is_met)
            }
        };
        let own = |(first, second): (u32, u32)| if is_first { first } else { second };
        let (weight, counter) = match (score, is_first) {
            (Score::WhiteWins, true) | (Score::BlackWins, false) => (2, Some(&mut self.wins)),
            (Score::WhiteWins, false) | (Score::BlackWins, true) | (Score::BothLose, _) => {
                (0, Some(&mut self.losses))
            }
            (Score::Draw, _) => (1, Some(&mut self.draws)),
            (Score::Unplayed, _) => (0, None),
        };
        if let Some(counter) = counter {
            *counter = counter.saturating_add(1);
            self.played = self.played.saturating_add(1);
        }
        self.points = self.points.saturating_add(own(points));
        self.board_points = self.board_points.saturating_add(own(board_points));
        self.seen.push(Seen {
            opponent,
            weight,
            points: own(points),
            is_met,
            is_against_oneself: !is_met || score == Score::BothLose,
        });
    }
}
