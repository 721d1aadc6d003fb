//! Checks that services leave what a newer program wrote: a message of a newer schema stops
//! everybody who reads it, is not acknowledged, and changes nothing.

use std::process::Command as Program;

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use prost::Message as _;
use proto::{
    NEWEST_SCHEMA,
    subject::{Stream, consumer},
    v1::{
        ClockRecord, Envelope, GameRecord, InputRecord, TableRecord, TournamentRecord,
        envelope::Record,
    },
};
use tests::cluster::{Cluster, Service};

/// Part of every error that such a message causes.
const NEWER: &str = "a newer program wrote it";

#[tokio::test]
async fn an_input_of_a_newer_schema_stops_who_reads_it_and_is_left() -> Result<()> {
    let record = Record::Input(InputRecord::default());
    let readers = [(Service::RulesValidation, At::AnyTime)];
    check("input.main.newer.r1-t1", record, &readers).await
}

#[tokio::test]
async fn a_seat_of_a_newer_schema_stops_who_reads_it_and_is_left() -> Result<()> {
    let record = Record::Table(TableRecord::default());
    let readers = [
        (Service::BoardIngest, At::Arrival),
        (Service::RulesValidation, At::AnyTime),
        (Service::Clock, At::Arrival),
    ];
    check("input.main.newer.tables", record, &readers).await
}

#[tokio::test]
async fn a_game_of_a_newer_schema_stops_who_reads_it_and_is_left() -> Result<()> {
    let record = Record::Game(GameRecord::default());
    let readers = [
        (Service::BoardIngest, At::Arrival),
        (Service::Clock, At::AnyTime),
        (Service::Pairing, At::AnyTime),
        (Service::Broadcast, At::AnyTime),
    ];
    check("game.main.newer.r1-t1", record, &readers).await
}

#[tokio::test]
async fn a_clock_of_a_newer_schema_stops_who_reads_it_and_is_left() -> Result<()> {
    let record = Record::Clock(ClockRecord::default());
    let readers = [
        (Service::BoardIngest, At::Arrival),
        (Service::RulesValidation, At::AnyTime),
        (Service::Clock, At::AnyTime),
        (Service::Broadcast, At::AnyTime),
    ];
    check("clock.main.newer.r1-t1", record, &readers).await
}

#[tokio::test]
async fn a_tournament_of_a_newer_schema_stops_who_reads_it_and_is_left() -> Result<()> {
    let record = Record::Tournament(TournamentRecord::default());
    let readers = [
        (Service::BoardIngest, At::AnyTime),
        (Service::Pairing, At::AnyTime),
        (Service::Broadcast, At::AnyTime),
    ];
    check("tournament.main.newer.log", record, &readers).await
}

/// The moment at which a service reads a message of which nobody asks anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// At the moment it is stored: entries from before the start of the service are read on demand.
    Arrival,
    /// Also when it was stored before the start of the service.
    AnyTime,
}

/// Stores a record of a newer schema. Checks that its readers end with an error that names it, also
/// when they are started again, that the other services go on, and that nothing is acknowledged or
/// written.
async fn check(subject: &str, record: Record, readers: &[(Service, At)]) -> Result<()> {
    let mut cluster = Cluster::start().await?;
    cluster.expect_error(NEWER);
    let client = async_nats::connect(cluster.nats_url()).await?;
    let log = jetstream::new(client);
    let schema = NEWEST_SCHEMA + 1;
    let newer = Envelope { version: 1, schema, record: Some(record), ..Envelope::default() };
    log.publish(subject.to_owned(), newer.encode_to_vec().into()).await?.await?;

    let error = format!(
        "read {subject} at sequence 1: {NEWER}: its schema is {schema}, and the newest known here is \
         {NEWEST_SCHEMA}"
    );
    for again in [false, true] {
        for &(reader, at) in readers {
            if again && at == At::Arrival {
                cluster.start_service(reader).await?;
                continue;
            }
            if again {
                cluster.launch(reader).await?;
            }
            let end = cluster.ended(reader).await?;
            ensure!(!end.is_success(), "{} ended with {end}", reader.name());
            let text = cluster.log(reader)?;
            let last = text.lines().last().context("a log")?;
            ensure!(last.starts_with("damcast: ") && last.ends_with(&error), "{last}");
        }
    }

    let stored = Stream::ALL.into_iter().find(|stream| subject.starts_with(stream.root()));
    for stream in Stream::ALL {
        let mut held = log.get_stream(stream.name()).await?;
        let expected = u64::from(Some(stream) == stored);
        ensure!(held.info().await?.state.messages == expected, "{}", stream.name());
    }
    for (stream, name) in consumer::ALL.into_iter().filter(|(stream, _)| Some(*stream) == stored) {
        let stream = log.get_stream(stream.name()).await?;
        let mut consumer: jetstream::consumer::PullConsumer =
            stream.get_consumer(name).await.map_err(|error| anyhow::anyhow!(error))?;
        let floor = consumer.info().await?.ack_floor.stream_sequence;
        ensure!(floor == 0, "{name} has acknowledged it");
    }
    let doctor = Program::new(cluster.program())
        .args(["doctor", "--nats", &cluster.nats_url(), "--data"])
        .arg(cluster.directory().join("nowhere"))
        .output()?;
    let stored = stored.context("a stream")?.name();
    let told = format!("A newer program wrote messages of the stream {stored}: 1.");
    let text = String::from_utf8(doctor.stdout)?;
    ensure!(text.contains(&told) && !text.contains("cannot be read"), "{text}");
    // The services that did not read it go on until they are stopped.
    cluster.finish().await
}
