//! The messages in which a server tells about itself: the file with its ports, and the line with
//! which it greets a client.

use std::net::{Ipv4Addr, SocketAddr};

use serde::Deserialize;

/// The file that nats-server writes when it serves. Members that are not read here may be anything.
#[derive(Deserialize)]
struct Announcement {
    /// The addresses for clients.
    nats: Vec<String>,
    /// The addresses for health.
    monitoring: Vec<String>,
}

/// The content of the line with which nats-server greets a client.
#[derive(Deserialize)]
struct Greeting {
    version: String,
}

/// Returns the port of clients and the address of health in the file that nats-server writes when
/// it serves; `None` if it does not have them, or is not written to its end.
pub(super) fn ports_in(announcement: &[u8]) -> Option<(u16, SocketAddr)> {
    let Announcement { nats, monitoring } = serde_json::from_slice(announcement).ok()?;
    let port = |urls: &[String]| urls.first()?.rsplit(':').next()?.parse::<u16>().ok();
    Some((port(&nats)?, (Ipv4Addr::LOCALHOST, port(&monitoring)?).into()))
}

/// Returns the version in the line with which nats-server greets a client; `None` if it has none.
pub(super) fn version_in(greeting: &str) -> Option<String> {
    let content = greeting.strip_prefix("INFO ")?;
    serde_json::from_str(content).ok().map(|Greeting { version }| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ports_are_read_from_a_whole_announcement() {
        let text = r#"{"nats":["nats://127.0.0.1:4222","nats://[::1]:4222"],"monitoring":["http://127.0.0.1:8222"],"cluster":[]}"#;
        let health = (Ipv4Addr::LOCALHOST, 8222).into();
        assert_eq!(ports_in(text.as_bytes()), Some((4222, health)));
        for text in
            ["", "{", "{}", r#"{"nats":[],"monitoring":[]}"#, r#"{"nats":["nats://x:4222"]}"#]
        {
            assert_eq!(ports_in(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_version_is_read_from_the_greeting() {
        let greeting = "INFO {\"server_id\":\"N\",\"version\":\"2.12.1\",\"proto\":1} \r\n";
        assert_eq!(version_in(greeting).as_deref(), Some("2.12.1"));
        for greeting in ["", "INFO {}", "-ERR 'x'\r\n"] {
            assert_eq!(version_in(greeting), None, "{greeting}");
        }
    }
}
