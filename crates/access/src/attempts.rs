//! Calls that were refused, counted so that nobody fills the log with them.

use core::time::Duration;
use std::collections::BTreeMap;

use draughts::Timestamp;

use crate::SubjectId;

/// The largest number of events about refused calls that are stored in a minute.
pub const ATTEMPTS_PER_MINUTE_MAX: usize = 20;

const MINUTE: Duration = Duration::from_secs(60);

/// A refused call, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attempt {
    /// The bearer of the token; `None` if there is no token that says it.
    pub subject: Option<SubjectId>,
    /// The service and the call, as in `PairingService/OpenRound`.
    pub call: String,
    /// The name of the refusal, as in `expired`.
    pub refusal: String,
    /// The address from which it came, without its port; empty if it is not known.
    pub address: String,
}

/// The refused calls of the last minute.
///
/// The first of a kind is stored at once and the next of this kind after a minute, with the number
/// of those between. Beyond [`ATTEMPTS_PER_MINUTE_MAX`] kinds in a minute nothing is stored.
#[derive(Clone, Debug, Default)]
pub struct Attempts {
    kinds: BTreeMap<Attempt, Kind>,
}

#[derive(Clone, Copy, Debug)]
struct Kind {
    stored: Timestamp,
    /// Number of calls since then.
    since: u32,
}

impl Attempts {
    /// Counts a refused call; returns the number of calls of its kind that are to be stored now,
    /// this one included, or `None` if it is only counted.
    pub fn note(&mut self, attempt: &Attempt, now: Timestamp) -> Option<u32> {
        let is_over = |kind: &Kind| now.duration_since(kind.stored) >= MINUTE;
        if let Some(kind) = self.kinds.get_mut(attempt) {
            kind.since = kind.since.saturating_add(1);
            if !is_over(kind) {
                return None;
            }
            let count = kind.since;
            *kind = Kind { stored: now, since: 0 };
            return Some(count);
        }
        if self.kinds.len() >= ATTEMPTS_PER_MINUTE_MAX {
            self.kinds.retain(|_attempt, kind| !is_over(kind));
        }
        if self.kinds.len() >= ATTEMPTS_PER_MINUTE_MAX {
            return None;
        }
        self.kinds.insert(attempt.clone(), Kind { stored: now, since: 0 });
        Some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(call: &str) -> Attempt {
        let (refusal, address) = ("no-token".to_owned(), "10.0.0.7".to_owned());
        Attempt { subject: None, call: call.to_owned(), refusal, address }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    #[test]
    fn a_kind_of_attempt_is_stored_once_a_minute_with_its_number() {
        let mut attempts = Attempts::default();
        assert_eq!(attempts.note(&attempt("OpenRound"), at(0)), Some(1));
        for second in 1..60 {
            assert_eq!(attempts.note(&attempt("OpenRound"), at(second)), None);
        }
        assert_eq!(attempts.note(&attempt("CloseRound"), at(59)), Some(1));
        assert_eq!(attempts.note(&attempt("OpenRound"), at(60)), Some(60));
        assert_eq!(attempts.note(&attempt("OpenRound"), at(61)), None);
    }

    #[test]
    fn somebody_who_tries_everything_does_not_fill_the_log() {
        let mut attempts = Attempts::default();
        let mut stored = 0;
        for second in 0..120 {
            for call in 0..1000 {
                let noted = attempts.note(&attempt(&format!("{second} {call}")), at(second));
                stored += usize::from(noted.is_some());
            }
        }
        assert_eq!(stored, 2 * ATTEMPTS_PER_MINUTE_MAX);
    }
}
