//! Checks services that start on a machine whose time of day was set since the log was written: the
//! time goes on as it passes, no player is charged, and the desk is told.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use draughts::RuleSet;
use live_game::{Game, GameCommand};
use proto::v1::{self, Score, TimeControl, clock_alarm::Kind, clock_event::Event};
use runtime::Ledger;
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    other_times::log_behind,
    round::Round,
    script::Script,
    verdicts::Verdicts,
};

/// White's whole time.
const CONTROL: TimeControl = TimeControl { base_ms: 4_000, increment_ms: 0, stages: Vec::new() };

/// Begins an untimed game as a service on this machine that wrote it before the time of day was set
/// forward by `ahead_ms`.
async fn write_before_the_step(nats_url: &str, ahead_ms: i64) -> Result<()> {
    let (log, at) = log_behind(nats_url, ahead_ms).await?;
    let start = GameCommand::start(RuleSet::International, at);
    let begun = Game::default().decide(&start).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))?;
    let mut game = Ledger::<Game>::load(&log, "game.main.before.r1-t1".parse()?).await?;
    Ok(game.commit(&log, &begun, None, None, Duration::from_secs(10)).await?)
}

async fn check(ahead_ms: i64) -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    write_before_the_step(&cluster.nats_url(), ahead_ms).await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let script = Script { score: Score::BlackWins, ..Script::of_table(1) };
    let round = Round::open_timed(&clients, "round", vec![script], CONTROL).await?;
    // A service that is started again goes on, too.
    cluster.kill(Service::Clock).await?;
    cluster.start_service(Service::Clock).await?;

    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::TimeOfDay(set)) = &alarm.kind else { anyhow::bail!("{alarm:?}") };
    let told_ms = set.ahead_ms.context("the time of day agrees")?;
    // Both clocks of the machine cannot be read at once.
    ensure!((told_ms - ahead_ms).abs() < 1_000, "{alarm:?}");
    ensure!(alarm.explanation.starts_with("The time of day of the server"), "{alarm:?}");

    round.clock("White's flag to fall", 1, |state| state.flag() == v1::Color::White).await?;
    let audit = Audit::read(&cluster.nats_url()).await?;
    let subject = format!("clock.main.round.{}", round.game(1).game);
    let (mut started, mut fell) = (Vec::new(), Vec::new());
    for (event, recorded) in audit.clock_events(&subject) {
        if let Event::Started(at) = event {
            started.push(at.at_ms);
        } else if let Event::FlagFell(at) = event {
            fell.push((at.at_ms, recorded));
        }
    }
    let (&[began], &[(due, recorded)]) = (&started[..], &fell[..]) else {
        anyhow::bail!("{started:?} {fell:?}")
    };
    // The time of day is at least ten minutes away.
    ensure!(due == began + 4_000 && (2_000..300_000).contains(&(recorded - due)), "{fell:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_time_of_day_that_was_set_forward_charges_no_player_and_is_told_to_the_desk() -> Result<()>
{
    check(600_000).await
}

#[tokio::test]
async fn a_time_of_day_that_was_set_back_stops_no_clock_and_is_told_to_the_desk() -> Result<()> {
    check(-3_600_000).await
}
