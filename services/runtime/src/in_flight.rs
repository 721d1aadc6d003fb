//! Which messages are being handled, so that one that comes again meanwhile is not handled twice at
//! once.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

/// The messages of one stream that are being handled. Cheap to clone.
///
/// A message whose handling takes longer than the wait for its acknowledgement is delivered again, and
/// again; without this, each copy would wait beside the first.
#[derive(Clone, Debug, Default)]
pub struct InFlight {
    sequences: Arc<Mutex<BTreeSet<u64>>>,
}

/// A message that is being handled, until this is dropped.
#[derive(Debug)]
pub struct Handling {
    sequence: u64,
    all: InFlight,
}

impl InFlight {
    /// Begins to handle the message with this sequence; `None` when that was begun already.
    #[must_use]
    pub fn begin(&self, sequence: u64) -> Option<Handling> {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        sequences.insert(sequence).then(|| Handling { sequence, all: self.clone() })
    }
}

impl Drop for Handling {
    fn drop(&mut self) {
        let mut sequences = self.all.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        sequences.remove(&self.sequence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_handled_once_at_a_time() {
        let all = InFlight::default();
        let first = all.begin(7);
        assert!(first.is_some());
        assert!(all.begin(7).is_none());
        assert!(all.begin(8).is_some());
        drop(first);
        assert!(all.begin(7).is_some());
    }
}
