//! Building blocks of the whole-system tests: a system of real processes, players and spectators,
//! and checks of the log.

pub mod audit;
#[expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a failed test panics")]
pub mod authenticator;
pub mod authority;
pub mod boards;
pub mod client;
pub mod cluster;
pub mod collector;
pub mod damage;
pub mod free_port;
pub mod fuzz;
pub mod guarded;
pub mod health;
pub mod other_times;
mod positions;
mod program;
pub mod round;
pub mod script;
pub mod signer;
pub mod spectator;
pub mod story;
pub mod verdicts;

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

/// Longest time that a test waits for anything that must happen. Far above the usual time, so that
/// a busy machine makes no difference.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The name under which tests decide about tournaments.
pub const BY: &str = "Wedstriidlieder";

/// Interval at which a condition is checked that no event announces.
const GLANCE: Duration = Duration::from_millis(10);

/// Calls `look` until it returns a value.
///
/// # Errors
/// If [`LIMIT`] passes first; the error names `what` was waited for.
pub async fn until<T, F>(what: &str, mut look: impl FnMut() -> F) -> anyhow::Result<T>
where
    F: Future<Output = Option<T>>,
{
    let mut glances = interval(GLANCE);
    glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let seen = async {
        loop {
            glances.tick().await;
            if let Some(seen) = look().await {
                return seen;
            }
        }
    };
    timeout_at(Instant::now() + LIMIT, seen)
        .await
        .map_err(|_elapsed| anyhow::anyhow!("waited {} s in vain for {what}", LIMIT.as_secs()))
}
