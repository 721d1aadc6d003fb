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
    self, AdjustClock, AgreeDraw, AssignTableRequest, ClockDisplay, ClockOrder,
    CreateTournamentRequest, EnterPlayerRequest, GameRef, InputHeader, ListTablesRequest, Nothing,
    OpenRoundRequest, PairRoundRequest, PairingSystem, Resign, ResumeGame, RetractMoves,
    RuleRoundRequest, RuleSet, Seat, SubmitClaimRequest, SubmitDisplayRequest, SubmitMoveRequest,
    SubmitRulingRequest, TablePairing, TimeControl, TournamentCreated, TournamentRef, Verdict,
    VerdictStatus, board_ingest_service_client::BoardIngestServiceClient, clock_order::Order,
    pairing_service_client::PairingServiceClient, submit_claim_request::Claim,
    submit_ruling_request::Ruling,
};
use runtime::WallClock;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::{ANSWER, BoardIngestClient, HandedIn, Request, is_passing},
    channel::LossyChannel,
    device::Device,
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

/// The hall. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    pub(crate) tournament: TournamentRef,
    pub(crate) scripts: Arc<Vec<Script>>,
    dice: Dice,
    clock: WallClock,
    pub(crate) told: HandedIn,
    /// True if INPUT may lose its end.
    loses_inputs: bool,
}

impl Hall {
    pub(crate) fn new(dice: &Dice, clock: WallClock, loses_inputs: bool) -> Self {
        let tournament = TournamentRef { venue: "main".to_owned(), tournament: "round".to_owned() };
        let scripts = (0..GAMES).map(|_game| Script::new(dice, !loses_inputs)).collect();
        Self {
            tournament,
            scripts: Arc::new(scripts),
            dice: dice.clone(),
            clock,
            told: HandedIn::default(),
            loses_inputs,
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
    async fn hand_in_first(&self, channel: &BoardIngestClient, table: u32) -> Result<(), Status> {
        if !self.loses_inputs || self.told.hand_in(&self.game(table), channel, &self.clock).await {
            return Ok(());
        }
        Err(Status::unavailable("inputs are in doubt"))
    }

    fn reference(&self) -> Option<TournamentRef> {
        Some(self.tournament.clone())
    }

    fn game(&self, table: u32) -> GameRef {
        let TournamentRef { venue, tournament } = self.tournament.clone();
        GameRef { venue, tournament, game: format!("r1-t{table}") }
    }

    pub(crate) fn device(&self, name: String, channel: &LossyChannel) -> Device {
        Device::new(name, channel, &self.dice)
    }

    /// Makes the tournament, seats the tablets and opens the round, with nothing going wrong.
    pub(crate) async fn open(&self, pairing: &LossyChannel, ingest: &LossyChannel) -> Result<()> {
        let mut pairing = PairingServiceClient::new(pairing.clone());
        let mut ingest = BoardIngestServiceClient::new(ingest.clone());
        let by = || "Arbiter".to_owned();
        let control = TimeControl { base_ms: 900_000, increment_ms: 5_000, stages: Vec::new() };
        let settings = TournamentCreated {
            name: "A simulated round".to_owned(),
            rules: RuleSet::International.into(),
            control: Some(control),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        let tournament = self.reference();
        let request = CreateTournamentRequest {
            tournament,
            settings: Some(settings),
            by: by(),
            ..Default::default()
        };
        pairing.create_tournament(request).await?;
        let mut pairings = Vec::new();
        for table in 1..=GAMES {
            let mut players = Vec::new();
            for color in ["White", "Black"] {
                let request = EnterPlayerRequest {
                    tournament: self.reference(),
                    name: format!("{color} {table}"),
                    by: by(),
                    ..EnterPlayerRequest::default()
                };
                let entered = pairing.enter_player(request).await?.into_inner();
                players.push(entered.player.context("a player")?.id);
            }
            pairings.push(TablePairing { table, white: players[0], black: players[1] });
        }
        let tournament = self.reference();
        let request =
            PairRoundRequest { tournament, round: 1, pairings, by: by(), ..Default::default() };
        pairing.pair_round(request).await?;
        let mut seats = vec![("desk".to_owned(), 0, Seat::Desk)];
        for table in 1..=GAMES {
            seats.push((format!("t{table}-white"), table, Seat::White));
            seats.push((format!("t{table}-black"), table, Seat::Black));
        }
        for (device, table, seat) in seats {
            let tournament = self.reference();
            let request = AssignTableRequest { tournament, device, table, seat: seat.into() };
            until("a seat", || {
                let (mut ingest, request) = (ingest.clone(), request.clone());
                async move { ingest.assign_table(request).await.ok() }
            })
            .await?;
        }
        let request = OpenRoundRequest { round: 1, by: by(), ..Default::default() };
        let request = OpenRoundRequest { tournament: self.reference(), ..request };
        pairing.open_round(request).await?;
        until("every table to have its game", || {
            let (mut ingest, tournament) = (ingest.clone(), self.reference());
            async move {
                let request = ListTablesRequest { tournament };
                let tables = ingest.list_tables(request).await.ok()?.into_inner().tables;
                let playing = tables.iter().filter(|table| !table.game.is_empty()).count();
                (playing == GAMES as usize).then_some(())
            }
        })
        .await?;
        // Both replicas know by now.
        sleep(Duration::from_secs(1)).await;
        ingest.list_tables(ListTablesRequest { tournament: self.reference() }).await?;
        Ok(())
    }

    /// Plays one game to its end.
    pub(crate) async fn play(self, table: u32, channel: LossyChannel) -> Result<()> {
        let script = self.scripts[table as usize - 1].clone();
        let mut white = self.device(format!("t{table}-white"), &channel);
        let mut black = self.device(format!("t{table}-black"), &channel);
        for (index, mv) in script.moves.iter().enumerate() {
            sleep(self.dice.millis(50..=900)).await;
            self.play_move(table, index, mv, [&mut white, &mut black]).await?;
        }
        let mut desk = self.device(format!("desk-{table}"), &channel);
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
        let mut desk = self.device("desk".to_owned(), &channel);
        for _ruling in 0..self.dice.number(0..=2) {
            sleep(self.dice.millis(500..=4000)).await;
            let table = u32::try_from(self.dice.number(1..=u64::from(GAMES)))?;
            let whole = self.dice.happens(300);
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
        self.told.make(Request::Move(request.clone()), device.skew_ms);
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
        self.told.make(Request::Claim(request.clone()), device.skew_ms);
        let (what, channel) = (format!("{} to claim", device.name), device.channel.clone());
        self.settle(&what, || {
            let (mut channel, request) = (channel.clone(), request.clone());
            async move {
                self.hand_in_first(&channel, table).await?;
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
        let (header, ruling) = (Some(self.header(desk, table)), Some(ruling));
        let (request, channel) =
            (SubmitRulingRequest { header, ruling, ..Default::default() }, desk.channel.clone());
        self.told.make(Request::Ruling(request.clone()), desk.skew_ms);
        let what = format!("the desk to rule on table {table}");
        self.settle(&what, || {
            let (mut channel, request) = (channel.clone(), request.clone());
            async move {
                self.hand_in_first(&channel, table).await?;
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
                    self.hand_in_first(&channel, table).await.ok()?;
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

    /// Sends an input, under the same number, until it is judged; `None` if it need not be stored.
    async fn answer<F>(&self, what: &str, mut call: impl FnMut() -> F) -> Result<Option<Verdict>>
    where
        F: Future<Output = Result<Option<Verdict>, Status>>,
    {
        let judged = until(what, || {
            let call = call();
            async move {
                match timeout(ANSWER, call).await {
                    Err(_elapsed) => None,
                    Ok(Ok(Some(verdict))) => {
                        self.told.note(&verdict);
                        (verdict.status() != VerdictStatus::Stored).then_some(Ok(Some(verdict)))
                    }
                    Ok(Ok(None)) => Some(Ok(None)),
                    Ok(Err(status)) if is_passing(&status) => None,
                    Ok(Err(status)) => Some(Err(status)),
                }
            }
        });
        judged.await?.map_err(|status| anyhow!("{what}: {status}"))
    }
}
