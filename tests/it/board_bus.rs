//! Checks DGT boards on a bus: from the bytes of simulated boards that share a pseudo-terminal to
//! the spectators' boards.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use board_simulator::{DgtBusWoods, DgtModel, DgtPort, DgtWood, Noise, play};
use draughts::{Move, Position, Variant, pdn};
use nix::sys::signal::Signal;
use proto::v1::{
    PairingSystem, Squares, TimeControl, TournamentCreated, WatchedBoard,
    order_board_request::Order,
};
use tests::{
    boards::{order_board, watched_board},
    client::{Clients, get},
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};

use crate::board_port::{run, short_game, text};

/// The moment of the simulation at which the first players begin to think.
const FROM_MS: i64 = 20_000;
/// The time that players think for more, in milliseconds.
const REST_MS: i64 = 12_000;
const TABLES: u32 = 3;
/// The number of plies that are played at each table.
const PLIES: usize = 12;
const FILE: &str = "international/Montpellier_Open_Serie_A.pdn";

/// Returns boards on which the beginnings of a game are played, by quick hands or by none.
fn woods(moves: &[Move]) -> Vec<DgtWood> {
    let noise = Noise { think_ms: 900..1_300, ..Noise::quick() };
    let wood = |table: u32| {
        let from = if moves.is_empty() { 3_600_000 } else { FROM_MS };
        let start = Position::start(Variant::International);
        let mut script = play(start, moves, from, &noise, u64::from(table));
        // Nobody moves while a board or the agent comes back: that may take some seconds.
        let rests: &[(usize, i64)] =
            if table == 2 { &[(5, REST_MS), (6, REST_MS)] } else { &[(6, 2 * REST_MS)] };
        for (plies, more) in rests {
            script.ponder(*plies, *more);
        }
        let model = DgtModel {
            serial: 1_024 + u16::try_from(table).unwrap_or(0),
            is_rotated: table == 2,
            is_old: table == 3,
            sees_crowns: false,
            is_white_left: table != 3,
        };
        let mut wood = DgtWood::new(model, &script, &noise, 7);
        if let (true, [.., fourth, fifth]) = (table == 2, script.plies.get(..5).unwrap_or(&[])) {
            // It has no power while the fifth move is played.
            wood.cut(fourth.done + 700, fifth.done + 400);
        }
        wood
    };
    (1..=TABLES).map(wood).collect()
}

#[tokio::test]
async fn the_boards_of_a_bus_are_listed() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let port = cluster.directory().join("tty");
    let bus = DgtPort::start(DgtBusWoods::new(woods(&[]), 0, 7), &port)?;
    let port = port.to_string_lossy();
    let listed = run(&cluster, &["boards", "list", &port], "")?;
    let board = |serial: u32| {
        format!("{port}: DGT board {serial:05}, version 1.12, colours of pieces, 40 pieces\n")
    };
    let boards: String = (1_025..=1_027).map(board).collect();
    let bus_line = format!("{port}: a bus of 3 boards, for `damcast boards agent --bus {port}`\n");
    ensure!(text(&listed.stdout) == bus_line + &boards && listed.status.success(), "{listed:?}");
    bus.stop()?;
    cluster.finish().await
}

#[tokio::test]
async fn games_on_a_bus_are_shown_though_a_board_loses_its_power_and_the_agent_is_killed()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let settings = TournamentCreated {
        name: "Boards".to_owned(),
        rules: proto::v1::RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 4_800_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        ..TournamentCreated::default()
    };
    let scripts = (1..=TABLES).map(Script::of_table).collect();
    let round = Box::pin(Round::open_by(&clients, "bus", scripts, settings)).await?;
    let (moves, texts) = short_game(FILE, Variant::International)?;
    let (moves, played) = (&moves[..PLIES], &texts[..PLIES]);
    let port = cluster.directory().join("tty");
    let bus = DgtPort::start(DgtBusWoods::new(woods(moves), 100, 7), &port)?;
    let state = cluster.directory().join("agent");
    let url = format!("http://{}", cluster.address(Service::BoardIngest));
    let mut arguments = vec!["boards".to_owned(), "agent".to_owned()];
    for (flag, value) in [
        ("--tournament", "bus"),
        ("--device", "hall"),
        ("--table", "01025=1"),
        ("--table", "01026=2"),
        ("--table", "01027=3"),
        ("--board-ingest", &url),
        ("--state", &state.to_string_lossy()),
        ("--bus", &port.to_string_lossy()),
    ] {
        arguments.extend([flag.to_owned(), value.to_owned()]);
    }
    let shown = async |table: u32| {
        let path = format!("{}/games/r1-t{table}.pdn", round.path());
        let answer = get(cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
        let read = pdn::read_as(answer.text().await.ok()?.as_bytes(), Variant::International);
        let plies = &read.first()?.plies;
        Some(plies.iter().map(|ply| ply.before.notation(&ply.mv)).collect::<Vec<_>>())
    };
    let reach = async |table: u32, count: usize| {
        let seen = until("the moves to be shown", || async {
            let moves = shown(table).await?;
            // No board's noise is shown on the way.
            (moves.len() >= count || !played.starts_with(&moves)).then_some(moves)
        });
        let seen = seen.await.with_context(|| format!("table {table}, ply {count}"))?;
        ensure!(played.starts_with(&seen), "{seen:?} was shown at table {table}, not {played:?}");
        anyhow::Ok(())
    };
    let agent = cluster.run("agent", &arguments).await?;
    for count in 1..=6 {
        for table in 1..=TABLES {
            reach(table, count).await?;
        }
    }
    agent.signal(Signal::SIGKILL);
    agent.ended().await;
    let agent = cluster.run("agent", &arguments).await?;
    for count in 7..=PLIES {
        for table in 1..=TABLES {
            reach(table, count).await?;
        }
    }
    // The technician sees each of them, and may tell one something.
    let agree = async |table: u32| {
        let serial = format!("{:05}", 1_024 + table);
        let device = format!("hall-{serial}");
        let board = watched_board(&clients, &round, &device, |it| {
            let report = it.report.as_ref();
            report.is_some_and(|it| it.ply == 12 && it.differences == Some(Squares::default()))
        });
        let board = board.await.with_context(|| format!("table {table}"))?;
        let report = board.report.context("a report")?;
        let expected = (serial, format!("r1-t{table}"));
        ensure!((report.serial, report.game) == expected && board.table == table);
        ensure!(report.rotated == Some(table == 2), "table {table}: {:?}", report.rotated);
        anyhow::Ok(())
    };
    for table in 1..=TABLES {
        agree(table).await?;
    }
    order_board(&clients, &round, "hall-01027", Order::Muted(true)).await?;
    let is_muted = |board: &WatchedBoard| {
        let report = board.report.as_ref();
        report.and_then(|it| it.orders).is_some_and(|orders| orders.muted)
    };
    watched_board(&clients, &round, "hall-01027", is_muted).await?;
    let others = watched_board(&clients, &round, "hall-01025", |_board| true).await?;
    ensure!(!is_muted(&others), "{others:?}");
    agent.signal(Signal::SIGTERM);
    let end = agent.ended().await;
    let log = fs::read_to_string(cluster.directory().join("agent.log"))?;
    ensure!(end.is_success(), "{end}: {log}");
    ensure!(log.contains("DGT board 01026 does not answer"), "{log}");
    bus.stop()?;
    // The reports of each of them are kept under its name.
    let nats = cluster.nats_url();
    let kept = run(&cluster, &["boards", "readings", "main.bus", "r1-t2", "--nats", &nats], "")?;
    let (kept, said) = (text(&kept.stdout), text(&kept.stderr));
    ensure!(said.starts_with("board \"hall-01026\", ") && said.lines().count() == 1, "{said}");
    ensure!(kept.lines().next().is_some_and(|it| it.contains("\"id\":\"01026\"")), "{kept}");
    let part = state.join("raw/board-000001.dgt");
    let part = part.to_string_lossy();
    let refused = run(&cluster, &["boards", "replay", "--speed", "0", &part], "")?;
    ensure!(text(&refused.stderr).contains("choose a board by --board SERIAL"), "{refused:?}");
    let chosen = ["boards", "replay", "--speed", "0", "--board", "01025", &part];
    let lines = run(&cluster, &chosen, "")?;
    ensure!(lines.status.success(), "{lines:?}");
    let tracked = run(&cluster, &["boards", "track"], &text(&lines.stdout))?;
    let tracked = text(&tracked.stdout);
    let finals = tracked.lines().filter(|line| line.contains("\"type\":\"final\"")).count();
    ensure!(finals >= 6, "{tracked}");
    cluster.finish().await
}
