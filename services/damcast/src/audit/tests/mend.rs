//! Logs of past releases, damaged in every way and made anew.

use std::collections::{BTreeMap, BTreeSet};

use live_game::GameClock;
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, Record},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::Envelope,
};
use runtime::{LogEntry, Stored, digest};

use super::{
    super::{
        GameLogs, KnownMissing, Plan, TournamentLogs,
        clock::{Timed, check_decision, timed},
        places,
    },
    Log, check, history, kinds, read, subjects,
};

fn games(log: &Log) -> BTreeSet<GameKey> {
    subjects(log).iter().filter_map(Subject::game_key).collect()
}

fn logs(log: &Log, game: &GameKey) -> GameLogs {
    let of = |stream| history(log, &Subject::game(stream, game));
    GameLogs { inputs: of(Stream::Input), games: of(Stream::Game), clocks: of(Stream::Clock) }
}

/// Carries out the plans of a stream.
fn carry_out(log: &Log, stream: Stream, plans: &[Plan]) -> Log {
    let messages = log.get(&stream).cloned().unwrap_or_default();
    let last = messages.last().map_or(0, |message| message.sequence);
    let mut sequences: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for message in &messages {
        sequences.entry(message.subject.clone()).or_default().push(message.sequence);
    }
    let of = |plan: &Plan| sequences.get(&plan.subject.to_string()).cloned().unwrap_or_default();
    let only_adds = plans.iter().all(|plan| plan.only_adds_to(&of(plan)));
    let taken: BTreeSet<u64> = plans.iter().flat_map(|plan| plan.kept.clone()).collect();
    let places = places(plans, &taken, last, only_adds);
    let mut stored: Vec<Stored> =
        messages.into_iter().filter(|message| taken.contains(&message.sequence)).collect();
    for (plan, places) in plans.iter().zip(places.of_plans) {
        stored.extend(plan.encode(&places, "another epoch"));
    }
    stored.sort_by_key(|message| message.sequence);
    let mut log = log.clone();
    log.insert(stream, stored);
    log
}

/// Returns the log with GAME, CLOCK and TOURNAMENT made anew where they are damaged.
fn mended(log: &Log) -> Log {
    let tournaments: BTreeSet<TournamentKey> =
        subjects(log).into_iter().map(|subject| subject.tournament).collect();
    let all = games(log);
    let plan = |game: &GameKey| {
        let results = history(log, &Subject::log(&game.tournament));
        let results = TournamentLogs::results_of(&results, game.game);
        logs(log, game).plan_record(Subject::game(Stream::Game, game), false, &results)
    };
    let log = carry_out(log, Stream::Game, &all.iter().map(plan).collect::<Vec<_>>());
    let plan = |game: &GameKey| {
        let logs = logs(&log, game);
        let record: Vec<LogEntry> = logs.games.sound().to_vec();
        logs.plan_clock(
            Subject::game(Stream::Clock, game),
            &record,
            &KnownMissing::default(),
            false,
        )
    };
    let log = carry_out(&log, Stream::Clock, &all.iter().map(plan).collect::<Vec<_>>());
    let plan = |key: &TournamentKey| {
        let mut tournament = TournamentLogs::new(key);
        for game in all.iter().filter(|game| game.tournament == *key) {
            tournament.add(game.game, logs(&log, game).games.sound());
        }
        tournament.log = history(&log, &Subject::log(key));
        tournament.plan(Subject::log(key))
    };
    carry_out(&log, Stream::Tournament, &tournaments.iter().map(plan).collect::<Vec<_>>())
}

/// Returns the bytes of a log, by stream, subject and sequence.
fn bytes(log: &Log) -> BTreeSet<(String, u64, Vec<u8>)> {
    let all = log.values().flatten();
    all.map(|it| (it.subject.clone(), it.sequence, it.payload.to_vec())).collect()
}

/// Logs with flags, rulings, irregular moves, corrections and results of every kind.
const LOGS: [&str; 7] = [
    "flags.jsonl.gz",
    "frisian-championship.jsonl.gz",
    "irregular-moves.jsonl.gz",
    "clock-corrections.jsonl.gz",
    "regulation-2006-hour.jsonl.gz",
    "rulings.jsonl.gz",
    "swiss.jsonl.gz",
];

#[test]
fn a_sound_log_stays_as_it_is() {
    for name in LOGS {
        let log = read(name);
        assert!(bytes(&mended(&log)) == bytes(&log), "{name}");
    }
}

#[test]
fn a_stream_that_lost_its_end_is_completed() {
    for name in LOGS {
        for stream in [Stream::Game, Stream::Clock] {
            let whole = read(name);
            let length = whole.get(&stream).map_or(0, Vec::len);
            for cut in [1, length / 3, length] {
                let mut log = whole.clone();
                log.entry(stream).or_default().truncate(length.saturating_sub(cut));
                let mended = mended(&log);
                assert!(
                    kinds(&mended).is_empty(),
                    "{name}, {stream:?} - {cut}: {:#?}",
                    check(&mended)
                );
            }
        }
    }
}

#[test]
fn a_message_that_is_lost_changed_or_put_in_is_made_good() {
    for name in LOGS {
        for stream in [Stream::Game, Stream::Clock] {
            let whole = read(name);
            let length = whole.get(&stream).map_or(0, Vec::len);
            for at in (0..length).step_by(length / 5 + 1) {
                let mut lost = whole.clone();
                lost.get_mut(&stream).unwrap().remove(at);
                let mut changed = whole.clone();
                let message = &mut changed.get_mut(&stream).unwrap()[at];
                message.payload = vec![0xff; 20].into();
                for (what, log) in [("lost", lost), ("changed", changed)] {
                    let mended = mended(&log);
                    let found = kinds(&mended);
                    let is_good = found.iter().all(|kind| *kind == "missing");
                    assert!(is_good, "{name}, {stream:?} {at} {what}: {:#?}", check(&mended));
                }
            }
        }
    }
}

/// The messages of INPUT and TOURNAMENT that can be read keep their records and sequences.
#[test]
fn what_can_be_read_of_inputs_seats_and_decisions_follows_on_each_other_again() {
    for stream in [Stream::Input, Stream::Tournament] {
        let mut log = read("rulings.jsonl.gz");
        let messages = log.get_mut(&stream).unwrap();
        // Of each subject the second message is lost, and its last one cannot be read.
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        messages.retain(|message| {
            let count = seen.entry(message.subject.clone()).or_default();
            *count += 1;
            *count != 2
        });
        let next = messages.last().unwrap().sequence + 1;
        for (sequence, subject) in (next..).zip(seen.keys()) {
            let payload = vec![0xff; 40].into();
            let subject = subject.clone();
            messages.push(Stored { subject, sequence, headers: Default::default(), payload });
        }
        let of_stream = subjects(&log).into_iter().filter(|subject| subject.stream == stream);
        let plans: Vec<Plan> =
            of_stream.map(|subject| history(&log, &subject).plan_chain(subject)).collect();
        let mended = carry_out(&log, stream, &plans);
        let readable = |log: &Log| -> Vec<(u64, Record)> {
            let read =
                log[&stream].iter().cloned().filter_map(|stored| LogEntry::read(stored).ok());
            read.map(|entry| (entry.sequence, entry.record)).collect()
        };
        assert_eq!(readable(&mended), readable(&log), "{stream:?}");
        for subject in subjects(&mended).into_iter().filter(|subject| subject.stream == stream) {
            let history = history(&mended, &subject);
            assert_eq!(history.sound().len(), history.all().len(), "{subject}");
        }
    }
}

#[test]
fn a_game_is_made_anew_move_by_move_as_it_was() {
    let whole = read("championship-of-eight.jsonl.gz");
    let mut log = whole.clone();
    log.remove(&Stream::Game);
    let mended = mended(&log);
    for game in games(&whole) {
        let states = |log: &Log| {
            let logs = logs(log, &game);
            logs.games.sound().last().map(|entry| entry.record.clone())
        };
        assert_eq!(states(&mended), states(&whole), "{game}");
    }
}

#[test]
fn results_that_tournament_lost_follow_from_the_games() {
    let mut log = read("swiss.jsonl.gz");
    log.get_mut(&Stream::Tournament).unwrap().pop();
    assert!(kinds(&log).contains("no-result"));
    assert!(kinds(&mended(&log)).is_empty());
}

/// Returns for each game the sequences of the inputs in the order in which they were judged.
fn judged(log: &Log) -> BTreeMap<String, Vec<u64>> {
    let mut judged: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for message in log.get(&Stream::Game).into_iter().flatten() {
        let entry = LogEntry::read(message.clone()).unwrap();
        judged.entry(message.subject.clone()).or_default().extend(entry.caused_by(Stream::Input));
    }
    judged
}

#[test]
fn a_game_is_made_anew_in_the_order_of_its_inputs_though_the_clocks_of_their_writers_differ() {
    let mut log = read("swiss.jsonl.gz");
    let before = judged(&log);
    // Two machines store inputs in turn, and the second one is behind.
    let mut last = BTreeMap::new();
    for (at, message) in log.get_mut(&Stream::Input).unwrap().iter_mut().enumerate() {
        let mut envelope = Envelope::decode(message.payload.clone()).unwrap();
        envelope.recorded_at_ms -= if at % 2 == 1 { 600_000 } else { 0 };
        envelope.previous = last.get(&message.subject).cloned().unwrap_or_default();
        message.payload = envelope.encode_to_vec().into();
        last.insert(message.subject.clone(), digest(&message.payload));
    }
    log.remove(&Stream::Game);
    assert_eq!(judged(&mended(&log)), before);
}

#[test]
fn a_clock_may_be_behind_any_number_of_refused_inputs() {
    let log = read("swiss.jsonl.gz");
    let game = games(&log).pop_first().unwrap();
    let GameLogs { games, clocks, .. } = logs(&log, &game);
    let timed = timed(games.all());
    // A refused input leaves the record as it is.
    let refused = std::iter::repeat_n(timed[0].clone(), 1_000);
    let timed: Vec<Timed> = refused.chain(timed.iter().skip(1).cloned()).collect();
    let [start, press, ..] = clocks.all() else { panic!("a clock with a press") };
    let events = |entry: &LogEntry| GameClock::events(&entry.record).unwrap().into_owned();
    let mut clock = GameClock::default();
    events(start).iter().for_each(|event| clock.apply(event));
    let mut press = press.clone();
    press.cause.clone_from(&start.cause);
    assert_eq!(check_decision(&timed, &clock, &press, &events(&press)), None);
}
