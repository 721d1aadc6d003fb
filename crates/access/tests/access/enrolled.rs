//! Devices: their tables, their moves, and how they are put out.

use super::*;

#[test]
fn a_device_acts_at_its_own_table_and_for_itself() {
    let mut venue = Venue::new();
    venue.add("t7-white", Role::PlayerDevice, at_tables(7, 7));
    let own = Target { device: Some("t7-white"), ..table(7) };
    assert!(venue.call("t7-white", Act::SubmitMove, &own).is_ok());
    let tables = Tables::new(7, 7).unwrap();
    let elsewhere = Target { table: Some(8), ..own };
    let refused = venue.call("t7-white", Act::SubmitMove, &elsewhere);
    assert_eq!(refused, Err(Refusal::OtherTable { tables }));
    for act in [Act::SubmitMove, Act::WatchVerdicts, Act::ListInputs] {
        let for_another = Target { device: Some("t7-black"), ..own };
        assert_eq!(venue.call("t7-white", act, &for_another), Err(Refusal::OtherDevice), "{act:?}");
    }
}

#[test]
fn a_device_without_a_table_writes_nothing() {
    let mut venue = Venue::new();
    venue.add("spare", Role::PlayerDevice, kk());
    assert_eq!(venue.call("spare", Act::SubmitMove, &table(1)), Err(Refusal::NotPlaced));
    assert_eq!(venue.call("spare", Act::RecordResult, &table(1)), Err(Refusal::NotPlaced));
    let no_table = venue.call("spare", Act::SubmitPress, &target());
    assert_eq!(no_table, Err(Refusal::NotPlaced));
}

#[test]
fn a_device_that_is_moved_acts_at_its_new_table_at_once() {
    let mut venue = Venue::new();
    let grant = venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    venue.add("tess", Role::Technician, kk());
    let limits = at_tables(2, 2);
    assert_eq!(venue.give(&by("tess"), &Command::Move { grant, limits: limits.clone() }), Ok(1));
    assert!(venue.call("tablet", Act::SubmitMove, &table(2)).is_ok());
    assert!(venue.call("tablet", Act::SubmitMove, &table(1)).is_err());
    assert_eq!(venue.give(&by("tess"), &Command::Move { grant, limits }), Ok(0));
}

#[test]
fn a_tablet_that_is_lost_is_put_out_at_once_and_for_good() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    venue.add("jel", Role::Arbiter, kk());
    assert_eq!(venue.give(&by("jel"), &Command::PutOut { subject: id("tablet") }), Ok(1));
    assert_eq!(venue.call("tablet", Act::SubmitMove, &table(1)), Err(Refusal::PutOut));
    let subject = id("tablet");
    let (role, limits) = (Role::PlayerDevice, at_tables(1, 1));
    let again = Command::Enrol {
        subject: subject.clone(),
        key: device_key(),
        role,
        limits: limits.clone(),
    };
    let known = CommandRefusal::KnownSubject { subject: subject.clone() };
    assert_eq!(venue.give(&by("jel"), &again), Err(known));
    let again = Command::Grant { subject: subject.clone(), role, limits };
    assert_eq!(venue.give(&by("jel"), &again), Err(CommandRefusal::UnknownSubject { subject }));
}

#[test]
fn people_have_no_roles_of_devices_and_devices_none_of_people() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("tablet", Role::PlayerDevice, kk());
    for (name, role) in [("tablet", Role::Arbiter), ("ids", Role::PlayerDevice)] {
        let subject = id(name);
        let command = Command::Grant { subject: subject.clone(), role, limits: kk() };
        let refused = venue.give(&Author::Machine, &command);
        assert_eq!(refused, Err(CommandRefusal::WrongKind { subject, role }));
    }
    let (subject, role) = (id("robot"), Role::Arbiter);
    let key = device_key();
    let command = Command::Enrol { subject: subject.clone(), key, role, limits: kk() };
    let refused = venue.give(&Author::Machine, &command);
    assert_eq!(refused, Err(CommandRefusal::WrongKind { subject, role }));
}
