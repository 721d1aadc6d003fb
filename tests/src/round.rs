//! A round of real games: set up through pairing, played through board-ingest by two tablets a
//! table, all tables at once, as fast as the moves are accepted.

use std::{collections::BTreeMap, future::Future};

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AgreeDraw, AssignTableRequest, ClockOrder, Color, CreateTournamentRequest, EnterPlayerRequest,
    GameRef, InputHeader, ListTablesRequest, MoveText, OpenRoundRequest, PairRoundRequest,
    PairingSystem, Resign, RuleRoundRequest, RuleSet, Score, Seat, StandingView,
    SubmitClaimRequest, SubmitMoveRequest, SubmitRulingRequest, TablePairing, TimeControl,
    TournamentCreated, TournamentRef, Verdict, VerdictStatus,
    board_ingest_service_client::BoardIngestServiceClient, submit_claim_request::Claim,
    submit_ruling_request::Ruling,
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout_at},
};
use tonic::{Status, transport::Channel};

use crate::{
    BY, LIMIT,
    client::{Clients, is_passing},
    script::Script,
    until,
};

/// How long board-ingest may wait for the judge before it answers "stored".
const WAIT_MS: u32 = 1000;
/// Long enough that no flag falls while a test waits for a process.
const CONTROL: TimeControl =
    TimeControl { base_ms: 80 * 60_000, increment_ms: 60_000, stages: Vec::new() };

/// A round that is open.
#[derive(Clone, Debug)]
pub struct Round {
    clients: Clients,
    tournament: TournamentRef,
    scripts: Vec<Script>,
    control: TimeControl,
}

impl Round {
    /// Makes a tournament of the players of `scripts`, pairs its first round as they played, puts
    /// a tablet on each side of each table and one on the desk, and opens the round.
    ///
    /// # Errors
    /// When a service refuses or does not follow.
    pub async fn open(clients: &Clients, id: &str, scripts: Vec<Script>) -> Result<Self> {
        Self::open_timed(clients, id, scripts, CONTROL).await
    }

    /// As [`Round::open`], with clocks of another control.
    ///
    /// # Errors
    /// When a service refuses or does not follow.
    pub async fn open_timed(
        clients: &Clients,
        id: &str,
        scripts: Vec<Script>,
        control: TimeControl,
    ) -> Result<Self> {
        let tournament = TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() };
        let round = Self { clients: clients.clone(), tournament, scripts, control };
        round.pair().await.context("pair the round")?;
        for (table, seat, device) in round.seats() {
            round.assign(&device, table, seat).await?;
        }
        round.assign("desk", 0, Seat::Desk).await?;
        let request =
            OpenRoundRequest { tournament: round.reference(), round: 1, by: BY.to_owned() };
        round.clients.pairing.clone().open_round(request).await.context("open the round")?;
        until("every table to have its game", || async {
            let request = ListTablesRequest { tournament: round.reference() };
            let tables = round.clients.board_ingest.clone().list_tables(request).await.ok()?;
            let tables = tables.into_inner().tables;
            let playing = tables.iter().filter(|table| !table.game.is_empty()).count();
            (playing == round.scripts.len()).then_some(())
        })
        .await?;
        Ok(round)
    }

    /// What is played.
    #[must_use]
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// The tournament, as requests name it.
    #[must_use]
    pub fn reference(&self) -> Option<TournamentRef> {
        Some(self.tournament.clone())
    }

    /// Where broadcast shows the tournament.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/api/v1/tournaments/{}/{}", self.tournament.venue, self.tournament.tournament)
    }

    /// The game of a table, as requests name it.
    #[must_use]
    pub fn game(&self, table: u32) -> GameRef {
        let TournamentRef { venue, tournament } = self.tournament.clone();
        GameRef { venue, tournament, game: game_id(table) }
    }

    /// A tablet of one table; White's and Black's count their inputs apart.
    #[must_use]
    pub fn tablet(&self, table: u32, color: Color) -> Tablet {
        self.tablet_of(&self.clients, table, color)
    }

    /// The arbiter's desk.
    #[must_use]
    pub fn desk(&self) -> Desk {
        Desk { tablet: self.spare("desk", 1, Color::White), round: self.clone() }
    }

    /// Another device of a table, which has to be assigned by this name.
    #[must_use]
    pub fn spare(&self, device: &str, table: u32, color: Color) -> Tablet {
        Tablet { device: device.to_owned(), ..self.tablet(table, color) }
    }

    fn tablet_of(&self, clients: &Clients, table: u32, color: Color) -> Tablet {
        let device = device(table, color);
        let door = clients.board_ingest.clone();
        Tablet { door, game: self.game(table), device, color, told: 0 }
    }

    /// Starts to play all games at once.
    #[must_use]
    pub fn play(&self) -> Playing {
        self.play_through([&self.clients, &self.clients])
    }

    /// Starts to play all games at once: White's tablets call the first, Black's the second.
    #[must_use]
    pub fn play_through(&self, [whites, blacks]: [&Clients; 2]) -> Playing {
        let (accepted, follow) = watch::channel(0);
        let mut games = JoinSet::new();
        for (table, script) in (1..).zip(self.scripts.clone()) {
            let white = self.tablet_of(whites, table, Color::White);
            let black = self.tablet_of(blacks, table, Color::Black);
            let accepted = accepted.clone();
            games.spawn(async move {
                play(white, black, &script, &accepted)
                    .await
                    .with_context(|| format!("table {table}"))
            });
        }
        Playing { games, accepted: follow }
    }

    /// Every game's moves by its id, as the scripts have them.
    #[must_use]
    pub fn moves(&self) -> BTreeMap<String, Vec<String>> {
        (1..).zip(&self.scripts).map(|(table, it)| (game_id(table), it.moves.clone())).collect()
    }

    /// All moves of all games.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.scripts.iter().map(|script| script.moves.len()).sum()
    }

    /// The standings when every game has ended, worked out from the scripts: points, then
    /// Sonneborn-Berger; those who have the same share a rank. Players are numbered White 1,
    /// Black 1, White 2 …
    #[must_use]
    pub fn standings(&self) -> Vec<StandingView> {
        let mut lines = Vec::new();
        for (white, script) in (1..).step_by(2).zip(&self.scripts) {
            let (points, against) = script.points();
            lines.push(line(white, points, against));
            lines.push(line(white + 1, against, points));
        }
        let keys: Vec<_> = lines.iter().map(key).collect();
        for (line, key) in lines.iter_mut().zip(&keys) {
            let better = keys.iter().filter(|other| *other > key).count();
            line.rank = u32::try_from(better + 1).unwrap_or(u32::MAX);
            line.tied = keys.iter().filter(|other| *other == key).count() > 1;
        }
        lines.sort_by_key(|line| (line.rank, line.player));
        lines
    }

    async fn pair(&self) -> Result<()> {
        let mut pairing = self.clients.pairing.clone();
        let settings = TournamentCreated {
            name: "A round of real games".to_owned(),
            rules: RuleSet::International.into(),
            control: Some(self.control.clone()),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        let tournament = self.reference();
        let request = CreateTournamentRequest {
            tournament,
            settings: Some(settings),
            by: BY.to_owned(),
            ..Default::default()
        };
        pairing.create_tournament(request).await?;
        let mut pairings = Vec::new();
        for (table, script) in (1..).zip(&self.scripts) {
            let white = self.enter(&script.white).await?;
            let black = self.enter(&script.black).await?;
            pairings.push(TablePairing { table, white, black });
        }
        let request = PairRoundRequest {
            tournament: self.reference(),
            round: 1,
            pairings: pairings.clone(),
            by: BY.to_owned(),
            ..Default::default()
        };
        let paired = pairing.pair_round(request).await?.into_inner().round;
        ensure!(paired.is_some_and(|round| round.pairings == pairings), "paired otherwise");
        Ok(())
    }

    async fn enter(&self, name: &str) -> Result<u32> {
        let request = EnterPlayerRequest {
            tournament: self.reference(),
            name: name.to_owned(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        let entered = self.clients.pairing.clone().enter_player(request).await?.into_inner();
        Ok(entered.player.context("the player")?.id)
    }

    /// Lets a device write for a table.
    ///
    /// # Errors
    /// When board-ingest refuses.
    pub async fn assign(&self, device: &str, table: u32, seat: Seat) -> Result<()> {
        let request = AssignTableRequest {
            tournament: self.reference(),
            device: device.to_owned(),
            table,
            seat: seat.into(),
        };
        let assigned = self.clients.board_ingest.clone().assign_table(request).await;
        assigned.with_context(|| format!("assign {device}"))?;
        Ok(())
    }

    fn seats(&self) -> Vec<(u32, Seat, String)> {
        let mut seats = Vec::new();
        for (table, _script) in (1..).zip(&self.scripts) {
            seats.push((table, Seat::White, device(table, Color::White)));
            seats.push((table, Seat::Black, device(table, Color::Black)));
        }
        seats
    }
}

/// A round while it is played.
#[derive(Debug)]
pub struct Playing {
    games: JoinSet<Result<()>>,
    accepted: watch::Receiver<usize>,
}

impl Playing {
    /// Waits until so many moves of all games are accepted.
    ///
    /// # Errors
    /// When that takes too long, or the games end earlier.
    pub async fn reach(&mut self, moves: usize) -> Result<()> {
        let reached = self.accepted.wait_for(|accepted| *accepted >= moves);
        let reached = timeout_at(Instant::now() + LIMIT, reached).await;
        reached.with_context(|| format!("waited in vain for {moves} moves"))??;
        Ok(())
    }

    /// How many moves are accepted by now.
    #[must_use]
    pub fn accepted(&self) -> usize {
        *self.accepted.borrow()
    }

    /// Waits until every game has ended as its script says.
    ///
    /// # Errors
    /// The first thing that went otherwise.
    pub async fn end(mut self) -> Result<()> {
        while let Some(game) = self.games.join_next().await {
            game??;
        }
        Ok(())
    }
}

/// A device at a table.
#[derive(Clone, Debug)]
pub struct Tablet {
    door: BoardIngestServiceClient<Channel>,
    game: GameRef,
    device: String,
    color: Color,
    told: u64,
}

impl Tablet {
    /// The tablet when it has told so many inputs.
    #[must_use]
    pub fn after(mut self, told: usize) -> Self {
        self.told = told as u64;
        self
    }

    /// Tells a move until it is judged, and answers how.
    ///
    /// # Errors
    /// When the call is refused, or nothing becomes of it in time.
    pub async fn play(&mut self, ply: usize, mv: MoveText) -> Result<Verdict> {
        let request = self.move_request(ply, mv)?;
        let door = self.door.clone();
        settle(&format!("{} to play ply {ply}", self.device), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_move(request).await?.into_inner().verdict) }
        })
        .await
    }

    /// Tells a move once. Where that fails, the next input has the same sequence.
    ///
    /// # Errors
    /// What the service answers.
    pub async fn try_play(&mut self, ply: usize, mv: MoveText) -> Result<(), Status> {
        let request = self
            .move_request(ply, mv)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let told = self.door.submit_move(request).await;
        if told.is_err() {
            self.told -= 1;
        }
        told.map(|_told| ())
    }

    fn move_request(&mut self, ply: usize, mv: MoveText) -> Result<SubmitMoveRequest> {
        let ply = u32::try_from(ply)?;
        Ok(SubmitMoveRequest { header: Some(self.header()), ply, r#move: Some(mv) })
    }

    /// Resigns.
    ///
    /// # Errors
    /// As for a move.
    pub async fn resign(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::Resign(Resign { color })).await
    }

    /// Offers a draw, or agrees to one.
    ///
    /// # Errors
    /// As for a move.
    pub async fn agree_draw(&mut self) -> Result<Verdict> {
        let color = self.color.into();
        self.claim(Claim::AgreeDraw(AgreeDraw { color })).await
    }

    async fn claim(&mut self, claim: Claim) -> Result<Verdict> {
        let header = Some(self.header());
        let request = SubmitClaimRequest { header, claim: Some(claim) };
        let door = self.door.clone();
        settle(&format!("{} to claim", self.device), || {
            let (mut door, request) = (door.clone(), request.clone());
            async move { Ok(door.submit_claim(request).await?.into_inner().verdict) }
        })
        .await
    }

    fn header(&mut self) -> InputHeader {
        self.told += 1;
        InputHeader {
            game: Some(self.game.clone()),
            device: self.device.clone(),
            sequence: self.told,
            seen_at_ms: 0,
            wait_ms: WAIT_MS,
            language: String::new(),
        }
    }
}

/// A device at the arbiter's desk; its inputs for all games are one count.
#[derive(Clone, Debug)]
pub struct Desk {
    tablet: Tablet,
    round: Round,
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

/// Asks again and again, with the same sequence, until the input is judged.
async fn settle<F>(what: &str, mut call: impl FnMut() -> F) -> Result<Verdict>
where
    F: Future<Output = Result<Option<Verdict>, Status>>,
{
    let judged = until(what, || {
        let call = call();
        async move {
            match call.await {
                Ok(Some(verdict)) if verdict.status() == VerdictStatus::Stored => None,
                Ok(verdict) => Some(Ok(verdict)),
                Err(status) if is_passing(&status) => None,
                Err(status) => Some(Err(status)),
            }
        }
    });
    judged.await?.with_context(|| format!("waited for {what}"))?.context("a verdict")
}

async fn play(
    mut white: Tablet,
    mut black: Tablet,
    script: &Script,
    accepted: &watch::Sender<usize>,
) -> Result<()> {
    for ply in 1..=script.moves.len() {
        let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
        let verdict = tablet.play(ply, script.told(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
        accepted.send_modify(|accepted| *accepted += 1);
    }
    let last = match script.score {
        Score::WhiteWins => black.resign().await?,
        Score::BlackWins => white.resign().await?,
        Score::Draw => {
            let offered = white.agree_draw().await?;
            ensure!(offered.status() != VerdictStatus::Refused, "{offered:?}");
            black.agree_draw().await?
        }
        other @ (Score::Unspecified | Score::BothLose | Score::Unplayed) => {
            bail!("no tablet can end a game with {other:?}")
        }
    };
    // A game that the last move won is over before anyone resigns.
    let is_over = last.status() == VerdictStatus::Accepted || last.reason == "game-finished";
    ensure!(is_over, "{last:?}");
    Ok(())
}

fn device(table: u32, color: Color) -> String {
    format!("t{table}-{}", if color == Color::White { "white" } else { "black" })
}

fn game_id(table: u32) -> String {
    format!("r1-t{table}")
}

fn line(player: u32, points: u32, against: u32) -> StandingView {
    let is = |claim: bool| u32::from(claim);
    StandingView {
        rank: 0,
        tied: false,
        player,
        played: 1,
        wins: is(points > against),
        draws: is(points == against),
        losses: is(points < against),
        points,
        // Twice the points of the beaten (none after one game), once those of the drawn.
        sonneborn_berger: if points == against { against } else { 0 },
    }
}

fn key(line: &StandingView) -> (u32, u32) {
    (line.points, line.sonneborn_berger)
}
