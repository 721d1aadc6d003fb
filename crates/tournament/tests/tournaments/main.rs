//! Tournaments by command: rows for each article, properties, and agreement with published and
//! computed tables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod any_command;
mod appointments;
mod by_hand;
mod colors;
mod commands;
mod corrections;
mod deletion;
mod embargoes;
mod ended;
mod entries;
mod groups;
mod in_play;
mod oracle;
mod pools;
mod properties;
mod proposals;
mod refusals;
mod reserves;
mod results;
mod rounds;
mod schedules;
mod swiss;
mod swiss_histories;
mod tables;
mod teams;
mod ties;
mod winners;
mod withdrawals;

use self::commands::{
    BERGER, BLACK_WINS, BOTH_LOSE, DRAW, NOW, WHITE_WINS, correct, create, created_by, decide,
    enter, entered, entered_by, open, pair, pair_by_hand, pair_with_byes, player, record, round,
    run, settings, table, time_control, withdraw,
};
use draughts::{Outcome, Reason, Score, Timestamp};
use tournament::ranking::{Participant, Ranking, Row, Running};
use tournament::regulation::{Format, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::{Command, Event, Player, Refusal, Schedule, Tournament};

const UNPLAYED: Outcome = Outcome::new(Score::Unplayed, Reason::Arbiter);

const ACHTTAL: Format = Format::Table(Schedule::Ind8Achttal);

/// Returns the event of the end of a round before the next one is paired.
fn closed(number: u32) -> Event {
    let at = Timestamp::from_millis(NOW + 3_600_000 * (i64::from(number) - 1));
    Event::RoundClosed { round: round(number), at: Some(at) }
}

fn close(number: u32) -> Command {
    Command::CloseRound { round: round(number) }
}

/// Returns a tournament by the Swiss system of the KNDB, with so many players and rounds.
#[track_caller]
fn swiss_of(players: usize, rounds: u32) -> Tournament {
    let preset = Regulation::of(Preset::KndbSwiss);
    let format = Format::Swiss(FirstRound::EntrantsKnown);
    entered_by(Regulation { rounds: Some(rounds), format, ..preset }, players)
}

#[track_caller]
fn one(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

fn all(numbers: &[u32]) -> Vec<Participant> {
    numbers.iter().map(|number| one(*number)).collect()
}

/// Enters so many players, without deciding on each.
#[track_caller]
fn enter_all(tournament: &mut Tournament, players: u32) {
    for number in 1..=players {
        let name = format!("p{number}");
        let player = Player {
            id: player(number),
            name,
            club: None,
            rating: None,
            category: None,
            birth_year: None,
            member: None,
            publicity: None,
        };
        tournament.apply(&Event::PlayerEntered { player });
    }
}

/// Opens a round, and records the same result at every table, or one for each from table 1 on.
#[track_caller]
fn play(tournament: &mut Tournament, number: u32, outcomes: &[Outcome]) {
    run(tournament, &[open(number)]);
    let tables = tournament.round(round(number)).unwrap().games().len();
    for at in 0..tables {
        let outcome = outcomes.get(at).or(outcomes.last()).copied().unwrap();
        run(tournament, &[record(number, u32::try_from(at).unwrap() + 1, outcome)]);
    }
}

/// Returns White and Black of each table of a round.
#[track_caller]
fn pairs_of(tournament: &Tournament, number: u32) -> Vec<(u32, u32)> {
    let games = tournament.round(round(number)).unwrap().games().iter();
    games.map(|game| (game.pairing.white.get(), game.pairing.black.get())).collect()
}

/// Returns place, participant and points of every row.
fn rows_of(ranking: &Ranking) -> Vec<(u32, u32, u32)> {
    ranking.rows.iter().map(|row| (row.place, row.participant.get(), row.points)).collect()
}

#[track_caller]
fn refused(tournament: &Tournament, command: &Command, expected: &Refusal) {
    assert_eq!(decide(tournament, command).as_ref(), Err(expected), "{command:?}");
}

/// Checks that a command changes nothing.
#[track_caller]
fn changes_nothing(tournament: &Tournament, command: &Command) {
    assert_eq!(decide(tournament, command), Ok(vec![]), "{command:?}");
}

/// Returns the official table of the only group.
#[track_caller]
fn table_of(tournament: &Tournament) -> Ranking {
    let mut tables = tournament.tables(Running::Ignored);
    assert_eq!(tables.len(), 1);
    tables.remove(0).ranking
}

#[track_caller]
fn row_of(tournament: &Tournament, number: u32) -> Row {
    let rows = table_of(tournament).rows;
    rows.into_iter().find(|row| row.participant == player(number).into()).unwrap()
}
