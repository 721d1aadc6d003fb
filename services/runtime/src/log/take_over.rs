//! How a replica takes a durable consumer over from another.
//!
//! The server pins one replica. What the one before left unacknowledged would come only after the wait
//! for its acknowledgement, behind newer messages: a game would hear of a move before it hears of its
//! start. So whoever takes over resets the consumer, once, and what was left comes first and in order.

use crate::broker::ConsumerInfo;

/// What to do before the first pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Take the place from a replica that pulls no more.
    pub(crate) unpin: bool,
    /// Begin again after the acknowledgement floor.
    pub(crate) reset: bool,
}

/// What to do with a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Hand it over.
    Hand,
    /// Ask for the acknowledgement floor, and go on with [`TakeOver::floor`].
    AskFloor,
    /// Unpin, reset, and pull anew.
    Reset,
}

/// What a replica knows of its place at a consumer.
#[derive(Clone, Debug, Default)]
pub(crate) struct TakeOver {
    /// Whether what another left behind comes first already.
    was_reset: bool,
    /// The number of the delivery before, of those to this replica.
    before: Option<u64>,
}

impl TakeOver {
    /// Begins a pull at a consumer that stands so.
    pub(crate) fn open(&mut self, info: &ConsumerInfo) -> Opening {
        self.before = None;
        // Whoever is pinned and pulls no more is most often this replica itself before a crash.
        let is_abandoned = info.pinned && info.waiting == 0;
        let reset = info.ack_pending > 0 && (is_abandoned || !info.pinned);
        Opening { unpin: is_abandoned, reset }
    }

    /// Takes note that the consumer was reset: what was left comes first from now on.
    pub(crate) fn is_reset(&mut self) {
        self.was_reset = true;
    }

    /// Takes the number of a delivery.
    pub(crate) fn delivered(&mut self, delivery: u64) -> Step {
        let is_next = self.before.is_some_and(|before| before + 1 == delivery);
        if is_next || self.was_reset { self.hand(delivery) } else { Step::AskFloor }
    }

    /// Takes the acknowledgement floor that was asked for because of a delivery.
    pub(crate) fn floor(&mut self, floor: u64, delivery: u64) -> Step {
        if floor + 1 < delivery { Step::Reset } else { self.hand(delivery) }
    }

    fn hand(&mut self, delivery: u64) -> Step {
        self.before = Some(delivery);
        self.was_reset = false;
        Step::Hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(ack_pending: usize, pinned: bool, waiting: usize) -> ConsumerInfo {
        ConsumerInfo { ack_pending, pinned, waiting, ack_floor: 0 }
    }

    #[test]
    fn an_abandoned_place_is_taken_and_what_was_left_comes_first() {
        let rows = [
            // Nobody was there before, or all is acknowledged.
            (info(0, false, 0), (false, false)),
            (info(0, true, 0), (true, false)),
            // Another works.
            (info(0, true, 1), (false, false)),
            (info(5, true, 1), (false, false)),
            // Another died: its place is given up already, or not yet.
            (info(5, false, 0), (false, true)),
            (info(5, true, 0), (true, true)),
        ];
        for (info, (unpin, reset)) in rows {
            assert_eq!(TakeOver::default().open(&info), Opening { unpin, reset }, "{info:?}");
        }
    }

    #[test]
    fn deliveries_that_follow_on_each_other_are_handed_over() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0));
        assert_eq!(place.delivered(1), Step::AskFloor);
        assert_eq!(place.floor(0, 1), Step::Hand);
        assert_eq!(place.delivered(2), Step::Hand);
        assert_eq!(place.delivered(3), Step::Hand);
    }

    #[test]
    fn a_place_that_was_anothers_is_reset_once() {
        let mut place = TakeOver::default();
        place.open(&info(5, true, 1));
        assert_eq!(place.delivered(9), Step::AskFloor);
        assert_eq!(place.floor(3, 9), Step::Reset);
        place.is_reset();
        // After the reset the numbers begin where the server likes.
        place.open(&info(0, false, 0));
        assert_eq!(place.delivered(10), Step::Hand);
        assert_eq!(place.delivered(11), Step::Hand);
    }

    #[test]
    fn a_gap_in_the_deliveries_says_that_another_had_the_place_meanwhile() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0));
        assert_eq!(place.floor(0, 1), Step::Hand);
        assert_eq!(place.delivered(4), Step::AskFloor);
        assert_eq!(place.floor(3, 4), Step::Hand, "the other acknowledged all");
        assert_eq!(place.delivered(6), Step::AskFloor);
        assert_eq!(place.floor(4, 6), Step::Reset);
    }

    #[test]
    fn one_reset_serves_one_pull() {
        let mut place = TakeOver::default();
        assert!(place.open(&info(5, false, 0)).reset);
        place.is_reset();
        assert_eq!(place.delivered(8), Step::Hand);
        place.open(&info(0, true, 1));
        assert_eq!(place.delivered(12), Step::AskFloor);
    }
}
