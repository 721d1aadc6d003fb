//! A table at which no device has a seat has no clock, unless the arbiter chose its start, and gets
//! its result by hand.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, ClockOrder, ClockState, Color, CreateTournamentRequest, EnterPlayerRequest,
    GameRef, GameState, GetClockRequest, GetGameRequest, InputHeader, MoveText, Nothing,
    OpenRoundRequest, Outcome, PairRoundRequest, PairingSystem, Reason, RecordResultRequest,
    RuleSet, Score, Seat, SetStartModeRequest, StartMode, SubmitMoveRequest, SubmitRulingRequest,
    TablePairing, TimeControl, TournamentCreated, TournamentRef, Verdict, VerdictStatus,
    clock_order::Order, submit_ruling_request::Ruling,
};
use tests::{BY, client::Clients, cluster::Cluster, until};
use tonic::Code;

/// Three tables, of which only the first has a device when the round opens.
struct Hall {
    clients: Clients,
}

impl Hall {
    fn tournament() -> Option<TournamentRef> {
        let (venue, tournament) = ("main".to_owned(), "bare".to_owned());
        Some(TournamentRef { venue, tournament })
    }

    fn game(table: u32) -> Option<GameRef> {
        let (venue, tournament) = ("main".to_owned(), "bare".to_owned());
        Some(GameRef { venue, tournament, game: format!("r1-t{table}") })
    }

    async fn seat(&self, device: &str, table: u32, seat: Seat) -> Result<()> {
        let (tournament, device) = (Self::tournament(), device.to_owned());
        let request = AssignTableRequest {
            tournament,
            device,
            table,
            seat: seat.into(),
            ..Default::default()
        };
        self.clients.board_ingest.clone().assign_table(request).await?;
        Ok(())
    }

    /// Pairs six players; a second is all the time that they have.
    async fn pair(&self) -> Result<()> {
        let mut pairing = self.clients.pairing.clone();
        let (tournament, by) = (Self::tournament(), || BY.to_owned());
        let settings = TournamentCreated {
            name: "A round without tablets".to_owned(),
            rules: RuleSet::International.into(),
            control: Some(TimeControl { base_ms: 1_000, ..TimeControl::default() }),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        let request = CreateTournamentRequest {
            tournament: tournament.clone(),
            settings: Some(settings),
            by: by(),
            ..CreateTournamentRequest::default()
        };
        pairing.create_tournament(request).await?;
        for number in 1..=6 {
            let (tournament, name) = (tournament.clone(), format!("Player {number}"));
            let request =
                EnterPlayerRequest { tournament, name, by: by(), ..EnterPlayerRequest::default() };
            pairing.enter_player(request).await?;
        }
        let tables = 1..=3;
        let pairings =
            tables.map(|table| TablePairing { table, white: 2 * table - 1, black: 2 * table });
        let request = PairRoundRequest {
            tournament,
            round: 1,
            pairings: pairings.collect(),
            by: by(),
            ..PairRoundRequest::default()
        };
        pairing.pair_round(request).await?;
        Ok(())
    }

    async fn open(&self) -> Result<()> {
        let (tournament, by, reason) = (Self::tournament(), BY.to_owned(), String::new());
        let request = OpenRoundRequest { tournament, round: 1, reason, by };
        self.clients.pairing.clone().open_round(request).await?;
        Ok(())
    }

    /// Checks that the clock service knows no clock of a table.
    async fn ensure_no_clock(&self, table: u32) -> Result<()> {
        let request = GetClockRequest { game: Self::game(table) };
        let answer = self.clients.clock.clone().get_clock(request).await;
        let status = answer.err().with_context(|| format!("table {table} has a clock"))?;
        ensure!(status.code() == Code::NotFound, "{status:?}");
        Ok(())
    }

    async fn clock(&self, table: u32) -> Option<ClockState> {
        let request = GetClockRequest { game: Self::game(table) };
        let answer = self.clients.clock.clone().get_clock(request).await.ok()?;
        answer.into_inner().clock?.state
    }

    async fn state(&self, table: u32) -> Option<GameState> {
        let request = GetGameRequest { game: Self::game(table), ..GetGameRequest::default() };
        let answer = self.clients.rules_validation.clone().get_game(request).await.ok()?;
        answer.into_inner().state
    }

    fn header(device: &str, table: u32) -> Option<InputHeader> {
        Some(InputHeader {
            game: Self::game(table),
            device: device.to_owned(),
            sequence: 1,
            wait_ms: 5_000,
            ..InputHeader::default()
        })
    }

    async fn moves(&self, device: &str, table: u32) -> Result<Verdict> {
        let request = SubmitMoveRequest {
            header: Self::header(device, table),
            ply: 1,
            r#move: Some(MoveText { from: 32, to: 28, ..MoveText::default() }),
        };
        let answer = self.clients.board_ingest.clone().submit_move(request).await?;
        answer.into_inner().verdict.context("a verdict")
    }

    async fn pauses(&self, table: u32) -> Result<Verdict> {
        let order = ClockOrder { order: Some(Order::Pause(Nothing {})), ..ClockOrder::default() };
        let (header, ruling) = (Self::header("desk", table), Some(Ruling::Clock(order)));
        let request = SubmitRulingRequest { header, ruling, ..Default::default() };
        let answer = self.clients.board_ingest.clone().submit_ruling(request).await?;
        answer.into_inner().verdict.context("a verdict")
    }
}

#[tokio::test]
async fn a_table_without_a_device_has_no_clock_and_gets_its_result_by_hand() -> Result<()> {
    let cluster = Cluster::start().await?;
    let hall = Hall { clients: Clients::of(&cluster)? };
    hall.pair().await?;
    hall.seat("desk", 0, Seat::Desk).await?;
    hall.seat("tablet-1", 1, Seat::White).await?;
    let request = SetStartModeRequest {
        tournament: Hall::tournament(),
        round: 1,
        table: 3,
        start_mode: StartMode::Hour.into(),
        by: BY.to_owned(),
        ..SetStartModeRequest::default()
    };
    hall.clients.pairing.clone().set_start_mode(request).await?;
    hall.open().await?;
    // The clocks of the table with a tablet, and of the one that the arbiter chose, have run out by
    // themselves.
    for table in [1, 3] {
        until("the flag", || async {
            let clock = hall.clock(table).await?;
            (clock.flag() == Color::White).then_some(())
        })
        .await?;
    }
    until("the game without a clock", || async {
        let state = hall.state(2).await?;
        (state.started_at_ms > 0 && state.start_mode() == StartMode::None).then_some(())
    })
    .await?;
    hall.ensure_no_clock(2).await?;

    // A tablet that comes later plays, and the game still has no clock.
    hall.seat("tablet-2", 2, Seat::White).await?;
    let verdict = hall.moves("tablet-2", 2).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    let verdict = hall.pauses(2).await?;
    ensure!(verdict.status() == VerdictStatus::Refused, "{verdict:?}");
    ensure!(verdict.reason == "no-clock", "{verdict:?}");
    hall.ensure_no_clock(2).await?;

    let request = RecordResultRequest {
        tournament: Hall::tournament(),
        round: 1,
        table: 2,
        outcome: Some(Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() }),
        by: BY.to_owned(),
        ..RecordResultRequest::default()
    };
    hall.clients.pairing.clone().record_result(request).await?;
    until("the game to end", || async {
        (hall.state(2).await?.outcome?.score() == Score::Draw).then_some(())
    })
    .await?;
    cluster.finish().await
}
