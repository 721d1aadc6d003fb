//! Calls that decide about a tournament.

use phrases::Language;
use proto::{
    convert::{self, ConvertError},
    v1::{
        PairPlayOffRequest, PairPlayOffResponse, PairRoundRequest, PairRoundResponse,
        ResolveTieRequest, ResolveTieResponse, TournamentRef,
    },
};
use tournament::{Author, Command};

use super::{TournamentService, answers, requests};
use crate::{error::Error, tournaments::Snapshot};

impl TournamentService {
    /// Carries out a command on a tournament; returns the tournament after it.
    pub(super) async fn execute(
        &self,
        tournament: Option<TournamentRef>,
        by: Author,
        command: Result<Command, ConvertError>,
    ) -> Result<Snapshot, Error> {
        let key = requests::key(tournament)?;
        self.tournaments.execute(&key, command?, by, None, None).await
    }

    /// Carries out a command on a tournament, or keeps it as a proposal.
    pub(super) async fn execute_or_propose(
        &self,
        is_proposal: bool,
        tournament: Option<TournamentRef>,
        by: Author,
        command: Result<Command, ConvertError>,
    ) -> Result<Snapshot, Error> {
        let proposed = |command| Command::Propose { command: Box::new(command) };
        let command = if is_proposal { command.map(proposed) } else { command };
        self.execute(tournament, by, command).await
    }

    /// Pairs a round, and returns its pairings with their deviations from the norms.
    pub(super) async fn pair(
        &self,
        by: Author,
        mut request: PairRoundRequest,
    ) -> Result<PairRoundResponse, Error> {
        let key = request.tournament.take();
        let (number, language) = (request.round, Language::from_tag(&request.language));
        let snapshot = self.execute(key, by, requests::pair(request)).await?;
        let state = snapshot.state();
        let round = convert::round(number).ok().and_then(|number| state.round(number));
        Ok(PairRoundResponse {
            round: round.map(|it| answers::pairings(state, it)),
            warnings: round.map(|it| answers::warnings(state, it, language)).unwrap_or_default(),
        })
    }

    /// Pairs the games of a play-off, and returns them.
    pub(super) async fn pair_tied(
        &self,
        by: Author,
        mut request: PairPlayOffRequest,
    ) -> Result<PairPlayOffResponse, Error> {
        let key = request.tournament.take();
        let number = request.round;
        let snapshot = self.execute(key, by, requests::play_off(request)).await?;
        let round = convert::round(number).ok().and_then(|number| snapshot.state().round(number));
        Ok(PairPlayOffResponse { round: round.map(|it| answers::pairings(snapshot.state(), it)) })
    }

    /// Resolves a tie, and returns how.
    pub(super) async fn resolve(
        &self,
        by: Author,
        mut request: ResolveTieRequest,
    ) -> Result<ResolveTieResponse, Error> {
        let key = request.tournament.take();
        let language = Language::from_tag(&request.language);
        let mut tied = request.participants.clone();
        let snapshot = self.execute(key, by, requests::resolve(request)).await?;
        tied.sort_unstable();
        let resolved = snapshot.state().resolved_ties().iter().rev().find(|resolved| {
            let mut named = convert::numbers(&resolved.order);
            named.sort_unstable();
            named == tied
        });
        Ok(resolved
            .map(|one| answers::resolved(snapshot.state(), one, language))
            .unwrap_or_default())
    }
}
