//! The reasons for which a step in the life of a round is refused.

use tournament::RoundRefusal;

use crate::{Language, messages::say};

pub(super) fn step(refusal: &RoundRefusal, language: Language) -> String {
    match refusal {
        RoundRefusal::HallInPlay { round, table } => {
            say!(language, "refusal-hall-in-play", round, table)
        }
        RoundRefusal::Unfinished { round, table } => {
            say!(language, "refusal-unfinished", round, table)
        }
        RoundRefusal::GroundMissing { round } => say!(language, "refusal-ground-missing", round),
        RoundRefusal::GroundUnnamed { round } => say!(language, "refusal-ground-unnamed", round),
        RoundRefusal::NotMadeUp { round, table } => {
            say!(language, "refusal-not-made-up", round, table)
        }
        RoundRefusal::MakeUpFirst { round, table } => {
            say!(language, "refusal-make-up-first", round, table)
        }
        RoundRefusal::AgreementMissing { round, table } => {
            say!(language, "refusal-agreement-missing", round, table)
        }
        RoundRefusal::MakeUpTooLate { round, table, limit } => {
            say!(language, "refusal-make-up-too-late", round, table, limit)
        }
        // The desk shows the moment: a text has no time zone to write it in.
        RoundRefusal::RestNotOver { round, until: _ } => {
            say!(language, "refusal-rest-not-over", round)
        }
        RoundRefusal::AbsenceReasonMissing { participant, round } => {
            say!(language, "refusal-absence-reason", participant, round)
        }
    }
}
