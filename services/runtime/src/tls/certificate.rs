//! A certificate with its key, as files hold them.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    net::IpAddr,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use proto::Timestamp;
use rustls_native_certs::load_native_certs;
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio_rustls::rustls::{
    self, RootCertStore,
    client::{verify_server_cert_signed_by_trust_anchor, verify_server_name},
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer, ServerName, UnixTime,
        pem::{self, PemObject as _},
    },
    server::ParsedCertificate,
    sign::CertifiedKey,
};
use x509_cert::{
    der::Decode as _,
    ext::pkix::{SubjectAltName, name::GeneralName},
};

use crate::wall_clock::WallClock;

/// The right of everybody to read a file.
const EVERYBODY_READS: u32 = 0o004;

/// A certificate that belongs to its key.
#[derive(Debug)]
pub struct Certificate {
    certified: Arc<CertifiedKey>,
    names: Vec<String>,
    begins: Timestamp,
    ends: Timestamp,
    is_public: bool,
}

/// The reason why a certificate cannot be used.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// A file cannot be read.
    #[error("read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{} holds no {wanted}: PEM is needed, with a line of BEGIN and one of END", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The thing that it should hold.
        wanted: &'static str,
        /// The reason.
        source: pem::Error,
    },
    /// Everybody on the machine may read the key.
    #[error("everybody may read the key {}: run `chmod 600` on it, and have a new one made if somebody did", path.display())]
    Exposed {
        /// The file.
        path: PathBuf,
    },
    /// The certificate cannot be understood.
    #[error("{} holds a certificate that cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: x509_cert::der::Error,
    },
    /// The certificate and the key cannot be used together.
    #[error("the key {} does not belong to the certificate {}, or is of a kind that is not known", key.display(), certificate.display())]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The reason.
        source: rustls::Error,
    },
}

impl Certificate {
    /// Reads a certificate with those of its issuers, and its key, both as PEM.
    ///
    /// # Errors
    /// [`CertificateError`]. One that has expired is read: a clock that was set wrongly must not
    /// stop an event.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, CertificateError> {
        let of = |path: &Path, wanted| {
            let path = path.to_owned();
            move |source| CertificateError::Missing { path, wanted, source }
        };
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| CertificateError::Read { path, source }
        };
        let text = fs::read(certificate).map_err(failed(certificate))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
        let chain = chain.map_err(of(certificate, "certificate"))?;
        let Some(first) = chain.first() else {
            return Err(of(certificate, "certificate")(pem::Error::NoItemsFound));
        };
        let unreadable =
            |source| CertificateError::Unreadable { path: certificate.to_owned(), source };
        let parsed = x509_cert::Certificate::from_der(first).map_err(unreadable)?.tbs_certificate;
        let validity = parsed.validity;
        let names = parsed.get::<SubjectAltName>().map_err(unreadable)?;
        let names = names.map(|(_critical, names)| names.0).unwrap_or_default();
        let names = names.iter().filter_map(name).collect();
        let secret = read_secret(key)?;
        let secret = PrivateKeyDer::from_pem_slice(&secret).map_err(of(key, "key"))?;
        let mismatch = |source| {
            let (certificate, key) = (certificate.to_owned(), key.to_owned());
            CertificateError::Mismatch { certificate, key, source }
        };
        let certified = CertifiedKey::from_der(chain, secret, &ring::default_provider());
        let certified = Arc::new(certified.map_err(mismatch)?);
        Ok(Self {
            is_public: is_public(&certified.cert),
            certified,
            names,
            begins: moment(validity.not_before.to_unix_duration()),
            ends: moment(validity.not_after.to_unix_duration()),
        })
    }

    /// Returns the names and addresses for which it holds.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the moment from which it is valid.
    #[must_use]
    pub fn begins(&self) -> Timestamp {
        self.begins
    }

    /// Returns the moment until which it is valid.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        self.ends
    }

    /// Returns true if it holds for this name or address.
    #[must_use]
    pub fn is_for(&self, name: &str) -> bool {
        let Ok(name) = ServerName::try_from(name) else { return false };
        let parsed = parsed(&self.certified.cert);
        parsed.is_some_and(|parsed| verify_server_name(&parsed, &name).is_ok())
    }

    /// Returns its fingerprint, by which people compare it: SHA-256 in pairs of hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let first = self.certified.cert.first().map(|first| first.as_ref()).unwrap_or_default();
        let pairs = Sha256::digest(first).into_iter().map(|byte| format!("{byte:02X}"));
        pairs.collect::<Vec<_>>().join(":")
    }

    /// Returns true if an authority issued it that the system of this machine trusts, and so that
    /// of strangers, as far as can be told from here.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.is_public
    }

    /// Returns it as rustls presents it.
    pub(super) fn certified(&self) -> &Arc<CertifiedKey> {
        &self.certified
    }
}

fn parsed<'a>(chain: &'a [CertificateDer<'a>]) -> Option<ParsedCertificate<'a>> {
    ParsedCertificate::try_from(chain.first()?).ok()
}

/// Returns true if the system of this machine trusts the authority that issued a certificate.
fn is_public(chain: &[CertificateDer<'_>]) -> bool {
    let Some(parsed) = parsed(chain) else { return false };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(load_native_certs().certs);
    let issuers = chain.get(1..).unwrap_or_default();
    let now = WallClock::system().now().millis().unsigned_abs();
    let now = UnixTime::since_unix_epoch(Duration::from_millis(now));
    let algorithms = ring::default_provider().signature_verification_algorithms.all;
    verify_server_cert_signed_by_trust_anchor(&parsed, &roots, issuers, now, algorithms).is_ok()
}

/// Reads the file of a key, unless everybody may.
fn read_secret(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let failed = |source| CertificateError::Read { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.mode() & EVERYBODY_READS != 0 {
        return Err(CertificateError::Exposed { path: path.to_owned() });
    }
    let mut secret = Vec::new();
    file.read_to_end(&mut secret).map_err(failed)?;
    Ok(secret)
}

/// Returns a name as people write it; `None` for one of another kind.
fn name(name: &GeneralName) -> Option<String> {
    if let GeneralName::DnsName(name) = name {
        return Some(name.to_string());
    }
    let GeneralName::IpAddress(address) = name else { return None };
    let bytes = address.as_bytes();
    let v4 = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    let address = v4.or_else(|_longer| <[u8; 16]>::try_from(bytes).map(IpAddr::from));
    address.ok().map(|address| address.to_string())
}

fn moment(since_epoch: Duration) -> Timestamp {
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
