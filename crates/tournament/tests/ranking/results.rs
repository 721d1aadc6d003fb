//! Results written as text, and the tables of them. The tests of `phrases` use them too.

use draughts::Score;
use tournament::RoundNumber;
use tournament::ranking::{
    GameState, Meeting, MeetingState, Order, Participant, Ranking, Results, Running, rank,
};

#[track_caller]
pub(crate) fn one(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

pub(crate) fn all(numbers: &[u32]) -> Vec<Participant> {
    numbers.iter().map(|number| one(*number)).collect()
}

#[track_caller]
pub(crate) fn state(result: &str) -> GameState {
    match result {
        "1-0" => GameState::Played(Score::WhiteWins.into()),
        "0-1" => GameState::Played(Score::BlackWins.into()),
        "=" => GameState::Played(Score::Draw.into()),
        "0-0" => GameState::Played(Score::BothLose.into()),
        "+:-" => GameState::Forfeit(Score::WhiteWins),
        "-:+" => GameState::Forfeit(Score::BlackWins),
        "-:-" => GameState::Forfeit(Score::BothLose),
        "*" => GameState::Open,
        "?" => GameState::Running(None),
        other => panic!("unknown result {other:?}"),
    }
}

#[track_caller]
pub(crate) fn meeting(round: u32, first: u32, second: u32, state: MeetingState) -> Meeting {
    let round = RoundNumber::new(round).unwrap();
    Meeting { round, first: one(first), second: one(second), state }
}

/// Reads games written as `1-2 1-0, 3-4 =`, a line per round.
#[track_caller]
pub(crate) fn games(text: &str) -> Vec<Meeting> {
    let mut games = Vec::new();
    for (round, line) in (1..).zip(text.trim().lines()) {
        for game in line.split(',') {
            let (pair, result) = game.trim().split_once(' ').unwrap();
            let (white, black) = pair.split_once('-').unwrap();
            let (white, black) = (white.parse().unwrap(), black.parse().unwrap());
            games.push(meeting(round, white, black, MeetingState::Game(state(result))));
        }
    }
    games
}

/// Reads matches written as `1-2 1 ½ 0 x`, a line per round: the first team's points on each board,
/// `x` if its side is empty and `y` if the other side is.
#[track_caller]
pub(crate) fn matches(text: &str) -> Vec<Meeting> {
    let mut matches = Vec::new();
    for (round, line) in (1..).zip(text.trim().lines()) {
        for entry in line.split(',') {
            let (pair, boards) = entry.trim().split_once(' ').unwrap();
            let (first, second) = pair.split_once('-').unwrap();
            let board = |board| match board {
                "1" => state("1-0"),
                "½" => state("="),
                "0" => state("0-1"),
                "x" => state("-:+"),
                "y" => state("+:-"),
                other => state(other),
            };
            let boards = boards.split(' ').map(board).collect();
            let (first, second) = (first.parse().unwrap(), second.parse().unwrap());
            matches.push(meeting(round, first, second, MeetingState::Boards(boards)));
        }
    }
    matches
}

#[track_caller]
pub(crate) fn results(size: u32, meetings: Vec<Meeting>) -> Results {
    Results::new((1..=size).map(one), meetings, Vec::new()).unwrap()
}

#[track_caller]
pub(crate) fn table(results: &Results, order: &Order) -> Ranking {
    rank(results, order, Running::Ignored).unwrap()
}
