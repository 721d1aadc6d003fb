//! Embargoes: what is played becomes public later than it happens.
//!
//! The moment from which a message of the log is public follows from the log alone: from the moment
//! at which it was recorded, from the game or round that it tells of, and from the embargoes that
//! the arbiters have set, with their moments. So every process finds the same one, also after a
//! restart.

use crate::{RoundNumber, TableNumber};
use draughts::Timestamp;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The time from the decision about an embargo until it holds. By then every program that shows the
/// tournament has heard of it, so that all of them withhold the same.
pub const EMBARGO_HOLDS_AFTER: Duration = Duration::from_secs(2);

/// The largest number of decisions about embargoes in one tournament.
pub const EMBARGO_DECISIONS_MAX: usize = 500;

/// A condition for which the public has to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Embargo {
    /// The time after the moment at which something was recorded.
    Delay(PublicDelay),
    /// The end of the game. A game that has ended once counts as ended, also if it is resumed; so
    /// does one whose round has ended.
    UntilGameEnds,
    /// The end of the round. A round that has ended once counts as ended, also if it is opened
    /// again.
    UntilRoundEnds,
}

impl Embargo {
    /// Returns true if this embargo withholds everything that `other` withholds, for as long.
    pub fn is_as_strict_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Delay(one), Self::Delay(other)) => one >= other,
            (Self::UntilRoundEnds, Self::UntilGameEnds) => true,
            (one, other) => one == other,
        }
    }
}

/// The delay of an embargo: 1 to 86,400 seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicDelay(u32);

/// The error for a delay that is none, or longer than a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a delay of {0} seconds: it is from 1 to {max} seconds", max = PublicDelay::SECONDS_MAX)]
pub struct DelayError(pub u32);

impl PublicDelay {
    /// The longest delay, in seconds: a day.
    pub const SECONDS_MAX: u32 = 86_400;

    /// Checks and makes a delay.
    ///
    /// # Errors
    /// [`DelayError`] if it is 0 or longer than a day.
    pub fn from_seconds(seconds: u32) -> Result<Self, DelayError> {
        if (1..=Self::SECONDS_MAX).contains(&seconds) {
            Ok(Self(seconds))
        } else {
            Err(DelayError(seconds))
        }
    }

    /// Returns the delay in seconds.
    pub fn seconds(self) -> u32 {
        self.0
    }

    /// Returns the delay.
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.0.into())
    }
}

/// The part of a tournament to which an embargo applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EmbargoScope {
    /// All of it.
    Tournament,
    /// A round.
    Round(RoundNumber),
    /// One board of a round.
    Board(RoundNumber, TableNumber),
}

impl EmbargoScope {
    /// Returns the round; `None` for the tournament.
    pub fn round(self) -> Option<RoundNumber> {
        match self {
            Self::Tournament => None,
            Self::Round(round) | Self::Board(round, _) => Some(round),
        }
    }

    /// Returns the table; `None` for more than one board.
    pub fn table(self) -> Option<TableNumber> {
        match self {
            Self::Tournament | Self::Round(_) => None,
            Self::Board(_, table) => Some(table),
        }
    }

    /// Returns true if this part contains all of `other`.
    pub fn contains(self, other: Self) -> bool {
        match self {
            Self::Tournament => true,
            Self::Round(round) => other.round() == Some(round),
            Self::Board(..) => self == other,
        }
    }
}

impl fmt::Display for EmbargoScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tournament => f.write_str("the tournament"),
            Self::Round(round) => write!(f, "round {round}"),
            Self::Board(round, table) => write!(f, "round {round}, table {table}"),
        }
    }
}

/// Something of a tournament that was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The part that it tells of: play at one board, the end of a round, or the tournament.
    pub about: EmbargoScope,
    /// The moment at which it was recorded.
    pub at: Timestamp,
    /// The moment at which its game ended; `None` while it has not, or if it tells of no game.
    pub game_ended_at: Option<Timestamp>,
}

/// The embargoes of a tournament: every decision about them, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Embargoes {
    changes: Vec<Change>,
    releases: Vec<Release>,
    /// Number of decisions.
    decisions: usize,
    /// The moment at which each round ended first.
    ended: BTreeMap<RoundNumber, Timestamp>,
}

/// An embargo that was set, or lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    scope: EmbargoScope,
    embargo: Option<Embargo>,
    /// The moment from which it holds.
    from: Timestamp,
}

/// A release of everything that a part of the tournament had until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Release {
    scope: EmbargoScope,
    at: Timestamp,
}

impl Embargoes {
    /// Returns true if no embargo was ever set, so that everything is public at once.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the number of decisions about embargoes so far.
    pub fn decisions(&self) -> usize {
        self.decisions
    }

    /// Returns the number of decisions about embargoes so far, and how many of them hold at a
    /// moment: one of the two changes whenever other embargoes hold.
    pub fn decisions_by(&self, now: Timestamp) -> (usize, usize) {
        (self.decisions, self.changes.iter().filter(|change| change.from <= now).count())
    }

    /// Returns the embargo that was decided last for exactly this part, whether it holds already;
    /// `None` if there is none.
    pub fn decided(&self, scope: EmbargoScope) -> Option<Embargo> {
        self.changes.iter().rev().find(|change| change.scope == scope)?.embargo
    }

    /// Returns every embargo that is set, by its part, the largest first.
    pub fn all(&self) -> BTreeMap<EmbargoScope, Embargo> {
        let mut all = BTreeMap::new();
        for change in &self.changes {
            match change.embargo {
                Some(embargo) => all.insert(change.scope, embargo),
                None => all.remove(&change.scope),
            };
        }
        all
    }

    /// Returns true if an embargo applies to all or some of a part of the tournament.
    pub fn touches(&self, scope: EmbargoScope) -> bool {
        self.all().keys().any(|set| set.contains(scope) || scope.contains(*set))
    }

    /// Returns true if all of a part was released that was recorded by a moment.
    pub fn is_released(&self, scope: EmbargoScope, at: Timestamp) -> bool {
        let mut releases = self.releases.iter();
        releases.any(|release| release.at >= at && release.scope.contains(scope))
    }

    /// Returns the delay of a part that is due to the embargoes which hold at a moment: the
    /// longest; zero if only ends are waited for, or nothing.
    pub fn delay(&self, scope: EmbargoScope, now: Timestamp) -> Duration {
        let delays = self.holding(scope, now).filter_map(|embargo| match embargo {
            Embargo::Delay(delay) => Some(delay.duration()),
            Embargo::UntilGameEnds | Embargo::UntilRoundEnds => None,
        });
        delays.max().unwrap_or_default()
    }

    /// Returns the moment from which something that was recorded is public; `None` while it is not
    /// known, because an end is waited for.
    ///
    /// It is the first moment at which no embargo that holds then withholds it, be it of the
    /// tournament, its round or its board: the strictest counts. What was public once stays so; an
    /// embargo that is set later withholds only what is recorded from the moment on at which it
    /// holds.
    pub fn due(&self, told: &Recorded) -> Option<Timestamp> {
        if self.is_empty() {
            return Some(told.at);
        }
        let of_scope = |scope: &EmbargoScope| scope.contains(told.about);
        let changes = self.changes.iter().filter(|change| of_scope(&change.scope));
        let delays = changes.clone().filter_map(|change| match change.embargo? {
            Embargo::Delay(delay) => Some(told.at.saturating_add(delay.duration())),
            Embargo::UntilGameEnds | Embargo::UntilRoundEnds => None,
        });
        // Whether it is withheld changes at no other moment than these.
        let moments = changes.map(|change| change.from).chain(delays).chain([told.at]);
        let moments = moments.chain(told.game_ended_at).chain(self.ended_at(told.about));
        let public = moments.filter(|at| *at >= told.at && !self.withholds(told, *at)).min();
        let releases = self.releases.iter().filter(|release| of_scope(&release.scope));
        let released = releases.map(|release| release.at).filter(|at| *at >= told.at).min();
        public.into_iter().chain(released).min()
    }

    /// Returns true if an embargo that holds at a moment withholds something.
    fn withholds(&self, told: &Recorded, now: Timestamp) -> bool {
        let has_passed = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        let round_ended = has_passed(self.ended_at(told.about));
        let mut holding = self.holding(told.about, now);
        holding.any(|embargo| match embargo {
            Embargo::Delay(delay) => told.at.saturating_add(delay.duration()) > now,
            // What tells of no game waits for none.
            Embargo::UntilGameEnds if told.about.table().is_none() => false,
            Embargo::UntilGameEnds => !has_passed(told.game_ended_at) && !round_ended,
            Embargo::UntilRoundEnds if told.about.round().is_none() => false,
            Embargo::UntilRoundEnds => !round_ended,
        })
    }

    /// Returns the embargoes that hold for a part at a moment: of the tournament, the round and the
    /// board.
    fn holding(&self, part: EmbargoScope, now: Timestamp) -> impl Iterator<Item = Embargo> + '_ {
        let round = part.round().map(EmbargoScope::Round);
        let board = part.table().map(|_table| part);
        let scopes = [Some(EmbargoScope::Tournament), round, board].into_iter().flatten();
        scopes.filter_map(move |scope| {
            let of_scope = self.changes.iter().filter(|change| change.scope == scope);
            of_scope.rev().find(|change| change.from <= now)?.embargo
        })
    }

    fn ended_at(&self, part: EmbargoScope) -> Option<Timestamp> {
        self.ended.get(&part.round()?).copied()
    }

    /// Records that an embargo was set, or lifted with `None`, at a moment. One that lifts holds at
    /// once.
    pub(crate) fn set(&mut self, scope: EmbargoScope, embargo: Option<Embargo>, at: Timestamp) {
        let from = match embargo {
            Some(_) => at.saturating_add(EMBARGO_HOLDS_AFTER),
            None => at,
        };
        self.decisions = self.decisions.saturating_add(1);
        // An embargo that was lifted before it held never holds.
        self.changes.retain(|change| change.scope != scope || change.from < from);
        self.changes.push(Change { scope, embargo, from });
    }

    /// Records that a part of the tournament was released up to a moment.
    pub(crate) fn release(&mut self, scope: EmbargoScope, at: Timestamp) {
        self.decisions = self.decisions.saturating_add(1);
        self.releases.push(Release { scope, at });
    }

    /// Records that a round ended, unless it did before.
    pub(crate) fn end_round(&mut self, round: RoundNumber, at: Timestamp) {
        self.ended.entry(round).or_insert(at);
    }
}
