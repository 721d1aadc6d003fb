//! Progress of the games of a round, as clock and rules-validation show it.

use anyhow::Result;
use proto::v1::{ClockState, GetClockRequest, GetGameRequest, Reason, Score};

use super::Round;
use crate::until;

impl Round {
    /// Waits until the clock of a table satisfies `is_so`, and returns it.
    ///
    /// # Errors
    /// If [`LIMIT`](crate::LIMIT) passes first.
    pub async fn clock(
        &self,
        what: &str,
        table: u32,
        is_so: impl Fn(&ClockState) -> bool,
    ) -> Result<ClockState> {
        until(what, || async {
            let request = GetClockRequest { game: Some(self.game(table)) };
            let clock = self.clients.clock.clone().get_clock(request).await.ok()?.into_inner();
            clock.clock?.state.filter(&is_so)
        })
        .await
    }

    /// Waits for the end of a game, and returns its score and reason.
    ///
    /// # Errors
    /// If [`LIMIT`](crate::LIMIT) passes first.
    pub async fn end(&self, table: u32) -> Result<(Score, Reason)> {
        until(&format!("the end of table {table}"), || async {
            let request = GetGameRequest { game: Some(self.game(table)), ..Default::default() };
            let game = self.clients.rules_validation.clone().get_game(request).await.ok()?;
            let outcome = game.into_inner().state?.outcome?;
            Some((outcome.score(), outcome.reason()))
        })
        .await
    }
}
