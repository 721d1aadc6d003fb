//! One table: two tablets that play a planned game, and the desk that rules where players cannot.

use std::time::Duration;

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
use runtime::{Retry, Stopped, WallClock};
use tokio_util::sync::CancellationToken;
use tonic::Code;

use crate::replay::{
    calls::{Clients, until_answered},
    pace::Pace,
    plan::{PlannedGame, PlannedMove},
    progress::Progress,
};

/// Name of the device at the arbiter's desk.
pub(crate) const DESK: &str = "desk";
/// Time for which a call waits for its verdict, in milliseconds.
const WAIT_MS: u32 = 2000;
/// Pauses before an input is sent again whose verdict did not come while the call waited. Only a
/// judge that is behind leaves it open so long, so they may be short.
const UNJUDGED: Retry = Retry::new(Duration::from_millis(10), Duration::from_secs(1));
/// Sequence of a tablet's claim, above that of any of its moves.
const CLAIM: u64 = 100_000;
/// Sequence of the desk's ruling on the result, below those on positions and moves.
const RESULT: u64 = 1;

/// Returns the sequence of the desk's ruling on the position after some plies.
fn set_position_sequence(plies: usize) -> anyhow::Result<u64> {
    Ok(2 * u64::try_from(plies)? + 2)
}

/// Returns the sequence of the desk's ruling on an irregular move.
fn let_stand_sequence(index: usize) -> anyhow::Result<u64> {
    Ok(2 * u64::try_from(index)? + 3)
}

/// Returns the name of a side's tablet.
#[must_use]
pub fn tablet(table: u32, color: Color) -> String {
    match color {
        Color::White => format!("table-{table}-white"),
        Color::Black => format!("table-{table}-black"),
    }
}

/// Two tablets and the desk.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) clients: Clients,
    pub(crate) key: GameKey,
    pub(crate) pace: Pace,
    pub(crate) progress: Progress,
}

impl Table {
    /// Plays `game` from its current ply to its end, whatever ends it.
    ///
    /// # Errors
    /// If a move or the result is refused, or waits for the arbiter.
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
                    InputStatus::Accepted => {}
                    // A flag fell, or the arbiter ruled.
                    InputStatus::GameOver => {
                        is_over = true;
                        break;
                    }
                    InputStatus::Pending => bail!("{}: {WAITS}", what()),
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

    /// Thinks and makes a move. The desk first sets the position if the plan has another, and lets
    /// an irregular move stand.
    async fn make(&self, index: usize, planned: &PlannedMove) -> anyhow::Result<InputStatus> {
        let set = self.set(index, planned.set.as_deref()).await?;
        if set != InputStatus::Accepted {
            return Ok(set);
        }
        tokio::time::sleep(self.pace.thought(&self.key, index)).await;
        let made = self.submit_move(planned.color, index, &planned.mv).await?;
        if made != InputStatus::Accepted || !planned.is_irregular {
            return Ok(made);
        }
        self.rule(let_stand_sequence(index)?, Ruling::LetStand(LetStand::default())).await
    }

    /// Lets the desk set the position after some plies; does nothing without one.
    async fn set(&self, plies: usize, fen: Option<&str>) -> anyhow::Result<InputStatus> {
        let Some(fen) = fen else { return Ok(InputStatus::Accepted) };
        let ruling = Ruling::SetPosition(SetPosition { fen: fen.to_owned() });
        self.rule(set_position_sequence(plies)?, ruling).await
    }

    /// Returns the number of plies that were played, and true if the game is over.
    async fn standing(&self) -> anyhow::Result<(usize, bool)> {
        let request = GetGameRequest { game: Some((&self.key).into()), ..Default::default() };
        let found = until_answered(&self.key, || {
            let (mut rules, request) = (self.clients.rules.clone(), request.clone());
            async move { rules.get_game(request).await }
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
            // The stamps need no correction: the services read the same clock.
            sent_at_ms: 0,
        }
    }

    async fn submit_move(
        &self,
        color: Color,
        index: usize,
        mv: &draughts::MoveText,
    ) -> anyhow::Result<InputStatus> {
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

    async fn claim(&self, color: Color, claim: Claim) -> anyhow::Result<InputStatus> {
        let device = tablet(self.key.game.table(), color);
        let request =
            SubmitClaimRequest { header: Some(self.header(device, CLAIM)), claim: Some(claim) };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_claim(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    /// Ends the game with the result of the record: the loser resigns, or both agree to a draw.
    /// Other results are ruled by the desk.
    async fn end(&self, game: &PlannedGame) -> anyhow::Result<()> {
        // The last move may have ended it by itself.
        if self.standing().await?.1 {
            return Ok(());
        }
        let resign = |color| Claim::Resign(Resign { color: proto::v1::Color::from(color).into() });
        let draw =
            |color| Claim::AgreeDraw(AgreeDraw { color: proto::v1::Color::from(color).into() });
        let ended = match (game.score, game.moves.is_empty()) {
            (Some(Score::WhiteWins), false) => {
                self.claim(Color::Black, resign(Color::Black)).await?
            }
            (Some(Score::BlackWins), false) => {
                self.claim(Color::White, resign(Color::White)).await?
            }
            (Some(Score::Draw), false) => match self.claim(Color::White, draw(Color::White)).await?
            {
                InputStatus::Pending => match self.claim(Color::Black, draw(Color::Black)).await? {
                    // The arbiter decides (rules art. 21.2).
                    InputStatus::Pending => {
                        self.rule_result(Outcome::new(Score::Draw, Reason::Agreement)).await?
                    }
                    ended @ (InputStatus::Accepted | InputStatus::GameOver) => ended,
                },
                ended @ (InputStatus::Accepted | InputStatus::GameOver) => ended,
            },
            (Some(score @ (Score::WhiteWins | Score::BlackWins)), true) => {
                self.rule_result(Outcome::new(score, Reason::Forfeit)).await?
            }
            (Some(score), _) => self.rule_result(Outcome::new(score, Reason::Arbiter)).await?,
            // The record has no result.
            (None, _) => self.rule_result(Outcome::new(Score::Unplayed, Reason::Arbiter)).await?,
        };
        match ended {
            InputStatus::Accepted | InputStatus::GameOver => Ok(()),
            InputStatus::Pending => bail!(WAITS),
        }
    }

    async fn rule_result(&self, outcome: Outcome) -> anyhow::Result<InputStatus> {
        self.rule(RESULT, Ruling::Result(RuleResult { outcome: Some(outcome.into()) })).await
    }

    async fn rule(&self, sequence: u64, ruling: Ruling) -> anyhow::Result<InputStatus> {
        // Inputs are numbered within each game, so that one desk can rule on many.
        let request = SubmitRulingRequest {
            header: Some(self.header(DESK.to_owned(), sequence)),
            ruling: Some(ruling),
            reason: "as in the file".to_owned(),
        };
        self.until_judged(|| {
            let (mut ingest, request) = (self.clients.ingest.clone(), request.clone());
            async move { Ok(ingest.submit_ruling(request).await?.map(|answer| answer.verdict)) }
        })
        .await
    }

    /// Sends an input until it is judged; the same device and sequence is the same input.
    ///
    /// # Errors
    /// If the call or the input is refused.
    async fn until_judged<F>(&self, call: impl Fn() -> F) -> anyhow::Result<InputStatus>
    where
        F: Future<Output = Result<tonic::Response<Option<Verdict>>, tonic::Status>>,
    {
        let attempt = || {
            let answered = until_answered(&self.key, &call);
            async move {
                let verdict = match answered.await {
                    Ok(verdict) => verdict.unwrap_or_default(),
                    Err(status) => return Ok(Err(status.into())),
                };
                status(&verdict).transpose().ok_or(Unjudged)
            }
        };
        // A caller that no longer wants the verdict drops the future.
        let never = CancellationToken::new();
        match UNJUDGED.until_done(&never, attempt, |Unjudged| true).await {
            Ok(judged) => judged,
            Err(Stopped) => bail!("the input was given up"),
        }
    }
}

/// Consequence of an input for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputStatus {
    /// The input counts.
    Accepted,
    /// The input waits for another source, the other player or the arbiter.
    Pending,
    /// The game had ended before the input.
    GameOver,
}

const WAITS: &str = "waits for another device at the table, or for the arbiter";

/// The input was stored and has no verdict yet.
struct Unjudged;

/// Returns the consequence of a verdict; `None` if the input is not judged yet.
///
/// # Errors
/// If the input was refused for any other reason than that the game was over.
fn status(verdict: &Verdict) -> anyhow::Result<Option<InputStatus>> {
    match (verdict.status(), verdict.reason.as_str()) {
        (VerdictStatus::Accepted, _) => Ok(Some(InputStatus::Accepted)),
        (VerdictStatus::Pending, _) => Ok(Some(InputStatus::Pending)),
        (VerdictStatus::Stored | VerdictStatus::Unspecified, _) => Ok(None),
        (VerdictStatus::Refused, "game-finished" | "same-result") => {
            Ok(Some(InputStatus::GameOver))
        }
        (VerdictStatus::Refused, reason) => bail!("refused: {} ({reason})", verdict.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: VerdictStatus, reason: &str, expected: Option<Option<InputStatus>>) {
        let mut verdict = Verdict { reason: reason.to_owned(), ..Default::default() };
        verdict.set_status(given);
        assert_eq!(status(&verdict).ok(), expected, "{given:?} {reason:?}");
    }

    #[test]
    fn a_refusal_is_an_error_unless_the_game_is_over() {
        check(VerdictStatus::Accepted, "", Some(Some(InputStatus::Accepted)));
        check(VerdictStatus::Pending, "", Some(Some(InputStatus::Pending)));
        check(VerdictStatus::Stored, "", Some(None));
        check(VerdictStatus::Unspecified, "", Some(None));
        check(VerdictStatus::Refused, "game-finished", Some(Some(InputStatus::GameOver)));
        check(VerdictStatus::Refused, "same-result", Some(Some(InputStatus::GameOver)));
        for reason in ["illegal-move", "ply-already-played", "draw-already-offered", ""] {
            check(VerdictStatus::Refused, reason, None);
        }
    }
}
