//! The names under which a service may be called, and the origins whose pages may call it.
//!
//! A browser sends requests for any page that somebody has open. It tells the page's origin, and as
//! host the name that the page used: a page of another site is known by its origin, and one whose
//! name was made to lead to this machine (DNS rebinding) by that name. A caller that is no browser
//! needs neither.

use std::{
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
    sync::Arc,
};

use axum::{body::Body, response::IntoResponse};
use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, header, uri::Authority,
};
use thiserror::Error;
use tonic::Status;

use crate::burst::Burst;

/// Longest part of a name that a refusal repeats, in bytes: that of a name in DNS.
const SHOWN: usize = 253;

/// The name of a host, in lower case, without its port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// The reason why a text is no name of a host.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("not the name of a host, without scheme and port: {0:?}")]
pub struct HostNameError(String);

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || HostNameError(text.to_owned());
        let authority: Authority = text.parse().map_err(|_source| error())?;
        // A name is all of it: no port and no user.
        if authority.host() != text {
            return Err(error());
        }
        Ok(Self(plain(text)))
    }
}

/// An origin of pages: scheme, host, and the port where it is not that of the scheme, in lower
/// case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// The reason why a text is no origin.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("not an origin, such as https://desk.example or http://desk.example:8080: {0:?}")]
pub struct OriginError(String);

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || OriginError(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let uri: Uri = lower.parse().map_err(|_source| error())?;
        let (scheme, authority) = uri.scheme_str().zip(uri.authority()).ok_or_else(error)?;
        if uri.path_and_query().is_some_and(|path| path != "/") || authority.as_str().contains('@')
        {
            return Err(error());
        }
        // As browsers write it.
        let port = authority.port_u16().filter(|port| *port != usual_port(scheme));
        let port = port.map_or_else(String::new, |port| format!(":{port}"));
        let origin = format!("{scheme}://{}{port}", authority.host());
        HeaderValue::from_str(&origin).map(Self).map_err(|_source| error())
    }
}

impl Origin {
    /// Returns the value of the header that names it.
    pub(crate) fn header(&self) -> &HeaderValue {
        &self.0
    }
}

/// The names and origins that a listener allows. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Origins(Arc<Allowed>);

#[derive(Debug)]
struct Allowed {
    /// `None` where any name will do.
    hosts: Option<Vec<HostName>>,
    origins: Vec<Origin>,
    refused: Burst,
}

/// The reason why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Stranger {
    /// It calls this service by a name that is not known to be one of its own.
    #[error(
        "{0:?} is not known as a name of this service: call it by its address, or start it with \
         --allow-host (DAMCAST_ALLOW_HOSTS)"
    )]
    Host(String),
    /// It comes from a page of another origin and would do more than read what is public.
    #[error(
        "a page of {0:?} may not call this service: its origin is allowed with --allow-origin \
         (DAMCAST_ALLOW_ORIGINS)"
    )]
    Origin(String),
}

impl Origins {
    pub(crate) fn new(hosts: &[HostName], origins: &[Origin]) -> Self {
        let (hosts, origins) = (Some(hosts.to_vec()), origins.to_vec());
        Self(Arc::new(Allowed { hosts, origins, refused: Burst::default() }))
    }

    /// Returns the names and origins of a listener that may be called by any name, as there is
    /// nothing to read there but what everybody may know.
    pub(crate) fn of_any_name() -> Self {
        Self(Arc::new(Allowed { hosts: None, origins: Vec::new(), refused: Burst::default() }))
    }

    /// Checks the names and the origin of a request, before anything of it is done.
    ///
    /// Every page may send what only reads: such an answer is public, or the browser keeps it from
    /// the page.
    ///
    /// # Errors
    /// [`Stranger`]; it is logged once a burst.
    pub(crate) fn check<B>(&self, request: &Request<B>) -> Result<(), Stranger> {
        let checked = self.check_host(request).and_then(|()| self.check_origin(request));
        if let Err(stranger) = &checked
            && let Some(refused) = self.0.refused.count()
        {
            tracing::warn!(refused, last = %stranger, "requests under other names or of other pages");
        }
        checked
    }

    fn check_host<B>(&self, request: &Request<B>) -> Result<(), Stranger> {
        if let Some(authority) = request.uri().authority()
            && !self.is_ours(authority)
        {
            return Err(Stranger::Host(shown(authority.as_str().as_bytes())));
        }
        for host in request.headers().get_all(header::HOST) {
            let authority = Authority::try_from(host.as_bytes());
            if !authority.is_ok_and(|authority| self.is_ours(&authority)) {
                return Err(Stranger::Host(shown(host.as_bytes())));
            }
        }
        Ok(())
    }

    fn is_ours(&self, authority: &Authority) -> bool {
        let Some(hosts) = &self.0.hosts else { return true };
        let host = plain(authority.host());
        // No name in DNS can be an address, and names of loopback are not looked up in it (RFC
        // 6761).
        is_address(&host)
            || host == "localhost"
            || host.ends_with(".localhost")
            || hosts.iter().any(|allowed| allowed.0 == host)
    }

    fn check_origin<B>(&self, request: &Request<B>) -> Result<(), Stranger> {
        if only_reads(request) {
            return Ok(());
        }
        for origin in request.headers().get_all(header::ORIGIN) {
            let is_allowed = self.0.origins.iter().any(|allowed| allowed.header() == origin);
            if !is_allowed && !is_same(origin, request) {
                return Err(Stranger::Origin(shown(origin.as_bytes())));
            }
        }
        Ok(())
    }
}

/// Returns whether the headers are those of a call of gRPC, other than of a browser.
pub(crate) fn is_grpc(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    kind.starts_with(b"application/grpc") && !kind.starts_with(b"application/grpc-web")
}

/// Returns whether a request neither changes anything nor opens a WebSocket, which every page could
/// read.
fn only_reads<B>(request: &Request<B>) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !request.headers().contains_key(header::UPGRADE)
}

/// Returns whether `origin` is where the request goes to. The scheme may differ: a proxy may have
/// terminated TLS.
fn is_same<B>(origin: &HeaderValue, request: &Request<B>) -> bool {
    let Ok(origin) = Uri::try_from(origin.as_bytes()) else { return false };
    let Some((scheme, from)) = origin.scheme_str().zip(origin.authority()) else { return false };
    let port = |authority: &Authority| authority.port_u16().unwrap_or(usual_port(scheme));
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    request
        .uri()
        .authority()
        .or(host.as_ref())
        .is_some_and(|to| plain(from.host()) == plain(to.host()) && port(from) == port(to))
}

fn usual_port(scheme: &str) -> u16 {
    if scheme == "https" { 443 } else { 80 }
}

/// Returns a host in lower case, without the dot that ends a full name.
fn plain(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

fn is_address(host: &str) -> bool {
    let v6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    v6.map_or_else(|| host.parse::<Ipv4Addr>().is_ok(), |host| host.parse::<Ipv6Addr>().is_ok())
}

/// Returns a header's value as a sentence can repeat it.
fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(&value[..value.len().min(SHOWN)]).into_owned()
}

impl Stranger {
    /// Returns the answer to a request with `headers`: a status of gRPC to a call of gRPC, else one
    /// of HTTP.
    pub(crate) fn into_response(self, headers: &HeaderMap) -> Response<Body> {
        let text = self.to_string();
        if is_grpc(headers) {
            return Status::permission_denied(text).into_http();
        }
        let status = match self {
            Self::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            Self::Origin(_) => StatusCode::FORBIDDEN,
        };
        let nosniff = (header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        (status, [nosniff], format!("{text}\n")).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        Origins::new(
            &["live.example".parse().unwrap(), "Broadcast".parse().unwrap()],
            &[
                "https://Desk.example/".parse().unwrap(),
                "http://tablet.example:8443".parse().unwrap(),
            ],
        )
    }

    fn request(method: Method, uri: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[tokio::test]
    async fn a_service_is_called_by_its_addresses_by_loopback_and_by_the_names_it_was_given() {
        for host in [
            "127.0.0.1:8080",
            "192.168.1.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost:8080",
            "LOCALHOST",
            "localhost.",
            "desk.localhost:1",
            "live.example",
            "LIVE.example.:443",
            "broadcast:8080",
        ] {
            let by_header = request(Method::GET, "/", &[("host", host)]);
            assert_eq!(origins().check(&by_header), Ok(()), "{host}");
            let by_authority = request(Method::POST, &format!("http://{host}/"), &[]);
            assert_eq!(origins().check(&by_authority), Ok(()), "{host}");
        }
        // HTTP/1.0 has no host, and no browser speaks it.
        assert_eq!(origins().check(&request(Method::GET, "/", &[])), Ok(()));
        for host in [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "evillocalhost",
            "127.0.0.1.evil.example",
            "127.1",
            "[::1",
            "sub.live.example",
            "",
            "live.example evil.example",
        ] {
            let by_header = request(Method::GET, "/", &[("host", host)]);
            assert_eq!(origins().check(&by_header), Err(Stranger::Host(host.into())), "{host}");
        }
        // Each name counts, wherever it stands.
        let two = [("host", "localhost"), ("host", "evil.example")];
        let two = request(Method::GET, "/", &two);
        assert_eq!(origins().check(&two), Err(Stranger::Host("evil.example".into())));
        let other = request(Method::GET, "http://evil.example/", &[("host", "localhost")]);
        assert_eq!(origins().check(&other), Err(Stranger::Host("evil.example".into())));
    }

    #[tokio::test]
    async fn a_page_of_another_origin_may_only_read() {
        let socket = [("upgrade", "websocket"), ("connection", "upgrade")];
        for (host, origin, may) in [
            ("localhost:8081", "http://localhost:8081", true),
            ("LOCALHOST:8081", "http://localhost:8081", true),
            ("live.example", "https://live.example", true),
            ("live.example", "http://live.example", true),
            ("live.example:443", "https://live.example", true),
            ("localhost:8081", "https://desk.example", true),
            ("localhost:8081", "http://tablet.example:8443", true),
            ("localhost:8081", "https://evil.example", false),
            ("localhost:8081", "http://localhost:8080", false),
            ("localhost:8081", "http://localhost", false),
            ("localhost:8081", "http://desk.example", false),
            ("localhost:8081", "http://desk.example:8081", false),
            ("live.example:8080", "https://live.example", false),
            ("localhost:8081", "null", false),
            ("localhost:8081", "", false),
        ] {
            let headers = [("host", host), ("origin", origin)];
            let expected = if may { Ok(()) } else { Err(Stranger::Origin(origin.into())) };
            let call = request(Method::POST, "/damcast.v1.A/B", &headers);
            assert_eq!(origins().check(&call), expected, "{host} {origin}");
            let upgrade = request(Method::GET, "/ws", &[headers, socket].concat());
            assert_eq!(origins().check(&upgrade), expected, "{host} {origin}");
            for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
                let read = request(method, "/api/v1/tournaments", &headers);
                assert_eq!(origins().check(&read), Ok(()), "{host} {origin}");
            }
        }
        let two =
            [("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://evil")];
        let two = request(Method::POST, "/", &two);
        assert_eq!(origins().check(&two), Err(Stranger::Origin("http://evil".into())));
    }

    #[test]
    fn a_refusal_names_the_option_in_the_protocol_of_the_caller() {
        let refused = |stranger: &Stranger, kind: &str| {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]);
            stranger.clone().into_response(&headers)
        };
        let host = Stranger::Host("evil.example".to_owned());
        let origin = Stranger::Origin("http://evil.example".to_owned());
        assert!(host.to_string().contains("--allow-host"), "{host}");
        assert!(origin.to_string().contains("--allow-origin"), "{origin}");
        for (stranger, status) in [(host, 421), (origin, 403)] {
            for kind in ["application/grpc-web+proto", "text/html"] {
                assert_eq!(refused(&stranger, kind).status(), status, "{kind}");
            }
            let answer = refused(&stranger, "application/grpc+proto");
            assert_eq!(answer.status(), 200);
            assert_eq!(answer.headers()["grpc-status"], "7");
        }
    }

    #[test]
    fn names_and_origins_are_given_as_browsers_write_them() {
        for text in
            ["live.example", "Broadcast", "laptop.local", "10.0.0.1", "a.b.svc.cluster.local"]
        {
            assert!(text.parse::<HostName>().is_ok(), "{text}");
        }
        for text in ["", "live.example:80", "http://live.example", "a b", "user@host", "host/path"]
        {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        for (text, written) in [
            ("https://desk.example", "https://desk.example"),
            ("HTTPS://Desk.Example:443/", "https://desk.example"),
            ("http://desk.example:8080", "http://desk.example:8080"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().header(), written);
        }
        for text in ["", "*", "desk.example", "https://desk.example/path", "https://u@desk.example"]
        {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
