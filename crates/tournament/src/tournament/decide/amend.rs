//! Amendments of the settings.

use super::super::{Event, Refusal, Settings, Tournament};
use super::entries::check_age;
use super::reason_of;
use crate::regulation::{AgeError, Format, Point, Regulation};
use crate::{Birth, Player, Round, RoundState};

impl Tournament {
    pub(super) fn decide_amend(
        &self,
        settings: &Settings,
        amended: &Settings,
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let mut amended = amended.checked()?;
        // An amendment without terms leaves them as they are.
        amended.regulation.terms = amended.regulation.terms.or(settings.regulation.terms);
        if amended == *settings {
            return Ok(Vec::new());
        }
        let reason = reason_of(reason)?;
        let of_play = |of: &Settings| (of.regulation.clone(), of.season, of.tablets);
        let is_of_play = of_play(&amended) != of_play(settings);
        if is_of_play {
            self.check_amendable(&settings.regulation, &amended.regulation)?;
            self.players.iter().try_for_each(|player| check_year(&amended, player))?;
            if reason.is_empty() && self.rounds.iter().any(Round::is_published) {
                return Err(Refusal::AmendmentReasonMissing);
            }
        }
        Ok(vec![Event::SettingsAmended { settings: Box::new(amended), reason }])
    }

    /// Checks that nothing depends on the amended points.
    fn check_amendable(&self, old: &Regulation, new: &Regulation) -> Result<(), Refusal> {
        let is_amended = |point: &Point| !old.agrees_with(new, *point);
        for point in Point::ALL.into_iter().filter(is_amended) {
            if !self.may_amend(point) {
                return Err(Refusal::PointFixed { point });
            }
        }
        if let Some(max) = new.limits.entrants_max.and_then(|max| usize::try_from(max).ok())
            && self.lots.len() > max
        {
            return Err(Refusal::TooManyPlayers { max });
        }
        if self.rounds.is_empty() {
            return Ok(());
        }
        if old.preset != new.preset {
            return Err(Refusal::PointFixed { point: Point::Format });
        }
        let paired = self.regular_rounds().count();
        let rounds = new.rounds.and_then(|rounds| usize::try_from(rounds).ok());
        if matches!(new.format, Format::Swiss(_)) && rounds.is_some_and(|rounds| rounds < paired) {
            return Err(Refusal::RoundsPaired(paired));
        }
        self.sizes(new).into_iter().try_for_each(|size| new.check_group(size))?;
        Ok(())
    }

    /// Returns true if a point may still change: before the first round is paired all points except
    /// those that the entries depend on; after it those that change no pairing.
    fn may_amend(&self, point: Point) -> bool {
        let is_unpaired = self.rounds.is_empty();
        match point {
            Point::Boards => self.players.is_empty() && self.teams.is_empty(),
            Point::Rules | Point::Format | Point::Groups | Point::Scoring => is_unpaired,
            Point::TimeControl
            | Point::PlayOffTimeControl
            | Point::Opening
            | Point::Absence
            | Point::Draws
            | Point::Start => self.rounds.iter().all(|round| round.state != RoundState::Open),
            Point::TieBreaks | Point::FirstPlace | Point::Withdrawal | Point::Winners => {
                is_unpaired || !(self.is_finished() || self.has_rounds_by_table())
            }
            Point::Rounds
            | Point::Zones
            | Point::Limits
            | Point::HalfPointByes
            | Point::NoShow
            | Point::Adjournment
            | Point::Rest
            | Point::Prizes => true,
        }
    }

    /// Returns true if a round was paired by places in the tables.
    fn has_rounds_by_table(&self) -> bool {
        self.rounds.iter().any(|round| !round.is_regular())
    }
}

/// Checks that a player is not too old by the year of birth. If the day would decide, the entry has
/// checked it or the arbiter has to, as it is not stored.
fn check_year(amended: &Settings, player: &Player) -> Result<(), Refusal> {
    match check_age(amended, player.birth_year.map(Birth::from)) {
        Err(Refusal::Age(AgeError::DayMissing)) => Ok(()),
        checked => checked,
    }
}
