//! The log as it was before a rebuild that was broken off.

use std::collections::BTreeMap;

use proto::subject::Stream;
use runtime::{
    ReadError, Stored, StreamFacts,
    broker::{Batch, Query},
};

use super::backup::ReplacedStream;
use crate::log_store::{LogStore, NatsStore};

/// The streams of a server, and copies that stand for some of them.
#[derive(Debug)]
pub(super) struct CopiedStore<'a> {
    pub(super) server: &'a NatsStore,
    pub(super) copies: BTreeMap<Stream, ReplacedStream>,
}

impl LogStore for CopiedStore<'_> {
    async fn facts(&self, stream: Stream) -> Result<Option<StreamFacts>, ReadError> {
        match self.copies.get(&stream) {
            Some(copy) => Ok(Some(copy.facts.clone())),
            None => {
                let facts = self.server.facts(stream).await?;
                // A stream without a copy was not deleted: a rebuild adds to its end at the most.
                Ok(facts.map(|facts| StreamFacts { unfinished: String::new(), ..facts }))
            }
        }
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        let Some(copy) = self.copies.get(&stream) else {
            return self.server.batch(stream, query).await;
        };
        Ok(match query {
            Query::From { filter, sequence, most } => {
                let all = copy.messages.range(sequence..).map(|(_sequence, message)| message);
                let mut asked = all.filter(|message| fits(filter, &message.subject));
                let messages = asked.by_ref().take(most as usize).cloned().collect();
                Batch { messages, pending: asked.count() as u64 }
            }
            Query::LastOf { subjects, up_to, from } => {
                let mut last = BTreeMap::new();
                for (sequence, message) in copy.messages.range(..=up_to) {
                    if subjects.iter().any(|filter| fits(filter, &message.subject)) {
                        last.insert(&message.subject, (*sequence, message));
                    }
                }
                let last: BTreeMap<u64, &Stored> = last.into_values().collect();
                let messages = last.range(from..).map(|(_sequence, message)| *message).cloned();
                Batch { messages: messages.collect(), pending: 0 }
            }
        })
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        match self.copies.get(&stream) {
            Some(copy) => Ok(copy.messages.get(&sequence).cloned()),
            None => self.server.at(stream, sequence).await,
        }
    }

    fn is_connected(&self) -> bool {
        self.server.is_connected()
    }
}

/// Returns true if a subject fits a filter: a subject, or a root and `>`.
fn fits(filter: &str, subject: &str) -> bool {
    match filter.strip_suffix('>') {
        Some(root) => subject.starts_with(root),
        None => subject == filter,
    }
}
