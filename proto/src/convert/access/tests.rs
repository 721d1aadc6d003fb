//! Changes as records have them, and records that no version wrote.

use access::{ChallengeId, CredentialId, NewPasskey, PasskeyKey};

use super::*;

fn id(name: &str) -> SubjectId {
    SubjectId::new(name).unwrap()
}

#[test]
fn every_change_reads_back_from_its_record() {
    let mut point = [7; DeviceKey::BYTES];
    point[0] = 4;
    let token = || TokenId::new("0001").unwrap();
    let limits = || Limits {
        tournament: Some("kk-2026".to_owned()),
        tables: Some(Tables::new(3, 8).unwrap()),
        participant: Some(4),
    };
    let attempt = |subject| Attempt {
        subject,
        call: "PairingService/OpenRound".to_owned(),
        refusal: "expired".to_owned(),
        address: "10.0.0.7".to_owned(),
    };
    let granted = Role::ALL.into_iter().filter(|role| *role != Role::Public).map(|role| {
        let (grant, subject) = (GrantId(role as u32 + 1), id("ids"));
        Change::Granted { grant, subject, role, limits: Limits::default() }
    });
    let grant = GrantId(2);
    let changes = [
        Change::KeySet { generation: 2, key: AuthorityKey([9; 32]) },
        Change::PersonAdded { subject: id("ids"), name: "Ids de Vries".to_owned() },
        Change::DeviceEnrolled { subject: id("t1"), key: DeviceKey::new(&point).unwrap() },
        Change::Granted { grant, subject: id("t1"), role: Role::Arbiter, limits: limits() },
        Change::Narrowed { grant, limits: limits() },
        Change::Moved { grant, limits: limits() },
        Change::Revoked { grant },
        Change::PutOut { subject: id("t1") },
        Change::TokenIssued {
            token: token(),
            subject: id("ids"),
            expires: Timestamp::from_millis(9_000),
        },
        Change::TokenEnded { token: token() },
        Change::AttemptsRefused { attempt: attempt(Some(id("ids"))), count: 3 },
        Change::AttemptsRefused { attempt: attempt(None), count: 1 },
        Change::TokenRenewed { token: token(), expires: Timestamp::from_millis(9_500) },
        Change::Invited {
            invitation: InvitationId(1),
            to: Invitee::Person(id("ids")),
            link: SecretHash([3; 32]),
            code: None,
            expires: Timestamp::from_millis(9_000),
        },
        Change::InvitationUsed { invitation: InvitationId(1), subject: id("ids") },
        Change::PassphraseSet {
            subject: id("ids"),
            hash: "$argon2id$".to_owned(),
            kept: Some(token()),
        },
        Change::PassphraseSet { subject: id("ids"), hash: "$".to_owned(), kept: None },
        Change::PinSet { subject: id("ids"), hash: Some("$argon2id$".to_owned()) },
        Change::PinSet { subject: id("ids"), hash: None },
        Change::PasskeyUsed {
            id: PasskeyId(3),
            subject: id("ids"),
            count: 8,
            challenge: ChallengeId([6; 16]),
            token: token(),
        },
        Change::PasskeyDoubted {
            id: PasskeyId(3),
            subject: id("ids"),
            known: 9,
            told: 4,
            challenge: ChallengeId([7; 16]),
        },
        Change::PasskeyRemoved { id: PasskeyId(3), subject: id("ids"), kept: Some(token()) },
        Change::PasskeyRemoved { id: PasskeyId(3), subject: id("ids"), kept: None },
        Change::UndelayedOpened {
            subject: id("ids"),
            token: token(),
            tournament: "kk-2026".to_owned(),
        },
    ];
    let keys = [
        PasskeyKey::P256(Box::new(DeviceKey::new(&point).unwrap())),
        PasskeyKey::Ed25519([5; 32]),
        PasskeyKey::Rsa { modulus: vec![4; 256], exponent: vec![1, 0, 1] },
    ];
    let passkeys = keys.into_iter().map(|key| Change::PasskeyAdded {
        id: PasskeyId(3),
        subject: id("ids"),
        passkey: NewPasskey {
            credential: CredentialId::new([9; 20]).unwrap(),
            name: "Laptop of Ids".to_owned(),
            host: "damcast.example".to_owned(),
            key,
            count: 7,
        },
        challenge: ChallengeId([5; 16]),
    });
    let seats = [None, Some(DeviceSeat::White), Some(DeviceSeat::Black), Some(DeviceSeat::Table)];
    let invited = seats.into_iter().map(|seat| Change::Invited {
        invitation: InvitationId(2),
        to: Invitee::Device { role: Role::PlayerDevice, limits: limits(), seat },
        link: SecretHash([3; 32]),
        code: Some(SecretHash([4; 32])),
        expires: Timestamp::from_millis(9_000),
    });
    let authors = [Author::Machine, Author::Subject(id("ids"))];
    let events: Vec<Event> = changes
        .into_iter()
        .chain(granted)
        .chain(passkeys)
        .chain(invited)
        .zip(authors.into_iter().cycle())
        .map(|(change, by)| Event { by, at: Timestamp::from_millis(7), change })
        .collect();
    let record = Access::default().to_record(&events);
    assert_eq!(Access::from_record(record), Ok(events));
}

#[test]
fn a_record_that_no_version_wrote_is_refused_with_its_field() {
    let granted = |role: i32, tables| {
        let limits = Some(v1::GrantLimits { tables, ..v1::GrantLimits::default() });
        let subject = "ids".to_owned();
        Wire::Granted(v1::RoleGranted { grant: 1, subject, role, limits })
    };
    let arbiter = v1::Role::Arbiter.into();
    for (change, field) in [
        (None, "change"),
        (Some(Wire::KeySet(v1::KeySet { generation: 1, key: vec![1; 31].into() })), "key"),
        (Some(Wire::PutOut(v1::PutOut { subject: "a b".to_owned() })), "subject"),
        (Some(Wire::TokenEnded(v1::TokenEnded { token: String::new() })), "token"),
        (Some(Wire::Invited(v1::Invited::default())), "to"),
        (Some(Wire::PasskeyAdded(v1::PasskeyAdded::default())), "credential"),
        (Some(Wire::PasskeyUsed(v1::PasskeyUsed::default())), "challenge"),
        (Some(granted(0, None)), "role"),
        (Some(granted(99, None)), "role"),
        (Some(granted(arbiter, Some(v1::TableRange { first: 2, last: 1 }))), "tables"),
    ] {
        let event = v1::AccessEvent { by: String::new(), at_ms: 7, change };
        let record = envelope::Record::Access(v1::AccessRecord { events: vec![event] });
        let error = Access::from_record(record).unwrap_err();
        assert!(error.to_string().starts_with(field), "{error}");
    }
    let other = envelope::Record::Table(v1::TableRecord::default());
    assert!(Access::from_record(other).is_err());
}
