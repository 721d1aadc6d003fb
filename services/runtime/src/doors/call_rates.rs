//! Limits of the rates of calls and of refused calls.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use access::{Rate, RateLimit, TokenId};
use proto::Timestamp;

use crate::lock::lock;

/// Calls of one token: far more than a desk or a board makes.
const OF_TOKEN: Rate = Rate { burst: 1000, period: Duration::from_secs(10) };
/// Refused calls from one network, which many people may share.
const REFUSED: Rate = Rate { burst: 100, period: Duration::from_secs(60) };

/// The calls of the last seconds. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct CallRates {
    of_token: Arc<Mutex<RateLimit<TokenId>>>,
    refused: Arc<Mutex<RateLimit<IpAddr>>>,
}

impl Default for CallRates {
    fn default() -> Self {
        Self {
            of_token: Arc::new(Mutex::new(RateLimit::new(OF_TOKEN))),
            refused: Arc::new(Mutex::new(RateLimit::new(REFUSED))),
        }
    }
}

impl CallRates {
    /// Counts a call with a token.
    ///
    /// # Errors
    /// The time after which it may be tried again.
    pub(super) fn count_call(&self, token: &TokenId, now: Timestamp) -> Result<(), Duration> {
        let mut calls = lock(&self.of_token);
        calls.count(token.clone(), now)
    }

    /// Counts a refused call from the address of a network.
    ///
    /// # Errors
    /// As [`CallRates::count_call`].
    pub(super) fn count_refused(&self, network: IpAddr, now: Timestamp) -> Result<(), Duration> {
        let mut refused = lock(&self.refused);
        refused.count(network, now)
    }
}
