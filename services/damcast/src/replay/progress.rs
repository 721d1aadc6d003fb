//! Shows the progress of a replay.

use std::{io::Write as _, sync::Arc};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Moves and games that were played. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    ended: Arc<std::sync::atomic::AtomicUsize>,
}

impl Progress {
    /// A bar on a terminal, lines elsewhere.
    #[must_use]
    pub fn shown(plies: usize) -> Self {
        let target = ProgressDrawTarget::stderr();
        let bar = ProgressBar::with_draw_target(u64::try_from(plies).ok(), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} moves  {msg}") {
            bar.set_style(style);
        }
        Self { bar: Some(bar), ended: Arc::default() }
    }

    /// Nothing is shown.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: None, ended: Arc::default() }
    }

    /// A move was played.
    pub(crate) fn moved(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// A game has ended.
    pub(crate) fn ended(&self) {
        let ended = self.ended.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        self.say(&format!("{ended} games over"));
    }

    /// Tells something.
    pub(crate) fn say(&self, text: &str) {
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() {
            let moves = bar.position();
            // A closed standard error has no reader.
            drop(writeln!(std::io::stderr(), "{moves} moves, {text}"));
        } else {
            bar.set_message(text.to_owned());
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
