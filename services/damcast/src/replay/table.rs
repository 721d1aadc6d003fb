//! One table: two tablets that play a game of the plan, and the desk that ends it where it must.

use std::{fmt, time::Duration};

use anyhow::{Context as _, bail};
use draughts::{Color, Outcome, Reason, Score};
use proto::{
    subject::GameKey,
    v1::{
        AgreeDraw, GetGameRequest, InputHeader, LetStand, Resign, RuleResult, SetPosition,
        SubmitClaimRequest, SubmitMoveRequest, SubmitRulingRequest, Verdict, VerdictStatus,
        submit_claim_request::Claim, submit_ruling_request::Ruling,
    },
};
use runtime::WallClock;
use tonic::Code;

use crate::replay::{
    calls::{Clients, until_answered},
    pace::Pace,
    plan::{PlannedGame, PlannedMove},
    progress::Progress,
};

/// The device of the arbiter's desk.
pub(crate) const DESK: &str = "desk";
/// The time that a tablet waits for its verdict in one call.
const WAIT_MS: u32 = 2000;
/// A claim's sequence comes after that of any move of its tablet.
const CLAIM: u64 = 100_000;
/// The desk's word on the result; its words on moves have numbers after that.
const RESULT: u64 = 1;

/// The desk's word on the position after some plies.
fn set_after(plies: usize) -> anyhow::Result<u64> {
    Ok(2 * u64::try_from(plies)? + 2)
}

/// The desk's word on an irregular move.
fn stands_at(index: usize) -> anyhow::Result<u64> {
    Ok(2 * u64::try_from(index)? + 3)
}

/// The device of a side's tablet.
#[must_use]
pub fn tablet(table: u32, color: Color) -> String {
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
    /// Plays `game` from where it stands to its end, whoever or whatever ends it.
    ///
    /// # Errors
    /// When a move or the result is refused, or waits for the arbiter.
    pub(crate) async fn play(&self, game: &PlannedGame) -> anyhow::Result<()> {
        let (played, mut is_over) = self.standing().await?;
        for (index, planned) in game.moves.iter().enumerate() {
            // Moves that were played before a restart take no thinking time.
            if index >= played {
                if is_over {
                    break;
                }
                let made = self.make(index, planned).await;
                let what = || format!("ply {}, {}", index + 1, planned.mv);
                match made.with_context(what)? {
                    Judged::Accepted => {}
                    // A flag fell, or the arbiter ruled.
                    Judged::Over => {
                        is_over = true;
                        break;
                    }
                    judged @ (Judged::Waits | Judged::Unknown) => bail!("{}: {judged}", what()),
                }
            }
            self.progress.moved();
        }
        if !is_over {
            self.set(game.moves.len(), game.last_set.as_deref()).await.context("a position")?;
            self.end(game).await.context("the result")?;
        }
        self.progress.ended();
        Ok(())
    }

    /// Makes a move after the time to think of it. The desk sets the position where it has to, and
    /// lets an irregular move stand.
    async fn make(&self, index: usize, planned: &PlannedMove) -> anyhow::Result<Judged> {
        let set = self.set(index, planned.set.as_deref()).await?;
        if set != Judged::Accepted {
            return Ok(set);
        }
        tokio::time::sleep(self.pace.thought(&self.key, index)).await;
        let made = self.submit_move(planned.color, index, &planned.mv).await?;
        if made != Judged::Accepted || !planned.is_irregular {
            return Ok(made);
        }
        self.rule(stands_at(index)?, Ruling::LetStand(LetStand::default())).await
    }

    /// The desk sets the position that stands after some plies, if it is another than follows.
    async fn set(&self, plies: usize, fen: Option<&str>) -> anyhow::Result<Judged> {
        let Some(fen) = fen else { return Ok(Judged::Accepted) };
        let ruling = Ruling::SetPosition(SetPosition { fen: fen.to_owned() });
        self.rule(set_after(plies)?, ruling).await
    }

    /// Returns the number of plies that were played, and whether the game is over.
    async fn standing(&self) -> anyhow::Result<(usize, bool)> {
        let request = GetGameRequest { game: Some((&self.key).into()), ..Default::default() };
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
            seen_at_ms: WallClock::system().now().millis(),
            wait_ms: WAIT_MS,
            language: String::new(),
            // Its stamps are true: it reads the same clock as the services.
            sent_at_ms: 0,
        }
    }

    async fn submit_move(
        &self,
        color: Color,
        index: usize,
        mv: &draughts::MoveText,
    ) -> anyhow::Result<Judged> {
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

    async fn claim(&self, color: Color, claim: Claim) -> anyhow::Result<Judged> {
        let device = tablet(self.key.game.table(), color);
        let request =
            SubmitClaimRequest { header: Some(self.header(device, CLAIM)), claim: Some(claim) };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_claim(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    /// Ends the game as the record says: the loser resigns, or both agree to a draw. What no
    /// player can say, the desk rules.
    async fn end(&self, game: &PlannedGame) -> anyhow::Result<()> {
        // The last move may have ended it by itself.
        if self.standing().await?.1 {
            return Ok(());
        }
        let resign = |color| Claim::Resign(Resign { color: proto::v1::Color::from(color).into() });
        let draw =
            |color| Claim::AgreeDraw(AgreeDraw { color: proto::v1::Color::from(color).into() });
        let judged = match (game.score, game.moves.is_empty()) {
            (Some(Score::WhiteWins), false) => {
                self.claim(Color::Black, resign(Color::Black)).await?
            }
            (Some(Score::BlackWins), false) => {
                self.claim(Color::White, resign(Color::White)).await?
            }
            (Some(Score::Draw), false) => match self.claim(Color::White, draw(Color::White)).await?
            {
                Judged::Waits => self.claim(Color::Black, draw(Color::Black)).await?,
                judged @ (Judged::Accepted | Judged::Over | Judged::Unknown) => judged,
            },
            (Some(score @ (Score::WhiteWins | Score::BlackWins)), true) => {
                self.rule_result(Outcome::new(score, Reason::Forfeit)).await?
            }
            (Some(score), _) => self.rule_result(Outcome::new(score, Reason::Arbiter)).await?,
            // The record does not say how it ended.
            (None, _) => self.rule_result(Outcome::new(Score::Unplayed, Reason::Arbiter)).await?,
        };
        match judged {
            Judged::Accepted | Judged::Over => Ok(()),
            Judged::Waits | Judged::Unknown => bail!("{judged}"),
        }
    }

    async fn rule_result(&self, outcome: Outcome) -> anyhow::Result<Judged> {
        self.rule(RESULT, Ruling::Result(RuleResult { outcome: Some(outcome.into()) })).await
    }

    async fn rule(&self, sequence: u64, ruling: Ruling) -> anyhow::Result<Judged> {
        // The desk speaks of many games, and counts its inputs by table.
        let request = SubmitRulingRequest {
            header: Some(self.header(DESK.to_owned(), sequence)),
            ruling: Some(ruling),
        };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_ruling(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    /// Hands an input in, again and again, until it is judged.
    async fn until_judged<F>(&self, mut call: impl FnMut() -> F) -> anyhow::Result<Judged>
    where
        F: Future<Output = Result<tonic::Response<Option<Verdict>>, tonic::Status>>,
    {
        loop {
            let verdict = until_answered(&self.key, &mut call).await?.unwrap_or_default();
            let judged = judged(&verdict)?;
            if judged != Judged::Unknown {
                return Ok(judged);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The consequence of a verdict for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    /// It counts.
    Accepted,
    /// It waits for another source, the other player or the arbiter.
    Waits,
    /// The game was over before it.
    Over,
    /// The judge has not seen it.
    Unknown,
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted",
            Self::Waits => "waits for another device at the table, or for the arbiter",
            Self::Over => "the game is over",
            Self::Unknown => "not judged",
        })
    }
}

/// Returns the consequence of a verdict.
///
/// # Errors
/// When it is a refusal of something that the game still waits for.
fn judged(verdict: &Verdict) -> anyhow::Result<Judged> {
    match (verdict.status(), verdict.reason.as_str()) {
        (VerdictStatus::Accepted, _) => Ok(Judged::Accepted),
        (VerdictStatus::Pending, _) => Ok(Judged::Waits),
        (VerdictStatus::Stored | VerdictStatus::Unspecified, _) => Ok(Judged::Unknown),
        (VerdictStatus::Refused, "game-finished" | "same-result") => Ok(Judged::Over),
        (VerdictStatus::Refused, reason) => bail!("refused: {} ({reason})", verdict.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: VerdictStatus, reason: &str, expected: Option<Judged>) {
        let mut verdict = Verdict { reason: reason.to_owned(), ..Default::default() };
        verdict.set_status(status);
        assert_eq!(judged(&verdict).ok(), expected, "{status:?} {reason:?}");
    }

    #[test]
    fn an_ended_game_is_over_and_any_other_refusal_is_told() {
        check(VerdictStatus::Accepted, "", Some(Judged::Accepted));
        check(VerdictStatus::Pending, "", Some(Judged::Waits));
        check(VerdictStatus::Stored, "", Some(Judged::Unknown));
        check(VerdictStatus::Unspecified, "", Some(Judged::Unknown));
        check(VerdictStatus::Refused, "game-finished", Some(Judged::Over));
        check(VerdictStatus::Refused, "same-result", Some(Judged::Over));
        for reason in ["illegal-move", "ply-already-played", "draw-already-offered", ""] {
            check(VerdictStatus::Refused, reason, None);
        }
    }
}
