//! Changes of seats and of the grace by people at the desk, read from the log in pages.

use live_game::table::DeskAct;
use phrases::{Language, access::role_named, seats::change};
use proto::{
    convert::{ConvertError, Record},
    subject::{Stream, Subject, TournamentKey},
    v1::{ListSeatActsRequest, ListSeatActsResponse, SeatAct},
};
use runtime::{EventLog, LogEntry, Page};

use crate::error::Error;

/// Number of messages that are read for a page; few of them are acts.
const PAGE: u32 = 500;

/// Returns a page of the acts at the tables of a tournament, which exists.
///
/// # Errors
/// [`enum@Error`] with the fault of the request, or the reason why the log cannot be read.
pub(crate) async fn list(
    log: &EventLog,
    key: &TournamentKey,
    request: &ListSeatActsRequest,
) -> Result<ListSeatActsResponse, Error> {
    let from = from(&request.page_token)?;
    let subject = Subject::tables(key).to_string();
    let page = log.page(Stream::Input, &subject, from, PAGE).await?;
    Ok(acts(page, from, Language::from_tag(&request.language)))
}

/// Returns the sequence in INPUT at which a page begins.
fn from(page_token: &str) -> Result<u64, ConvertError> {
    match page_token {
        "" => Ok(1),
        token => token.parse().map_err(|_unread| {
            let reason = "unknown; send a token of an answer, or nothing for the first page";
            ConvertError::invalid("page_token", reason)
        }),
    }
}

/// Converts the messages at the tables `from` a sequence on to acts. What cannot be read is left
/// out, as everywhere at the seats.
fn acts(Page { entries, is_more }: Page, from: u64, language: Language) -> ListSeatActsResponse {
    let entries: Vec<LogEntry> = entries.into_iter().flatten().collect();
    let later = entries.last().map_or(from, |last| last.sequence.saturating_add(1)).to_string();
    ListSeatActsResponse {
        acts: entries.iter().filter_map(|entry| act(entry, language)).collect(),
        next_page_token: if is_more { later.clone() } else { String::new() },
        later_token: later,
    }
}

fn act(entry: &LogEntry, language: Language) -> Option<SeatAct> {
    let Record::Tables(event) = &entry.record else { return None };
    let DeskAct { by, role, subject: _, at } = event.act()?.clone();
    Some(SeatAct {
        version: entry.version,
        by,
        role_text: role_named(&role, language),
        role,
        at_ms: at.millis(),
        text: change(event, language)?,
    })
}
