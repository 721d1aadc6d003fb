//! Compares what the public saw with what the embargoes allow by the moments of the log.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, ensure};
use proto::{
    Timestamp, convert,
    subject::Stream,
    v1::{envelope::Record, tournament_event::Event as TournamentEvent},
};
use tournament::{EmbargoScope, Embargoes, Recorded};

use super::{Log, game};
use crate::embargoes::Sights;

impl Log {
    /// Checks that nothing was seen more than `error` before the embargoes allow it.
    pub(crate) fn check_embargoes(
        &self,
        embargoes: &Embargoes,
        sights: &Sights,
        error: Duration,
    ) -> Result<()> {
        let seen = sights.seen().clone();
        let ended = self.ends();
        let is_early = |at: Timestamp, due: Option<Timestamp>| {
            due.is_none_or(|due| at.saturating_add(error) < due)
        };
        for ((id, plies), at) in &seen.plies {
            let Some(recorded) = self.ply_recorded(id, *plies) else { continue };
            let told =
                Recorded { about: board(id)?, at: recorded, game_ended_at: ended.get(id).copied() };
            let due = embargoes.due(&told);
            ensure!(
                !is_early(*at, due),
                "{id} was shown at {at} with {plies} plies of {recorded}, public from {due:?} by \
                 {embargoes:#?}"
            );
        }
        for (id, at) in &seen.results {
            let recorded = *ended.get(id).with_context(|| format!("{id} was shown as ended"))?;
            let told = Recorded { about: board(id)?, at: recorded, game_ended_at: Some(recorded) };
            let due = embargoes.due(&told);
            ensure!(
                !is_early(*at, due),
                "the result of {id} was shown at {at}, of {recorded}, public from {due:?} by \
                 {embargoes:#?}"
            );
        }
        // The table counts a result once TOURNAMENT has it, and each but in the order of the log.
        let mut due: Vec<Option<Timestamp>> = Vec::new();
        for (table, at) in self.results_recorded() {
            let id = format!("r1-t{table}");
            let game_ended_at = ended.get(&id).copied();
            due.push(embargoes.due(&Recorded { about: board(&id)?, at, game_ended_at }));
        }
        for (counted, at) in &seen.counted {
            let public = due.iter().filter(|due| !is_early(*at, **due)).count();
            ensure!(
                *counted <= public,
                "{counted} results counted at {at}, when {public} were public of {due:?} by \
                 {embargoes:#?}"
            );
        }
        Ok(())
    }

    /// Returns the first moment at which each game was recorded as ended.
    fn ends(&self) -> BTreeMap<String, Timestamp> {
        let mut ends = BTreeMap::new();
        for entry in self.entries(Stream::Game) {
            let Some(Record::Game(record)) = &entry.envelope.record else { continue };
            if record.state.as_ref().is_some_and(|state| state.outcome.is_some()) {
                let at = Timestamp::from_millis(entry.envelope.recorded_at_ms);
                ends.entry(game(&entry.stored)).or_insert(at);
            }
        }
        ends
    }

    /// Returns the first moment at which a game was recorded with so many plies.
    fn ply_recorded(&self, id: &str, plies: usize) -> Option<Timestamp> {
        let mut entries = self.entries(Stream::Game).iter();
        let first = entries.find(|entry| match &entry.envelope.record {
            Some(Record::Game(record)) if game(&entry.stored) == id => {
                record.state.as_ref().is_some_and(|state| state.plies.len() >= plies)
            }
            _ => false,
        });
        first.map(|entry| Timestamp::from_millis(entry.envelope.recorded_at_ms))
    }

    /// Returns the tables of the results in TOURNAMENT, with the moments at which they were
    /// recorded.
    fn results_recorded(&self) -> Vec<(u32, Timestamp)> {
        let mut recorded = Vec::new();
        for entry in self.entries(Stream::Tournament) {
            let Some(Record::Tournament(record)) = &entry.envelope.record else { continue };
            let at = Timestamp::from_millis(entry.envelope.recorded_at_ms);
            for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
                if let TournamentEvent::ResultRecorded(result) = event {
                    recorded.push((result.table, at));
                }
            }
        }
        recorded
    }
}

/// Returns the board of a game of the round.
fn board(id: &str) -> Result<EmbargoScope> {
    let table = id.strip_prefix("r1-t").context("a game of round 1")?.parse()?;
    Ok(EmbargoScope::Board(convert::round(1)?, convert::table(table)?))
}
