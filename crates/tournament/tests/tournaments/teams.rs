//! Teams and their line-ups.

use super::{
    BERGER, DRAW, NOW, WHITE_WINS, all, changes_nothing, decide, enter, entered, entered_by, one,
    open, pair, play, player, refused, round, rows_of, run, table_of,
};
use draughts::Timestamp;
use std::time::Duration;
use tournament::plan::{LineUpError, LineUpRefusal, TeamId, TeamMatchError};
use tournament::ranking::TieBreak;
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, Event, PairedMatch, Refusal, Tournament};

fn team(number: u32) -> TeamId {
    TeamId::new(number).unwrap()
}

fn enter_team(name: &str) -> Command {
    Command::EnterTeam { name: name.to_owned() }
}

/// Hands in a line-up; 0 is an empty board.
fn line_up(of: u32, boards: &[u32]) -> Command {
    let board = |number: &u32| (*number > 0).then(|| player(*number));
    Command::HandInLineUp { team: team(of), boards: boards.iter().map(board).collect() }
}

/// Returns a tournament of four clubs of two boards, the players 1 to 8.
#[track_caller]
fn four_clubs() -> Tournament {
    let regulation = Regulation { boards: Some(2), ..Regulation::of(Preset::FrisianClubTeams) };
    let mut tournament = entered_by(regulation, 8);
    run(&mut tournament, &["a", "b", "c", "d"].map(enter_team));
    tournament
}

#[test]
fn teams_are_entered_where_teams_play() {
    let mut tournament = four_clubs();
    changes_nothing(&tournament, &enter_team(" A "));
    assert_eq!(tournament.lots(), all(&[1, 2, 3, 4]));
    assert_eq!((tournament.teams().len(), tournament.name_of(one(2))), (4, Some("b")));
    refused(&entered(BERGER, 2), &enter_team("a"), &Refusal::NotOfTeams);
    refused(&entered(BERGER, 2), &line_up(1, &[1]), &Refusal::NotOfTeams);
    // B art. 2: the lowest group has seven at most.
    run(&mut tournament, &["e", "f", "g"].map(enter_team));
    refused(&tournament, &enter_team("h"), &Refusal::TooManyPlayers { max: 7 });
}

#[test]
fn b_art_6_a_line_up_names_players_of_its_own_team_once() {
    let mut tournament = four_clubs();
    let events = run(&mut tournament, &[line_up(1, &[1, 2])]);
    assert!(matches!(events.as_slice(), [Event::LineUpHandedIn { .. }]));
    changes_nothing(&tournament, &line_up(1, &[1, 2]));
    // Until the first pairing it may be replaced.
    run(&mut tournament, &[line_up(1, &[2, 1])]);
    let cases = [
        (line_up(5, &[3, 4]), Refusal::UnknownTeam { team: team(5) }),
        (line_up(2, &[3, 9]), Refusal::UnknownPlayer { player: player(9) }),
        (line_up(2, &[3, 1]), Refusal::OtherTeam { player: player(1), team: team(1) }),
        (line_up(2, &[3, 3]), LineUpError::Twice { player: player(3) }.into()),
        (line_up(2, &[0, 0]), LineUpError::Nobody.into()),
        (line_up(2, &[]), LineUpError::Boards { boards: 0 }.into()),
        (line_up(2, &[3]), LineUpRefusal::Boards { expected: 2, boards: 1 }.into()),
    ];
    for (command, refusal) in cases {
        refused(&tournament, &command, &refusal);
    }
}

#[test]
fn b_art_6_a_line_up_is_handed_in_fifteen_minutes_before() {
    let mut tournament = four_clubs();
    let quarter = i64::try_from(Duration::from_secs(900).as_millis()).unwrap();
    let plan = |at| Command::PlanRound { round: round(1), begins_at: Timestamp::from_millis(at) };
    run(&mut tournament, &[plan(NOW + quarter - 1)]);
    changes_nothing(&tournament, &plan(NOW + quarter - 1));
    let late = Refusal::LineUpNotTaken(LineUpRefusal::Late { late_ms: 1 });
    refused(&tournament, &line_up(1, &[1, 2]), &late);
    run(&mut tournament, &[plan(NOW + quarter), line_up(1, &[1, 2])]);
}

#[test]
fn b_art_6_and_8_who_was_late_with_a_line_up_is_known() {
    let mut tournament = four_clubs();
    let begins_at = Timestamp::from_millis(NOW);
    run(&mut tournament, &[Command::PlanRound { round: round(1), begins_at }]);
    let taken = |boards: [u32; 2]| Command::CorrectLineUp {
        team: team(2),
        boards: boards.map(|number| Some(player(number))).to_vec(),
        reason: "the bus was late".to_owned(),
    };
    run(&mut tournament, &[taken([3, 4])]);
    let late = |tournament: &Tournament| -> Vec<(u32, String)> {
        let late = tournament.late_line_ups().iter();
        late.map(|(team, reason)| (team.get(), reason.clone())).collect()
    };
    assert_eq!(late(&tournament), [(2, "the bus was late".to_owned())]);
    // A line-up that is corrected later was there in time, or not, all the same.
    run(&mut tournament, &[taken([4, 3])]);
    assert_eq!(late(&tournament).len(), 1);
}

#[test]
fn a_round_of_teams_numbers_its_tables_through_and_has_no_table_for_an_empty_board() {
    let mut tournament = four_clubs();
    let ups = [line_up(1, &[1, 2]), line_up(2, &[3, 0]), line_up(3, &[5, 6])];
    run(&mut tournament, &ups);
    refused(&tournament, &pair(1), &Refusal::LineUpMissing { team: team(4) });
    run(&mut tournament, &[line_up(4, &[7, 8]), pair(1)]);
    refused(&tournament, &line_up(4, &[8, 7]), &LineUpRefusal::Fixed.into());
    let first = tournament.latest_round().unwrap();
    let tables: Vec<Vec<Option<u32>>> = first
        .matches()
        .iter()
        .map(|paired: &PairedMatch| {
            paired.boards.iter().map(|b| b.table.map(|t| t.get())).collect()
        })
        .collect();
    let teams: Vec<_> =
        first.matches().iter().map(|paired| (paired.first.get(), paired.second.get())).collect();
    let number = |of: u32| teams.iter().position(|pair| pair.0 == of || pair.1 == of).unwrap();
    assert_eq!(tables[number(2)].iter().flatten().count(), 1);
    assert_eq!(tables.concat().into_iter().flatten().collect::<Vec<_>>(), [1, 2, 3]);
    // The team with an empty side loses that board (B art. 6).
    play(&mut tournament, 1, &[DRAW]);
    let table = table_of(&tournament);
    let of = |number: u32| {
        let row = table.rows.iter().find(|row| row.participant == one(number)).unwrap();
        (row.points, table.value(row, TieBreak::BoardPoints))
    };
    assert_eq!(of(2), (0, Some(1)));
    assert_eq!(table.rows[0].points, 2);
    assert_eq!(table.rows[0].board_points, 3);
}

#[test]
fn b_art_5_more_board_points_win_the_match() {
    let mut tournament = four_clubs();
    for (of, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6]), (4, [7, 8])] {
        run(&mut tournament, &[line_up(of, &boards)]);
    }
    run(&mut tournament, &[pair(1)]);
    // White wins everywhere: a board for each team, so every match is drawn.
    play(&mut tournament, 1, &[WHITE_WINS]);
    assert_eq!(rows_of(&table_of(&tournament)), [1, 2, 3, 4].map(|number| (1, number, 1)));
    run(&mut tournament, &[pair(2)]);
    // The white boards are won, the others drawn: the first-named team wins each match.
    play(&mut tournament, 2, &[WHITE_WINS, DRAW, WHITE_WINS, DRAW]);
    let first: Vec<u32> =
        tournament.latest_round().unwrap().matches().iter().map(|one| one.first.get()).collect();
    let leaders: Vec<u32> =
        table_of(&tournament).rows.iter().take(2).map(|row| row.participant.get()).collect();
    assert_eq!(leaders.iter().filter(|one| first.contains(one)).count(), 2);
}

#[test]
fn teams_do_not_share_a_player_and_late_teams_are_refused() {
    let mut tournament = four_clubs();
    for (of, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6]), (4, [7, 8])] {
        run(&mut tournament, &[line_up(of, &boards)]);
    }
    run(&mut tournament, &[pair(1), open(1), enter("a reserve")]);
    refused(&tournament, &enter_team("late"), &Refusal::EntriesClosed);
    let itself = TeamMatchError::Oneself { team: team(1) };
    assert_eq!(Refusal::Match(itself).to_string(), "team 1 cannot meet itself");
    assert!(decide(&tournament, &enter("p1")).is_ok());
}

fn correct_line_up(of: u32, boards: &[u32], reason: &str) -> Command {
    let board = |number: &u32| (*number > 0).then(|| player(*number));
    let (boards, reason) = (boards.iter().map(board).collect(), reason.to_owned());
    Command::CorrectLineUp { team: team(of), boards, reason }
}

#[test]
fn b_art_8_whoever_directs_the_match_corrects_a_line_up() {
    let mut tournament = four_clubs();
    for (of, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6]), (4, [7, 8])] {
        run(&mut tournament, &[line_up(of, &boards)]);
    }
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    refused(&tournament, &line_up(4, &[8, 7]), &LineUpRefusal::Fixed.into());
    refused(&tournament, &correct_line_up(4, &[8, 7], " "), &Refusal::LineUpReasonMissing);
    let short = LineUpRefusal::Boards { expected: 2, boards: 1 };
    refused(&tournament, &correct_line_up(4, &[8], "x"), &short.into());
    let events = run(&mut tournament, &[correct_line_up(4, &[8, 7], " written down wrongly ")]);
    let [Event::LineUpHandedIn { reason, .. }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(reason, "written down wrongly");
    changes_nothing(&tournament, &correct_line_up(4, &[8, 7], "again"));
    // Round 1 stays as it was played; from round 2 on the corrected order holds.
    let seats = |tournament: &Tournament| {
        let of_four = |paired: &PairedMatch| {
            let boards = paired.boards.iter().map(|board| board.pairing);
            let own = boards.map(|board| {
                if board.first_has_white == (paired.first == team(4)) {
                    board.white
                } else {
                    board.black
                }
            });
            own.map(|player| player.unwrap().get()).collect::<Vec<_>>()
        };
        let theirs = |paired: &&PairedMatch| [paired.first, paired.second].contains(&team(4));
        tournament.latest_round().unwrap().matches().iter().find(theirs).map(of_four).unwrap()
    };
    assert_eq!(seats(&tournament), [7, 8]);
    run(&mut tournament, &[pair(2)]);
    assert_eq!(seats(&tournament), [8, 7]);
}

#[test]
fn b_art_6_the_boards_of_a_team_that_withdrew_are_lost() {
    let mut tournament = four_clubs();
    for (of, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6])] {
        run(&mut tournament, &[line_up(of, &boards)]);
    }
    refused(&tournament, &pair(1), &Refusal::LineUpMissing { team: team(4) });
    // It never handed in a line-up, and delays nothing.
    let leave = Command::Withdraw { participant: one(4), reason: String::new() };
    run(&mut tournament, &[leave, pair(1)]);
    assert_eq!(tournament.latest_round().unwrap().games().len(), 2);
    let rows = |tournament: &Tournament| {
        let table = table_of(tournament);
        let of = |number: u32| {
            table.rows.iter().find(|row| row.participant == one(number)).unwrap().clone()
        };
        [1, 2, 3, 4].map(|number| (of(number).points, of(number).board_points))
    };
    // The others win its three matches on both boards, including those to come.
    assert_eq!(rows(&tournament), [(2, 4), (2, 4), (2, 4), (0, 0)]);
    assert_eq!(table_of(&tournament).withdrawals[0].lost, 3);
    for number in 1..=3 {
        if number > 1 {
            run(&mut tournament, &[pair(number)]);
        }
        play(&mut tournament, number, &[DRAW]);
    }
    assert_eq!(rows(&tournament), [(4, 8), (4, 8), (4, 8), (0, 0)]);
    assert_eq!(table_of(&tournament).withdrawals[0].lost, 3);
    assert!(tournament.is_finished());
}

#[test]
fn b_art_7_a_play_off_reverses_everybodys_own_last_game() {
    let mut tournament = four_clubs();
    for (of, boards) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6]), (4, [7, 8])] {
        run(&mut tournament, &[line_up(of, &boards)]);
    }
    let mut pairs = Vec::new();
    for number in 1..=3 {
        run(&mut tournament, &[pair(number)]);
        let matches = tournament.latest_round().unwrap().matches();
        pairs.push(
            matches.iter().map(|one| (one.first.get(), one.second.get())).collect::<Vec<_>>(),
        );
        // 1 and 4 win from the others and draw against each other.
        let games: Vec<_> = matches
            .iter()
            .flat_map(|paired| {
                let best = |team: TeamId| [1, 4].contains(&team.get());
                paired.boards.iter().map(move |board| {
                    match (best(paired.first), best(paired.second)) {
                        (true, false) if board.pairing.first_has_white => WHITE_WINS,
                        (true, false) => super::BLACK_WINS,
                        (false, true) if board.pairing.first_has_white => super::BLACK_WINS,
                        (false, true) => WHITE_WINS,
                        (true, true) | (false, false) => DRAW,
                    }
                })
            })
            .collect();
        play(&mut tournament, number, &games);
    }
    // They met as 1-4, and were named second and first in their last matches.
    assert_eq!(pairs[0], [(1, 4), (2, 3)]);
    assert_eq!(pairs[2], [(2, 1), (4, 3)]);
    let tied = Command::PairPlayOff { round: round(4), participants: all(&[1, 4]), seed: None };
    run(&mut tournament, &[tied]);
    let play_off = tournament.latest_round().unwrap().matches()[0].clone();
    assert_eq!((play_off.first, play_off.second), (team(1), team(4)));
}
