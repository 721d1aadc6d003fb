//! A device in the hall.

use proto::v1::board_ingest_service_client::BoardIngestServiceClient;

use crate::{again::BoardIngestClient, channel::LossyChannel, seed::Dice};

/// A device that numbers its inputs.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) name: String,
    /// The number of its last input.
    pub(crate) told: u64,
    pub(crate) channel: BoardIngestClient,
    /// The error of its clock; `None` without a clock, whose inputs bear no stamps.
    pub(crate) skew_ms: Option<i64>,
}

impl Device {
    /// Makes a device that has handed in nothing.
    pub(crate) fn new(name: String, channel: &LossyChannel, dice: &Dice) -> Self {
        let skew = dice.number(0..=600);
        let has_clock = dice.happens(500);
        let skew_ms = has_clock.then(|| i64::try_from(skew).unwrap_or(0) - 300);
        Self { name, told: 0, channel: BoardIngestServiceClient::new(channel.clone()), skew_ms }
    }
}
