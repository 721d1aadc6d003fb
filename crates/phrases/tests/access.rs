//! Sentences about who may do what, in three languages.

use std::collections::BTreeSet;

use access::{
    Act, Attempt, AuthorityKey, ChallengeId, Change, CommandRefusal, CredentialId, DeviceKey,
    GrantId, InvitationId, Invitee, KeyWords, Limits, NewPasskey, Passkey, PasskeyId, PasskeyKey,
    PinError, Refusal, Role, SecretHash, SubjectId, Tables, TokenId, WORDS,
};
use draughts::{
    Timestamp,
    text::{CharacterFault, TextError},
};
use phrases::{Language, access as sentences};

/// Checks that a text differs in every language, and is a clause.
fn check(write: impl Fn(Language) -> String) {
    let texts: BTreeSet<_> = Language::ALL.into_iter().map(write).collect();
    assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
    for text in texts {
        assert!(!text.ends_with('.') && !text.contains('$'), "{text}");
        assert!(text.starts_with(|first: char| !first.is_uppercase()), "{text}");
    }
}

#[test]
fn every_refusal_of_a_call_has_its_words_in_every_language() {
    for refusal in [
        Refusal::NoToken,
        Refusal::Forged,
        Refusal::OtherVenue,
        Refusal::OtherGeneration { token: 1, current: 2 },
        Refusal::UnknownSubject,
        Refusal::PutOut,
        Refusal::TokenEnded,
        Refusal::UnknownToken,
        Refusal::Expired { at: Timestamp::from_millis(5) },
        Refusal::NotSigned,
        Refusal::NotOnRecord,
        Refusal::Replayed,
        Refusal::NotAllowed { role: None, act: Act::OpenRound },
        Refusal::NotAllowed { role: Some(Role::ResultEntry), act: Act::OpenRound },
        Refusal::OtherTournament,
        Refusal::OtherTable { tables: Tables::new(3, 8).unwrap() },
        Refusal::OtherParticipant,
        Refusal::OtherDevice,
        Refusal::NotPlaced,
        Refusal::ReasonMissing,
        Refusal::NotConfirmed,
        Refusal::AlreadyPaired,
        Refusal::TooLate,
        Refusal::ProposalOnly,
    ] {
        check(|language| sentences::refusal(&refusal, language));
    }
    let refusal = Refusal::OtherTable { tables: Tables::new(3, 8).unwrap() };
    assert_eq!(
        sentences::refusal(&refusal, Language::Frisian),
        "dizze oanmelding is foar tafel 3-8"
    );
}

#[test]
fn every_refusal_of_a_grant_has_its_words_in_every_language() {
    let subject = SubjectId::new("t1-white").unwrap();
    let token = TokenId::new("0001").unwrap();
    let role = Role::Arbiter;
    let fault = CharacterFault::Control;
    for refusal in [
        CommandRefusal::OnlyMachine,
        CommandRefusal::NoAuthority,
        CommandRefusal::SameKey,
        CommandRefusal::MayNotGrant { role: Role::PairingOfficer },
        CommandRefusal::KnownSubject { subject: subject.clone() },
        CommandRefusal::UnknownSubject { subject: subject.clone() },
        CommandRefusal::NameMissing,
        CommandRefusal::Name(TextError::Character { character: '\u{7}', position: 1, fault }),
        CommandRefusal::WrongKind { subject: subject.clone(), role },
        CommandRefusal::SameGrant { subject },
        CommandRefusal::UnknownGrant { grant: 7 },
        CommandRefusal::Wider { grant: 7 },
        CommandRefusal::NotOfDevice { grant: 7 },
        CommandRefusal::Oneself,
        CommandRefusal::NotOneself,
        CommandRefusal::TokenLife,
        CommandRefusal::KnownToken { token: token.clone() },
        CommandRefusal::UnknownToken { token },
        CommandRefusal::RenewedSince,
        CommandRefusal::UnknownInvitation,
        CommandRefusal::InvitationUsed,
        CommandRefusal::InvitationExpired,
        CommandRefusal::OtherInvitee,
        CommandRefusal::TooManyInvitations,
        CommandRefusal::KnownCode,
        CommandRefusal::SeatWithoutTable,
        CommandRefusal::NotAPerson { subject: SubjectId::new("t1").unwrap() },
        CommandRefusal::KnownPasskey,
        CommandRefusal::UnknownPasskey { passkey: 3 },
        CommandRefusal::TooManyPasskeys,
        CommandRefusal::DoubtedPasskey,
        CommandRefusal::ChallengeAnswered,
    ] {
        check(|language| sentences::command(&refusal, language));
    }
}

#[test]
fn every_change_has_its_words_in_every_language() {
    let mut point = [1; DeviceKey::BYTES];
    point[0] = 4;
    let subject = || SubjectId::new("ids").unwrap();
    let token = || TokenId::new("0001").unwrap();
    let (grant, role) = (GrantId(2), Role::Arbiter);
    let limits = || Limits {
        tournament: Some("kk".to_owned()),
        tables: Some(Tables::new(3, 8).unwrap()),
        participant: Some(4),
    };
    let (call, refusal) = ("PairingService/OpenRound".to_owned(), "expired".to_owned());
    let attempt = Attempt { subject: None, call, refusal, address: "10.0.0.7".to_owned() };
    let invited = |to| Change::Invited {
        invitation: InvitationId(3),
        to,
        link: SecretHash::of(b"a"),
        code: None,
        expires: Timestamp::from_millis(5),
    };
    let (id, challenge) = (PasskeyId(4), ChallengeId([1; 16]));
    let credential = CredentialId::new([1; 20]).unwrap();
    for change in [
        Change::KeySet { generation: 2, key: AuthorityKey([1; 32]) },
        Change::PersonAdded { subject: subject(), name: "Ids".to_owned() },
        Change::DeviceEnrolled { subject: subject(), key: DeviceKey::new(&point).unwrap() },
        Change::Granted { grant, subject: subject(), role, limits: limits() },
        Change::Narrowed { grant, limits: limits() },
        Change::Moved { grant, limits: Limits::default() },
        Change::Revoked { grant },
        Change::PutOut { subject: subject() },
        Change::TokenIssued {
            token: token(),
            subject: subject(),
            expires: Timestamp::from_millis(5),
        },
        Change::TokenEnded { token: token() },
        Change::TokenRenewed { token: token(), expires: Timestamp::from_millis(5) },
        invited(Invitee::Person(subject())),
        invited(Invitee::Device { role: Role::BoardAgent, limits: limits(), seat: None }),
        Change::InvitationUsed { invitation: InvitationId(3), subject: subject() },
        Change::PassphraseSet { subject: subject(), hash: String::new(), kept: None },
        Change::PinSet { subject: subject(), hash: Some(String::new()) },
        Change::PinSet { subject: subject(), hash: None },
        Change::PasskeyAdded { id, subject: subject(), passkey: passkey(credential), challenge },
        Change::PasskeyUsed { id, subject: subject(), count: 8, challenge, token: token() },
        Change::PasskeyDoubted { id, subject: subject(), known: 8, told: 3, challenge },
        Change::PasskeyRemoved { id, subject: subject(), kept: None },
        Change::UndelayedOpened { subject: subject(), token: token(), tournament: "kk".to_owned() },
        Change::AttemptsRefused { attempt, count: 3 },
    ] {
        let texts: BTreeSet<_> = Language::ALL
            .into_iter()
            .map(|language| sentences::change(&change, Some("Ids"), language))
            .collect();
        assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
    }
    let granted = Change::Granted { grant, subject: subject(), role, limits: limits() };
    assert_eq!(
        sentences::change(&granted, Some("Ids"), Language::English),
        "Ids is arbiter, in kk, at table 3-8, for number 4 (grant 2)"
    );
    check(|language| sentences::author(None, language));
    check(|language| sentences::token(&token(), "12:00", language));
}

#[test]
fn what_a_call_is_refused_for_whoever_makes_it_has_its_words_in_every_language() {
    check(sentences::plain_http);
    check(sentences::no_authority_yet);
    check(sentences::unreadable);
    check(sentences::being_read);
    check(sentences::log_not_read);
    check(sentences::changed);
}

#[test]
fn what_a_sign_in_is_refused_for_has_its_words_in_every_language() {
    check(sentences::wrong_passphrase);
    check(sentences::wrong_pin);
    check(sentences::no_pin);
    for error in [PinError::Form, PinError::Easy] {
        check(|language| sentences::pin_error(error, language));
    }
    check(|language| sentences::passphrase_length(12, 200, language));
    check(|language| sentences::too_often(7, language));
    check(sentences::wrong_passkey);
    check(sentences::late_passkey);
    check(sentences::sign_in_again);
}

fn passkey(credential: CredentialId) -> NewPasskey {
    NewPasskey {
        credential,
        name: "Laptop".to_owned(),
        host: "localhost".to_owned(),
        key: PasskeyKey::Ed25519([1; 32]),
        count: 3,
    }
}

#[test]
fn a_passkey_of_a_list_says_whether_it_may_have_been_copied() {
    let (subject, added) = (SubjectId::new("ids").unwrap(), Timestamp::from_millis(5));
    let of = passkey(CredentialId::new([1; 20]).unwrap());
    let mut of = Passkey { subject, of, added, used: None, is_doubted: false };
    check(|language| sentences::passkey(PasskeyId(4), &of, language));
    let english = sentences::passkey(PasskeyId(4), &of, Language::English);
    assert_eq!(english, "passkey 4: Laptop, for localhost");
    of.is_doubted = true;
    check(|language| sentences::passkey(PasskeyId(4), &of, language));
}

#[test]
fn every_role_has_a_name_of_its_own_in_every_language() {
    for language in Language::ALL {
        let names: BTreeSet<_> =
            Role::ALL.into_iter().map(|role| sentences::role(role, language)).collect();
        assert_eq!(names.len(), Role::COUNT, "{names:?}");
    }
}

#[test]
fn the_words_of_devices_are_easily_told_apart() {
    let begins =
        |number| sentences::words(KeyWords(number, number)).chars().take(3).collect::<String>();
    let beginnings: BTreeSet<_> = (0..WORDS).map(begins).collect();
    assert_eq!(beginnings.len(), usize::from(WORDS), "{beginnings:?}");
    assert_eq!(sentences::words(KeyWords(0, WORDS - 1)), "alarm zebra");
}
