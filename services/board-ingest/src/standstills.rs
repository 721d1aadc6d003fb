//! Finds the games and tournaments that stand still while others go on, in tournaments that are
//! watched.
//!
//! rules-validation sets a game aside that it cannot judge: it acknowledges the inputs, and tells
//! the operator by an error in its log and a metric, but not the desk. Here a game stands still if
//! its last input has been stored for a while and is not judged, although inputs do not wait in
//! general; if what INPUT has of it cannot be read, so that nothing of it is stored; or if its
//! clock should have followed its last message for as long, and has not or cannot be read, so that
//! no flag falls. So it does if it has not begun in an open round, if it is over and its result is
//! not recorded, or if it goes on although the tournament has its result. A damaged record of seats
//! is told of the tournament.

mod unfinished;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use draughts::{RuleSet, Timestamp};
use live_game::{
    Game, GameClock, StoredMessage, TimedRecord, replay_records,
    table::{Inputs, Standstill, StandstillReason},
};
use proto::{
    convert::{InputContent, Record, game_commands},
    subject::{GameId, GameKey, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, Ledger, LedgerError, LogEntry, StreamDamage, Unreadable, error_chain};

use self::unfinished::{not_ended, unfinished};
use crate::{
    tournaments::Tournaments,
    unreadable,
    watchers::{Standstills, Watchers},
};

/// Interval at which the log is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Longest time that an input waits in a game that goes on. A service that is away is noticed in
/// less.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// Looks for standstills.
#[derive(Debug)]
pub(crate) struct StandstillFinder {
    log: EventLog,
    tournaments: Tournaments,
    watchers: Watchers,
    /// The sequence in INPUT of the last input of each game that is known to be judged.
    judged: BTreeMap<GameKey, u64>,
    /// The sequence in GAME of the last message of each game after which its clock could be read.
    clocked: BTreeMap<GameKey, u64>,
    /// Number of messages that INPUT lacked when the inputs of each game were last read whole.
    lacking_when_read: BTreeMap<GameKey, u64>,
    /// The moment since when each game in play has been found to have a result in its tournament.
    not_ended: BTreeMap<GameKey, Timestamp>,
}

impl StandstillFinder {
    pub(crate) fn new(log: EventLog, tournaments: Tournaments, watchers: Watchers) -> Self {
        let (judged, clocked, lacking_when_read) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let not_ended = BTreeMap::new();
        Self { log, tournaments, watchers, judged, clocked, lacking_when_read, not_ended }
    }

    /// Looks every few seconds, for ever, and tells the watchers what has changed.
    pub(crate) async fn run(mut self) {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            self.look().await;
        }
    }

    /// Looks once at every tournament that is watched.
    pub(crate) async fn look(&mut self) {
        let watched = self.watchers.watched();
        for known in [&mut self.judged, &mut self.clocked, &mut self.lacking_when_read] {
            known.retain(|game, _number| watched.contains(&game.tournament));
        }
        self.not_ended.retain(|game, _since| watched.contains(&game.tournament));
        for key in watched {
            match self.find(&key).await {
                Ok(found) => self.watchers.set_standstills(&key, found),
                // The calls of the desk fail in that case, and their errors say more.
                Err(error) => {
                    tracing::debug!(%key, error = error_chain(&error), "look for games that stand still");
                }
            }
        }
    }

    async fn find(&mut self, key: &TournamentKey) -> Result<Standstills, LedgerError> {
        let now = self.log.clock().now();
        let mut found = Standstills::new();
        let checked = self.tournaments.check(key).await;
        let is_readable = checked.is_ok();
        if let Err(error) = checked {
            let reason = unreadable::reason(&self.log, Stream::Tournament, error).await?;
            found.insert(None, Standstill { since: now, reason });
        } else if let Some(sequence) = self.tournaments.damaged_seats(key).await? {
            let reason = StandstillReason::Unreadable { stream: Stream::Input.name(), sequence };
            found.insert(None, Standstill { since: now, reason });
        }
        let last = self.log.last_of_each_in(Stream::Input, key).await?;
        self.find_inputs(&last, &mut found).await?;
        // While inputs of all games wait, the desk is told of that.
        if self.watchers.delay().is_some() {
            return Ok(found);
        }
        let begun: BTreeSet<GameId> = last.iter().filter_map(game_of).map(|it| it.game).collect();
        let mut waiting = BTreeMap::new();
        for input in last.into_iter().flatten() {
            if let Some(game) = input.game()
                && now.duration_since(input.recorded_at) > WAIT_MAX
                && self.judged.get(&game).is_none_or(|judged| *judged != input.sequence)
            {
                waiting.insert(game, input);
            }
        }
        let subjects = waiting.keys().map(|game| Subject::game(Stream::Game, game));
        let subjects: Vec<Subject> = subjects.collect();
        for judged in self.log.last_of_all(Stream::Game, subjects).await?.into_iter().flatten() {
            let Some(game) = judged.game() else { continue };
            if let Some(input) = waiting.get(&game)
                && has_effect(input, &judged)
            {
                self.judged.insert(game.clone(), input.sequence);
                waiting.remove(&game);
            }
        }
        for (game, input) in waiting {
            match self.reason(&game, &input).await? {
                Some(reason) => {
                    let standstill = Standstill { since: input.recorded_at, reason };
                    found.entry(Some(game.game)).or_insert(standstill);
                }
                None => {
                    self.judged.insert(game, input.sequence);
                }
            }
        }
        let begun = is_readable.then_some(&begun);
        if let Err(error) = self.find_in_games(key, begun, &mut found).await {
            tracing::debug!(%key, error = error_chain(&error), "look for games that stand still");
        }
        Ok(found)
    }

    /// Adds what the last messages of the games tell: games of the tournament that are unfinished,
    /// given those that have `begun` unless the tournament cannot be read, games that go on
    /// although they have a result, and clocks that do not follow.
    async fn find_in_games(
        &mut self,
        key: &TournamentKey,
        begun: Option<&BTreeSet<GameId>>,
        found: &mut Standstills,
    ) -> Result<(), LedgerError> {
        let games = self.log.last_of_each_in(Stream::Game, key).await?;
        let games: Vec<LogEntry> = games.into_iter().flatten().collect();
        if let Some(begun) = begun
            && let Ok(known) = self.tournaments.known(key).await
        {
            let over = games.iter().filter(|last| is_game(last) && !last.record.is_game_in_play());
            let over = over.filter_map(|last| Some((last.game()?.game, last.recorded_at)));
            let unfinished = unfinished(known.tournament.state(), begun, &over.collect());
            let in_play = games.iter().filter(|last| last.record.is_game_in_play());
            let in_play = in_play.filter_map(|last| Some(last.game()?.game));
            let not_ended = not_ended(known.tournament.state(), in_play);
            let now = self.log.clock().now();
            self.not_ended
                .retain(|game, _since| game.tournament != *key || not_ended.contains(&game.game));
            let not_ended = not_ended.into_iter().map(|game| {
                let since = *self.not_ended.entry(key.game(game)).or_insert(now);
                (game, Standstill { since, reason: StandstillReason::NotEnded })
            });
            for (game, standstill) in unfinished.into_iter().chain(not_ended) {
                if now.duration_since(standstill.since) > WAIT_MAX {
                    found.entry(Some(game)).or_insert(standstill);
                }
            }
        }
        self.find_clocks(games, found).await
    }

    /// Adds the games whose inputs cannot be read, so that nothing of them is stored. What is there
    /// of a game is read once, and again when INPUT is found to lack more than before.
    async fn find_inputs(
        &mut self,
        last: &[Result<LogEntry, Unreadable>],
        found: &mut Standstills,
    ) -> Result<(), LedgerError> {
        let now = self.log.clock().now();
        let lacking = match self.log.damage(Stream::Input).await? {
            Some(StreamDamage::Lacks { messages }) => messages,
            Some(StreamDamage::Missing | StreamDamage::Remade) | None => 0,
        };
        for last in last {
            let Some(game) = game_of(last) else { continue };
            if last.is_ok() && self.lacking_when_read.get(&game) == Some(&lacking) {
                continue;
            }
            let subject = Subject::game(Stream::Input, &game);
            match Ledger::<Inputs<InputContent>>::load(&self.log, subject).await {
                Ok(_inputs) => {
                    self.lacking_when_read.insert(game, lacking);
                }
                Err(error) => {
                    let reason = unreadable::reason(&self.log, Stream::Input, error).await?;
                    found.insert(Some(game.game), Standstill { since: now, reason });
                }
            }
        }
        Ok(())
    }

    /// Adds the games in play whose clocks cannot be read or have not followed, given the last
    /// message of each. A clock whose last message was caused by that one was read for that, so few
    /// are read here; damage that comes later is noticed after the next message of the game.
    async fn find_clocks(
        &mut self,
        last_of_each: Vec<LogEntry>,
        found: &mut Standstills,
    ) -> Result<(), LedgerError> {
        let now = self.log.clock().now();
        let mut waiting = BTreeMap::new();
        for last in last_of_each {
            if let Some(game) = last.game()
                && last.record.is_game_in_play()
                && now.duration_since(last.recorded_at) > WAIT_MAX
                && self.clocked.get(&game).is_none_or(|clocked| *clocked != last.sequence)
            {
                waiting.insert(game, last);
            }
        }
        let subjects = waiting.keys().map(|game| Subject::game(Stream::Clock, game));
        let subjects: Vec<Subject> = subjects.collect();
        for clock in self.log.last_of_all(Stream::Clock, subjects).await?.into_iter().flatten() {
            let Some(game) = clock.game() else { continue };
            if let Some(last) = waiting.get(&game)
                && clock.caused_by(Stream::Game) == Some(last.sequence)
            {
                self.clocked.insert(game.clone(), last.sequence);
                waiting.remove(&game);
            }
        }
        for (game, last) in waiting {
            let subject = Subject::game(Stream::Clock, &game);
            match Ledger::<GameClock>::load(&self.log, subject).await {
                Ok(clock) if self.is_behind(clock.state(), &last).await? => {
                    let (since, reason) = (last.recorded_at, StandstillReason::ClockBehind);
                    found.entry(Some(game.game)).or_insert(Standstill { since, reason });
                }
                Ok(_clock) => {
                    self.clocked.insert(game, last.sequence);
                }
                Err(error) => {
                    let reason = unreadable::reason(&self.log, Stream::Clock, error).await?;
                    let standstill = Standstill { since: last.recorded_at, reason };
                    found.entry(Some(game.game)).or_insert(standstill);
                }
            }
        }
        Ok(())
    }

    /// Returns true if something follows for a clock from the messages of its game, of which `last`
    /// is the last one, and does not wait for a flag.
    async fn is_behind(&self, clock: &GameClock, last: &LogEntry) -> Result<bool, LedgerError> {
        // The last message alone decides in most cases.
        let Some(record) = timed(last) else { return Ok(false) };
        if record.decide(clock).is_ok_and(|decided| decided.events.is_empty()) {
            return Ok(false);
        }
        let mut history: Vec<TimedRecord> = Vec::new();
        for entry in self.log.entries(&last.subject, 1).await?.into_iter().flatten() {
            let Some(record) = timed(&entry) else { continue };
            let record =
                history.last().map_or_else(|| record.clone(), |it| record.clone().after(it));
            history.push(record);
        }
        let is_timed = history.last().is_some_and(TimedRecord::is_timed);
        let decided = replay_records(&history, clock);
        Ok(is_timed && decided.is_ok_and(|it| !it.events.is_empty() && !it.is_waiting))
    }

    /// Returns why a game stands still; `None` if it has judged its last input.
    async fn reason(
        &self,
        game: &GameKey,
        input: &LogEntry,
    ) -> Result<Option<StandstillReason>, LedgerError> {
        let subject = Subject::game(Stream::Game, game);
        match Ledger::<Game>::load(&self.log, subject).await {
            Ok(ledger) => {
                let is_judged = is_judged(ledger.state(), &input.record);
                Ok((!is_judged).then_some(StandstillReason::Unjudged))
            }
            Err(error) => unreadable::reason(&self.log, Stream::Game, error).await.map(Some),
        }
    }
}

/// Returns the game of an entry, also of one that cannot be read.
fn game_of(entry: &Result<LogEntry, Unreadable>) -> Option<GameKey> {
    match entry {
        Ok(entry) => entry.game(),
        Err(unreadable) => unreadable.subject.parse().ok().and_then(|it: Subject| it.game_key()),
    }
}

/// Returns the parts of an entry of GAME that matter to a clock; `None` if it has none.
fn timed(entry: &LogEntry) -> Option<TimedRecord> {
    let Record::Game(record) = &entry.record else { return None };
    let state = record.state.read().ok()??;
    Some(TimedRecord::new(&state, &record.events))
}

fn is_game(last: &LogEntry) -> bool {
    matches!(&last.record, Record::Game(_))
}

/// Returns true if a game certainly has the effect of its last input, given its last record.
fn has_effect(input: &LogEntry, last: &LogEntry) -> bool {
    let (Some(content), Record::Game(record)) = (input.record.effective(), &last.record) else {
        return false;
    };
    let last = record.as_last(last.caused_by(Stream::Input), last.recorded_at);
    let (sequence, recorded_at) = (input.sequence, input.recorded_at);
    StoredMessage { sequence, recorded_at, content }.has_effect(Some(last))
}

/// Returns true if a game has the effect of an input.
fn is_judged(game: &Game, input: &Record) -> bool {
    let Record::Input(stored) = input else { return true };
    let variant = game.rules().unwrap_or(RuleSet::International).variant();
    let commands = game_commands(input, variant).ok();
    game.has_effect_of_input(&stored.id, commands.as_deref())
}

#[cfg(test)]
mod tests;
