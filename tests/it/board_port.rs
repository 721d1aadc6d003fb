//! Checks DGT boards at serial ports: from the bytes of a simulated board on a pseudo-terminal to
//! the spectator's board, and the tools that look at a port.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use board_simulator::{DgtModel, DgtPort, DgtWood, Noise, Script, play};
use damcast::nats_server::TiedChild;
use draughts::{Move, Position, Variant, pdn};
use nix::{
    pty::openpty,
    sys::signal::{Signal, kill},
    unistd::{Pid, ttyname},
};
use proto::v1::{PairingSystem, RuleSet, TimeControl, TournamentCreated};
use serde_json::Value;
use tests::{
    client::{Clients, get},
    cluster::{Cluster, Service},
    round::Round,
    script, until,
};

/// The moment of the simulation at which the first player begins to think.
const FROM_MS: i64 = 8_000;
/// The shortest game that is played.
const PLIES_MIN: usize = 20;

/// Returns the shortest whole game of a file, and its moves as they are written.
pub(crate) fn short_game(file: &str, variant: Variant) -> Result<(Vec<Move>, Vec<String>)> {
    let bytes = fs::read(test_data::path(&format!("pdn/{file}")))?;
    let start = Position::start(variant);
    let games = pdn::read_as(&bytes, variant).into_iter().filter(|game| {
        let is_legal = |ply: &pdn::PdnPly| ply.breach.is_none() && ply.before.is_legal(&ply.mv);
        game.variant == variant
            && game.start == start
            && game.plies.len() >= PLIES_MIN
            && game.plies.iter().all(is_legal)
    });
    let game = games.min_by_key(|game| game.plies.len()).context("a whole game")?;
    let texts = game.plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect();
    Ok((game.moves().collect(), texts))
}

fn wood(model: DgtModel, script: &Script) -> DgtWood {
    DgtWood::new(model, script, &Noise::quick(), 7)
}

const MODEL: DgtModel = DgtModel {
    serial: 1_025,
    is_rotated: false,
    is_old: false,
    sees_crowns: false,
    is_white_left: true,
};

/// A table whose game is played on a board at a port.
struct Table<'a> {
    cluster: &'a Cluster,
    round: Round,
    variant: Variant,
    /// The moves as they are written.
    played: Vec<String>,
    board: DgtPort<DgtWood>,
    agent: TiedChild,
    state: PathBuf,
}

impl<'a> Table<'a> {
    async fn open(
        cluster: &'a Cluster,
        clients: &Clients,
        file: &str,
        variant: Variant,
        model: DgtModel,
    ) -> Result<Self> {
        let (rules, id) = match variant {
            Variant::International => (RuleSet::International, "inter"),
            Variant::Frisian => (RuleSet::Frisian, "frysk"),
        };
        let settings = TournamentCreated {
            name: "Boards".to_owned(),
            rules: rules.into(),
            control: Some(TimeControl { base_ms: 4_800_000, ..TimeControl::default() }),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        let scripts = vec![script::Script::of_table(1)];
        let round = Box::pin(Round::open_by(clients, id, scripts, settings)).await?;
        let (moves, played) = short_game(file, variant)?;
        // The time while the port is gone and the board begins anew is that of one move.
        let noise = Noise { think_ms: 900..1_300, ..Noise::quick() };
        let script = play(Position::start(variant), &moves, FROM_MS, &noise, 7);
        ensure!(script.plies.len() == played.len(), "a move of the game is not legal");
        let mut wood = wood(model, &script);
        let [before, after] = [script.plies[9].done + 800, script.plies[10].done + 50];
        wood.cut(before, after);
        let port = cluster.directory().join(format!("tty-{id}"));
        let board = DgtPort::start(wood, &port)?;
        let state = cluster.directory().join(format!("agent-{id}"));
        let url = format!("http://{}", cluster.address(Service::BoardIngest));
        let mut arguments = vec!["boards".to_owned(), "agent".to_owned()];
        for (flag, value) in [
            ("--tournament", id),
            ("--device", "board-1"),
            ("--table", "1"),
            ("--board-ingest", &url),
            ("--state", &state.to_string_lossy()),
            ("--port", &port.to_string_lossy()),
        ] {
            arguments.extend([flag.to_owned(), value.to_owned()]);
        }
        let agent = cluster.run(&format!("agent-{id}"), &arguments).await?;
        Ok(Self { cluster, round, variant, played, board, agent, state })
    }

    /// Returns the moves as spectators see them.
    async fn shown(&self) -> Option<Vec<String>> {
        let path = format!("{}/games/r1-t1.pdn", self.round.path());
        let answer = get(self.cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
        let read = pdn::read_as(answer.text().await.ok()?.as_bytes(), self.variant);
        Some(read.first()?.plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect())
    }

    /// Waits until spectators see the whole game.
    async fn until_played(&self) -> Result<()> {
        for count in 1..=self.played.len() {
            let shown = until("the next move to be shown", || async {
                self.shown().await.filter(|shown| shown.len() >= count)
            });
            let shown = shown.await.with_context(|| format!("ply {count}"))?;
            ensure!(self.played.starts_with(&shown), "{shown:?} was shown, not {:?}", self.played);
        }
        Ok(())
    }

    /// Returns the moves that follow from the bytes that the agent recorded.
    fn recorded(&self) -> Result<Vec<String>> {
        let part = self.state.join("raw/board-000001.dgt");
        let part = part.to_string_lossy();
        let variant = self.variant.as_str();
        let replay =
            ["boards", "replay", "--speed", "0", "--variant", variant, "--", part.as_ref()];
        let lines = run(self.cluster, &replay, "")?;
        ensure!(lines.status.success(), "{lines:?}");
        let tracked = run(self.cluster, &["boards", "track"], &text(&lines.stdout))?;
        ensure!(tracked.status.success(), "{tracked:?}");
        let mut moves = Vec::new();
        for line in text(&tracked.stdout).lines() {
            let line: Value = serde_json::from_str(line)?;
            ensure!(line["id"] == "01025", "{line}");
            ensure!(line["type"] != "revised" && line["type"] != "irregular", "{line}");
            if line["type"] == "final" {
                moves.push(line["move"].as_str().unwrap_or_default().to_owned());
            }
        }
        Ok(moves)
    }

    async fn close(self) -> Result<()> {
        let log = |name: &str| self.cluster.directory().join(name).with_extension("log");
        self.agent.signal(Signal::SIGTERM);
        let end = self.agent.ended().await;
        let name = self.state.file_name().context("a name")?.to_string_lossy().into_owned();
        let log = fs::read_to_string(log(&name))?;
        ensure!(end.is_success(), "{end}: {log}");
        ensure!(log.contains("was lost") && log.contains("it is opened again"), "{log}");
        self.board.stop()?;
        Ok(())
    }
}

/// Returns what a program wrote.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program with an input, and returns what it wrote.
pub(crate) fn run(cluster: &Cluster, arguments: &[&str], input: &str) -> Result<Output> {
    run_program(cluster.program(), arguments, input)
}

fn run_program(program: &Path, arguments: &[&str], input: &str) -> Result<Output> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().context("an input")?;
    let input = input.to_owned();
    // It may write before it has read all.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    // A program that reads nothing closes its input.
    drop(writer.join());
    Ok(output)
}

#[tokio::test]
async fn whole_games_of_both_variants_come_from_the_bytes_of_a_port_that_is_pulled_out_in_between()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let international = Box::pin(Table::open(
        &cluster,
        &clients,
        "international/Montpellier_Open_Serie_A.pdn",
        Variant::International,
        MODEL,
    ))
    .await?;
    let frisian = Box::pin(Table::open(
        &cluster,
        &clients,
        "frisian/lidraughts_frisian_human.pdn",
        Variant::Frisian,
        DgtModel { is_rotated: true, is_old: true, is_white_left: false, ..MODEL },
    ))
    .await?;
    for table in [&international, &frisian] {
        table.until_played().await.with_context(|| table.variant.as_str())?;
        // The last move is final for spectators as soon as it is for the tracker.
        ensure!(table.recorded()? == table.played, "{:?}", table.recorded()?);
    }
    international.close().await?;
    frisian.close().await?;
    cluster.finish().await
}

/// A board on which nobody moves.
fn idle(port: &Path) -> Result<DgtPort<DgtWood>> {
    let script = play(Position::start(Variant::International), &[], 3_600_000, &Noise::quick(), 7);
    Ok(DgtPort::start(wood(MODEL, &script), port)?)
}

#[tokio::test]
async fn ports_are_listed_with_the_boards_that_answer() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let port = cluster.directory().join("tty");
    let board = idle(&port)?;
    let silent = openpty(None, None)?;
    let other = ttyname(&silent.slave)?;
    let (port, other) = (port.to_string_lossy(), other.to_string_lossy());
    let listed = run(&cluster, &["boards", "list", &port, &other, "/dev/null"], "")?;
    let expected = format!(
        "{port}: DGT board 01025, version 1.12, battery 88 %, colours of pieces, 40 pieces\n\
         {other}: no DGT board answers\n\
         /dev/null is no serial port; `damcast boards list` shows those that are there\n"
    );
    ensure!(text(&listed.stdout) == expected && listed.status.success(), "{listed:?}");
    board.stop()?;
    let gone = run(&cluster, &["boards", "list", &port], "")?;
    let said = text(&gone.stdout);
    ensure!(said.starts_with(&format!("there is no port {port}; ")), "{said}");
    ensure!(!gone.status.success());
    cluster.finish().await
}

#[tokio::test]
async fn a_board_is_watched_and_recorded_and_its_recording_is_played_again() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let port = cluster.directory().join("tty");
    let file = cluster.directory().join("board.dgt").to_string_lossy().into_owned();
    let board = idle(&port)?;
    let port = port.to_string_lossy().into_owned();

    let mut command = Command::new(cluster.program());
    command.args(["boards", "watch", "--port", &port]).stdout(Stdio::piped());
    let mut watch = command.spawn()?;
    let mut lines = BufReader::new(watch.stdout.take().context("an output")?).lines();
    // A second program is told who has the port, while the first one draws.
    let mut drawn = Vec::new();
    for line in lines.by_ref() {
        drawn.push(line?);
        if drawn.last().is_some_and(|line| line == "the pieces stand as they should") {
            break;
        }
    }
    let title = format!("DGT board 01025 at {port}, battery 88 %, last report 0 s ago");
    ensure!(drawn.contains(&title), "{drawn:?}");
    let first_row = "        1 b         2 b         3 b         4 b         5 b ";
    ensure!(drawn.iter().any(|line| line == first_row), "{drawn:?}");
    let second = run(&cluster, &["boards", "record", "--port", &port, &file], "")?;
    let said = text(&second.stderr);
    ensure!(said.contains(&format!("another program has {port} open")), "{said}");
    watch.kill()?;
    watch.wait()?;

    let mut command = Command::new(cluster.program());
    command.args(["boards", "record", "--port", &port, &file]).stderr(Stdio::piped());
    let mut record = command.spawn()?;
    let mut said = BufReader::new(record.stderr.take().context("an error output")?).lines();
    let first = said.next().context("a line")??;
    ensure!(first == "DGT board 01025 answers; Ctrl-C ends the recording", "{first}");
    kill(Pid::from_raw(i32::try_from(record.id())?), Signal::SIGINT)?;
    record.wait()?;
    board.stop()?;

    let replayed = run(&cluster, &["boards", "replay", "--speed", "0", &file], "")?;
    ensure!(replayed.status.success(), "{replayed:?}");
    let lines: Vec<Value> =
        text(&replayed.stdout).lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let [meta, link, dump, ..] = &lines[..] else { anyhow::bail!("{lines:?}") };
    let described: Value = serde_json::from_str(
        r#"{"capability":"colour","id":"01025","kind":"meta","rotated":null,"variant":"international"}"#,
    )?;
    ensure!(*meta == described, "{meta}");
    ensure!(link["up"] == true && dump["kind"] == "dump", "{link} {dump}");
    let again = run(&cluster, &["boards", "record", "--port", &port, &file], "")?;
    ensure!(text(&again.stderr).contains("there is no port"), "{again:?}");
    let watched = run(&cluster, &["boards", "watch", "--speed", "0", &file], "")?;
    let shown = text(&watched.stdout);
    ensure!(shown.contains("the pieces stand as they should"), "{shown}");
    cluster.finish().await
}
