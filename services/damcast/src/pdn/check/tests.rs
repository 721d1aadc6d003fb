//! Checks of real files, of files that cannot be read, and of the games in the program.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use draughts::{
    Variant,
    pdn::{self, Status},
};
use serde_json::Value;

use super::*;

#[track_caller]
fn check(files: Vec<PathBuf>, json: bool) -> (Totals, String) {
    let variant = Supposed::Variant(Variant::International);
    let check = Check { files, variant, json };
    let mut output = Vec::new();
    let totals = check.check(&ProgressBar::hidden(), &mut output).unwrap();
    (totals, String::from_utf8(output).unwrap())
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn real_files_are_judged_as_by_the_oracle() {
    let folder = test_data::path("pdn");
    let expected = test_data::json_lines("pdn/index.jsonl");
    let names: BTreeSet<&str> =
        expected.iter().map(|line| line["file"].as_str().unwrap()).collect();
    let files = names.iter().map(|name| folder.join(name)).collect();
    let (totals, text) = check(files, true);
    let games: BTreeMap<(String, u64), Value> = json_lines(&text)
        .into_iter()
        .map(|game| {
            let file = Path::new(game["file"].as_str().unwrap());
            let name = file.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
            ((name, game["game"].as_u64().unwrap() - 1), game)
        })
        .collect();
    assert_eq!(games.len(), expected.len());
    for line in &expected {
        let key = (line["file"].as_str().unwrap().to_owned(), line["index"].as_u64().unwrap());
        let game = &games[&key];
        let status = match line["status"].as_str().unwrap() {
            "OK" => "ok",
            "NO_MOVES" => "header-only",
            "8x8" | "NOT_NUMERIC_10x10" => "unsupported",
            other => panic!("{other}"),
        };
        assert_eq!(game["status"], status, "{game}");
        assert_eq!(game.get("reason").is_some(), status == "unsupported", "{game}");
        if status == "ok" {
            for (ours, theirs) in [("plies", "plies"), ("final", "final"), ("turn", "turn")] {
                assert_eq!(game[ours], line[theirs], "{game}");
            }
        }
    }
    assert_eq!(totals.games.iter().sum::<usize>(), expected.len());
    assert_eq!(totals.count(GameStatus::Illegal), 0);
    assert!(!totals.is_fine());
}

#[test]
fn a_line_describes_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let text = b"[White \"A\x1b[1m\"]\n[Black \"B\"]\n32-28 19-23 28-19 *\n\n[White \"C\"]\n*\n\n\
          [White \"D\"]\n32-28 19-24 33-20 *\n\n[GameType \"25\"]\n22-17 *\n";
    let read = pdn::read(text);
    let illegal = &read[2].status;
    let [first, third] = [0, 2].map(|index: usize| read[index].final_position.fen());
    let games = file("games.pdn", text);
    let nothing = file("nothing.pdn", b"\n");
    let missing = folder.path().join("missing.pdn");
    let (totals, text) = check(vec![games, nothing, missing], false);
    let name = format!("{}/", folder.path().display());
    let expected = format!(
        "games.pdn 1: A\\u{{1b}}[1m – B  ok  3 plies  {first}  (wrong separator in \"28-19\" at ply 3)\n\
         games.pdn 2: C – ?  header-only\n\
         games.pdn 3: D – ?  illegal  2 plies  {third}  line 8: {illegal}\n\
         games.pdn 4: ? – ?  unsupported  line 11: game type \"25\" is not supported, \
         only 20 and 40 are\n\
         nothing.pdn: cannot be read: no game in it\n\
         missing.pdn: cannot be read: No such file or directory (os error 2)\n\
         4 games in 3 files: 1 ok, 1 header-only, 1 illegal, 1 unsupported; 1 warning; \
         2 files could not be read\n"
    );
    assert_eq!(text.replace(&name, ""), expected);
    assert_eq!((totals.games, totals.unreadable_files), ([1, 1, 1, 0, 1], 2));
}

#[test]
fn art_18_20_and_21_moves_and_results_after_the_end_by_rule_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let warnings = |tags: &str, moves: &str| -> Vec<String> {
        let path = folder.path().join("a.pdn");
        fs::write(&path, format!("{tags}\n\n{moves}\n")).unwrap();
        let (totals, text) = check(vec![path], true);
        let line = &json_lines(&text)[0];
        assert_eq!(line["status"], "ok", "{line}");
        let warnings: Vec<String> = serde_json::from_value(line["warnings"].clone()).unwrap();
        assert_eq!(totals.warnings, warnings.len());
        assert!(totals.is_fine());
        warnings
    };
    let frisian = |fen: &str, result: &str| {
        format!("[GameType \"40\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{result}\"]")
    };
    let last_piece =
        |result: &str| warnings(&frisian("W:W28:B23", result), &format!("1. 28x19 {result}"));
    assert_eq!(last_piece("1-0"), [""; 0]);
    assert_eq!(
        last_piece("0-1"),
        ["the result is black-wins, but the game ended at ply 1: white-wins (no-pieces)"]
    );
    // Art. 18: the side with two kings has made its seven moves.
    let won = [
        "46-41", "3-8", "47-33", "8-30", "33-11", "30-8", "11-33", "8-12", "33-47", "12-3",
        "41-19", "3-9", "47-36", "9x29",
    ];
    let kings = |plies: usize, result: &str| {
        let text = format!("{} {result}", won[..plies].join(" "));
        warnings(&frisian("W:WK46,K47:BK3", result), &text)
    };
    assert_eq!(kings(13, "1/2-1/2"), [""; 0]);
    let drawn = "draw (two-kings-against-one)";
    assert_eq!(
        kings(14, "1-0"),
        [
            format!("goes on after the game ended at ply 13: {drawn}"),
            format!("the result is white-wins, but the game ended at ply 13: {drawn}"),
        ]
    );
    // FMJD 6.1: the same position for the third time.
    let thrice = "1. 46-41 5-10 2. 41-46 10-5 3. 46-41 5-10 4. 41-46 10-5 5. 46-41 *";
    let tags = "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:WK46,32,33:BK5,19,20\"]";
    assert_eq!(
        warnings(tags, thrice),
        ["goes on after the game ended at ply 8: draw (repetition)"]
    );
}

#[test]
fn json_lines_hold_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdn");
    fs::write(&path, "[White \"A\"]\n[Result \"2-0\"]\n32-28 (open").unwrap();
    let (totals, text) = check(vec![path.clone(), folder.path().join("b.pdn")], true);
    let lines = json_lines(&text);
    assert_eq!(lines.len(), 2);
    let letters = ["b".repeat(20), "e".repeat(7), "weewe".to_owned(), "w".repeat(18)].concat();
    let expected = serde_json::json!({
        "file": path.display().to_string(), "game": 1, "line": 1, "white": "A", "black": null,
        "variant": "international", "status": "ok", "plies": 1, "final": letters, "turn": "B",
        "result": "white-wins", "warnings": ["a variation does not end"],
    });
    assert_eq!(lines[0], expected);
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains("No such file")));
    assert!(!totals.is_fine());
}

#[test]
fn the_demonstration_is_a_championship() {
    let games = pdn::read(include_bytes!("../../../games/demo.pdn"));
    assert_eq!(games.len(), 24);
    let mut rounds: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut pairs: BTreeSet<[&str; 2]> = BTreeSet::new();
    let mut results = BTreeSet::new();
    for game in &games {
        assert_eq!((&game.status, game.variant), (&Status::Ok, Variant::Frisian));
        assert_eq!(game.warnings, []);
        assert!((60..=120).contains(&game.plies.len()), "{} plies", game.plies.len());
        results.insert(game.score.expect("a result"));
        let mut pair = ["White", "Black"].map(|color| game.tag(color).unwrap());
        assert!(pair.iter().all(|name| name.starts_with("Engine ")), "{pair:?}");
        let seated = rounds.entry(game.tag("Round").unwrap()).or_default();
        assert!(pair.iter().all(|name| seated.insert(name)), "{pair:?} sit twice in a round");
        pair.sort_unstable();
        assert!(pairs.insert(pair), "{pair:?} meet again");
    }
    assert_eq!(rounds.keys().copied().collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(rounds.values().all(|seated| seated.len() == 16));
    assert_eq!(results.len(), 3, "wins of either side, and draws");
}

#[test]
fn the_international_games_are_legal() {
    let games = pdn::read(include_bytes!("../../../games/international.pdn"));
    assert_eq!(games.len(), 8);
    for game in &games {
        assert_eq!((&game.status, game.variant), (&Status::Ok, Variant::International));
        assert_eq!(game.warnings, []);
        assert!((60..=120).contains(&game.plies.len()), "{} plies", game.plies.len());
        assert!(game.score.is_some());
    }
}
