//! The origin of a page that calls, for which passkeys count.

use std::net::IpAddr;

use tonic::{metadata::MetadataMap, transport::Uri};

use super::error::PasskeyError;

/// The origin of a page where browsers have passkeys: of a host with a name, by HTTPS or on
/// localhost (WebAuthn Level 2, 5.1.2 and 13.4.9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageOrigin {
    text: String,
    host: String,
}

impl PageOrigin {
    /// Returns the origin of a call, which the runtime has compared with the names and the origins
    /// that this service allows.
    ///
    /// # Errors
    /// [`PasskeyError::NoOrigin`] if the call has none; [`PasskeyError::NoDomain`] if browsers have
    /// no passkeys there.
    pub(crate) fn of(headers: &MetadataMap) -> Result<Self, PasskeyError> {
        let origin = headers.get("origin").and_then(|origin| origin.to_str().ok());
        Self::read(origin.ok_or(PasskeyError::NoOrigin)?)
    }

    pub(super) fn read(text: &str) -> Result<Self, PasskeyError> {
        let uri: Uri = text.parse().map_err(|_uri| PasskeyError::NoOrigin)?;
        let (scheme, host) = uri.scheme_str().zip(uri.host()).ok_or(PasskeyError::NoOrigin)?;
        let host = host.to_ascii_lowercase();
        let is_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
        let is_local = host == "localhost" || host.ends_with(".localhost");
        if is_address || !(scheme == "https" || (scheme == "http" && is_local)) {
            return Err(PasskeyError::NoDomain(text.chars().take(253).collect()));
        }
        Ok(Self { text: text.to_owned(), host })
    }

    /// Returns the origin as browsers write it.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the host, in lower case and without its port: the RP ID.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_for_pages_with_a_name_by_https_or_on_localhost() {
        for (text, host) in [
            ("https://damcast.example", "damcast.example"),
            ("https://damcast.example:8443", "damcast.example"),
            ("http://localhost:8080", "localhost"),
            ("http://hall.localhost", "hall.localhost"),
        ] {
            let origin = PageOrigin::read(text).unwrap();
            assert_eq!((origin.as_str(), origin.host()), (text, host));
        }
        for text in [
            "http://damcast.example",
            "https://192.0.2.7",
            "http://127.0.0.1:8080",
            "https://[2001:db8::7]",
            "https://[::1]:8080",
        ] {
            assert_eq!(PageOrigin::read(text), Err(PasskeyError::NoDomain(text.to_owned())));
        }
        for text in ["null", "", "damcast.example", "https://"] {
            assert_eq!(PageOrigin::read(text), Err(PasskeyError::NoOrigin), "{text}");
        }
        assert_eq!(PageOrigin::of(&MetadataMap::new()), Err(PasskeyError::NoOrigin));
    }
}
