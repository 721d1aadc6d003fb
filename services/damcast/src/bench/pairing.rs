//! How long a round of a Swiss tournament takes to pair, and how much memory.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    process::{Command, ExitCode},
    time::Duration,
};

use draughts::Color;
use nix::sys::{
    resource::{UsageWho, getrusage},
    time::{TimeVal, TimeValLike as _},
};
use tournament::{
    Lot, PlayerId, RoundNumber,
    swiss::{self, Entrant, Field, FirstRound, GameResult, PastRound, SwissRound},
};

use crate::lines;

/// What another program takes for a round on the machine that the figures of Damcast are from:
/// bbpPairings, which pairs by weighted matching as well, by the rules of FIDE.
const ANCHORS: [(u16, &str); 3] =
    [(200, "bbpPairings 0.1 s"), (1000, "bbpPairings 19 to 27 s"), (2000, "bbpPairings 235 s")];

/// The seed of the results.
const SEED: u64 = 1;

/// Rounds of invented Swiss tournaments, from the second.
#[derive(Debug, clap::Args)]
pub struct Pairing {
    /// How many players there are, for each tournament.
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "200,1000,2000",
        value_parser = clap::value_parser!(u16).range(2..=2000)
    )]
    players: Vec<u16>,
    /// How many rounds there are.
    #[arg(
        long,
        value_name = "N",
        default_value = "9",
        value_parser = clap::value_parser!(u32).range(2..=100)
    )]
    rounds: u32,
    /// How often each round is paired.
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    runs: u16,
}

/// What a round took.
#[derive(Debug)]
struct Measured {
    round: RoundNumber,
    /// The time that the processor worked, the shortest first.
    times: Vec<Duration>,
    /// The most memory that the process has had so far, which plays one tournament only.
    memory_mb: i64,
}

impl Pairing {
    /// Plays the tournaments, and writes for each round the processor time and the memory. Each of
    /// several has a process of its own, so that the memory is what that tournament needs.
    ///
    /// # Errors
    /// When a round cannot be paired, the system does not tell what was used, a process cannot be
    /// started or fails, or standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match *self.players.as_slice() {
            [players] => self.measure(players)?,
            _ => {
                for &players in &self.players {
                    let program = std::env::current_exe()?;
                    let ended = Command::new(program).args(self.alone(players)).status()?;
                    anyhow::ensure!(ended.success(), "the tournament of {players} failed: {ended}");
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What the program is told to play one of the tournaments.
    fn alone(&self, players: u16) -> Vec<String> {
        let numbers = [players.to_string(), self.rounds.to_string(), self.runs.to_string()];
        let told = ["--players", "--rounds", "--runs"].map(str::to_owned).into_iter().zip(numbers);
        let told = told.flat_map(|(name, number)| [name, number]);
        ["bench", "pairing"].map(str::to_owned).into_iter().chain(told).collect()
    }

    fn measure(&self, players: u16) -> anyhow::Result<()> {
        let written = self.head(players, io::stdout().lock());
        lines::ended(written.map(|()| ExitCode::SUCCESS))?;
        let mut slowest = Duration::ZERO;
        self.play(players, |measured| {
            slowest = slowest.max(median(&measured.times));
            let written = write_round(measured, io::stdout().lock());
            lines::ended(written.map(|()| ExitCode::SUCCESS)).map(|_| ())
        })?;
        let written = foot(players, slowest, io::stdout().lock());
        lines::ended(written.map(|()| ExitCode::SUCCESS)).map(|_| ())
    }

    /// Plays a tournament; tells of every round after the first.
    fn play(
        &self,
        players: u16,
        mut told: impl FnMut(&Measured) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut chance = Chance(SEED);
        let mut entrants = entrants(players)?;
        for number in 1..=self.rounds {
            let round = RoundNumber::new(number)?;
            let first_round = FirstRound::EntrantsKnown;
            let field = Field::new(round, self.rounds, first_round, entrants.clone())?;
            let (paired, time) = timed(&field)?;
            // The first round goes by lot: there is nothing to search.
            if number > 1 {
                let mut times = vec![time];
                for _ in 1..self.runs {
                    times.push(timed(&field)?.1);
                }
                times.sort_unstable();
                told(&Measured { round, times, memory_mb: memory_mb()? })?;
            }
            finish(&mut entrants, &paired, &mut chance);
        }
        Ok(())
    }

    fn head(&self, players: u16, mut output: impl Write) -> io::Result<()> {
        let plural = if self.runs == 1 { "run" } else { "runs" };
        writeln!(output, "{players} players, each round in {} {plural}", self.runs)
    }
}

fn write_round(measured: &Measured, mut output: impl Write) -> io::Result<()> {
    let Measured { round, times, memory_mb } = measured;
    let fastest = times.first().copied().unwrap_or_default();
    writeln!(
        output,
        "  round {round:>3}  fastest {:7.3} s  median {:7.3} s of the processor  {memory_mb:>4} MB at most",
        fastest.as_secs_f64(),
        median(times).as_secs_f64(),
    )
}

fn foot(players: u16, slowest: Duration, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "  slowest    median {:7.3} s", slowest.as_secs_f64())?;
    match ANCHORS.iter().find(|(anchored, _)| *anchored == players) {
        Some((_, anchor)) => writeln!(output, "  others     {anchor}"),
        None => Ok(()),
    }
}

fn median(sorted: &[Duration]) -> Duration {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn entrants(players: u16) -> anyhow::Result<Vec<Entrant>> {
    let entrant = |number: u16| {
        let (player, lot) = (PlayerId::new(number.into())?, Lot::new(number.into())?);
        Ok(Entrant { player, lot, is_available: true, history: Vec::new() })
    };
    (1..=players).map(entrant).collect()
}

/// Gives every game of a round a result. Whoever has the lower number is the stronger, by a
/// thousand points of rating between the first and the last; the further apart two are, the less
/// often they draw, and the more often the stronger wins.
fn finish(entrants: &mut [Entrant], round: &SwissRound, chance: &mut Chance) {
    let players = u32::try_from(entrants.len()).unwrap_or(u32::MAX).max(1);
    let mut past: BTreeMap<PlayerId, PastRound> = BTreeMap::new();
    for pair in &round.pairs {
        let apart = pair.white.get().abs_diff(pair.black.get());
        let rating = u64::from(apart.saturating_mul(1000) / players);
        let is_draw = chance.below(100) < (45 - rating / 25).max(5);
        let stronger_wins = chance.below(100) < 50 + rating / 20;
        let white_wins = stronger_wins == (pair.white < pair.black);
        let (white, black) = match (is_draw, white_wins) {
            (true, _) => (GameResult::Draw, GameResult::Draw),
            (false, true) => (GameResult::Win, GameResult::Loss),
            (false, false) => (GameResult::Loss, GameResult::Win),
        };
        let (opponent, color) = (pair.black, Color::White);
        past.insert(pair.white, PastRound::Played { opponent, color, result: white });
        let (opponent, color) = (pair.white, Color::Black);
        past.insert(pair.black, PastRound::Played { opponent, color, result: black });
    }
    for entrant in entrants {
        // Only who has the bye has no game.
        entrant.history.push(past.remove(&entrant.player).unwrap_or(PastRound::Bye));
    }
}

/// Pairs a round; tells how long the processor worked at it.
fn timed(field: &Field) -> anyhow::Result<(SwissRound, Duration)> {
    let begun = worked()?;
    let paired = swiss::pair(field)?;
    Ok((paired, worked()?.saturating_sub(begun)))
}

/// How long the processor has worked for this program.
fn worked() -> nix::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let micros = |time: TimeVal| u64::try_from(time.num_microseconds()).unwrap_or_default();
    Ok(Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time())))
}

/// The most memory that this process has had so far; Linux counts it in kilobytes.
fn memory_mb() -> nix::Result<i64> {
    Ok(getrusage(UsageWho::RUSAGE_SELF)?.max_rss() / 1024)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bench(runs: u16) -> Pairing {
        Pairing { players: vec![31], rounds: 5, runs }
    }

    #[test]
    fn every_round_after_the_first_is_measured() {
        let mut rounds = Vec::new();
        bench(3)
            .play(31, |measured| {
                assert_eq!(measured.times.len(), 3);
                assert!(measured.times.is_sorted());
                assert!(measured.memory_mb > 0);
                rounds.push(measured.round.get());
                Ok(())
            })
            .unwrap();
        assert_eq!(rounds, [2, 3, 4, 5]);
    }

    #[test]
    fn each_tournament_is_told_to_a_process_of_its_own() {
        let two = Pairing { players: vec![200, 1000], ..bench(3) };
        assert_eq!(two.alone(200).join(" "), "bench pairing --players 200 --rounds 5 --runs 3");
    }

    #[test]
    fn the_stronger_score_more_and_some_games_are_drawn() {
        let mut chance = Chance(SEED);
        let mut entrants = entrants(100).unwrap();
        for number in 1..=9 {
            let round = RoundNumber::new(number).unwrap();
            let field = Field::new(round, 9, FirstRound::EntrantsKnown, entrants.clone()).unwrap();
            let paired = swiss::pair(&field).unwrap();
            finish(&mut entrants, &paired, &mut chance);
        }
        let past = |range: std::ops::Range<usize>| {
            entrants[range].iter().flat_map(|entrant| &entrant.history).map(PastRound::points)
        };
        let (stronger, weaker): (u32, u32) = (past(0..50).sum(), past(50..100).sum());
        assert_eq!(stronger + weaker, 900);
        assert!(stronger > 500, "{stronger} to {weaker}");
        let drawn = past(0..100).filter(|points| *points == 1).count();
        assert!((180..540).contains(&drawn), "{drawn} of 900");
    }

    #[test]
    fn the_time_and_the_memory_are_told() {
        let mut text = Vec::new();
        bench(2).head(1000, &mut text).unwrap();
        let times = [210, 230].map(Duration::from_millis).to_vec();
        let round = RoundNumber::new(2).unwrap();
        write_round(&Measured { round, times, memory_mb: 19 }, &mut text).unwrap();
        foot(1000, Duration::from_millis(230), &mut text).unwrap();
        foot(31, Duration::from_millis(4), &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "1000 players, each round in 2 runs\n  \
             round   2  fastest   0.210 s  median   0.230 s of the processor    19 MB at most\n  \
             slowest    median   0.230 s\n  \
             others     bbpPairings 19 to 27 s\n  \
             slowest    median   0.004 s\n"
        );
    }
}
