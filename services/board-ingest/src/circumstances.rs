//! The circumstances of calls about a game: whether it is in play, so that no token ends it.

use std::time::Duration;

use async_trait::async_trait;
use live_game::DeviceId;
use runtime::{Call, Circumstances, Known};
use tokio::time::Instant;

use crate::tournaments::Tournaments;

/// Longest time that a call waits for the log before it is decided without it.
const PATIENCE: Duration = Duration::from_secs(1);

#[async_trait]
impl Circumstances for Tournaments {
    async fn of(&self, call: &Call) -> Known {
        let Some(key) = call.tournament() else { return Known::default() };
        let device = call.device().and_then(|device| DeviceId::new(device).ok());
        let by = Instant::now() + PATIENCE;
        let game_began = self.game_began(&key, call.game(), device.as_ref(), by).await;
        Known { game_began, ..Known::default() }
    }
}
