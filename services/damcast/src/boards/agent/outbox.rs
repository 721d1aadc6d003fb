//! Sends the inputs of a game until the service has them.

use std::{collections::BTreeSet, convert::Infallible, ops::ControlFlow, time::Duration};

use board_feed::{CallMatter, TableCall, TableDeed, TableInput};
use draughts::{MoveText, Score, Timestamp};
use game_clock::ClockDisplay;
use proto::v1::{
    self, CallArbiterRequest, GameRef, InputHeader, ListInputsRequest, SubmitMoveRequest,
    SubmitPressRequest, Verdict, VerdictStatus,
};
use runtime::WallClock;
use tokio::sync::watch;
use tonic::{Code, Response, Status};

use super::{device::Device, status::BoardStatus};
use crate::replay::calls::until_answered;

const MOVE: &str = "/damcast.v1.BoardIngestService/SubmitMove";
const PRESS: &str = "/damcast.v1.BoardIngestService/SubmitPress";
const CALL: &str = "/damcast.v1.BoardIngestService/CallArbiter";
/// Pause after a call that was refused, as while the device has no seat.
const REFUSED: Duration = Duration::from_secs(2);
/// Longest time that a move waits for its verdict, in milliseconds.
const WAIT_MS: u32 = 1_000;

/// All inputs and calls of a game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Inputs {
    pub(super) deeds: Vec<TableInput>,
    pub(super) calls: Vec<TableCall>,
    /// The times that the clock shows, with their moment in the readings.
    pub(super) display: Option<(Timestamp, ClockDisplay)>,
    /// True once nothing more comes.
    pub(super) is_all: bool,
    /// True once the device has another game: what is refused then is refused for ever, as at a
    /// table that it was moved away from.
    pub(super) is_left: bool,
}

/// The device has another game, and what is left of this one is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left;

/// The way of a game's inputs to the service.
pub(super) struct Outbox<'a> {
    pub(super) device: &'a Device,
    pub(super) game: GameRef,
    pub(super) table: u32,
    /// The time of day of the moment 0 of the readings; `None` for a recording, whose moments are
    /// long past.
    pub(super) zero: Option<Timestamp>,
    pub(super) status: &'a watch::Sender<BoardStatus>,
}

impl Outbox<'_> {
    /// Sends the moves and presses in their order and the calls beside them, until all are there.
    ///
    /// `doubts` changes whenever the service may have lost an input. An input that is refused once
    /// the device has another game stays in the journal, and is sent if the device comes back to
    /// this one.
    pub(super) async fn send(&self, inputs: watch::Receiver<Inputs>, doubts: watch::Receiver<u64>) {
        let sent = tokio::join!(self.send_deeds(inputs.clone(), doubts), self.send_calls(inputs));
        if sent != (ControlFlow::Continue(()), ControlFlow::Continue(())) {
            let game = &self.game.game;
            tracing::warn!(game, "the device has another game, and this one's inputs are refused");
        }
    }

    async fn send_deeds(
        &self,
        mut inputs: watch::Receiver<Inputs>,
        mut doubts: watch::Receiver<u64>,
    ) -> ControlFlow<Left> {
        let watched = inputs.clone();
        let mut stored = self.stored(&watched).await?;
        loop {
            if doubts.has_changed().unwrap_or(false) {
                doubts.mark_unchanged();
                stored = self.stored(&watched).await?;
            }
            let (next, is_all) = {
                let inputs = inputs.borrow_and_update();
                let mut unsent = inputs.deeds.iter().filter(|it| !stored.contains(&it.sequence));
                let next = unsent.next().cloned();
                let count = unsent.count() + usize::from(next.is_some());
                self.note_unsent(u32::try_from(count).unwrap_or(u32::MAX));
                (next, inputs.is_all)
            };
            match next {
                Some(input) => {
                    self.send_deed(&input, &watched).await?;
                    stored.insert(input.sequence);
                }
                None if is_all => return ControlFlow::Continue(()),
                None => {
                    // Whichever it is, everything is looked at again.
                    tokio::select! {
                        _changed = inputs.changed() => {}
                        _changed = doubts.changed() => stored = self.stored(&watched).await?,
                    }
                }
            }
        }
    }

    /// Notes the number of inputs that are not at the service: one that is on its way is no news.
    fn note_unsent(&self, count: u32) {
        self.status.send_if_modified(|status| {
            let before = std::mem::replace(&mut status.unsent, count);
            (before > 1) != (count > 1)
        });
    }

    /// Returns the numbers of the inputs that the service has.
    async fn stored(&self, inputs: &watch::Receiver<Inputs>) -> ControlFlow<Left, BTreeSet<u64>> {
        let request =
            ListInputsRequest { game: Some(self.game.clone()), device: self.device.id.clone() };
        let listed = self.until_taken(inputs, "list the inputs", || {
            let (mut ingest, request) = (self.device.ingest.clone(), request.clone());
            async move { ingest.list_inputs(request).await }
        });
        ControlFlow::Continue(listed.await?.sequences.into_iter().collect())
    }

    /// Returns the header of an input that was seen at a moment of the readings.
    pub(super) fn header(&self, sequence: u64, at: Timestamp) -> InputHeader {
        let seen_at = self.wall(at);
        InputHeader {
            game: Some(self.game.clone()),
            device: self.device.id.clone(),
            sequence,
            seen_at_ms: seen_at.unwrap_or(0),
            wait_ms: WAIT_MS,
            language: String::new(),
            sent_at_ms: seen_at.map_or(0, |_| WallClock::system().now().millis()),
        }
    }

    /// Returns the time of day of a moment of the readings in milliseconds; `None` for a recording.
    pub(super) fn wall(&self, at: Timestamp) -> Option<i64> {
        self.zero.map(|zero| zero.millis().saturating_add(at.millis()))
    }

    async fn send_deed(
        &self,
        input: &TableInput,
        inputs: &watch::Receiver<Inputs>,
    ) -> ControlFlow<Left> {
        let header = || self.header(input.sequence, input.at);
        match &input.deed {
            TableDeed::Move { ply, mv } => {
                let answered = self.until_taken(inputs, "send a move", || {
                    let (header, ply) = (Some(header()), *ply);
                    let request = SubmitMoveRequest { header, ply, r#move: Some(mv.into()) };
                    let mut ingest = self.device.ingest.clone();
                    let signed = self.device.signed(MOVE, request);
                    async move { ingest.submit_move(signed?).await }
                });
                if let Some(verdict) = answered.await?.verdict {
                    log_verdict(*ply, &mv.to_string(), &verdict);
                }
            }
            TableDeed::Press(color) => {
                let answered = self.until_taken(inputs, "send a press", || {
                    let mut request = SubmitPressRequest {
                        header: Some(header()),
                        ..SubmitPressRequest::default()
                    };
                    request.set_color(v1::Color::from(*color));
                    let mut ingest = self.device.ingest.clone();
                    let signed = self.device.signed(PRESS, request);
                    async move { ingest.submit_press(signed?).await }
                });
                if let Some(verdict) = answered.await?.verdict {
                    let (reason, text) = (&verdict.reason, &verdict.text);
                    tracing::info!(reason, text, "Black has pressed before the first move");
                }
            }
        }
        ControlFlow::Continue(())
    }

    async fn send_calls(&self, mut inputs: watch::Receiver<Inputs>) -> ControlFlow<Left> {
        let watched = inputs.clone();
        let mut sent = 0;
        loop {
            let (next, is_all) = {
                let inputs = inputs.borrow_and_update();
                (inputs.calls.get(sent).cloned(), inputs.is_all)
            };
            match next {
                Some(call) => {
                    self.send_call(&call, &watched).await?;
                    sent += 1;
                }
                None if is_all || inputs.changed().await.is_err() => {
                    return ControlFlow::Continue(());
                }
                None => {}
            }
        }
    }

    async fn send_call(
        &self,
        call: &TableCall,
        inputs: &watch::Receiver<Inputs>,
    ) -> ControlFlow<Left> {
        let (matter, text) = words(&call.matter);
        let request = CallArbiterRequest {
            tournament: Some(self.device.tournament.clone()),
            device: self.device.id.clone(),
            table: self.table,
            id: format!("{}-{}", self.game.game, call.number),
            matter: matter.into(),
            text,
            gap: gap(&self.game.game, &call.matter),
            shown: shown(&self.game.game, &call.matter),
            by: self.device.id.clone(),
        };
        let called = self.until_taken(inputs, "call the arbiter", || {
            let mut ingest = self.device.ingest.clone();
            let signed = self.device.signed(CALL, request.clone());
            async move { ingest.call_arbiter(signed?).await }
        });
        called.await.map_continue(drop)
    }

    /// Repeats a call until the service takes it, or refuses it once the device has another game.
    async fn until_taken<T, F>(
        &self,
        inputs: &watch::Receiver<Inputs>,
        what: &str,
        call: impl FnMut() -> F,
    ) -> ControlFlow<Left, T>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let refused = || match inputs.borrow().is_left {
            true => ControlFlow::Break(Left),
            false => ControlFlow::Continue(()),
        };
        until_taken_unless(self.device, what, call, refused).await
    }
}

/// Returns what the desk reads.
fn words(matter: &CallMatter) -> (v1::CallMatter, String) {
    match matter {
        CallMatter::Result(score) => {
            let points = match score {
                Score::WhiteWins => "2-0",
                Score::BlackWins => "0-2",
                Score::Draw => "1-1",
                Score::BothLose | Score::Unplayed => "0-0",
            };
            (v1::CallMatter::Result, format!("The board shows {points}"))
        }
        CallMatter::Revised { ply, text: Some(text) } => {
            (v1::CallMatter::Other, format!("The board shows {text} at ply {ply} now"))
        }
        CallMatter::Revised { ply, text: None } => {
            (v1::CallMatter::Other, format!("The board shows that ply {ply} was taken back"))
        }
        CallMatter::OutOfSync { ply, .. } => {
            (v1::CallMatter::Other, format!("The board cannot be explained after ply {ply}"))
        }
    }
}

/// Returns the ways in which the game may have gone on, of a board that nothing explains.
fn gap(game: &str, matter: &CallMatter) -> Option<v1::BoardGap> {
    let CallMatter::OutOfSync { ply, continuations } = matter else { return None };
    let continuations = continuations.iter().map(|way| {
        let moves = way.plies.iter().map(|played| (&MoveText::from(&played.mv)).into());
        let differences = Some(way.differences.into());
        v1::BoardContinuation { moves: moves.collect(), differences }
    });
    let game = game.to_owned();
    Some(v1::BoardGap { ply: *ply, continuations: continuations.collect(), game })
}

/// Returns the result that the players show.
fn shown(game: &str, matter: &CallMatter) -> Option<v1::ShownResult> {
    let CallMatter::Result(score) = matter else { return None };
    Some(v1::ShownResult { game: game.to_owned(), score: v1::Score::from(*score).into() })
}

/// Logs a verdict that somebody at the table has to know of.
fn log_verdict(ply: u32, mv: &str, verdict: &Verdict) {
    match verdict.status() {
        VerdictStatus::Refused | VerdictStatus::Pending => {
            let (reason, text) = (&verdict.reason, &verdict.text);
            tracing::warn!(ply, mv, reason, text, "the move is not in the record");
        }
        VerdictStatus::Unspecified | VerdictStatus::Stored | VerdictStatus::Accepted => {}
    }
}

/// Repeats a call until the service takes it: until the desk gives the device a seat, a session is
/// renewed, or the network is back.
pub(super) async fn until_taken<T, F>(device: &Device, what: &str, call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let go_on = ControlFlow::<Infallible>::Continue;
    match until_taken_unless(device, what, call, || go_on(())).await {
        ControlFlow::Continue(answer) => answer,
        ControlFlow::Break(never) => match never {},
    }
}

/// As [`until_taken`], unless `refused`, which is asked after each refusal, ends it.
async fn until_taken_unless<T, F, B>(
    device: &Device,
    what: &str,
    mut call: impl FnMut() -> F,
    refused: impl Fn() -> ControlFlow<B>,
) -> ControlFlow<B, T>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let mut logged = String::new();
    loop {
        let mut status = match until_answered(what, &mut call).await {
            Ok(answer) => return ControlFlow::Continue(answer),
            Err(status) => status,
        };
        if status.code() == Code::Unauthenticated {
            match device.renew().await {
                Ok(()) => continue,
                Err(not_renewed) => status = not_renewed,
            }
        }
        refused()?;
        if logged != status.message() {
            status.message().clone_into(&mut logged);
            tracing::warn!(what, reason = logged, "refused; trying again");
        }
        tokio::time::sleep(REFUSED).await;
    }
}
