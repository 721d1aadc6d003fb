//! Refusals of what devices and the desk do at a table.

use draughts::Color;
use live_game::{
    DeviceId, InputId,
    table::{InputRefusal, Replaced, Seat, SeatEvent, SeatRefusal, TakeOver},
};
use phrases::{Language, refusal::table, seats};

use crate::Samples;

#[test]
fn every_refusal_at_a_table_has_its_words_in_every_language() {
    let (id, game) = ("main.kk", "main.kk.r1-t1");
    let input = InputId::new(DeviceId::new("tablet").unwrap(), 7);
    let mut samples = Samples::of("table.ftl", &[]);
    for refusal in [
        SeatRefusal::UnknownDevice,
        SeatRefusal::OtherTable { table: 3 },
        SeatRefusal::OtherSide { color: Color::Black },
        SeatRefusal::NotTheDesk { table: 3 },
        SeatRefusal::OwnDevice,
        SeatRefusal::NoTable,
        SeatRefusal::Claimed { table: 3 },
        SeatRefusal::Contested,
        SeatRefusal::CallsWait { table: 3 },
    ] {
        samples.add(|language| table::seat(refusal, "tablet", id, language));
    }
    for refusal in [
        InputRefusal::Clash,
        InputRefusal::DeviceFull,
        InputRefusal::GameFull,
        InputRefusal::DisplaysFull,
    ] {
        samples.add(|language| table::input(refusal, &input, game, language));
    }
    samples.add(|language| table::other_table("tablet", 3, game, language));
    samples.add(|language| table::other_sector("tablet", 3, language));
    samples.add(table::late);
    samples.add(table::stopping);
    samples.add(|language| table::inputs_lost(&input, game, language));
    samples.add(table::readings_away);
    samples.add(|language| table::readings_full("board", language));
    samples.add(|language| table::unknown_game(game, language));
    samples.add(|language| table::not_open(game, language));
    samples.add(|language| table::game_is_off(game, language));
    samples.add(|language| table::no_games(id, 2, language));
    samples.add(|language| table::no_such_claim(id, language));
    for event in changes_of_seats() {
        samples.add(|language| seats::change(&event, language).unwrap());
    }
    samples.check_complete();
}

/// Returns a change of each kind.
fn changes_of_seats() -> Vec<SeatEvent> {
    let device = || DeviceId::new("tablet").unwrap();
    let seats = [Seat::White(3), Seat::Black(3), Seat::Table(3), Seat::Desk];
    let assigned = seats.map(|seat| SeatEvent::Assigned { device: device(), seat, act: None });
    let replaced = vec![Replaced { device: DeviceId::new("spare").unwrap(), unsent: None }];
    let (seat, at) = (Seat::White(3), draughts::Timestamp::from_millis(7));
    let taken = TakeOver { device: device(), seat, replaced, at, act: None };
    let others = [
        SeatEvent::TookOver(taken),
        SeatEvent::Released { device: device(), act: None },
        SeatEvent::GraceSet { device: device(), grace_ms: 3000, act: None },
    ];
    assigned.into_iter().chain(others).collect()
}

#[test]
fn a_device_is_told_where_it_may_go_on() {
    let refusal = SeatRefusal::Claimed { table: 3 };
    assert_eq!(
        table::seat(refusal, "tablet", "main.kk", Language::Frisian),
        "apparaat “tablet” wachtet: in oar apparaat hat dit plak oan tafel 3, en de arbiterstafel \
         beslist hokker fan de twa trochgiet"
    );
}
