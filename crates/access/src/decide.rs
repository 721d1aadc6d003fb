//! Decisions on commands that change what people and devices may do.

use draughts::{Timestamp, text};

use crate::{
    Access, Author, Change, Command, CommandRefusal, Event, Grant, Limits, Role, SubjectId,
    checks::is_by,
};

/// The longest name of a person in characters.
const NAME_CHARS_MAX: usize = 100;

impl Access {
    /// Returns the events of a command that `by` gives at the moment `at`; none if it changes
    /// nothing.
    ///
    /// # Errors
    /// [`CommandRefusal`] if the author may not, or it makes no sense in this state.
    pub fn decide(
        &self,
        by: &Author,
        at: Timestamp,
        command: &Command,
    ) -> Result<Vec<Event>, CommandRefusal> {
        let (by, changes) = if let Command::Accept { secret, device, token } = command {
            self.accept(*secret, device.as_ref(), token, at)?
        } else {
            (by.clone(), self.changes(by, at, command)?)
        };
        Ok(changes.into_iter().map(|change| Event { by: by.clone(), at, change }).collect())
    }

    fn changes(
        &self,
        by: &Author,
        at: Timestamp,
        command: &Command,
    ) -> Result<Vec<Change>, CommandRefusal> {
        if !matches!(command, Command::SetKey { .. }) && self.key().is_none() {
            return Err(CommandRefusal::NoAuthority);
        }
        let change = match command {
            Command::SetKey { key } => {
                if *by != Author::Machine {
                    return Err(CommandRefusal::OnlyMachine);
                }
                if self.key() == Some(*key) {
                    return Err(CommandRefusal::SameKey);
                }
                Change::KeySet { generation: self.generation().saturating_add(1), key: *key }
            }
            Command::AddPerson { subject, name } => {
                self.check_new(subject)?;
                self.check_grants_to(by, false)?;
                let name = text::tidy(name, NAME_CHARS_MAX).map_err(CommandRefusal::Name)?;
                if name.is_empty() {
                    return Err(CommandRefusal::NameMissing);
                }
                Change::PersonAdded { subject: subject.clone(), name }
            }
            Command::Enrol { subject, key, role, limits } => {
                self.check_new(subject)?;
                if !role.is_of_device() {
                    let (subject, role) = (subject.clone(), *role);
                    return Err(CommandRefusal::WrongKind { subject, role });
                }
                self.check_granter(by, *role, limits)?;
                let enrolled = Change::DeviceEnrolled { subject: subject.clone(), key: *key };
                return Ok(vec![enrolled, self.granted(subject, *role, limits)]);
            }
            Command::Grant { subject, role, limits } => {
                if self.member(subject)?.is_device() != role.is_of_device() {
                    let (subject, role) = (subject.clone(), *role);
                    return Err(CommandRefusal::WrongKind { subject, role });
                }
                self.check_granter(by, *role, limits)?;
                let is_same = |grant: &Grant| grant.role == *role && grant.limits == *limits;
                if self.grants_of(subject).any(|(_id, grant)| is_same(grant)) {
                    return Err(CommandRefusal::SameGrant { subject: subject.clone() });
                }
                let mut changes = self.ended_for(subject, *role, limits);
                changes.push(self.granted(subject, *role, limits));
                return Ok(changes);
            }
            Command::Narrow { grant: id, limits } => {
                let grant = self.granted_by(by, *id)?;
                if !grant.limits.contain(limits) {
                    return Err(CommandRefusal::Wider { grant: id.0 });
                }
                if grant.limits == *limits {
                    return Ok(Vec::new());
                }
                Change::Narrowed { grant: *id, limits: limits.clone() }
            }
            Command::Move { grant: id, limits } => {
                let grant = self.granted_by(by, *id)?;
                if !grant.role.is_of_device() {
                    return Err(CommandRefusal::NotOfDevice { grant: id.0 });
                }
                self.check_granter(by, grant.role, limits)?;
                if grant.limits == *limits {
                    return Ok(Vec::new());
                }
                Change::Moved { grant: *id, limits: limits.clone() }
            }
            Command::Revoke { grant } => {
                self.granted_by(by, *grant)?;
                Change::Revoked { grant: *grant }
            }
            Command::PutOut { subject } => {
                self.check_puts_out(by, subject)?;
                Change::PutOut { subject: subject.clone() }
            }
            Command::IssueToken { token, subject, expires } => {
                self.member(subject)?;
                // A token of somebody else would let its bearer act in their name.
                if !is_by(by, subject) && *by != Author::Machine {
                    return Err(CommandRefusal::NotOneself);
                }
                if self.session(token).is_some() {
                    return Err(CommandRefusal::KnownToken { token: token.clone() });
                }
                if *expires <= at || expires.duration_since(at) > Self::TOKEN_LIFE_MAX {
                    return Err(CommandRefusal::TokenLife);
                }
                return Ok(self.issued(token, subject, *expires, at));
            }
            Command::RenewToken { token, expires: known } => {
                let session = self.open_session(token)?;
                if !is_by(by, &session.subject) {
                    return Err(CommandRefusal::NotOneself);
                }
                let expires = at.saturating_add(Self::TOKEN_LIFE_MAX);
                let adds_little = expires.duration_since(session.expires) < Self::RENEWAL_MIN;
                if session.expires == *known && !adds_little {
                    Change::TokenRenewed { token: token.clone(), expires }
                } else if session.expires == *known || session.renewed_from == Some(*known) {
                    return Ok(Vec::new());
                } else {
                    return Err(CommandRefusal::RenewedSince);
                }
            }
            Command::Invite { to, link, code } => {
                self.check_invites(by, to)?;
                self.check_invitation(*code, at)?;
                let (invitation, to) = (self.next_invitation(), to.clone());
                let expires = at.saturating_add(to.life(code.is_some()));
                Change::Invited { invitation, to, link: *link, code: *code, expires }
            }
            Command::OpenUndelayed { subject, token, tournament } => {
                if !is_by(by, subject) || self.open_session(token)?.subject != *subject {
                    return Err(CommandRefusal::NotOneself);
                }
                let (subject, token) = (subject.clone(), token.clone());
                Change::UndelayedOpened { subject, token, tournament: tournament.clone() }
            }
            Command::NoteAttempts { attempt, count } => {
                if *by != Author::Machine {
                    return Err(CommandRefusal::OnlyMachine);
                }
                Change::AttemptsRefused { attempt: attempt.clone(), count: *count }
            }
            // Its author is another one.
            Command::Accept { .. } => return Ok(Vec::new()),
            Command::SetPassphrase { subject, hash, kept } => {
                if self.member(subject)?.is_device() {
                    return Err(CommandRefusal::NotAPerson { subject: subject.clone() });
                }
                if !is_by(by, subject) && *by != Author::Machine {
                    return Err(CommandRefusal::NotOneself);
                }
                let (subject, hash, kept) = (subject.clone(), hash.clone(), kept.clone());
                Change::PassphraseSet { subject, hash, kept }
            }
            Command::SetPin { subject, hash } => {
                if self.member(subject)?.is_device() {
                    return Err(CommandRefusal::NotAPerson { subject: subject.clone() });
                }
                if !is_by(by, subject) {
                    return Err(CommandRefusal::NotOneself);
                }
                if hash.is_none() && self.pin_of(subject).is_none() {
                    return Ok(Vec::new());
                }
                Change::PinSet { subject: subject.clone(), hash: hash.clone() }
            }
            Command::AddPasskey { subject, passkey, challenge } => {
                if !is_by(by, subject) {
                    return Err(CommandRefusal::NotOneself);
                }
                self.add_passkey(subject, passkey, *challenge)?
            }
            Command::UsePasskey { passkey: id, count, challenge, token } => {
                if self.passkey(*id).is_some_and(|passkey| !is_by(by, &passkey.subject)) {
                    return Err(CommandRefusal::NotOneself);
                }
                return self.use_passkey(*id, *count, *challenge, token, at);
            }
            Command::RemovePasskey { passkey: id, kept } => {
                let passkey = self.passkey(*id);
                let passkey = passkey.ok_or(CommandRefusal::UnknownPasskey { passkey: id.0 })?;
                let (id, subject, kept) = (*id, passkey.subject.clone(), kept.clone());
                if !is_by(by, &subject) {
                    self.check_puts_out(by, &subject)?;
                }
                Change::PasskeyRemoved { id, subject, kept }
            }
            Command::EndToken { token } => {
                let bearer = &self.open_session(token)?.subject;
                if !is_by(by, bearer) {
                    self.check_puts_out(by, bearer)?;
                }
                Change::TokenEnded { token: token.clone() }
            }
        };
        Ok(vec![change])
    }

    /// Returns the changes by which the sessions of a person end that were begun by an invitation
    /// whose author could not give the role: the author may have used the link, and would have it.
    fn ended_for(&self, subject: &SubjectId, role: Role, limits: &Limits) -> Vec<Change> {
        let is_below = |by: &Author| self.check_granter(by, role, limits).is_err();
        let ended = self.sessions().filter(|(_token, session)| {
            session.subject == *subject
                && session.ended.is_none()
                && session.invited_by.as_ref().is_some_and(is_below)
        });
        ended.map(|(token, _session)| Change::TokenEnded { token: token.clone() }).collect()
    }
}
