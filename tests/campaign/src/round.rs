//! A round of games, set up as an arbiter would: players, pairing, devices, opening.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AssignTableRequest, CreateTournamentRequest, EnterPlayerRequest, ListTablesRequest,
    OpenRoundRequest, PairRoundRequest, PairingSystem, RuleSet, Seat, TablePairing, TimeControl,
    TournamentCreated, TournamentRef, board_ingest_service_client::BoardIngestServiceClient,
    pairing_service_client::PairingServiceClient,
};
use tokio::time::Instant;
use tonic::transport::Channel;

use crate::script::Script;

/// The name under which tournaments are made.
const BY: &str = "Arbiter";
/// Long enough that no flag falls during a fault.
const CONTROL: TimeControl =
    TimeControl { base_ms: 4 * 3_600_000, increment_ms: 60_000, stages: Vec::new() };

/// The services that a round is set up and played with.
#[derive(Clone, Debug)]
pub(crate) struct Clients {
    /// Takes inputs.
    pub(crate) board_ingest: BoardIngestServiceClient<Channel>,
    /// Keeps tournaments.
    pub(crate) pairing: PairingServiceClient<Channel>,
}

impl Clients {
    /// Returns clients of the two services.
    pub(crate) fn new(board_ingest: Channel, pairing: Channel) -> Self {
        let board_ingest = BoardIngestServiceClient::new(board_ingest);
        let pairing = PairingServiceClient::new(pairing).max_decoding_message_size(64 << 20);
        Self { board_ingest, pairing }
    }
}

/// An open round: one game a script, by table from 1.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// The tournament at the venue "main".
    pub(crate) tournament: String,
    /// The games to be played.
    pub(crate) scripts: Vec<Script>,
}

impl Round {
    /// Makes a tournament, pairs its first round, seats a device on each side of each table, opens the round
    /// and waits until all tables have their games.
    pub(crate) async fn open(clients: &Clients, id: &str, scripts: Vec<Script>) -> Result<Self> {
        let round = Self { tournament: id.to_owned(), scripts };
        round.pair(clients).await.context("pair the round")?;
        round.seat(clients).await?;
        let request =
            OpenRoundRequest { tournament: round.reference(), round: 1, by: BY.to_owned() };
        clients.pairing.clone().open_round(request).await.context("open the round")?;
        round.wait_for_games(clients).await?;
        Ok(round)
    }

    /// Seats a device on each side of each table; those that sit there stay.
    pub(crate) async fn seat(&self, clients: &Clients) -> Result<()> {
        for (table, _script) in (1..).zip(&self.scripts) {
            for (seat, color) in [(Seat::White, "white"), (Seat::Black, "black")] {
                self.assign(clients, table, seat, color).await?;
            }
        }
        Ok(())
    }

    /// Returns the tournament for requests.
    pub(crate) fn reference(&self) -> Option<TournamentRef> {
        Some(TournamentRef { venue: "main".to_owned(), tournament: self.tournament.clone() })
    }

    async fn pair(&self, clients: &Clients) -> Result<()> {
        let mut pairing = clients.pairing.clone();
        let settings = TournamentCreated {
            name: format!("Campaign {}", self.tournament),
            rules: RuleSet::International.into(),
            control: Some(CONTROL),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        let request = CreateTournamentRequest {
            tournament: self.reference(),
            settings: Some(settings),
            by: BY.to_owned(),
            ..CreateTournamentRequest::default()
        };
        pairing.create_tournament(request).await?;
        let mut pairings = Vec::new();
        for (table, _script) in (1..).zip(&self.scripts) {
            let white = self.enter(&mut pairing, &format!("White {table}")).await?;
            let black = self.enter(&mut pairing, &format!("Black {table}")).await?;
            pairings.push(TablePairing { table, white, black });
        }
        let request = PairRoundRequest {
            tournament: self.reference(),
            round: 1,
            pairings,
            by: BY.to_owned(),
            ..PairRoundRequest::default()
        };
        pairing.pair_round(request).await?;
        Ok(())
    }

    async fn enter(&self, pairing: &mut PairingServiceClient<Channel>, name: &str) -> Result<u32> {
        let request = EnterPlayerRequest {
            tournament: self.reference(),
            name: name.to_owned(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        let entered = pairing.enter_player(request).await?.into_inner();
        Ok(entered.player.context("the player")?.id)
    }

    async fn assign(&self, clients: &Clients, table: u32, seat: Seat, color: &str) -> Result<()> {
        let request = AssignTableRequest {
            tournament: self.reference(),
            device: device(table, color),
            table,
            seat: seat.into(),
        };
        // The service learns of a new tournament from the log.
        let began = Instant::now();
        while let Err(status) = clients.board_ingest.clone().assign_table(request.clone()).await {
            ensure!(began.elapsed() < Duration::from_secs(30), "assign a device: {status}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    async fn wait_for_games(&self, clients: &Clients) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(60) {
            let request = ListTablesRequest { tournament: self.reference() };
            let tables =
                clients.board_ingest.clone().list_tables(request).await?.into_inner().tables;
            if tables.iter().filter(|table| !table.game.is_empty()).count() == self.scripts.len() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("a table of {} has no game after a minute", self.tournament)
    }
}

/// Returns the name of the device on one side of a table.
pub(crate) fn device(table: u32, color: &str) -> String {
    format!("t{table}-{color}")
}
