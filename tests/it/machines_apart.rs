//! Checks services whose clocks differ, as those of two machines may: no flag falls while its
//! player still has time, and the desk is told.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use proto::v1::{Color, Score, TimeControl, VerdictStatus, clock_alarm::Kind, clock_event::Event};
use runtime::Ledger;
use tests::{
    audit::Audit,
    client::Clients,
    cluster::Cluster,
    other_times::log_behind,
    round::Round,
    script::{Script, montpellier},
    verdicts::Verdicts,
};
use tournament::{
    Author, Command, Settings, Tablets, Tournament,
    regulation::{Preset, Regulation},
};

/// White's and Black's whole time.
const CONTROL: TimeControl = TimeControl { base_ms: 4_000, increment_ms: 0, stages: Vec::new() };
/// The time by which the clocks of board-ingest and pairing are behind.
const BEHIND_MS: i64 = 30_000;

/// Creates a tournament as a service whose clock is behind. TOURNAMENT is read by board-ingest when
/// it starts, whose clock goes on from there, and not by clock, which starts at the time of day.
async fn write_behind(nats_url: &str) -> Result<()> {
    let (log, at) = log_behind(nats_url, BEHIND_MS).await?;
    let settings = Settings {
        name: "Before".to_owned(),
        notice: String::new(),
        place: String::new(),
        regulation: Regulation {
            rounds: Some(7),
            time_control: game_clock::TimeControl::new(Duration::from_secs(60), Duration::ZERO)
                .ok(),
            ..Regulation::of(Preset::KndbSwiss)
        },
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
    };
    let create = Command::Create { settings: Box::new(settings) };
    let created = Tournament::default().decide(&create, &Author::SYSTEM, at);
    let created = created.map_err(|refusal| anyhow::anyhow!("{refusal:?}"))?;
    let mut before =
        Ledger::<Tournament>::load(&log, "tournament.main.before.log".parse()?).await?;
    Ok(before.commit(&log, &created, None, None, Duration::from_secs(10)).await?)
}

#[tokio::test]
async fn a_clock_that_is_ahead_of_board_ingest_takes_no_players_time_and_is_told_to_the_desk()
-> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    write_behind(&cluster.nats_url()).await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let game = montpellier()?.into_iter().next().context("a game")?;
    let moves = game.moves.into_iter().take(2).collect();
    let script = Script { moves, score: Score::WhiteWins, ..Script::of_table(1) };
    let round = Round::open_timed(&clients, "round", vec![script], CONTROL).await?;

    // By the clock of clock, White's time was up before it began.
    let first = round.scripts().first().context("a game")?.move_text(1)?;
    let verdict = round.tablet(1, Color::White).play(1, first).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");

    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    let told = loop {
        let alarm = desk.next_alarm().await?;
        if let Some(Kind::MachineApart(apart)) = alarm.kind
            && apart.service == "clock"
        {
            ensure!(alarm.explanation.contains("s ahead of that of board-ingest"), "{apart:?}");
            break apart.ahead_ms.context("the clocks agree")?;
        }
    };
    // Signals are on their way for a moment.
    ensure!((told - BEHIND_MS).abs() < 1_000, "{told}");

    round.clock("Black's flag to fall", 1, |state| state.flag() == Color::Black).await?;
    let audit = Audit::read(&cluster.nats_url()).await?;
    let subject = format!("clock.main.round.{}", round.game(1).game);
    let (mut pressed, mut fell) = (Vec::new(), Vec::new());
    for (event, recorded) in audit.clock_events(&subject) {
        if let Event::Pressed(at) = event {
            pressed.push(at.at_ms);
        } else if let Event::FlagFell(at) = event {
            fell.push((at.color(), at.at_ms, recorded));
        }
    }
    let (&[press], &[(Color::Black, due, recorded)]) = (&pressed[..], &fell[..]) else {
        anyhow::bail!("{pressed:?} {fell:?}")
    };
    // Two seconds of grace by the clock of board-ingest, which is read to a quarter of a second.
    let waited_ms = recorded - due - BEHIND_MS;
    ensure!(due == press + 4_000 && waited_ms >= 1_700, "{pressed:?} {fell:?}");
    cluster.finish().await
}
