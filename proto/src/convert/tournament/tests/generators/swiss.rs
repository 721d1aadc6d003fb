//! Any round of the Swiss system, with its reasons.

use draughts::Color;
use proptest::{collection::vec, option, prelude::*, sample::select};
use tournament::swiss::{
    ByeReason, ColorRule, FirstRound, Float, FloatReason, Preference, ScoreGroup, Strength,
    SwissBye, SwissPair, SwissRound,
};

use super::number::{player, round};

fn float_reason() -> impl Strategy<Value = FloatReason> {
    select(vec![
        FloatReason::NoOpponent,
        FloatReason::RestUnpairable,
        FloatReason::Size,
        FloatReason::FewestPoints,
        FloatReason::FloatsAgain,
        FloatReason::NextWaitingRoom,
        FloatReason::ScoreDifference,
        FloatReason::Color,
        FloatReason::HigherClassified,
        FloatReason::OthersBarred,
    ])
}

fn swiss_pair() -> impl Strategy<Value = SwissPair> {
    let rule = prop_oneof![
        select(vec![
            ColorRule::FirstRound,
            ColorRule::BothPreferences,
            ColorRule::StrongerPreference,
            ColorRule::HigherClassified,
            ColorRule::NoPreference,
        ]),
        (round(), round()).prop_map(|(white_round, black_round)| ColorRule::Alternation {
            white_round,
            black_round,
        }),
    ];
    let wanted = || {
        let strengths = vec![Strength::Light, Strength::Strong, Strength::Absolute];
        let wanted = (select(Color::BOTH.to_vec()), select(strengths));
        option::of(wanted.prop_map(|(color, strength)| Preference { color, strength }))
    };
    (player(), player(), rule, wanted(), wanted()).prop_map(
        |(white, black, color_rule, white_wanted, black_wanted)| SwissPair {
            white,
            black,
            color_rule,
            white_wanted,
            black_wanted,
        },
    )
}

pub(super) fn swiss_round() -> impl Strategy<Value = SwissRound> {
    let first = select(vec![FirstRound::EntrantsKnown, FirstRound::EntrantsUnknown]);
    let reason = prop_oneof![
        first.prop_map(ByeReason::FirstRound),
        float_reason().prop_map(ByeReason::LeftOver),
    ];
    let bye = (player(), reason, vec(player(), 0..3))
        .prop_map(|(player, reason, barred)| SwissBye { player, reason, barred });
    let float = (player(), float_reason()).prop_map(|(player, reason)| Float { player, reason });
    let group = (0..40_u32, vec(player(), 0..4), vec(float, 0..3), any::<bool>()).prop_map(
        |(points, players, waiting, is_enlarged)| ScoreGroup {
            points,
            players,
            waiting,
            is_enlarged,
        },
    );
    (vec(swiss_pair(), 0..4), option::of(bye), vec(group, 0..4), vec(player(), 0..4))
        .prop_map(|(pairs, bye, groups, exempt)| SwissRound { pairs, bye, groups, exempt })
}
