//! Calls to the services that go on until they are answered.

use std::{fmt, time::Duration};

use proto::v1::{
    board_ingest_service_client::BoardIngestServiceClient,
    pairing_service_client::PairingServiceClient,
    rules_validation_service_client::RulesValidationServiceClient,
};
use runtime::{
    MAX_ANSWER,
    client::{TracedChannel, channel},
};
use tonic::{Code, Response, Status};

const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

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
}

/// Clients of the services. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clients {
    /// The door.
    pub ingest: BoardIngestServiceClient<TracedChannel>,
    /// The judge.
    pub judge: RulesValidationServiceClient<TracedChannel>,
    /// The tournaments.
    pub pairing: PairingServiceClient<TracedChannel>,
}

impl Clients {
    /// Clients that connect when they are used.
    ///
    /// # Errors
    /// When an address is not one.
    pub fn new(targets: &Targets) -> Result<Self, tonic::transport::Error> {
        Ok(Self {
            ingest: BoardIngestServiceClient::new(channel(&targets.board_ingest)?),
            judge: RulesValidationServiceClient::new(channel(&targets.rules_validation)?),
            pairing: PairingServiceClient::new(channel(&targets.pairing)?)
                .max_decoding_message_size(MAX_ANSWER),
        })
    }
}

/// Returns whether the same call may succeed later.
fn may_pass(status: &Status) -> bool {
    // The status of a broken connection has a source, that of a service has none.
    let is_broken = std::error::Error::source(status).is_some();
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

/// Calls until there is an answer other than that the service is away. Only for calls that may be
/// repeated.
///
/// # Errors
/// The service's refusal.
pub async fn until_answered<T, F>(
    what: impl fmt::Display,
    mut call: impl FnMut() -> F,
) -> Result<T, Status>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let mut pause = FIRST_PAUSE;
    let mut said = false;
    loop {
        match call().await {
            Ok(answer) => return Ok(answer.into_inner()),
            Err(status) if may_pass(&status) => {
                if !said {
                    tracing::warn!(%what, error = status.message(), "no answer; trying again");
                    said = true;
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Err(status) => return Err(status),
        }
    }
}
