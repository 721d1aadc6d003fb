//! Refusals of commands to a tournament.

use draughts::{Outcome, Reason, Score, Timestamp};
use phrases::{Language, refusal};
use tournament::{
    EmbargoRefusal, EmbargoScope, GroupNumber, Lot, PlayerId, ProposalRefusal, Refusal,
    RoundNumber, RoundRefusal, RoundState, TableNumber,
    plan::{
        FinalsError, GroupError, GroupRule, LineUpError, LineUpRefusal, PlayOffError, TeamId,
        TeamMatchError,
    },
    ranking::{Participant, Remedy},
    regulation::{AgeError, Point, TooOld},
    swiss::{InputError, Unpairable},
};

use crate::Samples;

fn player() -> PlayerId {
    PlayerId::new(3).unwrap()
}

fn team() -> TeamId {
    TeamId::new(4).unwrap()
}

fn round() -> RoundNumber {
    RoundNumber::new(5).unwrap()
}

fn table() -> TableNumber {
    TableNumber::new(6).unwrap()
}

fn one(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

/// Returns a sample of each refusal of an entry, a team, lots and groups.
fn of_entrants() -> Vec<Refusal> {
    let name = || "Ids".to_owned();
    let (player, team, round) = (player(), team(), round());
    let (first, second) = (one(7), one(8));
    vec![
        Refusal::NotCreated,
        Refusal::AlreadyCreated { name: name() },
        Refusal::Deleted,
        Refusal::Played(round),
        Refusal::NoTimeControl,
        Refusal::NoSeason,
        Refusal::DuplicatePlayer { name: name(), player },
        Refusal::DuplicateTeam { name: name(), team },
        Refusal::BirthMissing,
        Refusal::Age(AgeError::DayMissing),
        Refusal::Age(AgeError::TooOld(TooOld { age: 20, season: 2026, limit: 19 })),
        Refusal::EntriesClosed,
        Refusal::TooManyPlayers { max: 8 },
        Refusal::UnknownPlayer { player },
        Refusal::UnknownParticipant { participant: first },
        Refusal::StandsInRound { participant: first, round },
        Refusal::HasWithdrawn { participant: first },
        Refusal::NotWithdrawn { participant: first },
        Refusal::SeatTaken { participant: first, reserve: second },
        Refusal::NoReserves,
        Refusal::AmendmentReasonMissing,
        Refusal::NotOfTeams,
        Refusal::UnknownTeam { team },
        Refusal::OtherTeam { player, team },
        Refusal::LineUpReasonMissing,
        Refusal::LineUpMissing { team },
        LineUpError::Boards { boards: 21 }.into(),
        LineUpError::Twice { player }.into(),
        LineUpError::Nobody.into(),
        LineUpRefusal::Boards { expected: 8, boards: 7 }.into(),
        LineUpRefusal::Late { late_ms: 60_001 }.into(),
        LineUpRefusal::Fixed.into(),
        TeamMatchError::Oneself { team }.into(),
        TeamMatchError::Boards { first: 4, second: 3 }.into(),
        TeamMatchError::Shared { player }.into(),
        Refusal::LotsFixed,
        Refusal::LotsOfGroups,
        Refusal::LotsIncomplete { players: 9 },
        Refusal::GroupsByStrength,
        Refusal::NoGroups,
        Refusal::GroupsMissing,
        Refusal::Pools { pools: 3 },
        GroupError::TooFew { rule: GroupRule::Fours, fewest: 2, entrants: 1 }.into(),
        GroupError::Sizes { places: 4, entrants: 3 }.into(),
        Refusal::PointFixed { point: Point::Format },
    ]
}

/// Returns a sample of each refusal of a round and of a result.
fn of_rounds() -> Vec<Refusal> {
    let (player, round, table) = (player(), round(), table());
    let (first, second) = (one(7), one(8));
    let state = |state| Refusal::WrongRoundState { round, state };
    let recorded = Outcome::new(Score::WhiteWins, Reason::Resignation);
    let opponent = PlayerId::new(9).unwrap();
    vec![
        Refusal::TooManyRounds { max: 100 },
        Refusal::TablePairsAll,
        Refusal::PairedAlready { round },
        Refusal::RoundOutOfOrder { round, next: round.next() },
        Refusal::AlreadyPaired { round },
        Refusal::NoMoreRounds { rounds: 7 },
        Refusal::PreviousRoundNotClosed { round },
        Refusal::PairingsMissing { round },
        Refusal::PairedTwice { participant: first, round },
        Refusal::OtherGroup { first, second },
        Refusal::Unpairable { reason: Unpairable::NoLegalPairing },
        Refusal::Unpairable { reason: Unpairable::Over },
        Refusal::NobodyToPair { round },
        Refusal::NotTheLatest { latest: round },
        Refusal::ReasonMissing { round },
        Refusal::RoundBegun { round },
        Refusal::UnknownRound { round },
        Refusal::UnknownTable { round, table },
        state(RoundState::Paired),
        state(RoundState::Open),
        state(RoundState::Closed),
        Refusal::RoundsPaired(3),
        RoundRefusal::HallInPlay { round, table }.into(),
        RoundRefusal::Unfinished { round, table }.into(),
        RoundRefusal::GroundMissing { round }.into(),
        RoundRefusal::GroundUnnamed { round }.into(),
        RoundRefusal::NotMadeUp { round, table }.into(),
        RoundRefusal::MakeUpFirst { round, table }.into(),
        RoundRefusal::AgreementMissing { round, table }.into(),
        RoundRefusal::MakeUpTooLate { round, table, limit: round.next() }.into(),
        RoundRefusal::RestNotOver { round, until: Timestamp::from_millis(5) }.into(),
        RoundRefusal::AbsenceReasonMissing { participant: first, round }.into(),
        Refusal::NoHalfPointByes,
        Refusal::TooManyHalfPointByes { most: 2 },
        Refusal::HalfPointByeInLastRound,
        Refusal::ResultMissing { round, table },
        Refusal::DrawByForfeit,
        Refusal::MenAhead,
        Refusal::MenAheadMissing,
        Refusal::AlreadyRecorded { round, table, recorded },
        Refusal::GameIsOff { round, table },
        Refusal::NothingToCorrect { round, table },
        Refusal::NoColors { round, table },
        InputError::TooManyPlayers.into(),
        InputError::TooManyRounds.into(),
        InputError::NoSuchRound { round, rounds_total: 4 }.into(),
        InputError::DuplicatePlayer { player }.into(),
        InputError::DuplicateLot { lot: Lot::new(2).unwrap() }.into(),
        InputError::HistoryLength { player, found: 1, expected: 2 }.into(),
        InputError::UnknownOpponent { player, round, opponent }.into(),
        InputError::Disagreement { player, round, opponent }.into(),
    ]
}

/// Returns a sample of each refusal about ties, finals, proposals and embargoes.
fn of_places() -> Vec<Refusal> {
    let (player, round, participant) = (player(), round(), one(7));
    vec![
        Refusal::TieReasonMissing,
        Refusal::WonByGames,
        Refusal::NoSuchTie,
        Refusal::RoundsToPlay { next: round },
        Refusal::NoPlayOff { remedy: Remedy::Lot },
        Refusal::PlayOffRunning { round },
        Refusal::AlreadyResolved,
        Refusal::PlayOffOfTwo,
        Refusal::NotInPlayOff { participant },
        Refusal::PlayOffOver,
        PlayOffError::TooFew(1).into(),
        PlayOffError::TooMany(65).into(),
        PlayOffError::Twice.into(),
        Refusal::SeedMissing,
        Refusal::PoolTied { group: GroupNumber::FIRST, place: 4 },
        Refusal::NoSuchFinal(9),
        Refusal::ChooserDrawn { pool_place: 2 },
        Refusal::ColorNotChosen { pool_place: 2, chooser: None },
        Refusal::ColorNotChosen { pool_place: 2, chooser: Some(participant) },
        Refusal::FinalsAreCrossed,
        FinalsError::Sizes { first: 8, second: 7 }.into(),
        FinalsError::Twice { player }.into(),
        FinalsError::Order { player }.into(),
        FinalsError::Winners { finals: 8, winners: 7 }.into(),
        FinalsError::Stranger { player, pool_place: 2 }.into(),
        Refusal::WinnerMissing,
        Refusal::WinnersBySchedule,
        Refusal::NobodyPromoted,
        ProposalRefusal::Unknown { number: 2 }.into(),
        ProposalRefusal::Answered { number: 2 }.into(),
        ProposalRefusal::ReasonMissing.into(),
        ProposalRefusal::NotProposed.into(),
        EmbargoRefusal::ReasonMissing.into(),
        EmbargoRefusal::NothingWithheld(EmbargoScope::Round(round)).into(),
        EmbargoRefusal::TooMany { max: 500 }.into(),
    ]
}

#[test]
fn every_refusal_of_a_tournament_has_its_words_in_every_language() {
    let mut samples = Samples::of("refusal.ftl", &[]);
    for refusal in [of_entrants(), of_rounds(), of_places()].concat() {
        samples.add(|language| refusal::tournament(&refusal, language));
    }
    super::seasons::add_rankings(&mut samples);
    samples.check_complete();
}

#[test]
fn a_refusal_says_what_to_do_and_by_which_article() {
    let texts = |refusal: Refusal| Language::ALL.map(|it| refusal::tournament(&refusal, it));
    assert_eq!(
        texts(RoundRefusal::MakeUpFirst { round: round(), table: table() }.into()),
        [
            "round 5 table 6 is to be made up first (C art. 13); or record a forfeit",
            "ronde 5, tafel 6 moet eerst worden ingehaald (C art. 13); of leg een reglementaire uitslag vast",
            "omgong 5, tafel 6 moat earst ynhelle wurde (C art. 13); of lis in reglemintêre útslach fêst",
        ]
    );
    assert_eq!(
        texts(
            GroupError::TooFew { rule: GroupRule::LowestTakesRest, fewest: 4, entrants: 3 }.into()
        ),
        [
            "a group needs 4 at least, not 3 (B art. 2)",
            "een groep heeft er minstens 4 nodig, niet 3 (B art. 2)",
            "in groep hat der op syn minst 4 nedich, net 3 (B art. 2)",
        ]
    );
    let [late, _, _] = texts(LineUpRefusal::Late { late_ms: 60_001 }.into());
    assert_eq!(
        late,
        "a line-up is handed in 15 minutes before the match: 2 min too late (B art. 6)"
    );
}
