//! Hands messages of INPUT and CLOCK to their games. A message is acknowledged when its effect is stored.

use proto::subject::Subject;
use runtime::{Delivery, InFlight};

use crate::games::{GameMessage, Games};

/// Hands the messages of one stream to games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    games: Games,
    in_flight: InFlight,
}

impl GameConsumer {
    pub(crate) fn new(games: Games) -> Self {
        Self { games, in_flight: InFlight::default() }
    }

    /// Hands a message to the game that its subject names.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let consumer = self.clone();
        async move {
            let game = delivery.stored.subject.parse::<Subject>().ok().and_then(|it| it.game_key());
            let Some(key) = game else {
                // INPUT also holds the tables and devices of a tournament, which concern no game.
                delivery.ack().await;
                return;
            };
            let Some(handling) = consumer.in_flight.begin(&delivery.stored) else { return };
            // A message that is dropped because the service stops is delivered again.
            let _stopped = consumer.games.send(&key, GameMessage { delivery, handling }).await;
        }
    }
}
