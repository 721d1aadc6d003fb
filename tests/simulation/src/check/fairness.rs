//! Looks for inputs that waited for a flood to another game.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Result, ensure};
use proto::subject::Stream;
use tokio::time::Instant;

use super::{Log, game};

/// The longest time in which an input is judged, and its clock pressed, while another game is
/// flooded: each of the eight games and the flood may have a message before it, at each of the two
/// services.
const WAIT_MAX: Duration = Duration::from_secs(1);

impl Log {
    /// Checks that each input to another than the `flooded` games is judged, and its clock pressed,
    /// in time.
    pub(crate) fn check_fairness(&self, flooded: &[String]) -> Result<()> {
        for (from, to) in [(Stream::Input, Stream::Game), (Stream::Game, Stream::Clock)] {
            let stored: BTreeMap<u64, Instant> =
                self.entries(from).iter().map(|entry| (entry.stored.sequence, entry.at)).collect();
            for effect in self.entries(to) {
                let Some(cause) = &effect.envelope.cause else { continue };
                let id = game(&effect.stored);
                if cause.stream != from.name() || flooded.contains(&id) {
                    continue;
                }
                let Some(at) = stored.get(&cause.sequence) else { continue };
                let waited = effect.at.duration_since(*at);
                ensure!(
                    waited <= WAIT_MAX,
                    "{id}: {} {} had its effect in {} after {waited:?}, in a flood of {flooded:?}",
                    from.name(),
                    cause.sequence,
                    to.name()
                );
            }
        }
        Ok(())
    }
}
