//! Checks boards of LiveChess, played by a small server that speaks as LiveChess does, and the
//! clocks of boards.

use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use draughts::pdn;
use futures_util::{SinkExt as _, StreamExt as _};
use nix::sys::signal::Signal;
use proto::v1::{ClockState, Color, Squares, TimeControl, WatchedBoard, clock_alarm::Kind};
use serde_json::{Value, json};
use tests::{
    boards::watched_board,
    client::{Clients, get},
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
    verdicts::Verdicts,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{WebSocketStream, accept_async, tungstenite::Message};

/// An hour for each side, so that no flag falls.
const LONG: TimeControl = TimeControl { base_ms: 3_600_000, increment_ms: 0, stages: Vec::new() };
const SERIALS: [&str; 2] = ["7425", "31008"];

/// A program that speaks as LiveChess does, with two boards of ten by ten fields and one for chess.
struct LiveChess {
    socket: WebSocketStream<TcpStream>,
    /// The fields of each board, by the codes of DGT as letters of chess.
    boards: [Vec<char>; 2],
    /// The seconds of White and Black, and whether White's time runs.
    clock: Option<(u64, u64, bool)>,
}

/// Returns what the clock of a game shows now, if it is right.
fn right(clock: &ClockState) -> (u64, u64, bool) {
    let now = runtime::WallClock::system().now().millis();
    let used = u64::try_from(now - clock.as_of_ms).unwrap_or(0);
    let is_white = clock.running() == Color::White;
    let left = |ms: u64, runs: bool| (ms.saturating_sub(if runs { used } else { 0 }) + 500) / 1_000;
    (left(clock.white_ms, is_white), left(clock.black_ms, !is_white), is_white)
}

fn start() -> Vec<char> {
    let field = |field: usize| match (field / 10, (field / 10 + field % 10) % 2) {
        (0..=3, 1) => 'B',
        (6..=9, 1) => 'P',
        _ => '1',
    };
    (0..100).map(field).collect()
}

/// Returns a row as LiveChess writes it: the empty fields between pieces are one number.
fn row(fields: &[char]) -> String {
    let mut text = String::new();
    for run in fields.chunk_by(|one, next| one == next) {
        match run {
            ['1', ..] => text.push_str(&run.len().to_string()),
            pieces => text.extend(pieces),
        }
    }
    text
}

/// Returns the index of the field of a square, on a board that lies as White sees it.
fn field(square: usize) -> usize {
    let (row, place) = ((square - 1) / 5, (square - 1) % 5);
    10 * row + 2 * place + usize::from(row % 2 == 0)
}

impl LiveChess {
    async fn accept(listener: &TcpListener, boards: [Vec<char>; 2]) -> Result<Self> {
        let (connection, _address) = listener.accept().await?;
        Ok(Self { socket: accept_async(connection).await?, boards, clock: None })
    }

    fn board(&self, index: usize) -> Value {
        let rows: Vec<String> = self.boards[index].chunks(10).map(row).collect();
        json!(rows.join("/"))
    }

    fn clock(&self) -> Value {
        let shown =
            |(white, black, run)| json!({"white": white, "black": black, "run": run, "time": 0});
        self.clock.map_or(Value::Null, shown)
    }

    /// Answers requests until both boards are subscribed to.
    async fn introduce(&mut self) -> Result<()> {
        let mut subscribed = 0;
        while subscribed < SERIALS.len() + 1 {
            let Message::Text(text) = self.socket.next().await.context("a request")?? else {
                continue;
            };
            let request: Value = serde_json::from_str(&text)?;
            let param = match request["call"].as_str() {
                Some("eboards") => json!([
                    {"serialnr": SERIALS[0], "source": null, "state": "ACTIVE", "battery": "87%",
                     "comment": null, "board": self.board(0), "flipped": false, "clock": self.clock()},
                    {"serialnr": SERIALS[1], "source": null, "state": "ACTIVE", "battery": "3.7V",
                     "comment": null, "board": self.board(1), "flipped": false, "clock": null},
                    {"serialnr": "99", "state": "ACTIVE",
                     "board": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "clock": null},
                ]),
                Some("subscribe") => {
                    ensure!(request["param"]["feed"] == "eboardevent", "{request}");
                    subscribed += 1;
                    Value::Null
                }
                _ => bail!("{request}"),
            };
            let answer =
                json!({"response": "call", "id": request["id"], "param": param, "time": 0});
            self.socket.send(Message::text(answer.to_string())).await?;
        }
        Ok(())
    }

    /// Plays a move without a capture on a board, and tells its fields.
    async fn play(&mut self, index: usize, from: usize, to: usize) -> Result<()> {
        let board = &mut self.boards[index];
        board.swap(field(from), field(to));
        let param = json!({"serialnr": SERIALS[index], "board": self.board(index), "match": false});
        self.feed(param).await
    }

    async fn show_clock(&mut self, clock: (u64, u64, bool)) -> Result<()> {
        self.clock = Some(clock);
        let param = json!({"serialnr": SERIALS[0], "clock": self.clock()});
        self.feed(param).await
    }

    async fn feed(&mut self, param: Value) -> Result<()> {
        let message = json!({"response": "feed", "id": 7, "param": param, "time": 0});
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }
}

#[tokio::test]
async fn boards_of_livechess_are_followed_through_cuts_and_a_wrong_clock_is_one_alarm() -> Result<()>
{
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = vec![Script::of_table(1), Script::of_table(2)];
    let round = Round::open_timed(&clients, "live", scripts, LONG).await?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "").await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let livechess = format!("ws://{}/api/v1.0", listener.local_addr()?);
    let url = format!("http://{}", cluster.address(Service::BoardIngest));
    let state = cluster.directory().join("agent").to_string_lossy().into_owned();
    let mut arguments = vec!["boards".to_owned(), "agent".to_owned()];
    for (flag, value) in [
        ("--tournament", "live"),
        ("--device", "hall"),
        ("--table", "7425=1"),
        ("--table", "31008=2"),
        ("--board-ingest", url.as_str()),
        ("--state", &state),
        ("--livechess", &livechess),
    ] {
        arguments.extend([flag.to_owned(), value.to_owned()]);
    }
    let agent = cluster.run("agent", &arguments).await?;
    let shown = async |table: u32, expected: &[&str]| {
        let path = format!("{}/games/r1-t{table}.pdn", round.path());
        let seen = until("the moves to be shown", || async {
            let answer = get(cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
            let read = pdn::read(answer.text().await.ok()?.as_bytes());
            let plies = &read.first()?.plies;
            let moves: Vec<_> = plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect();
            (moves.len() >= expected.len()).then_some(moves)
        });
        let seen = seen.await?;
        ensure!(seen == expected, "{seen:?} was shown at table {table}");
        anyhow::Ok(())
    };

    let mut server = LiveChess::accept(&listener, [start(), start()]).await?;
    server.introduce().await?;
    // The technician sees each of them at its game.
    for (serial, table) in SERIALS.into_iter().zip(1..) {
        let device = format!("hall-{serial}");
        let is_ready = |board: &WatchedBoard| {
            let report = board.report.as_ref();
            report.is_some_and(|it| {
                it.game == format!("r1-t{table}") && it.differences == Some(Squares::default())
            })
        };
        watched_board(&clients, &round, &device, is_ready).await?;
    }
    // Without a clock a move has to stand for some seconds.
    server.play(0, 32, 28).await?;
    server.play(1, 33, 28).await?;
    shown(1, &["32-28"]).await?;
    shown(2, &["33-28"]).await?;
    // So it does with their moves, and with the batteries that tell a charge in per cent.
    for (serial, battery) in SERIALS.into_iter().zip([Some(87), None]) {
        let device = format!("hall-{serial}");
        let board = watched_board(&clients, &round, &device, |it| {
            it.report.as_ref().is_some_and(|report| report.ply == 1 && report.battery == battery)
        });
        let report = board.await?.report.context("a report")?;
        let agrees = report.differences == Some(Squares::default());
        ensure!(report.serial == serial && agrees, "{report:?}");
    }
    // The connection is lost, and meanwhile Black moves at both tables.
    let LiveChess { socket, mut boards, .. } = server;
    drop(socket);
    for board in &mut boards {
        board.swap(field(18), field(23));
    }
    let mut server = LiveChess::accept(&listener, boards).await?;
    server.introduce().await?;
    shown(1, &["32-28", "18-23"]).await?;
    shown(2, &["33-28", "18-23"]).await?;

    // The lever makes a move certain, and a clock that is right is no news for the desk.
    let clock = round.clock("White's time", 1, |state| state.running() == Color::White).await?;
    server.show_clock(right(&clock)).await?;
    server.play(0, 31, 27).await?;
    let (white, black, _) = right(&clock);
    server.show_clock((white, black, false)).await?;
    shown(1, &["32-28", "18-23", "31-27"]).await?;
    let clock = round.clock("Black's time", 1, |state| state.running() == Color::Black).await?;
    // It is wrong: one alarm, however often it shows that.
    server.show_clock((2_400, 3_000, false)).await?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::Disagreed(told)) = &alarm.kind else { bail!("{alarm:?}") };
    ensure!((told.white_ms, told.black_ms) == (2_400_000, 3_000_000), "{alarm:?}");
    ensure!(alarm.game == "r1-t1", "{alarm:?}");
    for seconds in [2_300, 2_200] {
        server.show_clock((seconds, 3_000, false)).await?;
    }
    let told = round.clock("the disagreement", 1, |state| state.disagreement.is_some()).await?;
    ensure!(told.white_ms > 3_000_000, "{told:?}");
    // Once it is right again nothing is told, until it is wrong anew.
    server.show_clock(right(&clock)).await?;
    let clock = round.clock("agreement", 1, |state| state.disagreement.is_none()).await?;
    server.show_clock((1_200, right(&clock).1, false)).await?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::Disagreed(told)) = &alarm.kind else { bail!("{alarm:?}") };
    ensure!(told.white_ms == 1_200_000, "{alarm:?}");

    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    let log = fs::read_to_string(cluster.directory().join("agent.log"))?;
    ensure!(end.is_success(), "{end}: {log}");
    ensure!(log.contains("board 99 of LiveChess: this is a board of 64 fields"), "{log}");
    cluster.finish().await
}
