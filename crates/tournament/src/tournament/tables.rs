//! The tables of a tournament: the results of its rounds, group by group, ranked by the regulation.

use super::Tournament;
use super::groups::drawn;
use crate::plan::LineUp;
use crate::ranking::{
    Absence, AbsenceKind, Finish, GameState, Meeting, MeetingState, Participant, Ranking, Results,
    Running, TieBreak,
};
use crate::regulation::{Format, Regulation};
use crate::round::is_unplayed;
use crate::{GroupNumber, PairedGame, ROUNDS_MAX, Round, RoundNumber, RoundState, TableNumber};
use draughts::Score;
use std::collections::{BTreeMap, BTreeSet};

/// Estimated results of running games, by the material on their boards.
pub type Estimates = BTreeMap<(RoundNumber, TableNumber), Finish>;

/// The table of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupTable {
    /// The group.
    pub group: GroupNumber,
    /// Its table.
    pub ranking: Ranking,
}

impl Tournament {
    /// Returns the current tables, group by group: with finished games only ([`Running::Ignored`],
    /// the official table), or with running games as draws.
    ///
    /// Play-offs and finals do not count in them: they resolve ties. A round counts once it is
    /// published, its byes once it is open.
    pub fn tables(&self, running: Running) -> Vec<GroupTable> {
        self.tables_of(running, &Estimates::new(), &self.left())
    }

    /// Returns the tables with running games as estimated, and as draws if there is no estimate.
    pub fn estimated_tables(&self, estimates: &Estimates) -> Vec<GroupTable> {
        self.tables_of(Running::Estimates, estimates, &self.left())
    }

    /// Returns the official tables as they would be if a participant withdrew.
    pub fn tables_if_withdrawn(&self, participant: Participant) -> Vec<GroupTable> {
        let mut left = self.left();
        left.insert(participant);
        self.tables_of(Running::Ignored, &Estimates::new(), &left)
    }

    /// Returns the input of the tables, group by group: participants and results.
    pub fn results(&self, estimates: &Estimates) -> Vec<Results> {
        let results = self.results_of(estimates, &self.left());
        results.into_iter().map(|(_, _, results)| results).collect()
    }

    /// Returns the points of a meeting for its first-named and the other; `None` while it has no
    /// result.
    pub(crate) fn points_of(&self, state: &MeetingState) -> Option<(u32, u32)> {
        let mut points = (0_u32, 0_u32);
        for game in state.games() {
            let finish = match *game {
                GameState::Played(finish) => finish,
                GameState::Forfeit(score) => score.into(),
                GameState::Open | GameState::Running(_) => return None,
            };
            let own = self.scoring().points_with_bonus(finish.score, finish.men_ahead);
            points = (points.0.saturating_add(own.0), points.1.saturating_add(own.1));
        }
        Some(points)
    }

    pub(super) fn left(&self) -> BTreeSet<Participant> {
        self.withdrawn.keys().copied().collect()
    }

    /// Returns the official tables without the recorded resolution of one tie, which is given by
    /// number.
    pub(super) fn tables_without(&self, resolved: &[Participant]) -> Vec<GroupTable> {
        let mut open = self.clone();
        open.resolved.retain(|other| !other.is_of(resolved));
        open.tables(Running::Ignored)
    }

    fn tables_of(
        &self,
        running: Running,
        estimates: &Estimates,
        left: &BTreeSet<Participant>,
    ) -> Vec<GroupTable> {
        let Some(regulation) = self.regulation() else { return Vec::new() };
        let groups = self.members().len();
        let is_over = self.check_finished().is_ok();
        let table = |(group, size, results): (GroupNumber, usize, Results)| {
            let order = regulation.order_in(group, groups, size);
            let ranking = self.ranked(&results, &order, running)?;
            let ranking = if is_over { ranking } else { ranking.before_the_end() };
            Some(GroupTable { group, ranking })
        };
        self.results_of(estimates, left).into_iter().filter_map(table).collect()
    }

    /// Returns each group's number, size and results. A group is only missing if its events
    /// contradict each other, which decided ones never do.
    pub(super) fn results_of(
        &self,
        estimates: &Estimates,
        left: &BTreeSet<Participant>,
    ) -> Vec<(GroupNumber, usize, Results)> {
        let Some(regulation) = self.regulation() else { return Vec::new() };
        let groups = self.members();
        let mut group_of: BTreeMap<Participant, usize> = BTreeMap::new();
        for (at, group) in groups.iter().enumerate() {
            group_of.extend(group.iter().map(|participant| (*participant, at)));
        }
        // By group, so that each meeting is visited once.
        let mut meetings: Vec<Vec<Meeting>> = vec![Vec::new(); groups.len()];
        let mut absences: Vec<Vec<Absence>> = vec![Vec::new(); groups.len()];
        for round in self.regular_rounds().filter(|round| round.is_published()) {
            for meeting in round.meetings(estimates) {
                let group = group_of.get(&meeting.first);
                let of_group = group.filter(|group| group_of.get(&meeting.second) == Some(group));
                if let Some(list) = of_group.and_then(|group| meetings.get_mut(*group)) {
                    list.push(meeting);
                }
            }
            if self.counts_absences() && round.state != RoundState::Paired {
                for absence in self.absences_in(round) {
                    let group = group_of.get(&absence.participant);
                    if let Some(list) = group.and_then(|group| absences.get_mut(*group)) {
                        list.push(absence);
                    }
                }
            }
        }
        // A reserve plays what is left of the seat (2006 art. 10), so it counts who has the seats
        // now.
        if regulation.order.withdrawal.gives_remaining() {
            for (seats, list) in self.groups().into_iter().zip(&mut meetings) {
                let remaining = self.remaining(regulation, seats, list, left);
                list.extend(remaining);
            }
        }
        let of_group = |(at, (group, (meetings, absences))): (usize, (&Vec<Participant>, _))| {
            let mut results = Results::new(group.iter().copied(), meetings, absences).ok()?;
            for participant in group.iter().filter(|one| left.contains(one)) {
                results = results.with_withdrawn(*participant).ok()?;
            }
            if regulation.order.tie_breaks.contains(&TieBreak::Lot) {
                results = results.with_lots(group).ok()?;
            }
            for tie in &self.resolved {
                if tie.order.iter().all(|one| group_of.get(one) == Some(&at)) {
                    results = results.with_resolution(tie.resolution()).ok()?;
                }
            }
            Some((GroupNumber::from_index(at), group.len(), results))
        };
        let lists = meetings.into_iter().zip(absences);
        groups.iter().zip(lists).enumerate().filter_map(of_group).collect()
    }

    /// Returns the meetings of withdrawn participants in a group's schedule that are in no
    /// published round: the opponents have won them (B art. 6, C art. 14). They come after all
    /// others, each in a round of its own, so that no participant is in two places even after
    /// pairings by hand.
    fn remaining(
        &self,
        regulation: &Regulation,
        group: &[Participant],
        published: &[Meeting],
        left: &BTreeSet<Participant>,
    ) -> Vec<Meeting> {
        let schedule = self.schedule_of(regulation, group.len()).unwrap_or_default();
        let mut pairs: Vec<_> = schedule.iter().flat_map(|round| drawn(round, group).0).collect();
        pairs.retain(|(first, second)| left.contains(first) || left.contains(second));
        for meeting in published {
            let is_theirs = |pair: &(Participant, Participant)| meeting.is_between(pair.0, pair.1);
            if let Some(at) = pairs.iter().position(is_theirs) {
                pairs.remove(at);
            }
        }
        let rounds = (self.rounds.len()..ROUNDS_MAX).map(RoundNumber::from_index);
        let meeting = |(round, (first, second))| {
            let state = self.not_begun(regulation, [first, second], left);
            Meeting { round, first, second, state }
        };
        rounds.zip(pairs).map(meeting).collect()
    }

    /// Returns a meeting before it begins. If a remaining team has an empty board, both sides of
    /// that board are empty.
    fn not_begun(
        &self,
        regulation: &Regulation,
        pair: [Participant; 2],
        left: &BTreeSet<Participant>,
    ) -> MeetingState {
        let Some(boards) = regulation.boards else { return MeetingState::Game(GameState::Open) };
        let boards = usize::try_from(boards).unwrap_or(usize::MAX).min(LineUp::BOARDS_MAX);
        let staying = pair.into_iter().filter(|one| !left.contains(one));
        let line_ups: Vec<&LineUp> =
            staying.filter_map(|one| self.team(one.into())?.line_up.as_ref()).collect();
        let state = |board: usize| {
            let has_nobody = |line_up: &&LineUp| line_up.boards().get(board) == Some(&None);
            if line_ups.iter().any(has_nobody) {
                GameState::Forfeit(Score::BothLose)
            } else {
                GameState::Open
            }
        };
        MeetingState::Boards((0..boards).map(state).collect())
    }

    /// Returns the members of each group's table: the participants with a seat, followed by paired
    /// ones whose seat a reserve has taken since (regulation 2006, rule 10).
    fn members(&self) -> Vec<Vec<Participant>> {
        let mut groups: Vec<Vec<Participant>> =
            self.groups().into_iter().map(<[Participant]>::to_vec).collect();
        for old in self.reserves.keys().filter(|old| self.was_paired(**old)) {
            let seated = self.seated_for(*old);
            if let Some(group) = groups.iter_mut().find(|group| group.contains(&seated)) {
                group.push(*old);
            }
        }
        groups
    }

    /// Returns the participant who now has a seat: a reserve, or the reserve of a reserve.
    fn seated_for(&self, participant: Participant) -> Participant {
        let mut seated = participant;
        // A reserve was entered later, so has a higher number.
        while let Some(next) = self.reserves.get(&seated).filter(|next| **next > seated) {
            seated = *next;
        }
        seated
    }

    fn was_paired(&self, participant: Participant) -> bool {
        let mut pairs = self.regular_rounds().flat_map(Round::pairs);
        pairs.any(|(first, second)| first == participant || second == participant)
    }

    /// Returns true if a round without an opponent has a value: in the Swiss system, and with
    /// pairing by hand if the tie-breaks are the KNDB's. The free rounds of a table have none.
    fn counts_absences(&self) -> bool {
        self.regulation().is_some_and(|regulation| {
            let is_of_kndb = |tie_break: &TieBreak| {
                matches!(
                    tie_break,
                    TieBreak::Solkoff
                        | TieBreak::KndbSonnebornBerger
                        | TieBreak::TruncatedSolkoff { .. }
                        | TieBreak::MedianSolkoff { .. }
                )
            };
            match regulation.format {
                Format::Swiss(_) => true,
                Format::Manual => regulation.order.tie_breaks.iter().any(is_of_kndb),
                Format::Prescribed(_)
                | Format::Table(_)
                | Format::Pools(_)
                | Format::Match { .. } => false,
            }
        })
    }

    /// Returns the participants without an opponent in a round, with the reason; later entrants
    /// were not paired (D17).
    pub(super) fn absences_in(&self, round: &Round) -> Vec<Absence> {
        let mut kinds: BTreeMap<Participant, AbsenceKind> =
            self.lots.iter().map(|one| (*one, AbsenceKind::NotPaired)).collect();
        kinds.extend(round.absent().iter().map(|absent| (absent.participant, absent.kind)));
        kinds.extend(round.byes().iter().map(|bye| (*bye, AbsenceKind::Bye)));
        for (first, second) in round.pairs() {
            kinds.remove(&first);
            kinds.remove(&second);
        }
        let round = round.number();
        let absence = |(participant, kind)| Absence { round, participant, kind };
        kinds.into_iter().map(absence).collect()
    }
}

impl Round {
    /// Returns the pairs as they were paired: White and Black, or the first-named team and the
    /// other.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Participant, Participant)> {
        let of_players = self.paired.pairings.iter().filter(|_| self.paired.matches.is_empty());
        let of_players = of_players.map(|pairing| (pairing.white.into(), pairing.black.into()));
        let of_teams = self.paired.matches.iter();
        of_players.chain(of_teams.map(|paired| (paired.first.into(), paired.second.into())))
    }

    /// Returns the meetings with their results so far.
    pub(crate) fn meetings(&self, estimates: &Estimates) -> Vec<Meeting> {
        let round = self.number();
        let state = |game: &PairedGame| self.game_state(game, estimates);
        let of_game = move |game: &PairedGame| Meeting {
            round,
            first: game.pairing.white.into(),
            second: game.pairing.black.into(),
            state: MeetingState::Game(state(game)),
        };
        let of_match = move |paired: &crate::PairedMatch| {
            let board = |board: &crate::MatchBoard| {
                let empty = || board.pairing.forfeit().map(GameState::Forfeit);
                let played = board.table.and_then(|table| self.game(table));
                let game = played.map(state).or_else(empty).unwrap_or(GameState::Open);
                let is_reversed = played.is_some_and(|game| game.is_reversed);
                if board.pairing.first_has_white == is_reversed { reversed(game) } else { game }
            };
            Meeting {
                round,
                first: paired.first.into(),
                second: paired.second.into(),
                state: MeetingState::Boards(paired.boards.iter().map(board).collect()),
            }
        };
        let of_players = self.games.iter().filter(|_| self.paired.matches.is_empty());
        of_players.map(of_game).chain(self.paired.matches.iter().map(of_match)).collect()
    }

    fn game_state(&self, game: &PairedGame, estimates: &Estimates) -> GameState {
        let estimate = estimates.get(&(self.number(), game.pairing.table)).copied();
        match game.outcome {
            // A draw without playing cannot be: such a result counts as a played one.
            Some(outcome) if is_unplayed(outcome) && outcome.score != Score::Draw => {
                GameState::Forfeit(outcome.score)
            }
            Some(outcome) => {
                let men_ahead = game.men_ahead.unwrap_or(0);
                GameState::Played(Finish { score: outcome.score, men_ahead })
            }
            None if estimate.is_some() => GameState::Running(estimate),
            None if self.state == RoundState::Open && !game.is_postponed => {
                GameState::Running(None)
            }
            None => GameState::Open,
        }
    }

    /// Closes the round; games without a result are postponed.
    pub(crate) fn close(&mut self) {
        self.state = RoundState::Closed;
        for game in &mut self.games {
            game.is_postponed = game.outcome.is_none();
        }
    }
}

/// Returns a game from the other side.
fn reversed(game: GameState) -> GameState {
    let score = |score: Score| match score {
        Score::WhiteWins => Score::BlackWins,
        Score::BlackWins => Score::WhiteWins,
        Score::Draw | Score::BothLose | Score::Unplayed => score,
    };
    let finish = |finish: Finish| Finish {
        score: score(finish.score),
        men_ahead: finish.men_ahead.saturating_neg(),
    };
    match game {
        GameState::Open => GameState::Open,
        GameState::Running(estimate) => GameState::Running(estimate.map(finish)),
        GameState::Played(played) => GameState::Played(finish(played)),
        GameState::Forfeit(forfeit) => GameState::Forfeit(score(forfeit)),
    }
}
