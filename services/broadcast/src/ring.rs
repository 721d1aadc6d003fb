//! The newest frames of a tournament, for spectators who come back or read slowly.
//!
//! Frames are numbered from the start of the process. For each spectator only the number of the
//! next frame is kept. A spectator whose next frame was dropped is [`Behind`] and needs a snapshot.

use std::{collections::VecDeque, sync::Arc};

use crate::{cursor::Seen, frame::Frame};

/// The limits of a ring. The newest frame is always kept, whatever its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Number of frames.
    pub(crate) frames: usize,
    /// Bytes of all frames together.
    pub(crate) bytes: usize,
}

/// The frame that a spectator needs next was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

/// The newest frames, numbered.
#[derive(Debug)]
pub(crate) struct Ring {
    limits: Limits,
    frames: VecDeque<Arc<Frame>>,
    /// The number of the oldest frame.
    first: u64,
    bytes: usize,
    /// The last messages in each stream that led to dropped frames.
    dropped: Seen,
}

impl Ring {
    /// Returns a ring without frames.
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, frames: VecDeque::new(), first: 0, bytes: 0, dropped: Seen::default() }
    }

    /// Returns the number that the next frame will have.
    pub(crate) fn next(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    /// Returns the number of the oldest frame.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Adds the newest frame and drops the oldest ones until the limits are kept.
    pub(crate) fn push(&mut self, frame: Arc<Frame>) {
        self.bytes += frame.size();
        self.frames.push_back(frame);
        while self.frames.len() > 1
            && (self.frames.len() > self.limits.frames || self.bytes > self.limits.bytes)
        {
            let Some(oldest) = self.frames.pop_front() else { break };
            self.bytes -= oldest.size();
            self.dropped.join(oldest.sources);
            self.first += 1;
        }
    }

    /// Records that there is no frame for the messages up to `seen`.
    pub(crate) fn start_at(&mut self, seen: Seen) {
        self.dropped.join(seen);
    }

    /// Drops every frame, so that every spectator is [`Behind`], even one who comes back with a
    /// cursor older than `seen`.
    pub(crate) fn clear(&mut self, seen: Seen) {
        self.first = self.next() + 1;
        self.frames = VecDeque::new();
        self.bytes = 0;
        self.dropped = seen;
    }

    /// Appends at most `max` frames from number `from` on to `out`; returns the number of the frame
    /// after them.
    ///
    /// # Errors
    /// [`Behind`] if frame `from` was dropped.
    pub(crate) fn read(
        &self,
        from: u64,
        max: usize,
        mut out: impl FnMut(&Arc<Frame>),
    ) -> Result<u64, Behind> {
        let skipped = from.checked_sub(self.first).ok_or(Behind)?;
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let mut next = from;
        for frame in self.frames.iter().skip(skipped).take(max) {
            out(frame);
            next += 1;
        }
        Ok(next)
    }

    /// Returns the number of the first frame that is not completely known to a spectator at
    /// `since`.
    ///
    /// All frames from there on are sent again: another replica may have made them in another
    /// order, and only all of them lead to the view of this one. On the same replica no frame is
    /// sent twice.
    ///
    /// # Errors
    /// [`Behind`] if a frame was dropped that the spectator does not know.
    pub(crate) fn resume(&self, since: Seen) -> Result<u64, Behind> {
        if !since.covers(self.dropped) {
            return Err(Behind);
        }
        let seen = self.frames.iter().take_while(|frame| since.covers(frame.sources)).count();
        Ok(self.first + seen as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(sources: Seen) -> Arc<Frame> {
        Arc::new(Frame::new("c", Vec::new(), sources).unwrap())
    }

    fn game(game: u64) -> Seen {
        Seen { game, ..Seen::default() }
    }

    fn ring(frames: usize, bytes: usize) -> Ring {
        let mut ring = Ring::new(Limits { frames, bytes });
        ring.start_at(game(10));
        for sequence in 11..=15 {
            ring.push(frame(game(sequence)));
        }
        ring
    }

    fn read(ring: &Ring, from: u64, max: usize) -> Result<Vec<u64>, Behind> {
        let mut frames = Vec::new();
        let next = ring.read(from, max, |frame| frames.push(frame.sources.game))?;
        assert_eq!(next, from + frames.len() as u64);
        Ok(frames)
    }

    #[test]
    fn frames_are_read_in_order_until_they_are_dropped() {
        let ring = ring(3, usize::MAX);
        assert_eq!((ring.first(), ring.next()), (2, 5));
        assert_eq!(read(&ring, 2, 10), Ok(vec![13, 14, 15]));
        assert_eq!(read(&ring, 2, 2), Ok(vec![13, 14]));
        assert_eq!(read(&ring, 4, 10), Ok(vec![15]));
        assert_eq!(read(&ring, 5, 10), Ok(vec![]));
        assert_eq!(read(&ring, 1, 10), Err(Behind));
    }

    #[test]
    fn bytes_are_bounded_but_the_newest_frame_stays() {
        let ring = ring(usize::MAX, 1);
        assert_eq!(read(&ring, 4, 10), Ok(vec![15]));
        assert_eq!(ring.first(), 4);
    }

    #[test]
    fn a_cursor_resumes_at_the_first_frame_that_it_has_not_seen() {
        let ring = ring(3, usize::MAX);
        for (since, resumed) in [(11, Err(Behind)), (12, Ok(2)), (13, Ok(3)), (15, Ok(5))] {
            assert_eq!(ring.resume(game(since)), resumed, "{since}");
        }
        assert_eq!(Ring::new(ring.limits).resume(game(0)), Ok(0));
    }

    #[test]
    fn a_cursor_from_before_the_first_frame_is_behind() {
        let ring = ring(10, usize::MAX);
        assert_eq!(ring.resume(game(9)), Err(Behind));
        assert_eq!(ring.resume(game(10)), Ok(0));
    }

    #[test]
    fn a_cursor_counts_each_stream_by_itself() {
        let mut ring = ring(10, usize::MAX);
        let mut both = game(12);
        both.tournament = 3;
        ring.push(frame(both));
        // The messages of GAME were seen on another replica, those of TOURNAMENT were not.
        assert_eq!(ring.resume(game(20)), Ok(5));
        let mut seen = game(20);
        seen.tournament = 3;
        assert_eq!(ring.resume(seen), Ok(6));
    }

    #[test]
    fn a_cleared_ring_leaves_every_spectator_behind() {
        let mut ring = ring(10, usize::MAX);
        let next = ring.next();
        ring.clear(game(4));
        assert_eq!(read(&ring, next, 10), Err(Behind));
        assert_eq!(ring.resume(game(3)), Err(Behind));
        assert_eq!(ring.resume(game(4)), Ok(next + 1));
    }
}
