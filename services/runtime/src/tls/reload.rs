//! The certificate of new connections, which is replaced when its files change.

use std::{
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use tokio_rustls::rustls::{
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

use super::certificate::{Certificate, CertificateError};
use crate::{error_chain, metrics::TLS_EXPIRY, run_blocking::run_blocking, wall_clock::WallClock};

/// Interval at which the files are looked at.
const LOOK: Duration = Duration::from_secs(2);
/// Time before its end from which a certificate is talked about. Federations fetch one less than
/// two weeks before an event.
const SOON_MS: i64 = 3 * 24 * 3600 * 1000;

/// The certificate that new connections have.
#[derive(Debug)]
pub(super) struct Current {
    certificate_file: PathBuf,
    key_file: PathBuf,
    certificate: RwLock<Arc<Certificate>>,
}

/// The state of a file, by which a change is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    size: u64,
    changed: (i64, i64),
}

impl From<Metadata> for Stamp {
    fn from(file: Metadata) -> Self {
        let changed = (file.mtime(), file.mtime_nsec());
        Self { inode: file.ino(), size: file.size(), changed }
    }
}

impl Current {
    /// Reads a certificate and its key.
    ///
    /// # Errors
    /// [`CertificateError`].
    pub(super) fn read(certificate: PathBuf, key: PathBuf) -> Result<Self, CertificateError> {
        let read = Certificate::read(&certificate, &key)?;
        tell(&read);
        let (certificate_file, key_file) = (certificate, key);
        Ok(Self { certificate_file, key_file, certificate: RwLock::new(Arc::new(read)) })
    }

    /// Returns the certificate.
    pub(super) fn certificate(&self) -> Arc<Certificate> {
        Arc::clone(&self.certificate.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the files again whenever they have changed. While they cannot be used, as in the midst
    /// of a change, the certificate stays as it is.
    pub(super) async fn keep(self: Arc<Self>) {
        let mut read = self.stamps().await;
        let mut failed = None;
        loop {
            tokio::time::sleep(LOOK).await;
            expires_in(&self.certificate());
            let now = self.stamps().await;
            if now == read {
                continue;
            }
            let files = (self.certificate_file.clone(), self.key_file.clone());
            match run_blocking(move || Certificate::read(&files.0, &files.1)).await {
                Some(Ok(certificate)) => {
                    tell(&certificate);
                    let certificate = Arc::new(certificate);
                    *self.certificate.write().unwrap_or_else(PoisonError::into_inner) = certificate;
                    (read, failed) = (now, None);
                }
                Some(Err(error)) if failed != Some(now) => {
                    let error = error_chain(&error);
                    tracing::error!(error, "the new certificate cannot be used; the old one stays");
                    failed = Some(now);
                }
                _as_before => {}
            }
        }
    }

    /// Returns the states of both files; `None` for one that is not there.
    async fn stamps(&self) -> [Option<Stamp>; 2] {
        let files = [self.certificate_file.clone(), self.key_file.clone()];
        let look = move || files.each_ref().map(|file| stamp(file).ok());
        run_blocking(look).await.unwrap_or_default()
    }
}

fn stamp(file: &Path) -> io::Result<Stamp> {
    Ok(fs::metadata(file)?.into())
}

/// Logs what a certificate is for, and how long.
fn tell(certificate: &Certificate) {
    let left = expires_in(certificate);
    let names = certificate.names().join(", ");
    let days = left / (24 * 3600 * 1000);
    if left <= 0 {
        tracing::error!(names, "the certificate for TLS has expired: browsers refuse it");
    } else if certificate.begins() > WallClock::system().now() {
        tracing::error!(
            names,
            "the certificate for TLS is not valid yet: is the time of day right?"
        );
    } else if left < SOON_MS {
        tracing::warn!(names, days, "the certificate for TLS expires soon");
    } else {
        tracing::info!(names, days, "serves with a certificate");
    }
}

/// Returns the time until a certificate expires, in milliseconds, and tells it to whoever asks for
/// metrics.
fn expires_in(certificate: &Certificate) -> i64 {
    let left = certificate.ends().millis() - WallClock::system().now().millis();
    TLS_EXPIRY.set(0, left);
    left
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(self.certificate().certified()))
    }
}
