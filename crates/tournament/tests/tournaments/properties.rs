//! Properties of every tournament, under any sequence of commands.

use super::any_command::{any_commands, any_outcome};
use super::{
    BERGER, BLACK_WINS, DRAW, WHITE_WINS, correct, decide, entered, open, pair, record, run,
    table_of,
};
use draughts::{Outcome, Score};
use proptest::prelude::*;
use proptest::sample::subsequence;
use std::collections::{BTreeMap, BTreeSet};
use tournament::ranking::{Participant, Ranking, Row, Running, TieBreak};
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, Event, PlayerId, RoundNumber, TableNumber, Tournament};

/// Generates the results of a Berger tournament, some of them missing: players, outcomes by game.
fn any_results() -> impl Strategy<Value = (usize, Vec<Option<Outcome>>)> {
    (2_usize..10).prop_flat_map(|players| {
        let games = players * (players - 1) / 2;
        let outcome = prop::option::weighted(0.9, any_outcome());
        (Just(players), prop::collection::vec(outcome, games))
    })
}

/// Decides every command and applies its events; checks that refusals change nothing.
fn follow(commands: &[Command]) -> (Tournament, Vec<Event>) {
    let (mut tournament, mut all) = (Tournament::default(), Vec::new());
    for command in commands {
        let events = decide(&tournament, command).unwrap_or_default();
        events.iter().for_each(|event| tournament.apply(event));
        all.extend(events);
    }
    (tournament, all)
}

/// Facts derived from the events without folding them: read from the last backwards or counted.
#[derive(Debug, Default)]
struct Expected<'a> {
    players: BTreeMap<PlayerId, &'a str>,
    teams: usize,
    rounds: usize,
    left: BTreeSet<Participant>,
    results: BTreeMap<(RoundNumber, TableNumber), (Outcome, Option<i32>)>,
}

impl<'a> Expected<'a> {
    fn of(events: &'a [Event]) -> Self {
        let mut expected = Self::default();
        let (mut decided, mut of_games) = (BTreeSet::<Participant>::new(), BTreeSet::new());
        let is_of_teams = events.iter().any(|event| {
            matches!(event, Event::Created { settings } if settings.regulation.is_of_teams())
        });
        let (mut removed, mut teams_removed) = (BTreeSet::new(), 0);
        let (mut paired, mut unpaired) = (0, 0);
        for event in events.iter().rev() {
            if let Event::PlayerEntered { player }
            | Event::PlayerCorrected { player }
            | Event::ReserveSeated { player, .. } = event
            {
                if !removed.contains(&player.id) {
                    expected.players.entry(player.id).or_insert(&player.name);
                }
            } else if let Event::PlayerRemoved { player } = event {
                removed.insert(*player);
                if !is_of_teams {
                    decided.insert((*player).into());
                }
            } else if let Event::TeamEntered { .. } = event {
                expected.teams += 1;
            } else if let Event::TeamRemoved { team } = event {
                teams_removed += 1;
                decided.insert((*team).into());
            } else if let Event::RoundPaired { .. } = event {
                paired += 1;
            } else if let Event::RoundUnpaired { .. } = event {
                unpaired += 1;
            } else if let Event::Withdrawn { participant, .. } = event {
                if decided.insert(*participant) {
                    expected.left.insert(*participant);
                }
            } else if let Event::Reinstated { participant } = event {
                decided.insert(*participant);
            } else if let Event::ResultWithdrawn { round, table } = event {
                of_games.insert((*round, *table));
            } else if let Event::ResultRecorded { round, table, outcome, men_ahead }
            | Event::ResultCorrected { round, table, outcome, men_ahead } = event
                && of_games.insert((*round, *table))
            {
                expected.results.insert((*round, *table), (*outcome, *men_ahead));
            }
        }
        expected.rounds = paired - unpaired;
        expected.teams -= teams_removed;
        expected
    }
}

/// Returns the number of players who were paired and whose seat a reserve has taken since.
fn replaced_after_pairing(tournament: &Tournament, events: &[Event]) -> usize {
    let is_paired = |player: PlayerId| {
        let regular = tournament.rounds().iter().filter(|round| !round.is_play_off());
        let mut pairings = regular.flat_map(|round| round.games()).map(|game| game.pairing);
        pairings.any(|pairing| pairing.white == player || pairing.black == player)
    };
    let replaced = events.iter().filter_map(|event| {
        let Event::ReserveSeated { withdrawn, .. } = event else { return None };
        Some(*withdrawn)
    });
    replaced.filter(|player| is_paired(*player)).count()
}

/// Plays a Berger tournament; each round's results come in the given order of tables.
fn played(
    players: usize,
    outcomes: &[Option<Outcome>],
    is_reversed: bool,
) -> (Tournament, Ranking) {
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
    let table = table_of(&tournament);
    (tournament, table)
}

proptest! {
    #[test]
    fn the_state_is_what_the_events_say(commands in any_commands()) {
        let (tournament, events) = follow(&commands);
        let expected = Expected::of(&events);
        let players = tournament.players().iter().map(|one| (one.id, one.name.as_str()));
        prop_assert_eq!(players.collect::<Vec<_>>(), Vec::from_iter(expected.players));
        prop_assert_eq!(tournament.teams().len(), expected.teams);
        prop_assert_eq!(tournament.rounds().len(), expected.rounds);
        prop_assert_eq!(tournament.withdrawn().keys().copied().collect::<BTreeSet<_>>(), expected.left);
        let games = tournament.rounds().iter().flat_map(|round| {
            let number = round.number();
            round.games().iter().map(move |game| ((number, game.pairing.table), game))
        });
        let results = games.filter_map(|(at, game)| Some((at, (game.outcome?, game.men_ahead))));
        prop_assert_eq!(results.collect::<BTreeMap<_, _>>(), expected.results);
        for running in [Running::Ignored, Running::Draws, Running::Estimates] {
            let tables = tournament.tables(running);
            prop_assert_eq!(tables.len(), tournament.groups().len());
            let rows = tables.iter().map(|table| table.ranking.rows.len()).sum::<usize>();
            let seats = tournament.groups().iter().map(|group| group.len()).sum::<usize>();
            // A player who was paired stays in the table when a reserve takes the seat.
            let members = seats + replaced_after_pairing(&tournament, &events);
            // Those whose games are void left the table.
            let left = tables.iter().flat_map(|table| &table.ranking.withdrawals);
            let voided = left.filter(|withdrawal| withdrawal.is_void).count();
            prop_assert_eq!(rows + voided, members);
        }
    }

    #[test]
    fn a_command_decided_again_changes_nothing(commands in any_commands()) {
        let (mut tournament, _) = follow(&[]);
        for command in &commands {
            let events = decide(&tournament, command).unwrap_or_default();
            events.iter().for_each(|event| tournament.apply(event));
            if !events.is_empty() {
                prop_assert_eq!(decide(&tournament, command), Ok(vec![]));
            }
        }
    }

    #[test]
    fn any_events_can_be_applied(
        commands in any_commands(),
        kept in any::<prop::sample::Index>(),
    ) {
        // Events without their predecessors cannot happen, and still must not panic.
        let (_, events) = follow(&commands);
        let mut tournament = Tournament::default();
        events.iter().skip(kept.index(events.len() + 1)).for_each(|event| tournament.apply(event));
        tournament.tables(Running::Draws);
        tournament.is_decided();
        commands.iter().for_each(|command| {
            let _events = decide(&tournament, command);
        });
    }

    #[test]
    fn nothing_is_published_or_opened_twice(commands in any_commands()) {
        let (_, events) = follow(&commands);
        let (mut published, mut opened) = (BTreeSet::new(), BTreeSet::new());
        for event in &events {
            if let Event::RoundPublished { round, .. } = event {
                prop_assert!(published.insert(*round));
            } else if let Event::RoundOpened { round, .. } = event {
                prop_assert!(published.contains(round));
                prop_assert!(opened.insert(*round));
            } else if let Event::RoundUnpaired { round, .. } = event {
                prop_assert!(!opened.contains(round));
                published.remove(round);
            }
        }
    }

    #[test]
    fn a_shared_first_place_is_decided_by_its_games(
        (players, outcomes) in (2_usize..6, prop::collection::vec(0_usize..3, 200)),
        seed in any::<u64>(),
    ) {
        let regulation = Regulation {
            format: BERGER,
            limits: Regulation::of(Preset::RoundRobin).limits,
            ..Regulation::of(Preset::FrisianKk)
        };
        let mut tournament = super::entered_by(regulation, players);
        // In the end a player wins, after any number of draws.
        let outcomes = outcomes.iter().map(|at| [WHITE_WINS, DRAW, BLACK_WINS][*at]);
        let mut outcomes = outcomes.chain(std::iter::repeat(WHITE_WINS));
        let mut next = |tournament: &mut Tournament, number| {
            let games = tournament.latest_round().unwrap().games().len();
            let results: Vec<_> = outcomes.by_ref().take(games).collect();
            super::play(tournament, number, &results);
        };
        let total = u32::try_from(tournament.rounds_total().unwrap()).unwrap();
        for number in 1..=total {
            run(&mut tournament, &[pair(number)]);
            next(&mut tournament, number);
        }
        let before = table_of(&tournament);
        for number in total + 1..total + 400 {
            let first = table_of(&tournament).ties.into_iter().find(|tie| tie.place == 1);
            let open = tournament.open_play_offs();
            let Some(first) = first else { break };
            let tied = open.iter().find(|set| set.iter().all(|one| first.participants.contains(one)));
            let participants = tied.unwrap().clone();
            let round = tournament.next_round();
            run(&mut tournament, &[Command::PairPlayOff { round, participants, seed: Some(seed) }]);
            next(&mut tournament, number);
        }
        prop_assert!(tournament.is_decided());
        // Only the order within the tie has changed.
        let points = |ranking: &Ranking| ranking.rows.iter().map(|row| row.points).collect::<Vec<_>>();
        prop_assert_eq!(points(&before), points(&table_of(&tournament)));
    }

    #[test]
    fn every_decided_game_gives_two_points((players, outcomes) in any_results()) {
        let rows = played(players, &outcomes, false).1.rows;
        let decided = outcomes.iter().flatten().filter(|outcome| {
            !matches!(outcome.score, Score::BothLose | Score::Unplayed)
        });
        let given: u32 = rows.iter().map(|row| row.points).sum();
        prop_assert_eq!(usize::try_from(given).unwrap(), 2 * decided.count());
    }

    #[test]
    fn rows_add_up_and_stand_in_order((players, outcomes) in any_results()) {
        let (_, table) = played(players, &outcomes, false);
        let figures = |row: &Row| (row.points, table.value(row, TieBreak::SonnebornBerger));
        for row in &table.rows {
            prop_assert_eq!(row.played, row.wins + row.draws + row.losses);
            prop_assert_eq!(row.points, 2 * row.wins + row.draws);
            let better = table.rows.iter().filter(|other| figures(other) > figures(row)).count();
            let as_good = table.rows.iter().filter(|other| figures(other) == figures(row)).count();
            // The mutual result may separate those who are equal in both.
            let place = usize::try_from(row.place).unwrap();
            prop_assert!((better + 1..=better + as_good).contains(&place));
            let sharing = table.rows.iter().filter(|other| other.place == row.place).count();
            prop_assert_eq!(row.is_tied, sharing > 1);
        }
        prop_assert!(table.rows.is_sorted_by_key(|row| row.place));
    }

    #[test]
    fn the_order_of_recording_does_not_matter((players, outcomes) in any_results()) {
        prop_assert_eq!(played(players, &outcomes, false), played(players, &outcomes, true));
    }

    #[test]
    fn a_tournament_is_finished_when_no_result_is_missing((players, outcomes) in any_results()) {
        let (tournament, _) = played(players, &outcomes, false);
        let is_over = outcomes.iter().all(Option::is_some);
        prop_assert_eq!(tournament.is_finished(), is_over);
        let is_shared = table_of(&tournament).ties.iter().any(|tie| tie.place == 1);
        prop_assert_eq!(tournament.is_decided(), is_over && !is_shared);
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
        let (mut tournament, _) = played(players, &first, false);
        let games: Vec<_> = tournament
            .rounds()
            .iter()
            .flat_map(|round| round.games().iter().map(|game| (round.number(), game.pairing.table)))
            .collect();
        for ((round, table), outcome) in games.into_iter().zip(&outcomes) {
            if let Some(outcome) = *outcome {
                run(&mut tournament, &[correct(round.get(), table.get(), outcome)]);
            }
        }
        prop_assert_eq!(table_of(&tournament), played(players, &outcomes, false).1);
    }
}
