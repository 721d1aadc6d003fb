//! The tables that a caller wants to see.

use draughts::Language;
use proto::{
    convert,
    subject::TournamentKey,
    v1::{self, RunningGames},
};
use tournament::{
    GroupTable, Tournament,
    ranking::{Participant, Running},
};

use crate::{
    running,
    tournaments::{Error, Tournaments, in_time},
};

/// How tables are to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) running: RunningGames,
    /// As if somebody had withdrawn; of the official tables only.
    pub(crate) if_withdrawn: Option<Participant>,
    /// With texts in this language, or without any.
    pub(crate) language: Option<Language>,
}

impl Wanted {
    /// Every row of every table, and the tables.
    ///
    /// # Errors
    /// [`Error`] when the games that are being played cannot be read.
    pub(crate) async fn tables(
        self,
        tournaments: &Tournaments,
        key: &TournamentKey,
        tournament: &Tournament,
    ) -> Result<(Vec<v1::Standing>, Vec<v1::GroupTable>), Error> {
        let tables: Vec<GroupTable> = match (self.running, self.if_withdrawn) {
            (RunningGames::Unspecified, None) => tournament.tables(Running::Ignored),
            (RunningGames::AsDraws, None) => tournament.tables(Running::Draws),
            (RunningGames::ByMaterial, None) => {
                let read = running::estimates(tournaments.log(), key, tournament);
                let estimates = in_time(key, read).await??;
                tournament.estimated_tables(&estimates)
            }
            (_, Some(participant)) => tournament.tables_if_withdrawn(participant),
        };
        let shown = convert::group_tables(tournament, &tables, self.language);
        Ok((convert::standings(&tables), shown))
    }
}
