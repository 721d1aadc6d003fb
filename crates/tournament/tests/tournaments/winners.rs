//! The winners of several groups (A art. 5, D art. 6).

use super::{
    BLACK_WINS, DRAW, WHITE_WINS, all, close, entered_by, one, open, pair, pair_by_hand, pairs_of,
    play, refused, round, rows_of, run,
};
use tournament::ranking::{Prescription, Remedy, TieDecision};
use tournament::regulation::{Fault, Preset, Regulation, WinnersRule};
use tournament::{Command, Lot, Refusal, Tournament};

/// Returns groups of four in the order of entry; the lower number wins every game except those
/// between the first two in the groups in `drawn`.
#[track_caller]
pub(super) fn groups(preset: Preset, number: u32, drawn: &[u32]) -> Tournament {
    let players = usize::try_from(number * 4).unwrap();
    let mut tournament = entered_by(Regulation::of(preset), players);
    let group = |at: u32| (at * 4 + 1..=at * 4 + 4).map(one).collect::<Vec<_>>();
    run(&mut tournament, &[Command::DivideGroups { groups: (0..number).map(group).collect() }]);
    for number in 1..=3 {
        run(&mut tournament, &[pair(number)]);
        let games = tournament.latest_round().unwrap().games().iter();
        let outcomes: Vec<_> = games
            .map(|game| {
                let (white, black) = (game.pairing.white.get(), game.pairing.black.get());
                let is_drawn = drawn.iter().any(|at| white.min(black) == at * 4 + 1)
                    && white.abs_diff(black) == 1;
                match white < black {
                    _ if is_drawn => DRAW,
                    true => WHITE_WINS,
                    false => BLACK_WINS,
                }
            })
            .collect();
        play(&mut tournament, number, &outcomes);
    }
    tournament
}

fn play_off(number: u32, tied: &[u32]) -> Command {
    Command::PairPlayOff { round: round(number), participants: all(tied), seed: Some(3) }
}

#[test]
fn d_art_6_the_winners_play_as_a_group_of_their_own() {
    let mut tournament = groups(Preset::FrisianClass, 3, &[]);
    assert_eq!(tournament.rounds_total(), Some(6));
    assert!(!tournament.is_finished() && !tournament.is_decided());
    refused(&tournament, &pair_by_hand(4, &[(1, 5)]), &Refusal::WinnersBySchedule);
    run(&mut tournament, &[pair(4)]);
    // The table of three (A art. 4): 1-2, 3-1, 2-3, numbered by their groups.
    let winners = tournament.round(round(4)).unwrap();
    assert!(matches!(winners.kind(), tournament::RoundKind::Winners { .. }));
    assert_eq!(winners.byes(), all(&[1]));
    let schedule = tournament::schedule(tournament::Schedule::Ind3, 3).unwrap();
    let winners = [1, 5, 9];
    for (number, expected) in (4..=6).zip(&schedule) {
        if number > 4 {
            run(&mut tournament, &[pair(number)]);
        }
        let winner = |lot: Lot| winners[lot.get() as usize - 1];
        let (white, black) = expected.pairs[0];
        let expected = (winner(white), winner(black));
        assert_eq!(pairs_of(&tournament, number), [expected]);
        // 9 beats both others, who draw.
        let outcome = match expected {
            (9, _) => WHITE_WINS,
            (_, 9) => BLACK_WINS,
            _ => DRAW,
        };
        play(&mut tournament, number, &[outcome]);
    }
    let table = tournament.winners_table().unwrap();
    assert_eq!(rows_of(&table), [(1, 9, 4), (2, 1, 1), (2, 5, 1)]);
    assert!(tournament.is_finished() && tournament.is_decided());
    // The groups stay as they are: 6 points each for their winners.
    let tables = tournament.tables(tournament::ranking::Running::Ignored);
    assert_eq!(tables.iter().map(|one| one.ranking.rows[0].points).collect::<Vec<_>>(), [6, 6, 6]);
    // Tied winners below play for it as in a group (6D).
    run(&mut tournament, &[play_off(7, &[1, 5])]);
    play(&mut tournament, 7, &[WHITE_WINS]);
    assert!(tournament.winners_table().unwrap().ties.is_empty());
    refused(&tournament, &pair(8), &Refusal::NoMoreRounds { rounds: 6 });
}

#[test]
fn d_art_6_every_group_has_one_winner_first() {
    let mut tournament = groups(Preset::FrisianClass, 2, &[1]);
    // 5 and 6 drew and beat the others: equal in everything.
    refused(&tournament, &pair(4), &Refusal::WinnerMissing);
    assert_eq!(tournament.winners_table(), None);
    run(&mut tournament, &[play_off(4, &[5, 6])]);
    play(&mut tournament, 4, &[WHITE_WINS]);
    let winner = pairs_of(&tournament, 4)[0].0;
    run(&mut tournament, &[pair(5)]);
    assert_eq!(pairs_of(&tournament, 5), [(1, winner)]);
    // Drawn: a deciding game with colours reversed.
    play(&mut tournament, 5, &[DRAW]);
    assert!(tournament.is_finished() && !tournament.is_decided());
    let tied = [1, winner];
    assert_eq!(tournament.open_play_offs(), [all(&tied)]);
    run(&mut tournament, &[play_off(6, &tied)]);
    assert_eq!(pairs_of(&tournament, 6), [(winner, 1)]);
    play(&mut tournament, 6, &[BLACK_WINS]);
    assert_eq!(rows_of(&tournament.winners_table().unwrap()), [(1, 1, 1), (2, winner, 1)]);
    assert!(tournament.is_decided());
}

#[test]
fn a_art_5_the_winner_with_most_points_is_first_of_all_and_equals_play_for_it() {
    // 9 drew once and won its group by its deciding game.
    let mut tournament = groups(Preset::FrisianClubEvent, 3, &[2]);
    assert_eq!(tournament.rounds_total(), Some(3));
    run(&mut tournament, &[play_off(4, &[9, 10])]);
    play(&mut tournament, 4, &[DRAW]);
    let resolve = |order: &[u32], how| Command::ResolveTie { order: all(order), how };
    let lot = TieDecision::Lot { seed: None };
    run(&mut tournament, &[resolve(&[9, 10], lot)]);
    let table = tournament.winners_table().unwrap();
    assert_eq!(rows_of(&table), [(1, 1, 6), (1, 5, 6), (3, 9, 5)]);
    let prescription = Prescription::Remedy { remedy: Remedy::SingleGamesOrLot, first_white: None };
    assert_eq!((table.ties.len(), table.ties[0].prescription), (1, prescription));
    assert!(tournament.is_finished() && !tournament.is_decided());
    assert_eq!(tournament.open_play_offs(), [all(&[1, 5])]);
    run(&mut tournament, &[play_off(5, &[1, 5])]);
    let (_, black) = pairs_of(&tournament, 5)[0];
    play(&mut tournament, 5, &[BLACK_WINS]);
    let table = tournament.winners_table().unwrap();
    assert_eq!(table.rows[0].participant, one(black));
    assert_eq!(table.rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(tournament.is_decided());
}

#[test]
fn the_order_of_winners_stays_with_one_group_or_another_regulation() {
    let of_class = Regulation { groups: None, ..Regulation::of(Preset::FrisianClass) };
    let mut tournament = entered_by(of_class, 4);
    for number in 1..=3 {
        run(&mut tournament, &[pair(number), open(number), close(number)]);
    }
    assert_eq!((tournament.rounds_total(), tournament.winners_table()), (Some(3), None));
    let winners = WinnersRule::Group;
    let pools = Regulation { winners, ..Regulation::of(Preset::Tournament2006) };
    assert_eq!(pools.check(), Err(Fault::WinnersOrdered));
    let teams = Regulation { winners, ..Regulation::of(Preset::FrisianMini) };
    assert_eq!(teams.check(), Err(Fault::WinnersOrdered));
}

#[test]
fn d_art_6_the_next_of_the_group_plays_for_a_winner_who_has_withdrawn() {
    let mut tournament = groups(Preset::FrisianClass, 3, &[]);
    let leave = Command::Withdraw { participant: one(5), reason: String::new() };
    run(&mut tournament, &[leave]);
    run(&mut tournament, &[pair(4)]);
    let round = tournament.latest_round().unwrap();
    let tournament::RoundKind::Winners { lots } = round.kind() else { panic!("of winners") };
    assert_eq!(*lots, all(&[1, 6, 9]));
}

#[test]
fn a_art_5_the_points_of_a_winner_who_has_withdrawn_do_not_make_him_the_first() {
    let mut tournament = groups(Preset::FrisianClubEvent, 2, &[1]);
    // Number 1 has won all games; 5 and 6 drew, and the lot puts 5 first.
    let order = all(&[5, 6]);
    run(&mut tournament, &[Command::ResolveTie { order, how: TieDecision::Arbiter }]);
    assert_eq!(tournament.winners_table().unwrap().rows[0].participant, one(1));
    run(&mut tournament, &[Command::Withdraw { participant: one(1), reason: String::new() }]);
    let rows = tournament.winners_table().unwrap().rows;
    let winners: Vec<u32> = rows.iter().map(|row| row.participant.get()).collect();
    assert_eq!(winners, [5, 2]);
}
