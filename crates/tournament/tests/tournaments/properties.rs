//! Properties of every tournament, under any sequence of commands.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{
    ACHTTAL, BERGER, BLACK_WINS, DRAW, WHITE_WINS, correct, decide, entered, open, pair, record,
    run, settings, table_of,
};
use draughts::{Color, Outcome, Reason, Score, Timestamp};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::collections::{BTreeMap, BTreeSet};
use tournament::plan::TeamId;
use tournament::ranking::{Participant, Ranking, Row, Running, TieBreak, TieDecision};
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::{Command, Entry, Event, PlayerId, RoundNumber, Settings, TableNumber, Tournament};

fn any_outcome() -> impl Strategy<Value = Outcome> {
    (select(Score::ALL.to_vec()), select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
        .prop_filter("nobody draws without playing", |outcome| {
            let is_forfeit = matches!(outcome.reason, Reason::Forfeit | Reason::NoShow);
            outcome.score != Score::Draw || !is_forfeit
        })
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
        .prop_map(|(name, club, rating)| Entry { club, rating, ..Entry::named(name) })
}

fn any_participants() -> impl Strategy<Value = Vec<Participant>> {
    prop::collection::vec(any_player().prop_map(Participant::from), 0..8)
}

fn any_pairs() -> impl Strategy<Value = Vec<(Participant, Participant)>> {
    let pair = (any_player(), any_player()).prop_map(|(a, b)| (a.into(), b.into()));
    prop::collection::vec(pair, 0..4)
}

fn any_men() -> impl Strategy<Value = Option<i32>> {
    prop::option::of(prop_oneof![9 => -5..5_i32, 1 => any::<i32>()])
}

/// Generates commands that prepare and pair.
fn any_preparation() -> impl Strategy<Value = Command> {
    let participant = || any_player().prop_map(Participant::from);
    prop_oneof![
        1 => any_settings().prop_map(super::created_by),
        4 => any_entry().prop_map(|entry| Command::Enter { entry }),
        2 => "[a-e]".prop_map(|name| Command::EnterTeam { name }),
        2 => (any_number(), prop::collection::vec(prop::option::of(any_player()), 0..5)).prop_map(
            |(team, boards)| Command::HandInLineUp { team: TeamId::new(team).unwrap(), boards }
        ),
        1 => any_participants().prop_map(|order| Command::DrawLots { order }),
        1 => any::<u64>().prop_map(|seed| Command::DrawLotsBySeed { seed }),
        1 => prop::collection::vec(any_participants(), 0..3)
            .prop_map(|groups| Command::DivideGroups { groups }),
        2 => any::<u64>().prop_map(|seed| Command::DrawGroups { seed }),
        3 => (participant(), any_round(), any::<bool>()).prop_map(
            |(participant, round, half_point_bye)| Command::ReportAbsent {
                participant,
                round,
                half_point_bye,
                notice: tournament::AbsenceNotice::default(),
            }
        ),
        1 => (participant(), any_round())
            .prop_map(|(participant, round)| Command::ReportPresent { participant, round }),
        2 => (participant(), ".{0,4}")
            .prop_map(|(participant, reason)| Command::Withdraw { participant, reason }),
        1 => participant().prop_map(|participant| Command::Reinstate { participant }),
        4 => any_correction(),
    ]
}

/// Generates commands that correct entries and settings.
fn any_correction() -> impl Strategy<Value = Command> {
    let team = || any_number().prop_map(|team| TeamId::new(team).unwrap());
    prop_oneof![
        (any_player(), any_entry())
            .prop_map(|(player, entry)| Command::CorrectEntry { player, entry }),
        any_player().prop_map(|player| Command::RemoveEntry { player }),
        (team(), "[a-e]").prop_map(|(team, name)| Command::RenameTeam { team, name }),
        team().prop_map(|team| Command::RemoveTeam { team }),
        (any_player(), any_entry())
            .prop_map(|(withdrawn, entry)| Command::SeatReserve { withdrawn, entry }),
        (any_settings(), ".{0,4}").prop_map(|(settings, reason)| {
            Command::Amend { settings: Box::new(settings), reason }
        }),
    ]
}

/// Generates commands that pair, open, record and resolve.
fn any_play() -> impl Strategy<Value = Command> {
    let result = || (any_round(), any_table(), any_outcome(), any_men());
    prop_oneof![
        1 => (any_round(), any::<i64>()).prop_map(|(round, at)| Command::PlanRound {
            round,
            begins_at: Timestamp::from_millis(at),
        }),
        6 => any_round().prop_map(|round| Command::Pair { round }),
        4 => (any_round(), any_pairs(), any_participants())
            .prop_map(|(round, pairs, byes)| Command::PairByHand { round, pairs, byes }),
        3 => (any_round(), any_participants(), prop::option::of(any::<u64>())).prop_map(
            |(round, participants, seed)| Command::PairPlayOff { round, participants, seed }
        ),
        1 => (any_number(), prop::option::of(select(Color::BOTH.to_vec())), prop::option::of(any::<u64>())).prop_map(
            |(pool_place, color, seed)| Command::ChooseColor { pool_place, color, seed }
        ),
        1 => (any_round(), ".{0,4}")
            .prop_map(|(round, reason)| Command::Unpair { round, reason, ground: None }),
        1 => any_round().prop_map(|round| Command::Publish { round }),
        6 => any_round().prop_map(|round| Command::OpenRound { round }),
        9 => result().prop_map(|(round, table, outcome, men_ahead)| Command::RecordResult {
            round,
            table,
            outcome,
            men_ahead,
        }),
        2 => (any_round(), any_table())
            .prop_map(|(round, table)| Command::WithdrawResult { round, table }),
        3 => result().prop_map(|(round, table, outcome, men_ahead)| Command::CorrectResult {
            round,
            table,
            outcome,
            men_ahead,
        }),
        2 => (any_round(), any_table(), any::<bool>()).prop_map(|(round, table, is_reversed)| {
            Command::ReverseColors { round, table, is_reversed }
        }),
        3 => any_round().prop_map(|round| Command::CloseRound { round }),
        2 => any_participants()
            .prop_map(|order| Command::ResolveTie { order, how: TieDecision::Arbiter }),
        1 => (any_participants(), any::<u64>())
            .prop_map(|(participants, seed)| Command::DrawTie { participants, seed }),
        1 => (any_participants(), ".{0,4}")
            .prop_map(|(participants, reason)| Command::ReopenTie { participants, reason }),
    ]
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![1 => any_preparation(), 3 => any_play()]
}

/// Generates settings of every kind, with few entrants.
fn any_settings() -> impl Strategy<Value = Settings> {
    let swiss = Regulation {
        rounds: Some(3),
        half_point_byes: HalfPointByes { most: 2, in_last_round: false },
        no_show_withdraws: true,
        ..settings(Format::Swiss(FirstRound::EntrantsKnown)).regulation
    };
    let time_control = settings(BERGER).regulation.time_control;
    let of_preset = |preset| Regulation { time_control, ..Regulation::of(preset) };
    let pools = Regulation {
        limits: Regulation::of(Preset::RoundRobin).limits,
        format: Format::Pools(tournament::Schedule::Berger),
        ..of_preset(Preset::Tournament2006)
    };
    let teams = Regulation { boards: Some(2), ..of_preset(Preset::FrisianMini) };
    let plain = |format| settings(format).regulation;
    let all = vec![
        plain(BERGER),
        plain(ACHTTAL),
        plain(Format::Manual),
        plain(Format::Match { games: 2 }),
        swiss,
        pools,
        teams,
        of_preset(Preset::FrisianClass),
    ];
    select(all).prop_map(|regulation| Settings { regulation, ..settings(BERGER) })
}

/// Generates commands to a tournament that mostly exists and has players.
fn any_commands() -> impl Strategy<Value = Vec<Command>> {
    let begin = (any_settings(), 0_usize..8).prop_map(|(settings, n)| {
        let mut commands = vec![super::created_by(settings)];
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        commands.extend(names.iter().take(n).map(|name| super::enter(name)));
        for name in names.iter().take(n / 2) {
            commands.push(Command::EnterTeam { name: (*name).to_owned() });
        }
        commands
    });
    (begin, prop::collection::vec(any_command(), 0..120))
        .prop_map(|(begin, rest)| [begin, rest].concat())
}

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
            let members = tournament.groups().iter().map(|group| group.len()).sum::<usize>();
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
