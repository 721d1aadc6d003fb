//! Tests of granting, narrowing, revoking and putting out.

use super::*;

fn grant(name: &str, role: Role, limits: Limits) -> Command {
    Command::Grant { subject: id(name), role, limits }
}

#[test]
fn a_role_is_granted_by_those_above_it_and_by_nobody_else() {
    for granter in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
        for role in Role::ALL {
            let mut venue = Venue::new();
            venue.add("granter", granter, Limits::default());
            venue.machine(&Command::AddPerson { subject: id("new"), name: "New".into() });
            let (subject, limits) = (id("tablet"), Limits::default());
            let command = if role.is_of_device() {
                Command::Enrol { subject, key: device_key(), role, limits }
            } else {
                grant("new", role, limits)
            };
            let given = venue.give(&by("granter"), &command);
            assert_eq!(given.is_ok(), granter.may_grant(role), "{granter:?} {role:?}: {given:?}");
            if given.is_err() {
                assert_eq!(given, Err(CommandRefusal::MayNotGrant { role }), "{granter:?}");
            }
        }
    }
}

#[test]
fn nobody_grants_beyond_their_own_limits() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, at_tables(1, 8));
    venue.machine(&Command::AddPerson { subject: id("new"), name: "New".into() });
    let may_not = |role| Err(CommandRefusal::MayNotGrant { role });
    let everywhere = grant("new", Role::Arbiter, Limits::default());
    assert_eq!(venue.give(&by("ids"), &everywhere), may_not(Role::Arbiter));
    assert_eq!(venue.give(&by("ids"), &grant("new", Role::Arbiter, at_tables(1, 2))), Ok(1));
    let enrol = |name: &str, limits| {
        let (subject, role) = (id(name), Role::PlayerDevice);
        Command::Enrol { subject, key: device_key(), role, limits }
    };
    let outside = venue.give(&by("jel"), &enrol("t9", at_tables(9, 9)));
    assert_eq!(outside, may_not(Role::PlayerDevice));
    assert_eq!(venue.give(&by("jel"), &enrol("t8", at_tables(8, 8))), Ok(2));
}

#[test]
fn the_machine_itself_makes_the_first_and_may_grant_every_role() {
    let mut venue = Venue(Access::default());
    let ids = Command::AddPerson { subject: id("ids"), name: "Ids".into() };
    assert_eq!(venue.give(&Author::Machine, &ids), Err(CommandRefusal::NoAuthority));
    venue.machine(&Command::SetKey { key: AuthorityKey([1; 32]) });
    venue.machine(&ids);
    for role in Role::ALL.into_iter().filter(|role| !role.is_of_device()) {
        let given = venue.give(&Author::Machine, &grant("ids", role, Limits::default()));
        assert_eq!(given.is_ok(), role != Role::Public, "{role:?}");
    }
    let key = Command::SetKey { key: AuthorityKey([2; 32]) };
    assert_eq!(venue.give(&by("ids"), &key), Err(CommandRefusal::OnlyMachine));
}

#[test]
fn a_person_has_a_name_that_can_be_shown() {
    let mut venue = Venue::new();
    let mut add = |name: &str| {
        venue.give(&Author::Machine, &Command::AddPerson { subject: id("ids"), name: name.into() })
    };
    assert_eq!(add("  "), Err(CommandRefusal::NameMissing));
    assert!(matches!(add("Ids\u{202e}"), Err(CommandRefusal::Name(_))));
    assert!(matches!(add(&"x".repeat(101)), Err(CommandRefusal::Name(_))));
    assert_eq!(add(" Ids  de Vries "), Ok(1));
    let known = CommandRefusal::KnownSubject { subject: id("ids") };
    assert_eq!(add("Ids"), Err(known));
    assert_eq!(venue.0.name(&id("ids")), Some("Ids de Vries"));
}

#[test]
fn a_grant_is_narrowed_at_once_and_never_widened() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let of_jel = venue.add("jel", Role::Arbiter, at_tables(1, 8));
    let narrow = |limits| Command::Narrow { grant: of_jel, limits };
    let wider = Err(CommandRefusal::Wider { grant: of_jel.0 });
    assert_eq!(venue.give(&by("ids"), &narrow(kk())), wider);
    assert_eq!(venue.give(&by("ids"), &narrow(at_tables(1, 9))), wider);
    assert_eq!(venue.give(&by("ids"), &narrow(at_tables(1, 4))), Ok(1));
    assert_eq!(venue.give(&by("ids"), &narrow(at_tables(1, 4))), Ok(0));
    assert!(venue.call("jel", Act::RuleMoves, &table(5)).is_err());
    assert!(venue.call("jel", Act::RuleMoves, &table(4)).is_ok());
    let own = Err(CommandRefusal::MayNotGrant { role: Role::Arbiter });
    assert_eq!(venue.give(&by("jel"), &narrow(at_tables(1, 1))), own);
    let moved = Command::Move { grant: of_jel, limits: at_tables(5, 8) };
    let not_of_device = Err(CommandRefusal::NotOfDevice { grant: of_jel.0 });
    assert_eq!(venue.give(&by("ids"), &moved), not_of_device);
}

#[test]
fn a_grant_that_is_revoked_holds_no_longer_and_the_others_do() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let as_arbiter = venue.add("jel", Role::Arbiter, kk());
    venue.machine(&grant("jel", Role::PairingOfficer, kk()));
    let revoke = Command::Revoke { grant: as_arbiter };
    let may_not = Err(CommandRefusal::MayNotGrant { role: Role::Arbiter });
    assert_eq!(venue.give(&by("jel"), &revoke), may_not);
    assert_eq!(venue.give(&by("ids"), &revoke), Ok(1));
    assert!(venue.call("jel", Act::OpenRound, &target()).is_err());
    assert!(venue.call("jel", Act::PairRound, &target()).is_ok());
    let unknown = Err(CommandRefusal::UnknownGrant { grant: as_arbiter.0 });
    assert_eq!(venue.give(&by("ids"), &revoke), unknown);
}

#[test]
fn the_same_is_granted_once() {
    let mut venue = Venue::new();
    venue.add("ids", Role::Arbiter, kk());
    let again = venue.give(&Author::Machine, &grant("ids", Role::Arbiter, kk()));
    assert_eq!(again, Err(CommandRefusal::SameGrant { subject: id("ids") }));
}

#[test]
fn somebody_who_was_granted_nothing_yet_is_put_out_by_those_who_grant() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.machine(&Command::AddPerson { subject: id("new"), name: "New".into() });
    let put_out = Command::PutOut { subject: id("new") };
    let may_not = Err(CommandRefusal::MayNotGrant { role: Role::Arbiter });
    assert_eq!(venue.give(&by("jel"), &put_out), may_not);
    assert_eq!(venue.give(&by("ids"), &put_out), Ok(1));
}

#[test]
fn a_chief_arbiter_puts_out_everybody_below_and_nobody_above() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("other-chief", Role::ChiefArbiter, kk());
    venue.add("admin", Role::FederationAdmin, Limits::default());
    venue.add("of-another-tournament", Role::Arbiter, Limits::default());
    for (name, role) in [("jel", Role::Arbiter), ("tess", Role::Technician)] {
        venue.add(name, role, kk());
    }
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    venue.add("board", Role::BoardAgent, at_tables(2, 2));
    let put_out = |name| Command::PutOut { subject: id(name) };
    assert_eq!(venue.give(&by("ids"), &put_out("ids")), Err(CommandRefusal::Oneself));
    for (name, role) in [
        ("admin", Role::FederationAdmin),
        ("other-chief", Role::ChiefArbiter),
        ("of-another-tournament", Role::Arbiter),
    ] {
        let refused = venue.give(&by("ids"), &put_out(name));
        assert_eq!(refused, Err(CommandRefusal::MayNotGrant { role }), "{name}");
    }
    for name in ["jel", "tess", "tablet", "board"] {
        assert_eq!(venue.give(&by("ids"), &put_out(name)), Ok(1), "{name}");
        assert!(venue.0.subject(&id(name)).unwrap().put_out.is_some(), "{name}");
    }
}
