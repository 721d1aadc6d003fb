//! The opening of a round by the desk, which tells again what the log loses of it.

use anyhow::{Context as _, Result};
use proto::{
    subject::Stream,
    v1::{
        AssignTableRequest, CreateTournamentRequest, EnterPlayerRequest, GetTournamentRequest,
        ListTablesRequest, OpenRoundRequest, PairRoundRequest, PairingSystem, Player, RuleSet,
        Seat, TablePairing, TimeControl, TournamentCreated,
        board_ingest_service_client::BoardIngestServiceClient,
        pairing_service_client::PairingServiceClient,
    },
};
use tokio::time::{Duration, sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::ANSWER,
    channel::LossyChannel,
    hall::{GAMES, Hall},
    replica::World,
    wait::until,
};

/// The time after which the desk looks again what it has to tell again.
const AGAIN: Duration = Duration::from_millis(300);

/// Returns the author of what the desk tells.
fn by() -> String {
    "Arbiter".to_owned()
}

/// Returns the names of the players, in the order in which they enter.
fn names() -> impl Iterator<Item = String> {
    (1..=GAMES).flat_map(|table| ["White", "Black"].map(|color| format!("{color} {table}")))
}

/// Passes over what was told before.
fn or_known<T>(answered: Result<T, Status>) -> Result<(), Status> {
    match answered {
        Err(status)
            if ![Code::AlreadyExists, Code::FailedPrecondition].contains(&status.code()) =>
        {
            Err(status)
        }
        _told => Ok(()),
    }
}

impl Hall {
    fn tournament_to_create(&self) -> CreateTournamentRequest {
        let control = TimeControl { base_ms: 900_000, increment_ms: 5_000, stages: Vec::new() };
        let settings = TournamentCreated {
            name: "A simulated round".to_owned(),
            rules: RuleSet::International.into(),
            control: Some(control),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        CreateTournamentRequest {
            tournament: self.reference(),
            settings: Some(settings),
            by: by(),
            ..Default::default()
        }
    }

    fn player_to_enter(&self, name: String) -> EnterPlayerRequest {
        let tournament = self.reference();
        EnterPlayerRequest { tournament, name, by: by(), ..EnterPlayerRequest::default() }
    }

    fn round_to_pair(&self, players: &[u32]) -> PairRoundRequest {
        let pairings = (1..).zip(players.chunks_exact(2));
        let pairings =
            pairings.map(|(table, two)| TablePairing { table, white: two[0], black: two[1] });
        PairRoundRequest {
            tournament: self.reference(),
            round: 1,
            pairings: pairings.collect(),
            by: by(),
            ..Default::default()
        }
    }

    fn seats(&self) -> Vec<AssignTableRequest> {
        let mut seats = vec![("desk".to_owned(), 0, Seat::Desk)];
        for table in 1..=GAMES {
            seats.push((format!("t{table}-white"), table, Seat::White));
            seats.push((format!("t{table}-black"), table, Seat::Black));
        }
        let seats = seats.into_iter().map(|(device, table, seat)| AssignTableRequest {
            tournament: self.reference(),
            device,
            table,
            seat: seat.into(),
            ..Default::default()
        });
        seats.collect()
    }

    fn round_to_open(&self) -> OpenRoundRequest {
        let tournament = self.reference();
        OpenRoundRequest { tournament, round: 1, by: by(), ..Default::default() }
    }

    /// Makes the tournament, seats the tablets and opens the round, with nothing going wrong.
    pub(crate) async fn open(&self, pairing: &LossyChannel, ingest: &LossyChannel) -> Result<()> {
        let mut pairing = PairingServiceClient::new(pairing.clone());
        let mut ingest = BoardIngestServiceClient::new(ingest.clone());
        pairing.create_tournament(self.tournament_to_create()).await?;
        let mut players = Vec::new();
        for name in names() {
            let entered = pairing.enter_player(self.player_to_enter(name)).await?.into_inner();
            players.push(entered.player.context("a player")?.id);
        }
        pairing.pair_round(self.round_to_pair(&players)).await?;
        for request in self.seats() {
            until("a seat", || {
                let (mut ingest, request) = (ingest.clone(), request.clone());
                async move { ingest.assign_table(request).await.ok() }
            })
            .await?;
        }
        pairing.open_round(self.round_to_open()).await?;
        until("every table to have its game", || {
            let (mut ingest, tournament) = (ingest.clone(), self.reference());
            async move {
                let request = ListTablesRequest { tournament };
                let tables = ingest.list_tables(request).await.ok()?.into_inner().tables;
                let playing = tables.iter().filter(|table| !table.game.is_empty()).count();
                (playing == GAMES as usize).then_some(())
            }
        })
        .await?;
        // Both replicas know by now.
        sleep(Duration::from_secs(1)).await;
        ingest.list_tables(ListTablesRequest { tournament: self.reference() }).await?;
        Ok(())
    }

    /// Tells again what the log has lost of the opening, until the run ends.
    pub(crate) async fn tell_again(
        self,
        world: World,
        pairing: LossyChannel,
        ingest: LossyChannel,
    ) {
        let pairing = PairingServiceClient::new(pairing);
        let ingest = BoardIngestServiceClient::new(ingest);
        let mut told = 0;
        loop {
            sleep(AGAIN).await;
            let losses = |stream| world.server.store().losses_of(stream);
            let lost = losses(Stream::Tournament) + losses(Stream::Input);
            if lost == told {
                continue;
            }
            let telling = self.tell(pairing.clone(), ingest.clone());
            // A message that was on its way may be lost with the next loss, so all is told once
            // more then.
            if let Ok(Ok(())) = timeout(10 * ANSWER, telling).await {
                told = lost;
            }
        }
    }

    async fn players(
        &self,
        mut pairing: PairingServiceClient<LossyChannel>,
    ) -> Result<Vec<Player>, Status> {
        let request = GetTournamentRequest { tournament: self.reference(), ..Default::default() };
        Ok(pairing.get_tournament(request).await?.into_inner().players)
    }

    async fn tell(
        &self,
        mut pairing: PairingServiceClient<LossyChannel>,
        mut ingest: BoardIngestServiceClient<LossyChannel>,
    ) -> Result<(), Status> {
        or_known(pairing.create_tournament(self.tournament_to_create()).await)?;
        // The log may have lost some of them, and kept others that were entered again before.
        let entered = self.players(pairing.clone()).await?;
        let is_missing = |name: &String| entered.iter().all(|player| player.name != *name);
        for name in names().filter(is_missing) {
            pairing.enter_player(self.player_to_enter(name)).await?;
        }
        let entered = self.players(pairing.clone()).await?;
        let id = |name| Some(entered.iter().find(|player| player.name == name)?.id);
        let Some(players) = names().map(id).collect::<Option<Vec<u32>>>() else {
            // A copy that is behind has answered.
            return Err(Status::unavailable("not all players are known"));
        };
        or_known(pairing.pair_round(self.round_to_pair(&players)).await)?;
        for request in self.seats() {
            ingest.assign_table(request).await?;
        }
        or_known(pairing.open_round(self.round_to_open()).await)
    }
}
