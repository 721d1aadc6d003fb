//! The growth of a stream in the last day.

use std::time::Duration;

use proto::subject::Stream;
use runtime::{LogEntry, StreamFacts, WallClock};

use crate::log_reader::{LogReader, LogReaderError};

/// The time that is looked back upon.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns about how many bytes a stream got in the last 24 hours, whose first message has this
/// sequence: its messages count as equally large.
pub(super) fn bytes(facts: &StreamFacts, first: u64) -> u64 {
    let young = facts.messages.min((facts.last_sequence + 1).saturating_sub(first));
    let bytes = u128::from(facts.bytes) * u128::from(young);
    let bytes = bytes.checked_div(u128::from(facts.messages)).unwrap_or(0);
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// Returns the sequence from which on all messages of a stream are of the last 24 hours.
///
/// # Errors
/// [`LogReaderError`] if the server does not answer.
pub(super) async fn first_of_a_day(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
) -> Result<u64, LogReaderError> {
    let since = WallClock::system().now().saturating_sub(DAY);
    let old_from = async |sequence| -> Result<_, LogReaderError> {
        let found = reader.first_from(stream, sequence).await?;
        let entry = found.map(LogEntry::read).and_then(Result::ok);
        Ok(entry.filter(|entry| entry.recorded_at < since).map(|entry| entry.sequence))
    };
    first_young(facts.last_sequence, old_from).await
}

/// Returns the first sequence from which on no message is old. `old_from` returns the sequence of
/// the first message from a sequence on if that message is old.
async fn first_young<E>(
    last: u64,
    old_from: impl AsyncFn(u64) -> Result<Option<u64>, E>,
) -> Result<u64, E> {
    let (mut first, mut end) = (1, last + 1);
    while first < end {
        let middle = first.midpoint(end);
        match old_from(middle).await? {
            Some(old) => first = old + 1,
            None => end = middle,
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[tokio::test]
    async fn the_first_young_message_is_found_also_beside_messages_that_are_missing() {
        for (old, young, expected) in [
            (vec![], vec![], 1),
            (vec![], vec![1, 2, 3], 1),
            (vec![1, 2, 3], vec![], 4),
            (vec![1, 2, 3], vec![4, 5], 4),
            (vec![1, 2, 6], vec![9, 12], 7),
            (vec![8], vec![9], 9),
        ] {
            let last = old.iter().chain(&young).max().copied().unwrap_or(0);
            let old_from = async |sequence| {
                let first = old.iter().chain(&young).find(|it| **it >= sequence);
                Ok::<_, Infallible>(first.filter(|first| old.contains(first)).copied())
            };
            let Ok(first) = first_young(last, old_from).await;
            assert_eq!(first, expected, "{old:?} {young:?}");
        }
    }
}
