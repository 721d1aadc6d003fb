//! The check of one stream: sequences, versions and hashes of its messages.

use std::{collections::BTreeMap, ops::RangeInclusive};

use proto::subject::{Stream, Subject};
use runtime::{LogEntry, Stored, Unreadable, error_chain};

use super::{Finding, KnownMissing, Problem, history::Link};

/// A stream whose messages are checked in order.
///
/// Memory: a link and a sequence list for each subject, eight bytes a message.
#[derive(Debug)]
pub(crate) struct StreamAudit {
    stream: Stream,
    /// Sequence that the next message has.
    next: u64,
    missing: Vec<RangeInclusive<u64>>,
    links: BTreeMap<Subject, Link>,
    sequences: BTreeMap<Subject, Vec<u64>>,
    messages: u64,
    findings: Vec<Finding>,
}

/// The result of the check of a stream.
#[derive(Debug)]
pub(crate) struct CheckedStream {
    /// The sequences of the messages of each subject, those that cannot be read included.
    pub(crate) sequences: BTreeMap<Subject, Vec<u64>>,
    /// Number of messages.
    pub(crate) messages: u64,
    /// Sequences without a message.
    pub(crate) missing: Vec<RangeInclusive<u64>>,
    /// The faults, by sequence.
    pub(crate) findings: Vec<Finding>,
}

impl StreamAudit {
    /// Begins with the first message of a stream.
    pub(crate) fn new(stream: Stream) -> Self {
        Self {
            stream,
            next: 1,
            missing: Vec::new(),
            links: BTreeMap::new(),
            sequences: BTreeMap::new(),
            messages: 0,
            findings: Vec::new(),
        }
    }

    /// Takes the next message.
    pub(crate) fn take(&mut self, stored: Stored) {
        self.skip_to(stored.sequence);
        self.next = stored.sequence + 1;
        self.messages += 1;
        if let Ok(subject) = stored.subject.parse::<Subject>() {
            self.sequences.entry(subject).or_default().push(stored.sequence);
        }
        match LogEntry::read(stored) {
            Ok(entry) => self.follow(&entry),
            Err(unreadable) => self.findings.push(of_unreadable(self.stream, unreadable)),
        }
    }

    /// Ends after the last message; `last_sequence` is that of the stream as the server says,
    /// `known` the sequences at which it is known to have none, and `accepted` when and by whom
    /// that was accepted.
    pub(crate) fn end(
        mut self,
        last_sequence: u64,
        known: &KnownMissing,
        accepted: &str,
    ) -> CheckedStream {
        self.skip_to(last_sequence + 1);
        let (noted, new) = known.split(&self.missing);
        let mut findings = Vec::new();
        if !new.is_empty() {
            findings.push(self.finding(Problem::Missing(new)));
        }
        if !noted.is_empty() {
            let accepted = accepted.to_owned();
            findings.push(self.finding(Problem::KnownMissing { missing: noted, accepted }));
        }
        let Self { sequences, messages, missing, findings: of_messages, .. } = self;
        findings.extend(of_messages);
        CheckedStream { sequences, messages, missing, findings }
    }

    fn finding(&self, problem: Problem) -> Finding {
        Finding { stream: self.stream, subject: None, sequence: None, problem }
    }

    fn skip_to(&mut self, sequence: u64) {
        if sequence > self.next {
            self.missing.push(self.next..=sequence - 1);
        }
    }

    fn follow(&mut self, entry: &LogEntry) {
        let link = self.links.entry(entry.subject.clone()).or_default();
        if let Some(problem) = link.break_before(entry) {
            self.findings.push(Finding::at(entry, problem));
        }
        *link = Link::after(entry);
    }
}

fn of_unreadable(stream: Stream, unreadable: Unreadable) -> Finding {
    let is_newer = unreadable.is_newer();
    let Unreadable { subject, sequence, reason, .. } = unreadable;
    let reason = error_chain(&reason);
    let problem = if is_newer { Problem::Newer(reason) } else { Problem::Unreadable(reason) };
    Finding { stream, subject: Some(subject), sequence: Some(sequence), problem }
}
