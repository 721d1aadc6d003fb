//! Line-ups and matches of teams.

use crate::player;
use draughts::{Score, Timestamp};
use tournament::EntryError;
use tournament::plan::{
    LineUp, LineUpError, LineUpRefusal, Team, TeamId, TeamMatch, TeamMatchError,
};

fn team_id(number: u32) -> TeamId {
    TeamId::new(number).unwrap()
}

/// Makes a line-up; 0 is an empty board.
#[track_caller]
fn line_up(numbers: &[u32]) -> LineUp {
    checked(numbers).unwrap()
}

fn checked(numbers: &[u32]) -> Result<LineUp, LineUpError> {
    LineUp::new(numbers.iter().map(|number| (*number > 0).then(|| player(*number))).collect())
}

#[track_caller]
fn check(first: &[u32], second: &[u32], expected: &str) {
    let game = TeamMatch::new(team_id(1), team_id(2)).unwrap();
    assert_eq!(shown(&game, first, second), expected);
}

/// Writes White and Black of each board, a dash for an empty one.
#[track_caller]
fn shown(game: &TeamMatch, first: &[u32], second: &[u32]) -> String {
    let boards = game.boards(&line_up(first), &line_up(second)).unwrap();
    let name = |player: Option<_>| {
        player.map_or("0".to_owned(), |one: tournament::PlayerId| one.to_string())
    };
    let board = |one: &tournament::plan::BoardPairing| {
        format!("{}:{}-{}", one.board, name(one.white), name(one.black))
    };
    boards.iter().map(board).collect::<Vec<_>>().join(" ")
}

#[test]
fn b_art_4_the_first_named_team_has_white_on_the_odd_boards() {
    check(
        &[1, 2, 3, 4, 5, 6, 7, 8],
        &[11, 12, 13, 14, 15, 16, 17, 18],
        "1:1-11 2:12-2 3:3-13 4:14-4 5:5-15 6:16-6 7:7-17 8:18-8",
    );
    check(&[1, 2, 3, 4], &[11, 12, 13, 14], "1:1-11 2:12-2 3:3-13 4:14-4");
}

#[test]
fn b_art_6_an_empty_board_is_lost() {
    let game = TeamMatch::new(team_id(1), team_id(2)).unwrap();
    let boards = game.boards(&line_up(&[1, 0, 0, 4]), &line_up(&[0, 12, 0, 14])).unwrap();
    let forfeits: Vec<_> = boards.iter().map(|board| board.forfeit()).collect();
    assert_eq!(
        forfeits,
        [Some(Score::WhiteWins), Some(Score::WhiteWins), Some(Score::BothLose), None]
    );
    assert!(boards[0].first_has_white && !boards[1].first_has_white);
}

#[test]
fn b_art_7_the_play_off_reverses_every_board() {
    let game = TeamMatch::new(team_id(1), team_id(2)).unwrap();
    let again = game.reversed();
    assert_eq!((again.first, again.second), (team_id(2), team_id(1)));
    let (ours, theirs) = (&[1, 2, 3, 4][..], &[11, 12, 13, 14][..]);
    assert_eq!(shown(&game, ours, theirs), "1:1-11 2:12-2 3:3-13 4:14-4");
    assert_eq!(shown(&again, theirs, ours), "1:11-1 2:2-12 3:13-3 4:4-14");
    assert_eq!(again.reversed(), game);
}

#[test]
fn a_line_up_names_each_player_once() {
    let refused = |numbers: &[u32], text: &str| {
        assert_eq!(checked(numbers).unwrap_err().to_string(), text);
    };
    refused(&[1, 2, 1], "player 1 is named on two boards");
    refused(&[], "a team plays on 1 to 20 boards, not on 0");
    refused(&[1; 21], "a team plays on 1 to 20 boards, not on 21");
    refused(&[0, 0], "a line-up names one player at least");
}

#[test]
fn line_ups_that_do_not_meet() {
    let game = TeamMatch::new(team_id(1), team_id(2)).unwrap();
    let boards = |first: &[u32], second: &[u32]| game.boards(&line_up(first), &line_up(second));
    let error = boards(&[1, 2, 3, 4], &[5, 6, 7]).unwrap_err();
    assert_eq!(error.to_string(), "the first team has 4 boards, the second 3");
    let error = boards(&[1, 2], &[3, 1]).unwrap_err();
    assert_eq!(error.to_string(), "player 1 plays for both teams");
    let oneself = TeamMatchError::Oneself { team: team_id(1) };
    assert_eq!(TeamMatch::new(team_id(1), team_id(1)), Err(oneself));
}

/// Returns the answer to a line-up handed in some minutes before the first match.
fn hand_in(team: &Team, numbers: &[u32], minutes_before: i64) -> Result<(), LineUpRefusal> {
    let begins = 100 * 60_000;
    let at = Timestamp::from_millis(begins - minutes_before * 60_000);
    team.may_hand_in(&line_up(numbers), at, Timestamp::from_millis(begins))
}

#[test]
fn b_art_6_a_line_up_comes_a_quarter_of_an_hour_before_and_then_holds() {
    let mut team = Team::new(team_id(1), "  De  Waterpoort ", 4).unwrap();
    assert_eq!(team.name, "De Waterpoort");
    assert_eq!(hand_in(&team, &[1, 2, 3, 4], 15), Ok(()));
    let late = LineUpRefusal::Late { late_ms: 60_000 };
    assert_eq!(hand_in(&team, &[1, 2, 3, 4], 14), Err(late));
    assert_eq!(late.to_string(), "the line-up is 60000 ms too late");
    team.line_up = Some(line_up(&[1, 2, 3, 4]));
    assert_eq!(hand_in(&team, &[2, 1, 3, 4], 20), Ok(()));
    assert_eq!(hand_in(&team, &[2, 1, 3, 4], 10), Err(LineUpRefusal::Late { late_ms: 300_000 }));
    // The same line-up again changes nothing, at any time.
    assert_eq!(hand_in(&team, &[1, 2, 3, 4], -30), Ok(()));
    assert_eq!(hand_in(&team, &[2, 1, 3, 4], 0), Err(LineUpRefusal::Fixed));
    let boards = LineUpRefusal::Boards { expected: 4, boards: 3 };
    assert_eq!(hand_in(&team, &[1, 2, 3], 60), Err(boards));
}

#[test]
fn a_team_needs_a_name() {
    assert_eq!(Team::new(team_id(1), "  ", 8), Err(EntryError::NameMissing));
    assert_eq!(Team::new(team_id(1), &"x".repeat(101), 8), Err(EntryError::NameTooLong));
    assert_eq!(TeamId::new(0).unwrap_err().to_string(), "0 is no team: the first is 1");
}
