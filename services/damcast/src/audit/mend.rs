//! Decides how a game, its inputs and its tournament are made anew from what the log still holds.

use std::{slice, time::Duration};

use draughts::Outcome;
use live_game::{
    ClockDecision, ClockEvent, Game, GameClock, GameCommand, TimedRecord, replay_records,
    table::{Inputs, Seats},
};
use proto::{
    Timestamp,
    convert::{Aggregate as _, Record},
    subject::{Stream, Subject},
    v1::Cause,
};
use runtime::LogEntry;
use tournament::{GameResult, Tournament};

use super::{
    GameLogs, History, KnownMissing, Problem, TournamentLogs,
    clock::{self, Timed},
    game,
    plan::{Later, Made, Plan},
};

/// A cause for a decision about a game.
struct Step<'a> {
    at: Timestamp,
    /// The message; `None` if the decision was made because of the time, by a message of GAME.
    source: Option<&'a LogEntry>,
    /// The sequence of a decision that was made because of the time.
    sequence: u64,
}

impl GameLogs {
    /// Plans the record of the game. It stays up to the first message that does not follow on the
    /// one before it, or, if `is_asked`, that this program decides otherwise; the rest is decided
    /// anew, in the order in which its causes were written.
    ///
    /// `results` are the results that TOURNAMENT has recorded because of the game, each with the
    /// sequence in GAME that it names.
    pub(crate) fn plan_record(
        &self,
        subject: Subject,
        is_asked: bool,
        results: &[(u64, Option<Outcome>)],
    ) -> Plan {
        let (mut game, mut plan) = (Game::default(), Plan::new(subject));
        for entry in self.games.sound() {
            let Record::Game(record) = &entry.record else { break };
            let is_other = self.check_decision(&game, entry, &record.events);
            if is_asked && is_other == Some(Problem::OtherEvents) {
                break;
            }
            let mut after = game.clone();
            record.events.iter().for_each(|event| after.apply(event));
            if Record::try_from(after.to_record(&record.events)).as_ref() != Ok(&entry.record) {
                break;
            }
            game = after;
            plan.keep(entry);
        }
        let behind = self.games.all().get(plan.kept.len()..).unwrap_or_default();
        let mut later = Later::new(behind);
        for step in self.steps(behind) {
            let commands = match step.source {
                Some(source) => game::commands(&game, source),
                None => vec![GameCommand::TimeCheck { at: step.at }],
            };
            for command in commands {
                let events = game.decide(&command).unwrap_or_default();
                if events.is_empty() {
                    continue;
                }
                events.iter().for_each(|event| game.apply(event));
                let cause = step.source.map(LogEntry::as_cause);
                let place = match &cause {
                    Some(cause) => later.take(cause),
                    None => Some((step.sequence, step.at)),
                };
                plan.made.push(Made {
                    record: game.to_record(&events),
                    cause,
                    recorded_at: place.map_or(step.at, |(_sequence, at)| at),
                    wanted: place.map(|(sequence, _at)| sequence),
                });
            }
        }
        want_by_results(&mut plan, results);
        self.want_by_clock(&mut plan);
        plan
    }

    /// Plans the clock of the game, whose record `games` holds. It stays up to the first message
    /// that does not follow; the rest follows from the record. Flags are made that the record
    /// needs, and no others. A message stays if its cause is among those that GAME has `lost`, and
    /// the record leads to the same: the game was decided again before it was mended.
    pub(crate) fn plan_clock(
        &self,
        subject: Subject,
        games: &[LogEntry],
        lost: &KnownMissing,
        is_asked: bool,
    ) -> Plan {
        let timed = clock::timed(games);
        let (mut clock, mut plan, mut followed) = (GameClock::default(), Plan::new(subject), 0);
        let mut has_lost_cause = false;
        for entry in self.clocks.sound() {
            let Record::Clock(record) = &entry.record else { break };
            let cause = entry.caused_by(Stream::Game);
            let at = timed.iter().position(|it| Some(it.sequence) == cause);
            let follows_to = match clock::check_decision(&timed, &clock, entry, &record.events) {
                Some(Problem::NoCause { sequence, .. }) if lost.contains(sequence) => {
                    let (events, falls) = clock::split(&record.events);
                    let again = clock::followed(&timed, followed, &clock, events);
                    let Some(again) = again.filter(|_count| falls.is_empty()) else { break };
                    has_lost_cause = true;
                    again
                }
                Some(Problem::NoCause { .. }) => break,
                // It may have followed from the loss.
                Some(_other) if is_asked || has_lost_cause => break,
                Some(_) | None => at.map_or(followed, |at| at + 1),
            };
            let mut after = clock.clone();
            record.events.iter().for_each(|event| after.apply(event));
            if Record::try_from(after.to_record(&record.events)).as_ref() != Ok(&entry.record) {
                break;
            }
            clock = after;
            plan.keep(entry);
            followed = follows_to;
        }
        let behind = self.clocks.all().get(plan.kept.len()..).unwrap_or_default();
        let follower = Follower { games, timed: &timed, clock, plan, later: Later::new(behind) };
        follower.follow(followed)
    }

    /// Returns the causes of further decisions, in the order in which they were written.
    fn steps<'a>(&'a self, behind: &'a [LogEntry]) -> Vec<Step<'a>> {
        // Replicas on two machines write INPUT, whose clocks may differ: its order is that in which
        // inputs are judged, and what comes from elsewhere goes before the first later input.
        let sources = in_order(self.inputs.all()).chain(in_order(self.clocks.all()));
        let sources = sources.map(|(latest, entry)| {
            let (at, sequence) = (entry.recorded_at, entry.sequence);
            (latest, Step { at, source: Some(entry), sequence })
        });
        let by_time = behind.iter().filter(|entry| entry.cause.is_none()).map(|entry| {
            let (at, sequence) = (entry.recorded_at, entry.sequence);
            (at, Step { at, source: None, sequence })
        });
        let mut steps: Vec<(Timestamp, Step<'_>)> = sources.chain(by_time).collect();
        // Stable: of the same moment, INPUT comes first.
        steps.sort_by_key(|(latest, _step)| *latest);
        steps.into_iter().map(|(_latest, step)| step).collect()
    }

    /// Notes the sequences by which CLOCK names messages that are made.
    ///
    /// A clock that was behind names the first message that it had not followed, and follows
    /// several up to a later one. So the message that it names is the first one that leads to an
    /// event, unless there are too few sequences for those before it. This is an estimate, so it
    /// yields to the sequences of the messages around it, which are known.
    fn want_by_clock(&self, plan: &mut Plan) {
        let kept = plan.kept.len();
        let stay = self.games.all().iter().take(kept).map(|entry| entry.record.clone());
        let made = plan.made.iter().filter_map(|made| made.record.clone().try_into().ok());
        let records: Vec<Record> = stay.chain(made).collect();
        let timed = clock::timed_records(records.iter().map(|record| (0, record)));
        let (mut clock, mut next) = (GameClock::default(), 0);
        // The number of messages up to the last one that a clock has named, and its sequence.
        let (mut named, mut named_at) = (0_usize, 0);
        for entry in self.clocks.sound() {
            let Record::Clock(record) = &entry.record else { break };
            let (events, _falls) = clock::split(&record.events);
            if let Some(sequence) = entry.caused_by(Stream::Game)
                && !events.is_empty()
            {
                let decide = |it: &Timed| {
                    it.record.decide(&clock).map(|decided| decided.events).unwrap_or_default()
                };
                let rest = timed.get(next..).unwrap_or_default();
                let first = rest.iter().find(|it| !decide(it).is_empty());
                let found = rest.iter().position(|it| decide(it) == events);
                if let (Some(first), Some(found)) = (first, found)
                    && let Some(sequences) = sequence.checked_sub(named_at)
                {
                    let most = usize::try_from(sequences)
                        .map_or(usize::MAX, |it| named.saturating_add(it));
                    (named, named_at) = (most.min(first.index + 1), sequence);
                    if let Some(place) = named.checked_sub(kept + 1) {
                        plan.want_between(place, sequence);
                    }
                    next += found + 1;
                }
            }
            record.events.iter().for_each(|event| clock.apply(event));
        }
    }
}

/// Returns messages of a stream, each with the latest moment at which one up to it was written.
fn in_order(entries: &[LogEntry]) -> impl Iterator<Item = (Timestamp, &LogEntry)> {
    let mut latest = Timestamp::from_millis(i64::MIN);
    entries.iter().map(move |entry| {
        latest = latest.max(entry.recorded_at);
        (latest, entry)
    })
}

/// Notes the sequences by which TOURNAMENT names messages that are made.
fn want_by_results(plan: &mut Plan, results: &[(u64, Option<Outcome>)]) {
    let mut results = results.iter().filter(|(sequence, _)| !plan.kept.contains(sequence));
    let mut due = results.next();
    for made in &mut plan.made {
        let Some((sequence, outcome)) = due else { return };
        let Ok(Record::Game(record)) = Record::try_from(made.record.clone()) else { continue };
        let is_it = match record.result_change() {
            Some(GameResult::Ended(end)) => Some(end.outcome) == *outcome,
            Some(GameResult::Resumed) => outcome.is_none(),
            None => false,
        };
        if is_it {
            made.wanted = made.wanted.or(Some(*sequence));
            due = results.next();
        }
    }
}

/// A clock that is brought up to date with its game, message by message.
struct Follower<'a> {
    games: &'a [LogEntry],
    timed: &'a [Timed],
    clock: GameClock,
    plan: Plan,
    later: Later,
}

impl Follower<'_> {
    fn follow(mut self, from: usize) -> Plan {
        if !clock::is_timed(self.timed) {
            return self.plan;
        }
        let timed = self.timed;
        for (at, it) in timed.iter().enumerate().skip(from) {
            let Some(entry) = self.games.get(it.index) else { continue };
            if let Some(sequence) = entry.caused_by(Stream::Clock) {
                // The game was decided by a flag.
                self.fall(entry.recorded_at, Some(sequence));
            }
            let is_last = at + 1 == timed.len();
            while self.follow_one(at, entry) && !is_last && self.fall(entry.recorded_at, None) {}
        }
        let records: Vec<TimedRecord> = timed.iter().map(|it| it.complete.clone()).collect();
        while let (Ok(missed), Some(last)) =
            (replay_records(&records, &self.clock), self.games.last())
        {
            self.make(&missed.events, Some(last.as_cause()), last.recorded_at, None);
            if !missed.is_partial {
                break;
            }
        }
        self.plan
    }

    /// Follows one message of GAME; returns true if the rest has to wait until a flag has fallen.
    fn follow_one(&mut self, at: usize, entry: &LogEntry) -> bool {
        loop {
            match self.follow_part(at, entry) {
                Some(decided) if decided.is_partial => {}
                decided => return decided.is_some_and(|decided| decided.is_waiting),
            }
        }
    }

    /// Follows one message of GAME as far as fits into one of CLOCK; returns the decision, if the
    /// message leads to one.
    fn follow_part(&mut self, at: usize, entry: &LogEntry) -> Option<ClockDecision> {
        let alone = self.timed.get(at).and_then(|it| it.record.decide(&self.clock).ok());
        let decided = alone.filter(|decided| !decided.is_waiting).or_else(|| {
            let records: Vec<TimedRecord> =
                self.timed.iter().take(at + 1).map(|it| it.complete.clone()).collect();
            replay_records(&records, &self.clock).ok()
        })?;
        let cause = entry.as_cause();
        let place = match decided.events.is_empty() {
            true => None,
            false => self.later.take(&cause),
        };
        let written = place.map_or(entry.recorded_at, |(_sequence, at)| at);
        self.make(&decided.events, Some(cause), written, place.map(|(sequence, _at)| sequence));
        Some(decided)
    }

    /// Lets the flag fall that is due; returns true if one is.
    fn fall(&mut self, at: Timestamp, wanted: Option<u64>) -> bool {
        let falls = self.clock.fallen(at, Duration::ZERO);
        let falls: Vec<ClockEvent> = falls.into_iter().map(ClockEvent::Clock).collect();
        self.make(&falls, None, at, wanted);
        !falls.is_empty()
    }

    fn make(
        &mut self,
        events: &[ClockEvent],
        cause: Option<Cause>,
        recorded_at: Timestamp,
        wanted: Option<u64>,
    ) {
        if events.is_empty() {
            return;
        }
        events.iter().for_each(|event| self.clock.apply(event));
        let record = self.clock.to_record(events);
        self.plan.made.push(Made { record, cause, recorded_at, wanted });
    }
}

impl TournamentLogs {
    /// Plans the log of the tournament. Every decision stays that can be read; the results of its
    /// games that it lacks follow.
    pub(crate) fn plan(&self, subject: Subject) -> Plan {
        let mut plan = self.log.plan_chain(subject);
        for due in self.due_results() {
            let cause =
                Cause { stream: Stream::Game.name().to_owned(), sequence: due.because_of.sequence };
            plan.made.push(Made {
                record: Tournament::default().to_record(&due.events),
                cause: Some(cause),
                recorded_at: due.because_of.recorded_at,
                wanted: None,
            });
        }
        plan
    }
}

impl History {
    /// Plans a subject whose messages people and devices have made, so that nothing makes them
    /// anew: all that can be read stay, each at its sequence, and follow on each other.
    pub(crate) fn plan_chain(&self, subject: Subject) -> Plan {
        let mut plan = Plan::new(subject);
        self.sound().iter().for_each(|entry| plan.keep(entry));
        for entry in self.all().get(plan.kept.len()..).unwrap_or_default() {
            let record = match &entry.record {
                Record::Tournament(events) => Tournament::default().to_record(events),
                Record::Input(input) => Inputs::default().to_record(slice::from_ref(input)),
                Record::Tables(event) => Seats::default().to_record(slice::from_ref(event)),
                Record::Game(_) | Record::Clock(_) | Record::Access(_) => continue,
            };
            plan.made.push(Made {
                record,
                cause: entry.cause.clone(),
                recorded_at: entry.recorded_at,
                wanted: Some(entry.sequence),
            });
        }
        plan
    }

    /// Returns the history after a plan was carried out: the messages that stay, then those that
    /// were made.
    pub(crate) fn planned(&self, plan: &Plan, made: Vec<LogEntry>) -> Vec<LogEntry> {
        self.all().iter().take(plan.kept.len()).cloned().chain(made).collect()
    }
}
