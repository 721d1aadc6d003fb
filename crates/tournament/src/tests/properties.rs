//! What holds for every tournament, and for every sequence of commands.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{ACHTTAL, BERGER, entered, open, pair, record, run, settings};
use crate::{
    Command, Entry, Event, PairingSystem, PlayerId, RoundNumber, StandingsRow, TableNumber,
    Tournament, standings,
};
use draughts::{Outcome, Reason, Score, Timestamp};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn any_outcome() -> impl Strategy<Value = Outcome> {
    (select(Score::ALL.to_vec()), select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
}

fn any_number() -> impl Strategy<Value = u32> {
    prop_oneof![20 => 1_u32..10, 1 => Just(u32::MAX), 1 => 1_u32..]
}

fn any_player() -> impl Strategy<Value = PlayerId> {
    any_number().prop_map(|number| PlayerId::new(number).unwrap())
}

fn any_round() -> impl Strategy<Value = RoundNumber> {
    any_number().prop_map(|number| RoundNumber::new(number).unwrap())
}

fn any_table() -> impl Strategy<Value = TableNumber> {
    any_number().prop_map(|number| TableNumber::new(number).unwrap())
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let name = prop_oneof![20 => "[a-h]", 1 => ".{0,12}"];
    (name, prop::option::of("[A-B]"), prop::option::of(any::<u16>()))
        .prop_map(|(name, club, rating)| Entry { name, club, rating })
}

fn any_command() -> impl Strategy<Value = Command> {
    let pairs = prop::collection::vec((any_player(), any_player()), 0..4);
    let result = || (any_round(), any_table(), any_outcome());
    prop_oneof![
        1 => select(vec![BERGER, ACHTTAL, PairingSystem::Manual])
            .prop_map(|system| Command::Create { settings: settings(system) }),
        3 => any_entry().prop_map(|entry| Command::Enter { entry }),
        1 => prop::collection::vec(any_player(), 0..8)
            .prop_map(|order| Command::DrawLots { order }),
        5 => (any_round(), prop::option::of(pairs))
            .prop_map(|(round, pairings)| Command::Pair { round, pairings }),
        5 => (any_round(), any::<i64>()).prop_map(|(round, millis)| Command::OpenRound {
            round,
            at: Timestamp::from_millis(millis),
        }),
        9 => result().prop_map(|(round, table, outcome)| Command::RecordResult {
            round,
            table,
            outcome,
        }),
        2 => (any_round(), any_table())
            .prop_map(|(round, table)| Command::WithdrawResult { round, table }),
        3 => result().prop_map(|(round, table, outcome)| Command::CorrectResult {
            round,
            table,
            outcome,
        }),
        3 => any_round().prop_map(|round| Command::CloseRound { round }),
    ]
}

/// Commands to a tournament that mostly exists and has players.
fn any_commands() -> impl Strategy<Value = Vec<Command>> {
    let begin =
        (select(vec![BERGER, PairingSystem::Manual]), 0_usize..8).prop_map(|(system, n)| {
            let mut commands = vec![Command::Create { settings: settings(system) }];
            let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
            commands.extend(names.iter().take(n).map(|name| super::enter(name)));
            commands
        });
    (begin, prop::collection::vec(any_command(), 0..120))
        .prop_map(|(begin, rest)| [begin, rest].concat())
}

/// Every result of a Berger tournament, some of them missing: players, outcomes by game.
fn any_results() -> impl Strategy<Value = (usize, Vec<Option<Outcome>>)> {
    (2_usize..10).prop_flat_map(|players| {
        let games = players * (players - 1) / 2;
        let outcome = prop::option::weighted(0.9, any_outcome());
        (Just(players), prop::collection::vec(outcome, games))
    })
}

/// Decides every command and applies what was decided; refusals change nothing.
fn follow(commands: &[Command]) -> (Tournament, Vec<Event>) {
    let (mut tournament, mut all) = (Tournament::default(), Vec::new());
    for command in commands {
        let events = tournament.decide(command).unwrap_or_default();
        events.iter().for_each(|event| tournament.apply(event));
        all.extend(events);
    }
    (tournament, all)
}

/// Plays a Berger tournament; each round's results come in the given order of tables.
fn play(
    players: usize,
    outcomes: &[Option<Outcome>],
    is_reversed: bool,
) -> (Tournament, Vec<StandingsRow>) {
    let mut tournament = entered(BERGER, players);
    let mut outcomes = outcomes.iter();
    for number in 1..=u32::try_from(tournament.rounds_total().unwrap()).unwrap() {
        run(&mut tournament, &[pair(number), open(number)]);
        let tables = u32::try_from(tournament.latest_round().unwrap().games().len()).unwrap();
        let mut records: Vec<_> = (1..=tables)
            .zip(outcomes.by_ref())
            .filter_map(|(table, outcome)| Some(record(number, table, (*outcome)?)))
            .collect();
        if is_reversed {
            records.reverse();
        }
        run(&mut tournament, &records);
        run(&mut tournament, &[super::close(number)]);
    }
    let rows = standings(&tournament);
    (tournament, rows)
}

proptest! {
    #[test]
    fn every_sequence_of_commands_folds_to_its_state(commands in any_commands()) {
        let (tournament, events) = follow(&commands);
        let mut folded = Tournament::default();
        events.iter().for_each(|event| folded.apply(event));
        prop_assert_eq!(&folded, &tournament);
        prop_assert_eq!(standings(&folded).len(), tournament.players().len());
    }

    #[test]
    fn a_command_decided_again_changes_nothing_or_is_refused(commands in any_commands()) {
        let (mut tournament, _) = follow(&[]);
        for command in &commands {
            let events = tournament.decide(command).unwrap_or_default();
            events.iter().for_each(|event| tournament.apply(event));
            if !events.is_empty() {
                prop_assert_eq!(tournament.decide(command).unwrap_or_default(), vec![]);
            }
        }
    }

    #[test]
    fn any_events_can_be_applied(
        commands in any_commands(),
        kept in any::<prop::sample::Index>(),
    ) {
        // Events without those before them are nothing that happens, and still no reason to panic.
        let (_, events) = follow(&commands);
        let mut tournament = Tournament::default();
        events.iter().skip(kept.index(events.len() + 1)).for_each(|event| tournament.apply(event));
        standings(&tournament);
    }

    #[test]
    fn every_decided_game_gives_two_points((players, outcomes) in any_results()) {
        let (_, rows) = play(players, &outcomes, false);
        let decided = outcomes.iter().flatten().filter(|outcome| {
            !matches!(outcome.score, Score::BothLose | Score::Unplayed)
        });
        let given: u32 = rows.iter().map(|row| row.points).sum();
        prop_assert_eq!(usize::try_from(given).unwrap(), 2 * decided.count());
    }

    #[test]
    fn rows_add_up_and_stand_in_order((players, outcomes) in any_results()) {
        let (_, rows) = play(players, &outcomes, false);
        for row in &rows {
            prop_assert_eq!(row.played, row.wins + row.draws + row.losses);
            prop_assert_eq!(row.points, 2 * row.wins + row.draws);
            let better = rows.iter().filter(|other| {
                (other.points, other.sonneborn_berger) > (row.points, row.sonneborn_berger)
            });
            prop_assert_eq!(usize::try_from(row.rank).unwrap(), better.count() + 1);
            let sharing = rows.iter().filter(|other| other.rank == row.rank).count();
            prop_assert_eq!(row.is_tied, sharing > 1);
        }
        prop_assert!(rows.is_sorted_by_key(|row| row.rank));
    }

    #[test]
    fn the_order_of_recording_does_not_matter((players, outcomes) in any_results()) {
        prop_assert_eq!(play(players, &outcomes, false), play(players, &outcomes, true));
    }

    #[test]
    fn a_tournament_is_finished_when_no_result_is_missing((players, outcomes) in any_results()) {
        let (tournament, _) = play(players, &outcomes, false);
        prop_assert_eq!(tournament.is_finished(), outcomes.iter().all(Option::is_some));
    }

    #[test]
    fn correcting_comes_to_the_same_as_recording_right(
        (players, outcomes) in any_results(),
        wrong in any_outcome(),
        chosen in subsequence((0..45).collect::<Vec<usize>>(), 0..5),
    ) {
        let mut first = outcomes.clone();
        for index in &chosen {
            if let Some(Some(outcome)) = first.get_mut(*index) {
                *outcome = wrong;
            }
        }
        let (mut tournament, _) = play(players, &first, false);
        let games: Vec<_> = tournament
            .rounds()
            .iter()
            .flat_map(|round| round.games().iter().map(|game| (round.number(), game.pairing.table)))
            .collect();
        for ((round, table), outcome) in games.into_iter().zip(&outcomes) {
            if let Some(outcome) = *outcome {
                run(&mut tournament, &[Command::CorrectResult { round, table, outcome }]);
            }
        }
        prop_assert_eq!(standings(&tournament), play(players, &outcomes, false).1);
    }
}
