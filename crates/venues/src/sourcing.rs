//! The place from which a hub copies a venue's log.

use crate::{Record, Trouble};

/// The end of what a hub has of a part of a venue's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The sequence of its last message, as the venue counts.
    pub sequence: u64,
    /// The digest of that message.
    pub digest: Vec<u8>,
}

/// Returns the sequence of the first message that a store hands over: the one after the hub's last,
/// or 1 if the hub has none. `own` is the sequence of the store's last message, 0 if it has none,
/// and `at_head` the digest of the message that the store has at the sequence of `hub`.
///
/// So nothing that the hub has is copied again, although the store is another one, and nothing is
/// added to it that does not follow.
///
/// # Errors
/// [`Trouble`] if the store lacks what the hub has.
pub fn first_to_hand_over(
    record: Record,
    hub: Option<&Head>,
    own: u64,
    at_head: Option<&[u8]>,
) -> Result<u64, Trouble> {
    let Some(Head { sequence, digest }) = hub else { return Ok(1) };
    if own < *sequence {
        return Err(Trouble::Older { record, hub: *sequence, own });
    }
    if at_head == Some(digest.as_slice()) {
        Ok(sequence.saturating_add(1))
    } else {
        Err(Trouble::OtherHistory { record, sequence: *sequence })
    }
}
