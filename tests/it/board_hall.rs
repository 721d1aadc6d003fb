//! Plays a round in which every table has a sensor board and tablets, in real time: boards are
//! pulled out and rotated, an agent and board-ingest are killed, and a tablet tells another move
//! than its board. Spectators see what was played.
//!
//! A hall of any size is played with `DAMCAST_BOARDS`, the number of its tables.

use std::{fs, ops::RangeInclusive, path::PathBuf};

use anyhow::{Context as _, Result, ensure};
use board_simulator::{DgtModel, DgtPort, DgtWood, Noise, play};
use damcast::nats_server::TiedChild;
use draughts::{Move, Position, Variant, pdn};
use futures_util::future::try_join_all;
use nix::sys::signal::Signal;
use proto::v1::{
    Color, CorrectMove, GetGameRequest, MoveText, VerdictStatus, game_event::Event,
    submit_ruling_request::Ruling,
};
use tests::{
    client::{Clients, get},
    cluster::{Cluster, Service},
    round::{Round, Tablet},
    script::Script,
    until,
};

/// The number of tables, where nobody says another.
const TABLES: usize = 4;
/// The number of plies that are played at each.
const PLIES: usize = 20;
/// The ply at which board-ingest is killed.
const KILLED_AT: usize = 8;
/// The moment of the simulation at which the first player begins to think.
const FROM_MS: i64 = 10_000;
/// The time that players think for more, in milliseconds.
const REST_MS: i64 = 12_000;
const TOURNAMENT: &str = "hall";

/// The trouble of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// A tablet tells another move than the board.
    OtherMove,
    /// The port is pulled out for a while.
    Unplugged,
    /// The agent is killed.
    Killed,
    /// The board lies the other way, with the codes of older boards.
    Rotated,
}

const TROUBLES: [Trouble; 4] =
    [Trouble::OtherMove, Trouble::Unplugged, Trouble::Killed, Trouble::Rotated];

/// Returns the first plies of the games of a file, and their moves as they are written.
fn games() -> Result<Vec<(Vec<Move>, Vec<String>)>> {
    let file = test_data::path("pdn/international/Montpellier_Open_Serie_A.pdn");
    let read = pdn::read_as(&fs::read(file)?, Variant::International);
    let start = Position::start(Variant::International);
    let whole = read.into_iter().filter(|game| {
        let is_legal = |ply: &pdn::PdnPly| ply.breach.is_none() && ply.before.is_legal(&ply.mv);
        game.start == start && game.plies.len() > PLIES && game.plies.iter().all(is_legal)
    });
    let games = whole.map(|game| {
        let plies = &game.plies[..PLIES];
        let texts = plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect();
        (plies.iter().map(|ply| ply.mv).collect(), texts)
    });
    Ok(games.collect())
}

/// A table with a board, its agent and its tablets.
struct Table<'a> {
    round: &'a Round,
    clients: &'a Clients,
    number: u32,
    trouble: Trouble,
    script: Script,
    board: DgtPort<DgtWood>,
    agent: Option<TiedChild>,
    tablets: [Tablet; 2],
    port: PathBuf,
}

impl<'a> Table<'a> {
    async fn open(
        cluster: &Cluster,
        round: &'a Round,
        clients: &'a Clients,
        (number, moves): (u32, &[Move]),
    ) -> Result<Self> {
        let index = usize::try_from(number)? - 1;
        let trouble = TROUBLES[index % TROUBLES.len()];
        let is_rotated = trouble == Trouble::Rotated;
        let model = DgtModel {
            serial: 2_000 + u16::try_from(number)?,
            is_rotated,
            is_old: is_rotated,
            sees_crowns: false,
            is_white_left: number % 2 == 0,
        };
        let noise = Noise { think_ms: 900..1_300, ..Noise::quick() };
        let seed = u64::from(number);
        let start = Position::start(Variant::International);
        let mut hands = play(start, moves, FROM_MS, &noise, seed);
        // Nobody moves while something comes back, or before the arbiter has decided.
        match trouble {
            Trouble::OtherMove => hands.ponder(12, REST_MS),
            Trouble::Unplugged => hands.ponder(11, REST_MS),
            Trouble::Killed => hands.ponder(6, REST_MS),
            Trouble::Rotated => {}
        }
        let mut wood = DgtWood::new(model, &hands, &noise, seed);
        if trouble == Trouble::Unplugged {
            wood.cut(hands.plies[9].done + 800, hands.plies[10].done + 50);
        }
        let port = cluster.directory().join(format!("tty-{number}"));
        let board = DgtPort::start(wood, &port)?;
        let tablets = [Color::White, Color::Black].map(|color| round.tablet(number, color));
        let script = round.scripts().get(index).context("a script")?.clone();
        let agent = None;
        let mut table =
            Self { round, clients, number, trouble, script, board, agent, tablets, port };
        table.start_agent(cluster).await?;
        Ok(table)
    }

    async fn start_agent(&mut self, cluster: &Cluster) -> Result<()> {
        let (name, table) = (format!("board-{}", self.number), self.number.to_string());
        let url = format!("http://{}", cluster.address(Service::BoardIngest));
        let state = cluster.directory().join(format!("agent-{}", self.number));
        let mut arguments = vec!["boards".to_owned(), "agent".to_owned()];
        for (flag, value) in [
            ("--tournament", TOURNAMENT),
            ("--device", &name),
            ("--table", &table),
            ("--board-ingest", &url),
            ("--state", &state.to_string_lossy()),
            ("--port", &self.port.to_string_lossy()),
        ] {
            arguments.extend([flag.to_owned(), value.to_owned()]);
        }
        let agent = cluster.run(&format!("agent-{}", self.number), &arguments).await?;
        self.agent = Some(agent);
        Ok(())
    }

    /// Returns the moves as spectators see them.
    async fn shown(&self, cluster: &Cluster) -> Option<Vec<String>> {
        let path = format!("{}/games/r1-t{}.pdn", self.round.path(), self.number);
        let answer = get(cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
        let read = pdn::read(answer.text().await.ok()?.as_bytes());
        Some(read.first()?.plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect())
    }

    /// Follows the game from a ply on: its tablets confirm what its board told.
    async fn play(&mut self, cluster: &Cluster, plies: RangeInclusive<usize>) -> Result<()> {
        for ply in plies {
            let shown = until("the next move to be shown", || async {
                self.shown(cluster).await.filter(|shown| shown.len() >= ply)
            });
            let shown = shown.await.with_context(|| format!("table {}, ply {ply}", self.number))?;
            let played = &self.script.moves;
            ensure!(played.starts_with(&shown), "{shown:?} was shown, not {played:?}");
            match (self.trouble, ply) {
                (Trouble::Killed, 6) => {
                    let agent = self.agent.take().context("an agent")?;
                    agent.signal(Signal::SIGKILL);
                    agent.ended().await;
                    self.start_agent(cluster).await?;
                }
                (Trouble::OtherMove, 12) => self.tell_other_move(shown.len()).await?,
                _ => {
                    let tablet = &mut self.tablets[(ply + 1) % 2];
                    let verdict = tablet.play(ply, self.script.move_text(ply)?).await?;
                    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
                }
            }
        }
        Ok(())
    }

    /// Lets a tablet tell another move than the board for the last ply, and the arbiter decide for
    /// the board.
    async fn tell_other_move(&mut self, ply: usize) -> Result<()> {
        let (before, played) = (self.script.before(ply)?, self.script.move_text(ply)?);
        let other = before.legal_moves().iter().find_map(|mv| {
            let (from, to) = (u32::from(mv.from().get()), u32::from(mv.to().get()));
            let text = MoveText { from, to, ..MoveText::default() };
            ((from, to) != (played.from, played.to)).then_some(text)
        });
        let other = other.context("another move")?;
        let tablet = &mut self.tablets[(ply + 1) % 2];
        let verdict = tablet.play(ply, other.clone()).await?;
        ensure!(verdict.status() == VerdictStatus::Pending, "{verdict:?}");
        // It insists, and nobody is told again.
        let verdict = tablet.play(ply, other).await?;
        ensure!(verdict.reason == "ply-already-played", "{verdict:?}");
        let ply = u32::try_from(ply)?;
        let ruling = Ruling::Correct(CorrectMove { ply, r#move: Some(played) });
        let verdict = self.round.desk().rule(self.number, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    /// Returns the number of conflicts of which the arbiter was told.
    async fn conflicts(&self) -> Result<usize> {
        let request = GetGameRequest {
            game: Some(self.round.game(self.number)),
            with_history: true,
            ..GetGameRequest::default()
        };
        let game = self.clients.rules_validation.clone().get_game(request).await?.into_inner();
        let events = game.history.into_iter().flat_map(|decision| decision.events);
        Ok(events.filter(|it| matches!(it.event, Some(Event::ConflictRaised(_)))).count())
    }

    async fn close(self) -> Result<()> {
        let agent = self.agent.context("an agent")?;
        agent.signal(Signal::SIGTERM);
        let end = agent.ended().await;
        ensure!(end.is_success(), "table {}: {end}", self.number);
        self.board.stop()?;
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "whoever tries a hall says how large it is")]
fn tables_wanted() -> Result<usize> {
    match std::env::var("DAMCAST_BOARDS") {
        Ok(text) => text.parse().context("DAMCAST_BOARDS is a number of tables"),
        Err(_unset) => Ok(TABLES),
    }
}

#[tokio::test]
async fn a_round_of_boards_and_tablets_is_shown_as_it_was_played_whatever_happens_to_them()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let (games, count) = (games()?, tables_wanted()?);
    let of_table = |index: usize| &games[index % games.len()];
    let scripts = (0..count)
        .map(|index| Script { moves: of_table(index).1.clone(), ..Script::of_table(index + 1) });
    let round = Box::pin(Round::open(&clients, TOURNAMENT, scripts.collect())).await?;
    let mut tables = Vec::new();
    for (number, index) in (1..).zip(0..count) {
        let moves = &of_table(index).0;
        tables.push(Table::open(&cluster, &round, &clients, (number, moves)).await?);
    }
    try_join_all(tables.iter_mut().map(|table| table.play(&cluster, 1..=KILLED_AT))).await?;
    cluster.kill(Service::BoardIngest).await?;
    cluster.start_service(Service::BoardIngest).await?;
    try_join_all(tables.iter_mut().map(|table| table.play(&cluster, KILLED_AT + 1..=PLIES)))
        .await?;
    for table in &tables {
        ensure!(
            table.shown(&cluster).await.as_ref() == Some(&table.script.moves),
            "{}",
            table.number
        );
        let expected = usize::from(table.trouble == Trouble::OtherMove);
        ensure!(table.conflicts().await? == expected, "table {}", table.number);
    }
    for table in tables {
        table.close().await?;
    }
    cluster.finish().await
}
