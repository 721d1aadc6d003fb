//! The regulation of an event: game rules, time, scoring, pairing, tables and who may play.
//!
//! A [`Regulation`] starts from a [`Preset`], which is one of the rulebooks' as data, and may be
//! changed in single points: its fields. [`Regulation::check`] refuses what makes no sense and says
//! why; [`Regulation::check_for`] also looks at the number of entrants and their groups. [`Regulation::article`]
//! names the article of a point that is still as the preset has it.

mod article;
mod birth;
mod byes;
mod check;
mod format;
mod limits;
mod preset;
mod winners;

pub use article::Point;
pub use birth::{Birth, BirthError, BirthYear};
pub use byes::HalfPointByes;
pub use check::Fault;
pub use format::Format;
pub use limits::{AgeError, Limits, TooOld};
pub use preset::{Preset, UnknownPreset};
pub use winners::WinnersRule;

use crate::plan::{GroupError, GroupRule, System, group_sizes, prescription};
use crate::ranking::{Contest, Order, Zone, ZoneKind};
use crate::schedule;
use draughts::RuleSet;
use game_clock::TimeControl;
use std::time::Duration;

/// The regulation of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regulation {
    /// The preset it started from.
    pub preset: Preset,
    /// The rules of its games.
    pub rules: RuleSet,
    /// The thinking time of each player for a game; `None` when it depends on the number of entrants,
    /// or the organisers have still to say it.
    pub time_control: Option<TimeControl>,
    /// The thinking time in the games of a play-off; `None` when it is [`Self::time_control`].
    pub play_off_time_control: Option<TimeControl>,
    /// Whether Black's time runs from the hour of the start, until Black starts White's (2006 art. 2);
    /// White's time runs from then otherwise.
    pub black_starts: bool,
    /// How long a player who has not come is waited for, by their own clock (2006 art. 3); `None` until
    /// the flag falls.
    pub absence: Option<Duration>,
    /// How rounds are paired.
    pub format: Format,
    /// The number of rounds, of a Swiss tournament only: everything else has its own.
    pub rounds: Option<u32>,
    /// How entrants are divided into groups; `None` when all of them are one.
    pub groups: Option<GroupRule>,
    /// The boards of a team; `None` when players play for themselves.
    pub boards: Option<u32>,
    /// Scoring, tie-breaks, first place, ties, withdrawals. Its zones are empty: they follow from
    /// [`Self::promoted`] and [`Self::relegated`].
    pub order: Order,
    /// How many go up, from the first place.
    pub promoted: u32,
    /// How many go down, from the last place.
    pub relegated: u32,
    /// Who may enter.
    pub limits: Limits,
    /// Which byes of half a point may be asked for (KNDB F9).
    pub half_point_byes: HalfPointByes,
    /// Whether a player who does not come, and did not say so, is regarded as withdrawn (KNDB F10).
    pub no_show_withdraws: bool,
    /// The way in which the winners of several groups decide who is first of all.
    pub winners: WinnersRule,
}

impl Regulation {
    /// The most games of a match, without those that decide it.
    pub const GAMES_MAX: u32 = 100;

    /// The regulation of a preset, unchanged.
    pub fn of(preset: Preset) -> Self {
        preset.regulation()
    }

    /// The article of a point that is as the preset has it. `None` when it was changed, or the
    /// rulebook says nothing of it: then the organisers decided it.
    pub fn article(&self, point: Point) -> Option<&'static str> {
        let is_printed = self.agrees_with(&Self::of(self.preset), point);
        if is_printed { self.preset.article(point) } else { None }
    }

    /// Whether another regulation has the same point.
    pub fn agrees_with(&self, other: &Self, point: Point) -> bool {
        let (own, others) = (&self.order, &other.order);
        match point {
            Point::Rules => self.rules == other.rules,
            Point::TimeControl => self.time_control == other.time_control,
            Point::PlayOffTimeControl => self.play_off_time_control == other.play_off_time_control,
            Point::Opening => self.black_starts == other.black_starts,
            Point::Absence => self.absence == other.absence,
            Point::Format => self.format == other.format,
            Point::Rounds => self.rounds == other.rounds,
            Point::Groups => self.groups == other.groups,
            Point::Boards => (self.boards, own.contest) == (other.boards, others.contest),
            Point::Scoring => own.scoring == others.scoring,
            Point::TieBreaks => own.tie_breaks == others.tie_breaks && own.remedy == others.remedy,
            Point::FirstPlace => {
                own.first_place == others.first_place && own.first_remedy == others.first_remedy
            }
            Point::Withdrawal => own.withdrawal == others.withdrawal,
            Point::Zones => (self.promoted, self.relegated) == (other.promoted, other.relegated),
            Point::Limits => self.limits == other.limits,
            Point::HalfPointByes => self.half_point_byes == other.half_point_byes,
            Point::NoShow => self.no_show_withdraws == other.no_show_withdraws,
            Point::Winners => self.winners == other.winners,
        }
    }

    /// Whether teams play.
    pub fn is_of_teams(&self) -> bool {
        self.order.contest == Contest::Matches
    }

    /// The sizes of the groups of so many entrants, from the top; one when there are no groups.
    ///
    /// # Errors
    /// [`GroupError`] when there are too few for a group.
    pub fn groups_of(&self, entrants: usize) -> Result<Vec<usize>, GroupError> {
        self.groups.map_or_else(|| Ok(vec![entrants]), |rule| group_sizes(rule, entrants))
    }

    /// Returns the system that a group of this size plays by.
    ///
    /// # Errors
    /// [`Fault`] as [`Self::check_group`] has it.
    pub fn system_for(&self, size: usize) -> Result<System, Fault> {
        self.check_group(size)?;
        Ok(match self.format {
            Format::Prescribed(competition) => prescription(competition, size)?.system,
            Format::Table(table) | Format::Pools(table) => System::Table(table),
            Format::Swiss(_) => System::Swiss { rounds: self.rounds },
            Format::Match { .. } | Format::Manual => System::Free,
        })
    }

    /// How many rounds a group of this size plays: those of a pool and the final, and those of a
    /// match without the deciding games. `None` when pairing by hand.
    ///
    /// # Errors
    /// [`Fault`] as [`Self::check_group`] has it.
    pub fn rounds_for(&self, size: usize) -> Result<Option<u32>, Fault> {
        let of_table = |table, players| {
            schedule(table, players).map(|rounds| u32::try_from(rounds.len()).unwrap_or(u32::MAX))
        };
        Ok(match (self.system_for(size)?, self.format) {
            (System::Table(table), Format::Pools(_)) => {
                let rounds = of_table(table, size.div_euclid(2))?;
                Some(rounds.saturating_add(1))
            }
            (System::Table(table), _) => Some(of_table(table, size)?),
            (System::Swiss { rounds }, _) => rounds,
            (System::Free, Format::Match { games }) => Some(games),
            (System::Free, _) => None,
        })
    }

    /// Returns the time control of the games in a group of this size: where more teams play, each game
    /// has less time (B art. 4). `None` when the organisers have still to say it.
    pub fn time_control_for(&self, size: usize) -> Option<TimeControl> {
        self.time_control.or_else(|| {
            let Format::Prescribed(competition) = self.format else { return None };
            prescription(competition, size).ok()?.time_control
        })
    }

    /// How the table of a group of this size is ranked, with its zones.
    pub fn order_for(&self, size: usize) -> Order {
        let last = u32::try_from(size).unwrap_or(u32::MAX);
        let mut zones = Vec::new();
        if self.promoted > 0 {
            zones.push(Zone { kind: ZoneKind::Promotion, from: 1, to: self.promoted });
        }
        if self.relegated > 0 {
            let from = last.saturating_sub(self.relegated).saturating_add(1);
            zones.push(Zone { kind: ZoneKind::Relegation, from, to: last });
        }
        Order { zones, ..self.order.clone() }
    }
}
