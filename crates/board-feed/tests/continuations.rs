//! Tests of the continuations that are offered while nothing explains a board.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use board_feed::{BoardSetting, Capability, Code, Continuation, Field, Reading, Tracker};
use draughts::{Position, Square, Timestamp, Variant, fen};

fn position(text: &str) -> Position {
    fen::parse(text, Variant::International).unwrap()
}

fn dump(position: &Position) -> Reading {
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = position.board().piece_at(square) {
            codes[Field::of(square, false).index()] = Code::Piece(piece);
        }
    }
    Reading::Dump(codes)
}

/// Returns the tracker of a board that showed one position and shows another now.
fn tracker(before: &str, now: &str) -> Tracker {
    let start = position(before);
    let is_rotated = Some(false);
    let setting = BoardSetting { capability: Capability::Colour, start, is_rotated, poll: None };
    let mut tracker = Tracker::new(setting);
    tracker.take(&dump(&start), Timestamp::from_millis(0));
    tracker.take(&dump(&position(now)), Timestamp::from_millis(5_000));
    tracker.wait(Timestamp::from_millis(20_000));
    tracker
}

/// Returns the plies of a continuation, and the squares on which the board differs.
fn text(continuation: &Continuation) -> String {
    let plies: Vec<&str> = continuation.plies.iter().map(|played| played.text.as_str()).collect();
    let squares: Vec<String> =
        continuation.differences.squares().map(|square| square.to_string()).collect();
    format!("{} [{}]", plies.join(" "), squares.join(" "))
}

#[test]
fn all_sequences_that_explain_a_board_are_offered_first() {
    // Which man White moved first, nobody knows.
    let tracker = tracker("W:W46,50:B4,5", "B:W41,45:B5,10");
    let offered = tracker.continuations();
    let texts: Vec<String> = offered.iter().map(text).collect();
    assert_eq!(texts[..2], ["46-41 4-10 50-45 []", "50-45 4-10 46-41 []"]);
    assert!(texts[2..].iter().all(|text| !text.ends_with("[]")), "{texts:?}");
    assert_eq!((offered[0].ply, offered[0].position), (3, position("B:W41,45:B5,10")));
    assert_eq!(tracker.position().1, 0, "it has not chosen");
}

#[test]
fn a_piece_that_is_not_seen_is_a_difference() {
    // White's man on 50 is gone, and Black has moved.
    let tracker = tracker("W:W28,46,50:B4,5", "W:W28,41:B4,10");
    assert_eq!(text(&tracker.continuations()[0]), "46-41 5-10 [50]");
    let squares: Vec<u8> = tracker.differences().unwrap().squares().map(Square::get).collect();
    assert_eq!(squares, [5, 10, 41, 46, 50]);
}

#[test]
fn pieces_that_were_disturbed_are_no_plies() {
    let tracker = tracker("W:W28,46,50:B4,5", "W:W28:B4,5");
    let offered = tracker.continuations();
    assert_eq!(text(&offered[0]), " [46 50]");
    assert!(offered.len() <= 8);
}

#[test]
fn nothing_is_offered_while_the_board_agrees_or_is_silent() {
    let mut tracker = tracker("W:W28,46,50:B4,5", "W:W28,46,50:B4,5");
    assert_eq!(tracker.continuations(), []);
    tracker.take(&Reading::Link { is_up: false }, Timestamp::from_millis(30_000));
    assert_eq!((tracker.continuations(), tracker.differences()), (Vec::new(), None));
}

#[test]
fn a_board_with_nothing_of_the_game_has_no_continuation() {
    let tracker = tracker("W:W28,46,50:B4,5", "W:W31,32,36,37,38:B6,7,8,9");
    assert_eq!(tracker.continuations(), []);
}
