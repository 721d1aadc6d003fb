//! Contradictory records are refused, with their place.

use crate::records::{lot, player, round};
use draughts::Color;
use tournament::swiss::{
    Entrant, Field, FirstRound, GameResult, InputError, PastRound, Unpairable, pair,
};

fn entrant(number: u32, history: &[PastRound]) -> Entrant {
    Entrant {
        player: player(number),
        lot: lot(number),
        is_available: true,
        history: history.to_vec(),
    }
}

fn won(opponent: u32, color: Color) -> PastRound {
    PastRound::Played { opponent: player(opponent), color, result: GameResult::Win }
}

fn lost(opponent: u32, color: Color) -> PastRound {
    PastRound::Played { opponent: player(opponent), color, result: GameResult::Loss }
}

fn drawn(opponent: u32, color: Color) -> PastRound {
    PastRound::Played { opponent: player(opponent), color, result: GameResult::Draw }
}

/// Makes the field before round 2.
fn second_round(histories: &[PastRound]) -> Result<Field, InputError> {
    let entrants = histories.iter().zip(1..).map(|(past, number)| entrant(number, &[*past]));
    Field::new(round(2), 5, FirstRound::EntrantsKnown, entrants.collect())
}

#[track_caller]
fn check_disagreement(one: PastRound, other: PastRound) {
    let error = InputError::Disagreement {
        player: player(1),
        round: round(1),
        opponent: one.opponent().unwrap(),
    };
    assert_eq!(second_round(&[one, other]), Err(error), "{one:?} {other:?}");
}

#[test]
fn the_two_sides_of_a_game_agree() {
    let (white, black) = (Color::White, Color::Black);
    let forfeit_win = |opponent| PastRound::ForfeitWin { opponent: player(opponent) };
    let forfeit_loss = |opponent| PastRound::ForfeitLoss { opponent: player(opponent) };
    let both_lost = |opponent, color| PastRound::BothLost { opponent: player(opponent), color };
    let adjourned = |opponent, color| PastRound::Adjourned { opponent: player(opponent), color };
    for (one, other) in [
        (won(2, white), lost(1, black)),
        (drawn(2, black), drawn(1, white)),
        (both_lost(2, white), both_lost(1, black)),
        (adjourned(2, white), adjourned(1, black)),
        (forfeit_win(2), forfeit_loss(1)),
        (forfeit_loss(2), forfeit_loss(1)),
    ] {
        assert!(second_round(&[one, other]).is_ok(), "{one:?} {other:?}");
    }
    check_disagreement(won(2, white), lost(1, white));
    check_disagreement(won(2, white), won(1, black));
    check_disagreement(won(2, white), drawn(1, black));
    check_disagreement(won(2, white), PastRound::Bye);
    check_disagreement(won(2, white), forfeit_loss(1));
    check_disagreement(drawn(2, white), adjourned(1, black));
    check_disagreement(forfeit_win(2), forfeit_win(1));
    check_disagreement(forfeit_win(2), PastRound::NotPaired);
    check_disagreement(both_lost(2, white), both_lost(1, white));
    // Against oneself.
    check_disagreement(forfeit_loss(1), PastRound::Bye);
    check_disagreement(drawn(1, white), PastRound::Bye);
}

#[test]
fn opponents_are_entered() {
    let error =
        InputError::UnknownOpponent { player: player(2), round: round(1), opponent: player(9) };
    assert_eq!(second_round(&[PastRound::Bye, won(9, Color::White)]), Err(error));
    assert_eq!(error.to_string(), "player 2 met player 9 in round 1, who is not entered");
}

#[test]
fn players_lots_and_rounds_are_counted() {
    let make = |number, total, entrants: &[Entrant]| {
        Field::new(round(number), total, FirstRound::EntrantsUnknown, entrants.to_vec())
    };
    let one = entrant(1, &[]);
    let twice = Entrant { lot: lot(3), ..one.clone() };
    assert_eq!(
        make(1, 5, &[one.clone(), twice]),
        Err(InputError::DuplicatePlayer { player: player(1) })
    );
    let same_lot = Entrant { lot: lot(1), ..entrant(2, &[]) };
    assert_eq!(make(1, 5, &[one.clone(), same_lot]), Err(InputError::DuplicateLot { lot: lot(1) }));
    let longer = entrant(2, &[PastRound::Bye]);
    let error = InputError::HistoryLength { player: player(2), found: 1, expected: 0 };
    assert_eq!(make(1, 5, &[one, longer]), Err(error));
    let error = InputError::NoSuchRound { round: round(7), rounds_total: 5 };
    assert_eq!(make(7, 5, &[]), Err(error));
    assert_eq!(make(1, 101, &[]), Err(InputError::TooManyRounds));
    let crowd: Vec<_> = (1..=2_001).map(|number| entrant(number, &[])).collect();
    assert_eq!(make(1, 9, &crowd), Err(InputError::TooManyPlayers));
}

#[test]
fn nobody_one_and_the_end() {
    let field = |number, total, entrants| {
        Field::new(round(number), total, FirstRound::EntrantsKnown, entrants).unwrap()
    };
    for number in [1, 2] {
        let nobody = pair(&field(number, 3, Vec::new())).unwrap();
        assert_eq!((nobody.pairs.len(), nobody.bye), (0, None));
    }
    let alone = pair(&field(1, 3, vec![entrant(1, &[])])).unwrap();
    assert_eq!(alone.bye.map(|bye| bye.player), Some(player(1)));
    // A second bye is barred (B1b), a bye after a missed round is not.
    let again = field(2, 3, vec![entrant(1, &[PastRound::Bye])]);
    assert_eq!(pair(&again), Err(Unpairable::NoLegalPairing));
    let first = field(2, 3, vec![entrant(1, &[PastRound::NotPaired])]);
    assert_eq!(pair(&first).unwrap().bye.map(|bye| bye.player), Some(player(1)));
    assert_eq!(pair(&field(4, 3, Vec::new())), Err(Unpairable::Over));
    assert_eq!(pair(&field(1, 0, Vec::new())), Err(Unpairable::Over));
}
