//! Calls that export and import tournaments.

use std::{borrow::Cow, sync::Arc};

use phrases::Language;
use proto::{
    convert::{self, ConvertError},
    v1::{ExportTournamentRequest, ExportTournamentResponse, ImportTrfRequest, ImportTrfResponse},
};
use runtime::WhenFull;
use tournament::{
    Author, Tournament,
    trf::{self, Import, Problem},
};

use super::{TournamentService, audience::Audience, requests};
use crate::{error::Error, files};

impl TournamentService {
    /// Returns a tournament as a file.
    pub(super) async fn export(
        &self,
        audience: Audience,
        request: ExportTournamentRequest,
    ) -> Result<ExportTournamentResponse, Error> {
        let (format, language) = (request.format(), Language::from_tag(&request.language));
        let group = match request.group {
            0 => None,
            number => Some(convert::group(number)?),
        };
        let key = requests::key(request.tournament)?;
        let snapshot = self.tournaments.get(&key).await?;
        audience.check(&key, &snapshot)?;
        let is_as_entered = request.as_entered;
        let exported = self.pool.run(move || {
            let whole = snapshot.state();
            let seen = if is_as_entered { Cow::Borrowed(whole) } else { whole.as_public() };
            files::export(&seen, group, format, language, is_as_entered)
        });
        exported.await?
    }

    /// Enters a report step by step; a preview enters nothing, and tells what it would.
    pub(super) async fn import(
        &self,
        by: Author,
        request: ImportTrfRequest,
    ) -> Result<ImportTrfResponse, Error> {
        let ImportTrfRequest { tournament, content, preview, language, by: _ } = request;
        let language = Language::from_tag(&language);
        let key = requests::key(tournament)?;
        if content.len() > files::IMPORT_MAX {
            let (length, most) = (content.len(), files::IMPORT_MAX);
            let reason = format!("{length} bytes, of which at most {most} are read");
            return Err(ConvertError::invalid("content", reason).into());
        }
        let mut snapshot = self.tournaments.get(&key).await?;
        let read = self.pool.run(move || {
            let read = trf::read(content.as_bytes());
            let problems = read.problems.clone();
            (Arc::new(Import::new(read)), problems)
        });
        let (import, mut problems) = read.await?;
        if preview {
            let at = self.tournaments.now();
            let previewed = self.pool.run(move || {
                let (after, not_entered) = import.preview(snapshot.state(), &by, at)?;
                problems.extend(not_entered);
                Ok(answer(&import, &after, problems, language))
            });
            return previewed.await?;
        }
        for step in 0..import.steps() {
            let taken = self.tournaments.import(&key, &import, step, by.clone()).await;
            let (after, not_entered) = taken?;
            snapshot = after;
            problems.extend(not_entered);
        }
        // All is entered, so that this caller waits.
        let answer = move || answer(&import, snapshot.state(), problems, language);
        Ok(self.pool.run_or(WhenFull::Wait, answer).await?)
    }
}

/// Returns the players and rounds of a tournament after an import, with its problems and what
/// differs from the tables.
fn answer(
    import: &Import,
    tournament: &Tournament,
    mut problems: Vec<Problem>,
    language: Language,
) -> ImportTrfResponse {
    problems.extend(import.differences(tournament));
    let players = import.players(tournament).into_iter();
    let players = players.filter_map(|player| tournament.player(player));
    ImportTrfResponse {
        players: players.map(Into::into).collect(),
        problems: files::problems(problems, language),
        rounds: u32::try_from(tournament.rounds().len()).unwrap_or(u32::MAX),
    }
}
