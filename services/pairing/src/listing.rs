//! The list of all tournaments, which has an entry also of those that are not in memory.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use proto::{
    convert::ConvertError,
    subject::{TournamentKey, VenueId},
    v1,
};
use runtime::lock;
use tournament::Tournament;

use crate::page;

/// The entries of all tournaments, by venue and id. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    entries: Arc<Mutex<BTreeMap<TournamentKey, v1::TournamentSummary>>>,
}

impl Listing {
    /// Sets the entry of a tournament; one that was deleted has none.
    pub(crate) fn set(&self, key: &TournamentKey, tournament: &Tournament) {
        let mut all = self.lock();
        if tournament.is_deleted() {
            all.remove(key);
        } else {
            all.insert(key.clone(), entry(key, tournament));
        }
    }

    /// Removes every entry.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Returns the number of tournaments of a venue that have no paired round.
    pub(crate) fn unpaired(&self, venue: &VenueId) -> usize {
        let is_unpaired = |(key, summary): &(&TournamentKey, &v1::TournamentSummary)| {
            key.venue == *venue && summary.rounds == 0
        };
        self.lock().iter().filter(is_unpaired).count()
    }

    /// Returns a page of the list of tournaments, ordered by venue and id. A page token is the
    /// venue and id of the last tournament on the page before.
    ///
    /// # Errors
    /// [`ConvertError`] if the venue or the page token is invalid.
    pub(crate) fn page(
        &self,
        request: &v1::ListTournamentsRequest,
    ) -> Result<v1::ListTournamentsResponse, ConvertError> {
        let venue: Option<VenueId> = match request.venue.as_str() {
            "" => None,
            name => Some(name.parse()?),
        };
        let token = |key: &TournamentKey| format!("{}/{}", key.venue, key.tournament);
        let after = match request.page_token.as_str() {
            "" => None,
            token => Some(token.split_once('/').ok_or_else(page::unknown_token)?),
        };
        let of_page = |key: &TournamentKey| {
            venue.as_ref().is_none_or(|venue| *venue == key.venue)
                && after.is_none_or(|after| (key.venue.as_str(), key.tournament.as_str()) > after)
        };
        let all = self.lock();
        let mut wanted = all.iter().filter(|(key, _)| of_page(key)).peekable();
        let most = usize::try_from(page::size(request.page_size)).unwrap_or(usize::MAX);
        let (mut listed, mut last) = (v1::ListTournamentsResponse::default(), None);
        for (key, shown) in wanted.by_ref().take(most) {
            listed.tournaments.push(shown.clone());
            last = Some(key);
        }
        if let Some(last) = last.filter(|_| wanted.peek().is_some()) {
            listed.next_page_token = token(last);
        }
        Ok(listed)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TournamentKey, v1::TournamentSummary>> {
        lock(&self.entries)
    }
}

/// Returns the entry of a tournament in the list.
fn entry(key: &TournamentKey, tournament: &Tournament) -> v1::TournamentSummary {
    // The number of rounds and the end follow from results, which an embargo withholds.
    let shown = if tournament.is_embargoed() { 1 } else { usize::MAX };
    let mut summary = v1::TournamentSummary {
        tournament: Some(key.into()),
        players: count(tournament.players().len()),
        rounds: count(tournament.rounds().len().min(shown)),
        finished: tournament.is_finished() && !tournament.is_embargoed(),
        ..v1::TournamentSummary::default()
    };
    if let Some(settings) = tournament.settings() {
        summary.name.clone_from(&settings.name);
        summary.place.clone_from(&settings.place);
        summary.series.clone_from(&settings.series);
        summary.first_day = settings.days.map(|days| days.first().into());
        summary.last_day = settings.days.map(|days| days.last().into());
        summary.set_rules(settings.regulation.rules.into());
    }
    summary
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
