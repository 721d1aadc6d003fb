//! The file with the key of a venue, which nobody but its owner may read.

use std::{
    fs::File,
    io::{ErrorKind, Read as _, Write as _},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    path::Path,
};

use anyhow::{Context as _, ensure};
use runtime::AuthoritySecret;

/// The rights of the file.
const OWNER_ONLY: u32 = 0o600;

/// Reads a key; `None` if there is no file.
///
/// # Errors
/// If the file cannot be read, others may read it, or it holds no key.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<AuthoritySecret>> {
    let shown = path.display();
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("read {shown}")),
    };
    let rights = file.metadata().with_context(|| format!("read {shown}"))?.mode() & 0o777;
    ensure!(
        rights & 0o077 == 0,
        "others may read {shown} (rights {rights:03o}): run `chmod 600` on it, and `damcast access key` if they did"
    );
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(|| format!("read {shown}"))?;
    AuthoritySecret::from_text(&text).with_context(|| format!("read {shown}")).map(Some)
}

/// Writes a new key beside the old one, if there is one, and puts it in its place.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, secret: &AuthoritySecret) -> anyhow::Result<()> {
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
    write().with_context(|| format!("write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written_and_only_by_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/authority.key");
        assert!(read(&path).unwrap().is_none());
        let secret = AuthoritySecret::generate().unwrap();
        write(&path, &secret).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, OWNER_ONLY);
        let again = read(&path).unwrap().unwrap();
        assert_eq!(again.public().unwrap(), secret.public().unwrap());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("640") && !error.contains(&secret.to_text()[..16]), "{error}");
    }
}
