//! The authority of a venue, as somebody changes it who works on the machine itself.

use std::time::Duration;

use access::{
    Access, Author, Command, CommandRefusal, Credential, Event, Role, SubjectId, TokenId,
};
use anyhow::Context as _;
use proto::{
    Timestamp,
    subject::{Subject, VenueId},
};
use runtime::{
    AuthoritySecret, Claims, EventLog, Ledger, LogEntry, Nats, TransactionError, TransactionLimits,
    config::NatsConfig,
};
use thiserror::Error;
use tokio_util::sync::CancellationToken;

/// The user of NATS that writes ACCESS, and the name of the connection.
const WRITER: &str = "board-ingest";
/// Longest time until NATS answers.
const PATIENCE: Duration = Duration::from_secs(10);
const LIMITS: TransactionLimits = TransactionLimits { tries: 8, patience: PATIENCE };

/// The reason why a command is not carried out.
#[derive(Debug, Error)]
pub(crate) enum AuthorityError {
    /// It makes no sense now.
    #[error(transparent)]
    Refused(#[from] CommandRefusal),
    /// The log does not take it.
    #[error(transparent)]
    Log(#[from] TransactionError),
}

/// The authority of a venue.
#[derive(Debug)]
pub(crate) struct Authority {
    log: EventLog,
    venue: VenueId,
    ledger: Ledger<Access>,
}

impl Authority {
    /// Connects to NATS and reads the authority of a venue.
    ///
    /// # Errors
    /// If NATS does not answer in time, or the log cannot be read.
    pub(crate) async fn connect(nats: &NatsConfig, venue: VenueId) -> anyhow::Result<Self> {
        let never = CancellationToken::new();
        let open = async {
            let nats = match &nats.connection {
                Some(connection) => Nats::clone(connection),
                None => Nats::connect(WRITER, nats, &never).await?,
            };
            let config = NatsConfig { create_streams: false, ..NatsConfig::at("") };
            let log = EventLog::open(nats, &config, &never).await?;
            let ledger = Ledger::load(&log, Subject::access(&venue)).await?;
            anyhow::Ok(Self { log, venue, ledger })
        };
        let opened = tokio::time::timeout(PATIENCE, open).await;
        opened.map_err(|_elapsed| {
            anyhow::anyhow!(
                "NATS at {} does not answer, or has no stream ACCESS (`damcast streams` makes it)",
                nats.url
            )
        })?
    }

    /// Returns what is known of people and devices.
    pub(crate) fn state(&self) -> &Access {
        self.ledger.state()
    }

    /// Returns the time.
    pub(crate) fn now(&self) -> Timestamp {
        self.log.clock().now()
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// [`AuthorityError`].
    pub(crate) async fn give(&mut self, command: &Command) -> Result<(), AuthorityError> {
        let at = self.now();
        let transaction = self.ledger.transaction(&self.log, LIMITS);
        transaction
            .run(None, |access| Ok((access.decide(&Author::Machine, at, command)?, ())))
            .await
    }

    /// Gives a token out, for at most [`Access::TOKEN_LIFE_MAX`]; returns it.
    ///
    /// # Errors
    /// If the key is not the one of the venue, or the bearer is not known.
    pub(crate) async fn issue(
        &mut self,
        secret: &AuthoritySecret,
        subject: &SubjectId,
        tournament: Option<String>,
        life: Duration,
    ) -> anyhow::Result<String> {
        self.check_key(secret)?;
        let issued = self.now();
        let expires = issued.saturating_add(life);
        let token = TokenId::new(uuid::Uuid::new_v4().simple().to_string())?;
        let (subject, id) = (subject.clone(), token.clone());
        let command = Command::IssueToken { token: id, subject: subject.clone(), expires };
        self.give(&command).await.context("give a token out")?;
        let role = self.role(&subject);
        let generation = self.state().generation();
        let credential = Credential { token, subject, generation, tournament, issued, expires };
        let venue = self.venue.clone();
        Ok(secret.sign(&Claims { venue, credential, role })?)
    }

    /// Checks that a key is the one of the venue.
    ///
    /// # Errors
    /// If it is another one.
    pub(crate) fn check_key(&self, secret: &AuthoritySecret) -> anyhow::Result<()> {
        let is_key = self.state().key() == Some(secret.public()?);
        anyhow::ensure!(is_key, "the venue {} signs with another key", self.venue);
        Ok(())
    }

    /// Returns the first role of a person or device.
    fn role(&self, subject: &SubjectId) -> Option<Role> {
        self.state().grants_of(subject).next().map(|(_id, grant)| grant.role)
    }

    /// Returns every change, in order.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(crate) async fn history(&self) -> anyhow::Result<Vec<Event>> {
        let entries = self.log.entries(&Subject::access(&self.venue), 1).await?;
        let mut events = Vec::new();
        for entry in entries {
            let LogEntry { record, .. } = entry?;
            events.extend(<Access as proto::convert::Aggregate>::events(&record)?.into_owned());
        }
        Ok(events)
    }
}
