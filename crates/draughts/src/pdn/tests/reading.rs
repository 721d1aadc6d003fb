//! Reading of records with oddities.

use super::one;
use crate::{
    Breach, Color, ParseMoveError, Score, Variant,
    pdn::{Clocks, Status, Unsupported, WARNINGS_MAX, Warning, read, read_as},
};

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
        "1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 *",
        "1. 32 -28 19 -23 2. 28\t:19 14 : 23 1 - 1",
        "[A \"b\"] 1. 32-28 (1. 31-27 (31-26) {)} 17-22) 19-23 2. 28-19 14:23",
        "% 33-28\n32-28 ; 33-28\n 19-23 28x19\\r\\n 14x23",
        "32-28 1... 19-23 2. x 2. ... 14x23",
        "32-28 19-23 x 14x23",
        "032- 28 19–23 28×19 14x 23",
    ] {
        let game = one(text);
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
    for small in [
        "1. 11-15 23-18",
        // White's man on 5 would be a king on 10x10 squares.
        "[FEN \"W:W5,25:B1,12\"] 1. 25-22 12-16",
        "[FEN \"W:W22,25:B1,12\"] 1. 22-18 1-5 2. 18-15",
    ] {
        assert_eq!(unsupported(small), Unsupported::SmallBoard, "{small}");
    }
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
fn a_tag_that_repeats_after_an_empty_line_begins_a_game() {
    let headers =
        "[White \"A\"]\n[Result \"2-0\"]\n\n[Result \"1-1\"]\n[White \"B\"]\n \r\n[White \"C\"]";
    let games = read(headers.as_bytes());
    let whites: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
    assert_eq!(whites, [Some("A"), Some("B"), Some("C")]);
    let scores: Vec<_> = games.iter().map(|game| game.score).collect();
    assert_eq!(scores, [Some(Score::WhiteWins), Some(Score::Draw), None]);
    // Within a header it is only another value.
    let game = one("[White \"A\"]\n[Black \"B\"]\n[Black \"C\"]\n1. 32-28");
    assert_eq!((game.tags.len(), game.tag("Black")), (3, Some("B")));
}

#[test]
fn results_with_a_colon_are_no_captures() {
    for (text, score) in
        [("2:0", Score::WhiteWins), ("1:1", Score::Draw), ("0:2", Score::BlackWins)]
    {
        let game = one(&format!("1. 32-28 19-23 {text}"));
        assert_eq!((game.score, game.status), (Some(score), Status::Ok), "{text}");
        assert_eq!(game.terminator.as_deref(), Some(text));
        assert_eq!(one(&format!("[Result \"{text}\"] 1. 32-28 *")).score, Some(score), "{text}");
    }
    assert_eq!(one("1. 32-28 19-23 2. 28:19 14:23").status, Status::Ok);
}

#[test]
fn variations_and_glyphs_are_kept_with_their_moves() {
    let game = one(
        "1. 32-28! $14 {centre} 19-23?? (1... 18-23 {a (b} 2. 38-32 (2. 37-32)) (1... 20-24\n $2) \
         2. 28x19 (2. 1x1",
    );
    let nags: Vec<_> = game.plies.iter().map(|ply| ply.nags.as_slice()).collect();
    assert_eq!(nags, [&[1, 14][..], &[4], &[]]);
    let variations: Vec<_> =
        game.variations.iter().map(|variation| (variation.after_ply, variation.text())).collect();
    assert_eq!(variations, [(2, "1... 18-23 {a (b} 2. 38-32 (2. 37-32)"), (2, "1... 20-24 $2")]);
    assert_eq!(game.warnings, [Warning::UnclosedVariation]);
    let variation = game.variations[0].read(&game).expect("a variation");
    assert_eq!((variation.status, variation.plies.len()), (Status::Ok, 2));
    assert_eq!(variation.variations.len(), 1);
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
        "{irregular 27c 32-28 king-first} ",
        "{[%clk 1:00]} ",
        "[%clk ",
        "/FEN \"B::\"/ ",
    ] {
        let text = piece.repeat(300_000 / piece.len());
        if piece.starts_with("{[") {
            let inner = piece.trim_matches(['{', '}', ' ']).repeat(300_000 / piece.len());
            assert_eq!(one(&format!("32-28 {{{inner}}}")).comments, []);
        }
        let games = read(text.as_bytes());
        assert!(games.iter().all(|game| game.warnings.len() <= WARNINGS_MAX), "{piece}");
    }
}

/// A Frisian position with very many captures, and one where `20x10` means 64 of them.
const MOST: &str = "W:WK5,K35,K36,K46:BK2,K7,K10,K11,K12,K16,K18,K19,K20,K23,K27,K32,K34,K38,K40,K42,\
    K43,K44,K47";
const MANY: &str = "W:WK20:BK5,9,11,12,14,16,17,19,22,24,25,28,31,32,33,39,42,44";

#[test]
fn a_way_through_a_game_is_looked_for_once() {
    // Any of the 64 captures may be chosen: the position is set up after it.
    let choice = format!("/FEN \"{MANY}\"/ 20x10 ");
    let game = one(&format!("[GameType \"40\"] {} /FEN \"{MOST}\"/ 46x45x50", choice.repeat(50)));
    let Status::Illegal { ply: 51, text, .. } = &game.status else { panic!("{}", game.status) };
    assert_eq!((text.as_str(), game.plies.len()), ("46x45x50", 50));
    assert_eq!(game.warnings.len(), 50);
}

#[test]
fn a_text_with_too_much_to_search_is_given_up_and_other_games_are_read() {
    let hard = format!(
        "[GameType \"40\"] 1. 32-28 {} 19-23 *\n",
        format!("/FEN \"{MOST}\"/ ").repeat(100)
    );
    let ordinary = "[GameType \"40\"] 1. 32-28 19-23 2. 28x19 14x23 *\n";
    let tag = format!("[GameType \"40\"]\n[FEN \"{MOST}\"]\n1. 46x50 *\n");
    let games = read([&hard, ordinary, &tag, ordinary].concat().as_bytes());
    let told: Vec<(String, usize)> =
        games.iter().map(|game| (game.status.to_string(), game.plies.len())).collect();
    let given_up = |ply: u32| format!("gave up looking for a way to play on at ply {ply} ({MOST})");
    assert_eq!(
        told,
        [(given_up(2), 1), ("legal".to_owned(), 4), (given_up(1), 0), ("legal".to_owned(), 4)]
    );
    assert!(matches!(&games[0].status, Status::GaveUp { ply: 2, .. }));
}

#[test]
fn art27_an_irregular_move_is_believed_only_if_the_rules_judge_it_so() {
    let start = "[FEN \"W:W28,50:B4,23\"]";
    let told = |comment: &str, fen: &str, next: &str| {
        let position = format!("/FEN \"{fen}\"/");
        one(&format!("{start} {{before}} {{{comment}}} {position} {{after}} {next} {{last}} *"))
    };
    for (comment, fen) in [
        ("irregular 27c 50-44 capture-obligatory", "B:W28,44:B4,23"),
        ("irregular 27a 4-10 opponents-piece", "B:W28,50:B10,23"),
        ("irregular 27b 28-19 wrong-pieces-taken", "B:W19,50:B4,23"),
        ("irregular 27b 28x19x4x23 wrong-pieces-taken", "B:W19,50:B"),
        ("irregular 27d 50x43x23 unreachable", "B:W28,43:B4"),
    ] {
        let game = told(comment, fen, "");
        let breach = game.plies[0].breach.map(Breach::as_str);
        assert_eq!(breach, comment.split(' ').next_back(), "{comment}: {}", game.status);
        assert_eq!(game.warnings, [], "{comment}");
    }
    for (comment, fen, next) in [
        // Another rule, a move that is legal or impossible, another position.
        ("irregular 27c 50-44 king-first", "B:W28,44:B4,23", "23x32"),
        ("irregular 27c 1-50 capture-obligatory", "B:WK1:BK2,4", "4-9"),
        ("irregular 27c 28x19x23 capture-obligatory", "B:W19,50:B4", "4-9"),
        ("irregular 27c 50-44 capture-obligatory", "B:W28,43:B4,23", "23x32"),
        ("irregular 27c 50-44 capture-obligatory", "W:W28,44:B4,23", "28x19"),
    ] {
        let game = told(comment, fen, next);
        let text = comment.to_owned();
        assert_eq!(game.warnings[0], Warning::UntrueIrregularity { ply: 1, text }, "{fen}");
        let comments: Vec<(u32, &str)> =
            game.comments.iter().map(|it| (it.after_ply, it.text.as_str())).collect();
        let expected = [(0, "before"), (0, comment), (0, "after"), (1, "last")];
        assert_eq!(comments, expected, "{fen}");
        assert_eq!(game.status.to_string(), "legal", "{fen}");
        assert!(game.plies[0].before.fen() == fen && game.plies[0].breach.is_none(), "{fen}");
    }
    let game = one("1. 32-28 {irregular 27c 1-50 capture-obligatory} /FEN \"W:WK1:BK2\"/ *");
    assert_eq!((game.status, game.plies.len()), (Status::Ok, 1));
    assert_eq!(game.final_position.fen(), "W:WK1:BK2");
    assert!(matches!(game.warnings[..], [Warning::UntrueIrregularity { ply: 2, .. }]));
}

#[test]
fn clocks_are_read_in_every_form() {
    let clocks =
        |white_ms, black_ms, running| Clocks { white_ms, black_ms, running, spent_ms: None };
    let minute = Some(60_000);
    let spent = |white_ms, millis| Clocks { white_ms, spent_ms: Some(millis), ..Clocks::default() };
    for (comment, expected, rest) in [
        ("[%clock w0:01:00 B0:02:00]", clocks(minute, Some(120_000), Some(Color::Black)), None),
        ("[%clk W0:01:00 b0:02:00]", clocks(minute, Some(120_000), Some(Color::White)), None),
        ("[%clk 0:01:00]", clocks(minute, None, None), None),
        ("[%clock 1:00]", clocks(minute, None, None), None),
        ("[%clk b1:00]", clocks(None, minute, None), None),
        ("[%clk 1:00 2:00]", clocks(minute, Some(120_000), None), None),
        ("[%clk b2:00 1:00]", clocks(minute, Some(120_000), None), None),
        ("[%clk 100:00:00.25]", clocks(Some(360_000_250), None, None), None),
        ("[%clk w1:00] [%clk b2:00]", clocks(minute, Some(120_000), None), None),
        ("good [%clk 1:00] move", clocks(minute, None, None), Some("good  move")),
        ("[%clk]", Clocks::default(), Some("[%clk]")),
        ("[%clk 1:60]", Clocks::default(), Some("[%clk 1:60]")),
        ("[%clk -1:00]", Clocks::default(), Some("[%clk -1:00]")),
        ("[%clk 1:00 1:00 1:00]", Clocks::default(), Some("[%clk 1:00 1:00 1:00]")),
        ("[%clk 99999999999:00]", Clocks::default(), Some("[%clk 99999999999:00]")),
        ("[%clk 1:2:3:4:5]", Clocks::default(), Some("[%clk 1:2:3:4:5]")),
        ("[%clkw1:00]", Clocks::default(), Some("[%clkw1:00]")),
        ("[%emt 0:05]", spent(None, 5_000), None),
        ("[%clk 0:01:00] [%emt 0:00:12.5]", spent(minute, 12_500), None),
        ("[%emt 12]", Clocks::default(), Some("[%emt 12]")),
    ] {
        let game = one(&format!("32-28 {{{comment}}} 19-23"));
        assert_eq!(game.plies[0].clocks, expected, "{comment}");
        let comments: Vec<&str> = game.comments.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(comments, rest.as_slice(), "{comment}");
    }
    let game = one("{[%clk 1:00]} 32-28 19-23 {[%clk 1:00]}");
    assert_eq!(game.comments[0].text, "[%clk 1:00]", "nobody has moved");
    assert_eq!(game.plies[1].clocks, clocks(None, minute, None));
}

/// One row for each deviation of real files.
#[test]
fn what_real_files_do_is_read() {
    let opening = "32-28 19-23 28x19 14x23";
    for (deviation, text) in [
        ("no GameType", "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0"),
        ("GameType N1", "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0"),
        ("default result", "[GameType \"20\"]\n[Result \"1-0\"]\n32-28 19-23 28x19 14x23 1-0"),
        ("asterisk", "[Result \"1-0\"]\n1. 32-28 19-23 2. 28x19 14x23 *"),
        ("Delft score", "[Result \"4-6\"]\n1. 32-28 19-23 2. 28x19 14x23 4-6"),
        (
            "literal ends of line",
            "[White \"A\"]\\r\n\\r\n1. 32-28 19-23 \\r\n2. 28x19 14x23 *\\r\n",
        ),
        ("[Empty]", "[Event \"a\"]\n[Empty]\n1. 32-28 19-23 2. 28x19 14x23 *"),
        ("tags on one line", "[Event \"a\"] [Round \"1\"] 1.32-28 19-23 2.28x19 14x23"),
        ("tabs", "[Event \"a\"]\n\t1. 32-28\t19-23\n\t2. 28x19\t14x23\n\t*"),
        ("dates", "[Date \"2004.10.27 - 2004.11.01\"]\n1. 32-28 19-23 2. 28x19 14x23 *"),
        ("round", "[Round \"ronde1\"]\n1. 32-28 19-23 2. 28x19 14x23 *"),
        ("blanks in moves", "1. 32- 28 19- 23 2. 28x 19  14x 23 *"),
        ("leading zeros", "01. 032-028 19-23 02. 28x19 14x23 *"),
        ("wrong separators", "1. 32x28 19-23 2. 28-19 14-23 *"),
        ("whole ways", "1. 32-28 19-23 2. 28x19 14x23 2-0"),
        ("odd tags", "[WhiteTime \"2.23\"]\n[DamboTopLine \"x\"]\n32-28 19-23 28x19 14x23 *"),
        (
            "ends of lines",
            "[White \"A\"]\r\n[Black \"B\"]\n \r\n1. 32-28 19-23 \r\n2. 28x19 14x23 * ",
        ),
        ("clocks", "1. 32-28 {[%clk 0:49:11]} 19-23 {[%clock 0:49:10]} 2. 28x19 14x23"),
        ("unknown last move", "1. 32-28 19-23 2. 28x19 14x23 3. -- *"),
        ("detached ellipsis", "1. 32-28 1. ... 19-23 2. 28x19 ... 14x23 *"),
    ] {
        let game = one(text);
        let read: Vec<String> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
        assert_eq!(read.join(" "), opening, "{deviation}: {}", game.status);
        assert_eq!(game.status, Status::Ok, "{deviation}");
    }
    let forfeit = one("[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n\n2-0");
    assert_eq!((forfeit.status, forfeit.score), (Status::HeaderOnly, Some(Score::WhiteWins)));
    let twice = "[Event \"a\"]\n32-28 *\n\n[Event \"a\"]\n32-28 *\n";
    assert_eq!(read(twice.as_bytes()).len(), 2, "duplicates are kept");
    let broken = read(b"[Event a]\n[White \"A\"]\n32-28 *\n");
    assert_eq!(broken[0].warnings, [Warning::MalformedTag { text: "[Event a]".to_owned() }]);
    let game = one("[FEN \"W:W2,45:BK19,23\"]\n[Setup \"1\"]\n1. 45-40");
    assert!(matches!(game.status, Status::BadPosition { .. }), "a man on its king row");
}
