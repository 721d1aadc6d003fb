//! The reasons for which a line-up or a match of teams is refused.

use tournament::plan::{LineUp, LineUpError, LineUpRefusal, TeamMatchError};

use crate::{Language, messages::say};

/// Milliseconds of a minute.
const MINUTE_MS: u64 = 60_000;

pub(super) fn line_up(error: LineUpError, language: Language) -> String {
    match error {
        LineUpError::Boards { boards } => {
            say!(language, "refusal-team-boards", max = LineUp::BOARDS_MAX, boards)
        }
        LineUpError::Twice { player } => say!(language, "refusal-on-two-boards", player),
        LineUpError::Nobody => say!(language, "refusal-line-up-of-nobody"),
    }
}

pub(super) fn line_up_refusal(refusal: LineUpRefusal, language: Language) -> String {
    match refusal {
        LineUpRefusal::Boards { expected, boards } => {
            say!(language, "refusal-line-up-boards", expected, boards)
        }
        // A minute that has begun counts: nobody is 0 minutes late.
        LineUpRefusal::Late { late_ms } => {
            say!(language, "refusal-line-up-late", minutes = late_ms.div_ceil(MINUTE_MS))
        }
        LineUpRefusal::Fixed => say!(language, "refusal-line-up-fixed"),
    }
}

pub(super) fn team_match(error: TeamMatchError, language: Language) -> String {
    match error {
        TeamMatchError::Oneself { team } => say!(language, "refusal-team-itself", team),
        TeamMatchError::Boards { first, second } => {
            say!(language, "refusal-match-boards", first, second)
        }
        TeamMatchError::Shared { player } => say!(language, "refusal-player-of-both", player),
    }
}
