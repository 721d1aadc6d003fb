//! Judgements of claimed moves, article by article.

use crate::RuleSet::{Frisian, International};
use crate::{Breach, Judgement, Move, MoveText, RuleSet, Square, fen};

/// Reads `28x19`, `28x23x14` and, with the captured pieces, `28x19 [23,24]`.
fn claim(text: &str) -> MoveText {
    let (squares, taken) = text.split_once(" [").unwrap_or((text, ""));
    let mut claimed: MoveText = squares.parse().unwrap();
    if squares != text {
        let taken = taken.trim_end_matches(']').split(',').filter(|square| !square.is_empty());
        let square = |text: &str| Square::new(text.parse().unwrap()).unwrap();
        claimed.taken = Some(taken.map(square).collect());
    }
    claimed
}

/// Writes a move with its captured pieces, `28x8{13,23}`.
fn whole(mv: &Move) -> String {
    format!("{mv:?}").replace(", ", ",")
}

/// Writes a judgement in one line.
fn judged(rules: RuleSet, fen: &str, claimed: &str) -> String {
    let position = fen::parse(fen, rules.variant()).unwrap();
    match position.judge(&claim(claimed)) {
        Judgement::Legal(mv) => format!("legal {}", whole(&mv)),
        Judgement::Ambiguous(moves) => format!("ambiguous {moves:?}").replace(", ", ","),
        Judgement::Impossible(illegal) => format!("impossible {}", illegal.breach.as_str()),
        Judgement::Irregular(irregular) => {
            let kind = irregular.breach.kind().unwrap();
            let article = irregular.breach.article(Frisian).unwrap();
            match irregular.standing {
                Some(standing) => {
                    format!("{kind} {article} {} {}", whole(&standing.mv), standing.after)
                }
                None => format!("{kind} {article} open"),
            }
        }
    }
}

#[track_caller]
fn check(rows: &[(RuleSet, &str, &str, &str)]) {
    for (rules, fen, claimed, expected) in rows {
        assert_eq!(judged(*rules, fen, claimed), *expected, "{rules} {fen} {claimed}");
    }
}

#[track_caller]
fn check_both(rows: &[(&str, &str, &str)]) {
    for &(fen, claimed, expected) in rows {
        check(&[(International, fen, claimed, expected), (Frisian, fen, claimed, expected)]);
    }
}

#[test]
fn a_legal_move_is_legal_with_and_without_what_it_takes() {
    check_both(&[
        ("W:W28:B23", "28x19", "legal 28x19{23}"),
        ("W:W28:B23", "28x19 [23]", "legal 28x19{23}"),
        ("W:W28:B4", "28-22 []", "legal 28-22"),
        ("W:W31:B26,27", "31x22 [27]", "legal 31x22{27}"),
        // Captured pieces take precedence over the way.
        ("W:W28:B23", "28x24x19 [23]", "legal 28x19{23}"),
    ]);
    let two_ways = "B:WK1,K5,14,16,29,34,44:BK3";
    check(&[
        (International, two_ways, "3x50", "ambiguous [3x50{14,29,44},3x50{14,34,44}]"),
        (International, two_ways, "3x50 [14,34,44]", "legal 3x50{14,34,44}"),
        (International, two_ways, "3x20x33x50", "legal 3x50{14,29,44}"),
    ]);
}

#[test]
fn art8_a_man_that_comes_to_its_king_row_in_an_irregular_way_is_a_king() {
    check_both(&[
        ("W:W17,50:B40", "17-1", "27d art. 27d 17-1 B:WK1,50:B40"),
        ("W:W12:B4,40", "4-46", "27a art. 27a 4-46 B:W12:B40,K46"),
        ("W:W12:B40", "12-49", "27d art. 27d 12-49 B:W49:B40"),
        ("W:W12,40:B8,35", "12-7", "27c art. 10 12-7 B:W7,40:B8,35"),
    ]);
}

#[test]
fn art10_a_missed_capture_is_possible() {
    check_both(&[
        ("W:W28,50:B23", "50-44", "27c art. 10 50-44 B:W28,44:B23"),
        ("W:W28,50:B23", "28-22", "27c art. 10 28-22 B:W22,50:B23"),
        ("W:WK28:B32", "28-5", "27c art. 10 28-5 B:WK5:B32"),
        ("B:W28,50:B23,4", "4-9", "27c art. 10 4-9 W:W28,50:B9,23"),
    ]);
}

#[test]
fn art10_a_capture_that_stops_too_early_is_possible() {
    check_both(&[
        ("W:W28:B14,23", "28x19", "27c art. 11 28x19{23} B:W19:B14"),
        ("W:W28:B13,14,23,4", "28x19", "27c art. 11 28x19{23} B:W19:B4,13,14"),
    ]);
}

#[test]
fn art11_a_smaller_capture_is_possible() {
    check_both(&[
        ("W:W28,35:B13,23,30", "35x24", "27c art. 11 35x24{30} B:W24,28:B13,23"),
        ("W:W28,35:B13,23,30", "35x24 [30]", "27c art. 11 35x24{30} B:W24,28:B13,23"),
        ("W:W28,35:B13,23,30", "35x24 [30,23]", "27c art. 11 35x24{23,30} B:W24,28:B13"),
    ]);
}

#[test]
fn art12_a_mans_capture_in_place_of_a_kings_is_possible() {
    check(&[
        (Frisian, "W:WK1,36:B7,31", "36x27", "27c art. 12 36x27{31} B:WK1,27:B7"),
        (International, "W:WK1,36:B7,31", "36x27", "legal 36x27{31}"),
    ]);
}

#[test]
fn art13_art14_what_was_jumped_stays_until_the_end_and_is_jumped_once() {
    // The king turns over 12, 28 and 34, and 12 keeps it from going on from 30 over 25.
    let fen = "W:WK3,K9,16,35,37,41:B7,11,12,25,28,K34";
    check(&[
        (International, fen, "3x30", "legal 3x30{12,28,34}"),
        (International, fen, "3x39", "27c art. 11 3x39{12,28} B:WK9,16,35,37,K39,41:B7,11,25,K34"),
        (
            International,
            fen,
            "3x30 [12,25,28,34]",
            "27b art. 27b 3x30{12,25,28,34} B:WK9,16,K30,35,37,41:B7,11",
        ),
    ]);
}

#[test]
fn art17_a_fourth_quiet_move_in_a_row_is_possible() {
    let third = "W:WK50,36:B1:H0:F1:+0+350";
    check(&[
        (Frisian, third, "50-44", "27d art. 17 50-44 B:W36,K44:B1:H0:F1:+0+344"),
        (Frisian, third, "36-31", "legal 36-31"),
        (International, "W:WK50,36:B1", "50-44", "legal 50-44"),
    ]);
}

#[test]
fn art17_counts_along_irregular_moves() {
    check(&[
        // An own king put on a square out of reach has moved all the same.
        (
            Frisian,
            "W:WK50,36:B1:H0:F1:+0+150",
            "50-49",
            "27d art. 27d 50-49 B:W36,K49:B1:H0:F1:+0+249",
        ),
        (
            Frisian,
            "W:WK50,K46,36:B1:H0:F1:+0+150",
            "46-45",
            "27d art. 27d 46-45 B:W36,K45,K50:B1:H0:F1:+0+145",
        ),
        // Another piece, a capture and a piece of the opponent end the run of the mover.
        (Frisian, "W:WK50,36:B1:H0:F1:+0+350", "36-26", "27d art. 27d 36-26 B:W26,K50:B1"),
        (Frisian, "W:WK50,36:B1,2:H0:F1:+0+350", "50-44 [2]", "27d art. 27d 50x44{2} B:W36,K44:B1"),
        (Frisian, "W:WK50,36:B1:H0:F1:+0+350", "1-7", "27a art. 27a 1-7 B:W36,K50:B7"),
    ]);
    // The opponent's run stays while its king and a man do.
    check(&[
        (
            Frisian,
            "W:WK50,36:B1,K5:H0:F1:+205+0",
            "36-26",
            "27d art. 27d 36-26 B:W26,K50:B1,K5:H0:F1:+205+0",
        ),
        (
            Frisian,
            "W:WK50,36:B1,K5:H0:F1:+205+0",
            "36-26 [5]",
            "27d art. 27d 36x26{5} B:W26,K50:B1",
        ),
        (
            Frisian,
            "W:WK50,36:B1,K5:H0:F1:+205+0",
            "36-26 [1]",
            "27d art. 27d 36x26{1} B:W26,K50:BK5",
        ),
        (Frisian, "W:WK50,36:B1,K5:H0:F1:+205+0", "5-10", "27a art. 27a 5-10 B:W36,K50:B1,K10"),
    ]);
}

#[test]
fn display_names_the_breach_and_what_was_obligatory() {
    let position = fen::parse("W:W28,50:B23", International.variant()).unwrap();
    let Judgement::Irregular(irregular) = position.judge(&claim("50-44")) else { panic!() };
    assert_eq!(
        irregular.to_string(),
        "50-44 is not allowed: a capture is obligatory; \
         obligatory was to take 1 man by 28x19"
    );
}

#[test]
fn art27a_a_piece_of_the_opponent_was_moved() {
    check_both(&[
        (
            "W:W31-50:B1-20",
            "20-25",
            "27a art. 27a 20-25 B:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,25",
        ),
        // It takes the pieces that its owner could take with it.
        ("W:W28,50:B23", "23x32", "27a art. 27a 23x32{28} B:W50:B32"),
        ("W:W28,50:B23", "23x32 [28]", "27a art. 27a 23x32{28} B:W50:B32"),
        ("W:W28,50:B23,4", "4-9 []", "27a art. 27a 4-9 B:W28,50:B9,23"),
        ("W:W28,50:B23,4", "4-9 [23]", "impossible wrong-pieces-taken"),
    ]);
}

#[test]
fn art27b_too_many_or_too_few_pieces_were_taken_off() {
    check_both(&[
        ("W:W28:B23,4", "28x19 []", "27b art. 27b 28-19 B:W19:B4,23"),
        ("W:W28:B23,4", "28x19 [4,23]", "27b art. 27b 28x19{4,23} B:W19:B"),
        ("W:W28:B23,4", "28x19 [4]", "27b art. 27b 28x19{4} B:W19:B23"),
        ("W:W28:B4", "28-22 [4]", "27b art. 27b 28x22{4} B:W22:B"),
        ("W:W28,50:B23", "28x19 [50]", "impossible wrong-pieces-taken"),
        ("W:W28,50:B23", "28x19 [28]", "impossible wrong-pieces-taken"),
        ("W:W28,50:B23", "28x19 [22]", "impossible wrong-pieces-taken"),
    ]);
}

#[test]
fn art27d_a_piece_was_put_where_it_cannot_get() {
    check_both(&[
        ("W:W50:B4", "50-39", "27d art. 27d 50-39 B:W39:B4"),
        ("W:W44:B4", "44-50", "27d art. 27d 44-50 B:W50:B4"),
        ("W:WK50:B4", "50-49", "27d art. 27d 50-49 B:WK49:B4"),
        ("W:WK50:B4,39", "50-28", "legal 50x28{39}"),
        ("W:WK50:B4,39", "50-27", "27d art. 27d 50-27 B:WK27:B4,39"),
        // The claimed way does not exist, so the captured pieces are not known.
        ("W:WK50:B4,39", "50x22x27", "27d art. 27d open"),
    ]);
    check(&[
        (Frisian, "W:W28:B18,4", "28x8", "legal 28x8{18}"),
        (International, "W:W28:B18,4", "28x8", "27d art. 27d 28-8 B:W8:B4,18"),
    ]);
}

#[test]
fn which_pieces_were_taken_off_can_be_open() {
    // The circle over 12, 18 and 22 can be broken off on 17 from either side.
    let circle = "W:W8:B4,12,18,22";
    check(&[
        (Frisian, circle, "8x17", "27c art. 11 open"),
        (Frisian, circle, "8x17 [12]", "27c art. 11 8x17{12} B:W17:B4,18,22"),
        (Frisian, circle, "8x17 []", "27c art. 11 8-17 B:W17:B4,12,18,22"),
        // The squares in between are a way, or captured squares.
        (Frisian, circle, "8x28x17", "27c art. 11 8x17{18,22} B:W17:B4,12"),
        (Frisian, circle, "8x12x17", "27c art. 11 8x17{12} B:W17:B4,18,22"),
        (Frisian, circle, "8x4x17", "27c art. 11 open"),
    ]);
}

#[test]
fn no_board_shows_a_piece_from_nowhere_or_two_on_a_square() {
    check_both(&[
        ("W:W28:B23", "29-24", "impossible no-piece"),
        ("W:W28,22:B4", "28-22", "impossible occupied"),
        ("W:W28:B23", "28-23", "impossible occupied"),
        ("W:W28:B23", "23-28", "impossible occupied"),
        ("W:W28:B4", "28-28", "impossible unreachable"),
        ("W:W28:B4", "28-28 []", "impossible unreachable"),
        // The square of a captured piece is free.
        ("W:W28:B23", "28x23 [23]", "27d art. 27d 28x23{23} B:W23:B"),
        ("W:W28:B23", "23x28 [28]", "27a art. 27a 23x28{28} B:W:B28"),
    ]);
}

#[test]
fn a_circle_ends_where_it_started() {
    check(&[
        (Frisian, "W:W8:B4,12,18,22", "8x8", "legal 8x8{12,18,22}"),
        (International, "W:W33:B8,21,29,30,39,40", "33x33", "legal 33x33{29,30,39,40}"),
        (
            International,
            "W:W33:B8,21,29,30,39,40",
            "33x33 [29]",
            "27b art. 27b 33x33{29} B:W33:B8,21,30,39,40",
        ),
        (
            International,
            "W:WK37:B9,20,23,42,43",
            "37x37",
            "27c art. 11 37x37{20,23,42,43} B:WK37:B9",
        ),
    ]);
}

#[test]
fn a_move_is_cited_by_its_article_and_in_frisian_draughts_by_its_kind() {
    for (breach, rules, cited) in [
        (Breach::CaptureObligatory, Frisian, Some(("art. 10, 27c", "27c"))),
        (Breach::OpponentsPiece, Frisian, Some(("art. 27a", "27a"))),
        (Breach::NoPiece, Frisian, Some(("art. 27d", "27d"))),
        (Breach::MaximumCapture, RuleSet::Boxed12200, Some(("art. 5", "5"))),
        (Breach::MaximumCapture, International, None),
    ] {
        let citation = breach.citation(rules).map(|cited| (cited.to_string(), cited.number()));
        let expected = cited.map(|(text, number)| (text.to_owned(), number.to_owned()));
        assert_eq!(citation, expected, "{breach:?} {rules}");
    }
}
