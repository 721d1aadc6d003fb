//! The users of the server, as in a cluster: who may connect, and what each may do. Their passwords
//! are in files that only the owner of the directory may read.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use runtime::{config::NatsConfig, private_file};

/// The rights of the users that a cluster has, too.
const RIGHTS: &str = include_str!("../../../../deploy/nats/rights.conf");
/// The folder of the passwords.
const PASSWORDS: &str = "passwords";

/// A user of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// Makes streams and durable consumers.
    Provisioner,
    /// The service of this name.
    BoardIngest,
    /// The service of this name.
    RulesValidation,
    /// The service of this name.
    Clock,
    /// The service of this name.
    Pairing,
    /// The service of this name.
    Broadcast,
    /// Looks and copies.
    Operator,
    /// All services in one process, over one connection.
    Damcast,
    /// Makes streams anew while no service runs; may do everything.
    Mender,
}

impl User {
    const ALL: [Self; 9] = [
        Self::Provisioner,
        Self::BoardIngest,
        Self::RulesValidation,
        Self::Clock,
        Self::Pairing,
        Self::Broadcast,
        Self::Operator,
        Self::Damcast,
        Self::Mender,
    ];

    /// The users whose rights a process has that makes the streams and runs all services.
    const OF_DAMCAST: [Self; 6] = [
        Self::Provisioner,
        Self::BoardIngest,
        Self::RulesValidation,
        Self::Clock,
        Self::Pairing,
        Self::Broadcast,
    ];

    /// Returns its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Provisioner => "provisioner",
            Self::BoardIngest => "board-ingest",
            Self::RulesValidation => "rules-validation",
            Self::Clock => "clock",
            Self::Pairing => "pairing",
            Self::Broadcast => "broadcast",
            Self::Operator => "operator",
            Self::Damcast => "damcast",
            Self::Mender => "mender",
        }
    }

    /// Returns its rights as the configuration has them; `None` if it may do everything.
    fn rights(self) -> Option<String> {
        match self {
            Self::Mender => None,
            Self::Damcast => Some(rights_of_all()),
            Self::Provisioner
            | Self::BoardIngest
            | Self::RulesValidation
            | Self::Clock
            | Self::Pairing
            | Self::Broadcast
            | Self::Operator => Some(format!("${}", self.variable())),
        }
    }

    /// Returns the variable of its rights.
    fn variable(self) -> String {
        format!("{}_RIGHTS", self.as_str().to_uppercase().replace('-', "_"))
    }
}

/// Returns what every service may, and who makes the streams.
fn rights_of_all() -> String {
    let (mut publish, mut subscribe) = (BTreeSet::new(), BTreeSet::from(["_INBOX_damcast.>"]));
    for user in User::OF_DAMCAST {
        let begin = format!("\n{} {{", user.variable());
        let block = RIGHTS.split_once(&begin).and_then(|(_before, rest)| rest.split_once("\n}"));
        let (block, _after) = block.unwrap_or_default();
        let (to_publish, to_subscribe) = block.split_once("subscribe").unwrap_or_default();
        publish.extend(subjects(to_publish));
        subscribe.extend(subjects(to_subscribe).filter(|subject| !subject.starts_with("_INBOX")));
    }
    let list = |subjects: BTreeSet<&'static str>| Vec::from_iter(subjects);
    let (publish, subscribe) = (list(publish), list(subscribe));
    format!("{{ publish {{ allow: {publish:?} }}, subscribe {{ allow: {subscribe:?} }} }}")
}

/// Returns the subjects that a part of the configuration names.
fn subjects(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Returns the part of the configuration that names the users; passwords that are missing are made.
///
/// # Errors
/// [`io::Error`] if a password cannot be read or written.
pub(super) fn configuration(directory: &Path) -> io::Result<String> {
    private_file::make_folder(&directory.join(PASSWORDS))?;
    let mut text = format!("{RIGHTS}\nauthorization {{\n  users: [\n");
    for user in User::ALL {
        let (name, password) = (user.as_str(), password(directory, user)?);
        let rights = user.rights().map(|rights| format!(", permissions: {rights}"));
        let rights = rights.unwrap_or_default();
        text.push_str(&format!("    {{ user: {name}, password: {password:?}{rights} }}\n"));
    }
    text.push_str("  ]\n}\n");
    Ok(text)
}

/// Returns the password of a user, which is made at first.
fn password(directory: &Path, user: User) -> io::Result<String> {
    let path = password_file(directory, user);
    match fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _missing => {}
    }
    let password = uuid::Uuid::new_v4().simple().to_string();
    private_file::write(&path, &format!("{password}\n"))?;
    Ok(password)
}

fn password_file(directory: &Path, user: User) -> PathBuf {
    directory.join(PASSWORDS).join(user.as_str())
}

/// Returns the settings of a connection as a user of the server of a directory, as far as it asks
/// for one: that of an older release does not.
pub(super) fn credentials(nats: NatsConfig, directory: &Path, user: User) -> NatsConfig {
    let password = password_file(directory, user);
    // A user without the right to look is told so when the password is read.
    if !password.try_exists().unwrap_or(true) {
        return nats;
    }
    let name = Some(user.as_str().to_owned());
    NatsConfig { user: name, password_file: Some(password), ..nats }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_services_in_one_process_have_the_rights_of_each_and_no_other() {
        let rights = rights_of_all();
        let (publish, subscribe) = rights.split_once("subscribe").unwrap();
        let publish: Vec<&str> = subjects(publish).collect();
        for root in ["access.*.*", "clock.*.*.*", "game.*.*.*", "input.*.*.*", "tournament.*.*.*"] {
            assert!(publish.contains(&root), "{root}: {rights}");
        }
        assert!(publish.contains(&"$JS.API.STREAM.CREATE.GAME"), "{rights}");
        let subscribe: Vec<&str> = subjects(subscribe).collect();
        let expected = [
            "_INBOX_damcast.>",
            "beat",
            "beat.*",
            "live.access.>",
            "live.clock.>",
            "live.game.>",
            "live.tournament.>",
            "presence.*.*",
            "refused.*.*",
            "time.*",
        ];
        assert_eq!(subscribe, expected);
        for never in ["DELETE", "PURGE", "UPDATE", "live."] {
            let has = publish.iter().any(|subject| subject.contains(never));
            assert!(!has, "{never}: {rights}");
        }
    }

    #[test]
    fn a_password_is_kept_and_nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;

        let directory = tempfile::tempdir().unwrap();
        let first = configuration(directory.path()).unwrap();
        assert_eq!(configuration(directory.path()).unwrap(), first);
        for user in User::ALL {
            let file = password_file(directory.path(), user);
            assert!(first.contains(fs::read_to_string(&file).unwrap().trim()), "{user:?}");
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_server_of_an_older_release_asks_for_no_user() {
        let directory = tempfile::tempdir().unwrap();
        let nats = credentials(NatsConfig::at("nats://x"), directory.path(), User::Operator);
        assert_eq!(nats.user, None);
    }
}
