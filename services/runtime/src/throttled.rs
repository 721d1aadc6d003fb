//! A watched value that is read only as fast as its reader works with it.

use tokio::{sync::watch, time::Instant};

/// A reader of a watched value: returns it once as it is, and again whenever it has changed.
///
/// Versions in between are skipped. Before the next version it rests as long as the work with the
/// last one took, so that changes cost at most half of a thread, however fast they come. If the
/// result is passed on to readers with as much work each, it rests for each of them, too
/// ([`Throttled::is_passed_on`]).
#[derive(Debug)]
pub struct Throttled<T> {
    watching: watch::Receiver<T>,
    taken_at: Option<Instant>,
    /// Number of others who work with the version that was taken.
    others: u32,
    rests_until: Option<Instant>,
}

impl<T: Clone> Throttled<T> {
    /// Makes a reader whose first version is the current one.
    #[must_use]
    pub fn of(mut watching: watch::Receiver<T>) -> Self {
        watching.mark_changed();
        Self { watching, taken_at: None, others: 0, rests_until: None }
    }

    /// Waits for a version that was not returned before, and returns the newest; `None` if no other
    /// can come. The time until the next call counts as the work with it. Nothing is lost if the
    /// future is dropped.
    pub async fn next(&mut self) -> Option<T> {
        if let Some(taken_at) = self.taken_at.take() {
            let work = taken_at.elapsed().saturating_mul(self.others.saturating_add(1));
            (self.others, self.rests_until) = (0, Some(Instant::now() + work));
        }
        if let Some(until) = self.rests_until {
            tokio::time::sleep_until(until).await;
            self.rests_until = None;
        }
        self.watching.changed().await.ok()?;
        self.taken_at = Some(Instant::now());
        Some(self.watching.borrow_and_update().clone())
    }

    /// Notes that the last version goes to so many others, each of whom has about as much work with
    /// it.
    pub fn is_passed_on(&mut self, others: usize) {
        self.others = u32::try_from(others).unwrap_or(u32::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::{task::Poll, time::Duration};

    use futures_util::poll;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_came_in_between_is_passed_over() {
        let (sender, watching) = watch::channel(0);
        let mut newest = Throttled::of(watching);
        assert_eq!(newest.next().await, Some(0));
        for number in 1..=1000 {
            sender.send_replace(number);
        }
        assert_eq!(newest.next().await, Some(1000));
        assert_eq!(poll!(Box::pin(newest.next())), Poll::Pending);
        drop(sender);
        assert_eq!(newest.next().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn it_rests_as_long_as_the_work_took() {
        let (sender, watching) = watch::channel(0);
        let mut newest = Throttled::of(watching);
        let began = Instant::now();
        for (number, work, taken_after) in [(1, 70, 0), (2, 10, 140), (3, 0, 160), (4, 0, 160)] {
            sender.send_replace(number);
            assert_eq!(newest.next().await, Some(number));
            assert_eq!(began.elapsed(), Duration::from_millis(taken_after), "{number}");
            tokio::time::advance(Duration::from_millis(work)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn it_rests_for_each_to_whom_it_is_passed_on() {
        let (sender, watching) = watch::channel(0);
        let mut newest = Throttled::of(watching);
        let began = Instant::now();
        // 10 ms of work and the rests for it: for nobody else, for four, for nobody else again.
        for (number, others, taken_after) in [(1, 0, 0), (2, 4, 20), (3, 0, 80), (4, 0, 100)] {
            sender.send_replace(number);
            assert_eq!(newest.next().await, Some(number));
            assert_eq!(began.elapsed(), Duration::from_millis(taken_after), "{number}");
            tokio::time::advance(Duration::from_millis(10)).await;
            newest.is_passed_on(others);
        }
    }
}
