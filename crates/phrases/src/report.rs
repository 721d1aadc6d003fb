//! Sentences about report files (TRF16): problems of one that is read, and what one that is written
//! cannot hold.
//!
//! Each text is a clause without an initial capital and a full stop.

use tournament::trf::{EntryFault, Loss, ProblemKind, Trf, ValueKind};

use crate::{
    Language,
    messages::{cited, say},
    numbers::points,
    refusal,
};

/// Writes a problem or note of a report, with the reason for which the tournament refused a part
/// of it and the article that makes it a problem.
#[must_use]
pub fn problem(kind: &ProblemKind, language: Language) -> String {
    let text = match kind {
        ProblemKind::FileTooLong => say!(language, "problem-file-too-long"),
        ProblemKind::MoreProblems { count } => say!(language, "problem-more", count),
        ProblemKind::LineTooLong => say!(language, "problem-line-too-long"),
        ProblemKind::NotUtf8 => say!(language, "problem-not-utf8"),
        ProblemKind::ControlCharacters => say!(language, "problem-control-characters"),
        ProblemKind::UnknownLine { code } => say!(language, "problem-unknown-line", code),
        ProblemKind::NotFollowed { code } => say!(language, "problem-not-followed", code),
        ProblemKind::Repeated { code } => say!(language, "problem-repeated", code),
        ProblemKind::Count { code, text } => say!(language, "problem-count", code, text),
        ProblemKind::Date { text } => say!(language, "problem-date", text),
        ProblemKind::StartNumber { text } => say!(language, "problem-start-number", text),
        ProblemKind::DuplicateStartNumber { player } => {
            say!(language, "problem-start-number-twice", player)
        }
        ProblemKind::TooManyPlayers => say!(language, "problem-too-many-players"),
        ProblemKind::Slipped { column } => say!(language, "problem-slipped", column),
        ProblemKind::NameMissing { player } => say!(language, "problem-name-missing", player),
        ProblemKind::Value { player, what: ValueKind::Sex, text } => {
            say!(language, "problem-sex", text, player)
        }
        ProblemKind::Value { player, what: ValueKind::Rating, text } => {
            say!(language, "problem-rating", text, player)
        }
        ProblemKind::Value { player, what: ValueKind::Points, text } => {
            say!(language, "problem-points", text, player)
        }
        ProblemKind::Value { player, what: ValueKind::Place, text } => {
            say!(language, "problem-place", text, player)
        }
        ProblemKind::Entry { player, round, text, fault } => {
            let fault = entry_fault(*fault, language);
            say!(language, "problem-entry", round, player, text, fault)
        }
        ProblemKind::TooManyRounds { player } => {
            say!(language, "problem-too-many-rounds", player, max = Trf::ROUNDS_MAX)
        }
        ProblemKind::TeamNameMissing => say!(language, "problem-team-name-missing"),
        ProblemKind::TeamPlayer { team, text } => {
            say!(language, "problem-team-player", team, text)
        }
        ProblemKind::TooManyTeamPlayers => {
            say!(language, "problem-too-many-team-players", max = Trf::TEAM_PLAYERS_MAX)
        }
        ProblemKind::UnknownOpponent { player, round, opponent } => {
            say!(language, "problem-unknown-opponent", player, opponent, round)
        }
        ProblemKind::AgainstOneself { player, round } => {
            say!(language, "problem-against-oneself", player, round)
        }
        ProblemKind::OpponentDisagrees { player, round, opponent } => {
            say!(language, "problem-opponent-disagrees", player, opponent, round)
        }
        ProblemKind::ColorsDisagree { player, round, opponent } => {
            say!(language, "problem-colors-disagree", player, opponent, round)
        }
        ProblemKind::ResultsDisagree { player, round, opponent, result, theirs } => {
            let (result, theirs) = (result.letter().to_string(), theirs.letter().to_string());
            say!(language, "problem-results-disagree", player, opponent, result, theirs, round)
        }
        ProblemKind::PointsDiffer { player, stated, sum } => {
            let (stated, sum) = (decimal(*stated, language), decimal(*sum, language));
            say!(language, "problem-points-differ", player, stated, sum)
        }
        ProblemKind::CountDiffers { code, stated, found } => {
            say!(language, "problem-count-differs", code = **code, stated, found)
        }
        ProblemKind::UnknownTeamPlayer { team, player } => {
            say!(language, "problem-unknown-team-player", team, player)
        }
        ProblemKind::InTwoTeams { player } => say!(language, "problem-in-two-teams", player),
        ProblemKind::NameTwice { player, first } => {
            say!(language, "problem-name-twice", player, first)
        }
        ProblemKind::NotEntered { player, reason } => {
            let reason = refusal::tournament(reason, language);
            say!(language, "problem-not-entered", player, reason)
        }
        ProblemKind::AbsenceNotEntered { player, round, reason } => {
            let reason = refusal::tournament(reason, language);
            say!(language, "problem-absence", player, round, reason)
        }
        ProblemKind::GameLeftOut { player, round, opponent } => {
            say!(language, "problem-game-left-out", player, opponent, round)
        }
        ProblemKind::RoundNotEntered { round, reason } => {
            let reason = refusal::tournament(reason, language);
            say!(language, "problem-round", round, reason)
        }
        ProblemKind::ResultNotEntered { player, round, opponent, reason } => {
            let reason = refusal::tournament(reason, language);
            say!(language, "problem-result", player, opponent, round, reason)
        }
        ProblemKind::BonusUnknown { round, opponent, .. } => {
            say!(language, "problem-bonus-unknown", opponent, round)
        }
        ProblemKind::RoundsOfTeams => say!(language, "problem-rounds-of-teams"),
        ProblemKind::PointsComputed { player, stated, computed } => {
            let (stated, computed) = (decimal(*stated, language), decimal(*computed, language));
            say!(language, "problem-points-computed", player, stated, computed)
        }
        ProblemKind::PlaceComputed { player, stated, first, .. } => {
            say!(language, "problem-place-computed", player, stated, first)
        }
        ProblemKind::UnknownAbsent { player } => say!(language, "problem-unknown-absent", player),
    };
    cited(text, kind.article())
}

/// Writes a part of an event that a report cannot hold.
#[must_use]
pub fn loss(loss: Loss, language: Language) -> String {
    match loss {
        Loss::NameCut { player } => {
            say!(language, "loss-name-cut", player, max = Trf::NAME_CHARS_MAX)
        }
        Loss::BonusDraws => say!(language, "loss-bonus-draws"),
        Loss::PointsCut { player } => say!(language, "loss-points-cut", player),
        Loss::VoidGames { player } => say!(language, "loss-void-games", player),
        Loss::RunningGames => say!(language, "loss-running-games"),
    }
}

fn entry_fault(fault: EntryFault, language: Language) -> String {
    match fault {
        EntryFault::Opponent => say!(language, "entry-fault-opponent"),
        EntryFault::Color => say!(language, "entry-fault-color"),
        EntryFault::Result => say!(language, "entry-fault-result"),
        EntryFault::ByeWithOpponent => say!(language, "entry-fault-bye"),
        EntryFault::ColorWithoutOpponent => say!(language, "entry-fault-color-alone"),
        EntryFault::Slipped => say!(language, "entry-fault-slipped"),
    }
}

/// Writes hundredths of points without the zeros at the end: `4`, `4.5`, `4.06`.
fn decimal(hundredths: u32, language: Language) -> String {
    let text = points(hundredths, 100, language);
    let text = text.trim_end_matches('0');
    text.trim_end_matches(|sign: char| !sign.is_ascii_digit()).to_owned()
}
