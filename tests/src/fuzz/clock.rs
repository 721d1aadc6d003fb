//! Fuzz bodies of clocks, time controls and messages of DGT clocks.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{AbsenceLimit, Clock, ClockDisplay, DgtMessage, DgtSide, Moves, TimeControl};

/// Checks that a time control that can be read is written in both forms and read again as itself,
/// and that an error fits one line.
pub fn time_control(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<TimeControl>() {
        Ok(control) => {
            assert_eq!(control.to_string().parse(), Ok(control), "{control}");
            let readable = control.readable().to_string();
            assert_eq!(readable.parse(), Ok(control), "{readable}");
            assert_eq!(control.given(0), control.base());
            for moves in [1, 50, u32::MAX] {
                assert!(control.given(moves) >= control.base(), "{control} after {moves}");
                let reached = control.stage_after(moves);
                assert!(reached.ends_at.is_none_or(|ends_at| ends_at > moves || moves == u32::MAX));
            }
        }
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() < 1000, "{said}");
        }
    }
}

/// Checks that a message of a DGT clock is read or refused with one line, that its times are below
/// ten hours, and that exchanging the colors exchanges the times.
pub fn dgt(data: &[u8]) {
    match DgtMessage::read(data) {
        Ok(DgtMessage::Times(times)) => {
            let [left, right] = DgtSide::BOTH.map(|white| times.display(white));
            assert_eq!((left.white, left.black), (right.black, right.white));
            assert_eq!(left.running, right.running.map(Color::other));
            assert_eq!(left.flag, right.flag.map(Color::other));
            for shown in [left.white, left.black] {
                assert!(shown < Duration::from_secs(36_000) && shown.subsec_nanos() == 0);
            }
        }
        Ok(DgtMessage::Ack(_) | DgtMessage::Blank | DgtMessage::NoClock) => {}
        Err(error) => assert!((1..100).contains(&error.to_string().len()), "{error}"),
    }
}

/// Checks that a clock takes any commands in any order: the time given is the sum of time used and
/// time left, its events never go back in time, folding them again gives the same clock, and a flag
/// falls at the deadline.
///
/// The first byte chooses the control, then six bytes each are a command.
pub fn clock(data: &[u8]) {
    const CONTROLS: [&str; 6] = ["60", "30+2", "60d5", "60b5", "2/20:10", "3/20b2:2/10+1"];
    let Some((&first, words)) = data.split_first() else { return };
    let Ok(control) = CONTROLS[usize::from(first) % CONTROLS.len()].parse() else { return };
    let (mut clock, mut events) = (Clock::default(), Vec::new());
    for word in words.chunks_exact(6).take(300) {
        let &[kind, side, early, late, some, more] = word else { continue };
        let command = clock_command(control, [kind, side, early, late, some, more]);
        let Ok(decided) = clock.decide(&command) else { continue };
        for event in decided {
            clock.apply(&event);
            events.push(event);
        }
        for now in [0, i64::from(late) * 1000, i64::MAX].map(Timestamp::from_millis) {
            for color in Color::BOTH {
                let used = clock.used(color, now);
                let sum = clock.remaining(color, now).zip(used).map(|(left, used)| left + used);
                assert_eq!(sum, clock.given(color, now), "{color} after {command:?}");
            }
        }
        let check = |at, grace| clock.decide(&game_clock::Command::TimeCheck { at, grace });
        if let Some(deadline) = clock.deadline() {
            let before = Timestamp::from_millis(deadline.millis().saturating_sub(1));
            assert_eq!(check(before, Duration::ZERO), Ok(Vec::new()));
            let fallen = check(deadline, Duration::ZERO).unwrap_or_default();
            assert!(fallen.iter().map(game_clock::Event::at).eq([deadline]), "{fallen:?}");
        } else {
            assert_eq!(check(Timestamp::from_millis(i64::MAX), Duration::ZERO), Ok(Vec::new()));
        }
    }
    assert!(events.is_sorted_by_key(game_clock::Event::at), "{events:?}");
    let mut again = Clock::default();
    events.iter().for_each(|event| again.apply(event));
    assert_eq!(again, clock);
}

/// Returns the command of six bytes: its kind, a side, a moment in quarters of a second, and two
/// numbers.
fn clock_command(control: TimeControl, word: [u8; 6]) -> game_clock::Command {
    use game_clock::Command;
    let [kind, side, early, late, some, more] = word;
    let at = Timestamp::from_millis(i64::from(u16::from_be_bytes([late, early])) * 250);
    let color = if side & 1 == 0 { Color::White } else { Color::Black };
    let running = (side & 2 != 0).then_some(color);
    let time = Duration::from_millis(u64::from(some) * 500);
    match kind % 14 {
        0 => Command::Start { control, at },
        1 => Command::Open { control, at },
        2 => Command::Begin { by: color, at },
        3 => {
            let received = Timestamp::from_millis(at.millis() + i64::from(some) * 10);
            Command::Press { by: color, at, received }
        }
        4 => Command::Pause { reason: None, at },
        5 => Command::Resume { running, at },
        6 => match game_clock::Reason::new("why") {
            Ok(reason) => Command::Adjust { color, remaining: time, reason, at },
            Err(_) => Command::Pause { reason: None, at },
        },
        7 => {
            let moves = Moves { white: u32::from(some), black: u32::from(more) };
            Command::Correct { line: u32::from(early), running, moves: Some(moves), at }
        }
        8 => Command::PlayOn { moves: running.map(|_| u32::from(some)), running, at },
        9 => Command::MarkAbsent { color, limit: running.map(|_| AbsenceLimit::arbiter(time)), at },
        10 => Command::MarkPresent { color, at },
        11 => {
            let black = Duration::from_millis(u64::from(more) * 500);
            Command::Follow {
                display: ClockDisplay { white: time, black, running, flag: running },
                at,
            }
        }
        12 => Command::Stop { at },
        _ => Command::TimeCheck { at, grace: time },
    }
}
