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
    /// in time. What comes after the time of a side was up waits until its flag has fallen, as long
    /// as a move may be on its way: that time does not count.
    pub(crate) fn check_fairness(&self, flooded: &[String]) -> Result<()> {
        let fallen = self.entries(Stream::Clock).iter().filter(|it| it.envelope.cause.is_none());
        let fallen: Vec<(String, Instant)> =
            fallen.map(|entry| (game(&entry.stored), entry.at)).collect();
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
                let flags = fallen.iter().filter(|(of, fell)| *of == id && *fell <= effect.at);
                let at = flags.map(|(_of, fell)| *fell).fold(*at, Instant::max);
                let waited = effect.at.duration_since(at);
                ensure!(
                    waited <= WAIT_MAX,
                    "{id}: {} {} had its effect in {} after {waited:?}, in a flood of {flooded:?}: {:#?}",
                    from.name(),
                    cause.sequence,
                    to.name(),
                    self.history(&id)
                );
            }
        }
        Ok(())
    }
}
