//! Passes messages of INPUT and CLOCK to their games. A message is acknowledged once its effect is
//! stored.

use proto::subject::Subject;
use runtime::{Delivery, LogEntry};

use crate::games::{GameMessage, Games};

/// Passes the messages of one stream to games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    games: Games,
}

impl GameConsumer {
    pub(crate) fn new(games: Games) -> Self {
        Self { games }
    }

    /// Passes a message to the game that its subject names. One that cannot be decoded goes there too, so
    /// that it is handled in its order.
    pub(crate) fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let games = self.games.clone();
        async move {
            let game = match &delivery.entry {
                Ok(entry) => LogEntry::game(entry),
                Err(unreadable) => {
                    unreadable.subject.parse::<Subject>().ok().and_then(|it| it.game_key())
                }
            };
            match game {
                // An error means that the service stops; the message will be delivered again.
                Some(key) => {
                    let _stopped = games.send(&key, GameMessage::Judge(Box::new(delivery))).await;
                }
                // INPUT also holds seats and devices of tournaments, which concern no game.
                None => delivery.ack().await,
            }
        }
    }
}
