//! The person behind a result that was given by hand.

/// The person who gave a result by hand or took it back, and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByHand {
    /// The name of the person; empty if a device at the desk sent the ruling.
    pub by: String,
    /// The reason in the person's words, at most [`ByHand::REASON_CHARS_MAX`] characters; may be
    /// empty.
    pub reason: String,
}

impl ByHand {
    /// The largest number of characters of a reason, so that every result fits into the log of its
    /// game.
    pub const REASON_CHARS_MAX: usize = 200;

    /// Makes a person with a reason, which is cut to its largest length; the log of the tournament
    /// has it whole.
    #[must_use]
    pub fn new(by: String, reason: &str) -> Self {
        Self { by, reason: reason.chars().take(Self::REASON_CHARS_MAX).collect() }
    }
}
