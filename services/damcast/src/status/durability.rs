//! When nats-server has a message on its disk, and so the price of a loss of power.

use std::{fmt, path::Path, time::Duration};

use runtime::config::NatsConfig;
use serde::{Serialize, Serializer};

use crate::nats_server::{self, SyncInterval, monitoring};

/// The moment at which a message is on the disk of nats-server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnDisk {
    /// Before it is acknowledged.
    Always,
    /// At most so many seconds later.
    Within(u64),
}

impl OnDisk {
    fn after(time: Duration) -> Self {
        match time.as_millis() {
            0 => Self::Always,
            _later => Self::Within(time.as_secs() + u64::from(time.subsec_nanos() > 0)),
        }
    }

    /// Finds it out: from the nats-server whose monitoring is at a URL, or else in the
    /// configuration of `damcast up`, if that is asked. `None` if neither tells it.
    pub(super) async fn ask(
        monitoring: Option<&str>,
        nats: &NatsConfig,
        data: &Path,
    ) -> Option<Self> {
        if let Some(url) = monitoring {
            let time = monitoring::time_to_disk(url).await?;
            return Some(Self::after(time));
        }
        if !nats_server::is_of(nats, data) {
            return None;
        }
        let configuration = std::fs::read_to_string(data.join("nats/nats.conf")).ok()?;
        Some(match SyncInterval::of_configuration(&configuration)? {
            SyncInterval::Always => Self::Always,
            SyncInterval::EverySecond => Self::Within(1),
        })
    }
}

impl fmt::Display for OnDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::Within(seconds) => write!(f, "{seconds}s"),
        }
    }
}

impl Serialize for OnDisk {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_loss_of_power_costs_is_told_in_whole_seconds() {
        for (millis, expected, text) in [
            (0, OnDisk::Always, "always"),
            (1_000, OnDisk::Within(1), "1s"),
            (1_500, OnDisk::Within(2), "2s"),
            (120_000, OnDisk::Within(120), "120s"),
        ] {
            let told = OnDisk::after(Duration::from_millis(millis));
            assert_eq!((told, told.to_string()), (expected, text.to_owned()));
        }
    }
}
