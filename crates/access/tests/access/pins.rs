//! PINs: who sets one, when it is asked for, and what is proved before it is changed.

use access::{Invitee, Permission, Proof, Secret, SecretHash};

use super::*;

const HASH: &str = "$argon2id$pin";

fn set(name: &str, hash: Option<&str>) -> Command {
    Command::SetPin { subject: id(name), hash: hash.map(str::to_owned) }
}

/// Returns a target for which nothing is missing but a confirmation.
fn reasoned() -> Target<'static> {
    Target { has_reason: true, recorded: Some(NOON), ..table(3) }
}

#[test]
fn every_cell_with_a_reason_asks_whoever_has_a_pin_and_no_other_cell_does() {
    let mut venue = Venue::new();
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
        venue.add(role.as_str(), role, at_tables(3, 3));
        if !role.is_of_device() {
            let given = venue.give(&by(role.as_str()), &set(role.as_str(), Some(HASH)));
            assert_eq!(given, Ok(1), "{role:?}");
        }
    }
    for act in Act::ALL.iter().copied() {
        for role in Role::ALL.into_iter().filter(|role| !role.is_of_device()) {
            let permission = act.permission(role);
            if permission == Permission::Never || role == Role::Public {
                continue;
            }
            let call = |is_confirmed| {
                venue.call(role.as_str(), act, &Target { is_confirmed, ..reasoned() })
            };
            let asked = permission.needs_reason();
            assert_eq!(
                call(false).err(),
                asked.then_some(Refusal::NotConfirmed),
                "{role:?} {act:?}"
            );
            assert_eq!(call(true).err(), None, "{role:?} {act:?}");
        }
    }
    // A missing reason is told first: nobody is asked for a PIN in vain.
    let target = Target { has_reason: false, ..reasoned() };
    let refused = venue.call("chief-arbiter", Act::ReopenTie, &target);
    assert_eq!(refused, Err(Refusal::ReasonMissing));
}

#[test]
fn a_pin_is_set_and_removed_by_its_person_alone() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    venue.add("t1", Role::PlayerDevice, at_tables(1, 1));
    let oneself = Err(CommandRefusal::NotOneself);
    assert_eq!(venue.give(&by("ids"), &set("jel", Some(HASH))), oneself);
    assert_eq!(venue.give(&Author::Machine, &set("jel", Some(HASH))), oneself);
    let device = Err(CommandRefusal::NotAPerson { subject: id("t1") });
    assert_eq!(venue.give(&by("t1"), &set("t1", Some(HASH))), device);
    assert_eq!(venue.give(&by("jel"), &set("jel", None)), Ok(0));
    assert_eq!(venue.give(&by("jel"), &set("jel", Some(HASH))), Ok(1));
    assert_eq!(venue.0.pin_of(&id("jel")), Some(HASH));
    assert_eq!(venue.0.pin_of(&id("ids")), None);
    assert_eq!(venue.give(&by("jel"), &set("jel", None)), Ok(1));
    assert_eq!(venue.0.pin_of(&id("jel")), None);
}

#[test]
fn a_pin_is_repeated_before_it_is_changed_but_by_who_just_came_in_by_an_invitation() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    let own = TokenId::new("token-jel").unwrap();
    assert_eq!(venue.0.proof_to_set_pin(&own, NOON), Proof::Nothing);
    let (subject, hash) = (id("jel"), "$argon2id$phrase".to_owned());
    assert_eq!(venue.give(&by("jel"), &set("jel", Some(HASH))), Ok(1));
    assert_eq!(venue.0.proof_to_set_pin(&own, NOON), Proof::Pin(HASH));
    // Nor does anybody add a passphrase or a passkey, and come in by it.
    assert_eq!(venue.0.proof_to_give(&own, NOON), Proof::Pin(HASH));
    venue.machine(&Command::SetPassphrase { subject, hash, kept: Some(own.clone()) });
    assert_eq!(venue.0.proof_to_give(&own, NOON), Proof::Passphrase("$argon2id$phrase"));
    assert_eq!(venue.0.proof_to_set_pin(&own, NOON), Proof::Pin(HASH));

    let link = SecretHash::of(b"link");
    venue.machine(&Command::Invite { to: Invitee::Person(id("jel")), link, code: None });
    let token = TokenId::new("came").unwrap();
    let come = Command::Accept { secret: Secret::Link(link), device: None, token: token.clone() };
    venue.machine(&come);
    assert_eq!(venue.0.proof_to_set_pin(&token, after(899)), Proof::Nothing);
    assert_eq!(venue.0.proof_to_set_pin(&token, after(900)), Proof::Pin(HASH));
}
