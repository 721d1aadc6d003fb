//! The lever of a DGT clock, as presses of the players.

use draughts::Color;
use game_clock::{DgtSide, DgtTimes};

/// The largest number of presses that are held against one that says otherwise.
const CERTAIN: i8 = 8;

/// The lever of a clock beside a board.
///
/// A clock knows its left and its right, and not who sits there. The pieces tell: who put one down
/// presses.
#[derive(Clone, Debug)]
pub(super) struct Levers {
    /// True if somebody has said where White's time is.
    is_told: bool,
    /// The presses that say that White's time is on the left, less those that say the contrary.
    left: i8,
    /// The side on which the lever is high, and whether a time runs.
    before: Option<(DgtSide, bool)>,
    /// The sides, White's first, that have put pieces down since the last press.
    put: [bool; 2],
    is_at_start: bool,
}

impl Levers {
    /// Begins with the side of White's time, if somebody has said it.
    pub(super) const fn new(white: Option<DgtSide>) -> Self {
        let left = match white {
            Some(DgtSide::Left) => CERTAIN,
            Some(DgtSide::Right) => -CERTAIN,
            None => 0,
        };
        let is_told = white.is_some();
        Self { is_told, left, before: None, put: [false; 2], is_at_start: false }
    }

    /// Returns the side of White's time, if it is known.
    pub(super) const fn white(&self) -> Option<DgtSide> {
        match self.left {
            0 => None,
            1.. => Some(DgtSide::Left),
            _ => Some(DgtSide::Right),
        }
    }

    /// Notes that a side has put a piece down.
    pub(super) const fn put(&mut self, color: Color) {
        match color {
            Color::White => self.put[0] = true,
            Color::Black => self.put[1] = true,
        }
        self.is_at_start = false;
    }

    /// Notes that the pieces stand as at the start of a game: the clock may have been turned round
    /// since the last one.
    pub(super) const fn start(&mut self) {
        (self.is_at_start, self.put) = (true, [false; 2]);
        self.left = self.left.signum();
    }

    /// Forgets the lever, after a time of which nothing is known.
    pub(super) const fn forget(&mut self) {
        (self.before, self.put) = (None, [false; 2]);
    }

    /// Takes what the clock shows, and returns the side that has pressed. A lever that moves while
    /// no time runs is no press, and neither is one of which nobody knows whose it is.
    pub(super) fn take(&mut self, times: &DgtTimes) -> Option<Color> {
        let before = self.before.replace((times.lever, times.is_running));
        let (side, _) = before.filter(|(side, was_running)| {
            *side != times.lever && *was_running && times.is_running
        })?;
        self.press(side)
    }

    /// Takes a press on a side, and returns who sits there, if that is known.
    pub(super) fn press(&mut self, side: DgtSide) -> Option<Color> {
        let put = std::mem::take(&mut self.put);
        if !self.is_told {
            match put {
                [true, false] => self.learn(side, Color::White),
                [false, true] => self.learn(side, Color::Black),
                // Black starts White's time (2006 art. 2).
                [false, false] if self.is_at_start && self.left == 0 => {
                    self.learn(side, Color::Black);
                }
                [false, false] | [true, true] => {}
            }
        }
        let white = self.white()?;
        Some(if side == white { Color::White } else { Color::Black })
    }

    /// Learns from a press whose player is known.
    fn learn(&mut self, side: DgtSide, by: Color) {
        let sign = if (side == DgtSide::Left) == (by == Color::White) { 1 } else { -1 };
        self.left = (self.left + sign).clamp(-CERTAIN, CERTAIN);
        if self.left == 0 {
            self.left = sign;
        }
    }
}

#[cfg(test)]
mod tests {
    use game_clock::{
        DgtMessage,
        DgtSide::{Left, Right},
    };

    use super::*;

    fn times(lever: DgtSide, is_running: bool) -> DgtTimes {
        let status = u8::from(is_running) | if lever == Right { 2 } else { 0 };
        let bytes = [0x8d, 0, 10, 1, 0x20, 0, 1, 0x20, 0, status];
        let DgtMessage::Times(times) = DgtMessage::read(&bytes).unwrap() else {
            panic!("no times")
        };
        times
    }

    #[test]
    fn the_pieces_tell_whose_lever_it_is() {
        let mut levers = Levers::new(None);
        assert_eq!(levers.take(&times(Right, true)), None);
        // A lever that moves before anything else says nothing.
        assert_eq!((levers.take(&times(Left, true)), levers.white()), (None, None));
        levers.take(&times(Right, true));
        levers.put(Color::White);
        assert_eq!(levers.take(&times(Left, true)), Some(Color::White));
        assert_eq!(levers.take(&times(Left, true)), None, "it has not moved");
        assert_eq!(levers.take(&times(Right, true)), Some(Color::Black), "without a piece");
        assert_eq!(levers.white(), Some(Right));
    }

    #[test]
    fn a_lever_that_moves_while_the_clock_stands_is_no_press() {
        let mut levers = Levers::new(Some(Right));
        for (lever, is_running, pressed) in [
            (Right, false, None),
            (Left, false, None),
            (Right, true, None),
            (Left, true, Some(Color::White)),
            (Right, false, None),
            (Left, true, None),
        ] {
            assert_eq!(levers.take(&times(lever, is_running)), pressed);
        }
    }

    #[test]
    fn black_starts_the_clock_of_white_and_pieces_count_more() {
        let mut levers = Levers::new(None);
        levers.start();
        levers.take(&times(Left, true));
        assert_eq!(levers.take(&times(Right, true)), Some(Color::Black));
        assert_eq!(levers.white(), Some(Right));
        // It was White, who tried the lever: White moves, and presses on the left.
        levers.take(&times(Left, true));
        levers.put(Color::White);
        assert_eq!(levers.take(&times(Right, true)), Some(Color::White));
        assert_eq!(levers.white(), Some(Left));
        // Once it is certain, some presses after pieces of the opponent were set right change
        // nothing.
        for _ in 0..3 {
            levers.put(Color::Black);
            assert_eq!(levers.take(&times(Left, true)), Some(Color::Black));
            levers.put(Color::White);
            assert_eq!(levers.take(&times(Right, true)), Some(Color::White));
        }
        for _ in 0..2 {
            levers.put(Color::White);
            assert_eq!(levers.take(&times(Left, true)), Some(Color::Black));
            levers.put(Color::Black);
            assert_eq!(levers.take(&times(Right, true)), Some(Color::White));
        }
        assert_eq!(levers.white(), Some(Left));
        // For the next game the clock was turned round.
        levers.start();
        levers.put(Color::White);
        levers.take(&times(Left, true));
        levers.put(Color::Black);
        assert_eq!(levers.take(&times(Right, true)), Some(Color::Black));
        assert_eq!(levers.white(), Some(Right));
    }

    #[test]
    fn who_said_where_white_s_time_is_counts_more_than_pieces() {
        let mut levers = Levers::new(Some(Left));
        for lever in [Left, Right, Left, Right] {
            levers.put(Color::Black);
            levers.take(&times(lever, true));
        }
        assert_eq!(levers.white(), Some(Left));
    }
}
