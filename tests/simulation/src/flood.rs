//! A device that floods a game with inputs.

use proto::v1::{InputHeader, SubmitMoveRequest};
use tokio::time::{sleep, timeout};

use crate::{again::ANSWER, channel::LossyChannel, hall::Hall, overload::Flood};

/// Hands in the first move of a game again and again, each time under another number.
pub(crate) async fn flood(hall: Hall, flood: Flood, channel: LossyChannel) {
    let Some(script) = hall.scripts.get(flood.table as usize - 1) else { return };
    let mut device = hall.device(&format!("t{}-white", flood.table), &channel);
    device.told = flood.numbers_from;
    sleep(flood.after).await;
    for _input in 0..flood.inputs {
        let header = InputHeader { wait_ms: 0, ..hall.header(&mut device, flood.table) };
        let mv = script.moves.first().cloned();
        let request = SubmitMoveRequest { header: Some(header), ply: 1, r#move: mv };
        // An input without an answer may be stored, or not.
        let sent = timeout(ANSWER, device.channel.submit_move(request)).await;
        if let Ok(Ok(answer)) = sent
            && let Some(verdict) = answer.into_inner().verdict
        {
            hall.told.note(&verdict);
        }
    }
}
