//! Tables of every regulation: rows by article, real events, and properties.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod door;
mod events;
mod players;
mod properties;
mod swiss;
mod teams;
mod virtual_tables;

use draughts::Score;
use tournament::RoundNumber;
use tournament::ranking::{
    GameState, Meeting, MeetingState, Order, Participant, Ranking, Results, Running, rank,
};

#[track_caller]
fn one(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

fn all(numbers: &[u32]) -> Vec<Participant> {
    numbers.iter().map(|number| one(*number)).collect()
}

#[track_caller]
fn state(result: &str) -> GameState {
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
fn meeting(round: u32, first: u32, second: u32, state: MeetingState) -> Meeting {
    let round = RoundNumber::new(round).unwrap();
    Meeting { round, first: one(first), second: one(second), state }
}

/// Reads games written as `1-2 1-0, 3-4 =`, a line per round.
#[track_caller]
fn games(text: &str) -> Vec<Meeting> {
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

/// Reads matches written as `1-2 1 ½ 0 x`, a line per round: the first team's points on each board, `x` if
/// its side is empty and `y` if the other side is.
#[track_caller]
fn matches(text: &str) -> Vec<Meeting> {
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
fn results(size: u32, meetings: Vec<Meeting>) -> Results {
    Results::new((1..=size).map(one), meetings, Vec::new()).unwrap()
}

#[track_caller]
fn table(results: &Results, order: &Order) -> Ranking {
    rank(results, order, Running::Ignored).unwrap()
}

/// Returns the participants by place: tied ones together, by number.
fn tiers(ranking: &Ranking) -> Vec<Vec<u32>> {
    let tiers = ranking.rows.chunk_by(|one, next| one.place == next.place);
    tiers.map(|tier| tier.iter().map(|row| row.participant.get()).collect()).collect()
}

/// Returns the values of a tie-break, in the order of the table.
fn column(ranking: &Ranking, at: usize) -> Vec<Option<u32>> {
    ranking.rows.iter().map(|row| row.values[at]).collect()
}
