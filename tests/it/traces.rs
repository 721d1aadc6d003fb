//! Checks that one trace runs from a tablet's call to the frame for spectators, over every process
//! on the way, and that the metrics of each have it as an example.

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
};

use anyhow::{Context as _, Result, ensure};
use proto::v1::{Color, InputHeader, ListClocksRequest, SubmitMoveRequest, VerdictStatus};
use serde_json::Value;
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    collector::{Collector, SeenSpan},
    free_port::free_port,
    round::Round,
    script::montpellier,
    until,
};
use tonic::{Request, metadata::MetadataValue};

/// The trace that the tablet began, and its own span in it (W3C trace context).
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const TABLET: &str = "00f067aa0ba902b7";

#[tokio::test]
async fn one_trace_runs_from_the_tablet_to_the_frame() -> Result<()> {
    let collector = Collector::start().await?;
    let mut cluster = Cluster::prepare()?;
    let mut metrics = BTreeMap::new();
    for service in Service::ALL {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        cluster.add_argument(service, "--otlp-endpoint", &collector.endpoint());
        cluster.add_argument(service, "--metrics", &address.to_string());
        metrics.insert(service, address);
    }
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(1).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    // A move that comes before the start of its game brings that along, in its own trace.
    round.clock("the start", 1, |state| state.running() == Color::White).await?;

    let submit = SubmitMoveRequest {
        header: Some(InputHeader {
            game: Some(round.game(1)),
            device: "t1-white".to_owned(),
            sequence: 1,
            wait_ms: 5000,
            ..Default::default()
        }),
        ply: 1,
        r#move: Some(round.scripts()[0].move_text(1)?),
    };
    let mut submit = Request::new(submit);
    let context = format!("00-{TRACE}-{TABLET}-01");
    submit.metadata_mut().insert("traceparent", MetadataValue::try_from(context)?);
    let verdict = clients.board_ingest.clone().submit_move(submit).await?.into_inner().verdict;
    let verdict = verdict.context("a verdict")?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    until("Black's clock to run", || black_runs(&clients, &round)).await?;
    until("the spectators to see it", || is_shown(&cluster, &round)).await?;
    for (service, series) in [
        (Service::BoardIngest, r#"damcast_move_age_seconds_bucket{stage="stored","#),
        (
            Service::BoardIngest,
            r#"rpc_server_call_duration_seconds_bucket{rpc_method="damcast.v1.BoardIngestService/SubmitMove","#,
        ),
        (Service::RulesValidation, r#"damcast_move_age_seconds_bucket{stage="judged","#),
        (Service::Broadcast, r#"damcast_move_age_seconds_bucket{stage="shown","#),
    ] {
        let address = *metrics.get(&service).context("an address")?;
        until(&format!("{series} to have the trace"), || has_exemplar(address, series)).await?;
    }
    // A service sends its remaining spans when it stops.
    cluster.finish().await?;

    let spans = collector.spans();
    let ours: Vec<&SeenSpan> = spans.iter().filter(|span| span.trace == TRACE).collect();
    let only = |service: &str, subject: &str| -> Result<&SeenSpan> {
        let mut found = ours.iter().filter(|span| {
            span.service == service && span.attribute("subject").starts_with(subject)
        });
        let first = found.next().with_context(|| {
            format!("{service} sent no span of {subject:?} in the trace: {ours:#?}")
        })?;
        ensure!(found.next().is_none(), "{service} sent two spans of {subject:?}: {ours:#?}");
        Ok(first)
    };
    let call = only("board-ingest", "")?;
    let judged = only("rules-validation", "input.")?;
    let shown = only("broadcast", "game.")?;
    let pressed = only("clock", "game.")?;
    let ticking = only("broadcast", "clock.")?;
    for (span, parent) in [
        (call, TABLET),
        (judged, &call.id),
        (shown, &judged.id),
        (pressed, &judged.id),
        (ticking, &pressed.id),
    ] {
        ensure!(span.parent == parent, "{span:?} is not part of {parent}");
    }
    let path = "/damcast.v1.BoardIngestService/SubmitMove";
    ensure!(call.attribute("path") == path, "{call:?}");

    // Sending spans creates no spans.
    let foreign: Vec<_> = spans
        .iter()
        .filter(|span| !["call", "handle", "broadcast"].contains(&span.name.as_str()))
        .collect();
    ensure!(foreign.is_empty(), "{foreign:#?}");
    Ok(())
}

/// Returns `Some` when a bucket of a series has the trace as its example, for whoever asks for
/// `OpenMetrics`.
async fn has_exemplar(address: SocketAddr, series: &str) -> Option<()> {
    let accepted = [("accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")];
    let answer = client::get(address, "/metrics", &accepted).await.ok()?;
    let is_open_metrics = answer.header("content-type").starts_with("application/openmetrics-text");
    let text =
        answer.text().await.ok().filter(|text| is_open_metrics && text.ends_with("# EOF\n"))?;
    let exemplar = format!("# {{trace_id=\"{TRACE}\",span_id=");
    let mut lines = text.lines().filter(|line| line.starts_with(series));
    lines.any(|line| line.contains(&exemplar)).then_some(())
}

async fn black_runs(clients: &Clients, round: &Round) -> Option<()> {
    let request = ListClocksRequest { tournament: round.reference() };
    let clocks = clients.clock.clone().list_clocks(request).await.ok()?.into_inner().clocks;
    let running = clocks.first()?.state.as_ref()?.running();
    (running == Color::Black).then_some(())
}

/// Returns `Some` when broadcast shows the move and the running clock.
async fn is_shown(cluster: &Cluster, round: &Round) -> Option<()> {
    let answer = client::get(cluster.address(Service::Broadcast), &round.path(), &[]).await.ok()?;
    let shown: Value = serde_json::from_str(&answer.text().await.ok()?).ok()?;
    let game = shown["games"].get(0)?;
    let moves = game["moves"].as_array()?;
    (moves.len() == 1 && game["clock"]["running"] == "black").then_some(())
}
