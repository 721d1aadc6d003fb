//! Checks that a starting service reads the last message of every game, also when they exceed one
//! answer of the broker.

use std::time::Duration;

use anyhow::{Result, ensure};
use bytes::Bytes;
use proto::subject::{GameId, GameKey, Stream, Subject, TournamentKey};
use runtime::{EventLog, Nats, Tasks, config::NatsConfig};
use tests::cluster::Cluster;

/// More games than one request asks for.
const GAMES: u32 = 600;
/// Number of large messages; together they exceed one answer of the broker.
const LARGE: u32 = 500;
const LARGE_BYTES: usize = 60_000;

#[tokio::test]
async fn the_last_message_of_every_game_is_read_although_they_exceed_one_answer() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    let config = NatsConfig::at(&cluster.nats_url());
    let stopping = Tasks::new().stopping();
    let nats = Nats::connect("latest", &config, &stopping).await?;
    let log = EventLog::open(nats, &config, &stopping).await?;
    ensure!(log.last_of_each(Stream::Clock).await?.is_empty(), "an empty stream has no messages");

    let mut expected = Vec::new();
    for table in 1..=GAMES {
        let sequence = append(&log, table, 0, Bytes::from_static(b"first")).await?;
        if table > LARGE {
            expected.push((sequence, game(table)?.to_string(), 5));
        }
    }
    for table in 1..=LARGE {
        let large = Bytes::from(vec![b'x'; LARGE_BYTES]);
        let sequence = append(&log, table, u64::from(table), large).await?;
        expected.push((sequence, game(table)?.to_string(), LARGE_BYTES));
    }
    let found = log.last_of_each(Stream::Clock).await?;
    let found: Vec<_> =
        found.into_iter().map(|it| (it.sequence, it.subject, it.payload.len())).collect();
    ensure!(found == expected, "{found:?}");
    cluster.finish().await
}

fn game(table: u32) -> Result<Subject> {
    let tournament = TournamentKey { venue: "main".parse()?, tournament: "latest".parse()? };
    let key = GameKey { tournament, game: GameId::new(1, table)? };
    Ok(Subject::game(Stream::Clock, &key))
}

async fn append(log: &EventLog, table: u32, after: u64, payload: Bytes) -> Result<u64> {
    let id = format!("{table}/{after}");
    Ok(log.append(&game(table)?, &id, after, payload, Duration::from_secs(30)).await?)
}
