//! A device at the arbiter's desk, which repeats each ruling until it is judged.

use anyhow::Result;
use proto::v1::{
    ClockOrder, Color, RuleRoundRequest, SubmitRulingRequest, Verdict, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tonic::Status;

use super::{
    Round,
    tablet::{Tablet, WAIT_MS, settle},
};
use crate::until;

/// A device at the arbiter's desk; one sequence numbers its inputs for all games.
#[derive(Clone, Debug)]
pub struct DeskDevice {
    tablet: Tablet,
    round: Round,
}

impl Round {
    /// Returns the device at the arbiter's desk.
    #[must_use]
    pub fn desk(&self) -> DeskDevice {
        DeskDevice { tablet: self.spare("desk", 1, Color::White), round: self.clone() }
    }
}

impl DeskDevice {
    /// Returns this desk with a tablet's identity, which may not rule.
    #[must_use]
    pub fn as_tablet(mut self, table: u32, color: Color) -> Self {
        self.tablet = self.round.tablet(table, color);
        self
    }

    /// Rules about the game of a table until the ruling is judged, and returns the verdict.
    ///
    /// # Errors
    /// If the call is refused, or there is no verdict in time.
    pub async fn rule(&mut self, table: u32, ruling: Ruling) -> Result<Verdict> {
        let request = self.request(table, ruling);
        let board_ingest = self.tablet.board_ingest.clone();
        settle(&format!("the desk to rule at table {table}"), || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move { Ok(board_ingest.submit_ruling(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Rules on the clocks of all running games of a round, until every ruling is judged.
    ///
    /// # Errors
    /// If the call is refused, or a verdict is missing in time.
    pub async fn rule_round(&mut self, round: u32, order: ClockOrder) -> Result<Vec<Verdict>> {
        let header = self.tablet.header();
        let request = RuleRoundRequest {
            tournament: self.round.reference(),
            round,
            device: header.device,
            sequence: header.sequence,
            wait_ms: WAIT_MS,
            order: Some(order),
            ..RuleRoundRequest::default()
        };
        let board_ingest = self.tablet.board_ingest.clone();
        until("the desk to rule on the round", || {
            let (mut board_ingest, request) = (board_ingest.clone(), request.clone());
            async move {
                let verdicts = board_ingest.rule_round(request).await.ok()?.into_inner().verdicts;
                let is_stored = |verdict: &Verdict| verdict.status() == VerdictStatus::Stored;
                (!verdicts.iter().any(is_stored)).then_some(verdicts)
            }
        })
        .await
    }

    /// Rules once. If that fails, the next ruling has the same sequence.
    ///
    /// # Errors
    /// The status of the service.
    pub async fn try_rule(&mut self, table: u32, ruling: Ruling) -> Result<Verdict, Status> {
        let request = self.request(table, ruling);
        let answer = self.tablet.board_ingest.submit_ruling(request).await;
        if answer.is_err() {
            self.tablet.sent_count -= 1;
        }
        Ok(answer?.into_inner().verdict.unwrap_or_default())
    }

    fn request(&mut self, table: u32, ruling: Ruling) -> SubmitRulingRequest {
        self.tablet.game = self.round.game(table);
        SubmitRulingRequest {
            header: Some(self.tablet.header()),
            ruling: Some(ruling),
            ..Default::default()
        }
    }
}
