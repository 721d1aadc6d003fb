//! Recomputes the results that a tournament records because of its games.

use std::collections::BTreeMap;

use draughts::Outcome;
use proto::{
    convert::Record,
    subject::{GameId, Stream, Subject, TournamentKey},
};
use runtime::LogEntry;
use tournament::{
    Author, Command, Event, GameCause, GameResult, Refusal, ResultDecision, ResultSource,
    RoundNumber, TableNumber, Tournament,
};

use super::{Finding, History, Problem};

/// A table of a round, at which one game is played.
type RoundTable = (RoundNumber, TableNumber);

/// The last change of the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    change: GameResult,
    message: GameCause,
    /// The last message of the game, if the game is not over by it.
    goes_on: Option<GameCause>,
}

impl Ending {
    /// Returns that of a game with these messages; `None` if its result was never set.
    pub(crate) fn of(games: &[LogEntry]) -> Option<Self> {
        let message = |entry: &LogEntry| GameCause {
            sequence: entry.sequence,
            recorded_at: entry.recorded_at,
        };
        let change = |entry: &LogEntry| {
            let Record::Game(record) = &entry.record else { return None };
            Some((record.result_change()?, message(entry)))
        };
        let (change, changed) = games.iter().rev().find_map(change)?;
        let last = games.last().filter(|last| last.record.is_game_in_play());
        Some(Self { change, message: changed, goes_on: last.map(message) })
    }
}

/// A result that is to be recorded or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueResult {
    /// The result, as a text.
    result: String,
    /// The events of the decision.
    pub(super) events: Vec<Event>,
    /// The message of GAME that leads to it.
    pub(super) because_of: GameCause,
}

/// The messages of one tournament, and the ends of its games.
#[derive(Clone, Debug, Default)]
pub(crate) struct TournamentLogs {
    /// The subject of its log.
    subject: Option<Subject>,
    /// TOURNAMENT.
    pub(crate) log: History,
    /// The last change of the result of each game that has one.
    endings: BTreeMap<GameId, Ending>,
    /// The game of each message of GAME, by sequence.
    games: BTreeMap<u64, GameId>,
}

impl TournamentLogs {
    /// Begins with a tournament of which no message is known.
    pub(crate) fn new(tournament: &TournamentKey) -> Self {
        Self { subject: Some(Subject::log(tournament)), ..Self::default() }
    }

    /// Adds one of its games, with the messages of GAME.
    pub(crate) fn add(&mut self, game: GameId, messages: &[LogEntry]) {
        self.endings.extend(Ending::of(messages).map(|ending| (game, ending)));
        self.games.extend(messages.iter().map(|entry| (entry.sequence, game)));
    }

    /// Returns true if the tournament is over.
    pub(crate) fn is_over(&self) -> bool {
        self.fold().0.is_over()
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
        let Some(last) = self.log.all().last() else {
            findings.extend(self.without_log());
            return findings;
        };
        for (game, due) in self.due() {
            let problem = match due {
                Ok(due) => Problem::NoResult { game: game.to_string(), result: due.result },
                Err(refusal) => {
                    let (game, refusal) = (game.to_string(), refusal.to_string());
                    Problem::ResultRefused { game, refusal }
                }
            };
            findings.push(Finding { sequence: None, ..Finding::at(last, problem) });
        }
        findings
    }

    /// Returns the results that are to be recorded, in the order of their games, each decided after
    /// those before.
    pub(super) fn due_results(&self) -> Vec<DueResult> {
        self.due().into_iter().filter_map(|(_game, due)| due.ok()).collect()
    }

    /// Returns the results that TOURNAMENT has recorded because of a game, in order: the sequence
    /// of GAME that each names, and the outcome, or `None` if the result was withdrawn.
    pub(crate) fn results_of(log: &History, game: GameId) -> Vec<(u64, Option<Outcome>)> {
        let mut results = Vec::new();
        for entry in log.all() {
            let Some(sequence) = entry.caused_by(Stream::Game) else { continue };
            let of_game = |event: &&Event| {
                result_table(event).is_some_and(|table| round_table(game) == Some(table))
            };
            let found = events(entry).iter().filter(of_game);
            results.extend(found.map(|event| (sequence, outcome(event))));
        }
        results
    }

    fn due(&self) -> Vec<(GameId, Result<DueResult, Refusal>)> {
        let (mut tournament, sources) = self.fold();
        let mut found = Vec::new();
        for (game, ending) in &self.endings {
            let Some(table) = round_table(*game) else { continue };
            let source = sources.get(&table).copied().unwrap_or_default();
            let due = due(&tournament, table, ending, source).transpose();
            if let Some(Ok(due)) = &due {
                due.events.iter().for_each(|event| tournament.apply(event));
            }
            found.extend(due.map(|due| (*game, due)));
        }
        found
    }

    /// Returns the finding that a tournament with games has no log.
    fn without_log(&self) -> Option<Finding> {
        let subject = self.subject.as_ref().filter(|_subject| !self.games.is_empty())?;
        Some(Finding {
            stream: Stream::Tournament,
            subject: Some(subject.to_string()),
            sequence: None,
            problem: Problem::NoTournament,
        })
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
            Ok(events) => {
                let result = change.to_string();
                return Ok(Some(DueResult { result, events, because_of }));
            }
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

/// Returns the result that an event sets; `None` if it withdraws one.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events set no result")]
fn outcome(event: &Event) -> Option<Outcome> {
    match event {
        Event::ResultRecorded { outcome, .. } | Event::ResultCorrected { outcome, .. } => {
            Some(*outcome)
        }
        _ => None,
    }
}

fn round_table(game: GameId) -> Option<RoundTable> {
    Some((RoundNumber::new(game.round()).ok()?, TableNumber::new(game.table()).ok()?))
}
