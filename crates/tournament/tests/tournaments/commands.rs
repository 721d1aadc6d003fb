//! Commands of the arbiter, and tournaments made by them. The tests of `phrases` use them too.

use draughts::{Outcome, Reason, RuleSet, Score, Timestamp};
use game_clock::TimeControl;
use tournament::{
    Author, Command, Entry, Event, PlayerId, Refusal, RoundNumber, Schedule, Settings, TableNumber,
    Tournament,
    regulation::{Format, Regulation},
};

pub(crate) const WHITE_WINS: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
pub(crate) const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);
pub(crate) const BLACK_WINS: Outcome = Outcome::new(Score::BlackWins, Reason::NoLegalMove);
pub(crate) const BOTH_LOSE: Outcome = Outcome::new(Score::BothLose, Reason::Arbiter);

pub(crate) const BERGER: Format = Format::Table(Schedule::Berger);

/// The moment of all commands, in milliseconds.
pub(crate) const NOW: i64 = 1_000;

#[track_caller]
pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

#[track_caller]
pub(crate) fn round(number: u32) -> RoundNumber {
    RoundNumber::new(number).unwrap()
}

#[track_caller]
pub(crate) fn table(number: u32) -> TableNumber {
    TableNumber::new(number).unwrap()
}

#[track_caller]
pub(crate) fn time_control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

pub(crate) fn settings(format: Format) -> Settings {
    Settings::plain("Frysk kampioenskip", RuleSet::Frisian, time_control("80m + 60s"), format)
}

pub(crate) fn created_by(settings: Settings) -> Command {
    Command::Create { settings: Box::new(settings) }
}

pub(crate) fn create(format: Format) -> Command {
    created_by(settings(format))
}

pub(crate) fn enter(name: &str) -> Command {
    Command::Enter { entry: Entry::named(name) }
}

pub(crate) fn pair(number: u32) -> Command {
    Command::Pair { round: round(number) }
}

pub(crate) fn pair_by_hand(number: u32, pairs: &[(u32, u32)]) -> Command {
    pair_with_byes(number, pairs, &[])
}

pub(crate) fn pair_with_byes(number: u32, pairs: &[(u32, u32)], byes: &[u32]) -> Command {
    let one = |number: u32| player(number).into();
    Command::PairByHand {
        round: round(number),
        pairs: pairs.iter().map(|&(white, black)| (one(white), one(black))).collect(),
        byes: byes.iter().map(|number| one(*number)).collect(),
    }
}

pub(crate) fn open(number: u32) -> Command {
    Command::OpenRound { round: round(number) }
}

pub(crate) fn record(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::RecordResult {
        round: round(in_round),
        table: table(at_table),
        outcome,
        men_ahead: None,
    }
}

pub(crate) fn correct(in_round: u32, at_table: u32, outcome: Outcome) -> Command {
    Command::CorrectResult {
        round: round(in_round),
        table: table(at_table),
        outcome,
        men_ahead: None,
    }
}

pub(crate) fn withdraw(in_round: u32, at_table: u32) -> Command {
    Command::WithdrawResult { round: round(in_round), table: table(at_table) }
}

/// Returns a tournament with so many players: `p1`, `p2`, …
#[track_caller]
pub(crate) fn entered(format: Format, players: usize) -> Tournament {
    let mut tournament = Tournament::default();
    run(&mut tournament, &[create(format)]);
    for number in 1..=players {
        run(&mut tournament, &[enter(&format!("p{number}"))]);
    }
    tournament
}

/// Returns a tournament of a regulation with so many players. Points that the preset leaves to the
/// organisers are set.
#[track_caller]
pub(crate) fn entered_by(regulation: Regulation, players: usize) -> Tournament {
    let time_control = regulation.time_control.or(Some(time_control("80m")));
    let regulation = Regulation { time_control, ..regulation };
    let mut tournament = Tournament::default();
    run(&mut tournament, &[created_by(Settings { regulation, ..settings(BERGER) })]);
    for number in 1..=players {
        run(&mut tournament, &[enter(&format!("p{number}"))]);
    }
    tournament
}

/// Decides a command of the system, an hour later after each further round that is paired.
pub(crate) fn decide(tournament: &Tournament, command: &Command) -> Result<Vec<Event>, Refusal> {
    tournament.decide(command, &Author::SYSTEM, now(tournament))
}

/// Returns the moment at which commands are decided now.
pub(crate) fn now(tournament: &Tournament) -> Timestamp {
    let hours = i64::try_from(tournament.rounds().len().saturating_sub(1)).unwrap();
    Timestamp::from_millis(NOW + 3_600_000 * hours)
}

/// Decides and applies commands one after the other; returns all events.
#[track_caller]
pub(crate) fn run(tournament: &mut Tournament, commands: &[Command]) -> Vec<Event> {
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
