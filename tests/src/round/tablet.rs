//! A device at a table, which repeats each move and claim until it is judged.

use std::future::Future;

use anyhow::{Context as _, Result};
use proto::v1::{
    AgreeDraw, Color, ConfirmResult, GameRef, InputHeader, ListInputsRequest, MoveText, Outcome,
    Resign, SubmitClaimRequest, SubmitMoveRequest, SubmitPressRequest, TournamentRef, Verdict,
    VerdictStatus, WatchVerdictsRequest, WatchVerdictsResponse,
    board_ingest_service_client::BoardIngestServiceClient, submit_claim_request::Claim,
};
use tonic::{Status, Streaming, transport::Channel};

use crate::{client::is_transient, until};

/// Longest time that board-ingest waits for the verdict before it answers "stored", in
/// milliseconds.
pub(super) const WAIT_MS: u32 = 1000;

/// A device at a table.
#[derive(Clone, Debug)]
pub struct Tablet {
    pub(super) board_ingest: BoardIngestServiceClient<Channel>,
    pub(super) game: GameRef,
    pub(super) device: String,
    pub(super) color: Color,
    pub(super) sent_count: u64,
}

impl Tablet {
    /// Returns the tablet after it has sent this many inputs.
    #[must_use]
    pub fn after(mut self, sent_count: usize) -> Self {
        self.sent_count = sent_count as u64;
        self
    }

    /// Returns the tablet for the inputs of another game at its table.
    #[must_use]
    pub fn in_game(mut self, game: &GameRef) -> Self {
        self.game = game.clone();
        self
    }

    /// Sends a move until it is judged, and returns the verdict.
    ///
    /// # Errors
    /// If the call is refused, or there is no verdict in time.
    pub async fn play(&mut self, ply: usize, mv: MoveText) -> Result<Verdict> {
        let request = self.move_request(ply, mv)?;
        self.settle_move(ply, &request).await
    }

    async fn settle_move(&self, ply: usize, request: &SubmitMoveRequest) -> Result<Verdict> {
        let board_ingest = self.board_ingest.clone();
        settle(&format!("{} to play ply {ply}", self.device), || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move { Ok(board_ingest.submit_move(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Sends a move seen at this moment, in milliseconds since the epoch, as [`Self::play`] does.
    ///
    /// # Errors
    /// As for [`Self::play`].
    pub async fn play_seen_at(
        &mut self,
        ply: usize,
        mv: MoveText,
        seen_at_ms: i64,
    ) -> Result<Verdict> {
        let mut request = self.move_request(ply, mv)?;
        if let Some(header) = &mut request.header {
            header.seen_at_ms = seen_at_ms;
        }
        self.settle_move(ply, &request).await
    }

    /// Sends a move once. If that fails, the next input has the same sequence.
    ///
    /// # Errors
    /// The status of the service.
    pub async fn try_play(&mut self, ply: usize, mv: MoveText) -> Result<(), Status> {
        let request = self
            .move_request(ply, mv)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let answer = self.board_ingest.submit_move(request).await;
        if answer.is_err() {
            self.sent_count -= 1;
        }
        answer.map(|_answer| ())
    }

    /// Returns the numbers of its inputs for the game that the log has.
    ///
    /// # Errors
    /// The status of the service.
    pub async fn list_inputs(&mut self) -> Result<Vec<u64>, Status> {
        let (game, device) = (Some(self.game.clone()), self.device.clone());
        let request = ListInputsRequest { game, device };
        Ok(self.board_ingest.list_inputs(request).await?.into_inner().sequences)
    }

    /// Watches its verdicts.
    ///
    /// # Errors
    /// The status of the service.
    pub async fn watch(&mut self) -> Result<Streaming<WatchVerdictsResponse>, Status> {
        let GameRef { venue, tournament, .. } = self.game.clone();
        let tournament = Some(TournamentRef { venue, tournament });
        let device = self.device.clone();
        let request =
            WatchVerdictsRequest { tournament, device, ..WatchVerdictsRequest::default() };
        Ok(self.board_ingest.watch_verdicts(request).await?.into_inner())
    }

    /// Sends a move without waiting for its verdict, until it is stored.
    ///
    /// # Errors
    /// If the call is refused, or it is not stored in time.
    pub async fn hand_in(&mut self, ply: usize, mv: MoveText) -> Result<()> {
        let mut request = self.move_request(ply, mv)?;
        if let Some(header) = &mut request.header {
            header.wait_ms = 0;
        }
        let board_ingest = self.board_ingest.clone();
        let what = format!("{} to hand in a move", self.device);
        let stored = until(&what, || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move {
                match board_ingest.submit_move(request).await {
                    Err(status) if is_transient(&status) => None,
                    answer => Some(answer),
                }
            }
        });
        stored.await??;
        Ok(())
    }

    fn move_request(&mut self, ply: usize, mv: MoveText) -> Result<SubmitMoveRequest> {
        let ply = u32::try_from(ply)?;
        Ok(SubmitMoveRequest { header: Some(self.header()), ply, r#move: Some(mv) })
    }

    /// Presses the clock before the first move until that is judged, and returns the verdict.
    ///
    /// # Errors
    /// If the call is refused, or there is no verdict in time.
    pub async fn press(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        let request = SubmitPressRequest { header: Some(self.header()), color };
        let board_ingest = self.board_ingest.clone();
        settle(&format!("{} to press", self.device), || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move { Ok(board_ingest.submit_press(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Resigns.
    ///
    /// # Errors
    /// As for [`Self::play`].
    pub async fn resign(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::Resign(Resign { color })).await
    }

    /// Offers a draw, or agrees to one.
    ///
    /// # Errors
    /// As for [`Self::play`].
    pub async fn agree_draw(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::AgreeDraw(AgreeDraw { color })).await
    }

    /// Says whether the player agrees with this result.
    ///
    /// # Errors
    /// As for [`Self::play`].
    pub async fn confirm(&mut self, outcome: Outcome, agrees: bool) -> Result<Verdict> {
        let (color, outcome) = (self.color.into(), Some(outcome));
        let confirmed = ConfirmResult { color, outcome, disagrees: !agrees };
        self.claim(Claim::ConfirmResult(confirmed)).await
    }

    async fn claim(&mut self, claim: Claim) -> Result<Verdict> {
        let header = Some(self.header());
        let request = SubmitClaimRequest { header, claim: Some(claim) };
        let board_ingest = self.board_ingest.clone();
        settle(&format!("{} to claim", self.device), || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move { Ok(board_ingest.submit_claim(request).await?.into_inner().verdict) }
        })
        .await
    }

    pub(super) fn header(&mut self) -> InputHeader {
        self.sent_count += 1;
        InputHeader {
            game: Some(self.game.clone()),
            device: self.device.clone(),
            sequence: self.sent_count,
            wait_ms: WAIT_MS,
            ..InputHeader::default()
        }
    }
}

/// Repeats a call, with the same sequence, until the input is judged.
pub(super) async fn settle<F>(what: &str, mut call: impl FnMut() -> F) -> Result<Verdict>
where
    F: Future<Output = Result<Option<Verdict>, Status>>,
{
    let judged = until(what, || {
        let call = call();
        async move {
            match call.await {
                Ok(Some(verdict)) if verdict.status() == VerdictStatus::Stored => None,
                Ok(verdict) => Some(Ok(verdict)),
                Err(status) if is_transient(&status) => None,
                Err(status) => Some(Err(status)),
            }
        }
    });
    judged.await?.with_context(|| format!("waited for {what}"))?.context("a verdict")
}
