//! Refused rulings as logs describe them.

use super::*;

#[test]
fn every_text_of_a_ruling_that_is_refused() {
    let started = || check(&[(start(), &["started"])]);
    let noted = |mv| {
        let mut game = started();
        execute(&mut game, &play("w", 1, 1, mv));
        game
    };
    for (game, command, text) in [
        (started(), retract(1, 4), "there is no ply 4, the next is 1"),
        (started(), let_stand(1), "no irregular move waits"),
        (
            noted("31-22-27"),
            let_stand(1),
            "31-22-27 cannot stand before it is told which pieces were taken off",
        ),
        (noted("32-28"), correct(1, 1, "32-28"), "ply 1 already is so"),
        (
            started(),
            set_position(1, RuleSet::International, "W:W31-50:B1-20"),
            "the position already stands so",
        ),
        (
            check(&[(start(), &["started"]), (on_paper(1), &["paper from 1 desk#1"])]),
            play("w", 1, 1, "32-28"),
            "the game is on paper from ply 1",
        ),
        (started(), complete(1, 3, &["32-28"]), "the record goes on with ply 1, not 3"),
        (started(), complete(1, 1, &[]), "0 moves are handed in, 1 to 500 can be"),
        (started(), resume(1), "the game is not over"),
        (
            check(&[
                (start(), &["started"]),
                (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
                (retract(1, 1), &["back to 1 desk#1"]),
            ]),
            play("board", 1, 1, "32-28"),
            "ply 1 was taken back after this move was made",
        ),
    ] {
        let refusal = game.answer_to(&command).expect_err(text);
        assert_eq!(refusal.to_string(), text);
    }
}
