//! Tests of the inputs that follow from readings.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use core::time::Duration;

use board_feed::{
    BoardSetting, CallMatter, Capability, Code, Field, GameRecord, Reading, Relay, TableDeed,
    TableInput, Tracker,
};
use draughts::{Color, Position, Score, Square, Timestamp, Variant};
use game_clock::ClockDisplay;

const VARIANT: Variant = Variant::International;

fn relay() -> Relay {
    let setting = BoardSetting {
        capability: Capability::Colour,
        start: Position::start(VARIANT),
        is_rotated: Some(false),
        poll: None,
    };
    Relay::new(Tracker::new(setting), 4)
}

fn after(moves: &[&str]) -> Position {
    let mut position = Position::start(VARIANT);
    for text in moves {
        let played =
            position.legal_moves().iter().find(|mv| position.notation(mv) == *text).copied();
        position = position.play(&played.unwrap()).unwrap();
    }
    position
}

fn dump(position: &Position) -> Reading {
    dump_as(position, false)
}

fn dump_as(position: &Position, is_rotated: bool) -> Reading {
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = position.board().piece_at(square) {
            codes[Field::of(square, is_rotated).index()] = Code::Piece(piece);
        }
    }
    Reading::Dump(codes)
}

const fn at(ms: i64) -> Timestamp {
    Timestamp::from_millis(ms)
}

fn inputs(relay: &Relay) -> Vec<(u64, u32, String, i64)> {
    let input = |input: &TableInput| {
        let (ply, text) = match &input.deed {
            TableDeed::Move { ply, mv } => (*ply, mv.to_string()),
            TableDeed::Press(color) => (0, format!("{} presses", color.letter())),
        };
        (input.sequence, ply, text, input.at.millis())
    };
    relay.inputs().iter().map(input).collect()
}

fn plies(relay: &Relay) -> Vec<u32> {
    inputs(relay).into_iter().map(|(_, ply, _, _)| ply).collect()
}

#[test]
fn moves_are_numbered_after_the_last_input_and_stamped_by_their_press() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    relay.take(&dump(&after(&["32-28"])), at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_100));
    relay.take(&dump(&after(&["32-28", "19-23"])), at(9_000));
    relay.wait(at(20_000));
    let [first, second] = &inputs(&relay)[..] else { panic!("{:?}", relay.inputs()) };
    assert_eq!(first, &(5, 1, "32-28 []".to_owned(), 5_100));
    assert_eq!((second.0, second.1, second.2.as_str()), (6, 2, "19-23 []"));
    assert!(second.3 > 9_000, "it was certain later than it was shown");
}

#[test]
fn the_same_readings_make_the_same_inputs_and_calls() {
    let readings = [
        (0, dump(&after(&[]))),
        (5_000, dump(&after(&["32-28"]))),
        (5_100, Reading::Press(Color::White)),
        (9_000, dump(&after(&["32-28", "19-23"]))),
        (30_000, Reading::Result(Score::Draw)),
        (30_500, Reading::Result(Score::Draw)),
    ];
    let told = || {
        let mut relay = relay();
        for (moment, reading) in &readings {
            relay.take(reading, at(*moment));
        }
        (relay.inputs().to_vec(), relay.calls().to_vec())
    };
    let (moves, calls) = told();
    assert_eq!((moves.clone(), calls.clone()), told());
    assert_eq!(moves.len(), 2);
    let matters: Vec<_> = calls.into_iter().map(|call| (call.number, call.matter)).collect();
    assert_eq!(matters, [(1, CallMatter::Result(Score::Draw))], "shown twice, told once");
}

#[test]
fn a_record_is_followed_where_the_arbiter_changed_it_and_not_where_it_is_only_ahead() {
    let mut relay = relay();
    let record = |line, moves: &[&str]| GameRecord {
        line,
        ply: u32::try_from(moves.len()).unwrap(),
        position: after(moves),
    };
    assert!(!relay.differs(&record(0, &[])));
    assert!(relay.differs(&record(0, &["32-28"])), "before the first reading");
    relay.take(&dump(&after(&[])), at(0));
    assert!(!relay.differs(&record(0, &["32-28"])), "the board will show it");
    let corrected = record(1, &["33-28"]);
    assert!(relay.differs(&corrected));
    relay.follow(&corrected, at(1_000));
    assert_eq!(relay.tracker().position(), (&after(&["33-28"]), 1));
    assert!(!relay.differs(&corrected));
}

#[test]
fn a_board_that_cannot_be_explained_calls_the_arbiter_once_and_follows_the_tablets() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    let mut strange = after(&[]).board().to_owned();
    for square in [31, 32] {
        strange.remove(Square::new(square).unwrap());
    }
    let piece = strange.piece_at(Square::new(50).unwrap()).unwrap();
    for square in [24, 25] {
        strange.put(Square::new(square).unwrap(), piece);
    }
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = strange.piece_at(square) {
            codes[Field::of(square, false).index()] = Code::Piece(piece);
        }
    }
    relay.take(&Reading::Press(Color::White), at(4_000));
    relay.take(&Reading::Dump(codes), at(5_000));
    relay.take(&Reading::Press(Color::Black), at(14_000));
    relay.wait(at(40_000));
    let matters: Vec<_> = relay.calls().iter().map(|call| &call.matter).collect();
    let [CallMatter::OutOfSync { ply: 0, continuations }] = &matters[..] else {
        panic!("{matters:?}")
    };
    // Four squares differ: the pieces may have been disturbed, or there was a move before.
    assert_eq!(continuations, &relay.tracker().continuations());
    assert!(continuations.iter().any(|way| way.plies.is_empty()), "{continuations:?}");
    let ahead = GameRecord { line: 0, ply: 1, position: after(&["32-28"]) };
    assert!(relay.differs(&ahead));
}

#[test]
fn black_s_press_before_the_first_move_is_an_input_once() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    relay.take(&Reading::Press(Color::White), at(1_000));
    assert_eq!(inputs(&relay), []);
    relay.take(&Reading::Press(Color::Black), at(2_000));
    relay.take(&Reading::Press(Color::White), at(2_500));
    relay.take(&Reading::Press(Color::Black), at(3_000));
    relay.take(&dump(&after(&["32-28"])), at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_100));
    relay.wait(at(20_000));
    let expected = [(5, 0, "B presses".to_owned(), 2_000), (6, 1, "32-28 []".to_owned(), 5_100)];
    assert_eq!(inputs(&relay), expected);
}

#[test]
fn the_last_display_of_the_clock_is_kept_with_its_moment() {
    let mut relay = relay();
    assert_eq!(relay.display(), None);
    relay.take(&dump(&after(&[])), at(0));
    for second in [10, 9] {
        let white = Duration::from_secs(second);
        let display = ClockDisplay { white, black: white, running: None, flag: None };
        relay.take(&Reading::Display(display), at(1_000));
        assert_eq!(relay.display(), Some((at(1_000), display)));
    }
}

#[test]
fn a_muted_board_tells_nothing_and_goes_on_from_the_record() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    relay.mute(true);
    relay.take(&dump(&after(&["32-28"])), at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_100));
    relay.take(&Reading::Result(Score::Draw), at(6_000));
    relay.wait(at(20_000));
    let display =
        ClockDisplay { white: Duration::ZERO, black: Duration::ZERO, running: None, flag: None };
    relay.take(&Reading::Display(display), at(20_000));
    assert_eq!((relay.inputs(), relay.display(), relay.calls()), (&[][..], None, &[][..]));
    // Nobody was told of the move: the record says how the game stands.
    relay.mute(false);
    let record = GameRecord { line: 0, ply: 0, position: after(&[]) };
    assert!(relay.differs(&record));
    relay.follow(&record, at(21_000));
    relay.wait(at(40_000));
    assert_eq!(plies(&relay), [1], "the board still shows it");
    assert!(!relay.differs(&record));
}

#[test]
fn a_board_that_is_told_which_way_it_lies_is_read_that_way() {
    let mut relay = relay();
    relay.take(&dump_as(&after(&[]), true), at(0));
    assert_ne!(relay.tracker().differences().map(|squares| squares.count()), Some(0));
    relay.take(&Reading::Turned { is_rotated: true }, at(1_000));
    relay.take(&dump_as(&after(&["32-28"]), true), at(2_000));
    relay.take(&Reading::Press(Color::White), at(2_500));
    relay.wait(at(20_000));
    assert_eq!(relay.tracker().is_rotated(), Some(true));
    assert_eq!(plies(&relay), [1]);
}

/// Returns the record of a game that the arbiter has not changed.
fn record(moves: &[&str]) -> GameRecord {
    GameRecord { line: 0, ply: u32::try_from(moves.len()).unwrap(), position: after(moves) }
}

const OPENING: [&str; 4] = ["32-28", "19-23", "28x19", "14x23"];

#[test]
fn nothing_follows_from_a_board_at_a_new_seat_until_it_shows_the_position_of_the_game() {
    let clock = ClockDisplay {
        white: Duration::from_secs(60),
        black: Duration::from_secs(60),
        running: None,
        flag: None,
    };
    // The pieces that the board shows at its new table, whose game is two plies old.
    for shown in [0, 1, 3, 4] {
        let mut relay = relay();
        relay.follow(&record(&OPENING[..2]), at(0));
        assert!(relay.is_waiting());
        let other = after(&OPENING[..shown]);
        for (moment, reading) in [
            (0, dump(&other)),
            (1_000, Reading::Press(Color::White)),
            (2_000, Reading::Press(Color::Black)),
            (3_000, Reading::Display(clock)),
            (4_000, Reading::Result(Score::Draw)),
            (60_000, Reading::ClockStopped),
            (90_000, dump(&other)),
        ] {
            let events = relay.take(&reading, at(moment));
            assert_eq!(events, [], "{shown} plies, {reading:?}");
        }
        let told = (relay.inputs(), relay.calls(), relay.display());
        assert_eq!(told, (&[][..], &[][..], None), "{shown} plies");
        assert!(relay.is_waiting() && !relay.is_out_of_sync(), "{shown} plies");
        // The right pieces are put there: from then on it plays.
        relay.take(&dump(&after(&OPENING[..2])), at(100_000));
        assert!(!relay.is_waiting(), "{shown} plies");
        relay.take(&dump(&after(&OPENING[..3])), at(110_000));
        relay.take(&Reading::Press(Color::White), at(110_500));
        relay.wait(at(120_000));
        assert_eq!(plies(&relay), [3], "{shown} plies");
        assert_eq!(relay.inputs()[0].at, at(110_500), "a press from before is none of the move");
    }
}

#[test]
fn a_board_that_waits_follows_the_record_wherever_it_goes() {
    let mut relay = relay();
    relay.take(&dump(&after(&OPENING[..1])), at(0));
    assert!(relay.is_waiting(), "it is a ply ahead");
    assert!(!relay.differs(&record(&[])));
    // A tablet tells the ply.
    assert!(relay.differs(&record(&OPENING[..1])));
    relay.follow(&record(&OPENING[..1]), at(1_000));
    relay.wait(at(2_000));
    assert!(!relay.is_waiting());
    assert!(!relay.differs(&record(&OPENING[..2])), "the board will show it");
    relay.take(&dump(&after(&OPENING[..2])), at(3_000));
    relay.take(&Reading::Press(Color::Black), at(3_500));
    relay.wait(at(20_000));
    assert_eq!(plies(&relay), [2]);
}

#[test]
fn pieces_that_look_right_in_passing_or_from_the_other_side_are_judged_when_they_rest() {
    let setting = BoardSetting {
        capability: Capability::Colour,
        start: Position::start(VARIANT),
        is_rotated: None,
        poll: None,
    };
    let mut relay = Relay::new(Tracker::new(setting), 0);
    relay.follow(&record(&OPENING[..2]), at(0));
    // The position before shows nothing of how the board lies.
    relay.take(&dump_as(&after(&OPENING[..1]), true), at(0));
    assert!(relay.is_waiting());
    assert_eq!(relay.tracker().is_rotated(), None);
    relay.take(&dump_as(&after(&OPENING[..2]), true), at(1_000));
    assert_eq!(relay.tracker().is_rotated(), Some(true));
    assert!(!relay.is_waiting());

    // The last man slides over its square.
    let man = |square, code| Reading::Field {
        field: Field::of(Square::new(square).unwrap(), true),
        code,
    };
    let black = after(&[]).board().piece_at(Square::new(19).unwrap()).unwrap();
    relay.take(&Reading::Link { is_up: false }, at(5_000));
    relay.wait_for_position();
    relay.take(&dump_as(&after(&OPENING[..1]), true), at(5_000));
    relay.take(&man(19, Code::Empty), at(6_000));
    relay.take(&man(23, Code::Piece(black)), at(6_100));
    relay.take(&man(23, Code::Empty), at(6_300));
    assert!(relay.is_waiting());
    relay.take(&man(23, Code::Piece(black)), at(6_500));
    assert_eq!(relay.tracker().deadline(), Some(at(6_800)));
    relay.wait(at(6_800));
    assert!(!relay.is_waiting());
    assert_eq!((relay.inputs(), relay.calls()), (&[][..], &[][..]));
}

#[test]
fn an_agent_that_begins_again_plays_once_its_own_moves_or_the_record_are_shown() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    relay.take(&dump(&after(&OPENING[..1])), at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_500));
    relay.wait(at(10_000));
    assert_eq!(plies(&relay), [1]);
    relay.take(&Reading::Link { is_up: false }, at(20_000));
    relay.wait_for_position();
    // Its move is not at the service yet: it is shown, and counts.
    assert!(!relay.differs(&record(&[])));
    relay.take(&dump(&after(&OPENING[..1])), at(21_000));
    assert!(!relay.is_waiting());
    // The reply was played while nobody looked.
    relay.take(&Reading::Link { is_up: false }, at(30_000));
    relay.wait_for_position();
    relay.take(&dump(&after(&OPENING[..2])), at(31_000));
    relay.wait(at(90_000));
    assert_eq!((plies(&relay), relay.is_waiting()), (vec![1], true));
    relay.follow(&record(&OPENING[..2]), at(91_000));
    relay.wait(at(92_000));
    assert!(!relay.is_waiting());
}

#[test]
fn a_tentative_move_is_shown_until_it_is_certain_or_goes_away() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    assert_eq!(relay.tracker().tentative(), None);
    relay.take(&dump(&after(&["32-28"])), at(5_000));
    assert_eq!(relay.tracker().tentative(), None, "the piece may slide on");
    relay.wait(at(5_400));
    assert_eq!(relay.tracker().tentative().as_deref(), Some("32-28"));
    relay.take(&dump(&after(&[])), at(6_000));
    relay.wait(at(8_000));
    assert_eq!(relay.tracker().tentative(), None, "it was put back");
    relay.take(&dump(&after(&["32-27"])), at(9_000));
    relay.wait(at(9_400));
    assert_eq!(relay.tracker().tentative().as_deref(), Some("32-27"));
    relay.take(&Reading::Press(Color::White), at(9_500));
    relay.wait(at(11_000));
    assert_eq!((plies(&relay), relay.tracker().tentative()), (vec![1], None));
}

#[test]
fn a_king_that_still_shows_as_a_man_is_told_until_it_is_crowned() {
    let start = draughts::fen::parse("W:W7,32:B20", VARIANT).unwrap();
    let after = {
        let mv = start.legal_moves().iter().find(|mv| start.notation(mv) == "7-1").copied();
        start.play(&mv.unwrap()).unwrap()
    };
    let setting = BoardSetting {
        capability: Capability::ColourAndCrown,
        start,
        is_rotated: Some(false),
        poll: None,
    };
    let mut relay = Relay::new(Tracker::new(setting), 0);
    relay.take(&dump(&start), at(0));
    let square = Field::of(Square::new(1).unwrap(), false);
    let man = start.board().piece_at(Square::new(7).unwrap()).unwrap();
    relay.take(&dump(&after), at(5_000));
    relay.take(&Reading::Field { field: square, code: Code::Piece(man) }, at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_500));
    relay.wait(at(8_000));
    assert_eq!(plies(&relay), [1]);
    assert!(relay.tracker().uncrowned().is_empty(), "the crown may be on its way");
    relay.wait(at(30_000));
    let told: Vec<Square> = relay.tracker().uncrowned().squares().collect();
    assert_eq!(told, [Square::new(1).unwrap()]);
    relay.take(&dump(&after), at(31_000));
    assert!(relay.tracker().uncrowned().is_empty());
}
