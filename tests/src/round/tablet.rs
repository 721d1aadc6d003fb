//! A device at a table: moves and claims, told until they are judged.

use std::future::Future;

use anyhow::{Context as _, Result};
use proto::v1::{
    AgreeDraw, Color, GameRef, InputHeader, MoveText, Resign, SubmitClaimRequest,
    SubmitMoveRequest, SubmitPressRequest, Verdict, VerdictStatus,
    board_ingest_service_client::BoardIngestServiceClient, submit_claim_request::Claim,
};
use tonic::{Status, transport::Channel};

use super::WAIT_MS;
use crate::{client::is_passing, until};

/// A device at a table.
#[derive(Clone, Debug)]
pub struct Tablet {
    pub(super) door: BoardIngestServiceClient<Channel>,
    pub(super) game: GameRef,
    pub(super) device: String,
    pub(super) color: Color,
    pub(super) told: u64,
}

impl Tablet {
    /// The tablet when it has told so many inputs.
    #[must_use]
    pub fn after(mut self, told: usize) -> Self {
        self.told = told as u64;
        self
    }

    /// Tells a move until it is judged, and answers how.
    ///
    /// # Errors
    /// When the call is refused, or nothing becomes of it in time.
    pub async fn play(&mut self, ply: usize, mv: MoveText) -> Result<Verdict> {
        let request = self.move_request(ply, mv)?;
        self.settle_move(ply, &request).await
    }

    async fn settle_move(&self, ply: usize, request: &SubmitMoveRequest) -> Result<Verdict> {
        let door = self.door.clone();
        settle(&format!("{} to play ply {ply}", self.device), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_move(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Tells a move that it saw at a moment, milliseconds since the epoch, as [`Self::play`] does.
    ///
    /// # Errors
    /// As for a move.
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

    /// Tells a move once. Where that fails, the next input has the same sequence.
    ///
    /// # Errors
    /// What the service answers.
    pub async fn try_play(&mut self, ply: usize, mv: MoveText) -> Result<(), Status> {
        let request = self
            .move_request(ply, mv)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let told = self.door.submit_move(request).await;
        if told.is_err() {
            self.told -= 1;
        }
        told.map(|_told| ())
    }

    fn move_request(&mut self, ply: usize, mv: MoveText) -> Result<SubmitMoveRequest> {
        let ply = u32::try_from(ply)?;
        Ok(SubmitMoveRequest { header: Some(self.header()), ply, r#move: Some(mv) })
    }

    /// Presses the clock before the first move, until that is judged, and answers how.
    ///
    /// # Errors
    /// When the call is refused, or nothing becomes of it in time.
    pub async fn press(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        let request = SubmitPressRequest { header: Some(self.header()), color };
        let door = self.door.clone();
        settle(&format!("{} to press", self.device), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_press(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Resigns.
    ///
    /// # Errors
    /// As for a move.
    pub async fn resign(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::Resign(Resign { color })).await
    }

    /// Offers a draw, or agrees to one.
    ///
    /// # Errors
    /// As for a move.
    pub async fn agree_draw(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::AgreeDraw(AgreeDraw { color })).await
    }

    async fn claim(&mut self, claim: Claim) -> Result<Verdict> {
        let header = Some(self.header());
        let request = SubmitClaimRequest { header, claim: Some(claim) };
        let door = self.door.clone();
        settle(&format!("{} to claim", self.device), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_claim(request).await?.into_inner().verdict) }
        })
        .await
    }

    pub(super) fn header(&mut self) -> InputHeader {
        self.told += 1;
        InputHeader {
            game: Some(self.game.clone()),
            device: self.device.clone(),
            sequence: self.told,
            wait_ms: WAIT_MS,
            ..InputHeader::default()
        }
    }
}

/// Asks again and again, with the same sequence, until the input is judged.
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
                Err(status) if is_passing(&status) => None,
                Err(status) => Some(Err(status)),
            }
        }
    });
    judged.await?.with_context(|| format!("waited for {what}"))?.context("a verdict")
}
