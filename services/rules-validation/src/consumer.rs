//! Hands messages of INPUT and CLOCK to their games. A message is acknowledged when its effect is stored.

use proto::subject::Subject;
use runtime::{Delivery, LogEntry};

use crate::games::Games;

/// Hands the messages of one stream to games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    games: Games,
}

impl GameConsumer {
    pub(crate) fn new(games: Games) -> Self {
        Self { games }
    }

    /// Hands a message to the game that its subject names, also one that cannot be understood: it has its
    /// turn among the others.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let games = self.games.clone();
        async move {
            let game = match &delivery.entry {
                Ok(entry) => LogEntry::game(entry),
                Err(unreadable) => {
                    unreadable.subject.parse::<Subject>().ok().and_then(|it| it.game_key())
                }
            };
            match game {
                // A message that is dropped because the service stops is delivered again.
                Some(key) => {
                    let _stopped = games.send(&key, delivery).await;
                }
                // INPUT also holds the tables and devices of a tournament, which concern no game.
                None => delivery.ack().await,
            }
        }
    }
}
