//! Calls that decide about a tournament.

use proto::{
    convert::{self, ConvertError},
    v1::{
        EnterTeamRequest, EnterTeamResponse, ResolveTieRequest, ResolveTieResponse, TournamentRef,
    },
};
use tournament::Command;

use super::TournamentService;
use crate::{error::Error, requests, tournaments::Snapshot, view};

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

    /// Enters a team, and returns it.
    pub(super) async fn enter_named(
        &self,
        request: EnterTeamRequest,
    ) -> Result<EnterTeamResponse, Error> {
        let name = requests::tidied(&request.name).to_lowercase();
        let command = Ok(Command::EnterTeam { name: request.name });
        let snapshot = self.execute(request.tournament, &request.by, command).await?;
        let team = snapshot.state().teams().iter().find(|team| team.name.to_lowercase() == name);
        Ok(EnterTeamResponse { team: team.map(Into::into) })
    }

    /// Resolves a tie, and returns how.
    pub(super) async fn resolve(
        &self,
        mut request: ResolveTieRequest,
    ) -> Result<ResolveTieResponse, Error> {
        let (key, by) = (request.tournament.take(), std::mem::take(&mut request.by));
        let mut tied = request.participants.clone();
        let snapshot = self.execute(key, &by, requests::resolve(request)).await?;
        tied.sort_unstable();
        let resolved = snapshot.state().resolved_ties().iter().rev().find(|resolved| {
            let mut named = convert::numbers(&resolved.order);
            named.sort_unstable();
            named == tied
        });
        Ok(resolved.map(|one| view::resolved(snapshot.state(), one)).unwrap_or_default())
    }
}
