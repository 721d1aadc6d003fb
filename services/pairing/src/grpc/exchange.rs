//! Calls that export and import tournaments.

use std::sync::Arc;

use phrases::Language;
use proto::{
    convert,
    v1::{ExportTournamentRequest, ExportTournamentResponse, ImportTrfRequest, ImportTrfResponse},
};
use runtime::status;
use tonic::Status;
use tournament::trf::{self, Import};

use super::{TournamentService, key};
use crate::{error::Error, files};

impl TournamentService {
    /// Returns a tournament as a file.
    pub(super) async fn export(
        &self,
        request: ExportTournamentRequest,
    ) -> Result<ExportTournamentResponse, Status> {
        let (format, language) = (request.format(), Language::from_tag(&request.language));
        let group = match request.group {
            0 => None,
            number => Some(convert::group(number).map_err(|error| status(&error))?),
        };
        let snapshot = self.snapshot(&key(request.tournament)?).await?;
        let exported =
            runtime::run_blocking(move || files::export(snapshot.state(), group, format, language));
        exported.await.ok_or_else(stopping)?
    }

    /// Enters a report step by step.
    pub(super) async fn import(
        &self,
        request: ImportTrfRequest,
    ) -> Result<ImportTrfResponse, Status> {
        let ImportTrfRequest { tournament, content, by } = request;
        let key = key(tournament)?;
        let by = convert::author(&by).map_err(|error| status(&error))?;
        if content.len() > files::IMPORT_MAX {
            let (length, most) = (content.len(), files::IMPORT_MAX);
            let text = format!("content: {length} bytes, of which at most {most} are read");
            return Err(Status::invalid_argument(text));
        }
        let mut snapshot = self.snapshot(&key).await?;
        let read = runtime::run_blocking(move || {
            let read = trf::read(content.as_bytes());
            let problems = read.problems.clone();
            (Arc::new(Import::new(read)), problems)
        });
        let (import, mut problems) = read.await.ok_or_else(stopping)?;
        for step in 0..import.steps() {
            let taken = self.tournaments.import(&key, &import, step, by.clone()).await;
            let (after, not_entered) = taken.map_err(|error| status(&error))?;
            snapshot = after;
            problems.extend(not_entered);
        }
        let answered = runtime::run_blocking(move || {
            let tournament = snapshot.state();
            problems.extend(import.differences(tournament));
            let players = import.players(tournament).into_iter();
            let players = players.filter_map(|player| tournament.player(player));
            ImportTrfResponse {
                players: players.map(Into::into).collect(),
                problems: files::problems(problems),
            }
        });
        answered.await.ok_or_else(stopping)
    }
}

/// Returns the status of a call that the service could not finish before it stops.
fn stopping() -> Status {
    status(&Error::Stopping)
}
