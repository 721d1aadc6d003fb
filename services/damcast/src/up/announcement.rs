//! The addresses that whoever started everything has to know.

use std::io::Write as _;

use runtime::config::{PlainHttp, TlsConfig};

use crate::stack::{Addresses, in_the_hall, pages_of};

/// The addresses that whoever started this has to know.
#[derive(Debug)]
pub(super) struct AnnouncedAddresses {
    /// The pages, for a browser on this machine.
    pages: String,
    /// The address under which the desk is to be opened.
    desk: String,
    /// The path of the link by which the first chief arbiter signs in, once; `None` after the first
    /// start.
    sign_in: Option<String>,
    /// URLs at which the pages are reached from the hall.
    spectators: Vec<String>,
    /// URLs at which tablets are answered.
    tablets: Vec<String>,
    /// True if the hall has a port of its own.
    has_hall: bool,
    /// True if others on the way can read along, so that nobody signs in from the hall.
    is_in_the_clear: bool,
}

impl AnnouncedAddresses {
    pub(super) fn new(addresses: &Addresses, tls: &TlsConfig, sign_in: Option<String>) -> Self {
        let pages = pages_of(addresses.broadcast);
        let spectators = in_the_hall(addresses.broadcast, tls);
        let is_in_the_clear = tls.shared.is_none() && tls.plain_http == Some(PlainHttp::Public);
        let of_hall = addresses.hall.map_or_else(Vec::new, |hall| in_the_hall(hall, tls));
        // The codes that a desk shows begin with its address, and have to open in the hall. Where
        // nobody may sign in from there, the desk is on this machine.
        let is_secure = |url: &&String| url.starts_with("https://");
        let desk = of_hall.iter().chain(&spectators).find(is_secure).cloned();
        let here = addresses.hall.filter(|hall| !is_in_the_clear || hall.ip().is_loopback());
        let here = here.map(pages_of);
        let desk = desk.or_else(|| here.clone()).unwrap_or_else(|| pages.clone());
        let tablets = match here {
            Some(here) if of_hall.is_empty() => vec![here],
            Some(_) => of_hall,
            None => in_the_hall(addresses.board_ingest, tls),
        };
        let has_hall = addresses.hall.is_some();
        Self { pages, desk, sign_in, spectators, tablets, has_hall, is_in_the_clear }
    }

    /// Prints the addresses, with the path of a page.
    pub(super) fn print(&self, path: &str) {
        let mut out = std::io::stdout().lock();
        for line in self.lines(path) {
            // A closed standard output has no reader.
            drop(writeln!(out, "{line}"));
        }
    }

    fn lines(&self, path: &str) -> Vec<String> {
        let (spectators, tablets) = match self.has_hall {
            true => ("for spectators", "for tablets and desks"),
            false => ("in the hall", "for tablets"),
        };
        let mut lines = vec![format!("Damcast is on {}{path} (Ctrl-C stops it)", self.pages)];
        lines.extend(self.spectators.iter().map(|url| format!("  {spectators}: {url}{path}")));
        if let Some(path) = &self.sign_in {
            let desk = &self.desk;
            lines.push(format!("  sign in at the desk, once, within a day: {desk}{path}"));
            lines.push(format!("  put a tablet at a table: {desk}/desk/people, signed in"));
        }
        if self.is_in_the_clear {
            lines.push(
                "  without TLS (--plain-http): for spectators, not for tablets and desks".into(),
            );
        } else {
            lines.extend(self.tablets.iter().map(|url| format!("  {tablets}: {url}")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tablets_and_desks_are_told_the_port_of_the_hall_where_there_is_one() {
        let told = |hall: Option<&str>, plain_http: Option<PlainHttp>| {
            let port = |port: u16| ([127, 0, 0, 1], port).into();
            let addresses = Addresses {
                board_ingest: port(8081),
                rules_validation: port(8082),
                clock: port(8083),
                pairing: port(8084),
                broadcast: port(8080),
                hall: hall.map(|hall| hall.parse().unwrap()),
            };
            let tls = TlsConfig { plain_http, ..TlsConfig::default() };
            AnnouncedAddresses::new(&addresses, &tls, Some("/desk#i".to_owned()))
                .lines("/t/main/kk")
        };
        let here = "Damcast is on http://localhost:8080/t/main/kk (Ctrl-C stops it)";
        let sign_in = |desk: &str| {
            [
                format!("  sign in at the desk, once, within a day: {desk}/desk#i"),
                format!("  put a tablet at a table: {desk}/desk/people, signed in"),
            ]
        };
        let [first, second] = sign_in("http://localhost:8080");
        assert_eq!(told(None, None), [here, &first, &second]);
        let [first, second] = sign_in("http://localhost:8090");
        let tablets = "  for tablets and desks: http://localhost:8090";
        assert_eq!(told(Some("127.0.0.1:8090"), None), [here, &first, &second, tablets]);
        let [first, second] = sign_in("http://192.0.2.7:8090");
        let tablets = "  for tablets and desks: http://192.0.2.7:8090";
        let proxy = Some(PlainHttp::BehindProxy);
        assert_eq!(told(Some("192.0.2.7:8090"), proxy), [here, &first, &second, tablets]);
        // Nobody signs in where others read along.
        let [first, second] = sign_in("http://localhost:8080");
        let clear = "  without TLS (--plain-http): for spectators, not for tablets and desks";
        let public = Some(PlainHttp::Public);
        assert_eq!(told(Some("192.0.2.7:8090"), public), [here, &first, &second, clear]);
    }
}
