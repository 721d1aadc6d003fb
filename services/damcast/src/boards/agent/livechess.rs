//! The boards of LiveChess as sources of reports.

use std::{collections::BTreeMap, convert::Infallible, time::Duration};

use anyhow::{Context as _, bail};
use board_feed::{DgtReport, LiveChessBoard};
use draughts::Timestamp;
use futures_util::{SinkExt as _, StreamExt as _};
use thiserror::Error;
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};
use tokio_tungstenite::{
    connect_async_with_config,
    tungstenite::{Message as Frame, protocol::WebSocketConfig},
};

use super::{
    super::{
        livechess::{self, Board, Message},
        report::DgtOptions,
    },
    battery::Battery,
    outlet::{FoundBoard, Outlet},
};

/// Interval at which all boards are asked for: new ones are found, and a lost change comes to
/// light.
const ASK_EVERY: Duration = Duration::from_secs(5);
/// Longest time without an answer.
const SILENT: Duration = Duration::from_secs(15);
/// Longest time until a connection is there.
const CONNECT: Duration = Duration::from_secs(10);
/// The pauses before LiveChess is connected to again: twice as long each time, until it answers.
const PAUSE_MIN: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(8);
/// The longest message: a hundred boards have some fifty kilobytes.
const MESSAGE_BYTES_MAX: usize = 1024 * 1024;
/// The largest number of boards.
const BOARDS_MAX: usize = 200;

/// A text that is no address of LiveChess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("LiveChess has an address such as ws://127.0.0.1:1982/api/v1.0")]
pub(super) struct NoAddress;

/// Reads the address of LiveChess.
///
/// # Errors
/// [`NoAddress`] if it is none of a WebSocket without encryption, which LiveChess does not have.
pub(super) fn address(text: &str) -> Result<String, NoAddress> {
    let is_address = text.strip_prefix("ws://").is_some_and(|host| !host.is_empty());
    if is_address { Ok(text.to_owned()) } else { Err(NoAddress) }
}

/// Follows the boards of LiveChess at an address for ever, and hands on each as it is found.
pub(super) async fn follow(
    url: String,
    options: DgtOptions,
    found: mpsc::Sender<FoundBoard>,
) -> Infallible {
    let mut boards = Boards {
        options,
        begun: Instant::now(),
        found,
        boards: BTreeMap::new(),
        odd: BTreeMap::new(),
        has_answered: false,
    };
    let mut pause = PAUSE_MIN;
    let mut told = String::new();
    loop {
        let Err(error) = boards.follow(&url).await;
        boards.lose();
        if std::mem::take(&mut boards.has_answered) {
            pause = PAUSE_MIN;
            told.clear();
        }
        let error = format!("{error:#}");
        if error != told {
            tracing::warn!(
                "LiveChess does not answer at {url}: {error}. Is it running, with its web service \
                 switched on? It is asked again and again"
            );
            told = error;
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

struct Boards {
    options: DgtOptions,
    begun: Instant,
    found: mpsc::Sender<FoundBoard>,
    boards: BTreeMap<String, Listed>,
    /// The fault that was told last of a board that cannot be read.
    odd: BTreeMap<String, String>,
    /// True once LiveChess has listed its boards on this connection.
    has_answered: bool,
}

/// A board that LiveChess has listed.
struct Listed {
    board: LiveChessBoard,
    battery: Battery,
    /// The way to its table, once it has told its fields.
    outlet: Option<Outlet>,
}

impl Boards {
    /// Follows the boards until the connection is lost.
    async fn follow(&mut self, url: &str) -> anyhow::Result<Infallible> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let connecting = connect_async_with_config(url, Some(config), true);
        let connected = timeout(CONNECT, connecting).await.context("no connection in time")?;
        let (mut socket, _answer) = connected?;
        let mut ask = interval(ASK_EVERY);
        ask.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut id, mut subscribed) = (0, Vec::<String>::new());
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                _now = ask.tick() => {
                    if heard.elapsed() > SILENT {
                        bail!("it is silent for {} s", SILENT.as_secs());
                    }
                    id += 1;
                    socket.send(Frame::text(livechess::ask_boards(id)?)).await?;
                }
                frame = socket.next() => {
                    let frame = frame.context("it closed the connection")??;
                    heard = Instant::now();
                    let Frame::Text(text) = frame else { continue };
                    match livechess::read(&text) {
                        Ok(Message::Boards(boards)) => {
                            self.has_answered = true;
                            for board in boards {
                                if !subscribed.contains(&board.serial) && subscribed.len() < BOARDS_MAX {
                                    id += 1;
                                    let request = livechess::subscribe(id, &board.serial)?;
                                    socket.send(Frame::text(request)).await?;
                                    subscribed.push(board.serial.clone());
                                }
                                self.take(board);
                            }
                        }
                        Ok(Message::Changed(board)) => self.take(board),
                        Ok(Message::Failed { id, reason }) => {
                            tracing::warn!(id, reason, "LiveChess refuses a request");
                        }
                        Ok(Message::Other) => {}
                        Err(error) => tracing::warn!(%error, "a message of LiveChess cannot be read"),
                    }
                }
            }
        }
    }

    /// Takes news of a board.
    fn take(&mut self, Board { serial, news }: Board) {
        if self.boards.len() >= BOARDS_MAX && !self.boards.contains_key(&serial) {
            return;
        }
        let news = match news {
            Ok(news) => {
                self.odd.remove(&serial);
                news
            }
            Err(error) => {
                let is_known = self.odd.get(&serial) == Some(&error);
                if !is_known && (self.odd.len() < BOARDS_MAX || self.odd.contains_key(&serial)) {
                    tracing::warn!(serial, error, "a board of LiveChess cannot be read");
                    self.odd.insert(serial, error);
                }
                return;
            }
        };
        let at = Timestamp::default().saturating_add(self.begun.elapsed());
        let Listed { board, outlet, .. } =
            self.boards.entry(serial.clone()).or_insert_with(|| Listed::new(&serial));
        // A table that has lost news begins with all fields again.
        let is_anew = outlet.as_mut().is_some_and(Outlet::has_to_begin_anew);
        let mut reports = if is_anew { board.lose() } else { Vec::new() };
        reports.extend(board.take(&news, at));
        self.hand_on(&serial, &reports);
    }

    /// Hands reports of a board on; the first ones of a board with ten by ten fields find it.
    fn hand_on(&mut self, serial: &str, reports: &[DgtReport]) {
        let Some(Listed { board, battery, outlet }) = self.boards.get_mut(serial) else { return };
        for report in reports {
            match report {
                DgtReport::Board(_) => tracing::info!("board {serial} of LiveChess is there"),
                DgtReport::Trouble(trouble) => {
                    tracing::warn!("board {serial} of LiveChess: {trouble}");
                }
                DgtReport::Reading(_) => {}
            }
            let Some(line) = self.options.line(report, serial) else { continue };
            battery.note(report, &line);
            if outlet.is_none() {
                let (made, feed) = Outlet::new();
                let found = FoundBoard { serial: serial.to_owned(), feed };
                // The boards that are carried take every one that is found.
                *outlet = self.found.try_send(found).is_ok().then_some(made);
            }
            if let Some(outlet) = outlet {
                outlet.send(&line);
            }
        }
        if let Some(outlet) = outlet
            && let Some(line) = battery.news(board.about())
        {
            outlet.send(&line);
        }
    }

    /// Notes that nothing is heard of any board.
    fn lose(&mut self) {
        let serials: Vec<_> = self.boards.keys().cloned().collect();
        for serial in serials {
            let lost = self.boards.get_mut(&serial).map(|listed| listed.board.lose());
            self.hand_on(&serial, &lost.unwrap_or_default());
        }
    }
}

impl Listed {
    fn new(serial: &str) -> Self {
        Self { board: LiveChessBoard::new(serial), battery: Battery::default(), outlet: None }
    }
}
