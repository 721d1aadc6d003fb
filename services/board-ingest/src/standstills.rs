//! Finds the games and tournaments that stand still while others go on, in tournaments that are
//! watched.
//!
//! rules-validation sets a game aside that it cannot judge: it acknowledges the inputs, and tells
//! the operator by an error in its log and a metric, but not the desk. Here a game stands still if
//! its last input has been stored for a while and is not judged, although inputs do not wait in
//! general; if what INPUT has of it cannot be read, so that nothing of it is stored; or if its
//! clock should have followed its last message for as long, and what is stored of the clock cannot
//! be read, so that no flag falls. A damaged record of seats is told of the tournament.

use std::{collections::BTreeMap, time::Duration};

use draughts::RuleSet;
use live_game::{
    Game, GameClock, StoredMessage,
    table::{Inputs, Standstill, StandstillReason},
};
use proto::{
    convert::{InputContent, Record, game_commands},
    subject::{GameKey, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, Ledger, LedgerError, LogEntry, StreamDamage, Unreadable, error_chain};

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
    /// Number of messages that INPUT lacked when the inputs of each game could be read.
    stored: BTreeMap<GameKey, u64>,
}

impl StandstillFinder {
    pub(crate) fn new(log: EventLog, tournaments: Tournaments, watchers: Watchers) -> Self {
        let (judged, clocked, stored) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { log, tournaments, watchers, judged, clocked, stored }
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
        for known in [&mut self.judged, &mut self.clocked, &mut self.stored] {
            known.retain(|game, _sequence| watched.contains(&game.tournament));
        }
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
        if let Err(error) = self.tournaments.check(key).await {
            let reason = unreadable::reason(Stream::Tournament, error)?;
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
        if let Err(error) = self.find_clocks(key, &mut found).await {
            tracing::debug!(%key, error = error_chain(&error), "look for clocks that stand still");
        }
        Ok(found)
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
            let game = match last {
                Ok(entry) => entry.game(),
                Err(unreadable) => {
                    unreadable.subject.parse().ok().and_then(|it: Subject| it.game_key())
                }
            };
            let Some(game) = game else { continue };
            if last.is_ok() && self.stored.get(&game) == Some(&lacking) {
                continue;
            }
            let subject = Subject::game(Stream::Input, &game);
            match Ledger::<Inputs<InputContent>>::load(&self.log, subject).await {
                Ok(_inputs) => {
                    self.stored.insert(game, lacking);
                }
                Err(error) => {
                    let reason = unreadable::reason(Stream::Input, error)?;
                    found.insert(Some(game.game), Standstill { since: now, reason });
                }
            }
        }
        Ok(())
    }

    /// Adds the games in play whose clocks cannot be read to those that stand still. A clock that
    /// has followed the last message of its game was read for that, so few are read here; damage
    /// that comes later is noticed after the next message of the game.
    async fn find_clocks(
        &mut self,
        key: &TournamentKey,
        found: &mut Standstills,
    ) -> Result<(), LedgerError> {
        let now = self.log.clock().now();
        let mut waiting = BTreeMap::new();
        for last in self.log.last_of_each_in(Stream::Game, key).await?.into_iter().flatten() {
            if let Some(game) = last.game()
                && is_in_play(&last)
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
                Ok(_clock) => {
                    self.clocked.insert(game, last.sequence);
                }
                Err(error) => {
                    let reason = unreadable::reason(Stream::Clock, error)?;
                    let standstill = Standstill { since: last.recorded_at, reason };
                    found.entry(Some(game.game)).or_insert(standstill);
                }
            }
        }
        Ok(())
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
            Err(error) => unreadable::reason(Stream::Game, error).map(Some),
        }
    }
}

/// Returns true if a game is in play after a message.
fn is_in_play(last: &LogEntry) -> bool {
    matches!(&last.record, Record::Game(record) if !record.state.is_over())
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
    match game_commands(input, variant) {
        Ok(commands) => commands.iter().all(|command| game.has_effect_of(command)),
        // The game refuses it.
        Err(_unreadable) => game.has_judged(&stored.id),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use draughts::{Position, Variant};
    use live_game::{
        GameEvent,
        table::{Seat, SeatEvent, Seats},
    };
    use proto::{
        convert::StoredInput,
        subject::GameId,
        v1::{self, InputRecord, input_record::Action},
    };
    use runtime::{MemoryBroker, WallClock};
    use tournament::{Event, Schedule, Settings, Tournament, regulation::Format};

    use super::*;
    use crate::watchers::Notification;

    fn key() -> TournamentKey {
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() }
    }

    fn game(table: u32) -> GameKey {
        key().game(GameId::new(1, table).unwrap())
    }

    /// Stores the start of a game in INPUT.
    async fn start(broker: &MemoryBroker, table: u32) -> LogEntry {
        let start = v1::StartGame {
            rules: v1::RuleSet::International.into(),
            fen: Position::start(Variant::International).fen(),
            control: Some("5400".parse::<game_clock::TimeControl>().unwrap().into()),
            ..v1::StartGame::default()
        };
        let record = InputRecord {
            device: "round".to_owned(),
            sequence: 1,
            action: Some(Action::Start(start)),
            ..InputRecord::default()
        };
        let input = [StoredInput::try_from(record).unwrap()];
        let subject = Subject::game(Stream::Input, &game(table));
        broker.append::<Inputs<InputContent>>(&subject, &input, None).await.unwrap()
    }

    async fn damage(broker: &MemoryBroker, subject: &Subject, after: u64) {
        let log = broker.log();
        log.append(subject, "x", after, "no envelope".into(), Duration::ZERO).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_that_is_not_judged_stands_still_until_it_is_and_so_does_one_that_cannot_be_read()
     {
        let broker = MemoryBroker::default();
        let settings = Settings::plain(
            "Demo",
            RuleSet::International,
            "80m".parse().unwrap(),
            Format::Table(Schedule::Berger),
        );
        let created = [Event::Created { settings: Box::new(settings) }];
        let log = Subject::log(&key());
        let created = broker.append::<Tournament>(&log, &created, None).await.unwrap();
        let cause = start(&broker, 1).await.as_cause();
        start(&broker, 2).await;
        damage(&broker, &Subject::game(Stream::Game, &game(2)), 0).await;
        let clock = WallClock::simulated(WallClock::system().now());
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let watchers = Watchers::default();
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let mut finder = StandstillFinder::new(log, tournaments, watchers.clone());
        let mut told = watchers.watch(&key());

        finder.look().await;
        assert!(told.try_recv().is_err(), "they may still be judged");
        tokio::time::advance(2 * WAIT_MAX).await;
        finder.look().await;
        let unreadable = |stream, sequence| StandstillReason::Unreadable { stream, sequence };
        let now = watchers.standstills(&key());
        let now: Vec<_> = now.into_iter().map(|(of, it)| (of, it.reason)).collect();
        let (first, second) = (Some(game(1).game), Some(game(2).game));
        assert_eq!(now, [(first, StandstillReason::Unjudged), (second, unreadable("GAME", 1))]);

        let started = GameEvent::Started {
            rules: RuleSet::International,
            start: Position::start(Variant::International),
            at: draughts::Timestamp::from_millis(1),
        };
        let subject = Subject::game(Stream::Game, &game(1));
        broker.append::<Game>(&subject, &[started], Some(cause)).await.unwrap();
        damage(&broker, &created.subject, created.sequence).await;
        finder.look().await;
        let mut changes = Vec::new();
        while let Ok(Notification::Standstill(of, standstill)) = told.try_recv() {
            changes.push((of, standstill.map(|it| it.reason)));
        }
        let expected = [
            (first, Some(StandstillReason::Unjudged)),
            (second, Some(unreadable("GAME", 1))),
            (None, Some(unreadable("TOURNAMENT", 2))),
            (first, None),
        ];
        assert_eq!(changes, expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_stands_still_whose_clock_cannot_be_read_and_no_other() {
        let broker = MemoryBroker::default();
        let mut started_games = Vec::new();
        for table in [1, 2] {
            let cause = start(&broker, table).await.as_cause();
            let started = GameEvent::Started {
                rules: RuleSet::International,
                start: Position::start(Variant::International),
                at: draughts::Timestamp::from_millis(1),
            };
            let subject = Subject::game(Stream::Game, &game(table));
            let entry = broker.append::<Game>(&subject, &[started], Some(cause)).await.unwrap();
            started_games.push(entry.as_cause());
        }
        let timed = [live_game::ClockEvent::TimesKept];
        let subject = Subject::game(Stream::Clock, &game(1));
        broker.append::<GameClock>(&subject, &timed, started_games.first().cloned()).await.unwrap();
        damage(&broker, &Subject::game(Stream::Clock, &game(2)), 0).await;
        let clock = WallClock::simulated(WallClock::system().now());
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let watchers = Watchers::default();
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let mut finder = StandstillFinder::new(log, tournaments, watchers);

        let mut found = Standstills::new();
        finder.find_clocks(&key(), &mut found).await.unwrap();
        assert_eq!(found, Standstills::new(), "they may still follow");
        tokio::time::advance(2 * WAIT_MAX).await;
        finder.find_clocks(&key(), &mut found).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
        let unreadable = StandstillReason::Unreadable { stream: "CLOCK", sequence: 2 };
        assert_eq!(found, [(Some(game(2).game), unreadable)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_whose_inputs_and_a_tournament_whose_seats_cannot_be_read_are_told_at_once() {
        let broker = MemoryBroker::default();
        let tables = Subject::tables(&key());
        let device = |number| live_game::DeviceId::new(format!("tablet-{number}")).unwrap();
        let assigned = [1, 2, 3].map(|number| {
            let seat = Seat::Desk;
            SeatEvent::Assigned { device: device(number), seat }
        });
        for event in assigned {
            broker.append::<Seats>(&tables, &[event], None).await.unwrap();
        }
        for table in 1..=3 {
            start(&broker, table).await;
        }
        // The first of three seats is lost, and what came after the start of the second game cannot
        // be read.
        broker.remove(Stream::Input, 1);
        damage(&broker, &Subject::game(Stream::Input, &game(2)), 5).await;
        let clock = WallClock::simulated(WallClock::system().now());
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let watchers = Watchers::default();
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let mut finder = StandstillFinder::new(log, tournaments, watchers);

        for _again in 0..2 {
            let found = finder.find(&key()).await.unwrap();
            let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
            let unreadable = |sequence| StandstillReason::Unreadable { stream: "INPUT", sequence };
            assert_eq!(found, [(None, unreadable(2)), (Some(game(2).game), unreadable(7))]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_ruling_on_the_clock_is_judged_although_a_flag_was_the_last_to_change_its_game() {
        let broker = MemoryBroker::default();
        start(&broker, 1).await;
        let pause = v1::clock_order::Order::Pause(v1::Nothing {});
        let record = InputRecord {
            device: "desk".to_owned(),
            sequence: 1,
            action: Some(Action::Clock(v1::ClockOrder {
                order: Some(pause),
                ..Default::default()
            })),
            ..InputRecord::default()
        };
        let stored = [StoredInput::try_from(record).unwrap()];
        let subject = Subject::game(Stream::Input, &game(1));
        let input = broker.append::<Inputs<InputContent>>(&subject, &stored, None).await.unwrap();
        let at = draughts::Timestamp::from_millis(1);
        let started = GameEvent::Started {
            rules: RuleSet::International,
            start: Position::start(Variant::International),
            at,
        };
        let ruling = live_game::ClockRuling {
            number: 1,
            input: Some(stored[0].id.clone()),
            command: game_clock::Command::Pause { reason: None, at },
        };
        let outcome = draughts::Outcome::win(draughts::Color::Black, draughts::Reason::FlagFall);
        let lost = GameEvent::Finished { outcome, input: None, at, by_hand: None };
        let subject = Subject::game(Stream::Game, &game(1));
        for (events, cause) in [
            (vec![started, GameEvent::ClockRuled(ruling)], Some(input.as_cause())),
            (vec![lost], None),
        ] {
            broker.append::<Game>(&subject, &events, cause).await.unwrap();
        }
        let clock = WallClock::simulated(WallClock::system().now());
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let watchers = Watchers::default();
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let finder = StandstillFinder::new(log, tournaments, watchers);
        assert_eq!(finder.reason(&game(1), &input).await.unwrap(), None);
    }
}
