//! Progress of a replay, on standard error.

use std::{io::Write as _, sync::Arc};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Counts the moves and games that were played and shows them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    ended: Arc<std::sync::atomic::AtomicUsize>,
}

impl Progress {
    /// Creates a progress that is shown as a bar on a terminal, and as lines elsewhere.
    #[must_use]
    pub fn shown(plies: usize) -> Self {
        let target = ProgressDrawTarget::stderr();
        let bar = ProgressBar::with_draw_target(u64::try_from(plies).ok(), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} moves  {msg}") {
            bar.set_style(style);
        }
        Self { bar: Some(bar), ended: Arc::default() }
    }

    /// Creates a progress that is not shown.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: None, ended: Arc::default() }
    }

    /// Counts a move.
    pub(crate) fn moved(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// Counts a game that has ended.
    pub(crate) fn ended(&self) {
        let ended = self.ended.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        self.show(&format!("{ended} games over"));
    }

    /// Shows a message.
    pub(crate) fn show(&self, text: &str) {
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() {
            let moves = bar.position();
            // If standard error is closed, nobody reads the message.
            drop(writeln!(std::io::stderr(), "{moves} moves, {text}"));
        } else {
            bar.set_message(text.to_owned());
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
