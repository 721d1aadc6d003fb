//! Decisions on invitations: who may invite whom, and who comes in by one.

use draughts::Timestamp;

use crate::{
    Access, Arrival, Author, Change, CommandRefusal, Invitation, InvitationId, Invitee, Secret,
    SecretHash, SubjectId, TokenId,
};

impl Access {
    /// Checks that the author may invite: a person whose grants they could make, or a device that
    /// they could enrol.
    pub(crate) fn check_invites(&self, by: &Author, to: &Invitee) -> Result<(), CommandRefusal> {
        match to {
            Invitee::Person(subject) => {
                if self.member(subject)?.is_device() {
                    return Err(CommandRefusal::NotAPerson { subject: subject.clone() });
                }
                // A token of somebody above them would let its bearer act in their name.
                self.check_puts_out(by, subject)
            }
            Invitee::Device { role, limits, seat } => {
                if !role.is_of_device() {
                    return Err(CommandRefusal::OtherInvitee);
                }
                let is_one = limits.tables.is_some_and(|tables| tables.first() == tables.last());
                if seat.is_some() && !(is_one && limits.tournament.is_some()) {
                    return Err(CommandRefusal::SeatWithoutTable);
                }
                self.check_granter(by, *role, limits)
            }
        }
    }

    /// Checks that one more invitation can be remembered, with this code.
    pub(crate) fn check_invitation(
        &self,
        code: Option<SecretHash>,
        at: Timestamp,
    ) -> Result<(), CommandRefusal> {
        let is_kept = |it: &Invitation| it.expires.saturating_add(Self::INVITATION_KEPT) > at;
        if self.invitations().filter(|(_id, it)| is_kept(it)).count() >= Self::INVITATIONS_MAX {
            return Err(CommandRefusal::TooManyInvitations);
        }
        let is_same = |it: &Invitation| code.is_some() && it.code == code && is_kept(it);
        if self.invitations().any(|(_id, it)| is_same(it)) {
            return Err(CommandRefusal::KnownCode);
        }
        Ok(())
    }

    /// Returns the events by which somebody comes in, with their author.
    pub(crate) fn accept(
        &self,
        secret: Secret,
        device: Option<&Arrival>,
        token: &TokenId,
        at: Timestamp,
    ) -> Result<(Author, Vec<Change>), CommandRefusal> {
        let (id, invitation) = self
            .invitations()
            .find(|(_id, it)| it.has(secret))
            .ok_or(CommandRefusal::UnknownInvitation)?;
        if at >= invitation.expires {
            return Err(CommandRefusal::InvitationExpired);
        }
        if self.session(token).is_some() {
            return Err(CommandRefusal::KnownToken { token: token.clone() });
        }
        let expires = at.saturating_add(Self::TOKEN_LIFE_MAX);
        let issued = |subject: &SubjectId| self.issued(token, subject, expires, at);
        match (&invitation.to, device) {
            (Invitee::Person(subject), None) => {
                check_unused(invitation)?;
                self.member(subject)?;
                // The inviter may have been put out since, or the person given more than the
                // inviter may give.
                self.check_invites(&invitation.by, &invitation.to)?;
                let used = Change::InvitationUsed { invitation: id, subject: subject.clone() };
                let changes = [vec![used], issued(subject)].concat();
                Ok((Author::Subject(subject.clone()), changes))
            }
            (Invitee::Device { .. }, Some(arrival)) => {
                let changes = self.enrol(id, invitation, arrival, issued)?;
                Ok((invitation.by.clone(), changes))
            }
            (Invitee::Person(_), Some(_)) | (Invitee::Device { .. }, None) => {
                Err(CommandRefusal::OtherInvitee)
            }
        }
    }

    fn enrol(
        &self,
        id: InvitationId,
        invitation: &Invitation,
        Arrival { subject, key }: &Arrival,
        issued: impl Fn(&SubjectId) -> Vec<Change>,
    ) -> Result<Vec<Change>, CommandRefusal> {
        let Invitee::Device { role, limits, .. } = &invitation.to else {
            return Err(CommandRefusal::OtherInvitee);
        };
        if let Some(enrolled) = &invitation.used_by {
            // Its answer was lost.
            let is_same = self.member(enrolled)?.device_key() == Some(key);
            return if is_same {
                Ok(issued(enrolled))
            } else {
                Err(CommandRefusal::InvitationUsed)
            };
        }
        self.check_new(subject)?;
        // The inviter may have been put out since.
        self.check_granter(&invitation.by, *role, limits)?;
        let enrolled = vec![
            Change::DeviceEnrolled { subject: subject.clone(), key: *key },
            self.granted(subject, *role, limits),
            Change::InvitationUsed { invitation: id, subject: subject.clone() },
        ];
        Ok([enrolled, issued(subject)].concat())
    }
}

fn check_unused(invitation: &Invitation) -> Result<(), CommandRefusal> {
    if invitation.used_by.is_some() { Err(CommandRefusal::InvitationUsed) } else { Ok(()) }
}
