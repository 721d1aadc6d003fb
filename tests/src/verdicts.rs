//! Streams of verdicts and alarms, as a device or the desk receives them.

use anyhow::{Context as _, Result};
use proto::v1::{
    AlarmAcknowledged, ArbiterCall, ClockAlarm, LogDamage, Standstill, Verdict,
    WatchVerdictsRequest, WatchVerdictsResponse,
};
use tokio::time::{Instant, timeout_at};
use tonic::Streaming;

use crate::{LIMIT, client::Clients, round::Round};

/// The verdicts and alarms for a device.
#[derive(Debug)]
pub struct Verdicts {
    stream: Streaming<WatchVerdictsResponse>,
}

impl Verdicts {
    /// Watches verdicts as this device, with texts in this language.
    ///
    /// # Errors
    /// If board-ingest refuses.
    pub async fn watch(
        clients: &Clients,
        round: &Round,
        device: &str,
        language: &str,
    ) -> Result<Self> {
        let request = WatchVerdictsRequest {
            tournament: round.reference(),
            device: device.to_owned(),
            language: language.to_owned(),
        };
        let stream = clients.board_ingest.clone().watch_verdicts(request).await?.into_inner();
        Ok(Self { stream })
    }

    /// Returns the next verdict on an input of `device` for which `is_meant` returns true.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_of(
        &mut self,
        device: &str,
        is_meant: impl Fn(&Verdict) -> bool,
    ) -> Result<Verdict> {
        let is_meant = |told: WatchVerdictsResponse| {
            told.verdict.filter(|verdict| verdict.device == device && is_meant(verdict))
        };
        self.next(device, is_meant).await
    }

    /// Returns the next alarm.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_alarm(&mut self) -> Result<ClockAlarm> {
        self.next("an alarm", |told| told.alarm).await
    }

    /// Returns the next call for the arbiter.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_call(&mut self) -> Result<ArbiterCall> {
        self.next("a call", |told| told.call).await
    }

    /// Returns the next alarm that somebody acknowledged.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_acknowledged(&mut self) -> Result<AlarmAcknowledged> {
        self.next("an acknowledgement", |told| told.acknowledged).await
    }

    /// Returns the next message about a damaged stream.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_damage(&mut self) -> Result<LogDamage> {
        self.next("a damage", |told| told.log_damage).await
    }

    /// Returns the next message about a game that stands still.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next_standstill(&mut self) -> Result<Standstill> {
        self.next("a standstill", |told| told.standstill).await
    }

    /// Returns the next message that is meant.
    ///
    /// # Errors
    /// If none comes in time.
    pub async fn next<T>(
        &mut self,
        what: &str,
        meant: impl Fn(WatchVerdictsResponse) -> Option<T>,
    ) -> Result<T> {
        let limit = Instant::now() + LIMIT;
        loop {
            let next = timeout_at(limit, self.stream.message()).await;
            let next = next.with_context(|| format!("waited in vain for {what}"))??;
            if let Some(meant) = meant(next.context("the verdicts ended")?) {
                return Ok(meant);
            }
        }
    }
}
