//! The tables that the rulebook prescribes.

use tournament::Schedule;
use tournament::plan::{Competition, NotPrescribed, System, prescription};

#[track_caller]
fn check(competition: Competition, entrants: usize, system: System, article: &str) {
    let found = prescription(competition, entrants).unwrap();
    assert_eq!((found.system, found.article), (system, article), "{competition}: {entrants}");
    if let System::Table(table) = found.system {
        assert_eq!(table.players(), (entrants, entrants));
    }
}

#[test]
fn each_number_of_entrants_has_its_table() {
    use Competition::{Blitz, Classes, ClubEvent, ClubTeams, Eight, Ha, MiniTeams, Youth};
    use Schedule as S;
    for (competition, entrants, table, article) in [
        (ClubEvent, 2, S::Ha2, "appendix 2"),
        (ClubEvent, 3, S::Ind3, "A art. 4"),
        (ClubEvent, 4, S::Ind4, "A art. 4"),
        (ClubEvent, 5, S::Ind5, "A art. 4"),
        (ClubEvent, 6, S::Ind6Split, "A art. 4"),
        (Classes, 3, S::Ind3, "D art. 5"),
        (Classes, 4, S::Ind4, "D art. 5"),
        (Classes, 5, S::Ind5, "D art. 5"),
        (Classes, 6, S::Ind6Split, "D art. 5"),
        (ClubTeams, 4, S::Team4, "B art. 4"),
        (ClubTeams, 5, S::Team5, "B art. 4"),
        (ClubTeams, 6, S::Team6, "B art. 4"),
        (ClubTeams, 7, S::Team7, "B art. 4"),
        (Eight, 8, S::Ind8Achttal, "C art. 7"),
        (Ha, 2, S::Ha2, "appendix 2"),
        (Ha, 3, S::Ind3, "appendix 2"),
        (Ha, 4, S::Ind4, "appendix 2"),
        (Ha, 5, S::Ind5, "appendix 2"),
        (Ha, 6, S::Ha6, "appendix 2"),
        (Ha, 7, S::Ha7, "appendix 2"),
        (Ha, 8, S::Ind8Achttal, "appendix 2"),
        (MiniTeams, 3, S::Ind3, "G art. 2"),
        (MiniTeams, 4, S::Mini4, "G art. 4"),
        (MiniTeams, 5, S::Mini5, "G art. 4"),
        (MiniTeams, 6, S::Mini6Split, "G art. 4"),
    ] {
        check(competition, entrants, System::Table(table), article);
    }
    for entrants in [9, 10, 40] {
        check(Ha, entrants, System::Swiss { rounds: Some(6) }, "D art. 4");
        check(Blitz, entrants, System::Swiss { rounds: None }, "F art. 3");
        check(Youth, entrants, System::Free, "E art. 3");
    }
}

#[test]
fn where_no_table_is_given_it_says_which_there_are() {
    use Competition::{Classes, ClubEvent, ClubTeams, Eight, Ha, MiniTeams};
    for (competition, entrants, article, min, max) in [
        (ClubEvent, 7, "A art. 4", 2, Some(6)),
        (Classes, 2, "D art. 5", 3, Some(6)),
        (ClubTeams, 8, "B art. 4", 4, Some(7)),
        (Eight, 7, "C art. 7", 8, Some(8)),
        (Ha, 1, "appendix 2", 2, None),
        (MiniTeams, 7, "G art. 4", 3, Some(6)),
    ] {
        let none = NotPrescribed { competition, entrants, article, min, max };
        assert_eq!(prescription(competition, entrants), Err(none));
    }
}

#[test]
fn appendix_2_spreads_the_rounds_over_the_days() {
    for (entrants, days) in [(3, &[3][..]), (4, &[3]), (5, &[3, 2]), (6, &[3, 2]), (7, &[3, 1, 3])]
    {
        let found = prescription(Competition::Ha, entrants).unwrap();
        assert_eq!(found.days, days, "{entrants}");
        let System::Table(table) = found.system else { panic!("{entrants}: {found:?}") };
        let rounds = tournament::schedule(table, entrants).unwrap().len();
        assert_eq!(u32::try_from(rounds).unwrap(), days.iter().sum::<u32>());
    }
}

#[test]
fn b_art_4_gives_less_time_for_more_teams() {
    for (teams, time) in [(4, "90m"), (5, "45m"), (6, "45m"), (7, "30m")] {
        let found = prescription(Competition::ClubTeams, teams).unwrap();
        assert_eq!(found.time_control, time.parse().ok(), "{teams}");
    }
}
