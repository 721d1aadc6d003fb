//! `damcast tls`: certificates for the listeners that tablets and desks reach over a network.
//!
//! A public certificate for a real name comes from elsewhere, and is looked at here. For tablets
//! that the federation owns there is an authority of one's own, whose certificate is installed on
//! each of them.

pub(crate) mod authority;

use std::{
    io::{self, Write as _},
    net::IpAddr,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Subcommand;
use phrases::{
    Language,
    operation::{self, Trouble},
};
use qrcode::{QrCode, render::unicode::Dense1x2};
use runtime::{Certificate, HostName, WallClock};
use thiserror::Error;

use self::authority::Authority;
use crate::{lines, question::language, status::troubles};

/// Options of `damcast tls`.
#[derive(Debug, clap::Args)]
pub struct TlsTool {
    /// Directory of `damcast up`; certificates are in its folder tls.
    #[arg(
        long,
        env = "DAMCAST_DATA",
        default_value = ".damcast",
        value_name = "DIR",
        global = true
    )]
    data: PathBuf,
    /// Language of the texts: en, nl or fy.
    #[arg(
        long,
        env = "DAMCAST_LANGUAGE",
        value_name = "LANGUAGE",
        default_value = "en",
        value_parser = language,
        global = true
    )]
    language: Language,
    #[command(subcommand)]
    command: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make an authority of your own, for tablets that are yours: its certificate is installed on
    /// each of them.
    Init,
    /// Say how the certificate of the authority comes onto tablets, with a code that they scan.
    Install {
        /// Address of the pages, as tablets call it, with its name and port.
        #[arg(value_name = "URL")]
        pages: String,
    },
    /// Issue a certificate for the names and addresses by which tablets call this machine.
    /// `damcast up` serves with it, and renews it in time.
    Issue {
        /// Names and IP addresses, such as venue7.example and 192.168.1.10.
        #[arg(required = true, value_parser = name)]
        names: Vec<String>,
    },
    /// Show a certificate: its names, its days, its troubles. The exit code is 1 if there are any.
    Show {
        /// File of the certificate (PEM), as for `damcast up`; the one that was issued here when
        /// not given.
        #[arg(
            long = "tls-cert",
            env = "DAMCAST_TLS_CERT",
            value_name = "FILE",
            requires = "tls_key"
        )]
        tls_cert: Option<PathBuf>,
        /// File of its key (PEM).
        #[arg(
            long = "tls-key",
            env = "DAMCAST_TLS_KEY",
            value_name = "FILE",
            requires = "tls_cert"
        )]
        tls_key: Option<PathBuf>,
        /// Names and addresses for which it has to hold.
        #[arg(value_parser = name)]
        names: Vec<String>,
    },
}

/// A text that is no name or address of a machine.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("not a name or IP address: {0:?}")]
struct NoName(String);

/// Reads a name or address that a certificate may have.
fn name(text: &str) -> Result<String, NoName> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.strip_prefix("*.").unwrap_or(&lower);
    let is_label = |label: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty() && label.bytes().all(known) && label.parse::<HostName>().is_ok()
    };
    let is_name = lower.parse::<IpAddr>().is_ok() || plain.split('.').all(is_label);
    is_name.then_some(lower).ok_or_else(|| NoName(text.to_owned()))
}

/// Returns the folder of certificates.
pub(crate) fn folder(data: &Path) -> PathBuf {
    data.join("tls")
}

impl TlsTool {
    /// Carries out the command. The exit code is 1 if a certificate that is shown has a trouble.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is an authority already.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let Self { data, language, command } = self;
        let folder = folder(&data);
        let (text, code) = match command {
            Tool::Init => {
                let authority = Authority::init(&folder)?;
                (install(&authority, language)?, ExitCode::SUCCESS)
            }
            Tool::Install { pages } => {
                let link = format!("{}/authority.crt", pages.trim_end_matches('/'));
                let code = QrCode::new(&link).context("draw the code")?;
                let code = code.render::<Dense1x2>().quiet_zone(true).build();
                let told = install(&Authority::open(&folder)?, language)?;
                (format!("{code}\n{link}\n\n{told}"), ExitCode::SUCCESS)
            }
            Tool::Issue { names } => {
                let authority = Authority::open(&folder)?;
                authority.issue(&names)?;
                show(&authority.issued()?, &[], language)
            }
            Tool::Show { tls_cert, tls_key, names } => {
                let certificate = match tls_cert.zip(tls_key) {
                    Some((certificate, key)) => Certificate::read(&certificate, &key)?,
                    None => Authority::open(&folder)?.issued().context(
                        "give the certificate with --tls-cert and --tls-key, or issue one with `damcast tls issue`",
                    )?,
                };
                show(&certificate, &names, language)
            }
        };
        lines::ended(write!(io::stdout(), "{text}").map(|()| code))
    }
}

/// Says how the certificate of an authority comes onto tablets.
fn install(authority: &Authority, language: Language) -> anyhow::Result<String> {
    let file = authority.certificate_file().display().to_string();
    let fingerprint = authority.certificate()?.fingerprint();
    Ok(format!("{}\n", operation::install_authority(&file, &fingerprint, language)))
}

/// Says what a certificate is for, how long, and what is wrong with it for these names.
fn show(certificate: &Certificate, names: &[String], language: Language) -> (String, ExitCode) {
    let now = WallClock::system().now();
    let days = (certificate.ends().millis() - now.millis()).div_euclid(troubles::DAY_MS);
    let mut text =
        operation::certificate(&certificate.names().join(", "), certificate.is_public(), language);
    text.push('\n');
    let wrong_names = names.iter().filter(|name| !certificate.is_for(name));
    let mut wrong: Vec<Trouble> = wrong_names
        .map(|name| Trouble::CertificateOfOther { name: name.clone() })
        .chain(troubles::of_certificate(certificate.ends(), now))
        .collect();
    if certificate.begins() > now {
        wrong.push(Trouble::CertificateTooEarly);
    }
    if wrong.is_empty() {
        text.push_str(&operation::certificate_days(days.unsigned_abs(), language));
        text.push('\n');
        return (text, ExitCode::SUCCESS);
    }
    for trouble in &wrong {
        let told = operation::trouble(trouble, language);
        text.push_str(&format!("{told} {}\n", operation::remedy(trouble, language)));
    }
    (text, ExitCode::FAILURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_for_names_and_addresses() {
        for text in
            ["venue7.example", "LAPTOP.local", "192.0.2.7", "2001:db8::7", "*.example", "a-b"]
        {
            assert_eq!(name(text), Ok(text.to_ascii_lowercase()), "{text}");
        }
        for text in ["", "a b", "https://venue7", "venue7:8080", "a..b", ".a", "*", "a/b", "ŷ.frl"]
        {
            assert!(name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_certificate_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::init(folder.path()).unwrap();
        authority.issue(&["venue7.example".to_owned(), "192.0.2.7".to_owned()]).unwrap();
        let issued = authority.issued().unwrap();
        let (text, code) = show(&issued, &["192.0.2.7".to_owned()], Language::English);
        assert_eq!(code, ExitCode::SUCCESS);
        assert_eq!(
            text,
            "For venue7.example, 192.0.2.7; issued by an authority that has to be installed on each device.\n\
             Valid for another 89 days.\n"
        );
        let (text, code) = show(&issued, &["laptop.local".to_owned()], Language::English);
        assert_eq!(code, ExitCode::FAILURE);
        assert!(text.contains("does not hold for laptop.local"), "{text}");
    }
}
