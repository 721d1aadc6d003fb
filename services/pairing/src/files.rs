//! Export of tournaments to files, and import from them.

use phrases::{Language, report};
use proto::{
    convert::ConvertError,
    v1::{ExportFormat, ExportTournamentResponse, ImportProblem, ProblemPlace},
};
use tournament::{
    Estimates, GroupNumber, Tournament,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Participant, Ranking, Results, Running},
    regulation::Format,
    trf::{LineEnd, Problem},
};

use crate::error::Error;

/// Bytes of the longest file that is read, enough for a report of
/// [`PLAYERS_MAX`](tournament::PLAYERS_MAX) players and 40 rounds.
pub(crate) const IMPORT_MAX: usize = 1024 * 1024;

/// Returns a tournament as a file: the official table of a group, or a report of one group or of
/// all players. Only a file of what was entered, for the desk, names who is absent next round.
///
/// # Errors
/// [`enum@Error`] with the fault of the request, or the reason why the tournament has no such file.
pub(crate) fn export(
    tournament: &Tournament,
    group: Option<GroupNumber>,
    format: ExportFormat,
    language: Language,
    is_as_entered: bool,
) -> Result<ExportTournamentResponse, Error> {
    let (content, media_type, problems) = match format {
        ExportFormat::Unspecified => return Err(ConvertError::Missing { field: "format" }.into()),
        ExportFormat::Trf16 => {
            let (content, problems) = trf(tournament, group, language, is_as_entered)?;
            (content, "text/plain", problems)
        }
        ExportFormat::Csv => {
            let (results, ranking) = sheet(tournament, group)?;
            (
                phrases::crosstable::csv(&crosstable(tournament, &results, &ranking), language),
                "text/csv",
                Vec::new(),
            )
        }
        ExportFormat::Html => {
            let (results, ranking) = sheet(tournament, group)?;
            let settings = tournament.settings();
            let name = settings.map_or("", |settings| settings.name.as_str());
            let notice = settings.map_or("", |settings| settings.notice.as_str());
            let table = crosstable(tournament, &results, &ranking);
            (phrases::crosstable::html(&table, name, notice, language), "text/html", Vec::new())
        }
    };
    let media_type = format!("{media_type}; charset=utf-8");
    Ok(ExportTournamentResponse { content, media_type, problems })
}

/// Returns the official table of a group. If none is named, it is that of all players after two
/// pools, from their finals on, and otherwise that of the first group.
fn sheet(tournament: &Tournament, group: Option<GroupNumber>) -> Result<(Results, Ranking), Error> {
    if let (None, Some(sheet)) = (group, tournament.final_results().zip(tournament.final_table())) {
        return Ok(sheet);
    }
    let group = group.unwrap_or(GroupNumber::FIRST);
    let tables = tournament.tables(Running::Ignored).into_iter();
    let mut sheets = tables.zip(tournament.results(&Estimates::new()));
    let sheet = sheets.find(|(table, _)| table.group == group);
    let (table, results) = sheet.ok_or(Error::UnknownGroup(group))?;
    Ok((results, table.ranking))
}

fn crosstable(tournament: &Tournament, results: &Results, ranking: &Ranking) -> Crosstable {
    let format = tournament.regulation().map(|regulation| regulation.format);
    let layout = match format {
        Some(Format::Swiss(_) | Format::Manual) | None => Layout::Swiss,
        // Players of two pools have not all met.
        Some(Format::Pools(_)) if ranking.is_of_finals() => Layout::Swiss,
        Some(
            Format::Prescribed(_) | Format::Table(_) | Format::Pools(_) | Format::Match { .. },
        ) => Layout::RoundRobin,
    };
    Crosstable::new(ranking, results, layout, |one| person(tournament, one))
}

fn person(tournament: &Tournament, participant: Participant) -> Person {
    let name = tournament.name_of(participant).unwrap_or_default().to_owned();
    if tournament.is_of_teams() {
        return Person { name, ..Person::default() };
    }
    let player = tournament.player(participant.into());
    Person {
        name,
        club: player.and_then(|player| player.club.clone()),
        rating: player.and_then(|player| player.rating),
    }
}

fn trf(
    tournament: &Tournament,
    group: Option<GroupNumber>,
    language: Language,
    is_as_entered: bool,
) -> Result<(String, Vec<String>), Error> {
    let (mut trf, losses) = tournament.to_trf(group)?;
    // Nobody is shown when a player was born.
    for player in &mut trf.players {
        player.birth_date.clear();
    }
    if !is_as_entered {
        trf.header.absent.clear();
    }
    let content = trf.write(LineEnd::CrLf)?;
    Ok((content, losses.iter().map(|loss| report::loss(*loss, language)).collect()))
}

/// Returns the problems of a file ordered by line; those of the file as a whole come last.
pub(crate) fn problems(mut problems: Vec<Problem>, language: Language) -> Vec<ImportProblem> {
    problems.sort_by_key(|problem| (problem.line.is_none(), problem.line));
    problems.iter().map(|one| problem(one, language)).collect()
}

fn problem(problem: &Problem, language: Language) -> ImportProblem {
    let line = problem.line.and_then(|line| u32::try_from(line).ok());
    let place = if line.is_some() { ProblemPlace::Line } else { ProblemPlace::File };
    let text = report::problem(&problem.kind, language);
    ImportProblem { line: line.unwrap_or(0), text, place: place.into() }
}
