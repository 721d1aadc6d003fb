//! Sentences for players and spectators: no hint of captures or legal moves (rules art. 24).

use draughts::{Breach, Judgement, Outcome, Reason, RuleSet, Score, Timestamp, Variant, fen};
use live_game::{DeviceId, Game, GameCommand, GameEvent, HeldFor, InputId, Refusal, Remark};
use phrases::{
    Language::{self, English},
    game,
};

use crate::said::{ExplainNeutrally as _, ExplainUnder as _};

const AT: Timestamp = Timestamp::from_millis(1_000);

fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).unwrap(), sequence)
}

fn started(fen: &str) -> Game {
    let rules = RuleSet::International;
    let start = fen::parse(fen, rules.variant()).unwrap();
    let mut game = Game::default();
    execute(&mut game, &GameCommand::start_from(rules, start, AT));
    game
}

fn play(sequence: u64, ply: u32, mv: &str) -> GameCommand {
    GameCommand::Play { input: input("w", sequence), ply, mv: mv.parse().unwrap(), at: AT }
}

fn correct(sequence: u64, ply: u32, mv: &str) -> GameCommand {
    GameCommand::Correct { input: input("desk", sequence), ply, mv: mv.parse().unwrap(), at: AT }
}

fn complete(sequence: u64, from_ply: u32, moves: &[&str]) -> GameCommand {
    let moves = moves.iter().map(|mv| mv.parse().unwrap()).collect();
    GameCommand::Complete { input: input("desk", sequence), from_ply, moves, at: AT }
}

/// Returns the refusal of a device's input.
#[track_caller]
fn refused(game: &Game, command: &GameCommand) -> Refusal {
    let events = game.decide(command).unwrap();
    let refusal = events.into_iter().find_map(|event| {
        if let GameEvent::InputRefused { refusal, .. } = event { Some(refusal) } else { None }
    });
    refusal.expect("it is refused")
}

fn execute(game: &mut Game, command: &GameCommand) {
    for event in game.decide(command).unwrap() {
        game.apply(&event);
    }
}

#[test]
fn art24_no_public_text_tells_what_was_obligatory() {
    let mut game = started("W:W28,50:B23,4");
    for (index, command) in [
        complete(1, 1, &["50-44", "28x19"]),
        complete(2, 1, &["4-9", "28x19"]),
        correct(3, 1, "44-50"),
        play(1, 1, "28-23"),
        play(2, 1, "29-23"),
    ]
    .iter()
    .enumerate()
    {
        if index == 2 {
            execute(&mut game, &play(9, 1, "50-45"));
        }
        let refusal: Refusal = refused(&game, command);
        let full = refusal.explain(RuleSet::International, English);
        assert_eq!(refusal.to_string(), full, "the log says the same");
        let public = refusal.explain_neutrally(English);
        assert!(full.contains("obligatory was to take 1 man by 28x19"), "{full}");
        for hint in ["28x19", "obligatory", "capture", "art."] {
            assert!(!public.contains(hint), "{public}");
        }
    }
}

#[test]
fn a_capture_that_fits_twice_is_asked_for_its_way() {
    let game = started("B:WK1,K5,14,16,29,34,44:BK3");
    let refusal = refused(&game, &play(1, 1, "3x50"));
    assert_eq!(refusal.as_str(), "ambiguous-move");
    assert_eq!(refusal.explain_neutrally(English), "3-50 is not clear, tell the squares between");
}

#[test]
fn a_record_that_is_broken_names_its_ply() {
    let game = started("W:W28,50:B23,4");
    let text = refused(&game, &complete(1, 1, &["50-44", "1-6"])).explain_neutrally(English);
    assert_eq!(text.split(':').next(), Some("ply 2 of the record"), "{text}");
    let mut game = started("W:W31-50:B1-20");
    execute(&mut game, &complete(6, 1, &["32-28", "20-25"]));
    let refusal = refused(&game, &complete(7, 3, &["31-26", "25-24", "19-23"]));
    assert_eq!(refusal.explain_neutrally(English), "ply 4 of the record: 25-24 was not accepted");
}

#[test]
fn art24_the_text_for_players_gives_no_hint() {
    let position = fen::parse("W:W28,50:B23", RuleSet::International.variant()).unwrap();
    let Judgement::Irregular(irregular) = position.judge(&"50-44".parse().unwrap()) else {
        panic!("a capture was obligatory")
    };
    let refusal = Refusal::IllegalMove(irregular.as_illegal());
    assert_eq!(refusal.explain_neutrally(English), "50-44 was not accepted");
}

#[test]
fn a_breach_is_told_by_the_article_of_the_rules() {
    let [fmjd, of_2006, open, boxed, frisian] = RuleSet::ALL;
    for (breach, rules, article, text) in [
        (Breach::CaptureObligatory, frisian, Some("art. 10"), " (art. 10, 27c);"),
        (Breach::CaptureObligatory, boxed, Some("art. 4"), " (art. 4);"),
        (Breach::CaptureObligatory, fmjd, None, "obligatory;"),
        (Breach::CaptureObligatory, of_2006, None, "obligatory;"),
        (Breach::CaptureObligatory, open, None, "obligatory;"),
        (Breach::MaximumCapture, frisian, Some("art. 11"), " (art. 11, 27c);"),
        (Breach::MaximumCapture, boxed, Some("art. 5"), " (art. 5);"),
        (Breach::Unreachable, frisian, Some("art. 27d"), " (art. 27d)"),
        (Breach::Unreachable, boxed, Some("art. 1, 3"), " (art. 1, 3)"),
        (Breach::Unreachable, fmjd, None, "so"),
        (Breach::OpponentsPiece, boxed, None, "move"),
    ] {
        assert_eq!(breach.article(rules), article, "{breach} {rules}");
        let (fen, claimed) = [
            (Breach::CaptureObligatory, ("W:W28,50:B23", "50-44")),
            (Breach::MaximumCapture, ("W:W28,35:B13,23,30", "35x24")),
            (Breach::OpponentsPiece, ("W:W50:B4", "4-9")),
            (Breach::Unreachable, ("W:W50:B4", "50-39")),
        ]
        .into_iter()
        .find_map(|(other, claim)| (other == breach).then_some(claim))
        .unwrap();
        let position = fen::parse(fen, rules.variant()).unwrap();
        let Judgement::Irregular(irregular) = position.judge(&claimed.parse().unwrap()) else {
            panic!("{fen}")
        };
        assert_eq!(irregular.breach, breach);
        for language in Language::ALL {
            let explained = irregular.explain(rules, language);
            assert_eq!(explained.contains("art."), article.is_some(), "{explained}");
        }
        let explained = irregular.explain(rules, English);
        assert!(explained.contains(text), "{rules}: {explained}");
        let illegal = irregular.as_illegal().explain(rules, English);
        assert!(!illegal.contains("27c") && !irregular.to_string().contains("art."), "{illegal}");
    }
}

#[test]
fn the_desk_is_told_what_a_move_waits_for_and_what_can_be_done() {
    for waits_for in [HeldFor::EarlierPly, HeldFor::Arbiter] {
        let texts = Language::ALL.map(|language| game::held(7, waits_for, language));
        assert!(texts.iter().all(|text| text.contains('7')), "{texts:?}");
        assert!(texts[0] != texts[1] && texts[1] != texts[2], "{texts:?}");
    }
    assert_eq!(
        game::held(7, HeldFor::Arbiter, English),
        "ply 7 waits for the arbiter: let the irregular move before it stand, correct it or take it \
         back, or settle the conflict"
    );
}

#[test]
fn the_desk_is_told_what_speaks_against_a_ruling_with_the_article() {
    let answered = Remark::AnsweredIrregularity { ply: 7 };
    let drawn = Outcome::new(Score::Draw, Reason::TwoKingsAgainstOne);
    let not_shown = Remark::NotOnBoard { outcome: drawn };
    for (remark, article) in [(answered, "(art. 27)"), (not_shown, "(art. 18)")] {
        let texts = Language::ALL.map(|language| game::remark(remark, RuleSet::Frisian, language));
        assert!(texts.iter().all(|text| text.ends_with(article)), "{texts:?}");
        assert!(texts[0] != texts[1] && texts[1] != texts[2], "{texts:?}");
    }
    assert_eq!(
        game::remark(answered, RuleSet::International, English),
        "the irregular move of ply 7 had been answered, and so stood; it was taken back by this ruling"
    );
    let refused = Refusal::PauseNeedsReason.explain(RuleSet::International2006, English);
    assert_eq!(
        refused,
        "no clock is stopped before the end of the game: give the reason for the pause (2006 art. 2)"
    );
}

#[test]
fn art_22_captures_are_written_with_an_x_in_explanations_to_the_arbiter() {
    // The long capture takes two men, the short one a single man.
    let position = fen::parse("W:W28:B22,12", Variant::Frisian).unwrap();
    let short = position.explain_illegal(&"28x17".parse().unwrap());
    let text = game::illegal_move(&short, RuleSet::Frisian, English);
    assert!(text.starts_with("28x17 is not allowed: a more valuable capture"), "{text}");
    // A player learns no more than which squares were told (art. 24).
    let neutral = game::neutral_illegal_move(&short, English);
    assert!(neutral.contains("28-17"), "{neutral}");
    let Judgement::Irregular(irregular) = position.judge(&"28x17".parse().unwrap()) else {
        panic!("a board can show it")
    };
    let text = game::irregularity(&irregular, RuleSet::Frisian, English);
    assert!(text.starts_with("28x17 "), "{text}");
    let quiet = position.explain_illegal(&"28-23".parse().unwrap());
    let text = game::illegal_move(&quiet, RuleSet::Frisian, English);
    assert!(text.starts_with("28-23 is not allowed: a capture is obligatory"), "{text}");
}

#[test]
fn art_21_2_and_rule_7_of_2006_are_cited_for_a_draw_that_the_arbiter_decides_on() {
    for (rules, article) in
        [(RuleSet::Frisian, "(art. 21.2)"), (RuleSet::International2006, "(2006 art. 7)")]
    {
        for language in Language::ALL {
            let text = game::draw_agreed(rules, language);
            assert!(text.ends_with(article), "{text}");
        }
    }
    let refused = Refusal::NoEndgame.explain(RuleSet::Frisian, English);
    assert_eq!(refused, "no draw is agreed before the first move, only in an endgame (art. 21.2)");
}
