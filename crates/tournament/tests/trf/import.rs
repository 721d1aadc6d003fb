//! Reports that become tournaments, and tournaments that become reports.

use crate::{id, player_line};
use draughts::{Outcome, Reason, RuleSet, Score, Timestamp};
use proptest::prelude::*;
use tournament::ranking::{Participant, Row, Running};
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::trf::{Import, LineEnd, Loss, Problem, ReadTrf, read};
use tournament::{
    Author, Command, Entry, Estimates, GroupNumber, Round, RoundNumber, RoundState, Schedule,
    Settings, TableNumber, Tournament,
};

const AT: Timestamp = Timestamp::from_millis(7);

fn settings(format: Format) -> Settings {
    let plain =
        Settings::plain("Greate Pier", RuleSet::Frisian, "80m + 60s".parse().unwrap(), format);
    let is_swiss = matches!(format, Format::Swiss(_));
    let order = if is_swiss { Preset::KndbSwiss } else { Preset::RoundRobin };
    let order = Regulation::of(order).order;
    let rounds = is_swiss.then_some(5);
    let most = if is_swiss { 9 } else { 0 };
    let half_point_byes = HalfPointByes { most, in_last_round: is_swiss };
    let regulation = Regulation { order, rounds, half_point_byes, ..plain.regulation };
    Settings { regulation, ..plain }
}

fn swiss_of(rounds: u32) -> Settings {
    let settings = settings(SWISS);
    let regulation = Regulation { rounds: Some(rounds), ..settings.regulation.clone() };
    Settings { regulation, ..settings }
}

const SWISS: Format = Format::Swiss(FirstRound::EntrantsKnown);
const BERGER: Format = Format::Table(Schedule::Berger);

fn created(settings: &Settings) -> Tournament {
    let mut tournament = Tournament::default();
    run(&mut tournament, &Command::Create { settings: Box::new(settings.clone()) });
    tournament
}

#[track_caller]
fn run(tournament: &mut Tournament, command: &Command) {
    let arbiter = Author::named("Wedstriidlieder").unwrap();
    let events = tournament.decide(command, &arbiter, AT).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
}

/// Carries out the steps of an import; returns the number of events, and the problems by line.
fn enter(
    tournament: &mut Tournament,
    import: &Import,
    steps: std::ops::Range<usize>,
) -> (usize, Vec<(Option<usize>, String)>) {
    let (mut count, mut problems) = (0, Vec::new());
    for step in steps {
        let imported = import.decide(step, tournament, &Author::SYSTEM, AT).unwrap();
        imported.events.iter().for_each(|event| tournament.apply(event));
        count += imported.events.len();
        problems.extend(imported.problems);
    }
    problems.extend(import.differences(tournament));
    (count, problems.iter().map(told).collect())
}

/// Returns the line and the text of a problem, with the reason of the tournament.
fn told(problem: &Problem) -> (Option<usize>, String) {
    let text = problem.kind.to_string();
    let refusal = problem.kind.refusal().map(|reason| format!(": {reason}"));
    (problem.line, text + &refusal.unwrap_or_default())
}

#[track_caller]
fn imported(settings: &Settings, text: &str) -> (Tournament, Vec<(Option<usize>, String)>) {
    let ReadTrf { problems, .. } = read(text.as_bytes());
    assert_eq!(problems, [], "{text}");
    imported_anyhow(settings, text)
}

fn imported_anyhow(settings: &Settings, text: &str) -> (Tournament, Vec<(Option<usize>, String)>) {
    let import = Import::new(read(text.as_bytes()));
    let mut tournament = created(settings);
    let (previewed, previewed_problems) = import.preview(&tournament, &Author::SYSTEM, AT).unwrap();
    let (_, problems) = enter(&mut tournament, &import, 0..import.steps());
    // A preview tells the same, and differences from the tables come after it.
    assert_eq!(previewed, tournament);
    let previewed: Vec<_> = previewed_problems.iter().map(told).collect();
    assert_eq!(previewed, problems[..previewed.len()]);
    (tournament, problems)
}

fn rows(tournament: &Tournament) -> Vec<(u32, u32, u32)> {
    let tables = tournament.tables(Running::Ignored);
    let row = |row: &Row| (row.place, row.participant.get(), row.points);
    tables.iter().flat_map(|table| table.ranking.rows.iter().map(row)).collect()
}

fn text(lines: &[String]) -> String {
    lines.join("\n")
}

/// Returns two rounds of seven players, with every code of a round.
fn every_code() -> String {
    text(&[
        player_line(1, "Anema", "1.5", "   2 w 1     7 b ="),
        player_line(2, "Bakker", "0.0", "   1 b 0     3 w -"),
        player_line(3, "Cuperus", "1.5", "0000 - H     2 b +"),
        player_line(4, "Dykstra", "2.0", "   5 b W  0000 - U"),
        player_line(5, "Eringa", "0.0", "   4 w L     6 b 0"),
        player_line(6, "Feenstra", "1.0", "0000 - F     5 w 0"),
        player_line(7, "Galama", "0.5", "0000 - Z     1 w ="),
    ])
}

#[test]
fn a_misleading_name_is_told_with_its_line_and_the_others_are_entered() {
    let lines = text(&[
        player_line(1, "Anema", "0.0", ""),
        player_line(2, "Bakker\u{202e}", "0.0", ""),
        player_line(3, "Cu\u{200b}perus", "0.0", ""),
    ]);
    let (tournament, problems) = imported_anyhow(&settings(SWISS), &lines);
    let names: Vec<_> = tournament.players().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Anema"]);
    let told = |line: usize, why: &str| {
        (Some(line), format!("player {line} is not entered: a name: character {why}"))
    };
    let expected = [
        told(2, "7 is U+202E, which changes the direction of the text"),
        told(3, "3 is U+200B, which cannot be seen"),
    ];
    let entries: Vec<_> =
        problems.into_iter().filter(|(_, text)| text.contains("entered")).collect();
    assert_eq!(entries, expected);
}

#[test]
fn regulation_2006_art_6_and_9_what_a_report_tells_was_played_and_is_entered() {
    let regulation = Regulation {
        rounds: Some(2),
        limits: Regulation::of(Preset::RoundRobin).limits,
        ..Regulation::of(Preset::Tournament2006Open)
    };
    let (tournament, _) = imported(&Settings { regulation, ..settings(SWISS) }, &every_code());
    let states: Vec<_> = tournament.rounds().iter().map(Round::state).collect();
    assert_eq!(states, [RoundState::Closed, RoundState::Closed]);
}

#[test]
fn a_report_with_rounds_becomes_a_tournament() {
    let (tournament, problems) = imported(&settings(SWISS), &every_code());
    let places: Vec<_> = problems.iter().filter(|(_, text)| text.contains("points")).collect();
    assert_eq!(places, Vec::<&(Option<usize>, String)>::new());
    let names: Vec<_> = tournament.players().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names[..2], ["Anema", "Bakker"]);
    let first = &tournament.rounds()[0];
    assert_eq!(first.state(), RoundState::Closed);
    let games: Vec<_> = first
        .games()
        .iter()
        .map(|game| (game.pairing.white.get(), game.pairing.black.get(), game.outcome.unwrap()))
        .collect();
    let (white, black) = (Score::WhiteWins, Score::BlackWins);
    let arbiter = |score| Outcome::new(score, Reason::Arbiter);
    assert_eq!(games, [(1, 2, arbiter(white)), (5, 4, arbiter(black))]);
    assert_eq!(first.byes(), [6].map(|one| Participant::new(one).unwrap()));
    let second = &tournament.rounds()[1];
    let outcomes: Vec<_> = second.games().iter().map(|game| game.outcome.unwrap()).collect();
    let no_show = Outcome::new(black, Reason::NoShow);
    assert_eq!(outcomes, [arbiter(Score::Draw), no_show, arbiter(Score::BothLose)]);
    // In half points, as in the columns.
    let mut points: Vec<_> =
        rows(&tournament).into_iter().map(|(_, player, points)| (player, points)).collect();
    points.sort_unstable();
    assert_eq!(points, [(1, 3), (2, 0), (3, 3), (4, 4), (5, 0), (6, 2), (7, 1)]);
}

#[test]
fn of_a_date_of_birth_a_report_gives_and_gets_the_year() {
    for (birth_date, written) in [
        ("2001/02/28", "2001/00/00"),
        ("2001/00/00", "2001/00/00"),
        ("2001-02-28", "2001/00/00"),
        ("2001/02/29", ""),
        ("28.2.01", ""),
        ("", ""),
    ] {
        let line = player_line(1, "Anema", "0.0", "");
        let line = format!("{}{birth_date:<10}{}", &line[..69], &line[79..]);
        let (tournament, _) = imported_anyhow(&settings(SWISS), &line);
        let (trf, _) = tournament.to_trf(None).unwrap();
        assert_eq!(trf.players[0].birth_date, written, "{birth_date}");
    }
}

#[test]
fn an_import_that_was_cut_off_goes_on_and_is_done_once() {
    let import = Import::new(read(every_code().as_bytes()));
    let (whole, _) = imported(&settings(SWISS), &every_code());
    for cut in 0..=import.steps() {
        let mut tournament = created(&settings(SWISS));
        enter(&mut tournament, &import, 0..cut);
        enter(&mut tournament, &import, 0..import.steps());
        assert_eq!(tournament, whole, "cut after step {cut}");
        let (again, _) = enter(&mut tournament, &import, 0..import.steps());
        assert_eq!(again, 0);
    }
}

#[test]
fn a_decision_of_a_person_is_signed_once_a_step() {
    let import = Import::new(read(every_code().as_bytes()));
    let by = Author::named("Jan").unwrap();
    let first = import.decide(0, &created(&settings(SWISS)), &by, AT).unwrap();
    let signed = tournament::Event::Ruled { by, at: AT };
    assert_eq!(first.events.iter().filter(|event| **event == signed).count(), 1);
    assert_eq!(first.events.len(), 8);
    let nowhere = import.decide(0, &Tournament::default(), &Author::SYSTEM, AT);
    assert_eq!(nowhere, Err(tournament::Refusal::NotCreated));
}

#[test]
fn a_round_without_results_is_not_begun_and_a_game_without_one_is_postponed() {
    let file = text(&[
        player_line(1, "Anema", "0.0", "   2 w       3 w"),
        player_line(2, "Bakker", "0.0", "   1 b       4 w"),
        player_line(3, "Cuperus", "1.0", "   4 w 1     1 b"),
        player_line(4, "Dykstra", "0.0", "   3 b 0     2 b"),
        "XXZ 4".to_owned(),
    ]);
    let (tournament, _) = imported(&swiss_of(3), &file);
    let states: Vec<_> = tournament.rounds().iter().map(|round| round.state()).collect();
    assert_eq!(states, [RoundState::Closed, RoundState::Paired]);
    assert!(tournament.rounds()[0].games()[0].is_postponed);
    let third = RoundNumber::new(3).unwrap();
    assert!(tournament.absence(third, Participant::new(4).unwrap()).is_some());
}

#[test]
fn what_a_tournament_does_not_take_is_told_with_its_line() {
    let eight = |count: u32| (1..=count).map(|at| player_line(at, &format!("P{at}"), "", ""));
    let (tournament, problems) = imported_anyhow(
        &Settings { regulation: Regulation::of(Preset::FrisianKk), ..settings(BERGER) },
        &text(&eight(9).collect::<Vec<_>>()),
    );
    assert_eq!(tournament.players().len(), 8);
    let text_of_ninth = "player 9 is not entered: the tournament is for 8 at most";
    assert_eq!(problems, [(Some(9), text_of_ninth.to_owned())]);

    let twice = text(&[
        player_line(1, "Anema", "1.0", "   2 w 1"),
        player_line(2, "Bakker", "0.0", "   1 b 0"),
        player_line(3, "anema", "1.0", "   4 w 1"),
        player_line(4, "Dykstra", "0.0", "   3 b 0"),
    ]);
    let (tournament, problems) = imported(&settings(Format::Manual), &twice);
    assert_eq!(tournament.players().len(), 3);
    assert_eq!(
        problems[..2],
        [
            (Some(3), "player 3 has the name of player 1, and is not entered".to_owned()),
            (Some(3), "the game of players 3 and 4 in round 1 is not entered".to_owned()),
        ]
    );

    let mut other = created(&swiss_of(3));
    for name in ["Anema", "Bakker", "Cuperus", "Dykstra"] {
        run(&mut other, &Command::Enter { entry: Entry::named(name) });
    }
    run(&mut other, &Command::Pair { round: RoundNumber::FIRST });
    let import = Import::new(read(every_code().as_bytes()));
    let (_, problems) = enter(&mut other, &import, 0..import.steps());
    assert_eq!(
        problems[..2],
        [
            (None, "round 1 is not entered: round 1 is already paired".to_owned()),
            (None, "round 2 is not entered: round 1 is not closed yet".to_owned()),
        ]
    );
}

#[test]
fn points_and_places_that_differ_are_told_with_their_line() {
    // The file counts two points for a win; it has its own places.
    let file = text(&[
        player_line(1, "Anema", "0", "   2 w 0     3 b 0"),
        player_line(2, "Bakker", "2", "   1 b 1  0000 - Z"),
        player_line(3, "Cuperus", "4", "0000 - U     1 w 1"),
    ]);
    let (_, problems) = imported(&swiss_of(2), &file);
    assert_eq!(
        problems,
        [
            (Some(1), "player 1 has place 1 in the file, and 3 as computed".to_owned()),
            (Some(3), "player 3 has place 3 in the file, and 1 as computed".to_owned()),
        ]
    );
    // By a table a free round has no value.
    let (_, problems) = imported(&settings(Format::Manual), &file);
    let told = "player 3 has 4 points in the file, and 2 as computed";
    assert!(problems.contains(&(Some(3), told.to_owned())), "{problems:?}");
}

#[test]
fn teams_take_players_and_no_rounds() {
    let teams = Settings { regulation: Regulation::of(Preset::FrisianMini), ..settings(BERGER) };
    let regulation = Regulation { time_control: "80m + 60s".parse().ok(), ..teams.regulation };
    let (tournament, problems) =
        imported(&Settings { regulation, ..settings(BERGER) }, &every_code());
    assert_eq!((tournament.players().len(), tournament.rounds().len()), (7, 0));
    let told = "teams play this tournament; the rounds are not entered";
    assert_eq!(problems, [(None, told.to_owned())]);
}

#[test]
fn a_report_of_everybody_has_the_finals_and_the_final_order() {
    let regulation = Regulation {
        limits: Regulation::of(Preset::RoundRobin).limits,
        format: Format::Pools(Schedule::Berger),
        rest: None,
        ..Regulation::of(Preset::Tournament2006)
    };
    let mut tournament = created(&Settings { regulation, ..settings(BERGER) });
    for number in 1..=4 {
        let entry = Entry::named(format!("P{number}"));
        run(&mut tournament, &Command::Enter { entry });
    }
    let of = |numbers: [u32; 2]| numbers.map(|one| Participant::new(one).unwrap()).to_vec();
    run(&mut tournament, &Command::DivideGroups { groups: vec![of([1, 2]), of([3, 4])] });
    let play = |tournament: &mut Tournament, number: u32, scores: &[Score]| {
        let round = RoundNumber::new(number).unwrap();
        run(tournament, &Command::OpenRound { round });
        for (at, score) in scores.iter().enumerate() {
            let (table, men_ahead) = (TableNumber::new(u32::try_from(at).unwrap() + 1), None);
            let outcome = Outcome::new(*score, Reason::Arbiter);
            let table = table.unwrap();
            run(tournament, &Command::RecordResult { round, table, outcome, men_ahead });
        }
    };
    run(&mut tournament, &Command::Pair { round: RoundNumber::FIRST });
    play(&mut tournament, 1, &[Score::WhiteWins, Score::WhiteWins]);
    for pool_place in [1, 2] {
        let (color, seed) = (Some(draughts::Color::White), Some(1));
        run(&mut tournament, &Command::ChooseColor { pool_place, color, seed });
    }
    run(&mut tournament, &Command::Pair { round: RoundNumber::new(2).unwrap() });
    play(&mut tournament, 2, &[Score::BlackWins, Score::WhiteWins]);
    let order = tournament.final_order().unwrap();

    let (trf, losses) = tournament.to_trf(None).unwrap();
    assert_eq!(losses, Vec::<Loss>::new());
    let mut ranked: Vec<_> = trf.players.iter().map(|one| (one.rank.unwrap(), one)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    assert_eq!(ranked.iter().map(|(_, one)| one.number).collect::<Vec<_>>(), order);
    let points: Vec<_> = ranked.iter().map(|(_, one)| one.points.unwrap()).collect();
    assert_eq!(points, [400, 200, 200, 0]);
    assert!(trf.players.iter().all(|one| one.rounds.len() == 2));
    assert_eq!(read(trf.write(LineEnd::Lf).unwrap().as_bytes()).problems, []);
    // A group by itself has its own games and places.
    let (pool, _) = tournament.to_trf(Some(GroupNumber::FIRST)).unwrap();
    let pool: Vec<_> = pool.players.iter().map(|one| (one.number, one.rounds.len())).collect();
    assert_eq!(pool, [(id(1), 1), (id(2), 1)]);
    let nowhere = tournament.to_trf(Some(GroupNumber::new(3).unwrap()));
    assert_eq!(nowhere.unwrap_err().to_string(), "there is no group 3");
}

/// Plays some rounds of a tournament by random numbers.
fn invented(settings: &Settings, players: usize, rounds: u32, chances: &[u8]) -> Tournament {
    let mut chances = chances.iter().copied().cycle();
    let mut chance = |below: u8| chances.next().unwrap_or(0) % below;
    let mut tournament = created(settings);
    let is_table = settings.regulation.format == BERGER;
    for number in 0..players {
        let entry = Entry { rating: Some(1000), ..Entry::named(format!("P{number}")) };
        run(&mut tournament, &Command::Enter { entry });
    }
    for number in 1..=rounds {
        let round = RoundNumber::new(number).unwrap();
        let one = Participant::new(u32::from(chance(6)) + 1).unwrap();
        match chance(6) {
            0 if !is_table => {
                let half_point_bye = chance(2) == 0;
                run(
                    &mut tournament,
                    &Command::ReportAbsent {
                        participant: one,
                        round,
                        half_point_bye,
                        notice: tournament::AbsenceNotice::default(),
                    },
                );
            }
            1 if number > 1 && !is_table => {
                let entry = Entry::named(format!("late {number}"));
                run(&mut tournament, &Command::Enter { entry });
            }
            2 if number > 2 => {
                let reason = String::new();
                run(&mut tournament, &Command::Withdraw { participant: one, reason });
            }
            _ => {}
        }
        let paired = tournament.decide(&Command::Pair { round }, &Author::SYSTEM, AT);
        let Ok(paired) = paired else { break };
        paired.iter().for_each(|event| tournament.apply(event));
        run(&mut tournament, &Command::OpenRound { round });
        let games: Vec<_> = tournament.rounds().last().unwrap().games().to_vec();
        for game in games {
            let score = match chance(8) {
                0..=2 => Score::WhiteWins,
                3 | 4 => Score::Draw,
                5 | 6 => Score::BlackWins,
                _ => Score::BothLose,
            };
            let is_no_show = score != Score::Draw && chance(5) == 0;
            let reason = if is_no_show { Reason::NoShow } else { Reason::Arbiter };
            let (table, outcome) = (game.pairing.table, Outcome::new(score, reason));
            // Some are postponed.
            if chance(12) > 0 {
                let men_ahead = None;
                run(&mut tournament, &Command::RecordResult { round, table, outcome, men_ahead });
            }
        }
        if number < rounds || chance(2) == 0 {
            run(&mut tournament, &Command::CloseRound { round });
        }
    }
    tournament
}

/// Returns the games of each round with their results, by the lower number of both.
fn games(tournament: &Tournament) -> Vec<Vec<(u32, u32, Option<Outcome>)>> {
    let of_round = |round: &Round| {
        let games = round.games().iter();
        let mut games: Vec<_> = games
            .map(|game| (game.pairing.white.get(), game.pairing.black.get(), game.outcome))
            .collect();
        games.sort_by_key(|(white, black, _)| *white.min(black));
        games
    };
    tournament.rounds().iter().map(of_round).collect()
}

proptest! {
    #[test]
    fn what_is_written_and_entered_again_is_the_same_tournament(
        players in 6_usize..13,
        rounds in 1_u32..6,
        chances in prop::collection::vec(any::<u8>(), 97),
        format in prop::sample::select(vec![SWISS, BERGER]),
        cut in 0_usize..20,
    ) {
        let settings = settings(format);
        let original = invented(&settings, players, rounds, &chances);
        let (trf, losses) = original.to_trf(None).unwrap();
        let is_running = losses.contains(&Loss::RunningGames);
        // The file does not show that games missing in the last round are postponed.
        let is_whole = original.rounds().last().is_none_or(|last| last.unfinished().next().is_none());
        let text = trf.write(LineEnd::CrLf).unwrap();
        let read = read(text.as_bytes());
        prop_assert_eq!(&read.problems, &[]);
        let import = Import::new(read);
        let mut again = created(&settings);
        enter(&mut again, &import, 0..cut.min(import.steps()));
        let (_, problems) = enter(&mut again, &import, 0..import.steps());
        prop_assert_eq!(problems, vec![], "{}", text);
        // The file does not show who has withdrawn, which orders those who are tied.
        let mut told = again.clone();
        for (participant, reason) in original.withdrawn() {
            let (participant, reason) = (*participant, reason.clone());
            run(&mut told, &Command::Withdraw { participant, reason });
        }
        prop_assert_eq!(rows(&told), rows(&original), "{}", text);
        prop_assert_eq!(games(&again), games(&original), "{}", text);
        if is_whole {
            prop_assert!(!is_running);
            let results = |one: &Tournament| {
                let results = one.results(&Estimates::new());
                (results[0].meetings().to_vec(), results[0].absences().to_vec())
            };
            prop_assert_eq!(results(&again), results(&original));
        }
        let (written, _) = told.to_trf(None).unwrap();
        let rounds_of = |trf: &tournament::trf::Trf| -> Vec<_> {
            trf.players.iter().map(|one| (one.number, one.points, one.rank, one.rounds.clone())).collect()
        };
        // A last round with neither a result nor a bye in the file is not opened again, and is not
        // written. The free rounds of a table are not in the file.
        let has_byes = |last: &Round| format == SWISS && !last.byes().is_empty();
        let is_begun = original.rounds().last().is_none_or(|last| {
            has_byes(last) || last.games().iter().any(|game| game.outcome.is_some())
        });
        if is_begun {
            prop_assert_eq!(rounds_of(&written), rounds_of(&trf));
        }
    }
}
