//! Entries of players and teams: added, changed and removed. The number of a removed one is not
//! reused.

use super::{Event, Settings, Tournament};
use crate::ranking::Participant;
use crate::{Player, PlayerId};

impl Tournament {
    /// Applies an event of an entry.
    pub(super) fn apply_entry(&mut self, event: &Event) {
        if let Event::PlayerEntered { player } = event {
            if !self.is_of_teams() {
                self.lots.push(player.id.into());
            }
            self.add(player);
        } else if let Event::TeamEntered { team } = event {
            self.lots.push(team.id.into());
            self.numbers.1 = self.numbers.1.max(team.id.index().saturating_add(1));
            self.teams.push(team.clone());
        } else if let Event::LineUpHandedIn { team, line_up, reason } = event {
            if let Some(team) = self.teams.iter_mut().find(|one| one.id == *team) {
                // Before the limit nobody gives a reason (B art. 6).
                if team.line_up.is_none() && !reason.is_empty() {
                    self.late_line_ups.insert(team.id, reason.clone());
                }
                team.line_up = Some(line_up.clone());
            }
        } else if let Event::PlayerCorrected { player } = event {
            if let Some(known) = self.players.iter_mut().find(|one| one.id == player.id) {
                known.clone_from(player);
            }
        } else if let Event::TeamRenamed { team, name } = event {
            if let Some(team) = self.teams.iter_mut().find(|one| one.id == *team) {
                team.name.clone_from(name);
            }
        } else if let Event::PlayerRemoved { player } = event {
            self.players.retain(|one| one.id != *player);
            if !self.is_of_teams() {
                self.forget((*player).into());
            }
        } else if let Event::TeamRemoved { team } = event {
            self.teams.retain(|one| one.id != *team);
            self.forget((*team).into());
        } else if let Event::ReserveSeated { withdrawn, player } = event {
            self.add(player);
            self.seat(*withdrawn, player.id);
        }
    }

    fn add(&mut self, player: &Player) {
        self.numbers.0 = self.numbers.0.max(player.id.index().saturating_add(1));
        self.players.push(player.clone());
    }

    /// Removes a participant from everything that is not paired.
    fn forget(&mut self, gone: Participant) {
        if let Some(drawing) = &mut self.drawing
            && self.lots.iter().take(drawing.entrants).any(|one| *one == gone)
        {
            drawing.entrants = drawing.entrants.saturating_sub(1);
        }
        self.lots.retain(|one| *one != gone);
        self.groups.iter_mut().for_each(|group| group.retain(|one| *one != gone));
        self.absent.retain(|(_, one), _| *one != gone);
        self.notices.retain(|(_, one), _| *one != gone);
        self.withdrawn.remove(&gone);
        self.proposals.retain(|_number, proposal| proposal.request.participant() != gone);
    }

    /// Gives a withdrawn player's place in the schedule to a reserve.
    fn seat(&mut self, withdrawn: PlayerId, reserve: PlayerId) {
        let (old, new) = (Participant::from(withdrawn), Participant::from(reserve));
        let seats = self.lots.iter_mut().chain(self.groups.iter_mut().flatten());
        seats.filter(|seat| **seat == old).for_each(|seat| *seat = new);
        self.reserves.insert(old, new);
    }

    /// Applies amended settings; groups that are no longer in the regulation are dropped.
    pub(super) fn amend(&mut self, settings: &Settings) {
        if !Self::has_groups(&settings.regulation) {
            self.groups.clear();
        }
        self.settings = Some(settings.clone());
    }
}
