//! Callers, as their connections and the heads of their requests tell of them.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderName, Request, header, uri::Authority};

use crate::connections::network;

/// The header in which a proxy writes for whom it calls, after what others before it wrote.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Headers of requests that somebody passes on.
const FORWARDED: [HeaderName; 3] = [header::FORWARDED, header::VIA, FORWARDED_FOR];

/// The caller of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    ip: IpAddr,
    is_local: bool,
}

impl Peer {
    /// Returns the caller of a request that came from an address. Where it `is_behind_proxy`, the
    /// proxy alone calls, and whoever it names last is the caller: all before may be invented.
    pub(crate) fn of<B>(request: &Request<B>, from: SocketAddr, is_behind_proxy: bool) -> Self {
        let ip = from.ip().to_canonical();
        if is_behind_proxy {
            let ip = forwarded_for(request.headers()).unwrap_or(ip);
            return Self { ip, is_local: false };
        }
        let is_passed_on = FORWARDED.iter().any(|name| request.headers().contains_key(name));
        // A proxy that adds no header may at least hand on the name by which it was called.
        let is_local = ip.is_loopback() && !is_passed_on && names_this_machine(request);
        Self { ip, is_local }
    }

    /// Returns the address, without its port.
    #[must_use]
    pub const fn ip(self) -> IpAddr {
        self.ip
    }

    /// Returns the address as which the caller counts: that of the network (/64) of an IPv6
    /// address, of which one household has many.
    #[must_use]
    pub fn network(self) -> IpAddr {
        network(self.ip)
    }

    /// Returns true if the caller is on this machine, as far as the request tells.
    pub(crate) const fn is_local(self) -> bool {
        self.is_local
    }
}

/// Returns the last address of those for whom a request is passed on.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all(FORWARDED_FOR).into_iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let with_port = || last.parse().ok().map(|address: SocketAddr| address.ip());
    Some(last.parse().ok().or_else(with_port)?.to_canonical())
}

/// Returns true if a request was called by a name of loopback.
fn names_this_machine<B>(request: &Request<B>) -> bool {
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    let Some(authority) = request.uri().authority().or(host.as_ref()) else { return false };
    let name = authority.host().trim_matches(['[', ']']);
    let is_loopback = |ip: IpAddr| ip.to_canonical().is_loopback();
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(from: &str, headers: &[(&str, &str)], is_behind_proxy: bool) -> Peer {
        let mut request = Request::new(());
        for (name, value) in headers {
            request
                .headers_mut()
                .append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        Peer::of(&request, from.parse().unwrap(), is_behind_proxy)
    }

    #[test]
    fn only_who_calls_this_machine_by_its_own_name_and_directly_is_on_it() {
        for (from, headers, expected) in [
            ("127.0.0.1:5", &[("host", "localhost:8081")][..], true),
            ("127.0.0.1:5", &[("host", "127.0.0.1:8081")], true),
            ("[::1]:5", &[("host", "[::1]:8081")], true),
            ("[::ffff:127.0.0.1]:5", &[("host", "LOCALHOST")], true),
            ("192.0.2.7:5", &[("host", "localhost:8081")], false),
            ("127.0.0.1:5", &[("host", "damcast.example")], false),
            ("127.0.0.1:5", &[], false),
            ("127.0.0.1:5", &[("host", "localhost"), ("x-forwarded-for", "192.0.2.7")], false),
            ("127.0.0.1:5", &[("host", "localhost"), ("via", "1.1 proxy")], false),
            ("127.0.0.1:5", &[("host", "localhost"), ("forwarded", "for=192.0.2.7")], false),
        ] {
            assert_eq!(peer(from, headers, false).is_local(), expected, "{from} {headers:?}");
            assert!(!peer(from, headers, true).is_local(), "{from} {headers:?}");
        }
        let mut request = Request::new(());
        *request.uri_mut() = "http://127.0.0.1:8081/path".parse().unwrap();
        let from = "127.0.0.1:5".parse().unwrap();
        assert!(Peer::of(&request, from, false).is_local());
    }

    #[test]
    fn a_proxy_names_its_caller_and_nobody_else_is_believed() {
        let invented = ("x-forwarded-for", "203.0.113.9, 198.51.100.4");
        let appended = ("x-forwarded-for", "198.51.100.5");
        for (headers, is_behind_proxy, expected) in [
            (&[invented][..], false, "192.0.2.7"),
            (&[invented], true, "198.51.100.4"),
            (&[invented, appended], true, "198.51.100.5"),
            (&[("x-forwarded-for", "198.51.100.4:60000")], true, "198.51.100.4"),
            (&[("x-forwarded-for", "2001:db8::7")], true, "2001:db8::7"),
            (&[("x-forwarded-for", "nonsense")], true, "192.0.2.7"),
            (&[], true, "192.0.2.7"),
        ] {
            let peer = peer("192.0.2.7:5", headers, is_behind_proxy);
            assert_eq!(peer.ip().to_string(), expected, "{headers:?}");
        }
    }

    #[test]
    fn the_many_addresses_of_one_network_count_as_one() {
        let network = |from: &str| peer(from, &[], false).network().to_string();
        assert_eq!(network("[2001:db8:1:2:3:4:5:6]:5"), "2001:db8:1:2::");
        assert_eq!(network("[::ffff:192.0.2.7]:5"), "192.0.2.7");
        assert_eq!(network("192.0.2.7:5"), "192.0.2.7");
    }
}
