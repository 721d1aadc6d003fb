//! Sends what the clock of a board shows: the newest alone, and nothing twice.

use std::time::Duration;

use draughts::Timestamp;
use proto::v1::SubmitDisplayRequest;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use tonic::Code;

use super::outbox::{Inputs, Outbox};

const DISPLAY: &str = "/damcast.v1.BoardIngestService/SubmitDisplay";
/// Longest time until a call is answered; the next display says more than a late answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Pause after a call that failed.
const FAILED: Duration = Duration::from_secs(2);

/// Sends what the clock shows from now on, until nothing more comes.
///
/// The service stores what does not only count on, and tells the desk once if the clock disagrees
/// with that of the game. A display that is lost is not sent again: a newer one follows.
pub(super) async fn send_displays(outbox: &Outbox<'_>, mut inputs: watch::Receiver<Inputs>) {
    let mut sent: Option<Timestamp> = None;
    loop {
        let (display, is_all) = {
            let inputs = inputs.borrow_and_update();
            (inputs.display, inputs.is_all)
        };
        let next = display.filter(|(at, _)| sent.is_none_or(|sent| *at > sent));
        // Its number is the time of day: it is that of no move, and of no other display.
        let number = next.and_then(|(at, _)| u64::try_from(outbox.wall(at)?).ok());
        if let (Some((at, display)), Some(number)) = (next, number) {
            sent = Some(at);
            let request = SubmitDisplayRequest {
                header: Some(outbox.header(number, at)),
                display: Some(display.into()),
            };
            let mut ingest = outbox.device.ingest.clone();
            let answered = match outbox.device.signed(DISPLAY, request) {
                Ok(signed) => timeout(ANSWER, ingest.submit_display(signed)).await,
                Err(status) => Ok(Err(status)),
            };
            match answered {
                Ok(Ok(_answer)) => continue,
                Ok(Err(status)) if status.code() == Code::FailedPrecondition => {
                    tracing::debug!(%status, "the display of the clock is not taken");
                }
                Ok(Err(status)) => tracing::debug!(%status, "the display of the clock is lost"),
                Err(_elapsed) => tracing::debug!("the display of the clock was not answered"),
            }
            // A newer one may have come by then.
            sleep(FAILED).await;
            continue;
        }
        if is_all || inputs.changed().await.is_err() {
            return;
        }
    }
}
