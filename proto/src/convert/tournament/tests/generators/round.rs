//! Any round, paired by any method.

use std::num::NonZeroU32;

use draughts::Color;
use proptest::{collection::vec, option, prelude::*, sample::select};
use tournament::{
    Absent, GroupNumber, MatchBoard, PairedMatch, PairedRound, Pairing, PairingMethod,
    PairingWarning, RoundKind, SwissReasons,
    plan::{BoardPairing, ChoiceReason, ColorChoice, CrossingFinal},
    ranking::AbsenceKind,
};

use super::{
    number::{participant, player, round, table, team},
    swiss::swiss_round,
};

fn warning() -> impl Strategy<Value = PairingWarning> {
    let color = || select(Color::BOTH.to_vec());
    prop_oneof![
        (participant(), participant(), round()).prop_map(|(first, second, round)| {
            PairingWarning::MetBefore { first, second, round }
        }),
        (participant(), round()).prop_map(|(participant, round)| {
            PairingWarning::SecondFreePoint { participant, round }
        }),
        (participant(), color())
            .prop_map(|(participant, color)| PairingWarning::ColorBalance { participant, color }),
        (participant(), color())
            .prop_map(|(participant, color)| PairingWarning::ThirdColor { participant, color }),
        (participant(), participant())
            .prop_map(|(first, second)| PairingWarning::NotInSchedule { first, second }),
        (participant(), participant())
            .prop_map(|(first, second)| PairingWarning::OtherGroup { first, second }),
        participant().prop_map(|participant| PairingWarning::Absent { participant }),
        participant().prop_map(|participant| PairingWarning::Withdrawn { participant }),
        participant().prop_map(|participant| PairingWarning::NotPaired { participant }),
    ]
}

fn crossing() -> impl Strategy<Value = CrossingFinal> {
    let by = |reason| move |player| ColorChoice::By { player, reason };
    let choice = prop_oneof![
        Just(ColorChoice::Lot),
        player().prop_map(by(ChoiceReason::Points)),
        player().prop_map(by(ChoiceReason::Wins)),
    ];
    (1..9_u32, player(), player(), choice).prop_map(|(pool_place, first, second, choice)| {
        CrossingFinal { pool_place, first, second, choice }
    })
}

pub(super) fn absence_kind() -> impl Strategy<Value = AbsenceKind> {
    select(vec![AbsenceKind::Bye, AbsenceKind::HalfPointBye, AbsenceKind::NotPaired])
}

pub(super) fn paired_round() -> impl Strategy<Value = PairedRound> {
    let kind = prop_oneof![
        Just(RoundKind::Regular),
        Just(RoundKind::Finals),
        vec(participant(), 0..4).prop_map(|lots| RoundKind::Winners { lots }),
        (vec(participant(), 0..4), 1..4_u32).prop_map(|(lots, games)| RoundKind::PlayOff {
            lots,
            games: NonZeroU32::new(games).unwrap(),
        }),
    ];
    let pairing = (table(), player(), player()).prop_map(|(table, white, black)| Pairing {
        table,
        white,
        black,
    });
    let board = (option::of(table()), option::of(player()), option::of(player()), any::<bool>());
    let paired_match = (team(), team(), vec(board, 0..4)).prop_map(|(first, second, boards)| {
        let board = |(board, (table, white, black, first_has_white))| MatchBoard {
            pairing: BoardPairing { board, white, black, first_has_white },
            table,
        };
        PairedMatch { first, second, boards: (1..).zip(boards).map(board).collect() }
    });
    let absent = (participant(), absence_kind(), any::<bool>())
        .prop_map(|(participant, kind, is_withdrawn)| Absent { participant, kind, is_withdrawn });
    let reasons = (1..9_u32, swiss_round(), vec((round(), table()), 0..3)).prop_map(
        |(group, round, counted_as_draws)| SwissReasons {
            group: GroupNumber::new(group).unwrap(),
            round,
            counted_as_draws,
        },
    );
    let method = prop_oneof![
        Just(PairingMethod::Schedule),
        vec(reasons, 0..3).prop_map(PairingMethod::Swiss),
        vec(warning(), 0..4).prop_map(PairingMethod::ByHand),
        vec(crossing(), 0..3).prop_map(PairingMethod::Finals),
    ];
    (
        (round(), kind, method),
        (vec(pairing, 0..4), vec(paired_match, 0..3)),
        (vec(participant(), 0..3), vec(absent, 0..3)),
    )
        .prop_map(|((round, kind, method), (pairings, matches), (byes, absent))| PairedRound {
            round,
            kind,
            pairings,
            matches,
            byes,
            absent,
            method,
        })
}
