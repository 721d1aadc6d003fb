//! Answers of an authenticator in software, right ones and hostile ones.

#[path = "../../../../tests/src/authenticator.rs"]
#[expect(unreachable_pub, reason = "the tests of the whole system use it, too")]
mod software;

use ::access::{Passkey, TokenId};
use ciborium::{Value, cbor};
use proptest::prelude::*;

use self::software::{Authenticator, attestation, encoded};
use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_900_000_000_000);

/// A venue whose page asks.
struct Page {
    venue: VenueId,
    secret: AuthoritySecret,
    token: TokenId,
    origin: PageOrigin,
}

impl Page {
    fn new() -> Self {
        Self {
            venue: "main".parse().unwrap(),
            secret: AuthoritySecret::generate().unwrap(),
            token: TokenId::new("a").unwrap(),
            origin: PageOrigin::read("http://localhost:8080").unwrap(),
        }
    }

    fn adds(&self) -> Ceremony<'_> {
        let Self { venue, secret, token, origin } = self;
        Ceremony { venue, secret, purpose: Purpose::Add(token), origin, now: NOON }
    }

    fn signs_in(&self) -> Ceremony<'_> {
        Ceremony { purpose: Purpose::SignIn, ..self.adds() }
    }

    fn challenge(&self, asked: Ceremony<'_>) -> Vec<u8> {
        Challenge::new([7; 16], asked.secret, asked.venue, asked.purpose, asked.now).to_bytes()
    }

    fn authenticator(&self) -> Authenticator {
        Authenticator::new(9, &user_handle(&self.venue, &ids()))
    }

    /// Adds the passkey of an authenticator.
    fn add(&self, authenticator: &Authenticator) -> Result<NewPasskey, PasskeyError> {
        let (told, made) = authenticator.make(&self.challenge(self.adds()));
        verify_new(self.adds(), "Laptop".to_owned(), &told, &made).map(|(passkey, _id)| passkey)
    }

    fn add_made(&self, attestation: &[u8]) -> Result<NewPasskey, PasskeyError> {
        let told = self.authenticator().client_data(CREATE, &self.challenge(self.adds()));
        let added = verify_new(self.adds(), "Laptop".to_owned(), &told, attestation);
        added.map(|(passkey, _id)| passkey)
    }

    /// Signs in by an authenticator, whose passkey is as it was added.
    fn come(
        &self,
        authenticator: &mut Authenticator,
        passkey: &Passkey,
    ) -> Result<(u32, ChallengeId), PasskeyError> {
        let signed = authenticator.sign(&self.challenge(self.signs_in()));
        verify_assertion(self.signs_in(), passkey, answer(&signed, &authenticator.user))
    }
}

fn answer<'a>(signed: &'a software::Signed, user: &'a [u8]) -> Assertion<'a> {
    let software::Signed { client_data, authenticator_data, signature } = signed;
    Assertion { client_data, authenticator_data, signature, user }
}

fn ids() -> SubjectId {
    SubjectId::new("ids").unwrap()
}

fn of_ids(of: NewPasskey) -> Passkey {
    Passkey { subject: ids(), of, added: NOON, used: None, is_doubted: false }
}

#[test]
fn a_passkey_of_each_kind_is_added_and_signs_in() {
    let page = Page::new();
    let user = user_handle(&page.venue, &ids());
    for mut authenticator in [Authenticator::new(9, &user), Authenticator::with_ed25519(9, &user)] {
        let passkey = page.add(&authenticator).unwrap();
        assert_eq!(passkey.credential.as_bytes(), [9; 20]);
        assert_eq!((&*passkey.host, &*passkey.name, passkey.count), ("localhost", "Laptop", 1));
        let came = page.come(&mut authenticator, &of_ids(passkey));
        assert_eq!(came, Ok((2, ChallengeId([7; 16]))));
    }
}

#[test]
fn an_rsa_passkey_is_verified() {
    // Made by OpenSSL: a key of 2048 bits, and its signature of "damcast".
    let modulus = include_bytes!("tests/rsa_modulus").to_vec();
    let signature = include_bytes!("tests/rsa_signature");
    let key = encoded(
        &cbor!({ 1 => 3, 3 => -257, -1 => Value::from(&*modulus), -2 => Value::from(&[1, 0, 1][..]) })
            .unwrap(),
    );
    let page = Page::new();
    let made = page.add_made(&attestation(&page.authenticator().made_data(&key))).unwrap();
    assert_eq!(made.key, PasskeyKey::Rsa { modulus, exponent: vec![1, 0, 1] });
    assert!(is_signed(&made.key, b"damcast", signature));
    assert!(!is_signed(&made.key, b"damcasts", signature));
}

#[test]
fn a_hostile_answer_adds_nothing() {
    let page = Page::new();
    let other_page = Page::new();
    let with = |change: fn(&mut Authenticator)| {
        let mut authenticator = page.authenticator();
        change(&mut authenticator);
        page.add(&authenticator)
    };
    assert!(with(|_as_it_is| ()).is_ok());
    let (host, origin) = (PasskeyError::OtherHost, PasskeyError::OtherOrigin);
    assert_eq!(with(|it| it.origin = "http://localhost:8081".to_owned()), Err(origin.clone()));
    assert_eq!(with(|it| it.origin = "https://evil.example".to_owned()), Err(origin));
    assert_eq!(with(|it| it.host = "evil.example".to_owned()), Err(host));
    assert_eq!(with(|it| it.flags = 0b001), Err(PasskeyError::NotVerified));
    assert_eq!(with(|it| it.flags = 0b100), Err(PasskeyError::NotVerified));
    assert!(with(|it| it.credential = vec![1; 1024]).is_err());
    assert!(with(|it| it.credential.clear()).is_err());

    // Another challenge: of another venue's key, for signing in, of another session, too old, and
    // none.
    let other_token = TokenId::new("b").unwrap();
    let late =
        Ceremony { now: NOON.saturating_add(::access::Access::CHALLENGE_LIFE), ..page.adds() };
    let name = || "Laptop".to_owned();
    for (challenge, error) in [
        (other_page.challenge(other_page.adds()), PasskeyError::OtherChallenge),
        (page.challenge(page.signs_in()), PasskeyError::OtherChallenge),
        (
            page.challenge(Ceremony { purpose: Purpose::Add(&other_token), ..page.adds() }),
            PasskeyError::OtherChallenge,
        ),
        (b"challenge".to_vec(), PasskeyError::OtherChallenge),
        (Vec::new(), PasskeyError::OtherChallenge),
    ] {
        let (told, made) = page.authenticator().make(&challenge);
        assert_eq!(verify_new(page.adds(), name(), &told, &made), Err(error));
    }
    let (told, made) = page.authenticator().make(&page.challenge(page.adds()));
    assert_eq!(verify_new(late, name(), &told, &made), Err(PasskeyError::Late));
    // The answer to another question.
    let told = page.authenticator().client_data(GET, &page.challenge(page.adds()));
    assert_eq!(verify_new(page.adds(), name(), &told, &made), Err(PasskeyError::OtherCeremony));
    for told in
        ["", "{}", "[]", "null", r#"{"type":"webauthn.create","challenge":"*","origin":""}"#]
    {
        let told = verify_new(page.adds(), name(), told.as_bytes(), &made);
        assert_eq!(told, Err(PasskeyError::ClientData));
    }
    // A page within another one.
    let told = page.authenticator().client_data(CREATE, &page.challenge(page.adds()));
    let framed = String::from_utf8(told).unwrap().replace("false", "true").into_bytes();
    assert_eq!(verify_new(page.adds(), name(), &framed, &made), Err(PasskeyError::OtherOrigin));
}

#[test]
fn a_hostile_answer_signs_nobody_in() {
    let page = Page::new();
    let passkey = of_ids(page.add(&page.authenticator()).unwrap());
    // Another key of the same id.
    assert_eq!(page.come(&mut page.authenticator(), &passkey), Err(PasskeyError::NotSigned));

    let mut own = page.authenticator();
    let passkey = of_ids(page.add(&own).unwrap());
    assert!(page.come(&mut own, &passkey).is_ok());
    let signed = own.sign(&page.challenge(page.signs_in()));
    let verify = |answer: Assertion<'_>| verify_assertion(page.signs_in(), &passkey, answer);
    let user = own.user.clone();
    let right = answer(&signed, &user);
    // Other bytes than those that were signed.
    let mut counted = signed.authenticator_data.clone();
    counted[36] ^= 1;
    let recounted = Assertion { authenticator_data: &counted, ..right };
    assert_eq!(verify(recounted), Err(PasskeyError::NotSigned));
    assert_eq!(verify(Assertion { signature: &[], ..right }), Err(PasskeyError::NotSigned));
    // The id of another person, or none.
    let other = user_handle(&page.venue, &SubjectId::new("jel").unwrap());
    for user in [&other[..], &[]] {
        assert_eq!(verify(Assertion { user, ..right }), Err(PasskeyError::OtherPerson));
    }
    // A passkey of another host, signed for a page of this one.
    let mut elsewhere = passkey.clone();
    elsewhere.of.host = "damcast.example".to_owned();
    let asked = verify_assertion(page.signs_in(), &elsewhere, right);
    assert_eq!(asked, Err(PasskeyError::OtherHost));
    // Another origin, another ceremony, a challenge to add a passkey.
    own.origin = "http://localhost:9090".to_owned();
    assert_eq!(page.come(&mut own, &passkey), Err(PasskeyError::OtherOrigin));
    own.origin = page.origin.as_str().to_owned();
    let told = own.client_data(CREATE, &page.challenge(page.signs_in()));
    assert_eq!(verify(answer(&own.sign_told(told), &own.user)), Err(PasskeyError::OtherCeremony));
    let added = own.sign(&page.challenge(page.adds()));
    assert_eq!(verify(answer(&added, &own.user)), Err(PasskeyError::OtherChallenge));
    // Nobody whom the authenticator verified.
    own.flags = 0b001;
    assert_eq!(page.come(&mut own, &passkey), Err(PasskeyError::NotVerified));
}

#[test]
fn a_malformed_attestation_is_refused_with_its_fault() {
    let page = Page::new();
    let authenticator = page.authenticator();
    let key = encoded(&authenticator.cose_key());
    let data = authenticator.made_data(&key);
    let no_key = Err(PasskeyError::OtherAlgorithm);
    for (case, key, expected) in [
        ("another algorithm", cbor!({ 1 => 2, 3 => -35, -1 => 2 }), no_key.clone()),
        ("no key", cbor!({}), no_key.clone()),
        ("no map", cbor!("key"), no_key.clone()),
        (
            "a short point",
            cbor!({ 1 => 2, 3 => -7, -1 => 1, -2 => Value::from(&[1; 31][..]), -3 => Value::from(&[1; 32][..]) }),
            no_key.clone(),
        ),
        (
            "a compressed point",
            cbor!({ 1 => 2, 3 => -7, -1 => 1, -2 => Value::from(&[1; 32][..]), -3 => true }),
            no_key.clone(),
        ),
        (
            "a small RSA key",
            cbor!({ 1 => 3, 3 => -257, -1 => Value::from(&[1; 128][..]), -2 => Value::from(&[1, 0, 1][..]) }),
            no_key,
        ),
    ] {
        let made = attestation(&authenticator.made_data(&encoded(&key.unwrap())));
        assert_eq!(page.add_made(&made), expected, "{case}");
    }
    let unread = |made: &[u8]| page.add_made(made).unwrap_err().to_string();
    for end in 0..data.len() {
        let refused = page.add_made(&attestation(&data[..end]));
        assert!(matches!(refused, Err(PasskeyError::AuthenticatorData(_))), "{end}: {refused:?}");
    }
    let followed = attestation(&[&data[..], &[0]].concat());
    assert!(unread(&followed).ends_with("something follows"));
    let mut unmade = data[..37].to_vec();
    unmade[32] &= !software::MADE;
    assert_eq!(page.add_made(&attestation(&unmade)), Err(PasskeyError::NoKey));
    // Extensions are allowed, if they are a map.
    let mut extended = data;
    extended[32] |= 1 << 7;
    let with = |more: &[u8]| attestation(&[&extended[..], more].concat());
    assert!(page.add_made(&with(&encoded(&cbor!({ "credProtect" => 2 }).unwrap()))).is_ok());
    assert!(unread(&with(&encoded(&cbor!(1).unwrap()))).ends_with("no map"));
    // Values within values, as deep as the bytes go.
    let deep = vec![0x81; 20_000];
    assert!(unread(&deep).ends_with("no CBOR"));
    assert!(unread(&[0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).ends_with("no CBOR"));
}

proptest! {
    #[test]
    fn bytes_that_no_authenticator_made_are_refused_without_a_panic(
        bytes: Vec<u8>,
        at in 0_usize..300,
        flipped in 1_u8..,
    ) {
        let page = Page::new();
        prop_assert!(page.add_made(&bytes).is_err());
        prop_assert!(AuthenticatorData::read(&bytes).is_err() || bytes.len() >= 37);
        let authenticator = page.authenticator();
        let (_told, mut made) = authenticator.make(b"");
        let at = at % made.len();
        made[at] ^= flipped;
        // Any answer will do, as the maker signs nothing.
        drop(page.add_made(&made));
    }
}
