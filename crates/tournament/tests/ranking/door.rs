//! Invalid results and orders are refused with the reason.

use crate::{games, matches, meeting, one, results, state};
use draughts::Score;
use tournament::RoundNumber;
use tournament::ranking::{
    Absence, AbsenceKind, Finish, FirstPlace, GameState, MeetingState, Order, OrderError,
    RankingError, Resolution, Results, ResultsError, Running, TieBreak, TieDecision,
    WithdrawalRule, Zone, ZoneKind, rank,
};

#[track_caller]
fn refused(meetings: Vec<tournament::ranking::Meeting>, expected: ResultsError) {
    assert_eq!(Results::new((1..=3).map(one), meetings, Vec::new()), Err(expected));
}

#[test]
fn results_agree_with_themselves() {
    let round = RoundNumber::FIRST;
    let (first, second) = (one(1), one(2));
    let of = |state| vec![meeting(1, 1, 2, state)];
    refused(games("1-4 1-0"), ResultsError::UnknownParticipant { participant: one(4) });
    refused(games("2-2 1-0"), ResultsError::MeetsOneself { participant: one(2), round });
    refused(games("1-2 1-0, 2-3 ="), ResultsError::TwoPlaces { participant: one(2), round });
    refused(
        of(MeetingState::Boards(Vec::new())),
        ResultsError::BoardCount { first, second, round },
    );
    refused(
        of(MeetingState::Boards(vec![state("="); Results::BOARDS_MAX + 1])),
        ResultsError::BoardCount { first, second, round },
    );
    refused(
        of(MeetingState::Game(GameState::Forfeit(Score::Draw))),
        ResultsError::DrawByForfeit { first, second, round },
    );
    for men_ahead in [-41, 41, i32::MIN] {
        let finish = Finish { score: Score::Draw, men_ahead };
        refused(
            of(MeetingState::Game(GameState::Running(Some(finish)))),
            ResultsError::MenAhead { first, second, round },
        );
    }
    refused(
        vec![meeting(Results::ROUNDS_MAX + 1, 1, 2, MeetingState::Game(state("=")))],
        ResultsError::TooManyRounds,
    );
}

#[test]
fn participants_are_counted_once() {
    let twice = Results::new([one(1), one(1)], Vec::new(), Vec::new());
    assert_eq!(twice, Err(ResultsError::DuplicateParticipant { participant: one(1) }));
    let many = Results::new((1..=2001).map(one), Vec::new(), Vec::new());
    assert_eq!(many, Err(ResultsError::TooManyParticipants));
    let bye = Absence { round: RoundNumber::FIRST, participant: one(1), kind: AbsenceKind::Bye };
    let paired = Results::new([one(1), one(2)], games("1-2 ="), vec![bye]);
    let round = RoundNumber::FIRST;
    assert_eq!(paired, Err(ResultsError::TwoPlaces { participant: one(1), round }));
}

#[test]
fn lots_withdrawals_and_resolutions_name_those_who_are_there() {
    let results = || results(3, Vec::new());
    let unknown = ResultsError::UnknownParticipant { participant: one(4) };
    assert_eq!(results().with_withdrawn(one(4)), Err(unknown));
    assert_eq!(results().with_lots(&[1, 2, 4].map(one)), Err(unknown));
    let twice = ResultsError::DuplicateLot { participant: one(1) };
    assert_eq!(results().with_lots(&[1, 2, 1].map(one)), Err(twice));
    let missing = ResultsError::LotMissing { participant: one(2) };
    assert_eq!(results().with_lots(&[1, 3].map(one)), Err(missing));
    let resolve = |order: &[u32]| {
        let order = order.iter().map(|number| one(*number)).collect();
        results().with_resolution(Resolution { order, how: TieDecision::Games })
    };
    assert_eq!(resolve(&[1]), Err(ResultsError::ResolutionOfTooFew));
    assert_eq!(resolve(&[1, 4]), Err(unknown));
    assert_eq!(resolve(&[1, 1]), Err(ResultsError::ResolvedTwice { participant: one(1) }));
}

#[test]
fn orders_make_sense() {
    let check = |change: fn(&mut Order), expected| {
        let mut order = Order::frisian_class();
        change(&mut order);
        assert_eq!(order.check(), Err(expected));
        let refused = rank(&results(2, Vec::new()), &order, Running::Ignored);
        assert_eq!(refused, Err(RankingError::Order(expected)));
    };
    check(|order| order.tie_breaks.clear(), OrderError::PointsNotFirst);
    check(|order| order.tie_breaks = vec![TieBreak::Wins], OrderError::PointsNotFirst);
    check(
        |order| order.tie_breaks.push(TieBreak::Points),
        OrderError::DuplicateTieBreak { tie_break: TieBreak::Points },
    );
    check(|order| order.tie_breaks.push(TieBreak::BoardPoints), OrderError::BoardPointsOfPlayers);
    check(
        |order| order.tie_breaks.push(TieBreak::MedianSolkoff { each: 0 }),
        OrderError::NothingLeftOut { tie_break: TieBreak::MedianSolkoff { each: 0 } },
    );
    check(
        |order| order.first_place = FirstPlace::ByLeadingTieBreaks { count: 4 },
        OrderError::FirstPlaceBy { asked: 4, given: 3 },
    );
    check(
        |order| order.withdrawal = WithdrawalRule::VoidBelow { games: 0 },
        OrderError::VoidsNothing,
    );
    check(
        |order| order.zones = vec![Zone { kind: ZoneKind::Promotion, from: 2, to: 1 }],
        OrderError::EmptyZone { from: 2, to: 1 },
    );
    check(
        |order| {
            order.zones = vec![
                Zone { kind: ZoneKind::Relegation, from: 2, to: 4 },
                Zone { kind: ZoneKind::Promotion, from: 1, to: 2 },
            ];
        },
        OrderError::ZonesOverlap { place: 2 },
    );
}

#[test]
fn players_have_games_and_teams_have_boards() {
    let (first, second, round) = (one(1), one(2), RoundNumber::FIRST);
    let teams = rank(&results(2, games("1-2 =")), &Order::frisian_mini_teams(), Running::Ignored);
    assert_eq!(teams, Err(RankingError::GameOfTeams { first, second, round }));
    let players = rank(&results(2, matches("1-2 ½ ½")), &Order::frisian_class(), Running::Ignored);
    assert_eq!(players, Err(RankingError::BoardsOfPlayers { first, second, round }));
}

#[test]
fn nobody_and_one_have_a_table() {
    let nobody = rank(&results(0, Vec::new()), &Order::kndb_swiss(), Running::Ignored).unwrap();
    assert_eq!((nobody.rows.len(), nobody.ties.len()), (0, 0));
    let alone = rank(&results(1, Vec::new()), &Order::kndb_swiss(), Running::Ignored).unwrap();
    assert_eq!((alone.rows.len(), alone.rows[0].place, alone.ties.len()), (1, 1, 0));
}

#[test]
fn every_order_of_the_rulebooks_makes_sense() {
    for order in [
        Order::frisian_club_event(),
        Order::frisian_eight(),
        Order::frisian_champions(),
        Order::frisian_class(),
        Order::frisian_youth(),
        Order::frisian_blitz(),
        Order::frisian_club_teams(true),
        Order::frisian_club_teams(false),
        Order::frisian_mini_teams(),
        Order::kndb_swiss(),
        Order::open_2006(),
        Order::pool_2006(),
    ] {
        assert_eq!(order.check(), Ok(()), "{:?}", order.article);
    }
}
