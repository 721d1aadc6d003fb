//! Roles, and which role may give which.

/// A fixed set of permissions, which a grant gives to a person or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Decides everything about a tournament.
    ChiefArbiter,
    /// Rules at the tables, all of them or those of a sector.
    Arbiter,
    /// Enters players and makes the pairings.
    PairingOfficer,
    /// Enters results and checks players in.
    ResultEntry,
    /// Looks after devices and their connections.
    Technician,
    /// Comments on games before the public sees them.
    Commentator,
    /// Looks after tournaments and the organisers of a federation.
    FederationAdmin,
    /// Prepares tournaments of a venue.
    Organiser,
    /// A player's tablet, or one that both players share.
    PlayerDevice,
    /// The program that reads a sensor board.
    BoardAgent,
    /// A screen in the hall.
    WallScreen,
    /// Anybody, without a token. Nobody is granted this.
    Public,
}

impl Role {
    /// Number of roles.
    pub const COUNT: usize = Self::ALL.len();

    /// Every role, in the order of the columns of the matrix.
    pub const ALL: [Self; 12] = [
        Self::ChiefArbiter,
        Self::Arbiter,
        Self::PairingOfficer,
        Self::ResultEntry,
        Self::Technician,
        Self::Commentator,
        Self::FederationAdmin,
        Self::Organiser,
        Self::PlayerDevice,
        Self::BoardAgent,
        Self::WallScreen,
        Self::Public,
    ];

    /// Returns the stable name of the role, such as `chief-arbiter`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChiefArbiter => "chief-arbiter",
            Self::Arbiter => "arbiter",
            Self::PairingOfficer => "pairing-officer",
            Self::ResultEntry => "result-entry",
            Self::Technician => "technician",
            Self::Commentator => "commentator",
            Self::FederationAdmin => "federation-admin",
            Self::Organiser => "organiser",
            Self::PlayerDevice => "player-device",
            Self::BoardAgent => "board-agent",
            Self::WallScreen => "wall-screen",
            Self::Public => "public",
        }
    }

    /// Returns the role of this name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }

    /// Returns the two letters that head the column of the role in the matrix.
    #[must_use]
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::ChiefArbiter => "CA",
            Self::Arbiter => "AR",
            Self::PairingOfficer => "PO",
            Self::ResultEntry => "RE",
            Self::Technician => "TE",
            Self::Commentator => "CM",
            Self::FederationAdmin => "FA",
            Self::Organiser => "OR",
            Self::PlayerDevice => "PD",
            Self::BoardAgent => "BA",
            Self::WallScreen => "WS",
            Self::Public => "PU",
        }
    }

    /// Returns true if devices have this role, and false if people do.
    #[must_use]
    pub const fn is_of_device(self) -> bool {
        matches!(self, Self::PlayerDevice | Self::BoardAgent | Self::WallScreen)
    }

    /// Returns true if a bearer of this role may grant `granted`, and so narrow, move and revoke
    /// it. Nobody grants their own level or one above it; federation admins are made on the machine
    /// itself.
    #[must_use]
    pub const fn may_grant(self, granted: Self) -> bool {
        match granted {
            Self::FederationAdmin | Self::Public => false,
            Self::Organiser => matches!(self, Self::FederationAdmin),
            Self::ChiefArbiter => matches!(self, Self::FederationAdmin | Self::Organiser),
            Self::Arbiter
            | Self::PairingOfficer
            | Self::ResultEntry
            | Self::Technician
            | Self::Commentator => matches!(self, Self::ChiefArbiter),
            Self::PlayerDevice | Self::BoardAgent => {
                matches!(self, Self::ChiefArbiter | Self::Arbiter | Self::Technician)
            }
            Self::WallScreen => {
                matches!(self, Self::ChiefArbiter | Self::Technician | Self::Organiser)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_grants_their_own_level_or_gets_it_back_from_one_below() {
        for role in Role::ALL {
            let mut reached = vec![role];
            let mut at = 0;
            while let Some(&from) = reached.get(at) {
                reached.extend(Role::ALL.into_iter().filter(|to| from.may_grant(*to)));
                assert!(!reached[1..].contains(&role), "{role:?} makes its own like");
                at += 1;
            }
        }
    }

    #[test]
    fn devices_grant_nothing() {
        for device in Role::ALL.into_iter().filter(|role| role.is_of_device()) {
            assert!(!Role::ALL.into_iter().any(|role| device.may_grant(role)), "{device:?}");
        }
        assert!(!Role::ALL.into_iter().any(|role| Role::Public.may_grant(role)));
    }

    #[test]
    fn every_role_but_the_public_has_somebody_who_grants_it() {
        for role in Role::ALL {
            let is_granted = Role::ALL.into_iter().any(|granter| granter.may_grant(role));
            let by_machine_alone = matches!(role, Role::FederationAdmin | Role::Public);
            assert_eq!(is_granted, !by_machine_alone, "{role:?}");
        }
    }

    #[test]
    fn names_and_abbreviations_are_distinct() {
        for (at, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, at);
            assert_eq!(Role::named(role.as_str()), Some(role));
            let same = |other: &Role| other.abbreviation() == role.abbreviation();
            assert_eq!(Role::ALL.iter().filter(|other| same(other)).count(), 1);
        }
        assert_eq!(Role::named("king"), None);
    }
}
