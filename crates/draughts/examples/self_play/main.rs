//! Plays games of simple programs against each other and writes them as PDN to standard output.
//!
//! The records that the project carries were made by it, from the root of the workspace:
//!
//! ```text
//! cargo run -p draughts --example self_play -- --rules frisian --games 24 \
//!     --event "Demonstration championship" > services/damcast/games/demo.pdn
//! cargo run -p draughts --example self_play -- --rules international --games 8 \
//!     > services/damcast/games/international.pdn
//! ```
//!
//! The same arguments give the same games: the only randomness is a generator that starts from
//! `--seed`. The players are sixteen programs of different search depth, named after places in
//! Fryslân; a round has eight games, and no two programs meet twice.

mod chance;
mod play;
mod search;

use std::{
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use draughts::pdn::{Export, Record, Tag, Terminator, write};
use draughts::{Position, RuleSet};

use self::{
    chance::Chance,
    play::{Played, Player, play},
};

/// The names of the programs; the round table has one seat for each.
const NAMES: [&str; PLAYERS] = [
    "Engine Aldeboarn",
    "Engine Balk",
    "Engine Boalsert",
    "Engine Burgum",
    "Engine Dokkum",
    "Engine Drachten",
    "Engine Frjentsjer",
    "Engine Gorredijk",
    "Engine Grou",
    "Engine Harns",
    "Engine Hylpen",
    "Engine Jirnsum",
    "Engine Ljouwert",
    "Engine Makkum",
    "Engine Snits",
    "Engine Wolvegea",
];
const PLAYERS: usize = 16;
const BOARDS: usize = PLAYERS / 2;
/// With more rounds programs would meet again.
const GAMES_MAX: usize = (PLAYERS - 1) * BOARDS;
/// The length of a record that is worth watching.
const PLIES: std::ops::RangeInclusive<usize> = 60..=120;
const SOURCE: &str = "self-play of Damcast's own move generator";
const USAGE: &str = "self_play [--rules frisian|international] [--games 1..120] [--seed N] \
    [--event TEXT]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = match Options::read(&arguments) {
        Ok(options) => options,
        Err(reason) => return fail(&format_args!("{reason}\nusage: {USAGE}"), 2),
    };
    match run(&options, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that stops early is not an error.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => fail(&error, 1),
    }
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn fail(reason: &dyn fmt::Display, code: u8) -> ExitCode {
    // If even this cannot be written, the exit code has to suffice.
    drop(writeln!(io::stderr(), "self_play: {reason}"));
    ExitCode::from(code)
}

#[derive(Debug)]
struct Options {
    rules: RuleSet,
    games: usize,
    seed: u64,
    event: String,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options =
            Self { rules: RuleSet::Frisian, games: BOARDS, seed: 1, event: "Self-play".to_owned() };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} has no value"))?;
            let wrong = |error: &dyn fmt::Display| format!("{name} {value}: {error}");
            match name.as_str() {
                "--rules" => options.rules = value.parse().map_err(|error| wrong(&error))?,
                "--games" => options.games = value.parse().map_err(|error| wrong(&error))?,
                "--seed" => options.seed = value.parse().map_err(|error| wrong(&error))?,
                "--event" => options.event.clone_from(value),
                _ => return Err(format!("there is no {name}")),
            }
        }
        if (1..=GAMES_MAX).contains(&options.games) {
            Ok(options)
        } else {
            Err(format!("--games {}: 1 to {GAMES_MAX} are possible", options.games))
        }
    }
}

fn run(options: &Options, arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let shown: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
    writeln!(out, "% These games are {SOURCE}, made by")?;
    writeln!(out, "% cargo run -p draughts --example self_play -- {}\n", shown.join(" "))?;
    for game in 0..options.games {
        let (round, board) = (game / BOARDS, game % BOARDS);
        let (white, black) = seats(round, board);
        let played = worth_watching(options, game, white, black);
        out.write_all(record(options, game, &played)?.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

fn quoted(argument: &str) -> String {
    if argument.contains(' ') { format!("\"{argument}\"") } else { argument.to_owned() }
}

/// Returns the players of a board by the circle method: one stays, the others move on by a seat.
fn seats(round: usize, board: usize) -> (usize, usize) {
    let circle = PLAYERS - 1;
    let (one, other) = match board {
        0 => (circle, round % circle),
        _ => ((round + board) % circle, (round + circle - board) % circle),
    };
    // A program that moves on stays on its side of the table for half the rounds, so colours
    // alternate.
    if round.is_multiple_of(2) { (one, other) } else { (other, one) }
}

/// Plays with one seed after another until the game has a suitable length.
fn worth_watching(options: &Options, game: usize, white: usize, black: usize) -> Played {
    let mut chance = Chance::new(options.seed, game);
    loop {
        let players = [white, black].map(|number| Player { depth: depth(number) });
        let played = play(options.rules.variant(), players, &mut chance);
        if PLIES.contains(&played.moves.len()) {
            return played;
        }
    }
}

/// Returns the number of quiet moves that a player looks ahead, 5 to 8, so that some are stronger.
fn depth(player: usize) -> u32 {
    [6, 8, 5, 7][player * 7 % PLAYERS % 4]
}

fn record(
    options: &Options,
    game: usize,
    played: &Played,
) -> Result<String, Box<dyn std::error::Error>> {
    let (round, board) = (game / BOARDS, game % BOARDS);
    let (white, black) = seats(round, board);
    let round = (round + 1).to_string();
    let board = (board + 1).to_string();
    let tags = [
        ("Event", options.event.as_str()),
        ("Round", &round),
        ("White", NAMES[white]),
        ("Black", NAMES[black]),
        ("Board", &board),
        ("WhiteType", "program"),
        ("BlackType", "program"),
        ("Termination", played.outcome.reason.as_str()),
        ("Annotator", SOURCE),
    ];
    let tags = tags
        .into_iter()
        .map(|(name, value)| Tag::new(name, value))
        .collect::<Result<Vec<_>, _>>()?;
    let start = Position::start(options.rules.variant());
    let record = Record::of_moves(start, played.moves.iter().copied())?;
    Ok(write(&Export {
        tags: &tags,
        record: &record,
        score: Some(played.outcome.score),
        terminator: Terminator::Result,
    }))
}
