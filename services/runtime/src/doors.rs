//! The doors of a service: who calls is what their token says, and what they may is what the log says.
//!
//! Every service folds ACCESS, so that a revocation holds at once, also where the others cannot be reached. Every call
//! of the contract goes through [`guard`], by the matrix of `access`; a call without a row in it is refused.
//!
//! A venue without an authority, such as one of a first look or a test, is open to callers on the machine itself and to
//! nobody else. `damcast access init` locks it.

mod call;
mod call_rates;
mod circumstances;
pub mod key_file;
mod revocable;
mod signature;
mod token;

use std::{
    net::{IpAddr, SocketAddr},
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use access::{
    Access, Act, Attempt, Attempts, AuthorityKey, Bearer, Credential, Refusal, Standing,
    Subject as Somebody, SubjectId, Target, TokenId,
};
use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use bytes::Bytes;
use http::{HeaderName, header, request::Parts};
use lru::LruCache;
use proto::{
    Timestamp,
    subject::{Stream, Subject, VenueId},
};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::{
    doors::{
        call::{Asked, FRAME_HEAD, Method},
        call_rates::CallRates,
        token::{TokenError, Unverified},
    },
    error_chain,
    event_log::EventLog,
    log_entry::LogEntry,
    mirror::Mirror,
    projection::{Followed, Projection, StartAt, follow},
    retry::Stopped,
    tasks::Tasks,
    tls::InTheClear,
};

pub use self::{
    call::Call,
    circumstances::{Circumstances, Known},
    signature::{SIGNATURE, signed_bytes},
    token::{AuthoritySecret, Claims, SecretError},
};

/// The metadata of an answer that names the refusal, such as `not-allowed`.
pub(crate) const REFUSAL: &str = "damcast-refusal";
/// The refusal of somebody who calls too often.
const TOO_OFTEN: &str = "too-often";
/// Bytes of the largest request that is read; services refuse smaller ones by their own limits.
const REQUEST_MAX: usize = 8 << 20;
/// Number of verified tokens that are remembered.
const TOKENS_MAX: NonZeroUsize = NonZeroUsize::new(4096).unwrap();
/// Headers of requests that somebody passes on.
const FORWARDED: [HeaderName; 3] =
    [header::FORWARDED, header::VIA, HeaderName::from_static("x-forwarded-for")];

/// The address of whoever opened the connection of a request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub(crate) SocketAddr);

impl Peer {
    /// Returns the address without its port.
    #[must_use]
    pub fn ip(self) -> IpAddr {
        self.0.ip().to_canonical()
    }
}

/// The doors of one service. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    authorities: Mirror<Access>,
    circumstances: Option<Arc<dyn Circumstances>>,
    /// The tokens that were verified, each with the key that signed it.
    verified: Arc<Mutex<LruCache<String, (AuthorityKey, Claims)>>>,
    attempts: Arc<Mutex<Attempts>>,
    rates: CallRates,
}

/// The reason why a call is refused before anything is asked of its service.
#[derive(Debug)]
enum Refused {
    /// Others on the way can read the call, and what is secret in it.
    InTheClear,
    /// The venues have no authority yet, and the caller is not on the machine itself.
    NoAuthority,
    /// The request cannot be read.
    Unreadable,
    /// The caller calls too often, and may go on after this time.
    TooOften(Duration),
    /// The authority refuses.
    By(Refusal),
}

impl Doors {
    /// Reads ACCESS, and follows it until the service stops.
    ///
    /// # Errors
    /// [`Stopped`] if the service stops first.
    pub(crate) async fn follow(
        log: &EventLog,
        tasks: &Tasks,
        circumstances: Option<Arc<dyn Circumstances>>,
    ) -> Result<Self, Stopped> {
        let authorities = Mirror::new(log.clone());
        let followed = Followed::all(Stream::Access, StartAt::First);
        follow(log, tasks, followed, Authorities(authorities.clone())).await?;
        let verified = Arc::new(Mutex::new(LruCache::new(TOKENS_MAX)));
        let (attempts, rates) = (Arc::default(), CallRates::default());
        Ok(Self { authorities, circumstances, verified, attempts, rates })
    }

    /// Returns true if some venue has an authority.
    fn is_locked(&self) -> bool {
        let authorities = self.authorities.all();
        authorities.iter().any(|(_subject, authority)| authority.state().key().is_some())
    }

    /// Returns what a token says, if its venue signed it.
    fn claims(&self, text: &str) -> Result<Claims, Refusal> {
        let verified = || self.verified.lock().unwrap_or_else(PoisonError::into_inner);
        let key_of = |venue: &VenueId| {
            let authority = self.authorities.get(&Subject::access(venue));
            authority.and_then(|authority| authority.state().key()).ok_or(Refusal::OtherVenue)
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

    /// Decides on a call.
    fn admit(&self, asking: &Asking, known: &Known, act: Act) -> Result<Bearer, Refusal> {
        let now = self.now();
        let authority = self.authorities.get(&Subject::access(&asking.venue));
        let authority = authority.ok_or(Refusal::OtherVenue)?;
        let target = Target {
            is_paired: known.is_paired,
            recorded: known.recorded,
            game_began: known.game_began,
            ..asking.asked.target()
        };
        let admission = authority.state().admit(Some(&asking.credential), act, &target, now)?;
        // No service keeps a proposal until somebody agrees, so it must not count by itself.
        if admission.standing == Standing::Proposal {
            return Err(Refusal::ProposalOnly);
        }
        // Only public acts have no bearer, and they do not come here.
        admission.bearer.ok_or(Refusal::NoToken)
    }

    /// Decides on a call by every row that it may fall under.
    fn admit_all(&self, asking: &Asking, known: &Known) -> Result<Bearer, Refusal> {
        let mut bearer = Err(Refusal::NoToken);
        for act in &asking.acts {
            bearer = Ok(self.admit(asking, known, *act)?);
            if act.is_signed() && !asking.is_signed {
                return Err(Refusal::NotSigned);
            }
        }
        bearer
    }

    /// Reads who calls and what for.
    async fn ask(&self, method: Method, request: Request) -> Result<(Asking, Call), Refused> {
        let token = bearer_token(request.headers()).ok_or(Refused::By(Refusal::NoToken))?;
        let Claims { venue, credential, .. } = self.claims(token).map_err(Refused::By)?;
        let mut acts = method.acts();
        let (head, body) = request.into_parts();
        let bytes = to_bytes(body, REQUEST_MAX).await.map_err(|_error| Refused::Unreadable)?;
        let is_signed = self.is_signed(&venue, &credential, &head, &bytes);
        let call = method.call(&bytes).ok_or(Refused::Unreadable)?;
        let asked = call.asked();
        if asked.venue.as_deref().is_some_and(|named| named != venue.as_str()) {
            return Err(Refused::By(Refusal::OtherVenue));
        }
        if let Some(act) = call.act() {
            acts = vec![act];
        }
        Ok((Asking { venue, credential, acts, asked, is_signed }, call))
    }

    /// Returns false if the bearer is a device and did not sign the request.
    fn is_signed(
        &self,
        venue: &VenueId,
        credential: &Credential,
        head: &Parts,
        framed: &Bytes,
    ) -> bool {
        let authority = self.authorities.get(&Subject::access(venue));
        let subject = authority.as_ref().and_then(|it| it.state().subject(&credential.subject));
        let Some(key) = subject.and_then(Somebody::device_key) else { return true };
        let request = framed.get(FRAME_HEAD..).unwrap_or_default();
        signature::is_signed(key, head.uri.path(), request, &head.headers)
    }

    /// Waits until a call would no longer be admitted, because somebody decided so or the token expired; returns the
    /// answer to it.
    async fn revoked(self, asking: Asking, known: Known) -> Status {
        let Some(mut changes) = self.authorities.watch(&Subject::access(&asking.venue)) else {
            return std::future::pending().await;
        };
        loop {
            if let Err(refusal) = self.admit_all(&asking, &known) {
                return status(&Refused::By(refusal));
            }
            let lasts = asking.credential.expires.duration_since(self.now());
            tokio::select! {
                biased;
                changed = changes.changed() => if changed.is_err() {
                    return std::future::pending().await;
                },
                () = tokio::time::sleep(lasts), if !lasts.is_zero() => {}
            }
        }
    }

    /// Counts a refused call, and logs the first of its kind in a minute.
    fn note(&self, call: &str, caller: &Caller, refused: &Refused) {
        let refusal = match refused {
            Refused::By(refusal) => refusal.as_str(),
            Refused::NoAuthority => "no-authority",
            Refused::TooOften(_retry) => TOO_OFTEN,
            Refused::InTheClear | Refused::Unreadable => return,
        };
        let (call, refusal) = (call.to_owned(), refusal.to_owned());
        let address = caller.address.map(|address| address.to_string()).unwrap_or_default();
        let attempt = Attempt { subject: caller.subject.clone(), call, refusal, address };
        let noted = {
            let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
            attempts.note(&attempt, self.now())
        };
        let Some(count) = noted else { return };
        if let (Some(circumstances), Some(venue)) = (&self.circumstances, self.venue_of(caller)) {
            circumstances.note_refused(&venue, &attempt, count);
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
        let only = || match &*self.authorities.all() {
            [(subject, _authority)] => Some(subject.tournament.venue.clone()),
            _ => None,
        };
        caller.venue.clone().or_else(only)
    }

    /// Checks that a caller does not call too often. Whoever is on the machine itself may.
    fn check_rate(&self, caller: &Caller, token: &TokenId) -> Result<(), Refused> {
        if caller.is_local {
            return Ok(());
        }
        self.rates.count_call(token, self.now()).map_err(Refused::TooOften)
    }

    /// Returns the refusal of a call; whoever is refused too often learns the reason no longer.
    fn refused_to(&self, caller: &Caller, refused: Refused) -> Refused {
        let Some(address) = caller.address.filter(|_address| !caller.is_local) else {
            return refused;
        };
        match self.rates.count_refused(address, self.now()) {
            Ok(()) => refused,
            Err(retry) => Refused::TooOften(retry),
        }
    }
}

/// The caller, as far as it is known.
#[derive(Debug)]
struct Caller {
    address: Option<IpAddr>,
    /// True if they are on this machine.
    is_local: bool,
    venue: Option<VenueId>,
    subject: Option<SubjectId>,
}

/// A call with its caller.
#[derive(Debug)]
struct Asking {
    venue: VenueId,
    credential: Credential,
    /// The rows of the matrix that have to allow it.
    acts: Vec<Act>,
    asked: Asked,
    /// False if the bearer is a device and did not sign the request.
    is_signed: bool,
}

/// Lets a call of the contract through to its service if the caller may make it, with the caller as its author, and
/// refuses it otherwise. An answer that goes on ends when the caller may no longer read it.
pub(crate) async fn guard(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let Some(method) = Method::of(request.uri().path()) else { return next.run(request).await };
    let acts = method.acts();
    // A public call can hold a secret, such as a passphrase; one that only shows holds none.
    let is_shown = method.is_shown() && acts.iter().all(|act| act.is_public());
    if !is_shown && request.extensions().get::<InTheClear>().is_some() {
        return status(&Refused::InTheClear).into_http();
    }
    if !acts.is_empty() && acts.iter().all(|act| act.is_public()) {
        return next.run(request).await;
    }
    let path = request.uri().path().trim_start_matches("/damcast.v1.").to_owned();
    let is_local = is_local(&request);
    let address = request.extensions().get::<Peer>().map(|peer| peer.ip());
    let mut caller = Caller { address, is_local, venue: None, subject: None };
    let refuse = |refused: Refused, caller: &Caller| {
        let refused = doors.refused_to(caller, refused);
        doors.note(&path, caller, &refused);
        status(&refused).into_http::<Body>()
    };
    if !doors.is_locked() {
        let answer = is_local.then(|| next.run(request));
        return match answer {
            Some(answer) => answer.await,
            None => refuse(Refused::NoAuthority, &caller),
        };
    }
    let is_watch = method.is_watch();
    let (mut head, body) = request.into_parts();
    let request = Request::from_parts(head.clone(), body);
    let (mut asking, call) = match doors.ask(method, request).await {
        Ok(asked) => asked,
        Err(refused) => return refuse(refused, &caller),
    };
    caller.venue = Some(asking.venue.clone());
    caller.subject = Some(asking.credential.subject.clone());
    if let Err(refused) = doors.check_rate(&caller, &asking.credential.token) {
        return refuse(refused, &caller);
    }
    let known = match &doors.circumstances {
        Some(circumstances) => circumstances.of(&call).await,
        None => Known::default(),
    };
    asking.acts = known.act.map_or(asking.acts, |act| vec![act]);
    let bearer = match doors.admit_all(&asking, &known) {
        Ok(bearer) => bearer,
        Err(refusal) => return refuse(Refused::By(refusal), &caller),
    };
    head.headers.remove(header::CONTENT_LENGTH);
    let by = bearer.name.clone();
    head.extensions.insert(bearer);
    let answer = next.run(Request::from_parts(head, Body::from(call.by(&by)))).await;
    if !is_watch {
        return answer;
    }
    let revoked = doors.clone().revoked(asking, known);
    answer.map(|body| revocable::until(body, revoked))
}

/// Returns true if the caller is on this machine, as far as the request tells.
fn is_local(request: &Request) -> bool {
    let is_passed_on = FORWARDED.iter().any(|name| request.headers().contains_key(name));
    let peer = request.extensions().get::<Peer>();
    !is_passed_on && peer.is_some_and(|peer| peer.ip().is_loopback())
}

/// Returns the token of a request.
fn bearer_token(headers: &http::HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn status(refused: &Refused) -> Status {
    let (code, text, name) = match refused {
        Refused::By(refusal) if refusal.is_about_token() => {
            (Code::Unauthenticated, refusal.to_string(), refusal.as_str())
        }
        Refused::By(refusal) => (Code::PermissionDenied, refusal.to_string(), refusal.as_str()),
        Refused::InTheClear => {
            let text = "this call is not taken over plain HTTP, where others on the way can read it: call https";
            (Code::Unauthenticated, text.to_owned(), "plain-http")
        }
        Refused::NoAuthority => {
            let text = "only callers on the machine itself may do this until `damcast access init` is run there";
            (Code::Unauthenticated, text.to_owned(), "no-authority")
        }
        Refused::TooOften(retry) => {
            let text = format!("too often: try again in {} s", retry.as_secs() + 1);
            (Code::ResourceExhausted, text, TOO_OFTEN)
        }
        Refused::Unreadable => {
            return Status::invalid_argument("the request cannot be read");
        }
    };
    let mut status = match refused {
        Refused::TooOften(retry) => {
            let retry = ErrorDetails::with_retry_info(Some(*retry));
            Status::with_error_details(code, text, retry)
        }
        Refused::InTheClear | Refused::NoAuthority | Refused::Unreadable | Refused::By(_) => {
            Status::new(code, text)
        }
    };
    if let Ok(name) = name.parse() {
        status.metadata_mut().insert(REFUSAL, name);
    }
    status
}

/// Folds ACCESS.
struct Authorities(Mirror<Access>);

impl Projection for Authorities {
    async fn apply(&mut self, entry: LogEntry) {
        if let Err(error) = self.0.apply(&entry).await {
            tracing::error!(error = error_chain(&error), "cannot read who may do what");
        }
    }

    fn reset(&mut self) -> bool {
        self.0.reset();
        true
    }
}
