//! `damcast clock`: simulates game clocks without a service.

mod input;
mod output;
mod simulate;

use std::process::ExitCode;

/// Questions about clocks.
#[derive(Debug, clap::Subcommand)]
pub enum Clock {
    /// Run clocks through what happens to them: JSON lines in, JSON lines out.
    ///
    /// Reads `{"id":…,"control":"80m + 60s","events":[{"at_ms":0,"type":"start"},…],"at":[60000,…]}`
    /// from standard input. The control is as PDN has it (`4800+60`, `50/7200:1800`, `5400d5`), as
    /// people write it (`80m + 60s`, `50/2h + 30m`, `90m d5s` for a simple and `90m b5s` for a
    /// Bronstein delay), or one of the rulebooks' by name (`frisian-championship`,
    /// `tournament-2006`, …). Events come in the order of their arrival:
    ///   `start`    White's time runs; with `"running":"black"` Black's, until Black presses
    ///   `press`    `"by"` a side, or the one that runs; `"received_ms"` if it arrived later
    ///   `pause`, `resume` by the arbiter; resume may say who is `"running"`
    ///   `adjust`   `"color"`, `"remaining_ms"`, `"reason"`
    ///   `takeback`  to the move of `"running"`: a side, null for nobody, or the one that pressed
    ///            last; `"moves":[12,11]` are what White and Black have completed, which else is a
    ///            move less for that side, and for both where it is its turn already
    ///   `play_on`  after a flag, with the `"moves"` of the record if they are known (2006 art. 4)
    ///   `absent`   `"color"`, and `"limit_ms"` if so long is waited, or the `"article"` that says
    ///            how long: `"2006 art. 3"`, an hour
    ///   `present`  `"color"`
    ///   `reading`  of a physical clock: `"white_ms"`, `"black_ms"`, `"running"`, `"flag"`
    ///   `stop`     the game has ended
    /// Time is checked whenever something arrives and at every moment of `"at"`, with a grace of
    /// `"grace_ms"` (0) for what is on its way; what happens at the very deadline is in time.
    ///
    /// Each line is answered with `{"id":…,"events":[{"type":"started","at_ms":0,…},…],"states":
    /// [{"at_ms":60000,"white_ms":4740000,"black_ms":4800000,"running":"white",…},…]}`: every event
    /// in order, `refused` ones with their number and reason, and the clock at the moments asked
    /// for. A line that cannot be read is answered `{"id":…,"error":"…"}`, and the command fails
    /// after the last line.
    ///
    /// A press that is under way when the deadline passes:
    ///   `{"id":1,"control":"60","events":[{"at_ms":0,"type":"start"},`
    ///   `{"at_ms":59500,"received_ms":60400,"type":"press"}],"at":[60200,60400],"grace_ms":2000}`
    /// (on one line) shows White at 0 at 60200, and at 60400 with 500 ms left and Black running.
    #[command(verbatim_doc_comment)]
    Simulate,
}

impl Clock {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Simulate => simulate::run(),
        }
    }
}

#[cfg(test)]
mod tests;
