//! Converts the people behind results, and the corrections of a game.

use draughts::Timestamp;
use live_game::{ByHand, Correction, CorrectionKind};

use crate::{
    convert::{ConvertError, required},
    v1,
};

impl From<&ByHand> for v1::ResultByHand {
    fn from(by_hand: &ByHand) -> Self {
        Self { by: by_hand.by.clone(), reason: by_hand.reason.clone() }
    }
}

impl From<v1::ResultByHand> for ByHand {
    fn from(by_hand: v1::ResultByHand) -> Self {
        Self { by: by_hand.by, reason: by_hand.reason }
    }
}

impl From<&Correction> for v1::Correction {
    fn from(correction: &Correction) -> Self {
        let (kind, ply, outcome) = match correction.kind {
            CorrectionKind::Retracted { from_ply } => {
                (v1::CorrectionKind::Retracted, from_ply, None)
            }
            CorrectionKind::Corrected { ply } => (v1::CorrectionKind::Corrected, ply, None),
            CorrectionKind::PositionSet { plies } => (v1::CorrectionKind::PositionSet, plies, None),
            CorrectionKind::Completed { plies } => (v1::CorrectionKind::Completed, plies, None),
            CorrectionKind::Result(outcome) => {
                (v1::CorrectionKind::Result, 0, Some(outcome.into()))
            }
            CorrectionKind::Resumed => (v1::CorrectionKind::Resumed, 0, None),
        };
        let (by, at_ms) = (correction.by.clone(), correction.at.millis());
        Self { kind: kind.into(), ply, outcome, by, at_ms }
    }
}

impl TryFrom<v1::Correction> for Correction {
    type Error = ConvertError;

    fn try_from(correction: v1::Correction) -> Result<Self, ConvertError> {
        let (kind, ply) = (correction.kind(), correction.ply);
        let kind = match kind {
            v1::CorrectionKind::Unspecified => {
                return Err(ConvertError::Missing { field: "kind" });
            }
            v1::CorrectionKind::Retracted => CorrectionKind::Retracted { from_ply: ply },
            v1::CorrectionKind::Corrected => CorrectionKind::Corrected { ply },
            v1::CorrectionKind::PositionSet => CorrectionKind::PositionSet { plies: ply },
            v1::CorrectionKind::Completed => CorrectionKind::Completed { plies: ply },
            v1::CorrectionKind::Result => {
                CorrectionKind::Result(required(correction.outcome, "outcome")?.try_into()?)
            }
            v1::CorrectionKind::Resumed => CorrectionKind::Resumed,
        };
        Ok(Self { kind, by: correction.by, at: Timestamp::from_millis(correction.at_ms) })
    }
}
