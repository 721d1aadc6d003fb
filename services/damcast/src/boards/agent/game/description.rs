//! The board as it describes itself, with the game as it stands then.

use anyhow::{Context as _, bail};
use proto::v1::ListInputsRequest;
use runtime::WallClock;

use super::{
    super::{
        super::{
            input::{self, Input},
            line::BoardLine,
        },
        feed::News,
        outbox::until_taken,
    },
    Game,
};
use crate::lines::InputLine;

impl Game<'_> {
    /// Waits for the first description of the board; returns false if the source ends before.
    pub(super) async fn until_described(&mut self) -> anyhow::Result<bool> {
        loop {
            match self.board.feed.next().await {
                News::Line(InputLine::Whole(line)) => {
                    if let Ok(meta) = input::value(&line)
                        && meta["kind"] == "meta"
                    {
                        *self.board.meta = Some(self.board.about.take(meta));
                        return Ok(true);
                    }
                    if self.board.feed.is_recorded {
                        bail!("the first line of a recording is of the kind meta");
                    }
                }
                News::Line(InputLine::TooLong) | News::Heard | News::Up | News::Down => {}
                News::End => return Ok(false),
                News::Failed(error) => return Err(error).context("read the board"),
            }
        }
    }

    /// Begins with the board as it was described, at the game as it stands.
    pub(super) async fn describe(&mut self) -> anyhow::Result<()> {
        let Some(mut meta) = self.board.meta.clone() else { return Ok(()) };
        let variant = self.shown.variant.as_str();
        if let Some(members) = meta.as_object_mut() {
            members.entry("variant").or_insert_with(|| variant.into());
        }
        let read = input::read_value(meta.clone(), None);
        let Input::Board { setting, .. } = read.context("the description of the board")? else {
            bail!("the description of the board is none");
        };
        if setting.start.variant() != self.shown.variant {
            let board = setting.start.variant().as_str();
            bail!("the board is for {board} draughts, and the game at its table is {variant}");
        }
        // A device whose folder was lost does not use its numbers again.
        let request = ListInputsRequest {
            game: Some(self.shown.game.clone()),
            device: self.board.device.id.clone(),
        };
        let listed = until_taken(self.board.device, "list the inputs", || {
            let (mut ingest, request) = (self.board.device.ingest.clone(), request.clone());
            async move { ingest.list_inputs(request).await }
        });
        let last = listed.await.sequences.last().copied().unwrap_or(0);
        self.write(&meta)?;
        let line = self.game_line(last);
        self.take(&line)?;
        // Another board at the table has to hear the orders, too.
        self.obey()
    }

    /// Returns the game as it stands, and the number of the last input that the log has of the
    /// device.
    pub(super) fn game_line(&self, last: u64) -> BoardLine<'static> {
        let record = &self.shown.record;
        BoardLine::Game {
            fen: record.position.fen(),
            ply: record.ply,
            line: record.line,
            at_ms: WallClock::system().now().millis(),
            last,
        }
    }
}
