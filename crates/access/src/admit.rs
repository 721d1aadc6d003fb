//! The decision on one call.

use core::time::Duration;

use draughts::Timestamp;

use crate::{
    Access, Act, Grant, GrantId, Permission, Refusal, Role, Sector, SubjectId, Tables, TokenId,
};

/// The time for which somebody may change what they recorded themselves, where the matrix says so.
pub const BRIEFLY: Duration = Duration::from_secs(120);

/// The time for which a call counts as confirmed after its caller repeated their PIN: long enough
/// for a network that fails meanwhile.
pub const CONFIRMED_FOR: Duration = Duration::from_secs(300);

/// The content of a token whose signature was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// The id of the token.
    pub token: TokenId,
    /// The bearer.
    pub subject: SubjectId,
    /// The generation of the key that signed it.
    pub generation: u32,
    /// The tournament to which the token is narrowed; `None` if it is not.
    pub tournament: Option<String>,
    /// The moment when it was given out, or renewed.
    pub issued: Timestamp,
    /// The moment from which it is refused.
    pub expires: Timestamp,
}

/// The object of a call, and the circumstances that the matrix asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target<'a> {
    /// The tournament; `None` if the call names none.
    pub tournament: Option<&'a str>,
    /// The table; `None` if the call names none.
    pub table: Option<u32>,
    /// The player or the team; `None` if the call names none.
    pub participant: Option<u32>,
    /// The device for which the call speaks; `None` if it names none.
    pub device: Option<&'a str>,
    /// True if the caller gives a reason.
    pub has_reason: bool,
    /// True if the caller repeated their PIN for this very call, a short time ago.
    pub is_confirmed: bool,
    /// True if the first round of the tournament is paired.
    pub is_paired: bool,
    /// The moment when the caller recorded what the call changes; `None` if somebody else did.
    pub recorded: Option<Timestamp>,
    /// The moment when the game began that the call is about; `None` if it is about none that is in
    /// play.
    pub game_began: Option<Timestamp>,
}

/// The effect of a call that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It counts.
    Counts,
    /// It counts when the other side or the desk agrees.
    Proposal,
}

/// The person or device that makes a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// The person or device.
    pub subject: SubjectId,
    /// The name that counts as the author of a decision.
    pub name: String,
    /// The token.
    pub token: TokenId,
    /// The role in which they call.
    pub role: Role,
    /// The grant that gives it.
    pub grant: GrantId,
    /// The tables that the answer may be about, if the call names none.
    pub sector: Sector,
}

/// A call that is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// The caller; `None` for the public.
    pub bearer: Option<Bearer>,
    /// The effect of the call.
    pub standing: Standing,
    /// True if the token has expired and counts only because its game is in play, or because a
    /// device renews it.
    pub is_expired: bool,
}

impl Admission {
    /// The public, which may do what needs no token.
    const PUBLIC: Self = Self { bearer: None, standing: Standing::Counts, is_expired: false };
}

/// The calls for which a token counts that has expired.
#[derive(Clone, Copy)]
struct Expired {
    /// The moment when the game in play began that the call is about; `None` if it is about none.
    game_began: Option<Timestamp>,
    /// True if the call renews the session.
    renews: bool,
}

impl Access {
    /// Decides on a call at the moment `now`.
    ///
    /// A token that has expired still counts for a game in play that began before, as long as its
    /// session is [remembered](Access::SESSION_KEPT): no clock runs because somebody has to sign
    /// in. That of a device also counts for [a time](Access::DEVICE_RENEWAL_MAX) to renew its
    /// session, which the device signs: it was off over night. A call that needs no token is
    /// allowed with any.
    ///
    /// # Errors
    /// [`Refusal`]; where several grants come into question, that of the one which comes nearest.
    pub fn admit(
        &self,
        credential: Option<&Credential>,
        act: Act,
        target: &Target<'_>,
        now: Timestamp,
    ) -> Result<Admission, Refusal> {
        let admitted = match credential {
            Some(credential) => self.admit_bearer(credential, act, target, now),
            None => Err(Refusal::NoToken),
        };
        admitted
            .or_else(|refusal| if act.is_public() { Ok(Admission::PUBLIC) } else { Err(refusal) })
    }

    /// Checks what a token alone says of a call that may be one of `acts`, before more of the call
    /// is read: that it counts at the moment `now`, if only for a game in play, and that a role of
    /// its bearer may do one of them.
    ///
    /// # Errors
    /// [`Refusal`], as [`Access::admit`] of whatever the call is about.
    pub fn check_bearer(
        &self,
        credential: &Credential,
        acts: &[Act],
        now: Timestamp,
    ) -> Result<(), Refusal> {
        // The game may have begun at any time.
        let game_began = acts.iter().any(|act| act.is_of_game());
        let counts_for = Expired {
            game_began: game_began.then_some(Timestamp::from_millis(i64::MIN)),
            renews: acts.contains(&Act::RenewSession),
        };
        self.check_token(credential, counts_for, now)?;
        let roles = || self.grants_of(&credential.subject).map(|(_id, grant)| grant.role);
        let may = |role| acts.iter().any(|act| act.permission(role) != Permission::Never);
        if roles().any(may) {
            return Ok(());
        }
        let act = *acts.first().ok_or(Refusal::NoToken)?;
        Err(Refusal::NotAllowed { role: roles().next(), act })
    }

    /// Checks that a token counts at the moment `now`; returns true if it has expired, and counts
    /// only because a game that began before is in play, or because a device renews it.
    fn check_token(
        &self,
        credential: &Credential,
        counts_for: Expired,
        now: Timestamp,
    ) -> Result<bool, Refusal> {
        let (token, current) = (credential.generation, self.generation());
        if token != current {
            return Err(Refusal::OtherGeneration { token, current });
        }
        let subject = self.subject(&credential.subject).ok_or(Refusal::UnknownSubject)?;
        if subject.put_out.is_some() {
            return Err(Refusal::PutOut);
        }
        match self.session(&credential.token) {
            Some(session) if session.ended.is_some() || session.subject != credential.subject => {
                return Err(Refusal::TokenEnded);
            }
            None if now.duration_since(credential.issued) >= Self::UNHEARD_MAX => {
                return Err(Refusal::UnknownToken);
            }
            Some(_) | None => {}
        }
        let at = credential.expires;
        let is_expired = now >= at;
        let is_for = |time| now < at.saturating_add(time);
        let Expired { game_began, renews } = counts_for;
        let is_in_game = game_began.is_some_and(|began| began < at) && is_for(Self::SESSION_KEPT);
        let is_renewed = renews && subject.is_device() && is_for(Self::DEVICE_RENEWAL_MAX);
        if is_expired && !is_in_game && !is_renewed {
            return Err(Refusal::Expired { at });
        }
        Ok(is_expired)
    }

    fn admit_bearer(
        &self,
        credential: &Credential,
        act: Act,
        target: &Target<'_>,
        now: Timestamp,
    ) -> Result<Admission, Refusal> {
        let counts_for = Expired {
            game_began: target.game_began.filter(|_began| act.is_of_game()),
            renews: act == Act::RenewSession,
        };
        let is_expired = self.check_token(credential, counts_for, now)?;
        if let (Some(own), Some(asked)) = (credential.tournament.as_deref(), target.tournament)
            && own != asked
        {
            return Err(Refusal::OtherTournament);
        }
        // Nobody gets a wider token by one that is narrowed. An undelayed view is of one
        // tournament.
        let is_wide = act.service() == "AccessService" && act != Act::OpenUndelayed;
        if credential.tournament.is_some() && is_wide {
            return Err(Refusal::OtherTournament);
        }
        let subject = &credential.subject;
        let asks_pin = self.pin_of(subject).is_some();
        let mut nearest = Refusal::NotAllowed { role: None, act };
        let mut admitted: Option<(Bearer, Standing)> = None;
        for (id, grant) in self.grants_of(subject) {
            match admit_grant(grant, act, target, asks_pin, now) {
                Ok((standing, tables)) => {
                    if let Some((bearer, _standing)) = &mut admitted {
                        bearer.sector.add(tables);
                        continue;
                    }
                    let name = self.name(subject).unwrap_or_default().to_owned();
                    let (subject, token) = (subject.clone(), credential.token.clone());
                    let (role, sector) = (grant.role, Sector::of(tables));
                    let bearer = Bearer { subject, name, token, role, grant: id, sector };
                    admitted = Some((bearer, standing));
                }
                Err(refusal) if refusal.nearness() > nearest.nearness() => nearest = refusal,
                Err(_farther) => {}
            }
        }
        let (bearer, standing) = admitted.ok_or(nearest)?;
        Ok(Admission { bearer: Some(bearer), standing, is_expired })
    }
}

/// Decides on a call by one grant; returns its effect and the tables that the answer may be about.
fn admit_grant(
    grant: &Grant,
    act: Act,
    target: &Target<'_>,
    asks_pin: bool,
    now: Timestamp,
) -> Result<(Standing, Option<Tables>), Refusal> {
    let permission = act.permission(grant.role);
    if permission == Permission::Never {
        return Err(Refusal::NotAllowed { role: Some(grant.role), act });
    }
    if target.tournament.is_some_and(|tournament| !grant.limits.admit_tournament(tournament)) {
        return Err(Refusal::OtherTournament);
    }
    let own = match permission {
        Permission::Own | Permission::OwnWithReason | Permission::Proposes => own(grant, target)?,
        Permission::Never
        | Permission::May
        | Permission::WithReason
        | Permission::Beforehand
        | Permission::Briefly => None,
    };
    if permission.needs_reason() && !target.has_reason {
        return Err(Refusal::ReasonMissing);
    }
    if permission.needs_reason() && asks_pin && !target.is_confirmed {
        return Err(Refusal::NotConfirmed);
    }
    if permission == Permission::Beforehand && target.is_paired {
        return Err(Refusal::AlreadyPaired);
    }
    if permission == Permission::Briefly
        && target.recorded.is_none_or(|recorded| now.duration_since(recorded) > BRIEFLY)
    {
        return Err(Refusal::TooLate);
    }
    let standing =
        if permission == Permission::Proposes { Standing::Proposal } else { Standing::Counts };
    Ok((standing, own))
}

/// Checks that the object of a call lies within the limits of a grant; returns the tables that the
/// answer may be about, if the call names none.
fn own(grant: &Grant, target: &Target<'_>) -> Result<Option<Tables>, Refusal> {
    let (limits, is_device) = (&grant.limits, grant.role.is_of_device());
    if is_device && target.device.is_some_and(|device| device != grant.subject.as_str()) {
        return Err(Refusal::OtherDevice);
    }
    match (target.table, limits.tables) {
        (Some(table), Some(tables)) if !tables.contains(table) => {
            return Err(Refusal::OtherTable { tables });
        }
        (Some(_), None) if is_device => return Err(Refusal::NotPlaced),
        _ => {}
    }
    match (target.participant, limits.participant) {
        (Some(asked), Some(own)) if asked != own => return Err(Refusal::OtherParticipant),
        (Some(_), None) if is_device => return Err(Refusal::OtherParticipant),
        _ => {}
    }
    let names_nothing =
        target.table.is_none() && target.participant.is_none() && target.device.is_none();
    if is_device && names_nothing {
        return Err(Refusal::NotPlaced);
    }
    Ok(limits.tables.filter(|_tables| target.table.is_none()))
}
