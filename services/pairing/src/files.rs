//! Tournaments as files, and entries from files.

use draughts::Language;
use proto::v1::{ExportFormat, ExportTournamentResponse};
use tonic::Status;
use tournament::{
    Entry, Estimates, GroupNumber, PlayerId, Tournament,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Participant, Ranking, Results, Running},
    regulation::{Birth, Format},
    trf::{Header, LineEnd, Trf, TrfPlayer},
};

/// Writes the official table of a group.
///
/// # Errors
/// [`Status`] that says what is asked wrongly, or why there is no such file of it.
pub(crate) fn export(
    tournament: &Tournament,
    group: GroupNumber,
    format: ExportFormat,
    language: Language,
) -> Result<ExportTournamentResponse, Status> {
    let tables = tournament.tables(Running::Ignored).into_iter();
    let mut sheets = tables.zip(tournament.results(&Estimates::new()));
    let sheet = sheets.find(|(table, _)| table.group == group);
    let (table, results) =
        sheet.ok_or_else(|| Status::not_found(format!("there is no group {group}")))?;
    let ranking = &table.ranking;
    match format {
        ExportFormat::Unspecified => Err(Status::invalid_argument("format is missing")),
        ExportFormat::Trf16 => report(tournament, &results, ranking),
        ExportFormat::Csv => Ok(ExportTournamentResponse {
            content: crosstable(tournament, &results, ranking).csv(language),
            media_type: "text/csv; charset=utf-8".to_owned(),
            problems: Vec::new(),
        }),
        ExportFormat::Html => {
            let settings = tournament.settings();
            let name = settings.map_or("", |settings| settings.name.as_str());
            let notice = settings.map_or("", |settings| settings.notice.as_str());
            Ok(ExportTournamentResponse {
                content: crosstable(tournament, &results, ranking).html(name, notice, language),
                media_type: "text/html; charset=utf-8".to_owned(),
                problems: Vec::new(),
            })
        }
    }
}

fn crosstable(tournament: &Tournament, results: &Results, ranking: &Ranking) -> Crosstable {
    let format = tournament.regulation().map(|regulation| regulation.format);
    let layout = match format {
        Some(Format::Swiss(_) | Format::Manual) | None => Layout::Swiss,
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

fn report(
    tournament: &Tournament,
    results: &Results,
    ranking: &Ranking,
) -> Result<ExportTournamentResponse, Status> {
    let settings = tournament.settings();
    let header = Header {
        name: settings.map(|settings| settings.name.clone()).unwrap_or_default(),
        rounds_total: tournament.rounds_total().and_then(|rounds| u32::try_from(rounds).ok()),
        ..Header::default()
    };
    let players = results.participants().iter().map(|one| line(tournament, *one)).collect();
    let cannot = |error: String| Status::failed_precondition(error);
    let (trf, losses) = Trf::of_event(header, players, results, ranking)
        .map_err(|error| cannot(error.to_string()))?;
    let content = trf.write(LineEnd::CrLf).map_err(|error| cannot(error.to_string()))?;
    Ok(ExportTournamentResponse {
        content,
        media_type: "text/plain; charset=utf-8".to_owned(),
        problems: losses.iter().map(ToString::to_string).collect(),
    })
}

fn line(tournament: &Tournament, participant: Participant) -> TrfPlayer {
    let number = PlayerId::from(participant);
    let name = tournament.name_of(participant).unwrap_or_default();
    let player = tournament.player(number);
    let mut line = TrfPlayer::new(number, name);
    line.rating = player.and_then(|player| player.rating);
    line.birth_date = player
        .and_then(|player| player.birth)
        .map(|birth| format!("{:04}/{:02}/{:02}", birth.year(), birth.month(), birth.day()))
        .unwrap_or_default();
    line
}

/// The entry that a line of a report asks for. A date that is none is left out.
pub(crate) fn entry(line: &TrfPlayer) -> Entry {
    Entry { rating: line.rating, birth: birth(&line.birth_date), ..Entry::named(&*line.name) }
}

fn birth(date: &str) -> Option<Birth> {
    let mut parts = date.splitn(3, ['/', '-', '.']).map(|part| part.trim().parse().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    Birth::new(year, month, day).ok()
}
