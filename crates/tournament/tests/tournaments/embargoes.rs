//! Embargoes: what is public when.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::*;
use proptest::prelude::*;
use tournament::{Author, Embargo, EmbargoRefusal, EmbargoScope, Embargoes, PublicDelay, Recorded};

const ALL: EmbargoScope = EmbargoScope::Tournament;

fn of_round(number: u32) -> EmbargoScope {
    EmbargoScope::Round(round(number))
}

fn of_board(in_round: u32, at_table: u32) -> EmbargoScope {
    EmbargoScope::Board(round(in_round), table(at_table))
}

#[track_caller]
fn delay(seconds: u32) -> Embargo {
    Embargo::Delay(PublicDelay::from_seconds(seconds).unwrap())
}

#[test]
fn an_embargo_is_loosened_if_it_is_lifted_or_replaced_by_one_that_withholds_less() {
    let of = |before: Option<Embargo>, after: Option<Embargo>| {
        let mut tournament = swiss_of(4, 3);
        if before.is_some() {
            run(&mut tournament, &[set(ALL, before)]);
        }
        tournament.embargoes().would_loosen(ALL, after)
    };
    assert!(!of(None, None) && !of(None, Some(delay(60))));
    assert!(of(Some(delay(60)), None) && of(Some(delay(60)), Some(delay(59))));
    assert!(!of(Some(delay(60)), Some(delay(60))) && !of(Some(delay(60)), Some(delay(61))));
    assert!(of(Some(Embargo::UntilRoundEnds), Some(Embargo::UntilGameEnds)));
    assert!(!of(Some(Embargo::UntilGameEnds), Some(Embargo::UntilRoundEnds)));
}

fn set(scope: EmbargoScope, embargo: impl Into<Option<Embargo>>) -> Command {
    set_because(scope, embargo, "fair play")
}

fn set_because(scope: EmbargoScope, embargo: impl Into<Option<Embargo>>, reason: &str) -> Command {
    Command::SetEmbargo { scope, embargo: embargo.into(), reason: reason.to_owned() }
}

fn release(scope: EmbargoScope) -> Command {
    release_because(scope, "the game is over")
}

fn release_because(scope: EmbargoScope, reason: &str) -> Command {
    Command::ReleaseEmbargo { scope, reason: reason.to_owned() }
}

/// Carries out a command at a moment.
#[track_caller]
fn run_at(tournament: &mut Tournament, at: i64, command: &Command) {
    let at = Timestamp::from_millis(at);
    let events = tournament.decide(command, &Author::SYSTEM, at).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
}

/// Returns a tournament of four players with a round in play, after these commands.
#[track_caller]
fn after(commands: &[(i64, Command)]) -> Tournament {
    let mut tournament = entered(Format::Manual, 4);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2), (3, 4)]), open(1)]);
    commands.iter().for_each(|(at, command)| run_at(&mut tournament, *at, command));
    tournament
}

/// Returns the moment from which something recorded at a moment about a board is public.
fn due(embargoes: &Embargoes, about: EmbargoScope, at: i64, ended: Option<i64>) -> Option<i64> {
    let (at, game_ended_at) = (Timestamp::from_millis(at), ended.map(Timestamp::from_millis));
    embargoes.due(&Recorded { about, at, game_ended_at }).map(Timestamp::millis)
}

#[test]
fn without_an_embargo_everything_is_public_at_once() {
    let tournament = after(&[]);
    assert_eq!(due(tournament.embargoes(), of_board(1, 1), 5_000, None), Some(5_000));
    assert!(!tournament.is_embargoed());
}

#[test]
fn a_delay_holds_two_seconds_after_the_decision_for_what_is_recorded_from_then_on() {
    let tournament = after(&[(10_000, set(ALL, delay(900)))]);
    for (at, expected) in [(9_000, 9_000), (11_999, 11_999), (12_000, 912_000), (20_000, 920_000)] {
        assert_eq!(due(tournament.embargoes(), of_board(1, 1), at, None), Some(expected), "{at}");
    }
}

#[test]
fn the_strictest_embargo_of_tournament_round_and_board_counts() {
    let tournament = after(&[
        (0, set(ALL, delay(60))),
        (0, set(of_round(1), delay(300))),
        (0, set(of_board(1, 2), delay(900))),
    ]);
    for (about, expected) in [
        (of_board(1, 2), 910_000),
        (of_board(1, 1), 310_000),
        (of_round(1), 310_000),
        (of_board(2, 2), 70_000),
        (ALL, 70_000),
    ] {
        assert_eq!(due(tournament.embargoes(), about, 10_000, None), Some(expected), "{about}");
    }
}

#[test]
fn a_game_is_withheld_until_it_ends_or_its_round_does() {
    let mut tournament = after(&[(0, set(ALL, Embargo::UntilGameEnds))]);
    let board = of_board(1, 1);
    assert_eq!(due(tournament.embargoes(), board, 10_000, None), None);
    assert_eq!(due(tournament.embargoes(), board, 10_000, Some(50_000)), Some(50_000));
    // Everything after an end is public at once, as after a resumption.
    assert_eq!(due(tournament.embargoes(), board, 60_000, Some(50_000)), Some(60_000));
    run_at(&mut tournament, 70_000, &close(1));
    assert_eq!(due(tournament.embargoes(), board, 10_000, None), Some(70_000));
}

#[test]
fn a_round_is_withheld_until_it_ends_and_stays_public_when_it_is_open_again() {
    let mut tournament = after(&[(0, set(of_round(1), Embargo::UntilRoundEnds))]);
    let board = of_board(1, 1);
    assert_eq!(due(tournament.embargoes(), board, 10_000, Some(20_000)), None);
    run_at(&mut tournament, 30_000, &record(1, 1, DRAW));
    assert_eq!(due(tournament.embargoes(), board, 10_000, Some(20_000)), None);
    run_at(&mut tournament, 40_000, &record(1, 2, DRAW));
    assert_eq!(due(tournament.embargoes(), board, 10_000, Some(20_000)), Some(40_000));
    let withdraw = Command::WithdrawResult { round: round(1), table: table(1) };
    run_at(&mut tournament, 50_000, &withdraw);
    assert_eq!(due(tournament.embargoes(), board, 10_000, Some(20_000)), Some(40_000));
}

#[test]
fn a_release_makes_public_what_was_recorded_before_it_and_the_embargo_goes_on() {
    let tournament =
        after(&[(0, set(ALL, Embargo::UntilRoundEnds)), (50_000, release(of_board(1, 1)))]);
    for (about, at, expected) in [
        (of_board(1, 1), 10_000, Some(50_000)),
        (of_board(1, 1), 50_000, Some(50_000)),
        (of_board(1, 1), 50_001, None),
        (of_board(1, 2), 10_000, None),
    ] {
        assert_eq!(due(tournament.embargoes(), about, at, None), expected, "{about} {at}");
    }
}

#[test]
fn an_embargo_that_is_lifted_withholds_nothing_any_more_and_one_that_never_held_never_did() {
    let lifted = after(&[(0, set(ALL, delay(900))), (100_000, set(ALL, None))]);
    assert_eq!(due(lifted.embargoes(), of_board(1, 1), 10_000, None), Some(100_000));
    assert_eq!(due(lifted.embargoes(), of_board(1, 1), 100_000, None), Some(100_000));
    assert!(!lifted.is_embargoed());
    let withdrawn = after(&[(0, set(ALL, delay(900))), (1_000, set(ALL, None))]);
    assert_eq!(due(withdrawn.embargoes(), of_board(1, 1), 3_000, None), Some(3_000));
}

#[test]
fn a_stricter_embargo_withdraws_nothing_that_was_public() {
    let tournament = after(&[(0, set(ALL, delay(60))), (100_000, set(ALL, delay(900)))]);
    for (at, expected) in [(42_000, 102_000 + 840_000), (41_999, 101_999), (30_000, 90_000)] {
        assert_eq!(due(tournament.embargoes(), of_board(1, 1), at, None), Some(expected), "{at}");
    }
}

#[test]
fn a_decision_is_public_when_each_of_its_events_is_and_pairings_are_at_once() {
    let tournament = after(&[(0, set(of_board(1, 1), delay(60)))]);
    let at = Timestamp::from_millis(10_000);
    let outcome = DRAW;
    let result = |at_table| Event::ResultRecorded {
        round: round(1),
        table: table(at_table),
        outcome,
        men_ahead: None,
    };
    let published = Event::RoundPublished { round: round(2), at };
    for (events, expected) in [
        (vec![result(1)], 70_000),
        (vec![result(2)], 10_000),
        (vec![published.clone()], 10_000),
        (vec![published, result(1)], 70_000),
        (Vec::new(), 10_000),
    ] {
        let due = tournament.embargoes().due_of(&events, at);
        assert_eq!(due, Some(Timestamp::from_millis(expected)), "{events:?}");
    }
}

#[test]
fn who_lifts_or_releases_says_why_and_names_what_there_is() {
    let tournament = after(&[(0, set(of_round(1), delay(60)))]);
    for (command, refusal) in [
        (set_because(of_round(1), None, " "), EmbargoRefusal::ReasonMissing.into()),
        (release_because(of_board(1, 1), ""), EmbargoRefusal::ReasonMissing.into()),
        (
            set(of_board(1, 3), delay(60)),
            Refusal::UnknownTable { round: round(1), table: table(3) },
        ),
        (release(of_round(2)), Refusal::UnknownRound { round: round(2) }),
    ] {
        assert_eq!(decide(&tournament, &command), Err(refusal), "{command:?}");
    }
    assert_eq!(
        decide(&after(&[]), &release(ALL)),
        Err(EmbargoRefusal::NothingWithheld(ALL).into()),
        "nothing is withheld"
    );
    // The same again, and none where there is none.
    for unchanged in [set(of_round(1), delay(60)), set(ALL, None)] {
        assert_eq!(decide(&tournament, &unchanged), Ok(Vec::new()), "{unchanged:?}");
    }
    // A round that is not paired yet.
    assert!(decide(&tournament, &set(of_board(2, 9), delay(60))).is_ok());
    assert!(decide(&tournament, &set_because(ALL, delay(60), "")).is_ok());
}

#[test]
fn a_tournament_has_so_many_decisions_about_embargoes_at_most() {
    let mut tournament = after(&[]);
    for number in 0..500_u32 {
        run_at(&mut tournament, 0, &set(ALL, delay(1 + number)));
    }
    assert_eq!(
        decide(&tournament, &set(ALL, delay(900))),
        Err(EmbargoRefusal::TooMany { max: 500 }.into())
    );
}

fn any_scope() -> impl Strategy<Value = EmbargoScope> {
    prop_oneof![
        Just(ALL),
        (1..3_u32).prop_map(of_round),
        (1..3_u32, 1..3_u32).prop_map(|(round, table)| of_board(round, table)),
    ]
}

/// Something that is decided at some moment.
#[derive(Clone, Copy, Debug)]
enum Decision {
    Set(EmbargoScope, Option<Embargo>),
    Release(EmbargoScope),
    CloseRound,
}

impl Decision {
    fn event(self, at: Timestamp) -> Event {
        let reason = String::new();
        match self {
            Self::Set(scope, embargo) => Event::EmbargoSet { scope, embargo, at, reason },
            Self::Release(scope) => Event::EmbargoReleased { scope, at, reason },
            Self::CloseRound => Event::RoundClosed { round: round(1), at: Some(at) },
        }
    }
}

fn any_decision() -> impl Strategy<Value = Decision> {
    let embargo = prop_oneof![
        3 => (1..30_u32).prop_map(|seconds| Some(delay(seconds))),
        1 => Just(Some(Embargo::UntilGameEnds)),
        1 => Just(Some(Embargo::UntilRoundEnds)),
        2 => Just(None),
    ];
    prop_oneof![
        5 => (any_scope(), embargo).prop_map(|(scope, embargo)| Decision::Set(scope, embargo)),
        1 => any_scope().prop_map(Decision::Release),
        1 => Just(Decision::CloseRound),
    ]
}

/// Returns the moment from which something is public, in seconds, by trying every second: the first
/// at which no embargo withholds it, or of a release. An embargo of a part is the one that was
/// decided last of those that hold.
fn first_public_second(
    decisions: &[(Decision, i64)],
    about: EmbargoScope,
    at: i64,
    ended: Option<i64>,
) -> Option<i64> {
    let closed = decisions.iter().filter(|(decision, _)| matches!(decision, Decision::CloseRound));
    let round_ended = closed.map(|(_, at)| *at).next().filter(|_| about.round() == Some(round(1)));
    let game_ended = ended.into_iter().chain(round_ended).min();
    let scopes = [Some(ALL), about.round().map(EmbargoScope::Round), about.table().map(|_| about)];
    let is_withheld = |now: i64| {
        scopes.iter().flatten().any(|part| {
            let holding = decisions.iter().rev().find_map(|(decision, at)| match decision {
                Decision::Set(scope, embargo) if scope == part => {
                    let from = if embargo.is_some() { at + 2 } else { *at };
                    (from <= now).then_some(*embargo)
                }
                Decision::Set(..) | Decision::Release(_) | Decision::CloseRound => None,
            });
            match holding.flatten() {
                None => false,
                Some(Embargo::Delay(delay)) => at + i64::from(delay.seconds()) > now,
                Some(Embargo::UntilGameEnds) => {
                    about.table().is_some() && game_ended.is_none_or(|ended| ended > now)
                }
                Some(Embargo::UntilRoundEnds) => {
                    about.round().is_some() && round_ended.is_none_or(|ended| ended > now)
                }
            }
        })
    };
    let is_released = |now: i64| {
        decisions.iter().any(|(decision, at)| match decision {
            Decision::Release(scope) => *at == now && scope.contains(about),
            Decision::Set(..) | Decision::CloseRound => false,
        })
    };
    (at..at + 400).find(|now| is_released(*now) || !is_withheld(*now))
}

proptest! {
    #[test]
    fn something_is_public_in_the_first_second_in_which_nothing_withholds_it(
        decisions in prop::collection::vec((any_decision(), 0..20_i64), 0..12),
        about in any_scope(),
        at in 0..60_i64,
        ended in prop::option::of(0..60_i64),
    ) {
        let ended = ended.map(|later| at + later);
        let (mut tournament, mut now, mut decided) = (after(&[]), 0, Vec::new());
        for (decision, pause) in decisions {
            now += pause;
            tournament.apply(&decision.event(Timestamp::from_millis(now * 1_000)));
            decided.push((decision, now));
        }
        let found = due(tournament.embargoes(), about, at * 1_000, ended.map(|at| at * 1_000));
        let expected = first_public_second(&decided, about, at, ended);
        prop_assert_eq!(found, expected.map(|at| at * 1_000));
    }

    /// A decision changes nothing that was public before it, and nothing public is withheld again.
    #[test]
    fn what_was_public_stays_public_whatever_is_decided_later(
        decisions in prop::collection::vec((any_decision(), 0..20_i64), 0..12),
        board in (1..3_u32, 1..3_u32),
        at in 0..60_i64,
        ended in prop::option::of(0..60_i64),
    ) {
        let (about, at) = (of_board(board.0, board.1), at * 1_000);
        // An end comes with a message or after it.
        let ended = ended.map(|later| at + later * 1_000);
        let mut tournament = after(&[]);
        let mut now = 0;
        let mut public = due(tournament.embargoes(), about, at, ended);
        for (decision, pause) in decisions {
            now += pause * 1_000;
            tournament.apply(&decision.event(Timestamp::from_millis(now)));
            let after = due(tournament.embargoes(), about, at, ended);
            match public {
                Some(before) if before <= now => {
                    prop_assert_eq!(after, Some(before));
                }
                _ => prop_assert!(after.is_none_or(|after| after >= at)),
            }
            public = after;
        }
    }
}
