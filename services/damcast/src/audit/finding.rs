//! Findings: the faults of a log, their places, and what to do about them.

use std::ops::RangeInclusive;

use proto::subject::Stream;
use runtime::LogEntry;
use thiserror::Error;

use crate::lines::printable;

/// A fault of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The stream.
    pub(crate) stream: Stream,
    /// The subject; `None` if the whole stream is concerned.
    pub(crate) subject: Option<String>,
    /// The sequence of the message; `None` if no single one is concerned.
    pub(crate) sequence: Option<u64>,
    /// The fault.
    pub(crate) problem: Problem,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Problem {
    /// The stream is not there.
    #[error("nats-server has no such stream")]
    NoStream,
    /// The stream is not as Damcast makes it.
    #[error("its settings differ: {0}")]
    Settings(String),
    /// The stream is part of a rebuild that has not finished.
    #[error("damcast rebuild has not finished; its copies are in {0}")]
    Unfinished(String),
    /// Sequences without a message.
    #[error("nats-server has no message at sequence {}", ranges(.0))]
    Missing(Vec<RangeInclusive<u64>>),
    /// The same, which the stream notes: it was made anew without them, or somebody accepted their
    /// loss.
    #[error("it is known to have no message at sequence {}{}", ranges(.missing), by_whom(.accepted))]
    KnownMissing {
        /// The sequences.
        missing: Vec<RangeInclusive<u64>>,
        /// The accepted ones, with the moment and the person; empty if none was accepted.
        accepted: String,
    },
    /// A message that no program can read.
    #[error("the message cannot be read: {0}")]
    Unreadable(String),
    /// A message that only a newer program can read.
    #[error("{0}")]
    Newer(String),
    /// Versions between are missing or repeated.
    #[error("it has version {found} where {expected} is due")]
    Version {
        /// The version that follows on the one before.
        expected: u64,
        /// The version of the message.
        found: u64,
    },
    /// The message before it is not the one that it was written after.
    #[error("it was written after other bytes than those before it")]
    Chain,
    /// The log lacks the message that caused a decision.
    #[error("its cause, {stream} {sequence}, is not in the log")]
    NoCause {
        /// The stream of the cause.
        stream: String,
        /// The sequence of the cause.
        sequence: u64,
    },
    /// A decision on an input that INPUT lost, and that was handed in again: it is kept.
    #[error("INPUT lost its input {input}, and has it again at sequence {sequence}")]
    HandedInAgain {
        /// The input.
        input: String,
        /// The sequence that it has now.
        sequence: u64,
    },
    /// A decision whose cause leads to another.
    #[error("its cause leads to other events")]
    OtherEvents,
    /// A decision whose cause leads to other reasons, as by another release, with the same effect.
    #[error("its cause leads to the same with other reasons")]
    OtherReasons,
    /// A state to which the events do not lead.
    #[error("its state is not the one that the events lead to")]
    OtherState,
    /// An input or a fallen flag without effect in its game.
    #[error("GAME does not have its effect")]
    Unjudged,
    /// An input that is stored a second time.
    #[error("the input {0} is stored twice")]
    Twice(String),
    /// A clock that lacks events of its game.
    #[error("the clock lacks {0} of what GAME leads to")]
    ClockBehind(usize),
    /// A game whose records do not lead to a clock.
    #[error("the clock cannot be computed: {0}")]
    ClockGap(String),
    /// A tournament whose games are there.
    #[error("TOURNAMENT has nothing of this tournament, whose games are there")]
    NoTournament,
    /// The result of a game that TOURNAMENT lacks.
    #[error("the result of {game} is not recorded: {result}")]
    NoResult {
        /// The game, as in "r1-t3".
        game: String,
        /// The result.
        result: String,
    },
    /// The result of a game that its tournament does not take.
    #[error("the tournament does not take the result of {game}: {refusal}")]
    ResultRefused {
        /// The game, as in "r1-t3".
        game: String,
        /// The reason.
        refusal: String,
    },
}

/// The way to mend a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Make the missing and damaged parts anew.
    Rebuild,
    /// Go on with what was broken off.
    GoOn,
    /// Make one game anew, against what the log says.
    RebuildGame,
    /// Have devices and the desk hand in again what they have.
    HandInAgain,
    /// Keep what can be read of INPUT, and have the rest handed in again.
    KeepReadable,
    /// Repeat decisions of people.
    DecideAgain,
    /// Use the newer program.
    NewerProgram,
    /// Change the settings back.
    Settings,
    /// Record the result by hand, if it is to count.
    RecordByHand,
    /// Nothing: it is only told.
    Nothing,
}

impl Finding {
    /// Returns the finding that a message has a fault.
    pub(crate) fn at(entry: &LogEntry, problem: Problem) -> Self {
        Self {
            stream: entry.subject.stream,
            subject: Some(entry.subject.to_string()),
            sequence: Some(entry.sequence),
            problem,
        }
    }

    /// Returns its place and what is wrong there, in one line.
    pub(crate) fn line(&self) -> String {
        let place = self.subject.as_deref().unwrap_or(self.stream.name());
        let sequence = self.sequence.map(|it| format!(" at {it}")).unwrap_or_default();
        format!("{place}{sequence}: {}", printable(&self.problem.to_string()))
    }

    /// Returns true if no service reads its subject past it.
    pub(crate) fn is_break(&self) -> bool {
        matches!(self.problem, Problem::Unreadable(_) | Problem::Version { .. } | Problem::Chain)
    }

    /// Returns true if the log is not as it has to be.
    pub(crate) fn is_fault(&self) -> bool {
        self.remedy() != Remedy::Nothing
    }

    /// Returns what to do about it.
    pub(crate) fn remedy(&self) -> Remedy {
        let is_input = self.stream == Stream::Input;
        match &self.problem {
            Problem::Settings(_) => Remedy::Settings,
            Problem::Unfinished(_) => Remedy::GoOn,
            Problem::Newer(_) => Remedy::NewerProgram,
            Problem::KnownMissing { .. }
            | Problem::OtherReasons
            | Problem::HandedInAgain { .. } => Remedy::Nothing,
            Problem::ResultRefused { .. } => Remedy::RecordByHand,
            Problem::OtherEvents | Problem::OtherState => Remedy::RebuildGame,
            Problem::NoCause { stream, .. } if stream == Stream::Input.name() => {
                Remedy::HandInAgain
            }
            Problem::NoStream | Problem::Missing(_) if is_input => Remedy::HandInAgain,
            Problem::Unreadable(_) | Problem::Version { .. } | Problem::Chain if is_input => {
                Remedy::KeepReadable
            }
            Problem::Twice(_) => Remedy::HandInAgain,
            Problem::NoTournament => Remedy::DecideAgain,
            Problem::NoStream | Problem::Missing(_) | Problem::Version { .. } | Problem::Chain
                if self.stream == Stream::Tournament =>
            {
                Remedy::DecideAgain
            }
            Problem::NoStream
            | Problem::Missing(_)
            | Problem::Unreadable(_)
            | Problem::Version { .. }
            | Problem::Chain
            | Problem::NoCause { .. }
            | Problem::Unjudged
            | Problem::ClockBehind(_)
            | Problem::ClockGap(_)
            | Problem::NoResult { .. } => Remedy::Rebuild,
        }
    }

    /// Returns the name of its kind, for programs.
    pub(crate) fn kind(&self) -> &'static str {
        match self.problem {
            Problem::NoStream => "no-stream",
            Problem::Settings(_) => "settings",
            Problem::Unfinished(_) => "unfinished",
            Problem::Missing(_) => "missing",
            Problem::KnownMissing { .. } => "known-missing",
            Problem::Unreadable(_) => "unreadable",
            Problem::Newer(_) => "newer",
            Problem::Version { .. } => "version",
            Problem::Chain => "chain",
            Problem::NoCause { .. } => "no-cause",
            Problem::HandedInAgain { .. } => "handed-in-again",
            Problem::OtherEvents => "other-events",
            Problem::OtherReasons => "other-reasons",
            Problem::OtherState => "other-state",
            Problem::Unjudged => "unjudged",
            Problem::Twice(_) => "twice",
            Problem::ClockBehind(_) => "clock-behind",
            Problem::ClockGap(_) => "clock-gap",
            Problem::NoTournament => "no-tournament",
            Problem::NoResult { .. } => "no-result",
            Problem::ResultRefused { .. } => "result-refused",
        }
    }
}

impl Remedy {
    /// Returns what to do, in a sentence.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Rebuild => "damcast rebuild makes it anew",
            Self::GoOn => "damcast rebuild --yes goes on with it; before, no service starts",
            Self::RebuildGame => {
                "another release may have decided otherwise; damcast rebuild --game decides anew"
            }
            Self::HandInAgain => {
                "INPUT cannot be made anew: devices hand in again what they still have, and the desk \
                 enters the rest; damcast accept-loss then notes what stays lost"
            }
            Self::KeepReadable => {
                "damcast rebuild keeps what can be read; devices hand in again what they still have of \
                 the rest, and the desk enters the others"
            }
            Self::DecideAgain => {
                "damcast rebuild keeps what is left and records the results of games; decisions of \
                 people are made again at the desk"
            }
            Self::NewerProgram => "use the release that wrote it",
            Self::Settings => "change them back, or use a store of its own",
            Self::RecordByHand => "record it by hand if it is to count",
            Self::Nothing => "nothing",
        }
    }
}

/// Writes when and by whom a loss was accepted, after the loss.
fn by_whom(by: &str) -> String {
    if by.is_empty() { String::new() } else { format!("; accepted {by}") }
}

/// Writes sequences, as in "3,7-9".
pub(crate) fn ranges(ranges: &[RangeInclusive<u64>]) -> String {
    let written = ranges.iter().map(|range| match (range.start(), range.end()) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    });
    written.collect::<Vec<_>>().join(",")
}
