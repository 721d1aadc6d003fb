//! The table: its rows in order, the reason for each place, and the ties that are left.

use super::criteria::Values;
use super::tally::{MeetingSums, tally};
use super::tiers::{Cause, Tier, tiers, value};
use super::withdrawal::Withdrawal;
use super::{
    Contest, Order, Participant, RankingError, Remedy, Resolution, Results, Running, TieBreak,
    TieDecision, ZoneKind,
};

/// A table, final or provisional.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// The ranking rules.
    pub order: Order,
    /// The rows from first to last place; tied ones by number.
    pub rows: Vec<Row>,
    /// The ties that are left, from the highest place. Those who have all withdrawn share their
    /// place.
    pub ties: Vec<Tie>,
    /// The effects of withdrawals, by participant.
    pub withdrawals: Vec<Withdrawal>,
    /// Resolutions of ties that do not occur in this table.
    pub unused_resolutions: Vec<Resolution>,
}

/// One participant's line in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1. Tied participants share the first of their places.
    pub place: u32,
    /// True if another participant has the same place.
    pub is_tied: bool,
    /// The participant.
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
    /// The number of meetings with a result that the participant has fewer than the one with most.
    pub in_hand: u32,
    /// Points, in the unit of the scoring.
    pub points: u32,
    /// Points of all boards, in the unit of the scoring; for players, their points from games.
    pub board_points: u32,
    /// The value of each tie-break of the order, in its order. The mutual result is `None` without
    /// others to compare with, and the lot if none was drawn.
    pub values: Vec<Option<u32>>,
    /// The reason for which the row is below the row before; `None` for the first row and within a
    /// tie.
    pub decided_by: Option<Decision>,
    /// Promotion or relegation by the place.
    pub zone: Option<ZoneMark>,
    /// True if the participant withdrew for good.
    pub is_withdrawn: bool,
}

/// The reason that a row is below another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// A tie-break.
    TieBreak {
        /// The tie-break.
        tie_break: TieBreak,
        /// The participant in the row above.
        above: Participant,
        /// The value of the row above.
        above_value: u32,
        /// The value of this row.
        own_value: u32,
    },
    /// The games between those who lead on points (KNDB F12.2).
    MutualResultForFirst {
        /// The first participant.
        above: Participant,
        /// The points of the first in those games.
        above_value: u32,
        /// The points of this participant.
        own_value: u32,
    },
    /// The participant has withdrawn, and is otherwise equal: games decide only between those who
    /// stayed.
    Withdrawal {
        /// The participant in the row above.
        above: Participant,
    },
    /// The finals of two pools (2006 art. 14d).
    Final {
        /// The participant in the row above.
        above: Participant,
        /// True if the two played the final; otherwise that of the row above was for higher places.
        is_mutual: bool,
    },
    /// The recorded resolution of the tie.
    Resolution {
        /// The participant in the row above.
        above: Participant,
        /// The way in which it was resolved.
        how: TieDecision,
        /// The prescribed remedy.
        remedy: Remedy,
    },
}

/// Promotion or relegation by a place in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneMark {
    /// The kind.
    pub kind: ZoneKind,
    /// True if the row's tie extends beyond the zone, so that it is still open.
    pub is_contested: bool,
}

/// Participants whom the tie-breaks do not separate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// The first of their places.
    pub place: u32,
    /// The participants, by number.
    pub participants: Vec<Participant>,
    /// The next step.
    pub prescription: Prescription,
}

/// The next step to resolve a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prescription {
    /// The remedy that the regulation prescribes for this number of participants.
    Remedy {
        /// The remedy.
        remedy: Remedy,
        /// The participant with White in the first game, or on the odd boards: of two players the
        /// one who had Black in their last meeting (D26), of two teams the one that last had Black
        /// there, against whichever opponent (B art. 7). `None` if the lot decides it, or more than
        /// two are tied.
        first_white: Option<Participant>,
    },
    /// A schedule by the organisers, because more than two are tied (C art. 15).
    Schedule,
    /// Nothing yet: games are still to be played, and may separate them.
    Later,
}

impl Ranking {
    /// Returns the number of units in one displayed point of a tie-break's value: 2 if points are
    /// counted in halves, 100 if in hundredths.
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
            // Its weights are 2 and 1 instead of the rule's 1 and 1/2.
            TieBreak::KndbSonnebornBerger => of_points.saturating_mul(2),
            TieBreak::Wins | TieBreak::Lot => 1,
        }
    }

    /// Returns the article that prescribes a remedy: that of the order, except for ties of club
    /// teams that are left to the organisers.
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
/// [`RankingError`] if the order is invalid, or is for players and the results are of teams, or the
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
        let place = PlaceRange { first: first_of_place, last };
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

/// The places of a tier.
#[derive(Debug, Clone, Copy)]
struct PlaceRange {
    first: u32,
    last: u32,
}

impl Ranking {
    /// Returns the table as it is before the last game: nothing is prescribed for its ties yet.
    #[must_use]
    pub fn before_the_end(mut self) -> Self {
        for tie in &mut self.ties {
            tie.prescription = Prescription::Later;
        }
        self
    }

    /// Returns true if every paired meeting has a result.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.running == 0 && row.to_play == 0)
    }

    /// Returns true if finals decide places (2006 art. 14d).
    pub fn is_of_finals(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.decided_by, Some(Decision::Final { .. })))
    }

    /// Returns a row's value of a tie-break; `None` if the order does not contain it, or there is
    /// no value.
    pub fn value(&self, row: &Row, tie_break: TieBreak) -> Option<u32> {
        let at = self.order.tie_breaks.iter().position(|one| *one == tie_break)?;
        row.values.get(at).copied().flatten()
    }

    /// Returns the reason for which a tier is below the last row so far.
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
            Cause::Withdrawal => Some(Decision::Withdrawal { above }),
            Cause::Resolution { how, is_of_first_place } => {
                let remedy = self.order.remedy_for(is_of_first_place);
                Some(Decision::Resolution { above, how, remedy })
            }
        }
    }

    fn add_tie(
        &mut self,
        tier: &Tier,
        place: PlaceRange,
        lines: &[MeetingSums],
        results: &Results,
    ) {
        if tier.members.len() < 2 {
            return;
        }
        let of_line = |line: &usize| lines.get(*line);
        if tier.members.iter().filter_map(of_line).all(|line| line.is_withdrawn) {
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

    fn zone_mark(&self, place: PlaceRange) -> Option<ZoneMark> {
        let zone = |zone: &&super::Zone| place.first <= zone.to && zone.from <= place.last;
        let zone = self.zones.iter().find(zone)?;
        let is_contested = place.first < zone.from || zone.to < place.last;
        Some(ZoneMark { kind: zone.kind, is_contested })
    }
}

impl MeetingSums {
    fn row(&self, place: PlaceRange, order: &Order) -> Row {
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
