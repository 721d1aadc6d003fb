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

/// Longest time from a decision that sets an embargo until it is stored. One that takes longer is
/// not stored.
pub const EMBARGO_STORED_WITHIN: Duration = Duration::from_secs(1);

/// Longest time for which a program that shows the tournament may not have heard of an embargo that
/// is stored. One that has not asked for so long shows no move.
pub const EMBARGO_HEARD_WITHIN: Duration = Duration::from_secs(1);

/// The time from a decision that sets an embargo until it holds. By then every program that shows
/// the tournament has heard of it, or waits, so that all of them withhold the same.
pub const EMBARGO_HOLDS_AFTER: Duration =
    EMBARGO_STORED_WITHIN.saturating_add(EMBARGO_HEARD_WITHIN);

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

    /// Returns true if this part, decided to have `after` as its embargo, may be withheld less or for
    /// a shorter time than by the one that was decided last for it.
    pub fn would_loosen(&self, scope: EmbargoScope, after: Option<Embargo>) -> bool {
        self.decided(scope)
            .is_some_and(|before| after.is_none_or(|after| !after.is_as_strict_as(before)))
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
        self.of(scope).span_at(now).map_or(Duration::ZERO, |span| span.delay)
    }

    /// Returns the first moment after `now` from which another embargo holds; `None` if that was
    /// not decided.
    pub fn next_change(&self, now: Timestamp) -> Option<Timestamp> {
        self.changes.iter().map(|change| change.from).filter(|from| *from > now).min()
    }

    /// Returns the embargoes that apply to a part: of the tournament, of its round and of its
    /// board.
    pub fn of(&self, about: EmbargoScope) -> PartEmbargoes {
        let applies = |scope: EmbargoScope| scope.contains(about);
        let mut changes: Vec<&Change> =
            self.changes.iter().filter(|it| applies(it.scope)).collect();
        // Of two that hold from the same moment, the one that was decided last comes last.
        changes.sort_by_key(|change| change.from);
        let mut holding = BTreeMap::new();
        let mut spans: Vec<Span> = Vec::new();
        for change in changes {
            match change.embargo {
                Some(embargo) => holding.insert(change.scope, embargo),
                None => holding.remove(&change.scope),
            };
            if spans.last().is_some_and(|last| last.from == change.from) {
                spans.pop();
            }
            spans.push(Span::of(about, change.from, holding.values()));
        }
        let releases = self.releases.iter().filter(|release| applies(release.scope));
        let mut releases: Vec<Timestamp> = releases.map(|release| release.at).collect();
        releases.sort_unstable();
        PartEmbargoes { spans, releases, round_ended_at: self.ended_at(about) }
    }

    /// Returns the moment from which something that was recorded is public, as
    /// [`PartEmbargoes::due`] does.
    pub fn due(&self, told: &Recorded) -> Option<Timestamp> {
        self.of(told.about).due(told.at, told.game_ended_at)
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

/// The embargoes that apply to one part of a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartEmbargoes {
    /// Each holds until the next; before the first, nothing is withheld.
    spans: Vec<Span>,
    /// The moments up to which the part was released, in order.
    releases: Vec<Timestamp>,
    /// The moment at which its round ended first.
    round_ended_at: Option<Timestamp>,
}

/// A time in which the same embargoes hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    from: Timestamp,
    /// The longest delay.
    delay: Duration,
    waits_for_game: bool,
    waits_for_round: bool,
}

impl Span {
    fn of<'a>(
        about: EmbargoScope,
        from: Timestamp,
        holding: impl Iterator<Item = &'a Embargo>,
    ) -> Self {
        let delay = Duration::ZERO;
        let mut span = Self { from, delay, waits_for_game: false, waits_for_round: false };
        for embargo in holding {
            match embargo {
                Embargo::Delay(delay) => span.delay = span.delay.max(delay.duration()),
                // A message that tells of no game waits for none.
                Embargo::UntilGameEnds => span.waits_for_game = about.table().is_some(),
                Embargo::UntilRoundEnds => span.waits_for_round = about.round().is_some(),
            }
        }
        span
    }
}

impl PartEmbargoes {
    /// Returns true if the moment from which something is public may depend on the end of its game.
    pub fn waits_for_game(&self) -> bool {
        self.spans.iter().any(|span| span.waits_for_game)
    }

    /// Returns the moment from which something is public that was recorded `at`, of a game that
    /// ended at `game_ended_at`; `None` while it is not known, because an end is waited for.
    ///
    /// It is the first moment at which no embargo that holds then withholds it, be it of the
    /// tournament, its round or its board: the strictest counts. What was public once stays so; an
    /// embargo that is set later withholds only what is recorded from the moment on at which it
    /// holds.
    pub fn due(&self, at: Timestamp, game_ended_at: Option<Timestamp>) -> Option<Timestamp> {
        let public = self.public_at(at, game_ended_at);
        let released = self.releases.get(self.releases.partition_point(|it| *it < at)).copied();
        public.into_iter().chain(released).min()
    }

    fn public_at(&self, at: Timestamp, game_ended_at: Option<Timestamp>) -> Option<Timestamp> {
        let Some(first) = self.index_at(at) else { return Some(at) };
        let game_ended_at = game_ended_at.into_iter().chain(self.round_ended_at).min();
        let spans = self.spans.get(first..).unwrap_or_default();
        let ends = spans.iter().skip(1).map(|span| Some(span.from)).chain([None]);
        spans.iter().zip(ends).find_map(|(span, end)| {
            let mut public = span.from.max(at.saturating_add(span.delay));
            if span.waits_for_game {
                public = public.max(game_ended_at?);
            }
            if span.waits_for_round {
                public = public.max(self.round_ended_at?);
            }
            Some(public).filter(|public| end.is_none_or(|end| *public < end))
        })
    }

    fn span_at(&self, now: Timestamp) -> Option<&Span> {
        self.spans.get(self.index_at(now)?)
    }

    /// Returns the index of the span of a moment; `None` before the first.
    fn index_at(&self, now: Timestamp) -> Option<usize> {
        self.spans.partition_point(|span| span.from <= now).checked_sub(1)
    }
}
