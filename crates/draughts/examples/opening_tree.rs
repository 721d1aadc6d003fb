//! Prints the first moves of the games of a PDN file with the points of White:
//! `opening_tree [PLIES] < FILE`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read as _;

use draughts::{Color, Position, pdn};

#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "an example reads and prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let plies = std::env::args().nth(1).map_or(Ok(4), |plies| plies.parse())?;
    let mut file = Vec::new();
    std::io::stdin().read_to_end(&mut file)?;
    // Games by the key of the position after each move, so that orders of moves join.
    let mut games: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
    let mut lines = BTreeMap::new();
    for game in pdn::read(&file) {
        let points = u32::from(game.score.map_or(0, |score| score.points(Color::White)));
        let mut line = String::new();
        let mut key = Position::start(game.variant).zobrist();
        for ply in game.plies.iter().take(plies) {
            key = ply.before.zobrist_after(key, &ply.after);
            line += &format!(" {}", ply.before.notation(&ply.mv));
            let count = games.entry(key).or_default();
            *count = (count.0 + 1, count.1 + points);
            lines.insert(line.clone(), key);
        }
    }
    for (line, key) in lines {
        let (count, points) = games[&key];
        println!("{count:6} games, {points:6} points:{line}");
    }
    Ok(())
}
