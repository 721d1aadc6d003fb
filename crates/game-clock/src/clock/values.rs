//! The values that commands and events carry.

use draughts::{Color, Timestamp};
use std::fmt;
use std::time::Duration;

/// How long a player who has not come is waited for, on their own clock.
///
/// "After an hour of play": the hour is what the absent player's clock has used, because the rule
/// goes by what the clock shows (2006 art. 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AbsenceLimit {
    /// How much the absent player's clock may use before the game is lost.
    pub after: Duration,
    /// Which rule says so.
    pub article: AbsenceArticle,
}

impl AbsenceLimit {
    /// An hour (2006 art. 3).
    pub const TOURNAMENT_2006: Self =
        Self { after: Duration::from_secs(3600), article: AbsenceArticle::Tournament2006Rule3 };

    /// Whatever the arbiter announced: regulation C leaves it to them.
    pub fn arbiter(after: Duration) -> Self {
        Self { after, article: AbsenceArticle::RegulationCArt6 }
    }

    /// Whatever was announced where no article has it.
    pub fn announced(after: Duration) -> Self {
        Self { after, article: AbsenceArticle::Announced }
    }
}

/// Which rule speaks of players who have not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AbsenceArticle {
    /// 2006 art. 3: lost after an hour.
    Tournament2006Rule3,
    /// C art. 6: the arbiter may start the clock.
    RegulationCArt6,
    /// None: whoever holds the event has announced it.
    Announced,
}

impl fmt::Display for AbsenceArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tournament2006Rule3 => "2006 art. 3",
            Self::RegulationCArt6 => "C art. 6",
            Self::Announced => "announced",
        })
    }
}

/// Why the arbiter adjusted a clock: one line of 1 to [`Reason::CHARS_MAX`] characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason(String);

impl Reason {
    /// The longest reason, in characters.
    pub const CHARS_MAX: usize = 200;

    /// Checks and makes a reason; blanks around it are dropped.
    ///
    /// # Errors
    /// [`ReasonError`] when it is empty, too long, or holds control characters.
    pub fn new(text: &str) -> Result<Self, ReasonError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ReasonError::Empty);
        }
        if text.chars().nth(Self::CHARS_MAX).is_some() {
            return Err(ReasonError::TooLong);
        }
        if text.contains(char::is_control) {
            return Err(ReasonError::Control);
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReasonError {
    /// There is nothing but blanks.
    #[error("a reason is needed")]
    Empty,
    /// It is longer than [`Reason::CHARS_MAX`].
    #[error("the reason is longer than {} characters", Reason::CHARS_MAX)]
    TooLong,
    /// It has a line break or another control character.
    #[error("the reason holds control characters")]
    Control,
}

/// What a physical clock shows: whole seconds, so within a second of the truth.
///
/// Where it shows nothing left for both it says nothing: such frames follow its set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClockDisplay {
    /// The time that White has left.
    pub white: Duration,
    /// The time that Black has left.
    pub black: Duration,
    /// The side whose time runs.
    pub running: Option<Color>,
    /// Whose flag shows. Where nothing is left of that side's time either, it is used up, and not only
    /// within its last second.
    pub flag: Option<Color>,
}

impl ClockDisplay {
    /// How far it may be from the truth: a second.
    pub const TOLERANCE: Duration = Duration::from_secs(1);
    /// How far it may have led a side's time away from the computed one, by one replacement after the
    /// other, until the arbiter is told. Ten seconds, from what the arbiter last set.
    pub const DRIFT_MAX: Duration = Duration::from_secs(10);

    /// Returns the time that one side has left.
    pub fn of(&self, color: Color) -> Duration {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// What it makes of a side's computed time: nothing where the seconds are the same.
    pub(super) fn replaces(&self, color: Color, computed: Duration) -> Option<Duration> {
        let shown = self.of(color);
        let is_used_up = self.flag == Some(color) && shown.is_zero() && !computed.is_zero();
        (is_used_up || shown.as_secs() != computed.as_secs()).then_some(shown)
    }

    /// Whether it only counts on from what the same clock showed so long before: the same side runs,
    /// the same flag shows, and both times are within [`Self::TOLERANCE`] of what was to be expected.
    pub fn counts_on_from(&self, earlier: &Self, elapsed: Duration) -> bool {
        let expected = |color| {
            let runs = earlier.running == Some(color);
            earlier.of(color).saturating_sub(if runs { elapsed } else { Duration::ZERO })
        };
        let agrees = |color: Color| expected(color).abs_diff(self.of(color)) <= Self::TOLERANCE;
        (self.running, self.flag) == (earlier.running, earlier.flag)
            && Color::BOTH.into_iter().all(agrees)
    }
}

/// Why the moment of a press cannot be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Irregularity {
    /// It lies after the press had arrived. The moment of its arrival was taken.
    InFuture {
        /// The moment that the press bore.
        claimed: Timestamp,
    },
    /// It lies before the player's turn began. That moment was taken.
    BeforeLastEvent {
        /// The moment that the press bore.
        claimed: Timestamp,
    },
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InFuture { claimed } => {
                write!(f, "a press of {claimed} arrived before it was made")
            }
            Self::BeforeLastEvent { claimed } => {
                write!(f, "a press of {claimed} lies before the turn of its player")
            }
        }
    }
}
