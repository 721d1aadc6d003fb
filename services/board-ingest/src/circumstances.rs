//! The circumstances of calls to board-ingest: whether their game is in play, so that no expired
//! token ends it. Puts refused calls on record.

use std::time::Duration;

use access::Attempt;
use async_trait::async_trait;
use live_game::DeviceId;
use proto::{
    Timestamp,
    convert::{round, table},
    subject::{GameId, TournamentKey, VenueId},
};
use runtime::{Call, Circumstances};
use tokio::time::{Instant, timeout_at};

use crate::{authorities::Authorities, refusals::Refusals, tournaments::Tournaments};

/// Longest time that a call waits for the log before it is decided without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Finds the circumstances of calls, and records refused ones.
#[derive(Clone, Debug)]
pub(crate) struct CallCircumstances {
    pub(crate) tournaments: Tournaments,
    pub(crate) authorities: Authorities,
    pub(crate) refusals: Refusals,
}

impl Tournaments {
    /// Returns the moment when the game began that a device speaks of, if it is in play: the one
    /// that is named, else the one at the table of the device. `None` also if nothing of it can be
    /// read by `by`.
    async fn game_began(
        &self,
        key: &TournamentKey,
        game: Option<GameId>,
        device: Option<&DeviceId>,
        by: Instant,
    ) -> Option<Timestamp> {
        let known = timeout_at(by, self.known(key)).await.ok()?.ok()?;
        let tournament = known.tournament.state();
        let (number, place) = if let Some(game) = game {
            (round(game.round()).ok()?, table(game.table()).ok()?)
        } else {
            let place = table(known.seats.state().seat(device?)?.table()?).ok()?;
            (*tournament.games_at_tables().get(&place)?, place)
        };
        tournament.in_play_since(number, place)
    }
}

impl CallCircumstances {
    /// Puts refused calls of one kind on record.
    pub(crate) fn note_refused(&self, venue: &VenueId, attempt: &Attempt, count: u32) {
        self.refusals.note(venue, attempt, count, self.authorities.now());
    }
}

#[async_trait]
impl Circumstances for CallCircumstances {
    async fn game_began(&self, call: &Call) -> Option<Timestamp> {
        let key = call.tournament()?;
        let device = call.device().and_then(|device| DeviceId::new(device).ok());
        let by = Instant::now() + PATIENCE;
        self.tournaments.game_began(&key, call.game(), device.as_ref(), by).await
    }
}
