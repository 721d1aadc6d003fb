//! Steps of the services' time of day, in both directions, while timed games are played and flags
//! fall.
//!
//! The services run with a library that sets their time of day ahead (`time_of_day.c`); the
//! machine's own time stays as it is. No player may be charged more or less than the time that has
//! passed by the client's own clock, a flag must fall in time, and the desk must be told.

use std::{fs::File, os::unix::fs::FileExt as _, path::PathBuf, process::Command, time::Duration};

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, Color, GameRef, GetClockRequest, Seat, TimeControl, WatchVerdictsRequest,
    WatchVerdictsResponse, clock_alarm::Kind, clock_service_client::ClockServiceClient,
};
use tokio::time::{Instant, timeout_at};
use tonic::{Streaming, transport::Channel};

use crate::{
    finish::finish,
    hall::{Hall, Part},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
    transient::is_transient,
};

/// The steps in turn, milliseconds; each second one takes the one before back.
const STEPS_MS: [i64; 12] = [
    1_000,
    -1_000,
    -10_000,
    10_000,
    120_000,
    -120_000,
    600_000,
    -600_000,
    -3_600_000,
    3_600_000,
    86_400_000,
    -86_400_000,
];
/// Difference from which the desk is told; a smaller one is made up for.
const TOLD_MS: i64 = 2_000;
/// Thinking time of each player.
const CONTROL: TimeControl = TimeControl { base_ms: 12_000, increment_ms: 0, stages: Vec::new() };
/// Time for which a flag is held back, for presses on their way.
const GRACE: Duration = Duration::from_secs(2);
/// Longest time after which a flag falls that is due, and by which times may differ from the
/// client's.
const LATE: Duration = Duration::from_secs(2);
/// Number of plies of each game.
const PLIES: usize = 30;
/// Number of inputs of a round that are judged before the step.
const BEFORE: usize = 60;
/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(20);
/// Longest time until the desk is told of a step.
const TOLD_WITHIN: Duration = Duration::from_secs(15);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(20);
/// Name of the device at the desk.
const DESK: &str = "desk";

/// The time of day of the services.
#[derive(Debug)]
struct TimeOfDay {
    ahead_ms: i64,
    file: File,
}

impl TimeOfDay {
    /// Compiles the library, and has services load it that are started from now on.
    fn of(hall: &mut Hall) -> Result<Self> {
        let (source, library) = (hall.path("time_of_day.c"), hall.path("time_of_day.so"));
        std::fs::write(&source, include_str!("time_of_day.c"))?;
        let mut compile = Command::new("cc");
        compile.args(["-O2", "-shared", "-fPIC", "-o"]).args([&library, &source]);
        let status = compile.status().context("a C compiler is needed, as for building Rust")?;
        ensure!(status.success(), "{compile:?} ended with {status}");
        let path: PathBuf = hall.path("ahead_ms");
        let mut time_of_day = Self { ahead_ms: 0, file: File::create_new(&path)? };
        time_of_day.step(0)?;
        hall.set_environment("LD_PRELOAD", library);
        hall.set_environment("CAMPAIGN_TIME_OF_DAY", path);
        Ok(time_of_day)
    }

    /// Sets it ahead, or back if negative.
    fn step(&mut self, by_ms: i64) -> Result<()> {
        self.ahead_ms += by_ms;
        // In place, because the services have the file in their memory.
        Ok(self.file.write_all_at(&self.ahead_ms.to_ne_bytes(), 0)?)
    }
}

/// Steps the time of day `count` times, each time while a round is played; after every third step a
/// service is killed, which starts again under the new time.
pub(crate) async fn clock_steps(count: usize) -> Result<Report> {
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::prepare()?;
    let mut time_of_day = TimeOfDay::of(&mut hall)?;
    hall.launch_all().await?;
    hall.all_serve().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let clocks = ClockServiceClient::new(hall.channel(Part::Clock)?);
    let (mut rounds, mut charged, mut late) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        let step_ms = STEPS_MS[number % STEPS_MS.len()];
        let name = format!("{}: {step_ms:+} ms", number + 1);
        // Nobody plays at the last table, where White's flag falls.
        let games = scripts(TABLES + 1)?.into_iter().map(|script| script.first(PLIES)).collect();
        let opening = Instant::now();
        let id = format!("step-{}", number + 1);
        let round = Round::open_timed(&clients, &id, games, CONTROL).await?;
        let opened = Instant::now();
        let played = round.without_last();
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let judged = ledger.judged();
        let mut playing = Playing::begin(&clients, &played, &ledger, THINK);
        while ledger.judged() < judged + BEFORE && !playing.is_over() {
            tokio::time::sleep(GLANCE).await;
        }
        let mut desk = watch(&clients, &round).await?;
        let mut before_ms = time_of_day.ahead_ms;
        time_of_day.step(step_ms)?;
        if number % 3 == 2 {
            let part = [Part::Clock, Part::RulesValidation, Part::BoardIngest][number / 3 % 3];
            hall.kill(part).await?;
            hall.launch(part)?;
            if part == Part::BoardIngest {
                hall.serves(part).await?;
                desk = watch(&clients, &round).await?;
                // The new process never saw another time of day.
                before_ms = 0;
            }
        }
        if let Err(error) = told(&mut desk, before_ms, time_of_day.ahead_ms).await {
            report.finding(format!("{name}: the desk: {error:#}"));
        }
        for error in playing.end().await {
            report.finding(format!("{name}: {error}"));
        }
        let ends: Vec<_> = std::mem::take(&mut ledger.record().ended);
        for end in ends {
            let used = used(&clocks, &round, &end.game).await?;
            // The clocks began between the call that opened the round and its answer.
            let (least, most) =
                (end.sent.duration_since(opened), end.judged.duration_since(opening));
            let wrong = least.saturating_sub(used).max(used.saturating_sub(most));
            charged.push(wrong);
            if wrong > LATE {
                report.finding(format!(
                    "{name}: {} used {used:?}, and {least:?} to {most:?} passed",
                    end.game
                ));
            }
        }
        let fell = flag(&clocks, &round, opening).await?;
        let due = Duration::from_millis(CONTROL.base_ms) + GRACE;
        let early = due.saturating_sub(fell);
        let after = fell.saturating_sub(due + opened.duration_since(opening));
        late.push(after);
        if early > LATE || after > LATE {
            report
                .finding(format!("{name}: a flag fell after {fell:?}, and was due after {due:?}"));
        }
        rounds.push((played, spectator));
    }
    hall.all_serve().await?;
    report.figure("steps", count);
    report.times("time charged wrongly", charged);
    report.times("flags late by", late);
    finish(&hall, &ledger, &rounds, &mut report).await?;
    hall.stop().await?;
    Ok(report)
}

/// Watches as the desk.
async fn watch(clients: &Clients, round: &Round) -> Result<Streaming<WatchVerdictsResponse>> {
    let mut board_ingest = clients.board_ingest.clone();
    let tournament = round.reference();
    let request = AssignTableRequest {
        tournament: tournament.clone(),
        device: DESK.to_owned(),
        table: 0,
        seat: Seat::Desk.into(),
        ..Default::default()
    };
    let began = Instant::now();
    while let Err(status) = board_ingest.assign_table(request.clone()).await {
        ensure!(
            began.elapsed() < TOLD_WITHIN && is_transient(&status),
            "assign the desk: {status}"
        );
        tokio::time::sleep(GLANCE).await;
    }
    let language = "en".to_owned();
    let request = WatchVerdictsRequest { tournament, device: DESK.to_owned(), language };
    Ok(board_ingest.watch_verdicts(request).await?.into_inner())
}

/// Waits until the desk is told how far the time of day is ahead, or that it agrees again.
async fn told(
    desk: &mut Streaming<WatchVerdictsResponse>,
    before_ms: i64,
    ahead_ms: i64,
) -> Result<()> {
    let limit = Instant::now() + TOLD_WITHIN;
    let mut last = None;
    loop {
        let is_told = match last {
            // The desk is told nothing while they agree, unless they did not before.
            None => before_ms.abs().max(ahead_ms.abs()) < TOLD_MS,
            Some(told_ms) => i64::abs(told_ms - ahead_ms) < 1_000,
        };
        if is_told {
            return Ok(());
        }
        let next = timeout_at(limit, desk.message()).await;
        let next =
            next.with_context(|| format!("{ahead_ms} ms were not told, last {last:?}"))??;
        let alarm = next.context("the verdicts ended")?.alarm;
        if let Some(Kind::TimeOfDay(set)) = alarm.and_then(|alarm| alarm.kind) {
            last = Some(set.ahead_ms.unwrap_or_default());
        }
    }
}

/// Returns the time that both players of a game used.
async fn used(clocks: &ClockServiceClient<Channel>, round: &Round, game: &str) -> Result<Duration> {
    let began = Instant::now();
    loop {
        if let Some(state) = state(clocks, round, game).await
            && state.running() == Color::Unspecified
        {
            let left = Duration::from_millis(state.white_ms + state.black_ms);
            return Ok(Duration::from_millis(2 * CONTROL.base_ms).saturating_sub(left));
        }
        ensure!(began.elapsed() < TOLD_WITHIN, "the clock of {game} does not stop");
        tokio::time::sleep(GLANCE).await;
    }
}

/// Waits until White's flag falls at the last table; returns the time since `began`.
async fn flag(
    clocks: &ClockServiceClient<Channel>,
    round: &Round,
    began: Instant,
) -> Result<Duration> {
    let (game, limit) = (format!("r1-t{}", round.scripts.len()), Duration::from_secs(120));
    loop {
        if let Some(state) = state(clocks, round, &game).await
            && state.flag() == Color::White
        {
            return Ok(began.elapsed());
        }
        ensure!(began.elapsed() < limit, "no flag fell in {limit:?}");
        tokio::time::sleep(GLANCE).await;
    }
}

async fn state(
    clocks: &ClockServiceClient<Channel>,
    round: &Round,
    game: &str,
) -> Option<proto::v1::ClockState> {
    let (venue, tournament) = ("main".to_owned(), round.tournament.clone());
    let game = Some(GameRef { venue, tournament, game: game.to_owned() });
    // It may just be starting again.
    let clock = clocks.clone().get_clock(GetClockRequest { game }).await.ok()?;
    clock.into_inner().clock?.state
}
