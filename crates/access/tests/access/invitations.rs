//! Invitations: for one use, for a time, by those who may.

use access::{Arrival, Change, DeviceSeat, Event, Invitee, Proof, Secret, SecretHash};

use super::*;

const LINK: SecretHash = SecretHash([7; 32]);
const CODE: SecretHash = SecretHash([8; 32]);

fn token(name: &str) -> TokenId {
    TokenId::new(name).unwrap()
}

fn of_table(table: u32) -> Invitee {
    let (role, limits) = (Role::PlayerDevice, at_tables(table, table));
    Invitee::Device { role, limits, seat: Some(DeviceSeat::White) }
}

fn invite(to: Invitee) -> Command {
    Command::Invite { to, link: LINK, code: None }
}

fn invite_device(table: u32) -> Command {
    Command::Invite { to: of_table(table), link: LINK, code: Some(CODE) }
}

fn key(byte: u8) -> DeviceKey {
    let mut bytes = [byte; DeviceKey::BYTES];
    bytes[0] = 4;
    DeviceKey::new(&bytes).unwrap()
}

fn arrive(secret: Secret, name: &str, byte: u8, token_id: &str) -> Command {
    let device = Some(Arrival { subject: id(name), key: key(byte) });
    Command::Accept { secret, device, token: token(token_id) }
}

fn come(token_id: &str) -> Command {
    Command::Accept { secret: Secret::Link(LINK), device: None, token: token(token_id) }
}

/// Carries out a command that many seconds after noon.
fn at(venue: &mut Venue, seconds: u64, command: &Command) -> Result<Vec<Event>, CommandRefusal> {
    let events = venue.0.decide(&Author::Machine, after(seconds), command)?;
    events.iter().for_each(|event| venue.0.apply(event));
    Ok(events)
}

#[test]
fn a_person_comes_in_once_within_a_day() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    assert_eq!(venue.give(&by("ids"), &invite(Invitee::Person(id("jel")))), Ok(1));
    let day = 24 * 3600;
    assert_eq!(at(&mut venue, day, &come("a")), Err(CommandRefusal::InvitationExpired));
    let events = at(&mut venue, day - 1, &come("a")).unwrap();
    assert!(events.iter().all(|event| event.by == by("jel")), "{events:?}");
    let session = venue.0.session(&token("a")).unwrap();
    assert_eq!(session.subject, id("jel"));
    assert_eq!(session.expires, after(day - 1).saturating_add(Access::TOKEN_LIFE_MAX));
    assert_eq!(at(&mut venue, day - 1, &come("b")), Err(CommandRefusal::InvitationUsed));
    let unknown = Command::Accept { secret: Secret::Link(CODE), device: None, token: token("b") };
    assert_eq!(at(&mut venue, 0, &unknown), Err(CommandRefusal::UnknownInvitation));
}

#[test]
fn a_later_invitation_of_the_same_person_takes_the_place_of_the_one_before() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    venue.machine(&invite(Invitee::Person(id("jel"))));
    let other = SecretHash([9; 32]);
    venue.machine(&Command::Invite { to: Invitee::Person(id("jel")), link: other, code: None });
    assert_eq!(at(&mut venue, 1, &come("a")), Err(CommandRefusal::UnknownInvitation));
    let secret = Secret::Link(other);
    let accept = Command::Accept { secret, device: None, token: token("a") };
    assert!(at(&mut venue, 1, &accept).is_ok());
}

#[test]
fn who_is_put_out_is_not_let_in_by_an_older_invitation() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    venue.machine(&invite(Invitee::Person(id("jel"))));
    venue.machine(&Command::PutOut { subject: id("jel") });
    assert_eq!(at(&mut venue, 1, &come("a")), Err(CommandRefusal::UnknownInvitation));
    let again = venue.give(&Author::Machine, &invite(Invitee::Person(id("jel"))));
    assert_eq!(again, Err(CommandRefusal::UnknownSubject { subject: id("jel") }));
}

#[test]
fn nobody_invites_somebody_above_them_or_a_device_outside_their_tables() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, at_tables(1, 8));
    let may_not = |role| Err(CommandRefusal::MayNotGrant { role });
    let of = |name: &str| invite(Invitee::Person(id(name)));
    assert_eq!(venue.give(&by("jel"), &of("ids")), may_not(Role::Arbiter));
    assert_eq!(venue.give(&by("ids"), &of("jel")), Ok(1));
    assert_eq!(venue.give(&by("jel"), &invite_device(9)), may_not(Role::PlayerDevice));
    assert_eq!(venue.give(&by("jel"), &invite_device(8)), Ok(1));
    let seat = Some(DeviceSeat::Table);
    for (role, limits, refusal) in [
        (Role::PlayerDevice, kk(), CommandRefusal::SeatWithoutTable),
        (Role::PlayerDevice, at_tables(1, 2), CommandRefusal::SeatWithoutTable),
        (Role::Arbiter, at_tables(1, 1), CommandRefusal::OtherInvitee),
    ] {
        let to = Invitee::Device { role, limits, seat };
        assert_eq!(venue.give(&by("jel"), &invite(to)), Err(refusal));
    }
    venue.machine(&Command::Enrol {
        subject: id("t1"),
        key: key(3),
        role: Role::BoardAgent,
        limits: kk(),
    });
    let not_a_person = Err(CommandRefusal::NotAPerson { subject: id("t1") });
    assert_eq!(venue.give(&by("ids"), &of("t1")), not_a_person);
}

#[test]
fn a_device_comes_in_once_within_a_minute_by_its_code_or_its_link() {
    for secret in [Secret::Code(CODE), Secret::Link(LINK)] {
        let mut venue = Venue::new();
        venue.add("jel", Role::Arbiter, kk());
        assert_eq!(venue.give(&by("jel"), &invite_device(7)), Ok(1));
        let arrival = arrive(secret, "t7", 1, "a");
        assert_eq!(at(&mut venue, 60, &arrival), Err(CommandRefusal::InvitationExpired));
        let events = at(&mut venue, 59, &arrival).unwrap();
        let kinds: Vec<_> = events.iter().map(|event| event.change.kind()).collect();
        assert_eq!(kinds, ["device-enrolled", "granted", "invitation-used", "token-issued"]);
        assert!(events.iter().all(|event| event.by == by("jel")), "{events:?}");
        let grant = venue.0.grants_of(&id("t7")).next().unwrap().1;
        assert_eq!((grant.role, &grant.limits), (Role::PlayerDevice, &at_tables(7, 7)));
        // Another device, by either secret.
        for secret in [Secret::Code(CODE), Secret::Link(LINK)] {
            let thief = arrive(secret, "t7-2", 2, "b");
            assert_eq!(at(&mut venue, 59, &thief), Err(CommandRefusal::InvitationUsed));
        }
        // The same one, whose answer was lost.
        let again = at(&mut venue, 59, &arrive(secret, "t7-2", 1, "b")).unwrap();
        let [Event { change: Change::TokenIssued { subject, .. }, .. }] = &*again else {
            panic!("{again:?}")
        };
        assert_eq!(*subject, id("t7"));
        venue.machine(&Command::PutOut { subject: id("t7") });
        let gone = Err(CommandRefusal::UnknownSubject { subject: id("t7") });
        assert_eq!(at(&mut venue, 59, &arrive(secret, "t7-2", 1, "c")), gone);
    }
}

#[test]
fn a_person_and_a_device_do_not_come_in_by_each_others_invitation() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    venue.machine(&invite(Invitee::Person(id("jel"))));
    let device = arrive(Secret::Link(LINK), "t1", 1, "a");
    assert_eq!(at(&mut venue, 1, &device), Err(CommandRefusal::OtherInvitee));
    let mut venue = Venue::new();
    venue.machine(&invite_device(1));
    assert_eq!(at(&mut venue, 1, &come("a")), Err(CommandRefusal::OtherInvitee));
}

#[test]
fn a_device_does_not_come_in_by_somebody_who_was_put_out_since() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    assert_eq!(venue.give(&by("jel"), &invite_device(7)), Ok(1));
    venue.machine(&Command::PutOut { subject: id("jel") });
    let refused = at(&mut venue, 1, &arrive(Secret::Code(CODE), "t7", 1, "a"));
    assert_eq!(refused, Err(CommandRefusal::MayNotGrant { role: Role::PlayerDevice }));
}

#[test]
fn two_open_invitations_never_have_the_same_code_and_there_are_not_endlessly_many() {
    let mut venue = Venue::new();
    venue.machine(&invite_device(1));
    assert_eq!(at(&mut venue, 1, &invite_device(2)), Err(CommandRefusal::KnownCode));
    let numbered = |number: usize| {
        let mut link = [0; 32];
        link[..8].copy_from_slice(&number.to_le_bytes());
        Command::Invite { to: of_table(1), link: SecretHash(link), code: None }
    };
    for number in 1..Access::INVITATIONS_MAX {
        assert!(at(&mut venue, 1, &numbered(number)).is_ok(), "{number}");
    }
    let full = Err(CommandRefusal::TooManyInvitations);
    assert_eq!(at(&mut venue, 1, &numbered(0)), full);
    // Those without a code last an hour, and are forgotten an hour later.
    assert!(at(&mut venue, 7300, &invite_device(2)).is_ok());
    assert_eq!(venue.0.invitations().count(), 1);
}

#[test]
fn a_session_lasts_longer_when_its_bearer_renews_it() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    let issue = Command::IssueToken { token: token("a"), subject: id("jel"), expires: after(60) };
    venue.machine(&issue);
    let renew = |expires| Command::RenewToken { token: token("a"), expires };
    assert_eq!(venue.give(&Author::Machine, &renew(after(60))), Err(CommandRefusal::NotOneself));
    let other = venue.give(&by("jel"), &renew(after(61)));
    assert_eq!(other, Err(CommandRefusal::RenewedSince));
    assert_eq!(venue.give(&by("jel"), &renew(after(60))), Ok(1));
    let expires = venue.0.session(&token("a")).unwrap().expires;
    assert_eq!(expires, NOON.saturating_add(Access::TOKEN_LIFE_MAX));
    venue.machine(&Command::EndToken { token: token("a") });
    let ended = Err(CommandRefusal::UnknownToken { token: token("a") });
    assert_eq!(venue.give(&by("jel"), &renew(expires)), ended);
}

#[test]
fn what_was_signed_once_renews_a_session_once_and_nobody_fills_the_log_with_renewals() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    let issue = Command::IssueToken { token: token("a"), subject: id("jel"), expires: after(60) };
    venue.machine(&issue);
    let renew = |venue: &mut Venue, seconds, expires| {
        let command = Command::RenewToken { token: token("a"), expires };
        let events = venue.0.decide(&by("jel"), after(seconds), &command)?;
        events.iter().for_each(|event| venue.0.apply(event));
        Ok(events.len())
    };
    let life = |seconds| after(seconds).saturating_add(Access::TOKEN_LIFE_MAX);
    assert_eq!(renew(&mut venue, 0, after(60)), Ok(1));
    // The answer was lost; or somebody repeats what was signed, in vain.
    assert_eq!(renew(&mut venue, 50, after(60)), Ok(0));
    assert_eq!(renew(&mut venue, 4000, after(60)), Ok(0));
    assert_eq!(renew(&mut venue, 1799, life(0)), Ok(0));
    assert_eq!(venue.0.session(&token("a")).unwrap().expires, life(0));
    assert_eq!(renew(&mut venue, 1800, life(0)), Ok(1));
    assert_eq!(venue.0.session(&token("a")).unwrap().expires, life(1800));
    assert_eq!(renew(&mut venue, 9000, after(60)), Err(CommandRefusal::RenewedSince));
}

#[test]
fn a_passphrase_is_set_by_its_owner_or_on_the_machine() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    venue.add("t1", Role::PlayerDevice, at_tables(1, 1));
    let set = |name: &str| Command::SetPassphrase {
        subject: id(name),
        hash: "$argon2id$".into(),
        kept: None,
    };
    assert_eq!(venue.give(&by("ids"), &set("jel")), Err(CommandRefusal::NotOneself));
    assert_eq!(venue.give(&by("jel"), &set("jel")), Ok(1));
    assert_eq!(venue.give(&Author::Machine, &set("jel")), Ok(1));
    let device = Err(CommandRefusal::NotAPerson { subject: id("t1") });
    assert_eq!(venue.give(&Author::Machine, &set("t1")), device);
}

#[test]
fn a_new_passphrase_ends_every_other_session_of_its_owner() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    for name in ["a", "b"] {
        let (token, subject) = (token(name), id("jel"));
        venue.machine(&Command::IssueToken { token, subject, expires: after(60) });
    }
    let (subject, hash) = (id("jel"), "$argon2id$".to_owned());
    let set = Command::SetPassphrase { subject, hash, kept: Some(token("b")) };
    assert_eq!(venue.give(&by("jel"), &set), Ok(1));
    let ended = |name: &str| venue.0.session(&token(name)).unwrap().ended.is_some();
    assert_eq!(["a", "b", "token-jel", "token-ids"].map(ended), [true, false, true, false]);
}

#[test]
fn a_passphrase_is_repeated_before_another_one_is_set_but_by_who_just_came_in_by_an_invitation() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, kk());
    let own = TokenId::new("token-jel").unwrap();
    assert_eq!(venue.0.proof_to_give(&own, NOON), Proof::Nothing);
    let (subject, hash) = (id("jel"), "$argon2id$".to_owned());
    venue.machine(&Command::SetPassphrase { subject, hash, kept: Some(own.clone()) });
    let hash = Proof::Passphrase("$argon2id$");
    assert_eq!(venue.0.proof_to_give(&own, NOON), hash);
    venue.machine(&invite(Invitee::Person(id("jel"))));
    at(&mut venue, 60, &come("a")).unwrap();
    let asked = |token: &TokenId, seconds| venue.0.proof_to_give(token, after(seconds));
    assert_eq!(asked(&token("a"), 60 + 899), Proof::Nothing);
    assert_eq!(asked(&token("a"), 60 + 900), hash);
    assert_eq!(asked(&own, 60), hash);
}

#[test]
fn who_invites_somebody_and_takes_their_place_gets_no_role_that_they_could_not_give() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("fed", Role::FederationAdmin, Limits::default());
    let person = Command::AddPerson { subject: id("jel"), name: "Jel".to_owned() };
    assert_eq!(venue.give(&by("ids"), &person), Ok(1));
    assert_eq!(venue.give(&by("ids"), &invite(Invitee::Person(id("jel")))), Ok(1));
    assert!(at(&mut venue, 0, &come("a")).is_ok());
    let grant = |role, limits| Command::Grant { subject: id("jel"), role, limits };
    let is_open = |venue: &Venue| venue.0.session(&token("a")).unwrap().ended.is_none();
    // The inviter could give this one themselves.
    assert_eq!(venue.give(&by("ids"), &grant(Role::Arbiter, kk())), Ok(1));
    assert!(is_open(&venue));
    // And not this one.
    assert_eq!(venue.give(&by("fed"), &grant(Role::ChiefArbiter, kk())), Ok(2));
    assert!(!is_open(&venue));
    // The machine itself may give every role.
    venue.machine(&invite(Invitee::Person(id("jel"))));
    assert!(at(&mut venue, 0, &come("b")).is_ok());
    assert_eq!(venue.give(&by("fed"), &grant(Role::Organiser, kk())), Ok(1));
    assert!(venue.0.session(&token("b")).unwrap().ended.is_none());
}
