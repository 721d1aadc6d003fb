//! Ends of games: rulings at the desk, and results that are recorded by hand.

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    GameRef, InputHeader, Outcome, Reason, RecordResultRequest, RuleResult, Score, SetPosition,
    SubmitRulingRequest, TablePairing, TournamentRef, VerdictStatus, submit_ruling_request::Ruling,
};

use super::{DESK, Story, call};
use crate::{BY, client::is_transient, cluster::Service, until};

const WAIT_MS: u32 = 1000;

impl Story {
    /// Ends the games of a round; pairing may be killed meanwhile.
    pub(super) async fn results(&mut self, round: u32, results: &str) -> Result<()> {
        let results: Vec<(u32, &str)> =
            (1..).zip(results.split_whitespace()).filter(|(_, text)| *text != "*").collect();
        let is_disturbed = round % 3 == 1 && results.iter().all(|(_, text)| !text.ends_with('F'));
        for (table, text) in &results {
            if is_disturbed && *table == 2 {
                self.cluster.kill(Service::Pairing).await?;
                self.killed_inside += 1;
            }
            self.end_game(round, *table, text).await?;
        }
        if is_disturbed && results.iter().any(|(table, _)| *table == 2) {
            self.cluster.start_service(Service::Pairing).await?;
        }
        for (table, text) in results {
            self.is_recorded(round, table, text).await?;
        }
        Ok(())
    }

    pub(super) async fn result(&mut self, round: u32, table: u32, text: &str) -> Result<()> {
        self.end_game(round, table, text).await?;
        self.is_recorded(round, table, text).await
    }

    async fn end_game(&mut self, round: u32, table: u32, text: &str) -> Result<()> {
        if let Some(forfeit) = text.strip_suffix('F') {
            let outcome = Outcome { score: score(forfeit)?.into(), reason: Reason::Forfeit.into() };
            let request = RecordResultRequest {
                tournament: self.reference(),
                round,
                table,
                outcome: Some(outcome),
                by: BY.to_owned(),
                ..Default::default()
            };
            return call("record a forfeit", || {
                let (mut pairing, request) = (self.clients.pairing.clone(), request.clone());
                async move { pairing.record_result(request).await }
            })
            .await
            .map(drop);
        }
        if let Some(men) = men_ahead(text)? {
            let side = |first: u32, men: i32| {
                let squares = (0..=men.max(0)).map(|at| format!("{}", first + at.unsigned_abs()));
                squares.collect::<Vec<_>>().join(",")
            };
            let fen = format!("W:W{}:B{}", side(31, men), side(1, -men));
            self.rule(round, table, Ruling::SetPosition(SetPosition { fen })).await?;
        }
        let outcome = Outcome { score: score(text)?.into(), reason: Reason::Arbiter.into() };
        self.rule(round, table, Ruling::Result(RuleResult { outcome: Some(outcome) })).await
    }

    /// Rules at the desk until the ruling is judged.
    async fn rule(&mut self, round: u32, table: u32, ruling: Ruling) -> Result<()> {
        self.sent_count += 1;
        let TournamentRef { venue, tournament } = self.tournament.clone();
        let header = InputHeader {
            game: Some(GameRef { venue, tournament, game: format!("r{round}-t{table}") }),
            device: DESK.to_owned(),
            sequence: self.sent_count,
            wait_ms: WAIT_MS,
            ..Default::default()
        };
        let request = SubmitRulingRequest {
            header: Some(header),
            ruling: Some(ruling),
            ..Default::default()
        };
        let what = format!("a ruling at r{round}-t{table}");
        let verdict = until(&what, || {
            let (mut board_ingest, request) = (self.clients.board_ingest.clone(), request.clone());
            async move {
                match board_ingest.submit_ruling(request).await {
                    Err(status) if is_transient(&status) => None,
                    Err(status) => Some(Err(status)),
                    Ok(answer) => {
                        let verdict = answer.into_inner().verdict.unwrap_or_default();
                        (verdict.status() != VerdictStatus::Stored).then_some(Ok(verdict))
                    }
                }
            }
        });
        let verdict = verdict.await??;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    /// Waits until pairing shows how a game ended.
    async fn is_recorded(&self, round: u32, table: u32, text: &str) -> Result<()> {
        let (score, men_ahead) = (score(text.trim_end_matches('F'))?, men_ahead(text)?);
        until(&format!("the result {text} of r{round}-t{table}"), || async {
            let shown = self.shown().await.ok()?;
            let round = shown.rounds.into_iter().find(|one| one.number == round)?;
            let is_here = |pairing: TablePairing| pairing.table == table;
            let game = round.games.into_iter().find(|game| game.pairing.is_some_and(is_here))?;
            let is_told = game.outcome?.score() == score;
            (is_told && (men_ahead.is_none() || men_ahead == game.men_ahead)).then_some(())
        })
        .await
    }
}

fn score(text: &str) -> Result<Score> {
    Ok(match text {
        "1-0" => Score::WhiteWins,
        "0-1" => Score::BlackWins,
        "0-0" => Score::BothLose,
        draw if draw.starts_with('=') => Score::Draw,
        _ => bail!("unknown result {text:?}"),
    })
}

/// Returns the number of men that White is ahead in a draw with a bonus.
fn men_ahead(text: &str) -> Result<Option<i32>> {
    let men = text.strip_prefix('=').filter(|men| !men.is_empty());
    men.map(|men| men.parse().context("men")).transpose()
}
