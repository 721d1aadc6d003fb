//! The doors of a service: who calls is what their token says, and what they may is what the log
//! says.
//!
//! Every service folds ACCESS, so that a revocation holds at once, also where the others cannot be
//! reached. Every call of the contract goes through [`guard`], by the matrix of `access`; a call
//! without a row in it is refused.
//!
//! A venue without an authority, such as one of a first look or a test, is open to callers on the
//! machine itself and to nobody else. `damcast access init` locks it.

mod authorities;
mod body;
mod call;
mod call_rates;
mod circumstances;
mod confirmation;
pub mod key_file;
mod peer;
mod refused;
mod reports;
mod revocable;
mod signature;
mod token;

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use access::{
    Act, Attempt, Attempts, AuthorityKey, Bearer, Credential, Refusal, Standing,
    Subject as AccessSubject, SubjectId, Target, TokenId,
};
use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use bytes::Bytes;
use http::{header, request::Parts};
use lru::LruCache;
use proto::{Timestamp, subject::VenueId};
use tokio::time::timeout;
use tonic::Status;

use crate::{
    doors::{
        authorities::Authorities,
        body::read,
        call::{CallTarget, FRAME_HEAD, Method},
        call_rates::CallRates,
        refused::Refused,
        reports::Reports,
        token::{TokenError, Unverified},
    },
    encoded::MAX_REQUEST,
    error_chain,
    event_log::EventLog,
    lock::lock,
    mirror::Snapshot,
    retry::Stopped,
    tasks::Tasks,
    tls::InTheClear,
};

pub use self::{
    call::Call,
    circumstances::{CallFacts, Circumstances, GameBeginnings, Recorded},
    confirmation::{CONFIRMATION, Confirmation},
    peer::Peer,
    signature::{SIGNATURE, signed_bytes},
    token::{AuthoritySecret, Claims, SecretError},
};
pub(crate) use self::{call::methods, refused::REFUSAL};

/// Bytes of the largest request of a person that is read; services refuse smaller ones by their own
/// limits.
const REQUEST_MAX: usize = 8 << 20;
/// Bytes of the largest request of a device that is read.
const DEVICE_REQUEST_MAX: usize = MAX_REQUEST + FRAME_HEAD;
/// Time before its end in which a token may expire while its call is decided on.
const SOON: Duration = Duration::from_secs(60);
/// Longest time for which a call waits until the record of it is read.
const RECORD_READ_MAX: Duration = Duration::from_secs(2);
/// Number of verified tokens that are remembered.
const TOKENS_MAX: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The doors of one service. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    authorities: Authorities,
    circumstances: Option<Arc<dyn Circumstances>>,
    /// The tokens that were verified, each with the key that signed it.
    verified: Arc<Mutex<LruCache<String, (AuthorityKey, Claims)>>>,
    attempts: Arc<Mutex<Attempts>>,
    rates: CallRates,
    reports: Reports,
}

impl Doors {
    /// Reads ACCESS, and follows it until the service stops.
    ///
    /// # Errors
    /// [`Stopped`] if the service stops first.
    pub(crate) async fn follow(
        log: &EventLog,
        tasks: &Tasks,
        service: &'static str,
        circumstances: Option<Arc<dyn Circumstances>>,
    ) -> Result<Self, Stopped> {
        let authorities = Authorities::follow(log, tasks).await?;
        let verified = Arc::new(Mutex::new(LruCache::new(TOKENS_MAX)));
        let (attempts, rates) = (Arc::default(), CallRates::default());
        let reports = Reports::tell(log, tasks, service);
        Ok(Self { authorities, circumstances, verified, attempts, rates, reports })
    }

    /// Returns what is known of a venue.
    fn authority(&self, venue: &VenueId) -> Result<Snapshot<access::Access>, Refused> {
        self.authorities.of(venue)?.ok_or(Refused::By(Refusal::OtherVenue))
    }

    /// Returns what a token says, if its venue signed it.
    fn claims(&self, text: &str) -> Result<Claims, Refused> {
        let verified = || lock(&self.verified);
        let key_of = |venue: &VenueId| {
            let key = self.authority(venue)?.state().key();
            key.ok_or(Refused::By(Refusal::OtherVenue))
        };
        let known = verified().get(text).cloned();
        // A token that an earlier key signed is not believed after the change of the key.
        if let Some((key, claims)) = known
            && key_of(&claims.venue)? == key
        {
            return Ok(claims);
        }
        let of_token = |error: TokenError| {
            tracing::debug!(error = error_chain(&error), "a token is refused");
            Refusal::Forged
        };
        let unverified = Unverified::read(text).map_err(of_token)?;
        let key = key_of(&unverified.venue)?;
        let claims = unverified.verify(key).map_err(of_token)?;
        verified().put(text.to_owned(), (key, claims.clone()));
        Ok(claims)
    }

    /// Judges what the head of a request says, before its body is read; returns the number of bytes
    /// of the largest body that is read.
    fn judge(&self, claims: &Claims, acts: &[Act], caller: &Caller) -> Result<usize, Refused> {
        let Claims { venue, credential, .. } = claims;
        let authority = self.authority(venue)?;
        authority.state().check_bearer(credential, acts, self.now())?;
        self.check_rate(caller, &credential.token)?;
        let subject = authority.state().subject(&credential.subject);
        let is_device = subject.is_none_or(AccessSubject::is_device);
        Ok(if is_device { DEVICE_REQUEST_MAX } else { REQUEST_MAX })
    }

    /// Decides on a call.
    fn admit(&self, asking: &Asking, act: Act) -> Result<(Bearer, Standing), Refused> {
        let authority = self.authority(&asking.venue)?;
        let target = Target {
            is_paired: asking.known.is_paired,
            recorded: asking.known.recorded_by(&asking.credential.subject),
            game_began: asking.game_began,
            is_confirmed: asking.is_confirmed,
            ..asking.asked.target()
        };
        let credential = Some(&asking.credential);
        let admission = authority.state().admit(credential, act, &target, self.now())?;
        // A proposal that nobody keeps until somebody agrees must not count by itself.
        if admission.standing == Standing::Proposal && !act.keeps_proposals() {
            return Err(Refusal::ProposalOnly.into());
        }
        // Only public acts have no bearer, and they do not come here.
        let bearer = admission.bearer.ok_or(Refused::By(Refusal::NoToken))?;
        Ok((bearer, admission.standing))
    }

    /// Decides on a call by every row that it may fall under.
    fn admit_all(&self, asking: &Asking) -> Result<(Bearer, Standing), Refused> {
        let mut bearer = Err(Refused::By(Refusal::NoToken));
        for act in &asking.acts {
            bearer = Ok(self.admit(asking, *act)?);
            if act.is_signed() && !asking.is_signed {
                return Err(Refusal::NotSigned.into());
            }
        }
        bearer
    }

    /// Checks that a call is on record where it has to be. The record may not be read here yet.
    async fn check_record(&self, asking: &Asking) -> Result<(), Refused> {
        let check = || {
            let (authority, target) = (self.authority(&asking.venue)?, asking.asked.target());
            let (state, token) = (authority.state(), &asking.credential.token);
            let check = |act: &Act| state.check_record(token, *act, target.tournament, self.now());
            asking.acts.iter().try_for_each(check).map_err(Refused::from)
        };
        let Some(mut changes) = self.authorities.watch(&asking.venue) else { return check() };
        let read = async {
            while let Err(Refused::By(Refusal::NotOnRecord)) = check()
                && changes.changed().await.is_ok()
            {}
        };
        // Late or not, the check says how it is.
        drop(timeout(RECORD_READ_MAX, read).await);
        check()
    }

    /// Reads what somebody asks for.
    async fn ask(
        &self,
        method: Method,
        claims: Claims,
        most: usize,
        request: Request,
    ) -> Result<(Asking, Call), Refused> {
        let Claims { venue, credential, .. } = claims;
        let mut acts = method.acts();
        let (head, body) = request.into_parts();
        let bytes = read(body, most).await?;
        let is_signed = self.is_signed(&venue, &credential, &head, &bytes)?;
        let is_confirmed = self.is_confirmed(&venue, &credential, &head, &bytes)?;
        let call = method.call(&bytes).ok_or(Refused::Unreadable)?;
        let asked = call.asked();
        if asked.venue.as_deref().is_some_and(|named| named != venue.as_str()) {
            return Err(Refusal::OtherVenue.into());
        }
        if let Some(act) = call.act() {
            acts = vec![act];
        }
        let (known, game_began) = (CallFacts::default(), None);
        let asking =
            Asking { venue, credential, acts, asked, known, game_began, is_signed, is_confirmed };
        Ok((asking, call))
    }

    /// Returns false if the bearer is a device and did not sign the request.
    fn is_signed(
        &self,
        venue: &VenueId,
        credential: &Credential,
        head: &Parts,
        framed: &Bytes,
    ) -> Result<bool, Refused> {
        let authority = self.authority(venue)?;
        let subject = authority.state().subject(&credential.subject);
        let Some(key) = subject.and_then(AccessSubject::device_key) else { return Ok(true) };
        let request = framed.get(FRAME_HEAD..).unwrap_or_default();
        Ok(signature::is_signed(key, head.uri.path(), request, &head.headers))
    }

    /// Returns true if the bearer repeated their PIN for the request.
    fn is_confirmed(
        &self,
        venue: &VenueId,
        credential: &Credential,
        head: &Parts,
        framed: &Bytes,
    ) -> Result<bool, Refused> {
        let authority = self.authority(venue)?;
        let Some(key) = authority.state().key() else { return Ok(false) };
        let request = framed.get(FRAME_HEAD..).unwrap_or_default();
        let (path, now) = (head.uri.path(), self.now());
        Ok(confirmation::is_confirmed(key, credential, path, request, &head.headers, now))
    }

    /// Tells whether a call that needs no token in one of its cases falls under that case. The
    /// service finds the row that let it in among the extensions of the request.
    async fn open_case(&self, method: &Method, acts: &[Act], request: Request) -> Case {
        let (Some(circumstances), true) =
            (&self.circumstances, acts.iter().any(|act| act.is_public()))
        else {
            return Case::Guarded(request);
        };
        let (mut head, body) = request.into_parts();
        let bytes = match read(body, DEVICE_REQUEST_MAX).await {
            Ok(bytes) => bytes,
            Err(refused) => return Case::Refused(refused),
        };
        let Some(call) = method.clone().call(&bytes) else {
            return Case::Refused(Refused::Unreadable);
        };
        let act = circumstances.of(&call).await.act.filter(|act| act.is_public());
        if let Some(act) = act {
            head.extensions.insert(act);
        }
        let request = Request::from_parts(head, Body::from(bytes));
        if act.is_some() { Case::Open(request) } else { Case::Guarded(request) }
    }

    /// Waits until a call would no longer be admitted as it was, because somebody decided so, the
    /// token expired or ACCESS cannot be read; returns the answer to it.
    async fn revoked(self, asking: Asking, admitted: Bearer) -> Status {
        let Some(mut changes) = self.authorities.watch(&asking.venue) else {
            return std::future::pending().await;
        };
        let mut reading = self.authorities.watch_reading();
        loop {
            match self.admit_all(&asking) {
                Err(refused) => return refused.status(),
                // It was answered for other tables, or by another grant.
                Ok((bearer, _standing)) if bearer != admitted => return Refused::Changed.status(),
                Ok(_same) => {}
            }
            let lasts = asking.credential.expires.duration_since(self.now());
            tokio::select! {
                biased;
                changed = changes.changed() => if changed.is_err() {
                    return std::future::pending().await;
                },
                // The doors, which send it, outlive the call.
                Ok(()) = reading.changed() => {}
                () = tokio::time::sleep(lasts), if !lasts.is_zero() => {}
            }
        }
    }

    /// Counts a refused call, and logs and tells the first of its kind in a minute, so that it
    /// comes on record.
    fn note(&self, call: &str, caller: &Caller, refused: &Refused) {
        let Some(refusal) = refused.recorded_as() else { return };
        let (call, refusal) = (call.to_owned(), refusal.to_owned());
        let address = caller.peer.map(|peer| peer.ip().to_string()).unwrap_or_default();
        let attempt = Attempt { subject: caller.subject.clone(), call, refusal, address };
        let noted = {
            let mut attempts = lock(&self.attempts);
            attempts.note(&attempt, self.now())
        };
        let Some(count) = noted else { return };
        if let Some(venue) = self.venue_of(caller)
            && !self.reports.take(venue, attempt.clone(), count, self.now())
        {
            tracing::warn!("too many refused calls wait: the next one is in this log alone");
        }
        let Attempt { subject, call, refusal, address } = attempt;
        let subject = subject.as_ref().map(SubjectId::as_str);
        tracing::warn!(call, refusal, subject, address, count, "a call was refused");
    }

    fn now(&self) -> Timestamp {
        self.authorities.log().clock().now()
    }

    /// Returns the venue of a caller; that of the log if nothing says it and there is one alone.
    fn venue_of(&self, caller: &Caller) -> Option<VenueId> {
        caller.venue.clone().or_else(|| self.authorities.only_venue())
    }

    /// Checks that a caller does not call too often. Whoever is on the machine itself may.
    fn check_rate(&self, caller: &Caller, token: &TokenId) -> Result<(), Refused> {
        if caller.is_local() {
            return Ok(());
        }
        self.rates.count_call(token, self.now()).map_err(Refused::TooOften)
    }

    /// Returns the refusal of a call; whoever is refused too often learns the reason no longer.
    fn refused_to(&self, caller: &Caller, refused: Refused) -> Refused {
        let Some(peer) = caller.peer.filter(|peer| !peer.is_local()) else { return refused };
        if refused.recorded_as().is_none() {
            return refused;
        }
        match self.rates.count_refused(peer.network(), self.now()) {
            Ok(()) => refused,
            Err(retry) => Refused::TooOften(retry),
        }
    }
}

/// The caller, as far as it is known.
#[derive(Debug)]
struct Caller {
    peer: Option<Peer>,
    venue: Option<VenueId>,
    subject: Option<SubjectId>,
}

impl Caller {
    fn is_local(&self) -> bool {
        self.peer.is_some_and(Peer::is_local)
    }
}

/// The case of a call that needs no token in one of its cases, with the request.
enum Case {
    /// It needs none.
    Open(Request),
    /// It needs one.
    Guarded(Request),
    /// The request cannot be read.
    Refused(Refused),
}

/// A call with its caller.
#[derive(Debug)]
struct Asking {
    venue: VenueId,
    credential: Credential,
    /// The rows of the matrix that have to allow it.
    acts: Vec<Act>,
    asked: CallTarget,
    known: CallFacts,
    /// The moment when its game began; `None` if it is about none that is in play.
    game_began: Option<Timestamp>,
    /// False if the bearer is a device and did not sign the request.
    is_signed: bool,
    /// True if the bearer repeated their PIN for the request.
    is_confirmed: bool,
}

/// Lets a call of the contract through to its service if the caller may make it, with the caller as
/// its author, and refuses it otherwise. An answer that goes on ends when the caller may no longer
/// read it.
pub(crate) async fn guard(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let Some(method) = Method::of(request.uri().path()) else { return next.run(request).await };
    let acts = method.acts();
    // A public call can hold a secret, such as a passphrase; one that only shows holds none.
    let is_shown = method.is_shown() && acts.iter().all(|act| act.is_public());
    if !is_shown && request.extensions().get::<InTheClear>().is_some() {
        return Refused::InTheClear.status().into_http();
    }
    if !acts.is_empty() && acts.iter().all(|act| act.is_public()) {
        return next.run(request).await;
    }
    let path = request.uri().path().trim_start_matches("/damcast.v1.").to_owned();
    let peer = request.extensions().get::<Peer>().copied();
    let mut caller = Caller { peer, venue: None, subject: None };
    let refuse = |refused: Refused, caller: &Caller| {
        let refused = doors.refused_to(caller, refused);
        doors.note(&path, caller, &refused);
        refused.status().into_http::<Body>()
    };
    let request = match doors.open_case(&method, &acts, request).await {
        Case::Open(request) => return next.run(request).await,
        Case::Guarded(request) => request,
        Case::Refused(refused) => return refuse(refused, &caller),
    };
    match doors.authorities.are_there_any() {
        Ok(true) => {}
        Ok(false) if caller.is_local() => return next.run(request).await,
        Ok(false) => return refuse(Refused::NoAuthority, &caller),
        Err(unknown) => return refuse(unknown.into(), &caller),
    }
    let is_watch = method.is_watch();
    let (mut head, body) = request.into_parts();
    let token = bearer_token(&head.headers).ok_or(Refused::By(Refusal::NoToken));
    let claims = match token.and_then(|token| doors.claims(token)) {
        Ok(claims) => claims,
        Err(refused) => return refuse(refused, &caller),
    };
    caller.venue = Some(claims.venue.clone());
    caller.subject = Some(claims.credential.subject.clone());
    let most = match doors.judge(&claims, &acts, &caller) {
        Ok(most) => most,
        Err(refused) => return refuse(refused, &caller),
    };
    let request = Request::from_parts(head.clone(), body);
    let (mut asking, call) = match doors.ask(method, claims, most, request).await {
        Ok(asked) => asked,
        Err(refused) => return refuse(refused, &caller),
    };
    if let Some(circumstances) = &doors.circumstances {
        asking.known = circumstances.of(&call).await;
        let lasts = asking.credential.expires.duration_since(doors.now());
        if is_watch || lasts < SOON {
            asking.game_began = circumstances.game_began(&call).await;
        }
    }
    asking.acts = asking.known.act.map_or(asking.acts, |act| vec![act]);
    let admitted = match doors.admit_all(&asking) {
        Ok(admitted) => doors.check_record(&asking).await.map(|()| admitted),
        Err(refused) => Err(refused.given(&asking.known)),
    };
    let (bearer, standing) = match admitted {
        Ok(admitted) => admitted,
        Err(refused) => return refuse(refused, &caller),
    };
    head.headers.remove(header::CONTENT_LENGTH);
    let by = bearer.name.clone();
    head.extensions.insert(bearer.clone());
    head.extensions.insert(standing);
    let answer = next.run(Request::from_parts(head, Body::from(call.by(&by)))).await;
    if !is_watch {
        return answer;
    }
    let revoked = doors.clone().revoked(asking, bearer);
    answer.map(|body| revocable::until(body, revoked))
}

/// Returns the token of a request.
fn bearer_token(headers: &http::HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
