//! Calls that decide about a tournament.

use proto::{
    convert::{self, ConvertError},
    v1::TournamentRef,
};
use tournament::Command;

use super::TournamentService;
use crate::{error::Error, requests, tournaments::Snapshot};

impl TournamentService {
    /// Carries out a command of the person named `by` on a tournament; returns the tournament after
    /// it.
    pub(super) async fn execute(
        &self,
        tournament: Option<TournamentRef>,
        by: &str,
        command: Result<Command, ConvertError>,
    ) -> Result<Snapshot, Error> {
        self.execute_because(tournament, by, String::new(), command).await
    }

    /// Carries out a command of the person named `by`, with the reason that they give.
    pub(super) async fn execute_because(
        &self,
        tournament: Option<TournamentRef>,
        by: &str,
        reason: String,
        command: Result<Command, ConvertError>,
    ) -> Result<Snapshot, Error> {
        let key = requests::key(tournament)?;
        let by = convert::author(by)?.because(reason);
        self.tournaments.execute(&key, command?, by, None, None).await
    }
}
