//! The enrolment of devices, up to the moment when somebody places them.

use core::{fmt, str::FromStr, time::Duration};
use std::collections::{BTreeMap, VecDeque};

use draughts::Timestamp;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::{DeviceKey, SubjectId};

/// Number of characters of a code.
pub const CODE_LENGTH: usize = 6;

/// The time for which a code is valid.
pub const CODE_LIFE: Duration = Duration::from_secs(60);

/// The largest number of codes that may be typed in a minute at the whole venue; scanned ones do not count.
pub const TRIES_PER_MINUTE_MAX: usize = 10;

/// The time after which a device that nobody placed is forgotten.
pub const UNPLACED_LIFE: Duration = Duration::from_secs(300);

/// Number of words to choose from.
pub const WORDS: u8 = 64;

const MINUTE: Duration = Duration::from_secs(60);

/// The characters of a code: none that looks like another.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A code that the desk shows and a device repeats: six of `A` to `Z` and `2` to `9`, without `I` and `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code([u8; CODE_LENGTH]);

/// The reason for which a text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a code has six characters of A to Z and 2 to 9, without I and O")]
pub struct CodeError;

impl Code {
    /// Makes a code from random bytes; each character is equally likely.
    #[must_use]
    pub fn from_random(bytes: [u8; CODE_LENGTH]) -> Self {
        // The alphabet has 32 characters, which divide the 256 values of a byte evenly.
        Self(bytes.map(|byte| ALPHABET[usize::from(byte % 32)]))
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code as people type it: in small letters too, with blanks or hyphens between.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut code = [0; CODE_LENGTH];
        let mut length = 0;
        for byte in text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')) {
            let byte = byte.to_ascii_uppercase();
            let place = code.get_mut(length).ok_or(CodeError)?;
            if !ALPHABET.contains(&byte) {
                return Err(CodeError);
            }
            *place = byte;
            length += 1;
        }
        if length == CODE_LENGTH { Ok(Self(code)) } else { Err(CodeError) }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{}", char::from(*byte)))
    }
}

/// Two words, each a number below [`WORDS`], that a device and the desk show alike: people see by them that they
/// mean the same device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(pub u8, pub u8);

impl Words {
    /// Returns the words for the key of a device and the challenge that came with its code.
    #[must_use]
    pub fn of(key: &DeviceKey, challenge: &[u8; 16]) -> Self {
        let hash = Sha256::new().chain_update(key.as_bytes()).chain_update(challenge).finalize();
        let word = |byte: u8| byte % WORDS;
        Self(word(hash[0]), word(hash[1]))
    }
}

/// A device that has repeated a code and waits for its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingDevice {
    /// The key by which it signs.
    pub key: DeviceKey,
    /// The two words that it shows.
    pub words: Words,
    /// The kind of device, as its browser says it.
    pub model: String,
    /// The address from which it called.
    pub address: String,
    /// The moment when it repeated the code.
    pub since: Timestamp,
}

/// The reason for which a device is not enrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EnrolmentRefusal {
    /// The code is not the one that the desk shows, or was used.
    #[error("this is not the code that the desk shows")]
    WrongCode,
    /// The code was shown too long ago.
    #[error("the code has expired")]
    CodeExpired,
    /// Too many codes were typed at the venue; one that is scanned still counts.
    #[error("too many codes were typed, scan it instead")]
    TooManyTries,
    /// The device waits already.
    #[error("a device of this name waits already")]
    AlreadyWaiting,
    /// The device does not wait, or waited too long.
    #[error("the device does not wait")]
    NotWaiting,
}

/// The code that the desk shows, and the devices that wait for their place.
#[derive(Clone, Debug, Default)]
pub struct Enrolment {
    shown: Option<Shown>,
    /// The moments of the latest codes that were typed.
    tries: VecDeque<Timestamp>,
    waiting: BTreeMap<SubjectId, WaitingDevice>,
}

#[derive(Clone, Copy, Debug)]
struct Shown {
    code: Code,
    challenge: [u8; 16],
    at: Timestamp,
}

impl Enrolment {
    /// Shows a new code with its challenge, both of them random; the one before is void.
    pub fn show(&mut self, code: Code, challenge: [u8; 16], now: Timestamp) {
        self.shown = Some(Shown { code, challenge, at: now });
    }

    /// Takes the code that a device repeats, with the challenge if it was scanned and not typed. From then on the
    /// device waits, and the code is used up. Returns the words that the device shows.
    ///
    /// # Errors
    /// [`EnrolmentRefusal`] if the code does not count, or a device of this name waits.
    pub fn repeat(
        &mut self,
        device: &SubjectId,
        key: &DeviceKey,
        code: Code,
        scanned: Option<&[u8; 16]>,
        (model, address): (&str, &str),
        now: Timestamp,
    ) -> Result<Words, EnrolmentRefusal> {
        self.expire(now);
        if scanned.is_none() {
            if self.tries.len() >= TRIES_PER_MINUTE_MAX {
                return Err(EnrolmentRefusal::TooManyTries);
            }
            self.tries.push_back(now);
        }
        let shown = self.shown.ok_or(EnrolmentRefusal::WrongCode)?;
        let is_challenge = scanned.is_none_or(|scanned| *scanned == shown.challenge);
        if shown.code != code || !is_challenge {
            return Err(EnrolmentRefusal::WrongCode);
        }
        if now.duration_since(shown.at) >= CODE_LIFE {
            return Err(EnrolmentRefusal::CodeExpired);
        }
        if self.waiting.contains_key(device) {
            return Err(EnrolmentRefusal::AlreadyWaiting);
        }
        self.shown = None;
        let words = Words::of(key, &shown.challenge);
        let (model, address) = (model.to_owned(), address.to_owned());
        let waiting = WaitingDevice { key: *key, words, model, address, since: now };
        self.waiting.insert(device.clone(), waiting);
        Ok(words)
    }

    /// Returns the devices that wait, by name.
    pub fn waiting(&self, now: Timestamp) -> impl Iterator<Item = (&SubjectId, &WaitingDevice)> {
        self.waiting.iter().filter(move |(_id, device)| !is_over(device.since, UNPLACED_LIFE, now))
    }

    /// Takes a device that a person places; it waits no longer.
    ///
    /// # Errors
    /// [`EnrolmentRefusal::NotWaiting`] if it does not wait, or waited too long.
    pub fn place(
        &mut self,
        device: &SubjectId,
        now: Timestamp,
    ) -> Result<WaitingDevice, EnrolmentRefusal> {
        self.expire(now);
        self.waiting.remove(device).ok_or(EnrolmentRefusal::NotWaiting)
    }

    /// Forgets what is over.
    fn expire(&mut self, now: Timestamp) {
        self.waiting.retain(|_id, device| !is_over(device.since, UNPLACED_LIFE, now));
        self.tries.retain(|at| !is_over(*at, MINUTE, now));
    }
}

fn is_over(since: Timestamp, life: Duration, now: Timestamp) -> bool {
    now.duration_since(since) >= life
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: [u8; 16] = [9; 16];
    const SEEN: (&str, &str) = ("Android", "10.0.0.7");

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    fn device(name: &str) -> SubjectId {
        SubjectId::new(name).unwrap()
    }

    fn key(byte: u8) -> DeviceKey {
        let mut bytes = [byte; DeviceKey::BYTES];
        bytes[0] = 4;
        DeviceKey::new(&bytes).unwrap()
    }

    fn shown() -> Enrolment {
        let mut enrolment = Enrolment::default();
        enrolment.show(code("ABC234"), CHALLENGE, at(0));
        enrolment
    }

    fn type_code(
        enrolment: &mut Enrolment,
        name: &str,
        text: &str,
        seconds: i64,
    ) -> Result<Words, EnrolmentRefusal> {
        enrolment.repeat(&device(name), &key(1), code(text), None, SEEN, at(seconds))
    }

    #[test]
    fn a_code_has_no_characters_that_look_alike() {
        for byte in 0..=u8::MAX {
            let text = Code::from_random([byte; 6]).to_string();
            assert!(!text.contains(['0', 'O', '1', 'I']), "{text}");
            assert_eq!(code(&text), Code::from_random([byte; 6]));
        }
        for wrong in ["", "ABC23", "ABC2345", "ABC23O", "ABC231", "ABC23é"] {
            assert_eq!(wrong.parse::<Code>(), Err(CodeError), "{wrong}");
        }
        assert_eq!(code("abc-2 34"), code("ABC234"));
    }

    #[test]
    fn a_code_is_used_once() {
        let mut enrolment = shown();
        type_code(&mut enrolment, "tablet", "ABC234", 5).unwrap();
        let again = type_code(&mut enrolment, "thief", "ABC234", 6);
        assert_eq!(again, Err(EnrolmentRefusal::WrongCode));
    }

    #[test]
    fn a_code_lives_for_a_minute() {
        let too_late = type_code(&mut shown(), "tablet", "ABC234", 60);
        assert_eq!(too_late, Err(EnrolmentRefusal::CodeExpired));
        let in_time = shown().repeat(
            &device("tablet"),
            &key(1),
            code("ABC234"),
            None,
            SEEN,
            Timestamp::from_millis(59_999),
        );
        assert!(in_time.is_ok());
    }

    #[test]
    fn a_new_code_makes_the_one_before_void() {
        let mut enrolment = shown();
        enrolment.show(code("XYZ789"), CHALLENGE, at(10));
        let old = type_code(&mut enrolment, "tablet", "ABC234", 11);
        assert_eq!(old, Err(EnrolmentRefusal::WrongCode));
        assert!(type_code(&mut enrolment, "tablet", "XYZ789", 12).is_ok());
    }

    #[test]
    fn ten_codes_may_be_typed_in_a_minute_and_then_only_scanned_ones_count() {
        let mut enrolment = shown();
        for second in 0..10 {
            let wrong = type_code(&mut enrolment, "thief", "ZZZZZZ", second);
            assert_eq!(wrong, Err(EnrolmentRefusal::WrongCode));
        }
        let typed = type_code(&mut enrolment, "tablet", "ABC234", 11);
        assert_eq!(typed, Err(EnrolmentRefusal::TooManyTries));
        let scan = |enrolment: &mut Enrolment, challenge: &[u8; 16]| {
            let name = device("tablet");
            enrolment.repeat(&name, &key(1), code("ABC234"), Some(challenge), SEEN, at(12))
        };
        assert_eq!(scan(&mut enrolment, &[8; 16]), Err(EnrolmentRefusal::WrongCode));
        assert!(scan(&mut enrolment, &CHALLENGE).is_ok());
        // A minute after the first try there is room for one more.
        let typed = type_code(&mut enrolment, "other", "ABC234", 60);
        assert_eq!(typed, Err(EnrolmentRefusal::WrongCode));
    }

    #[test]
    fn a_device_that_nobody_places_vanishes_after_five_minutes() {
        let mut enrolment = shown();
        type_code(&mut enrolment, "tablet", "ABC234", 5).unwrap();
        assert_eq!(enrolment.waiting(at(304)).count(), 1);
        assert_eq!(enrolment.waiting(at(305)).count(), 0);
        let placed = enrolment.place(&device("tablet"), at(305));
        assert_eq!(placed, Err(EnrolmentRefusal::NotWaiting));
    }

    #[test]
    fn a_device_is_placed_once_with_the_key_that_it_showed() {
        let mut enrolment = shown();
        let words = type_code(&mut enrolment, "tablet", "ABC234", 5).unwrap();
        enrolment.show(code("XYZ789"), CHALLENGE, at(10));
        let twice = type_code(&mut enrolment, "tablet", "XYZ789", 11);
        assert_eq!(twice, Err(EnrolmentRefusal::AlreadyWaiting));
        let placed = enrolment.place(&device("tablet"), at(20)).unwrap();
        assert_eq!((placed.key, placed.words), (key(1), words));
        assert_eq!((placed.model.as_str(), placed.address.as_str()), SEEN);
        let again = enrolment.place(&device("tablet"), at(20));
        assert_eq!(again, Err(EnrolmentRefusal::NotWaiting));
    }

    #[test]
    fn the_words_follow_from_the_key_and_the_challenge() {
        let words = Words::of(&key(1), &CHALLENGE);
        assert_eq!(Words::of(&key(1), &CHALLENGE), words);
        assert_ne!(Words::of(&key(2), &CHALLENGE), words);
        assert_ne!(Words::of(&key(1), &[8; 16]), words);
        for byte in 0..=u8::MAX {
            let Words(first, second) = Words::of(&key(byte), &CHALLENGE);
            assert!(first < WORDS && second < WORDS);
        }
    }
}
