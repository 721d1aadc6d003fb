//! The value of each tie-break for each participant.

use super::tally::{MeetingSums, Seen};
use super::{Order, Results, TieBreak};
use crate::opposition::{Faced, Mutual, Opposition, mutual, oppositions};

/// The tie-break values of each line, in the order of the tie-breaks. A mutual result is `None`
/// until the tied group is known, and so is a lot that was not drawn.
pub(super) type Values = Vec<Vec<Option<u32>>>;

/// Returns the values that do not depend on the tied group.
pub(super) fn values(lines: &[MeetingSums], results: &Results, order: &Order) -> Values {
    let rounds: Vec<Vec<Option<Faced>>> = lines.iter().map(MeetingSums::rounds).collect();
    let oppositions = oppositions(&rounds, order.scoring.draw());
    let of_line = |(line, opposition): (&MeetingSums, &Opposition)| {
        let value = |tie_break: &TieBreak| match *tie_break {
            TieBreak::Points => Some(line.points),
            TieBreak::BoardPoints => Some(line.board_points),
            TieBreak::SonnebornBerger => Some(line.sonneborn_berger(lines)),
            TieBreak::KndbSonnebornBerger => Some(opposition.sonneborn_berger),
            TieBreak::Solkoff => Some(opposition.solkoff(0, 0)),
            TieBreak::TruncatedSolkoff { lowest } => Some(opposition.solkoff(lowest.into(), 0)),
            TieBreak::MedianSolkoff { each } => Some(opposition.solkoff(each.into(), each.into())),
            TieBreak::MutualResult => None,
            TieBreak::Wins => Some(line.wins),
            TieBreak::Lot => results.lot(line.participant),
        };
        order.tie_breaks.iter().map(value).collect()
    };
    lines.iter().zip(&oppositions).map(of_line).collect()
}

/// Returns each line's points in the meetings between the lines of a group, forfeits included (D21,
/// D22).
pub(super) fn mutual_points(lines: &[MeetingSums], group: &[usize]) -> Vec<u32> {
    let points = mutual(group, |line| games(lines, line, |_| true));
    points.iter().map(|of_line: &Mutual| of_line.points).collect()
}

/// Returns the same for meetings that were played, with the number of opponents met (KNDB F12.2).
pub(super) fn mutual_of_played(lines: &[MeetingSums], group: &[usize]) -> Vec<Mutual> {
    mutual(group, |line| games(lines, line, |seen| seen.is_met))
}

fn games(lines: &[MeetingSums], line: usize, counts: impl Fn(&Seen) -> bool) -> Vec<(usize, u32)> {
    let seen = lines.get(line).map(|line| line.seen.as_slice()).unwrap_or_default();
    seen.iter().filter(|seen| counts(seen)).map(|seen| (seen.opponent, seen.points)).collect()
}

impl MeetingSums {
    /// Returns the rounds in the form that Solkoff needs.
    fn rounds(&self) -> Vec<Option<Faced>> {
        let faced = |&Seen { opponent, weight, points, is_against_oneself, .. }: &Seen| {
            (!is_against_oneself).then_some(Faced { opponent, weight, points })
        };
        let absent = std::iter::repeat_n(None, self.absences);
        self.seen.iter().map(faced).chain(absent).collect()
    }

    /// Returns the Sonneborn-Berger value by appendix 1 of the Frisian rulebook.
    fn sonneborn_berger(&self, lines: &[Self]) -> u32 {
        let share = |seen: &Seen| {
            let points = lines.get(seen.opponent).map_or(0, |opponent| opponent.points);
            points.saturating_mul(seen.weight)
        };
        self.seen.iter().map(share).sum()
    }
}
