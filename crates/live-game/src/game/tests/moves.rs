//! Moves that are played, refused or ambiguous.

use draughts::{MoveText, Position, Square, Variant};

use super::*;

#[test]
fn moves_are_played_and_written() {
    let game = check(&[
        (play("w", 0, 1, "32-28"), &["not-started w#0"]),
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (play("w", 2, 3, "28-19"), &["3:28x19 w#2"]),
        (play("w", 3, 0, "28-19"), &["ply-zero w#3"]),
    ]);
    assert_eq!(notations(&game), ["32-28", "19-23", "28x19"]);
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.next_ply(), 4);
    assert_eq!(game.last_sequence(&DeviceId::new("w").unwrap()), Some(3));
}

#[test]
fn an_identical_start_is_a_repetition_and_another_one_is_not() {
    check(&[(start(), &["started"]), (start(), &[])]);
    let mut game = check(&[(start(), &["started"])]);
    let other = start_from(RuleSet::Frisian, "W:W31-50:B1-20");
    assert_eq!(execute(&mut game, &other), ["refused already-started"]);
    let mixed =
        GameCommand::start_from(RuleSet::Frisian, Position::start(Variant::International), AT);
    assert_eq!(execute(&mut Game::default(), &mixed), ["refused wrong-variant"]);
}

#[test]
fn a_move_that_no_board_can_show_is_refused() {
    check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "28-23"), &["illegal-move w#1"]),
        (play("w", 2, 1, "37-32"), &["illegal-move w#2"]),
        (play("w", 3, 1, "32-32"), &["illegal-move w#3"]),
        (play("w", 4, 1, "32-28 [33]"), &["illegal-move w#4"]),
        (play("w", 5, 1, "32-28 []"), &["1:32-28 w#5"]),
    ]);
}

#[test]
fn a_capture_that_fits_twice_is_asked_for_its_way() {
    let fen = "B:WK1,K5,14,16,29,34,44:BK3";
    let way = |square| {
        MoveText::with_via(
            Square::new(3).unwrap(),
            Square::new(50).unwrap(),
            vec![Square::new(square).unwrap()],
        )
    };
    let mut game = Game::default();
    execute(&mut game, &start_from(RuleSet::International, fen));
    let refused = game.answer_to(&play("b", 1, 1, "3x50")).unwrap_err();
    assert_eq!(refused.as_str(), "ambiguous-move");
    for (square, notation) in [(20, "3x20x33x50"), (34, "3x25x39x50")] {
        let mut game = game.clone();
        let mv = way(square);
        execute(&mut game, &GameCommand::Play { input: input("b", 2), ply: 1, mv, at: AT });
        assert_eq!(game.plies()[0].notation, notation);
    }
}
