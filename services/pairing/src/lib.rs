//! Owns tournaments: entries, rounds, results, standings.
