//! Plays a game of random moves by the rules of Frisian draughts and prints it as PDN.

use std::error::Error;

use draughts::{Record, RuleSet};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut chance = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse::<u64>())?;
    let mut record = Record::new(RuleSet::Frisian);
    while record.score().is_none() {
        let moves = record.position().legal_moves();
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = usize::try_from(chance >> 33)? % moves.len();
        record.play(&moves[index])?;
    }
    println!("{:#}\n\n{}", record.position(), record.to_pdn(&[]));
    Ok(())
}
