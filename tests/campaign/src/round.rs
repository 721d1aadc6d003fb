//! A round of games, set up as an arbiter would: players, pairing, devices, opening.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AssignTableRequest, CreateTournamentRequest, EnterPlayerRequest, GetTournamentRequest,
    ListTablesRequest, OpenRoundRequest, PairRoundRequest, PairingSystem, RuleSet, Seat,
    TablePairing, TimeControl, TournamentCreated, TournamentRef,
    board_ingest_service_client::BoardIngestServiceClient,
    pairing_service_client::PairingServiceClient,
};
use tokio::time::Instant;
use tonic::transport::Channel;

use crate::{
    bearer::{Bearer, Caller},
    doors::{Doors, Station},
    script::Script,
};

/// The name under which tournaments are made.
const BY: &str = "Arbiter";
/// Number of games of a round, unless a command needs another.
pub(crate) const TABLES: usize = 8;
/// Longest time in which an arbiter gets a round to its games, with repeated calls.
const OPENED_WITHIN: Duration = Duration::from_secs(60);
/// Longest time in which the results of games have to be in their tournament.
const RECORDED_WITHIN: Duration = Duration::from_secs(30);
/// Pause before a call is made again.
const PAUSE: Duration = Duration::from_millis(100);
/// Long enough that no flag falls during a fault.
const CONTROL: TimeControl =
    TimeControl { base_ms: 4 * 3_600_000, increment_ms: 60_000, stages: Vec::new() };

/// The services that a round is set up and played with.
#[derive(Clone, Debug)]
pub(crate) struct Clients {
    /// Takes inputs.
    pub(crate) board_ingest: BoardIngestServiceClient<Caller>,
    /// Keeps tournaments.
    pub(crate) pairing: PairingServiceClient<Caller>,
    /// The doors, if they are locked.
    pub(crate) doors: Option<Doors>,
}

impl Clients {
    /// Returns clients of the two services.
    pub(crate) fn new(board_ingest: Channel, pairing: Channel) -> Self {
        Self::of_bearer(board_ingest, pairing, Bearer::default())
    }

    /// Returns clients of the two services that call by a token.
    pub(crate) fn of_bearer(board_ingest: Channel, pairing: Channel, bearer: Bearer) -> Self {
        let board_ingest = BoardIngestServiceClient::with_interceptor(board_ingest, bearer.clone());
        let pairing = PairingServiceClient::with_interceptor(pairing, bearer);
        let pairing = pairing.max_decoding_message_size(64 << 20);
        Self { board_ingest, pairing, doors: None }
    }

    /// Returns clients of the two services of a locked hall: its chief arbiter's, with the devices.
    pub(crate) fn of_locked(board_ingest: Channel, pairing: Channel, doors: Doors) -> Self {
        let clients = Self::of_bearer(board_ingest, pairing, doors.chief.clone());
        Self { doors: Some(doors), ..clients }
    }

    /// Returns the name of the device at a place.
    pub(crate) fn device(&self, place: &str) -> String {
        let enrolled = self.doors.as_ref().and_then(|doors| doors.device(place));
        enrolled.unwrap_or_else(|| place.to_owned())
    }
}

/// An open round: one game a script, by table from 1.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// The tournament at the venue "main".
    pub(crate) tournament: String,
    /// The games to be played.
    pub(crate) scripts: Vec<Script>,
    /// The thinking time.
    control: TimeControl,
}

impl Round {
    /// Returns a round that is to be opened.
    pub(crate) fn new(id: &str, scripts: Vec<Script>) -> Self {
        Self { tournament: id.to_owned(), scripts, control: CONTROL }
    }

    /// Makes a tournament, pairs its first round, seats a device on each side of each table, opens
    /// the round and waits until all tables have their games.
    pub(crate) async fn open(clients: &Clients, id: &str, scripts: Vec<Script>) -> Result<Self> {
        Self::open_timed(clients, id, scripts, CONTROL).await
    }

    /// As [`Round::open`], with this thinking time.
    pub(crate) async fn open_timed(
        clients: &Clients,
        id: &str,
        scripts: Vec<Script>,
        control: TimeControl,
    ) -> Result<Self> {
        let round = Self { tournament: id.to_owned(), scripts, control };
        round.decide(clients).await?;
        Ok(round)
    }

    /// Decides all of that, also once more, which changes nothing where the log still has it;
    /// repeats what fails, until the services are there.
    pub(crate) async fn open_again(&self, clients: &Clients) -> Result<()> {
        let began = Instant::now();
        while let Err(error) = self.decide(clients).await {
            ensure!(began.elapsed() < OPENED_WITHIN, "decide once more: {error:#}");
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    async fn decide(&self, clients: &Clients) -> Result<()> {
        if let Some(doors) = &clients.doors {
            doors.let_chief_in().await.context("let the chief arbiter in")?;
        }
        self.pair(clients).await.context("pair the round")?;
        self.seat(clients).await?;
        // A round of which all games are over is closed.
        if self.decided(clients).await?.len() < self.scripts.len() {
            let request = OpenRoundRequest {
                tournament: self.reference(),
                round: 1,
                reason: String::new(),
                by: BY.to_owned(),
            };
            clients.pairing.clone().open_round(request).await.context("open the round")?;
        }
        self.wait_for_games(clients).await
    }

    /// Waits until each game has a result in the tournament; returns the tables of those that have
    /// none.
    pub(crate) async fn missing_results(&self, clients: &Clients) -> Result<Vec<u32>> {
        let began = Instant::now();
        loop {
            let decided = self.decided(clients).await;
            let known = decided.as_ref().map_or(&[][..], Vec::as_slice);
            let tables = (1..).zip(&self.scripts).map(|(table, _script)| table);
            let missing: Vec<u32> = tables.filter(|table| !known.contains(table)).collect();
            if missing.is_empty() || began.elapsed() > RECORDED_WITHIN {
                decided?;
                return Ok(missing);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Returns the tables whose games have a result in the tournament.
    async fn decided(&self, clients: &Clients) -> Result<Vec<u32>> {
        let request = GetTournamentRequest { tournament: self.reference(), ..Default::default() };
        let tournament = clients.pairing.clone().get_tournament(request).await?.into_inner();
        let games = tournament.rounds.iter().flat_map(|round| &round.games);
        let decided = games.filter(|game| game.outcome.is_some());
        Ok(decided.filter_map(|game| Some(game.pairing?.table)).collect())
    }

    /// Seats a device on each side of each table; those that sit there stay.
    async fn seat(&self, clients: &Clients) -> Result<()> {
        for (table, _script) in (1..).zip(&self.scripts) {
            for (seat, color) in [(Seat::White, "white"), (Seat::Black, "black")] {
                let name = place(table, color);
                let place = Station { name, tournament: self.reference(), table, seat };
                self.seat_at(clients, place).await?;
            }
        }
        Ok(())
    }

    /// Returns the same round without its last game, for a table at which nobody plays.
    pub(crate) fn without_last(&self) -> Self {
        let mut round = self.clone();
        round.scripts.pop();
        round
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
            control: Some(self.control.clone()),
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

    async fn enter(&self, pairing: &mut PairingServiceClient<Caller>, name: &str) -> Result<u32> {
        let request = EnterPlayerRequest {
            tournament: self.reference(),
            name: name.to_owned(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        let entered = pairing.enter_player(request).await?.into_inner();
        Ok(entered.player.context("the player")?.id)
    }

    /// Seats a device at a place. Where doors are locked, one that is not enrolled gets its seat by
    /// that.
    async fn seat_at(&self, clients: &Clients, place: Station) -> Result<()> {
        if let Some(doors) = &clients.doors
            && !doors.is_enrolled(&place.name).await?
        {
            return doors.enrol(&place).await;
        }
        let device = clients.device(&place.name);
        let Station { tournament, table, seat, .. } = place;
        let request = AssignTableRequest {
            tournament,
            device,
            table,
            seat: seat.into(),
            ..Default::default()
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
            // A game that is over is no longer that of its table.
            let decided = self.decided(clients).await?;
            let has_game = |table: &&proto::v1::Table| {
                !table.game.is_empty() || decided.contains(&table.table)
            };
            if tables.iter().filter(has_game).count() == self.scripts.len() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("a table of {} has no game after a minute", self.tournament)
    }
}

/// Returns the name of the place on one side of a table, which is that of its device where nobody
/// enrols devices.
pub(crate) fn place(table: u32, color: &str) -> String {
    format!("t{table}-{color}")
}
