//! Passkeys: who adds and removes them, what they let in, and when they are doubted.

use access::{ChallengeId, Change, CredentialId, Event, NewPasskey, PasskeyId, PasskeyKey, Proof};

use super::*;

const FIRST: PasskeyId = PasskeyId(1);

fn passkey(credential: u8) -> NewPasskey {
    NewPasskey {
        credential: CredentialId::new([credential; 20]).unwrap(),
        name: " Laptop ".to_owned(),
        host: "localhost".to_owned(),
        key: PasskeyKey::Ed25519([1; 32]),
        count: 5,
    }
}

fn add(name: &str, credential: u8, challenge: u8) -> Command {
    let (subject, challenge) = (id(name), ChallengeId([challenge; 16]));
    Command::AddPasskey { subject, passkey: passkey(credential), challenge }
}

fn come(passkey: PasskeyId, count: u32, challenge: u8, token: &str) -> Command {
    let (challenge, token) = (ChallengeId([challenge; 16]), TokenId::new(token).unwrap());
    Command::UsePasskey { passkey, count, challenge, token }
}

fn remove(passkey: PasskeyId, kept: Option<&str>) -> Command {
    let kept = kept.map(|kept| TokenId::new(kept).unwrap());
    Command::RemovePasskey { passkey, kept }
}

/// A venue with a chief arbiter and an arbiter, who has the first passkey.
fn venue() -> Venue {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    assert_eq!(venue.give(&by("jel"), &add("jel", 1, 1)), Ok(1));
    venue
}

/// Carries out a command of the arbiter, that many seconds after noon.
fn at(venue: &mut Venue, seconds: u64, command: &Command) -> Result<Vec<Event>, CommandRefusal> {
    let events = venue.0.decide(&by("jel"), after(seconds), command)?;
    events.iter().for_each(|event| venue.0.apply(event));
    Ok(events)
}

fn is_open(venue: &Venue, token: &str) -> bool {
    venue.0.session(&TokenId::new(token).unwrap()).unwrap().is_open(NOON)
}

#[test]
fn a_passkey_signs_its_person_in_until_it_is_removed() {
    let mut venue = venue();
    let known = venue.0.passkey(FIRST).unwrap();
    assert_eq!((known.of.name.as_str(), known.used), ("Laptop", None));
    let events = at(&mut venue, 60, &come(FIRST, 6, 2, "a")).unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.change.kind()).collect();
    assert_eq!(kinds, ["token-issued", "passkey-used"]);
    let session = venue.0.session(&TokenId::new("a").unwrap()).unwrap();
    assert_eq!((&session.subject, session.passkey), (&id("jel"), Some(FIRST)));
    assert_eq!(venue.0.passkey(FIRST).unwrap().used, Some(after(60)));
    at(&mut venue, 60, &come(FIRST, 7, 3, "b")).unwrap();
    // The session that removes the passkey stays open, as do those begun without it.
    assert_eq!(venue.give(&by("jel"), &remove(FIRST, Some("b"))), Ok(1));
    assert_eq!(["a", "b", "token-jel"].map(|token| is_open(&venue, token)), [false, true, true]);
    let gone = Err(CommandRefusal::UnknownPasskey { passkey: 1 });
    assert_eq!(at(&mut venue, 61, &come(FIRST, 8, 4, "c")), gone);
    // Its number is not given again.
    assert_eq!(venue.give(&by("jel"), &add("jel", 1, 5)), Ok(1));
    assert_eq!(venue.0.passkeys_of(&id("jel")).map(|(id, _it)| id.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_challenge_counts_once() {
    let mut venue = venue();
    let answered = Err(CommandRefusal::ChallengeAnswered);
    assert_eq!(venue.give(&by("jel"), &add("jel", 2, 1)), answered);
    assert!(at(&mut venue, 60, &come(FIRST, 6, 2, "a")).is_ok());
    let again = Err(CommandRefusal::ChallengeAnswered);
    assert_eq!(at(&mut venue, 61, &come(FIRST, 7, 2, "b")), again);
    assert_eq!(at(&mut venue, 359, &come(FIRST, 7, 1, "b")), again);
}

#[test]
fn a_number_of_signatures_that_goes_back_is_an_alarm_and_lets_nobody_in_from_then_on() {
    for told in [5, 4, 0] {
        let mut venue = venue();
        let events = at(&mut venue, 60, &come(FIRST, told, 2, "a")).unwrap();
        let [Event { change, .. }] = &*events else { panic!("{events:?}") };
        assert!(matches!(change, Change::PasskeyDoubted { known: 5, told: it, .. } if *it == told));
        assert!(venue.0.session(&TokenId::new("a").unwrap()).is_none());
        let doubted = Err(CommandRefusal::DoubtedPasskey);
        assert_eq!(at(&mut venue, 61, &come(FIRST, 99, 3, "a")), doubted);
        assert_eq!(venue.give(&by("jel"), &remove(FIRST, None)), Ok(1));
    }
    // One that does not count.
    let mut venue = venue();
    let mut uncounted = add("jel", 2, 2);
    if let Command::AddPasskey { passkey, .. } = &mut uncounted {
        passkey.count = 0;
    }
    assert_eq!(venue.give(&by("jel"), &uncounted), Ok(1));
    for (challenge, token) in [(3, "a"), (4, "b")] {
        assert!(at(&mut venue, 60, &come(PasskeyId(2), 0, challenge, token)).is_ok());
    }
}

#[test]
fn people_add_passkeys_for_themselves_alone_and_ten_at_most() {
    let mut venue = venue();
    venue.add("t1", Role::WallScreen, kk());
    assert_eq!(venue.give(&by("ids"), &add("jel", 2, 2)), Err(CommandRefusal::NotOneself));
    assert_eq!(venue.give(&Author::Machine, &add("jel", 2, 2)), Err(CommandRefusal::NotOneself));
    let device = Err(CommandRefusal::NotAPerson { subject: id("t1") });
    assert_eq!(venue.give(&by("t1"), &add("t1", 2, 2)), device);
    // Of somebody else, too.
    assert_eq!(venue.give(&by("ids"), &add("ids", 1, 2)), Err(CommandRefusal::KnownPasskey));
    let mut nameless = add("ids", 2, 2);
    if let Command::AddPasskey { passkey, .. } = &mut nameless {
        passkey.name = " ".to_owned();
    }
    assert_eq!(venue.give(&by("ids"), &nameless), Err(CommandRefusal::NameMissing));
    for number in 2..=10 {
        assert_eq!(venue.give(&by("jel"), &add("jel", number, number)), Ok(1));
    }
    assert_eq!(venue.give(&by("jel"), &add("jel", 11, 11)), Err(CommandRefusal::TooManyPasskeys));
    assert_eq!(venue.give(&by("ids"), &add("ids", 11, 11)), Ok(1));
}

#[test]
fn a_passkey_is_removed_by_its_person_the_machine_or_who_could_put_them_out() {
    let mut venue = venue();
    assert_eq!(venue.give(&by("ids"), &add("ids", 2, 2)), Ok(1));
    let may_not = Err(CommandRefusal::MayNotGrant { role: Role::Arbiter });
    assert_eq!(venue.give(&by("jel"), &remove(PasskeyId(2), None)), may_not);
    assert_eq!(venue.give(&by("ids"), &remove(FIRST, None)), Ok(1));
    assert_eq!(venue.give(&Author::Machine, &remove(PasskeyId(2), None)), Ok(1));
    // A person who is put out has no passkeys.
    assert_eq!(venue.give(&by("jel"), &add("jel", 3, 3)), Ok(1));
    venue.machine(&Command::PutOut { subject: id("jel") });
    assert_eq!(venue.0.passkeys().count(), 0);
}

#[test]
fn somebody_with_a_passkey_alone_shows_it_again_before_they_change_how_they_sign_in() {
    let mut venue = venue();
    let proof = |venue: &Venue, token: &str, seconds| {
        let token = TokenId::new(token).unwrap();
        matches!(venue.0.proof_to_give(&token, after(seconds)), Proof::SignInAgain)
    };
    assert!(proof(&venue, "token-jel", 0));
    assert!(!proof(&venue, "token-ids", 0));
    at(&mut venue, 60, &come(FIRST, 6, 2, "a")).unwrap();
    assert_eq!([60 + 899, 60 + 900].map(|at| proof(&venue, "a", at)), [false, true]);
    let (subject, hash) = (id("jel"), "$argon2id$".to_owned());
    let kept = Some(TokenId::new("a").unwrap());
    assert_eq!(venue.give(&by("jel"), &Command::SetPassphrase { subject, hash, kept }), Ok(1));
    let token = TokenId::new("a").unwrap();
    let asked = |at| venue.0.proof_to_give(&token, after(at));
    assert_eq!(asked(60 + 899), Proof::Nothing);
    assert_eq!(asked(60 + 900), Proof::Passphrase("$argon2id$"));
}
