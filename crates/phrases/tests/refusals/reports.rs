//! Problems of reports that are imported, and what an exported one cannot hold.

use phrases::{Language, report};
use tournament::{
    PlayerId, Refusal, RoundNumber,
    trf::{EntryFault, GameCode, Loss, ProblemKind, ValueKind},
};

use crate::Samples;

fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

fn problems_of_lines() -> Vec<ProblemKind> {
    let (code, text, team) = (|| "XXY".to_owned(), || "x".to_owned(), || "Damlust".to_owned());
    vec![
        ProblemKind::FileTooLong,
        ProblemKind::MoreProblems { count: 12 },
        ProblemKind::LineTooLong,
        ProblemKind::NotUtf8,
        ProblemKind::ControlCharacters,
        ProblemKind::UnknownLine { code: code() },
        ProblemKind::NotFollowed { code: code() },
        ProblemKind::Repeated { code: code() },
        ProblemKind::Count { code: code(), text: text() },
        ProblemKind::Date { text: text() },
        ProblemKind::StartNumber { text: text() },
        ProblemKind::DuplicateStartNumber { player: player(3) },
        ProblemKind::TooManyPlayers,
        ProblemKind::Slipped { column: 14 },
        ProblemKind::NameMissing { player: player(3) },
        ProblemKind::Value { player: player(3), what: ValueKind::Sex, text: text() },
        ProblemKind::Value { player: player(3), what: ValueKind::Rating, text: text() },
        ProblemKind::Value { player: player(3), what: ValueKind::Points, text: text() },
        ProblemKind::Value { player: player(3), what: ValueKind::Place, text: text() },
        ProblemKind::TooManyRounds { player: player(3) },
        ProblemKind::TeamNameMissing,
        ProblemKind::TeamPlayer { team: team(), text: text() },
        ProblemKind::TooManyTeamPlayers,
        ProblemKind::CountDiffers { code: "062", stated: 8, found: 7 },
        ProblemKind::UnknownTeamPlayer { team: team(), player: player(3) },
        ProblemKind::InTwoTeams { player: player(3) },
        ProblemKind::UnknownAbsent { player: player(3) },
    ]
}

fn problems_of_rounds() -> Vec<ProblemKind> {
    let (round, player, opponent) = (RoundNumber::new(2).unwrap(), player(3), player(4));
    let reason = || Box::new(Refusal::NotCreated);
    let (result, theirs) = (GameCode::Win, GameCode::Win);
    vec![
        ProblemKind::UnknownOpponent { player, round, opponent },
        ProblemKind::AgainstOneself { player, round },
        ProblemKind::OpponentDisagrees { player, round, opponent },
        ProblemKind::ColorsDisagree { player, round, opponent },
        ProblemKind::ResultsDisagree { player, round, opponent, result, theirs },
        ProblemKind::PointsDiffer { player, stated: 400, sum: 300 },
        ProblemKind::NameTwice { player, first: opponent },
        ProblemKind::NotEntered { player, reason: reason() },
        ProblemKind::AbsenceNotEntered { player, round, reason: reason() },
        ProblemKind::GameLeftOut { player, round, opponent },
        ProblemKind::RoundNotEntered { round, reason: reason() },
        ProblemKind::ResultNotEntered { player, round, opponent, reason: reason() },
        ProblemKind::BonusUnknown { player, round, opponent },
        ProblemKind::RoundsOfTeams,
        ProblemKind::PointsComputed { player, stated: 500, computed: 300 },
        ProblemKind::PlaceComputed { player, stated: 5, first: 2, last: 2 },
    ]
}

#[test]
fn every_problem_of_a_report_and_every_loss_has_its_words_in_every_language() {
    let mut samples = Samples::of("report.ftl", &["entry-fault-", "problem-bonus-unknown"]);
    for kind in problems_of_lines().into_iter().chain(problems_of_rounds()) {
        samples.add(|language| report::problem(&kind, language));
    }
    for fault in [
        EntryFault::Opponent,
        EntryFault::Color,
        EntryFault::Result,
        EntryFault::ByeWithOpponent,
        EntryFault::ColorWithoutOpponent,
        EntryFault::Slipped,
    ] {
        let (round, text) = (RoundNumber::FIRST, "3 x 1".to_owned());
        let kind = ProblemKind::Entry { player: player(3), round, text, fault };
        samples.add(|language| report::problem(&kind, language));
    }
    for loss in [
        Loss::NameCut { player: player(3) },
        Loss::BonusDraws,
        Loss::PointsCut { player: player(3) },
        Loss::VoidGames { player: player(3) },
        Loss::RunningGames,
    ] {
        samples.add(|language| report::loss(loss, language));
    }
    samples.check_complete();
}

#[test]
fn an_english_problem_reads_as_in_the_log_with_the_reason_and_the_article_after_it() {
    for kind in problems_of_lines().into_iter().chain(problems_of_rounds()) {
        let english = report::problem(&kind, Language::English);
        assert!(english.starts_with(&kind.to_string()), "{english}");
    }
    let (player, opponent, round) = (player(3), player(4), RoundNumber::FIRST);
    let bonus = ProblemKind::BonusUnknown { player, round, opponent };
    assert_eq!(
        report::problem(&bonus, Language::English),
        "the draw with 4 in round 1 has no bonus: correct it (2006 art. 14a)"
    );
}

#[test]
fn points_have_the_decimal_mark_of_the_language_and_no_zeros_at_the_end() {
    let differ = |stated, sum| ProblemKind::PointsDiffer { player: player(3), stated, sum };
    assert_eq!(
        report::problem(&differ(450, 1000), Language::English),
        "player 3 has 4.5 points, but the rounds give 10"
    );
    assert_eq!(
        report::problem(&differ(406, 0), Language::Dutch),
        "speler 3 heeft 4,06 punten, maar de ronden geven 0"
    );
}
