//! The file with the key of a venue, which nobody but its owner may read.

use std::{
    fs::File,
    io::{self, ErrorKind, Read as _, Write as _},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    path::Path,
};

use thiserror::Error;

use super::token::{AuthoritySecret, SecretError};

/// The rights of the file.
const OWNER_ONLY: u32 = 0o600;

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
    /// Others may read it.
    #[error(
        "others may read {path} (rights {rights:03o}): run `chmod 600` on it, and `damcast access key` if they did"
    )]
    Readable {
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
/// If the file cannot be read, others may read it, or it holds no key.
pub fn read(path: &Path) -> Result<Option<AuthoritySecret>, KeyFileError> {
    let shown = || path.display().to_string();
    let failed = |source| KeyFileError::Read { path: shown(), source };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let rights = file.metadata().map_err(failed)?.mode() & 0o777;
    if rights & 0o077 != 0 {
        return Err(KeyFileError::Readable { path: shown(), rights });
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let secret = AuthoritySecret::from_text(&text);
    secret.map(Some).map_err(|source| KeyFileError::Secret { path: shown(), source })
}

/// Writes a new key beside the old one, if there is one, and puts it in its place.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, secret: &AuthoritySecret) -> Result<(), KeyFileError> {
    let write = || {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let draft = path.with_extension("draft");
        let mut options = File::options();
        let mut file =
            options.write(true).create(true).truncate(true).mode(OWNER_ONLY).open(&draft)?;
        writeln!(file, "{}", secret.to_text())?;
        file.sync_all()?;
        std::fs::rename(&draft, path)
    };
    write().map_err(|source| KeyFileError::Write { path: path.display().to_string(), source })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written_and_only_by_its_owner() {
        let folder = std::env::temp_dir().join(format!("damcast-key-{}", std::process::id()));
        let path = folder.join("data/authority.key");
        assert!(read(&path).unwrap().is_none());
        let secret = AuthoritySecret::generate().unwrap();
        write(&path, &secret).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, OWNER_ONLY);
        let again = read(&path).unwrap().unwrap();
        assert_eq!(again.public().unwrap(), secret.public().unwrap());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("640") && !error.contains(&secret.to_text()[..16]), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
