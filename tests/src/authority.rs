//! The authority of the venue of a test, which locks the doors of its system.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use access::{
    Access, Author, Command, CommandRefusal, Credential, GrantId, Limits, Role, SubjectId, TokenId,
};
use anyhow::{Context as _, Result};
use proto::{
    Timestamp,
    subject::{Subject, VenueId},
};
use runtime::{
    AuthoritySecret, Claims, EventLog, Ledger, Nats, Tasks, TransactionError, TransactionLimits,
    config::NatsConfig, key_file,
};
use thiserror::Error;

use crate::{cluster::Cluster, signer::Signer};

const LIMITS: TransactionLimits = TransactionLimits { tries: 8, patience: Duration::from_secs(10) };

/// The venue of tests.
pub const VENUE: &str = "main";

#[derive(Debug, Error)]
enum GiveError {
    #[error(transparent)]
    Refused(#[from] CommandRefusal),
    #[error(transparent)]
    Log(#[from] TransactionError),
}

/// The authority of the venue `main`.
#[derive(Debug)]
pub struct Authority {
    log: EventLog,
    ledger: Ledger<Access>,
    secret: AuthoritySecret,
    /// The file in which board-ingest finds the key.
    key: PathBuf,
    /// The keys of the devices, by id.
    signers: BTreeMap<String, Signer>,
}

impl Authority {
    /// Gives the venue a key, from which moment its doors are locked.
    ///
    /// # Errors
    /// If the log does not take it.
    pub async fn of(cluster: &Cluster) -> Result<Self> {
        let (config, stopping) = (NatsConfig::at(&cluster.nats_url()), Tasks::new().stopping());
        let nats = Nats::connect("authority", &config, &stopping).await?;
        let log = EventLog::open(nats, &config, &stopping).await?;
        let ledger = Ledger::load(&log, Subject::access(&VENUE.parse::<VenueId>()?)).await?;
        let (secret, key) = (AuthoritySecret::generate()?, cluster.authority_key());
        let mut authority = Self { log, ledger, secret, key, signers: BTreeMap::new() };
        authority.set_key().await?;
        Ok(authority)
    }

    /// Gives the venue a key, and a chief arbiter, whose id is `ids`; returns their token, too.
    ///
    /// # Errors
    /// As [`Authority::of`] and [`Authority::give`].
    pub async fn with_chief(cluster: &Cluster) -> Result<(Self, String)> {
        let mut authority = Self::of(cluster).await?;
        authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
        let token = authority.token("ids")?;
        Ok((authority, token))
    }

    /// Changes the key of the venue.
    ///
    /// # Errors
    /// If the log does not take it.
    pub async fn change_key(&mut self) -> Result<()> {
        self.secret = AuthoritySecret::generate()?;
        self.set_key().await
    }

    async fn set_key(&mut self) -> Result<()> {
        let draft = key_file::Draft::write(&self.key, &self.secret)?;
        self.give(&Command::SetKey { key: self.secret.public()? }).await?;
        Ok(draft.keep()?)
    }

    /// Carries out a command on the machine itself.
    ///
    /// # Errors
    /// If it is refused, or the log does not take it.
    pub async fn give(&mut self, command: &Command) -> Result<()> {
        let at = self.log.clock().now();
        let transaction = self.ledger.transaction(&self.log, LIMITS);
        let decide = |access: &Access| {
            Ok::<_, GiveError>((access.decide(&Author::Machine, at, command)?, ()))
        };
        transaction.run(None, decide).await.with_context(|| format!("{command:?}"))
    }

    /// Makes a person or a device known, with a role and a session of an hour; returns the grant.
    ///
    /// # Errors
    /// As [`Authority::give`].
    pub async fn add(&mut self, id: &str, role: Role, limits: Limits) -> Result<GrantId> {
        let subject = SubjectId::new(id)?;
        if role.is_of_device() {
            let signer = Signer::generate()?;
            let key = signer.key()?;
            self.signers.insert(id.to_owned(), signer);
            self.give(&Command::Enrol { subject, key, role, limits }).await?;
        } else {
            let name = name_of(id);
            self.give(&Command::AddPerson { subject: subject.clone(), name }).await?;
            self.give(&Command::Grant { subject, role, limits }).await?;
        }
        let Credential { token, subject, expires, .. } = self.claims(id)?.credential;
        self.give(&Command::IssueToken { token, subject, expires }).await?;
        let last = self.ledger.state().grants().last().context("a grant")?;
        Ok(last.0)
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.log.clock().now()
    }

    /// Returns the key of a device that was added; `None` for a person.
    #[must_use]
    pub fn signer(&self, id: &str) -> Option<&Signer> {
        self.signers.get(id)
    }

    /// Returns what a token of the session of somebody says that is good for an hour.
    ///
    /// # Errors
    /// If the id is none.
    pub fn claims(&self, id: &str) -> Result<Claims> {
        let now = self.log.clock().now();
        Ok(Claims {
            venue: VENUE.parse()?,
            credential: Credential {
                token: TokenId::new(format!("token-{id}"))?,
                subject: SubjectId::new(id)?,
                generation: self.ledger.state().generation(),
                tournament: None,
                issued: now,
                expires: Timestamp::from_millis(now.millis() + 3_600_000),
            },
            role: None,
        })
    }

    /// Returns the moment at which the session of somebody ends who was added; `None` if there is
    /// none.
    #[must_use]
    pub fn session_ends(&self, id: &str) -> Option<Timestamp> {
        let token = TokenId::new(format!("token-{id}")).ok()?;
        self.ledger.state().session(&token).map(|session| session.expires)
    }

    /// Signs a token.
    ///
    /// # Errors
    /// If the key cannot be used.
    pub fn sign(&self, claims: &Claims) -> Result<String> {
        Ok(self.secret.sign(claims)?)
    }

    /// Returns a token of somebody that is good for an hour.
    ///
    /// # Errors
    /// As [`Authority::claims`].
    pub fn token(&self, id: &str) -> Result<String> {
        self.sign(&self.claims(id)?)
    }
}

/// Returns the name of a person of this id.
#[must_use]
pub fn name_of(id: &str) -> String {
    format!("Somebody who is {id}")
}
