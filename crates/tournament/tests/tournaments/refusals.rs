//! Categories of refusals.

use draughts::text::TextError;
use tournament::plan::LineUpRefusal;
use tournament::regulation::{AgeError, Fault, TooOld};
use tournament::{
    EmbargoRefusal, EmbargoScope, ProposalRefusal, Refusal, RefusalCategory, Schedule,
};

#[test]
fn a_refusal_says_what_can_be_done_about_it() {
    use RefusalCategory::{Invalid, NotFound, Precondition};
    let too_old = TooOld { age: 12, season: 2026, limit: 12 };
    for (refusal, category) in [
        (Refusal::TournamentName, Invalid),
        (Refusal::Reason(TextError::TooLong { chars_max: 500 }), Invalid),
        (Refusal::ReasonMissing { round: super::round(1) }, Invalid),
        (Refusal::Age(AgeError::DayMissing), Invalid),
        (Refusal::Age(too_old.into()), Precondition),
        (LineUpRefusal::Boards { expected: 8, boards: 7 }.into(), Invalid),
        (LineUpRefusal::Fixed.into(), Precondition),
        (LineUpRefusal::Late { late_ms: 1 }.into(), Precondition),
        (Fault::RoundsMissing.into(), Invalid),
        (Fault::PoolTable { table: Schedule::Ind6Split }.into(), Invalid),
        (Fault::UnequalPools { entrants: 15 }.into(), Precondition),
        (Refusal::NotCreated, NotFound),
        (Refusal::Deleted, NotFound),
        (Refusal::Played(super::round(1)), Precondition),
        (Refusal::UnknownRound { round: super::round(1) }, NotFound),
        (Refusal::TooManyPlayers { max: 8 }, Precondition),
        (Refusal::EntriesClosed, Precondition),
        (Refusal::RoundBegun { round: super::round(1) }, Precondition),
        (Refusal::NoSuchTie, Precondition),
        (ProposalRefusal::ReasonMissing.into(), Invalid),
        (ProposalRefusal::NotProposed.into(), Invalid),
        (ProposalRefusal::Unknown { number: 1 }.into(), NotFound),
        (ProposalRefusal::Answered { number: 1 }.into(), Precondition),
        (EmbargoRefusal::ReasonMissing.into(), Invalid),
        (EmbargoRefusal::NothingWithheld(EmbargoScope::Tournament).into(), Precondition),
        (EmbargoRefusal::TooMany { max: 500 }.into(), Precondition),
    ] {
        assert_eq!(refusal.category(), category, "{refusal}");
    }
}
