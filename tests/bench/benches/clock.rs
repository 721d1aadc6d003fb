//! Thousands of running clocks: what they cost, and how late a flag is, beside the bare timer of
//! the same run.
//!
//! Nothing runs but nats-server and the clock service, a process of its own. The bench writes GAME
//! as the judge would, and hears CLOCK as broadcast does, until it has heard of every press: what
//! the service is behind with counts. A flag is late by the time from its deadline and the grace
//! for presses under way to its arrival here, stored; the bare timers run here, too.

use std::{fs, io::Write as _, path::PathBuf, time::Duration};

use anyhow::{Context as _, bail, ensure};
use async_nats::{Subscriber, jetstream};
use bench::{
    Sample,
    process::{cpu, program, resident},
};
use clap::Parser as _;
use damcast::nats_server::{NatsOptions, NatsServer, TiedChild, find_binary};
use draughts::{Position, Variant};
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use prost::Message as _;
use proto::{
    subject::{GameId, GameKey, Stream, Subject, TournamentKey},
    v1::{
        Cause, Envelope, GameEvent, GameRecord, GameState, Move, PlayedPly, RuleSet, TimeControl,
        clock_event, envelope::Record, game_event,
    },
};
use runtime::{
    Nats, WallClock,
    config::{NatsConfig, TelemetryConfig},
    provision,
    telemetry::{Measured, Telemetry},
};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// The longest time that a press made in time may be on its way.
const GRACE_MS: i64 = 2000;
/// Until the first flag falls.
const HEAD_MS: i64 = 2000;
/// The longest wait for an event that has to come.
const PATIENCE: Duration = Duration::from_secs(120);

/// Measures running clocks: CPU, memory and the lateness of flags.
#[derive(Debug, clap::Parser)]
struct Clock {
    /// Running games, each with a press every ten seconds.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    games: u32,
    /// Further games in which nobody moves, whose flags fall spread over the measured time.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    flags: u32,
    /// Measuring time, in seconds.
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    seconds: u32,
    /// The nats-server program.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<PathBuf>,
    #[command(flatten)]
    telemetry: TelemetryConfig,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let clock = Clock::parse();
    let telemetry = Telemetry::start("bench", &clock.telemetry, "warn", Measured::default())?;
    let measured = clock.run().await;
    telemetry.stop();
    measured
}

impl Clock {
    /// Starts nats-server and the clock service, measures and prints.
    async fn run(&self) -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let binary = find_binary(self.nats_server.as_deref(), ".damcast/tools".as_ref())?;
        let mut options = NatsOptions::new(binary, directory.path().join("nats"));
        options.is_open = true;
        let nats = NatsServer::start(&options).await?;
        let (config, never) = (NatsConfig::at(&nats.url()), CancellationToken::new());
        provision(&Nats::connect("bench", &config, &never).await?, &config, &never).await?;
        let output = fs::File::create(directory.path().join("clock.log"))?;
        let arguments = ["serve", "clock", "--listen", "127.0.0.1:0", "--nats", &nats.url()];
        let grace = ["--transit-grace-ms".to_owned(), GRACE_MS.to_string()];
        let arguments: Vec<String> =
            arguments.into_iter().map(str::to_owned).chain(grace).collect();
        let service = TiedChild::start(&program()?, &arguments, &output).await?;
        let measured = self.measure(&nats.url(), &service).await;
        drop(service);
        nats.stop().await;
        measured
    }

    async fn measure(&self, nats: &str, service: &TiedChild) -> anyhow::Result<()> {
        let client = async_nats::connect(nats).await?;
        let judge = GameWriter { log: jetstream::new(client.clone()) };
        let mut heard = client.subscribe("live.clock.>").await?;
        client.flush().await?;
        let mut games = Vec::new();
        for number in 0..self.games {
            let mut game = Game::new(number, 10 * 3_600_000)?;
            judge.tell(&mut game, None).await?;
            games.push(game);
        }
        until_told(&mut heard, self.games).await?;

        let pid = service.pid().as_raw();
        let (before, begin) = (cpu(pid)?, Instant::now());
        let spread = (i64::from(self.seconds) * 1000 - HEAD_MS - GRACE_MS).max(1000);
        for number in 0..self.flags {
            let share = spread * i64::from(number) / i64::from(self.flags.max(1));
            let mut game = Game::new(self.games + number, u64::try_from(HEAD_MS + share)?)?;
            judge.tell(&mut game, None).await?;
        }
        let timers = timers(HEAD_MS, spread, self.flags);
        let press = judge.press(&mut games, begin + Duration::from_secs(self.seconds.into()));
        // Until the service has told of every press: what it is behind with counts.
        let (told, timers) = tokio::join!(told(&mut heard, self.flags, press), timers);
        let (flags, pressed) = told?;
        let passed = begin.elapsed();
        let used = cpu(pid)?.saturating_sub(before);
        let mut told = std::io::stdout();
        writeln!(told, "{} games, {pressed} presses told in {:.0?}", self.games, passed)?;
        writeln!(told, "  CPU of the service    {:.1} % of one core", share(used, passed))?;
        writeln!(told, "  memory (resident)     {} MB", resident(pid)? / 1024)?;
        writeln!(told, "  flag, stored and told {}", Sample::new(flags))?;
        writeln!(told, "  bare tokio timer      {}", Sample::new(timers))?;
        Ok(())
    }
}

/// Writes GAME.
struct GameWriter {
    log: jetstream::Context,
}

/// A game as the judge tells it.
struct Game {
    key: GameKey,
    version: u64,
    control: TimeControl,
    state: GameState,
}

impl Game {
    fn new(number: u32, base_ms: u64) -> anyhow::Result<Self> {
        let tournament = TournamentKey { venue: "main".parse()?, tournament: "bench".parse()? };
        let mut state = GameState {
            start_fen: Position::start(Variant::International).fen(),
            started_at_ms: now_ms(),
            ..GameState::default()
        };
        state.set_rules(RuleSet::International);
        Ok(Self {
            key: tournament.game(GameId::new(number / 2500 + 1, number % 2500 + 1)?),
            version: 0,
            control: TimeControl { base_ms, increment_ms: 0, stages: Vec::new() },
            state,
        })
    }
}

impl GameWriter {
    /// Tells a game as it stands after a press, or its start.
    async fn tell(&self, game: &mut Game, pressed_at: Option<i64>) -> anyhow::Result<()> {
        let event = match pressed_at {
            Some(at_ms) => {
                let mv = Move { from: 32, to: 28, captured: Vec::new() };
                game.state.plies.push(PlayedPly {
                    r#move: Some(mv),
                    at_ms,
                    ..PlayedPly::default()
                });
                None
            }
            None => Some(game_event::Event::ControlSet(game.control.clone())),
        };
        game.version += 1;
        let envelope = Envelope {
            version: game.version,
            cause: Some(Cause { stream: Stream::Input.name().to_owned(), sequence: 1 }),
            recorded_at_ms: now_ms(),
            record: Some(Record::Game(GameRecord {
                events: event.into_iter().map(|event| GameEvent { event: Some(event) }).collect(),
                state: Some(game.state.clone()),
            })),
            ..Envelope::default()
        };
        let subject = Subject::game(Stream::Game, &game.key).to_string();
        // Its acknowledgement is not waited for.
        drop(self.log.publish(subject, envelope.encode_to_vec().into()).await?);
        Ok(())
    }

    /// A press every ten seconds in each game, spread evenly, until a moment; answers how many.
    async fn press(&self, games: &mut [Game], until: Instant) -> anyhow::Result<u32> {
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let a_tick = games.len().div_ceil(1000).max(1);
        let (mut pressed, mut next) = (0, 0);
        while Instant::now() < until {
            tick.tick().await;
            for _press in 0..a_tick {
                let Some(game) = games.get_mut(next) else { bail!("there are no games") };
                self.tell(game, Some(now_ms())).await?;
                (pressed, next) = (pressed + 1, (next + 1) % games.len());
            }
        }
        Ok(pressed)
    }
}

/// Waits until as many clocks were heard of.
async fn until_told(heard: &mut Subscriber, clocks: u32) -> anyhow::Result<()> {
    let all = async {
        for _clock in 0..clocks {
            heard.next().await.context("NATS is away")?;
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(PATIENCE, all).await.context("not every clock was started")?
}

/// The delay of each flag, and the number of presses made.
async fn told(
    heard: &mut Subscriber,
    count: u32,
    press: impl Future<Output = anyhow::Result<u32>>,
) -> anyhow::Result<(Vec<Duration>, u32)> {
    let (mut late, mut pressed, mut made) = (Vec::new(), 0, None);
    let mut press = std::pin::pin!(press);
    let all = async {
        while late.len() < usize::try_from(count)? || made != Some(pressed) {
            let message = tokio::select! {
                all = &mut press, if made.is_none() => {
                    made = Some(all?);
                    continue;
                }
                message = heard.next() => message.context("NATS is away")?,
            };
            let now = now_ms();
            let Some(Record::Clock(record)) = Envelope::decode(message.payload)?.record else {
                bail!("CLOCK holds another record");
            };
            for event in record.events {
                if let Some(clock_event::Event::FlagFell(fell)) = event.event {
                    let millis = now - fell.at_ms - GRACE_MS;
                    ensure!(millis >= 0, "a flag was told {millis} ms early");
                    late.push(Duration::from_millis(u64::try_from(millis)?));
                } else if let Some(clock_event::Event::Pressed(_)) = event.event {
                    pressed += 1;
                }
            }
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(PATIENCE, all)
        .await
        .context("not every flag fell and press counted")??;
    Ok((late, pressed))
}

/// The delays of bare timers that are set for the moments of the flags.
async fn timers(head_ms: i64, spread_ms: i64, count: u32) -> Vec<Duration> {
    let begin = Instant::now();
    let due = (0..count).map(|number| {
        let millis = head_ms + spread_ms * i64::from(number) / i64::from(count);
        begin + Duration::from_millis(u64::try_from(millis).unwrap_or(0))
    });
    let timers: FuturesUnordered<_> = due
        .map(|due| async move {
            tokio::time::sleep_until(due).await;
            due.elapsed()
        })
        .collect();
    timers.collect().await
}

fn now_ms() -> i64 {
    WallClock::system().now().millis()
}

#[expect(clippy::float_arithmetic, reason = "a share for people to read")]
fn share(used: Duration, passed: Duration) -> f64 {
    used.as_secs_f64() / passed.as_secs_f64() * 100.0
}
