//! The regulation of an event: game rules, time, scoring, pairing, tables and entry limits.
//!
//! A [`Regulation`] starts from a [`Preset`], a rulebook's regulation as data, and its fields may
//! be changed one by one. [`Regulation::check`] refuses an invalid one with the reason;
//! [`Regulation::check_for`] also checks the number of entrants and their groups.
//! [`Regulation::article`] names the article of a point that still agrees with the preset.

mod article;
mod byes;
mod check;
mod chosen;
mod format;
mod limits;
mod preset;
mod prizes;
mod rulebooks;
mod winners;

pub use article::Point;
pub use byes::HalfPointByes;
pub use check::Fault;
pub use chosen::{Chosen, Contradiction};
pub use format::Format;
pub use limits::{AgeError, Limits, TooOld};
pub use preset::{Preset, UnknownPreset};
pub use prizes::PrizeRule;
pub use winners::WinnersRule;

use crate::GroupNumber;
use crate::plan::{Competition, GroupError, GroupRule, group_sizes, prescription};
use crate::ranking::{Contest, FirstPlace, Order, Zone, ZoneKind};
use draughts::{DrawRules, RuleSet};
use game_clock::{AbsenceArticle, AbsenceLimit, StartMode, Terms, TimeControl};
use std::time::Duration;

/// The regulation of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regulation {
    /// The preset that it started from.
    pub preset: Preset,
    /// The rules of the games.
    pub rules: RuleSet,
    /// The thinking time of each player for a game; `None` if it depends on the number of entrants,
    /// or the organisers still have to set it.
    pub time_control: Option<TimeControl>,
    /// The thinking time in the games of a play-off; `None` if it is [`Self::time_control`].
    pub play_off_time_control: Option<TimeControl>,
    /// True if Black's time runs from the hour of the start, until Black starts White's (2006 art.
    /// 2); otherwise White's time runs from then on.
    pub black_starts: bool,
    /// The longest wait for a player who has not come, by their own clock (2006 art. 3); `None`
    /// until the flag falls.
    pub absence: Option<Duration>,
    /// The way in which rounds are paired.
    pub format: Format,
    /// The number of rounds, for a Swiss tournament only: all other formats have their own.
    pub rounds: Option<u32>,
    /// The rule for groups; `None` if all entrants form one.
    pub groups: Option<GroupRule>,
    /// The number of boards of a team; `None` for players.
    pub boards: Option<u32>,
    /// Scoring, tie-breaks, first place, ties, withdrawals. Its zones are empty: they follow from
    /// [`Self::promoted`] and [`Self::relegated`].
    pub order: Order,
    /// The number of promoted places, from the first.
    pub promoted: u32,
    /// The number of relegated places, from the last.
    pub relegated: u32,
    /// The limits on entrants.
    pub limits: Limits,
    /// The half-point byes that are allowed (KNDB F9).
    pub half_point_byes: HalfPointByes,
    /// True if a player who does not come without notice counts as withdrawn (KNDB F10).
    pub no_show_withdraws: bool,
    /// The rule by which the winners of several groups decide the overall first place.
    pub winners: WinnersRule,
    /// True if games are not adjourned, so that the arbiter closes a round with unfinished games
    /// only for a reason (2006 art. 6).
    pub no_adjournment: bool,
    /// The rest between two games of a player on one day, which the arbiter may shorten for a
    /// reason (2006 art. 9); `None` if there is no rule.
    pub rest: Option<Duration>,
    /// The rule for categories of prizes.
    pub prizes: PrizeRule,
    /// The terms of the games: the rules of draws, and the start of the clocks. `None` in a
    /// tournament of a log from before there was a choice: its games are judged as they were then.
    pub terms: Option<Terms>,
}

impl Regulation {
    /// The largest number of games in a match, without deciding games.
    pub const GAMES_MAX: u32 = 100;

    /// Returns the article of a point that agrees with the preset. `None` if it was changed, or the
    /// rulebook does not regulate it: then the organisers decided it.
    pub fn article(&self, point: Point) -> Option<&'static str> {
        let is_printed = self.agrees_with(&Self::of(self.preset), point);
        if is_printed { self.preset.article(point) } else { None }
    }

    /// Returns the longest wait for a player who has not come, with the rule that sets it: that of
    /// the preset as long as the wait agrees with it. `None` if the flag decides.
    pub fn absence_limit(&self) -> Option<AbsenceLimit> {
        let is_printed = self.agrees_with(&Self::of(self.preset), Point::Absence);
        let article = self.preset.absence_article().filter(|_| is_printed);
        let article = article.unwrap_or(AbsenceArticle::Announced);
        Some(AbsenceLimit { after: self.absence?, article })
    }

    /// Returns true if a point is the same in another regulation.
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
            Point::Adjournment => self.no_adjournment == other.no_adjournment,
            Point::Rest => self.rest == other.rest,
            Point::Prizes => self.prizes == other.prizes,
            Point::Draws => self.draws() == other.draws(),
            Point::Start => self.start() == other.start(),
        }
    }

    /// Returns the rules of draws, if the regulation chose any.
    pub fn draws(&self) -> Option<DrawRules> {
        self.terms.map(|terms| terms.draws)
    }

    /// Returns true for a simultaneous display, in which one player may be on all boards: a match
    /// of teams without clocks (I art. 2 and 3).
    pub fn is_display(&self) -> bool {
        let is_match = matches!(self.format, Format::Match { .. });
        is_match && self.is_of_teams() && self.start() == StartMode::Untimed
    }

    /// Returns the start of the clocks: at the hour unless the regulation chose another.
    pub fn start(&self) -> StartMode {
        self.terms.map_or(StartMode::Hour, |terms| terms.start)
    }

    /// Returns the terms, or those of the preset, with draws by the rules of the games, if none are
    /// named.
    pub fn terms_or_usual(&self) -> Terms {
        let start = Self::of(self.preset).start();
        self.terms.unwrap_or(Terms { start, ..Terms::of(self.rules) })
    }

    /// Returns true if teams play.
    pub fn is_of_teams(&self) -> bool {
        self.order.contest == Contest::Matches
    }

    /// Returns the sizes of the groups, from the top; a single one without groups.
    ///
    /// # Errors
    /// [`GroupError`] if there are too few entrants for a group.
    pub fn groups_of(&self, entrants: usize) -> Result<Vec<usize>, GroupError> {
        self.groups.map_or_else(|| Ok(vec![entrants]), |rule| group_sizes(rule, entrants))
    }

    /// Returns the time control in a group of this size: with more teams, each game has less time
    /// (B art. 4). `None` if the organisers still have to set it.
    pub fn time_control_for(&self, size: usize) -> Option<TimeControl> {
        self.time_control.or_else(|| {
            let Format::Prescribed(competition) = self.format else { return None };
            prescription(competition, size).ok()?.time_control
        })
    }

    /// Returns the ranking rules for the only group, of this size, with its zones.
    pub fn order_for(&self, size: usize) -> Order {
        self.order_in(GroupNumber::FIRST, 1, size)
    }

    /// Returns the ranking rules for a group of this size, one of so many, with its zones. In a
    /// championship of clubs nobody goes up from group I, which alone has its rule for the first
    /// place (B art. 7), and nobody goes down from the lowest group (B art. 3), to which five or
    /// more teams always belong (B art. 2).
    pub fn order_in(&self, group: GroupNumber, groups: usize, size: usize) -> Order {
        let is_ladder = self.groups == Some(GroupRule::LowestTakesRest) && self.is_of_teams();
        let is_of_clubs = self.format == Format::Prescribed(Competition::ClubTeams);
        let is_first = group == GroupNumber::FIRST;
        let is_lowest =
            (is_ladder && group.index().saturating_add(1) == groups) || (is_of_clubs && size > 4);
        let promoted = if is_ladder && is_first { 0 } else { self.promoted };
        let relegated = if is_lowest { 0 } else { self.relegated };
        let last = u32::try_from(size).unwrap_or(u32::MAX);
        let mut zones = Vec::new();
        if promoted > 0 {
            zones.push(Zone { kind: ZoneKind::Promotion, from: 1, to: promoted });
        }
        if relegated > 0 {
            let from = last.saturating_sub(relegated).saturating_add(1);
            zones.push(Zone { kind: ZoneKind::Relegation, from, to: last });
        }
        let order = Order { zones, ..self.order.clone() };
        if !is_ladder || is_first {
            return order;
        }
        let (first_place, first_remedy) = (FirstPlace::ByAllTieBreaks, order.remedy);
        Order { first_place, first_remedy, ..order }
    }
}
