//! The longest line of questions about rules, and their error of a position.

use draughts::fen::FenError;
use thiserror::Error;

/// The longest line has room for any game.
pub(super) const LINE_BYTES_MAX: usize = 64 * 1024;

/// Reason why a text is not a position.
#[derive(Debug, Error)]
#[error("fen: {0}")]
pub(super) struct NoPosition(#[from] FenError);
