//! The last message of every subject of a stream: what a service that starts needs of it.
//!
//! A direct get may be answered by a copy of the stream that is behind. So every answer has to hold a
//! witness, the stream's newest message when the reading began; without it, it is asked for again.
//! No consumer is made for this: whoever may make one can have the server write to any subject.

use std::{collections::BTreeMap, time::Duration};

use futures_util::TryStreamExt as _;
use proto::subject::Stream;

use crate::event_log::{EventLog, ReadError, Stored};

/// Subjects of one request; with the longest names it stays below 64 KiB.
const AT_ONCE: usize = 500;
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
        let error = |reason: String| ReadError { what: stream.name().to_owned(), reason };
        let handle = self.nats().managing().get_stream_no_info(stream.name()).await;
        let handle = handle.map_err(|source| error(source.to_string()))?;
        let listing = handle.info_with_subjects(stream.subjects()).await;
        let listing = listing.map_err(|source| error(source.to_string()))?;
        let newest = listing.info.state.last_sequence;
        if newest == 0 {
            return Ok(Vec::new());
        }
        let subjects: Vec<(String, usize)> =
            listing.try_collect().await.map_err(|source| error(source.to_string()))?;
        let witness = handle.get_raw_message(newest).await;
        let witness = witness.map_err(|source| error(source.to_string()))?.subject.to_string();

        // By sequence: the witness comes with every part.
        let mut found = BTreeMap::new();
        for some in subjects.chunks(AT_ONCE) {
            let some = some.iter().map(|(subject, _count)| subject.as_str());
            let mut some: Vec<&str> = some.filter(|subject| *subject != witness).collect();
            some.push(&witness);
            let part = self.last_of(stream, &some, newest).await?;
            found.extend(part.into_iter().map(|stored| (stored.sequence, stored)));
        }
        Ok(found.into_values().collect())
    }

    /// The last message of each of `subjects` up to sequence `newest`, which is the last of one of
    /// them.
    async fn last_of(
        &self,
        stream: Stream,
        subjects: &[&str],
        newest: u64,
    ) -> Result<Vec<Stored>, ReadError> {
        for _try in 0..TRIES {
            let found = self.last_of_now(stream, subjects, newest).await?;
            if found.last().is_some_and(|last| last.sequence == newest) {
                return Ok(found);
            }
            tokio::time::sleep(PAUSE).await;
        }
        let reason = format!("no copy of the stream has come as far as {newest}");
        Err(ReadError { what: stream.name().to_owned(), reason })
    }

    async fn last_of_now(
        &self,
        stream: Stream,
        subjects: &[&str],
        newest: u64,
    ) -> Result<Vec<Stored>, ReadError> {
        let mut found: Vec<Stored> = Vec::new();
        let mut next = 1;
        loop {
            let query = serde_json::json!({
                "multi_last": subjects, "up_to_seq": newest, "seq": next, "batch": subjects.len(),
            });
            let before = found.len();
            let pending = self.read_batch(stream, stream.name(), &query, &mut found).await?;
            match found.last() {
                // The server ends an answer early when its bytes are many.
                Some(last) if pending > 0 && found.len() > before => next = last.sequence + 1,
                _ => return Ok(found),
            }
        }
    }
}
