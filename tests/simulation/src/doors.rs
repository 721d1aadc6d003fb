//! The doors of a hall that is locked: its chief arbiter, and the devices at its tables, each of
//! which signs what it sends.
//!
//! People and devices become known as by `damcast access`, on the machine itself, so that nothing
//! in the log comes from the random numbers of the system.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use access::{
    Access, Author, Command, Credential, DeviceKey, Limits, Role, SubjectId, Tables, TokenId,
};
use anyhow::{Context as _, Result, anyhow, ensure};
use http::{HeaderMap, HeaderValue, header};
use proto::{
    subject::{Stream, Subject, VenueId},
    v1::{
        GetOwnAccessRequest, OpenRoundRequest, PutOutRequest, TournamentRef, WatchVerdictsRequest,
        access_service_client::AccessServiceClient,
        board_ingest_service_client::BoardIngestServiceClient,
        pairing_service_client::PairingServiceClient,
    },
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use runtime::{AuthoritySecret, Claims, EventLog, Ledger, SIGNATURE, WallClock, signed_bytes};
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::ANSWER,
    channel::LossyChannel,
    replica::{Kind, Replica, World, log},
    wait::until,
};

/// The id of the chief arbiter.
pub(crate) const CHIEF: &str = "chief";
/// The name as which the desk watches.
const DESK: &str = "desk";
/// The devices that have no seat and are put out while the round is played.
const STOLEN: [&str; 4] = ["stolen-1", "stolen-2", "stolen-3", "stolen-4"];
/// The longest time until somebody looks whether people and devices are still known.
const LOOKS_EVERY_MS: u64 = 1_500;
/// The age of the connection of the desk to a replica at which it is made anew.
const WATCHES: Duration = Duration::from_secs(20);
/// The longest frame head of a request over gRPC, in bytes.
const FRAME_HEAD: usize = 5;

/// The key of the venue: that of RFC 8032, 7.1, test 1.
const VENUE_KEY: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\
                         d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
/// The key of every device, secret and public: that of RFC 6979, A.2.5.
const DEVICE_KEY: [&str; 2] = [
    "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
    "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
       7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299",
];

/// The doors of a hall. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Doors(Arc<Inner>);

struct Inner {
    venue: VenueId,
    secret: AuthoritySecret,
    device_key: EcdsaKeyPair,
    /// The devices, with the table of each.
    devices: Vec<(String, u32)>,
    /// The tokens by bearer.
    tokens: BTreeMap<String, String>,
    /// The moment at which every token was given out.
    issued: proto::Timestamp,
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
        let secret = AuthoritySecret::from_text(VENUE_KEY)?;
        let [private, public] = DEVICE_KEY.map(bytes);
        let device_key = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &private,
            &public,
            &SystemRandom::new(),
        );
        let device_key = device_key.map_err(|error| anyhow!("the key of a device: {error}"))?;
        let mut devices = Vec::new();
        for table in 1..=tables {
            devices.extend(["white", "black"].map(|side| (format!("t{table}-{side}"), table)));
        }
        devices.extend(STOLEN.map(|name| (name.to_owned(), 1)));
        let issued = clock.now();
        let mut tokens = BTreeMap::new();
        for name in [CHIEF].into_iter().chain(devices.iter().map(|(name, _table)| name.as_str())) {
            let credential = Credential {
                token: token(name)?,
                subject: SubjectId::new(name)?,
                generation: 1,
                tournament: None,
                issued,
                expires: issued.saturating_add(Access::TOKEN_LIFE_MAX),
            };
            let claims = Claims { venue: venue.clone(), credential, role: None };
            tokens.insert(name.to_owned(), secret.sign(&claims)?);
        }
        let (state, turn) = (Mutex::default(), tokio::sync::Mutex::default());
        let inner = Inner { venue, secret, device_key, devices, tokens, issued, state, turn };
        Ok(Self(Arc::new(inner)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the token of a bearer to the head of a call, and its signature if that is a device.
    pub(crate) fn sign(&self, bearer: &str, path: &str, body: &[u8], headers: &mut HeaderMap) {
        let Some(token) = self.0.tokens.get(bearer) else { return };
        if let Ok(value) = HeaderValue::from_str(&format!("Bearer {token}")) {
            headers.insert(header::AUTHORIZATION, value);
        }
        if bearer == CHIEF {
            return;
        }
        let message = body.get(FRAME_HEAD..).unwrap_or_default();
        let signed = self.0.device_key.sign(&SystemRandom::new(), &signed_bytes(path, message));
        if let Ok(signature) = signed {
            let value = tonic::metadata::BinaryMetadataValue::from_bytes(signature.as_ref());
            if let Ok(value) = HeaderValue::from_bytes(value.as_encoded_bytes()) {
                headers.insert(SIGNATURE, value);
            }
        }
    }

    /// Makes everybody known whom the log does not know, as on the machine of the venue: those who
    /// were put out stay out.
    ///
    /// # Errors
    /// If the log does not take it.
    pub(crate) async fn let_in(&self, world: &World) -> Result<()> {
        let _turn = self.0.turn.lock().await;
        let log = log(world, &world.console, world.clock.clone(), &[]);
        let mut ledger = Ledger::<Access>::load(&log, Subject::access(&self.0.venue)).await?;
        if ledger.state().key().is_none() {
            self.give(&log, &mut ledger, Command::SetKey { key: self.0.secret.public()? }).await?;
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
        let key = DeviceKey::new(self.0.device_key.public_key().as_ref())?;
        for (name, table) in &self.0.devices {
            let subject = SubjectId::new(name.clone())?;
            if ledger.state().subject(&subject).is_none() && !self.state().leaving.contains(name) {
                let tables = Some(Tables::new(*table, *table)?);
                let limits = Limits { tables, ..Limits::default() };
                let role = Role::PlayerDevice;
                self.give(&log, &mut ledger, Command::Enrol { subject, key, role, limits }).await?;
            }
        }
        for name in self.0.tokens.keys() {
            let (subject, token) = (SubjectId::new(name.clone())?, token(name)?);
            let expires = self.0.issued.saturating_add(Access::TOKEN_LIFE_MAX);
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
        let events = ledger.state().decide(&Author::Machine, self.0.issued, &command)?;
        Ok(ledger.commit(log, &events, None, Duration::ZERO).await?)
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
            // Its end says nothing.
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
                let channel = channel.of(self, name);
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

/// Returns the id of the token of a bearer.
fn token(name: &str) -> Result<TokenId> {
    TokenId::new(format!("token-of-{name}")).context("the id of a token")
}

/// Reads hexadecimal digits.
fn bytes(digits: &str) -> Vec<u8> {
    let digits = digits.as_bytes().chunks(2).filter_map(|two| std::str::from_utf8(two).ok());
    digits.filter_map(|two| u8::from_str_radix(two, 16).ok()).collect()
}
