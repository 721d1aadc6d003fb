//! What players and spectators read: no hint of captures or legal moves (art. 24).

use super::*;
use crate::Refusal;

#[test]
fn art24_no_public_text_tells_what_was_obligatory() {
    let from = start_from(RuleSet::International, "W:W28,50:B23,4");
    let mut game = check(&[(from, &["started"])]);
    for (index, command) in [
        complete(1, 1, &["50-44", "28x19"]),
        complete(2, 1, &["4-9", "28x19"]),
        correct(3, 1, "44-50"),
        play("w", 1, 1, "28-23"),
        play("w", 2, 1, "29-23"),
    ]
    .iter()
    .enumerate()
    {
        if index == 2 {
            tell(&mut game, &play("w", 9, 1, "50-45"));
        }
        let refusal: Refusal = game.answer_to(command).expect_err("it is against the rules");
        let (full, public) =
            (refusal.to_string(), refusal.explain_neutrally(draughts::Language::English));
        assert!(full.contains("obligatory was to take 1 man by 28x19"), "{full}");
        for hint in ["28x19", "obligatory", "capture", "art."] {
            assert!(!public.contains(hint), "{public}");
        }
    }
}

#[test]
fn every_text_of_a_ruling_that_is_refused() {
    let started = || check(&[(start(), &["started"])]);
    let noted = |mv| {
        let mut game = started();
        tell(&mut game, &play("w", 1, 1, mv));
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
