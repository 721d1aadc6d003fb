//! The device that an agent is: its name, and the key and token by which it calls.

use std::path::{Path, PathBuf};

use anyhow::bail;
use proto::{
    subject::{TournamentId, VenueId},
    v1::{
        RenewSessionRequest, SignedIn, TournamentRef, access_service_client::AccessServiceClient,
        board_ingest_service_client::BoardIngestServiceClient,
    },
};
use ring::{rand::SystemRandom, signature::EcdsaKeyPair};
use runtime::{
    SIGNATURE,
    client::{Credentials, TracedChannel},
    signed_bytes,
};
use tokio::sync::Mutex;
use tonic::{
    Request, Status,
    metadata::{BinaryMetadataKey, BinaryMetadataValue},
};

use super::enrolment::{self, Enrolment};

const RENEW: &str = "/damcast.v1.AccessService/RenewSession";

/// A device at a table.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) id: String,
    pub(super) tournament: TournamentRef,
    pub(super) ingest: BoardIngestServiceClient<TracedChannel>,
    access: AccessServiceClient<TracedChannel>,
    credentials: Credentials,
    key: Option<EcdsaKeyPair>,
    file: PathBuf,
    enrolment: Mutex<Option<Enrolment>>,
}

/// The name of a device, where the venue has no authority.
pub(super) struct Named {
    pub(super) venue: VenueId,
    pub(super) tournament: Option<TournamentId>,
    pub(super) device: Option<String>,
}

impl Device {
    /// Opens the device of a folder. A device that is not enrolled has the name that it is given.
    ///
    /// # Errors
    /// If what the folder has cannot be read, or nothing says which device it is.
    pub(super) fn open(
        folder: &Path,
        named: Named,
        channel: TracedChannel,
        credentials: Credentials,
    ) -> anyhow::Result<Self> {
        let file = enrolment::file(folder);
        let access = AccessServiceClient::new(channel.clone());
        let enrolment = enrolment::kept(&file)?;
        let session = enrolment.as_ref().and_then(|enrolment| enrolment.session.clone());
        let key = enrolment.as_ref().map(|it| enrolment::pair(&it.key)).transpose()?;
        let (id, tournament) = match session {
            Some(session) => {
                credentials.set(&session.token);
                (session.device, session.tournament)
            }
            None => match (named.device, named.tournament) {
                (Some(device), Some(tournament)) => (device, tournament.to_string()),
                _ => bail!(
                    "which device is this? Enrol it by --enrol CODE, with a code of the desk; or \
                     give --tournament and --device where the venue has no authority"
                ),
            },
        };
        let tournament = TournamentRef { venue: named.venue.to_string(), tournament };
        let ingest = BoardIngestServiceClient::new(channel);
        let enrolment = Mutex::new(enrolment);
        Ok(Self { id, tournament, ingest, access, credentials, key, file, enrolment })
    }

    /// Returns a call of a path, signed with the key of the device if it has one.
    pub(super) fn signed<T: prost::Message>(
        &self,
        path: &str,
        message: T,
    ) -> Result<Request<T>, Status> {
        let signature = match &self.key {
            Some(key) => {
                let bytes = signed_bytes(path, &message.encode_to_vec());
                let signed = key.sign(&SystemRandom::new(), &bytes);
                Some(signed.map_err(|_unspecified| Status::internal("nothing to sign with"))?)
            }
            None => None,
        };
        let mut request = Request::new(message);
        if let Some(signature) = signature {
            let name = BinaryMetadataKey::from_static(SIGNATURE);
            let value = BinaryMetadataValue::from_bytes(signature.as_ref());
            request.metadata_mut().insert_bin(name, value);
        }
        Ok(request)
    }

    /// Renews the session, which has ended.
    ///
    /// # Errors
    /// The status with which the service refuses it, or one that says that the device is not
    /// enrolled.
    pub(super) async fn renew(&self) -> Result<(), Status> {
        let mut enrolment = self.enrolment.lock().await;
        let session = enrolment.as_mut().and_then(|enrolment| enrolment.session.as_mut());
        let Some(session) = session else {
            return Err(Status::unauthenticated("the venue has an authority: enrol the agent"));
        };
        let request = RenewSessionRequest {
            venue: self.tournament.venue.clone(),
            expires_at_ms: session.expires_at_ms,
        };
        let renewed = self.access.clone().renew_session(self.signed(RENEW, request)?).await?;
        let Some(SignedIn { token, expires_at_ms, .. }) = renewed.into_inner().signed_in else {
            return Err(Status::unauthenticated("the session was not renewed"));
        };
        self.credentials.set(&token);
        (session.token, session.expires_at_ms) = (token, expires_at_ms);
        if let Some(enrolment) = &*enrolment
            && let Err(error) = enrolment::keep(&self.file, enrolment)
        {
            // It is renewed again after a restart.
            tracing::warn!(error = %error, "the renewed session is not kept");
        }
        Ok(())
    }
}
