//! Locks whose holders leave no half-made change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after a holder panicked: for values that are never left half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
