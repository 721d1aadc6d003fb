//! The decisions of a tournament, read from its log in pages.

use phrases::Language;
use proto::{
    convert::Record,
    subject::{Subject, TournamentKey},
    v1::{self, Decision, ListDecisionsRequest, ListDecisionsResponse},
};
use runtime::{LedgerError, LogEntry, Page, status};
use tonic::Status;
use tournament::{Event, Tournament};

use crate::{
    error::Error,
    tournaments::{Tournaments, in_time},
};

/// Number of decisions on a page unless the request gives one, and the largest that it may give.
const PAGE_SIZE: u32 = 50;
const PAGE_SIZE_MAX: u32 = 500;

/// Returns a page of the decisions of a tournament.
///
/// # Errors
/// [`Status`] with the fault of the request, or the reason why the log cannot be read.
pub(crate) async fn list(
    tournaments: &Tournaments,
    key: TournamentKey,
    request: &ListDecisionsRequest,
) -> Result<ListDecisionsResponse, Status> {
    let most = match request.page_size {
        0 => PAGE_SIZE,
        size => size.min(PAGE_SIZE_MAX),
    };
    let from = from(&request.page_token)?;
    let snapshot = tournaments.get(&key).await.map_err(|error| status(&error))?;
    let subject = Subject::log(&key);
    let filter = subject.to_string();
    let read = tournaments.log().page(subject.stream, &filter, from, most);
    let read = in_time(&key, read).await.map_err(|error| status(&error))?;
    let read = read.map_err(|error| status(&error))?;
    let language = Language::from_tag(&request.language);
    let answer = runtime::run_blocking(move || page(read, snapshot.state(), language)).await;
    answer.ok_or_else(|| status(&Error::Stopping))?.map_err(|error| status(&error))
}

/// Returns the sequence in the stream at which a page begins.
fn from(page_token: &str) -> Result<u64, Status> {
    match page_token {
        "" => Ok(1),
        token => token.parse().map_err(|_unread| {
            Status::invalid_argument("page_token: it is none that an answer gave")
        }),
    }
}

/// Converts entries of a log to decisions.
///
/// # Errors
/// [`LedgerError`] if an entry cannot be read.
pub(crate) fn page(
    Page { entries, is_more }: Page,
    tournament: &Tournament,
    language: Language,
) -> Result<ListDecisionsResponse, LedgerError> {
    let entries = entries.into_iter().collect::<Result<Vec<_>, _>>()?;
    let next = entries.last().filter(|_| is_more).map(|last| last.sequence.saturating_add(1));
    let decisions = entries.into_iter().map(|entry| decision(entry, tournament, language));
    Ok(ListDecisionsResponse {
        decisions: decisions.collect(),
        next_page_token: next.map(|next| next.to_string()).unwrap_or_default(),
    })
}

fn decision(entry: LogEntry, tournament: &Tournament, language: Language) -> Decision {
    let events =
        if let Record::Tournament(events) = &entry.record { events.as_slice() } else { &[] };
    let mut decision = Decision {
        version: entry.version,
        by: String::new(),
        at_ms: entry.recorded_at.millis(),
        cause: entry.cause,
        events: Vec::new(),
    };
    for event in events {
        if let Event::Ruled { by, at } = event {
            by.name().unwrap_or_default().clone_into(&mut decision.by);
            decision.at_ms = at.millis();
        } else {
            let text = phrases::tournament::event(tournament, event, language).unwrap_or_default();
            decision.events.push(v1::DecidedEvent { event: Some(event.into()), text });
        }
    }
    decision
}
