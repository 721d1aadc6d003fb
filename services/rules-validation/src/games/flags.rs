//! Flags that wait: the log has lost moves of which their clock knew.

use runtime::LogEntry;
use tracing::Instrument as _;

use super::{GameActor, TRY_AGAIN};
use crate::halt::Halt;

impl GameActor {
    /// Judges a flag, unless it has to wait for moves that the log has lost.
    pub(super) async fn judge_flag(&mut self, flag: LogEntry) -> Result<(), Halt> {
        let game = self.ledger.state();
        if self.commands(&flag).iter().any(|command| game.lacks_moves_for(command)) {
            self.waiting.push(flag);
            return Ok(());
        }
        self.judge_entry(&flag).instrument(flag.span()).await
    }

    /// Judges the flags that have waited for moves which the game has again.
    pub(super) async fn judge_flags(&mut self) -> Result<(), Halt> {
        for flag in std::mem::take(&mut self.waiting) {
            self.judge_flag(flag).await?;
        }
        self.flags_due = self.log.clock().now().saturating_add(TRY_AGAIN);
        Ok(())
    }

    /// Judges the flags that have waited for moves which another replica may have judged.
    pub(super) async fn catch_up_and_judge_flags(&mut self) -> Result<(), Halt> {
        self.catch_up().await?;
        self.judge_flags().await
    }

    /// Logs that flags wait, if any do.
    pub(super) fn tell_waiting_flags(&self) {
        if !self.waiting.is_empty() {
            tracing::warn!(
                game = %self.key,
                "a flag waits for moves that the log has lost: devices hand them in again, or the arbiter rules on \
                 the game"
            );
        }
    }
}
