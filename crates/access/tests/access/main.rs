//! Tests of the rights of people and devices.

#![expect(clippy::unwrap_used, reason = "a failed test panics")]

mod admission;
mod enrolled;
mod folding;
mod granting;
mod invitations;
mod passkeys;
mod pins;
mod tokens;

use access::{
    Access, Act, Admission, Author, AuthorityKey, Command, CommandRefusal, Credential, DeviceKey,
    GrantId, Limits, Refusal, Role, SubjectId, Tables, Target, TokenId,
};
use draughts::Timestamp;

/// The tournament of most tests.
const KK: &str = "kk-2026";

/// The moment at which everything is set up.
const NOON: Timestamp = Timestamp::from_millis(1_900_000_000_000);

/// Returns the moment that many seconds after noon.
fn after(seconds: u64) -> Timestamp {
    NOON.saturating_add(std::time::Duration::from_secs(seconds))
}

fn id(name: &str) -> SubjectId {
    SubjectId::new(name).unwrap()
}

fn by(name: &str) -> Author {
    Author::Subject(id(name))
}

fn device_key() -> DeviceKey {
    let mut bytes = [1; DeviceKey::BYTES];
    bytes[0] = 4;
    DeviceKey::new(&bytes).unwrap()
}

/// Returns the limits to one tournament.
fn kk() -> Limits {
    Limits { tournament: Some(KK.into()), ..Limits::default() }
}

/// Returns the limits to tables of one tournament.
fn at_tables(first: u32, last: u32) -> Limits {
    Limits { tables: Some(Tables::new(first, last).unwrap()), ..kk() }
}

/// A venue with its authority.
struct Venue(Access);

impl Venue {
    fn new() -> Self {
        let mut venue = Self(Access::default());
        venue.machine(&Command::SetKey { key: AuthorityKey([1; 32]) });
        venue
    }

    fn give(&mut self, by: &Author, command: &Command) -> Result<usize, CommandRefusal> {
        let events = self.0.decide(by, NOON, command)?;
        events.iter().for_each(|event| self.0.apply(event));
        Ok(events.len())
    }

    /// Carries out a command on the machine itself.
    fn machine(&mut self, command: &Command) {
        assert!(self.give(&Author::Machine, command).unwrap() > 0, "{command:?}");
    }

    /// Makes a person or a device of this name with a role; returns the grant.
    fn add(&mut self, name: &str, role: Role, limits: Limits) -> GrantId {
        let subject = id(name);
        if role.is_of_device() {
            self.machine(&Command::Enrol { subject, key: device_key(), role, limits });
        } else {
            let add = Command::AddPerson { subject: subject.clone(), name: name.to_uppercase() };
            self.machine(&add);
            self.machine(&Command::Grant { subject, role, limits });
        }
        let Credential { token, subject, expires, .. } = self.token(name);
        self.machine(&Command::IssueToken { token, subject, expires });
        self.0.grants().last().unwrap().0
    }

    /// Decides on a call of a token that is good.
    fn call(&self, name: &str, act: Act, target: &Target<'_>) -> Result<Admission, Refusal> {
        self.0.admit(Some(&self.token(name)), act, target, NOON)
    }

    /// Returns what a token of this bearer says, good for an hour.
    fn token(&self, name: &str) -> Credential {
        Credential {
            token: TokenId::new(format!("token-{name}")).unwrap(),
            subject: id(name),
            generation: self.0.generation(),
            tournament: None,
            issued: NOON,
            expires: after(3600),
        }
    }
}

/// Returns the target of a call about a tournament.
fn target() -> Target<'static> {
    Target { tournament: Some(KK), ..Target::default() }
}

/// Returns the target of a call about a table.
fn table(table: u32) -> Target<'static> {
    Target { table: Some(table), ..target() }
}
