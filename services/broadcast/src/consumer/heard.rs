//! Keeps known up to which moment every decision on the tournaments was heard.
//!
//! The streams are followed by themselves, so a move may come before an embargo that was decided
//! earlier. No message says that none was decided, so the log is asked.

use std::time::Duration;

use runtime::Stopped;
use tokio_util::sync::CancellationToken;
use tournament::EMBARGO_HEARD_WITHIN;

use crate::hub::Hub;

/// Interval at which the log is asked. Moves wait where it and the answer take longer than
/// [`EMBARGO_HEARD_WITHIN`] together.
const ASK_EVERY: Duration = Duration::from_millis(250);

const _: () = assert!(2 * ASK_EVERY.as_millis() <= EMBARGO_HEARD_WITHIN.as_millis());

/// Waits until TOURNAMENT was read to its end at some moment.
///
/// # Errors
/// [`Stopped`] if the service stops before that.
pub(super) async fn hear_first(hub: &Hub, stopping: &CancellationToken) -> Result<(), Stopped> {
    let hear = async {
        while !hub.log_state().has_heard() {
            hub.hear().await;
            if !hub.log_state().has_heard() {
                tokio::time::sleep(ASK_EVERY).await;
            }
        }
    };
    stopping.run_until_cancelled(hear).await.ok_or(Stopped)
}

/// Asks again and again. It does not end.
pub(super) async fn keep_hearing(hub: Hub) {
    loop {
        hub.hear().await;
        tokio::time::sleep(ASK_EVERY).await;
    }
}
