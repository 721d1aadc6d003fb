//! The last message of every subject of a stream: what a service that starts needs of it.
//!
//! No consumer is made for this: whoever may make one can have the server write to any subject.

use std::{collections::BTreeMap, time::Duration};

use proto::subject::{Stream, TournamentKey};

use crate::{
    broker::Query,
    event_log::{EventLog, ReadError, ReadFailure, Stored},
    log::latest::{Next, next, parts},
};

/// How often a copy that is behind is asked again, and after which pause.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

impl EventLog {
    /// The last message of every subject of a stream, in the order of their sequences, as of one
    /// moment: whoever follows the stream from after the last of them misses nothing.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_of_each(&self, stream: Stream) -> Result<Vec<Stored>, ReadError> {
        self.last_of_those(stream, |_subject| true).await
    }

    /// As [`EventLog::last_of_each`], but of the subjects of one tournament only.
    ///
    /// # Errors
    /// As [`EventLog::last_of_each`].
    pub async fn last_of_each_in(
        &self,
        stream: Stream,
        tournament: &TournamentKey,
    ) -> Result<Vec<Stored>, ReadError> {
        let prefix = format!("{}.{tournament}.", stream.root());
        let is_in = |subject: &str| subject.starts_with(&prefix);
        let mut last = self.last_of_those(stream, is_in).await?;
        // The witness may be of another tournament.
        last.retain(|stored| is_in(&stored.subject));
        Ok(last)
    }

    async fn last_of_those(
        &self,
        stream: Stream,
        is_wanted: impl Fn(&str) -> bool + Send,
    ) -> Result<Vec<Stored>, ReadError> {
        let state = self.broker().state(stream, true).await?;
        let newest = state.last_sequence;
        if newest == 0 {
            return Ok(Vec::new());
        }
        let behind = || ReadError::new(stream.name(), ReadFailure::Behind { sequence: newest });
        let witness = self.broker().at(stream, newest).await?.ok_or_else(behind)?.subject;

        // By sequence: the witness comes with every part.
        let mut found = BTreeMap::new();
        let subjects: Vec<String> =
            state.subjects.into_iter().filter(|subject| is_wanted(subject)).collect();
        for some in parts(&subjects, &witness) {
            let part = self.last_of(stream, &some, newest).await?.ok_or_else(behind)?;
            found.extend(part.into_iter().map(|stored| (stored.sequence, stored)));
        }
        Ok(found.into_values().collect())
    }

    /// The last message of each of `subjects` up to sequence `newest`, which is the last of one of
    /// them; `None` when no copy has come so far.
    async fn last_of(
        &self,
        stream: Stream,
        subjects: &[&str],
        newest: u64,
    ) -> Result<Option<Vec<Stored>>, ReadError> {
        for _try in 0..TRIES {
            let (mut found, mut from) = (Vec::new(), 1);
            loop {
                let query = Query::LastOf { subjects, up_to: newest, from };
                let batch = self.broker().batch(stream, query).await?;
                let brought: Vec<u64> =
                    batch.messages.iter().map(|message| message.sequence).collect();
                found.extend(batch.messages);
                match next(&brought, batch.pending, newest) {
                    Next::From(sequence) => from = sequence,
                    Next::Anew => break,
                    Next::Complete => return Ok(Some(found)),
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }
}
