//! Measures how long the rounds of a Swiss tournament take to pair:
//! `cargo run --release -p tournament --example swiss_speed -- 1000`.
//!
//! Results are invented: the player with the better lot wins more often. A line a round, with the
//! time that the processor worked and the largest memory so far, as Linux counts them.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program that measures: it reads the process's own counters and prints them"
)]

use draughts::Color;
use std::collections::BTreeMap;
use tournament::swiss::{Entrant, Field, FirstRound, GameResult, PastRound, SwissRound, pair};
use tournament::{Lot, PlayerId, RoundNumber};

const ROUNDS: u32 = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1);
    let players: u32 = numbers.next().as_deref().unwrap_or("1000").parse()?;
    let seed: u64 = numbers.next().as_deref().unwrap_or("1").parse()?;
    let mut chance = Chance(seed);
    let mut entrants = Vec::new();
    for number in 1..=players {
        let (player, lot) = (PlayerId::new(number)?, Lot::new(number)?);
        entrants.push(Entrant { player, lot, is_available: true, history: Vec::new() });
    }
    for number in 1..=ROUNDS {
        let round = RoundNumber::new(number)?;
        let field = Field::new(round, ROUNDS, FirstRound::EntrantsKnown, entrants.clone())?;
        let before = Usage::now()?;
        let paired = pair(&field)?;
        let after = Usage::now()?;
        let hundredths = after.hundredths.saturating_sub(before.hundredths);
        println!(
            "{players} players, round {number}: {}.{:02} s, {} MB at most",
            hundredths / 100,
            hundredths % 100,
            after.memory_kb / 1024
        );
        play(&mut entrants, &paired, &mut chance);
    }
    Ok(())
}

/// Gives every game a result.
fn play(entrants: &mut [Entrant], round: &SwissRound, chance: &mut Chance) {
    let mut past: BTreeMap<PlayerId, PastRound> = BTreeMap::new();
    if let Some(bye) = &round.bye {
        past.insert(bye.player, PastRound::Bye);
    }
    for pair in &round.pairs {
        let is_white_better = pair.white < pair.black;
        let (white, black) = match (chance.below(100), is_white_better) {
            (0..35, _) => (GameResult::Draw, GameResult::Draw),
            (35..85, true) | (85.., false) => (GameResult::Win, GameResult::Loss),
            _ => (GameResult::Loss, GameResult::Win),
        };
        let (opponent, color) = (pair.black, Color::White);
        past.insert(pair.white, PastRound::Played { opponent, color, result: white });
        let (opponent, color) = (pair.white, Color::Black);
        past.insert(pair.black, PastRound::Played { opponent, color, result: black });
    }
    for entrant in entrants {
        entrant.history.push(past.remove(&entrant.player).unwrap_or(PastRound::NotPaired));
    }
}

/// What the process has used so far.
struct Usage {
    /// Of the processor, in hundredths of a second.
    hundredths: u64,
    memory_kb: u64,
}

impl Usage {
    fn now() -> Result<Self, Box<dyn std::error::Error>> {
        let stat = std::fs::read_to_string("/proc/self/stat")?;
        let fields: Vec<_> = stat.split_whitespace().collect();
        // User and system time, which Linux counts in hundredths.
        let time = |place: usize| fields.get(place).map_or(Ok(0), |field| field.parse::<u64>());
        let status = std::fs::read_to_string("/proc/self/status")?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.split_whitespace().next()).unwrap_or("0");
        let hundredths = time(13)?.saturating_add(time(14)?);
        Ok(Self { hundredths, memory_kb: peak.parse()? })
    }
}

/// Numbers by chance, the same for the same seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }
}
