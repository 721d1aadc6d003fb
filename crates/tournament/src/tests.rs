//! Rows and properties of tournaments, and their agreement with published and computed tables.

mod entries;
mod oracle;
mod properties;
mod results;
mod rounds;
mod schedules;
mod tables;

use crate::{
    Command, Entry, Event, PairingSystem, PlayerId, PlayingTime, Refusal, RoundNumber, Schedule,
    Scoring, Settings, StandingsRow, TableNumber, Tournament, standings,
};
use draughts::{Outcome, Reason, RuleSet, Score, Timestamp};
use std::time::Duration;

const WHITE_WINS: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);
const BLACK_WINS: Outcome = Outcome::new(Score::BlackWins, Reason::NoLegalMove);
const BOTH_LOSE: Outcome = Outcome::new(Score::BothLose, Reason::Arbiter);
const UNPLAYED: Outcome = Outcome::new(Score::Unplayed, Reason::Arbiter);

const BERGER: PairingSystem = PairingSystem::RoundRobin { table: Schedule::Berger };
const ACHTTAL: PairingSystem = PairingSystem::RoundRobin { table: Schedule::Ind8Achttal };

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

fn settings(pairing: PairingSystem) -> Settings {
    Settings {
        name: "Frysk kampioenskip".to_owned(),
        notice: String::new(),
        rules: RuleSet::Frisian,
        playing_time: PlayingTime {
            base: Duration::from_secs(4800),
            increment: Duration::from_secs(60),
        },
        scoring: Scoring::TwoOneZero,
        pairing,
    }
}

fn create(pairing: PairingSystem) -> Command {
    Command::Create { settings: settings(pairing) }
}

fn enter(name: &str) -> Command {
    Command::Enter { entry: Entry::named(name) }
}

fn pair(number: u32) -> Command {
    Command::Pair { round: round(number), pairings: None }
}

fn pair_by_hand(number: u32, pairs: &[(u32, u32)]) -> Command {
    let pairs = pairs.iter().map(|&(white, black)| (player(white), player(black))).collect();
    Command::Pair { round: round(number), pairings: Some(pairs) }
}

fn open(number: u32) -> Command {
    Command::OpenRound { round: round(number), at: Timestamp::from_millis(1_000) }
}

fn close(number: u32) -> Command {
    Command::CloseRound { round: round(number) }
}

fn record(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::RecordResult { round: round(in_round), table: table(at_table), outcome }
}

fn correct(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::CorrectResult { round: round(in_round), table: table(at_table), outcome }
}

fn withdraw(in_round: u32, at_table: u32) -> Command {
    Command::WithdrawResult { round: round(in_round), table: table(at_table) }
}

/// A tournament in which so many players are entered: `p1`, `p2`, …
#[track_caller]
fn entered(pairing: PairingSystem, players: usize) -> Tournament {
    let mut tournament = Tournament::default();
    run(&mut tournament, &[create(pairing)]);
    for number in 1..=players {
        run(&mut tournament, &[enter(&format!("p{number}"))]);
    }
    tournament
}

/// Decides and applies commands one after the other; returns all events.
#[track_caller]
fn run(tournament: &mut Tournament, commands: &[Command]) -> Vec<Event> {
    let mut all = Vec::new();
    for command in commands {
        let events = match tournament.decide(command) {
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
    assert_eq!(tournament.decide(command).as_ref(), Err(expected), "{command:?}");
}

/// A command that asks for what is so already.
#[track_caller]
fn changes_nothing(tournament: &Tournament, command: &Command) {
    assert_eq!(tournament.decide(command), Ok(vec![]), "{command:?}");
}

#[track_caller]
fn row_of(tournament: &Tournament, number: u32) -> StandingsRow {
    let rows = standings(tournament);
    rows.into_iter().find(|row| row.player == player(number)).unwrap()
}
