//! Converts the reasons of a Swiss pairing.

use tournament::{
    PlayerId,
    swiss::{
        ByeReason, ColorRule, Float, FloatReason, Preference, ScoreGroup, Strength, SwissBye,
        SwissPair, SwissRound,
    },
};

use super::{player_id, round};
use crate::{
    convert::{ConvertError, types::words},
    v1,
};

words!(Strength, v1::ColorStrength, "strength", {
    Light => Strength::Light,
    Strong => Strength::Strong,
    Absolute => Strength::Absolute,
});
words!(FloatReason, v1::FloatReason, "reason", {
    NoOpponent => FloatReason::NoOpponent,
    RestUnpairable => FloatReason::RestUnpairable,
    Size => FloatReason::Size,
    FewestPoints => FloatReason::FewestPoints,
    FloatsAgain => FloatReason::FloatsAgain,
    NextWaitingRoom => FloatReason::NextWaitingRoom,
    ScoreDifference => FloatReason::ScoreDifference,
    Color => FloatReason::Color,
    HigherClassified => FloatReason::HigherClassified,
    OthersBarred => FloatReason::OthersBarred,
});

impl From<&SwissRound> for v1::SwissRound {
    fn from(round: &SwissRound) -> Self {
        Self {
            pairs: round.pairs.iter().map(Into::into).collect(),
            bye: round.bye.as_ref().map(Into::into),
            groups: round.groups.iter().map(Into::into).collect(),
            exempt: ids(&round.exempt),
        }
    }
}

impl TryFrom<v1::SwissRound> for SwissRound {
    type Error = ConvertError;

    fn try_from(wire: v1::SwissRound) -> Result<Self, ConvertError> {
        let pairs: Result<_, ConvertError> =
            wire.pairs.into_iter().map(TryInto::try_into).collect();
        let groups: Result<_, ConvertError> =
            wire.groups.into_iter().map(TryInto::try_into).collect();
        Ok(Self {
            pairs: pairs?,
            bye: wire.bye.map(TryInto::try_into).transpose()?,
            groups: groups?,
            exempt: players(wire.exempt)?,
        })
    }
}

impl From<&SwissPair> for v1::SwissPair {
    fn from(pair: &SwissPair) -> Self {
        let (rule, rounds) = match pair.color_rule {
            ColorRule::FirstRound => (v1::ColorRule::FirstRound, None),
            ColorRule::BothPreferences => (v1::ColorRule::BothPreferences, None),
            ColorRule::StrongerPreference => (v1::ColorRule::StrongerPreference, None),
            ColorRule::Alternation { white_round, black_round } => {
                (v1::ColorRule::Alternation, Some((white_round.get(), black_round.get())))
            }
            ColorRule::HigherClassified => (v1::ColorRule::HigherClassified, None),
            ColorRule::NoPreference => (v1::ColorRule::NoPreference, None),
        };
        let (white_round, black_round) = rounds.unwrap_or_default();
        Self {
            white: pair.white.get(),
            black: pair.black.get(),
            color_rule: rule.into(),
            white_round,
            black_round,
            white_wanted: pair.white_wanted.map(Into::into),
            black_wanted: pair.black_wanted.map(Into::into),
        }
    }
}

impl TryFrom<v1::SwissPair> for SwissPair {
    type Error = ConvertError;

    fn try_from(wire: v1::SwissPair) -> Result<Self, ConvertError> {
        let color_rule = match wire.color_rule() {
            v1::ColorRule::Unspecified => {
                return Err(ConvertError::Missing { field: "color_rule" });
            }
            v1::ColorRule::FirstRound => ColorRule::FirstRound,
            v1::ColorRule::BothPreferences => ColorRule::BothPreferences,
            v1::ColorRule::StrongerPreference => ColorRule::StrongerPreference,
            v1::ColorRule::Alternation => ColorRule::Alternation {
                white_round: round(wire.white_round)?,
                black_round: round(wire.black_round)?,
            },
            v1::ColorRule::HigherClassified => ColorRule::HigherClassified,
            v1::ColorRule::NoPreference => ColorRule::NoPreference,
        };
        Ok(Self {
            white: player_id(wire.white)?,
            black: player_id(wire.black)?,
            color_rule,
            white_wanted: wire.white_wanted.map(TryInto::try_into).transpose()?,
            black_wanted: wire.black_wanted.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<Preference> for v1::ColorPreference {
    fn from(wanted: Preference) -> Self {
        let mut wire = Self::default();
        wire.set_color(wanted.color.into());
        wire.set_strength(wanted.strength.into());
        wire
    }
}

impl TryFrom<v1::ColorPreference> for Preference {
    type Error = ConvertError;

    fn try_from(wire: v1::ColorPreference) -> Result<Self, ConvertError> {
        Ok(Self { color: wire.color().try_into()?, strength: wire.strength().try_into()? })
    }
}

impl From<&SwissBye> for v1::SwissBye {
    fn from(bye: &SwissBye) -> Self {
        let mut wire =
            Self { player: bye.player.get(), barred: ids(&bye.barred), ..Self::default() };
        match bye.reason {
            ByeReason::FirstRound(first_round) => wire.set_first_round(first_round.into()),
            ByeReason::LeftOver(reason) => wire.set_reason(reason.into()),
        }
        wire
    }
}

impl TryFrom<v1::SwissBye> for SwissBye {
    type Error = ConvertError;

    fn try_from(wire: v1::SwissBye) -> Result<Self, ConvertError> {
        let reason = match (wire.first_round(), wire.reason()) {
            (v1::FirstRound::Unspecified, reason) => ByeReason::LeftOver(reason.try_into()?),
            (first_round, v1::FloatReason::Unspecified) => {
                ByeReason::FirstRound(first_round.try_into()?)
            }
            (_, _) => {
                let reason = "a bye has one reason";
                return Err(ConvertError::invalid("bye.reason", reason));
            }
        };
        Ok(Self { player: player_id(wire.player)?, reason, barred: players(wire.barred)? })
    }
}

impl From<&ScoreGroup> for v1::ScoreGroup {
    fn from(group: &ScoreGroup) -> Self {
        let float = |float: &Float| v1::Float {
            player: float.player.get(),
            reason: v1::FloatReason::from(float.reason).into(),
        };
        Self {
            points: group.points,
            players: ids(&group.players),
            waiting: group.waiting.iter().map(float).collect(),
            enlarged: group.is_enlarged,
        }
    }
}

impl TryFrom<v1::ScoreGroup> for ScoreGroup {
    type Error = ConvertError;

    fn try_from(wire: v1::ScoreGroup) -> Result<Self, ConvertError> {
        let float = |float: v1::Float| {
            Ok(Float { player: player_id(float.player)?, reason: float.reason().try_into()? })
        };
        let waiting: Result<_, ConvertError> = wire.waiting.into_iter().map(float).collect();
        Ok(Self {
            points: wire.points,
            players: players(wire.players)?,
            waiting: waiting?,
            is_enlarged: wire.enlarged,
        })
    }
}

/// Converts players to their numbers.
pub(super) fn ids(players: &[PlayerId]) -> Vec<u32> {
    players.iter().map(|player| player.get()).collect()
}

/// Converts numbers to players.
pub(super) fn players(ids: Vec<u32>) -> Result<Vec<PlayerId>, ConvertError> {
    ids.into_iter().map(player_id).collect()
}
