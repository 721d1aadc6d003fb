//! Tests of a single DGT board: bytes in, commands and readings out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic fails the test")]

use board_feed::{
    Code, DgtAbout, DgtBoard, DgtLine as _, DgtReport, DgtSetting, DgtTrouble, Field, Reading,
};
use draughts::{Color, Piece, Role, Timestamp};
use game_clock::{ClockDisplay, DgtSide};

const SERIAL: &[u8] = &[0x91, 0, 8, b'0', b'1', b'0', b'2', b'5'];
const LONG_SERIAL: &[u8] =
    &[0xa2, 0, 13, b'0', b'0', b'0', b'0', b'0', b'3', b'1', b'7', b'4', b'2'];
const VERSION: &[u8] = &[0x93, 0, 5, 1, 9];
const BATTERY: &[u8] = &[0xa0, 0, 12, 87, 3, 20, 1, 1, 0, 0, 0, 0];

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Returns the dump of the starting position, with other codes on some fields.
fn dump(black: u8, changes: &[(usize, u8)]) -> Vec<u8> {
    let mut codes = [0; 100];
    for (field, code) in codes.iter_mut().enumerate() {
        *code = match (field / 10, (field / 10 + field % 10) % 2) {
            (0..=3, 1) => black,
            (6..=9, 1) => 1,
            _ => 0,
        };
    }
    for (field, code) in changes {
        codes[*field] = *code;
    }
    [&[0x86, 0, 103], codes.as_slice()].concat()
}

fn clock(right: [u8; 3], left: [u8; 3], status: u8) -> Vec<u8> {
    [&[0x8d, 0, 10], right.as_slice(), &left, &[status]].concat()
}

/// Opens a board that answers at once, with the starting position.
fn opened(setting: DgtSetting) -> DgtBoard {
    let mut board = DgtBoard::new(setting);
    board.open(at(0));
    assert_eq!(board.commands(), [0x40]);
    assert_eq!(board.deadline(), Some(at(500)));
    assert_eq!(board.wait(at(500)), []);
    assert_eq!(board.commands(), [0x4d, 0x55, 0x45, 0x4c, 0x42, 0x4b, 0x41]);
    let answers = [VERSION, LONG_SERIAL, SERIAL, BATTERY, &dump(4, &[])].concat();
    let reports = board.take(&answers, at(700));
    let [DgtReport::Board(about), DgtReport::Reading(up), DgtReport::Reading(dump)] = &reports[..]
    else {
        panic!("{reports:?}")
    };
    let expected = DgtAbout {
        serial: Some("0000031742".to_owned()),
        version: Some((1, 9)),
        battery: Some(87),
        poll: None,
    };
    assert_eq!((about, up), (&expected, &Reading::Link { is_up: true }));
    assert!(matches!(dump, Reading::Dump(_)));
    board
}

fn change(field: u32, color: Option<Color>) -> DgtReport {
    let code = color.map_or(Code::Empty, |color| Code::Piece(Piece { color, role: Role::Man }));
    DgtReport::Reading(Reading::Field { field: Field::new(field).unwrap(), code })
}

#[test]
fn a_board_is_asked_for_its_name_and_fields_and_reports_changes() {
    let mut board = opened(DgtSetting::default());
    let reports = board.take(&[0x8e, 0, 5, 63, 0, 0x8e, 0, 5, 54, 1], at(4_000));
    assert_eq!(reports, [change(63, None), change(54, Some(Color::White))]);
    // Five quiet seconds after a change, and ten after a dump, all fields are asked for.
    assert_eq!(board.deadline(), Some(at(9_000)));
    assert_eq!(board.wait(at(9_000)), []);
    assert_eq!(board.commands(), [0x42]);
    let reports = board.take(&dump(4, &[(63, 0), (54, 1)]), at(9_200));
    assert!(matches!(reports[..], [DgtReport::Reading(Reading::Dump(_))]), "{reports:?}");
    assert_eq!(board.deadline(), Some(at(19_200)));
}

#[test]
fn a_change_does_not_put_a_dump_off_for_ever() {
    let mut board = opened(DgtSetting::default());
    for second in 1..10 {
        board.take(&[0x8e, 0, 5, 54, 1, 0x8e, 0, 5, 54, 0], at(700 + 1_000 * second));
    }
    assert_eq!(board.deadline(), Some(at(10_700)));
}

#[test]
fn damaged_bytes_lead_to_a_dump() {
    let mut board = opened(DgtSetting::default());
    assert_eq!(
        board.take(&[0x8e, 0, 5, 63, 0x8e, 0, 5, 54, 1], at(4_000)),
        [change(54, Some(Color::White))]
    );
    assert_eq!(board.deadline(), Some(at(4_250)));
    board.wait(at(4_250));
    assert_eq!(board.commands(), [0x42]);
}

#[test]
fn a_board_that_falls_silent_is_told_once_and_begins_anew() {
    let mut board = opened(DgtSetting::default());
    let link = |is_up| DgtReport::Reading(Reading::Link { is_up });
    assert_eq!(board.wait(at(10_700)), []);
    assert_eq!(board.wait(at(13_700)), []);
    assert_eq!(board.commands(), [0x42, 0x42]);
    assert_eq!(board.wait(at(16_700)), [link(false), DgtReport::Trouble(DgtTrouble::Silent)]);
    assert_eq!((board.commands(), board.is_up()), (vec![0x40], false));
    let mut sent = Vec::new();
    for _ in 0..8 {
        assert_eq!(board.wait(board.deadline().unwrap()), [], "it was told");
        sent.extend(board.commands());
    }
    assert_eq!(sent.iter().filter(|command| **command == 0x40).count(), 2, "{sent:x?}");
    // A change while nobody knows the other fields says nothing.
    assert_eq!(board.take(&[0x8e, 0, 5, 54, 1], at(60_000)), []);
    board.wait(at(60_500));
    let reports = board.take(&dump(4, &[]), at(60_600));
    assert!(matches!(&reports[..], [DgtReport::Board(_), up, _] if *up == link(true)));
}

#[test]
fn an_old_board_is_known_by_its_start_and_after_a_new_start_in_the_game() {
    let man = |color| Code::Piece(Piece { color, role: Role::Man });
    let codes = |reports: &[DgtReport]| match reports.last() {
        Some(DgtReport::Reading(Reading::Dump(codes))) => [codes[1], codes[98]],
        other => panic!("{other:?}"),
    };
    let men = [man(Color::Black), man(Color::White)];
    let mut board = opened(DgtSetting::default());
    assert_eq!(codes(&board.take(&dump(7, &[]), at(1_000))), men);
    let mut other = DgtBoard::new(DgtSetting::default());
    other.open(at(0));
    other.wait(at(500));
    let endgame: Vec<(usize, u8)> = (0..24).map(|field| (field, 0)).collect();
    assert_eq!(codes(&other.take(&dump(7, &endgame[..1]), at(600))), men);
    // Another board on the same line has codes of its own.
    other.open(at(10_000));
    other.wait(at(10_500));
    assert_eq!(codes(&other.take(&[SERIAL, &dump(4, &[(63, 0)])].concat(), at(10_600))), men);
}

#[test]
fn the_lever_presses_and_the_display_goes_with_it() {
    let mut board = opened(DgtSetting { white: Some(DgtSide::Left) });
    let seconds = std::time::Duration::from_secs;
    let display = |white, black, running| {
        let display =
            ClockDisplay { white: seconds(white), black: seconds(black), running, flag: None };
        DgtReport::Reading(Reading::Display(display))
    };
    let running = |right: [u8; 3], left: [u8; 3], lever: u8| clock(right, left, 1 | lever);
    let reports = board.take(&running([1, 0x20, 0], [1, 0x20, 0], 0), at(1_000));
    assert_eq!(reports, [display(4_800, 4_800, Some(Color::White))]);
    // It counts on: nothing is new.
    assert_eq!(board.take(&running([1, 0x20, 0], [1, 0x19, 0x58], 0), at(3_000)), []);
    let reports = board.take(&running([1, 0x20, 0], [1, 0x19, 0x57], 2), at(4_000));
    let pressed = DgtReport::Reading(Reading::Press(Color::White));
    assert_eq!(reports, [pressed, display(4_797, 4_800, Some(Color::Black))]);
    // Answers to commands, blanks, and a clock that is taken off say nothing.
    for data in [clock([10, 0x10, 3], [0, 0, 0], 0), clock([0; 3], [0; 3], 0)] {
        assert_eq!(board.take(&data, at(5_000)), []);
    }
    assert_eq!(board.take(&clock([0; 3], [0; 3], 0x20), at(5_000)), []);
    // Nobody knows what the lever did meanwhile.
    let reports = board.take(&running([1, 0x19, 0x50], [1, 0x19, 0x57], 0), at(20_000));
    assert_eq!(reports, [display(4_797, 4_790, Some(Color::White))]);
}

#[test]
fn what_is_wrong_with_a_board_is_told_once() {
    let troubles = |board: &mut DgtBoard, bytes: &[u8]| -> Vec<DgtTrouble> {
        let reports = board.take(bytes, at(1_000)).into_iter();
        reports
            .filter_map(|it| if let DgtReport::Trouble(it) = it { Some(it) } else { None })
            .collect()
    };
    let mut board = DgtBoard::new(DgtSetting::default());
    board.open(at(0));
    board.wait(at(500));
    let chess = [&[0x86, 0, 67], [0; 64].as_slice()].concat();
    assert_eq!(troubles(&mut board, &chess), [DgtTrouble::Chess]);
    assert_eq!(troubles(&mut board, &chess), []);
    let short = [&[0x86, 0, 53], [0; 50].as_slice()].concat();
    assert_eq!(troubles(&mut board, &short), [DgtTrouble::Fields { fields: 50 }]);
    let mut turned = dump(4, &[]);
    turned[3..].reverse();
    turned[3..].rotate_left(1);
    assert_eq!(troubles(&mut board, &turned), [DgtTrouble::LightFields]);
    let pile = DgtTrouble::UnknownCode { field: 12, code: 0x0d };
    assert_eq!(troubles(&mut board, &dump(4, &[(12, 0x0d)])), [pile]);
    assert_eq!(troubles(&mut board, &clock([1, 0, 0], [1, 0, 0], 4)), [DgtTrouble::ClockBattery]);
}
