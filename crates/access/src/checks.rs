//! Checks that several decisions share: who is a member of the venue, and whom an author may grant
//! roles or put out.

use crate::{
    Access, Author, Change, CommandRefusal, Grant, GrantId, Limits, Role, Session, Subject,
    SubjectId, TokenId,
};

impl Access {
    /// Returns the change by which somebody is granted a role.
    pub(crate) fn granted(&self, subject: &SubjectId, role: Role, limits: &Limits) -> Change {
        let (subject, limits) = (subject.clone(), limits.clone());
        Change::Granted { grant: self.next_grant(), subject, role, limits }
    }

    /// Checks that an id was never given.
    pub(crate) fn check_new(&self, subject: &SubjectId) -> Result<(), CommandRefusal> {
        match self.subject(subject) {
            Some(_known) => Err(CommandRefusal::KnownSubject { subject: subject.clone() }),
            None => Ok(()),
        }
    }

    /// Returns a person or device that was not put out.
    pub(crate) fn member(&self, id: &SubjectId) -> Result<&Subject, CommandRefusal> {
        self.subject(id)
            .filter(|subject| subject.put_out.is_none())
            .ok_or_else(|| CommandRefusal::UnknownSubject { subject: id.clone() })
    }

    /// Checks that the author may grant `role` within `limits`.
    pub(crate) fn check_granter(
        &self,
        by: &Author,
        role: Role,
        limits: &Limits,
    ) -> Result<(), CommandRefusal> {
        let may = match by {
            // Nobody is granted what everybody has.
            Author::Machine => role != Role::Public,
            Author::Subject(author) => self
                .grants_of(author)
                .any(|(_id, own)| own.role.may_grant(role) && own.limits.contain(limits)),
        };
        if may { Ok(()) } else { Err(CommandRefusal::MayNotGrant { role }) }
    }

    /// Checks that the author may grant some role that devices have, or that people have.
    pub(crate) fn check_grants_to(
        &self,
        by: &Author,
        is_device: bool,
    ) -> Result<(), CommandRefusal> {
        let mut roles = Role::ALL.into_iter().filter(|role| role.is_of_device() == is_device);
        let grants = |role: Role| match by {
            Author::Machine => true,
            Author::Subject(author) => {
                self.grants_of(author).any(|(_id, own)| own.role.may_grant(role))
            }
        };
        let role = if is_device { Role::PlayerDevice } else { Role::Arbiter };
        if roles.any(grants) { Ok(()) } else { Err(CommandRefusal::MayNotGrant { role }) }
    }

    /// Returns a grant that the author could make and so may change.
    pub(crate) fn granted_by(&self, by: &Author, id: GrantId) -> Result<&Grant, CommandRefusal> {
        let grant = self.grant(id).ok_or(CommandRefusal::UnknownGrant { grant: id.0 })?;
        self.check_granter(by, grant.role, &grant.limits)?;
        Ok(grant)
    }

    /// Checks that the author may put somebody out: they could make all of their grants.
    pub(crate) fn check_puts_out(&self, by: &Author, id: &SubjectId) -> Result<(), CommandRefusal> {
        let is_device = self.member(id)?.is_device();
        if is_by(by, id) {
            return Err(CommandRefusal::Oneself);
        }
        // Also somebody who has no grant.
        self.check_grants_to(by, is_device)?;
        self.grants_of(id)
            .try_for_each(|(_id, grant)| self.check_granter(by, grant.role, &grant.limits))
    }

    /// Returns the session of a token that was not ended.
    pub(crate) fn open_session(&self, token: &TokenId) -> Result<&Session, CommandRefusal> {
        self.session(token)
            .filter(|session| session.ended.is_none())
            .ok_or_else(|| CommandRefusal::UnknownToken { token: token.clone() })
    }
}

/// Returns true if this person or device is the author.
pub(crate) fn is_by(by: &Author, id: &SubjectId) -> bool {
    matches!(by, Author::Subject(author) if author == id)
}
