//! Describes streams as the server has them, for tools that check the log.

use proto::subject::Stream;

use crate::{
    config::NatsConfig,
    error::{ReadError, ReadFailure},
    nats::Nats,
    sequence_ranges::{sequence_ranges, unpack},
    streams,
};

/// A stream as its leader describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamFacts {
    /// The id of its store.
    pub epoch: String,
    /// The sequence of its first message; 0 if it never had one.
    pub first_sequence: u64,
    /// The sequence of its last message; 0 if it never had one.
    pub last_sequence: u64,
    /// Number of its messages.
    pub messages: u64,
    /// Bytes of its messages.
    pub bytes: u64,
    /// Number of its copies, as it was made.
    pub copies: usize,
    /// Number of the copies that are away or lack messages.
    pub copies_behind: usize,
    /// The settings that differ from those that Damcast needs, with both values; empty if none
    /// does.
    pub differences: String,
    /// Sequences at which it is known to have no message, as in "3,7-9": it was made anew without
    /// them, or somebody accepted their loss.
    pub known_missing: String,
    /// The accepted losses, each with its moment and person, as in "3 on 2026-11-23 14:05 UTC by
    /// A. Veen"; empty if nobody accepted any.
    pub loss_accepted: String,
    /// The folder with the copies of a rebuild that has not finished; empty if there is none.
    pub unfinished: String,
}

impl StreamFacts {
    /// Asks the server for the facts about a stream; `None` if it has no such stream.
    ///
    /// # Errors
    /// [`ReadError`] if the server does not answer.
    pub async fn of(
        nats: &Nats,
        config: &NatsConfig,
        stream: Stream,
    ) -> Result<Option<Self>, ReadError> {
        let found = match nats.managing().get_stream(stream.name()).await {
            Ok(found) => found,
            Err(error) if streams::is_missing(&error) => return Ok(None),
            Err(error) => return Err(ReadError::new(stream.name(), ReadFailure::nats(error))),
        };
        let info = found.cached_info();
        let metadata = |key| info.config.metadata.get(key).cloned().unwrap_or_default();
        Ok(Some(Self {
            epoch: metadata(streams::EPOCH),
            first_sequence: info.state.first_sequence,
            last_sequence: info.state.last_sequence,
            messages: info.state.messages,
            bytes: info.state.bytes,
            copies: info.config.num_replicas,
            copies_behind: info.cluster.as_ref().map_or(0, |cluster| {
                cluster.replicas.iter().filter(|copy| copy.offline || !copy.current).count()
            }),
            differences: streams::differences(
                &info.config,
                &streams::wanted(stream, config.replicas),
            ),
            known_missing: unpack(&metadata(streams::KNOWN_MISSING)),
            loss_accepted: metadata(streams::LOSS_ACCEPTED),
            unfinished: metadata(streams::UNFINISHED),
        }))
    }
}

impl StreamFacts {
    /// Returns the number of messages that the stream has lost, apart from those that it is known
    /// to lack: nobody may delete any.
    #[must_use]
    pub fn lacking(&self) -> u64 {
        let known = sequence_ranges(&self.known_missing);
        let known = known.map(|range| range.end().saturating_sub(*range.start()).saturating_add(1));
        let known = known.fold(0, u64::saturating_add);
        self.last_sequence.saturating_sub(self.messages).saturating_sub(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_lacks_what_it_is_not_known_to_lack() {
        for (messages, known_missing, expected) in
            [(10, "", 0), (8, "", 2), (6, "3,7-9", 0), (5, "3,7-9", 1), (0, "", 10), (9, "3-x", 1)]
        {
            let known_missing = known_missing.to_owned();
            let facts =
                StreamFacts { messages, last_sequence: 10, known_missing, ..Default::default() };
            assert_eq!(facts.lacking(), expected, "{facts:?}");
        }
    }
}
