//! Checks the board of a table when the next game comes there: it begins with the pieces as they
//! stand.

use anyhow::{Result, ensure};
use nix::sys::signal::Signal;
use proto::v1::{
    self, OpenRoundRequest, Outcome, PairRoundRequest, Reason, RecordResultRequest, Score,
    TablePairing, WatchTableRequest, WithdrawResultRequest,
};
use tests::{BY, boards::watched_board};
use tokio::net::TcpListener;

use super::{Board, DEVICE, Hall};

impl Hall {
    /// Records a draw at the table, and waits until its devices are told.
    pub(super) async fn end(&self) -> Result<()> {
        let drawn = Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() };
        let request = RecordResultRequest {
            tournament: self.round.reference(),
            round: 1,
            table: 1,
            outcome: Some(drawn),
            by: BY.to_owned(),
            reason: "they agreed".to_owned(),
            ..Default::default()
        };
        self.clients.pairing.clone().record_result(request).await?;
        self.is_over(true).await
    }

    /// Takes the result back, and waits until the devices of the table are told.
    async fn go_on(&self) -> Result<()> {
        let request = WithdrawResultRequest {
            tournament: self.round.reference(),
            round: 1,
            table: 1,
            reason: "they had not agreed".to_owned(),
            by: BY.to_owned(),
        };
        self.clients.pairing.clone().withdraw_result(request).await?;
        self.is_over(false).await
    }

    async fn is_over(&self, is_over: bool) -> Result<()> {
        let request =
            WatchTableRequest { tournament: self.round.reference(), device: DEVICE.to_owned() };
        let mut table = self.clients.board_ingest.clone().watch_table(request).await?.into_inner();
        while let Some(told) = table.message().await? {
            if told.game.is_some_and(|game| game.outcome.is_some() == is_over) {
                return Ok(());
            }
        }
        anyhow::bail!("the table is told no more")
    }

    /// Brings the second round to the tables, with the same players.
    pub(super) async fn next_round(&self) -> Result<()> {
        let mut pairing = self.clients.pairing.clone();
        let request = PairRoundRequest {
            tournament: self.round.reference(),
            round: 2,
            pairings: vec![TablePairing { table: 1, white: 2, black: 1 }],
            by: BY.to_owned(),
            ..Default::default()
        };
        pairing.pair_round(request).await?;
        let request = OpenRoundRequest {
            tournament: self.round.reference(),
            round: 2,
            reason: String::new(),
            by: BY.to_owned(),
        };
        pairing.open_round(request).await?;
        Ok(())
    }
}

#[tokio::test]
async fn the_next_game_begins_with_the_pieces_as_a_game_left_them_that_went_on_after_its_end()
-> Result<()> {
    let hall = Hall::open().await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let input = format!("tcp://{}", listener.local_addr()?);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(listener).await?;
    board.show(&[]).await?;
    hall.plays("r1-t1").await?;
    board.step((63, 54), 'w', 'W').await?;
    ensure!(hall.moves(1).await? == ["32-28"]);
    hall.end().await?;
    // It may be of the next game, until the arbiter lets this one go on.
    board.say(serde_json::json!({"kind": "field", "field": 36, "code": "e"})).await?;
    let is_lifted = |board: &v1::WatchedBoard| {
        board.report.as_ref().is_some_and(|it| it.squares.as_bytes().get(18) == Some(&b'e'))
    };
    watched_board(&hall.clients, &hall.round, DEVICE, is_lifted).await?;
    hall.go_on().await?;
    board.say(serde_json::json!({"kind": "field", "field": 45, "code": "b"})).await?;
    board.say(serde_json::json!({"kind": "clock_press", "by": "B"})).await?;
    ensure!(hall.moves(2).await? == ["32-28", "19-23"]);
    board.say(serde_json::json!({"kind": "field", "field": 45, "code": "e"})).await?;
    board.step((54, 36), 'w', 'W').await?;
    ensure!(hall.moves(3).await? == ["32-28", "19-23", "28x19"]);
    hall.end().await?;
    // One man is put back, and the next game comes before the others are.
    board.say(serde_json::json!({"kind": "field", "field": 36, "code": "b"})).await?;
    hall.next_round().await?;
    let differs = |board: &v1::WatchedBoard| {
        let report = board.report.as_ref().filter(|it| it.game == "r2-t1");
        let differences = report.and_then(|it| it.differences.as_ref());
        differences.is_some_and(|it| it.squares == [32])
    };
    watched_board(&hall.clients, &hall.round, DEVICE, differs).await?;
    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    hall.cluster.finish().await
}
