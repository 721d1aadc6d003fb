//! Devices that play a round: each repeats an input, with the same number, until it is judged.

use std::time::Duration;

use anyhow::{Result, bail};
use prost::Message;
use proto::v1::{
    Color, GameRef, InputHeader, Resign, SubmitClaimRequest, SubmitMoveRequest, Verdict,
    VerdictStatus, submit_claim_request::Claim,
};
use tokio::{
    task::{JoinError, JoinSet},
    time::{Instant, timeout},
};
use tonic::{Request, Status};

use crate::{
    ledger::{GameEnd, InputKey, Ledger},
    round::{Clients, Round, place},
    transient::is_transient,
};

/// Longest time for an answer to one call.
const CALL_LIMIT: Duration = Duration::from_secs(5);
/// Pause after a call that failed.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest time that an input is repeated.
const GIVE_UP: Duration = Duration::from_secs(180);
/// Longest time that the service waits for a verdict before it answers "stored", milliseconds.
const WAIT_MS: u32 = 1000;

/// The devices of a round at play. Dropped, they send nothing more.
#[derive(Debug)]
pub(crate) struct Playing {
    games: JoinSet<Result<()>>,
    errors: Vec<String>,
}

impl Playing {
    /// Begins to play all games of a round at once, from the first move, with a pause of `think`
    /// before each.
    pub(crate) fn begin(
        clients: &Clients,
        round: &Round,
        ledger: &Ledger,
        think: Duration,
    ) -> Self {
        let mut games = JoinSet::new();
        for (table, _script) in (1..).zip(&round.scripts) {
            games.spawn(play(clients.clone(), round.clone(), table, ledger.clone(), think));
        }
        Self { games, errors: Vec::new() }
    }

    /// Returns true if all games are over.
    pub(crate) fn is_over(&mut self) -> bool {
        while let Some(game) = self.games.try_join_next() {
            self.errors.extend(failure(game));
        }
        self.games.is_empty()
    }

    /// Waits until all games are over; returns the errors of those that could not be played.
    pub(crate) async fn end(mut self) -> Vec<String> {
        while let Some(game) = self.games.join_next().await {
            self.errors.extend(failure(game));
        }
        self.errors
    }
}

/// Returns the reason why a game could not be played to its end.
fn failure(game: Result<Result<()>, JoinError>) -> Option<String> {
    match game {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(format!("{error:#}")),
        Err(error) => Some(error.to_string()),
    }
}

async fn play(
    clients: Clients,
    round: Round,
    table: u32,
    ledger: Ledger,
    think: Duration,
) -> Result<()> {
    let Some(script) = round.scripts.get(table as usize - 1) else { bail!("no table {table}") };
    let mut sides =
        ["white", "black"].map(|color| Device::new(&clients, &round, table, color, &ledger));
    for ply in 1..=script.moves.len() {
        tokio::time::sleep(think).await;
        let side = &mut sides[(ply + 1) % 2];
        let verdict = side.play(ply, script.move_text(ply)?).await?;
        if verdict.status() != VerdictStatus::Accepted {
            let told = format!("table {table} of {}, ply {ply}: {verdict:?}", round.tournament);
            ledger.record().refusals.push(told);
            return Ok(());
        }
    }
    let (loser, sent) = (&mut sides[script.moves.len() % 2], Instant::now());
    let verdict = loser.resign().await?;
    let game = format!("r1-t{table}");
    ledger.record().ended.push(GameEnd { game, sent, judged: Instant::now() });
    if verdict.status() != VerdictStatus::Accepted && verdict.reason != "game-finished" {
        ledger.record().refusals.push(format!("table {table}, to resign: {verdict:?}"));
    }
    Ok(())
}

/// A device at a table.
#[derive(Debug)]
pub(crate) struct Device {
    clients: Clients,
    game: GameRef,
    name: String,
    place: String,
    color: Color,
    sent: u64,
    ledger: Ledger,
}

/// An input to be sent.
#[derive(Clone, Debug)]
enum Input {
    Move(SubmitMoveRequest),
    Claim(SubmitClaimRequest),
}

impl Device {
    /// Returns the device on one side of a table, which has sent nothing yet.
    pub(crate) fn new(
        clients: &Clients,
        round: &Round,
        table: u32,
        color: &str,
        ledger: &Ledger,
    ) -> Self {
        Self {
            clients: clients.clone(),
            game: GameRef {
                venue: "main".to_owned(),
                tournament: round.tournament.clone(),
                game: format!("r1-t{table}"),
            },
            name: clients.device(&place(table, color)),
            place: place(table, color),
            color: if color == "white" { Color::White } else { Color::Black },
            sent: 0,
            ledger: ledger.clone(),
        }
    }

    /// Sends a move until it is judged.
    pub(crate) async fn play(&mut self, ply: usize, mv: proto::v1::MoveText) -> Result<Verdict> {
        let (header, ply) = (Some(self.header()), u32::try_from(ply)?);
        self.settle(Input::Move(SubmitMoveRequest { header, ply, r#move: Some(mv) })).await
    }

    /// Resigns, and repeats that until it is judged.
    pub(crate) async fn resign(&mut self) -> Result<Verdict> {
        let claim = Some(Claim::Resign(Resign { color: self.color.into() }));
        let header = Some(self.header());
        self.settle(Input::Claim(SubmitClaimRequest { header, claim })).await
    }

    fn header(&mut self) -> InputHeader {
        self.sent += 1;
        InputHeader {
            game: Some(self.game.clone()),
            device: self.name.clone(),
            sequence: self.sent,
            wait_ms: WAIT_MS,
            ..InputHeader::default()
        }
    }

    async fn settle(&self, input: Input) -> Result<Verdict> {
        let (began, mut is_acknowledged) = (Instant::now(), false);
        while began.elapsed() < GIVE_UP {
            let answer = match timeout(CALL_LIMIT, self.send(input.clone())).await {
                Ok(answer) => answer,
                Err(_elapsed) => Err(Status::deadline_exceeded("no answer")),
            };
            match answer {
                Ok(verdict) => {
                    if !is_acknowledged {
                        is_acknowledged = true;
                        let mut record = self.ledger.record();
                        record.acknowledged.push(self.key());
                        record.acknowledged_at.push(Instant::now());
                        record.stored_after.push(began.elapsed());
                    }
                    if verdict.status() != VerdictStatus::Stored {
                        let (waited, mut record) = (began.elapsed(), self.ledger.record());
                        record.judged_after.push(waited);
                        record.longest_wait = record.longest_wait.max(waited);
                        return Ok(verdict);
                    }
                }
                Err(status) if is_transient(&status) => {
                    self.ledger.record().repeats += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(status) => bail!("{} {}: {status}", self.game.game, self.name),
            }
        }
        bail!("{} {}: input {} was not judged in {GIVE_UP:?}", self.game.game, self.name, self.sent)
    }

    async fn send(&self, input: Input) -> Result<Verdict, Status> {
        let mut client = self.clients.board_ingest.clone();
        let verdict = match input {
            Input::Move(request) => {
                let request = self.request("SubmitMove", request)?;
                client.submit_move(request).await?.into_inner().verdict
            }
            Input::Claim(request) => {
                let request = self.request("SubmitClaim", request)?;
                client.submit_claim(request).await?.into_inner().verdict
            }
        };
        verdict.ok_or_else(|| Status::internal("an answer without a verdict"))
    }

    /// Returns a call, signed where doors are locked.
    fn request<T: Message>(&self, call: &str, message: T) -> Result<Request<T>, Status> {
        match &self.clients.doors {
            Some(doors) => doors.signed(&self.place, call, message),
            None => Ok(Request::new(message)),
        }
    }

    fn key(&self) -> InputKey {
        InputKey {
            tournament: self.game.tournament.clone(),
            game: self.game.game.clone(),
            device: self.name.clone(),
            sequence: self.sent,
        }
    }
}
