//! The venues of an event log: which of them give signs of life, and when each last wrote to the
//! log.

use std::{collections::BTreeMap, time::Duration};

use futures_util::StreamExt as _;
use proto::{
    Timestamp,
    subject::{Stream, VenueId},
};
use runtime::LogEntry;
use serde::Serialize;
use tokio::time::{Instant, timeout_at};

use crate::log_reader::{LogReader, LogReaderError};

/// Time in which a sign of life comes that comes every two seconds.
const LISTEN: Duration = Duration::from_millis(2800);
/// Number of messages of ACCESS that are looked at, from its end.
const MESSAGES_MAX: u64 = 1000;

/// A venue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct VenueSeen {
    /// Its id.
    pub(crate) venue: String,
    /// True if it gives signs of life.
    pub(crate) is_fresh: bool,
    /// The moment of its last message in INPUT (of the last day) or ACCESS, in milliseconds since
    /// the Unix epoch.
    pub(crate) wrote_ms: Option<i64>,
}

/// The signs of life that were heard.
#[derive(Debug, Default)]
pub(super) struct Beats {
    of_all: bool,
    of: Vec<VenueId>,
}

/// Listens for signs of life, until one is for all venues or the time is over.
///
/// # Errors
/// [`LogReaderError`] if the server does not answer.
pub(super) async fn listen(reader: &LogReader) -> Result<Beats, LogReaderError> {
    let (mut heard, until) = (Beats::default(), Instant::now() + LISTEN);
    let mut beats = reader.beats().await?;
    while let Ok(Some(beat)) = timeout_at(until, beats.next()).await {
        match beat {
            Some(venue) => heard.of.push(venue),
            None => {
                heard.of_all = true;
                break;
            }
        }
    }
    Ok(heard)
}

/// Returns each venue with the moment of its last message in ACCESS, among the last
/// [`MESSAGES_MAX`] until `last`.
///
/// # Errors
/// [`LogReaderError`] if the server does not answer.
pub(super) async fn of_access(
    reader: &LogReader,
    last: u64,
) -> Result<BTreeMap<VenueId, Timestamp>, LogReaderError> {
    let mut wrote = BTreeMap::new();
    let take = |message| {
        if let Ok(entry) = LogEntry::read(message) {
            wrote.insert(entry.subject.tournament.venue, entry.recorded_at);
        }
    };
    let first = (last + 1).saturating_sub(MESSAGES_MAX);
    reader.read_from(Stream::Access, first, last, take).await?;
    Ok(wrote)
}

/// Returns the venues with what was heard of them, by their ids.
pub(super) fn seen(
    beats: &Beats,
    mut wrote: BTreeMap<VenueId, Option<Timestamp>>,
) -> Vec<VenueSeen> {
    for venue in &beats.of {
        wrote.entry(venue.clone()).or_default();
    }
    let seen = |(venue, wrote): (VenueId, Option<Timestamp>)| VenueSeen {
        is_fresh: beats.of_all || beats.of.contains(&venue),
        venue: venue.to_string(),
        wrote_ms: wrote.map(Timestamp::millis),
    };
    wrote.into_iter().map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_venue_is_fresh_by_its_own_signs_of_life_and_by_those_for_all() {
        let venue = |id: &str| id.parse::<VenueId>().unwrap();
        let at = Timestamp::from_millis(7);
        let fresh = |of_all, of: &[&str]| {
            let beats = Beats { of_all, of: of.iter().map(|id| venue(id)).collect() };
            let wrote = [(venue("drachten"), Some(at)), (venue("leeuwarden"), None)].into();
            let seen = seen(&beats, wrote);
            seen.into_iter().map(|it| (it.venue, it.is_fresh, it.wrote_ms)).collect::<Vec<_>>()
        };
        let drachten = |is_fresh| ("drachten".to_owned(), is_fresh, Some(7));
        let leeuwarden = |is_fresh| ("leeuwarden".to_owned(), is_fresh, None);
        assert_eq!(fresh(false, &[]), [drachten(false), leeuwarden(false)]);
        assert_eq!(fresh(true, &[]), [drachten(true), leeuwarden(true)]);
        assert_eq!(fresh(false, &["drachten"]), [drachten(true), leeuwarden(false)]);
        let with_another = [drachten(false), leeuwarden(false), ("sneek".to_owned(), true, None)];
        assert_eq!(fresh(false, &["sneek", "sneek"]), with_another);
    }
}
