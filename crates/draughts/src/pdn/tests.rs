//! Records with oddities, and what is written of games.

use super::{Export, PdnGame, Status, Tag, Terminator, Unsupported, Warning, read, read_as, write};
use crate::{Move, ParseMoveError, PlayError, Position, Score, Variant};

#[track_caller]
fn one(text: &str) -> PdnGame {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}: {games:#?}");
    games.remove(0)
}

#[track_caller]
fn check(text: &str, moves: &str, warnings: &[Warning]) {
    let game = one(text);
    let read: Vec<String> = game.plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect();
    assert_eq!(read.join(" "), moves, "{text}: {}", game.status);
    assert_eq!(game.warnings, warnings, "{text}");
}

#[test]
fn moves_are_found_among_all_that_stands_there() {
    let opening = "32-28 19-23 28x19 14x23";
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23 *",
        "1.32-28 19-23 2.28x19 14x23",
        "1. 32-28! 19-23(?!) 2. 28x19$12 {good} 14x23 2-0",
        "1. 32 -28",
        "[A \"b\"] 1. 32-28 (1. 31-27 (31-26) {)} 17-22) 19-23 2. 28-19 14:23",
        "% 33-28\n32-28 ; 33-28\n 19-23 28x19\\r\\n 14x23",
        "32-28 1... 19-23 2. x 2. ... 14x23",
        "032- 28 19–23 28×19 14x 23",
    ] {
        let game = one(text);
        if text == "1. 32 -28" {
            assert_eq!(game.status, Status::HeaderOnly, "blanks before a separator are unclear");
            continue;
        }
        let read: Vec<String> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
        assert_eq!(read.join(" "), opening, "{text}: {}", game.status);
        assert_eq!(game.status, Status::Ok, "{text}");
    }
}

#[test]
fn oddities_become_warnings() {
    check(
        "32-28 19-23 28-19 *",
        "32-28 19-23 28x19",
        &[Warning::WrongSeparator { ply: 3, text: "28-19".to_owned() }],
    );
    check("32-28 -- *", "32-28", &[Warning::NullMove { after_ply: 1 }]);
    check("[Empty] 32-28", "32-28", &[Warning::MalformedTag { text: "[Empty]".to_owned() }]);
    check("32-28 {open", "32-28", &[Warning::UnclosedComment]);
    check("32-28 (open", "32-28", &[Warning::UnclosedVariation]);
    check("32-28 what", "32-28", &[Warning::UnknownText { text: "what".to_owned() }]);
    check(
        "[Result \"1-0\"] 32-28 0-1",
        "32-28",
        &[Warning::ResultsDiffer { tag: "1-0".to_owned(), terminator: "0-1".to_owned() }],
    );
    check("[Result \"odd\"] 32-28", "32-28", &[Warning::UnknownResult { text: "odd".to_owned() }]);
}

#[test]
fn an_unclosed_comment_does_not_swallow_the_next_game() {
    let games = read(b"[Event \"a\"]\n32-28 {open\n[Event \"b\"]\n31-27 }*");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].warnings, [Warning::UnclosedComment]);
    assert_eq!((games[1].line, games[1].plies.len()), (3, 1));
}

#[test]
fn results_of_either_game_type_are_understood() {
    for (text, score) in [
        ("[Result \"2-0\"] *", Some(Score::WhiteWins)),
        ("[Result \"1/2-1/2\"] *", Some(Score::Draw)),
        ("[Result \"*\"] 32-28 0-1", Some(Score::BlackWins)),
        ("[Result \"0-0\"] *", Some(Score::BothLose)),
        ("[Result \"?\"] 32-28 ½-½", Some(Score::Draw)),
        ("[Result \"4-6\"] 32-28 4-6", None),
        ("[White \"x\"]", None),
    ] {
        assert_eq!(one(text).score, score, "{text}");
    }
    assert_eq!(one("[Result \"4-6\"] 32-28 4-6").terminator.as_deref(), Some("4-6"));
}

#[test]
fn an_illegal_move_keeps_the_moves_before_it() {
    let game = one("32-28 19-23 28-22 14-19");
    assert_eq!(game.plies.len(), 2);
    let Status::Illegal { ply: 3, text, reason } = game.status else { panic!("{}", game.status) };
    assert_eq!(text, "28-22");
    assert!(matches!(reason, ParseMoveError::Illegal(_)), "{reason}");
    let game = one("32-28 19-73");
    assert!(matches!(game.status, Status::Illegal { ply: 2, .. }), "{}", game.status);
}

#[test]
fn later_moves_choose_between_captures() {
    let fen = "[FEN \"B:WK1,K5,14,16,29,34,44:BK3\"]";
    let game = one(&format!("{fen} 1... 3x50 2. 34-30"));
    assert_eq!(game.status, Status::Ok);
    assert_eq!(game.plies[0].before.notation(&game.plies[0].mv), "3x20x33x50");
    assert_eq!(game.warnings, [Warning::AmbiguousMove { ply: 1, text: "3x50".to_owned() }]);
    let game = one(&format!("{fen} 1... 3x50 2. 29-24"));
    assert_eq!(game.plies[0].before.notation(&game.plies[0].mv), "3x25x39x50");
}

#[test]
fn other_games_are_refused_by_name() {
    let unsupported = |text: &str| {
        let Status::Unsupported(unsupported) = one(text).status else { panic!("{text}") };
        unsupported
    };
    assert_eq!(
        unsupported("[GameType \"25\"] 22-17"),
        Unsupported::GameType { game_type: "25".to_owned() }
    );
    assert_eq!(unsupported("1. 11-15 23-18"), Unsupported::SmallBoard);
    assert_eq!(unsupported("1. c3-d4 f6-g5"), Unsupported::NotNumeric { text: "c3-d4".to_owned() });
}

#[test]
fn a_variant_is_never_guessed() {
    let text = b"1. 31-27 20-24 2. 33-28 24-30 3. 35x33";
    assert!(matches!(read(text)[0].status, Status::Illegal { .. }));
    let frisian = read_as(text, Variant::Frisian);
    assert_eq!(frisian[0].variant, Variant::Frisian);
    let tagged = [b"[GameType \"20\"]".as_slice(), text].concat();
    assert_eq!(read_as(&tagged, Variant::Frisian)[0].variant, Variant::International);
}

#[test]
fn positions_between_the_moves_are_set_up() {
    let game = one("32-28 /FEN \"W:W28:B23\"/ 28x19");
    assert_eq!(game.status, Status::Ok);
    assert_eq!(game.final_position.board().to_letters().replace('e', ""), "w");
    let game = one("32-28 /FEN \"W::\"/ 31-27");
    assert_eq!(game.status, Status::Ok);
    let game = one("/FEN \"B:W50:B19\"/ 19-23");
    assert_eq!((game.start.fen().as_str(), game.status), ("B:W50:B19", Status::Ok));
    let game = one("[FEN \"nonsense\"] 32-28");
    assert!(matches!(game.status, Status::BadPosition { .. }));
}

#[test]
fn other_encodings_are_read() {
    let game = &read(b"[White \"J\xe9r\xf4me \x80\"] 32-28")[0];
    assert_eq!(game.tag("White"), Some("Jérôme €"));
    assert_eq!(game.warnings, [Warning::NotUtf8]);
    assert_eq!(read("\u{feff}[White \"é\"] *".as_bytes())[0].tag("White"), Some("é"));
}

#[test]
fn long_nonsense_is_read_in_time() {
    for piece in [
        "[",
        "[A ",
        "[A \"",
        "[A \"\\",
        "{",
        "{\n[A \"",
        "(",
        "((",
        "(!",
        "/FEN \"",
        "/",
        "-",
        "1",
        "1-",
        "1-1",
        "x",
        "x ",
        "a1",
        "\\r",
        "\"",
        "½",
        "$",
        "%",
        "\n[",
        "32-28 ",
        "1- \t",
        "* ",
        "[A \"b\"] * ",
        "\" ]",
        "} ",
        "/FEN \"B::\"/ ",
    ] {
        let text = piece.repeat(300_000 / piece.len());
        let games = read(text.as_bytes());
        assert!(games.iter().all(|game| game.warnings.len() <= super::WARNINGS_MAX), "{piece}");
    }
}

#[test]
fn a_game_is_written_strictly() {
    let tags = [
        Tag::new("White", "A \"B\" \\").unwrap(),
        Tag::new("Result", "ignored").unwrap(),
        Tag::new("Annotator", "two\nlines").unwrap(),
    ];
    let mut position = Position::start(Variant::Frisian);
    let mut moves: Vec<Move> = Vec::new();
    for text in ["32-28", "19-23", "28x19"] {
        moves.push(position.parse_move(text).unwrap());
        position = position.play(&moves[moves.len() - 1]).unwrap();
    }
    let export = Export {
        tags: &tags,
        start: Position::start(Variant::Frisian),
        moves: &moves,
        score: Some(Score::Draw),
        terminator: Terminator::Asterisk,
    };
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"A \\\"B\\\" \\\\\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[GameType \"40\"]\n\
        [Annotator \"two lines\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n";
    assert_eq!(write(&export).unwrap(), expected);
    let start = crate::fen::parse("B:W50:B19", Variant::International).unwrap();
    let black_begins = [start.parse_move("19-23").unwrap()];
    let export = Export { tags: &[], start, moves: &black_begins, score: None, ..export };
    let text = write(&export).unwrap();
    assert!(text.ends_with("[FEN \"B:W50:B19\"]\n\n1... 19-23 *\n\n"), "{text}");
    let with_illegal = [black_begins[0], moves[0]];
    let error = write(&Export { moves: &with_illegal, ..export }).unwrap_err();
    assert_eq!(
        error,
        PlayError::Illegal { mv: moves[0] },
        "no part of a game passes for the whole"
    );
}
