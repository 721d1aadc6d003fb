//! Consumes INPUT and CLOCK: passes their messages to their games. A message is acknowledged once
//! its effect is stored.

use proto::subject::{GameKey, Stream, consumer as durable};
use runtime::{ConsumerSpec, Delivery, DeliveryShares, EventLog, Tasks};

use crate::games::{ActorMessage, Games};

/// Consumes INPUT and CLOCK until the tasks stop, and lets games judge what they hold.
pub(crate) fn consume(log: &EventLog, games: &Games, tasks: &Tasks) {
    for stream in [Stream::Input, Stream::Clock] {
        let spec = ConsumerSpec { stream, name: durable::RULES_VALIDATION };
        let consumer = GameConsumer { games: games.clone(), shares: DeliveryShares::default() };
        runtime::consume(log, tasks, spec, move |delivery| consumer.hand_over(delivery));
    }
}

/// Passes the messages of one stream to games.
#[derive(Debug)]
struct GameConsumer {
    games: Games,
    shares: DeliveryShares<GameKey>,
}

impl GameConsumer {
    /// Passes a message to the game that its subject names. One that cannot be decoded goes there
    /// too, so that it is handled in its order. One beyond the game's share is set aside.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let (games, shares) = (self.games.clone(), self.shares.clone());
        async move {
            match delivery.game() {
                Some(key) => {
                    if let Some(held) = shares.take(&key, delivery).await {
                        // An error means that the service stops; the message will be delivered
                        // again.
                        let _stopped = games.send(&key, ActorMessage::Judge(Box::new(held))).await;
                    }
                }
                // INPUT also holds seats and devices of tournaments, which concern no game.
                None => delivery.ack().await,
            }
        }
    }
}
