//! Who enters: players, teams and their line-ups.

use super::super::{Event, Refusal, Settings, Tournament};
use crate::plan::{LineUp, LineUpRefusal, Team, TeamId};
use crate::regulation::{Format, Regulation};
use crate::{Entry, Player, PlayerId, RoundNumber};
use draughts::Timestamp;

impl Tournament {
    pub(super) fn decide_enter(
        &self,
        settings: &Settings,
        entry: &Entry,
    ) -> Result<Vec<Event>, Refusal> {
        let player = entry.clone().into_player(PlayerId::from_index(self.players.len()))?;
        if let Some(other) = self.player_named(&player.name) {
            if player == (Player { id: player.id, ..other.clone() }) {
                return Ok(Vec::new());
            }
            return Err(Refusal::DuplicatePlayer { name: player.name, player: other.id });
        }
        let (limits, season) = (&settings.regulation.limits, settings.season);
        if limits.younger_than.is_some() {
            let birth = player.birth.ok_or(Refusal::BirthMissing)?;
            limits.check_age(birth, season.ok_or(Refusal::NoSeason)?)?;
        }
        if !settings.regulation.is_of_teams() {
            self.check_entries_open(&settings.regulation)?;
        }
        if self.players.len() >= Self::PLAYERS_MAX {
            return Err(Refusal::TooManyPlayers { max: Self::PLAYERS_MAX });
        }
        Ok(vec![Event::PlayerEntered { player }])
    }

    pub(super) fn decide_enter_team(
        &self,
        regulation: &Regulation,
        name: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let Some(boards) = regulation.boards.filter(|_| regulation.is_of_teams()) else {
            return Err(Refusal::NotOfTeams);
        };
        let boards = usize::try_from(boards).unwrap_or(usize::MAX);
        let team = Team::new(TeamId::from_index(self.teams.len()), name, boards)?;
        let lowercase = team.name.to_lowercase();
        if self.teams.iter().any(|other| other.name.to_lowercase() == lowercase) {
            return Ok(Vec::new());
        }
        self.check_entries_open(regulation)?;
        Ok(vec![Event::TeamEntered { team }])
    }

    /// Checks that one more can stand in the tables.
    fn check_entries_open(&self, regulation: &Regulation) -> Result<(), Refusal> {
        let takes_late_entries = matches!(regulation.format, Format::Swiss(_) | Format::Manual)
            && self.groups.is_empty();
        if !self.rounds.is_empty() && !takes_late_entries {
            return Err(Refusal::EntriesClosed);
        }
        let max = regulation.limits.entrants_max.and_then(|max| usize::try_from(max).ok());
        let max = max.unwrap_or(Self::PLAYERS_MAX).min(Self::PLAYERS_MAX);
        if self.lots.len() >= max {
            return Err(Refusal::TooManyPlayers { max });
        }
        Ok(())
    }

    pub(super) fn decide_line_up(
        &self,
        team: TeamId,
        boards: &[Option<PlayerId>],
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if !self.is_of_teams() {
            return Err(Refusal::NotOfTeams);
        }
        let own = self.team(team).ok_or(Refusal::UnknownTeam { team })?;
        let line_up = LineUp::new(boards.to_vec())?;
        if own.line_up.as_ref() == Some(&line_up) {
            return Ok(Vec::new());
        }
        for &player in line_up.boards().iter().flatten() {
            if self.player(player).is_none() {
                return Err(Refusal::UnknownPlayer { player });
            }
            let plays_for = |other: &&Team| {
                other.id != team
                    && other
                        .line_up
                        .as_ref()
                        .is_some_and(|one| one.boards().contains(&Some(player)))
            };
            if let Some(other) = self.teams.iter().find(plays_for) {
                return Err(Refusal::OtherTeam { player, team: other.id });
            }
        }
        // Without a plan only the first pairing is the limit.
        let begins_at =
            self.planned(RoundNumber::FIRST).unwrap_or(Timestamp::from_millis(i64::MAX));
        own.may_hand_in(&line_up, at, begins_at)?;
        if own.line_up.is_some() && !self.rounds.is_empty() {
            return Err(LineUpRefusal::Fixed.into());
        }
        Ok(vec![Event::LineUpHandedIn { team, line_up }])
    }
}
