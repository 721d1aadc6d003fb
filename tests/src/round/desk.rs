//! A device at the arbiter's desk: rulings, told until they are judged.

use anyhow::Result;
use proto::v1::{
    ClockOrder, Color, RuleRoundRequest, SubmitRulingRequest, Verdict, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tonic::Status;

use super::{
    Round, WAIT_MS,
    tablet::{Tablet, settle},
};
use crate::until;

/// A device at the arbiter's desk; its inputs for all games are one count.
#[derive(Clone, Debug)]
pub struct Desk {
    pub(super) tablet: Tablet,
    pub(super) round: Round,
}

impl Desk {
    /// A tablet that tries to rule.
    #[must_use]
    pub fn as_tablet(mut self, table: u32, color: Color) -> Self {
        self.tablet = self.round.tablet(table, color);
        self
    }

    /// Rules about the game of a table, until the ruling is judged, and answers how.
    ///
    /// # Errors
    /// When the call is refused, or nothing becomes of it in time.
    pub async fn rule(&mut self, table: u32, ruling: Ruling) -> Result<Verdict> {
        let request = self.request(table, ruling);
        let door = self.tablet.door.clone();
        settle(&format!("the desk to rule at table {table}"), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_ruling(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Rules on the clocks of all games of the round that go on, until every ruling is judged.
    ///
    /// # Errors
    /// When the call is refused, or nothing becomes of it in time.
    pub async fn rule_round(&mut self, order: ClockOrder) -> Result<Vec<Verdict>> {
        let header = self.tablet.header();
        let request = RuleRoundRequest {
            tournament: self.round.reference(),
            round: 1,
            device: header.device,
            sequence: header.sequence,
            wait_ms: WAIT_MS,
            order: Some(order),
            ..RuleRoundRequest::default()
        };
        let door = self.tablet.door.clone();
        until("the desk to rule on the round", || {
            let (mut door, request) = (door.clone(), request.clone());
            async move {
                let verdicts = door.rule_round(request).await.ok()?.into_inner().verdicts;
                let is_stored = |verdict: &Verdict| verdict.status() == VerdictStatus::Stored;
                (!verdicts.iter().any(is_stored)).then_some(verdicts)
            }
        })
        .await
    }

    /// Rules once. Where that fails, the next ruling has the same sequence.
    ///
    /// # Errors
    /// What the service answers.
    pub async fn try_rule(&mut self, table: u32, ruling: Ruling) -> Result<Verdict, Status> {
        let request = self.request(table, ruling);
        let told = self.tablet.door.submit_ruling(request).await;
        if told.is_err() {
            self.tablet.told -= 1;
        }
        Ok(told?.into_inner().verdict.unwrap_or_default())
    }

    fn request(&mut self, table: u32, ruling: Ruling) -> SubmitRulingRequest {
        self.tablet.game = self.round.game(table);
        SubmitRulingRequest { header: Some(self.tablet.header()), ruling: Some(ruling) }
    }
}
