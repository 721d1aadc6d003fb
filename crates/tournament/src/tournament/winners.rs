//! The winners of several groups, and their overall first place (A art. 5, D art. 6).

use super::groups::drawn;
use super::{Estimates, Event, Refusal, Tournament};
use crate::plan::{System, prescription};
use crate::ranking::{
    Decision, FirstPlace, Order, Participant, Prescription, Ranking, Results, Row, Running, Tie,
    TieBreak, rank,
};
use crate::regulation::{Format, Regulation, WinnersRule};
use crate::{PairingMethod, Round, RoundKind, RoundNumber, RoundPairings, Schedule, schedule};
use std::cmp::Reverse;

impl Tournament {
    /// Returns the table of the winners of several groups, if the regulation orders them; `None`
    /// until each group has one.
    pub fn winners_table(&self) -> Option<Ranking> {
        let regulation = self.regulation()?;
        match regulation.winners {
            WinnersRule::Apart => None,
            WinnersRule::MostPoints => Some(self.by_points(regulation, self.winners()?)),
            WinnersRule::Group => {
                let lots = self.winners_lots()?;
                let rounds = self.winners_rounds().filter(|round| round.is_published());
                let meetings = rounds.flat_map(|round| round.meetings(&Estimates::new())).collect();
                let mut results = Results::new(lots.iter().copied(), meetings, Vec::new()).ok()?;
                for gone in lots.iter().filter(|one| self.withdrawn.contains_key(one)) {
                    results = results.with_withdrawn(*gone).ok()?;
                }
                let is_theirs = |one: &Participant| lots.contains(one);
                for tie in self.resolved.iter().filter(|tie| tie.order.iter().all(is_theirs)) {
                    results = results.with_resolution(tie.resolution()).ok()?;
                }
                let ranking = rank(&results, &regulation.order, Running::Ignored).ok()?;
                Some(if self.have_winners_played() { ranking } else { ranking.before_the_end() })
            }
        }
    }

    /// Returns the open ties between winners after their rounds, without the recorded resolution of
    /// one tie, which is given by number.
    pub(super) fn winners_ties(&self, without: &[Participant]) -> Vec<Tie> {
        if !self.have_winners_played() {
            return Vec::new();
        }
        let mut open = self.clone();
        open.resolved.retain(|other| !other.is_of(without));
        open.winners_table().map(|table| table.ties).unwrap_or_default()
    }

    /// Returns true if the winners of the groups have played all rounds among themselves.
    fn have_winners_played(&self) -> bool {
        let is_paired = self.regulation().is_some_and(|regulation| {
            self.winners_rounds().count() == self.winners_schedule(regulation).len()
        });
        is_paired && self.winners_rounds().all(|round| self.missing(round).next().is_none())
    }

    /// Returns true if the overall first place of several groups is open.
    pub(super) fn lacks_first_of_all(&self) -> bool {
        let is_ordered = self.groups.len() > 1
            && self.regulation().is_some_and(|one| one.winners != WinnersRule::Apart);
        let has_first = |table: Ranking| !table.ties.iter().any(|tie| tie.place == 1);
        is_ordered && !self.winners_table().is_some_and(has_first)
    }

    /// Returns the rows of the winners, once every group has a single one. In place of a winner who
    /// has withdrawn it is the next of the group's order, as for promotion (D art. 7).
    fn winners(&self) -> Option<Vec<Row>> {
        if self.groups.len() < 2 || self.check_finished().is_err() {
            return None;
        }
        let tables = self.tables(Running::Ignored);
        let first = |ranking: &Ranking| {
            let row = ranking.rows.iter().find(|row| !row.is_withdrawn)?;
            let is_open =
                ranking.ties.iter().any(|tie| tie.participants.contains(&row.participant));
            (!is_open).then(|| row.clone())
        };
        tables.iter().map(|table| first(&table.ranking)).collect()
    }

    /// Returns the group of winners, in the order of their groups: as paired, if it was.
    fn winners_lots(&self) -> Option<Vec<Participant>> {
        let paired = self.winners_rounds().find_map(|round| match &round.paired.kind {
            RoundKind::Winners { lots } => Some(lots.clone()),
            RoundKind::Regular | RoundKind::Finals | RoundKind::PlayOff { .. } => None,
        });
        paired.or_else(|| Some(self.winners()?.iter().map(|row| row.participant).collect()))
    }

    pub(super) fn winners_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| matches!(round.paired.kind, RoundKind::Winners { .. }))
    }

    /// Returns the schedule of the group of winners, if there is one: the regulation's table for
    /// their number, or a round robin.
    pub(super) fn winners_schedule(&self, regulation: &Regulation) -> Vec<RoundPairings> {
        let size = self.groups.len();
        if regulation.winners != WinnersRule::Group || size < 2 {
            return Vec::new();
        }
        let table = match regulation.format {
            Format::Prescribed(competition) => prescription(competition, size).ok(),
            Format::Table(_)
            | Format::Swiss(_)
            | Format::Pools(_)
            | Format::Match { .. }
            | Format::Manual => None,
        };
        let table = match table.map(|prescribed| prescribed.system) {
            Some(System::Table(table)) => table,
            Some(System::Swiss { .. } | System::Free) | None => Schedule::Berger,
        };
        schedule(table, size).unwrap_or_default()
    }

    /// Pairs a round of the group of winners; `played` rounds came before it.
    pub(super) fn decide_pair_winners(
        &self,
        regulation: &Regulation,
        round: RoundNumber,
        played: usize,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_finished()?;
        let lots = self.winners_lots().ok_or(Refusal::WinnerMissing)?;
        let schedule = self.winners_schedule(regulation);
        let by_lots = schedule.get(played).ok_or(Refusal::NobodyToPair { round })?;
        let (pairs, byes) = drawn(by_lots, &lots);
        self.paired(round, RoundKind::Winners { lots }, &pairs, byes, PairingMethod::Schedule)
    }

    /// Ranks the winners by their points in their groups. Only the overall first place is played
    /// for.
    fn by_points(&self, regulation: &Regulation, mut rows: Vec<Row>) -> Ranking {
        let most = rows.iter().map(|row| row.points).max();
        let leads = |row: &Row| Some(row.points) == most;
        let mut tied: Vec<Participant> =
            rows.iter().filter(|row| leads(row)).map(|row| row.participant).collect();
        tied.sort_unstable();
        let resolved = self.resolved.iter().rfind(|resolved| resolved.is_of(&tied));
        let place_in = |row: &Row| {
            resolved.and_then(|one| one.order.iter().position(|named| *named == row.participant))
        };
        rows.sort_by_key(|row| (Reverse(row.points), place_in(row)));
        let remedy = regulation.order.first_remedy;
        let mut before: Option<Row> = None;
        for (place, row) in (1_u32..).zip(&mut rows) {
            let above = before.as_ref();
            let is_equal = above.is_some_and(|above| above.points == row.points);
            let how = resolved.filter(|_| is_equal && leads(row)).map(|resolved| resolved.how);
            row.place = match above {
                Some(above) if is_equal && how.is_none() => above.place,
                Some(_) | None => place,
            };
            row.decided_by = above.filter(|above| above.place != row.place).map(|above| {
                if let Some(how) = how {
                    return Decision::Resolution { above: above.participant, how, remedy };
                }
                Decision::TieBreak {
                    tie_break: TieBreak::Points,
                    above: above.participant,
                    above_value: above.points,
                    own_value: row.points,
                }
            });
            (row.zone, row.in_hand) = (None, 0);
            row.values.truncate(1);
            before = Some(row.clone());
        }
        let places: Vec<u32> = rows.iter().map(|row| row.place).collect();
        for row in &mut rows {
            row.is_tied = places.iter().filter(|place| **place == row.place).count() > 1;
        }
        let prescription = Prescription::Remedy { remedy, first_white: None };
        let is_open = tied.len() > 1 && resolved.is_none();
        let tie = is_open.then_some(Tie { place: 1, participants: tied, prescription });
        Ranking {
            order: Order {
                tie_breaks: vec![TieBreak::Points],
                first_place: FirstPlace::ByAllTieBreaks,
                ..regulation.order.clone()
            },
            rows,
            ties: tie.into_iter().collect(),
            withdrawals: Vec::new(),
            unused_resolutions: Vec::new(),
        }
    }
}
