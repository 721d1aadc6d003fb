//! Connections over TLS, and what else comes to a port of it.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use rcgen::{CertificateParams, Issuer, KeyPair};
use tempfile::TempDir;
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        ClientConfig, ProtocolVersion, RootCertStore, SupportedProtocolVersion,
        crypto::ring,
        pki_types::{CertificateDer, ServerName},
        version,
    },
};

use super::*;
use crate::config::{PlainHttp, TlsConfig};

/// An authority of its own with a certificate of `localhost`, in files.
struct Pki {
    folder: TempDir,
    authority: Issuer<'static, KeyPair>,
    roots: RootCertStore,
}

impl Pki {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let root = params.self_signed(&key).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(root.der().clone()).unwrap();
        let authority = Issuer::new(params, key);
        let folder = tempfile::tempdir().unwrap();
        let pki = Self { folder, authority, roots };
        pki.issue("localhost");
        pki
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Issues a certificate, in the place of the last one; returns it.
    fn issue(&self, name: &str) -> CertificateDer<'static> {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let issued = params.signed_by(&key, &self.authority).unwrap();
        for (file, text) in [("key.pem", key.serialize_pem()), ("cert.pem", issued.pem())] {
            let draft = self.path("draft");
            write_secret(&draft, &text);
            fs::rename(draft, self.path(file)).unwrap();
        }
        issued.der().clone()
    }

    fn config(&self) -> TlsConfig {
        TlsConfig {
            certificate: Some(self.path("cert.pem")),
            key: Some(self.path("key.pem")),
            ..TlsConfig::default()
        }
    }

    fn transport(&self, tasks: &Tasks) -> Transport {
        let mut config = self.config();
        config.share(tasks).unwrap();
        config.transport(([127, 0, 0, 1], 0).into()).unwrap()
    }

    /// Connects with these versions of TLS and protocols.
    async fn connect(
        &self,
        address: SocketAddr,
        versions: &[&'static SupportedProtocolVersion],
        protocols: &[&[u8]],
    ) -> io::Result<TlsStream<TcpStream>> {
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(versions)
            .unwrap()
            .with_root_certificates(self.roots.clone())
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
        let stream = TcpStream::connect(address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, stream).await
    }
}

fn write_secret(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

async fn serve_tls(limits: TimeLimits, connections: &Connections, pki: &Pki) -> Served {
    let transport = pki.transport(&Tasks::new());
    serve_with(limits, connections, Callers::Venue, transport).await
}

#[tokio::test]
async fn both_versions_of_tls_carry_both_versions_of_http() {
    let pki = Pki::new();
    let served = serve_tls(patient(), &connections(100, 0), &pki).await;
    for (versions, wanted) in [
        (&[&version::TLS13][..], ProtocolVersion::TLSv1_3),
        (&[&version::TLS12], ProtocolVersion::TLSv1_2),
    ] {
        let mut http1 = pki.connect(served.address, versions, &[b"http/1.1"]).await.unwrap();
        assert_eq!(http1.get_ref().1.protocol_version(), Some(wanted));
        assert_eq!(http1.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
        http1.write_all(GET.replace("Host", "Connection: close\r\nHost").as_bytes()).await.unwrap();
        let mut answer = String::new();
        http1.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("here\n"), "{answer}");
        assert!(
            !answer.contains("strict-transport-security"),
            "the authority is private: {answer}"
        );

        let http2 = pki.connect(served.address, versions, &[b"h2", b"http/1.1"]).await.unwrap();
        assert_eq!(http2.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let handshake = http2::handshake(TokioExecutor::new(), TokioIo::new(http2)).await;
        let (mut asker, connection) = handshake.unwrap();
        let (answer, _ended) = tokio::join!(
            async {
                let answer = asker.send_request(asking("/")).await.unwrap();
                drop(asker);
                answer.status()
            },
            connection
        );
        assert_eq!(answer, 200);
    }
    let unknown = pki.connect(served.address, &[&version::TLS13], &[b"h3"]).await.unwrap_err();
    assert!(unknown.to_string().contains("NoApplicationProtocol"), "{unknown}");
}

#[tokio::test]
async fn older_versions_of_tls_are_refused() {
    let pki = Pki::new();
    let served = serve_tls(patient(), &connections(100, 0), &pki).await;
    // A hello of TLS 1.1: version, random, no session, one cipher, no compression, one algorithm of
    // signatures.
    let mut hello = vec![3, 2];
    hello.extend([7; 32]);
    hello.extend([0, 0, 2, 0xc0, 0x13, 1, 0, 0, 8, 0, 13, 0, 4, 0, 2, 4, 3]);
    let length = u8::try_from(hello.len()).unwrap();
    let message = [&[22, 3, 1, 0, length + 4, 1, 0, 0, length][..], &hello].concat();
    let mut stream = send(served.address, message).await;
    let mut alert = Vec::new();
    stream.read_to_end(&mut alert).await.unwrap();
    // A fatal alert, "protocol_version".
    assert_eq!([alert[0], alert[5], alert[6]], [21, 2, 70], "{alert:?}");
}

#[tokio::test]
async fn a_handshake_that_is_slow_or_broken_costs_a_place_for_a_bounded_time() {
    let pki = Pki::new();
    let limits = TimeLimits { handshake: SHORT, ..patient() };
    let shared = connections(4, 0);
    let served = serve_tls(limits, &shared, &pki).await;
    let records = [&b""[..], &[22], &[22, 3, 1, 64, 0], &[22, 3, 1, 0, 5, 1, 0xff, 0xff, 0xff, 0]];
    for begun in records {
        let mut stream = send(served.address, begun).await;
        drop(stream.read_to_end(&mut Vec::new()).await);
    }
    // A record that can never be one ends at once, whatever the limit.
    let patient = serve_tls(patient(), &shared, &pki).await;
    for broken in [&[22, 9, 9, 0, 1, 1][..], &[22, 3, 1, 0xff, 0xff], &[22, 3, 1, 0, 0]] {
        let mut stream = send(patient.address, broken).await;
        drop(stream.read_to_end(&mut Vec::new()).await);
    }
    // Those in a handshake count: there is no fifth place while four are silent.
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(send(patient.address, [22]).await);
    }
    let versions = [&version::TLS13];
    let mut refused = loop {
        let mut stream = pki.connect(patient.address, &versions, &[b"http/1.1"]).await.unwrap();
        stream.write_all(GET.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        if first == *b"HTTP/1.1 503" {
            break stream;
        }
    };
    let mut rest = String::new();
    refused.read_to_string(&mut rest).await.unwrap();
    assert!(rest.contains("retry-after: 5"), "{rest}");
    drop(silent);
    loop {
        let mut stream = pki.connect(patient.address, &versions, &[b"http/1.1"]).await.unwrap();
        stream.write_all(GET.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        if first == *b"HTTP/1.1 200" {
            break;
        }
    }
}

#[tokio::test]
async fn a_caller_on_this_machine_may_speak_plain_http() {
    let pki = Pki::new();
    let served = serve_tls(patient(), &connections(100, 0), &pki).await;
    once_served(served.address).await;
}

/// Serves one connection as if it came from another machine; returns the answer to `request`.
async fn from_elsewhere(transport: Transport, request: &str) -> String {
    let app = Router::new().route("/", get(heard)).route("/", post(heard));
    let server = HttpServer {
        app,
        origins: Origins::new(&["venue7.example".parse().unwrap()], &[]),
        connections: connections(100, 0),
        callers: Callers::Venue,
        transport,
        is_behind_proxy: false,
        limits: patient(),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let mut client = send(listener.local_addr().unwrap(), request).await;
    let (stream, _address) = listener.accept().await.unwrap();
    let peer = SocketAddr::from(([192, 0, 2, 7], 50_000));
    let admitted = server.connections.admit(Callers::Venue, peer.ip()).unwrap();
    let stop = Stop { gently: CancellationToken::new(), now: CancellationToken::new() };
    let (answer, ()) = tokio::join!(to_end(&mut client), server.meet(stream, peer, admitted, stop));
    answer
}

/// Answers whether others could read the request.
async fn heard(request: Request<Body>) -> &'static str {
    if request.extensions().get::<InTheClear>().is_some() { "in the clear" } else { "private" }
}

#[tokio::test]
async fn plain_http_from_elsewhere_is_led_to_https_or_known_to_be_in_the_clear() {
    let pki = Pki::new();
    let tls = pki.transport(&Tasks::new());
    let public = Transport::Plain(PlainHttp::Public);
    let proxied = Transport::Plain(PlainHttp::BehindProxy);
    let get = "GET /?x=1 HTTP/1.1\r\nHost: venue7.example:8080\r\nConnection: close\r\n\r\n";
    let post = get.replace("GET", "POST");
    let other = get.replace("venue7", "evil");
    for (transport, request, status, text) in [
        (&tls, get, "307", "\r\nlocation: https://venue7.example:8080/?x=1\r\n"),
        (&tls, &*post, "403", "call https://venue7.example:8080\n"),
        // Nobody is led to a name that is not served here.
        (&tls, &*other, "421", "names no host that is served here"),
        (&tls, "GET / HTTP/1.0\r\n\r\n", "421", "names no host"),
        (&public, get, "200", "in the clear"),
        (&public, &*post, "200", "in the clear"),
        (&proxied, get, "200", "private"),
        (&proxied, &*other, "421", "--allow-host"),
    ] {
        let answer = from_elsewhere(transport.clone(), request).await;
        let (head, _rest) = answer.split_once("\r\n").unwrap();
        assert!(head.contains(status) && answer.contains(text), "{request}: {answer}");
    }
    let http2 = from_elsewhere(tls, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(!http2.contains("200"), "{http2}");
}

#[tokio::test]
async fn a_new_certificate_is_for_new_connections_and_open_ones_stay() {
    let pki = Pki::new();
    let tasks = Tasks::new();
    let served =
        serve_with(patient(), &connections(100, 0), Callers::Venue, pki.transport(&tasks)).await;
    let versions = [&version::TLS13];
    let mut old = pki.connect(served.address, &versions, &[b"http/1.1"]).await.unwrap();
    let issued = pki.issue("localhost");
    loop {
        let new = pki.connect(served.address, &versions, &[b"http/1.1"]).await.unwrap();
        if new.get_ref().1.peer_certificates().unwrap()[0] == issued {
            break;
        }
    }
    // A file without a certificate changes nothing.
    fs::write(pki.path("cert.pem"), "half of it").unwrap();
    old.write_all(GET.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    old.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    pki.connect(served.address, &versions, &[b"http/1.1"]).await.unwrap();
    tasks.end();
}

#[tokio::test]
async fn a_certificate_that_cannot_be_used_is_refused_by_name() {
    let pki = Pki::new();
    let tried = |config: &TlsConfig| {
        let error = config.clone().share(&Tasks::new()).unwrap_err();
        crate::error_chain(&error)
    };
    let config = pki.config();
    let other = KeyPair::generate().unwrap().serialize_pem();
    write_secret(&pki.path("other.pem"), &other);
    write_secret(&pki.path("open.pem"), &other);
    fs::set_permissions(pki.path("open.pem"), fs::Permissions::from_mode(0o644)).unwrap();
    let junk = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    fs::write(pki.path("junk.pem"), junk).unwrap();
    fs::write(pki.path("empty.pem"), "").unwrap();
    for (certificate, key, wanted) in [
        ("cert.pem", "other.pem", "does not belong to the certificate"),
        ("cert.pem", "open.pem", "everybody may read the key"),
        ("cert.pem", "cert.pem", "holds no key"),
        ("cert.pem", "none.pem", "none.pem: No such file"),
        ("key.pem", "key.pem", "holds no certificate"),
        ("empty.pem", "key.pem", "empty.pem holds no certificate"),
        ("junk.pem", "key.pem", "a certificate that cannot be read"),
    ] {
        let config = TlsConfig {
            certificate: Some(pki.path(certificate)),
            key: Some(pki.path(key)),
            ..config.clone()
        };
        let told = tried(&config);
        assert!(told.contains(wanted), "{certificate} {key}: {told}");
        assert!(!told.contains("PRIVATE"), "{told}");
    }
}

#[tokio::test]
async fn a_network_is_not_served_without_tls_by_mistake() {
    let plain = |plain_http| TlsConfig { plain_http, ..TlsConfig::default() };
    for address in ["0.0.0.0:8080", "192.0.2.1:80", "[::]:80", "[2001:db8::1]:1"] {
        let address = address.parse().unwrap();
        let refused = plain(None).transport(address).unwrap_err().to_string();
        assert!(refused.contains("--tls-cert") && refused.contains("--plain-http"), "{refused}");
        for (served, private, name) in [
            (PlainHttp::Public, false, "plain-public"),
            (PlainHttp::BehindProxy, true, "plain-behind-proxy"),
        ] {
            let transport = plain(Some(served)).transport(address).unwrap();
            assert_eq!((transport.is_private(), transport.as_str()), (private, name));
        }
    }
    for address in ["127.0.0.1:0", "127.9.9.9:1", "[::1]:8080", "[::ffff:127.0.0.1]:1"] {
        let transport = plain(None).transport(address.parse().unwrap()).unwrap();
        assert_eq!(transport.as_str(), "local", "{address}");
    }
}

#[test]
fn a_certificate_tells_its_names_and_its_end() {
    let pki = Pki::new();
    let mut params =
        CertificateParams::new(vec!["venue7.example".to_owned(), "192.0.2.7".to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2026, 11, 1);
    params.not_after = rcgen::date_time_ymd(2026, 11, 30);
    let key = KeyPair::generate().unwrap();
    let issued = params.signed_by(&key, &pki.authority).unwrap();
    fs::write(pki.path("cert.pem"), issued.pem()).unwrap();
    write_secret(&pki.path("key.pem"), &key.serialize_pem());
    let read = crate::Certificate::read(&pki.path("cert.pem"), &pki.path("key.pem")).unwrap();
    assert_eq!(read.names(), ["venue7.example", "192.0.2.7"]);
    assert_eq!(read.begins().millis(), 1_793_491_200_000);
    assert_eq!(read.ends().millis(), 1_795_996_800_000);
    assert!(!read.is_public());
    for (name, holds) in [
        ("venue7.example", true),
        ("VENUE7.example", true),
        ("192.0.2.7", true),
        ("192.0.2.8", false),
        ("laptop.local", false),
        ("not a name", false),
    ] {
        assert_eq!(read.is_for(name), holds, "{name}");
    }
}
