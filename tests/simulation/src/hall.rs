//! The hall: tablets that send each input until it is judged, and the arbiter's desk.

use std::{
    collections::BTreeSet,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, ensure};
use draughts::Color;
use proto::v1::{
    self, AdjustClock, AgreeDraw, ClockDisplay, ClockOrder, GameRef, InputHeader, Nothing, Resign,
    ResumeGame, RetractMoves, RuleRoundRequest, SubmitClaimRequest, SubmitDisplayRequest,
    SubmitMoveRequest, SubmitRulingRequest, TournamentRef, Verdict, VerdictStatus,
    clock_order::Order, submit_claim_request::Claim, submit_ruling_request::Ruling,
};
use runtime::WallClock;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::{ANSWER, HandedIn, Request, is_passing},
    channel::LossyChannel,
    credentials::CHIEF,
    device::Device,
    replica::World,
    script::{Correction, End, Script},
    seed::Dice,
    wait::until,
};

/// Games of the round.
pub(crate) const GAMES: u32 = 8;
/// The time that board-ingest waits for a verdict, milliseconds.
const WAIT_MS: u32 = 1000;
/// Longer than the stamps of two devices may differ.
const LATER: Duration = Duration::from_secs(3);
/// The time that the arbiter leaves a player who is to lose on time.
const LITTLE_MS: u64 = 3_000;

/// Returns the reason of a ruling, which whoever signs in has to give, unless it is an order to a
/// clock.
fn reason(ruling: &Ruling) -> String {
    let reason = if matches!(ruling, Ruling::Clock(_)) { "" } else { "a simulated reason" };
    reason.to_owned()
}

/// The hall. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    pub(crate) tournament: TournamentRef,
    pub(crate) scripts: Arc<Vec<Script>>,
    dice: Dice,
    clock: WallClock,
    pub(crate) told: HandedIn,
    /// True if INPUT may lose messages.
    loses_inputs: bool,
    /// True if what the desk told before the games began may be lost.
    loses_openings: bool,
    /// True if ACCESS may lose its end: somebody lets those in again whom it no longer has.
    loses_access: bool,
    /// True if the history of a game may be damaged, so that it is set aside until it is mended.
    has_damage: bool,
}

impl Hall {
    pub(crate) fn new(world: &World) -> Self {
        let World { dice, clock, .. } = world;
        let (loses_inputs, loses_openings) = (world.loses_inputs, world.loses_openings);
        let tournament = TournamentRef { venue: "main".to_owned(), tournament: "round".to_owned() };
        let scripts = (0..GAMES).map(|_game| Script::new(dice, !loses_inputs)).collect();
        Self {
            tournament,
            scripts: Arc::new(scripts),
            dice: dice.clone(),
            clock: clock.clone(),
            told: HandedIn::default(),
            loses_inputs,
            loses_openings,
            loses_access: world.is_locked && world.has_cuts,
            has_damage: world.has_damage,
        }
    }

    /// Returns the games of which a move is taken back.
    pub(crate) fn taken_back(&self) -> BTreeSet<String> {
        let games = (1..).zip(self.scripts.iter());
        let corrected =
            games.filter(|(_table, script)| script.correction == Some(Correction::LastMove));
        corrected.map(|(table, _script)| self.game(table).game).collect()
    }

    /// Hands in again what the log has lost, until the run ends.
    pub(crate) async fn heed_doubts(self, channel: LossyChannel) {
        let games = (1..=GAMES).map(|table| self.game(table)).collect();
        self.told.heed(self.tournament, games, channel, self.clock).await;
    }

    /// Makes sure that the log has what was told before about a game: a claim or a ruling comes
    /// after it.
    async fn hand_in_first(&self, table: u32) -> Result<(), Status> {
        if !self.loses_inputs || self.told.hand_in(&self.game(table), &self.clock).await {
            return Ok(());
        }
        Err(Status::unavailable("inputs are in doubt"))
    }

    pub(crate) fn reference(&self) -> Option<TournamentRef> {
        Some(self.tournament.clone())
    }

    fn game(&self, table: u32) -> GameRef {
        let TournamentRef { venue, tournament } = self.tournament.clone();
        GameRef { venue, tournament, game: format!("r1-t{table}") }
    }

    pub(crate) fn device(&self, name: &str, channel: &LossyChannel) -> Device {
        let is_of_player = name.ends_with("white") || name.ends_with("black");
        let bearer = if is_of_player { name } else { CHIEF };
        Device::new(name.to_owned(), &channel.as_bearer(bearer), &self.dice)
    }

    /// Plays one game to its end.
    pub(crate) async fn play(self, table: u32, channel: LossyChannel) -> Result<()> {
        let script = self.scripts[table as usize - 1].clone();
        let mut white = self.device(&format!("t{table}-white"), &channel);
        let mut black = self.device(&format!("t{table}-black"), &channel);
        for (index, mv) in script.moves.iter().enumerate() {
            sleep(self.dice.millis(50..=900)).await;
            self.play_move(table, index, mv, [&mut white, &mut black]).await?;
        }
        let mut desk = self.device(&format!("desk-{table}"), &channel);
        desk.name = "desk".to_owned();
        // The desk counts its inputs; each table has numbers of its own.
        desk.told = u64::from(table) * 1_000;
        if script.has_display {
            self.display(&mut desk, table, script.to_move()).await?;
        }
        if let (Some(Correction::LastMove), Some(mv)) = (script.correction, script.moves.last()) {
            let index = script.moves.len() - 1;
            let retract = RetractMoves { from_ply: u32::try_from(index + 1)? };
            sleep(LATER).await;
            self.correct(&mut desk, table, Ruling::Retract(retract)).await?;
            sleep(LATER).await;
            self.play_move(table, index, mv, [&mut white, &mut black]).await?;
        }
        self.end(table, &script, [&mut white, &mut black], &mut desk).await?;
        if script.correction == Some(Correction::Resumption) {
            sleep(LATER).await;
            self.correct(&mut desk, table, Ruling::Resume(ResumeGame {})).await?;
            sleep(LATER).await;
            self.end(table, &script, [&mut white, &mut black], &mut desk).await?;
        }
        Ok(())
    }

    /// Plays a move on the tablet of its side, and on the other one if both are to send it.
    async fn play_move(
        &self,
        table: u32,
        index: usize,
        mv: &v1::MoveText,
        [white, black]: [&mut Device; 2],
    ) -> Result<()> {
        let (mover, other) = if index.is_multiple_of(2) { (white, black) } else { (black, white) };
        let ply = u32::try_from(index + 1)?;
        let told = |device: &mut Device| SubmitMoveRequest {
            header: Some(self.header(device, table)),
            ply,
            r#move: Some(mv.clone()),
        };
        let request = told(mover);
        let confirming = self.scripts[table as usize - 1].is_confirmed.then(|| told(other));
        let also = async {
            match confirming {
                Some(request) => self.tell_move(other, request).await.map(Some),
                None => Ok(None),
            }
        };
        let (first, second) = tokio::join!(self.tell_move(mover, request), also);
        for verdict in [Some(first?), second?].into_iter().flatten() {
            ensure!(
                verdict.status() == VerdictStatus::Accepted,
                "table {table}, ply {ply}: {verdict:?}"
            );
        }
        Ok(())
    }

    /// Ends a game.
    async fn end(
        &self,
        table: u32,
        script: &Script,
        [white, black]: [&mut Device; 2],
        desk: &mut Device,
    ) -> Result<()> {
        let turn = script.to_move();
        match script.end {
            End::Resign => {
                let claim = Claim::Resign(Resign { color: v1::Color::from(turn).into() });
                let device = if turn == Color::White { white } else { black };
                self.accepted(device, table, claim).await?;
            }
            End::Draw => {
                for (device, color) in [(white, v1::Color::White), (black, v1::Color::Black)] {
                    let claim = Claim::AgreeDraw(AgreeDraw { color: color.into() });
                    let verdict = self.claim(device, table, claim).await?;
                    ensure!(verdict.status() != VerdictStatus::Refused, "{verdict:?}");
                }
            }
            End::Flag => {
                let adjust = AdjustClock {
                    color: v1::Color::from(turn).into(),
                    remaining_ms: LITTLE_MS,
                    reason: "to lose on time".to_owned(),
                };
                self.rule(desk, table, Order::Adjust(adjust)).await?;
            }
        }
        Ok(())
    }

    /// Pauses and resumes clocks while the round is played.
    pub(crate) async fn arbitrate(self, channel: LossyChannel) -> Result<()> {
        let mut desk = self.device("desk", &channel);
        for _ruling in 0..self.dice.number(0..=2) {
            sleep(self.dice.millis(500..=4000)).await;
            let table = u32::try_from(self.dice.number(1..=u64::from(GAMES)))?;
            // A round that the log has lost is refused like one whose games have all ended; and of
            // one in which a game is set aside, the clocks would stand until that is mended.
            let whole = self.dice.happens(300) && !self.loses_openings && !self.has_damage;
            for order in [Order::Pause(Nothing {}), Order::Resume(Nothing {})] {
                if whole {
                    self.rule_round(&mut desk, order).await?;
                } else {
                    self.rule(&mut desk, table, order).await?;
                }
                sleep(self.dice.millis(100..=2000)).await;
            }
        }
        Ok(())
    }

    fn now(&self, device: &Device) -> i64 {
        device.skew_ms.map_or(0, |skew| self.clock.now().millis() + skew)
    }

    pub(crate) fn header(&self, device: &mut Device, table: u32) -> InputHeader {
        device.told += 1;
        InputHeader {
            game: Some(self.game(table)),
            device: device.name.clone(),
            sequence: device.told,
            wait_ms: WAIT_MS,
            seen_at_ms: self.now(device),
            ..InputHeader::default()
        }
    }

    async fn tell_move(&self, device: &Device, request: SubmitMoveRequest) -> Result<Verdict> {
        self.told.make(Request::Move(request.clone()), device.skew_ms, &device.channel);
        let what = format!("{} to play ply {}", device.name, request.ply);
        let channel = device.channel.clone();
        self.settle(&what, || {
            let (mut channel, mut request) = (channel.clone(), request.clone());
            if let Some(header) = &mut request.header {
                header.sent_at_ms = self.now(device);
            }
            async move {
                let verdict = channel.submit_move(request).await?.into_inner().verdict;
                let waits =
                    verdict.as_ref().is_some_and(|it| it.status() == VerdictStatus::Pending);
                if self.loses_inputs && waits {
                    // For a move before it, which is lost and handed in again.
                    return Err(Status::unavailable("the move waits"));
                }
                Ok(verdict)
            }
        })
        .await
    }

    async fn claim(&self, device: &mut Device, table: u32, claim: Claim) -> Result<Verdict> {
        let header = Some(self.header(device, table));
        let request = SubmitClaimRequest { header, claim: Some(claim) };
        self.told.make(Request::Claim(request.clone()), device.skew_ms, &device.channel);
        let (what, channel) = (format!("{} to claim", device.name), device.channel.clone());
        self.settle(&what, || {
            let (mut channel, request) = (channel.clone(), request.clone());
            async move {
                self.hand_in_first(table).await?;
                Ok(channel.submit_claim(request).await?.into_inner().verdict)
            }
        })
        .await
    }

    async fn accepted(&self, device: &mut Device, table: u32, claim: Claim) -> Result<()> {
        let verdict = self.claim(device, table, claim).await?;
        let is_over = verdict.reason == "game-finished";
        ensure!(verdict.status() == VerdictStatus::Accepted || is_over, "{verdict:?}");
        Ok(())
    }

    /// Sends the display of a physical clock that counts almost as ours does.
    async fn display(&self, desk: &mut Device, table: u32, turn: Color) -> Result<()> {
        let display = ClockDisplay {
            white_ms: 890_000,
            black_ms: 890_000,
            running: v1::Color::from(turn).into(),
            flag: 0,
        };
        let request =
            SubmitDisplayRequest { header: Some(self.header(desk, table)), display: Some(display) };
        let (what, channel) = (format!("the display at table {table}"), desk.channel.clone());
        let answered = self.answer(&what, || {
            let (mut channel, request) = (channel.clone(), request.clone());
            async move { Ok(channel.submit_display(request).await?.into_inner().verdict) }
        });
        answered.await?;
        if self.loses_inputs {
            // A display that is lost is worth nothing later, also one of which a first answer came.
            self.told.answered().remove(&(self.game(table).game, desk.name.clone(), desk.told));
        }
        Ok(())
    }

    /// Rules on the record of a game.
    async fn correct(&self, desk: &mut Device, table: u32, ruling: Ruling) -> Result<()> {
        let verdict = self.submit_ruling(desk, table, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "table {table}: {verdict:?}");
        Ok(())
    }

    async fn rule(&self, desk: &mut Device, table: u32, order: Order) -> Result<Verdict> {
        let ruling = Ruling::Clock(ClockOrder { order: Some(order), ..ClockOrder::default() });
        self.submit_ruling(desk, table, ruling).await
    }

    async fn submit_ruling(
        &self,
        desk: &mut Device,
        table: u32,
        ruling: Ruling,
    ) -> Result<Verdict> {
        let (header, reason) = (Some(self.header(desk, table)), reason(&ruling));
        let request = SubmitRulingRequest { header, ruling: Some(ruling), reason };
        let channel = desk.channel.clone();
        self.told.make(Request::Ruling(request.clone()), desk.skew_ms, &desk.channel);
        let what = format!("the desk to rule on table {table}");
        self.settle(&what, || {
            let (mut channel, request) = (channel.clone(), request.clone());
            async move {
                self.hand_in_first(table).await?;
                Ok(channel.submit_ruling(request).await?.into_inner().verdict)
            }
        })
        .await
    }

    async fn rule_round(&self, desk: &mut Device, order: Order) -> Result<()> {
        let header = self.header(desk, 1);
        for table in 1..=GAMES {
            let header = InputHeader { game: Some(self.game(table)), ..header.clone() };
            let order = ClockOrder { order: Some(order.clone()), ..ClockOrder::default() };
            let (header, ruling) = (Some(header), Some(Ruling::Clock(order)));
            self.told.make(
                Request::Ruling(SubmitRulingRequest { header, ruling, ..Default::default() }),
                desk.skew_ms,
                &desk.channel,
            );
        }
        let request = RuleRoundRequest {
            tournament: self.reference(),
            round: 1,
            device: header.device,
            sequence: header.sequence,
            wait_ms: WAIT_MS,
            order: Some(ClockOrder { order: Some(order), ..ClockOrder::default() }),
            ..RuleRoundRequest::default()
        };
        let channel = desk.channel.clone();
        let last = Mutex::new(String::new());
        let ruled = until("the desk to rule on the round", || {
            let (mut channel, request, last) = (channel.clone(), request.clone(), &last);
            async move {
                for table in 1..=GAMES {
                    self.hand_in_first(table).await.ok()?;
                }
                let answer = timeout(ANSWER, channel.rule_round(request)).await.ok()?;
                *last.lock().unwrap_or_else(PoisonError::into_inner) = format!("{answer:?}");
                let verdicts = match answer {
                    Ok(answer) => answer.into_inner().verdicts,
                    // Every game has ended meanwhile.
                    Err(status) if status.code() == Code::FailedPrecondition => return Some(()),
                    Err(_passing) => return None,
                };
                for verdict in &verdicts {
                    self.told.note(verdict);
                }
                let is_stored = |verdict: &Verdict| verdict.status() == VerdictStatus::Stored;
                (!verdicts.iter().any(is_stored)).then_some(())
            }
        })
        .await;
        ruled.with_context(|| last.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sends an input, under the same number, until it is judged.
    async fn settle<F>(&self, what: &str, call: impl FnMut() -> F) -> Result<Verdict>
    where
        F: Future<Output = Result<Option<Verdict>, Status>>,
    {
        let judged = self.answer(what, call).await?;
        judged.with_context(|| format!("{what}: an answer without a verdict"))
    }

    /// Returns true if a call is refused because the log has lost the round, a seat, the caller or
    /// the caller's role, all of which are told again, or because a history cannot be read, which
    /// is mended.
    fn is_untold(&self, status: &Status) -> bool {
        let of_opening = [Code::NotFound, Code::FailedPrecondition, Code::PermissionDenied];
        let of_caller = [Code::Unauthenticated, Code::PermissionDenied];
        (self.loses_openings && of_opening.contains(&status.code()))
            || (self.loses_access && of_caller.contains(&status.code()))
            || (self.has_damage && status.code() == Code::Internal)
    }

    /// Sends an input, under the same number, until it is judged; `None` if it need not be stored.
    async fn answer<F>(&self, what: &str, mut call: impl FnMut() -> F) -> Result<Option<Verdict>>
    where
        F: Future<Output = Result<Option<Verdict>, Status>>,
    {
        let last = Mutex::new(String::new());
        let judged = until(what, || {
            let (call, last) = (call(), &last);
            async move {
                let answer = timeout(ANSWER, call).await.ok()?;
                *last.lock().unwrap_or_else(PoisonError::into_inner) = format!("{answer:?}");
                match answer {
                    Ok(Some(verdict)) => {
                        self.told.note(&verdict);
                        (verdict.status() != VerdictStatus::Stored).then_some(Ok(Some(verdict)))
                    }
                    Ok(None) => Some(Ok(None)),
                    Err(status) if is_passing(&status) || self.is_untold(&status) => None,
                    Err(status) => Some(Err(status)),
                }
            }
        });
        let judged = judged.await;
        let judged =
            judged.with_context(|| last.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        judged.map_err(|status| anyhow!("{what}: {status}"))
    }
}
