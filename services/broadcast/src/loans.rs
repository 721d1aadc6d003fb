//! Shared bytes that are sent piece by piece, to readers of whom some are slow.
//!
//! A reader who stops in the middle of a large message holds its bytes although newer ones have
//! replaced them. So that many of them hold a bounded part of the memory together, bytes are lent:
//! the oldest ones are taken back when too many are lent, and their readers have to begin anew.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use bytes::Bytes;
use thiserror::Error;

/// Number of bytes that may be lent at once.
const BYTES_MAX: usize = 32 << 20;

/// Number of texts that may be lent at once, whatever their size.
const TEXTS_MIN: usize = 4;

/// Number of bytes in a piece: all that a reader who stops has of its own.
pub(crate) const PIECE: usize = 16 << 10;

/// The bytes were taken back before they were read to their end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("too slow: newer states have replaced the one that was read; ask again")]
pub(crate) struct TakenBack;

/// The bytes that are lent, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Loans(Mutex<VecDeque<Weak<Loan>>>);

/// Bytes that are lent to one or more readers; `None` once they were taken back.
#[derive(Debug)]
struct Loan(Mutex<Option<Bytes>>);

/// Lent bytes, and how far one reader has read them.
#[derive(Debug)]
pub(crate) struct Lent {
    loan: Arc<Loan>,
    read: usize,
}

impl Loans {
    /// Lends `bytes`, and takes back the oldest ones if too many are lent.
    pub(crate) fn lend(&self, bytes: &Bytes) -> Lent {
        let mut weak = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        weak.retain(|loan| loan.strong_count() > 0);
        let loans: Vec<Arc<Loan>> = weak.iter().filter_map(Weak::upgrade).collect();
        let is_same = |loan: &&Arc<Loan>| {
            loan.bytes().as_ref().is_some_and(|lent| std::ptr::eq(&**lent, &**bytes))
        };
        if let Some(loan) = loans.iter().find(is_same) {
            return Lent { loan: Arc::clone(loan), read: 0 };
        }
        let loan = Arc::new(Loan(Mutex::new(Some(bytes.clone()))));
        weak.push_back(Arc::downgrade(&loan));
        let mut lent = bytes.len();
        for (newer, older) in (1..).zip(loans.iter().rev()) {
            lent += older.bytes().as_ref().map_or(0, Bytes::len);
            if newer >= TEXTS_MIN && lent > BYTES_MAX {
                *older.bytes() = None;
            }
        }
        Lent { loan, read: 0 }
    }
}

impl Loan {
    fn bytes(&self) -> MutexGuard<'_, Option<Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lent {
    /// Returns a copy of the next piece; `None` after the last.
    ///
    /// # Errors
    /// [`TakenBack`].
    pub(crate) fn next_piece(&mut self) -> Result<Option<Bytes>, TakenBack> {
        let bytes = self.loan.bytes();
        let rest = bytes.as_ref().ok_or(TakenBack)?.get(self.read..).unwrap_or_default();
        let piece = rest.get(..PIECE).unwrap_or(rest);
        self.read += piece.len();
        Ok((!piece.is_empty()).then(|| Bytes::copy_from_slice(piece)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(content: u8, length: usize) -> Bytes {
        vec![content; length].into()
    }

    #[test]
    fn a_text_is_read_in_pieces_to_its_end() {
        let loans = Loans::default();
        for length in [0, 1, PIECE, PIECE + 1, 3 * PIECE] {
            let (text, mut read) = (text(7, length), Vec::new());
            let mut lent = loans.lend(&text);
            while let Some(piece) = lent.next_piece().unwrap() {
                assert!(piece.len() <= PIECE && piece.as_ptr() != text.as_ptr());
                read.extend(piece);
            }
            assert_eq!(read, text);
        }
    }

    #[test]
    fn readers_who_stop_hold_no_more_than_the_limit_together() {
        const LENGTH: usize = BYTES_MAX / 8;
        let loans = Loans::default();
        let mut lent: Vec<Lent> = (0..20).map(|n| loans.lend(&text(n, LENGTH))).collect();
        let held = |lent: &[Lent]| lent.iter().filter(|one| one.loan.bytes().is_some()).count();
        assert_eq!(held(&lent), 8);
        assert_eq!(lent[11].next_piece(), Err(TakenBack));
        assert_eq!(lent[12].next_piece(), Ok(Some(text(12, PIECE))));
        // Those who read to the end leave room for others.
        lent.drain(..19);
        lent.extend((20..27).map(|n| loans.lend(&text(n, LENGTH))));
        assert_eq!(held(&lent), 8);
    }

    #[test]
    fn a_few_texts_are_lent_however_large_they_are() {
        let loans = Loans::default();
        let lent: Vec<Lent> = (0..6).map(|n| loans.lend(&text(n, BYTES_MAX))).collect();
        let held: Vec<bool> = lent.iter().map(|one| one.loan.bytes().is_some()).collect();
        assert_eq!(held, [false, false, true, true, true, true]);
    }

    #[test]
    fn readers_of_one_text_share_it() {
        let (loans, text) = (Loans::default(), text(1, BYTES_MAX));
        let lent: Vec<Lent> = (0..100).map(|_| loans.lend(&text)).collect();
        assert!(lent.iter().all(|one| Arc::ptr_eq(&one.loan, &lent[0].loan)));
    }
}
