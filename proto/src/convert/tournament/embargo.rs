//! Converts embargoes and the parts of a tournament to which they apply.

use tournament::{Embargo, EmbargoScope, PublicDelay};

use super::{round, table};
use crate::{
    convert::{ConvertError, required},
    v1::{self, embargo::Until},
};

impl From<EmbargoScope> for v1::EmbargoScope {
    fn from(scope: EmbargoScope) -> Self {
        Self {
            round: scope.round().map_or(0, |round| round.get()),
            table: scope.table().map_or(0, |table| table.get()),
        }
    }
}

impl TryFrom<v1::EmbargoScope> for EmbargoScope {
    type Error = ConvertError;

    fn try_from(wire: v1::EmbargoScope) -> Result<Self, ConvertError> {
        Ok(match (wire.round, wire.table) {
            (0, 0) => Self::Tournament,
            (0, _) => return Err(ConvertError::invalid("scope", "a table needs its round")),
            (number, 0) => Self::Round(round(number)?),
            (number, at) => Self::Board(round(number)?, table(at)?),
        })
    }
}

impl From<Embargo> for v1::Embargo {
    fn from(embargo: Embargo) -> Self {
        Self {
            until: Some(match embargo {
                Embargo::Delay(delay) => Until::DelayS(delay.seconds()),
                Embargo::UntilGameEnds => Until::End(v1::EmbargoEnd::Game.into()),
                Embargo::UntilRoundEnds => Until::End(v1::EmbargoEnd::Round.into()),
            }),
        }
    }
}

impl TryFrom<v1::Embargo> for Embargo {
    type Error = ConvertError;

    fn try_from(wire: v1::Embargo) -> Result<Self, ConvertError> {
        Ok(match required(wire.until, "embargo")? {
            Until::DelayS(seconds) => Self::Delay(
                PublicDelay::from_seconds(seconds)
                    .map_err(|error| ConvertError::invalid("delay_s", error))?,
            ),
            Until::End(end) => match v1::EmbargoEnd::try_from(end) {
                Ok(v1::EmbargoEnd::Game) => Self::UntilGameEnds,
                Ok(v1::EmbargoEnd::Round) => Self::UntilRoundEnds,
                Ok(v1::EmbargoEnd::Unspecified) | Err(_) => {
                    return Err(ConvertError::invalid(
                        "end",
                        "it is that of the game or the round",
                    ));
                }
            },
        })
    }
}
