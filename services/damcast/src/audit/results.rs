//! Recomputes the results that a tournament records because of its games.

use std::collections::BTreeMap;

use proto::{
    convert::Record,
    subject::{GameId, Stream},
};
use runtime::LogEntry;
use tournament::{
    Author, Command, Event, GameMessage, GameResult, Refusal, ResultDecision, ResultSource,
    RoundNumber, TableNumber, Tournament,
};

use super::{Finding, GameLogs, History, Problem};

/// A table of a round, at which one game is played.
type RoundTable = (RoundNumber, TableNumber);

/// The last change of the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    change: GameResult,
    message: GameMessage,
    /// The last message of the game, if the game is not over by it.
    goes_on: Option<GameMessage>,
}

impl Ending {
    /// Returns that of a game with these messages; `None` if its result was never set.
    pub(crate) fn of(games: &[LogEntry]) -> Option<Self> {
        let message = |entry: &LogEntry| GameMessage {
            sequence: entry.sequence,
            recorded_at: entry.recorded_at,
        };
        let change = |entry: &LogEntry| {
            let Record::Game(record) = &entry.record else { return None };
            Some((pairing::game_result(record)?, message(entry)))
        };
        let (change, changed) = games.iter().rev().find_map(change)?;
        let last = games.last().filter(|last| pairing::goes_on(&last.record));
        Some(Self { change, message: changed, goes_on: last.map(message) })
    }
}

/// A result that is to be recorded or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DueResult {
    /// The events of the decision.
    pub(crate) events: Vec<Event>,
    /// The message of GAME that leads to it.
    pub(crate) because_of: GameMessage,
}

/// The messages of one tournament, and the ends of its games.
#[derive(Clone, Debug, Default)]
pub(crate) struct TournamentLogs {
    /// TOURNAMENT.
    pub(crate) log: History,
    /// The last change of the result of each game that has one.
    endings: BTreeMap<GameId, Ending>,
    /// The game of each message of GAME, by sequence.
    games: BTreeMap<u64, GameId>,
}

impl TournamentLogs {
    /// Adds one of its games.
    pub(crate) fn add(&mut self, game: GameId, logs: &GameLogs) {
        self.endings.extend(Ending::of(logs.games.sound()).map(|ending| (game, ending)));
        self.games.extend(logs.games.all().iter().map(|entry| (entry.sequence, game)));
    }

    /// Returns every difference between what the log holds and what its games lead to.
    pub(crate) fn check(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for entry in self.log.all() {
            let Some(cause) = &entry.cause else { continue };
            let game = self.games.get(&cause.sequence);
            let game = game.filter(|_game| cause.stream == Stream::Game.name());
            let is_of =
                |table: RoundTable| game.is_some_and(|game| round_table(*game) == Some(table));
            if !events(entry).iter().filter_map(result_table).all(is_of) {
                let (stream, sequence) = (cause.stream.clone(), cause.sequence);
                findings.push(Finding::at(entry, Problem::NoCause { stream, sequence }));
            }
        }
        let (tournament, sources) = self.fold();
        let Some(last) = self.log.all().last() else { return findings };
        for (game, ending) in &self.endings {
            let Some(table) = round_table(*game) else { continue };
            let source = sources.get(&table).copied().unwrap_or_default();
            let problem = match due(&tournament, table, ending, source) {
                Ok(None) => continue,
                Ok(Some(_due)) => {
                    let (game, result) = (game.to_string(), ending.change.to_string());
                    Problem::NoResult { game, result }
                }
                Err(refusal) => {
                    let (game, refusal) = (game.to_string(), refusal.to_string());
                    Problem::ResultRefused { game, refusal }
                }
            };
            findings.push(Finding { sequence: None, ..Finding::at(last, problem) });
        }
        findings
    }

    /// Folds every entry, and returns the tournament and the source of each result.
    fn fold(&self) -> (Tournament, BTreeMap<RoundTable, ResultSource>) {
        let (mut tournament, mut sources) = (Tournament::default(), BTreeMap::new());
        for entry in self.log.all() {
            for event in events(entry) {
                tournament.apply(event);
                if let Some(table) = result_table(event) {
                    let source: &mut ResultSource = sources.entry(table).or_default();
                    source.add(entry.caused_by(Stream::Game), entry.recorded_at);
                }
            }
        }
        (tournament, sources)
    }
}

/// Returns the result that is due at a table; `None` if it is recorded or another one counts.
///
/// # Errors
/// [`Refusal`] if the tournament does not take it.
fn due(
    tournament: &Tournament,
    table: RoundTable,
    ending: &Ending,
    source: ResultSource,
) -> Result<Option<DueResult>, Refusal> {
    let Ending { change, message, goes_on } = *ending;
    let mut known = None;
    loop {
        let (command, because_of) = match change.decide(table, message, goes_on, known) {
            ResultDecision::ReadSource => {
                known = Some(source);
                continue;
            }
            ResultDecision::Keep(_kept) => return Ok(None),
            ResultDecision::Execute { command, because_of } => (command, because_of),
        };
        let is_withdrawal = matches!(command, Command::WithdrawResult { .. });
        match tournament.decide(&command, &Author::SYSTEM, because_of.recorded_at) {
            Ok(events) if events.is_empty() => return Ok(None),
            Ok(events) => return Ok(Some(DueResult { events, because_of })),
            Err(Refusal::AlreadyRecorded { .. }) if known.is_none() => known = Some(source),
            // There is nothing to withdraw.
            Err(_refusal) if is_withdrawal => return Ok(None),
            Err(refusal) => return Err(refusal),
        }
    }
}

fn events(entry: &LogEntry) -> &[Event] {
    if let Record::Tournament(events) = &entry.record { events } else { &[] }
}

/// Returns the table whose result an event sets, replaces or withdraws.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events leave every result as it is")]
fn result_table(event: &Event) -> Option<RoundTable> {
    match event {
        Event::ResultRecorded { round, table, .. }
        | Event::ResultCorrected { round, table, .. }
        | Event::ResultWithdrawn { round, table } => Some((*round, *table)),
        _ => None,
    }
}

fn round_table(game: GameId) -> Option<RoundTable> {
    Some((RoundNumber::new(game.round()).ok()?, TableNumber::new(game.table()).ok()?))
}
