//! The standings of a tournament, and the queries that callers make for them.

use std::{borrow::Cow, sync::Arc};

use phrases::{Language, standings};
use proto::{
    convert,
    subject::TournamentKey,
    v1::{self, RunningGames},
};
use runtime::{BlockingPool, EventLog, WhenFull};
use tournament::{
    Estimates, GroupTable, Tournament,
    ranking::{Participant, Ranking, Running},
};

use crate::{
    error::Error,
    running,
    tournaments::{Snapshot, in_time},
};

/// The options of a request for standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StandingsQuery {
    pub(crate) running: RunningGames,
    /// As if this participant had withdrawn; for official tables only.
    pub(crate) if_withdrawn: Option<Participant>,
    /// The language of the texts; `None` for tables without texts.
    pub(crate) language: Option<Language>,
    /// True if the texts have the names as they were entered, and not as everybody sees them.
    pub(crate) is_as_entered: bool,
}

/// The standings of a tournament.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Standings {
    /// Every row of every table.
    pub(crate) standings: Vec<v1::Standing>,
    /// The table of each group.
    pub(crate) tables: Vec<v1::GroupTable>,
    /// The official table of all groups together; `None` until there is one.
    pub(crate) winners: Option<v1::GroupTable>,
}

impl StandingsQuery {
    /// The official tables, without texts.
    pub(crate) const OFFICIAL: Self = Self {
        running: RunningGames::Unspecified,
        if_withdrawn: None,
        language: None,
        is_as_entered: false,
    };

    /// Returns true if the tables depend on the positions of running games.
    pub(crate) fn is_of_games(&self) -> bool {
        self.running == RunningGames::ByMaterial
    }

    /// Computes the tables, on a thread for long computations.
    ///
    /// # Errors
    /// [`enum@Error`] if the running games cannot be read, the pool is full, or the process stops.
    pub(crate) async fn make(
        self,
        log: &EventLog,
        (pool, when_full): (&BlockingPool, WhenFull),
        key: &TournamentKey,
        snapshot: Snapshot,
    ) -> Result<Standings, Error> {
        let estimates = if self.is_of_games() {
            in_time(key, running::estimates(log, key, snapshot.state())).await??
        } else {
            Estimates::new()
        };
        let made = pool.run_or(when_full, move || self.tables(snapshot.state(), &estimates));
        Ok(made.await?)
    }

    /// Returns the tables of a tournament with these estimates for its running games.
    pub(crate) fn tables(self, tournament: &Tournament, estimates: &Estimates) -> Standings {
        let tables: Vec<GroupTable> = match (self.running, self.if_withdrawn) {
            (RunningGames::Unspecified, None) => tournament.tables(Running::Ignored),
            (RunningGames::AsDraws, None) => tournament.tables(Running::Draws),
            (RunningGames::ByMaterial, None) => tournament.estimated_tables(estimates),
            (_, Some(participant)) => tournament.tables_if_withdrawn(participant),
        };
        let mut converted = convert::group_tables(tournament, &tables);
        let ranked = tournament.overall_table();
        let mut winners = ranked.as_ref().map(convert::overall_table);
        if let Some(language) = self.language {
            let named =
                if self.is_as_entered { Cow::Borrowed(tournament) } else { tournament.as_public() };
            let rankings = tables.iter().map(|table| &table.ranking).chain(&ranked);
            for (shown, ranking) in converted.iter_mut().chain(&mut winners).zip(rankings) {
                explain(shown, ranking, &named, language);
            }
        }
        Standings { standings: convert::standings(&tables), tables: converted, winners }
    }
}

/// Adds the texts of a table.
fn explain(
    shown: &mut v1::GroupTable,
    ranking: &Ranking,
    tournament: &Tournament,
    language: Language,
) {
    let name = |participant| name(tournament, participant);
    for (column, tie_break) in shown.columns.iter_mut().zip(&ranking.order.tie_breaks) {
        column.name = standings::tie_break(*tie_break, ranking.order.contest, language);
    }
    for (shown, row) in shown.rows.iter_mut().zip(&ranking.rows) {
        shown.explanation = standings::row(ranking, row, language, &name);
    }
    for (shown, tie) in shown.ties.iter_mut().zip(&ranking.ties) {
        shown.explanation = standings::tie(ranking, tie, language, &name);
    }
    for (shown, withdrawal) in shown.withdrawals.iter_mut().zip(&ranking.withdrawals) {
        shown.explanation = standings::withdrawal(ranking, withdrawal, language, &name);
    }
}

/// Returns the name of a participant, or the number of an unknown one.
pub(crate) fn name(tournament: &Tournament, participant: Participant) -> String {
    let known = tournament.name_of(participant).map(str::to_owned);
    known.unwrap_or_else(|| format!("#{participant}"))
}

/// Standings that are computed once and shared.
pub(crate) type SharedStandings = Result<Arc<Standings>, Arc<Error>>;
