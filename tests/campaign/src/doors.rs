//! The doors of a locked hall: its chief arbiter, and the devices at its tables, which are enrolled
//! with codes of the desk and sign what they send.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use prost::Message;
use proto::v1::{
    AssignTableRequest, DeviceSeat, EnrolDeviceRequest, GetOwnAccessRequest, GrantLimits,
    InviteDeviceRequest, PutOutRequest, Role, Seat, TableRange, TournamentRef,
    WatchVerdictsRequest, access_service_client::AccessServiceClient,
    board_ingest_service_client::BoardIngestServiceClient, enrol_device_request::Repeated,
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use tokio::{
    process::Command,
    time::{Instant, sleep, timeout},
};
use tonic::{
    Code, Request, Status,
    metadata::{BinaryMetadataKey, BinaryMetadataValue},
    transport::Channel,
};

use crate::{
    bearer::Bearer,
    hall::{Hall, Part},
    transient::is_transient,
};

/// The venue of the hall.
const VENUE: &str = "main";
/// The metadata of a call with its signature.
const SIGNATURE: &str = "damcast-signature-bin";
/// The name of the device as which the desk watches.
const DESK: &str = "desk";
/// The name of a device that has no seat and is put out.
const STOLEN: &str = "stolen";
/// Longest time in which a call gets an answer that says something, and the desk is told of a loss:
/// services may have to start again, and look for losses every few seconds.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
/// Pause before a call is made again.
const PAUSE: Duration = Duration::from_millis(100);

/// The doors of a hall. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    tool: Arc<Tool>,
    board_ingest: Channel,
    /// The chief arbiter.
    pub(crate) chief: Bearer,
    state: Arc<Mutex<State>>,
}

/// `damcast access` of a hall.
#[derive(Debug)]
struct Tool {
    damcast: PathBuf,
    /// The folder with the key of the venue.
    keys: PathBuf,
    nats: String,
}

/// The state of the devices, and the answers that they were given.
#[derive(Debug, Default)]
struct State {
    devices: BTreeMap<String, Enrolled>,
    /// The names that devices had before they were enrolled anew, with those that they have.
    renamed: Vec<(String, String)>,
    /// The refusals by which devices learned that they are not enrolled any more.
    refusals: Vec<String>,
    /// The findings: everything that went otherwise than the desk may expect.
    findings: Vec<String>,
}

/// A device that was enrolled.
#[derive(Clone, Debug)]
struct Enrolled {
    /// The name that it got.
    id: String,
    bearer: Bearer,
    key: Arc<EcdsaKeyPair>,
}

/// A seat at a table of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Station {
    /// The name of the place, as in "t1-white".
    pub(crate) name: String,
    pub(crate) tournament: Option<TournamentRef>,
    pub(crate) table: u32,
    pub(crate) seat: Seat,
}

impl Doors {
    /// Locks the doors of a hall that runs, with a key in the folder `keys`.
    pub(crate) async fn lock(hall: &Hall, keys: PathBuf) -> Result<Self> {
        let damcast = hall.program().to_owned();
        let doors = Self {
            tool: Arc::new(Tool { damcast, keys, nats: hall.nats_url() }),
            board_ingest: hall.channel(Part::BoardIngest)?,
            chief: Bearer::default(),
            state: Arc::default(),
        };
        doors.tool.sign_in(&doors.chief, &["init", "--name", "Chief"]).await?;
        Ok(doors)
    }

    /// Lets the chief arbiter in again who was lost, with the key of the venue if that was lost as
    /// well, as is done on the machine of the venue.
    pub(crate) async fn let_chief_in(&self) -> Result<()> {
        // It is refused while the venue has an authority.
        if self.tool.sign_in(&self.chief, &["init", "--name", "Chief"]).await.is_ok() {
            return Ok(());
        }
        if self.refusal(&self.chief).await?.is_some() {
            self.tool.sign_in(&self.chief, &["token", "chief"]).await?;
        }
        Ok(())
    }

    /// Returns the refusal of a token; `None` if it is good.
    async fn refusal(&self, bearer: &Bearer) -> Result<Option<String>> {
        let began = Instant::now();
        loop {
            let own = GetOwnAccessRequest { venue: VENUE.to_owned() };
            let asked = self.access().get_own_access(bearer.request(own)).await;
            let Err(status) = asked else { return Ok(None) };
            if matches!(status.code(), Code::Unauthenticated | Code::PermissionDenied) {
                return Ok(Some(named(&status)));
            }
            ensure!(began.elapsed() < ANSWERED_WITHIN && is_transient(&status), "{status}");
            sleep(PAUSE).await;
        }
    }

    /// Returns true if the device at a place is enrolled. One that was has to be told clearly that
    /// it is not any more.
    pub(crate) async fn is_enrolled(&self, place: &str) -> Result<bool> {
        let Some(known) = self.state().devices.get(place).cloned() else { return Ok(false) };
        let refusal = self.refusal(&known.bearer).await?;
        let is_good = refusal.is_none();
        self.state().refusals.extend(refusal);
        Ok(is_good)
    }

    /// Enrols a device at a place with a code of the desk, with a key that it makes.
    pub(crate) async fn enrol(&self, place: &Station) -> Result<()> {
        let tournament = place.tournament.as_ref().map(|it| it.tournament.clone());
        let tables = Some(TableRange { first: place.table, last: place.table });
        let seat = match place.seat {
            Seat::White => DeviceSeat::White,
            Seat::Black => DeviceSeat::Black,
            Seat::Unspecified | Seat::Table | Seat::Desk => DeviceSeat::Unspecified,
        };
        let invite = InviteDeviceRequest {
            venue: VENUE.to_owned(),
            role: Role::PlayerDevice.into(),
            limits: Some(GrantLimits {
                tournament: tournament.unwrap_or_default(),
                tables,
                participant: 0,
            }),
            seat: seat.into(),
        };
        let invited = self.access().invite_device(self.chief.request(invite)).await;
        let invited = invited.context("invite a device")?.into_inner();
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random);
        let document = document.ok().context("no random numbers")?;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random);
        let key = key.ok().context("a key")?;
        let request = EnrolDeviceRequest {
            venue: VENUE.to_owned(),
            key: key.public_key().as_ref().to_vec().into(),
            repeated: Some(if fastrand::bool() {
                Repeated::Code(invited.code)
            } else {
                Repeated::Secret(invited.secret)
            }),
        };
        let enrolled = self.access().enrol_device(request).await.context("enrol a device")?;
        let enrolled = enrolled.into_inner();
        let signed_in = enrolled.signed_in.context("an enrolment without a token")?;
        let id = signed_in.subject;
        let bearer = Bearer::of(&signed_in.token)?;
        let mut state = self.state();
        if !enrolled.is_seated {
            state.findings.push(format!("{id} was enrolled for {}, but not seated", place.name));
        }
        let now = Enrolled { id: id.clone(), bearer, key: Arc::new(key) };
        if let Some(before) = state.devices.insert(place.name.clone(), now) {
            state.renamed.push((before.id, id));
        }
        Ok(())
    }

    /// Returns the name of the device at a place.
    pub(crate) fn device(&self, place: &str) -> Option<String> {
        self.state().devices.get(place).map(|it| it.id.clone())
    }

    /// Returns a call of `BoardIngestService` by the device at a place, signed.
    pub(crate) fn signed<T: Message>(
        &self,
        place: &str,
        call: &str,
        message: T,
    ) -> Result<Request<T>, Status> {
        let known = self.state().devices.get(place).cloned();
        let known = known.ok_or_else(|| Status::unauthenticated("it was never enrolled"))?;
        let path = format!("/damcast.v1.BoardIngestService/{call}");
        let bytes = message.encode_to_vec();
        let bytes = [&b"damcast call 1"[..], path.as_bytes(), &bytes, &[]].join(&0);
        let signature = known.key.sign(&SystemRandom::new(), &bytes);
        let signature = signature.map_err(|_error| Status::internal("nothing to sign with"))?;
        let mut request = known.bearer.request(message);
        let name = BinaryMetadataKey::from_static(SIGNATURE);
        let value = BinaryMetadataValue::from_bytes(signature.as_ref());
        request.metadata_mut().insert_bin(name, value);
        Ok(request)
    }

    /// Enrols a device for a table that is stolen later.
    pub(crate) async fn enrol_stolen(&self, tournament: Option<TournamentRef>) -> Result<()> {
        let (name, seat) = (STOLEN.to_owned(), Seat::Unspecified);
        self.enrol(&Station { name, tournament, table: 1, seat }).await
    }

    /// Puts the stolen device out, and returns once that holds. One of which the log knows nothing
    /// needs it no longer.
    pub(crate) async fn put_stolen_out(&self) -> Result<()> {
        let subject = self.device(STOLEN).context("no device was stolen")?;
        let request = PutOutRequest { venue: VENUE.to_owned(), subject };
        let answer = self.access().put_out(self.chief.request(request)).await;
        if let Err(status) = answer {
            let is_gone = matches!(status.code(), Code::FailedPrecondition | Code::NotFound);
            ensure!(is_gone, "put a device out: {status}");
        }
        let began = Instant::now();
        while !self.is_stolen_out().await? {
            ensure!(began.elapsed() < ANSWERED_WITHIN, "a device that was put out may still call");
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Returns true if the stolen device may do nothing.
    pub(crate) async fn is_stolen_out(&self) -> Result<bool> {
        let known = self.state().devices.get(STOLEN).cloned().context("no device was stolen")?;
        Ok(self.refusal(&known.bearer).await?.is_some())
    }

    /// Waits until a device is told that nothing is answered because ACCESS cannot be read.
    pub(crate) async fn is_closed(&self) -> Result<()> {
        let began = Instant::now();
        loop {
            let own = GetOwnAccessRequest { venue: VENUE.to_owned() };
            let asked = self.access().get_own_access(self.chief.request(own)).await;
            if asked.is_err_and(|status| named(&status) == "access-unreadable") {
                return Ok(());
            }
            ensure!(began.elapsed() < ANSWERED_WITHIN, "ACCESS is unreadable, and calls go on");
            sleep(PAUSE).await;
        }
    }

    /// Returns true if the desk is told in time that ACCESS lost something.
    pub(crate) async fn is_desk_told(&self, tournament: Option<TournamentRef>) -> bool {
        let (device, language) = (DESK.to_owned(), "en".to_owned());
        let desk = AssignTableRequest {
            tournament: tournament.clone(),
            device: device.clone(),
            seat: Seat::Desk.into(),
            ..AssignTableRequest::default()
        };
        let request = WatchVerdictsRequest { tournament, device, language };
        let mut client = BoardIngestServiceClient::new(self.board_ingest.clone());
        let told = async {
            loop {
                let assigned = client.assign_table(self.chief.request(desk.clone())).await;
                // An answer that ends is asked for again.
                if assigned.is_ok()
                    && let Ok(watched) =
                        client.watch_verdicts(self.chief.request(request.clone())).await
                {
                    let mut watched = watched.into_inner();
                    while let Ok(Some(next)) = watched.message().await {
                        let damaged = next.log_damage.filter(|damage| damage.since_ms != 0);
                        if damaged.is_some_and(|damage| damage.stream == "ACCESS") {
                            return;
                        }
                    }
                }
                sleep(PAUSE).await;
            }
        };
        timeout(ANSWERED_WITHIN, told).await.is_ok()
    }

    /// Takes the names that devices had, with those that they got instead, since the last call.
    pub(crate) fn take_renamed(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.state().renamed)
    }

    /// Takes the refusals of devices that were enrolled, and what was found, since the last call.
    pub(crate) fn take_told(&self) -> (Vec<String>, Vec<String>) {
        let mut state = self.state();
        (std::mem::take(&mut state.refusals), std::mem::take(&mut state.findings))
    }

    fn access(&self) -> AccessServiceClient<Channel> {
        AccessServiceClient::new(self.board_ingest.clone())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tool {
    /// Signs a person in by the link that a command prints.
    async fn sign_in(&self, bearer: &Bearer, command: &[&str]) -> Result<()> {
        let printed = self.run(command).await?;
        let (_before, token) = printed.split_once("#token=").context("no link was printed")?;
        bearer.set(token.split_whitespace().next().context("an empty link")?)
    }

    /// Runs `damcast access`, and returns what it prints.
    async fn run(&self, command: &[&str]) -> Result<String> {
        let mut tool = Command::new(&self.damcast);
        tool.args(["access", "--nats", &self.nats]).args(command);
        let output = tool.arg("--data").arg(&self.keys).output().await?;
        if !output.status.success() {
            bail!("damcast access {command:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Returns the name of a refusal, as in "put-out".
fn named(status: &Status) -> String {
    let name = status.metadata().get("damcast-refusal").and_then(|name| name.to_str().ok());
    name.unwrap_or_default().to_owned()
}
