//! The finals of two pools, and the places of all players after them (2006 art. 14d).

use super::{Estimates, Tournament};
use crate::plan::CrossingFinal;
use crate::ranking::{
    Decision, FirstPlace, Meeting, Order, Participant, Prescription, Ranking, Remedy, Results, Row,
    Running, Tie, TieBreak, TieDecision, rank,
};
use crate::{PairingMethod, PlayerId, Round};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// A crossing final and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalState {
    /// The players, the places and the right to choose the colour.
    pub crossing: CrossingFinal,
    /// The player who takes the better of the two places; `None` while that is open.
    pub winner: Option<PlayerId>,
}

/// The end of a final.
#[derive(Debug, Clone, Copy)]
enum FinalEnd {
    /// A player has won it, on the board or because the other one has withdrawn.
    Won(Participant),
    /// It was drawn, and the tie is resolved.
    Resolved(Participant, TieDecision),
    /// It was drawn, and blitz games have to decide.
    Drawn,
    /// It has no result.
    Open,
}

/// Players who share a place, and the reason for which they are below the one before.
struct Tier {
    members: Vec<Participant>,
    cause: Cause,
    /// True if blitz games have to separate them.
    is_drawn: bool,
}

/// The reason for which a player is below the one before.
#[derive(Debug, Clone, Copy)]
enum Cause {
    LostFinal,
    LowerFinal,
    Resolved(TieDecision),
}

impl Tournament {
    /// Returns the finals of two pools, once they are paired, in the order of their places.
    pub fn finals_state(&self) -> Vec<FinalState> {
        let ends = self.final_ends().into_iter();
        ends.map(|(crossing, end)| FinalState {
            crossing,
            winner: end.winner().map(PlayerId::from),
        })
        .collect()
    }

    /// Returns the final order of all players after two pools, once all finals are decided. Who had
    /// no opponent in the finals comes after them, and who has withdrawn is last, by points and
    /// wins in the pools.
    pub fn final_order(&self) -> Option<Vec<PlayerId>> {
        if self.lacks_winner_of_final() {
            return None;
        }
        let order = self.final_tiers()?.into_iter().flat_map(|tier| tier.members);
        let order = order.filter(|one| !self.reserves.contains_key(one));
        Some(order.map(PlayerId::from).collect())
    }

    /// Returns the table of all groups together, which is official and numbered 0 where groups are:
    /// that of the winners of several groups (A art. 5, D art. 6), or that of all players after two
    /// pools (2006 art. 14d). `None` until there is one, and if there never is.
    pub fn overall_table(&self) -> Option<Ranking> {
        self.winners_table().or_else(|| self.final_table())
    }

    /// Returns the table of all players after two pools, from the publication of the finals on.
    /// Those who have yet to decide their final share its places; points and games are those of the
    /// pools and the finals together.
    pub fn final_table(&self) -> Option<Ranking> {
        let of_pools = &self.regulation()?.order;
        let order = Order {
            tie_breaks: vec![TieBreak::Points],
            first_place: FirstPlace::ByAllTieBreaks,
            article: Some("2006 art. 14d"),
            ..of_pools.clone()
        };
        let mut table = rank(&self.final_results()?, &order, Running::Ignored).ok()?;
        let mut rows: BTreeMap<Participant, Row> =
            table.rows.drain(..).map(|row| (row.participant, row)).collect();
        table.ties.clear();
        for tier in self.final_tiers()? {
            let place = u32::try_from(table.rows.len()).unwrap_or(u32::MAX).saturating_add(1);
            let above = table.rows.last().map(|row| row.participant);
            let mut decided_by = above.map(|above| tier.cause.decision(above));
            for member in &tier.members {
                let Some(mut row) = rows.remove(member) else { continue };
                (row.place, row.is_tied) = (place, tier.members.len() > 1);
                (row.decided_by, row.in_hand) = (decided_by.take(), 0);
                table.rows.push(row);
            }
            if let (true, &[one, other]) = (tier.is_drawn, tier.members.as_slice()) {
                let first_white = self.first_of_play_off([one, other]);
                let prescription = Prescription::Remedy { remedy: Remedy::Blitz, first_white };
                table.ties.push(Tie { place, participants: tier.members, prescription });
            }
        }
        Some(table)
    }

    /// Returns the games of both pools and of the finals, from the publication of the finals on.
    pub fn final_results(&self) -> Option<Results> {
        let finals = self.finals().filter(|round| round.is_published())?;
        let (mut participants, mut meetings) = (Vec::new(), finals.meetings(&Estimates::new()));
        for (_, _, results) in self.results_of(&Estimates::new(), &self.left()) {
            participants.extend(results.participants().iter().copied());
            meetings.extend(results.meetings().iter().cloned());
        }
        let mut results = Results::new(participants, meetings, Vec::new()).ok()?;
        for gone in self.left() {
            results = results.with_withdrawn(gone).ok()?;
        }
        Some(results)
    }

    /// Returns true if a final has no winner yet. One that both players have left has none, and
    /// needs none.
    pub(super) fn lacks_winner_of_final(&self) -> bool {
        let is_gone = |one: PlayerId| self.withdrawn.contains_key(&one.into());
        self.final_ends().iter().any(|(crossing, end)| {
            end.winner().is_none() && !(is_gone(crossing.first) && is_gone(crossing.second))
        })
    }

    /// Returns the players in the order of their places; `None` before the finals are paired.
    fn final_tiers(&self) -> Option<Vec<Tier>> {
        let round = self.finals()?;
        let mut tiers = Vec::new();
        for (crossing, end) in self.final_ends() {
            let mut pair = [crossing.first.into(), crossing.second.into()];
            pair.sort_unstable_by_key(|one| (Some(*one) != end.winner(), *one));
            let below = match end {
                FinalEnd::Won(_) => Cause::LostFinal,
                FinalEnd::Resolved(_, how) => Cause::Resolved(how),
                FinalEnd::Drawn | FinalEnd::Open => {
                    let is_drawn = matches!(end, FinalEnd::Drawn);
                    tiers.push(Tier { members: pair.to_vec(), cause: Cause::LowerFinal, is_drawn });
                    continue;
                }
            };
            tiers.extend(pair.into_iter().zip([Cause::LowerFinal, below]).map(Tier::of_one));
        }
        let free = round.byes().iter().map(|one| Tier::of_one((*one, Cause::LowerFinal)));
        tiers.extend(free);
        let tables = self.tables(Running::Ignored);
        let mut gone: Vec<&Row> = tables.iter().flat_map(|table| &table.ranking.rows).collect();
        let is_placed =
            |row: &Row| tiers.iter().any(|tier| tier.members.contains(&row.participant));
        gone.retain(|row| !is_placed(row));
        // A player whose seat a reserve has taken is below all who have a seat.
        let key = |row: &&Row| {
            (self.reserves.contains_key(&row.participant), Reverse((row.points, row.wins)))
        };
        gone.sort_by_key(|row| (key(row), row.participant));
        let equals = gone.chunk_by(|one, next| key(one) == key(next));
        tiers.extend(equals.map(|equals| Tier {
            members: equals.iter().map(|row| row.participant).collect(),
            cause: Cause::LowerFinal,
            is_drawn: false,
        }));
        Some(tiers)
    }

    fn final_ends(&self) -> Vec<(CrossingFinal, FinalEnd)> {
        let Some(round) = self.finals() else { return Vec::new() };
        let PairingMethod::Finals(crossings) = &round.paired.method else { return Vec::new() };
        let end = |crossing: &CrossingFinal| (*crossing, self.end_of_final(round, crossing));
        crossings.iter().map(end).collect()
    }

    fn end_of_final(&self, round: &Round, crossing: &CrossingFinal) -> FinalEnd {
        let mut pair: [Participant; 2] = [crossing.first.into(), crossing.second.into()];
        pair.sort_unstable();
        let mut staying = pair.iter().filter(|one| !self.withdrawn.contains_key(one));
        let left_alone = match (staying.next(), staying.next()) {
            (Some(alone), None) => Some(*alone),
            _ => None,
        };
        let meetings = round.meetings(&Estimates::new());
        let is_theirs = |meeting: &&Meeting| meeting.is_between(pair[0], pair[1]);
        let theirs = meetings.iter().find(is_theirs);
        let points = theirs.and_then(|meeting| Some((meeting, self.points_of(&meeting.state)?)));
        let Some((meeting, points)) = points else {
            return left_alone.map_or(FinalEnd::Open, FinalEnd::Won);
        };
        match points.0.cmp(&points.1) {
            Ordering::Greater => FinalEnd::Won(meeting.first),
            Ordering::Less => FinalEnd::Won(meeting.second),
            Ordering::Equal => {
                let resolved = self.resolved.iter().rfind(|resolved| resolved.is_of(&pair));
                let first = resolved.and_then(|one| Some((*one.order.first()?, one.how)));
                match (first, left_alone) {
                    (Some((winner, how)), _) => FinalEnd::Resolved(winner, how),
                    (None, Some(alone)) => FinalEnd::Won(alone),
                    (None, None) => FinalEnd::Drawn,
                }
            }
        }
    }
}

impl FinalEnd {
    fn winner(self) -> Option<Participant> {
        match self {
            Self::Won(winner) | Self::Resolved(winner, _) => Some(winner),
            Self::Drawn | Self::Open => None,
        }
    }
}

impl Tier {
    fn of_one((member, cause): (Participant, Cause)) -> Self {
        Self { members: vec![member], cause, is_drawn: false }
    }
}

impl Cause {
    fn decision(self, above: Participant) -> Decision {
        match self {
            Self::LostFinal => Decision::Final { above, is_mutual: true },
            Self::LowerFinal => Decision::Final { above, is_mutual: false },
            Self::Resolved(how) => Decision::Resolution { above, how, remedy: Remedy::Blitz },
        }
    }
}
