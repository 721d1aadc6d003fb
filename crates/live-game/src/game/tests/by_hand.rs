//! Results that people give and take back: who did it and why; and the list of corrections.

use draughts::{Reason, Score};
use game_clock::Terms;

use super::terms::start_on;
use super::*;
use crate::{ByHand, CORRECTIONS_MAX, Correction, CorrectionKind};

const BEGIN: &str = "W:W31-50:B1-20";
const WON: Outcome = Outcome::new(Score::WhiteWins, Reason::Arbiter);
const DRAWN: Outcome = Outcome::new(Score::Draw, Reason::Agreement);

fn anna() -> ByHand {
    ByHand::new("Anna".to_owned(), "misread slip")
}

/// Returns a result that is recorded in the tournament, and one that is taken back there.
fn by_hand(sequence: u64, outcome: Option<Outcome>) -> GameCommand {
    let input = input(InputId::TOURNAMENT, sequence);
    match outcome {
        Some(outcome) => GameCommand::Rule { input, outcome, by_hand: anna(), at: AT },
        None => GameCommand::Resume { input, by_hand: anna(), at: AT },
    }
}

fn with_terms() -> GameCommand {
    start_on(RuleSet::International, BEGIN, Terms::of(RuleSet::International))
}

fn kinds(game: &Game) -> Vec<CorrectionKind> {
    game.corrections().map(|correction| correction.kind).collect()
}

#[test]
fn a_result_by_hand_tells_who_gave_it_and_why_until_it_is_taken_back() {
    let begun = [with_terms(), play("w", 1, 1, "32-28")];
    let mut game = game_after(&begun);
    assert_eq!(game.by_hand(), None);
    for (command, expected) in [
        (by_hand(2, Some(WON)), Some(anna())),
        (by_hand(3, Some(DRAWN)), Some(anna())),
        (by_hand(4, None), None),
        // The arbiter at the desk has no name.
        (rule(1, WON), Some(ByHand::default())),
        (resume(2), None),
        (resign(2, Color::White), None),
    ] {
        execute(&mut game, &command);
        assert_eq!(game.by_hand(), expected.as_ref(), "{command:?}");
    }
    let events = game_after(&begun).decide(&by_hand(2, Some(WON))).unwrap();
    let [GameEvent::Finished { by_hand: told, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(told.as_deref(), Some(&anna()));
}

#[test]
fn a_game_without_terms_is_decided_as_before() {
    let events = game_after(&[start()]).decide(&by_hand(2, Some(WON))).unwrap();
    assert!(matches!(events[..], [GameEvent::Finished { by_hand: None, .. }]), "{events:?}");
    let game = game_after(&[start(), by_hand(2, Some(WON)), by_hand(3, None), rule(1, DRAWN)]);
    assert_eq!((game.by_hand(), game.corrections().len()), (None, 0));
}

#[test]
fn every_ruling_that_changes_the_game_is_one_correction_with_its_person_or_device() {
    let position = "W:W28:B19";
    let mut game = game_after(&[with_terms(), play("w", 1, 1, "32-28"), play("b", 1, 2, "19-23")]);
    for command in [
        correct(1, 2, "18-23"),
        retract(2, 2),
        set_position(3, RuleSet::International, position),
        by_hand(2, Some(WON)),
        by_hand(3, None),
        // The players' own claims correct nothing.
        resign(3, Color::White),
    ] {
        execute(&mut game, &command);
    }
    let expected = [
        CorrectionKind::Corrected { ply: 2 },
        CorrectionKind::Retracted { from_ply: 2 },
        CorrectionKind::PositionSet { plies: 1 },
        CorrectionKind::Result(WON),
        CorrectionKind::Resumed,
    ];
    assert_eq!(kinds(&game), expected);
    let by: Vec<&str> = game.corrections().map(|correction| correction.by.as_str()).collect();
    assert_eq!(by, ["desk", "desk", "desk", "Anna", "Anna"]);
    assert_eq!(game.corrections().next().map(|correction| correction.at), Some(AT));
}

#[test]
fn a_corrected_record_notes_no_earlier_position_again() {
    let mut game = game_after(&[with_terms(), play("w", 1, 1, "32-28")]);
    execute(&mut game, &set_position(1, RuleSet::International, "B:W31,33-50:B1-20"));
    execute(&mut game, &correct(2, 1, "33-28"));
    let expected = [CorrectionKind::PositionSet { plies: 1 }, CorrectionKind::Corrected { ply: 1 }];
    assert_eq!(kinds(&game), expected);
}

#[test]
fn the_latest_corrections_are_kept() {
    let mut game = game_after(&[with_terms(), play("w", 1, 1, "32-28")]);
    for sequence in 0..20 {
        execute(&mut game, &by_hand(2 + 2 * sequence, Some(WON)));
        execute(&mut game, &by_hand(3 + 2 * sequence, None));
    }
    let kept: Vec<Correction> = game.corrections().cloned().collect();
    assert_eq!(kept.len(), CORRECTIONS_MAX);
    assert_eq!(kept.last().map(|last| last.kind), Some(CorrectionKind::Resumed));
}

#[test]
fn a_correction_is_noted_after_a_ply_of_the_record() {
    for (kind, expected) in [
        (CorrectionKind::Retracted { from_ply: 3 }, 2),
        (CorrectionKind::Retracted { from_ply: 9 }, 5),
        (CorrectionKind::Corrected { ply: 3 }, 3),
        (CorrectionKind::PositionSet { plies: 7 }, 5),
        (CorrectionKind::Completed { plies: 4 }, 4),
        (CorrectionKind::Resumed, 5),
    ] {
        assert_eq!(kind.after_ply(5), expected, "{kind:?}");
    }
}
