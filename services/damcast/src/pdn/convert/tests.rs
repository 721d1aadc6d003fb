//! Converted files are read as the same games.

use draughts::pdn::{self, Status};
use serde_json::Value;

use super::*;

/// Returns the output, the notes and the totals.
#[track_caller]
fn convert(files: &[&Path], to: Form, terminator: End) -> (String, String, Totals) {
    let files = files.iter().map(|&file| file.to_owned()).collect();
    let game_type = "international".parse().unwrap();
    let convert = Convert { files, to, terminator, game_type, output: None };
    let (mut output, mut notes) = (Vec::new(), Vec::new());
    let totals = convert.convert(&ProgressBar::hidden(), &mut output, &mut notes).unwrap();
    (String::from_utf8(output).unwrap(), String::from_utf8(notes).unwrap(), totals)
}

#[track_caller]
fn check(text: &str, to: Form, output: &str, notes: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdn");
    fs::write(&path, text).unwrap();
    let (written, found, totals) = convert(&[&path], to, End::Result);
    let folder = format!("{}/", folder.path().display());
    assert_eq!(written.replace(&folder, ""), output);
    assert_eq!(found.replace(&folder, ""), notes);
    assert_eq!(totals.is_fine(), notes.lines().count() == 1, "{notes}");
}

#[test]
fn every_real_file_is_read_again_as_the_same_games() {
    let mut games_of_all = 0;
    for folder in ["international", "frisian", "problems", "other-boards"] {
        let entries = fs::read_dir(test_data::path("pdn").join(folder)).unwrap();
        for entry in entries {
            let path = entry.unwrap().path();
            let games = pdn::read(&fs::read(&path).unwrap());
            let is_played = |game: &&PdnGame| !matches!(game.status, Status::Unsupported(_));
            let games: Vec<&PdnGame> = games.iter().filter(is_played).collect();
            for terminator in [End::Asterisk, End::Result] {
                let (text, notes, totals) = convert(&[&path], Form::Pdn, terminator);
                assert_eq!((totals.games, totals.cut), (games.len(), 0), "{notes}");
                let again = pdn::read(text.as_bytes());
                assert_eq!(again.len(), games.len(), "{}", path.display());
                for (again, game) in again.iter().zip(&games) {
                    assert_eq!(again.warnings, [], "{}: {text}", path.display());
                    assert!(again.moves().eq(game.moves()), "{}", path.display());
                    assert_eq!(again.status, game.status, "{}", path.display());
                    assert_eq!(again.score, game.score, "{}", path.display());
                    assert_eq!(again.final_position, game.final_position);
                    assert_eq!(again.comments.len(), game.comments.len(), "{}", path.display());
                }
            }
            games_of_all += games.len();
        }
    }
    let index = test_data::json_lines("pdn/index.jsonl");
    let is_played = |game: &&Value| game["status"] == "OK" || game["status"] == "NO_MOVES";
    assert_eq!(games_of_all, index.iter().filter(is_played).count());
}

#[test]
fn the_legal_moves_of_a_game_are_kept() {
    let text = "[White \"A\"]\n[Result \"4-6\"]\n32-28 {good} 19-24 33-20 31-26 *\n\n\
        [GameType \"25\"]\n22-17 *\n\n[FEN \"W:W1:B50\"]\n32-28 *\n";
    let roster = |white: &str, tags: &str| {
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"{white}\"]\n\
             [Black \"?\"]\n[Result \"*\"]\n[GameType \"20\"]\n{tags}\n"
        )
    };
    let games = pdn::read(text.as_bytes());
    let [illegal, other, position] = [0, 1, 2].map(|index| games[index].status.to_string());
    check(
        text,
        Form::Pdn,
        &format!(
            "{}1. 32-28 {{good}} 19-24\n{{{illegal}}}\n*\n\n{}{{{position}}}\n*\n\n",
            roster("A", "[ResultTold \"4-6\"]\n"),
            roster("?", ""),
        ),
        &format!(
            "a.pdn 1: not legal to the end, line 1: {illegal}\n\
             a.pdn 2: left out, line 5: {other}\n\
             a.pdn 3: not legal to the end, line 8: {}\n\
             2 games written, 2 not legal to the end, 1 left out\n",
            printable(&position)
        ),
    );
}

/// An irregular move, a position that was set up and clocks.
const ODD: &str = "[Site \"x\"]\n[White \"A\"]\n[Result \"1-0\"]\n[White \"B\"]\n[FEN \"W:W32,K50:B19,20\"]\n\
    1. 32-28 {[%clk 0:01:00]} 19-23 {irregular 27c 50-45 capture-obligatory} /FEN \"B:W28,K45:B20,23\"/ \
    /FEN \"W:W28:B23\"/ 3. 28-19 {end} *\n";

#[test]
fn json_has_all_of_a_game() {
    let expected = concat!(
        r#"{"file":"a.pdn","game":1,"line":1,"tags":{"Site":"x","White":"A","Result":"1-0","#,
        r#""FEN":"W:W32,K50:B19,20"},"variant":"international","fen":"W:W32,K50:B19,20","#,
        r#""moves":["32-28","19-23","50-45","28x19"],"#,
        r#""irregular":[{"article":null,"breach":"capture-obligatory","#,
        r#""fen":"B:W28,K45:B20,23","ply":3}],"#,
        r#""positions":[{"after_ply":3,"fen":"W:W28:B23"}],"#,
        r#""clocks":[{"black_ms":null,"ply":1,"running":null,"white_ms":60000}],"#,
        r#""comments":[{"after_ply":4,"text":"end"}],"#,
        r#""final":"B:W19:B","result":"white-wins","status":"ok","#,
        r#""warnings":["wrong separator in \"28-19\" at ply 4"]}"#,
        "\n"
    );
    check(ODD, Form::Json, expected, "1 game written\n");
    let file = test_data::path("pdn/other-boards/inferno.pdn");
    let (text, _notes, totals) = convert(&[&file], Form::Json, End::Asterisk);
    assert_eq!((totals.games, totals.left_out), (68, 0));
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        assert_eq!(game["status"], "unsupported");
        assert!(game["reason"].is_string(), "{game}");
    }
}

#[test]
fn hub_and_fen_begin_again_where_a_position_is_set_up() {
    let letters = |pieces: &[(usize, char)]| -> String {
        let piece = |square| pieces.iter().find(|(at, _)| *at == square).map_or('e', |(_, p)| *p);
        (1..=50).map(piece).collect()
    };
    let (start, after, set) = (
        letters(&[(32, 'w'), (50, 'W'), (19, 'b'), (20, 'b')]),
        letters(&[(28, 'w'), (45, 'W'), (20, 'b'), (23, 'b')]),
        letters(&[(28, 'w'), (23, 'b')]),
    );
    let expected = format!(
        "pos pos=W{start} moves=\"32-28 19-23\"\npos pos=B{after}\npos pos=W{set} moves=\"28x19x23\"\n"
    );
    check(ODD, Form::Hub, &expected, "1 game written\n");
    let expected = "W:W32,K50:B19,20\nB:W28,K50:B19,20\nW:W28,K50:B20,23\nB:W28,K45:B20,23\n\
        W:W28:B23\nB:W19:B\n\n";
    check(ODD, Form::Fen, expected, "1 game written\n");
}

#[test]
fn a_file_is_not_written_over_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdn");
    fs::write(&path, "32-28 *").unwrap();
    let writing = |output: &Path| Convert {
        files: vec![path.clone()],
        to: Form::Pdn,
        terminator: End::Asterisk,
        game_type: "either".parse().unwrap(),
        output: Some(output.to_owned()),
    };
    let error = writing(&folder.path().join("./a.pdn")).run().unwrap_err();
    assert!(error.to_string().ends_with("a.pdn is one of the files to be read"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "32-28 *");
    let output = folder.path().join("b.pdn");
    assert_eq!(writing(&output).run().unwrap(), ExitCode::SUCCESS);
    assert!(fs::read_to_string(&output).unwrap().ends_with("\n1. 32-28 *\n\n"));
    let (_text, notes, totals) = convert(&[&folder.path().join("c.pdn")], Form::Pdn, End::Asterisk);
    assert_eq!(totals.unreadable_files, 1);
    assert!(notes.ends_with("0 games written; 1 file could not be read\n"), "{notes}");
}
