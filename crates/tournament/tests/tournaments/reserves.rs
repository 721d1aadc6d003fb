//! Reserves (regulation 2006, rule 10).

use super::{
    DRAW, WHITE_WINS, all, changes_nothing, entered_by, one, open, pair, pairs_of, play, player,
    record, refused, round, row_of, run, swiss_of, table_of,
};
use tournament::ranking::Running;
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, Entry, Event, Refusal, RoundState, Tournament};

fn leave(number: u32) -> Command {
    Command::Withdraw { participant: one(number), reason: String::new() }
}

fn reserve(for_player: u32, name: &str) -> Command {
    Command::SeatReserve { withdrawn: player(for_player), entry: Entry::named(name) }
}

/// Returns a tournament of two pools of eight, 1 to 8 and 9 to 16.
#[track_caller]
fn pools() -> Tournament {
    let mut tournament = entered_by(Regulation::of(Preset::Tournament2006), 16);
    let pool = |from: u32| (from..from + 8).map(one).collect::<Vec<_>>();
    run(&mut tournament, &[Command::DivideGroups { groups: vec![pool(1), pool(9)] }]);
    tournament
}

#[test]
fn rule_10_a_reserve_takes_the_seat_and_the_points_stay_where_they_were_made() {
    let mut tournament = pools();
    for number in 1..=2 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[WHITE_WINS]);
    }
    // Rounds 1 and 2 of the table of eight: 5-1 and 1-6.
    refused(&tournament, &reserve(1, "r"), &Refusal::NotWithdrawn { participant: one(1) });
    run(&mut tournament, &[leave(1)]);
    let events = run(&mut tournament, &[reserve(1, "Reserve")]);
    assert!(matches!(&events[..], [Event::ReserveSeated { withdrawn, player: r }]
        if withdrawn.get() == 1 && r.id.get() == 17));
    changes_nothing(&tournament, &reserve(1, "Reserve"));
    let (participant, reserve_id) = (one(1), one(17));
    let taken = Refusal::SeatTaken { participant, reserve: reserve_id };
    refused(&tournament, &reserve(1, "Another"), &taken);
    refused(&tournament, &Command::Reinstate { participant }, &taken);
    run(&mut tournament, &[pair(3)]);
    // Round 3: 1-4, now 17-4.
    assert_eq!(pairs_of(&tournament, 3)[0], (17, 4));
    play(&mut tournament, 3, &[WHITE_WINS]);
    let tables = tournament.tables(Running::Ignored);
    let points = |number| {
        let row = tables[0].ranking.rows.iter().find(|row| row.participant == one(number)).unwrap();
        (row.points, row.played)
    };
    assert_eq!((points(1), points(17)), ((200, 2), (200, 1)));
    assert_eq!((tables[0].ranking.rows.len(), tables[1].ranking.rows.len()), (9, 8));
    assert_eq!(tournament.rounds_total(), Some(8));
}

#[test]
fn rule_10_the_finals_are_of_those_who_have_the_seats() {
    let mut tournament = pools();
    for number in 1..=7 {
        run(&mut tournament, &[pair(number)]);
        let games = tournament.latest_round().unwrap().games().iter();
        // The lower number wins; the reserve draws.
        let outcomes: Vec<_> = games
            .map(|game| match (game.pairing.white.get(), game.pairing.black.get()) {
                (17, _) | (_, 17) => DRAW,
                (white, black) if white < black => WHITE_WINS,
                _ => super::BLACK_WINS,
            })
            .collect();
        play(&mut tournament, number, &outcomes);
        if number == 6 {
            run(&mut tournament, &[leave(1), reserve(1, "Reserve")]);
        }
    }
    for pool_place in 1..=8 {
        let color = Some(draughts::Color::White);
        run(&mut tournament, &[Command::ChooseColor { pool_place, color, seed: Some(1) }]);
    }
    run(&mut tournament, &[pair(8)]);
    let finalists: std::collections::BTreeSet<u32> =
        pairs_of(&tournament, 8).into_iter().flat_map(|(white, black)| [white, black]).collect();
    assert_eq!(finalists, (2..=17).collect());
}

#[test]
fn a_reserve_of_a_reserve_has_the_same_seat() {
    let mut tournament = entered_by(Regulation::of(Preset::RoundRobin), 4);
    run(&mut tournament, &[pair(1)]);
    run(&mut tournament, &[leave(1)]);
    // The round has not begun: it is paired again with the reserve.
    refused(&tournament, &reserve(1, "r"), &Refusal::PairedAlready { round: round(1) });
    let unpair = Command::Unpair { round: round(1), reason: String::new(), ground: None };
    run(&mut tournament, &[unpair, reserve(1, "r"), pair(1)]);
    assert_eq!(pairs_of(&tournament, 1), [(5, 4), (2, 3)]);
    // Number 1 never played and is in no table.
    assert_eq!(table_of(&tournament).rows.len(), 4);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[leave(5), reserve(5, "s")]);
    assert_eq!(tournament.lots(), all(&[6, 2, 3, 4]));
    run(&mut tournament, &[pair(2), open(2)]);
    let table = |tournament: &Tournament| table_of(tournament).rows.len();
    assert_eq!((table(&tournament), row_of(&tournament, 5).points), (5, 1));
    run(&mut tournament, &[record(2, 1, DRAW), record(2, 2, DRAW)]);
    assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
}

#[test]
fn elsewhere_no_reserve_takes_a_seat() {
    // By the Swiss system a reserve enters late; in an eight the games may be void (C art. 14).
    for mut tournament in [swiss_of(4, 3), entered_by(Regulation::of(Preset::FrisianKk), 8)] {
        run(&mut tournament, &[leave(1)]);
        refused(&tournament, &reserve(1, "r"), &Refusal::NoReserves);
    }
}
