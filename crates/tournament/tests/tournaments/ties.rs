//! Ties: their resolution by people, and by games.

use super::{
    BERGER, BLACK_WINS, DRAW, WHITE_WINS, all, changes_nothing, decide, entered, entered_by, open,
    pair, pairs_of, play, record, refused, round, rows_of, run, swiss_of, table_of, withdraw,
};
use draughts::{Outcome, Reason, Score};
use tournament::ranking::{Order, Prescription, Remedy, TieDecision};
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, Event, Refusal, RoundKind, Tournament};

fn resolve(order: &[u32]) -> Command {
    Command::ResolveTie { order: all(order), how: TieDecision::Arbiter }
}

fn play_off(number: u32, tied: &[u32], seed: Option<u64>) -> Command {
    Command::PairPlayOff { round: round(number), participants: all(tied), seed }
}

/// Returns a finished round robin with all games drawn.
#[track_caller]
fn drawn(mut tournament: Tournament) -> Tournament {
    for number in 1..=u32::try_from(tournament.rounds_total().unwrap()).unwrap() {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    tournament
}

#[test]
fn the_arbiter_resolves_a_tie_and_opens_it_again_to_correct_it() {
    let mut tournament = drawn(entered(BERGER, 3));
    assert!(tournament.is_finished() && !tournament.is_decided());
    for others in [&[1, 2][..], &[1, 2, 2], &[1]] {
        refused(&tournament, &resolve(others), &Refusal::NoSuchTie);
    }
    let unknown = Refusal::UnknownParticipant { participant: super::one(4) };
    refused(&tournament, &resolve(&[1, 2, 4]), &unknown);
    let events = run(&mut tournament, &[resolve(&[3, 1, 2])]);
    let order = all(&[3, 1, 2]);
    let (how, instead_of) = (TieDecision::Arbiter, Some(Remedy::SingleGames));
    assert_eq!(events, [Event::TieResolved { order, how, instead_of }]);
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 3, 2), (2, 1, 2), (3, 2, 2)]);
    assert!(tournament.is_decided());
    changes_nothing(&tournament, &resolve(&[3, 1, 2]));
    // A resolution is not replaced by another, by any means.
    let drawn_again = Command::DrawTie { participants: all(&[1, 2, 3]), seed: 4 };
    for again in [resolve(&[2, 1, 3]), drawn_again] {
        refused(&tournament, &again, &Refusal::AlreadyResolved);
    }
    run(&mut tournament, &[reopen(&[1, 2, 3], "a slip of the pen"), resolve(&[2, 1, 3])]);
    assert_eq!(table_of(&tournament).rows[0].participant, super::one(2));
    assert_eq!(tournament.resolved_ties().len(), 1);
}

#[test]
fn a_tie_is_drawn_by_lot_from_a_seed() {
    let mut tournament = drawn(entered(BERGER, 4));
    let draw = |order: &[u32]| Command::DrawTie { participants: all(order), seed: 12 };
    let events = run(&mut tournament, &[draw(&[4, 3, 2, 1])]);
    let [Event::TieResolved { order, how, .. }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(*how, TieDecision::Lot { seed: Some(12) });
    let mut expected = all(&[1, 2, 3, 4]);
    tournament::plan::Lots::from_seed(12).shuffle(&mut expected);
    assert_eq!(order, &expected);
    changes_nothing(&tournament, &draw(&[1, 2, 3, 4]));
    // Lots are not drawn again until the result pleases.
    let again = Command::DrawTie { participants: all(&[1, 2, 3, 4]), seed: 13 };
    refused(&tournament, &again, &Refusal::AlreadyResolved);
}

#[test]
fn places_are_not_final_before_the_last_game() {
    let mut tournament = entered(BERGER, 2);
    refused(&tournament, &resolve(&[1, 2]), &Refusal::RoundsToPlay { next: round(1) });
    run(&mut tournament, &[pair(1), open(1)]);
    let (round, table) = (round(1), super::table(1));
    refused(&tournament, &resolve(&[1, 2]), &Refusal::ResultMissing { round, table });
    refused(&tournament, &play_off(2, &[1, 2], None), &Refusal::ResultMissing { round, table });
}

#[test]
fn a_swiss_table_has_no_ties_left_for_games() {
    let mut tournament = swiss_of(4, 1);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    assert_eq!(table_of(&tournament).ties, []);
    refused(&tournament, &play_off(2, &[1, 2], None), &Refusal::NoSuchTie);
}

#[test]
fn d_art_6_single_games_decide_and_d26_reverses_the_colours() {
    let mut tournament = drawn(entered_by(Regulation::of(Preset::FrisianHa), 2));
    // Two games: 1-2 and 2-1. So 1 begins with White.
    run(&mut tournament, &[play_off(3, &[2, 1], None)]);
    assert_eq!(pairs_of(&tournament, 3), [(1, 2)]);
    changes_nothing(&tournament, &play_off(3, &[1, 2], None));
    refused(&tournament, &play_off(4, &[1, 2], None), &Refusal::PlayOffRunning { round: round(3) });
    play(&mut tournament, 3, &[DRAW]);
    run(&mut tournament, &[play_off(4, &[1, 2], None)]);
    assert_eq!(pairs_of(&tournament, 4), [(2, 1)]);
    // A game that was not played decides nothing and is repeated.
    play(&mut tournament, 4, &[super::UNPLAYED]);
    run(&mut tournament, &[play_off(5, &[1, 2], None), open(5)]);
    assert_eq!(pairs_of(&tournament, 5), [(2, 1)]);
    let events = run(&mut tournament, &[record(5, 1, BLACK_WINS)]);
    let resolved =
        Event::TieResolved { order: all(&[1, 2]), how: TieDecision::Games, instead_of: None };
    assert_eq!(events.last(), Some(&resolved));
    refused(&tournament, &pair(6), &Refusal::NoMoreRounds { rounds: 2 });
    // The games do not count in the table.
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 1, 2), (2, 2, 2)]);
    // The game goes on after all.
    let events = run(&mut tournament, &[withdraw(5, 1)]);
    let (participants, reason) = (all(&[1, 2]), String::new());
    assert_eq!(events.last(), Some(&Event::TieReopened { participants, reason }));
    assert!(!tournament.is_decided());
}

#[test]
fn d26_only_a_game_that_was_really_played_has_colours() {
    let finished = |outcomes: [Outcome; 2]| {
        let mut tournament = entered_by(Regulation::of(Preset::FrisianHa), 2);
        for (number, outcome) in (1..).zip(outcomes) {
            run(&mut tournament, &[pair(number)]);
            play(&mut tournament, number, &[outcome]);
        }
        assert_eq!([pairs_of(&tournament, 1), pairs_of(&tournament, 2)], [[(1, 2)], [(2, 1)]]);
        tournament
    };
    let first_white = |tournament: &Tournament| {
        let prescription = table_of(tournament).ties[0].prescription;
        let Prescription::Remedy { first_white, .. } = prescription else { panic!("of two") };
        first_white.map(|one| one.get())
    };
    let forfeit = |score| Outcome::new(score, Reason::Forfeit);
    // The second game, 2-1, was not played: 2 has White after 1-2.
    let mut tournament = finished([BLACK_WINS, forfeit(Score::BlackWins)]);
    assert_eq!(first_white(&tournament), Some(2));
    run(&mut tournament, &[play_off(3, &[1, 2], None)]);
    assert_eq!(pairs_of(&tournament, 3), [(2, 1)]);
    // They never played: the lot decides.
    let tournament = finished([forfeit(Score::WhiteWins), forfeit(Score::WhiteWins)]);
    assert_eq!(first_white(&tournament), None);
    refused(&tournament, &play_off(3, &[1, 2], None), &Refusal::SeedMissing);
}

#[test]
fn c_art_15_three_play_everybody_against_everybody_and_those_still_tied_again() {
    let mut tournament = drawn(entered_by(
        Regulation {
            limits: Regulation::of(Preset::RoundRobin).limits,
            format: BERGER,
            ..Regulation::of(Preset::FrisianKk)
        },
        3,
    ));
    let tied = [1, 2, 3];
    refused(&tournament, &play_off(4, &tied, None), &Refusal::SeedMissing);
    run(&mut tournament, &[play_off(4, &tied, Some(5))]);
    let RoundKind::PlayOff { lots, .. } = tournament.round(round(4)).unwrap().kind().clone() else {
        panic!("a play-off")
    };
    let numbers: Vec<u32> = lots.iter().map(|one| one.get()).collect();
    // The table of three (A art. 4): 1-2, 3-1, 2-3 in some order.
    let by_lot = |number: u32| {
        u32::try_from(numbers.iter().position(|n| *n == number).unwrap()).unwrap() + 1
    };
    let ind3 = tournament::schedule(tournament::Schedule::Ind3, 3).unwrap();
    for (number, expected) in (4..=6).zip(&ind3) {
        if number > 4 {
            run(&mut tournament, &[play_off(number, &tied, None)]);
        }
        let (white, black) = pairs_of(&tournament, number)[0];
        let (one, other) = (expected.pairs[0].0.get(), expected.pairs[0].1.get());
        let drawn = [by_lot(white), by_lot(black)];
        assert!(drawn == [one, other] || drawn == [other, one], "round {number}");
        // The colours are reversed from their game in the first three rounds.
        let met = (1..=3).map(|before| pairs_of(&tournament, before)[0]);
        assert_eq!(met.filter(|pair| *pair == (black, white)).count(), 1, "round {number}");
        // The first lot beats both others, who draw.
        let first = numbers[0];
        let outcome = match (white == first, black == first) {
            (true, _) => WHITE_WINS,
            (_, true) => BLACK_WINS,
            _ => DRAW,
        };
        play(&mut tournament, number, &[outcome]);
    }
    assert!(!tournament.is_decided());
    refused(&tournament, &play_off(7, &tied, None), &Refusal::PlayOffOver);
    // The other two play a match of two games, colours reversed from their last one.
    let mut others = [numbers[1], numbers[2]];
    others.sort_unstable();
    run(&mut tournament, &[play_off(7, &others, None)]);
    let mut last = (4..=6).map(|number| pairs_of(&tournament, number)[0]);
    let last = last.rfind(|pair| pair.0 != numbers[0] && pair.1 != numbers[0]).unwrap();
    assert_eq!(pairs_of(&tournament, 7), [(last.1, last.0)]);
    play(&mut tournament, 7, &[WHITE_WINS]);
    assert!(!tournament.is_decided());
    run(&mut tournament, &[play_off(8, &others, None), open(8)]);
    assert_eq!(pairs_of(&tournament, 8), [last]);
    let events = run(&mut tournament, &[record(8, 1, DRAW)]);
    let order = all(&[numbers[0], last.1, last.0]);
    assert_eq!(
        events.last(),
        Some(&Event::TieResolved { order, how: TieDecision::Games, instead_of: None })
    );
    assert!(tournament.is_decided());
}

/// Returns the pairs of a play-off of three, in the order of the tables of their rounds; all games
/// are drawn.
#[track_caller]
fn three_played(tournament: &mut Tournament, from: u32, seed: u64) -> Vec<(u32, u32)> {
    let rounds = from..from + 3;
    rounds
        .map(|number| {
            run(tournament, &[play_off(number, &[1, 2, 3], Some(seed))]);
            play(tournament, number, &[DRAW]);
            pairs_of(tournament, number)[0]
        })
        .collect()
}

#[test]
fn d_art_6_three_play_with_the_colours_of_their_last_games_reversed_whatever_the_lot() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianClass), 4);
    run(&mut tournament, &[Command::DivideGroups { groups: vec![all(&[1, 2, 3, 4])] }]);
    // 1 beats 2 and 4, 2 beats 3 and 4, 3 beats 1 and 4.
    let results = [[WHITE_WINS, WHITE_WINS], [WHITE_WINS, BLACK_WINS], [BLACK_WINS, WHITE_WINS]];
    for (number, results) in (1..).zip(results) {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &results);
    }
    for seed in 0..12 {
        let mut tournament = tournament.clone();
        let mut first = three_played(&mut tournament, 4, seed);
        let mut second = three_played(&mut tournament, 7, seed + 1);
        first.sort_unstable();
        second.sort_unstable();
        // In the tournament it was 1-2, 2-3, 1-3.
        assert_eq!(first, [(2, 1), (3, 1), (3, 2)], "seed {seed}");
        // All are tied again: reversed once more.
        assert_eq!(second, [(1, 2), (1, 3), (2, 3)], "seed {seed}");
    }
}

#[test]
fn regulation_2006_art_14c_three_begin_their_blitz_games_with_reversed_colours() {
    let pool = Regulation {
        order: Order::pool_2006(),
        format: BERGER,
        limits: Regulation::of(Preset::RoundRobin).limits,
        ..Regulation::of(Preset::Tournament2006)
    };
    let tournament = drawn(entered_by(pool, 3));
    let mut expected: Vec<_> = (1..=3).map(|round| pairs_of(&tournament, round)[0]).collect();
    expected.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
    expected.sort_unstable();
    for seed in 0..12 {
        let mut pairs = three_played(&mut tournament.clone(), 4, seed);
        pairs.sort_unstable();
        assert_eq!(pairs, expected, "seed {seed}");
    }
}

#[test]
fn f_art_4_the_lot_gives_three_their_first_colours_and_then_they_change() {
    let order = Order {
        first_remedy: Remedy::SingleGamesByLot,
        ..Regulation::of(Preset::FrisianClass).order
    };
    let limits = Regulation::of(Preset::RoundRobin).limits;
    let regulation =
        Regulation { order, format: BERGER, limits, ..Regulation::of(Preset::FrisianHa) };
    let tournament = drawn(entered_by(regulation, 3));
    let drawn: std::collections::BTreeSet<_> = (0..20)
        .map(|seed| {
            let mut tournament = tournament.clone();
            let first = three_played(&mut tournament, 4, seed);
            let mut again = three_played(&mut tournament, 7, seed + 1);
            again.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
            let (mut one, mut other) = (first, again);
            one.sort_unstable();
            other.sort_unstable();
            assert_eq!(one, other, "seed {seed}");
            one
        })
        .collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn c_art_15_the_organisers_pair_three_as_they_like() {
    let berger = Regulation {
        limits: Regulation::of(Preset::RoundRobin).limits,
        format: BERGER,
        ..Regulation::of(Preset::FrisianKk)
    };
    let mut tournament = drawn(entered_by(berger, 3));
    let by_hand = |number, pairs: &[(u32, u32)]| Command::PairPlayOffByHand {
        round: round(number),
        participants: all(&[3, 1, 2]),
        pairs: pairs.iter().map(|&(a, b)| (super::one(a), super::one(b))).collect(),
    };
    refused(&tournament, &by_hand(4, &[]), &Refusal::PairingsMissing { round: round(4) });
    let stranger = Refusal::UnknownParticipant { participant: super::one(4) };
    let twice = Refusal::PairedTwice { participant: super::one(1), round: round(4) };
    refused(&tournament, &by_hand(4, &[(1, 1)]), &twice);
    let of_two = Command::PairPlayOffByHand {
        round: round(4),
        participants: all(&[1, 4]),
        pairs: Vec::new(),
    };
    refused(&tournament, &of_two, &stranger);
    run(&mut tournament, &[by_hand(4, &[(2, 1)])]);
    changes_nothing(&tournament, &by_hand(4, &[(2, 1)]));
    refused(&tournament, &by_hand(4, &[(1, 2)]), &Refusal::AlreadyPaired { round: round(4) });
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[3]));
    play(&mut tournament, 4, &[WHITE_WINS]);
    // A second game with the colours reversed, before number 3 plays: no table has that.
    refused(
        &tournament,
        &play_off(5, &[1, 2, 3], Some(1)),
        &Refusal::PairingsMissing { round: round(5) },
    );
    for (number, pairs) in [(5, [(1, 2)]), (6, [(2, 3)]), (7, [(3, 1)])] {
        run(&mut tournament, &[by_hand(number, &pairs)]);
        play(&mut tournament, number, &[DRAW]);
    }
    assert!(!tournament.is_decided());
    // The result is recorded as by games: that is prescribed.
    let games = Command::ResolveTie { order: all(&[2, 3, 1]), how: TieDecision::Games };
    let events = run(&mut tournament, &[games]);
    let (order, how) = (all(&[2, 3, 1]), TieDecision::Games);
    assert_eq!(events, [Event::TieResolved { order, how, instead_of: None }]);
    assert!(tournament.is_decided());
    refused(&tournament, &by_hand(8, &[(1, 2)]), &Refusal::PlayOffOver);
    // A corrected game of the tie opens it again.
    let events = run(&mut tournament, &[super::correct(7, 1, WHITE_WINS)]);
    let (participants, reason) = (all(&[1, 2, 3]), String::new());
    assert_eq!(events.last(), Some(&Event::TieReopened { participants, reason }));
}

#[test]
fn c_art_15_two_play_the_match_that_is_prescribed() {
    let mut tournament = drawn(entered_by(Regulation::of(Preset::FrisianHa), 2));
    let pairs = vec![(super::one(2), super::one(1))];
    let participants = all(&[1, 2]);
    let by_hand = Command::PairPlayOffByHand { round: round(3), participants, pairs };
    refused(&tournament, &by_hand, &Refusal::PlayOffOfTwo);
    run(&mut tournament, &[play_off(3, &[1, 2], None)]);
}

#[test]
fn f_art_4_the_lot_gives_the_first_colour() {
    let order = Order {
        first_remedy: Remedy::SingleGamesByLot,
        ..Regulation::of(Preset::FrisianClass).order
    };
    let regulation = Regulation { order, ..Regulation::of(Preset::FrisianHa) };
    let tournament = drawn(entered_by(regulation, 2));
    refused(&tournament, &play_off(3, &[1, 2], None), &Refusal::SeedMissing);
    let first = |seed| {
        let mut tournament = tournament.clone();
        run(&mut tournament, &[play_off(3, &[1, 2], Some(seed))]);
        pairs_of(&tournament, 3)[0]
    };
    let drawn: std::collections::BTreeSet<_> = (0..20).map(first).collect();
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [(1, 2), (2, 1)]);
}

#[test]
fn what_the_lot_or_the_arbiter_decides_has_no_games() {
    for remedy in [Remedy::Lot, Remedy::Arbiter] {
        let order = Order { first_remedy: remedy, ..Regulation::of(Preset::FrisianHa).order };
        let regulation = Regulation { order, ..Regulation::of(Preset::FrisianHa) };
        let tournament = drawn(entered_by(regulation, 2));
        refused(&tournament, &play_off(3, &[1, 2], Some(1)), &Refusal::NoPlayOff { remedy });
    }
}

#[test]
fn a_forfeit_decides_a_play_off_too() {
    let mut tournament = drawn(entered_by(Regulation::of(Preset::FrisianHa), 2));
    run(&mut tournament, &[play_off(3, &[1, 2], None)]);
    play(&mut tournament, 3, &[Outcome::new(Score::BlackWins, Reason::NoShow)]);
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 2, 2), (2, 1, 2)]);
    assert!(decide(&tournament, &play_off(4, &[1, 2], None)).is_err());
}

#[test]
fn a_corrected_result_may_leave_another_tie_that_is_played_for_by_itself() {
    let mut tournament = drawn(entered_by(
        Regulation {
            limits: Regulation::of(Preset::RoundRobin).limits,
            format: BERGER,
            ..Regulation::of(Preset::FrisianHa)
        },
        3,
    ));
    for number in 4..=6 {
        run(&mut tournament, &[play_off(number, &[1, 2, 3], Some(1))]);
        play(&mut tournament, number, &[WHITE_WINS]);
    }
    // Each has won once. Now two games of the tournament are corrected, both lost by number 3.
    run(&mut tournament, &[super::correct(1, 1, WHITE_WINS), super::correct(3, 1, BLACK_WINS)]);
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 1, 3), (1, 2, 3), (3, 3, 0)]);
    run(&mut tournament, &[play_off(7, &[1, 2], None), open(7)]);
    let (white, black) = pairs_of(&tournament, 7)[0];
    let events = run(&mut tournament, &[record(7, 1, WHITE_WINS)]);
    let resolved = Event::TieResolved {
        order: all(&[white, black]),
        how: TieDecision::Games,
        instead_of: None,
    };
    assert_eq!(events.last(), Some(&resolved));
}

fn reopen(tied: &[u32], reason: &str) -> Command {
    Command::ReopenTie { participants: all(tied), reason: reason.to_owned() }
}

#[test]
fn a_tie_that_was_resolved_by_mistake_is_open_again_and_played_for() {
    let mut tournament = drawn(entered_by(Regulation::of(Preset::FrisianHa), 2));
    changes_nothing(&tournament, &reopen(&[1, 2], "nothing was resolved"));
    run(&mut tournament, &[resolve(&[2, 1])]);
    refused(&tournament, &play_off(3, &[1, 2], None), &Refusal::PlayOffOver);
    refused(&tournament, &reopen(&[1, 2], " "), &Refusal::TieReasonMissing);
    refused(&tournament, &reopen(&[1, 1], "x"), &Refusal::NoSuchTie);
    let events = run(&mut tournament, &[reopen(&[2, 1], " D art. 6  asks for a game")]);
    let (participants, reason) = (all(&[1, 2]), "D art. 6 asks for a game".to_owned());
    assert_eq!(events, [Event::TieReopened { participants, reason }]);
    changes_nothing(&tournament, &reopen(&[1, 2], "again"));
    assert!(!tournament.is_decided());
    run(&mut tournament, &[play_off(3, &[1, 2], None)]);
    play(&mut tournament, 3, &[WHITE_WINS]);
    // A tie decided by games is corrected in the games.
    refused(&tournament, &reopen(&[1, 2], "x"), &Refusal::WonByGames);
    // No ruling replaces them.
    refused(&tournament, &resolve(&[2, 1]), &Refusal::AlreadyResolved);
    assert_eq!(tournament.resolved_ties()[0].how, TieDecision::Games);
}

#[test]
fn what_resolves_a_tie_is_what_its_article_prescribes_or_that_is_said() {
    let lot = TieDecision::Lot { seed: None };
    let of_club = Regulation { groups: None, ..Regulation::of(Preset::FrisianClubEvent) };
    let of_club = Regulation { winners: tournament::regulation::WinnersRule::Apart, ..of_club };
    // A art. 5 C allows the lot, D art. 6 and C art. 15 do not.
    let rows: [(Regulation, usize, TieDecision, Option<Remedy>); 6] = [
        (of_club.clone(), 3, lot, None),
        (of_club, 3, TieDecision::Arbiter, Some(Remedy::SingleGamesOrLot)),
        (Regulation::of(Preset::FrisianHa), 4, TieDecision::Games, None),
        (Regulation::of(Preset::FrisianHa), 4, lot, Some(Remedy::SingleGames)),
        (Regulation::of(Preset::FrisianKk), 8, lot, Some(Remedy::MatchOfTwo)),
        (Regulation::of(Preset::RoundRobin), 2, TieDecision::Games, None),
    ];
    for (regulation, players, how, prescribed) in rows {
        let preset = regulation.preset;
        let mut tournament = drawn(entered_by(regulation, players));
        let tied = table_of(&tournament).ties[0].participants.clone();
        run(&mut tournament, &[Command::ResolveTie { order: tied, how }]);
        let resolved = &tournament.resolved_ties()[0];
        assert_eq!(resolved.instead_of, prescribed, "{preset}: {how:?}");
    }
}

#[test]
fn c_art_15_nothing_is_prescribed_for_a_tie_before_the_last_game() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    for number in 1..=7 {
        let early = &table_of(&tournament).ties[0];
        assert_eq!((early.participants.len(), early.prescription), (8, Prescription::Later));
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    assert_eq!(table_of(&tournament).ties[0].prescription, Prescription::Schedule);
}
