//! The authority of a venue, folded from its events.

use std::collections::BTreeMap;

use core::time::Duration;

use draughts::Timestamp;

use crate::{
    Act, Author, AuthorityKey, ChallengeId, Change, DeviceKey, Event, Grant, GrantId, Invitation,
    InvitationId, Invitee, Passkey, PasskeyId, Proof, Refusal, Session, SubjectId, TokenId,
};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name, which stands in their decisions.
    pub name: String,
    /// The hash of the passphrase, as a PHC string of Argon2id; `None` if there is none.
    pub passphrase: Option<String>,
    /// The hash of the PIN that is asked for before an act that needs a second look, as a PHC
    /// string of Argon2id; `None` if there is none.
    pub pin: Option<String>,
}

/// A kind of subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A person.
    Person(Person),
    /// A device, with the key by which it signs.
    Device(Box<DeviceKey>),
}

/// A person or a device that is known at the venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The person or the device.
    pub kind: SubjectKind,
    /// The moment when it was put out; `None` if it was not.
    pub put_out: Option<Timestamp>,
}

impl Subject {
    /// Returns true if it is a device.
    #[must_use]
    pub const fn is_device(&self) -> bool {
        matches!(self.kind, SubjectKind::Device(_))
    }

    /// Returns the key of a device; `None` for a person.
    #[must_use]
    pub fn device_key(&self) -> Option<&DeviceKey> {
        match &self.kind {
            SubjectKind::Device(key) => Some(key),
            SubjectKind::Person(_) => None,
        }
    }
}

/// The authority of a venue: its key, its people and devices, what they were given, and their
/// tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    key: Option<(u32, AuthorityKey)>,
    subjects: BTreeMap<SubjectId, Subject>,
    grants: BTreeMap<GrantId, Grant>,
    /// The number of the latest grant.
    latest_grant: u32,
    sessions: BTreeMap<TokenId, Session>,
    /// The bearer of each grant, also of those that were revoked.
    holders: BTreeMap<GrantId, SubjectId>,
    invitations: BTreeMap<InvitationId, Invitation>,
    /// The number of the latest invitation.
    latest_invitation: u32,
    pub(crate) passkeys: BTreeMap<PasskeyId, Passkey>,
    /// The number of the latest passkey.
    pub(crate) latest_passkey: u32,
    /// The challenges that were answered a short time ago, with the moment.
    pub(crate) answered: BTreeMap<ChallengeId, Timestamp>,
    /// The undelayed views that were opened a short time ago, by token and tournament, with the
    /// moment.
    undelayed: BTreeMap<(TokenId, String), Timestamp>,
}

impl Access {
    /// The time for which somebody who came in by an invitation or a passkey changes how they sign
    /// in without the passphrase until now.
    pub const ARRIVAL: Duration = Duration::from_secs(15 * 60);

    /// The time after its record within which an undelayed view is to begin.
    pub const UNDELAYED_BEGINS: Duration = Duration::from_secs(60);

    /// The time for which an invitation is remembered after its end, so that whoever comes late is
    /// told.
    pub const INVITATION_KEPT: Duration = Duration::from_secs(3600);
    /// The largest number of invitations that are remembered.
    pub const INVITATIONS_MAX: usize = 1000;

    /// Returns the generation of tokens that is accepted; 0 if the venue has no authority yet.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.key.map_or(0, |(generation, _key)| generation)
    }

    /// Returns the key that signs tokens; `None` if the venue has no authority yet.
    #[must_use]
    pub fn key(&self) -> Option<AuthorityKey> {
        self.key.map(|(_generation, key)| key)
    }

    /// Returns a person or device; `None` if it is not known.
    #[must_use]
    pub fn subject(&self, id: &SubjectId) -> Option<&Subject> {
        self.subjects.get(id)
    }

    /// Returns every person and device, by id.
    pub fn subjects(&self) -> impl Iterator<Item = (&SubjectId, &Subject)> {
        self.subjects.iter()
    }

    /// Returns the name that counts as the author of a decision: that of a person, or the id of a
    /// device.
    #[must_use]
    pub fn name(&self, id: &SubjectId) -> Option<&str> {
        let (id, subject) = self.subjects.get_key_value(id)?;
        Some(match &subject.kind {
            SubjectKind::Person(person) => &person.name,
            SubjectKind::Device(_) => id.as_str(),
        })
    }

    /// Returns a grant that holds; `None` if there is none of this number.
    #[must_use]
    pub fn grant(&self, id: GrantId) -> Option<&Grant> {
        self.grants.get(&id)
    }

    /// Returns every grant that holds, by number.
    pub fn grants(&self) -> impl Iterator<Item = (GrantId, &Grant)> {
        self.grants.iter().map(|(id, grant)| (*id, grant))
    }

    /// Returns whoever has or had a grant; `None` if there was none of this number.
    #[must_use]
    pub fn holder(&self, id: GrantId) -> Option<&SubjectId> {
        self.holders.get(&id)
    }

    /// Returns the grants of a person or device that hold, by number.
    pub fn grants_of(&self, subject: &SubjectId) -> impl Iterator<Item = (GrantId, &Grant)> {
        self.grants().filter(move |(_id, grant)| grant.subject == *subject)
    }

    /// Returns a token that was given out; `None` if it is not known.
    #[must_use]
    pub fn session(&self, token: &TokenId) -> Option<&Session> {
        self.sessions.get(token)
    }

    /// Returns the proof that the bearer of a token gives at the moment `now` before they set a
    /// passphrase or add a passkey: somebody who finds the desk open has none. Whoever has just
    /// come in by an invitation needs none, as somebody does who has forgotten the passphrase.
    #[must_use]
    pub fn proof_to_give(&self, token: &TokenId, now: Timestamp) -> Proof<'_> {
        let Some(session) = self.session(token) else { return Proof::Nothing };
        match self.subject(&session.subject).map(|subject| &subject.kind) {
            Some(SubjectKind::Person(person)) if !self.has_just_come(session, now) => {
                match (&person.passphrase, &person.pin) {
                    (Some(hash), _) => Proof::Passphrase(hash),
                    (None, _) if self.passkeys_of(&session.subject).next().is_some() => {
                        Proof::SignInAgain
                    }
                    // Otherwise a passkey that is added would in the end change the PIN.
                    (None, Some(hash)) => Proof::Pin(hash),
                    (None, None) => Proof::Nothing,
                }
            }
            Some(SubjectKind::Person(_) | SubjectKind::Device(_)) | None => Proof::Nothing,
        }
    }

    /// Returns the proof that the bearer of a token gives at the moment `now` before they set or
    /// remove a PIN: the one until now, if there is one and they have not just come in.
    #[must_use]
    pub fn proof_to_set_pin(&self, token: &TokenId, now: Timestamp) -> Proof<'_> {
        let session = self.session(token).filter(|session| !self.has_just_come(session, now));
        match session.and_then(|session| self.pin_of(&session.subject)) {
            Some(hash) => Proof::Pin(hash),
            None => self.proof_to_give(token, now),
        }
    }

    /// Returns true if a session was begun a short time ago by an invitation or a passkey.
    fn has_just_come(&self, session: &Session, now: Timestamp) -> bool {
        let came_in = |it: &Invitation| {
            it.used_by.as_ref() == Some(&session.subject) && it.used_at == Some(session.issued)
        };
        now.duration_since(session.issued) < Self::ARRIVAL
            && (session.passkey.is_some() || self.invitations.values().any(came_in))
    }

    /// Returns the hash of the PIN of a person; `None` if they have none, and are asked for none.
    #[must_use]
    pub fn pin_of(&self, id: &SubjectId) -> Option<&str> {
        match &self.subject(id)?.kind {
            SubjectKind::Person(person) => person.pin.as_deref(),
            SubjectKind::Device(_) => None,
        }
    }

    /// Returns every token that is remembered, by id.
    pub fn sessions(&self) -> impl Iterator<Item = (&TokenId, &Session)> {
        self.sessions.iter()
    }

    /// Returns the invitations that are remembered, by number: those that are open, and for a while
    /// also those that were used or have expired.
    pub fn invitations(&self) -> impl Iterator<Item = (InvitationId, &Invitation)> {
        self.invitations.iter().map(|(id, invitation)| (*id, invitation))
    }

    /// Returns the number of the next invitation.
    pub(crate) const fn next_invitation(&self) -> InvitationId {
        InvitationId(self.latest_invitation.saturating_add(1))
    }

    /// Returns the number of the next grant.
    pub(crate) const fn next_grant(&self) -> GrantId {
        GrantId(self.latest_grant.saturating_add(1))
    }

    /// Checks that a call about a tournament which shows what is withheld from the public is on
    /// record, before it begins at the moment `now`.
    ///
    /// # Errors
    /// [`Refusal::NotOnRecord`] if it is not, or was [long](Self::UNDELAYED_BEGINS) before.
    pub fn check_record(
        &self,
        token: &TokenId,
        act: Act,
        tournament: Option<&str>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if act != Act::WatchUndelayed {
            return Ok(());
        }
        let of = (token.clone(), tournament.unwrap_or_default().to_owned());
        let opened = self.undelayed.get(&of);
        let is_new = |at: &&Timestamp| at.saturating_add(Self::UNDELAYED_BEGINS) > now;
        opened.filter(is_new).map(|_at| ()).ok_or(Refusal::NotOnRecord)
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) {
        match &event.change {
            Change::KeySet { generation, key } => self.key = Some((*generation, *key)),
            Change::PersonAdded { subject, name } => {
                let kind =
                    SubjectKind::Person(Person { name: name.clone(), passphrase: None, pin: None });
                self.subjects.insert(subject.clone(), Subject { kind, put_out: None });
            }
            Change::DeviceEnrolled { subject, key } => {
                let kind = SubjectKind::Device(Box::new(*key));
                self.subjects.insert(subject.clone(), Subject { kind, put_out: None });
            }
            Change::Granted { grant, subject, role, limits } => {
                self.latest_grant = self.latest_grant.max(grant.0);
                self.holders.insert(*grant, subject.clone());
                let (subject, role, limits) = (subject.clone(), *role, limits.clone());
                self.grants.insert(*grant, Grant { subject, role, limits });
            }
            Change::Narrowed { grant, limits } | Change::Moved { grant, limits } => {
                if let Some(grant) = self.grants.get_mut(grant) {
                    grant.limits = limits.clone();
                }
            }
            Change::Revoked { grant } => {
                self.grants.remove(grant);
            }
            Change::PutOut { subject } => {
                self.grants.retain(|_id, grant| grant.subject != *subject);
                self.sessions.retain(|_id, session| session.subject != *subject);
                self.passkeys.retain(|_id, passkey| passkey.subject != *subject);
                self.forget_invitations_to(subject);
                if let Some(subject) = self.subjects.get_mut(subject) {
                    subject.put_out = Some(event.at);
                }
            }
            Change::TokenIssued { token, subject, expires } => {
                let Self { sessions, subjects, .. } = self;
                sessions.retain(|_id, session| {
                    let is_device = subjects.get(&session.subject).is_some_and(Subject::is_device);
                    let kept =
                        if is_device { Self::DEVICE_RENEWAL_MAX } else { Self::SESSION_KEPT };
                    session.expires.saturating_add(kept) > event.at
                });
                let session = Session {
                    subject: subject.clone(),
                    issued: event.at,
                    expires: *expires,
                    renewed_from: None,
                    passkey: None,
                    invited_by: self.inviter_of(subject, event.at),
                    ended: None,
                };
                self.sessions.insert(token.clone(), session);
            }
            Change::TokenEnded { token } => {
                if let Some(session) = self.sessions.get_mut(token) {
                    session.ended = Some(event.at);
                }
            }
            Change::TokenRenewed { token, expires } => {
                if let Some(session) = self.sessions.get_mut(token) {
                    session.renewed_from = Some(session.expires);
                    session.expires = *expires;
                }
            }
            Change::Invited { invitation, to, link, code, expires } => {
                self.latest_invitation = self.latest_invitation.max(invitation.0);
                self.invitations.retain(|_id, invitation| {
                    invitation.expires.saturating_add(Self::INVITATION_KEPT) > event.at
                });
                if let Invitee::Person(subject) = to {
                    self.forget_invitations_to(subject);
                }
                let (to, by) = (to.clone(), event.by.clone());
                let (link, code, expires) = (*link, *code, *expires);
                let (used_by, used_at) = (None, None);
                let invited = Invitation { to, by, link, code, expires, used_by, used_at };
                self.invitations.insert(*invitation, invited);
            }
            Change::InvitationUsed { invitation, subject } => {
                if let Some(invitation) = self.invitations.get_mut(invitation) {
                    invitation.used_by = Some(subject.clone());
                    invitation.used_at = Some(event.at);
                }
            }
            Change::PassphraseSet { subject, hash, kept } => {
                for (token, session) in &mut self.sessions {
                    if session.subject == *subject && Some(token) != kept.as_ref() {
                        session.ended.get_or_insert(event.at);
                    }
                }
                let subject = self.subjects.get_mut(subject);
                if let Some(SubjectKind::Person(person)) = subject.map(|subject| &mut subject.kind)
                {
                    person.passphrase = Some(hash.clone());
                }
            }
            Change::PinSet { subject, hash } => {
                let subject = self.subjects.get_mut(subject);
                if let Some(SubjectKind::Person(person)) = subject.map(|subject| &mut subject.kind)
                {
                    person.pin.clone_from(hash);
                }
            }
            Change::PasskeyAdded { id, subject, passkey, challenge } => {
                self.note_answered(*challenge, event.at);
                self.latest_passkey = self.latest_passkey.max(id.0);
                let (subject, of, added) = (subject.clone(), passkey.clone(), event.at);
                let added = Passkey { subject, of, added, used: None, is_doubted: false };
                self.passkeys.insert(*id, added);
            }
            Change::PasskeyUsed { id, count, challenge, token, .. } => {
                self.note_answered(*challenge, event.at);
                if let Some(passkey) = self.passkeys.get_mut(id) {
                    passkey.of.count = *count;
                    passkey.used = Some(event.at);
                }
                if let Some(session) = self.sessions.get_mut(token) {
                    session.passkey = Some(*id);
                }
            }
            Change::PasskeyDoubted { id, challenge, .. } => {
                self.note_answered(*challenge, event.at);
                if let Some(passkey) = self.passkeys.get_mut(id) {
                    passkey.is_doubted = true;
                }
            }
            Change::PasskeyRemoved { id, kept, .. } => {
                self.passkeys.remove(id);
                for (token, session) in &mut self.sessions {
                    if session.passkey == Some(*id) && Some(token) != kept.as_ref() {
                        session.ended.get_or_insert(event.at);
                    }
                }
            }
            Change::UndelayedOpened { token, tournament, .. } => {
                let begins = Self::UNDELAYED_BEGINS;
                self.undelayed.retain(|_of, then| then.saturating_add(begins) > event.at);
                self.undelayed.insert((token.clone(), tournament.clone()), event.at);
            }
            Change::AttemptsRefused { .. } => {}
        }
    }

    /// Returns the author of the invitation by which a person came in at a moment.
    fn inviter_of(&self, subject: &SubjectId, at: Timestamp) -> Option<Author> {
        let is_it =
            |it: &&Invitation| it.to == Invitee::Person(subject.clone()) && it.used_at == Some(at);
        self.invitations.values().find(is_it).map(|it| it.by.clone())
    }

    /// Remembers that a challenge was answered.
    fn note_answered(&mut self, challenge: ChallengeId, at: Timestamp) {
        self.answered.retain(|_challenge, then| then.saturating_add(Self::CHALLENGE_KEPT) > at);
        self.answered.insert(challenge, at);
    }

    fn forget_invitations_to(&mut self, subject: &SubjectId) {
        let is_other = |to: &Invitee| !matches!(to, Invitee::Person(person) if person == subject);
        self.invitations.retain(|_id, invitation| is_other(&invitation.to));
    }
}
