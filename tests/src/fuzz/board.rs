//! Fuzz bodies of sensor boards: the messages and recordings of DGT boards, alone, on a bus and by
//! LiveChess, and the tracker.

use std::time::Duration;

use board_feed::{
    BoardSetting, Capability, Code, DgtBoard, DgtBus, DgtCodes, DgtFrame, DgtFrames, DgtLine as _,
    DgtRecord, DgtReplay, DgtSetting, Event, Field, LiveChessBoard, LiveChessFields, Reading,
    Tracker,
};
use damcast::boards::livechess;
use draughts::{Color, Position, Square, Timestamp, Variant};

/// The largest number of readings of one input.
const READINGS_MAX: usize = 200;
/// The largest number of conclusions from one reading.
const EVENTS_MAX: usize = 64;

/// Checks that the messages in the bytes of a line are the same in whatever portions they come,
/// that every byte belongs to one of them, is passed over or still waits, and that each has a
/// reading or none.
///
/// The first byte is the length of a portion.
pub fn board_frames(data: &[u8]) {
    let Some((&portion, bytes)) = data.split_first() else { return };
    let mut whole = DgtFrames::default();
    let frames = whole.take(bytes);
    let mut parts = DgtFrames::default();
    let portions = bytes.chunks(usize::from(portion).max(1));
    let same: Vec<DgtFrame> = portions.flat_map(|portion| parts.take(portion)).collect();
    assert_eq!((&frames, whole.skipped()), (&same, parts.skipped()));
    let told: usize = frames.iter().map(|frame| 3 + frame.data.len()).sum();
    let skipped = usize::try_from(whole.skipped()).unwrap_or(usize::MAX);
    assert!(told + skipped <= bytes.len(), "{told} and {skipped} of {}", bytes.len());
    for frame in &frames {
        assert!(frame.id >= 0x80 && frame.data.iter().all(|byte| *byte < 0x80), "{frame:?}");
        let [current, before] =
            [DgtCodes::Current, DgtCodes::Before2011].map(|codes| frame.reading(codes).is_some());
        assert_eq!(current, before, "{frame:?}");
    }
}

/// Checks that a line of a recording is its record again or no record, that its moments never go
/// back, and that a board reports no more than its bytes can say.
pub fn board_recording(data: &[u8]) {
    let mut replay = DgtReplay::new(DgtBoard::new(DgtSetting::default()));
    let mut board = DgtBoard::new(DgtSetting::default());
    let mut last = Timestamp::default();
    for line in data.split(|byte| *byte == b'\n') {
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let record: Option<DgtRecord> = line.parse().ok();
        if let Some(record) = &record {
            let again = record.to_string();
            assert_eq!(again.parse().as_ref(), Ok(record), "{line:?} as {again:?}");
        }
        match (replay.take(line), record) {
            (Ok(Some((at, reports))), Some(record)) => {
                assert_eq!(at, record.at);
                assert!(at >= last, "{at:?} before {last:?}");
                // A message has at least three bytes, and the longest list of reports is that of a
                // first dump with a trouble on every field.
                assert!(reports.len() <= line.len() / 3 + 128, "{} reports", reports.len());
                let mut live = board.follow(&record.event, at);
                live.extend(board.wait(at));
                assert_eq!(live, reports, "{line:?}");
                last = at;
            }
            (Ok(None), None) => {
                board = DgtBoard::new(DgtSetting::default());
                last = Timestamp::default();
            }
            (Ok(read), record) => panic!("{line:?} is {read:?} and {record:?}"),
            (Err(_), _) => {}
        }
    }
}

/// Checks that a bus reports the same in whatever portions its bytes come, and that it goes on
/// asking, whatever comes.
///
/// The first byte is the length of a portion. Then a byte is a time in milliseconds, and the next
/// the number of bytes that come after it.
pub fn board_bus(data: &[u8]) {
    let Some((&portion, mut rest)) = data.split_first() else { return };
    let mut now = Timestamp::default();
    let mut whole = DgtBus::new(DgtSetting::default());
    whole.open(now);
    let mut parts = whole.clone();
    while let [wait, count, after @ ..] = rest {
        let (bytes, after) = after.split_at(usize::from(*count).min(after.len()));
        rest = after;
        now = now.saturating_add(Duration::from_millis(u64::from(*wait)));
        assert_eq!(whole.wait(now), parts.wait(now));
        let told = whole.take(bytes, now);
        let portions = bytes.chunks(usize::from(portion).max(1));
        let same: Vec<_> = portions.flat_map(|bytes| parts.take(bytes, now)).collect();
        assert_eq!(told, same);
        assert_eq!(whole.commands(), parts.commands());
        // A message has six bytes at least, and reports a field for two of its bytes, or a whole
        // board with a trouble on every field.
        assert!(told.len() <= bytes.len() * 32 + 128, "{} reports", told.len());
        assert!(whole.deadline().is_some_and(|deadline| deadline > now));
        assert!(whole.boards().count() <= 100);
    }
}

/// Checks that a message of LiveChess is read or refused, and that a board reports no more than it
/// says.
pub fn livechess(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _read_or_refused = LiveChessFields::read(text);
    let boards = match livechess::read(text) {
        Ok(livechess::Message::Boards(boards)) => boards,
        Ok(livechess::Message::Changed(board)) => vec![board],
        Ok(livechess::Message::Failed { .. } | livechess::Message::Other) | Err(_) => return,
    };
    for livechess::Board { serial, news } in boards {
        assert!(serial.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{serial:?}");
        let Ok(news) = news else { continue };
        let mut board = LiveChessBoard::new(&serial);
        for second in 0..3 {
            let reports = board.take(&news, Timestamp::from_millis(1_000 * second));
            assert!(reports.len() <= 128, "{} reports", reports.len());
            let is_there = news.is_there == Some(true);
            assert!(is_there || reports.is_empty(), "{reports:?}");
        }
        assert!(board.lose().len() <= 1);
    }
}

/// Checks that the tracker stays in order with any readings: its plies are numbered without a gap,
/// its deadlines lie ahead, and it needs no more than a few conclusions for a reading.
///
/// The first byte chooses the board, then four bytes each are a reading.
pub fn board(data: &[u8]) {
    let Some((&first, words)) = data.split_first() else { return };
    let variant = if first & 1 == 0 { Variant::International } else { Variant::Frisian };
    let capability = Capability::ALL[usize::from(first >> 1 & 3) % Capability::ALL.len()];
    let is_rotated = [None, Some(false), Some(true), None][usize::from(first >> 3 & 3)];
    let poll = (first & 0x20 != 0).then(|| Duration::from_millis(u64::from(first) * 20));
    let start = Position::start(variant);
    let mut tracker = Tracker::new(BoardSetting { capability, start, is_rotated, poll });
    let mut now = 0;
    for word in words.chunks_exact(4).take(READINGS_MAX) {
        let &[kind, some, more, wait] = word else { continue };
        now += i64::from(wait) * i64::from(wait) / 4;
        let reading = reading(&tracker, [kind, some, more]);
        let is_set = matches!(reading, Reading::Setup { .. });
        let mut ply = tracker.position().1;
        let events = tracker.take(&reading, Timestamp::from_millis(now));
        assert!(events.len() <= EVENTS_MAX, "{events:?}");
        assert!(events.is_sorted_by_key(|(at, _)| *at), "{events:?}");
        for (at, event) in events {
            assert!(at.millis() <= now, "{event:?} after {now}");
            match event {
                Event::Final { ply: next, .. } | Event::Irregular { ply: next, .. } => {
                    assert!(is_set || next == ply + 1, "{next} after {ply}");
                    ply = next;
                }
                Event::Revised { ply: next, played } => {
                    assert!(is_set || next <= ply + 1, "{next} after {ply}");
                    ply = if played.is_some() { next } else { next - 1 };
                }
                Event::Tentative { .. }
                | Event::OutOfSync { .. }
                | Event::InSync { .. }
                | Event::NotCrowned { .. }
                | Event::AfterGame => {}
            }
        }
        assert!(tracker.deadline().is_none_or(|deadline| deadline.millis() > now));
    }
}

/// Returns the reading of three bytes: its kind and two numbers.
fn reading(tracker: &Tracker, [kind, some, more]: [u8; 3]) -> Reading {
    const LETTERS: [char; 6] = ['e', 'w', 'b', 'W', 'B', '?'];
    let color = if some & 1 == 0 { Color::White } else { Color::Black };
    match kind % 16 {
        0..6 => {
            let field = Field::new(u32::from(some) % 100);
            let code = Code::from_letter(LETTERS[usize::from(more) % LETTERS.len()]);
            let change = field.ok().zip(code.ok());
            change.map_or(Reading::ClockStopped, |(field, code)| Reading::Field { field, code })
        }
        6..11 => Reading::Dump(dump(tracker.position().0, some, more)),
        11..14 => Reading::Press(color),
        14 => Reading::Link { is_up: more & 1 == 0 },
        _ => {
            let position = Position::start(tracker.position().0.variant());
            Reading::Setup { position: Box::new(position), ply: u32::from(some) }
        }
    }
}

/// Returns all fields after a legal move from a position, and perhaps another; now and then on a
/// rotated board.
fn dump(position: &Position, some: u8, more: u8) -> Box<[Code; Field::COUNT]> {
    let mut position = *position;
    for choice in [some, more] {
        let moves = position.legal_moves();
        if let Some(mv) = moves.get(usize::from(choice))
            && let Ok(next) = position.play(mv)
        {
            position = next;
        }
    }
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = position.board().piece_at(square) {
            codes[Field::of(square, more & 0x80 != 0).index()] = Code::Piece(piece);
        }
    }
    codes
}
