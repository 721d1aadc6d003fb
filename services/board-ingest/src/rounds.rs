//! Begins the games of a round that was opened: the first input of each game is its start.

use std::time::Duration;

use draughts::{DeviceId, InputId, Position, Timestamp};
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, ConvertError},
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
            for (round, at) in opened(&delivery) {
                while let Err(error) = rounds.begin(&delivery, round, at).await {
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

    async fn begin(
        &self,
        delivery: &Delivery,
        round: RoundNumber,
        at: Timestamp,
    ) -> Result<(), Error> {
        let Ok(subject) = delivery.stored.subject.parse::<Subject>() else { return Ok(()) };
        let key = subject.tournament.clone();
        let ledger: Ledger<Tournament> = Ledger::load(&self.log, subject).await?;
        let tournament = ledger.state();
        let (Some(settings), Some(paired)) = (tournament.settings(), tournament.round(round))
        else {
            return Ok(());
        };
        let mut start = StartGame {
            fen: Position::start(settings.rules.variant()).fen(),
            control: TournamentCreated::from(settings).control,
            ..StartGame::default()
        };
        start.set_rules(settings.rules.into());
        for game in paired.games() {
            let table = game.pairing.table.get();
            let Ok(id) = GameId::new(round.get(), table) else { continue };
            let record = InputRecord {
                device: DEVICE.to_owned(),
                sequence: 1,
                at_ms: at.millis(),
                device_at_ms: 0,
                action: Some(Action::Start(start.clone())),
            };
            let device =
                DeviceId::new(DEVICE).map_err(|source| ConvertError::invalid("device", source))?;
            let input = InputId::new(device, 1);
            self.tables.submit(&key.game(id), input, record, Duration::ZERO).await?;
        }
        Ok(())
    }
}

/// The rounds that a message opens, and when.
fn opened(delivery: &Delivery) -> Vec<(RoundNumber, Timestamp)> {
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
            Event::RoundOpened { round, at } => Some((round, at)),
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
