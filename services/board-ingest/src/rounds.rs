//! Begins the games of a round that was opened: the first input of each game is its start.

use std::time::Duration;

use draughts::Position;
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, round},
    subject::{GameId, Subject},
    v1::{Envelope, InputRecord, StartGame, TournamentCreated, input_record::Action},
};
use runtime::{Delivery, EventLog, Ledger};
use tokio_util::sync::CancellationToken;
use tournament::{Event, RoundNumber, Tournament};
use tracing::Instrument as _;

use crate::{error::Error, tables::Tables};

/// Who hands in the start of a game.
const DEVICE: &str = "round";
const PAUSE: Duration = Duration::from_millis(200);

/// Begins games.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    log: EventLog,
    tables: Tables,
    stopping: CancellationToken,
}

impl Rounds {
    pub(crate) fn new(log: EventLog, tables: Tables, stopping: CancellationToken) -> Self {
        Self { log, tables, stopping }
    }

    /// Begins every game of the rounds that a message of TOURNAMENT opens, and acknowledges it then.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let rounds = self.clone();
        let span = delivery.span();
        async move {
            for round in opened(&delivery) {
                while let Err(error) = rounds.begin(&delivery, round).await {
                    tracing::warn!(%error, "begin the games of a round; trying again");
                    tokio::select! {
                        () = rounds.stopping.cancelled() => return,
                        () = tokio::time::sleep(PAUSE) => {}
                    }
                }
            }
            delivery.ack().await;
        }
        .instrument(span)
    }

    async fn begin(&self, delivery: &Delivery, round: RoundNumber) -> Result<(), Error> {
        let Ok(subject) = delivery.stored.subject.parse::<Subject>() else { return Ok(()) };
        let key = subject.tournament.clone();
        let ledger: Ledger<Tournament> = Ledger::load(&self.log, subject).await?;
        let Some(paired) = ledger.state().round(round) else { return Ok(()) };
        for game in paired.games() {
            let Ok(id) = GameId::new(round.get(), game.pairing.table.get()) else { continue };
            if let Some(start) = start(ledger.state(), id) {
                self.tables.begin(&key.game(id), start).await?;
            }
        }
        Ok(())
    }
}

/// The first input of a game: its start, when its round is open.
pub(crate) fn start(tournament: &Tournament, game: GameId) -> Option<InputRecord> {
    let settings = tournament.settings()?;
    let opened = tournament.round(round(game.round()).ok()?)?.opened_at()?;
    let mut start = StartGame {
        fen: Position::start(settings.rules.variant()).fen(),
        control: TournamentCreated::from(settings).control,
        ..StartGame::default()
    };
    start.set_rules(settings.rules.into());
    Some(InputRecord {
        device: DEVICE.to_owned(),
        sequence: 1,
        at_ms: opened.millis(),
        device_at_ms: 0,
        action: Some(Action::Start(start)),
    })
}

/// The rounds that a message opens.
fn opened(delivery: &Delivery) -> Vec<RoundNumber> {
    let record = Envelope::decode(delivery.stored.payload.clone())
        .ok()
        .and_then(|envelope| envelope.record)
        .map(Tournament::from_record);
    let Some(Ok(events)) = record else {
        tracing::error!("passed over a message of TOURNAMENT that cannot be understood");
        return Vec::new();
    };
    events
        .into_iter()
        .filter_map(|event| match event {
            Event::RoundOpened { round, .. } => Some(round),
            Event::Created { .. }
            | Event::PlayerEntered { .. }
            | Event::LotsDrawn { .. }
            | Event::RoundPaired { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::RoundClosed { .. } => None,
        })
        .collect()
}
