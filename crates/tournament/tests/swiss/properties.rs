//! Properties of every tournament.

use crate::invented::{Chance, Invented, may_have};
use draughts::Color;
use std::collections::BTreeMap;
use tournament::PlayerId;
use tournament::swiss::{
    ControlSums, Entrant, Field, FinalRanking, PastRound, SwissRound, Unpairable, final_ranking,
    pair, scores,
};

/// Checks that every available player is in the round once, and that B1, B1b and B2 hold.
fn check_norms(field: &Field, round: &SwissRound) {
    let of = |wanted: PlayerId| field.entrants().iter().find(|one| one.player == wanted).unwrap();
    let mut there: Vec<_> = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
    there.extend(round.bye.as_ref().map(|bye| bye.player));
    there.sort();
    let available = field.entrants().iter().filter(|one| one.is_available);
    let mut expected: Vec<_> = available.map(|one| one.player).collect();
    expected.sort();
    assert_eq!(there, expected);
    for pair in &round.pairs {
        let (white, black) = (of(pair.white), of(pair.black));
        let met = |past: &PastRound| past.met().is_some_and(|(met, _)| met == pair.black);
        assert!(!white.history.iter().any(met), "B1a: {pair:?}");
        for (one, color) in [(white, Color::White), (black, Color::Black)] {
            let points: u32 = one.history.iter().map(PastRound::points).sum();
            let is_exempt = field.is_last_round() && points > field.rounds_played();
            assert_eq!(round.exempt.contains(&one.player), is_exempt);
            assert!(is_exempt || may_have(one, color), "B2: {pair:?}");
        }
    }
    if let Some(bye) = &round.bye {
        let bars = |past: &PastRound| matches!(past, PastRound::Bye | PastRound::ForfeitWin { .. });
        assert!(field.rounds_played() == 0 || !of(bye.player).history.iter().any(bars), "B1b");
    }
}

/// Returns the same tournament, entered in another order: the players have other numbers.
fn renumbered(chance: &mut Chance, invented: &Invented) -> (Field, BTreeMap<PlayerId, PlayerId>) {
    let mut numbers: Vec<_> = invented.entrants.iter().map(|one| one.player).collect();
    chance.shuffle(&mut numbers);
    let other: BTreeMap<_, _> =
        invented.entrants.iter().zip(numbers).map(|(one, number)| (one.player, number)).collect();
    let renamed = |past: &PastRound| match *past {
        PastRound::Played { opponent, color, result } => {
            PastRound::Played { opponent: other[&opponent], color, result }
        }
        PastRound::BothLost { opponent, color } => {
            PastRound::BothLost { opponent: other[&opponent], color }
        }
        PastRound::Adjourned { opponent, color } => {
            PastRound::Adjourned { opponent: other[&opponent], color }
        }
        PastRound::ForfeitWin { opponent } => PastRound::ForfeitWin { opponent: other[&opponent] },
        PastRound::ForfeitLoss { opponent } => {
            PastRound::ForfeitLoss { opponent: other[&opponent] }
        }
        PastRound::Bye | PastRound::HalfPointBye | PastRound::NotPaired => *past,
    };
    let mut entrants: Vec<_> = invented
        .entrants
        .iter()
        .map(|one| Entrant {
            player: other[&one.player],
            history: one.history.iter().map(renamed).collect(),
            ..one.clone()
        })
        .collect();
    entrants.sort_by_key(|one| one.player);
    (invented.field_of(entrants), other)
}

fn who(round: &SwissRound) -> Vec<(PlayerId, PlayerId)> {
    round.pairs.iter().map(|pair| (pair.white, pair.black)).collect()
}

fn check_order_of_entry(
    chance: &mut Chance,
    invented: &Invented,
    paired: &Result<SwissRound, Unpairable>,
) {
    let (field, other) = renumbered(chance, invented);
    let pairs = paired.as_ref().map(|round| {
        let renamed = who(round).into_iter().map(|(white, black)| (other[&white], other[&black]));
        (renamed.collect::<Vec<_>>(), round.bye.as_ref().map(|bye| other[&bye.player]))
    });
    let renumbered = pair(&field);
    let found =
        renumbered.as_ref().map(|round| (who(round), round.bye.as_ref().map(|bye| bye.player)));
    assert_eq!(found, pairs);
}

/// Checks that the first place may be decided by mutual result, and the others follow the table.
fn check_final_ranking(field: &Field) {
    let FinalRanking { scores: ranking, is_decided_by_mutual_result } = final_ranking(field);
    let mut table = scores(field);
    if is_decided_by_mutual_result {
        let first = ranking[0];
        assert_eq!(first.points, table[0].points);
        table.retain(|score| score.player != first.player);
        table.insert(0, first);
    }
    assert_eq!(ranking, table);
}

fn check_tournament(chance: &mut Chance, players: usize, rounds: u32) -> usize {
    let mut invented = Invented::new(chance, players, rounds);
    let mut paired_rounds = 0;
    for _ in 0..rounds {
        invented.decide_who_comes(chance);
        if invented.rounds_played() > 0 && chance.percent(20) {
            invented.enter_late();
        }
        let field = invented.field();
        let table = scores(&field);
        assert_eq!(ControlSums::of(&table), ControlSums::expected(&field), "F8");
        let paired = pair(&field);
        assert_eq!(paired, pair(&field), "the same again");
        check_order_of_entry(chance, &invented, &paired);
        match paired {
            Ok(round) => {
                check_norms(&field, &round);
                invented.play(chance, &round);
                paired_rounds += 1;
            }
            Err(_) => invented.play_anyhow(chance),
        }
    }
    let field = invented.field();
    assert_eq!(pair(&field), Err(Unpairable::Over));
    check_final_ranking(&field);
    paired_rounds
}

#[test]
fn small_tournaments_keep_the_norms() {
    let mut chance = Chance(2);
    let mut paired = 0;
    for _ in 0..2_000 {
        let players = 1 + chance.below(20);
        let rounds = u32::try_from(1 + chance.below(9)).unwrap();
        paired += check_tournament(&mut chance, players, rounds);
    }
    assert!(paired > 5_000, "{paired}");
}

#[test]
fn large_tournaments_keep_the_norms() {
    let mut chance = Chance(3);
    let mut paired = 0;
    for _ in 0..100 {
        let players = 20 + chance.below(181);
        let rounds = u32::try_from(5 + chance.below(7)).unwrap();
        paired += check_tournament(&mut chance, players, rounds);
    }
    assert!(paired > 500, "{paired}");
}

#[test]
fn without_trouble_only_odd_groups_have_a_floater() {
    let mut chance = Chance(4);
    let mut invented = Invented::new(&mut chance, 100, 7);
    invented.trouble = 0;
    for number in 1..=7_usize {
        let round = pair(&invented.field()).unwrap();
        assert_eq!((round.pairs.len(), &round.bye), (50, &None));
        // An even field: at most one of each group goes on.
        for group in &round.groups {
            let odd = group.players.len() % 2;
            assert_eq!(group.waiting.len(), odd, "round {number}: {group:?}");
        }
        invented.play(&mut chance, &round);
    }
}
