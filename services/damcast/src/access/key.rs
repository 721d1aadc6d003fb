//! The key of a venue in its file, compared with the one that the log names.

use std::path::Path;

use access::AuthorityKey;
use phrases::operation::Trouble;
use proto::subject::VenueId;
use runtime::key_file::{self, KeyFileError};
use serde::Serialize;

/// The reason why nobody can sign in by the key in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KeyFault {
    /// There is no file, or none that can be used.
    Missing,
    /// The venue signs with another key.
    Other,
}

impl KeyFault {
    /// Compares the key in a file with the one that the log names; `None` if it is that one, or if
    /// the file belongs to another user.
    pub(crate) fn of(known: AuthorityKey, file: &Path) -> Option<Self> {
        match key_file::read(file) {
            Ok(Some(secret)) => {
                let is_known = secret.public().is_ok_and(|public| public == known);
                (!is_known).then_some(Self::Other)
            }
            Err(KeyFileError::Read { .. }) => None,
            Ok(None) | Err(_) => Some(Self::Missing),
        }
    }

    /// Returns the trouble that it is to a venue.
    pub(crate) fn trouble(self, venue: &VenueId, file: &Path) -> Trouble {
        let (venue, file) = (venue.to_string(), file.display().to_string());
        match self {
            Self::Missing => Trouble::KeyMissing { venue, file },
            Self::Other => Trouble::KeyOther { venue, file },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use runtime::AuthoritySecret;

    use super::*;

    #[test]
    fn a_key_is_at_fault_that_is_missing_another_or_open_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("authority.key");
        let (own, other) =
            (AuthoritySecret::generate().unwrap(), AuthoritySecret::generate().unwrap());
        let fault = || KeyFault::of(own.public().unwrap(), &file);
        assert_eq!(fault(), Some(KeyFault::Missing));
        key_file::Draft::write(&file, &other).unwrap().keep().unwrap();
        assert_eq!(fault(), Some(KeyFault::Other));
        key_file::Draft::write(&file, &own).unwrap().keep().unwrap();
        assert_eq!(fault(), None);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(fault(), Some(KeyFault::Missing));
    }
}
