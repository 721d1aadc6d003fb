//! The shares of games in the deliveries of a consumer, so that no game takes the places of others.
//!
//! A broker delivers at most a fixed number of messages that are not acknowledged. Without a limit,
//! a flood of inputs to one game, or a game that stands still, would use up this number, and other
//! games would get nothing.
//!
//! So each game has a limited number of deliveries in hand. When more come, only the newest of them
//! is kept, set aside and unacknowledged; the ones between are acknowledged unread. Once all that
//! are in hand were handled, the one that was set aside is handled, and its handler reads the ones
//! between from the log. If the process ends before that, the broker delivers the one that was set
//! aside to the next process, which reads the rest in the same way.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{Arc, Mutex, MutexGuard},
};

use crate::{consumer::Delivery, lock::lock};

/// The largest number of deliveries that one game has in hand.
const OF_GAME: usize = 32;
/// The number of deliveries that all games have in hand above which a game has at most one: half of
/// what the broker leaves unacknowledged.
const OF_ALL: usize = 1000;

/// The shares of games (`K`) in messages (`M`).
#[derive(Debug)]
struct Shares<K, M> {
    games: BTreeMap<K, Share<M>>,
    /// Number of messages in hand of all games.
    in_hand: usize,
}

#[derive(Debug)]
struct Share<M> {
    /// Number of messages in hand, at least one.
    in_hand: usize,
    /// The newest message beyond them.
    set_aside: Option<M>,
}

/// A message that can tell which of two came later in the stream.
trait Later {
    /// Returns true if it came after the other one, as far as the other one is still known to be in
    /// the stream.
    fn is_later_than(&self, other: &Self) -> bool;
}

impl Later for Delivery {
    fn is_later_than(&self, other: &Self) -> bool {
        // The sequence of a stale one may belong to another message. If the stream has it, it is
        // delivered again.
        other.is_stale() || self.sequence() > other.sequence()
    }
}

/// The outcome of an offer.
#[derive(Debug, PartialEq, Eq)]
enum Offered<M> {
    /// It is in hand.
    InHand(M),
    /// It or a later one is set aside; the one that is returned is not needed beside that.
    SetAside(Option<M>),
}

impl<K, M> Default for Shares<K, M> {
    fn default() -> Self {
        Self { games: BTreeMap::new(), in_hand: 0 }
    }
}

impl<K: Ord, M: Later> Shares<K, M> {
    /// Takes a message in hand, or sets it aside. A message does not overtake one that is set
    /// aside, and one that is delivered again does not displace a later one.
    fn offer(&mut self, game: K, message: M) -> Offered<M> {
        match self.games.entry(game) {
            Entry::Vacant(game) => {
                game.insert(Share { in_hand: 1, set_aside: None });
            }
            Entry::Occupied(game) => {
                let share = game.into_mut();
                let is_full = share.in_hand >= OF_GAME || self.in_hand >= OF_ALL;
                if is_full || share.set_aside.is_some() {
                    let is_newest =
                        share.set_aside.as_ref().is_none_or(|newest| message.is_later_than(newest));
                    return Offered::SetAside(if is_newest {
                        share.set_aside.replace(message)
                    } else {
                        Some(message)
                    });
                }
                share.in_hand += 1;
            }
        }
        self.in_hand += 1;
        Offered::InHand(message)
    }

    /// Ends with a message in hand. If it is the only one of its game, its place goes to the one
    /// that is set aside, which is returned. Both in one step: a message that comes between them
    /// would be set aside for nobody.
    fn next(&mut self, game: &K) -> Option<M> {
        let share = self.games.get_mut(game)?;
        if share.in_hand == 1
            && let Some(next) = share.set_aside.take()
        {
            return Some(next);
        }
        self.release(game);
        None
    }

    /// Gives the place of a message back. If it was the only one of its game in hand, the one that
    /// is set aside is forgotten with it.
    fn release(&mut self, game: &K) {
        let Some(share) = self.games.get_mut(game) else { return };
        self.in_hand -= 1;
        share.in_hand -= 1;
        if share.in_hand == 0 {
            self.games.remove(game);
        }
    }
}

/// The shares of games in the deliveries of one consumer. Cheap to clone.
#[derive(Debug)]
pub struct DeliveryShares<K: Ord> {
    shares: Arc<Mutex<Shares<K, Delivery>>>,
}

impl<K: Ord> Clone for DeliveryShares<K> {
    fn clone(&self) -> Self {
        Self { shares: Arc::clone(&self.shares) }
    }
}

impl<K: Ord> Default for DeliveryShares<K> {
    fn default() -> Self {
        Self { shares: Arc::default() }
    }
}

/// A delivery that is in hand until this is dropped.
#[derive(Debug)]
pub struct SharedDelivery<K: Ord> {
    delivery: Delivery,
    game: K,
    shares: DeliveryShares<K>,
    /// True until its place is given back.
    has_place: bool,
}

impl<K: Ord + Clone> DeliveryShares<K> {
    /// Takes a delivery in hand; returns `None` if it is set aside.
    pub async fn take(&self, game: &K, delivery: Delivery) -> Option<SharedDelivery<K>> {
        let place = self.lock().offer(game.clone(), delivery);
        match place {
            Offered::InHand(delivery) => {
                let (game, shares) = (game.clone(), self.clone());
                Some(SharedDelivery { delivery, game, shares, has_place: true })
            }
            Offered::SetAside(earlier) => {
                if let Some(earlier) = earlier {
                    earlier.ack().await;
                }
                None
            }
        }
    }
}

impl<K: Ord> DeliveryShares<K> {
    fn lock(&self) -> MutexGuard<'_, Shares<K, Delivery>> {
        lock(&self.shares)
    }
}

impl<K: Ord> SharedDelivery<K> {
    /// Returns the delivery.
    #[must_use]
    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }

    /// Ends with this delivery. If it is the only one of its game in hand, returns the one that is
    /// set aside, in its place. What came before that was acknowledged, and has to be read from the
    /// log.
    #[must_use]
    pub fn next(mut self) -> Option<Self> {
        let next = self.shares.lock().next(&self.game);
        self.has_place = next.is_some();
        self.delivery = next?;
        Some(self)
    }
}

impl<K: Ord> Drop for SharedDelivery<K> {
    fn drop(&mut self) {
        if self.has_place {
            // It was not handled, so it is delivered again, and so is one that is set aside.
            self.shares.lock().release(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, VecDeque};

    use super::*;

    impl Later for u64 {
        fn is_later_than(&self, other: &Self) -> bool {
            self > other
        }
    }

    /// A consumer with its unacknowledged messages, each a game and a number, and the actors of
    /// games.
    #[derive(Default)]
    struct Consumer {
        shares: Shares<u32, u64>,
        /// The messages in hand of each game, oldest first.
        in_hand: BTreeMap<u32, VecDeque<u64>>,
        unacknowledged: BTreeSet<(u32, u64)>,
        /// The last message that each game has judged, itself or with a later one.
        judged: BTreeMap<u32, u64>,
    }

    impl Consumer {
        fn deliver(&mut self, game: u32, number: u64) {
            self.unacknowledged.insert((game, number));
            match self.shares.offer(game, number) {
                Offered::InHand(number) => self.in_hand.entry(game).or_default().push_back(number),
                Offered::SetAside(earlier) => {
                    if let Some(earlier) = earlier {
                        self.unacknowledged.remove(&(game, earlier));
                    }
                }
            }
        }

        /// Lets a game handle one message.
        fn handle(&mut self, game: u32) -> bool {
            let Some(number) = self.in_hand.get_mut(&game).and_then(VecDeque::pop_front) else {
                return false;
            };
            self.judge(game, number);
            while let Some(next) = self.shares.next(&game) {
                self.judge(game, next);
            }
            true
        }

        /// Judges what the log has up to this message.
        fn judge(&mut self, game: u32, number: u64) {
            let judged = self.judged.entry(game).or_default();
            *judged = number.max(*judged);
            self.unacknowledged.remove(&(game, number));
        }
    }

    #[test]
    fn a_game_that_stands_still_takes_its_share_and_the_rest_is_marked_by_the_newest() {
        let mut consumer = Consumer::default();
        (1..=5000).for_each(|number| consumer.deliver(1, number));
        let kept: Vec<u64> =
            consumer.unacknowledged.iter().map(|(_game, number)| *number).collect();
        assert_eq!(kept, (1..=32).chain([5000]).collect::<Vec<_>>());
        consumer.deliver(2, 1);
        assert_eq!((consumer.handle(2), consumer.judged[&2]), (true, 1));
        while consumer.handle(1) {}
        assert_eq!((consumer.judged[&1], consumer.unacknowledged.len()), (5000, 0));
    }

    #[test]
    fn forty_games_that_stand_still_leave_room_for_all_others() {
        let mut consumer = Consumer::default();
        for number in 1..=200 {
            (1..=40).for_each(|game| consumer.deliver(game, number));
        }
        assert!(consumer.shares.in_hand <= OF_ALL + 40, "{}", consumer.shares.in_hand);
        assert!(consumer.unacknowledged.len() <= OF_ALL + 2 * 40);
        for game in 100..400 {
            for number in 1..=3 {
                consumer.deliver(game, number);
            }
            while consumer.handle(game) {}
            assert_eq!(consumer.judged[&game], 3);
        }
    }

    #[test]
    fn a_game_whose_actor_ends_is_delivered_again_what_was_set_aside() {
        let mut shares = Shares::default();
        for number in 1..=40 {
            let _place = shares.offer(1, number);
        }
        (0..32).for_each(|_message| shares.release(&1));
        assert_eq!((shares.in_hand, shares.games.len()), (0, 0));
        assert_eq!(shares.offer(1, 40), Offered::InHand(40));
    }

    #[test]
    fn a_message_that_comes_while_the_last_one_ends_is_not_set_aside_for_nobody() {
        let mut shares = Shares::default();
        // So many games are open that each has one place.
        for game in 1..=1000 {
            assert_eq!(shares.offer(game, 1), Offered::InHand(1));
        }
        assert_eq!(shares.offer(1, 2), Offered::SetAside(None));
        assert_eq!(shares.next(&1), Some(2));
        assert_eq!(shares.offer(1, 3), Offered::SetAside(None));
        assert_eq!((shares.next(&1), shares.next(&1)), (Some(3), None));
        assert_eq!(shares.offer(1, 4), Offered::InHand(4));
    }

    #[test]
    fn a_message_that_is_delivered_again_does_not_displace_a_later_one() {
        let mut shares = Shares::default();
        (1..=32).for_each(|number| assert_eq!(shares.offer(1, number), Offered::InHand(number)));
        assert_eq!(shares.offer(1, 167), Offered::SetAside(None));
        assert_eq!(shares.offer(1, 26), Offered::SetAside(Some(26)));
        assert_eq!(shares.offer(1, 168), Offered::SetAside(Some(167)));
    }

    /// In any order of deliveries and of work, nothing is lost, no game is judged out of order, and
    /// the places of a consumer are bounded.
    #[test]
    fn every_message_is_judged_and_few_are_in_hand() {
        for seed in 0..50 {
            let mut dice = fastrand::Rng::with_seed(seed);
            let (mut consumer, mut sent) = (Consumer::default(), BTreeMap::<u32, u64>::new());
            let (games, flood) = (dice.u32(1..80), dice.u32(1..80));
            for _step in 0..4000 {
                if dice.u32(..10) < 7 {
                    let game = if dice.bool() { flood } else { dice.u32(..games) };
                    let number = sent.entry(game).or_default();
                    if *number > 40 && dice.u32(..10) == 0 {
                        // The acknowledgement of an old message was lost: it is delivered again.
                        consumer.deliver(game, dice.u64(1..=*number - 40));
                        continue;
                    }
                    *number += 1;
                    consumer.deliver(game, *number);
                } else {
                    let _has_work = consumer.handle(dice.u32(..games));
                }
                let open = consumer.shares.games.len();
                assert!(consumer.shares.in_hand <= OF_ALL + open, "seed {seed}");
                assert!(consumer.unacknowledged.len() <= OF_ALL + 2 * open, "seed {seed}");
                let most = consumer.in_hand.values().map(VecDeque::len).max();
                assert!(most.is_none_or(|most| most <= OF_GAME), "seed {seed}");
            }
            for game in sent.keys() {
                while consumer.handle(*game) {}
            }
            assert_eq!((consumer.judged, consumer.unacknowledged.len()), (sent, 0), "seed {seed}");
            assert_eq!(consumer.shares.in_hand, 0, "seed {seed}");
        }
    }
}
