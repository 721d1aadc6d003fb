//! `damcast access`: who may do what at a venue, changed on the machine itself and without
//! internet.

pub(crate) mod authority;
pub(crate) mod key;
mod options;
mod record;

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use access::{
    Access, Code, Command, DeviceSeat, GrantId, Invitee, Limits, PasskeyId, Role, SecretHash,
    SubjectId, TokenId,
};
use anyhow::{Context as _, ensure};
use clap::Subcommand;
use phrases::{Language, operation};
use proto::subject::VenueId;
use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use runtime::{AuthoritySecret, config::NatsConfig, key_file};

use self::{
    authority::Authority,
    key::KeyFault,
    options::{BoardAtTable, LimitOptions, SeatOption, board_at_table, role, subject, token},
};
use crate::{
    lines,
    nats_server::{User, nearest},
    question::language,
    record_form::Format,
};

/// The file of the key, beside the data.
pub(crate) const KEY_FILE: &str = "authority.key";
/// The id of the first owner, if none is given.
pub(crate) const FIRST: &str = "chief";
/// The name of the first owner, if none is given.
const FIRST_NAME: &str = "Chief arbiter";

/// Options of `damcast access`.
#[derive(Debug, clap::Args)]
pub struct AccessTool {
    /// Directory of the key, and of the event store of `damcast up`, whose nats-server is used if
    /// it runs.
    #[arg(
        long,
        env = "DAMCAST_DATA",
        default_value = ".damcast",
        value_name = "DIR",
        global = true
    )]
    data: PathBuf,
    /// Id of the venue.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID", global = true)]
    venue: VenueId,
    /// Address of the pages, for links.
    #[arg(
        long,
        env = "DAMCAST_PAGES",
        default_value = "http://localhost:8080",
        value_name = "URL",
        global = true
    )]
    pages: String,
    /// Language of the texts: en, nl or fy.
    #[arg(
        long,
        env = "DAMCAST_LANGUAGE",
        value_name = "LANGUAGE",
        default_value = "en",
        value_parser = language,
        global = true
    )]
    language: Language,
    /// Address and credentials of NATS; where users are told apart, those of board-ingest.
    #[command(flatten)]
    nats: NatsConfig,
    #[command(subcommand)]
    command: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Lock the doors: make the key of the venue and its first chief arbiter, who is its organiser
    /// too, and print a link by which they sign in.
    Init {
        /// The name, which stands in their decisions.
        #[arg(long)]
        name: String,
        /// The id, by which the other commands name them.
        #[arg(long, default_value = FIRST, value_parser = subject)]
        id: SubjectId,
    },
    /// Make a new key of the venue, as when a laptop was lost: all earlier tokens end.
    Key,
    /// Make a person known.
    Add {
        /// The id, never given before.
        #[arg(value_parser = subject)]
        id: SubjectId,
        /// The name, which stands in their decisions.
        #[arg(long)]
        name: String,
    },
    /// Give a person a role.
    Grant {
        /// The person.
        #[arg(value_parser = subject)]
        id: SubjectId,
        /// The role, such as pairing-officer.
        #[arg(value_parser = role)]
        role: Role,
        #[command(flatten)]
        limits: LimitOptions,
    },
    /// Narrow the limits of a grant.
    Narrow {
        /// The number of the grant.
        grant: u32,
        #[command(flatten)]
        limits: LimitOptions,
    },
    /// Take a grant back.
    Revoke {
        /// The number of the grant.
        grant: u32,
    },
    /// Put a person or a device out, such as a tablet that is lost: everything of theirs ends at
    /// once.
    PutOut {
        /// The person or device.
        #[arg(value_parser = subject)]
        id: SubjectId,
    },
    /// Give a token out, and print it with the link by which its bearer signs in.
    Token {
        /// The bearer.
        #[arg(value_parser = subject)]
        id: SubjectId,
        /// The only tournament for which it counts.
        #[arg(long, value_name = "ID")]
        tournament: Option<String>,
        /// Its life in hours, at most 16.
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=16))]
        hours: u64,
        /// Prints the token alone, for a program.
        #[arg(long)]
        quiet: bool,
    },
    /// Invite a person who is known: print a link that signs them in once, within a day.
    Invite {
        /// The person.
        #[arg(value_parser = subject)]
        id: SubjectId,
    },
    /// Invite a device: print a code to be typed and a link to be scanned, which enrol one device
    /// within a minute; or many boards: print a line for each, all of which enrol them within an
    /// hour.
    Enrol {
        /// The role: player-device, board-agent or wall-screen.
        #[arg(value_parser = role)]
        role: Role,
        /// Its seat at the one table of its limits, in the tournament of its limits.
        #[arg(long, value_enum)]
        seat: Option<SeatOption>,
        /// A sensor board by its serial number, with its table; for as many boards as are named
        /// `damcast boards agent --enrol-from` takes what is printed.
        #[arg(long, value_name = "SERIAL=TABLE", value_parser = board_at_table,
            conflicts_with_all = ["seat", "tables"], requires = "tournament")]
        board: Vec<BoardAtTable>,
        #[command(flatten)]
        limits: LimitOptions,
    },
    /// End a token before its time.
    End {
        /// The id of the token.
        #[arg(value_parser = token)]
        token: TokenId,
    },
    /// Remove a passkey of a person, such as that of a laptop that was stolen: the sessions that
    /// were begun with it end.
    RemovePasskey {
        /// The number of the passkey, as `damcast access list` shows it.
        passkey: u32,
    },
    /// List people and devices with their passkeys and what they may do, and tokens that count.
    List,
    /// Show every change: who, when, what.
    Log {
        /// Only what is about this person or device, or was done by them.
        #[arg(long, value_name = "ID", value_parser = subject)]
        of: Option<SubjectId>,
        /// The form.
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
}

impl AccessTool {
    /// Carries out the command.
    ///
    /// # Errors
    /// If NATS does not answer, the key cannot be read or written, or the command is refused.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Self { data, venue, pages, language, nats, command } = self;
        let (nats, key) = (nearest(nats, &data, User::BoardIngest), data.join(KEY_FILE));
        let mut authority = Authority::connect(&nats, venue.clone()).await?;
        let mut text = String::new();
        match command {
            Tool::Init { name, id } => {
                ensure!(
                    authority.state().key().is_none(),
                    "the venue {venue} has an authority: `damcast access list` names who has it"
                );
                found(&mut authority, &key, &id, name).await?;
                let token =
                    authority.issue(&secret(&key)?, &id, None, Access::TOKEN_LIFE_MAX).await?;
                text = signing_in(&pages, &token)?;
            }
            Tool::Key => {
                ensure!(authority.state().key().is_some(), "begin with `damcast access init`");
                set_key(&mut authority, &key).await?;
            }
            Tool::Add { id: subject, name } => {
                authority.give(&Command::AddPerson { subject, name }).await?;
            }
            Tool::Grant { id: subject, role, limits } => {
                let limits = limits.into();
                authority.give(&Command::Grant { subject, role, limits }).await?;
            }
            Tool::Narrow { grant, limits } => {
                let (grant, limits) = (GrantId(grant), limits.into());
                authority.give(&Command::Narrow { grant, limits }).await?;
            }
            Tool::Revoke { grant } => {
                authority.give(&Command::Revoke { grant: GrantId(grant) }).await?;
            }
            Tool::PutOut { id: subject } => {
                authority.give(&Command::PutOut { subject }).await?;
            }
            Tool::Token { id, tournament, hours, quiet } => {
                let life = Duration::from_secs(hours * 3600);
                let token = authority.issue(&secret(&key)?, &id, tournament, life).await?;
                text = if quiet { format!("{token}\n") } else { signing_in(&pages, &token)? };
            }
            Tool::Invite { id } => {
                let path = invite(&mut authority, &venue, id).await?;
                text = link_text(&pages, &path)?;
            }
            Tool::Enrol { role, board: boards, limits, .. } if !boards.is_empty() => {
                ensure!(role == Role::BoardAgent, "--board is for the role board-agent");
                for BoardAtTable { serial, table } in boards {
                    let secret = random_text()?;
                    let link = SecretHash::of(secret.as_bytes());
                    let limits = Limits { tables: Some(table), ..limits.clone().into() };
                    let to = Invitee::Device { role, limits, seat: Some(DeviceSeat::Table) };
                    authority.give(&Command::Invite { to, link, code: None }).await?;
                    text.push_str(&format!("{serial}={secret}\n"));
                }
            }
            Tool::Enrol { role, seat, limits, board: _ } => {
                let (of_link, code) = (random_text()?, Code::from_random(random()?));
                let link = SecretHash::of(of_link.as_bytes());
                let seat = seat.map(Into::into);
                let to = Invitee::Device { role, limits: limits.into(), seat };
                let secret = secret(&key)?;
                authority.check_key(&secret)?;
                let hash = secret.hash_of_code(code);
                authority.give(&Command::Invite { to, link, code: Some(hash) }).await?;
                text = link_text(&pages, &format!("/tablet#{venue}.{of_link}"))?;
                text.push_str(&format!("{code}\n"));
            }
            Tool::End { token } => authority.give(&Command::EndToken { token }).await?,
            Tool::RemovePasskey { passkey } => {
                let passkey = PasskeyId(passkey);
                authority.give(&Command::RemovePasskey { passkey, kept: None }).await?;
            }
            Tool::List => text = record::list(authority.state(), authority.now(), language),
            Tool::Log { of, format } => {
                let history = authority.history().await?;
                text = record::log(&history, of.as_ref(), format, language)?;
            }
        }
        lines::ended(write!(io::stdout(), "{text}").map(|()| ExitCode::SUCCESS))
    }
}

/// Locks the doors of a venue at its first start: makes its key and its first chief arbiter;
/// returns the path of the link by which they sign in once. `None` if it has an authority: a
/// warning tells then if nobody can sign in, since the key is missing or another one.
///
/// # Errors
/// If NATS does not answer, or the key cannot be written.
pub(crate) async fn lock(
    nats: &NatsConfig,
    venue: &VenueId,
    key: &Path,
) -> anyhow::Result<Option<String>> {
    let mut authority = Authority::connect(nats, venue.clone()).await?;
    if let Some(known) = authority.state().key() {
        if let Some(fault) = KeyFault::of(known, key) {
            let trouble = fault.trouble(venue, key);
            let remedy = operation::remedy(&trouble, Language::English);
            tracing::warn!("{} {remedy}", operation::trouble(&trouble, Language::English));
        }
        return Ok(None);
    }
    let id = SubjectId::new(FIRST)?;
    found(&mut authority, key, &id, FIRST_NAME.to_owned()).await?;
    invite(&mut authority, venue, id).await.map(Some)
}

/// Makes the key of a venue, and its first chief arbiter, who is its organiser too. A key that the
/// file has already is taken: it may be that of another venue, or of a log that comes back.
async fn found(
    authority: &mut Authority,
    key: &Path,
    id: &SubjectId,
    name: String,
) -> anyhow::Result<()> {
    match key_file::read(key)? {
        Some(secret) => authority.give(&Command::SetKey { key: secret.public()? }).await?,
        None => set_key(authority, key).await?,
    }
    authority.give(&Command::AddPerson { subject: id.clone(), name }).await?;
    for role in [Role::ChiefArbiter, Role::Organiser] {
        let (subject, limits) = (id.clone(), Limits::default());
        authority.give(&Command::Grant { subject, role, limits }).await?;
    }
    Ok(())
}

/// Invites a person; returns the path of their link.
async fn invite(
    authority: &mut Authority,
    venue: &VenueId,
    id: SubjectId,
) -> anyhow::Result<String> {
    let secret = random_text()?;
    let link = SecretHash::of(secret.as_bytes());
    authority.give(&Command::Invite { to: Invitee::Person(id), link, code: None }).await?;
    Ok(format!("/desk/sign-in#invitation={venue}.{secret}"))
}

/// Makes a new key, and the venue sign with it. It is written first, and takes the place of the old
/// one once the log has it.
async fn set_key(authority: &mut Authority, path: &Path) -> anyhow::Result<()> {
    let secret = AuthoritySecret::generate()?;
    let draft = key_file::Draft::write(path, &secret)?;
    authority.give(&Command::SetKey { key: secret.public()? }).await?;
    Ok(draft.keep()?)
}

/// Reads the key of the venue.
fn secret(key: &Path) -> anyhow::Result<AuthoritySecret> {
    let secret = key_file::read(key)?;
    secret.with_context(|| format!("there is no key of the venue in {}", key.display()))
}

/// Returns the link by which the bearer of a token signs in, also as a QR code. The token stands
/// behind `#`, so that the browser sends it to nobody.
fn signing_in(pages: &str, token: &str) -> anyhow::Result<String> {
    link_text(pages, &format!("/desk#token={token}"))
}

/// Returns a link to a page, also as a QR code.
fn link_text(pages: &str, path: &str) -> anyhow::Result<String> {
    let link = format!("{}{path}", pages.trim_end_matches('/'));
    let code = QrCode::with_error_correction_level(&link, EcLevel::L).context("draw the code")?;
    let code = code.render::<Dense1x2>().quiet_zone(true).build();
    Ok(format!("{code}\n{link}\n"))
}

fn random<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).context("the system gives no random numbers")?;
    Ok(bytes)
}

/// Returns a secret for a link.
fn random_text() -> anyhow::Result<String> {
    Ok(random::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_of_a_token_is_shown_as_a_code_too() {
        let text = signing_in("http://localhost:8080/", &"a".repeat(350)).unwrap();
        assert!(text.contains("http://localhost:8080/desk#token=aaa"), "{text}");
        assert!(text.contains('█'), "{text}");
    }
}
