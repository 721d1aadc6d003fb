//! The file with the key of a venue, which nobody but its owner may read, and the group where a
//! Secret is mounted.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::token::{AuthoritySecret, SecretError};
use crate::private_file;

/// The rights that the file may not give: anything to everybody, and to the group that of writing.
/// The group may read it, as it does in a Secret of Kubernetes.
const REFUSED: u32 = 0o027;

/// The reason why a key was not read or written.
#[derive(Debug, Error)]
pub enum KeyFileError {
    /// The file cannot be read.
    #[error("read {path}")]
    Read {
        /// The path of the file.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("write {path}")]
    Write {
        /// The path of the file.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Others may read or change it.
    #[error(
        "others may read or change {path} (rights {rights:03o}): run `chmod 600` on it, and `damcast access key` if they did"
    )]
    Accessible {
        /// The path of the file.
        path: String,
        /// Its rights.
        rights: u32,
    },
    /// It holds something else.
    #[error("read {path}")]
    Secret {
        /// The path of the file.
        path: String,
        /// The fault of its content.
        source: SecretError,
    },
}

/// Reads a key; `None` if there is no file.
///
/// # Errors
/// If the file cannot be read, others may read or change it, or it holds no key.
pub fn read(path: &Path) -> Result<Option<AuthoritySecret>, KeyFileError> {
    let shown = || path.display().to_string();
    let failed = |source| KeyFileError::Read { path: shown(), source };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let rights = file.metadata().map_err(failed)?.mode() & 0o777;
    if rights & REFUSED != 0 {
        return Err(KeyFileError::Accessible { path: shown(), rights });
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let secret = AuthoritySecret::from_text(&text);
    secret.map(Some).map_err(|source| KeyFileError::Secret { path: shown(), source })
}

/// A new key beside the old one, if there is one. Dropped, it is gone.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    new: PathBuf,
}

impl Draft {
    /// Writes a key beside the file, which stays as it is until the venue signs with the new one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(path: &Path, secret: &AuthoritySecret) -> Result<Self, KeyFileError> {
        let (path, new) = (path.to_owned(), path.with_extension("new"));
        let write = || {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            private_file::write(&new, &format!("{}\n", secret.to_text()))
        };
        write()
            .map_err(|source| KeyFileError::Write { path: new.display().to_string(), source })?;
        Ok(Self { path, new })
    }

    /// Puts the new key in the place of the old one.
    ///
    /// # Errors
    /// If it cannot be put there.
    pub fn keep(self) -> Result<(), KeyFileError> {
        let path = || self.path.display().to_string();
        fs::rename(&self.new, &self.path)
            .map_err(|source| KeyFileError::Write { path: path(), source })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.new)
            && error.kind() != ErrorKind::NotFound
        {
            let path = self.new.display().to_string();
            tracing::warn!(%error, path, "a key that is not used stays");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written_and_its_file_is_private() {
        let folder = std::env::temp_dir().join(format!("damcast-key-{}", std::process::id()));
        let path = folder.join("data/authority.key");
        assert!(read(&path).unwrap().is_none());
        let secret = AuthoritySecret::generate().unwrap();
        // As a broken write leaves it.
        fs::create_dir_all(folder.join("data")).unwrap();
        fs::write(folder.join("data/authority.new"), "").unwrap();
        Draft::write(&path, &secret).unwrap().keep().unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let public = |path: &Path| read(path).unwrap().unwrap().public().unwrap();
        assert_eq!(public(&path), secret.public().unwrap());
        // A key that the venue did not take leaves nothing.
        drop(Draft::write(&path, &AuthoritySecret::generate().unwrap()).unwrap());
        assert_eq!(public(&path), secret.public().unwrap());
        assert_eq!(fs::read_dir(folder.join("data")).unwrap().count(), 1);
        for (rights, is_read) in [
            (0o400, true),
            (0o440, true),
            (0o640, true),
            (0o660, false),
            (0o604, false),
            (0o602, false),
            (0o644, false),
        ] {
            fs::set_permissions(&path, fs::Permissions::from_mode(rights)).unwrap();
            let Err(error) = read(&path) else {
                assert!(is_read, "{rights:o}");
                continue;
            };
            let error = error.to_string();
            assert!(!is_read && error.contains(&format!("{rights:o}")), "{error}");
            assert!(!error.contains(&secret.to_text()[..16]), "{error}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
