//! One venue, as its hub sees it.

use core::time::Duration;
use std::collections::BTreeMap;

use draughts::Timestamp;
use game_clock::{BootId, Teller, TimeSignal, TimeSignals};

use crate::{Beat, Command, Event, Generation, Health, Record, Refusal, Trouble};

/// A venue, as its hub sees it: the fold of its events.
#[derive(Debug, Clone)]
pub struct Venue {
    generation: Option<Generation>,
    heard: Option<(Beat, Timestamp)>,
    stored: BTreeMap<Record, u64>,
    /// The moment since when the hub lacks messages.
    lacking_since: Option<Timestamp>,
    is_offline: bool,
    trouble: Option<Trouble>,
    ahead_ms: Option<i64>,
    boot: BootId,
    times: TimeSignals,
}

impl Venue {
    /// The longest silence that is no absence: two signs of life may be lost.
    pub const SILENCE_MAX: Duration = Duration::from_secs(6);
    /// The time in which messages are on their way, and not missing.
    pub const ON_THE_WAY_MAX: Duration = Duration::from_secs(2);
    /// The difference of clocks that is not told.
    pub const CLOCK_TOLERANCE: Duration = Duration::from_millis(500);

    /// Returns a venue of which nothing is known; `boot` is that of the hub's machine.
    pub fn new(boot: BootId) -> Self {
        Self {
            generation: None,
            heard: None,
            stored: BTreeMap::new(),
            lacking_since: None,
            is_offline: false,
            trouble: None,
            ahead_ms: None,
            boot,
            times: times_of(boot),
        }
    }

    /// Decides what a command means: the events, in order; none if it changes nothing.
    ///
    /// # Errors
    /// [`Refusal`] if it is of a home that does not count.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Enrol { generation } => self.decide_enrol(*generation),
            Command::Hear { beat, at } => self.decide_hear(beat, *at),
            Command::Note { stored, at } => Ok(self.decide_note(stored, *at)),
            Command::Look { at } => Ok(self.decide_look(*at).into_iter().collect()),
        }
    }

    fn decide_enrol(&self, generation: Generation) -> Result<Vec<Event>, Refusal> {
        match self.generation {
            Some(current) if current == generation => Ok(Vec::new()),
            Some(current) if generation < current => {
                Err(Refusal::DoesNotFollow { told: generation, current })
            }
            _earlier => Ok(vec![Event::Enrolled { generation }]),
        }
    }

    fn decide_hear(&self, beat: &Beat, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        let (told, current) = (beat.generation, self.generation.ok_or(Refusal::NotEnrolled)?);
        if told < current {
            return Err(Refusal::Replaced { told, current });
        }
        if told > current {
            return Err(Refusal::Unknown { told, current });
        }
        let mut events = vec![Event::Heard { beat: beat.clone(), at }];
        if self.is_offline {
            events.push(Event::CameBack { at });
        }
        events.extend(match (self.trouble, beat.trouble) {
            (known, Some(trouble)) if known != Some(trouble) => Some(Event::Troubled { trouble }),
            (Some(_known), None) => Some(Event::Recovered),
            _same => None,
        });
        events.extend(self.decide_lack(left(&beat.last, &self.stored), at));
        events.extend(self.decide_time(beat.time.as_ref(), at));
        Ok(events)
    }

    fn decide_note(&self, stored: &BTreeMap<Record, u64>, at: Timestamp) -> Vec<Event> {
        let mut events = Vec::new();
        if *stored != self.stored {
            events.push(Event::Stored { stored: stored.clone() });
        }
        let last = self.heard.as_ref().map(|(beat, _at)| &beat.last);
        events.extend(last.and_then(|last| self.decide_lack(left(last, stored), at)));
        events
    }

    fn decide_look(&self, at: Timestamp) -> Option<Event> {
        let (_beat, since) = self.heard.as_ref()?;
        let is_silent = at.duration_since(*since) > Self::SILENCE_MAX;
        (is_silent && !self.is_offline).then_some(Event::WentOffline { since: *since })
    }

    fn decide_lack(&self, left: u64, at: Timestamp) -> Option<Event> {
        match (self.lacking_since, left) {
            (Some(_since), 0) => Some(Event::CaughtUp),
            (None, 1..) => Some(Event::FellBehind { since: at }),
            (None, 0) | (Some(_), 1..) => None,
        }
    }

    fn decide_time(&self, time: Option<&TimeSignal>, at: Timestamp) -> Option<Event> {
        let mut times = self.times.clone();
        times.hear(time?, at);
        times.judge(Self::CLOCK_TOLERANCE);
        let ahead_ms = times.apart().into_values().next();
        match (self.ahead_ms, ahead_ms) {
            (known, Some(ahead_ms)) if known != Some(ahead_ms) => {
                Some(Event::ClockApart { ahead_ms })
            }
            (Some(_apart), None) => Some(Event::ClockAgrees),
            _same => None,
        }
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Enrolled { generation } => {
                *self = Self {
                    generation: Some(*generation),
                    stored: core::mem::take(&mut self.stored),
                    ..Self::new(self.boot)
                };
            }
            Event::Heard { beat, at } => {
                if let Some(time) = &beat.time {
                    self.times.hear(time, *at);
                    self.times.judge(Self::CLOCK_TOLERANCE);
                }
                self.heard = Some((beat.clone(), *at));
            }
            Event::Stored { stored } => self.stored.clone_from(stored),
            Event::WentOffline { since: _ } => self.is_offline = true,
            Event::CameBack { at: _ } => self.is_offline = false,
            Event::FellBehind { since } => self.lacking_since = Some(*since),
            Event::CaughtUp => self.lacking_since = None,
            Event::Troubled { trouble } => self.trouble = Some(*trouble),
            Event::Recovered => self.trouble = None,
            Event::ClockApart { ahead_ms } => self.ahead_ms = Some(*ahead_ms),
            Event::ClockAgrees => self.ahead_ms = None,
        }
    }

    /// Returns the moment from which [`Command::Look`] has an effect; `None` if it has none before
    /// another command.
    pub fn deadline(&self) -> Option<Timestamp> {
        let (_beat, since) = self.heard.as_ref().filter(|_heard| !self.is_offline)?;
        let silence_ms = i64::try_from(Self::SILENCE_MAX.as_millis()).unwrap_or(i64::MAX);
        Some(Timestamp::from_millis(since.millis().saturating_add(silence_ms).saturating_add(1)))
    }

    /// Returns its health at `now`. Messages that are on their way are not missing.
    pub fn health(&self, now: Timestamp) -> Health {
        let Some((beat, since)) = &self.heard else { return Health::NeverHeard };
        if self.is_offline {
            return Health::Offline { since: *since };
        }
        if let Some(trouble) = self.trouble {
            return Health::Refused { trouble };
        }
        let is_late = |since: Timestamp| now.duration_since(since) > Self::ON_THE_WAY_MAX;
        if self.lacking_since.is_some_and(is_late) {
            return Health::CatchingUp { left: left(&beat.last, &self.stored) };
        }
        Health::Live
    }

    /// Returns the home that counts; `None` before the first is enrolled.
    pub fn generation(&self) -> Option<Generation> {
        self.generation
    }

    /// Returns the last sign of life and the moment of its arrival.
    pub fn heard(&self) -> Option<(&Beat, Timestamp)> {
        self.heard.as_ref().map(|(beat, at)| (beat, *at))
    }

    /// Returns the milliseconds by which its clock is ahead of that of the hub, negative if behind;
    /// `None` unless they surely differ by more than [`Self::CLOCK_TOLERANCE`].
    pub fn ahead_ms(&self) -> Option<i64> {
        self.ahead_ms
    }

    /// Returns the time of the hub, to be told to the venue.
    pub fn time(&self, now: Timestamp) -> TimeSignal {
        self.times.signal(now)
    }
}

/// Returns what is known of the clock of a venue that was not heard.
fn times_of(boot: BootId) -> TimeSignals {
    TimeSignals::new(Teller { service: "hub".to_owned(), boot })
}

/// Returns the number of messages that a venue has and the hub has not.
fn left(last: &BTreeMap<Record, u64>, stored: &BTreeMap<Record, u64>) -> u64 {
    let lacks = |(record, last): (&Record, &u64)| {
        last.saturating_sub(stored.get(record).copied().unwrap_or(0))
    };
    last.iter().map(lacks).fold(0, u64::saturating_add)
}
