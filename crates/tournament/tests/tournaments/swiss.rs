//! Rounds paired by the Swiss system.

use super::{
    BERGER, BLACK_WINS, BOTH_LOSE, DRAW, WHITE_WINS, all, changes_nothing, close, correct, decide,
    enter, enter_all, open, pair, pairs_of, play, record, refused, round, row_of, run, swiss_of,
    table, table_of,
};
use draughts::{Outcome, Reason, Score, Timestamp};
use proptest::prelude::*;
use tournament::ranking::Running;
use tournament::swiss::{ColorRule, Unpairable};
use tournament::{
    Author, Command, Event, GroupNumber, PairingMethod, PlayerId, Refusal, RoundRefusal,
    Tournament, UnpairGround,
};

fn unpair(number: u32, reason: &str) -> Command {
    Command::Unpair { round: round(number), reason: reason.to_owned(), ground: None }
}

fn publish(number: u32) -> Command {
    Command::Publish { round: round(number) }
}

#[test]
fn d1_the_first_meets_the_last() {
    let mut tournament = swiss_of(7, 3);
    run(&mut tournament, &[pair(1)]);
    assert_eq!(pairs_of(&tournament, 1), [(2, 7), (3, 6), (4, 5)]);
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[1]));
    changes_nothing(&tournament, &pair(1));
    // The point of a bye counts once its round has begun.
    assert_eq!(row_of(&tournament, 1).points, 0);
    run(&mut tournament, &[open(1)]);
    assert_eq!(row_of(&tournament, 1).points, 2);
}

#[test]
fn the_reasons_of_a_pairing_stay_with_it_whatever_is_corrected() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[WHITE_WINS, WHITE_WINS]);
    run(&mut tournament, &[pair(2)]);
    let paired = tournament.latest_round().unwrap().paired().clone();
    let PairingMethod::Swiss(reasons) = &paired.method else { panic!("{paired:?}") };
    assert_eq!(reasons.len(), 1);
    let reasons = &reasons[0];
    assert_eq!((reasons.group, reasons.counted_as_draws.len()), (GroupNumber::FIRST, 0));
    // 1 and 2 both had White: E4 for the pair of winners and for the other.
    let rules: Vec<_> = reasons.round.pairs.iter().map(|pair| pair.color_rule).collect();
    assert_eq!(rules, [ColorRule::HigherClassified; 2]);
    assert_eq!(pairs_of(&tournament, 2), [(2, 1), (3, 4)]);
    // F7: a corrected result affects only pairings still to be made.
    run(&mut tournament, &[correct(1, 1, BLACK_WINS)]);
    assert_eq!(tournament.latest_round().unwrap().paired(), &paired);
}

#[test]
fn d17_whoever_comes_late_was_not_paired_before() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[enter("late"), pair(2)]);
    // The last of the table, and only the late one has no points: the bye.
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[5]));
    assert_eq!(table_of(&tournament).rows.last().unwrap().participant, super::one(5));
    let field = tournament.swiss_field(GroupNumber::FIRST, round(2)).unwrap();
    assert_eq!(field.entrants().last().unwrap().history, [tournament::swiss::PastRound::NotPaired]);
}

#[test]
fn f6_a_published_pairing_is_undone_with_a_reason_and_never_once_open() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    let events = run(&mut tournament, &[unpair(1, "")]);
    assert_eq!(
        events,
        [Event::RoundUnpaired { round: round(1), reason: String::new(), ground: None }]
    );
    changes_nothing(&tournament, &unpair(1, ""));
    run(&mut tournament, &[pair(1), publish(1)]);
    refused(&tournament, &unpair(1, " "), &Refusal::ReasonMissing { round: round(1) });
    let by_arbiter = Command::Unpair {
        round: round(1),
        reason: "1 and 4 are one family".to_owned(),
        ground: Some(UnpairGround::ChiefArbiter),
    };
    run(&mut tournament, &[by_arbiter, pair(1), open(1)]);
    let begun = Refusal::RoundBegun { round: round(1) };
    refused(&tournament, &unpair(1, "x"), &begun);
    assert_eq!(begun.to_string(), "round 1 was opened, so its pairing stands");
    run(&mut tournament, &[close(1), pair(2)]);
    let refusal = Refusal::NotTheLatest { latest: round(2) };
    refused(&tournament, &unpair(1, "x"), &refusal);
}

#[test]
fn f6_and_f7_a_published_pairing_changes_on_a_named_ground_or_by_the_chief_arbiter() {
    let undo = |ground| Command::Unpair { round: round(2), reason: "a protest".to_owned(), ground };
    let ground_of = |tournament: &mut Tournament, ground| {
        let events = run(tournament, &[undo(ground)]);
        run(tournament, &[pair(2), publish(2)]);
        let Some(Event::RoundUnpaired { ground, .. }) = events.first() else { panic!("undone") };
        *ground
    };
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[pair(2), publish(2)]);
    let stays: Refusal = RoundRefusal::GroundMissing { round: round(2) }.into();
    for ground in [UnpairGround::Norm, UnpairGround::ReversedColors] {
        refused(&tournament, &undo(Some(ground)), &stays);
    }
    let result = UnpairGround::WrongResult;
    assert_eq!(ground_of(&mut tournament, Some(result)), Some(result));
    // Another reason is the chief arbiter's decision, if it is said to be, and shown as such.
    let unnamed = RoundRefusal::GroundUnnamed { round: round(2) };
    refused(&tournament, &undo(None), &unnamed.into());
    let arbiter = UnpairGround::ChiefArbiter;
    assert_eq!(ground_of(&mut tournament, Some(arbiter)), Some(arbiter));
    let reversed = UnpairGround::ReversedColors;
    let reverse = Command::ReverseColors { round: round(1), table: table(1), is_reversed: true };
    run(&mut tournament, &[reverse]);
    assert_eq!(ground_of(&mut tournament, Some(reversed)), Some(reversed));
    // A pairing by hand of two who met (B1a).
    run(&mut tournament, &[undo(Some(result))]);
    let met = pairs_of(&tournament, 1)[0];
    let others = pairs_of(&tournament, 1)[1];
    run(&mut tournament, &[super::pair_by_hand(2, &[met, others]), publish(2)]);
    let norm = UnpairGround::Norm;
    assert_eq!(ground_of(&mut tournament, Some(norm)), Some(norm));
    // A pairing that was not published needs no ground.
    let mut draft = swiss_of(4, 3);
    run(&mut draft, &[pair(1)]);
    let events = run(&mut draft, &[unpair(1, "")]);
    assert!(matches!(events.as_slice(), [Event::RoundUnpaired { ground: None, .. }]));
}

#[test]
fn a_correction_of_a_result_has_its_reason_beside_its_author() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, WHITE_WINS)]);
    let by = Author::named("Jan de Vries").unwrap().because("  both score\tsheets   say so ");
    let at = Timestamp::from_millis(7);
    let decided = tournament.decide(&correct(1, 1, DRAW), &by, at).unwrap();
    let Some(Event::Ruled { by, .. }) = decided.first() else { panic!("{decided:?}") };
    assert_eq!((by.name(), by.reason()), (Some("Jan de Vries"), "both score sheets say so"));
    let long = Author::named("Jan").unwrap().because("x".repeat(1_000));
    let refused = tournament.decide(&correct(1, 1, DRAW), &long, at);
    assert!(matches!(refused, Err(Refusal::Reason(_))), "{refused:?}");
}

#[test]
fn a_pairing_is_published_once() {
    let mut tournament = swiss_of(4, 3);
    refused(&tournament, &publish(1), &Refusal::UnknownRound { round: round(1) });
    run(&mut tournament, &[pair(1)]);
    assert!(!tournament.latest_round().unwrap().is_published());
    let at = Timestamp::from_millis(super::NOW);
    let published = Event::RoundPublished { round: round(1), at };
    assert_eq!(run(&mut tournament, &[publish(1)]), [published]);
    changes_nothing(&tournament, &publish(1));
    let opened = Event::RoundOpened { round: round(1), at };
    assert_eq!(run(&mut tournament, &[open(1)]), [opened]);
    changes_nothing(&tournament, &publish(1));
}

#[test]
fn f11_a_game_without_a_result_counts_as_a_draw_and_that_is_said() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, WHITE_WINS), close(1), pair(2)]);
    let PairingMethod::Swiss(reasons) = &tournament.latest_round().unwrap().paired().method else {
        panic!("by the Swiss system")
    };
    assert_eq!(reasons[0].counted_as_draws, [(round(1), table(2))]);
    assert_eq!(reasons[0].round.groups[1].points, 1);
    // In the table it has no result.
    assert_eq!(row_of(&tournament, 2).points, 0);
}

#[test]
fn c9_without_a_legal_pairing_the_arbiter_is_asked() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[super::pair_by_hand(1, &[(1, 2), (4, 3)])]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[super::pair_by_hand(2, &[(1, 3), (4, 2)])]);
    play(&mut tournament, 2, &[DRAW]);
    let Err(Refusal::Unpairable { reason }) = decide(&tournament, &pair(3)) else {
        panic!("1 and 4 have both had White twice")
    };
    assert_eq!(reason, Unpairable::NoLegalPairing);
    let text = Refusal::Unpairable { reason }.to_string();
    assert_eq!(text, "no legal pairing exists");
    run(&mut tournament, &[super::pair_by_hand(3, &[(4, 1), (3, 2)])]);
}

#[test]
fn a_tournament_has_its_rounds_and_enough_players() {
    let mut tournament = swiss_of(4, 2);
    for number in 1..=2 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    assert!(tournament.is_finished());
    refused(&tournament, &pair(3), &Refusal::NoMoreRounds { rounds: 2 });
    let fault = tournament::regulation::Fault::TooManyRounds { entrants: 3, most: 2, rounds: 3 };
    refused(&swiss_of(3, 3), &pair(1), &Refusal::Regulation(fault));
}

#[test]
fn d6_a_game_that_both_lost_was_played_and_a_double_no_show_was_not() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[BOTH_LOSE, Outcome::new(Score::BothLose, Reason::NoShow)]);
    let field = tournament.swiss_field(GroupNumber::FIRST, round(2)).unwrap();
    let met: Vec<bool> =
        field.entrants().iter().map(|entrant| entrant.history[0].met().is_some()).collect();
    assert_eq!(met, [true, false, false, true]);
    let nobody_draws_so = Outcome::new(Score::Draw, Reason::Forfeit);
    refused(&tournament, &correct(1, 1, nobody_draws_so), &Refusal::DrawByForfeit);
}

#[test]
fn a_decision_of_a_person_says_who_and_when() {
    let tournament = super::entered(BERGER, 4);
    let by = Author::named("  Jan  de Vries ").unwrap();
    let at = Timestamp::from_millis(7);
    let events = tournament.decide(&pair(1), &by, at).unwrap();
    assert_eq!(events.first(), Some(&Event::Ruled { by: by.clone(), at }));
    assert_eq!(by.name(), Some("Jan de Vries"));
    assert_eq!(events.len(), 2);
    // No author is recorded for a command that changes nothing.
    assert_eq!(tournament.decide(&enter("p1"), &by, at), Ok(vec![]));
    for name in ["", " ", "a\u{7}", &"x".repeat(101)] {
        assert!(Author::named(name).is_err(), "{name:?}");
    }
}

/// Plays some rounds of eight players who entered in this order, with results by name.
#[track_caller]
fn played_in_order(order: &[usize], results: &[u8]) -> Vec<Vec<(String, String)>> {
    let mut tournament = swiss_of(0, 4);
    let commands: Vec<_> = order.iter().map(|name| enter(&format!("p{name}"))).collect();
    run(&mut tournament, &commands);
    let mut lots = tournament.players().to_vec();
    lots.sort_by_key(|player| player.name.clone());
    let order = lots.iter().map(|player| player.id.into()).collect();
    let drawn = decide(&tournament, &Command::DrawLots { order }).unwrap();
    drawn.iter().for_each(|event| tournament.apply(event));
    let mut rounds = Vec::new();
    for number in 1..=4 {
        let Ok(events) = decide(&tournament, &pair(number)) else { break };
        events.iter().for_each(|event| tournament.apply(event));
        let name = |id| tournament.player(id).unwrap().name.clone();
        let games = tournament.latest_round().unwrap().games().iter();
        let pairs: Vec<_> =
            games.map(|game| (name(game.pairing.white), name(game.pairing.black))).collect();
        let of_pair = |(white, black): &(String, String)| {
            let sum: usize = white.bytes().chain(black.bytes()).map(usize::from).sum();
            [WHITE_WINS, DRAW, BLACK_WINS][usize::from(results[sum % results.len()] % 3)]
        };
        let outcomes: Vec<_> = pairs.iter().map(of_pair).collect();
        play(&mut tournament, number, &outcomes);
        rounds.push(pairs);
    }
    rounds
}

proptest! {
    #[test]
    fn the_pairing_does_not_depend_on_the_order_of_entry(
        order in Just((1_usize..=8).collect::<Vec<_>>()).prop_shuffle(),
        results in prop::collection::vec(any::<u8>(), 20),
    ) {
        let sorted: Vec<usize> = (1..=8).collect();
        prop_assert_eq!(played_in_order(&order, &results), played_in_order(&sorted, &results));
    }

    #[test]
    fn the_reasons_tell_the_whole_pairing(
        outcomes in prop::collection::vec(0_usize..3, 20),
        players in 4_usize..9,
    ) {
        let mut tournament = swiss_of(players, 3);
        let mut outcomes = outcomes.iter().map(|at| [WHITE_WINS, DRAW, BLACK_WINS][*at]);
        for number in 1..=3 {
            let rows = table_of(&tournament).rows;
            let points = |player: PlayerId| {
                rows.iter().find(|row| row.participant == player.into()).map(|row| row.points)
            };
            let Ok(events) = decide(&tournament, &pair(number)) else { break };
            events.iter().for_each(|event| tournament.apply(event));
            let paired = tournament.latest_round().unwrap().paired();
            let PairingMethod::Swiss(reasons) = &paired.method else { panic!("{paired:?}") };
            let reasons = &reasons[0].round;
            let told: Vec<_> = reasons.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
            let games = paired.pairings.iter();
            prop_assert_eq!(&told, &games.map(|one| (one.white, one.black)).collect::<Vec<_>>());
            // Each player of a group has its points or comes from the waiting room above; a player
            // who does not go on meets one of the group; the last one left has the bye.
            let mut waiting: Vec<PlayerId> = Vec::new();
            let mut pairs = told.clone();
            for group in &reasons.groups {
                let (above, own) = group.players.split_at(waiting.len());
                prop_assert_eq!(above, &waiting);
                prop_assert!(own.iter().all(|one| points(*one) == Some(group.points)), "{group:?}");
                waiting = group.waiting.iter().map(|float| float.player).collect();
                let stays = |one: &PlayerId| group.players.contains(one) && !waiting.contains(one);
                let inside = pairs.extract_if(.., |(white, black)| stays(white) && stays(black));
                prop_assert_eq!(2 * inside.count() + waiting.len(), group.players.len());
            }
            if number > 1 {
                prop_assert_eq!(pairs, vec![]);
                let bye: Vec<_> = reasons.bye.iter().map(|bye| bye.player).collect();
                prop_assert_eq!(waiting, bye);
            }
            let results: Vec<_> = outcomes.by_ref().take(told.len()).collect();
            play(&mut tournament, number, &results);
        }
    }
}

/// A field of the largest size gives its table at once.
#[test]
fn two_thousand_players_stand_in_one_table() {
    let mut tournament = swiss_of(0, 9);
    enter_all(&mut tournament, 2_000);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[WHITE_WINS, DRAW, BLACK_WINS]);
    let tables = tournament.tables(Running::Ignored);
    assert_eq!(tables[0].ranking.rows.len(), 2_000);
    assert_eq!(tables[0].ranking.rows[0].points, 2);
}
