//! The device that an agent is: its name, and the key and token by which it calls.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::{
    subject::{TournamentId, VenueId},
    v1::{
        EnrolDeviceRequest, RenewSessionRequest, SignedIn, TournamentRef,
        access_service_client::AccessServiceClient,
        board_ingest_service_client::BoardIngestServiceClient, enrol_device_request::Repeated,
    },
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use runtime::{
    SIGNATURE,
    client::{Credentials, TracedChannel},
    private_file, signed_bytes,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tonic::{
    Request, Status,
    metadata::{BinaryMetadataKey, BinaryMetadataValue},
};

const RENEW: &str = "/damcast.v1.AccessService/RenewSession";

/// An enrolment as its file keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Enrolment {
    /// The private key (PKCS 8), in Base64.
    key: String,
    /// Absent until the service has answered.
    session: Option<Session>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Session {
    tournament: String,
    device: String,
    token: String,
    expires_at_ms: i64,
}

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
    /// Opens the device of a folder. A code enrols it anew; a device that is not enrolled has the
    /// name that it is given.
    ///
    /// # Errors
    /// If the code is refused, what the folder has cannot be read, or nothing says which device it
    /// is.
    pub(super) async fn open(
        folder: &Path,
        code: Option<&str>,
        named: Named,
        channel: TracedChannel,
        credentials: Credentials,
    ) -> anyhow::Result<Self> {
        let file = folder.join("device.json");
        let mut access = AccessServiceClient::new(channel.clone());
        let mut enrolment = kept(&file)?;
        if let Some(code) = code {
            enrolment = Some(enrol(&file, enrolment, code, &named.venue, &mut access).await?);
        }
        let session = enrolment.as_ref().and_then(|enrolment| enrolment.session.clone());
        let key = enrolment.as_ref().map(|enrolment| pair(&enrolment.key)).transpose()?;
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
            && let Err(error) = keep(&self.file, enrolment)
        {
            // It is renewed again after a restart.
            tracing::warn!(error = %error, "the renewed session is not kept");
        }
        Ok(())
    }
}

/// Enrols a device. Its key is kept first: the same code with the same key counts again, if the
/// answer is lost.
async fn enrol(
    file: &Path,
    before: Option<Enrolment>,
    code: &str,
    venue: &VenueId,
    access: &mut AccessServiceClient<TracedChannel>,
) -> anyhow::Result<Enrolment> {
    // A device that is enrolled already becomes another one.
    let mut enrolment = match before.filter(|before| before.session.is_none()) {
        Some(unanswered) => unanswered,
        None => {
            let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
            let made = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new());
            let made = made.ok().context("the system gives no random numbers")?;
            Enrolment { key: STANDARD.encode(made.as_ref()), session: None }
        }
    };
    keep(file, &enrolment)?;
    let request = EnrolDeviceRequest {
        venue: venue.to_string(),
        key: pair(&enrolment.key)?.public_key().as_ref().to_vec().into(),
        repeated: Some(Repeated::Code(code.to_owned())),
    };
    let enrolled = access.enrol_device(request).await.context("enrol the agent")?.into_inner();
    let (Some(signed_in), Some(limits)) = (enrolled.signed_in, enrolled.limits) else {
        bail!("the service enrolled nothing");
    };
    if limits.tournament.is_empty() {
        bail!("the code is not for a table of a tournament");
    }
    tracing::warn!(
        device = signed_in.subject,
        words = enrolled.words,
        "enrolled; the desk shows these words too"
    );
    enrolment.session = Some(Session {
        tournament: limits.tournament,
        device: signed_in.subject,
        token: signed_in.token,
        expires_at_ms: signed_in.expires_at_ms,
    });
    keep(file, &enrolment)?;
    Ok(enrolment)
}

fn kept(file: &Path) -> anyhow::Result<Option<Enrolment>> {
    let text = match std::fs::read(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("read {}", file.display())),
    };
    let read = serde_json::from_slice(&text);
    read.map(Some).with_context(|| format!("{} is no enrolment", file.display()))
}

fn keep(file: &Path, enrolment: &Enrolment) -> anyhow::Result<()> {
    let text = serde_json::to_string(enrolment)?;
    private_file::write(file, &text).with_context(|| format!("write {}", file.display()))
}

fn pair(key: &str) -> anyhow::Result<EcdsaKeyPair> {
    let document = STANDARD.decode(key).context("the key of the device")?;
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let pair = EcdsaKeyPair::from_pkcs8(algorithm, &document, &SystemRandom::new());
    pair.ok().context("the key of the device")
}
