//! Sends the inputs of a game until the service has them.

use std::{collections::BTreeSet, time::Duration};

use board_feed::{CallMatter, TableCall, TableMove};
use draughts::{Score, Timestamp};
use proto::v1::{
    self, CallArbiterRequest, GameRef, InputHeader, ListInputsRequest, SubmitMoveRequest, Verdict,
    VerdictStatus,
};
use runtime::WallClock;
use tokio::sync::watch;
use tonic::{Code, Response, Status};

use super::device::Device;
use crate::replay::calls::until_answered;

const MOVE: &str = "/damcast.v1.BoardIngestService/SubmitMove";
const CALL: &str = "/damcast.v1.BoardIngestService/CallArbiter";
/// Pause after a call that was refused, as while the device has no seat.
const REFUSED: Duration = Duration::from_secs(2);
/// Longest time that a move waits for its verdict, in milliseconds.
const WAIT_MS: u32 = 1_000;

/// All inputs and calls of a game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Inputs {
    pub(super) moves: Vec<TableMove>,
    pub(super) calls: Vec<TableCall>,
    /// True once nothing more comes.
    pub(super) is_all: bool,
}

/// The way of a game's inputs to the service.
pub(super) struct Outbox<'a> {
    pub(super) device: &'a Device,
    pub(super) game: GameRef,
    pub(super) table: u32,
    /// The time of day of the moment 0 of the readings; `None` for a recording, whose moments are
    /// long past.
    pub(super) zero: Option<Timestamp>,
}

impl Outbox<'_> {
    /// Sends the moves in their order and the calls beside them, until all are there.
    ///
    /// `doubts` changes whenever the service may have lost an input.
    pub(super) async fn send(&self, inputs: watch::Receiver<Inputs>, doubts: watch::Receiver<u64>) {
        tokio::join!(self.send_moves(inputs.clone(), doubts), self.send_calls(inputs));
    }

    async fn send_moves(
        &self,
        mut inputs: watch::Receiver<Inputs>,
        mut doubts: watch::Receiver<u64>,
    ) {
        let mut stored = self.stored().await;
        loop {
            if doubts.has_changed().unwrap_or(false) {
                doubts.mark_unchanged();
                stored = self.stored().await;
            }
            let (next, is_all) = {
                let inputs = inputs.borrow_and_update();
                let next = inputs.moves.iter().find(|it| !stored.contains(&it.sequence)).cloned();
                (next, inputs.is_all)
            };
            match next {
                Some(input) => {
                    self.send_move(&input).await;
                    stored.insert(input.sequence);
                }
                None if is_all => return,
                None => {
                    // Whichever it is, everything is looked at again.
                    tokio::select! {
                        _changed = inputs.changed() => {}
                        _changed = doubts.changed() => stored = self.stored().await,
                    }
                }
            }
        }
    }

    /// Returns the numbers of the inputs that the service has.
    async fn stored(&self) -> BTreeSet<u64> {
        let request =
            ListInputsRequest { game: Some(self.game.clone()), device: self.device.id.clone() };
        let listed = until_taken(self.device, "list the inputs", || {
            let (mut ingest, request) = (self.device.ingest.clone(), request.clone());
            async move { ingest.list_inputs(request).await }
        });
        listed.await.sequences.into_iter().collect()
    }

    async fn send_move(&self, input: &TableMove) {
        let seen_at = self.zero.map(|zero| zero.millis().saturating_add(input.at.millis()));
        let answered = until_taken(self.device, "send a move", || {
            let header = InputHeader {
                game: Some(self.game.clone()),
                device: self.device.id.clone(),
                sequence: input.sequence,
                seen_at_ms: seen_at.unwrap_or(0),
                wait_ms: WAIT_MS,
                language: String::new(),
                sent_at_ms: seen_at.map_or(0, |_| WallClock::system().now().millis()),
            };
            let request = SubmitMoveRequest {
                header: Some(header),
                ply: input.ply,
                r#move: Some((&input.mv).into()),
            };
            let mut ingest = self.device.ingest.clone();
            let signed = self.device.signed(MOVE, request);
            async move { ingest.submit_move(signed?).await }
        });
        if let Some(verdict) = answered.await.verdict {
            log_verdict(input.ply, &input.mv.to_string(), &verdict);
        }
    }

    async fn send_calls(&self, mut inputs: watch::Receiver<Inputs>) {
        let mut sent = 0;
        loop {
            let (next, is_all) = {
                let inputs = inputs.borrow_and_update();
                (inputs.calls.get(sent).cloned(), inputs.is_all)
            };
            match next {
                Some(call) => {
                    self.send_call(&call).await;
                    sent += 1;
                }
                None if is_all => return,
                None if inputs.changed().await.is_err() => return,
                None => {}
            }
        }
    }

    async fn send_call(&self, call: &TableCall) {
        let (matter, text) = words(&call.matter);
        let request = CallArbiterRequest {
            tournament: Some(self.device.tournament.clone()),
            device: self.device.id.clone(),
            table: self.table,
            id: format!("{}-{}", self.game.game, call.number),
            matter: matter.into(),
            text,
            by: self.device.id.clone(),
        };
        until_taken(self.device, "call the arbiter", || {
            let mut ingest = self.device.ingest.clone();
            let signed = self.device.signed(CALL, request.clone());
            async move { ingest.call_arbiter(signed?).await }
        })
        .await;
    }
}

/// Returns what the desk reads.
fn words(matter: &CallMatter) -> (v1::CallMatter, String) {
    match matter {
        CallMatter::Result(score) => {
            let points = match score {
                Score::WhiteWins => "2-0",
                Score::BlackWins => "0-2",
                Score::Draw => "1-1",
                Score::BothLose | Score::Unplayed => "0-0",
            };
            (v1::CallMatter::Result, format!("The board shows {points}"))
        }
        CallMatter::Revised { ply, text: Some(text) } => {
            (v1::CallMatter::Other, format!("The board shows {text} at ply {ply} now"))
        }
        CallMatter::Revised { ply, text: None } => {
            (v1::CallMatter::Other, format!("The board shows that ply {ply} was taken back"))
        }
        CallMatter::OutOfSync { ply } => {
            (v1::CallMatter::Other, format!("The board cannot be explained after ply {ply}"))
        }
    }
}

/// Logs a verdict that somebody at the table has to know of.
fn log_verdict(ply: u32, mv: &str, verdict: &Verdict) {
    match verdict.status() {
        VerdictStatus::Refused | VerdictStatus::Pending => {
            let (reason, text) = (&verdict.reason, &verdict.text);
            tracing::warn!(ply, mv, reason, text, "the move is not in the record");
        }
        VerdictStatus::Unspecified | VerdictStatus::Stored | VerdictStatus::Accepted => {}
    }
}

/// Repeats a call until the service takes it: until the desk gives the device a seat, a session is
/// renewed, or the network is back.
pub(super) async fn until_taken<T, F>(device: &Device, what: &str, mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let mut logged = String::new();
    loop {
        let mut refused = match until_answered(what, &mut call).await {
            Ok(answer) => return answer,
            Err(refused) => refused,
        };
        if refused.code() == Code::Unauthenticated {
            match device.renew().await {
                Ok(()) => continue,
                Err(status) => refused = status,
            }
        }
        if logged != refused.message() {
            refused.message().clone_into(&mut logged);
            tracing::warn!(what, reason = logged, "refused; trying again");
        }
        tokio::time::sleep(REFUSED).await;
    }
}
