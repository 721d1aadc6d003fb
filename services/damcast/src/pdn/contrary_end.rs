//! Records that do not agree with the end of their game by the rules.

use std::fmt;

use draughts::{
    Counts, Outcome, RuleSet, Score, Variant,
    pdn::{PdnGame, Status},
};

/// A disagreement of a record with the end of its game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContraryEnd {
    /// Moves follow after the end.
    GoesOn {
        /// Number of moves up to the end.
        ply: usize,
        outcome: Outcome,
    },
    /// The record has another result.
    OtherResult {
        /// Number of moves up to the end.
        ply: usize,
        outcome: Outcome,
        recorded: Score,
    },
}

impl ContraryEnd {
    /// Returns the disagreements of a game whose moves are legal to the end, by its rules; those of
    /// the FMJD if an International game names none.
    pub(super) fn of(game: &PdnGame) -> Vec<Self> {
        let Some((ply, outcome)) = end(game) else { return Vec::new() };
        let goes_on = (ply < game.plies.len()).then_some(Self::GoesOn { ply, outcome });
        let recorded = game.score.filter(|recorded| *recorded != outcome.score);
        let other = recorded.map(|recorded| Self::OtherResult { ply, outcome, recorded });
        goes_on.into_iter().chain(other).collect()
    }
}

impl fmt::Display for ContraryEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoesOn { ply, outcome } => {
                write!(f, "goes on after the game ended at ply {ply}: {outcome}")
            }
            Self::OtherResult { ply, outcome, recorded } => {
                write!(f, "the result is {recorded}, but the game ended at ply {ply}: {outcome}")
            }
        }
    }
}

/// Returns the number of moves after which the rules end a game, and its outcome then.
fn end(game: &PdnGame) -> Option<(usize, Outcome)> {
    if game.status != Status::Ok {
        return None;
    }
    let rules = game.rules().unwrap_or(match game.variant {
        Variant::International => RuleSet::International,
        Variant::Frisian => RuleSet::Frisian,
    });
    let mut position = game.start;
    let mut counts = Counts::new(rules, &position);
    for (ply, played) in game.plies.iter().enumerate() {
        if played.before != position {
            counts.position_set(&played.before);
        }
        if let Some(outcome) = counts.outcome(&played.before) {
            return Some((ply, outcome));
        }
        counts.played(&played.before, &played.mv, &played.after);
        position = played.after;
    }
    // A position that was set up after the last move begins another game.
    let outcome = (position == game.final_position).then(|| counts.outcome(&position)).flatten();
    outcome.map(|outcome| (game.plies.len(), outcome))
}
