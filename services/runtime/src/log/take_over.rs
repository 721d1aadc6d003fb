//! The take-over of a durable consumer from another replica.
//!
//! The server pins one replica. Messages that the one before left unacknowledged would come only
//! after the wait for their acknowledgement, behind newer ones: a game would get a move before its
//! start. So the replica that takes over resets the consumer, and they come first and in order.

use crate::broker::ConsumerInfo;

/// The steps before the first pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Unpin the replica that is pinned, which does not pull any more.
    pub(crate) unpin: bool,
    /// Reset the consumer.
    pub(crate) reset: Reset,
}

/// A reset of the consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reset {
    /// None.
    No,
    /// To its acknowledgement floor.
    Floor,
    /// To a sequence of the stream.
    To(u64),
}

/// The next step with a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Hand it over to the service.
    Hand,
    /// Look for the first message of the stream after this sequence, and go on with
    /// [`TakeOver::gap`].
    LookAfter(u64),
    /// Ask for the acknowledgement floor, and go on with [`TakeOver::floor`].
    AskFloor,
    /// Unpin, reset, and pull anew.
    Reset,
}

/// The place of a replica at a consumer.
#[derive(Clone, Debug, Default)]
pub(crate) struct TakeOver {
    /// The last delivery that was handed over; `None` before the first of a pull.
    before: Option<Delivery>,
}

/// A delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delivery {
    /// Its number, which the server begins anew at each reset.
    pub(crate) number: u64,
    /// The sequence of the message in the stream.
    pub(crate) sequence: u64,
}

impl TakeOver {
    /// Begins a pull at a consumer with this information, whose stream ends with the sequence
    /// `last`.
    pub(crate) fn open(&mut self, info: &ConsumerInfo, last: u64) -> Opening {
        self.before = None;
        // A client that is pinned and pulls no more is most often this replica itself before a
        // crash.
        let is_abandoned = info.pinned && info.waiting == 0;
        let reset = if info.delivered > last {
            // The stream has lost its end; what comes next bears sequences that were delivered
            // before.
            Reset::To(last + 1)
        } else if info.ack_pending > 0 && (is_abandoned || !info.pinned) {
            Reset::Floor
        } else {
            Reset::No
        };
        Opening { unpin: is_abandoned, reset }
    }

    /// Takes a delivery.
    ///
    /// Only one that follows on the one before it, by its number and in the stream, is handed over
    /// at once. The number alone does not tell, because another replica may have reset the
    /// consumer. And before the first of a pull, some may have been lost on the way, or have gone
    /// to a replica that was pinned in between. Where sequences are missing between the two, the
    /// stream tells whether it has messages there.
    pub(crate) fn delivered(&mut self, delivery: Delivery) -> Step {
        match self.before.filter(|before| delivery.number == before.number + 1) {
            Some(before) if delivery.sequence <= before.sequence + 1 => self.hand(delivery),
            Some(before) => Step::LookAfter(before.sequence),
            None => Step::AskFloor,
        }
    }

    /// Takes the sequence of the first message of the stream after the last delivery; `None` if it
    /// was not found.
    pub(crate) fn gap(&mut self, first: Option<u64>, delivery: Delivery) -> Step {
        if first == Some(delivery.sequence) { self.hand(delivery) } else { Step::AskFloor }
    }

    /// Takes the acknowledgement floor that was asked for because of a delivery.
    pub(crate) fn floor(&mut self, floor: u64, delivery: Delivery) -> Step {
        if floor + 1 < delivery.number { Step::Reset } else { self.hand(delivery) }
    }

    fn hand(&mut self, delivery: Delivery) -> Step {
        // A message that comes again does not take the place of the newest.
        let newest = self.before.map_or(0, |before| before.sequence);
        let sequence = delivery.sequence.max(newest);
        self.before = Some(Delivery { sequence, ..delivery });
        Step::Hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(ack_pending: usize, pinned: bool, waiting: usize) -> ConsumerInfo {
        ConsumerInfo { ack_pending, pinned, waiting, delivered: 49, ..ConsumerInfo::default() }
    }

    #[test]
    fn an_abandoned_place_is_taken_and_what_was_left_comes_first() {
        let rows = [
            // Nobody was there before, or all is acknowledged.
            (info(0, false, 0), (false, Reset::No)),
            (info(0, true, 0), (true, Reset::No)),
            // Another works.
            (info(0, true, 1), (false, Reset::No)),
            (info(5, true, 1), (false, Reset::No)),
            // Another died: its place is given up already, or not yet.
            (info(5, false, 0), (false, Reset::Floor)),
            (info(5, true, 0), (true, Reset::Floor)),
        ];
        for (info, (unpin, reset)) in rows {
            assert_eq!(TakeOver::default().open(&info, 49), Opening { unpin, reset }, "{info:?}");
        }
    }

    #[test]
    fn a_consumer_ahead_of_a_stream_that_lost_its_end_goes_back_to_that_end() {
        for (pending, pinned, waiting) in [(0, false, 0), (0, true, 1), (5, true, 1), (5, false, 0)]
        {
            let opening = TakeOver::default().open(&info(pending, pinned, waiting), 40);
            assert_eq!(opening.reset, Reset::To(41), "{opening:?}");
        }
        assert_eq!(TakeOver::default().open(&info(0, false, 0), 0).reset, Reset::To(1));
    }

    fn delivery(number: u64, sequence: u64) -> Delivery {
        Delivery { number, sequence }
    }

    #[test]
    fn deliveries_that_follow_on_each_other_are_handed_over() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0), 49);
        assert_eq!(place.delivered(delivery(1, 41)), Step::AskFloor);
        assert_eq!(place.floor(0, delivery(1, 41)), Step::Hand);
        assert_eq!(place.delivered(delivery(2, 42)), Step::Hand);
        // One that took long comes again, and then the next new one.
        assert_eq!(place.delivered(delivery(3, 41)), Step::Hand);
        assert_eq!(place.delivered(delivery(4, 43)), Step::Hand);
    }

    #[test]
    fn a_place_that_was_anothers_is_reset_once() {
        let mut place = TakeOver::default();
        place.open(&info(5, true, 1), 49);
        assert_eq!(place.delivered(delivery(9, 49)), Step::AskFloor);
        assert_eq!(place.floor(3, delivery(9, 49)), Step::Reset);
        // A reset has the server number its deliveries from 1 again, and none is acknowledged.
        place.open(&info(0, false, 0), 49);
        assert_eq!(place.delivered(delivery(1, 44)), Step::AskFloor);
        assert_eq!(place.floor(0, delivery(1, 44)), Step::Hand);
        assert_eq!(place.delivered(delivery(2, 45)), Step::Hand);
    }

    #[test]
    fn deliveries_that_are_lost_right_after_a_reset_are_noticed() {
        let mut place = TakeOver::default();
        assert_eq!(place.open(&info(5, false, 0), 49).reset, Reset::Floor);
        // The first two went to a replica that was pinned for a moment, or to nobody.
        assert_eq!(place.delivered(delivery(3, 46)), Step::AskFloor);
        assert_eq!(place.floor(0, delivery(3, 46)), Step::Reset);
    }

    #[test]
    fn a_gap_in_the_deliveries_says_that_another_had_the_place_meanwhile() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0), 49);
        assert_eq!(place.floor(0, delivery(1, 41)), Step::Hand);
        assert_eq!(place.delivered(delivery(4, 44)), Step::AskFloor);
        assert_eq!(place.floor(3, delivery(4, 44)), Step::Hand, "the other acknowledged all");
        assert_eq!(place.delivered(delivery(6, 46)), Step::AskFloor);
        assert_eq!(place.floor(4, delivery(6, 46)), Step::Reset);
    }

    #[test]
    fn another_that_reset_the_consumer_meanwhile_is_noticed_where_the_numbers_fit() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0), 49);
        assert_eq!(place.floor(0, delivery(1, 41)), Step::Hand);
        assert_eq!(place.delivered(delivery(2, 42)), Step::Hand);
        // Another has reset, and has 42 and 43 as deliveries 1 and 2.
        assert_eq!(place.delivered(delivery(3, 44)), Step::LookAfter(42));
        assert_eq!(place.gap(Some(43), delivery(3, 44)), Step::AskFloor);
        assert_eq!(place.floor(0, delivery(3, 44)), Step::Reset);
    }

    #[test]
    fn sequences_without_a_message_are_passed_over() {
        let mut place = TakeOver::default();
        place.open(&info(0, false, 0), 49);
        assert_eq!(place.floor(0, delivery(1, 41)), Step::Hand);
        assert_eq!(place.delivered(delivery(2, 45)), Step::LookAfter(41));
        assert_eq!(place.gap(Some(45), delivery(2, 45)), Step::Hand);
        assert_eq!(place.delivered(delivery(3, 46)), Step::Hand);
        // A copy of the stream may be behind.
        assert_eq!(place.delivered(delivery(4, 49)), Step::LookAfter(46));
        assert_eq!(place.gap(None, delivery(4, 49)), Step::AskFloor);
    }

    #[test]
    fn each_pull_asks_before_its_first_delivery() {
        let mut place = TakeOver::default();
        for _pull in 0..2 {
            place.open(&info(5, false, 0), 49);
            assert_eq!(place.delivered(delivery(1, 41)), Step::AskFloor);
            assert_eq!(place.floor(0, delivery(1, 41)), Step::Hand);
        }
    }
}
