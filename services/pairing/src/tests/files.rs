//! Tests with files of the largest tournaments, and of the size of their messages.

use draughts::Timestamp;
use phrases::Language;
use prost::Message as _;
use proto::{convert::Aggregate as _, v1::ExportFormat};
use tournament::{
    AbsenceNotice, Author, Birth, Command, Entry, PlayerId, RoundNumber, Settings, Tablets,
    Tournament,
    regulation::{Format, Preset, Regulation},
    swiss::FirstRound,
    trf::{Import, read},
};

use crate::files::{IMPORT_MAX, export};

/// Bytes of the largest message of NATS (`deploy/nats`), less room for the envelope.
const RECORD_MAX: usize = 60 * 1024;

const PLAYERS: u32 = 2000;
const ROUNDS: u32 = 9;

/// Returns a report in which each round everybody meets somebody of the other half, shifted by one
/// each round.
fn largest() -> String {
    let half = PLAYERS / 2;
    let mut lines = vec![format!("012 Grut\r\nXXR {ROUNDS}")];
    for number in 1..=PLAYERS {
        let at = (number - 1) % half;
        let mut line = format!(
            "001 {number:>4}      {:<33} {:>4} {:>26} {:>4} {:>4}",
            format!("Lastname{number}, Firstname"),
            1000 + number % 1000,
            "",
            "4.5",
            "",
        );
        for round in 0..ROUNDS {
            let is_first = number <= half;
            let other = if is_first {
                half + 1 + (at + round) % half
            } else {
                1 + (at + half - round) % half
            };
            let is_white = is_first == (round % 2 == 0);
            line.push_str(&format!("  {other:>4} {} =", if is_white { 'w' } else { 'b' }));
        }
        lines.push(line);
    }
    lines.join("\r\n")
}

fn created() -> Tournament {
    let mut tournament = Tournament::default();
    let swiss = Regulation::of(Preset::KndbSwiss);
    let first = FirstRound::EntrantsKnown;
    let regulation = Regulation { format: Format::Swiss(first), rounds: Some(ROUNDS), ..swiss };
    let time_control = super::open_round().state.regulation().and_then(|one| one.time_control);
    let name = "Grut".to_owned();
    let regulation = Regulation { time_control, ..regulation };
    let settings = Settings {
        name,
        notice: String::new(),
        place: String::new(),
        regulation,
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
    };
    let create = Command::Create { settings: Box::new(settings) };
    let events = tournament.decide(&create, &Author::SYSTEM, Timestamp::from_millis(1)).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
    tournament
}

#[test]
fn two_thousand_players_and_nine_rounds_are_imported_and_exported() {
    let text = largest();
    assert!(text.len() < IMPORT_MAX, "{} bytes", text.len());
    let import = Import::new(read(text.as_bytes()));
    let mut tournament = created();
    for step in 0..import.steps() {
        let at = Timestamp::from_millis(2);
        let imported = import.decide(step, &tournament, &Author::SYSTEM, at).unwrap();
        assert_eq!(imported.problems, []);
        imported.events.iter().for_each(|event| tournament.apply(event));
        let stored = tournament.to_record(&imported.events).encoded_len();
        assert!(stored <= RECORD_MAX, "step {step}: {stored} bytes");
    }
    assert!(tournament.is_finished());
    assert_eq!(import.differences(&tournament), []);
    for format in [ExportFormat::Trf16, ExportFormat::Csv, ExportFormat::Html] {
        let file = export(&tournament, None, format, Language::Frisian, false).unwrap();
        assert!(file.content.lines().count() > 2000, "{format:?}");
        assert!(file.encoded_len() <= runtime::MAX_ANSWER);
    }
}

#[test]
fn a_report_does_not_tell_when_a_player_was_born() {
    let mut tournament = created();
    for name in ["Anna", "Bauke"] {
        let birth = Some(Birth::new(1990, 5, 17).unwrap());
        let enter = Command::Enter { entry: Entry { birth, ..Entry::named(name) } };
        let events = tournament.decide(&enter, &Author::SYSTEM, Timestamp::from_millis(2)).unwrap();
        events.iter().for_each(|event| tournament.apply(event));
    }
    assert!(tournament.players().iter().all(|player| player.birth_year.is_some()));
    let report = export(&tournament, None, ExportFormat::Trf16, Language::English, false).unwrap();
    assert!(report.content.contains("Anna"), "{}", report.content);
    assert!(!report.content.contains("1990"), "{}", report.content);
}

#[test]
fn only_the_report_of_the_desk_names_who_is_absent_next_round() {
    let mut tournament = created();
    let absent = Command::ReportAbsent {
        participant: PlayerId::FIRST.into(),
        round: RoundNumber::FIRST,
        half_point_bye: false,
        notice: AbsenceNotice::default(),
    };
    for command in [
        Command::Enter { entry: Entry::named("Anna") },
        Command::Enter { entry: Entry::named("Bauke") },
        absent,
    ] {
        let at = Timestamp::from_millis(2);
        let events = tournament.decide(&command, &Author::SYSTEM, at).unwrap();
        events.iter().for_each(|event| tournament.apply(event));
    }
    let report = |is_as_entered| {
        let format = ExportFormat::Trf16;
        export(&tournament, None, format, Language::English, is_as_entered).unwrap().content
    };
    assert!(report(true).lines().any(|line| line == "XXZ 1"), "{}", report(true));
    assert!(!report(false).contains("XXZ"), "{}", report(false));
}
