//! The decisions of a tournament, read from its log in pages.

use phrases::Language;
use proto::{
    convert::{ConvertError, Record},
    subject::{Subject, TournamentKey},
    v1::{self, Decision, ListDecisionsRequest, ListDecisionsResponse},
};
use runtime::{BlockingPool, LedgerError, LogEntry, Page};
use tournament::{Event, EventKind, Tournament};

use crate::{
    error::Error,
    page,
    tournaments::{Tournaments, in_time},
};

/// Returns a page of the decisions of a tournament.
///
/// # Errors
/// [`enum@Error`] with the fault of the request, or the reason why the log cannot be read.
pub(crate) async fn list(
    tournaments: &Tournaments,
    pool: &BlockingPool,
    key: TournamentKey,
    request: &ListDecisionsRequest,
) -> Result<ListDecisionsResponse, Error> {
    let most = page::size(request.page_size);
    let from = from(&request.page_token)?;
    let snapshot = tournaments.history(&key).await?;
    let subject = Subject::log(&key);
    let filter = subject.to_string();
    let read = tournaments.log().page(subject.stream, &filter, from, most);
    let read = in_time(&key, read).await??;
    let language = Language::from_tag(&request.language);
    let answer = pool.run(move || decisions(read, from, snapshot.state(), language));
    Ok(answer.await??)
}

/// Returns the sequence in the stream at which a page begins.
fn from(page_token: &str) -> Result<u64, ConvertError> {
    match page_token {
        "" => Ok(1),
        token => token.parse().map_err(|_unread| page::unknown_token()),
    }
}

/// Converts the entries of a log `from` a sequence on to decisions.
///
/// # Errors
/// [`LedgerError`] if an entry cannot be read.
pub(crate) fn decisions(
    Page { entries, is_more }: Page,
    from: u64,
    tournament: &Tournament,
    language: Language,
) -> Result<ListDecisionsResponse, LedgerError> {
    let entries = entries.into_iter().collect::<Result<Vec<_>, _>>()?;
    let later = entries.last().map_or(from, |last| last.sequence.saturating_add(1)).to_string();
    let decisions = entries.into_iter().map(|entry| decision(entry, tournament, language));
    Ok(ListDecisionsResponse {
        decisions: decisions.collect(),
        next_page_token: if is_more { later.clone() } else { String::new() },
        later_token: later,
    })
}

fn decision(entry: LogEntry, tournament: &Tournament, language: Language) -> Decision {
    let events =
        if let Record::Tournament(events) = &entry.record { events.as_slice() } else { &[] };
    let mut decision = Decision {
        version: entry.version,
        at_ms: entry.recorded_at.millis(),
        cause: entry.cause,
        ..Decision::default()
    };
    for event in events {
        if let Event::Ruled { by, at } = event {
            by.name().unwrap_or_default().clone_into(&mut decision.by);
            decision.at_ms = at.millis();
            by.reason().clone_into(&mut decision.reason);
            by.device().clone_into(&mut decision.device);
            by.role().clone_into(&mut decision.role);
            decision.role_text = phrases::access::role_named(by.role(), language);
        } else {
            let text = phrases::tournament::event(tournament, event, language).unwrap_or_default();
            let kind = event.kind().map(EventKind::as_str).unwrap_or_default().to_owned();
            decision.events.push(v1::DecidedEvent { event: Some(event.into()), text, kind });
        }
    }
    decision
}
