//! Players, teams and their line-ups.

use super::super::{Event, Refusal, Settings, Tournament};
use super::reason_of;
use crate::plan::{LineUp, LineUpError, LineUpRefusal, Team, TeamId};
use crate::regulation::{Format, Regulation};
use crate::{Birth, Entry, PLAYERS_MAX, Player, PlayerId, RoundNumber, scripts};
use draughts::Timestamp;

impl Tournament {
    pub(super) fn decide_enter(
        &self,
        settings: &Settings,
        entry: &Entry,
    ) -> Result<Vec<Event>, Refusal> {
        let player = entry.clone().into_player(self.next_player())?;
        if let Some(other) = self.player_named(&player.name) {
            if player == (Player { id: player.id, ..other.clone() }) {
                return Ok(Vec::new());
            }
            return Err(Refusal::DuplicatePlayer { name: player.name, player: other.id });
        }
        self.check_distinct(&player)?;
        check_age(settings, entry.birth)?;
        if !settings.regulation.is_of_teams() {
            self.check_entries_open(&settings.regulation)?;
        }
        if self.players.len() >= PLAYERS_MAX {
            return Err(Refusal::TooManyPlayers { max: PLAYERS_MAX });
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
        let team = Team::new(TeamId::from_index(self.numbers.1), name, boards)?;
        let lowercase = team.name.to_lowercase();
        if self.teams.iter().any(|other| other.name.to_lowercase() == lowercase) {
            return Ok(Vec::new());
        }
        self.check_distinct_team(&team)?;
        self.check_entries_open(regulation)?;
        Ok(vec![Event::TeamEntered { team }])
    }

    /// Checks that a player's name looks like no other player's.
    pub(super) fn check_distinct(&self, player: &Player) -> Result<(), Refusal> {
        let others = self.players.iter().filter(|other| other.id != player.id);
        let names = others.map(|other| (other.id.into(), other.name.as_str()));
        Ok(scripts::check_distinct(&player.name, names)?)
    }

    /// Checks that a team's name looks like no other team's.
    pub(super) fn check_distinct_team(&self, team: &Team) -> Result<(), Refusal> {
        let others = self.teams.iter().filter(|other| other.id != team.id);
        let names = others.map(|other| (other.id.into(), other.name.as_str()));
        Ok(scripts::check_distinct(&team.name, names)?)
    }

    /// Returns the number of the next player.
    pub(super) fn next_player(&self) -> PlayerId {
        PlayerId::from_index(self.numbers.0)
    }

    /// Checks that the tables have room for one more.
    fn check_entries_open(&self, regulation: &Regulation) -> Result<(), Refusal> {
        self.check_field_open(regulation)?;
        let max = regulation.limits.entrants_max.and_then(|max| usize::try_from(max).ok());
        let max = max.unwrap_or(PLAYERS_MAX).min(PLAYERS_MAX);
        if self.lots.len() >= max {
            return Err(Refusal::TooManyPlayers { max });
        }
        Ok(())
    }

    /// Checks that participants may still be added or removed: if a table pairs them, only before
    /// the first round.
    pub(super) fn check_field_open(&self, regulation: &Regulation) -> Result<(), Refusal> {
        let is_open = matches!(regulation.format, Format::Swiss(_) | Format::Manual)
            && self.groups.is_empty();
        if self.rounds.is_empty() || is_open { Ok(()) } else { Err(Refusal::EntriesClosed) }
    }

    pub(super) fn decide_line_up(
        &self,
        team: TeamId,
        boards: &[Option<PlayerId>],
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let (own, line_up) = self.checked_line_up(team, boards)?;
        if own.line_up.as_ref() == Some(&line_up) {
            return Ok(Vec::new());
        }
        // Without a plan only the first pairing is the limit.
        let begins_at =
            self.planned(RoundNumber::FIRST).unwrap_or(Timestamp::from_millis(i64::MAX));
        own.may_hand_in(&line_up, at, begins_at)?;
        if own.line_up.is_some() && !self.rounds.is_empty() {
            return Err(LineUpRefusal::Fixed.into());
        }
        Ok(vec![Event::LineUpHandedIn { team, line_up, reason: String::new() }])
    }

    pub(super) fn decide_correct_line_up(
        &self,
        team: TeamId,
        boards: &[Option<PlayerId>],
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let (own, line_up) = self.checked_line_up(team, boards)?;
        if own.line_up.as_ref() == Some(&line_up) {
            return Ok(Vec::new());
        }
        own.check_boards(&line_up)?;
        let reason = reason_of(reason)?;
        if reason.is_empty() {
            return Err(Refusal::LineUpReasonMissing);
        }
        Ok(vec![Event::LineUpHandedIn { team, line_up, reason }])
    }

    /// Checks and makes a line-up: all players are entered and in no other team.
    fn checked_line_up(
        &self,
        team: TeamId,
        boards: &[Option<PlayerId>],
    ) -> Result<(&Team, LineUp), Refusal> {
        if !self.is_of_teams() {
            return Err(Refusal::NotOfTeams);
        }
        let own = self.team(team).ok_or(Refusal::UnknownTeam { team })?;
        let line_up = LineUp::new(boards.to_vec())?;
        let is_display = self.regulation().is_some_and(Regulation::is_display);
        if let Some(player) = line_up.giver().filter(|_| !is_display) {
            return Err(LineUpError::Twice { player }.into());
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
        Ok((own, line_up))
    }
}

/// Checks a player's age (E art. 4).
pub(super) fn check_age(settings: &Settings, birth: Option<Birth>) -> Result<(), Refusal> {
    let limits = &settings.regulation.limits;
    if limits.younger_than.is_some() {
        let birth = birth.ok_or(Refusal::BirthMissing)?;
        limits.check_age(birth, settings.season.ok_or(Refusal::NoSeason)?)?;
    }
    Ok(())
}
