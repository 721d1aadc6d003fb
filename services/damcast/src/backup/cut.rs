//! The place in each stream up to which a log that runs is copied, so that the copy has the cause
//! of each of its messages.

use std::{collections::BTreeMap, ops::RangeInclusive};

use proto::subject::Stream;
use runtime::LogEntry;

use crate::log_reader::{LogReader, LogReaderError};

/// Number of messages at the end of each stream that may have been written while its end was asked
/// for.
const TAIL: u64 = 512;

/// The last sequence of each stream.
pub(super) type Cut = BTreeMap<Stream, u64>;

/// A message and its cause, by their sequences.
#[derive(Clone, Copy, Debug)]
struct Caused {
    sequence: u64,
    of: (Stream, u64),
}

/// Lowers the ends of streams, which were asked for one after another, until the cause of each
/// message is before them. Each range begins with the last message that was copied before, and ends
/// with the last one.
///
/// # Errors
/// [`LogReaderError`] if the log cannot be read.
pub(super) async fn consistent(
    reader: &LogReader,
    ends: BTreeMap<Stream, RangeInclusive<u64>>,
) -> Result<Cut, LogReaderError> {
    let mut tails = BTreeMap::new();
    for (stream, end) in &ends {
        let last = end.end();
        let mut tail = Vec::new();
        let take = |stored| {
            if let Ok(entry) = LogEntry::read(stored) {
                let caused = |of| entry.caused_by(of).map(|sequence| (of, sequence));
                let of = Stream::ALL.into_iter().find_map(caused);
                tail.extend(of.map(|of| Caused { sequence: entry.sequence, of }));
            }
        };
        let first = last.saturating_sub(TAIL).max(*end.start()) + 1;
        reader.read_from(*stream, first, *last, take).await?;
        tails.insert(*stream, tail);
    }
    let last = ends.iter().map(|(stream, end)| (*stream, *end.end())).collect();
    Ok(lowered(last, &tails))
}

fn lowered(mut cut: Cut, tails: &BTreeMap<Stream, Vec<Caused>>) -> Cut {
    loop {
        let mut is_lowered = false;
        for (stream, tail) in tails {
            let last = cut.get(stream).copied().unwrap_or_default();
            let is_beyond = |(of, sequence): (Stream, u64)| {
                cut.get(&of).is_some_and(|last_of_cause| sequence > *last_of_cause)
            };
            let first = tail.iter().find(|it| it.sequence <= last && is_beyond(it.of));
            if let Some(first) = first {
                cut.insert(*stream, first.sequence - 1);
                is_lowered = true;
            }
        }
        if !is_lowered {
            return cut;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_whose_cause_is_not_copied_is_not_copied_and_nor_is_what_follows_from_it() {
        let caused = |sequence, stream, cause| Caused { sequence, of: (stream, cause) };
        let tails = BTreeMap::from([
            (Stream::Game, vec![caused(8, Stream::Input, 5), caused(9, Stream::Input, 6)]),
            (Stream::Clock, vec![caused(3, Stream::Game, 8), caused(4, Stream::Game, 9)]),
            (Stream::Tournament, vec![caused(2, Stream::Game, 7)]),
        ]);
        let last = Cut::from([
            (Stream::Input, 5),
            (Stream::Game, 9),
            (Stream::Clock, 4),
            (Stream::Tournament, 2),
        ]);
        let wanted = Cut::from([
            (Stream::Input, 5),
            (Stream::Game, 8),
            (Stream::Clock, 3),
            (Stream::Tournament, 2),
        ]);
        assert_eq!(lowered(last, &tails), wanted);
        assert_eq!(lowered(wanted.clone(), &tails), wanted);
    }
}
