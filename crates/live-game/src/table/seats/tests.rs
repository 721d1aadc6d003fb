//! Tests of seats, acknowledgements and calls.

use draughts::Color;

use super::*;
use crate::table::{
    ACKNOWLEDGED_MAX, BoardOrder, CALL_WAITS_MAX, CALLS_WAITING_MAX, CallMatter, ClockFinding,
};

const AT: Timestamp = Timestamp::from_millis(7);

fn device(name: &str) -> DeviceId {
    DeviceId::new(name).unwrap()
}

fn assign(name: &str, seat: Seat) -> SeatCommand {
    SeatCommand::Assign { device: device(name), seat, unsent: BTreeMap::new(), act: by_anna() }
}

fn by_anna() -> DeskAct {
    DeskAct { by: "Anna".into(), role: "technician".into(), subject: "anna".into(), at: AT }
}

fn claim(name: &str, seat: Seat) -> SeatCommand {
    SeatCommand::Claim { device: device(name), seat, at: AT }
}

fn release(name: &str) -> SeatCommand {
    SeatCommand::Release { device: device(name), act: Some(by_anna()) }
}

/// Applies the events of each command and returns their number.
fn carry_out(seats: &mut Seats, commands: &[SeatCommand]) -> usize {
    let mut count = 0;
    for command in commands {
        let events = seats.decide(command).unwrap();
        events.iter().for_each(|event| seats.apply(event));
        count += events.len();
    }
    count
}

#[test]
fn a_device_sits_where_it_was_put_last_until_it_is_released() {
    let mut seats = Seats::default();
    let commands =
        [Seat::White(1), Seat::Black(2), Seat::Black(2)].map(|seat| assign("tablet", seat));
    assert_eq!(carry_out(&mut seats, &commands), 2);
    assert_eq!(seats.seat(&device("tablet")), Some(Seat::Black(2)));
    assert_eq!([1, 2].map(|table| seats.has_device_at(table)), [false, true]);
    assert_eq!(carry_out(&mut seats, &[release("tablet")]), 1);
    assert_eq!(seats, Seats::default());
    assert_eq!(seats.decide(&release("tablet")), Err(SeatRefusal::UnknownDevice));
}

/// Returns the devices that sit, and the claims that wait.
fn seating(seats: &Seats) -> (Vec<(String, Seat)>, Vec<String>) {
    let sitting = seats.devices().map(|(device, seat)| (device.to_string(), seat)).collect();
    (sitting, seats.claims().map(|claim| claim.device.to_string()).collect())
}

#[test]
fn a_device_that_comes_to_the_seat_of_another_player_waits_until_the_desk_decides() {
    let mut seats = Seats::default();
    let both = [claim("first", Seat::White(3)), claim("second", Seat::White(3))];
    assert_eq!(carry_out(&mut seats, &both), 2);
    assert_eq!(carry_out(&mut seats, &both), 0);
    let sits = |name: &str| (vec![(name.to_owned(), Seat::White(3))], Vec::<String>::new());
    assert_eq!(seating(&seats), (sits("first").0, vec!["second".to_owned()]));
    let refused = seats.admit(&device("second"), 3, InputKind::Move);
    assert_eq!(refused, Err(SeatRefusal::Claimed { table: 3 }));
    // The desk lets the one stay, or the other take over.
    let (mut stays, mut takes_over) = (seats.clone(), seats);
    assert_eq!(carry_out(&mut stays, &[release("second")]), 1);
    assert_eq!(seating(&stays), sits("first"));
    assert_eq!(carry_out(&mut takes_over, &[assign("second", Seat::White(3))]), 1);
    assert_eq!(seating(&takes_over), sits("second"));
    assert_eq!(takes_over.decide(&release("first")), Err(SeatRefusal::UnknownDevice));
}

#[test]
fn a_device_whose_seat_another_asks_for_goes_on_with_the_game_that_it_has_begun_and_begins_none() {
    let mut seats = Seats::default();
    let both = [assign("black", Seat::Black(3)), assign("white", Seat::White(3))];
    carry_out(&mut seats, &both);
    let admit = |seats: &Seats, name: &str| {
        let admission = seats.admit(&device(name), 3, InputKind::Move).unwrap();
        let by_inputs = [true, false].map(|has_begun| admission.seat(has_begun));
        (admission.is_conditional(), by_inputs)
    };
    let (white, black) = (Ok(Seat::White(3)), Ok(Seat::Black(3)));
    assert_eq!(admit(&seats, "white"), (false, [white, white]));
    carry_out(&mut seats, &[claim("other", Seat::White(3))]);
    assert_eq!(admit(&seats, "white"), (true, [white, Err(SeatRefusal::Contested)]));
    assert_eq!(admit(&seats, "black"), (false, [black, black]));
    carry_out(&mut seats, &[release("other")]);
    assert_eq!(admit(&seats, "white"), (false, [white, white]));
}

#[test]
fn a_claim_ends_when_its_device_sits_elsewhere_and_takes_a_seat_that_has_become_free() {
    let mut seats = Seats::default();
    carry_out(&mut seats, &[claim("first", Seat::White(3)), claim("second", Seat::White(3))]);
    let mut moved = seats.clone();
    assert_eq!(carry_out(&mut moved, &[assign("second", Seat::Black(3))]), 1);
    let stays = moved.admit(&device("first"), 3, InputKind::Move).unwrap();
    assert_eq!(stays.seat(false), Ok(Seat::White(3)));
    carry_out(&mut seats, &[release("first")]);
    assert_eq!(carry_out(&mut seats, &[claim("second", Seat::White(3))]), 1);
    assert_eq!(seating(&seats), (vec![("second".to_owned(), Seat::White(3))], Vec::new()));
}

#[test]
fn the_desk_is_told_what_a_device_keeps_that_loses_its_seat() {
    let mut seats = Seats::default();
    let unsent = BTreeMap::from([(device("first"), 2), (device("other"), 9)]);
    let take = |name: &str, unsent: &BTreeMap<_, _>| SeatCommand::Assign {
        device: device(name),
        seat: Seat::Black(3),
        unsent: unsent.clone(),
        act: by_anna(),
    };
    carry_out(&mut seats, &[claim("first", Seat::Black(3))]);
    let decided = seats.decide(&take("spare", &unsent)).unwrap();
    let replaced = vec![Replaced { device: device("first"), unsent: Some(2) }];
    let (seat, at) = (Seat::Black(3), AT);
    let act = Some(by_anna());
    let taken = TakeOver { device: device("spare"), seat, replaced, at, act };
    assert_eq!(decided, [SeatEvent::TookOver(taken.clone())]);
    decided.iter().for_each(|event| seats.apply(event));
    assert_eq!(seats.take_overs().collect::<Vec<_>>(), [&taken]);
    // One that keeps nothing leaves nothing to be told.
    carry_out(&mut seats, &[take("third", &BTreeMap::from([(device("spare"), 0)]))]);
    assert_eq!(seats.take_overs().count(), 1);
    for turn in 0..TAKE_OVERS_MAX {
        let (name, before) =
            (format!("d{turn}"), if turn == 0 { "third".into() } else { format!("d{}", turn - 1) });
        carry_out(&mut seats, &[take(&name, &BTreeMap::from([(device(&before), 1)]))]);
    }
    assert_eq!(seats.take_overs().count(), TAKE_OVERS_MAX);
}

#[test]
fn a_board_and_a_shared_tablet_have_the_place_of_both_players_together() {
    let mut seats = Seats::default();
    let at_table = [
        claim("board", Seat::Table(3)),
        claim("shared", Seat::Table(3)),
        claim("white", Seat::White(3)),
        assign("desk", Seat::Desk),
        assign("second-desk", Seat::Desk),
    ];
    assert_eq!(carry_out(&mut seats, &at_table), 5);
    assert_eq!((seating(&seats).0.len(), seats.claims().count()), (5, 0));
}

#[test]
fn the_kind_of_a_device_is_told_once() {
    let mut seats = hall();
    let tell = |name, kind| SeatCommand::TellKind { device: device(name), kind };
    let kinds = [DeviceKind::Tablet, DeviceKind::Board].map(|kind| tell("white", kind));
    assert_eq!(carry_out(&mut seats, &kinds), 1);
    assert_eq!(seats.kind(&device("white")), Some(DeviceKind::Tablet));
    let stranger = seats.decide(&tell("stranger", DeviceKind::Board));
    assert_eq!(stranger, Err(SeatRefusal::UnknownDevice));
}

#[test]
fn a_change_of_seats_and_grace_says_who_made_it_and_what_a_device_does_by_itself_says_nobody() {
    let mut seats = Seats::default();
    let mut decide = |command: SeatCommand| {
        let events = seats.decide(&command).unwrap();
        events.iter().for_each(|event| seats.apply(event));
        events.into_iter().map(|event| event.act().cloned()).collect::<Vec<_>>()
    };
    let grace = SeatCommand::SetGrace { device: device("desk"), grace_ms: 500, act: by_anna() };
    for command in [
        assign("desk", Seat::Desk),
        assign("first", Seat::White(3)),
        assign("second", Seat::White(3)),
        release("second"),
        grace,
    ] {
        assert_eq!(decide(command), [Some(by_anna())]);
    }
    assert_eq!(decide(claim("third", Seat::White(3))), [None]);
    let put_out = SeatCommand::Release { device: device("third"), act: None };
    assert_eq!(decide(put_out), [None]);
}

#[test]
fn only_the_desk_sets_the_grace() {
    let mut seats = Seats::default();
    let grace = |name, grace_ms| {
        let act = by_anna();
        SeatCommand::SetGrace { device: device(name), grace_ms, act }
    };
    carry_out(&mut seats, &[assign("desk", Seat::Desk), assign("board", Seat::Table(3))]);
    assert_eq!(seats.decide(&grace("nobody", 1)), Err(SeatRefusal::UnknownDevice));
    assert_eq!(seats.decide(&grace("board", 1)), Err(SeatRefusal::NotTheDesk { table: 3 }));
    assert_eq!(seats.grace(), None);
    assert_eq!(carry_out(&mut seats, &[grace("desk", 500), grace("desk", 500)]), 1);
    assert_eq!(seats.grace(), Some(Duration::from_millis(500)));
}

#[test]
fn the_first_person_at_a_desk_acknowledges_an_alarm_and_the_latest_are_kept() {
    let mut seats = Seats::default();
    let acknowledge = |name, alarm: &str, by: &str| SeatCommand::Acknowledge {
        device: device(name),
        acknowledgement: Acknowledgement { alarm: alarm.into(), by: by.into(), at: AT },
    };
    carry_out(&mut seats, &[assign("desk", Seat::Desk), assign("board", Seat::Table(3))]);
    let refused = seats.decide(&acknowledge("board", "conflict", "Anna"));
    assert_eq!(refused, Err(SeatRefusal::NotTheDesk { table: 3 }));
    let both = ["Anna", "Berend"].map(|by| acknowledge("desk", "conflict", by));
    assert_eq!(carry_out(&mut seats, &both), 1);
    let people: Vec<_> = seats.acknowledged().map(|known| known.by.as_str()).collect();
    assert_eq!(people, ["Anna"]);
    for number in 1..=ACKNOWLEDGED_MAX {
        carry_out(&mut seats, &[acknowledge("desk", &number.to_string(), "Cor")]);
    }
    let alarms: Vec<_> = seats.acknowledged().map(|known| known.alarm.as_str()).collect();
    assert_eq!((alarms.len(), alarms[0]), (ACKNOWLEDGED_MAX, "1"));
}

fn call(name: &str, table: Option<u32>, id: &str) -> SeatCommand {
    call_at(name, table, id, AT)
}

fn call_at(name: &str, table: Option<u32>, id: &str, at: Timestamp) -> SeatCommand {
    SeatCommand::Call {
        device: device(name),
        table,
        id: id.into(),
        matter: CallMatter::Clock,
        articles: "art. 1".into(),
        text: "it stands still".into(),
        by: "Anna".into(),
        at,
        gap: None,
        shown: None,
    }
}

/// Returns a tournament with the desk, and with White's tablet of table 3.
fn hall() -> Seats {
    let mut seats = Seats::default();
    carry_out(&mut seats, &[assign("desk", Seat::Desk), assign("white", Seat::White(3))]);
    seats
}

#[test]
fn a_device_calls_the_arbiter_to_its_own_table_and_the_desk_to_any() {
    for (name, table, expected) in [
        ("white", None, Ok(3)),
        ("white", Some(3), Ok(3)),
        ("white", Some(4), Err(SeatRefusal::OtherTable { table: 3 })),
        ("desk", Some(4), Ok(4)),
        ("desk", None, Err(SeatRefusal::NoTable)),
        ("stranger", Some(3), Err(SeatRefusal::UnknownDevice)),
    ] {
        let decided = hall().decide(&call(name, table, "one"));
        let expected = expected.map(|table| {
            vec![SeatEvent::Called(ArbiterCall {
                alarm: format!("call t{table} 1"),
                id: "one".into(),
                device: device(name),
                table,
                matter: CallMatter::Clock,
                articles: "art. 1".into(),
                text: "it stands still".into(),
                by: "Anna".into(),
                at: AT,
                gap: None,
                shown: None,
            })]
        });
        assert_eq!(decided, expected, "{name} {table:?}");
    }
}

#[test]
fn a_call_that_is_sent_again_is_the_same_one_also_after_somebody_has_come() {
    let mut seats = hall();
    let sent = [call("white", None, "one"), call("white", Some(3), "one")];
    assert_eq!(carry_out(&mut seats, &sent), 1);
    assert_eq!(carry_out(&mut seats, &[answer("call t3 1"), call("white", None, "one")]), 1);
    let answered = seats.call(&device("white"), "one").unwrap();
    assert_eq!(answered.answer.as_ref().map(|it| it.by.as_str()), Some("Berend"));
    // Another call is another one, and the answered one of its device is kept until this one is
    // answered, too.
    assert_eq!(carry_out(&mut seats, &[call("white", None, "two")]), 1);
    let [one, two] = ["call t3 1", "call t3 2"].map(str::to_owned);
    assert_eq!(alarms(&seats), [(one, true), (two.clone(), false)]);
    assert_eq!(carry_out(&mut seats, &[answer("call t3 2")]), 1);
    assert_eq!(alarms(&seats), [(two, true)]);
}

/// Returns the calls that are kept, each with whether it was answered.
fn alarms(seats: &Seats) -> Vec<(String, bool)> {
    seats.calls().map(|it| (it.call.alarm.clone(), it.answer.is_some())).collect()
}

fn answer(alarm: &str) -> SeatCommand {
    let by = "Berend".into();
    let acknowledgement = Acknowledgement { alarm: alarm.into(), by, at: AT };
    SeatCommand::Acknowledge { device: device("desk"), acknowledgement }
}

#[test]
fn a_call_whose_answer_was_lost_does_not_ring_again_after_others_at_its_table_were_answered() {
    let mut seats = hall();
    carry_out(&mut seats, &[assign("black", Seat::Black(3)), call("white", None, "one")]);
    carry_out(&mut seats, &[answer("call t3 1")]);
    for number in 2..9 {
        let calls = [call("black", None, &format!("black {number}"))];
        assert_eq!(carry_out(&mut seats, &calls), 1);
        assert_eq!(carry_out(&mut seats, &[answer(&format!("call t3 {number}"))]), 1);
    }
    assert_eq!(carry_out(&mut seats, &[call("white", None, "one")]), 0);
    let answered = seats.call(&device("white"), "one").unwrap();
    assert_eq!(answered.answer.as_ref().map(|it| it.by.as_str()), Some("Berend"));
    assert_eq!(seats.calls().count(), 2);
}

#[test]
fn a_table_whose_calls_nobody_answers_calls_no_more_for_ten_minutes_and_others_do() {
    let mut seats = hall();
    for number in 0..CALLS_WAITING_MAX {
        assert_eq!(carry_out(&mut seats, &[call("white", None, &number.to_string())]), 1);
    }
    let refused = seats.decide(&call("white", None, "more"));
    assert_eq!(refused, Err(SeatRefusal::CallsWait { table: 3 }));
    // A repeat is no further call.
    assert_eq!(carry_out(&mut seats, &[call("white", None, "0")]), 0);
    assert_eq!(carry_out(&mut seats, &[call("desk", Some(4), "more")]), 1);
    // Answered calls do not count.
    assert_eq!(carry_out(&mut seats, &[answer("call t3 5"), call("white", None, "more")]), 2);
    // The arbiter came long ago, and told it to nobody: the oldest call makes room.
    let later = |id: &str, after| call_at("white", None, id, AT.saturating_add(after));
    let before = CALL_WAITS_MAX.saturating_sub(Duration::from_millis(1));
    let refused = seats.decide(&later("later", before));
    assert_eq!(refused, Err(SeatRefusal::CallsWait { table: 3 }));
    assert_eq!(carry_out(&mut seats, &[later("later", CALL_WAITS_MAX)]), 1);
    let waiting = alarms(&seats)
        .into_iter()
        .filter(|(alarm, is_answered)| alarm.starts_with("call t3") && !is_answered);
    let waiting: Vec<_> = waiting.map(|(alarm, _)| alarm).collect();
    assert_eq!(waiting, [2, 3, 4, 7, 8].map(|number| format!("call t3 {number}")));
}

#[test]
fn a_seat_decides_what_a_device_may_write() {
    use Color::{Black, White};
    use InputKind::{Claim, Display, Move, Ruling};
    use SeatRefusal::{NotTheDesk, OtherSide, OtherTable, OwnDevice};
    let other_side = |color| Err(OtherSide { color });
    for (seat, table, kind, expected) in [
        (Seat::White(3), 3, Move, Ok(())),
        (Seat::White(3), 3, Claim(White), Ok(())),
        (Seat::White(3), 3, Claim(Black), other_side(Black)),
        (Seat::White(3), 3, Display, Err(OwnDevice)),
        (Seat::White(3), 3, Ruling, Err(NotTheDesk { table: 3 })),
        (Seat::White(3), 4, Move, Err(OtherTable { table: 3 })),
        (Seat::Black(3), 3, Claim(Black), Ok(())),
        (Seat::Black(3), 3, Claim(White), other_side(White)),
        (Seat::Black(3), 3, Display, Err(OwnDevice)),
        (Seat::Table(3), 3, Move, Ok(())),
        (Seat::Table(3), 3, Claim(White), Ok(())),
        (Seat::Table(3), 3, Claim(Black), Ok(())),
        (Seat::Table(3), 3, Display, Ok(())),
        (Seat::Table(3), 3, Ruling, Err(NotTheDesk { table: 3 })),
        (Seat::Table(3), 7, Ruling, Err(OtherTable { table: 3 })),
        (Seat::Desk, 3, Move, Ok(())),
        (Seat::Desk, 4, Claim(Black), Ok(())),
        (Seat::Desk, 4, Display, Ok(())),
        (Seat::Desk, 4, Ruling, Ok(())),
    ] {
        assert_eq!(seat.admit(table, kind), expected, "{seat:?} {table} {kind:?}");
    }
    let refused = Seats::default().admit(&device("stranger"), 3, Move);
    assert_eq!(refused, Err(SeatRefusal::UnknownDevice));
}

fn judge(finding: ClockFinding) -> SeatCommand {
    SeatCommand::JudgeClock { device: device("a"), finding, at: AT }
}

#[test]
fn a_faulty_clock_is_noted_once_and_again_when_that_changes() {
    use ClockFinding::{Faulty, Reliable};
    let mut seats = Seats::default();
    for (finding, expected) in [
        (Reliable, None),
        (Faulty(ClockFault::InFuture(300)), Some(Some(ClockFault::InFuture(300)))),
        (Faulty(ClockFault::InFuture(900)), None),
        (Faulty(ClockFault::Jumped(5_000)), Some(Some(ClockFault::Jumped(5_000)))),
        (Reliable, Some(None)),
        (Reliable, None),
    ] {
        let events = seats.decide(&judge(finding)).unwrap();
        let event = |fault| SeatEvent::ClockJudged { device: device("a"), fault, at: AT };
        assert_eq!(events, expected.map(event).into_iter().collect::<Vec<_>>(), "{finding:?}");
        events.iter().for_each(|event| seats.apply(event));
        let known: Vec<_> = seats.clock_faults().map(|(_device, fault, at)| (fault, at)).collect();
        let last = seats.clock_fault(&device("a")).map(|fault| (fault, AT));
        assert_eq!(known, last.into_iter().collect::<Vec<_>>(), "{finding:?}");
    }
    assert_eq!(seats.clock_fault(&device("a")), None);
}

#[test]
fn a_clock_that_is_wrong_and_right_by_turns_does_not_fill_the_log() {
    let mut seats = Seats::default();
    let turns = (0..1000).flat_map(|turn| {
        [ClockFinding::Faulty(ClockFault::InFuture(turn + 300)), ClockFinding::Reliable]
    });
    let commands: Vec<_> = turns.map(judge).collect();
    assert_eq!(carry_out(&mut seats, &commands), CLOCK_FINDINGS_MAX as usize);
}

#[test]
fn a_board_is_told_from_the_desk_what_to_do_and_only_news_is_recorded() {
    let mut seats = hall();
    let order = |desk: &str, board: &str, order| SeatCommand::OrderBoard {
        device: device(desk),
        board: device(board),
        order,
        by: "Anna".into(),
        at: AT,
    };
    let mute = BoardOrder::Mute(true);
    assert_eq!(
        seats.decide(&order("white", "white", mute)),
        Err(SeatRefusal::NotTheDesk { table: 3 })
    );
    assert_eq!(seats.decide(&order("desk", "stranger", mute)), Err(SeatRefusal::UnknownDevice));
    let orders = [mute, mute, BoardOrder::Rotate(true), BoardOrder::Restart, BoardOrder::Restart];
    let orders = orders.map(|it| order("desk", "white", it));
    // The second is none.
    assert_eq!(carry_out(&mut seats, &orders), 4);
    let expected = BoardOrders { is_rotated: Some(true), is_muted: true, restarts: 2 };
    assert_eq!(seats.board_orders(&device("white")), expected);
    // A board that comes back later begins with none.
    assert_eq!(carry_out(&mut seats, &[release("white")]), 1);
    assert_eq!(seats.board_orders(&device("white")), BoardOrders::default());
}
