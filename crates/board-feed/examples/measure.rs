//! Measures the tracker with traces: `measure TRACES TRUTH…`, pairs of files of JSON lines.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "a tool for developers")]
#![expect(clippy::print_stdout, clippy::panic, reason = "a tool for developers")]

#[path = "../tests/traces/score.rs"]
mod score;
#[path = "../tests/traces/trace.rs"]
mod trace;

use score::{Score, Truth};
use trace::Trace;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for pair in files.chunks(2) {
        let lines = |path: &str| -> Vec<serde_json::Value> {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let truth = Truth::read(&lines(&pair[1]));
        let mut score = Score::default();
        for trace in Trace::read(&lines(&pair[0])) {
            let events = trace.track();
            if std::env::args().any(|_| std::env::var("SHOW").is_ok_and(|id| id == trace.id)) {
                for (at, event) in &events {
                    println!("{}.{:03} {event:?}", at.millis() / 1000, at.millis() % 1000);
                }
            }
            score.add(&trace, &truth[&trace.id], &events);
        }
        for fault in &score.faults {
            println!("{fault}");
        }
        let medians = score.medians();
        let Score { plies, right, wrong, revised, acts, acts_told, acts_invented, .. } = score;
        println!("{}: plies {plies} right {right} wrong {wrong} revised {revised}", pair[0]);
        println!("  acts {acts} told {acts_told} invented {acts_invented}");
        println!(
            "  spells {} stuck {} after end {} medians {medians:?}",
            score.spells, score.spells_stuck, score.after_end
        );
    }
}
