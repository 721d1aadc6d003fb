//! Passes messages of INPUT and CLOCK to their games. A message is acknowledged once its effect is
//! stored.

use proto::subject::GameKey;
use runtime::{Delivery, DeliveryShares};

use crate::games::{ActorMessage, Games};

/// Passes the messages of one stream to games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    games: Games,
    shares: DeliveryShares<GameKey>,
}

impl GameConsumer {
    pub(crate) fn new(games: Games) -> Self {
        Self { games, shares: DeliveryShares::default() }
    }

    /// Passes a message to the game that its subject names. One that cannot be decoded goes there
    /// too, so that it is handled in its order. One beyond the game's share is set aside.
    pub(crate) fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
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
