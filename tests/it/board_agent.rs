//! Checks `damcast boards agent`: the moves on a sensor board reach the record of the game, each
//! once, whatever happens to the agent.

mod next_game;

use std::{
    fs::{self, File},
    path::Path,
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use board_feed::Tracker;
use damcast::nats_server::TiedChild;
use draughts::pdn;
use nix::sys::signal::Signal;
use proto::v1::{self, GetGameRequest, ListInputsRequest, order_board_request::Order};
use serde_json::{Value, json};
use tests::{
    boards::{order_board, watched_board},
    client::{Clients, get},
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpListener, TcpStream},
};

const TOURNAMENT: &str = "wood";
const DEVICE: &str = "board-1";
/// A board that sees which squares are occupied, without noise.
const TRACE: &str = "d0021";

/// A round of one table with a board.
struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
}

impl Hall {
    async fn open() -> Result<Self> {
        Self::with_tables(1).await
    }

    async fn with_tables(count: usize) -> Result<Self> {
        let cluster = Cluster::start().await?;
        let clients = Clients::of(&cluster)?;
        let scripts = (1..=count).map(Script::of_table).collect();
        let round = Box::pin(Round::open(&clients, TOURNAMENT, scripts)).await?;
        Ok(Self { cluster, clients, round })
    }

    /// Starts the agent, always with the same table.
    async fn agent(&self, input: &str) -> Result<TiedChild> {
        let url = format!("http://{}", self.cluster.address(Service::BoardIngest));
        let state = self.cluster.directory().join("agent").to_string_lossy().into_owned();
        let mut arguments = vec!["boards".to_owned(), "agent".to_owned()];
        for (flag, value) in [
            ("--tournament", TOURNAMENT),
            ("--device", DEVICE),
            ("--table", "1"),
            ("--board-ingest", &url),
            ("--state", &state),
            ("--input", input),
        ] {
            arguments.extend([flag.to_owned(), value.to_owned()]);
        }
        self.cluster.run("agent", &arguments).await
    }

    /// Returns the number of moves in the record.
    async fn plies(&self) -> Option<usize> {
        self.plies_at(1).await
    }

    async fn plies_at(&self, table: u32) -> Option<usize> {
        let request = GetGameRequest { game: Some(self.round.game(table)), ..Default::default() };
        let game = self.clients.rules_validation.clone().get_game(request).await.ok()?;
        Some(game.into_inner().state?.plies.len())
    }

    /// Waits until the record has so many moves, and returns them as spectators see them.
    async fn moves(&self, count: usize) -> Result<Vec<String>> {
        self.moves_at(1, count).await
    }

    async fn moves_at(&self, table: u32, count: usize) -> Result<Vec<String>> {
        let path = format!("{}/games/r1-t{table}.pdn", self.round.path());
        until("the moves to be shown", || async {
            let answer = get(self.cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
            let read = pdn::read(answer.text().await.ok()?.as_bytes());
            let plies = &read.first()?.plies;
            let moves = plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect::<Vec<_>>();
            (moves.len() >= count).then_some(moves)
        })
        .await
    }

    /// Waits until the board has shown the position of a game, and plays.
    async fn plays(&self, game: &str) -> Result<()> {
        let is_playing = |board: &v1::WatchedBoard| {
            let report = board.report.as_ref();
            report.is_some_and(|it| it.game == game && !it.waits_for_position)
        };
        watched_board(&self.clients, &self.round, DEVICE, is_playing).await?;
        Ok(())
    }

    /// Waits until the board waits for the position of a game, which it does not show.
    async fn waits(&self, game: &str) -> Result<()> {
        let is_waiting = |board: &v1::WatchedBoard| {
            let report = board.report.as_ref();
            let report = report.filter(|it| it.waits_for_position && it.game == game);
            let differences = report.and_then(|report| report.differences.as_ref());
            differences.is_some_and(|it| !it.squares.is_empty())
        };
        watched_board(&self.clients, &self.round, DEVICE, is_waiting).await?;
        Ok(())
    }

    /// Puts the board at a table.
    async fn seat(&self, table: u32) -> Result<()> {
        let request = v1::AssignTableRequest {
            tournament: self.round.reference(),
            device: DEVICE.to_owned(),
            table,
            seat: v1::Seat::Table.into(),
            ..Default::default()
        };
        self.clients.board_ingest.clone().assign_table(request).await?;
        Ok(())
    }

    /// Returns the numbers of the inputs of the board that the log has.
    async fn inputs(&self) -> Result<Vec<u64>> {
        let request =
            ListInputsRequest { game: Some(self.round.game(1)), device: DEVICE.to_owned() };
        let listed = self.clients.board_ingest.clone().list_inputs(request).await?;
        Ok(listed.into_inner().sequences)
    }

    /// Returns what the service keeps of the reports of the board, and what is said about it.
    fn readings(&self) -> Result<(String, String)> {
        let mut program = Command::new(self.cluster.program());
        program.args(["boards", "readings", "main.wood", "r1-t1"]);
        let output = program.args(["--nats", &self.cluster.nats_url()]).output()?;
        ensure!(output.status.success(), "{output:?}");
        Ok((String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
    }

    /// Returns the moves that follow from reports.
    fn tracked(&self, readings: &str) -> Result<Vec<String>> {
        let file = self.cluster.directory().join("readings.jsonl");
        fs::write(&file, readings)?;
        let mut program = Command::new(self.cluster.program());
        let output = program.args(["boards", "track"]).stdin(File::open(&file)?).output()?;
        ensure!(output.status.success(), "{output:?}");
        let mut moves = Vec::new();
        for line in String::from_utf8(output.stdout)?.lines() {
            let line: Value = serde_json::from_str(line)?;
            if line["type"] == "final" {
                moves.push(line["move"].as_str().unwrap_or_default().to_owned());
            }
        }
        Ok(moves)
    }

    fn log(&self) -> Result<String> {
        Ok(fs::read_to_string(self.cluster.directory().join("agent.log"))?)
    }
}

/// Writes the reports of a board into a file, and returns the moves that were played.
fn write_trace(file: &Path) -> Result<Vec<String>> {
    let of_game = |lines: Vec<Value>, first: &str| {
        let begins = |line: &Value| line["kind"] == first;
        let is_own = |line: &Value| begins(line) && line["id"] == TRACE;
        let lines: Vec<_> = lines.into_iter().skip_while(|line| !is_own(line)).collect();
        let rest = lines.iter().skip(1).position(begins).map_or(lines.len(), |next| next + 1);
        lines.into_iter().take(rest).collect::<Vec<_>>()
    };
    let lines = of_game(test_data::json_lines("boards/traces.jsonl.gz"), "meta");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(file, text)?;
    let truth = of_game(test_data::json_lines("boards/truth.jsonl.gz"), "game");
    Ok(truth.iter().filter_map(|line| line["move"].as_str().map(str::to_owned)).collect())
}

#[tokio::test]
async fn a_whole_game_on_a_board_is_in_the_record_though_the_agent_is_killed() -> Result<()> {
    let mut hall = Hall::open().await?;
    let file = hall.cluster.directory().join("board.jsonl");
    let played = write_trace(&file)?;
    ensure!(played.len() == 121, "{}", played.len());
    let input = file.to_string_lossy().into_owned();
    // Killed again and again: after the first moves, later, and late.
    for count in [1, 20, 60] {
        let agent = hall.agent(&input).await?;
        until("the first moves", || async {
            hall.plies().await.filter(|plies| *plies >= count).map(drop)
        })
        .await?;
        agent.signal(Signal::SIGKILL);
        agent.ended().await;
        // The service goes on from what it kept.
        hall.cluster.kill(Service::BoardIngest).await?;
        hall.cluster.start_service(Service::BoardIngest).await?;
    }
    // The last line of its journal is torn, as by a loss of power.
    let journal = format!("agent/main.wood.r1-t1.{}.jsonl", Tracker::REVISION);
    let journal = hall.cluster.directory().join(journal);
    let mut text = fs::read_to_string(&journal)?;
    text.push_str("{\"kind\":\"fie");
    fs::write(&journal, text)?;
    let end = hall.agent(&input).await?.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    ensure!(hall.moves(played.len()).await? == played);
    let numbers: Vec<u64> = (1..).take(played.len()).collect();
    ensure!(hall.inputs().await? == numbers);
    // Once more, after the end: nothing is left to send.
    let end = hall.agent(&input).await?.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    ensure!(hall.inputs().await? == numbers && hall.plies().await == Some(played.len()));
    // Everything that the board reported can be read back, each line once, and says the same.
    let (readings, said) = hall.readings()?;
    let journal = fs::read_to_string(&journal)?;
    let lines: Vec<&str> = journal.lines().filter(|line| !line.is_empty()).collect();
    ensure!(readings.lines().collect::<Vec<_>>() == lines, "{said}");
    ensure!(said == format!("board {DEVICE:?}, {} lines\n", journal.lines().count()), "{said}");
    ensure!(hall.tracked(&readings)? == played);
    hall.cluster.finish().await
}

/// A board at a port, which sends what is there now.
struct Board {
    listener: TcpListener,
    connection: TcpStream,
}

impl Board {
    async fn accept(listener: TcpListener) -> Result<Self> {
        let (connection, _address) = listener.accept().await?;
        Ok(Self { listener, connection })
    }

    async fn say(&mut self, line: Value) -> Result<()> {
        Ok(self.connection.write_all(format!("{line}\n").as_bytes()).await?)
    }

    /// Describes itself, and shows the starting position after some changes.
    async fn show(&mut self, changes: &[(usize, char)]) -> Result<()> {
        let mut squares: Vec<char> = "b"
            .repeat(20)
            .chars()
            .chain("e".repeat(10).chars())
            .chain("w".repeat(20).chars())
            .collect();
        for (square, code) in changes {
            *squares.get_mut(square - 1).context("a square")? = *code;
        }
        let mut squares = squares.into_iter();
        let code = |field: usize| match (field / 10 + field % 10) % 2 {
            1 => squares.next().unwrap_or('e'),
            _ => 'e',
        };
        let codes: String = (0..100).map(code).collect();
        self.say(json!({"kind": "meta", "id": "DGT 7", "capability": "colour", "rotated": false}))
            .await?;
        self.say(json!({"kind": "dump", "codes": codes})).await
    }

    async fn step(&mut self, (from, to): (u32, u32), code: char, by: char) -> Result<()> {
        self.say(json!({"kind": "field", "field": from, "code": "e"})).await?;
        self.say(json!({"kind": "field", "field": to, "code": code.to_string()})).await?;
        self.say(json!({"kind": "clock_press", "by": by.to_string()})).await
    }
}

#[tokio::test]
async fn a_board_that_is_there_is_followed_through_cuts_and_its_result_is_told_to_the_desk()
-> Result<()> {
    let hall = Hall::open().await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let input = format!("tcp://{}", listener.local_addr()?);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(listener).await?;
    board.show(&[]).await?;
    hall.plays("r1-t1").await?;
    // A line that cannot be read changes nothing.
    board.say(json!({"kind": "knock"})).await?;
    board.step((63, 54), 'w', 'W').await?;
    ensure!(hall.moves(1).await? == ["32-28"]);
    // The connection is cut, and meanwhile Black moves.
    drop(board.connection);
    let mut board = Board::accept(board.listener).await?;
    board.show(&[(32, 'e'), (28, 'w'), (19, 'e'), (23, 'b')]).await?;
    board.say(json!({"kind": "clock_press", "by": "B"})).await?;
    ensure!(hall.moves(2).await? == ["32-28", "19-23"]);
    // The agent is killed, and White captures before it is there again.
    agent.signal(Signal::SIGKILL);
    agent.ended().await;
    drop(board.connection);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(board.listener).await?;
    board.show(&[(32, 'e'), (19, 'w')]).await?;
    board.say(json!({"kind": "clock_press", "by": "W"})).await?;
    // Nobody knows whether these pieces are of this game: it waits until they are.
    hall.waits("r1-t1").await?;
    ensure!(hall.inputs().await? == [1, 2]);
    board.show(&[(32, 'e'), (28, 'w'), (19, 'e'), (23, 'b')]).await?;
    board.show(&[(32, 'e'), (19, 'w')]).await?;
    board.say(json!({"kind": "clock_press", "by": "W"})).await?;
    ensure!(hall.moves(3).await? == ["32-28", "19-23", "28x19"]);
    ensure!(hall.inputs().await? == [1, 2, 3]);

    board.say(json!({"kind": "result", "result": "1-1"})).await?;
    let request = v1::WatchVerdictsRequest {
        tournament: hall.round.reference(),
        device: "desk".to_owned(),
        language: "en".to_owned(),
    };
    let mut desk = hall.clients.board_ingest.clone().watch_verdicts(request).await?.into_inner();
    let call = loop {
        let told = desk.message().await?.context("the desk is told no more")?;
        if let Some(call) = told.call {
            break call;
        }
    };
    ensure!((call.table, call.device.as_str()) == (1, DEVICE), "{call:?}");
    ensure!(
        call.matter() == v1::CallMatter::Result && call.text == "The board shows 1-1",
        "{call:?}"
    );
    let shown = call.shown.context("the result")?;
    ensure!((&*shown.game, shown.score()) == ("r1-t1", v1::Score::Draw), "{shown:?}");
    // Nobody has confirmed it: the game goes on.
    ensure!(hall.plies().await == Some(3));
    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    hall.cluster.finish().await
}

#[tokio::test]
async fn what_the_desk_told_a_board_without_an_agent_holds_once_the_agent_is_back() -> Result<()> {
    let hall = Hall::open().await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let input = format!("tcp://{}", listener.local_addr()?);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(listener).await?;
    board.show(&[]).await?;
    hall.plays("r1-t1").await?;
    board.step((63, 54), 'w', 'W').await?;
    ensure!(hall.moves(1).await? == ["32-28"]);
    agent.signal(Signal::SIGKILL);
    agent.ended().await;
    drop(board.connection);
    order_board(&hall.clients, &hall.round, DEVICE, Order::Muted(true)).await?;

    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(board.listener).await?;
    // What the agent before told may still be shown: this one waits at first.
    board.show(&[]).await?;
    hall.waits("r1-t1").await?;
    board.show(&[(32, 'e'), (28, 'w')]).await?;
    hall.plays("r1-t1").await?;
    board.step((36, 45), 'b', 'B').await?;
    // The board itself goes on to the second ply, and keeps it to itself.
    let is_silent = |board: &v1::WatchedBoard| {
        let report = board.report.as_ref();
        report.is_some_and(|report| {
            report.ply == 2 && report.orders.is_some_and(|orders| orders.muted)
        })
    };
    watched_board(&hall.clients, &hall.round, DEVICE, is_silent).await?;
    ensure!(hall.inputs().await? == [1]);
    order_board(&hall.clients, &hall.round, DEVICE, Order::Muted(false)).await?;
    ensure!(hall.moves(2).await? == ["32-28", "19-23"]);
    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_board_at_another_table_waits_until_it_shows_the_position_of_that_game() -> Result<()> {
    let hall = Hall::with_tables(2).await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let input = format!("tcp://{}", listener.local_addr()?);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(listener).await?;
    board.show(&[]).await?;
    hall.plays("r1-t1").await?;
    board.step((63, 54), 'w', 'W').await?;
    ensure!(hall.moves(1).await? == ["32-28"]);
    // It is a ply ahead of the game at the table to which the desk moves it, before the wood moves.
    hall.seat(2).await?;
    hall.waits("r1-t2").await?;
    board.step((36, 45), 'b', 'B').await?;
    board.show(&[(32, 'e'), (28, 'w'), (19, 'e'), (23, 'b')]).await?;
    board.say(json!({"kind": "result", "result": "1-1"})).await?;
    board.show(&[(32, 'e'), (28, 'w')]).await?;
    // The wood is at its table, where White plays something else.
    board.show(&[]).await?;
    board.step((61, 50), 'w', 'W').await?;
    ensure!(hall.moves_at(2, 1).await? == ["31-26"]);
    ensure!(hall.plies().await == Some(1) && hall.plies_at(2).await == Some(1));
    // It stays where the desk has put it, though it was started for the first table.
    agent.signal(Signal::SIGKILL);
    agent.ended().await;
    drop(board.connection);
    let agent = hall.agent(&input).await?;
    let mut board = Board::accept(board.listener).await?;
    board.show(&[]).await?;
    hall.waits("r1-t2").await?;
    board.show(&[(31, 'e'), (26, 'w')]).await?;
    hall.plays("r1-t2").await?;
    board.step((36, 45), 'b', 'B').await?;
    ensure!(hall.moves_at(2, 2).await? == ["31-26", "19-23"]);
    ensure!(hall.plies().await == Some(1));
    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    ensure!(end.is_success(), "{end}: {}", hall.log()?);
    hall.cluster.finish().await
}
