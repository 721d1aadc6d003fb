//! Converts the way in which a tie was resolved.

use tournament::ranking::TieDecision;

use crate::{convert::ConvertError, v1};

/// Converts a decision, with the seed of its lot.
pub(super) fn wire_decision(how: TieDecision) -> (v1::TieDecision, Option<u64>) {
    match how {
        TieDecision::Games => (v1::TieDecision::Games, None),
        TieDecision::Lot { seed } => (v1::TieDecision::Lot, seed),
        TieDecision::Arbiter => (v1::TieDecision::Arbiter, None),
    }
}

/// Converts a decision with its seed.
///
/// # Errors
/// [`ConvertError::Missing`] if it is unspecified.
pub fn tie_decision(how: v1::TieDecision, seed: Option<u64>) -> Result<TieDecision, ConvertError> {
    match how {
        v1::TieDecision::Unspecified => Err(ConvertError::Missing { field: "how" }),
        v1::TieDecision::Games => Ok(TieDecision::Games),
        v1::TieDecision::Lot => Ok(TieDecision::Lot { seed }),
        v1::TieDecision::Arbiter => Ok(TieDecision::Arbiter),
    }
}
