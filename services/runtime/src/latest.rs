//! Reads the last message of every subject of a stream, for services that start.
//!
//! No consumer is made for this, because a right to make one lets a client have the server write to
//! any subject.

use std::mem;

use proto::subject::{Stream, Subject, TournamentKey};

use crate::{
    broker::{Query, StreamState},
    error::{LedgerError, ReadError},
    event_log::EventLog,
    log::latest::{Next, next, parts},
    log_entry::{LogEntry, Unreadable},
    retry::Retry,
    stored::Stored,
};

impl EventLog {
    /// Returns the last message of every subject of a stream, by sequence, as of one moment. A
    /// reader that follows the stream after the last of them misses nothing.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_of_each(&self, stream: Stream) -> Result<Vec<Stored>, ReadError> {
        let all = stream.subjects();
        let StreamState { last_sequence, subjects } =
            self.broker().state(stream, Some(&all)).await?;
        self.last_of_those(stream, last_sequence, &subjects).await
    }

    /// Calls `take` with the last entry of every subject of a stream, in any order, as of one
    /// moment. Holds the entries of a few hundred subjects at once, because each one of a game has
    /// its whole record.
    ///
    /// # Errors
    /// As [`EventLog::page`]; `take` may have been called before.
    pub async fn for_each_last(
        &self,
        stream: Stream,
        mut take: impl FnMut(Result<LogEntry, Unreadable>) + Send,
    ) -> Result<(), LedgerError> {
        let all = stream.subjects();
        let StreamState { last_sequence, subjects } =
            self.broker().state(stream, Some(&all)).await?;
        let take_part = |part| {
            self.readable(part)?.into_iter().for_each(&mut take);
            Ok(())
        };
        self.for_each_part(stream, last_sequence, &subjects, take_part).await
    }

    /// Returns the last entry of every subject of one tournament in a stream, in the order of their
    /// sequences, as of one moment.
    ///
    /// # Errors
    /// As [`EventLog::page`].
    pub async fn last_of_each_in(
        &self,
        stream: Stream,
        tournament: &TournamentKey,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, LedgerError> {
        let filter = Subject::of_tournament(stream, tournament);
        let StreamState { last_sequence, subjects } =
            self.broker().state(stream, Some(&filter)).await?;
        Ok(self.readable(self.last_of_those(stream, last_sequence, &subjects).await?)?)
    }

    /// Returns the last entry of each of these subjects of a stream that has one, in the order of
    /// their sequences, as of one moment.
    ///
    /// # Errors
    /// As [`EventLog::last_of_each_in`].
    pub async fn last_of_all(
        &self,
        stream: Stream,
        subjects: impl IntoIterator<Item = Subject> + Send,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, LedgerError> {
        let subjects: Vec<String> =
            subjects.into_iter().map(|subject| subject.to_string()).collect();
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let newest = self.last_sequence(stream).await?;
        Ok(self.readable(self.last_of_those(stream, newest, &subjects).await?)?)
    }

    /// Returns the last message of each of `subjects` that has one, where the last message of the
    /// stream has sequence `newest`.
    async fn last_of_those(
        &self,
        stream: Stream,
        newest: u64,
        subjects: &[String],
    ) -> Result<Vec<Stored>, ReadError> {
        let mut found = Vec::new();
        let take = |part| {
            found.extend(part);
            Ok::<(), ReadError>(())
        };
        self.for_each_part(stream, newest, subjects, take).await?;
        found.sort_unstable_by_key(|stored: &Stored| stored.sequence);
        Ok(found)
    }

    /// Calls `take` with the last message of each of `subjects` that has one, some hundred at once,
    /// where the last message of the stream has sequence `newest`.
    async fn for_each_part<E: From<ReadError>>(
        &self,
        stream: Stream,
        newest: u64,
        subjects: &[String],
        mut take: impl FnMut(Vec<Stored>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        if newest == 0 {
            return Ok(());
        }
        let connection = self.broker().connection();
        let mut copy = Retry::copy(stream.name(), newest);
        let witness = loop {
            match self.broker().at(stream, newest).await? {
                Some(witness) => break witness.subject,
                None => copy.is_behind().await?,
            }
        };

        // The witness comes with every part, and may be none of those that were asked for.
        let mut is_wanted = subjects.contains(&witness);
        for some in parts(subjects, &witness) {
            let mut part = self.last_of(stream, &some, newest).await?;
            part.retain(|stored| stored.sequence != newest || mem::take(&mut is_wanted));
            self.note_seen(stream, &connection, &part);
            take(part)?;
        }
        Ok(())
    }

    /// Returns the last message of each of `subjects` up to sequence `newest`, which is the last of
    /// one of them.
    async fn last_of(
        &self,
        stream: Stream,
        subjects: &[&str],
        newest: u64,
    ) -> Result<Vec<Stored>, ReadError> {
        let mut copy = Retry::copy(stream.name(), newest);
        loop {
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
                    Next::Complete => return Ok(found),
                }
            }
            copy.is_behind().await?;
        }
    }
}
