//! The floor beneath a move's way: bare JetStream, publish-with-ack twice, then delivery to a plain
//! subscriber of the republished copy.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{
    self,
    stream::{Config, Republish, StorageType},
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::time::{Instant, MissedTickBehavior};

use crate::passage::{Calendar, Passage, Store, must};

/// Bytes of a message, about those of a move's envelope early in a game.
const PAYLOAD: usize = 400;

const FIRST: &str = "FLOORA";
const SECOND: &str = "FLOORB";

/// Two streams and a subscriber, on connections of their own.
#[derive(Debug)]
pub struct Floor {
    publisher: jetstream::Context,
    subscriber: async_nats::Subscriber,
    stores: [Store; 2],
    // Kept, for the subscription lives as long as its connection.
    _reader: async_nats::Client,
    payload: Bytes,
}

impl Floor {
    /// Makes the streams and subscribes.
    ///
    /// # Errors
    /// If NATS does not answer.
    pub async fn new(url: &str) -> anyhow::Result<Self> {
        let publisher = jetstream::new(async_nats::connect(url).await?);
        for name in [FIRST, SECOND] {
            let root = name.to_lowercase();
            publisher
                .create_stream(Config {
                    name: name.to_owned(),
                    subjects: vec![format!("{root}.>")],
                    storage: StorageType::File,
                    republish: Some(Republish {
                        source: format!("{root}.>"),
                        destination: format!("copy.{root}.>"),
                        headers_only: false,
                    }),
                    ..Config::default()
                })
                .await
                .with_context(|| format!("make stream {name}"))?;
        }
        let reader = async_nats::connect(url).await?;
        let subscriber = reader.subscribe("copy.floorb.>").await?;
        reader.flush().await?;
        let store = |stream: &'static str| {
            Store::new(jetstream::new(reader.clone()), stream, String::new())
        };
        let stores = [FIRST, SECOND].map(store);
        Ok(Self {
            publisher,
            subscriber,
            stores,
            _reader: reader,
            payload: vec![7; PAYLOAD].into(),
        })
    }

    /// Sends `rate` messages a second for `seconds`, one after another, and measures each.
    ///
    /// # Errors
    /// If NATS does not answer.
    pub async fn measure(&mut self, rate: u32, seconds: u64) -> anyhow::Result<Vec<Passage>> {
        let calendar = Calendar::now()?;
        let mut ends = Vec::new();
        let mut tick = tokio::time::interval(Duration::from_secs(1) / rate.max(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            tick.tick().await;
            let begin = Instant::now();
            self.publisher.publish("floora.game", self.payload.clone()).await?.await?;
            self.publisher.publish("floorb.game", self.payload.clone()).await?.await?;
            must(self.subscriber.next()).await?;
            ends.push([begin, Instant::now()]);
        }
        let [first, second] = &mut self.stores;
        let (first, second) = (first.read().await?, second.read().await?);
        ensure!(first.len() == ends.len() && second.len() == ends.len(), "a message is missing");
        let passages = ends.into_iter().zip(first).zip(second).map(|((ends, first), second)| {
            let [begin, end] = ends.map(|instant| calendar.moment(instant));
            Passage([begin, first.moment, second.moment, end])
        });
        Ok(passages.collect())
    }
}
