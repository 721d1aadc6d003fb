//! `damcast boards`: works with sensor boards.

mod input;
mod output;
mod seconds;
#[cfg(test)]
mod tests;
mod track;

use std::process::ExitCode;

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
    /// it out; and of a board on a bus how often it is asked. Lines of reports have their `"t"` in
    /// seconds, which never falls:
    ///   `field`        `"field"` 0 to 99, row by row from the top left with White below, has `"code"`
    ///                `e` empty, `w` `b` a man, `W` `B` a king, `?` a piece
    ///   `dump`         `"codes"` of all 100 fields
    ///   `clock_press`  `"by"` `W` or `B`
    ///   `clock`        `"running":false`, the clock was stopped for good
    ///   `link`         `"up"`: the board went silent, or is back
    ///   `setup`        `"fen"`, `"ply"`: an operator says that this is the position after so many plies
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
}

impl Boards {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Track => track::run(),
        }
    }
}
