//! Corrections of entries: corrected, removed, replaced by reserves.

use std::collections::BTreeSet;

use super::super::{Event, Refusal, Settings, Tournament};
use super::entries::check_age;
use crate::plan::{Team, TeamId};
use crate::ranking::{Participant, WithdrawalRule};
use crate::regulation::{Format, Regulation};
use crate::{Birth, Entry, EntryField, PLAYERS_MAX, Player, PlayerId, Round, RoundState};

impl Tournament {
    pub(super) fn decide_correct_entry(
        &self,
        settings: &Settings,
        id: PlayerId,
        entry: &Entry,
        fields: &BTreeSet<EntryField>,
    ) -> Result<Vec<Event>, Refusal> {
        let known = self.player(id).ok_or(Refusal::UnknownPlayer { player: id })?;
        let mut entry = entry.clone();
        if !fields.contains(&EntryField::Name) {
            entry.name.clone_from(&known.name);
        }
        let player = known.corrected(fields, &entry.clone().into_player(id)?);
        if player == *known {
            return Ok(Vec::new());
        }
        self.check_name_free(&player)?;
        // The day was checked at the entry, and is not stored.
        let is_known = |birth: Birth| Some(birth.year()) == known.birth_year && !birth.has_day();
        if fields.contains(&EntryField::Birth) && !entry.birth.is_some_and(is_known) {
            check_age(settings, entry.birth)?;
        }
        Ok(vec![Event::PlayerCorrected { player }])
    }

    fn check_name_free(&self, player: &Player) -> Result<(), Refusal> {
        match self.player_named(&player.name).filter(|other| other.id != player.id) {
            Some(other) => {
                let (name, player) = (player.name.clone(), other.id);
                Err(Refusal::DuplicatePlayer { name, player })
            }
            None => self.check_distinct(player),
        }
    }

    pub(super) fn decide_remove_entry(
        &self,
        regulation: &Regulation,
        player: PlayerId,
    ) -> Result<Vec<Event>, Refusal> {
        if self.player(player).is_none() {
            let was_entered = player.index() < self.numbers.0;
            return if was_entered {
                Ok(Vec::new())
            } else {
                Err(Refusal::UnknownPlayer { player })
            };
        }
        let plays_for = |team: &&Team| {
            team.line_up.as_ref().is_some_and(|line_up| line_up.boards().contains(&Some(player)))
        };
        if let Some(team) = self.teams.iter().find(plays_for) {
            return Err(Refusal::OtherTeam { player, team: team.id });
        }
        if !regulation.is_of_teams() {
            self.check_never_paired(regulation, player.into())?;
        }
        Ok(vec![Event::PlayerRemoved { player }])
    }

    /// Checks that a participant is in no round, so that nothing refers to a removed one.
    fn check_never_paired(
        &self,
        regulation: &Regulation,
        participant: Participant,
    ) -> Result<(), Refusal> {
        self.check_field_open(regulation)?;
        match self.rounds.iter().find(|round| round.names(participant)) {
            Some(round) => Err(Refusal::StandsInRound { participant, round: round.number() }),
            None => Ok(()),
        }
    }

    pub(super) fn decide_rename_team(&self, id: TeamId, name: &str) -> Result<Vec<Event>, Refusal> {
        let team = self.team(id).ok_or(Refusal::UnknownTeam { team: id })?;
        let renamed = Team::new(id, name, team.boards)?;
        if renamed.name == team.name {
            return Ok(Vec::new());
        }
        let lowercase = renamed.name.to_lowercase();
        let has_name = |other: &&Team| other.id != id && other.name.to_lowercase() == lowercase;
        if let Some(other) = self.teams.iter().find(has_name) {
            return Err(Refusal::DuplicateTeam { name: renamed.name, team: other.id });
        }
        self.check_distinct_team(&renamed)?;
        Ok(vec![Event::TeamRenamed { team: id, name: renamed.name }])
    }

    pub(super) fn decide_remove_team(
        &self,
        regulation: &Regulation,
        team: TeamId,
    ) -> Result<Vec<Event>, Refusal> {
        if self.team(team).is_none() {
            let was_entered = team.index() < self.numbers.1;
            return if was_entered { Ok(Vec::new()) } else { Err(Refusal::UnknownTeam { team }) };
        }
        self.check_never_paired(regulation, team.into())?;
        Ok(vec![Event::TeamRemoved { team }])
    }

    pub(super) fn decide_seat_reserve(
        &self,
        settings: &Settings,
        withdrawn: PlayerId,
        entry: &Entry,
    ) -> Result<Vec<Event>, Refusal> {
        let regulation = &settings.regulation;
        let takes_reserves = !matches!(regulation.format, Format::Swiss(_) | Format::Manual)
            && !matches!(regulation.order.withdrawal, WithdrawalRule::VoidBelow { .. })
            && !regulation.is_of_teams();
        if !takes_reserves {
            return Err(Refusal::NoReserves);
        }
        if self.player(withdrawn).is_none() {
            return Err(Refusal::UnknownPlayer { player: withdrawn });
        }
        let participant = Participant::from(withdrawn);
        if let Some(&reserve) = self.reserves.get(&participant) {
            let same = entry.clone().into_player(reserve.into())?;
            if self.player(reserve.into()) == Some(&same) {
                return Ok(Vec::new());
            }
            return Err(Refusal::SeatTaken { participant, reserve });
        }
        if !self.withdrawn.contains_key(&participant) {
            return Err(Refusal::NotWithdrawn { participant });
        }
        let is_waiting =
            |round: &&Round| round.state == RoundState::Paired && round.names(participant);
        if let Some(round) = self.rounds.iter().find(is_waiting) {
            return Err(Refusal::PairedAlready { round: round.number() });
        }
        let player = entry.clone().into_player(self.next_player())?;
        self.check_name_free(&player)?;
        check_age(settings, entry.birth)?;
        if self.players.len() >= PLAYERS_MAX {
            return Err(Refusal::TooManyPlayers { max: PLAYERS_MAX });
        }
        Ok(vec![Event::ReserveSeated { withdrawn, player }])
    }
}

impl Round {
    /// Returns true if a participant is paired in the round, has a bye, or was not to be paired.
    fn names(&self, participant: Participant) -> bool {
        self.pairs().any(|(first, second)| first == participant || second == participant)
            || self.byes().contains(&participant)
            || self.absent().iter().any(|absent| absent.participant == participant)
    }
}
