//! Games that are written, and read back as the same games.

use super::one;
use crate::{
    Bitboard, Breach, Color, Move, PlayError, Position, Reason, RuleSet, Score, Square, Variant,
    pdn::{Clocks, Export, Record, Status, Tag, Terminator, write},
};

#[test]
fn a_game_is_written_strictly() {
    let tags = [
        Tag::new("White", "A \"B\" \\").unwrap(),
        Tag::new("Result", "ignored").unwrap(),
        Tag::new("Annotator", "two\nlines").unwrap(),
    ];
    let mut record = Record::new(Position::start(Variant::Frisian));
    for text in ["32-28", "19-23", "28x19"] {
        record.play(&record.end().parse_move(text).unwrap()).unwrap();
    }
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"A \\\"B\\\" \\\\\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[GameType \"40\"]\n\
        [Annotator \"two lines\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n";
    let terminator = Terminator::Asterisk;
    let export = Export { tags: &tags, record: &record, score: Some(Score::Draw), terminator };
    assert_eq!(write(&export), expected);
    let result = Export { terminator: Terminator::Result, ..export };
    assert_eq!(write(&result), expected.replace(" *\n", " 1/2-1/2\n"));
    let start = crate::fen::parse("B:W50:B19", Variant::International).unwrap();
    let mut record = Record::of_moves(start, [start.parse_move("19-23").unwrap()]).unwrap();
    let mv = start.parse_move("19-23").unwrap();
    assert_eq!(
        record.play(&mv),
        Err(PlayError::Illegal { mv }),
        "no part of a game passes for the whole"
    );
    assert_eq!(
        movetext(&record, Some(Score::WhiteWins)),
        "[FEN \"B:W50:B19\"]\n\n1... 19-23 2-0\n\n"
    );
}

#[test]
fn results_are_written_by_game_type() {
    for (score, international, frisian) in [
        (Some(Score::WhiteWins), "2-0", "1-0"),
        (Some(Score::Draw), "1-1", "1/2-1/2"),
        (Some(Score::BlackWins), "0-2", "0-1"),
        (Some(Score::BothLose), "0-0", "0-0"),
        (Some(Score::Unplayed), "*", "*"),
        (None, "*", "*"),
    ] {
        for (variant, expected) in
            [(Variant::International, international), (Variant::Frisian, frisian)]
        {
            let record = Record::new(Position::start(variant));
            let terminator = Terminator::Result;
            let text = write(&Export { tags: &[], record: &record, score, terminator });
            assert!(text.contains(&format!("[Result \"{expected}\"]")), "{text}");
            assert!(text.ends_with(&format!("\n\n{expected}\n\n")), "{text}");
        }
    }
}

/// Writes a record from the position on, and checks that it is read back as the same record.
#[track_caller]
fn movetext(record: &Record, score: Option<Score>) -> String {
    let terminator = Terminator::Result;
    let text = write(&Export { tags: &[], record, score, terminator });
    let read = one(&text);
    assert_eq!(read.status, Status::Ok, "{text}");
    assert_eq!(read.warnings, [], "{text}");
    assert_eq!(Record::try_from(&read).as_ref(), Ok(record), "{text}");
    assert_eq!(read.score, score, "{text}");
    let begin = text.find("[FEN").or_else(|| text.find("\n\n")).unwrap();
    text[begin..].to_owned()
}

fn set_up(fen: &str) -> Position {
    crate::fen::parse(fen, Variant::International).unwrap()
}

#[test]
fn art27_irregular_moves_that_stand_are_written_and_read() {
    let mut record = Record::new(Position::start(Variant::International));
    for text in ["32-28", "19-23"] {
        record.play(&record.end().parse_move(text).unwrap()).unwrap();
    }
    let [from, to] = [31, 27].map(|number| Square::new(number).unwrap());
    let missed = Move::new(from, to, Bitboard::EMPTY);
    let after = record.end().play_unchecked(&missed);
    record.play_irregular(&missed, Breach::CaptureObligatory, after);
    record.play(&after.parse_move("23x21").unwrap()).unwrap();
    let text = movetext(&record, None);
    let expected = format!(
        "\n\n1. 32-28 19-23 {{irregular 27c 31-27 capture-obligatory}}\n\
         /FEN \"{after}\"/\n2... 23x21 *\n\n"
    );
    assert_eq!(text, expected);
    let ply = &one(&text).plies[2];
    assert_eq!((ply.mv, ply.breach), (missed, Some(Breach::CaptureObligatory)));
    assert_eq!((ply.after, ply.text.as_str()), (after, "31-27"));
}

#[test]
fn an_irregular_first_move_does_not_become_the_start() {
    let start = Position::start(Variant::International);
    let [from, to, taken] = [31, 13, 13].map(|number| Square::new(number).unwrap());
    let mv = Move::new(from, to, [taken].into_iter().collect());
    let after = set_up("B:W13,32-50:B1-12,14-20");
    let mut record = Record::new(start);
    record.play_irregular(&mv, Breach::Unreachable, after);
    record.set_clocks(Clocks { white_ms: Some(1000), ..Clocks::default() });
    let text = movetext(&record, None);
    assert!(text.starts_with("[FEN \"W:W31,32"), "{text}");
    assert!(text.contains("{irregular 27d 31x13x13 unreachable}\n/FEN"), "{text}");
    assert!(text.ends_with("/\n{[%clock w0:00:01]} *\n\n"), "{text}");
}

#[test]
fn set_positions_stand_between_the_moves() {
    let start = set_up("W:W32,50:B1,19");
    let mut record = Record::new(start);
    record.play(&start.parse_move("32-28").unwrap()).unwrap();
    record.set_position(set_up("W:W28,50:B1,19"));
    record.comment("arbiter: once more");
    record.play(&record.end().parse_move("28-23").unwrap()).unwrap();
    record.set_position(set_up("W:W49:B5"));
    assert_eq!(
        movetext(&record, Some(Score::BothLose)),
        "[FEN \"W:W32,50:B1,19\"]\n\n\
         1. 32-28 {arbiter: once more} /FEN \"W:W28,50:B1,19\"/ 2. 28-23 /FEN \"W:W49:B5\"/\n0-0\n\n"
    );
    let mut record = Record::new(start);
    record.set_position(set_up("B:W32,50:B1,19"));
    record.play(&record.end().parse_move("19-23").unwrap()).unwrap();
    assert_eq!(
        movetext(&record, None),
        "[FEN \"W:W32,50:B1,19\"]\n\n/FEN \"B:W32,50:B1,19\"/ 1... 19-23 *\n\n"
    );
}

#[test]
fn a_comment_stays_a_comment() {
    let mut record = Record::new(Position::start(Variant::International));
    for (comment, written) in [
        ("a } b\n[Event \"c\"]", "{a ) b [Event \"c\"]}"),
        ("irregular 27c 32-28 king-first", "{told: irregular 27c 32-28 king-first}"),
        ("irregular 27c 32-28", "{irregular 27c 32-28}"),
        (" ", ""),
    ] {
        record.comments.clear();
        record.comment(comment);
        let export =
            Export { tags: &[], record: &record, score: None, terminator: Terminator::Asterisk };
        let text = write(&export);
        let expected = format!("\n\n{} *\n\n", written).replace("\n\n *", "\n\n*");
        assert!(text.ends_with(&expected), "{text}");
    }
    for text in [
        "32-28 {irregular 27c 19-23 king-first} 19-23 /FEN \"W:W28:B1\"/",
        "32-28 {irregular 27c 19-23 king-first} 19-23",
        "32-28 {irregular 27c 19-23 king-first} {and} /FEN \"W:W28:B1\"/",
        "32-28 {irregular 27c 19-23 king-first}",
        "32-28 {irregular 27c 19-99 king-first} /FEN \"W:W28:B1\"/",
        "32-28 {irregular 27c 19-23 else} /FEN \"W:W28:B1\"/",
        "32-28 {irregular 27c 19-23 king-first} /FEN \"W:W28:B99\"/",
    ] {
        let game = one(text);
        assert!(game.plies.iter().all(|ply| ply.breach.is_none()), "{text}");
        assert!(game.comments[0].text.starts_with("irregular 27c 19-"), "{text}");
    }
}

#[test]
fn clocks_are_written() {
    let mut record = Record::new(Position::start(Variant::International));
    for (text, white_ms, black_ms, running) in [
        ("32-28", Some(3_599_000), Some(3_600_000), Some(Color::Black)),
        ("19-23", Some(3_599_000), Some(36_000_000), Some(Color::White)),
        ("28x19", None, Some(0), None),
        ("14x23", None, None, None),
    ] {
        record.play(&record.end().parse_move(text).unwrap()).unwrap();
        record.set_clocks(Clocks { white_ms, black_ms, running, spent_ms: None });
    }
    assert_eq!(
        movetext(&record, None),
        "\n\n1. 32-28 {[%clock w0:59:59 B1:00:00]} 19-23 {[%clock W0:59:59 b10:00:00]} 2.\n\
         28x19 {[%clock b0:00:00]} 14x23 *\n\n"
    );
}

#[test]
fn the_rules_and_the_reason_are_told_in_tags() {
    let record = Record::new(Position::start(Variant::International));
    for rules in RuleSet::ALL.into_iter().filter(|it| it.variant() == Variant::International) {
        for reason in Reason::ALL {
            let tags = [Tag::rules(rules), Tag::termination(reason)];
            let terminator = Terminator::Asterisk;
            let text = write(&Export { tags: &tags, record: &record, score: None, terminator });
            let game = one(&text);
            assert_eq!((game.rules(), game.reason()), (Some(rules), Some(reason)), "{text}");
        }
    }
    for (tags, rules, reason) in [
        ("[GameType \"20\"] [Termination \"normal\"]", None, None),
        ("[GameType \"40\"]", Some(RuleSet::Frisian), None),
        ("[GameType \"20\"] [Rules \"frisian\"]", None, None),
        (
            "[Rules \"boxed-12200\"] [Termination \"same-move\"]",
            Some(RuleSet::Boxed12200),
            Some(Reason::SameMove),
        ),
    ] {
        let game = one(tags);
        assert_eq!((game.rules(), game.reason()), (rules, reason), "{tags}");
    }
}

#[test]
fn the_time_left_after_a_move_and_the_time_of_the_move_are_written_as_most_programs_read_them() {
    let mut record = Record::new(Position::start(Variant::International));
    for (text, mover, left_ms, spent_ms) in [
        ("32-28", Color::White, 7_188_000, 12_000),
        ("19-23", Color::Black, 3_599_000, 3_600_000),
        ("28x19", Color::White, 0, 0),
    ] {
        record.play(&record.end().parse_move(text).unwrap()).unwrap();
        record.set_clocks(Clocks::of_move(mover, left_ms, spent_ms));
    }
    record.play(&record.end().parse_move("14x23").unwrap()).unwrap();
    record.set_clocks(Clocks { spent_ms: Some(5_000), ..Clocks::default() });
    assert_eq!(
        movetext(&record, None),
        "\n\n1. 32-28 {[%clk 1:59:48] [%emt 0:00:12]} 19-23 {[%clk 0:59:59] [%emt 1:00:00]}\n\
         2. 28x19 {[%clk 0:00:00] [%emt 0:00:00]} 14x23 {[%emt 0:00:05]} *\n\n"
    );
}

#[test]
fn variations_glyphs_and_comments_are_written_behind_their_moves() {
    let text = "1. 32-28 $1 $14 {centre} 19-23 $4 {why} (1... 18-23 2. 38-32 (2. 37-32)) 2.\n\
        28x19 14x23 (2... 13x24) 3. 37-32 *\n\n";
    let game = one(text);
    let record = Record::try_from(&game).unwrap();
    assert_eq!(movetext(&record, None), format!("\n\n{text}"));
    assert_eq!(Record::try_from(&one(&text.replace('\n', " "))).unwrap(), record);
}

#[test]
fn a_variation_that_is_not_balanced_is_refused() {
    let mut record = Record::new(Position::start(Variant::International));
    record.play(&record.end().parse_move("32-28").unwrap()).unwrap();
    for text in ["1. 33-28) 19-23", "(1. 33-28", "1. 33-28 {a", ") ("] {
        assert_eq!(record.vary(text).unwrap_err().text, text);
    }
    assert_eq!(record.vary("1. 33-28\n {a) b}  (1. 34-30)"), Ok(()));
    assert_eq!(record.variations()[0].text(), "1. 33-28 {a) b} (1. 34-30)");
}

#[test]
fn undo_takes_back_a_move_with_all_that_follows_it() {
    let mut record = Record::new(Position::start(Variant::International));
    record.play(&record.end().parse_move("32-28").unwrap()).unwrap();
    record.comment("kept");
    let before = record.clone();
    record.play(&record.end().parse_move("19-23").unwrap()).unwrap();
    record.annotate(2);
    record.comment("dropped");
    record.vary("1... 18-23").unwrap();
    assert_eq!(record.undo().map(|ply| ply.text), Some("19-23".to_owned()));
    assert_eq!(record, before);
    record.undo();
    assert_eq!((record.undo(), record.end()), (None, record.start()));
}
