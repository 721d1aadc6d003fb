//! Looks for streams of the log that are missing, were made anew, or lack messages, and tells the
//! desks; also if ACCESS has lost its end, which nothing makes anew and nobody hands in again.

use std::{collections::BTreeMap, time::Duration};

use phrases::operation::Trouble;
use proto::subject::Stream;
use runtime::{EventLog, LedgerError, StreamDamage};

use crate::{
    access_error::AccessError,
    authorities::Authorities,
    metrics,
    watchers::{Damages, Watchers},
};

/// Interval at which the streams are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The name of the stream of people and devices.
const ACCESS: &str = "ACCESS";

/// Looks every few seconds, because NATS tells of no damage, and tells the watchers what was found
/// twice: a stream may be being made.
pub(crate) async fn watch(log: EventLog, authorities: Authorities, watchers: Watchers) {
    let mut before = BTreeMap::new();
    loop {
        match look(&log, &authorities).await {
            Ok(found) => {
                let lasting = found.iter().filter(|(stream, it)| before.get(*stream) == Some(*it));
                let now = log.clock().now();
                let lasting: Damages =
                    lasting.map(|(stream, it)| (*stream, (now, it.clone()))).collect();
                tell(&watchers, lasting);
                before = found;
            }
            // The calls of the desk fail in that case, and their errors say more.
            Err(error) => tracing::debug!(%error, "look for damage"),
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn look(
    log: &EventLog,
    authorities: &Authorities,
) -> Result<BTreeMap<&'static str, Trouble>, AccessError> {
    let mut found = BTreeMap::new();
    for of in Stream::ALL {
        let stream = of.name();
        let trouble = match log.damage(of).await.map_err(LedgerError::from)? {
            None => continue,
            Some(StreamDamage::Missing) => Trouble::StreamMissing { stream },
            Some(StreamDamage::Remade) => Trouble::StreamRemade { stream },
            Some(StreamDamage::Lacks { messages }) => Trouble::StreamLacks { stream, messages },
        };
        found.insert(stream, trouble);
    }
    if !found.contains_key(ACCESS)
        && let Some(file) = authorities.lost_changes().await?
    {
        found.insert(ACCESS, Trouble::AccessSetBack { file });
    }
    Ok(found)
}

fn tell(watchers: &Watchers, damages: Damages) {
    let before = watchers.damages();
    for (stream, (_since, trouble)) in &damages {
        if before.get(stream).is_none_or(|(_since, known)| known != trouble) {
            tracing::error!(stream, ?trouble, "the event log is damaged");
        }
    }
    metrics::damaged(|stream| damages.contains_key(stream));
    watchers.set_damages(damages);
}
