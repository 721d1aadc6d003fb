//! Tests of a tracker with the reports of boards.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic fails the test")]

#[path = "traces/score.rs"]
mod score;
#[path = "traces/trace.rs"]
mod trace;

use std::time::Duration;

use board_feed::{BoardSetting, Capability, Code, Event, Field, Reading, Tracker};
use draughts::{Color, Piece, Position, Role, Square, Timestamp, Variant, fen};
use score::{Score, Truth};
use trace::Trace;

fn traces() -> Vec<Trace> {
    Trace::read(&test_data::json_lines("boards/traces.jsonl.gz"))
}

#[test]
fn recorded_games_are_followed_to_the_last_ply() {
    let truth = Truth::read(&test_data::json_lines("boards/truth.jsonl.gz"));
    let mut score = Score::default();
    for trace in traces() {
        score.add(&trace, &truth[&trace.id], &trace.track());
    }
    assert_eq!(score.faults, Vec::<String>::new());
    let Score { plies, right, wrong, revised, acts, acts_told, .. } = score;
    assert_eq!((plies, right, wrong, revised, acts, acts_told), (1631, 1631, 0, 0, 13, 13));
    assert_eq!((score.acts_invented, score.spells_stuck, score.after_end), (0, 0, 0));
    assert_eq!(score.medians(), [578, 480]);
}

#[test]
fn a_trace_that_is_cut_short_gives_the_same_up_to_the_cut() {
    for trace in traces() {
        let whole = trace.track();
        for part in 1..6 {
            let cut = trace.readings.len() * part / 6;
            let mut tracker = Tracker::new(trace.setting.clone());
            let mut events = Vec::new();
            for (at, reading) in &trace.readings[..cut] {
                events.extend(tracker.take(reading, *at));
            }
            assert_eq!(events, whole[..events.len()], "{} cut after {cut}", trace.id);
        }
    }
}

#[test]
fn it_does_not_matter_how_often_time_is_told() {
    let step = Duration::from_millis(97);
    for trace in traces().into_iter().step_by(4) {
        let mut tracker = Tracker::new(trace.setting.clone());
        let (mut events, mut now) = (Vec::new(), Timestamp::default());
        for (at, reading) in &trace.readings {
            while now < *at {
                now = now.saturating_add(step).min(*at);
                if now < *at {
                    events.extend(tracker.wait(now));
                }
            }
            events.extend(tracker.take(reading, *at));
        }
        assert_eq!(events, trace.track()[..events.len()], "{}", trace.id);
    }
}

/// A board whose pieces are moved by hand, and its tracker.
struct Table {
    tracker: Tracker,
    setting: BoardSetting,
    events: Vec<String>,
}

impl Table {
    fn new(capability: Capability, position: &str, is_rotated: Option<bool>) -> Self {
        let start = fen::parse(position, Variant::International).unwrap();
        let setting = BoardSetting { capability, start, is_rotated, poll: None };
        Self { tracker: Tracker::new(setting.clone()), setting, events: Vec::new() }
    }

    fn code(&self, piece: Option<Piece>) -> Code {
        match (piece, self.setting.capability) {
            (None, _) => Code::Empty,
            (Some(_), Capability::Occupancy) => Code::Occupied,
            (Some(piece), Capability::Colour) => Code::Piece(Piece { role: Role::Man, ..piece }),
            (Some(piece), Capability::ColourAndCrown) => Code::Piece(piece),
        }
    }

    fn take(&mut self, millis: i64, reading: &Reading) {
        let events = self.tracker.take(reading, Timestamp::from_millis(millis));
        self.note(events);
    }

    fn note(&mut self, events: Vec<(Timestamp, Event)>) {
        for (at, event) in events {
            let text = match event {
                Event::Tentative { .. } => continue,
                Event::Final { ply, played, by } => {
                    format!("{ply} {} {}", played.text, by.as_str())
                }
                Event::Irregular { ply, played, kind } => {
                    format!("{ply} {} {}", played.text, kind.as_str())
                }
                Event::Revised { ply, played } => {
                    let text = played.map_or("nothing".to_owned(), |played| played.text);
                    format!("{ply} is {text}")
                }
                Event::OutOfSync { .. } => "out of sync".to_owned(),
                Event::InSync { ply } => format!("in sync after {ply}"),
                Event::NotCrowned { ply } => format!("{ply} not crowned"),
                Event::AfterGame => "after the game".to_owned(),
            };
            self.events.push(format!("{} {text}", at.millis()));
        }
    }

    /// Tells all fields as they are in a position.
    fn dump(&mut self, millis: i64, is_rotated: bool) {
        self.dump_of(millis, self.setting.start, is_rotated);
    }

    /// Tells all fields of a position.
    fn dump_of(&mut self, millis: i64, position: Position, is_rotated: bool) {
        let mut codes = Box::new([Code::Empty; Field::COUNT]);
        for square in Square::all() {
            let piece = position.board().piece_at(square);
            codes[Field::of(square, is_rotated).index()] = self.code(piece);
        }
        self.take(millis, &Reading::Dump(codes));
    }

    /// Puts a piece on a square, or takes what stands there off it.
    fn put(&mut self, millis: i64, square: u8, letter: char) {
        let field = Field::of(Square::new(square).unwrap(), false);
        let code = match Code::from_letter(letter).unwrap() {
            Code::Piece(piece) => self.code(Some(piece)),
            code @ (Code::Empty | Code::Occupied) => code,
        };
        self.take(millis, &Reading::Field { field, code });
    }

    fn press(&mut self, millis: i64, by: Color) {
        self.take(millis, &Reading::Press(by));
    }

    #[track_caller]
    fn ends(mut self, millis: i64, expected: &[&str]) {
        let events = self.tracker.wait(Timestamp::from_millis(millis));
        self.note(events);
        assert_eq!(self.events, expected);
    }
}

#[test]
fn a_move_is_final_once_it_rests_after_the_press() {
    let mut table = Table::new(Capability::Colour, "W:W32,42:B10,14", Some(false));
    table.dump(0, false);
    table.put(5_000, 32, 'e');
    table.put(5_500, 28, 'w');
    table.press(5_600, Color::White);
    table.ends(7_000, &["6200 1 32-28 clock"]);
}

#[test]
fn a_piece_that_is_put_down_and_moved_on_is_one_move() {
    let mut table = Table::new(Capability::Colour, "W:WK46,42:B4,20", Some(false));
    table.dump(0, false);
    table.put(5_000, 46, 'e');
    table.put(5_200, 41, 'w');
    table.put(6_200, 41, 'e');
    table.put(6_300, 28, 'w');
    table.press(6_500, Color::White);
    table.ends(30_000, &["7000 1 46-28 clock"]);
}

#[test]
fn without_a_press_a_move_is_final_when_it_has_long_been_at_rest() {
    let mut table = Table::new(Capability::Occupancy, "W:W32,42:B10,14", Some(false));
    table.dump(0, false);
    table.put(5_000, 32, 'e');
    table.put(5_500, 28, '?');
    table.ends(20_000, &["10500 1 32-28 stable"]);
}

#[test]
fn men_that_are_taken_off_after_the_reply_make_no_other_move() {
    let mut table = Table::new(Capability::Colour, "W:W28,46:B22,4,5", Some(false));
    table.dump(0, false);
    table.put(5_000, 28, 'e');
    table.put(5_300, 17, 'w');
    table.press(5_600, Color::White);
    table.put(6_600, 4, 'e');
    table.put(6_900, 9, 'b');
    table.press(7_200, Color::Black);
    table.put(7_900, 22, 'e');
    table.ends(20_000, &["8900 1 28x17 clock", "8900 2 4-9 clock"]);
}

#[test]
fn a_game_whose_pieces_were_knocked_over_goes_on_with_a_press() {
    let mut table = Table::new(Capability::Colour, "W:W31,32,41,42:B10,14,15", Some(false));
    table.dump(0, false);
    for square in [41, 42, 14, 15] {
        table.put(5_000, square, 'e');
    }
    // White moves as soon as the pieces stand again.
    for (square, letter) in [(32, 'e'), (28, 'w'), (41, 'w'), (42, 'w'), (14, 'b'), (15, 'b')] {
        table.put(20_000, square, letter);
    }
    table.press(20_500, Color::White);
    let goes_on = ["15000 after the game", "20700 1 32-28 clock", "21000 in sync after 1"];
    table.ends(40_000, &goes_on);
}

#[test]
fn a_report_that_was_lost_is_made_up_for_by_the_next_dump() {
    let mut table = Table::new(Capability::Colour, "W:W31,32,41,42:B1,14,15", Some(false));
    table.dump(0, false);
    // Nothing tells that square 32 is empty: one man too many stands there.
    table.put(5_300, 28, 'w');
    table.press(5_400, Color::White);
    for (at, from, to, by) in
        [(6_500, 1, 7, Color::Black), (7_500, 42, 38, Color::White), (8_500, 7, 12, Color::Black)]
    {
        table.put(at, from, 'e');
        table.put(at + 200, to, if by == Color::White { 'w' } else { 'b' });
        table.press(at + 300, by);
    }
    let now = fen::parse("W:W28,31,38,41:B12,14,15", Variant::International).unwrap();
    table.dump_of(9_500, now, false);
    table.ends(
        11_000,
        &["9500 1 32-28 clock", "9500 2 1-7 clock", "9500 3 42-38 reply", "9800 4 7-12 clock"],
    );
}

#[test]
fn an_act_against_the_rules_is_told_with_its_kind() {
    let mut table = Table::new(Capability::Colour, "W:W28,46:B22,4,5", Some(false));
    table.dump(0, false);
    table.put(5_000, 46, 'e');
    table.put(5_300, 41, 'w');
    table.press(5_600, Color::White);
    table.ends(40_000, &["12600 1 46-41 missed-capture"]);
}

#[test]
fn an_act_that_was_none_is_revised_when_a_dump_shows_the_piece() {
    // Square 6 shows nothing for a moment, and that it is back is not reported.
    let mut table = Table::new(Capability::Colour, "W:W34,42:B6,19", Some(false));
    table.dump(0, false);
    table.put(4_000, 6, 'e');
    table.put(5_000, 34, 'e');
    table.put(5_300, 30, 'w');
    table.press(5_600, Color::White);
    table.put(7_000, 19, 'e');
    table.put(7_300, 23, 'b');
    table.press(7_600, Color::Black);
    let now = fen::parse("W:W30,42:B6,23", Variant::International).unwrap();
    table.dump_of(14_000, now, false);
    table.ends(
        30_000,
        &[
            "12600 1 34x30 wrong-removal",
            "12600 2 19-23 clock",
            "14300 1 is 34-30",
            "14300 2 is 19-23",
        ],
    );
}

#[test]
fn a_capture_that_passes_for_an_act_is_told_with_the_reply() {
    let position = "W:W25,29,30,33,35,36,37,43,49:B2,3,4,13,14,15,16,22,26,38";
    let mut table = Table::new(Capability::Colour, position, Some(false));
    table.dump(0, false);
    // White leaves the captured man, and Black lifts one to move and then takes it off.
    table.put(5_000, 43, 'e');
    table.put(5_300, 32, 'w');
    table.press(5_500, Color::White);
    table.put(8_000, 22, 'e');
    table.put(9_000, 27, 'b');
    table.put(9_600, 38, 'e');
    table.press(10_000, Color::Black);
    table.ends(30_000, &["10600 1 43x32 clock", "10600 2 22-27 clock"]);
}

#[test]
fn a_move_whose_start_still_shows_a_man_is_none_of_the_opponent_s_piece() {
    let mut table = Table::new(Capability::Colour, "W:W28,42:B18,4", Some(false));
    table.dump(0, false);
    // Nothing tells that square 28 is empty.
    table.put(5_300, 23, 'w');
    table.press(5_600, Color::White);
    table.put(7_000, 18, 'e');
    table.put(7_300, 29, 'b');
    table.put(7_800, 23, 'e');
    table.press(8_000, Color::Black);
    let now = fen::parse("W:W42:B29,4", Variant::International).unwrap();
    table.dump_of(16_000, now, false);
    table.ends(
        30_000,
        &[
            "13800 out of sync",
            "16000 1 28-23 reply",
            "16300 2 18x29 clock",
            "17000 in sync after 2",
        ],
    );
}

#[test]
fn what_an_act_that_was_none_would_have_left_hides_no_later_move() {
    let mut table = Table::new(Capability::Colour, "W:W28,46:B22,4,5", Some(false));
    table.dump(0, false);
    table.put(5_000, 28, 'e');
    table.put(5_300, 17, 'w');
    // Another man of Black is set right with the one that is captured, and twice later.
    table.put(5_600, 22, 'e');
    table.put(5_900, 4, 'e');
    table.put(6_400, 4, 'b');
    table.press(6_600, Color::White);
    table.put(8_000, 5, 'e');
    table.put(8_300, 10, 'b');
    table.press(8_600, Color::Black);
    table.put(10_000, 4, 'e');
    table.put(10_500, 4, 'b');
    table.put(12_000, 46, 'e');
    table.put(12_300, 41, 'w');
    table.press(12_600, Color::White);
    table.put(14_000, 4, 'e');
    table.put(14_500, 9, 'b');
    table.press(14_800, Color::Black);
    table.ends(
        30_000,
        &["7100 1 28x17 clock", "9000 2 5-10 clock", "13000 3 46-41 clock", "15200 4 4-9 clock"],
    );
}

#[test]
fn a_press_counts_for_one_ply() {
    let mut table = Table::new(Capability::Colour, "W:W28,33,46:B19,23,5", Some(false));
    table.dump(0, false);
    table.put(5_000, 46, 'e');
    table.put(5_300, 41, 'w');
    table.press(5_600, Color::White);
    // The captured man stays, so that White's lifted man looks like 33-28.
    table.put(8_000, 23, 'e');
    table.put(8_300, 32, 'b');
    table.press(8_600, Color::Black);
    table.put(10_000, 33, 'e');
    table.put(11_500, 29, 'w');
    table.put(11_800, 28, 'e');
    table.press(12_000, Color::White);
    table.ends(30_000, &["6000 1 46-41 clock", "12600 2 23x32 clock", "12600 3 33-29 clock"]);
}

#[test]
fn a_piece_that_is_gone_without_a_press_is_not_captured() {
    // 4-36, 37-31 and 36x4 would leave the same.
    let mut table = Table::new(Capability::Colour, "B:W37,48,49:BK4,5", Some(false));
    table.dump(0, false);
    table.put(5_000, 37, 'e');
    table.put(25_000, 37, 'w');
    table.ends(40_000, &["13500 out of sync", "26000 in sync after 0"]);
}

#[test]
fn a_piece_that_is_not_shown_where_it_was_put_is_not_captured() {
    let position = "B:W24,26,36,37,38,39,42,43,44,45,46,48,49,50:B1,2,4,5,6,7,9,11,13,14,15,16,19";
    let mut table = Table::new(Capability::Occupancy, position, Some(false));
    table.dump(0, false);
    // Nothing tells that square 30 is filled; 39-34 and 30x39 would leave the same.
    table.put(5_000, 19, 'e');
    table.put(5_600, 24, 'e');
    table.press(5_800, Color::Black);
    let now = "W:W26,36,37,38,39,42,43,44,45,46,48,49,50:B1,2,4,5,6,7,9,11,13,14,15,16,30";
    let now = fen::parse(now, Variant::International).unwrap();
    table.dump_of(12_000, now, false);
    table.ends(30_000, &["12300 1 19x30 clock"]);
}

#[test]
fn a_ply_that_was_answered_is_not_replaced_by_what_lies_there_later() {
    let mut table = Table::new(Capability::Colour, "W:WK33,48:B12,36", Some(false));
    table.dump(0, false);
    table.put(5_000, 33, 'e');
    table.put(5_300, 50, 'w');
    table.press(5_600, Color::White);
    // Nothing tells that square 12 is empty; 33-6 would leave the same.
    table.put(8_000, 17, 'b');
    table.press(8_300, Color::Black);
    table.put(10_000, 50, 'e');
    table.put(10_300, 17, 'e');
    table.put(10_400, 6, 'w');
    table.press(10_600, Color::White);
    let now = fen::parse("B:W6,48:B36", Variant::International).unwrap();
    table.dump_of(14_000, now, false);
    table.ends(30_000, &["6000 1 33-50 clock", "14000 2 12-17 reply", "14300 3 50x6 clock"]);
}

#[test]
fn what_two_explanations_fit_is_not_guessed() {
    // Both men are moved at once: which was first, and that Black passed, nobody knows.
    let mut table = Table::new(Capability::Colour, "W:W46,50:B4,5", Some(false));
    table.dump(0, false);
    for (at, square, letter) in [
        (5_000, 46, 'e'),
        (5_010, 50, 'e'),
        (5_020, 41, 'w'),
        (5_030, 45, 'w'),
        (5_040, 4, 'e'),
        (5_050, 10, 'b'),
    ] {
        table.put(at, square, letter);
    }
    table.press(5_500, Color::White);
    table.ends(13_000, &[]);
}

#[test]
fn a_board_that_nothing_explains_is_out_of_sync_until_it_is_explained() {
    let mut table = Table::new(Capability::Colour, "W:W32,42:B10,14", Some(false));
    table.dump(0, false);
    table.put(5_000, 32, 'e');
    table.put(25_000, 28, 'w');
    table.press(25_100, Color::White);
    table.ends(40_000, &["13500 out of sync", "25700 1 32-28 clock", "26000 in sync after 1"]);
}

#[test]
fn after_the_clock_was_stopped_nothing_is_a_move() {
    let mut table = Table::new(Capability::Colour, "W:W32,42:B10,14", Some(false));
    table.dump(0, false);
    table.take(4_000, &Reading::ClockStopped);
    table.put(5_000, 32, 'e');
    table.put(5_500, 28, 'w');
    table.press(5_600, Color::White);
    table.ends(40_000, &["4000 after the game"]);
}

#[test]
fn pieces_that_were_swept_away_may_come_back() {
    let mut table = Table::new(Capability::Colour, "W:W32,42,43:B10,14", Some(false));
    table.dump(0, false);
    for (square, at) in [(32, 5_000), (42, 5_100), (10, 5_200)] {
        table.put(at, square, 'e');
    }
    table.dump(20_000, false);
    table.ends(40_000, &["15200 after the game", "21000 in sync after 0"]);
}

#[test]
fn a_man_that_is_not_crowned_is_told() {
    let mut table = Table::new(Capability::ColourAndCrown, "W:W7,42:B45", Some(false));
    table.dump(0, false);
    table.put(5_000, 7, 'e');
    table.put(5_300, 1, 'w');
    table.press(5_600, Color::White);
    table.ends(40_000, &["6000 1 7-1 clock", "16000 1 not crowned"]);
}

#[test]
fn the_first_move_tells_which_way_a_board_without_sides_lies() {
    let start = Position::start(Variant::International).fen();
    let mut table = Table::new(Capability::Occupancy, &start, None);
    table.dump(0, true);
    // On a rotated board 32 and 28 are where 19 and 23 are on others.
    table.put(5_000, 19, 'e');
    table.put(5_300, 23, '?');
    table.press(5_600, Color::White);
    table.ends(20_000, &["6000 1 32-28 clock"]);
}

#[test]
fn the_operator_s_position_takes_the_place_of_what_was_there() {
    let mut table = Table::new(Capability::Colour, "W:W32,42:B10,14", Some(false));
    table.dump(0, false);
    let position = fen::parse("B:W32,42:B10,14", Variant::International).unwrap();
    table.take(5_000, &Reading::Setup { position: Box::new(position), ply: 8 });
    table.put(6_000, 10, 'e');
    table.put(6_100, 15, 'b');
    table.press(6_300, Color::Black);
    table.ends(20_000, &["6800 9 10-15 clock"]);
}
