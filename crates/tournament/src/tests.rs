//! Rows and properties of tournaments, and their agreement with published and computed tables.

mod by_hand;
mod colors;
mod corrections;
mod ended;
mod entries;
mod groups;
mod oracle;
mod properties;
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

use crate::ranking::{Participant, Ranking, Row, Running};
use crate::regulation::{Format, Preset, Regulation};
use crate::swiss::FirstRound;
use crate::{
    Author, Command, Entry, Event, PlayerId, Refusal, RoundNumber, Schedule, Settings, TableNumber,
    Tournament,
};
use draughts::{Outcome, Reason, RuleSet, Score, Timestamp};
use game_clock::TimeControl;

const WHITE_WINS: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);
const BLACK_WINS: Outcome = Outcome::new(Score::BlackWins, Reason::NoLegalMove);
const BOTH_LOSE: Outcome = Outcome::new(Score::BothLose, Reason::Arbiter);
const UNPLAYED: Outcome = Outcome::new(Score::Unplayed, Reason::Arbiter);

const BERGER: Format = Format::Table(Schedule::Berger);
const ACHTTAL: Format = Format::Table(Schedule::Ind8Achttal);

/// The moment of all commands, in milliseconds.
const NOW: i64 = 1_000;

#[track_caller]
fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

#[track_caller]
fn round(number: u32) -> RoundNumber {
    RoundNumber::new(number).unwrap()
}

#[track_caller]
fn table(number: u32) -> TableNumber {
    TableNumber::new(number).unwrap()
}

#[track_caller]
fn time_control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn settings(format: Format) -> Settings {
    Settings::plain("Frysk kampioenskip", RuleSet::Frisian, time_control("80m + 60s"), format)
}

fn created_by(settings: Settings) -> Command {
    Command::Create { settings: Box::new(settings) }
}

fn create(format: Format) -> Command {
    created_by(settings(format))
}

fn enter(name: &str) -> Command {
    Command::Enter { entry: Entry::named(name) }
}

fn pair(number: u32) -> Command {
    Command::Pair { round: round(number) }
}

fn pair_by_hand(number: u32, pairs: &[(u32, u32)]) -> Command {
    pair_with_byes(number, pairs, &[])
}

fn pair_with_byes(number: u32, pairs: &[(u32, u32)], byes: &[u32]) -> Command {
    let one = |number: u32| player(number).into();
    Command::PairByHand {
        round: round(number),
        pairs: pairs.iter().map(|&(white, black)| (one(white), one(black))).collect(),
        byes: byes.iter().map(|number| one(*number)).collect(),
    }
}

fn open(number: u32) -> Command {
    Command::OpenRound { round: round(number) }
}

fn close(number: u32) -> Command {
    Command::CloseRound { round: round(number) }
}

fn record(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::RecordResult {
        round: round(in_round),
        table: table(at_table),
        outcome,
        men_ahead: None,
    }
}

fn correct(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::CorrectResult {
        round: round(in_round),
        table: table(at_table),
        outcome,
        men_ahead: None,
    }
}

fn withdraw(in_round: u32, at_table: u32) -> Command {
    Command::WithdrawResult { round: round(in_round), table: table(at_table) }
}

/// Returns a tournament with so many players: `p1`, `p2`, …
#[track_caller]
fn entered(format: Format, players: usize) -> Tournament {
    let mut tournament = Tournament::default();
    run(&mut tournament, &[create(format)]);
    for number in 1..=players {
        run(&mut tournament, &[enter(&format!("p{number}"))]);
    }
    tournament
}

/// Returns a tournament of a regulation with so many players. Points that the preset leaves to the organisers
/// are set.
#[track_caller]
fn entered_by(regulation: Regulation, players: usize) -> Tournament {
    let time_control = regulation.time_control.or(Some(time_control("80m")));
    let regulation = Regulation { time_control, ..regulation };
    let mut tournament = Tournament::default();
    run(&mut tournament, &[created_by(Settings { regulation, ..settings(BERGER) })]);
    for number in 1..=players {
        run(&mut tournament, &[enter(&format!("p{number}"))]);
    }
    tournament
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

/// Decides a command of the system.
fn decide(tournament: &Tournament, command: &Command) -> Result<Vec<Event>, Refusal> {
    tournament.decide(command, &Author::SYSTEM, Timestamp::from_millis(NOW))
}

/// Decides and applies commands one after the other; returns all events.
#[track_caller]
fn run(tournament: &mut Tournament, commands: &[Command]) -> Vec<Event> {
    let mut all = Vec::new();
    for command in commands {
        let events = match decide(tournament, command) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?} was refused: {refusal}"),
        };
        events.iter().for_each(|event| tournament.apply(event));
        all.extend(events);
    }
    all
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
