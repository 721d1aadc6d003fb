//! The last message of each subject of a stream, read in parts from copies that may be behind.
//!
//! Every part asks for a witness too, the stream's newest message when the reading began. A copy
//! that does not have the witness is behind, and the part is asked for again.

/// Subjects of one request; with the longest names it stays below 64 KiB.
const AT_ONCE: usize = 500;

/// Cuts the subjects into parts, each with the witness's subject at its end.
pub(crate) fn parts<'a>(subjects: &'a [String], witness: &'a str) -> Vec<Vec<&'a str>> {
    subjects
        .chunks(AT_ONCE)
        .map(|some| {
            let some = some.iter().map(String::as_str).filter(|subject| *subject != witness);
            some.chain([witness]).collect()
        })
        .collect()
}

/// The next request of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Messages from this sequence on: the server ended its answer early, when its bytes were many.
    From(u64),
    /// All again, after a pause: the copy that answered is behind.
    Anew,
    /// None: the part is complete.
    Complete,
}

/// Takes an answer: its sequences, the number of messages that wait beyond it, and the sequence of
/// the witness.
pub(crate) fn next(brought: &[u64], pending: u64, newest: u64) -> Next {
    match brought.last() {
        Some(last) if *last == newest => Next::Complete,
        Some(last) if pending > 0 => Next::From(last + 1),
        _ => Next::Anew,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_ends_with_the_witness_and_no_subject_comes_twice_in_one() {
        let subjects: Vec<String> = (0..1001).map(|number| format!("s.{number}")).collect();
        let parts = parts(&subjects, "s.700");
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [501, 500, 2]);
        assert!(parts.iter().all(|part| part.last() == Some(&"s.700")));
        let mut all: Vec<&str> = parts.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1001);
    }

    #[test]
    fn a_part_is_complete_when_it_brought_the_witness() {
        let rows: [(&[u64], u64, Next); 6] = [
            (&[3, 5, 9], 0, Next::Complete),
            // The server stops early: the rest is asked for.
            (&[3, 5], 1, Next::From(6)),
            // A copy that is behind has no witness, or nothing at all.
            (&[3, 5], 0, Next::Anew),
            (&[], 0, Next::Anew),
            (&[], 4, Next::Anew),
            (&[9], 7, Next::Complete),
        ];
        for (brought, pending, expected) in rows {
            assert_eq!(next(brought, pending, 9), expected, "{brought:?} {pending}");
        }
    }
}
