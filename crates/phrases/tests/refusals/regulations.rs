//! Faults of regulations.

use draughts::RuleSet;
use phrases::{
    Language,
    refusal::{self, regulation},
};
use tournament::{
    Refusal, Schedule, ScheduleError,
    plan::{Competition, GroupError, NotPrescribed},
    ranking::{OrderError, Remedy, TieBreak},
    regulation::{Fault, Point},
};

use crate::Samples;

fn not_prescribed(min: usize, max: Option<usize>) -> Fault {
    let (competition, article) = (Competition::Classes, "D art. 5");
    NotPrescribed { competition, entrants: 14, article, min, max }.into()
}

#[test]
fn every_fault_of_a_regulation_has_its_words_in_every_language() {
    let tie_break = TieBreak::TruncatedSolkoff { lowest: 0 };
    let table = Schedule::Berger;
    let mut faults = vec![
        OrderError::PointsNotFirst.into(),
        OrderError::TooManyTieBreaks { given: 20 }.into(),
        OrderError::DuplicateTieBreak { tie_break }.into(),
        OrderError::NothingLeftOut { tie_break }.into(),
        OrderError::BoardPointsOfPlayers.into(),
        OrderError::FirstPlaceBy { asked: 3, given: 2 }.into(),
        OrderError::EmptyZone { from: 3, to: 2 }.into(),
        OrderError::ZonesOverlap { place: 2 }.into(),
        OrderError::VoidsNothing.into(),
        Fault::ZonesApart,
        Fault::BonusDraws { rules: RuleSet::Frisian },
        Fault::NoBoards,
        Fault::BoardsOfPlayers { boards: 8 },
        Fault::OtherContest { format: "a crossing final", is_for_teams: false },
        Fault::OtherContest { format: "team4", is_for_teams: true },
        Fault::OtherPlayOff { remedy: Remedy::SingleGames, is_of_teams: true },
        Fault::OtherPlayOff { remedy: Remedy::TeamMatch, is_of_teams: false },
        Fault::VoidsInSwiss,
        Fault::ByesOfTable,
        Fault::NoShowOfTeams,
        Fault::WinnersOrdered,
        Fault::RoundsOfSchedule { rounds: 9 },
        Fault::NoRounds,
        Fault::RoundsMissing,
        Fault::TooManyRounds { entrants: 8, most: 7, rounds: 9 },
        Fault::PoolTable { table },
        Fault::UnequalPools { entrants: 15 },
        Fault::NoGames,
        Fault::TooManyGames { games: 200, most: 100 },
        Fault::MatchOf { entrants: 3 },
        ScheduleError::Players { table, min: 3, max: 6, players: 7 }.into(),
        not_prescribed(3, Some(6)),
        not_prescribed(2, None),
        not_prescribed(8, Some(8)),
        GroupError::Sizes { places: 4, entrants: 3 }.into(),
        Fault::Entrants { min: 8, max: None, entrants: 7 },
        Fault::Entrants { min: 8, max: Some(9), entrants: 7 },
        Fault::Limits { min: 8, max: 7 },
        Fault::Zones { size: 8, promoted: 7, relegated: 2 },
    ];
    faults.extend(
        [
            Competition::ClubEvent,
            Competition::ClubTeams,
            Competition::Eight,
            Competition::Ha,
            Competition::Classes,
            Competition::Youth,
            Competition::Blitz,
            Competition::MiniTeams,
        ]
        .map(|competition| Fault::SwissPrescribed { competition, entrants: 12 }),
    );
    let parts = &["competition-", "fault-from", "fault-range", "point-"];
    let mut samples = Samples::of("regulation.ftl", parts);
    for fault in faults {
        samples.add(|language| regulation::fault(&fault, language));
    }
    for point in Point::ALL {
        let fixed = Refusal::PointFixed { point };
        samples.add(|language| refusal::tournament(&fixed, language));
    }
    samples.check_complete();
}

#[test]
fn where_no_table_is_given_it_says_for_how_many_there_are_tables() {
    let texts = |fault: Fault| Language::ALL.map(|language| regulation::fault(&fault, language));
    assert_eq!(
        texts(not_prescribed(3, Some(6))),
        [
            "D art. 5 gives no table for 14 in a group of a class: it is for 3 to 6",
            "D art. 5 geeft geen schema voor 14 in een groep van een klasse: het is voor 3 tot en met 6",
            "D art. 5 jout gjin skema foar 14 yn in groep fan in klasse: it is foar 3 oant en mei 6",
        ]
    );
    let [english, _, _] = texts(not_prescribed(8, Some(8)));
    assert!(english.ends_with("it is for 8"), "{english}");
    let [english, _, _] = texts(not_prescribed(2, None));
    assert!(english.ends_with("it is for 2 and more"), "{english}");
}
