//! Tests without a broker: reading results, pairings by hand, the computed tables.

mod busy;
mod circumstances;
mod decisions;
mod embargoes;
mod files;
mod finals;
mod published;
mod recovery;
mod requests;
mod seasons;
mod table_cache;
mod tournaments;

use std::sync::Arc;

use draughts::{Outcome, Reason, Score, Timestamp};
use futures_util::FutureExt as _;
use live_game::{DeviceId, GameEvent, InputId};
use phrases::Language;
use proto::{
    convert::{GameRecord, Record},
    subject::{Subject, TournamentKey},
    v1::{self, Cause, TablePairing},
};
use runtime::{Ledger, LogEntry, MemoryBroker};
use tournament::{
    Author, Command, Entry, Estimates, GameCause, GameEnd, GameResult, Progress, ResultSource,
    RoundNumber, Settings, TableNumber, Tournament,
    regulation::{Format, Preset, Regulation},
};

use crate::{
    grpc::{answers, requests::by_table},
    result_provenance::{Provenance, Provenances},
    running::progress,
    standings::StandingsQuery,
};

const WHITE: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);

fn state() -> v1::GameState {
    let mut state = v1::GameState::default();
    state.set_rules(v1::RuleSet::International);
    state
}

fn event_of(events: Vec<GameEvent>, state: v1::GameState) -> Option<GameResult> {
    GameRecord { events, state: state.into() }.result_change()
}

fn finished(outcome: Outcome) -> GameEvent {
    GameEvent::Finished { outcome, at: Timestamp::from_millis(1), input: None, by_hand: None }
}

fn corrected(outcome: Outcome) -> GameEvent {
    let at = Timestamp::from_millis(2);
    GameEvent::ResultCorrected { outcome, at, input: Some(input()), by_hand: None }
}

/// Returns the id of an input of the arbiter.
fn input() -> InputId {
    InputId::new(DeviceId::new("desk").unwrap(), 1)
}

#[test]
fn the_last_result_in_a_message_counts() {
    // An event that leaves the result as it is.
    let played = GameEvent::BlackStarts;
    let resumed =
        GameEvent::Resumed { input: input(), by_hand: None, at: Timestamp::from_millis(2) };
    let ended = |outcome, is_correction| {
        Some(GameResult::Ended(GameEnd { outcome, men_ahead: None, is_correction }))
    };
    let cases: [(Vec<GameEvent>, Option<GameResult>); 8] = [
        (vec![], None),
        (vec![played.clone()], None),
        (vec![played.clone(), finished(WHITE)], ended(WHITE, false)),
        (vec![corrected(DRAW)], ended(DRAW, true)),
        (vec![finished(WHITE), corrected(DRAW)], ended(DRAW, true)),
        (vec![resumed.clone()], Some(GameResult::Resumed)),
        (vec![resumed.clone(), played.clone()], Some(GameResult::Resumed)),
        (vec![resumed, played, finished(WHITE)], ended(WHITE, true)),
    ];
    for (events, expected) in cases {
        assert_eq!(event_of(events.clone(), state()), expected, "{events:?}");
    }
}

#[test]
fn a_game_goes_on_while_its_state_has_no_outcome() {
    let with = |outcome: Option<Outcome>| {
        let state = v1::GameState { outcome: outcome.map(Into::into), ..state() };
        Record::Game(Box::new(GameRecord { events: Vec::new(), state: state.into() }))
    };
    assert!(with(None).is_game_in_play());
    assert!(!with(Some(DRAW)).is_game_in_play());
    assert!(!Record::Tournament(Vec::new()).is_game_in_play());
}

#[test]
fn pairings_by_hand_are_ordered_by_table() {
    let row = |table, white, black| TablePairing { table, white, black };
    let pairs = |given: Vec<TablePairing>| {
        by_table(given).map(|pairs| {
            let numbers = pairs.iter().map(|(white, black)| (white.get(), black.get()));
            numbers.collect::<Vec<_>>()
        })
    };
    assert_eq!(pairs(vec![]).unwrap(), []);
    assert_eq!(pairs(vec![row(2, 3, 4), row(1, 1, 2)]).unwrap(), [(1, 2), (3, 4)]);
    for wrong in [
        vec![row(2, 1, 2)],
        vec![row(1, 1, 2), row(1, 3, 4)],
        vec![row(0, 1, 2)],
        vec![row(1, 0, 2)],
    ] {
        assert!(pairs(wrong.clone()).is_err(), "{wrong:?}");
    }
}

/// The log of a tournament, in memory.
struct Log {
    broker: MemoryBroker,
    subject: Subject,
    state: Tournament,
    ledger: Ledger<Tournament>,
    /// The entries written so far.
    entries: Vec<LogEntry>,
}

impl Log {
    fn new() -> Self {
        let key = TournamentKey {
            venue: "main".parse().unwrap(),
            tournament: "kk-2026".parse().unwrap(),
        };
        let subject = Subject::log(&key);
        let ledger = Ledger::new(subject.clone());
        let state = Tournament::default();
        Self { broker: MemoryBroker::default(), subject, state, ledger, entries: Vec::new() }
    }

    fn execute(&mut self, command: &Command, cause: Option<Cause>) -> LogEntry {
        self.tell_by(command, &Author::SYSTEM, cause)
    }

    fn tell_by(&mut self, command: &Command, by: &Author, cause: Option<Cause>) -> LogEntry {
        let at = Timestamp::from_millis(5);
        let events = self.state.decide(command, by, at).unwrap();
        for event in &events {
            self.state.apply(event);
        }
        let entry = self.broker.append::<Tournament>(&self.subject, &events, cause);
        let mut entry = entry.now_or_never().unwrap().unwrap();
        (entry.sequence, entry.recorded_at) = (entry.version * 10, Timestamp::from_millis(0));
        self.ledger.apply(&entry).unwrap();
        self.entries.push(entry.clone());
        entry
    }

    fn snapshot(&self) -> Arc<Ledger<Tournament>> {
        Arc::new(self.ledger.clone())
    }
}

fn created(format: Format) -> Command {
    let control = "80m + 60s".parse().unwrap();
    let settings = Settings::plain("Friesland", draughts::RuleSet::Frisian, control, format);
    Command::Create { settings: Box::new(settings) }
}

/// Returns the log of a tournament of two players whose only game is open.
fn open_round() -> Log {
    let mut log = Log::new();
    log.execute(&created(Format::Manual), None);
    log.execute(&Command::Enter { entry: Entry::named("A") }, None);
    log.execute(&Command::Enter { entry: Entry::named("B") }, None);
    let pairs = by_table(vec![TablePairing { table: 1, white: 1, black: 2 }]).unwrap();
    let round = RoundNumber::FIRST;
    log.execute(&Command::PairByHand { round, pairs, byes: Vec::new() }, None);
    log.execute(&Command::OpenRound { round }, None);
    log
}

fn record(outcome: Outcome) -> Command {
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    Command::RecordResult { round, table, outcome, men_ahead: None }
}

fn correct(outcome: Outcome) -> Command {
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    Command::CorrectResult { round, table, outcome, men_ahead: None }
}

/// Returns a message of GAME as a cause.
fn of_game(sequence: u64) -> Option<Cause> {
    Some(Cause { stream: "GAME".to_owned(), sequence })
}

#[test]
fn the_source_of_a_result_follows_from_its_cause_and_table() {
    let mut log = open_round();
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    let at = Timestamp::from_millis(9);
    let mut entry = log.execute(&record(WHITE), of_game(77));
    entry.recorded_at = at;
    let provenance = |entry: &LogEntry, table| {
        let (mut provenances, mut entry) = (Provenances::default(), entry.clone());
        entry.sequence = 40;
        provenances.apply(&entry);
        provenances.of(table)
    };
    let none = Provenance { log_sequence: 40, ..Provenance::default() };
    let of = |game_sequence| {
        let source = ResultSource { game_sequence, ..ResultSource::default() };
        Provenance { source, ..none }
    };
    assert_eq!(provenance(&entry, (round, table)), of(77));
    assert_eq!(provenance(&entry, (round.next(), table)), none);
    assert_eq!(provenance(&entry, (round, table.next())), none);
    let source = ResultSource { by_hand_at: Some(at), ..ResultSource::default() };
    let by_hand = Provenance { source, ..none };
    entry.cause = None;
    assert_eq!(provenance(&entry, (round, table)), by_hand);
    let elsewhere = Cause { stream: "INPUT".to_owned(), sequence: 77 };
    entry.cause = Some(elsewhere);
    assert_eq!(provenance(&entry, (round, table)), by_hand);
    let withdrawn = log.execute(&Command::WithdrawResult { round, table }, of_game(80));
    assert_eq!(provenance(&withdrawn, (round, table)), of(80));
}

#[test]
fn the_newer_of_two_results_counts_in_whatever_order_they_come() {
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    let withdraw = || Command::WithdrawResult { round, table };
    type Taken = (Command, Option<u64>, i64);
    // Each case: commands with their message of GAME (none if by hand) and their time; a message of
    // the game; true if that message is stale.
    let cases: [(&str, Vec<Taken>, GameCause, bool); 8] = [
        ("the end itself again", vec![(record(WHITE), Some(10), 100)], message(10, 90), true),
        ("the game goes on", vec![(record(WHITE), Some(10), 100)], message(20, 200), false),
        (
            "that it goes on is older than the result by hand",
            vec![(record(WHITE), Some(10), 100), (correct(DRAW), None, 300)],
            message(20, 200),
            true,
        ),
        (
            "and so although an older message withdrew the first result",
            vec![
                (record(WHITE), Some(10), 100),
                (withdraw(), Some(20), 210),
                (record(DRAW), None, 300),
            ],
            message(21, 220),
            true,
        ),
        (
            "at the same moment a person's result stays",
            vec![(record(WHITE), None, 200)],
            message(20, 200),
            true,
        ),
        (
            "that it goes on is newer than the result by hand",
            vec![(record(WHITE), None, 100)],
            message(20, 200),
            false,
        ),
        (
            "a newer message of the game withdrew the one by hand",
            vec![(record(WHITE), None, 300), (withdraw(), Some(30), 400)],
            message(40, 350),
            false,
        ),
        (
            "taken back by hand, later",
            vec![(record(WHITE), Some(10), 100), (withdraw(), None, 300)],
            message(20, 200),
            true,
        ),
    ];
    for (case, taken, message, is_stale) in cases {
        let (mut log, mut provenances) = (open_round(), Provenances::default());
        for (number, (command, cause, recorded_at_ms)) in (1..).zip(taken) {
            let mut entry = log.execute(&command, cause.and_then(of_game));
            entry.recorded_at = Timestamp::from_millis(recorded_at_ms);
            entry.sequence = number;
            provenances.apply(&entry);
        }
        let provenance = provenances.of((round, table));
        assert_eq!(provenance.source.is_newer_than(message), is_stale, "{case}: {provenance:?}");
    }
}

fn message(sequence: u64, at: i64) -> GameCause {
    GameCause { sequence, recorded_at: Timestamp::from_millis(at) }
}

#[test]
fn a_tournament_is_shown_with_its_games() {
    let mut log = open_round();
    log.execute(&record(WHITE), None);
    let tables = StandingsQuery::OFFICIAL.tables(&log.state, &Estimates::new());
    let snapshot = answers::whole(&log.state, &tables);
    let round = snapshot.rounds.first().unwrap();
    assert_eq!(round.state(), v1::RoundState::Closed);
    assert_eq!(round.opened_at_ms, 5);
    let game = round.games.first().unwrap();
    assert_eq!(game.game, "r1-t1");
    assert_eq!(game.outcome, Some(WHITE.into()));
    let points: Vec<_> = snapshot.standings.iter().map(|row| (row.player, row.points)).collect();
    assert_eq!(points, [(1, 2), (2, 0)]);
}

#[test]
fn d_art_5_and_b_art_4_the_rounds_are_those_of_the_group_that_plays_most() {
    for (preset, groups) in
        [(Preset::FrisianClass, [4, 5]), (Preset::FrisianClubChampionship, [4, 5])]
    {
        let answer = answers::checked(&Regulation::of(preset), 9, Language::English);
        assert_eq!((answer.fault.as_str(), answer.rounds), ("", 5), "{preset}");
        assert_eq!(answer.groups, groups);
    }
}

#[test]
fn the_bonus_of_a_draw_is_part_of_its_result() {
    let state = v1::GameState { draw_bonus: Some(-3), ..state() };
    let ended = GameEnd { outcome: DRAW, men_ahead: Some(-3), is_correction: false };
    assert_eq!(event_of(vec![finished(DRAW)], state), Some(GameResult::Ended(ended)));
}

#[test]
fn the_progress_of_a_game_is_read_from_its_stored_state() {
    let state = |fen: &str| v1::GameState { start_fen: fen.to_owned(), ..state() };
    let progress = |state: v1::GameState| progress(&state.into());
    let progress_of = |men_ahead| Some(Progress { plies: 0, men_ahead, is_over: false });
    for (fen, men_ahead) in [("W:W31,32:B1,2", 0), ("W:WK31,32:B1,2", 1), ("W:W31:BK1,2", -2)] {
        assert_eq!(progress(state(fen)), progress_of(men_ahead), "{fen}");
    }
    let over = v1::GameState { outcome: Some(WHITE.into()), ..state("W:W31:B1") };
    assert_eq!(progress(over).map(|progress| progress.is_over), Some(true));
    assert_eq!(progress(state("nowhere")), None);
}

#[test]
fn a_regulation_is_checked_for_a_number_of_entrants() {
    let kk = Regulation::of(Preset::FrisianKk);
    let answer = answers::checked(&kk, 8, Language::English);
    assert_eq!((answer.fault.as_str(), answer.rounds, answer.groups), ("", 7, vec![8]));
    let answer = answers::checked(&kk, 9, Language::English);
    assert_eq!(
        (answer.fault.as_str(), answer.groups.len()),
        ("the event is for 8 entrants at least and 8 at most, not for 9", 0)
    );
    assert_eq!(
        answers::checked(&kk, 9, Language::Frisian).fault,
        "it toernoai is foar op syn minst 8 en op syn heechst 8 dielnimmers, net foar 9"
    );
    let bonus =
        Regulation { rules: draughts::RuleSet::Frisian, ..Regulation::of(Preset::Tournament2006) };
    assert_eq!(
        answers::checked(&bonus, 0, Language::English).fault,
        "draws with a bonus belong to international draughts, not to Frisian draughts"
    );
}
