//! Any number of a player, participant, round, table or team.

use proptest::prelude::*;
use tournament::{PlayerId, RoundNumber, TableNumber, plan::TeamId, ranking::Participant};

pub(super) fn player() -> impl Strategy<Value = PlayerId> {
    (1..=2000_u32).prop_map(|number| PlayerId::new(number).unwrap())
}

pub(super) fn participant() -> impl Strategy<Value = Participant> {
    (1..=2000_u32).prop_map(|number| Participant::new(number).unwrap())
}

pub(super) fn round() -> impl Strategy<Value = RoundNumber> {
    (1..=1000_u32).prop_map(|number| RoundNumber::new(number).unwrap())
}

pub(super) fn table() -> impl Strategy<Value = TableNumber> {
    (1..=1000_u32).prop_map(|number| TableNumber::new(number).unwrap())
}

pub(super) fn team() -> impl Strategy<Value = TeamId> {
    (1..=1000_u32).prop_map(|number| TeamId::new(number).unwrap())
}
