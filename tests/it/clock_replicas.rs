//! Checks that each flag falls once and at its moment with two clock services, after one of them is
//! killed, and with none running at that moment.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    self, Envelope, ListClocksRequest, Score, TimeControl, clock_event::Event, envelope::Record,
};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};

const GAMES: u32 = 24;
/// White's whole time.
const CONTROL: TimeControl = TimeControl { base_ms: 4_000, increment_ms: 0, stages: Vec::new() };

async fn open(clients: &Clients) -> Result<Round> {
    let script = |table| Script { score: Score::BlackWins, ..Script::of_table(table) };
    Round::open_timed(clients, "round", (1..=GAMES).map(script).collect(), CONTROL).await
}

/// Waits until every flag has fallen, and checks that each fell once, at the end of White's time.
async fn every_flag_fell_once(cluster: &Cluster, clients: &Clients, round: &Round) -> Result<()> {
    until("every flag to fall", || async {
        let request = ListClocksRequest { tournament: round.reference() };
        let clocks = clients.clock.clone().list_clocks(request).await.ok()?.into_inner().clocks;
        let states = clocks.iter().filter_map(|clock| clock.state.as_ref());
        let fallen = states.filter(|state| state.flag() == v1::Color::White).count();
        (fallen == GAMES as usize).then_some(())
    })
    .await?;
    let audit = Audit::read(&cluster.nats_url()).await?;
    for table in 1..=GAMES {
        let subject = format!("clock.main.round.{}", round.game(table).game);
        let written = audit.envelopes.get(&("CLOCK", subject.clone())).context(subject.clone())?;
        let (mut started, mut fell) = (Vec::new(), Vec::new());
        for event in written.iter().flat_map(events) {
            if let Event::Started(at) = event {
                started.push(at.at_ms);
            } else if let Event::FlagFell(at) = event {
                fell.push(at.at_ms);
            }
        }
        let due: Vec<i64> = started.iter().map(|at_ms| at_ms + 4_000).collect();
        ensure!(started.len() == 1 && fell == due, "{subject}: {started:?} {fell:?}");
    }
    Ok(())
}

fn events(envelope: &Envelope) -> Vec<Event> {
    let Some(Record::Clock(record)) = &envelope.record else { return Vec::new() };
    record.events.iter().filter_map(|event| event.event.clone()).collect()
}

#[tokio::test]
async fn two_clock_services_let_each_flag_fall_once_even_when_one_is_killed() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let second = cluster.replica(Service::Clock).await?;
    let third = cluster.replica(Service::Clock).await?;
    let clients = Clients::of(&cluster)?;
    let round = open(&clients).await?;
    // Two services are left when the flags fall.
    cluster.kill(Service::Clock).await?;
    cluster.start_service(Service::Clock).await?;
    drop(third);
    every_flag_fell_once(&cluster, &clients, &round).await?;
    drop(second);
    cluster.finish().await
}

#[tokio::test]
async fn a_flag_due_while_no_clock_service_runs_falls_at_its_own_moment() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = open(&clients).await?;
    let opened = runtime::WallClock::system().now().millis();
    cluster.kill(Service::Clock).await?;
    // Long after the deadline and after the grace for presses on their way.
    until("the time to be over", || async {
        (runtime::WallClock::system().now().millis() > opened + 8_000).then_some(())
    })
    .await?;
    cluster.start_service(Service::Clock).await?;
    every_flag_fell_once(&cluster, &clients, &round).await?;
    cluster.finish().await
}
