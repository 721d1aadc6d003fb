//! The newest frames of a tournament, for spectators who come back or read slowly.
//!
//! Frames are counted from the start of the process; a spectator is nothing but the number of the
//! frame that comes next. What falls out of the ring is lost to those who still wanted it: they
//! are [`Behind`] and need a snapshot.

use std::{collections::VecDeque, sync::Arc};

use crate::{cursor::Seen, frame::Frame};

/// How much a ring keeps; the newest frame is always kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Frames.
    pub(crate) frames: usize,
    /// Bytes of all frames.
    pub(crate) bytes: usize,
}

/// The frame that comes next is not there any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

/// The frames.
#[derive(Debug)]
pub(crate) struct Ring {
    limits: Limits,
    frames: VecDeque<Arc<Frame>>,
    /// The number of the oldest frame.
    first: u64,
    bytes: usize,
    /// What the frames that are not here told of.
    lost: Seen,
}

impl Ring {
    /// A ring without frames.
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, frames: VecDeque::new(), first: 0, bytes: 0, lost: Seen::default() }
    }

    /// The number of the frame that is to come.
    pub(crate) fn next(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    /// The number of the oldest frame.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Adds the newest frame and drops the oldest, as the limits want it.
    pub(crate) fn push(&mut self, frame: Arc<Frame>) {
        self.bytes += frame.size();
        self.frames.push_back(frame);
        while self.frames.len() > 1
            && (self.frames.len() > self.limits.frames || self.bytes > self.limits.bytes)
        {
            let Some(oldest) = self.frames.pop_front() else { break };
            self.bytes -= oldest.size();
            self.lost.join(oldest.tells);
            self.first += 1;
        }
    }

    /// Takes note that everything up to `seen` was told by no frame.
    pub(crate) fn start_at(&mut self, seen: Seen) {
        self.lost.join(seen);
    }

    /// Drops every frame and leaves every spectator behind; nobody can come back to before.
    pub(crate) fn cut(&mut self, seen: Seen) {
        self.first = self.next() + 1;
        self.frames = VecDeque::new();
        self.bytes = 0;
        self.lost = seen;
    }

    /// Puts frames from number `from` on onto `out`, at most `most`, and answers the number of the
    /// frame after them.
    pub(crate) fn read(
        &self,
        from: u64,
        most: usize,
        mut out: impl FnMut(&Arc<Frame>),
    ) -> Result<u64, Behind> {
        let skipped = from.checked_sub(self.first).ok_or(Behind)?;
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let mut next = from;
        for frame in self.frames.iter().skip(skipped).take(most) {
            out(frame);
            next += 1;
        }
        Ok(next)
    }

    /// The number of the first frame that tells anything that `since` has not seen.
    ///
    /// All frames from there on are told again: another replica may have had them in another
    /// order, and only all of them lead to what is shown here. On the same replica no frame
    /// comes twice.
    pub(crate) fn resume(&self, since: Seen) -> Result<u64, Behind> {
        if !since.covers(self.lost) {
            return Err(Behind);
        }
        let seen = self.frames.iter().take_while(|frame| since.covers(frame.tells)).count();
        Ok(self.first + seen as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(tells: Seen) -> Arc<Frame> {
        Arc::new(Frame::new("c", Vec::new(), tells).unwrap())
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

    fn read(ring: &Ring, from: u64, most: usize) -> Result<Vec<u64>, Behind> {
        let mut told = Vec::new();
        let next = ring.read(from, most, |frame| told.push(frame.tells.game))?;
        assert_eq!(next, from + told.len() as u64);
        Ok(told)
    }

    #[test]
    fn frames_are_read_in_order_until_they_are_lost() {
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
    fn a_cursor_leads_to_the_first_frame_that_it_has_not_seen() {
        let ring = ring(3, usize::MAX);
        for (since, resumed) in [(11, Err(Behind)), (12, Ok(2)), (13, Ok(3)), (15, Ok(5))] {
            assert_eq!(ring.resume(game(since)), resumed, "{since}");
        }
        assert_eq!(Ring::new(ring.limits).resume(game(0)), Ok(0));
    }

    #[test]
    fn what_was_known_before_the_first_frame_cannot_be_told() {
        let ring = ring(10, usize::MAX);
        assert_eq!(ring.resume(game(9)), Err(Behind));
        assert_eq!(ring.resume(game(10)), Ok(0));
    }

    #[test]
    fn each_stream_counts_by_itself() {
        let mut ring = ring(10, usize::MAX);
        let mut both = game(12);
        both.tournament = 3;
        ring.push(frame(both));
        // The game's part was seen elsewhere, the tournament's was not.
        assert_eq!(ring.resume(game(20)), Ok(5));
        let mut seen = game(20);
        seen.tournament = 3;
        assert_eq!(ring.resume(seen), Ok(6));
    }

    #[test]
    fn a_cut_leaves_everybody_behind() {
        let mut ring = ring(10, usize::MAX);
        let next = ring.next();
        ring.cut(game(4));
        assert_eq!(read(&ring, next, 10), Err(Behind));
        assert_eq!(ring.resume(game(3)), Err(Behind));
        assert_eq!(ring.resume(game(4)), Ok(next + 1));
    }
}
