//! The decisions of a tournament, read from its log in pages.

use phrases::Language;
use prost::Message as _;
use proto::{
    convert::{self, Aggregate as _},
    subject::{Subject, TournamentKey},
    v1::{self, Decision, Envelope, ListDecisionsRequest, ListDecisionsResponse, envelope::Record},
};
use runtime::{LedgerError, Stored, status};
use tonic::Status;
use tournament::{Event, Tournament};

use crate::{
    error::Error,
    tournaments::{Tournaments, in_time},
};

/// How many decisions a page has when nobody says it, and how many it may have.
const PAGE: u32 = 50;
const PAGE_MAX: u32 = 500;

/// A page of what was decided.
///
/// # Errors
/// [`Status`] that says what is asked wrongly, or why the log does not tell.
pub(crate) async fn list(
    tournaments: &Tournaments,
    key: TournamentKey,
    request: &ListDecisionsRequest,
) -> Result<ListDecisionsResponse, Status> {
    let most = match request.page_size {
        0 => PAGE,
        size => size.min(PAGE_MAX),
    };
    let from = from(&request.page_token)?;
    let shown = tournaments.shown(&key).await.map_err(|error| status(&error))?;
    let subject = Subject::log(&key);
    let name = subject.to_string();
    let read = tournaments.log().read_some(subject.stream, &name, from, most);
    let read = in_time(&key, read).await.map_err(|error| status(&error))?;
    let (written, is_more) = read.map_err(|error| status(&LedgerError::from(error)))?;
    let language = Language::from_tag(&request.language);
    let told = runtime::apart(move || page(&written, is_more, shown.state(), language)).await;
    told.ok_or_else(|| status(&Error::Stopping))?.map_err(|error| status(&error))
}

/// Returns the sequence at which a page begins in the stream.
fn from(page_token: &str) -> Result<u64, Status> {
    match page_token {
        "" => Ok(1),
        token => token.parse().map_err(|_unread| {
            Status::invalid_argument("page_token: it is none that an answer gave")
        }),
    }
}

/// Messages of a log, as decisions.
///
/// # Errors
/// [`LedgerError`] when one cannot be understood.
pub(crate) fn page(
    written: &[Stored],
    is_more: bool,
    tournament: &Tournament,
    language: Language,
) -> Result<ListDecisionsResponse, LedgerError> {
    let decisions = written.iter().map(|message| decision(message, tournament, language));
    let next = written.last().filter(|_| is_more).map(|last| last.sequence.saturating_add(1));
    Ok(ListDecisionsResponse {
        decisions: decisions.collect::<Result<_, _>>()?,
        next_page_token: next.map(|next| next.to_string()).unwrap_or_default(),
    })
}

fn decision(
    message: &Stored,
    tournament: &Tournament,
    language: Language,
) -> Result<Decision, LedgerError> {
    let at = || (message.subject.clone(), message.sequence);
    let envelope = Envelope::decode(message.payload.clone()).map_err(|source| {
        let (subject, sequence) = at();
        LedgerError::Decode { subject, sequence, source }
    })?;
    let mut wire = match &envelope.record {
        Some(Record::Tournament(record)) => record.events.clone(),
        _ => Vec::new(),
    };
    wire.iter_mut().for_each(convert::forget_birth_days);
    let events = envelope.record.map_or(Ok(Vec::new()), Tournament::from_record);
    let events = events.map_err(|source| {
        let (subject, sequence) = at();
        LedgerError::Record { subject, sequence, source }
    })?;
    let mut decision = Decision {
        version: envelope.version,
        by: String::new(),
        at_ms: envelope.recorded_at_ms,
        cause: envelope.cause,
        events: Vec::new(),
    };
    for (event, wire) in events.iter().zip(wire) {
        match (event, phrases::tournament::event(tournament, event, language)) {
            (Event::Ruled { by, at }, _) => {
                by.name().unwrap_or_default().clone_into(&mut decision.by);
                decision.at_ms = at.millis();
            }
            (_, text) => decision
                .events
                .push(v1::DecidedEvent { event: Some(wire), text: text.unwrap_or_default() }),
        }
    }
    Ok(decision)
}
