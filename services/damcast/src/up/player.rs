//! The player of the demonstration and of the games of a file, who has roles at a venue with an
//! authority while games are played, and none else.

use std::{path::PathBuf, time::Duration};

use access::{Access, Command, Limits, Role, SubjectId};
use proto::subject::VenueId;
use runtime::{AuthoritySecret, Tasks, client::Credentials, config::NatsConfig, key_file};
use tokio_util::sync::CancellationToken;

use crate::{access::authority::Authority, replay};

/// The id of the player.
const ID: &str = "damcast-up";
/// The roles by which games are played.
const ROLES: [Role; 2] = [Role::ChiefArbiter, Role::Organiser];
/// Longest time for which the end of the programme waits until the roles are taken back; the next
/// start does it otherwise.
const DISMISSED_WITHIN: Duration = Duration::from_secs(3);

/// The player of a venue. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Player {
    nats: NatsConfig,
    venue: VenueId,
    /// The file with the key of the venue.
    key: PathBuf,
    /// Cancelled once the games are over.
    dismissed: CancellationToken,
}

impl Player {
    pub(super) fn new(nats: NatsConfig, venue: VenueId, key: PathBuf) -> Self {
        Self { nats, venue, key, dismissed: CancellationToken::new() }
    }

    /// Gives the player their roles; returns credentials that are renewed before they expire. Those
    /// of a venue without an authority are empty.
    ///
    /// # Errors
    /// If the key of the venue cannot be read.
    pub(super) async fn engage(&self, tasks: &Tasks) -> anyhow::Result<Credentials> {
        let credentials = Credentials::default();
        let Some(secret) = key_file::read(&self.key)? else { return Ok(credentials) };
        let (player, renewed) = (self.clone(), credentials.clone());
        let renew = move || {
            let (player, credentials, secret) = (player.clone(), renewed.clone(), secret.clone());
            async move {
                match player.token(&secret).await {
                    Ok(token) => credentials.set(&token),
                    Err(error) => tracing::warn!(%error, "the games have no token"),
                }
            }
        };
        renew().await;
        let dismissed = self.dismissed.clone();
        tasks.spawn_until_stop(async move {
            let renew_again = Box::pin(async {
                loop {
                    tokio::time::sleep(Access::TOKEN_LIFE_MAX / 2).await;
                    renew().await;
                }
            });
            // Each token comes with the roles, which nobody has once the games are over.
            let _over: Option<()> = dismissed.run_until_cancelled(renew_again).await;
        });
        Ok(credentials)
    }

    /// Returns a token of the player, who is made known at first.
    async fn token(&self, secret: &AuthoritySecret) -> anyhow::Result<String> {
        let mut authority = Authority::connect(&self.nats, self.venue.clone()).await?;
        let subject = SubjectId::new(ID)?;
        if authority.state().subject(&subject).is_none() {
            let name = replay::BY.to_owned();
            authority.give(&Command::AddPerson { subject: subject.clone(), name }).await?;
        }
        for role in ROLES {
            if authority.state().grants_of(&subject).any(|(_id, grant)| grant.role == role) {
                continue;
            }
            let (subject, limits) = (subject.clone(), Limits::default());
            authority.give(&Command::Grant { subject, role, limits }).await?;
        }
        authority.issue(secret, &subject, None, Access::TOKEN_LIFE_MAX).await
    }

    /// Takes the roles of the player back, for good.
    pub(super) async fn dismiss(&self) {
        self.dismissed.cancel();
        match tokio::time::timeout(DISMISSED_WITHIN, self.revoke()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let error = format!("{error:#}");
                tracing::warn!(error, "the roles by which games are played stay");
            }
            Err(_late) => tracing::warn!("the roles by which games are played stay: NATS is late"),
        }
    }

    async fn revoke(&self) -> anyhow::Result<()> {
        if key_file::read(&self.key)?.is_none() {
            return Ok(());
        }
        let mut authority = Authority::connect(&self.nats, self.venue.clone()).await?;
        let subject = SubjectId::new(ID)?;
        let grants: Vec<_> = authority.state().grants_of(&subject).map(|(id, _grant)| id).collect();
        for grant in grants {
            authority.give(&Command::Revoke { grant }).await?;
        }
        Ok(())
    }
}
