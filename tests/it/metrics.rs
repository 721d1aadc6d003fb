//! Checks the metrics: the table of them, the dashboards and alerts that name them, and what each
//! process answers at `/metrics` while a game is played.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use proto::v1::Color;
use runtime::metrics::{Definition, Kind};
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    free_port::free_port,
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
    until,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns every name under which Prometheus has a metric of the program.
fn prometheus_names() -> BTreeSet<String> {
    let metrics = damcast::metrics::of("damcast");
    let names = metrics.iter().flat_map(|metric| {
        let (definition, name) = (metric.definition(), metric.definition().prometheus_name());
        let parts: &[&str] = match definition.kind {
            Kind::Counter | Kind::Gauge => &[""],
            Kind::Histogram => &["_bucket", "_sum", "_count"],
        };
        parts.iter().map(move |part| format!("{name}{part}"))
    });
    names.collect()
}

#[test]
fn the_table_has_every_metric_as_the_program_lists_them() -> Result<()> {
    let (path, table) = (root().join("docs/metrics.md"), damcast::metrics::table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &table)?;
    }
    let stored = fs::read_to_string(&path)?;
    ensure!(stored == table, "docs/metrics.md is another: run this test with UPDATE_DOCS=1");
    Ok(())
}

#[test]
fn metrics_are_named_by_the_conventions_and_no_name_is_given_twice() -> Result<()> {
    let mut names = BTreeSet::new();
    for metric in damcast::metrics::of("damcast") {
        let name = metric.definition().name;
        let is_name = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        };
        ensure!(name.split('.').all(is_name), "{name}");
        let ours = ["damcast.", "process.", "rpc.server."];
        ensure!(ours.iter().any(|begin| name.starts_with(begin)), "{name}");
        ensure!(names.insert(name), "{name} is given twice");
    }
    // Of all metrics together, so that no value that is measured can make a new series.
    let metrics = damcast::metrics::of("damcast");
    let (of_calls, others): (Vec<_>, Vec<_>) = metrics
        .iter()
        .map(|metric| metric.definition())
        .partition(|definition| definition.name == "rpc.server.call.duration");
    let series = |of: &[&Definition]| of.iter().map(|of| of.series.len()).sum::<usize>();
    ensure!((others.len()..200).contains(&series(&others)), "{}", series(&others));
    // Beyond 2,000 the SDK counts all further series as one.
    ensure!((17..2000).contains(&series(&of_calls)), "{}", series(&of_calls));
    Ok(())
}

#[test]
fn dashboards_and_alerts_ask_for_metrics_that_there_are() -> Result<()> {
    let known = prometheus_names();
    let mut asked = BTreeSet::new();
    let mut files = vec![
        root().join("deploy/components/monitoring/rules.yaml"),
        root().join("deploy/overlays/hub/autoscale.yaml"),
    ];
    for file in fs::read_dir(root().join("deploy/dashboards"))? {
        let path = file?.path();
        let dashboard: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        let panels = dashboard["panels"].as_array().context("panels")?;
        ensure!(panels.len() > 3, "{}", path.display());
        for panel in panels {
            let targets = panel["targets"].as_array().context("targets")?;
            ensure!(targets.iter().all(|target| target["expr"].is_string()), "{panel}");
        }
        files.push(path);
    }
    ensure!(files.len() == 5, "{files:?}");
    for path in files {
        let text = fs::read_to_string(&path)?;
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let of_program = ["damcast_", "process_", "rpc_server_"];
        for word in words.filter(|word| of_program.iter().any(|begin| word.starts_with(begin))) {
            ensure!(known.contains(word), "{} asks for {word}", path.display());
            asked.insert(word.to_owned());
        }
    }
    // Of a histogram one part may do.
    for metric in damcast::metrics::of("damcast") {
        let name = metric.definition().prometheus_name();
        let is_asked = asked.iter().any(|asked| asked.starts_with(&name));
        ensure!(is_asked, "no dashboard and no alert asks for {name}");
    }
    Ok(())
}

/// The values of a process, by name and labels as Prometheus reads them.
pub(crate) async fn scrape(address: SocketAddr) -> Result<BTreeMap<String, f64>> {
    let answer = client::get(address, "/metrics", &[]).await?;
    ensure!(answer.header("content-type").starts_with("text/plain; version=0.0.4"));
    let text = answer.text().await?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (series, value) = line.rsplit_once(' ').with_context(|| line.to_owned())?;
            Ok((series.to_owned(), value.parse()?))
        })
        .collect()
}

#[tokio::test]
async fn every_process_tells_its_metrics_while_a_game_is_played() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    let mut endpoints = BTreeMap::new();
    for service in Service::ALL {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        cluster.add_argument(service, "--metrics", &address.to_string());
        endpoints.insert(service, address);
    }
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let transport = Transport::WebSocket(cluster.address(Service::Broadcast));
    let spectator = Spectator::watch(transport, round.reference().context("a tournament")?);
    let (mut white, mut black) = (round.tablet(1, Color::White), round.tablet(1, Color::Black));
    let script = round.scripts().first().context("a game")?.clone();
    for ply in 1..=10 {
        let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
        tablet.play(ply, script.move_text(ply)?).await?;
    }
    white.resign().await?;
    let known = prometheus_names();
    for (service, wanted) in [
        (
            Service::BoardIngest,
            &[
                (r#"damcast_move_age_seconds_count{stage="stored"}"#, 10.0),
                (r#"damcast_input_stored_duration_seconds_count{outcome="stored"}"#, 11.0),
                (r#"damcast_consumer_pending{consumer="board-ingest",stream="TOURNAMENT"}"#, 0.0),
                ("damcast_move_waiting_seconds", 0.0),
            ][..],
        ),
        (
            Service::RulesValidation,
            &[
                (r#"damcast_move_age_seconds_count{stage="judged"}"#, 10.0),
                (r#"damcast_consumer_pending{consumer="rules-validation",stream="INPUT"}"#, 0.0),
                ("damcast_games_set_aside", 0.0),
            ],
        ),
        (Service::Clock, &[(r#"damcast_consumer_pending{consumer="clock",stream="GAME"}"#, 0.0)]),
        (
            Service::Pairing,
            &[
                (r#"damcast_consumer_pending{consumer="pairing",stream="GAME"}"#, 0.0),
                ("damcast_round_pairing_duration_seconds_count", 1.0),
                ("damcast_result_age_seconds_count", 1.0),
            ],
        ),
        (
            Service::Broadcast,
            &[
                (r#"damcast_move_age_seconds_count{stage="shown"}"#, 10.0),
                (r#"damcast_spectators{transport="websocket"}"#, 1.0),
                (r#"damcast_snapshots_total{reason="first"}"#, 1.0),
                (r#"damcast_view_state{state="live"}"#, 1.0),
            ],
        ),
    ] {
        let address = *endpoints.get(&service).context("an endpoint")?;
        let of_all = [
            (format!("damcast_ready{{service=\"{}\"}}", service.name()), 1.0),
            ("damcast_nats_connected".to_owned(), 1.0),
        ];
        let wanted = wanted.iter().map(|(series, value)| ((*series).to_owned(), *value));
        for (series, value) in wanted.chain(of_all) {
            until(&format!("{} to tell {series} {value}", service.name()), || async {
                let values = scrape(address).await.ok()?;
                values.get(&series).is_some_and(|told| (told - value).abs() < 0.5).then_some(())
            })
            .await?;
        }
        for series in scrape(address).await?.keys() {
            let name = series.split('{').next().unwrap_or_default();
            ensure!(known.contains(name) || name == "target_info", "{}: {series}", service.name());
        }
        // The public port has none.
        let answer = client::get(cluster.address(service), "/metrics", &[]).await?;
        ensure!(!answer.text().await?.contains("damcast_"), "{}", service.name());
    }
    // A tablet sends a move again whose verdict is late.
    let calls = "rpc_server_call_duration_seconds_count{\
                 rpc_method=\"damcast.v1.BoardIngestService/SubmitMove\",\
                 rpc_response_status_code=\"OK\",rpc_system_name=\"grpc\"}";
    let told = scrape(*endpoints.get(&Service::BoardIngest).context("an endpoint")?).await?;
    ensure!(told.get(calls).is_some_and(|calls| *calls >= 10.0), "{told:?}");
    drop(spectator);
    cluster.finish().await
}
