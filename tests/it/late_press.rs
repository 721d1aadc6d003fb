//! Checks that a press made before the deadline that arrives after it, within the grace, is in
//! time, both while the clock service runs and when it was killed.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    ClockState, Color, GetClockRequest, GetGameRequest, MoveText, Reason, Score, TimeControl,
    VerdictStatus, clock_event::Event, envelope::Record,
};
use runtime::WallClock;
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};

/// Each player's whole time, in milliseconds.
const BASE_MS: i64 = 3_000;
const CONTROL: TimeControl =
    TimeControl { base_ms: BASE_MS as u64, increment_ms: 0, stages: Vec::new() };
/// White's remaining time at the press, in milliseconds.
const LEFT_MS: i64 = 150;
/// The grace in milliseconds, long enough for the slowest machine.
const GRACE: &str = "10000";

#[tokio::test]
async fn a_press_made_in_time_that_arrives_after_the_deadline_is_in_time() -> Result<()> {
    story(false).await
}

#[tokio::test]
async fn a_press_made_in_time_is_in_time_although_the_clock_service_was_down() -> Result<()> {
    story(true).await
}

async fn story(is_killed: bool) -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    for service in [Service::BoardIngest, Service::Clock] {
        cluster.add_argument(service, "--transit-grace-ms", GRACE);
    }
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let script = |table| Script {
        score: Score::WhiteWins,
        moves: vec!["32-28".to_owned()],
        ..Script::of_table(table)
    };
    let scripts = vec![script(1), script(2)];
    let round = Round::open_timed(&clients, "round", scripts, CONTROL).await?;
    let starts = [started_at(&clients, &round, 1).await?, started_at(&clients, &round, 2).await?];
    if is_killed {
        cluster.kill(Service::Clock).await?;
    }
    // A flag ends no game in which nobody at the table has told anything.
    let offered = round.tablet(2, Color::Black).agree_draw().await?;
    ensure!(offered.status() == VerdictStatus::Pending, "{offered:?}");
    let deadline = starts[0] + BASE_MS;
    until("the deadline to pass", || async {
        (WallClock::system().now().millis() > deadline + 100).then_some(())
    })
    .await?;
    let mv = MoveText { from: 32, to: 28, ..MoveText::default() };
    let mut white = round.tablet(1, Color::White);
    let made = deadline - LEFT_MS;
    let verdict = white.play_seen_at(1, mv, made).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    if is_killed {
        cluster.start_service(Service::Clock).await?;
    }
    let pressed = clock(&clients, &round, 1, |state| state.as_of_ms == made).await?;
    ensure!(pressed.running() == Color::Black && pressed.flag() == Color::Unspecified);
    ensure!((pressed.white_ms, pressed.black_ms) == (LEFT_MS as u64, BASE_MS as u64));

    // At table 1 Black's flag falls next, at table 2 White's.
    ensure!(end(&clients, &round, 1).await? == (Score::WhiteWins, Reason::FlagFall));
    ensure!(end(&clients, &round, 2).await? == (Score::BlackWins, Reason::FlagFall));
    let audit = Audit::read(&cluster.nats_url()).await?;
    for (table, fell) in
        [(1, (Color::Black, made + BASE_MS)), (2, (Color::White, starts[1] + BASE_MS))]
    {
        let subject = format!("clock.main.round.{}", round.game(table).game);
        let written = audit.envelopes.get(&("CLOCK", subject)).context("a clock")?;
        let records = written.iter().filter_map(|envelope| match &envelope.record {
            Some(Record::Clock(record)) => Some(record),
            _ => None,
        });
        let events = records.flat_map(|record| &record.events).filter_map(|it| it.event.clone());
        let mut falls = Vec::new();
        for event in events {
            if let Event::FlagFell(fall) = event {
                falls.push((fall.color(), fall.at_ms));
            }
        }
        ensure!(falls == [fell], "table {table}: {falls:?}, and {fell:?} was due");
    }
    cluster.finish().await
}

/// Returns the moment at which White's time began to run, in milliseconds since the epoch.
async fn started_at(clients: &Clients, round: &Round, table: u32) -> Result<i64> {
    let running = |state: &ClockState| state.running() == Color::White;
    Ok(clock(clients, round, table, running).await?.as_of_ms)
}

async fn clock(
    clients: &Clients,
    round: &Round,
    table: u32,
    is_so: impl Fn(&ClockState) -> bool,
) -> Result<ClockState> {
    until("the clock", || async {
        let request = GetClockRequest { game: Some(round.game(table)) };
        let shown = clients.clock.clone().get_clock(request).await.ok()?.into_inner();
        shown.clock?.state.filter(&is_so)
    })
    .await
}

async fn end(clients: &Clients, round: &Round, table: u32) -> Result<(Score, Reason)> {
    until("the end of the game", || async {
        let request = GetGameRequest { game: Some(round.game(table)), ..Default::default() };
        let game = clients.rules_validation.clone().get_game(request).await.ok()?;
        let outcome = game.into_inner().state?.outcome?;
        Some((outcome.score(), outcome.reason()))
    })
    .await
}
