//! Plays two hundred games at once with random thinking times while the clock service is killed
//! again and again, and checks that every clock ends as the log of its game requires. In some of
//! the games both sides have so much time that none runs out, in the others so little that each
//! ends by a flag.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use draughts::{Color, Timestamp};
use game_clock::{Clock, Command, Event, TimeControl};
use proto::v1::{
    self, ClockState, Envelope, IncrementKind, ListClocksRequest, Reason, TimeStage, VerdictStatus,
    clock_event::Event as Wire, envelope::Record, game_event,
};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::{Script, montpellier},
    until,
};
use tokio::task::JoinSet;

/// Number of games that are played to a resignation.
const RESIGNED: u32 = 130;
/// Number of games that are played until a flag falls.
const FLAGS: u32 = 70;
/// Number of times that the clock service is killed.
const KILLS: u64 = 6;
/// Number of messages in CLOCK from one kill to the next: the service has begun its work, and has
/// more to do. Starts, flags, stops and two presses in each game that is resigned are enough for
/// all kills.
const MESSAGES: u64 = 100;
const _: () = assert!(KILLS * MESSAGES <= (4 * RESIGNED + 2 * FLAGS) as u64);
/// The service's default grace for presses on their way, in milliseconds.
const GRACE_MS: i64 = 2000;

/// Returns four moves in a time, then half of it and one second more with each move.
fn control(time_ms: u64) -> v1::TimeControl {
    let first = TimeStage { moves: 4, time_ms, ..TimeStage::default() };
    let kind = IncrementKind::Fischer.into();
    let rest = TimeStage { moves: 0, time_ms: time_ms / 2, kind, increment_ms: 1000 };
    v1::TimeControl { stages: vec![first, rest], ..v1::TimeControl::default() }
}

/// A generator of pseudo-random numbers, the same in every run.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

#[tokio::test]
async fn two_hundred_clocks_agree_with_the_log_although_the_clock_service_is_killed() -> Result<()>
{
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut script = montpellier()?.into_iter().next().context("a game")?;
    script.moves.truncate(12);
    let named = |table| Script {
        white: format!("White {table}"),
        black: format!("Black {table}"),
        ..script.clone()
    };
    let open = async |name, games, control| {
        let scripts = (1..=games).map(named).collect();
        Round::open_timed(&clients, name, scripts, control).await
    };
    let resigned = open("resigned", RESIGNED, control(3_600_000)).await?;
    let flagged = open("flagged", FLAGS, control(6000)).await?;
    let mut playing = JoinSet::new();
    for table in 1..=RESIGNED {
        playing.spawn(play(resigned.clone(), table, true));
    }
    for table in 1..=FLAGS {
        playing.spawn(play(flagged.clone(), table, false));
    }
    let clocks = async || -> Option<Vec<v1::GameClock>> {
        let mut all = Vec::new();
        for round in [&resigned, &flagged] {
            let request = ListClocksRequest { tournament: round.reference() };
            let listed = clients.clock.clone().list_clocks(request).await.ok()?;
            all.extend(listed.into_inner().clocks);
        }
        Some(all)
    };
    for kill in 1..=KILLS {
        until("the clocks to go on", || async {
            let versions = clocks().await?.iter().map(|clock| clock.version).sum::<u64>();
            (versions >= kill * MESSAGES).then_some(())
        })
        .await?;
        cluster.kill(Service::Clock).await?;
        cluster.start_service(Service::Clock).await?;
    }
    while let Some(played) = playing.join_next().await {
        played??;
    }
    until("every clock to stop", || async {
        let clocks = clocks().await?;
        let is_over = |clock: &v1::GameClock| {
            clock.state.as_ref().is_some_and(|state| state.running() == v1::Color::Unspecified)
        };
        (clocks.len() == (RESIGNED + FLAGS) as usize && clocks.iter().all(is_over)).then_some(())
    })
    .await?;
    // rules-validation ends a game after its flag was stored.
    for table in 1..=FLAGS {
        flagged.end(table).await?;
    }
    let audit = Audit::read(&cluster.nats_url()).await?;
    let mut flags = 0;
    for ((stream, subject), game) in &audit.envelopes {
        if *stream == "GAME" {
            let key = ("CLOCK", subject.replacen("game.", "clock.", 1));
            let clock = audit.envelopes.get(&key).with_context(|| format!("no {}", key.1))?;
            flags += compare(game, clock).with_context(|| subject.clone())?;
        }
    }
    ensure!(flags == FLAGS, "{flags} flags fell");
    cluster.finish().await
}

/// Plays some moves with random thinking times, and then resigns or lets the time run out.
async fn play(round: Round, table: u32, resigns: bool) -> Result<()> {
    let mut chance = PseudoRandom(u64::from(table));
    let mut tablets = [v1::Color::White, v1::Color::Black].map(|color| round.tablet(table, color));
    let script = round.scripts().first().context("a script")?.clone();
    let plies = 2 + usize::try_from(chance.below(11))?;
    for ply in 1..=plies {
        tokio::time::sleep(Duration::from_millis(chance.below(900))).await;
        let tablet = &mut tablets[(ply - 1) % 2];
        let verdict = tablet.play(ply, script.move_text(ply)?).await?;
        if verdict.reason == "game-finished" {
            return Ok(());
        }
        ensure!(verdict.status() == VerdictStatus::Accepted, "table {table}, {ply}: {verdict:?}");
    }
    if resigns {
        tablets[plies % 2].resign().await?;
    }
    Ok(())
}

/// Compares a stored clock with an undisturbed clock computed from the log of its game, and returns
/// the number of flags that fell.
fn compare(game: &[Envelope], clock: &[Envelope]) -> Result<u32> {
    let mut undisturbed = Clock::default();
    let expected = undisturbed_events(game, &mut undisturbed)?;
    let mut written = Vec::new();
    for envelope in clock {
        let Some(Record::Clock(record)) = &envelope.record else { continue };
        for event in record.events.iter().filter_map(|event| event.event.as_ref()) {
            if let Wire::FlagFell(fell) = event {
                let early = fell.at_ms + GRACE_MS - envelope.recorded_at_ms;
                // A press after the deadline shows that none is on its way that was made in time.
                let by_move = envelope.cause.as_ref().is_some_and(|cause| cause.stream == "GAME");
                let is_shown = by_move && is_pressed_after(game, fell.at_ms);
                ensure!(early <= 0 || is_shown, "the flag was looked at {early} ms early");
                written.push((fell.color(), fell.at_ms));
            }
        }
    }
    let mut fell = Vec::new();
    for event in &expected {
        if let Event::FlagFell { color, at, .. } = event {
            fell.push((v1::Color::from(*color), at.millis()));
        }
    }
    ensure!(written == fell, "{written:?} fell and {fell:?} should have");
    // The game ended by each of these flags, at that very moment.
    let ended: Vec<i64> = flag_ends(game).collect();
    let fell_at: Vec<i64> = fell.iter().map(|(_, at_ms)| *at_ms).collect();
    ensure!(ended == fell_at, "the game ended at {ended:?} and the flags fell at {fell_at:?}");
    let last = clock.last().and_then(|envelope| envelope.record.as_ref());
    let Some(Record::Clock(record)) = last else { anyhow::bail!("no record of a clock") };
    let state = record.state.clone().context("a state")?;
    let [white_times, black_times] = [&state.white_times, &state.black_times].map(Clone::clone);
    let shown = ClockState { white_times, black_times, ..ClockState::try_from(&undisturbed)? };
    ensure!(state == shown, "{state:?} is shown and {shown:?} should be");
    Ok(u32::try_from(fell.len())?)
}

/// Returns true if a move of the game was made after this moment.
fn is_pressed_after(game: &[Envelope], at_ms: i64) -> bool {
    let records = game.iter().filter_map(|envelope| match &envelope.record {
        Some(Record::Game(record)) => Some(record),
        _ => None,
    });
    let mut events = records.flat_map(|record| &record.events);
    events.any(|event| match &event.event {
        Some(game_event::Event::MovePlayed(played)) => played.at_ms > at_ms,
        _ => false,
    })
}

/// Returns the moments at which the game ended by a flag.
fn flag_ends(game: &[Envelope]) -> impl Iterator<Item = i64> {
    let records = game.iter().filter_map(|envelope| match &envelope.record {
        Some(Record::Game(record)) => Some(record),
        _ => None,
    });
    let events = records.flat_map(|record| &record.events);
    events.filter_map(|event| match &event.event {
        Some(game_event::Event::Finished(finished)) => {
            let reason = finished.outcome.as_ref().map(|outcome| outcome.reason());
            (reason == Some(Reason::FlagFall)).then_some(finished.at_ms)
        }
        _ => None,
    })
}

/// Returns the events of a clock that is given the game move by move.
fn undisturbed_events(game: &[Envelope], clock: &mut Clock) -> Result<Vec<Event>> {
    let mut all = Vec::new();
    let mut tell = |command: &Command| {
        // The clock refuses everything after a flag.
        let events = clock.decide(command).unwrap_or_default();
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    };
    for record in game.iter().filter_map(|envelope| envelope.record.as_ref()) {
        let Record::Game(record) = record else { continue };
        let mut control = None;
        for event in record.events.iter().filter_map(|event| event.event.clone()) {
            if let game_event::Event::ControlSet(set) = event {
                control = Some(TimeControl::try_from(set)?);
            } else if let game_event::Event::Started(started) = event {
                let at = Timestamp::from_millis(started.at_ms);
                tell(&Command::Start { control: control.context("a control")?, at });
            } else if let game_event::Event::MovePlayed(played) = event {
                let by = if played.ply % 2 == 1 { Color::White } else { Color::Black };
                let at = Timestamp::from_millis(played.at_ms);
                tell(&Command::Press { by, at, received: at });
            } else if let game_event::Event::Finished(finished) = event {
                let reason = finished.outcome.map(|outcome| outcome.reason());
                // A flag ends the game at the moment that it falls, which is checked below.
                if reason != Some(Reason::FlagFall) {
                    tell(&Command::Stop { at: Timestamp::from_millis(finished.at_ms) });
                }
            }
        }
    }
    tell(&Command::TimeCheck { at: Timestamp::from_millis(i64::MAX), grace: Duration::ZERO });
    Ok(all)
}
