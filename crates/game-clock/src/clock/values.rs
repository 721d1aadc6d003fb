//! Values in commands and events.

use draughts::{
    Color, Timestamp,
    text::{self, TextError},
};
use std::fmt;
use std::time::Duration;

/// The longest wait for a player who has not come, on their own clock.
///
/// "After an hour of play": the hour is time used on the absent player's clock, because the rule
/// goes by what the clock shows (2006 art. 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AbsenceLimit {
    /// The time that the absent player may use before the game is lost.
    pub after: Duration,
    /// The rule that sets it.
    pub article: AbsenceArticle,
}

impl AbsenceLimit {
    /// An hour (2006 art. 3).
    pub const TOURNAMENT_2006: Self =
        Self { after: Duration::from_secs(3600), article: AbsenceArticle::Tournament2006Rule3 };

    /// Returns a limit that the arbiter announced, as regulation C leaves it to them.
    pub fn arbiter(after: Duration) -> Self {
        Self { after, article: AbsenceArticle::RegulationCArt6 }
    }

    /// Returns a limit that was announced without an article.
    pub fn announced(after: Duration) -> Self {
        Self { after, article: AbsenceArticle::Announced }
    }
}

/// The rule about players who have not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AbsenceArticle {
    /// 2006 art. 3: lost after an hour.
    Tournament2006Rule3,
    /// C art. 6: the arbiter may start the clock.
    RegulationCArt6,
    /// No article: the organiser has announced it.
    Announced,
}

impl AbsenceArticle {
    /// Returns the article in the form in which it is cited; "announced" if there is none.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tournament2006Rule3 => "2006 art. 3",
            Self::RegulationCArt6 => "C art. 6",
            Self::Announced => "announced",
        }
    }
}

impl fmt::Display for AbsenceArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The arbiter's reason for an adjustment: one line of 1 to [`Reason::CHARS_MAX`] characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason(String);

impl Reason {
    /// The longest reason, in characters.
    pub const CHARS_MAX: usize = 200;

    /// Checks a reason that somebody gives, by the rule for texts ([`text::tidy`]).
    ///
    /// # Errors
    /// [`ReasonError`] if it is empty, too long, or holds a character that is refused.
    pub fn new(text: &str) -> Result<Self, ReasonError> {
        let Self(given) = Self::stored(text)?;
        match text::tidy(&given, Self::CHARS_MAX) {
            Ok(text) => Ok(Self(text)),
            Err(TextError::TooLong { .. }) => Err(ReasonError::TooLong),
            Err(refused @ TextError::Character { .. }) => Err(ReasonError::Text(refused)),
        }
    }

    /// Makes a reason of a log, which may be older than the rule for texts; surrounding blanks are
    /// dropped.
    ///
    /// # Errors
    /// [`ReasonError`] if it is empty, too long, or holds control characters.
    pub fn stored(text: &str) -> Result<Self, ReasonError> {
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

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The reason for which a text is not a [`Reason`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReasonError {
    /// The text is empty or blank.
    #[error("a reason is needed")]
    Empty,
    /// The text is longer than [`Reason::CHARS_MAX`].
    #[error("the reason is longer than {} characters", Reason::CHARS_MAX)]
    TooLong,
    /// The text has a line break or another control character.
    #[error("the reason holds control characters")]
    Control,
    /// The text holds a character that is refused.
    #[error("the reason: {0}")]
    Text(TextError),
}

/// The display of a physical clock, in whole seconds, so within a second of the truth.
///
/// A display with no time left on either side carries no information: such frames follow the
/// clock's set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClockDisplay {
    /// The time that White has left.
    pub white: Duration,
    /// The time that Black has left.
    pub black: Duration,
    /// The side whose time runs.
    pub running: Option<Color>,
    /// The side whose flag shows. If its time shows zero as well, it is really used up, and not
    /// only within its last second.
    pub flag: Option<Color>,
}

impl ClockDisplay {
    /// The largest error of the display: a second.
    pub const TOLERANCE: Duration = Duration::from_secs(1);
    /// The largest drift of a side's time, over all replacements since the arbiter last set it,
    /// before it is reported to the arbiter: ten seconds.
    pub const DRIFT_MAX: Duration = Duration::from_secs(10);

    /// Returns the time that one side has left.
    pub fn of(&self, color: Color) -> Duration {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns the time that replaces a side's computed time; `None` if the seconds are the same.
    pub(super) fn replaces(&self, color: Color, computed: Duration) -> Option<Duration> {
        let shown = self.of(color);
        let is_used_up = self.flag == Some(color) && shown.is_zero() && !computed.is_zero();
        (is_used_up || shown.as_secs() != computed.as_secs()).then_some(shown)
    }

    /// Returns true if the display only counts on from the one that the same clock showed `elapsed`
    /// before: the same side runs, the same flag shows, and both times are within
    /// [`Self::TOLERANCE`] of the expected ones.
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

/// The reason for which the moment of a press cannot be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Irregularity {
    /// The moment lies after the press arrived. The moment of arrival counts instead.
    InFuture {
        /// The moment that the press claimed.
        claimed: Timestamp,
    },
    /// The moment lies before the player's turn began. The beginning of the turn counts instead.
    BeforeLastEvent {
        /// The moment that the press claimed.
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
