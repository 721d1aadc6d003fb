//! Converts refusals and irregularities.

use draughts::{Breach, IllegalMove, Irregularity, Obligation, Outcome, Standing, Variant, fen};
use live_game::Refusal;

use crate::{
    convert::{ConvertError, required},
    v1::{self, refusal::Kind},
};

impl From<&Refusal> for v1::Refusal {
    fn from(refusal: &Refusal) -> Self {
        let nothing = v1::Nothing {};
        let kind = match refusal {
            Refusal::NotStarted => Kind::NotStarted(nothing),
            Refusal::AlreadyStarted => Kind::AlreadyStarted(nothing),
            Refusal::WrongVariant => Kind::WrongVariant(nothing),
            Refusal::GameFinished { outcome } => Kind::GameFinished((*outcome).into()),
            Refusal::PlyZero => Kind::PlyZero(nothing),
            Refusal::PlyTooFarAhead { expected, got } => {
                Kind::PlyTooFarAhead(v1::PlyTooFarAhead { expected: *expected, got: *got })
            }
            Refusal::HeldFull { expected, limit } => {
                Kind::HeldFull(v1::HeldFull { expected: *expected, limit: *limit })
            }
            Refusal::IllegalMove(illegal) => Kind::IllegalMove(illegal.into()),
            Refusal::AmbiguousMove { played, candidates, others } => {
                Kind::AmbiguousMove(v1::AmbiguousMove {
                    played: Some(played.into()),
                    candidates: candidates.iter().map(Into::into).collect(),
                    others: *others,
                })
            }
            Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
                Kind::PlyAlreadyPlayed(v1::PlyAlreadyPlayed {
                    ply: *ply,
                    played: Some(played.into()),
                    claimed: Some(claimed.into()),
                })
            }
            Refusal::DrawAlreadyOffered { by } => {
                Kind::DrawAlreadyOffered(v1::Color::from(*by).into())
            }
            Refusal::NoEndgame => Kind::NoEndgame(nothing),
            Refusal::NoClock => Kind::NoClock(nothing),
            Refusal::PauseNeedsReason => Kind::PauseNeedsReason(nothing),
            Refusal::SameResult { outcome } => Kind::SameResult((*outcome).into()),
            Refusal::NoSuchPly { ply, next } => {
                Kind::NoSuchPly(v1::NoSuchPly { ply: *ply, next: *next })
            }
            Refusal::Retracted { ply } => Kind::Retracted(*ply),
            Refusal::WaitedTooLong { ply, expected } => {
                Kind::WaitedTooLong(v1::WaitedTooLong { ply: *ply, expected: *expected })
            }
            Refusal::NoIrregularity => Kind::NoIrregularity(nothing),
            Refusal::UnclearIrregularity { played } => Kind::UnclearIrregularity(played.into()),
            Refusal::NothingToCorrect { ply } => Kind::NothingToCorrect(*ply),
            Refusal::SamePosition => Kind::SamePosition(nothing),
            Refusal::OnPaper { from_ply } => Kind::OnPaper(*from_ply),
            Refusal::WrongFirstPly { expected, got } => {
                Kind::WrongFirstPly(v1::WrongFirstPly { expected: *expected, got: *got })
            }
            Refusal::WrongMoveCount { count, limit } => {
                Kind::WrongMoveCount(v1::WrongMoveCount { count: *count, limit: *limit })
            }
            Refusal::BrokenRecord { ply, refusal } => {
                let refusal = Some(Box::new(refusal.as_ref().into()));
                Kind::BrokenRecord(Box::new(v1::BrokenRecord { ply: *ply, refusal }))
            }
            Refusal::NotFinished => Kind::NotFinished(nothing),
            Refusal::RecordFull => Kind::RecordFull(nothing),
            Refusal::Unreadable => Kind::Unreadable(nothing),
            Refusal::TooComplex { mv } => Kind::TooComplex(mv.into()),
            Refusal::ImpossibleOutcome { outcome } => Kind::ImpossibleOutcome((*outcome).into()),
        };
        Self { kind: Some(kind) }
    }
}

impl TryFrom<v1::Refusal> for Refusal {
    type Error = ConvertError;

    fn try_from(refusal: v1::Refusal) -> Result<Self, ConvertError> {
        Ok(match required(refusal.kind, "refusal.kind")? {
            Kind::NotStarted(_) => Self::NotStarted,
            Kind::AlreadyStarted(_) => Self::AlreadyStarted,
            Kind::WrongVariant(_) => Self::WrongVariant,
            Kind::GameFinished(outcome) => Self::GameFinished { outcome: outcome.try_into()? },
            Kind::PlyZero(_) => Self::PlyZero,
            Kind::PlyTooFarAhead(ahead) => {
                Self::PlyTooFarAhead { expected: ahead.expected, got: ahead.got }
            }
            Kind::HeldFull(full) => Self::HeldFull { expected: full.expected, limit: full.limit },
            Kind::IllegalMove(illegal) => Self::IllegalMove(illegal.try_into()?),
            Kind::AmbiguousMove(ambiguous) => Self::AmbiguousMove {
                played: required(ambiguous.played, "played")?.try_into()?,
                candidates: moves(ambiguous.candidates)?,
                others: ambiguous.others,
            },
            Kind::PlyAlreadyPlayed(played) => Self::PlyAlreadyPlayed {
                ply: played.ply,
                played: required(played.played, "played")?.try_into()?,
                claimed: required(played.claimed, "claimed")?.try_into()?,
            },
            Kind::DrawAlreadyOffered(by) => Self::DrawAlreadyOffered {
                by: v1::Color::try_from(by).unwrap_or_default().try_into()?,
            },
            Kind::NoEndgame(_) => Self::NoEndgame,
            Kind::NoClock(_) => Self::NoClock,
            Kind::PauseNeedsReason(_) => Self::PauseNeedsReason,
            Kind::SameResult(outcome) => Self::SameResult { outcome: outcome.try_into()? },
            Kind::NoSuchPly(none) => Self::NoSuchPly { ply: none.ply, next: none.next },
            Kind::Retracted(ply) => Self::Retracted { ply },
            Kind::WaitedTooLong(waited) => {
                Self::WaitedTooLong { ply: waited.ply, expected: waited.expected }
            }
            Kind::NoIrregularity(_) => Self::NoIrregularity,
            Kind::UnclearIrregularity(played) => {
                Self::UnclearIrregularity { played: played.try_into()? }
            }
            Kind::NothingToCorrect(ply) => Self::NothingToCorrect { ply },
            Kind::SamePosition(_) => Self::SamePosition,
            Kind::OnPaper(from_ply) => Self::OnPaper { from_ply },
            Kind::WrongFirstPly(wrong) => {
                Self::WrongFirstPly { expected: wrong.expected, got: wrong.got }
            }
            Kind::WrongMoveCount(wrong) => {
                Self::WrongMoveCount { count: wrong.count, limit: wrong.limit }
            }
            Kind::BrokenRecord(broken) => Self::BrokenRecord {
                ply: broken.ply,
                refusal: Box::new((*required(broken.refusal, "refusal")?).try_into()?),
            },
            Kind::NotFinished(_) => Self::NotFinished,
            Kind::RecordFull(_) => Self::RecordFull,
            Kind::Unreadable(_) => Self::Unreadable,
            Kind::TooComplex(mv) => Self::TooComplex { mv: mv.try_into()? },
            // The score and its reason need not match, which may be why it was refused.
            Kind::ImpossibleOutcome(outcome) => Self::ImpossibleOutcome {
                outcome: Outcome::new(outcome.score().try_into()?, outcome.reason().try_into()?),
            },
        })
    }
}

impl From<&IllegalMove> for v1::IllegalMove {
    fn from(illegal: &IllegalMove) -> Self {
        Self {
            played: Some((&illegal.played).into()),
            breach: illegal.breach.as_str().to_owned(),
            obliged: illegal.obliged.as_ref().map(Into::into),
        }
    }
}

impl TryFrom<v1::IllegalMove> for IllegalMove {
    type Error = ConvertError;

    fn try_from(illegal: v1::IllegalMove) -> Result<Self, ConvertError> {
        Ok(Self {
            played: required(illegal.played, "played")?.try_into()?,
            breach: breach(&illegal.breach)?,
            obliged: illegal.obliged.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&Irregularity> for v1::Irregularity {
    fn from(irregularity: &Irregularity) -> Self {
        let standing = irregularity.standing.as_ref();
        Self {
            played: Some((&irregularity.played).into()),
            breach: irregularity.breach.as_str().to_owned(),
            obliged: irregularity.obliged.as_ref().map(Into::into),
            standing: standing.map(|standing| (&standing.mv).into()),
            standing_fen: standing.map(|standing| standing.after.fen()).unwrap_or_default(),
        }
    }
}

/// Converts an irregularity in a game of this variant.
///
/// # Errors
/// [`ConvertError`] with the field that holds an invalid value.
pub(super) fn irregularity(
    wire: v1::Irregularity,
    variant: Variant,
) -> Result<Irregularity, ConvertError> {
    let standing = match wire.standing {
        Some(mv) => {
            let after = fen::parse(&wire.standing_fen, variant)
                .map_err(|source| ConvertError::invalid("standing_fen", source))?;
            Some(Standing { mv: mv.try_into()?, after })
        }
        None => None,
    };
    Ok(Irregularity {
        played: required(wire.played, "played")?.try_into()?,
        breach: breach(&wire.breach)?,
        obliged: wire.obliged.map(TryInto::try_into).transpose()?,
        standing,
    })
}

impl From<&Obligation> for v1::Obligation {
    fn from(obliged: &Obligation) -> Self {
        Self {
            kings: obliged.kings,
            men: obliged.men,
            moves: obliged.moves.iter().map(Into::into).collect(),
            others: obliged.others,
        }
    }
}

impl TryFrom<v1::Obligation> for Obligation {
    type Error = ConvertError;

    fn try_from(obliged: v1::Obligation) -> Result<Self, ConvertError> {
        let v1::Obligation { kings, men, moves: found, others } = obliged;
        Ok(Self { kings, men, moves: moves(found)?, others })
    }
}

/// Returns the rule with this name.
///
/// # Errors
/// [`ConvertError::Invalid`] if there is none.
pub fn breach(name: &str) -> Result<Breach, ConvertError> {
    Breach::ALL
        .into_iter()
        .find(|breach| breach.as_str() == name)
        .ok_or_else(|| ConvertError::invalid("breach", name))
}

fn moves(moves: Vec<v1::Move>) -> Result<Vec<draughts::Move>, ConvertError> {
    moves.into_iter().map(TryInto::try_into).collect()
}

#[cfg(test)]
mod tests {
    use draughts::{Color, Reason, Score};

    use super::{Outcome, Refusal, v1};

    #[test]
    fn a_result_that_no_game_has_is_carried_as_it_was_told() {
        for outcome in [
            Outcome::new(Score::Draw, Reason::Resignation),
            Outcome::win(Color::White, Reason::WrongBoard),
            Outcome::new(Score::Draw, Reason::Repetition),
        ] {
            let refusal = Refusal::ImpossibleOutcome { outcome };
            assert_eq!(Refusal::try_from(v1::Refusal::from(&refusal)), Ok(refusal));
        }
    }
}
