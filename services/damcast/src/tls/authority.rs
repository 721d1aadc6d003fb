//! An authority of one's own, in a folder that nobody else may read: its certificate and key, and
//! the certificate that it issued for this machine.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use proto::Timestamp;
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, PublicKeyData as _,
};
use runtime::{Certificate, WallClock, digest, private_file};
use time::OffsetDateTime;

/// The file of the certificate of an authority.
const CERTIFICATE: &str = "authority.crt";
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The life of an authority: installing another is work on each tablet.
const AUTHORITY_LIFE: Duration = Duration::from_secs(10 * 365 * 24 * 3600);
/// The life of a certificate, in days; devices refuse longer than two years.
const DAYS: u32 = 90;
/// Days before its end from which a certificate is renewed.
const RENEWED_BEFORE: u32 = 30;
/// Clocks of tablets may be behind.
const BEFORE: Duration = DAY;

/// An authority, in its folder.
#[derive(Debug)]
pub(crate) struct Authority {
    folder: PathBuf,
    key: KeyPair,
}

impl Authority {
    /// Makes an authority.
    ///
    /// # Errors
    /// If there is one already, or its files cannot be written.
    pub(crate) fn init(folder: &Path) -> anyhow::Result<Self> {
        private_file::make_folder(folder)
            .with_context(|| format!("make the folder {}", folder.display()))?;
        let authority = Self { folder: folder.to_owned(), key: KeyPair::generate()? };
        let file = authority.key_file();
        ensure!(
            !file.exists(),
            "there is an authority in {}: tablets trust it, so it stays; move the folder away for another",
            folder.display()
        );
        let now = WallClock::system().now();
        let mut params = authority.params();
        params.not_before = moment(now.saturating_sub(BEFORE))?;
        params.not_after = moment(now.saturating_add(AUTHORITY_LIFE))?;
        let certificate = params.self_signed(&authority.key)?.pem();
        // The key comes last: an authority without one is none.
        write(&authority.certificate_file(), &certificate)?;
        write(&file, &authority.key.serialize_pem())?;
        Ok(authority)
    }

    /// Opens the authority of a folder.
    ///
    /// # Errors
    /// If there is none, or its key cannot be read.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("authority.key");
        let pem = fs::read_to_string(&file).with_context(|| {
            format!("read {} (`damcast tls init` makes an authority)", file.display())
        })?;
        let key = KeyPair::from_pem(&pem).with_context(|| format!("read {}", file.display()))?;
        Ok(Self { folder: folder.to_owned(), key })
    }

    /// Returns the file of its certificate, which devices install.
    pub(crate) fn certificate_file(&self) -> PathBuf {
        self.folder.join(CERTIFICATE)
    }

    fn key_file(&self) -> PathBuf {
        self.folder.join("authority.key")
    }

    /// Returns its own certificate.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another key.
    pub(crate) fn certificate(&self) -> anyhow::Result<Certificate> {
        Ok(Certificate::read(&self.certificate_file(), &self.key_file())?)
    }

    /// Issues the certificate of this machine for names and addresses, with a new key.
    ///
    /// # Errors
    /// If a name cannot stand in a certificate, or the files cannot be written.
    pub(crate) fn issue(&self, names: &[String]) -> anyhow::Result<()> {
        let now = WallClock::system().now();
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(names)?;
        params.distinguished_name = named(names.first().map_or("Damcast", String::as_str));
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        params.not_before = moment(now.saturating_sub(BEFORE))?;
        params.not_after = moment(now.saturating_add(DAY * DAYS))?;
        let issued = params.signed_by(&key, &Issuer::new(self.params(), &self.key))?;
        let (certificate_file, key_file) = issued_files(&self.folder);
        write(&key_file, &key.serialize_pem())?;
        write(&certificate_file, &issued.pem())
    }

    /// Returns the certificate that was issued last.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn issued(&self) -> anyhow::Result<Certificate> {
        let (certificate, key) = issued_files(&self.folder);
        Ok(Certificate::read(&certificate, &key)?)
    }

    /// Issues the certificate again for the same names if its end is near at `now`; returns whether
    /// it was.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(crate) fn renew(&self, now: Timestamp) -> anyhow::Result<bool> {
        let issued = self.issued()?;
        let is_due = now.saturating_add(DAY * RENEWED_BEFORE) >= issued.ends();
        if is_due {
            self.issue(issued.names())?;
        }
        Ok(is_due)
    }

    /// Returns what its certificates say of it. The name follows from the key, so that two are
    /// never confused.
    fn params(&self) -> CertificateParams {
        let mut params = CertificateParams::default();
        let digest = digest(self.key.der_bytes());
        let short: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        params.distinguished_name = named(&format!("Damcast {short}"));
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        params
    }
}

/// Returns the certificate of the authority in a folder as devices read it; `None` if it is kept
/// elsewhere.
pub(crate) fn authority_pem(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join(CERTIFICATE)).ok()
}

/// Returns the files of the certificate that an authority in a folder issued for this machine, and
/// of its key.
pub(crate) fn issued_files(folder: &Path) -> (PathBuf, PathBuf) {
    (folder.join("server.crt"), folder.join("server.key"))
}

fn named(name: &str) -> DistinguishedName {
    let mut named = DistinguishedName::new();
    named.push(DnType::CommonName, name);
    named
}

fn moment(at: Timestamp) -> anyhow::Result<OffsetDateTime> {
    Ok(OffsetDateTime::from_unix_timestamp(at.millis() / 1000)?)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    private_file::write(path, text).with_context(|| format!("write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn an_authority_is_made_once_and_its_files_are_private() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("data/tls");
        assert!(Authority::open(&folder).is_err());
        let made = Authority::init(&folder).unwrap();
        made.issue(&["venue7.example".to_owned(), "192.0.2.7".to_owned()]).unwrap();
        let again = Authority::init(&folder).unwrap_err().to_string();
        assert!(again.contains("tablets trust it"), "{again}");
        let opened = Authority::open(&folder).unwrap();
        let fingerprint = made.certificate().unwrap().fingerprint();
        assert_eq!(opened.certificate().unwrap().fingerprint(), fingerprint);
        assert_eq!(fingerprint.len(), 95, "{fingerprint}");
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            let rights = entry.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(rights, 0o600, "{:?}", entry.path());
        }
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(opened.issued().unwrap().names(), ["venue7.example", "192.0.2.7"]);
    }

    #[test]
    fn a_certificate_is_renewed_a_month_before_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::init(folder.path()).unwrap();
        authority.issue(&["venue7.example".to_owned()]).unwrap();
        let first = authority.issued().unwrap();
        let before = |days| first.ends().saturating_sub(DAY * days);
        assert!(!authority.renew(before(31)).unwrap());
        assert_eq!(authority.issued().unwrap().fingerprint(), first.fingerprint());
        assert!(authority.renew(before(30)).unwrap());
        let second = authority.issued().unwrap();
        assert_ne!(second.fingerprint(), first.fingerprint());
        assert_eq!(second.names(), first.names());
    }
}
