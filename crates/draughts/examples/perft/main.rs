//! Counts the games that can be played from a position: `perft VARIANT FEN DEPTH [MODE]`.
//!
//! MODE is `count`, which counts the last moves without playing them, `play`, which plays every
//! move from a list as a program of the user would, or `divide`, which counts by the first move.
//! `perft rows` prints the positions of the benches, each with MODE, DEPTH and the known count.

#[path = "../../benches/positions/rows.rs"]
mod rows;

use std::error::Error;

use draughts::{Position, Variant, fen, perft_divide};
use rows::{ROWS, count};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if arguments == ["rows"] {
        print!("{}", table());
        return Ok(());
    }
    let (position, depth, mode) = match arguments.as_slice() {
        [variant, text, depth] => (read(variant, text)?, depth.parse()?, "count"),
        [variant, text, depth, mode] => (read(variant, text)?, depth.parse()?, *mode),
        _ => return Err("usage: perft VARIANT FEN DEPTH [count|play|divide]".into()),
    };
    match mode {
        "count" | "play" => println!("{}", count(&position, depth, mode == "play")),
        "divide" => {
            for (mv, nodes) in perft_divide(&position, depth) {
                println!("{} {nodes}", position.notation(&mv));
            }
        }
        _ => return Err(format!("there is no mode {mode:?}").into()),
    }
    Ok(())
}

fn read(variant: &str, text: &str) -> Result<Position, Box<dyn Error>> {
    let variant: Variant = variant.parse()?;
    Ok(fen::parse(text, variant)?)
}

fn table() -> String {
    let mut table = String::new();
    for (mode, is_played) in [("count", false), ("play", true)] {
        for row in &ROWS {
            let (depth, nodes) = row.work(is_played);
            let (variant, text, name) = (row.position().variant(), row.fen, row.name);
            table += &format!("{mode} {depth} {nodes} {variant} {text} {name}\n");
        }
    }
    table
}
