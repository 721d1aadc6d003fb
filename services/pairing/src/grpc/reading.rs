//! Calls that read: standings, and the reasons of pairings.

use std::sync::Arc;

use futures_util::StreamExt as _;
use phrases::Language;
use proto::{
    convert::{self, ConvertError},
    subject::TournamentKey,
    v1::{
        self, ExplainPairingRequest, ExplainPairingResponse, GetStandingsRequest,
        GetStandingsResponse, ListProposalsRequest, ListProposalsResponse, RunningGames,
        WatchStandingsRequest, WatchStandingsResponse, WatchTournamentRequest,
        WatchTournamentResponse,
    },
};
use runtime::{AnswerStream, WhenFull};
use tokio::sync::watch;

use super::{
    TournamentService, answers,
    audience::Audience,
    changes, requests,
    watching::{Followed, Part},
};
use crate::{
    error::Error,
    standings::{Standings, StandingsQuery},
    tournaments::Snapshot,
};

impl TournamentService {
    /// Returns the tables for a snapshot of a tournament.
    async fn tables(
        &self,
        key: TournamentKey,
        query: StandingsQuery,
        snapshot: &Snapshot,
    ) -> Result<Arc<Standings>, Error> {
        Ok(self.tables.get((key, query), snapshot, WhenFull::Tell).await?)
    }

    /// Returns the reasons for the pairing of a round.
    pub(super) async fn explained(
        &self,
        request: ExplainPairingRequest,
    ) -> Result<ExplainPairingResponse, Error> {
        let snapshot = self.tournaments.get(&requests::key(request.tournament)?).await?;
        let round = convert::round(request.round)?;
        let language = Language::from_tag(&request.language);
        let explain = move || phrases::pairing::round(snapshot.state(), round, language);
        let texts = self.pool.run(explain).await?.ok_or(Error::UnknownRound(round))?;
        Ok(ExplainPairingResponse { texts })
    }

    /// Returns the proposals of a tournament, all or those of one participant.
    pub(super) async fn proposals(
        &self,
        request: ListProposalsRequest,
    ) -> Result<ListProposalsResponse, Error> {
        let snapshot = self.tournaments.get(&requests::key(request.tournament)?).await?;
        let language = Language::from_tag(&request.language);
        let listed = answers::proposals(snapshot.state(), language);
        let is_asked =
            |one: &v1::Proposal| request.participant == 0 || one.participant == request.participant;
        Ok(ListProposalsResponse { proposals: listed.filter(is_asked).collect() })
    }

    /// Returns the tables that a request asks for.
    pub(super) async fn standings(
        &self,
        audience: Audience,
        request: GetStandingsRequest,
    ) -> Result<GetStandingsResponse, Error> {
        let running = request.running();
        let key = requests::key(request.tournament)?;
        let if_withdrawn = match (request.if_withdrawn, running) {
            (0, _) => None,
            (number, RunningGames::Unspecified) => Some(convert::participant(number)?),
            (_, RunningGames::AsDraws | RunningGames::ByMaterial) => {
                let reason = "only for official tables; leave running unspecified";
                return Err(ConvertError::invalid("if_withdrawn", reason).into());
            }
        };
        let snapshot = self.tournaments.get(&key).await?;
        audience.check(&key, &snapshot)?;
        if let Some(unknown) = if_withdrawn.filter(|one| snapshot.state().name_of(*one).is_none()) {
            return Err(Error::UnknownParticipant(unknown));
        }
        let (language, is_as_entered) = (asked(&request.language), request.as_entered);
        let query = StandingsQuery { running, if_withdrawn, language, is_as_entered };
        let made = self.tables(key, query, &snapshot).await?;
        Ok(GetStandingsResponse {
            standings: made.standings.clone(),
            tables: made.tables.clone(),
            winners: made.winners.clone(),
        })
    }

    /// Streams the tables that a request asks for, after every change.
    pub(super) async fn watched(
        &self,
        audience: Audience,
        request: WatchStandingsRequest,
    ) -> Result<AnswerStream<WatchStandingsResponse>, Error> {
        let running = request.running();
        let language = asked(&request.language);
        let query = StandingsQuery { running, if_withdrawn: None, language, is_as_entered: false };
        let key = requests::key(request.tournament)?;
        let snapshots = self.tournaments.watch(&key).await?;
        let deleted = deletion(snapshots.clone());
        let tables = self.tables.watch((key, query), snapshots.clone());
        // The stream ends when an embargo is set. A caller who may read under it calls again, and
        // the doors decide.
        let ended = audience.ended(snapshots);
        let tables = changes(tables, self.stopping.clone());
        let tables = tables.take_until(deleted).take_until(ended);
        let answers = tables.map(|made| {
            let made = made.map_err(Error::from)?;
            Ok(WatchStandingsResponse {
                standings: made.standings.clone(),
                tables: made.tables.clone(),
                winners: made.winners.clone(),
            })
        });
        Ok(Box::pin(answers))
    }

    /// Streams a tournament as a request asks, after every change.
    pub(super) async fn followed(
        &self,
        request: WatchTournamentRequest,
    ) -> Result<AnswerStream<WatchTournamentResponse>, Error> {
        let (key, part) = (requests::key(request.tournament)?, Part::of(request.published));
        let snapshots = self.tournaments.watch(&key).await?;
        let deleted = deletion(snapshots.clone());
        let made_by = (self.tables.clone(), self.pool.clone());
        let followed = Followed::new(key, part, made_by, snapshots);
        let stopping = self.stopping.clone().cancelled_owned();
        Ok(Box::pin(runtime::answers(followed).take_until(deleted).take_until(stopping)))
    }
}

/// Waits until a tournament is deleted.
async fn deletion(mut snapshots: watch::Receiver<Snapshot>) {
    if snapshots.wait_for(|snapshot| snapshot.state().is_deleted()).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Returns the language of a tag; `None` for an empty one, which means that no texts are wanted.
fn asked(tag: &str) -> Option<Language> {
    (!tag.is_empty()).then(|| Language::from_tag(tag))
}
