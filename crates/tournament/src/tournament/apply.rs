//! Applies events to a tournament.

use super::{Drawing, Event, ResolvedTie, Tournament};
use crate::ranking::Participant;
use crate::{Round, RoundState};

impl Tournament {
    /// Applies an event. This cannot fail, because an event has already been decided.
    pub fn apply(&mut self, event: &Event) {
        match event {
            // Only the log holds the person and moment of a decision.
            Event::Ruled { .. } => {}
            Event::Created { settings } => {
                self.settings = Some((**settings).clone());
                self.created.clone_from(&self.settings);
            }
            Event::SettingsAmended { settings, reason: _ } => self.amend(settings),
            Event::PlayerEntered { .. }
            | Event::TeamEntered { .. }
            | Event::LineUpHandedIn { .. }
            | Event::PlayerCorrected { .. }
            | Event::PlayerRemoved { .. }
            | Event::TeamRenamed { .. }
            | Event::TeamRemoved { .. }
            | Event::ReserveSeated { .. } => self.apply_entry(event),
            Event::LotsDrawn { order, seed } => {
                self.drawing = Some(Drawing { entrants: order.len(), seed: *seed });
                self.lots.clone_from(order);
            }
            Event::GroupsDivided { groups, seed } => {
                self.lots = groups.concat();
                self.drawing = Some(Drawing { entrants: self.lots.len(), seed: *seed });
                self.groups.clone_from(groups);
            }
            Event::AbsenceReported { participant, round, kind, notice } => {
                self.here.remove(&(*round, *participant));
                self.absent.insert((*round, *participant), *kind);
                self.notices.insert((*round, *participant), notice.clone());
            }
            Event::AbsenceTakenBack { participant, round } => {
                self.absent.remove(&(*round, *participant));
                self.notices.remove(&(*round, *participant));
            }
            Event::CheckedIn { participant, round, is_here: true } => {
                self.here.insert((*round, *participant));
            }
            Event::CheckedIn { participant, round, is_here: false } => {
                self.here.remove(&(*round, *participant));
            }
            Event::Proposed { .. } | Event::ProposalAnswered { .. } => self.apply_proposal(event),
            Event::Withdrawn { participant, reason } => {
                self.withdrawn.insert(*participant, reason.clone());
            }
            Event::Reinstated { participant } => {
                self.withdrawn.remove(participant);
            }
            Event::RoundPlanned { .. }
            | Event::RoundPaired { .. }
            | Event::RoundUnpaired { .. }
            | Event::RoundPublished { .. }
            | Event::RoundOpened { .. }
            | Event::StartModeSet { .. }
            | Event::RoundClosed { .. } => self.apply_round(event),
            Event::ResultWithdrawn { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::ColorsReversed { .. }
            | Event::MakeUpPlanned { .. } => self.apply_result(event),
            Event::PromotionDeclined { participant, reason: _, is_declined: true } => {
                self.declined.insert(*participant);
            }
            Event::PromotionDeclined { participant, reason: _, is_declined: false } => {
                self.declined.remove(participant);
            }
            Event::ColorChosen { choice } => {
                self.final_colors.insert(choice.pool_place, *choice);
            }
            Event::TieResolved { order, how, instead_of } => {
                let resolved =
                    ResolvedTie { order: order.clone(), how: *how, instead_of: *instead_of };
                self.forget_resolution(order);
                self.resolved.push(resolved);
            }
            Event::TieReopened { participants, reason: _ } => self.forget_resolution(participants),
            Event::EmbargoSet { scope, embargo, at, reason: _ } => {
                self.embargoes.set(*scope, *embargo, *at);
            }
            Event::EmbargoReleased { scope, at, reason: _ } => self.embargoes.release(*scope, *at),
            // Its settings and players stay, for those who read its decisions.
            Event::Deleted { reason: _ } => self.is_deleted = true,
        }
    }

    /// Applies an event of a round.
    fn apply_round(&mut self, event: &Event) {
        if let Event::RoundPlanned { round, begins_at } = event {
            self.planned.insert(*round, *begins_at);
        } else if let Event::RoundPaired { paired } = event {
            self.rounds.push(Round::new((**paired).clone()));
        } else if let Event::RoundUnpaired { round, .. } = event {
            self.rounds.truncate(round.index());
            self.start_modes.retain(|(of, _table), _mode| of < round);
        } else if let Event::StartModeSet { round, table, mode } = event {
            match mode {
                Some(mode) => self.start_modes.insert((*round, *table), *mode),
                None => self.start_modes.remove(&(*round, *table)),
            };
        } else if let Event::RoundPublished { round, at } = event {
            if let Some(round) = self.rounds.get_mut(round.index()) {
                round.published_at = Some(*at);
            }
        } else if let Event::RoundOpened { round, at } = event {
            if let Some(round) = self.rounds.get_mut(round.index()) {
                round.state = RoundState::Open;
                round.opened_at = Some(*at);
                // An older log without publications has only this moment.
                round.published_at = round.published_at.or(Some(*at));
            }
        } else if let Event::RoundClosed { round: number, at } = event
            && let Some(round) = self.rounds.get_mut(number.index())
        {
            round.closed_at = *at;
            round.close();
            self.embargoes.end_round(*number, at.unwrap_or_default());
        }
    }

    /// Applies an event of a game of a round.
    fn apply_result(&mut self, event: &Event) {
        if let Event::ResultWithdrawn { round, table } = event {
            if let Some(round) = self.rounds.get_mut(round.index()) {
                // A round with a game that goes on is open again.
                (round.state, round.closed_at) = (RoundState::Open, None);
                if let Some(game) = round.games.get_mut(table.index()) {
                    (game.outcome, game.men_ahead) = (None, None);
                }
            }
        } else if let Event::ResultRecorded { round, table, outcome, men_ahead }
        | Event::ResultCorrected { round, table, outcome, men_ahead } = event
        {
            let round = self.rounds.get_mut(round.index());
            if let Some(game) = round.and_then(|round| round.games.get_mut(table.index())) {
                (game.outcome, game.men_ahead) = (Some(*outcome), *men_ahead);
                game.is_postponed = false;
            }
        } else if let Event::MakeUpPlanned { round, table, make_up } = event {
            let round = self.rounds.get_mut(round.index());
            if let Some(game) = round.and_then(|round| round.games.get_mut(table.index())) {
                game.make_up = Some(make_up.clone());
            }
        } else if let Event::ColorsReversed { round, table, is_reversed } = event {
            let round = self.rounds.get_mut(round.index());
            if let Some(game) = round.and_then(|round| round.games.get_mut(table.index())) {
                game.set_reversed(*is_reversed);
            }
        }
    }

    fn forget_resolution(&mut self, tied: &[Participant]) {
        let mut tied = tied.to_vec();
        tied.sort_unstable();
        self.resolved.retain(|resolved| !resolved.is_of(&tied));
    }
}
