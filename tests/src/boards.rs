//! Sensor boards as the technician sees them.

use anyhow::{Context as _, Result, bail};
use proto::v1::{OrderBoardRequest, WatchBoardsRequest, WatchedBoard, order_board_request::Order};

use crate::{client::Clients, round::Round};

/// Waits until the board that is a device is as `is` says, and returns it.
///
/// # Errors
/// If the service does not tell.
pub async fn watched_board(
    clients: &Clients,
    round: &Round,
    device: &str,
    is: impl Fn(&WatchedBoard) -> bool,
) -> Result<WatchedBoard> {
    let request = WatchBoardsRequest { tournament: round.reference() };
    let mut told = clients.board_ingest.clone().watch_boards(request).await?.into_inner();
    while let Some(boards) = told.message().await? {
        let of_device =
            |board: &WatchedBoard| board.device.as_ref().is_some_and(|it| it.device == device);
        if let Some(board) = boards.boards.into_iter().find(|board| of_device(board) && is(board)) {
            return Ok(board);
        }
    }
    bail!("the service tells no more of the boards")
}

/// Tells the board that is a device something, at the desk.
///
/// # Errors
/// If the service refuses it.
pub async fn order_board(
    clients: &Clients,
    round: &Round,
    device: &str,
    order: Order,
) -> Result<()> {
    let request = OrderBoardRequest {
        tournament: round.reference(),
        device: "desk".to_owned(),
        board: device.to_owned(),
        order: Some(order),
        by: "Tea".to_owned(),
    };
    let answered = clients.board_ingest.clone().order_board(request).await;
    answered.with_context(|| format!("order the board {device}"))?;
    Ok(())
}
