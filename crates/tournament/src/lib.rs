//! Entries, pairings, results and standings of a draughts tournament.
