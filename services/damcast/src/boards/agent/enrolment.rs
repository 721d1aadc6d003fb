//! The enrolment of a device: its key, and the session that the service gave for it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::{
    subject::VenueId,
    v1::{
        EnrolDeviceRequest, access_service_client::AccessServiceClient,
        enrol_device_request::Repeated,
    },
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use runtime::{client::TracedChannel, private_file};
use serde::{Deserialize, Serialize};

/// The number of digits of a code; a secret of an invitation without one is longer.
const CODE_DIGITS: usize = 6;

/// An enrolment as its file keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Enrolment {
    /// The private key (PKCS 8), in Base64.
    pub(super) key: String,
    /// Absent until the service has answered.
    pub(super) session: Option<Session>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Session {
    pub(super) tournament: String,
    pub(super) device: String,
    pub(super) token: String,
    pub(super) expires_at_ms: i64,
}

/// Returns the file of the enrolment in the folder of a device.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("device.json")
}

/// Enrols the device of a folder by a code or the secret of an invitation. A device that is
/// enrolled already stays what it is, unless it is to be enrolled anew; then what it has stays
/// until the service has taken the code.
///
/// The key is kept before the call: the same code with the same key counts again, if the answer is
/// lost.
///
/// # Errors
/// If the code is refused, or the folder cannot be read or written.
pub(super) async fn enrol(
    folder: &Path,
    code: &str,
    is_anew: bool,
    venue: &VenueId,
    channel: TracedChannel,
) -> anyhow::Result<()> {
    let file = file(folder);
    if let Some(Enrolment { session: Some(session), .. }) = kept(&file)?
        && !is_anew
    {
        tracing::info!(
            device = session.device,
            tournament = session.tournament,
            "enrolled already, and kept: --anew enrols it again, as for another tournament"
        );
        return Ok(());
    }
    let asked = folder.join("device.asked.json");
    let mut enrolment = match kept(&asked)? {
        Some(unanswered) => unanswered,
        None => {
            let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
            let made = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new());
            let made = made.ok().context("the system gives no random numbers")?;
            Enrolment { key: STANDARD.encode(made.as_ref()), session: None }
        }
    };
    keep(&asked, &enrolment)?;
    let is_code = code.chars().filter(char::is_ascii_digit).count() == CODE_DIGITS
        && !code.contains(|it: char| it.is_ascii_alphabetic());
    let secret = code.to_owned();
    let request = EnrolDeviceRequest {
        venue: venue.to_string(),
        key: pair(&enrolment.key)?.public_key().as_ref().to_vec().into(),
        repeated: Some(if is_code { Repeated::Code(secret) } else { Repeated::Secret(secret) }),
    };
    let mut access = AccessServiceClient::new(channel);
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
    keep(&file, &enrolment)?;
    // Its key is in the other file now.
    fs::remove_file(&asked).with_context(|| format!("remove {}", asked.display()))
}

/// Returns the enrolment in a file; `None` if there is no such file.
///
/// # Errors
/// If it cannot be read.
pub(super) fn kept(file: &Path) -> anyhow::Result<Option<Enrolment>> {
    let text = match fs::read(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("read {}", file.display())),
    };
    let read = serde_json::from_slice(&text);
    read.map(Some).with_context(|| format!("{} is no enrolment", file.display()))
}

/// Writes an enrolment into a file.
///
/// # Errors
/// If it cannot be written.
pub(super) fn keep(file: &Path, enrolment: &Enrolment) -> anyhow::Result<()> {
    let text = serde_json::to_string(enrolment)?;
    private_file::write(file, &text).with_context(|| format!("write {}", file.display()))
}

/// Returns the key of an enrolment.
///
/// # Errors
/// If it is none.
pub(super) fn pair(key: &str) -> anyhow::Result<EcdsaKeyPair> {
    let document = STANDARD.decode(key).context("the key of the device")?;
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let pair = EcdsaKeyPair::from_pkcs8(algorithm, &document, &SystemRandom::new());
    pair.ok().context("the key of the device")
}

#[cfg(test)]
mod tests {
    use runtime::client::{Credentials, TrustConfig, channel};

    use super::*;

    #[tokio::test]
    async fn what_is_enrolled_is_kept_until_another_code_was_taken() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session {
            tournament: "kk".to_owned(),
            device: "board-agent-1".to_owned(),
            token: "secret".to_owned(),
            expires_at_ms: 1,
        };
        let enrolled = Enrolment { key: "key".to_owned(), session: Some(session) };
        keep(&file(folder.path()), &enrolled).unwrap();
        let before = fs::read(file(folder.path())).unwrap();
        let again = async |is_anew| {
            // Nobody answers there.
            let trust = TrustConfig::default().read().unwrap();
            let nowhere = channel("http://127.0.0.1:1", &trust, &Credentials::default()).unwrap();
            let venue = "main".parse().unwrap();
            enrol(folder.path(), "123456", is_anew, &venue, nowhere).await
        };
        again(false).await.unwrap();
        // The key of a code that nobody has taken is tried again.
        let mut keys = Vec::new();
        for _ in 0..2 {
            let refused = again(true).await.unwrap_err();
            assert_eq!(refused.to_string(), "enrol the agent");
            keys.push(kept(&folder.path().join("device.asked.json")).unwrap().unwrap().key);
        }
        assert_eq!(keys[0], keys[1]);
        assert_eq!(fs::read(file(folder.path())).unwrap(), before);
    }
}
