//! Calls that read: lists, tables, reasons of pairings.

use futures_util::StreamExt as _;
use phrases::Language;
use proto::{
    convert,
    v1::{
        ExplainPairingRequest, ExplainPairingResponse, GetStandingsRequest, GetStandingsResponse,
        RunningGames, WatchStandingsRequest, WatchStandingsResponse,
    },
};
use runtime::status;
use tonic::Status;

use super::{TournamentService, changes, key, watching::Watching};
use crate::tables::Wanted;

impl TournamentService {
    /// Why a round is paired as it is.
    pub(super) async fn explained(
        &self,
        request: ExplainPairingRequest,
    ) -> Result<ExplainPairingResponse, Status> {
        let shown = self.shown(&key(request.tournament)?).await?;
        let round = convert::round(request.round).map_err(|error| status(&error))?;
        let language = Language::from_tag(&request.language);
        let texts = phrases::pairing::round(shown.state(), round, language);
        let texts = texts.ok_or_else(|| Status::not_found(format!("there is no round {round}")))?;
        Ok(ExplainPairingResponse { texts })
    }

    /// The tables as they are wanted.
    pub(super) async fn standings(
        &self,
        request: GetStandingsRequest,
    ) -> Result<GetStandingsResponse, Status> {
        let running = request.running();
        let key = key(request.tournament)?;
        let if_withdrawn = match (request.if_withdrawn, running) {
            (0, _) => None,
            (number, RunningGames::Unspecified) => {
                Some(convert::participant(number).map_err(|error| status(&error))?)
            }
            (_, RunningGames::AsDraws | RunningGames::ByMaterial) => {
                let text = "if_withdrawn: only the official tables tell it";
                return Err(Status::invalid_argument(text));
            }
        };
        let shown = self.shown(&key).await?;
        if let Some(unknown) = if_withdrawn.filter(|one| shown.state().name_of(*one).is_none()) {
            return Err(Status::not_found(format!("there is no participant {unknown}")));
        }
        let wanted = Wanted { running, if_withdrawn, language: asked(&request.language) };
        let made = self.tables(key, wanted, &shown).await?;
        Ok(GetStandingsResponse {
            standings: made.standings.clone(),
            tables: made.tables.clone(),
            winners: made.winners.clone(),
        })
    }

    /// The tables as they are wanted, after every change.
    pub(super) async fn watched(
        &self,
        request: WatchStandingsRequest,
    ) -> Result<Watching<WatchStandingsResponse>, Status> {
        let running = request.running();
        let wanted = Wanted { running, if_withdrawn: None, language: asked(&request.language) };
        let key = key(request.tournament)?;
        let shown = self.tournaments.watch(&key).await.map_err(|error| status(&error))?;
        let tables = changes(self.sheets.watch((key, wanted), shown));
        let answers = tables.take_until(self.stopping.clone().cancelled_owned()).map(|made| {
            let made = made.map_err(|error| status(&*error))?;
            Ok(WatchStandingsResponse {
                standings: made.standings.clone(),
                tables: made.tables.clone(),
                winners: made.winners.clone(),
            })
        });
        Ok(Box::pin(answers))
    }
}

/// The language of texts; none are asked for with an empty tag.
fn asked(tag: &str) -> Option<Language> {
    (!tag.is_empty()).then(|| Language::from_tag(tag))
}
