//! One game at the table of the agent: its journal, the tracker, and the way out.

mod description;

use std::{
    io,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use board_feed::{Code, Event, Field, Relay, Tracker};
use draughts::{Timestamp, Variant};
use proto::v1::GameRef;
use runtime::WallClock;
use serde_json::Value;
use thiserror::Error;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    super::{
        input::{self, LineError},
        line::BoardLine,
        output,
    },
    device::Device,
    displays::send_displays,
    feed::{Feed, News},
    held::Held,
    journal::Journal,
    outbox::{Inputs, Outbox},
    readings::{Sending, Written},
    status::{About, BoardStatus, show},
    table::{GameAtTable, until_other_game},
    taken::Taken,
};
use crate::lines::InputLine;

/// The end of a game for the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The source ended, and everything is at the service.
    Source,
    /// Another game is played at the table.
    Game,
}

/// The device, folder and feed with which the agent plays a game.
pub(super) struct Playing<'a> {
    device: &'a Device,
    state: &'a Path,
    feed: &'a mut Feed,
    meta: &'a mut Option<Value>,
    about: &'a mut About,
    held: &'a mut Held,
    status: &'a watch::Sender<BoardStatus>,
    journals: &'a mpsc::Sender<Sending>,
}

impl<'a> Playing<'a> {
    pub(super) fn open(
        device: &'a Device,
        state: &'a Path,
        feed: &'a mut Feed,
        (meta, about, held): (&'a mut Option<Value>, &'a mut About, &'a mut Held),
        (status, journals): (&'a watch::Sender<BoardStatus>, &'a mpsc::Sender<Sending>),
    ) -> Self {
        Self { device, state, feed, meta, about, held, status, journals }
    }

    /// Takes the journal of the game again, or begins it; `None` if the source ends before it
    /// describes its board.
    pub(super) async fn begin(self, shown: &GameAtTable) -> anyhow::Result<Option<Game<'a>>> {
        let GameRef { venue, tournament, game } = &shown.game;
        // Another tracker may make other moves of the same reports, and give them other numbers: it
        // begins a journal of its own, with the game as the service has it.
        let revision = Tracker::REVISION;
        let path = self.state.join(format!("{venue}.{tournament}.{game}.{revision}.jsonl"));
        let name = || format!("the journal {}", path.display());
        let (mut journal, lines) = Journal::open(&path).with_context(name)?;
        let mut table = Taken::default();
        for line in &lines {
            table.take(line).with_context(name)?;
        }
        if table.relay.is_none() {
            // It ended before the board was at its game.
            journal.clear().with_context(name)?;
            table = Taken::default();
        }
        let opened = journal.lines();
        let mut game = Game {
            board: self,
            shown: shown.clone(),
            journal,
            path: path.clone(),
            opened,
            written: watch::Sender::default(),
            skipped: table.reports,
            base: (Instant::now(), Timestamp::default()),
            inputs: watch::Sender::default(),
            table,
        };
        if game.table.relay.is_none() {
            if game.board.meta.is_none() && !game.until_described().await? {
                return Ok(None);
            }
            // A repeated description of the board counts for this game, too.
            game.describe().await?;
        } else {
            let wall = WallClock::system().now().millis() - game.table.zero.millis();
            let now = Timestamp::from_millis(wall).max(game.table.last);
            game.base = (Instant::now(), now);
            if !game.board.feed.is_recorded {
                // Nothing is known of the time without the agent: the board may be another's.
                game.take(&BoardLine::Link { up: false })?;
                game.take(&BoardLine::Wait)?;
            }
            // The desk may have changed the game or told the board something meanwhile.
            game.catch_up()?;
        }
        Ok(Some(game))
    }
}

/// The reason why a report of the board cannot be read.
#[derive(Debug, Error)]
enum ReportError {
    #[error("the line is too long")]
    TooLong,
    #[error("only the agent says that")]
    OfAgent,
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A game that is played.
pub(super) struct Game<'a> {
    board: Playing<'a>,
    shown: GameAtTable,
    journal: Journal,
    path: PathBuf,
    /// The number of lines of the journal when it was opened.
    opened: u64,
    written: watch::Sender<Written>,
    table: Taken,
    /// The lines of a recording that are in the journal already, and so are passed over.
    skipped: u64,
    /// A moment of this process with its moment in the journal.
    base: (Instant, Timestamp),
    inputs: watch::Sender<Inputs>,
}

impl Game<'_> {
    /// Plays until the source ends or another game is played at the table, for which the board's
    /// fields are held.
    pub(super) async fn play(
        mut self,
        table: &mut watch::Receiver<Option<GameAtTable>>,
        doubts: watch::Receiver<u64>,
    ) -> anyhow::Result<Ended> {
        self.hand_over()?;
        for line in self.board.held.for_game(self.shown.record.ply) {
            self.take_report(InputLine::Whole(line)).await?;
        }
        let zero = (!self.board.feed.is_recorded).then_some(self.table.zero);
        let outbox = Outbox {
            device: self.board.device,
            game: self.shown.game.clone(),
            table: self.shown.table,
            zero,
            status: self.board.status,
        };
        self.note_written();
        self.send_readings();
        let inputs = self.inputs.subscribe();
        let played = async {
            let ended = self.listen(table).await?;
            if self.board.held.is_empty()
                && !self.board.feed.is_recorded
                && let Some(fields) = self.fields()
            {
                self.board.held.put(&fields);
            }
            self.inputs.send_modify(|inputs| {
                (inputs.is_all, inputs.is_left) = (true, ended == Ended::Game);
            });
            self.written.send_modify(|written| written.is_all = true);
            anyhow::Ok(ended)
        };
        let sent = async {
            let displays = send_displays(&outbox, inputs.clone());
            tokio::join!(outbox.send(inputs, doubts), displays);
            anyhow::Ok(())
        };
        let (ended, ()) = tokio::try_join!(played, sent)?;
        Ok(ended)
    }

    /// Lets the journal be sent beside the game.
    fn send_readings(&self) {
        let journal = Sending {
            game: self.shown.game.clone(),
            path: self.path.clone(),
            name: self.table.zero.millis().to_string(),
            opened: self.opened,
            written: self.written.subscribe(),
        };
        if self.board.journals.try_send(journal).is_err() {
            let path = self.path.display();
            tracing::warn!(%path, "journals of earlier games wait: this one is not sent");
        }
    }

    async fn listen(
        &mut self,
        table: &mut watch::Receiver<Option<GameAtTable>>,
    ) -> anyhow::Result<Ended> {
        let mut has_ended = false;
        loop {
            let deadline = self.table.relay.as_ref().and_then(|relay| relay.tracker().deadline());
            if has_ended && deadline.is_none() {
                return Ok(Ended::Source);
            }
            let deadline = deadline.filter(|_| !self.board.feed.is_recorded);
            let due = deadline.map(|deadline| self.instant(deadline));
            let timer = async {
                match due {
                    Some(due) => sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                changed = table.changed() => {
                    changed.context("follow the table")?;
                    let shown = table.borrow_and_update().clone();
                    if let Some(shown) = shown && self.follow(&shown)? {
                        return Ok(Ended::Game);
                    }
                }
                news = self.board.feed.next(), if !has_ended => {
                    let game = self.shown.game.clone();
                    has_ended = tokio::select! {
                        biased;
                        has_ended = self.take_news(news) => has_ended?,
                        // The device was moved away: what it still asks for is refused for ever.
                        () = until_other_game(table.clone(), &game) => return Ok(Ended::Game),
                    };
                    if has_ended && self.board.feed.is_recorded {
                        self.run_out()?;
                    }
                }
                () = timer => {
                    let now = self.now();
                    if let Some(relay) = &mut self.table.relay {
                        let events = relay.wait(now);
                        self.publish(&events)?;
                    }
                }
            }
        }
    }

    /// Takes note of the table; returns true if another game is played there.
    fn follow(&mut self, shown: &GameAtTable) -> anyhow::Result<bool> {
        if shown.game != self.shown.game {
            return Ok(shown.is_open);
        }
        let goes_on = self.shown.is_over && !shown.is_over;
        self.shown = shown.clone();
        if goes_on {
            // What came after the end is of this game, and the next one begins with what it leaves.
            self.board.held.forget();
        }
        self.catch_up()?;
        Ok(false)
    }

    /// Does what the desk has told the board, and goes on from the game as the desk left it.
    fn catch_up(&mut self) -> anyhow::Result<()> {
        self.obey()?;
        let differs = |relay: &Relay| relay.differs(&self.shown.record);
        if self.table.relay.as_ref().is_some_and(differs) {
            let line = self.game_line(0);
            self.take(&line)?;
        }
        Ok(())
    }

    /// Carries out what the desk has told the board since.
    fn obey(&mut self) -> anyhow::Result<()> {
        let orders = self.shown.orders;
        if orders == self.table.orders || self.table.relay.is_none() {
            return Ok(());
        }
        self.take(&BoardLine::Order {
            rotated: orders.is_rotated,
            muted: orders.is_muted,
            restarts: orders.restarts,
        })
    }

    /// Takes a piece of news; returns true at the end of the source.
    async fn take_news(&mut self, news: News) -> anyhow::Result<bool> {
        match news {
            News::Line(line) => {
                self.show(true);
                if self.skipped > 0 && self.board.feed.is_recorded {
                    self.skipped -= 1;
                    return Ok(false);
                }
                self.take_report(line).await?;
            }
            News::Heard => self.show(true),
            News::Down => self.take(&BoardLine::Link { up: false })?,
            News::Up => self.take(&BoardLine::Link { up: true })?,
            News::End => return Ok(true),
            News::Failed(error) => return Err(error).context("read the board"),
        }
        Ok(false)
    }

    async fn take_report(&mut self, line: InputLine) -> anyhow::Result<()> {
        let read = match line {
            InputLine::Whole(line) if line.trim_ascii().is_empty() => return self.note_unread(),
            InputLine::Whole(line) => {
                let read = input::value(&line);
                if self.shown.is_over
                    && !self.board.feed.is_recorded
                    && let Ok(value) = &read
                    && value["kind"] != "meta"
                {
                    // The pieces may be set up for the next game already.
                    self.hold(value.clone(), line);
                }
                read
            }
            InputLine::TooLong => {
                return self.refuse(&ReportError::TooLong);
            }
        };
        let report = match read {
            Ok(value) if value["kind"] == "meta" => {
                let value = self.board.about.take(value);
                if self.board.meta.replace(value.clone()).is_none_or(|before| before != value) {
                    if !self.board.held.is_empty() {
                        self.board.held.describe(&value);
                    }
                    return self.describe().await;
                }
                return self.note_unread();
            }
            Ok(value) if value["kind"] == "game" || value["kind"] == "order" => {
                Err(ReportError::OfAgent)
            }
            Ok(value) => {
                let value = if self.board.feed.is_recorded {
                    value
                } else {
                    input::stamped(value, self.now())
                };
                let variant = self.table.variant.unwrap_or(Variant::International);
                let of = Some((variant, Some(self.table.last)));
                input::read_value(value.clone(), of).map(|_read| value).map_err(Into::into)
            }
            Err(error) => Err(error.into()),
        };
        match report {
            Ok(value) => self.write(&value),
            Err(error) => self.refuse(&error),
        }
    }

    /// Holds a report for the next game, with the fields as this one has left them.
    fn hold(&mut self, value: Value, line: Vec<u8>) {
        if self.board.held.is_empty() {
            self.board.held.begin(self.board.meta.as_ref());
            if let Some(fields) = self.fields() {
                self.board.held.put(&fields);
            }
        }
        self.board.held.take(value, line);
    }

    /// Returns the codes of all fields; `None` while the board is silent.
    fn fields(&self) -> Option<[Code; Field::COUNT]> {
        self.table.relay.as_ref().and_then(|relay| relay.tracker().fields())
    }

    fn refuse(&mut self, error: &ReportError) -> anyhow::Result<()> {
        tracing::warn!(%error, "a report of the board cannot be read");
        self.note_unread()
    }

    /// Keeps the place of a line of the source that says nothing.
    fn note_unread(&mut self) -> anyhow::Result<()> {
        if self.board.feed.is_recorded {
            self.journal.append("").context("write the journal")?;
            self.note_written();
        }
        Ok(())
    }

    /// Tells how many lines there are to send.
    fn note_written(&self) {
        let lines = self.journal.lines();
        self.written.send_modify(|written| written.lines = lines);
    }

    /// Takes a line of the agent itself, now.
    fn take(&mut self, line: &BoardLine<'_>) -> anyhow::Result<()> {
        let at = if self.board.feed.is_recorded { self.table.last } else { self.now() };
        self.write(&input::stamped(line.json(), at))
    }

    /// Writes a line into the journal, then takes it.
    fn write(&mut self, line: &Value) -> anyhow::Result<()> {
        let line = line.to_string();
        self.journal.append(&line).context("write the journal")?;
        self.note_written();
        let events = self.table.take(&line)?;
        self.publish(&events)
    }

    /// Lets the timers run out.
    fn run_out(&mut self) -> anyhow::Result<()> {
        while let Some(relay) = &mut self.table.relay
            && let Some(deadline) = relay.tracker().deadline()
        {
            let events = relay.wait(deadline);
            self.publish(&events)?;
        }
        Ok(())
    }

    fn publish(&mut self, events: &[(Timestamp, Event)]) -> anyhow::Result<()> {
        self.hand_over()?;
        self.show(false);
        match output::print(&self.table.id, events) {
            // Nobody has to read it.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("write what follows")
            }
            _ => Ok(()),
        }
    }

    /// Shows the technician how the board stands.
    fn show(&self, is_heard: bool) {
        let (Some(relay), Some(capability)) = (&self.table.relay, self.table.capability) else {
            return;
        };
        let game = (self.shown.game.game.as_str(), relay.is_out_of_sync(), self.table.orders);
        show(
            self.board.status,
            self.board.about.report(relay.tracker(), capability, game),
            is_heard,
        );
    }

    /// Hands new inputs over, once all that they follow from is on the disk.
    fn hand_over(&mut self) -> anyhow::Result<()> {
        let Some(relay) = &self.table.relay else { return Ok(()) };
        let (deeds, calls) = (relay.inputs(), relay.calls());
        // The times that the clock showed before this process began are long past.
        let display = relay.display().filter(|(at, _)| *at >= self.base.1);
        let (known, shown) = {
            let inputs = self.inputs.borrow();
            ((inputs.deeds.len(), inputs.calls.len()), inputs.display)
        };
        let is_known = known == (deeds.len(), calls.len());
        if is_known && shown == display {
            return Ok(());
        }
        if !is_known {
            self.journal.sync().context("write the journal")?;
        }
        self.inputs.send_modify(|inputs| {
            inputs.deeds.extend(deeds.iter().skip(known.0).cloned());
            inputs.calls.extend(calls.iter().skip(known.1).cloned());
            inputs.display = display;
        });
        Ok(())
    }

    /// Returns the moment of the journal that it is now.
    fn now(&self) -> Timestamp {
        let (instant, moment) = self.base;
        moment.saturating_add(instant.elapsed()).max(self.table.last)
    }

    fn instant(&self, moment: Timestamp) -> Instant {
        let (instant, base) = self.base;
        instant + moment.duration_since(base)
    }
}
