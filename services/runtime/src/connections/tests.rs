//! Tests of who finds a place.

use super::*;

fn connections(max: usize, reserved: usize, per_address: Option<usize>) -> Connections {
    let config = ConnectionConfig {
        max_connections: max,
        reserved_connections: reserved,
        max_connections_per_address: per_address,
        ..ConnectionConfig::default()
    };
    Connections::within(Limits::of(&config, 20_000))
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn admitted(
    connections: &Connections,
    callers: Callers,
    address: &str,
    number: usize,
) -> Vec<Admitted> {
    let admit = |_| connections.admit(callers, ip(address)).unwrap();
    (0..number).map(admit).collect()
}

#[test]
fn spectators_leave_the_reserve_to_devices_and_desk() {
    let connections = connections(8, 2, None);
    let mut public = admitted(&connections, Callers::Public, "127.0.0.1", 6);
    let refused = connections.admit(Callers::Public, ip("127.0.0.1"));
    assert_eq!(refused.unwrap_err(), Full::Process);
    let venue = admitted(&connections, Callers::Venue, "127.0.0.1", 2);
    let refused = connections.admit(Callers::Venue, ip("127.0.0.1"));
    assert_eq!(refused.unwrap_err(), Full::Process);
    // A place is free again once its connection has ended.
    public.pop();
    let _again = connections.admit(Callers::Venue, ip("127.0.0.1")).unwrap();
    drop((public, venue));
    admitted(&connections, Callers::Public, "127.0.0.1", 6);
}

#[test]
fn one_address_leaves_room_for_others() {
    let connections = connections(8, 0, Some(2));
    let two = admitted(&connections, Callers::Public, "192.0.2.1", 2);
    for same in ["192.0.2.1", "::ffff:192.0.2.1"] {
        let refused = connections.admit(Callers::Public, ip(same));
        assert_eq!(refused.unwrap_err(), Full::Address, "{same}");
    }
    // The desk behind the same address counts apart, and others are not concerned.
    let _desk = admitted(&connections, Callers::Venue, "192.0.2.1", 1);
    let _other = admitted(&connections, Callers::Public, "192.0.2.2", 1);
    drop(two);
    admitted(&connections, Callers::Public, "192.0.2.1", 2);
    assert_eq!(connections.connections.open().addresses.len(), 2);
}

/// Opens connections from an address until one is refused.
fn flood(connections: &Connections, callers: Callers, address: &str) -> Vec<Admitted> {
    let (mut admitted, address) = (Vec::new(), ip(address));
    loop {
        match connections.admit(callers, address) {
            Ok(one) => admitted.push(one),
            Err(full) => {
                assert_eq!(full, Full::Address);
                return admitted;
            }
        }
    }
}

#[test]
fn addresses_with_few_connections_find_places_although_others_have_as_many_as_they_may() {
    // Of 800 one address has at most 400. Of the 600 of the public the last 100 are for
    // newcomers, of the others the last 25.
    let connections = connections(800, 200, None);
    let public = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
    let public = public.map(|address| flood(&connections, Callers::Public, address));
    assert_eq!(public.each_ref().map(Vec::len), [400, 100, 8]);
    let desks = ["198.51.100.1", "198.51.100.2"];
    let desks = desks.map(|address| flood(&connections, Callers::Venue, address));
    assert_eq!(desks.each_ref().map(Vec::len), [267, 8]);

    // A table of devices, and spectators at home.
    let table = admitted(&connections, Callers::Venue, "198.51.100.3", 8);
    let home = admitted(&connections, Callers::Public, "203.0.113.1", 8);
    let calls = |_| connections.admit_call(Callers::Venue, ip("198.51.100.3")).unwrap();
    let calls: Vec<_> = (0..32).map(calls).collect();
    drop((table, home, calls));
    // Who has many gets more once there is room.
    let [most, _others @ ..] = public;
    drop((most, desks));
    admitted(&connections, Callers::Public, "192.0.2.2", 100);
}

#[test]
fn a_hall_behind_one_address_has_most_of_the_reserve_when_the_public_is_full() {
    let connections = connections(16_384, 2_048, None);
    let public = ["192.0.2.1", "192.0.2.2"];
    let public = public.map(|address| flood(&connections, Callers::Public, address));
    assert_eq!(public.each_ref().map(Vec::len), [8_192, 4_096]);
    let others = (0..256)
        .map(|number| admitted(&connections, Callers::Public, &format!("203.0.113.{number}"), 8));
    let others: Vec<_> = others.collect();
    let newcomer = connections.admit(Callers::Public, ip("198.51.100.1"));
    assert_eq!(newcomer.unwrap_err(), Full::Process, "the public is full");
    let hall = flood(&connections, Callers::Venue, "198.51.100.2");
    assert_eq!(hall.len(), 2_048 - 256);
    drop((public, others));
}

#[test]
fn one_address_leaves_room_at_the_port_of_metrics() {
    let connections = Connections::few(16);
    let flood = flood(&connections, Callers::Venue, "192.0.2.1");
    assert_eq!(flood.len(), 12);
    admitted(&connections, Callers::Venue, "192.0.2.2", 2);
}

#[test]
fn a_proxy_that_may_have_all_connections_has_all() {
    let connections = connections(16, 0, Some(16));
    admitted(&connections, Callers::Public, "192.0.2.1", 16);
}

#[test]
fn calls_count_apart_from_the_connections_over_which_they_come() {
    let connections = connections(8, 2, Some(2));
    let call = |callers, address| connections.admit_call(callers, ip(address));
    let of_one: Vec<_> = (0..2).map(|_| call(Callers::Public, "192.0.2.1").unwrap()).collect();
    assert_eq!(call(Callers::Public, "192.0.2.1").unwrap_err(), Full::Address);
    let local: Vec<_> = (0..22).map(|_| call(Callers::Public, "127.0.0.1").unwrap()).collect();
    assert_eq!(call(Callers::Public, "127.0.0.1").unwrap_err(), Full::Process);
    let desk: Vec<_> = (0..8).map(|_| call(Callers::Venue, "127.0.0.1").unwrap()).collect();
    assert_eq!(call(Callers::Venue, "127.0.0.1").unwrap_err(), Full::Process);
    let _connection = admitted(&connections, Callers::Public, "192.0.2.1", 1);
    drop((of_one, local, desk));
    drop(call(Callers::Public, "192.0.2.1").unwrap());
}

#[test]
fn a_network_of_ipv6_addresses_counts_as_one() {
    let connections = connections(8, 0, Some(1));
    let _one = admitted(&connections, Callers::Public, "2001:db8:0:1::1", 1);
    let refused = connections.admit(Callers::Public, ip("2001:db8:0:1:ffff::2"));
    assert_eq!(refused.unwrap_err(), Full::Address);
    let _other = admitted(&connections, Callers::Public, "2001:db8:0:2::1", 1);
}

#[test]
fn a_proxy_on_this_machine_speaks_for_everybody() {
    let connections = connections(8, 0, Some(1));
    for address in ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"] {
        drop(admitted(&connections, Callers::Public, address, 8));
    }
}

#[test]
fn descriptors_decide_where_there_are_fewer() {
    let config = ConnectionConfig::default();
    let limits = |descriptors| {
        let Limits { all, public, address, newcomers, .. } = Limits::of(&config, descriptors);
        (all, public, address, newcomers)
    };
    assert_eq!(limits(20_000), (16_384, 14_336, 8_192, 2_048));
    assert_eq!(limits(usize::MAX), (16_384, 14_336, 8_192, 2_048));
    assert_eq!(limits(1_024), (896, 672, 448, 112));
    assert_eq!(limits(64), (1, 1, 1, 0));
}
