//! Reading and refusing forms of positions.

use super::{FenError, parse, read};
use crate::{Color, Position, PositionError, Variant};

#[test]
fn all_forms_of_the_start_are_read() {
    let start = Position::start(Variant::International);
    let hub = format!("W{}", start.board().to_letters());
    for text in [
        "W:W31-50:B1-20",
        "W:B1-20:W31-50.",
        " w : w 31 - 50 : b 01-20 . ",
        "W:W31-40,41-50:B1,02,3-20:H0:F1",
        "W:W31-50:B1-20:H12:F34:+0+0",
        "W:W31-50:B1-20:h0:f1",
        &start.fen(),
        &hub,
        &start.hub(),
        &start.hub().replacen('W', "w ", 1),
    ] {
        assert_eq!(parse(text, Variant::International).as_ref(), Ok(&start), "{text}");
    }
}

#[test]
fn empty_sides_and_kings_are_written_and_read() {
    for text in ["W:WK5:B", "B:W:B1,K2", "W:W:B", "B:W6,K50:B45,K46"] {
        let position = parse(text, Variant::International).unwrap();
        assert_eq!(position.fen(), text);
    }
}

#[test]
fn art17_running_king_moves_are_black_first() {
    let text = "W:W36,K50:B1,K2:H0:F1:+0+350";
    let position = parse(text, Variant::Frisian).unwrap();
    assert_eq!(position.king_run(Color::White).map(|run| run.moves), Some(3));
    assert_eq!(position.king_run(Color::Black), None);
    assert_eq!(position.blocked_king().map(crate::Square::get), Some(50));
    assert_eq!(position.fen(), text);
    assert_eq!(position.legal_moves().len(), 1);
    let plain = parse(text, Variant::International).unwrap();
    assert_eq!(plain.fen(), "W:W36,K50:B1,K2");
}

#[test]
fn counters_are_kept_and_written() {
    for text in [
        "W:W36,K50:B1,K2",
        "W:W36,K50:B1,K2:H0:F1",
        "B:W36,K50:B1,K2:H12:F34",
        "B:W36,K50:B1,K2:H12",
        "B:W36,K50:B1,K2:F4294967295",
        "W:W36,K50:B1,K2:H12:F34:+202+350",
        "W:W36,K50:B1,K2:H0:F1:+102+0",
        "W:W36,K50:B1,K2:+102+0",
    ] {
        assert_eq!(read(text, Variant::Frisian).map(|fen| fen.to_string()), Ok(text.to_owned()));
    }
    for (text, shortest) in [
        ("W:W36,K50:B1,K2:H0:F1:+0+0", "W:W36,K50:B1,K2:H0:F1"),
        (" w : bk02 , 01 : w36, k50 : f 7 .", "W:W36,K50:B1,K2:F7"),
        ("W:WK49-50,36:B1", "W:W36,K49,K50:B1"),
    ] {
        let fen = read(text, Variant::Frisian).map(|fen| fen.to_string());
        assert_eq!(fen.as_deref(), Ok(shortest), "{text}");
    }
}

#[test]
fn nonsense_is_named() {
    for (text, message) in [
        ("", "the position is empty"),
        (" . ", "the position is empty"),
        ("X:W1:B2", "the side to move is W or B, not \"X\""),
        ("?:W29:B22", "the side to move is unknown, W or B is needed"),
        ("W:?29:B22", "the colour of some pieces is unknown, W or B is needed"),
        (
            "W:W29:B22,G17",
            "\"G17\" is captured and not yet taken off: the position is amid a capture",
        ),
        (
            "W:W29:B22,P17",
            "\"P17\" is captured and not yet taken off: the position is amid a capture",
        ),
        ("W:W29:B22:H", "\"H\" is no counter of moves such as H12 or F34"),
        ("W:W29:B22:F-1", "\"F-1\" is no counter of moves such as H12 or F34"),
        ("W:W29:B22:H4294967296", "\"H4294967296\" is no counter of moves such as H12 or F34"),
        ("W:W29:B22:+0", "\"+0\" are no running king moves such as +0+133"),
        ("W:W31", "the pieces of Black are not listed"),
        ("W:W31:W32", "the pieces of White are listed twice"),
        ("W:31:B1", "a list of pieces begins with W or B, not \"31\""),
        ("W:W31::B1", "a list of pieces begins with W or B, not \"\""),
        ("W:W51:B1", "51 is not a square, squares are 1 to 50"),
        ("W:W0:B1", "0 is not a square, squares are 1 to 50"),
        ("W:W99999999999:B1", "4294967295 is not a square, squares are 1 to 50"),
        ("W:Wx:B1", "\"x\" is neither a square nor a range of squares"),
        ("W:W31,,32:B1", "\"\" is neither a square nor a range of squares"),
        ("W:W40-31:B1", "the range \"40-31\" goes backwards"),
        ("W:W31:B31", "square 31 has two pieces"),
        ("W:W31:B1:+9", "\"+9\" are no running king moves such as +0+133"),
        ("Wee", "a board has 50 letters, here are 2"),
        ("W:W3:B1", "a man of White stands on square 3 of its own king row"),
        ("W:W30-50:B1-20", "White has 21 pieces, at most 20 are possible"),
        ("W:WK1:BK50:+0+101", "White cannot have running king moves on square 1"),
        ("Wé", "a board has 50 letters, here are 1"),
        ("W:é:B1", "a list of pieces begins with W or B, not \"é\""),
        ("W:H:B1", "\"H\" is no counter of moves such as H12 or F34"),
    ] {
        let error = parse(text, Variant::Frisian).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let long = "W:W31:B1".to_owned() + &" ".repeat(2000);
    assert_eq!(parse(&long, Variant::Frisian), Err(FenError::TooLong { bytes: 2008 }));
    let board = "W:W:B46";
    assert_eq!(
        parse(board, Variant::Frisian),
        Err(FenError::Position(PositionError::ManOnKingRow {
            color: Color::Black,
            square: crate::Square::new(46).unwrap(),
        }))
    );
}
