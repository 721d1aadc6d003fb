//! Recomputes one game: its record from its inputs and flags, and its clock from its record.

use std::{collections::BTreeSet, time::Duration};

use draughts::{RuleSet, Timestamp};
use live_game::{Game, GameCommand, GameEvent, HOLD_MS, InputId};
use proto::{
    convert::{Aggregate as _, Record, game_commands, unreadable_input},
    subject::Stream,
};
use runtime::LogEntry;

use super::{Finding, History, Problem, clock};

/// The messages of one game in every stream.
///
/// GAME is decided by INPUT, by the flags in CLOCK, and by time: inputs that waited too long are
/// refused. It follows its own order of causes, which is that in which its writer read them.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameLogs {
    /// INPUT.
    pub(crate) inputs: History,
    /// GAME.
    pub(crate) games: History,
    /// CLOCK.
    pub(crate) clocks: History,
}

impl GameLogs {
    /// Returns every difference between what the log holds and what it leads to.
    pub(crate) fn check(&self) -> Vec<Finding> {
        let mut findings = self.check_inputs();
        let game = self.check_record(&mut findings);
        let sources = self.inputs.all().iter().chain(self.clocks.sound());
        let unjudged = sources.filter(|source| is_unjudged(&game, source));
        findings.extend(unjudged.map(|source| Finding::at(source, Problem::Unjudged)));
        clock::check(self.games.sound(), self.clocks.sound(), &mut findings);
        findings
    }

    fn check_inputs(&self) -> Vec<Finding> {
        let (mut seen, mut findings) = (BTreeSet::new(), Vec::new());
        for entry in self.inputs.all() {
            if let Record::Input(input) = &entry.record
                && !seen.insert(input.id.clone())
            {
                findings.push(Finding::at(entry, Problem::Twice(input.id.to_string())));
            }
        }
        findings
    }

    /// Folds GAME as far as it is sound, and returns the game.
    fn check_record(&self, findings: &mut Vec<Finding>) -> Game {
        let mut game = Game::default();
        for entry in self.games.sound() {
            let Record::Game(record) = &entry.record else { continue };
            if let Some(problem) = self.check_decision(&game, entry, &record.events) {
                findings.push(Finding::at(entry, problem));
            }
            record.events.iter().for_each(|event| game.apply(event));
            if Record::try_from(game.to_record(&record.events)).as_ref() != Ok(&entry.record) {
                findings.push(Finding::at(entry, Problem::OtherState));
            }
        }
        game
    }

    /// Returns the reason why a decision is not the one to which its cause leads; `None` if it is.
    pub(super) fn check_decision(
        &self,
        game: &Game,
        entry: &LogEntry,
        events: &[GameEvent],
    ) -> Option<Problem> {
        let Some(cause) = &entry.cause else {
            let is_due = time_checks(game, entry.recorded_at)
                .any(|command| leads_to(game, &command, events));
            return (!is_due).then_some(Problem::OtherEvents);
        };
        let history = match cause.stream.as_str() {
            name if name == Stream::Input.name() => self.inputs.all(),
            name if name == Stream::Clock.name() => self.clocks.all(),
            _ => &[],
        };
        let source = history.iter().find(|source| source.sequence == cause.sequence);
        match source.filter(|source| may_have_led_to(source, events)) {
            None => {
                // INPUT may have lost it, and have given its sequence to another input.
                let again = history.iter().find(|source| {
                    source.recorded_at > entry.recorded_at && is_named(source, events)
                });
                let (stream, sequence) = (cause.stream.clone(), cause.sequence);
                Some(match again.and_then(|again| Some((input(again)?, again.sequence))) {
                    Some((input, sequence)) => {
                        Problem::HandedInAgain { input: input.to_string(), sequence }
                    }
                    None => Problem::NoCause { stream, sequence },
                })
            }
            Some(source) => {
                let commands = commands(game, source);
                if commands.iter().any(|it| leads_to(game, it, events)) {
                    return None;
                }
                // INPUT may have it again at the same sequence, with another moment.
                let is_again = source.recorded_at > entry.recorded_at && is_named(source, events);
                if let Some(input) = input(source).filter(|_input| is_again) {
                    let (input, sequence) = (input.to_string(), source.sequence);
                    return Some(Problem::HandedInAgain { input, sequence });
                }
                let is_alike = commands.iter().any(|it| has_effect_of(game, it, events));
                Some(if is_alike { Problem::OtherReasons } else { Problem::OtherEvents })
            }
        }
    }
}

/// Returns the id of the input in an entry of INPUT.
fn input(source: &LogEntry) -> Option<&InputId> {
    if let Record::Input(input) = &source.record { Some(&input.id) } else { None }
}

/// Returns true if events of a game name the input in an entry of INPUT.
fn is_named(source: &LogEntry, events: &[GameEvent]) -> bool {
    let input = input(source);
    input.is_some() && events.iter().flat_map(GameEvent::judged).any(|named| Some(named) == input)
}

/// Returns false if events of a game name inputs, and not the one in an entry of INPUT.
fn may_have_led_to(source: &LogEntry, events: &[GameEvent]) -> bool {
    let names_none = events.iter().flat_map(GameEvent::judged).next().is_none();
    names_none || input(source).is_none() || is_named(source, events)
}

/// Returns the commands that an entry of INPUT or CLOCK holds for its game.
pub(super) fn commands(game: &Game, source: &LogEntry) -> Vec<GameCommand> {
    let rules = game.rules().unwrap_or(RuleSet::International);
    let commands = game_commands(&source.record, rules.variant());
    commands.unwrap_or_else(|_error| unreadable_input(&source.record).into_iter().collect())
}

/// Returns true if an entry of INPUT or CLOCK still changes its game.
pub(super) fn is_unjudged(game: &Game, source: &LogEntry) -> bool {
    let changes =
        |command: &GameCommand| game.decide(command).is_ok_and(|events| !events.is_empty());
    commands(game, source).iter().any(changes)
}

/// Returns the checks of the time that a decision may have been made at, which was stored at
/// `recorded_at`, a little later.
fn time_checks(game: &Game, recorded_at: Timestamp) -> impl Iterator<Item = GameCommand> {
    let hold = Duration::from_millis(HOLD_MS.unsigned_abs());
    let mut due: Vec<Timestamp> =
        game.held().iter().map(|held| held.at.saturating_add(hold)).collect();
    due.retain(|due| *due <= recorded_at);
    std::iter::once(recorded_at).chain(due).map(|at| GameCommand::TimeCheck { at })
}

/// Returns true if a command leads to these events.
fn leads_to(game: &Game, command: &GameCommand, events: &[GameEvent]) -> bool {
    // A decision that the broker did not take because of its size.
    let refused = Game::decide_too_large(command).is_some_and(|refused| refused == events);
    refused || game.decide(command).is_ok_and(|decided| same(game, &decided, events))
}

/// Returns true if a command leads to the same record of the game, and answers the same inputs.
fn has_effect_of(game: &Game, command: &GameCommand, events: &[GameEvent]) -> bool {
    let Ok(decided) = game.decide(command) else { return false };
    let after = |events: &[GameEvent]| {
        let mut after = game.clone();
        events.iter().for_each(|event| after.apply(event));
        after.to_record(&[])
    };
    let answered = |events: &[GameEvent]| -> BTreeSet<String> {
        events.iter().flat_map(GameEvent::inputs).map(ToString::to_string).collect()
    };
    after(&decided) == after(events) && answered(&decided) == answered(events)
}

/// Returns true if events are the same when they are stored.
fn same(game: &Game, decided: &[GameEvent], events: &[GameEvent]) -> bool {
    decided == events || game.to_record(decided) == game.to_record(events)
}
