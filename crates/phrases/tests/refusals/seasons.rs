//! Refusals about seasons, control sums and report files.

use phrases::refusal::{report, season};
use tournament::{
    ControlError, GroupNumber, RoundNumber,
    ranking::{Participant, RankingError},
    season::{ClubSeasonError, Eight, EightsSeasonError, EndedError},
    trf::{NotATrf, Unwritable},
};

use crate::Samples;

/// Adds the reasons for which there is no table.
pub(crate) fn add_rankings(samples: &mut Samples) {
    let (first, second) = (Participant::new(1).unwrap(), Participant::new(2).unwrap());
    let round = RoundNumber::FIRST;
    for error in [
        RankingError::BoardsOfPlayers { first, second, round },
        RankingError::GameOfTeams { first, second, round },
    ] {
        samples.add(|language| season::control(&error.into(), language));
    }
}

#[test]
fn every_refusal_about_a_season_has_its_words_in_every_language() {
    let (tournament, name) = (|| "Fryslân".to_owned(), || "Ids".to_owned());
    let mut samples = Samples::of("season.ftl", &[]);
    for error in [
        EndedError::NotOver { tournament: tournament() },
        EndedError::UnknownGroup { tournament: tournament(), group: GroupNumber::FIRST },
        EndedError::Tied { tournament: tournament() },
        EndedError::UnknownPlayer { tournament: tournament(), name: name() },
        EndedError::Shared { tournament: tournament(), name: name(), place: 2 },
        EndedError::NotOrdered { tournament: tournament(), name: name() },
        EndedError::NoClass { tournament: tournament(), name: name() },
    ] {
        samples.add(|language| season::ended(&error, language));
    }
    for error in [
        EightsSeasonError::NotEight { eight: Eight::Haa, players: 7 },
        EightsSeasonError::Twice("Ids"),
        EightsSeasonError::DeclinedElsewhere("Ids"),
        EightsSeasonError::AbsentElsewhere("Ids"),
    ] {
        samples.add(|language| season::eights(&error, language));
    }
    for error in [
        ClubSeasonError::Empty(2),
        ClubSeasonError::Single(2),
        ClubSeasonError::Twice("Damlust"),
        ClubSeasonError::Size { group: 2, teams: 8 },
        ClubSeasonError::NotMerged("Damlust"),
        ClubSeasonError::NoLowerClass,
        ClubSeasonError::AbsentElsewhere("Damlust"),
    ] {
        samples.add(|language| season::clubs(&error, language));
    }
    for error in [ControlError::NotSwiss, ControlError::BonusDraws] {
        samples.add(|language| season::control(&error, language));
    }
    for error in [
        NotATrf::Teams,
        NotATrf::UnknownPlayer { participant: Participant::new(3).unwrap() },
        NotATrf::UnknownGroup { group: GroupNumber::FIRST },
        NotATrf::TooManyRounds,
    ] {
        samples.add(|language| report::not_a_report(&error, language));
    }
    for error in [
        Unwritable::Text { what: "name", text: "Ids".to_owned(), chars_max: 33 },
        Unwritable::Number { what: "rating", number: 70_000 },
        Unwritable::TooMany { what: "rounds", count: 1_001 },
        Unwritable::OtherLine { line: "001".to_owned() },
    ] {
        samples.add(|language| report::unwritable(&error, language));
    }
    samples.check_complete();
}
