//! The reasons for which a play-off or crossing finals are refused.

use tournament::plan::{FinalsError, PlayOffError};

use crate::{Language, messages::say};

pub(super) fn play_off(error: PlayOffError, language: Language) -> String {
    match error {
        PlayOffError::TooFew(given) => say!(language, "refusal-play-off-too-few", given),
        PlayOffError::TooMany(given) => say!(language, "refusal-play-off-too-many", given),
        PlayOffError::Twice => say!(language, "refusal-play-off-twice"),
    }
}

pub(super) fn finals(error: FinalsError, language: Language) -> String {
    match error {
        FinalsError::Sizes { first, second } => {
            say!(language, "refusal-pool-sizes", first, second)
        }
        FinalsError::Twice { player } => say!(language, "refusal-twice-in-pools", player),
        FinalsError::Order { player } => say!(language, "refusal-pool-order", player),
        FinalsError::Winners { finals, winners } => {
            say!(language, "refusal-final-winners", finals, winners)
        }
        FinalsError::Stranger { player, pool_place } => {
            say!(language, "refusal-final-stranger", player, place = pool_place)
        }
    }
}
