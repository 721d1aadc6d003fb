//! Asks the serial ports which boards are there.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Duration,
};

use anyhow::Context as _;
use board_feed::{
    BusAddress, Code, DgtAbout, DgtBoard, DgtBus, DgtBusReport, DgtReport, DgtSetting, DgtTrouble,
    Reading,
};
use draughts::Role;
use tokio::time::Instant;

use super::{
    live::LiveLine,
    port::{self, PortError},
};
use crate::lines;

/// Longest time in which a board answers: its reset, and two dumps that it may miss.
const ANSWER: Duration = Duration::from_secs(8);
/// Longest time in which all boards of a bus are found and have told their fields.
const BUS_ANSWER: Duration = Duration::from_secs(40);
/// Longest time without a look at the time.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Lists boards.
#[derive(Debug, clap::Args)]
pub struct List {
    /// Ports that are asked; without any, all that are there.
    #[arg(value_name = "PORT")]
    ports: Vec<PathBuf>,
}

/// The answer at a port.
#[derive(Debug)]
enum PortAnswer {
    Board(String),
    /// Several boards.
    Bus(Vec<String>),
    /// A device that answers nothing.
    Silent,
    Fault(PortError),
    Trouble(String),
}

impl List {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let is_chosen = !self.ports.is_empty();
        let ports =
            if is_chosen { self.ports } else { port::names().context("list the serial ports")? };
        let asked: Vec<_> = ports
            .into_iter()
            .map(|port| {
                let name = port.clone();
                (port, thread::spawn(move || ask(&name)))
            })
            .collect();
        let (mut text, mut has_board) = (String::new(), false);
        for (port, answer) in asked {
            let found = answer.join().map_err(|_panic| anyhow::anyhow!("a port was not asked"))?;
            has_board |= matches!(found, PortAnswer::Board(_) | PortAnswer::Bus(_));
            // A system has names for many ports that no machine has.
            if is_chosen || !matches!(found, PortAnswer::Fault(PortError::Failed { .. })) {
                text.push_str(&line(&port, found));
            }
        }
        if text.is_empty() {
            "no serial port is there: is the board plugged in and switched on?\n"
                .clone_into(&mut text);
        }
        let written = io::stdout().lock().write_all(text.as_bytes());
        let code = if has_board { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        lines::ended(written.map(|()| code))
    }
}

fn line(port: &Path, found: PortAnswer) -> String {
    let port = port.display();
    match found {
        PortAnswer::Board(board) => format!("{port}: {board}\n"),
        PortAnswer::Bus(boards) => {
            let count = boards.len();
            let mut text = format!(
                "{port}: a bus of {count} boards, for `damcast boards agent --bus {port}`\n"
            );
            for board in boards {
                text.push_str(&format!("{port}: {board}\n"));
            }
            text
        }
        PortAnswer::Silent => format!("{port}: no DGT board answers\n"),
        // They begin with the port.
        PortAnswer::Fault(fault) => format!("{:#}\n", anyhow::Error::from(fault)),
        PortAnswer::Trouble(trouble) => format!("{port}: {trouble}\n"),
    }
}

/// Asks whoever is at a port who it is: first as a bus, which a board that is there alone leaves by
/// itself.
fn ask(port: &Path) -> PortAnswer {
    match ask_bus(port) {
        Err(fault) => PortAnswer::Fault(fault),
        Ok(boards) if boards.len() > 1 => PortAnswer::Bus(boards),
        Ok(_) => ask_board(port),
    }
}

/// Returns the boards of a bus.
fn ask_bus(port: &Path) -> Result<Vec<String>, PortError> {
    let mut live = LiveLine::open(port, DgtBus::new(DgtSetting::default()))?;
    let begun = Instant::now();
    let mut dumps = BTreeMap::<BusAddress, _>::new();
    let mut troubles = BTreeMap::<BusAddress, _>::new();
    loop {
        for DgtBusReport { board, report } in live.next(LOOK_EVERY).reports {
            match report {
                DgtReport::Reading(Reading::Dump(codes)) => drop(dumps.insert(board, codes)),
                DgtReport::Trouble(trouble) => drop(troubles.insert(board, trouble)),
                DgtReport::Board(_) | DgtReport::Reading(_) => {}
            }
        }
        let bus = live.line();
        let has_told =
            |board: &BusAddress| dumps.contains_key(board) || troubles.contains_key(board);
        let is_whole = !bus.is_searching()
            && (bus.boards().count() <= 1 || bus.boards().all(|(board, ..)| has_told(&board)));
        if is_whole || begun.elapsed() > BUS_ANSWER {
            let boards = bus.boards().map(|(board, about, _)| match dumps.get(&board) {
                Some(codes) => described(about, codes.as_slice()),
                None => match troubles.get(&board) {
                    Some(trouble) => format!("DGT board {board}: {trouble}"),
                    None => format!("DGT board {board} has not told its fields"),
                },
            });
            return Ok(boards.collect());
        }
    }
}

/// Asks a board that is alone at a port.
fn ask_board(port: &Path) -> PortAnswer {
    let mut live = match LiveLine::open(port, DgtBoard::new(DgtSetting::default())) {
        Ok(live) => live,
        Err(fault) => return PortAnswer::Fault(fault),
    };
    let begun = Instant::now();
    while begun.elapsed() < ANSWER {
        for report in live.next(LOOK_EVERY).reports {
            match report {
                DgtReport::Reading(Reading::Dump(codes)) => {
                    return PortAnswer::Board(described(live.line().about(), codes.as_slice()));
                }
                DgtReport::Trouble(DgtTrouble::Silent) => return PortAnswer::Silent,
                DgtReport::Trouble(trouble @ (DgtTrouble::Chess | DgtTrouble::Fields { .. })) => {
                    return PortAnswer::Trouble(trouble.to_string());
                }
                DgtReport::Board(_) | DgtReport::Reading(_) | DgtReport::Trouble(_) => {}
            }
        }
    }
    PortAnswer::Silent
}

fn described(about: &DgtAbout, codes: &[Code]) -> String {
    let serial = about.serial.as_deref().unwrap_or("without a serial number");
    let version =
        about.version.map(|(main, sub)| format!(", version {main}.{sub}")).unwrap_or_default();
    let battery = about.battery.map(|charge| format!(", battery {charge} %")).unwrap_or_default();
    let is_king = |code: &Code| matches!(code, Code::Piece(piece) if piece.role == Role::King);
    let kings = if codes.iter().any(is_king) { ", shows kings" } else { "" };
    let pieces = codes.iter().filter(|code| **code != Code::Empty).count();
    format!("DGT board {serial}{version}{battery}, colours of pieces{kings}, {pieces} pieces")
}
