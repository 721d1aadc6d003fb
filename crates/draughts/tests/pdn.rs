//! Replays real game records to their final positions, or checks that they are refused for the
//! right reason.

use std::collections::BTreeMap;

use draughts::Color;
use draughts::pdn::{self, Export, PdnGame, Record, Status, Terminator, Unsupported};
use serde_json::Value;

fn status_word(game: &PdnGame) -> &'static str {
    match &game.status {
        Status::Ok => "OK",
        Status::HeaderOnly => "NO_MOVES",
        Status::Illegal { .. } => "ILLEGAL",
        Status::GaveUp { .. } => "GAVE_UP",
        Status::BadPosition { .. } => "BAD_POSITION",
        Status::Unsupported(Unsupported::NotNumeric { .. }) => "NOT_NUMERIC_10x10",
        Status::Unsupported(Unsupported::SmallBoard | Unsupported::GameType { .. }) => "8x8",
    }
}

fn check_game(game: &PdnGame, expected: &Value) {
    let name = format!("{} {} line {}", expected["file"], expected["index"], game.line);
    assert_eq!(status_word(game), expected["status"], "{name}: {}", game.status);
    for (tag, key) in [("White", "white"), ("Black", "black"), ("Result", "result")] {
        let value = game.tag(tag).map(|value| value.replace('"', "\\\""));
        assert_eq!(value.as_deref(), expected[key].as_str(), "{name}");
    }
    if expected["status"] == "OK" {
        assert_eq!(Some(game.plies.len() as u64), expected["plies"].as_u64(), "{name}");
        assert_eq!(game.final_position.board().to_letters(), expected["final"], "{name}");
        let turn = if expected["turn"] == "W" { Color::White } else { Color::Black };
        assert_eq!(game.final_position.turn(), turn, "{name}");
        check_written(game, &name);
    }
}

/// Checks that the written form of a game is read as the same game, without notes.
fn check_written(game: &PdnGame, name: &str) {
    let record = Record::try_from(game).expect("legal moves");
    let (tags, score, terminator) = (&game.tags, game.score, Terminator::Result);
    let export = Export { tags, record: &record, score, terminator };
    let text = pdn::write(&export);
    let movetext = text.split("\n\n").nth(1).expect("tags, then moves");
    let is_long = |line: &str| line.len() > 80 && !line.starts_with(['/', '{']);
    assert!(!movetext.lines().any(is_long), "{name}: {text}");
    let read = pdn::read(text.as_bytes());
    assert_eq!(read.len(), 1, "{name}: {text}");
    assert_eq!(read[0].status, Status::Ok, "{name}: {text}");
    assert_eq!(read[0].warnings, [], "{name}: {text}");
    assert!(read[0].moves().eq(game.moves()), "{name}: {text}");
    assert_eq!((read[0].start, read[0].score), (game.start, game.score), "{name}: {text}");
    assert_eq!(read[0].final_position, game.final_position, "{name}: {text}");
    for tag in ["White", "Black", "Event", "Site", "Annotator"] {
        let value = game.tag(tag).filter(|value| !value.chars().any(char::is_control));
        assert!(value.is_none() || read[0].tag(tag) == value, "{name}: {text}");
    }
    let again = Record::try_from(&read[0]).expect("legal moves");
    assert_eq!(again.plies(), record.plies(), "{name}");
    let export = Export { tags: &read[0].tags, record: &again, ..export };
    assert_eq!(pdn::write(&export), text, "{name}");
}

#[test]
fn every_record_of_the_index_is_read() {
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in test_data::json_lines("pdn/index.jsonl") {
        files.entry(line["file"].as_str().expect("a file").to_owned()).or_default().push(line);
    }
    let mut legal = 0;
    for (file, expected) in &files {
        let games = pdn::read(&test_data::bytes(&format!("pdn/{file}")));
        assert_eq!(games.len(), expected.len(), "{file}");
        for (game, expected) in games.iter().zip(expected) {
            check_game(game, expected);
            let is_sample = ["international/", "frisian/", "problems/"]
                .iter()
                .any(|folder| file.starts_with(folder));
            legal += usize::from(is_sample && game.status == Status::Ok);
        }
    }
    assert_eq!(legal, 889);
}

#[test]
fn every_deviation_of_real_files_is_read_as_its_row_says() {
    let rows = test_data::json_lines("pdn/deviations/index.jsonl");
    let mut read: BTreeMap<&str, Vec<PdnGame>> = BTreeMap::new();
    for row in &rows {
        let file = row["file"].as_str().expect("a file");
        let games = read
            .entry(file)
            .or_insert_with(|| pdn::read(&test_data::bytes(&format!("pdn/deviations/{file}"))));
        let index = row["index"].as_u64().and_then(|index| usize::try_from(index).ok());
        let game = &games[index.expect("an index")];
        let moves: Vec<String> =
            game.plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect();
        let warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(status_word(game), row["status"], "{row}: {}", game.status);
        assert_eq!(game.tag("White"), row["white"].as_str(), "{row}");
        assert_eq!(moves.join(" "), row["moves"], "{row}: {}", game.status);
        assert_eq!(game.score.map(|score| score.as_str()), row["result"].as_str(), "{row}");
        assert_eq!(serde_json::json!(warnings), row["warnings"], "{row}");
        if game.status == Status::Ok {
            check_written(game, file);
        }
    }
    assert_eq!(read.values().map(Vec::len).sum::<usize>(), rows.len());
}
