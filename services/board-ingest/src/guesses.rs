//! Limits of wrong guesses of secrets. Right answers are not counted, so that many people can come
//! in at once from one address. Guesses are counted by network, so that a stranger who guesses
//! keeps out nobody from another network.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use ::access::{Rate, RateLimit, SecretHash, SubjectId};
use draughts::Timestamp;
use proto::subject::VenueId;
use runtime::lock;

use crate::access_error::AccessError;

const MINUTE: Duration = Duration::from_secs(60);
/// Rate of wrong guesses from one network, which many people may share.
const OF_NETWORK: Rate = Rate { burst: 30, period: MINUTE };
/// Rate of wrong guesses of one secret from one network.
const FROM_ONE: Rate = Rate { burst: 10, period: MINUTE };
/// Rate of wrong guesses of one secret from all networks.
const FROM_ALL: Rate = Rate { burst: 100, period: MINUTE };
/// Rate of challenges for passkeys that are made for one network.
const CHALLENGES: Rate = Rate { burst: 60, period: MINUTE };

/// A secret that somebody guesses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Guessed {
    /// The secret of a link, which is too long to be guessed.
    Link,
    /// A code of six digits that is open at a venue.
    Code(VenueId),
    /// The passphrase of a person.
    Passphrase(VenueId, SubjectId),
    /// The PIN of a person.
    Pin(VenueId, SubjectId),
    /// The key of a passkey, by the hash of its id.
    Passkey(VenueId, SecretHash),
}

/// The wrong guesses of the last minute. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Guesses(Arc<Mutex<Limits>>);

#[derive(Debug)]
struct Limits {
    of_network: RateLimit<Option<IpAddr>>,
    from_one: RateLimit<(Guessed, Option<IpAddr>)>,
    from_all: RateLimit<Guessed>,
    challenges: RateLimit<Option<IpAddr>>,
}

impl Default for Guesses {
    fn default() -> Self {
        let (of_network, from_one) = (RateLimit::new(OF_NETWORK), RateLimit::new(FROM_ONE));
        let from_all = RateLimit::new(FROM_ALL);
        let challenges = RateLimit::new(CHALLENGES);
        Self(Arc::new(Mutex::new(Limits { of_network, from_one, from_all, challenges })))
    }
}

impl Guesses {
    /// Counts a guess from a network before it is known whether it is right, so that many guesses
    /// at the same moment are limited too. The guess is not counted any more once the answer is
    /// dropped, unless it was [wrong](Guess::was_wrong): a caller who hangs up has learnt nothing.
    ///
    /// # Errors
    /// [`AccessError::TooOften`]; it is not counted then.
    pub(crate) fn count(
        &self,
        of: Guessed,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Guess, AccessError> {
        let mut limits = self.limits();
        let Limits { of_network, from_one, from_all, challenges: _ } = &mut *limits;
        let key = (of.clone(), network);
        let allowed = of_network.check(&network, now).and_then(|()| match &of {
            Guessed::Link => of_network.count(network, now),
            Guessed::Code(_)
            | Guessed::Passphrase(..)
            | Guessed::Pin(..)
            | Guessed::Passkey(..) => {
                from_one.check(&key, now)?;
                from_all.count(of.clone(), now)?;
                from_one.count(key, now)?;
                of_network.count(network, now)
            }
        });
        allowed.map_err(|retry| AccessError::TooOften { retry })?;
        drop(limits);
        Ok(Guess { counted: Some((self.clone(), of, network)) })
    }

    /// Counts a challenge that is made for somebody who signs in from a network.
    ///
    /// # Errors
    /// [`AccessError::TooOften`]; it is not counted then.
    pub(crate) fn count_challenge(
        &self,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<(), AccessError> {
        let counted = self.limits().challenges.count(network, now);
        counted.map_err(|retry| AccessError::TooOften { retry })
    }

    fn limits(&self) -> MutexGuard<'_, Limits> {
        lock(&self.0)
    }
}

/// A guess that is counted until this is dropped, and longer if it was wrong.
#[derive(Debug)]
#[must_use]
pub(crate) struct Guess {
    counted: Option<(Guesses, Guessed, Option<IpAddr>)>,
}

impl Guess {
    /// Notes that the guess was wrong, so that it stays counted.
    pub(crate) fn was_wrong(mut self) {
        self.counted = None;
    }
}

impl Drop for Guess {
    fn drop(&mut self) {
        let Some((guesses, of, network)) = self.counted.take() else { return };
        let mut limits = guesses.limits();
        limits.of_network.take_back(&network);
        limits.from_one.take_back(&(of.clone(), network));
        limits.from_all.take_back(&of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_millis(0);

    fn code() -> Guessed {
        Guessed::Code("main".parse().unwrap())
    }

    fn passphrase(of: &str) -> Guessed {
        Guessed::Passphrase("main".parse().unwrap(), SubjectId::new(of).unwrap())
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    /// Returns the number of wrong guesses that are allowed at once.
    fn allowed(guesses: &Guesses, of: &Guessed, network: Option<IpAddr>) -> usize {
        let guess = || guesses.count(of.clone(), network, NOON).ok();
        std::iter::from_fn(guess).map(Guess::was_wrong).count()
    }

    #[test]
    fn a_stranger_who_guesses_keeps_nobody_out_who_comes_from_elsewhere() {
        let guesses = Guesses::default();
        assert_eq!(allowed(&guesses, &code(), address(1)), 10);
        assert_eq!(allowed(&guesses, &passphrase("ids"), address(1)), 10);
        let passkey = Guessed::Passkey("main".parse().unwrap(), SecretHash::of(b"jel"));
        assert_eq!(allowed(&guesses, &passkey, address(1)), 10);
        // That network has done enough.
        assert_eq!(allowed(&guesses, &Guessed::Link, address(1)), 0);
        assert_eq!(allowed(&guesses, &code(), address(2)), 10);
        assert_eq!(allowed(&guesses, &passphrase("ids"), address(2)), 10);
    }

    #[test]
    fn right_guesses_and_those_whose_callers_hung_up_are_not_counted() {
        let guesses = Guesses::default();
        for _ in 0..1000 {
            drop(guesses.count(code(), address(1), NOON).unwrap());
        }
        assert_eq!(allowed(&guesses, &code(), address(1)), 10);
    }

    #[test]
    fn one_secret_is_guessed_a_hundred_times_a_minute_at_most_from_everywhere() {
        let guesses = Guesses::default();
        let all: usize = (0..=255).map(|last| allowed(&guesses, &code(), address(last))).sum();
        assert_eq!(all, 100);
        // A link is none of those that are guessed.
        assert!(guesses.count(Guessed::Link, address(255), NOON).is_ok());
    }

    #[test]
    fn challenges_are_made_sixty_times_a_minute_for_one_address() {
        let guesses = Guesses::default();
        let ask = |last| guesses.count_challenge(address(last), NOON).is_ok();
        let made = |last| (0..100).filter(|_| ask(last)).count();
        assert_eq!([1, 1, 2].map(made), [60, 0, 60]);
        assert_eq!(allowed(&guesses, &code(), address(1)), 10);
    }

    #[test]
    fn guesses_at_the_same_moment_are_limited_together() {
        let guesses = Guesses::default();
        let guess = || guesses.count(code(), address(1), NOON).ok();
        let under_way: Vec<_> = std::iter::from_fn(guess).collect();
        assert_eq!(under_way.len(), 10);
        // Nine callers hang up, and one was wrong.
        under_way.into_iter().next().unwrap().was_wrong();
        assert_eq!(allowed(&guesses, &code(), address(1)), 9);
    }
}
