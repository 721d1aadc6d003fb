//! A row for each article of the rulebooks that a program can check: the Frisian game rules, the
//! draws of the FMJD, section D of the tournament regulation of 2006, and the sheet of the boxed
//! game 12200. Articles about irregular moves are checked where inputs to a game are merged.

mod ends;

use draughts::{
    Board, Color, Outcome, OutcomeError, Position, Reason, RuleSet, Score, Square, Variant, fen,
};
use ends::Table;

const F: Variant = Variant::Frisian;
const I: Variant = Variant::International;

/// Returns the legal moves of a position in full notation.
fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(|mv| position.full_notation(mv)).collect()
}

#[track_caller]
fn check(article: &str, variant: Variant, text: &str, expected: &[&str]) {
    let position = fen::parse(text, variant).expect("a FEN");
    assert_eq!(legal(&position), expected, "{article}: {variant} {text}");
}

/// Plays quiet moves and captures by their notation.
#[track_caller]
fn play(text: &str, moves: &[&str]) -> Position {
    let mut position = fen::parse(text, F).expect("a FEN");
    for mv in moves {
        let mv = position.parse_move(mv).expect("a legal move");
        position = position.play(&mv).expect("a legal move");
    }
    position
}

/// Plays moves after which the game goes on, and one with this verdict and article.
#[track_caller]
fn check_end(rules: RuleSet, text: &str, moves: &[&str], verdict: &str, article: &str) {
    let mut table = Table::new(rules, text);
    let (last, moves) = moves.split_last().expect("a move");
    table.go_on(moves);
    assert_eq!(table.play(last), verdict, "{article}: {rules} {text}");
    let outcome = table.counts.outcome(&table.position).expect("an outcome");
    assert_eq!(outcome.reason.article(rules), Some(article), "{rules} {text}");
}

/// Plays this many plies with kings that change no count, and one more with this verdict and
/// article.
#[track_caller]
fn check_count(rules: RuleSet, text: &str, plies: u32, verdict: &str, article: &str) {
    let mut table = Table::new(rules, text);
    assert_eq!(table.wander(plies - 1, |_| true).wander_on(|_| true), verdict, "{article}: {text}");
    let outcome = table.counts.outcome(&table.position).expect("an outcome");
    assert_eq!(outcome.reason.article(rules), Some(article), "{rules} {text}");
}

#[test]
fn art1_art2_art3_fifty_dark_squares_of_ten_rows() {
    let squares: Vec<Square> = Square::all().collect();
    let numbers: Vec<u8> = squares.iter().map(|square| square.get()).collect();
    assert_eq!(numbers, (1..=50).collect::<Vec<u8>>(), "art. 3");
    for square in squares {
        assert!(square.row() < 10 && square.column() < 10, "art. 1");
        assert_eq!((square.row() + square.column()) % 2, 1, "art. 2, the top left square is light");
    }
}

#[test]
fn art5_white_has_square_46_at_its_left() {
    let corner = Square::new(46).expect("a square");
    assert_eq!((corner.row(), corner.column()), (9, 0), "art. 5");
    assert!(Board::start().side(Color::White).contains(corner), "art. 5");
}

#[test]
fn art4_art6_the_start_position() {
    for variant in Variant::ALL {
        let start = Position::start(variant);
        assert_eq!(start.fen(), fen::parse("W:W31-50:B1-20", variant).expect("a FEN").fen());
        assert_eq!(start.legal_moves().len(), 9);
    }
}

#[test]
fn art7_men_step_forward_and_capture_in_all_directions() {
    check("art. 7, step", F, "W:W28,46,50:B1", &["28-22", "28-23", "46-41", "50-44", "50-45"]);
    check("art. 7, step", F, "B:W50:B23,5", &["5-10", "23-28", "23-29"]);
    check("art. 7, diagonally, also back", F, "W:W28:B33", &["28x39"]);
    check("art. 7, diagonally, also back", I, "W:W28:B33", &["28x39"]);
    check("art. 7, vertically", F, "W:W28:B18", &["28x8"]);
    check("art. 7, horizontally", F, "W:W28:B27", &["28x26"]);
    check("art. 7, horizontally", F, "W:W28:B29", &["28x30"]);
    check("diagonals only", I, "W:W28:B18,27,29", &["28-22", "28-23"]);
    check("art. 7, not over the edge", F, "W:W26:B30", &["26-21"]);
    check("art. 7, along other lines", F, "W:W28:B18,9", &["28x8x10"]);
}

#[test]
fn art8_a_man_is_crowned_where_its_move_ends() {
    let position = play("W:W6:B45", &["6-1"]);
    assert_eq!(position.fen(), "B:WK1:B45");
    check("art. 8, passing the king row", I, "W:W13:B8,7", &["13x2x11"]);
    let position = fen::parse("W:W13:B8,7", I).expect("a FEN");
    let mv = position.parse_move("13x11").expect("a capture");
    assert!(!position.promotes(&mv));
    assert_eq!(position.play(&mv).expect("a legal move").fen(), "B:W11:B");
}

#[test]
fn art9_kings_move_far_and_capture_in_all_directions() {
    check(
        "art. 9, not past a piece",
        F,
        "W:WK46,28:B5",
        &["28-22", "28-23", "46-32", "46-37", "46-41"],
    );
    check("art. 9a, b", I, "W:WK46:B23", &["46x5", "46x10", "46x14", "46x19"]);
    check("art. 9, vertically", F, "W:WK46:B26", &["46x6", "46x16"]);
    check(
        "art. 9, two pieces in a row protect",
        F,
        "W:WK46:B26,16",
        &["46-5", "46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41"],
    );
}

#[test]
fn art10_capturing_is_obligatory() {
    check("art. 10", F, "W:W28,50:B23", &["28x19"]);
    check("art. 10", I, "W:W28,50:B23", &["28x19"]);
}

#[test]
fn art11_the_most_valuable_capture_is_obligatory() {
    check("most pieces", I, "W:W28,35:B13,23,30", &["28x19x8"]);
    check("art. 11, a king is more than a man", F, "W:W28,50:B23,K44", &["50x39"]);
    check("a king is one piece", I, "W:W28,50:B23,K44", &["28x19", "50x39"]);
    check("art. 11, and less than two men", F, "W:W28,50:B13,23,K44", &["28x19x8"]);
}

#[test]
fn art12_the_king_captures_before_the_man() {
    check(
        "art. 12",
        F,
        "W:WK1,36:B7,31",
        &["1x12", "1x18", "1x23", "1x29", "1x34", "1x40", "1x41", "1x45"],
    );
    check("no such rule", I, "W:WK2,36:B7,31", &["2x11", "2x16", "36x27"]);
}

#[test]
fn art13_art14_captured_pieces_stay_until_the_end() {
    // The king comes back to a piece that it has captured, and has to stop in front of it.
    let text = "W:WK3,K9,16,35,37,41:B7,11,12,25,28,K34";
    check("art. 13, 14, no piece twice", I, text, &["3x17x39x30"]);
    // The start square is open, too.
    check("art. 13, round to the start", I, "W:W47:B31,32,41,42", &["47x36x27x38x47"]);
}

#[test]
fn art17_a_king_makes_three_quiet_moves_in_a_row() {
    let moves = ["50-33", "2-7", "33-15", "3-9", "15-42", "7-11"];
    let position = play("W:WK50,36:B1,2,3,4", &moves);
    assert_eq!(legal(&position), ["36-31"]);
    let position = play(&position.fen(), &["36-31", "1-6"]);
    assert_eq!(position.blocked_king(), None, "another piece has moved");
    let alone = play("W:WK50:B1,2,3,4", &moves);
    assert_eq!(alone.king_run(Color::White), None, "only with a man");
    let capture = play("W:WK50,36:B1,2,3,4", &["50-33", "2-7", "33-15", "3-9", "15-42", "9-14"]);
    assert!(capture.blocked_king().is_some());
    let blocked = play("W:WK50,36:B1:H0:F1:+0+350", &[]);
    assert_eq!(legal(&blocked), ["36-31"]);
    let may_capture = play("W:WK50,36:B33:H0:F1:+0+350", &[]);
    assert_eq!(may_capture.legal_moves().len(), 5, "a capture is free");
    let taken = play("B:WK50,36:BK26,6:H0:F1:+0+350", &[]);
    assert!(taken.king_run(Color::White).is_some());
}

#[test]
fn art18_two_kings_win_from_one_in_seven_moves() {
    check_count(RuleSet::Frisian, "W:WK46,K47:BK3", 13, "D:art18", "art. 18");
    let mut table = Table::new(RuleSet::Frisian, "B:WK6,K16,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), ["art. 18 White 0/7"], "art. 18, from these pieces on");
}

#[test]
fn art19_a_win_gives_two_points_and_a_draw_one_each() {
    // Points in half points.
    for (score, white, black) in
        [(Score::WhiteWins, 2, 0), (Score::Draw, 1, 1), (Score::BlackWins, 0, 2)]
    {
        let points = Color::BOTH.map(|color| score.points(color));
        assert_eq!(points, [white, black], "art. 19: {score}");
    }
}

#[test]
fn art20_a_game_is_lost_for_each_reason_of_the_article() {
    let frisian = RuleSet::Frisian;
    check_end(frisian, "W:W28:B22", &["28x17"], "W:no pieces", "art. 20.1");
    check_end(frisian, "W:W40,44,31:B35", &["31-26"], "W:no legal move", "art. 20.6");
    let text = "W:WK50,6:B1,3,5";
    let moves = ["50-33", "3-8", "33-28", "8-13", "28-44", "5-10"];
    check_end(frisian, text, &moves, "B:no legal move", "art. 20.6");
    for (reason, article) in [
        (Reason::Resignation, "art. 20.2"),
        (Reason::UpsetPieces, "art. 20.3"),
        (Reason::RefusedToPlay, "art. 20.4"),
        (Reason::FlagFall, "art. 20.5"),
        (Reason::Misconduct, "art. 20.7"),
    ] {
        assert_eq!(reason.article(frisian), Some(article));
        assert!(Outcome::checked(Score::BlackWins, reason).is_ok(), "{article}: lost");
        let drawn = Outcome::checked(Score::Draw, reason);
        assert!(matches!(drawn, Err(OutcomeError::Impossible { .. })), "{article}: not drawn");
    }
}

#[test]
fn art21_one_king_each_or_agreement_is_a_draw() {
    let frisian = RuleSet::Frisian;
    check_end(frisian, "W:WK4:BK6,24", &["4x34"], "D:art21", "art. 21.1");
    Table::new(frisian, "W:WK4:BK6,24").go_on(&["4x44"]);
    Table::new(frisian, "W:WK23:BK5,28").go_on(&["23x46"]);
    assert_eq!(Reason::Agreement.article(frisian), Some("art. 21.2"));
    assert!(Outcome::checked(Score::Draw, Reason::Agreement).is_ok(), "art. 21.2");
}

#[test]
fn draws_of_the_fmjd() {
    let (rules, repetition) = (RuleSet::International, "FMJD threefold repetition");
    let moves = ["48-30", "4-22", "30-48", "22-4", "48-30", "4-22", "30-48", "22-4"];
    check_end(rules, "W:WK46,K48,36:BK3,K4,15", &moves, "D:threefold", repetition);
    check_count(rules, "W:WK46,K47:BK3,K4", 50, "D:25", "FMJD 25-move rule");
    for text in ["W:WK46,K47,K48:BK3", "W:WK46,K47,35:BK3", "W:WK47,35,45:BK3"] {
        check_count(rules, text, 32, "D:F16", "FMJD 16-move rule");
    }
    for text in ["W:WK46,K47:BK3", "W:WK47:BK3"] {
        check_count(rules, text, 10, "D:F5", "FMJD 5-move rule");
    }
}

#[test]
fn regulation_2006_rule4_section_d() {
    let rules = RuleSet::International2006;
    assert_eq!(Reason::FlagFall.article(rules), Some("2006 art. 4"));
    let moves = ["48-30", "4-22", "30-48", "22-4", "48-30", "4-22", "30-48", "22-4"];
    check_end(rules, "W:WK46,K48,36:BK3,K4,15", &moves, "D:threefold", "2006 D2");
    check_count(rules, "W:WK46,K47:BK3,K4", 50, "D:25", "2006 D3");
    let moves = ["3-25", "28-5", "25-3", "5-41", "3-9", "41-23", "9-36", "23-10", "36-18", "10-23"];
    check_end(rules, "W:WK3,45:BK28", &moves, "D:D4a", "2006 D4a");
    // The man's move prevents D3.
    let mut table = Table::new(rules, "W:WK47,6,45:BK25");
    table.wander(6, |mv| mv.to().row() > 0).go_on(&["45-40"]).wander(42, |mv| mv.to().row() > 0);
    assert_eq!(table.wander_on(|_| true), "D:D4b", "2006 D4b");
    check_count(rules, "W:WK46,K47,K48:BK3", 32, "D:D5", "2006 D5");
    check_count(rules, "W:WK46,K47:BK3", 10, "D:D6", "2006 D6");
    check_count(rules, "W:WK47:BK3", 10, "D:D6", "2006 D6");
}

#[test]
fn boxed_art1_to_art8() {
    let rules = RuleSet::Boxed12200;
    let variant = rules.variant();
    check("boxed art. 1, forward", variant, "W:W28:B1", &["28-22", "28-23"]);
    check("boxed art. 1, captures also backward", variant, "W:W28:B33", &["28x39"]);
    let crowned = Table::new(rules, "W:W6,50:B35").go_on(&["6-1"]).position;
    assert_eq!(crowned.fen(), "B:WK1,50:B35", "boxed art. 2");
    let passing = Table::new(rules, "W:W13:B8,7,45").go_on(&["13x11"]).position;
    assert_eq!(passing.fen(), "B:W11:B45", "boxed art. 2, goes on capturing");
    check("boxed art. 3", variant, "W:WK46,28:B5", &["28-22", "28-23", "46-32", "46-37", "46-41"]);
    check("boxed art. 4, several", variant, "W:W28,50:B13,23", &["28x19x8"]);
    check("boxed art. 4, a king's capture", variant, "W:WK46:B14", &["46x5", "46x10"]);
    check("boxed art. 5, most pieces", variant, "W:W28,35:B13,23,30", &["28x19x8"]);
    check("boxed art. 5, of equal worth", variant, "W:WK2,36:B7,31", &["2x11", "2x16", "36x27"]);
    let moves = ["48-30", "4-22", "30-48", "22-17", "48-30", "17-50", "30-48"];
    check_end(rules, "W:WK46,K48,36:BK3,K4,15", &moves, "D:art7", "art. 7");
    check_end(rules, "W:W28:B22", &["28x17"], "W:no pieces", "art. 8");
    check_end(rules, "W:W40,44,31:B35", &["31-26"], "W:no legal move", "art. 8");
}

#[test]
fn art22_a_single_capture_may_be_noted_as_x_and_a_quiet_move_only_by_its_squares() {
    let position = fen::parse("W:WK46:B41", I).expect("a FEN");
    let alone = fen::parse("W:W46:B41,32", I).expect("a FEN");
    assert!(position.parse_move("x").is_err(), "several captures");
    assert_eq!(alone.parse_move("x").map(|mv| mv.to_string()).as_deref(), Ok("46x28"));
    let only = fen::parse("W:W28:B23", I).expect("a FEN");
    assert_eq!(only.parse_move("x").map(|mv| mv.to_string()).as_deref(), Ok("28x19"));
    let quiet = Position::start(F);
    assert_eq!(quiet.parse_move("32-28").map(|mv| mv.to_string()).as_deref(), Ok("32-28"));
    assert!(quiet.parse_move("x").is_err());
}

#[test]
fn a_capture_of_twenty_pieces_is_found_in_bounded_time() {
    for kings in ["WK46", "WK46,K1,K5,K50", "WK48,K4,K6,K45"] {
        for text in [
            "B8,9,10,12,14,17,18,19,20,22,24,27,28,29,30,32,38,39,40,42",
            "B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40,2,3,12,13",
            "B7,9,12,14,17,19,22,24,27,29,32,34,37,39,42,44,8,18,28,38",
            "B11,12,13,14,21,22,23,24,31,32,33,34,41,42,43,44,7,8,9,10",
        ] {
            for variant in Variant::ALL {
                let position = fen::parse(&format!("W:{kings}:{text}"), variant).expect("a FEN");
                assert!(position.has_legal_move());
            }
        }
    }
}

#[test]
fn art26_a_wrongly_turned_board_makes_the_game_invalid() {
    assert_eq!(Reason::WrongBoard.article(RuleSet::Frisian), Some("art. 26"));
    for score in Score::ALL {
        let is_invalid = Outcome::checked(score, Reason::WrongBoard).is_ok();
        assert_eq!(is_invalid, score == Score::Unplayed, "art. 26: {score}");
    }
}
