//! Checks that the public learns nothing earlier than an embargo lets it, whichever way it asks and
//! although broadcast is killed meanwhile, and everything in the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, Embargo, EmbargoEnd, EmbargoScope, GetStandingsRequest, SetEmbargoRequest,
    VerdictStatus, embargo::Until, envelope::Record, game_event, tournament_event,
};
use runtime::WallClock;
use serde_json::Value;
use tests::{
    BY,
    audit::Audit,
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    spectator::Spectator,
    until,
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};
use tournament::EMBARGO_HOLDS_AFTER;

mod shown;

use self::shown::ToldPlay;

/// The delay of the public, in seconds.
const DELAY_S: u32 = 5;

/// Interval at which everything public is read.
const READ_EVERY: Duration = Duration::from_millis(20);

/// The largest difference between the clocks of two processes on one machine, in milliseconds:
/// each counts from the time of day at its start.
const CLOCKS_APART_MS: i64 = 20;

fn now_ms() -> i64 {
    WallClock::system().now().millis()
}

/// Sets an embargo of the whole tournament, and waits until it holds; or lifts it.
async fn set_embargo(
    clients: &Clients,
    round: &Round,
    until_then: impl Into<Option<Until>>,
) -> Result<()> {
    let until_then = until_then.into();
    let request = SetEmbargoRequest {
        tournament: round.reference(),
        scope: Some(EmbargoScope::default()),
        embargo: until_then.map(|until| Embargo { until: Some(until) }),
        reason: "the press".to_owned(),
        by: BY.to_owned(),
    };
    clients.pairing.clone().set_embargo(request).await?;
    let wait_ms = i64::try_from(EMBARGO_HOLDS_AFTER.as_millis())? + CLOCKS_APART_MS;
    let holds_at = now_ms() + wait_ms;
    until("the embargo to hold", || async { (now_ms() >= holds_at).then_some(()) }).await
}

/// Returns the addresses of everything that tells about the play of a round.
fn paths(round: &Round) -> Vec<String> {
    let tournament = round.path();
    let mut paths = vec!["/api/v1/tournaments".to_owned(), tournament.clone()];
    let parts = ["head", "standings", "rounds/1", "rounds/1.pdn", "tournament.pdn", "players/1"];
    paths.extend(parts.map(|part| format!("{tournament}/{part}")));
    for (table, _script) in (1..).zip(round.scripts()) {
        let game = round.game(table).game;
        paths.push(format!("{tournament}/games/{game}"));
        paths.push(format!("{tournament}/games/{game}.pdn"));
    }
    paths
}

/// Returns the body of an answer; `None` while broadcast is away.
pub(crate) async fn body(address: SocketAddr, path: &str) -> Option<String> {
    let answer = client::get(address, path, &[]).await.ok()?;
    if answer.status().is_success() { answer.text().await.ok() } else { None }
}

/// An answer, or the state of a spectator, that tells other things than the one before.
#[derive(Debug)]
struct Reading {
    source: String,
    /// A moment at which it had arrived.
    arrived_ms: i64,
    told: ToldPlay,
}

/// Reads everything public again and again until it is told to stop.
async fn read_on(
    address: SocketAddr,
    paths: Vec<String>,
    spectators: [Spectator; 3],
    mut stop: watch::Receiver<bool>,
) -> Result<Vec<Reading>> {
    let mut readings = Vec::new();
    let mut last = BTreeMap::new();
    let mut note = |source: &str, told: ToldPlay| {
        if last.get(source) != Some(&told) {
            last.insert(source.to_owned(), told.clone());
            readings.push(Reading { source: source.to_owned(), arrived_ms: now_ms(), told });
        }
    };
    let mut times = interval(READ_EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !*stop.borrow_and_update() {
        times.tick().await;
        for spectator in &spectators {
            note(spectator.name(), ToldPlay::of(&spectator.seen()));
        }
        for path in &paths {
            if let Some(body) = body(address, path).await {
                note(path, ToldPlay::by(path, &body)?);
            }
        }
    }
    for spectator in &spectators {
        spectator.sees("no breach", |_seen| true).await?;
    }
    Ok(readings)
}

/// The moments at which play was recorded, in milliseconds since the Unix epoch.
#[derive(Debug, Default)]
struct Recorded {
    /// Of each move, by game.
    plies: BTreeMap<String, Vec<i64>>,
    /// Of the first end of each game, by the game itself or in the tournament.
    results: BTreeMap<String, i64>,
    /// Of the first result in the tournament.
    counted: Option<i64>,
    /// Of the end of the round.
    closed: Option<i64>,
}

impl Recorded {
    fn of(audit: &Audit) -> Self {
        let mut recorded = Self::default();
        for ((_stream, subject), envelopes) in &audit.envelopes {
            let game = subject.rsplit('.').next().unwrap_or_default();
            for envelope in envelopes {
                let at = envelope.recorded_at_ms;
                if let Some(Record::Game(record)) = &envelope.record {
                    let happened = record.events.iter().filter_map(|it| it.event.as_ref());
                    happened.for_each(|event| recorded.add_play(game, event, at));
                }
                if let Some(Record::Tournament(record)) = &envelope.record {
                    let decided = record.events.iter().filter_map(|it| it.event.as_ref());
                    decided.for_each(|event| recorded.add_decision(event, at));
                }
            }
        }
        recorded
    }

    fn add_play(&mut self, game: &str, event: &game_event::Event, at: i64) {
        if let game_event::Event::MovePlayed(_) = event {
            self.plies.entry(game.to_owned()).or_default().push(at);
        } else if let game_event::Event::Finished(_) = event {
            self.add_end(game.to_owned(), at);
        }
    }

    fn add_decision(&mut self, event: &tournament_event::Event, at: i64) {
        if let tournament_event::Event::ResultRecorded(result) = event {
            self.add_end(format!("r{}-t{}", result.round, result.table), at);
            self.counted.get_or_insert(at);
        } else if let tournament_event::Event::RoundClosed(_) = event {
            self.closed.get_or_insert(at);
        }
    }

    fn add_end(&mut self, game: String, at: i64) {
        let first = self.results.entry(game).or_insert(at);
        *first = at.min(*first);
    }

    /// Returns the newest moment of which an answer tells; `None` if it tells of no play.
    ///
    /// # Errors
    /// If it tells of something that is not in the log.
    fn newest(&self, told: &ToldPlay) -> Result<Option<i64>> {
        let mut moments = Vec::new();
        for (id, plies) in &told.plies {
            if let Some(last) = plies.checked_sub(1) {
                let at = self.plies.get(id).and_then(|moments| moments.get(last));
                moments.push(*at.with_context(|| format!("no move {plies} of {id}"))?);
            }
        }
        for id in &told.results {
            moments.push(*self.results.get(id).with_context(|| format!("no end of {id}"))?);
        }
        if told.is_counted {
            moments.push(self.counted.context("no result")?);
        }
        if told.is_closed {
            moments.push(self.closed.context("no end of the round")?);
        }
        Ok(moments.into_iter().max())
    }
}

#[tokio::test]
async fn nothing_public_is_younger_than_the_delay_although_broadcast_is_killed() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    set_embargo(&clients, &round, Until::DelayS(DELAY_S)).await?;

    let address = cluster.address(Service::Broadcast);
    let paths = paths(&round);
    let (stop, stopped) = watch::channel(false);
    let mut reading = JoinSet::new();
    let watching = Spectator::watch_by_each(&cluster, &clients, &round)?;
    reading.spawn(read_on(address, paths.clone(), watching, stopped));

    let mut playing = round.play();
    for part in 1..=2 {
        playing.reach(round.move_count() * part / 3).await?;
        cluster.kill(Service::Broadcast).await?;
        playing.reach((playing.accepted() + 40).min(round.move_count())).await?;
        cluster.start_service(Service::Broadcast).await?;
    }
    playing.end().await?;

    // In the end everything is shown, whichever way it is asked for.
    let standings = round.standings();
    for spectator in &Spectator::watch_by_each(&cluster, &clients, &round)? {
        let seen = spectator.sees_end(&round).await?;
        ensure!(seen.moves == round.moves(), "{} saw {:?}", spectator.name(), seen.moves);
        ensure!(seen.standings == standings, "{} saw {:?}", spectator.name(), seen.standings);
    }
    for path in &paths {
        let told = ToldPlay::by(path, &body(address, path).await.context("an answer")?)?;
        for (id, plies) in &told.plies {
            let played = round.moves().get(id).map(Vec::len);
            ensure!(Some(*plies) == played, "{path} has {plies} moves of {id}");
        }
        let is_over = told.plies.keys().all(|id| told.results.contains(id));
        ensure!(is_over, "{path} has only the results of {:?}", told.results);
    }
    stop.send(true)?;
    let readings = reading.join_next().await.context("a reader")???;

    let recorded = Recorded::of(&Audit::read(&cluster.nats_url()).await?);
    let mut sources = BTreeSet::new();
    for Reading { source, arrived_ms, told } in &readings {
        let Some(newest) = recorded.newest(told).with_context(|| source.clone())? else { continue };
        let age = arrived_ms - newest;
        let is_old_enough = age + CLOCKS_APART_MS >= i64::from(DELAY_S) * 1000;
        ensure!(is_old_enough, "{source} told after {age} ms: {told:?}");
        sources.insert(source.as_str());
    }
    // Each of them did tell of play.
    let silent: Vec<_> = paths.iter().filter(|path| !sources.contains(path.as_str())).collect();
    ensure!(silent.is_empty() && sources.len() == paths.len() + 3, "{silent:?} {sources:?}");
    cluster.finish().await
}

/// Returns an answer without what changes although nothing happens: the cursor, which counts
/// messages, the server's time, and the age of the state.
fn lasting(path: &str, body: &str) -> Result<String> {
    if path.ends_with(".pdn") {
        return Ok(body.to_owned());
    }
    let mut value: Value = serde_json::from_str(body)?;
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|field, _value| !["cursor", "now", "fresh"].contains(&field.as_str()));
    }
    Ok(value.to_string())
}

/// Returns everything public, by address.
async fn shown(address: SocketAddr, paths: &[String]) -> Result<BTreeMap<String, String>> {
    let mut shown = BTreeMap::new();
    for path in paths {
        let body = body(address, path).await.with_context(|| path.clone())?;
        shown.insert(path.clone(), lasting(path, &body)?);
    }
    Ok(shown)
}

#[tokio::test]
async fn until_the_round_ends_every_answer_is_as_before_it_also_from_a_broadcast_that_starts()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(2).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    let address = cluster.address(Service::Broadcast);
    let paths = paths(&round);
    let watching = Spectator::watch_by_each(&cluster, &clients, &round)?;
    for spectator in &watching {
        spectator.sees("every board", |seen| seen.moves.len() == 2).await?;
    }
    for table in 1..=2 {
        // From here on nothing happens until somebody plays.
        let path = format!("{}/games/{}", round.path(), round.game(table).game);
        until("the clock to be public", || async {
            let body = body(address, &path).await?;
            body.contains("\"running\":\"white\"").then_some(())
        })
        .await?;
    }
    set_embargo(&clients, &round, Until::End(EmbargoEnd::Round.into())).await?;
    until("the embargo to be public", || async {
        let head = body(address, &format!("{}/head", round.path())).await?;
        head.contains("\"until\":\"round-end\"").then_some(())
    })
    .await?;
    let before = shown(address, &paths).await?;
    let is_as_before = async |when: &str| {
        let now = shown(address, &paths).await?;
        for (path, shown) in &before {
            ensure!(now.get(path) == Some(shown), "{when}, {path} became {:?}", now.get(path));
        }
        for spectator in &watching {
            let told = ToldPlay::of(&spectator.seen());
            let is_silent = told.plies.values().all(|plies| *plies == 0)
                && told.results.is_empty()
                && !told.is_counted
                && !told.is_closed;
            ensure!(is_silent, "{when}, {} saw {told:?}", spectator.name());
        }
        Ok(())
    };

    let [mut white, mut black] = [Color::White, Color::Black].map(|color| round.tablet(1, color));
    let script = round.scripts().first().context("a game")?.clone();
    let mut ply = 0;
    for part in ["before broadcast is killed", "after it is started"] {
        for _ in 0..10 {
            ply += 1;
            let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
            let verdict = tablet.play(ply, script.move_text(ply)?).await?;
            ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
            is_as_before(part).await?;
        }
        cluster.kill(Service::Broadcast).await?;
        cluster.start_service(Service::Broadcast).await?;
        is_as_before(part).await?;
    }
    white.resign().await?;
    until("the result to count for the arbiters", || async {
        let request = GetStandingsRequest { tournament: round.reference(), ..Default::default() };
        let standings = clients.pairing.clone().get_standings(request).await.ok()?.into_inner();
        standings.standings.iter().any(|line| line.played == 1).then_some(())
    })
    .await?;
    is_as_before("after a game has ended").await?;

    round.tablet(2, Color::White).resign().await?;
    for spectator in &watching {
        spectator
            .sees("the round", |seen| {
                seen.move_count() == ply
                    && seen.results.len() == 2
                    && seen.rounds.get(&1).is_some_and(|state| state == "closed")
                    && seen.standings.iter().all(|line| line.played == 1)
            })
            .await?;
    }
    // One that starts now shows the same.
    let after = shown(address, &paths).await?;
    cluster.kill(Service::Broadcast).await?;
    cluster.start_service(Service::Broadcast).await?;
    let anew = shown(address, &paths).await?;
    for (path, shown) in &after {
        ensure!(anew.get(path) == Some(shown), "{path} became {:?}", anew.get(path));
        ensure!(before.get(path) != Some(shown), "{path} tells nothing of the round");
    }
    cluster.finish().await
}

#[tokio::test]
async fn an_embargo_that_is_set_lifted_and_set_again_in_mid_game_withholds_what_is_played_under_it()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(1).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    let address = cluster.address(Service::Broadcast);
    let game = round.game(1).game;
    let path = format!("{}/games/{game}", round.path());
    let plies = async || {
        let told = ToldPlay::by(&path, &body(address, &path).await?).ok()?;
        told.plies.get(&game).copied()
    };
    let shows = async |expected: usize| {
        let what = format!("{expected} moves to be public");
        until(&what, || async { plies().await.filter(|plies| *plies == expected) }).await
    };
    let [mut white, mut black] = [Color::White, Color::Black].map(|color| round.tablet(1, color));
    let script = round.scripts().first().context("a game")?.clone();
    let mut play = async |plies: std::ops::RangeInclusive<usize>| {
        for ply in plies {
            let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
            let verdict = tablet.play(ply, script.move_text(ply)?).await?;
            ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
        }
        anyhow::Ok(())
    };

    play(1..=4).await?;
    shows(4).await?;
    for (first, until_then) in [(5, Until::DelayS(3_600)), (9, Until::End(EmbargoEnd::Game.into()))]
    {
        set_embargo(&clients, &round, until_then).await?;
        play(first..=first + 1).await?;
        let public = first - 1;
        ensure!(plies().await == Some(public), "{until_then:?}: {:?}", plies().await);
        cluster.kill(Service::Broadcast).await?;
        cluster.start_service(Service::Broadcast).await?;
        shows(public).await?;
        set_embargo(&clients, &round, None).await?;
        shows(public + 2).await?;
        play(first + 2..=first + 3).await?;
        shows(public + 4).await?;
    }
    cluster.finish().await
}
