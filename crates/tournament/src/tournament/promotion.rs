//! Promotion, and those who decline it (D art. 7).

use super::{Event, Refusal, Tournament};
use crate::REASON_CHARS_MAX;
use crate::ranking::{Order, Participant, Ranking, Results, Running, ZoneKind, rank};
use draughts::text;

impl Tournament {
    pub(super) fn decide_decline(
        &self,
        participant: Participant,
        reason: &str,
        is_declined: bool,
    ) -> Result<Vec<Event>, Refusal> {
        if self.name_of(participant).is_none() {
            return Err(Refusal::UnknownParticipant { participant });
        }
        if self.regulation().is_none_or(|regulation| regulation.promoted == 0) {
            return Err(Refusal::NobodyPromoted);
        }
        let reason = text::tidy(reason, REASON_CHARS_MAX).map_err(Refusal::Reason)?;
        if self.declined.contains(&participant) == is_declined {
            return Ok(Vec::new());
        }
        Ok(vec![Event::PromotionDeclined { participant, reason, is_declined }])
    }

    /// Returns the ranking of a group. In place of participants who decline promotion the next of
    /// the order go up (D art. 7).
    pub(super) fn ranked(
        &self,
        results: &Results,
        order: &Order,
        running: Running,
    ) -> Option<Ranking> {
        let mut ranking = rank(results, order, running).ok()?;
        let is_declined = |participant| self.declined.contains(&participant);
        let zone = order.zones.iter().position(|zone| zone.kind == ZoneKind::Promotion);
        let Some(zone) = zone.and_then(|at| order.zones.get(at)) else { return Some(ranking) };
        // The places of those who go up, with those of the decliners among them.
        let rows = (1..).zip(&ranking.rows);
        let takers = rows.filter(|(_, row)| !is_declined(row.participant));
        let places = usize::try_from(zone.to).unwrap_or(usize::MAX);
        let last = takers.map(|(position, _)| position).take(places).last().unwrap_or(zone.to);
        if last > zone.to {
            let lowest = order.zones.iter().filter(|other| other.kind != zone.kind);
            let most = lowest.map(|other| other.from.saturating_sub(1)).min().unwrap_or(last);
            let mut order = order.clone();
            let promotion = order.zones.iter_mut().filter(|one| one.kind == ZoneKind::Promotion);
            promotion.for_each(|one| one.to = last.min(most));
            ranking = rank(results, &order, running).ok()?;
        }
        for row in ranking.rows.iter_mut().filter(|row| is_declined(row.participant)) {
            row.zone = row.zone.filter(|mark| mark.kind != ZoneKind::Promotion);
        }
        Some(ranking)
    }
}
