//! Clients of the services, and calls that are repeated until a service answers.

use std::{error::Error as _, fmt, time::Duration};

use proto::v1::{
    board_ingest_service_client::BoardIngestServiceClient,
    pairing_service_client::PairingServiceClient,
    rules_validation_service_client::RulesValidationServiceClient,
};
use runtime::{
    MAX_ANSWER, Retry, Stopped,
    client::{Credentials, TracedChannel, TrustConfig, channel},
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Response, Status};

/// Pauses between calls to a service that is away.
const CALLS: Retry = Retry::new(Duration::from_millis(50), Duration::from_secs(1));

/// The addresses of the services.
#[derive(Clone, Debug, clap::Args)]
pub struct Targets {
    /// Address of board-ingest.
    #[arg(
        long,
        env = "DAMCAST_BOARD_INGEST_URL",
        default_value = "http://127.0.0.1:8081",
        value_name = "URL"
    )]
    pub board_ingest: String,
    /// Address of rules-validation.
    #[arg(
        long,
        env = "DAMCAST_RULES_VALIDATION_URL",
        default_value = "http://127.0.0.1:8082",
        value_name = "URL"
    )]
    pub rules_validation: String,
    /// Address of pairing.
    #[arg(
        long,
        env = "DAMCAST_PAIRING_URL",
        default_value = "http://127.0.0.1:8084",
        value_name = "URL"
    )]
    pub pairing: String,
    /// The authorities of https://.
    #[command(flatten)]
    pub trust: TrustConfig,
}

/// Clients of the services. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clients {
    /// Client of board-ingest.
    pub ingest: BoardIngestServiceClient<TracedChannel>,
    /// Client of rules-validation.
    pub rules: RulesValidationServiceClient<TracedChannel>,
    /// Client of pairing.
    pub pairing: PairingServiceClient<TracedChannel>,
}

impl Clients {
    /// Creates clients that connect on first use, and call with these credentials.
    ///
    /// # Errors
    /// If an address is not a URL, or the authority cannot be used.
    pub fn new(targets: &Targets, credentials: &Credentials) -> anyhow::Result<Self> {
        let trust = targets.trust.read()?;
        let channel = |url: &str| channel(url, &trust, credentials);
        Ok(Self {
            ingest: BoardIngestServiceClient::new(channel(&targets.board_ingest)?),
            rules: RulesValidationServiceClient::new(channel(&targets.rules_validation)?),
            pairing: PairingServiceClient::new(channel(&targets.pairing)?)
                .max_decoding_message_size(MAX_ANSWER),
        })
    }
}

/// Returns true if the same call may succeed later.
fn is_temporary(status: &Status) -> bool {
    // The status of a broken connection has a source, that of a service has none.
    let is_broken = status.source().is_some();
    is_broken
        || matches!(
            status.code(),
            Code::Unavailable
                | Code::Aborted
                | Code::ResourceExhausted
                | Code::DeadlineExceeded
                | Code::Cancelled
                | Code::Unknown
        )
}

/// Repeats `call` until the service answers or refuses; warns once if it is away. The call has to
/// be safe to repeat, because the service may have carried out one whose answer was lost.
///
/// # Errors
/// The status with which the service refused the call.
pub async fn until_answered<T, F>(
    what: impl fmt::Display,
    mut call: impl FnMut() -> F,
) -> Result<T, Status>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let attempt = || {
        // On the heap, because every caller of a caller would carry it.
        let called = Box::pin(call());
        async move {
            match called.await {
                Ok(answer) => Ok(Ok(answer.into_inner())),
                Err(status) if is_temporary(&status) => Err(status),
                Err(status) => Ok(Err(status)),
            }
        }
    };
    let complain = |status: &Status| {
        tracing::warn!(%what, error = status.message(), "no answer; trying again");
        true
    };
    // A caller that no longer wants the answer drops the call.
    let never = CancellationToken::new();
    match CALLS.until_done(&never, attempt, complain).await {
        Ok(answered) => answered,
        Err(Stopped) => Err(Status::cancelled("the call was given up")),
    }
}
