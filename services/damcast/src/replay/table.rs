//! One table: two tablets that play a game of the plan, and the desk that ends it where it must.

use std::time::Duration;

use anyhow::Context as _;
use draughts::{Color, Outcome, Reason, Score};
use proto::{
    subject::GameKey,
    v1::{
        AgreeDraw, GetGameRequest, InputHeader, Resign, RuleResult, SubmitClaimRequest,
        SubmitMoveRequest, SubmitRulingRequest, Verdict, VerdictStatus,
        submit_claim_request::Claim, submit_ruling_request::Ruling,
    },
};
use runtime::WallClock;
use tonic::Code;

use crate::replay::{
    calls::{Clients, until_answered},
    pace::Pace,
    plan::PlannedGame,
    progress::Progress,
};

/// The device of the arbiter's desk.
pub(crate) const DESK: &str = "desk";
/// How long a tablet waits for its verdict in one call.
const WAIT_MS: u32 = 2000;
/// A claim's sequence comes after that of any move of its tablet.
const CLAIM: u64 = 100_000;

/// The device of a side's tablet.
pub(crate) fn tablet(table: u32, color: Color) -> String {
    match color {
        Color::White => format!("table-{table}-white"),
        Color::Black => format!("table-{table}-black"),
    }
}

/// Two tablets.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) clients: Clients,
    pub(crate) key: GameKey,
    pub(crate) pace: Pace,
    pub(crate) progress: Progress,
}

impl Table {
    /// Plays `game` from where it stands to its end.
    ///
    /// # Errors
    /// When a move or the result is refused.
    pub(crate) async fn play(self, game: &PlannedGame) -> anyhow::Result<()> {
        let (played, over) = self.standing().await?;
        for (index, mv) in game.moves.iter().enumerate() {
            let color = if index % 2 == 0 { Color::White } else { Color::Black };
            // What was played before a restart takes no time to think of.
            if index >= played {
                tokio::time::sleep(self.pace.thought(&self.key, index)).await;
                if over {
                    break;
                }
                self.submit_move(color, index, mv)
                    .await
                    .with_context(|| format!("{}: ply {}, {mv}", self.key, index + 1))?;
            }
            self.progress.moved();
        }
        if !over {
            self.end(game).await.with_context(|| format!("{}: the result", self.key))?;
        }
        self.progress.ended();
        Ok(())
    }

    /// How many plies were played, and whether the game is over.
    async fn standing(&self) -> anyhow::Result<(usize, bool)> {
        let request = GetGameRequest { game: Some((&self.key).into()) };
        let found = until_answered(&self.key, || {
            let (mut judge, request) = (self.clients.judge.clone(), request.clone());
            async move { judge.get_game(request).await }
        })
        .await;
        match found {
            Ok(found) => {
                let state = found.state.unwrap_or_default();
                Ok((state.plies.len(), state.outcome.is_some()))
            }
            Err(status) if status.code() == Code::NotFound => Ok((0, false)),
            Err(status) => Err(status.into()),
        }
    }

    fn header(&self, device: String, sequence: u64) -> InputHeader {
        InputHeader {
            game: Some((&self.key).into()),
            device,
            sequence,
            seen_at_ms: WallClock.now().millis(),
            wait_ms: WAIT_MS,
        }
    }

    async fn submit_move(
        &self,
        color: Color,
        index: usize,
        mv: &draughts::MoveText,
    ) -> anyhow::Result<()> {
        let ply = u32::try_from(index + 1)?;
        let device = tablet(self.key.game.table(), color);
        let request = SubmitMoveRequest {
            header: Some(self.header(device, u64::from(ply))),
            ply,
            r#move: Some(mv.into()),
        };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_move(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    async fn claim(&self, color: Color, claim: Claim) -> anyhow::Result<Verdict> {
        let device = tablet(self.key.game.table(), color);
        let request =
            SubmitClaimRequest { header: Some(self.header(device, CLAIM)), claim: Some(claim) };
        let answer = until_answered(&self.key, || {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { ingest.submit_claim(request).await }
        });
        Ok(answer.await?.verdict.unwrap_or_default())
    }

    /// Ends the game as the record says: the loser resigns, or both agree to a draw. What no
    /// player can say, the desk rules.
    async fn end(&self, game: &PlannedGame) -> anyhow::Result<()> {
        // The last move may have ended it by itself.
        if self.standing().await?.1 {
            return Ok(());
        }
        let white = proto::v1::Color::White.into();
        let black = proto::v1::Color::Black.into();
        match (game.score, game.moves.is_empty()) {
            (Some(Score::WhiteWins), false) => {
                self.claim(Color::Black, Claim::Resign(Resign { color: black })).await?;
                Ok(())
            }
            (Some(Score::BlackWins), false) => {
                self.claim(Color::White, Claim::Resign(Resign { color: white })).await?;
                Ok(())
            }
            (Some(Score::Draw), false) => {
                self.claim(Color::White, Claim::AgreeDraw(AgreeDraw { color: white })).await?;
                self.claim(Color::Black, Claim::AgreeDraw(AgreeDraw { color: black })).await?;
                Ok(())
            }
            (Some(score @ (Score::WhiteWins | Score::BlackWins)), true) => {
                self.rule(Outcome::new(score, Reason::Forfeit)).await
            }
            (Some(score), _) => self.rule(Outcome::new(score, Reason::Arbiter)).await,
            // The record does not say how it ended.
            (None, _) => self.rule(Outcome::new(Score::Unplayed, Reason::Arbiter)).await,
        }
    }

    async fn rule(&self, outcome: Outcome) -> anyhow::Result<()> {
        let ruling = Ruling::Result(RuleResult { outcome: Some(outcome.into()) });
        // The desk speaks of many games, and counts its inputs by table.
        let request = SubmitRulingRequest {
            header: Some(self.header(DESK.to_owned(), 1)),
            ruling: Some(ruling),
        };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_ruling(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    /// Hands an input in, again and again, until it is judged.
    async fn until_judged<F>(&self, mut call: impl FnMut() -> F) -> anyhow::Result<()>
    where
        F: Future<Output = Result<tonic::Response<Option<Verdict>>, tonic::Status>>,
    {
        loop {
            let verdict = until_answered(&self.key, &mut call).await?.unwrap_or_default();
            match verdict.status() {
                VerdictStatus::Accepted => return Ok(()),
                VerdictStatus::Refused => anyhow::bail!("refused: {}", verdict.text),
                VerdictStatus::Pending => anyhow::bail!("waits for another source or the arbiter"),
                VerdictStatus::Stored | VerdictStatus::Unspecified => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        }
    }
}
