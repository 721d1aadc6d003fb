//! The table: rows in their order, what decided each, and the ties that are left.

use super::criteria::Values;
use super::tally::{Line, tally};
use super::tiers::{Cause, Tier, tiers, value};
use super::{
    Contest, Order, Participant, RankingError, Remedy, Resolution, Results, Running, TieBreak,
    TieDecision, ZoneKind,
};

/// A table in its final order, or as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// How it is ordered.
    pub order: Order,
    /// From first to last; those who are tied by number.
    pub rows: Vec<Row>,
    /// The ties that are left, from the highest.
    pub ties: Vec<Tie>,
    /// What became of those who withdrew, by number.
    pub withdrawals: Vec<Withdrawal>,
    /// Resolutions of ties that this table does not have.
    pub unused_resolutions: Vec<Resolution>,
}

/// One participant's line in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1. Those who are tied share the first of their places.
    pub place: u32,
    /// Whether somebody else has the same place.
    pub is_tied: bool,
    /// Whose line it is.
    pub participant: Participant,
    /// Meetings with a result, forfeits and those lost by both included.
    pub played: u32,
    /// Meetings won.
    pub wins: u32,
    /// Meetings drawn.
    pub draws: u32,
    /// Meetings lost, those lost by both included.
    pub losses: u32,
    /// Meetings that are being played and do not count yet.
    pub running: u32,
    /// Meetings that are paired and have not begun.
    pub to_play: u32,
    /// How many fewer meetings have a result than of whoever has most.
    pub in_hand: u32,
    /// Points, in the unit of the scoring.
    pub points: u32,
    /// Points of all boards, in the unit of the scoring; of players, their points from games.
    pub board_points: u32,
    /// What each tie-break of the order gives, in its order. The mutual result is none where nobody
    /// was left to compare with, and the lot where none was drawn.
    pub values: Vec<Option<u32>>,
    /// What put the row below the row before; none for the first and among those who are tied.
    pub decided_by: Option<Decision>,
    /// The gain or loss of the place.
    pub zone: Option<ZoneMark>,
    /// Whether the participant withdrew for good.
    pub is_withdrawn: bool,
}

/// The reason that a row is below another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// A tie-break.
    TieBreak {
        /// Which.
        tie_break: TieBreak,
        /// Who is above.
        above: Participant,
        /// The value of the row above.
        above_value: u32,
        /// The value of this row.
        own_value: u32,
    },
    /// The games between those who lead on points (KNDB F12.2).
    MutualResultForFirst {
        /// Who is first.
        above: Participant,
        /// The points of the first in those games.
        above_value: u32,
        /// The points of this one.
        own_value: u32,
    },
    /// The recorded resolution of the tie.
    Resolution {
        /// Who is above.
        above: Participant,
        /// The way in which it was resolved.
        how: TieDecision,
        /// The prescribed remedy.
        remedy: Remedy,
    },
}

/// The gain or loss of a place in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneMark {
    /// The kind.
    pub kind: ZoneKind,
    /// Whether the tie that the row is in reaches beyond the zone, so that it is open who has it.
    pub is_contested: bool,
}

/// Those whom the tie-breaks leave together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// The first of their places.
    pub place: u32,
    /// Who, by number.
    pub participants: Vec<Participant>,
    /// The next step.
    pub prescription: Prescription,
}

/// The next step to resolve a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prescription {
    /// The remedy that the regulation prescribes for so many.
    Remedy {
        /// The remedy.
        remedy: Remedy,
        /// Who has White in the first game, or on the odd boards: of two players whoever had Black
        /// in their last meeting (D26), of two teams the one that last had Black there, whoever it
        /// met (B art. 7). None where the lot says it, or more than two are tied.
        first_white: Option<Participant>,
    },
    /// The organisers make a schedule, because more than two are tied (C art. 15).
    Schedule,
}

/// The treatment of a participant who withdrew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdrawal {
    /// The participant.
    pub participant: Participant,
    /// How many meetings were really played.
    pub played: u32,
    /// Whether all of them are void, so that the participant is not in the table.
    pub is_void: bool,
    /// How many of the remaining meetings were given to the opponents.
    pub lost: u32,
}

impl Ranking {
    /// How many units of a tie-break's value make a whole one as people see it: 2 where points are
    /// counted in halves, 100 where in hundredths.
    pub fn unit(&self, tie_break: TieBreak) -> u32 {
        let of_points = self.order.scoring.unit();
        match tie_break {
            TieBreak::Points
            | TieBreak::BoardPoints
            | TieBreak::SonnebornBerger
            | TieBreak::Solkoff
            | TieBreak::TruncatedSolkoff { .. }
            | TieBreak::MedianSolkoff { .. }
            | TieBreak::MutualResult => of_points,
            // Its weights are 2 and 1 for what the rule counts once and half.
            TieBreak::KndbSonnebornBerger => of_points.saturating_mul(2),
            TieBreak::Wins | TieBreak::Lot => 1,
        }
    }

    /// The article that prescribes a remedy: the order's, but what it leaves to the organisers of
    /// club teams is another one's.
    pub fn remedy_article(&self, remedy: Remedy) -> Option<&'static str> {
        match (remedy, self.order.article) {
            (Remedy::Organizer, Some("B art. 7")) => Some("B art. 8"),
            (_, article) => article,
        }
    }
}

/// Makes the table of some results.
///
/// # Errors
/// [`RankingError`] when the order makes no sense, or is of players and the results of teams or the
/// other way round.
pub fn rank(results: &Results, order: &Order, running: Running) -> Result<Ranking, RankingError> {
    order.check()?;
    let (lines, withdrawals) = tally(results, order, running)?;
    let (tiers, values, unused) = tiers(&lines, results, order);
    let most_played = lines.iter().map(|line| line.played).max().unwrap_or(0);
    let mut ranking = Ranking {
        order: order.clone(),
        rows: Vec::with_capacity(lines.len()),
        ties: Vec::new(),
        withdrawals,
        unused_resolutions: unused
            .into_iter()
            .filter_map(|number| results.resolutions().get(number).cloned())
            .collect(),
    };
    let mut first_of_place = 1_u32;
    for tier in &tiers {
        let size = u32::try_from(tier.members.len()).unwrap_or(u32::MAX);
        let last = first_of_place.saturating_add(size).saturating_sub(1);
        let place = Place { first: first_of_place, last };
        let mut decided_by = ranking.decision(tier, &values);
        for &member in &tier.members {
            let Some(line) = lines.get(member) else { continue };
            let mut row = line.row(place, order);
            row.in_hand = most_played.saturating_sub(line.played);
            row.values = values.get(member).cloned().unwrap_or_default();
            row.decided_by = decided_by.take();
            ranking.rows.push(row);
        }
        ranking.add_tie(tier, place, &lines, results);
        first_of_place = place.last.saturating_add(1);
    }
    Ok(ranking)
}

/// The places that a tier has.
#[derive(Debug, Clone, Copy)]
struct Place {
    first: u32,
    last: u32,
}

impl Ranking {
    /// Whether every meeting that is paired has a result.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.running == 0 && row.to_play == 0)
    }

    /// What a tie-break gives a row; none when the order does not look at it, or where it has no
    /// value.
    pub fn value(&self, row: &Row, tie_break: TieBreak) -> Option<u32> {
        let at = self.order.tie_breaks.iter().position(|one| *one == tie_break)?;
        row.values.get(at).copied().flatten()
    }

    /// What puts a tier below the last row so far.
    fn decision(&self, tier: &Tier, values: &Values) -> Option<Decision> {
        let last = self.rows.last()?;
        let (above, own) = (last.participant, *tier.members.first()?);
        match tier.cause {
            Cause::TieBreak => {
                let values_of =
                    |at: usize| (last.values.get(at).copied().flatten(), value(values, own, at));
                let tie_breaks = self.order.tie_breaks.iter().enumerate();
                let mut differing = tie_breaks.filter(|(at, _)| {
                    let (above, own) = values_of(*at);
                    above != own
                });
                let (at, tie_break) = differing.next()?;
                let (above_value, own_value) = values_of(at);
                Some(Decision::TieBreak {
                    tie_break: *tie_break,
                    above,
                    above_value: above_value.unwrap_or(0),
                    own_value: own_value.unwrap_or(0),
                })
            }
            Cause::MutualResultForFirst { above: above_value, own: own_value } => {
                Some(Decision::MutualResultForFirst { above, above_value, own_value })
            }
            Cause::Resolution { how, is_of_first_place } => {
                let remedy = self.order.remedy_for(is_of_first_place);
                Some(Decision::Resolution { above, how, remedy })
            }
        }
    }

    fn add_tie(&mut self, tier: &Tier, place: Place, lines: &[Line], results: &Results) {
        if tier.members.len() < 2 {
            return;
        }
        let participant = |line: &usize| lines.get(*line).map(|line| line.participant);
        let participants: Vec<Participant> = tier.members.iter().filter_map(participant).collect();
        let prescription = self.order.prescription(place.first == 1, &participants, results);
        self.ties.push(Tie { place: place.first, participants, prescription });
    }
}

impl Order {
    fn remedy_for(&self, is_first_place: bool) -> Remedy {
        if is_first_place { self.first_remedy } else { self.remedy }
    }

    fn prescription(
        &self,
        is_first_place: bool,
        tied: &[Participant],
        results: &Results,
    ) -> Prescription {
        let remedy = self.remedy_for(is_first_place);
        let reversed = match *tied {
            [one, other] => results.first_of_play_off([one, other]),
            _ => None,
        };
        let first_white = match (remedy, self.contest) {
            (Remedy::MatchOfTwo | Remedy::SingleGamesByLot, _) if tied.len() > 2 => {
                return Prescription::Schedule;
            }
            (
                Remedy::MatchOfTwo
                | Remedy::SingleGames
                | Remedy::SingleGamesOrLot
                | Remedy::TeamMatch
                | Remedy::Blitz,
                Contest::Games | Contest::Matches,
            ) => reversed,
            (Remedy::SingleGamesByLot | Remedy::Lot | Remedy::Arbiter | Remedy::Organizer, _) => {
                None
            }
        };
        Prescription::Remedy { remedy, first_white }
    }

    fn zone_mark(&self, place: Place) -> Option<ZoneMark> {
        let zone = |zone: &&super::Zone| place.first <= zone.to && zone.from <= place.last;
        let zone = self.zones.iter().find(zone)?;
        let is_contested = place.first < zone.from || zone.to < place.last;
        Some(ZoneMark { kind: zone.kind, is_contested })
    }
}

impl Line {
    fn row(&self, place: Place, order: &Order) -> Row {
        Row {
            place: place.first,
            is_tied: place.first != place.last,
            participant: self.participant,
            played: self.played,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            running: self.running,
            to_play: self.open,
            in_hand: 0,
            points: self.points,
            board_points: self.board_points,
            values: Vec::new(),
            decided_by: None,
            zone: order.zone_mark(place),
            is_withdrawn: self.is_withdrawn,
        }
    }
}
