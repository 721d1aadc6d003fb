//! The doors of a hall that is locked: its chief arbiter, and the devices at its tables, each of
//! which signs what it sends.
//!
//! People and devices become known as by `damcast access`, on the machine itself, so that nothing
//! in the log comes from the random numbers of the system.

use std::{
    collections::BTreeSet,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use access::{Access, Author, Command, Limits, Role, SubjectId, Tables};
use anyhow::{Result, ensure};
use proto::{
    subject::{Stream, Subject, VenueId},
    v1::{
        GetOwnAccessRequest, OpenRoundRequest, PutOutRequest, TournamentRef, WatchVerdictsRequest,
        access_service_client::AccessServiceClient,
        board_ingest_service_client::BoardIngestServiceClient,
        pairing_service_client::PairingServiceClient,
    },
};
use runtime::{EventLog, Ledger, WallClock};
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::ANSWER,
    channel::LossyChannel,
    credentials::{CHIEF, Credentials, token},
    replica::{Kind, Replica, World, log},
    wait::until,
    work::Work,
};

/// The name as which the desk watches.
const DESK: &str = "desk";
/// The devices that have no seat and are put out while the round is played.
const STOLEN: [&str; 4] = ["stolen-1", "stolen-2", "stolen-3", "stolen-4"];
/// The longest time until somebody looks whether people and devices are still known.
const LOOKS_EVERY_MS: u64 = 1_500;
/// The age of the connection of the desk to a replica at which it is made anew.
const WATCHES: Duration = Duration::from_secs(20);

/// The doors of a hall. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Doors(Arc<Inner>);

struct Inner {
    venue: VenueId,
    credentials: Credentials,
    /// The devices, with the table of each.
    devices: Vec<(String, u32)>,
    state: Mutex<State>,
    /// Locked while somebody is let in or put out.
    turn: tokio::sync::Mutex<()>,
}

/// The course of the round at the doors.
#[derive(Debug, Default)]
struct State {
    /// The stolen devices that the desk puts out, which nobody lets in again.
    leaving: BTreeSet<String>,
    /// Those of which the desk was told that they are out.
    put_out: BTreeSet<String>,
    /// True if the desk was told that ACCESS has lost changes.
    is_told: bool,
}

impl fmt::Debug for Doors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Doors").field(&self.state()).finish()
    }
}

impl Doors {
    /// Returns the doors of a tournament in which each table has two devices.
    ///
    /// # Errors
    /// If a key or a name is none.
    pub(crate) fn new(tournament: &TournamentRef, tables: u32, clock: &WallClock) -> Result<Self> {
        let venue: VenueId = tournament.venue.parse()?;
        let mut devices = Vec::new();
        for table in 1..=tables {
            devices.extend(["white", "black"].map(|side| (format!("t{table}-{side}"), table)));
        }
        devices.extend(STOLEN.map(|name| (name.to_owned(), 1)));
        let names = devices.iter().map(|(name, _table)| name.as_str());
        let credentials = Credentials::new(&venue, names, clock)?;
        let (state, turn) = (Mutex::default(), tokio::sync::Mutex::default());
        Ok(Self(Arc::new(Inner { venue, credentials, devices, state, turn })))
    }

    /// Returns the credentials of everybody in the hall.
    pub(crate) fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes everybody known whom the log does not know, as on the machine of the venue: those who
    /// were put out stay out.
    ///
    /// # Errors
    /// If the log does not take it.
    pub(crate) async fn let_in(&self, world: &World) -> Result<()> {
        let _turn = self.0.turn.lock().await;
        let log = log(world, &world.console, world.clock.clone(), &[], Work::default());
        let mut ledger = Ledger::<Access>::load(&log, Subject::access(&self.0.venue)).await?;
        if ledger.state().key().is_none() {
            self.give(&log, &mut ledger, Command::SetKey { key: self.credentials().venue_key()? })
                .await?;
        }
        let chief = SubjectId::new(CHIEF)?;
        if ledger.state().subject(&chief).is_none() {
            let name = "Arbiter".to_owned();
            self.give(&log, &mut ledger, Command::AddPerson { subject: chief.clone(), name })
                .await?;
        }
        for role in [Role::ChiefArbiter, Role::Organiser] {
            if !ledger.state().grants_of(&chief).any(|(_id, grant)| grant.role == role) {
                let (subject, limits) = (chief.clone(), Limits::default());
                self.give(&log, &mut ledger, Command::Grant { subject, role, limits }).await?;
            }
        }
        let key = self.credentials().device_key()?;
        for (name, table) in &self.0.devices {
            let subject = SubjectId::new(name.clone())?;
            if ledger.state().subject(&subject).is_none() && !self.state().leaving.contains(name) {
                let tables = Some(Tables::new(*table, *table)?);
                let limits = Limits { tables, ..Limits::default() };
                let role = Role::PlayerDevice;
                self.give(&log, &mut ledger, Command::Enrol { subject, key, role, limits }).await?;
            }
        }
        for name in self.credentials().bearers() {
            let (subject, token) = (SubjectId::new(name)?, token(name)?);
            let expires = self.credentials().expire();
            let is_in = ledger.state().subject(&subject).is_some_and(|it| it.put_out.is_none());
            if is_in && ledger.state().session(&token).is_none() {
                self.give(&log, &mut ledger, Command::IssueToken { token, subject, expires })
                    .await?;
            }
        }
        Ok(())
    }

    async fn give(
        &self,
        log: &EventLog,
        ledger: &mut Ledger<Access>,
        command: Command,
    ) -> Result<()> {
        let events =
            ledger.state().decide(&Author::Machine, self.credentials().issued(), &command)?;
        Ok(ledger.commit(log, &events, None, None, Duration::ZERO).await?)
    }

    /// Makes those known again whom ACCESS loses, until the run ends.
    pub(crate) async fn keep_in(self, world: World) {
        let mut repaired = 0;
        loop {
            sleep(world.dice.millis(100..=LOOKS_EVERY_MS)).await;
            let losses = world.server.store().losses_of(Stream::Access);
            if losses != repaired && self.let_in(&world).await.is_ok() {
                repaired = losses;
            }
        }
    }

    /// Puts the stolen devices out one after another, as the desk does.
    pub(crate) async fn put_stolen_out(self, world: World, desk: LossyChannel) {
        for name in STOLEN {
            sleep(world.dice.millis(200..=4_000)).await;
            self.state().leaving.insert(name.to_owned());
            let put_out = until("a stolen device to be put out", || {
                let (doors, desk) = (self.clone(), desk.clone());
                async move { doors.put_out(name, desk).await.then_some(()) }
            });
            if put_out.await.is_ok() {
                self.state().put_out.insert(name.to_owned());
            }
        }
    }

    /// Puts a device out; returns true if it is out.
    async fn put_out(&self, name: &str, desk: LossyChannel) -> bool {
        let _turn = self.0.turn.lock().await;
        let request = PutOutRequest { venue: self.0.venue.to_string(), subject: name.to_owned() };
        match timeout(ANSWER, AccessServiceClient::new(desk).put_out(request)).await {
            Ok(Ok(_out)) => true,
            // Nothing is known of it, or it was put out by a call whose answer was lost.
            Ok(Err(status)) => [Code::FailedPrecondition, Code::NotFound].contains(&status.code()),
            Err(_late) => false,
        }
    }

    /// Watches a replica of board-ingest as the desk does until the run ends. When ACCESS has lost
    /// changes, somebody deletes the file of marks and puts the stolen devices out anew.
    pub(crate) async fn attend(self, tournament: TournamentRef, desk: LossyChannel, key: PathBuf) {
        let marks = key.with_extension("seen");
        loop {
            let (device, tournament) = (DESK.to_owned(), Some(tournament.clone()));
            let request = WatchVerdictsRequest { tournament, device, ..Default::default() };
            let mut client = BoardIngestServiceClient::new(desk.clone());
            let watching = async {
                let mut told = client.watch_verdicts(request).await?.into_inner();
                while let Some(next) = told.message().await? {
                    let damage = next.log_damage.filter(|damage| damage.since_ms != 0);
                    if damage.is_some_and(|damage| damage.stream == Stream::Access.name()) {
                        self.state().is_told = true;
                        // It need not be there: another connection of the desk was told as well.
                        drop(std::fs::remove_file(&marks));
                        let out = self.state().put_out.clone();
                        for name in out {
                            while !self.put_out(&name, desk.clone()).await {
                                sleep(Duration::from_millis(100)).await;
                            }
                        }
                    }
                }
                Ok::<_, Status>(())
            };
            // A call that ends, or fails, is made again.
            drop(timeout(WATCHES, watching).await);
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Waits until nobody is in who was put out: after a loss the desk is told of it, and puts them
    /// out anew.
    ///
    /// # Errors
    /// As [`Doors::check`], if that does not happen.
    pub(crate) async fn settle(&self, world: &World, replicas: &[Replica]) -> Result<()> {
        if world.server.store().losses_of(Stream::Access) == 0 {
            return self.check(world, replicas).await;
        }
        let settled = until("those who were put out to be out", || async {
            self.check(world, replicas).await.ok()
        });
        if settled.await.is_err() {
            return self.check(world, replicas).await;
        }
        Ok(())
    }

    /// Checks that nobody is in who was put out, at every replica of board-ingest and pairing, and
    /// that the desk was told of no loss where there was none.
    ///
    /// # Errors
    /// If a device that was put out may still call, or the desk was told of a loss in vain.
    async fn check(&self, world: &World, replicas: &[Replica]) -> Result<()> {
        let losses = world.server.store().losses_of(Stream::Access);
        ensure!(losses > 0 || !self.state().is_told, "the desk was told of a loss in vain");
        let put_out = self.state().put_out.clone();
        for name in &put_out {
            for replica in replicas {
                let channel = LossyChannel::new(vec![replica.clone()], world.dice.clone(), 0);
                let channel = channel.of(self.credentials(), name);
                let status = match replica.kind {
                    Kind::BoardIngest => {
                        let request = GetOwnAccessRequest { venue: self.0.venue.to_string() };
                        AccessServiceClient::new(channel).get_own_access(request).await.err()
                    }
                    Kind::Pairing => {
                        let request = OpenRoundRequest::default();
                        PairingServiceClient::new(channel).open_round(request).await.err()
                    }
                    Kind::RulesValidation | Kind::Clock | Kind::Broadcast => continue,
                };
                let code = status.as_ref().map(Status::code);
                ensure!(
                    code == Some(Code::Unauthenticated),
                    "{name} was put out, and {:?} on {} answers it: {status:?}",
                    replica.kind,
                    if losses > 0 { "a log that has lost changes" } else { "a whole log" }
                );
            }
        }
        Ok(())
    }
}
