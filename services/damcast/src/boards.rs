//! `damcast boards`: works with sensor boards.

mod agent;
mod drawing;
mod input;
mod line;
mod list;
mod live;
pub mod livechess;
mod output;
mod pace;
mod port;
mod readings;
mod record;
mod recording;
mod replay;
mod report;
mod seconds;
#[cfg(test)]
mod tests;
mod track;
mod watch;

use std::{future::Future, pin::Pin, process::ExitCode};

pub use self::{
    agent::Agent, list::List, readings::Readings, record::Record, replay::Replay, watch::Watch,
};

/// A command that waits for others.
pub type Work = Pin<Box<dyn Future<Output = anyhow::Result<ExitCode>>>>;

/// Work with sensor boards.
#[derive(Debug, clap::Subcommand)]
pub enum Boards {
    /// Find the moves in the reports of boards: JSON lines in, JSON lines out.
    ///
    /// Reads the reports of one board after another from standard input, and writes what follows
    /// from them as soon as it does. The first line of a board is
    ///   `{"kind":"meta","id":…,"variant":"international"|"frisian",`
    ///   `"capability":"occupancy"|"colour"|"colour+crown","start":FEN|null,"rotated":true|false|null,"poll":s|null}`
    /// with the start position, null for that of a game; whether the board is rotated, null to find
    /// it out; its `"battery"` in per cent, if it has one; and of a board on a bus how often it is
    /// asked. Lines of reports have their `"t"` in seconds, which never falls:
    ///   `field`        `"field"` 0 to 99, row by row from the top left with White below, has `"code"`
    ///                `e` empty, `w` `b` a man, `W` `B` a king, `?` a piece
    ///   `dump`         `"codes"` of all 100 fields
    ///   `clock_press`  `"by"` `W` or `B`
    ///   `clock`        `"running":false`, the clock was stopped for good
    ///   `display`      `"white"` and `"black"` in whole seconds, the clock shows these; `"running"` and `"flag"`
    ///                `W`, `B` or null: whose time runs, whose flag shows; no move follows
    ///   `link`         `"up"`: the board went silent, or is back
    ///   `setup`        `"fen"`, `"ply"`: an operator says that this is the position after so many plies
    ///   `result`       `"result"` `2-0`, `1-1` or `0-2`: the players showed it, as by keys; no move follows
    ///   `order`        written by the agent: what the desk has told the board, with `"rotated"`, `"muted"`
    ///                and how often it was to begin anew from the record, `"restarts"`
    ///   `game`         written by the agent: how the game stood at the service, with `"fen"`, `"ply"`,
    ///                the changes of the arbiter `"line"`, the time of day `"at_ms"`, and the `"last"` input;
    ///                after the first one nothing follows until the board shows that position
    ///   `wait`         written by the agent when it begins again: as after the first `game`
    ///
    /// Each line of output has `"id"`, the `"t"` at which it became known, and its `"type"`:
    ///   `tentative`    `"ply"`, `"move"`: looks like it, and may go away without a word
    ///   `final`        `"ply"`, `"move"`, `"captured"`, `"by":"clock"|"stable"|"reply"`
    ///   `revised`      `"ply"`, `"move"`, `"captured"`: stands there instead; null if nothing does
    ///   `irregular`    `"ply"`, `"kind"`, `"move"`, `"captured"`: was played against the rules and stands,
    ///                `missed-capture`, `short-capture`, `wrong-removal`, `opponents-piece` or `other`
    ///   `out-of-sync`  `"since"`: what lies there cannot be explained; `in-sync`, `"ply"`: it can again
    ///   `not-crowned`  `"ply"`: the man that promoted there still shows as a man
    ///   `after-game`   play is over
    ///   `error`        `"line"`, `"error"`: the line cannot be read, and changes nothing
    /// Nothing that is written looks ahead. The command fails at the end if there was an error.
    #[command(verbatim_doc_comment)]
    Track,
    /// Show the serial ports that are there, and which board answers at each.
    ///
    /// All ports are asked at once, for some ten seconds; the boards of a large bus need more. The
    /// command fails if no board answers.
    List(List),
    /// Draw a board in the terminal: the piece on each square, and what differs.
    ///
    /// The board is at a port now, or in a recording of one. Squares that differ are marked. If the
    /// output is no terminal, each change is written with all squares again.
    Watch(Watch),
    /// Record the reports of a board: JSON lines in, the same with the moments at which they came
    /// out; or the bytes of a DGT board.
    ///
    /// Reads the lines of `damcast boards track` from standard input, in which `"t"` may be
    /// missing, and writes each at once with its `"t"` since the start. What cannot be read is told
    /// on standard error; then the command fails at the end. With `--port` the bytes of both
    /// directions are written into the file with their moments, until Ctrl-C.
    Record(Record),
    /// Replay recorded reports at the pace at which they came, on standard output.
    ///
    /// Lines are written as they are: `damcast boards replay --speed 0 FILE` is the file again, up
    /// to the first line that cannot be read. A recording of bytes becomes the lines of
    /// `damcast boards track`.
    Replay(Replay),
    /// Carry the moves on boards to their tables, as devices of them.
    ///
    /// Speaks with a DGT board at its port or with all those of a bus, takes those of LiveChess, or reads the lines of `damcast boards track`; of a
    /// board that is there now `"t"` may be missing, and the moment of arrival counts. The moves
    /// that follow are inputs of the device, of either side; results that were shown, moves that
    /// were revised, and a board that cannot be explained call the arbiter. A journal of each game
    /// is kept in the folder: after an end at any moment the agent goes on with it, and sends
    /// nothing twice. Writes what follows as `track` does.
    Agent(Box<Agent>),
    /// Read what the boards of a game reported, as the service keeps it for disputes.
    ///
    /// Writes the lines of `damcast boards track`, which plays them again, and on standard error
    /// how many there are of each board and which are no longer kept.
    Readings(Box<Readings>),
}

impl Boards {
    /// Runs the command and returns the exit code; one that waits for others runs by `work`.
    ///
    /// # Errors
    /// If standard input or output fails, a port or a recording cannot be read, or the command that
    /// waits fails.
    pub fn run(
        self,
        work: impl FnOnce(Work) -> anyhow::Result<ExitCode>,
    ) -> anyhow::Result<ExitCode> {
        match self {
            Self::Agent(agent) => work(Box::pin(agent.run())),
            Self::Readings(readings) => work(Box::pin(readings.run())),
            Self::Track => track::run(),
            Self::List(list) => list.run(),
            Self::Watch(watch) => watch.run(),
            Self::Record(record) => record.run(),
            Self::Replay(replay) => replay.run(),
        }
    }
}
