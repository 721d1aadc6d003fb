//! Moves on a board without kings.
//!
//! All pieces are men, so the longest captures are the most valuable, and captures of one or two
//! pieces are counted for all men at once.

use crate::Color;
use crate::movegen::{Capture, Jumps, Rules, Side, View, best, each_direction, leap, step};
use crate::rays::SQUARES;

/// Calls `each` with the pieces of both sides after each legal move, and the new king.
#[inline(always)]
pub(super) fn children<S: Side, R: Rules>(
    own: u64,
    enemy: u64,
    list: &mut Vec<Capture>,
    mut each: impl FnMut(u64, u64, u64),
) {
    let empty = SQUARES & !(own | enemy);
    let jumps = Jumps::new::<R>(enemy, empty);
    let any = jumps.any::<R>();
    if own & any == 0 {
        for back in [5, 6] {
            let mut left = forward::<S>(own, back) & empty;
            while left != 0 {
                let to = left & left.wrapping_neg();
                left ^= to;
                let from = forward::<S::Other>(to, back);
                each(own ^ (from | to), enemy, to & S::KING_ROW);
            }
        }
    } else if jumps.landings::<R>(own) & any == 0 {
        each_direction!(R, direction, {
            let mut left = jumps.from(direction, own);
            while left != 0 {
                let from = left & left.wrapping_neg();
                left ^= from;
                let to = leap(direction, from);
                each(own ^ (from | to), enemy ^ step(direction, from), to & S::KING_ROW);
            }
        });
    } else {
        longest::<S, R>(own, enemy, &jumps, list);
        for capture in list.iter() {
            let to = 1 << capture.to;
            each((own & !(1 << capture.from)) | to, enemy ^ capture.captured, to & S::KING_ROW);
        }
    }
}

/// Moves men of this side forward by 5 or 6 bits.
#[inline(always)]
const fn forward<S: Side>(men: u64, by: u32) -> u64 {
    match S::COLOR {
        Color::White => men >> by,
        Color::Black => men << by,
    }
}

/// Returns the number of legal moves.
#[inline(always)]
pub(super) fn leaves<S: Side, R: Rules>(own: u64, enemy: u64, list: &mut Vec<Capture>) -> u64 {
    let empty = SQUARES & !(own | enemy);
    let jumps = Jumps::new::<R>(enemy, empty);
    let any = jumps.any::<R>();
    if own & any == 0 {
        let left = forward::<S>(own, 5) & empty;
        let right = forward::<S>(own, 6) & empty;
        return u64::from(left.count_ones() + right.count_ones());
    }
    if jumps.landings::<R>(own) & any == 0 {
        let mut count = 0;
        each_direction!(R, direction, {
            count += jumps.from(direction, own).count_ones();
        });
        return u64::from(count);
    }
    // Third captures are rare in International draughts, so it is worth checking for them.
    if !R::FRISIAN
        && let Some(count) = captures_of_two::<R>(own, &jumps)
    {
        return count;
    }
    longest::<S, R>(own, enemy, &jumps, list);
    list.len() as u64
}

/// Returns the number of captures of two pieces, if none takes more.
#[inline(never)]
fn captures_of_two<R: Rules>(own: u64, jumps: &Jumps) -> Option<u64> {
    let any = jumps.any::<R>();
    let (mut count, mut more) = (0, 0);
    each_direction!(R, direction, {
        let on = leap(direction, jumps.from(direction, own)) & any;
        if on != 0 {
            each_direction!(R, second, {
                let from = jumps.from(second, on);
                if from != 0 {
                    count += from.count_ones();
                    more |= leap(second, from) & jumps.after::<R>(second);
                }
            });
        }
    });
    (more == 0).then_some(u64::from(count))
}

/// Fills the list with the longest captures, each once, if a man can take two pieces.
#[inline(never)]
fn longest<S: Side, R: Rules>(own: u64, enemy: u64, jumps: &Jumps, list: &mut Vec<Capture>) {
    let view = View::of::<S, R>(own, enemy, 0, 0);
    let worth =
        view.captures_of_men::<R>(jumps.twice::<R>(own), best::worth::<R>(2, 0, false), list);
    if worth >= best::worth::<R>(R::MAN_ROUND, 0, false) && list.len() > 1 {
        list.sort_unstable();
        list.dedup();
    }
}
