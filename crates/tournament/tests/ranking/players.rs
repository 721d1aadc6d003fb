//! Players by the Frisian rulebook and the regulation of 2006, article by article.

use crate::{all, column, games, meeting, one, results, table, tiers};
use draughts::Score;
use std::collections::BTreeMap;
use tournament::ranking::{
    CategoryPlace, Decision, Finish, GameState, MeetingState, Order, Prescription, Remedy,
    Resolution, Tie, TieBreak, TieDecision, Withdrawal, Zone, ZoneKind, ZoneMark, category_prizes,
};

/// Two are equal in everything and drew, with 2 having Black.
const TWO_TIED: &str = "1-2 =, 3-4 =\n1-3 1-0, 2-4 1-0\n1-4 1-0, 2-3 1-0";

/// 1 and 2 have 6 half points, 1 more Sonneborn-Berger.
const EQUAL_POINTS: &str = "2-5 1-0, 3-4 1-0\n1-5 0-1, 2-3 1-0\n1-4 1-0, 5-3 0-1\n1-3 1-0, 4-2 0-1\n\
                            1-2 1-0, 4-5 1-0";

fn remedy(remedy: Remedy, first_white: Option<u32>) -> Prescription {
    Prescription::Remedy { remedy, first_white: first_white.map(one) }
}

fn tie(place: u32, participants: &[u32], prescription: Prescription) -> Tie {
    Tie { place, participants: all(participants), prescription }
}

#[test]
fn appendix_1_the_worked_example() {
    let games = games("1-2 1-0, 3-4 =\n2-3 1-0, 4-1 =\n1-3 =, 2-4 =");
    let table = table(&results(4, games), &Order::frisian_class());
    assert_eq!(tiers(&table), [[1], [4], [2], [3]]);
    assert_eq!(column(&table, 0), [4, 3, 3, 2].map(Some), "points 2, 1½, 1½, 1");
    assert_eq!(column(&table, 1)[1..3], [9, 7].map(Some), "4½ and 3½");
    let decided_by = Decision::TieBreak {
        tie_break: TieBreak::SonnebornBerger,
        above: one(4),
        above_value: 9,
        own_value: 7,
    };
    assert_eq!(table.rows[2].decided_by, Some(decided_by));
}

#[test]
fn a_art_5_c_art_15_d_art_6_equals_play_single_games_with_colors_reversed() {
    let of_club = (Order::frisian_club_event(), Remedy::SingleGamesOrLot);
    let (eight, class) = (Order::frisian_eight(), Order::frisian_class());
    for (order, prescribed) in [of_club, (eight, Remedy::SingleGames), (class, Remedy::SingleGames)]
    {
        let table = table(&results(4, games(TWO_TIED)), &order);
        assert_eq!(tiers(&table), [vec![1, 2], vec![3, 4]]);
        let expected = [
            tie(1, &[1, 2], remedy(prescribed, Some(2))),
            tie(3, &[3, 4], remedy(prescribed, Some(4))),
        ];
        assert_eq!(table.ties, expected);
        assert_eq!(table.rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1, 1, 3, 3]);
    }
}

#[test]
fn c_art_15_e_art_5_two_play_a_match_for_the_first_place() {
    for order in [Order::frisian_champions(), Order::frisian_youth()] {
        let table = table(&results(4, games(TWO_TIED)), &order);
        let expected = [
            tie(1, &[1, 2], remedy(Remedy::MatchOfTwo, Some(2))),
            tie(3, &[3, 4], remedy(Remedy::SingleGames, Some(4))),
        ];
        assert_eq!(table.ties, expected);
    }
}

#[test]
fn c_art_15_only_points_count_for_the_champion() {
    let equal = results(5, games(EQUAL_POINTS));
    let eight = table(&equal, &Order::frisian_eight());
    assert_eq!(tiers(&eight), [[1], [2], [3], [5], [4]]);
    assert_eq!(column(&eight, 1), [24, 16, 8, 12, 4].map(Some));
    let champions = table(&equal, &Order::frisian_champions());
    assert_eq!(tiers(&champions), [vec![1, 2], vec![3], vec![5], vec![4]]);
    assert_eq!(champions.ties, [tie(1, &[1, 2], remedy(Remedy::MatchOfTwo, Some(2)))]);
    // For three the organisers make a schedule.
    let three = games("1-2 =, 3-4 0-1\n1-3 1-0, 4-2 =\n4-1 =, 3-2 0-1");
    let champions = table(&results(4, three), &Order::frisian_champions());
    assert_eq!(champions.ties, [tie(1, &[1, 2, 4], Prescription::Schedule)]);
}

#[test]
fn c_art_15_the_mutual_result_separates_equals() {
    // 4 and 5 have 4 half points and 16 in Sonneborn-Berger, and 4 has beaten 5.
    let games =
        games("2-5 =, 3-4 1-0\n1-5 =, 2-3 1-0\n1-4 =, 5-3 1-0\n1-3 0-1, 4-2 =\n1-2 0-1, 4-5 1-0");
    let table = table(&results(5, games), &Order::frisian_eight());
    assert_eq!(column(&table, 0), [6, 4, 4, 4, 2].map(Some));
    assert_eq!(column(&table, 1), [20, 16, 16, 12, 8].map(Some));
    assert_eq!(tiers(&table), [[2], [4], [5], [3], [1]]);
    let decided_by = Decision::TieBreak {
        tie_break: TieBreak::MutualResult,
        above: one(4),
        above_value: 2,
        own_value: 0,
    };
    assert_eq!(table.rows[2].decided_by, Some(decided_by));
}

/// D22: a single table is made of the tied participants.
#[test]
fn c_art_15_three_equals_have_a_table_of_their_own() {
    // 4, 5 and 6 have 5 half points and 25 in Sonneborn-Berger; 5 has beaten 4 and 6, who drew.
    let games = games(
        "1-6 0-1, 2-5 =, 3-4 =\n1-5 1-0, 6-4 =, 2-3 0-1\n1-4 =, 5-3 0-1, 6-2 0-1\n\
         1-3 =, 4-2 1-0, 5-6 1-0\n1-2 0-1, 3-6 0-1, 4-5 0-1",
    );
    let table = table(&results(6, games), &Order::frisian_eight());
    assert_eq!(tiers(&table), [vec![3], vec![5], vec![4, 6], vec![2], vec![1]]);
    assert_eq!(column(&table, 2), [None, Some(4), Some(1), Some(1), None, None]);
    assert_eq!(table.ties, [tie(3, &[4, 6], remedy(Remedy::SingleGames, Some(4)))]);
}

#[test]
fn c_art_14_fewer_than_five_games_are_void() {
    // 6 has played four games and one without players.
    let games = games(
        "1-6 0-1, 2-5 =, 3-4 1-0\n6-2 =, 1-3 =, 4-5 1-0\n3-6 =, 1-4 =, 2-7 =\n6-4 1-0, 5-7 =\n\
         6-5 +:-\n6-7 *",
    );
    let results = results(7, games).with_withdrawn(one(6)).unwrap();
    let table = table(&results, &Order::frisian_eight());
    assert!(table.rows.iter().all(|row| row.participant != one(6)));
    let withdrawal = Withdrawal { participant: one(6), played: 4, is_void: true, lost: 0 };
    assert_eq!(table.withdrawals, [withdrawal]);
    let first = table.rows.iter().find(|row| row.participant == one(1)).unwrap();
    assert_eq!((first.played, first.points), (2, 2), "only the games against 3 and 4");
    assert!(table.is_complete());
}

#[test]
fn c_art_14_from_five_games_on_the_rest_is_won_by_the_opponents() {
    let games = games("8-1 1-0\n8-2 1-0\n8-3 =\n8-4 0-1\n8-5 =\n8-6 ?\n8-7 *");
    let results = results(8, games).with_withdrawn(one(8)).unwrap();
    let table = table(&results, &Order::frisian_champions());
    let withdrawal = Withdrawal { participant: one(8), played: 5, is_void: false, lost: 2 };
    assert_eq!(table.withdrawals, [withdrawal]);
    let row = |number| table.rows.iter().find(|row| row.participant == one(number)).unwrap();
    assert_eq!((row(8).points, row(8).played, row(8).losses), (6, 7, 3));
    assert!(row(8).is_withdrawn);
    for number in [6, 7] {
        assert_eq!((row(number).points, row(number).wins), (2, 1));
        assert_eq!(row(number).values[1], Some(12), "Sonneborn-Berger of the final points");
    }
}

#[test]
fn rule_10_the_points_of_a_withdrawn_player_stay_and_what_is_left_is_lost() {
    let results = results(3, games("1-2 0-1\n3-1 *\n2-3 =")).with_withdrawn(one(1)).unwrap();
    let table = table(&results, &Order::pool_2006());
    let points: Vec<_> = table.rows.iter().map(|row| (row.participant.get(), row.points)).collect();
    assert_eq!(points, [(2, 300), (3, 300), (1, 0)]);
    assert!(table.is_complete(), "what is left is not played");
    let withdrawal = Withdrawal { participant: one(1), played: 1, is_void: false, lost: 1 };
    assert_eq!(table.withdrawals, [withdrawal]);
}

#[test]
fn rule_14a_draws_have_a_bonus_and_rule_14c_equals_play_blitz() {
    let draw =
        |men_ahead| MeetingState::Game(GameState::Played(Finish { score: Score::Draw, men_ahead }));
    let win = |men_ahead| {
        MeetingState::Game(GameState::Played(Finish { score: Score::WhiteWins, men_ahead }))
    };
    let meetings = vec![
        meeting(1, 1, 2, draw(4)),
        meeting(1, 3, 4, win(-7)),
        meeting(2, 2, 1, draw(4)),
        meeting(2, 4, 3, draw(-2)),
    ];
    let table = table(&results(4, meetings), &Order::pool_2006());
    let points: Vec<_> = table.rows.iter().map(|row| (row.participant.get(), row.points)).collect();
    assert_eq!(points, [(3, 302), (1, 200), (2, 200), (4, 98)]);
    // The first blitz game has the colours of the last one reversed.
    assert_eq!(table.ties, [tie(2, &[1, 2], remedy(Remedy::Blitz, Some(1)))]);
}

#[test]
fn f_art_5_every_category_has_its_prizes() {
    let table = table(&results(4, games(TWO_TIED)), &Order::frisian_class());
    let categories = BTreeMap::from([(one(2), "A"), (one(3), "B"), (one(4), "B"), (one(1), "A")]);
    let prizes = category_prizes(&table, &categories);
    let points = |number: u32| table.rows.iter().find(|row| row.participant == one(number));
    let points = |number: u32| points(number).unwrap().points;
    let place = |prize, number, place| {
        let (participant, points) = (one(number), points(number));
        CategoryPlace { prize, participant, place, points }
    };
    assert_eq!(prizes["A"], [place(1, 1, 1), place(1, 2, 1)]);
    assert_eq!(prizes["B"], [place(1, 3, 3), place(1, 4, 3)]);
    let strong = BTreeMap::from([(one(4), 'C'), (one(2), 'C')]);
    assert_eq!(category_prizes(&table, &strong)[&'C'], [place(1, 2, 1), place(2, 4, 3)]);
}

#[test]
fn a_recorded_resolution_separates_a_tie() {
    let order = Order::frisian_champions();
    let tied = results(4, games(TWO_TIED));
    let resolution = Resolution { order: all(&[2, 1]), how: TieDecision::Games };
    let resolved = table(&tied.clone().with_resolution(resolution.clone()).unwrap(), &order);
    assert_eq!(tiers(&resolved), [vec![2], vec![1], vec![3, 4]]);
    assert_eq!(resolved.ties, table(&tied, &order).ties[1..]);
    let decided_by =
        Decision::Resolution { above: one(2), how: TieDecision::Games, remedy: Remedy::MatchOfTwo };
    assert_eq!(resolved.rows[1].decided_by, Some(decided_by));
    assert_eq!(resolved.unused_resolutions, []);
    // A later resolution of the same tie replaces it; one of a tie that does not exist has no
    // effect.
    let other = Resolution { order: all(&[1, 3]), how: TieDecision::Arbiter };
    let tied = tied.with_resolution(resolution).unwrap();
    let tied = tied
        .with_resolution(Resolution { order: all(&[1, 2]), how: TieDecision::Arbiter })
        .unwrap();
    let again = table(&tied.with_resolution(other.clone()).unwrap(), &order);
    assert_eq!(tiers(&again), [vec![1], vec![2], vec![3, 4]]);
    assert_eq!(again.unused_resolutions, [other]);
}

#[test]
fn zones_say_who_has_a_place_and_who_may_have_it() {
    let mut order = Order::frisian_class();
    order.zones = vec![
        Zone { kind: ZoneKind::Promotion, from: 1, to: 2 },
        Zone { kind: ZoneKind::Relegation, from: 4, to: 4 },
    ];
    let table = table(&results(4, games(TWO_TIED)), &order);
    let marks: Vec<_> = table.rows.iter().map(|row| row.zone).collect();
    let sure = Some(ZoneMark { kind: ZoneKind::Promotion, is_contested: false });
    let open = Some(ZoneMark { kind: ZoneKind::Relegation, is_contested: true });
    assert_eq!(marks, [sure, sure, open, open]);
}
