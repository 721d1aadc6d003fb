//! Tests of the gate alone, with moments that a test sets.

use proptest::prelude::*;
use runtime::Snapshot;

use super::*;
use crate::{
    gate::{GameStream, Gate, StreamPosition, is_of_end},
    log_state::Moment,
};

fn line() -> GameStream {
    (game_id(1), Stream::Game)
}

fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_000_000 + seconds * 1000)
}

/// Returns a moment at which every decision is known.
fn at(seconds: i64) -> Moment {
    Moment { now: moment(seconds), known_to: moment(seconds), is_damaged: false }
}

/// Returns the state of a tournament after each of these messages.
async fn states(messages: &[Vec<Event>]) -> Vec<Snapshot<Tournament>> {
    let broker = MemoryBroker::default();
    let mut ledger = Ledger::<Tournament>::new(Subject::log(&key()));
    let mut states = Vec::new();
    for events in messages {
        ledger.commit(&broker.log(), events, None, None, Duration::ZERO).await.unwrap();
        states.push(Arc::new(ledger.clone()));
    }
    states
}

/// Returns messages of a game, one at each of these seconds: a move, or an end.
async fn messages(seconds: impl IntoIterator<Item = (i64, bool)>) -> Vec<LogEntry> {
    let broker = MemoryBroker::default();
    let subject = Subject::game(Stream::Game, &key().game(game_id(1)));
    let events = game_events(RULES, &MOVES[..2], None);
    let mv = broker.append::<Game>(&subject, &events, None).await.unwrap();
    let end = broker.append::<Game>(&subject, &[finished()], None).await.unwrap();
    let numbered = (1..).zip(seconds).map(|(number, (second, is_end))| {
        let mut entry = if is_end { end.clone() } else { mv.clone() };
        (entry.sequence, entry.version, entry.recorded_at) = (number, number, moment(second));
        entry
    });
    numbered.collect()
}

#[tokio::test]
async fn an_older_picture_does_not_follow_on_a_newer_one() {
    let embargo = set(board(), delay(), moment(0));
    let states = states(&[paired_events(RULES), vec![embargo]]).await;
    let mut gate = Gate::default();
    gate.set_head(&states[1]);
    assert!(gate.shows_passed(moment(3)).is_some(), "the embargo holds");
    assert!(gate.shows_passed(moment(3)).is_none(), "nothing else does");
    assert!(gate.shows_passed(moment(1)).is_none(), "it did not hold");
}

#[tokio::test]
async fn the_first_end_of_a_history_that_is_lost_does_not_count() {
    let states =
        states(&[paired_events(RULES), vec![set(board(), Embargo::UntilGameEnds, moment(0))]])
            .await;
    let mut gate = Gate::default();
    gate.set_head(&states[1]);
    let entries = messages([(10, false), (11, true), (12, false)]).await;
    assert!(!gate.admit(&entries[0], at(10)));
    assert!(gate.admit(&entries[1], at(11)));
    assert!(!gate.lacks_end(game_id(1)));

    gate.forget(&entries[2]);
    assert!(!gate.admit(&entries[2], at(12)), "its history has to be read");
    assert!(gate.lacks_end(game_id(1)));
    gate.trace(game_id(1), None);
    assert_eq!(gate.due_of(line(), at(12)), None);
}

#[tokio::test]
async fn another_history_of_the_tournament_is_folded_from_its_first_message() {
    let embargo = || vec![set(board(), delay(), moment(0))];
    let known = states(&[paired_events(RULES), embargo(), vec![result()]]).await;
    let mut gate = Gate::default();
    gate.set_head(&known[2]);
    assert_eq!(gate.release_log(at(3)), Some(1));
    for other in [
        states(&[paired_events(RULES), embargo()]).await,
        states(&[paired_events(RULES), embargo(), vec![closed(moment(9))]]).await,
    ] {
        let broker = MemoryBroker::default();
        let subject = Subject::log(&key());
        for events in [paired_events(RULES), embargo(), vec![result()]] {
            broker.append::<Tournament>(&subject, &events, None).await.unwrap();
        }
        let entries = broker.log().entries(&subject, 1).await.unwrap();
        gate.set_head(&known[2]);
        gate.take_log(entries.into_iter().map(Result::unwrap));
        assert_eq!(gate.release_log(at(3)), None);
        gate.set_head(other.last().unwrap());
        assert_eq!(gate.release_log(at(3)), Some(1));
    }
}

/// A decision on embargoes of the first board.
#[derive(Clone, Copy, Debug)]
enum Decision {
    Set(EmbargoScope, Option<Embargo>),
    Release,
    CloseRound,
}

impl Decision {
    fn event(self, at: Timestamp) -> Event {
        match self {
            Self::Set(scope, embargo) => set(scope, embargo, at),
            Self::Release => {
                Event::EmbargoReleased { scope: board(), at, reason: "the press".to_owned() }
            }
            Self::CloseRound => closed(at),
        }
    }
}

fn any_decision() -> impl Strategy<Value = Decision> {
    let scope = prop::sample::select(vec![board(), EmbargoScope::Tournament]);
    let delay = |seconds| Embargo::Delay(PublicDelay::from_seconds(seconds).unwrap());
    let embargo = prop::sample::select(vec![
        Some(delay(5)),
        Some(delay(20)),
        Some(delay(60)),
        Some(Embargo::UntilGameEnds),
        Some(Embargo::UntilRoundEnds),
        None,
    ]);
    (scope, embargo, 0..8_u32).prop_map(|(scope, embargo, which)| match which {
        0 => Decision::Release,
        1 => Decision::CloseRound,
        _ => Decision::Set(scope, embargo),
    })
}

/// A log of a game and of decisions, by the second.
#[derive(Debug)]
struct Played {
    entries: Vec<LogEntry>,
    /// The second from which each state of the tournament is stored.
    states: Vec<(i64, Snapshot<Tournament>)>,
}

impl Played {
    fn written(&self, until: i64) -> &[LogEntry] {
        let count = self.entries.partition_point(|entry| entry.recorded_at <= moment(until));
        &self.entries[..count]
    }

    fn state(&self, until: i64) -> &Snapshot<Tournament> {
        let count = self.states.partition_point(|(second, _)| *second <= until);
        &self.states[count - 1].1
    }

    /// Returns the last message that a gate shows that begins now, which knows only the last
    /// message of the game until it reads more.
    fn shown_anew(&self, now: i64) -> Option<u64> {
        let mut gate = Gate::default();
        gate.set_head(self.state(now));
        let (last, earlier) = self.written(now).split_last()?;
        if gate.lacks_end(game_id(1)) {
            let end = self.written(now).iter().find(|entry| is_of_end(entry));
            gate.trace(game_id(1), end.map(|entry| entry.recorded_at));
        }
        if gate.admit(last, at(now)) {
            return Some(last.sequence);
        }
        gate.precede(line(), earlier.iter().map(StreamPosition::of).collect());
        gate.due_of(line(), at(now)).map(|place| place.sequence)
    }
}

/// A gate that is asked every second, and hears decisions with a lag.
#[derive(Default)]
struct PolledGate {
    gate: Gate,
    taken: usize,
    shown: Option<u64>,
}

impl PolledGate {
    fn ask(&mut self, played: &Played, now: i64, lag: i64) {
        let moment = Moment { known_to: moment(now - lag), ..at(now) };
        self.gate.set_head(played.state(now - lag));
        let written = played.written(now);
        for entry in &written[self.taken..] {
            if self.gate.admit(entry, moment) {
                self.shown = Some(entry.sequence);
            }
        }
        self.taken = written.len();
        if let Some(place) = self.gate.due_of(line(), moment) {
            self.gate.pass(line(), place.sequence);
            self.shown = self.shown.max(Some(place.sequence));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Whatever is set, lifted, tightened or released in the middle of play: a gate that was asked
    /// all the time and one that begins show the same, and one that hears decisions later, or was
    /// cut off, never shows more.
    #[test]
    fn what_is_shown_at_a_moment_follows_from_the_log_alone(
        gaps in prop::collection::vec((0..20_i64, any::<bool>()), 1..15),
        decisions in prop::collection::vec((any_decision(), 0..30_i64), 0..8),
        lags in prop::collection::vec(0..30_i64, 200),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (mut second, mut decided_at) = (0, 0);
        let seconds: Vec<(i64, bool)> = gaps.iter().map(|(gap, is_end)| {
            second += gap;
            (second, *is_end)
        }).collect();
        let (mut log, mut stored) = (vec![paired_events(RULES)], vec![i64::MIN]);
        for (decision, pause) in decisions {
            decided_at += pause;
            log.push(vec![decision.event(moment(decided_at))]);
            stored.push(decided_at);
        }
        let played = Played {
            entries: runtime.block_on(messages(seconds)),
            states: stored.into_iter().zip(runtime.block_on(states(&log))).collect(),
        };
        let (mut prompt, mut late) = (PolledGate::default(), PolledGate::default());
        let mut known_to = 0;
        for (now, lag) in (0..200_i64).zip(lags) {
            prompt.ask(&played, now, 0);
            prop_assert_eq!(prompt.shown, played.shown_anew(now), "at {}", now);
            // Decisions that were heard once are not forgotten.
            known_to = known_to.max(now - lag);
            late.ask(&played, now, now - known_to);
            prop_assert!(late.shown <= prompt.shown, "at {}: {:?}", now, late.shown);
        }
    }
}
