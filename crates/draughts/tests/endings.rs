//! Ends of games by their rules: the rows of the oracle, and cases that the oracle leaves open.

mod ends;

use draughts::{Color, FmjdEdition, Move, RuleSet, Square, fen};
use ends::{Table, find};
use serde_json::Value;

const FMJD: RuleSet = RuleSet::International;
const OF_2006: RuleSet = RuleSet::International2006;
const OPEN_2006: RuleSet = RuleSet::International2006Open;
const BOXED: RuleSet = RuleSet::Boxed12200;
const FRISIAN: RuleSet = RuleSet::Frisian;

fn any(_: &Move) -> bool {
    true
}

/// Returns whether a king's move avoids the row where White's men become kings.
fn off_king_row(mv: &Move) -> bool {
    mv.to().row() > 0
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn texts<'a>(row: &'a Value, name: &str) -> Vec<&'a str> {
    let list = row.get(name).map(|list| list.as_array().expect("a list"));
    list.into_iter().flatten().map(|text| text.as_str().expect("a text")).collect()
}

/// Checks that idle kings come to this verdict after this many plies, not before.
#[track_caller]
fn check_limit(rules: RuleSet, text: &str, plies: u32, verdict: &str) {
    let mut table = Table::new(rules, text);
    assert_eq!(table.wander(plies - 1, any).wander_on(any), verdict, "{rules} {text}");
}

#[test]
fn games_end_as_the_oracle_says() {
    let rows = test_data::json_lines("rules/endings.jsonl");
    assert_eq!(rows.len(), 55);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let rules = match row["rules"].as_str().expect("rules") {
            "intl-fmjd" => FMJD,
            "intl-2006" => OF_2006,
            other => other.parse().expect("rules"),
        };
        let mut table = Table::new(rules, row["fen"].as_str().expect("a FEN"));
        assert_eq!(table.verdict(), "-", "{id}: the start");
        let verdicts: Vec<String> =
            texts(&row, "moves").into_iter().map(|text| table.play(text)).collect();
        assert_eq!(verdicts, texts(&row, "verdicts"), "{id}");
        for text in texts(&row, "legal_next") {
            assert!(find(&table.position, text).is_some(), "{id}: {text}");
        }
        for text in texts(&row, "illegal_next") {
            assert!(find(&table.position, text).is_none(), "{id}: {text}");
        }
    }
}

#[test]
fn an_ending_is_counted_from_the_position_that_first_has_it() {
    for (rules, text, plies, verdict) in [
        (FMJD, "W:WK46,K47,K48:BK3", 32, "D:F16"),
        (FMJD, "W:WK46,K47,35:BK3", 32, "D:F16"),
        (FMJD, "W:WK47,35,45:BK3", 32, "D:F16"),
        (FMJD, "B:WK46,K47,35:BK3", 32, "D:F16"),
        (FMJD, "B:WK3:BK46,K47,16", 32, "D:F16"),
        (FMJD, "W:WK47,K46:BK3", 10, "D:F5"),
        (FMJD, "B:WK47:BK3,K4", 10, "D:F5"),
        (FMJD, "B:WK47:BK3", 10, "D:F5"),
        (FMJD, "W:WK47,35:BK3", 10, "D:F5"),
        (FMJD, "B:WK3:BK47,16", 10, "D:F5"),
        (FMJD, "W:WK46,K47,35,45:BK3", 50, "D:25"),
        (FMJD, "W:WK46,K47:BK3,K4", 50, "D:25"),
        (OF_2006, "W:WK46,K47,K48:BK3", 32, "D:D5"),
        (OF_2006, "B:WK3:BK46,K47,K48", 32, "D:D5"),
        (OF_2006, "W:WK47,K46:BK3", 10, "D:D6"),
        (OF_2006, "B:WK47:BK3", 10, "D:D6"),
        (OF_2006, "W:WK46,K47:BK3,K4", 50, "D:25"),
        // There are as many king moves as moves: the article that comes first is named.
        (OF_2006, "W:WK47,15:BK3", 50, "D:25"),
    ] {
        check_limit(rules, text, plies, verdict);
    }
}

#[test]
fn the_move_that_brings_about_an_ending_is_not_counted() {
    // The lone king captures the fourth piece of the majority.
    let mut table = Table::new(FMJD, "B:WK6,K16,K26,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), ["FMJD 16-move rule 0/16"]);
    assert_eq!(table.wander(31, any).wander_on(any), "D:F16");

    // A man off the diagonal becomes a king, in the edition that counts kings alone.
    let mut table = Table::by_edition(FMJD, FmjdEdition::KingsAlone, "W:WK47,6:BK25");
    table.go_on(&["6-1"]);
    assert_eq!(table.running(), ["FMJD 5-move rule 0/5"]);
    assert_eq!(table.wander(9, any).wander_on(any), "D:F5");

    let mut table = Table::new(OF_2006, "W:WK46,K47,6:BK25");
    table.go_on(&["6-1"]);
    assert_eq!(table.running(), ["2006 D5 0/16"]);
    assert_eq!(table.wander(31, any).wander_on(any), "D:D5");

    // So does the only piece of the minority.
    let mut table = Table::new(OF_2006, "B:WK6,K16,K26:B45");
    table.go_on(&["45-50"]);
    assert_eq!(table.running(), ["2006 D5 0/16"]);
}

#[test]
fn counts_of_the_fmjd_never_restart() {
    let sixteen = |plies: u32| format!("FMJD 16-move rule {}/16", plies / 2);
    // A promotion continues the count of sixteen moves, and so does the loss of a piece.
    let mut table = Table::new(FMJD, "W:WK47,6,45:BK25");
    table.wander(10, off_king_row).go_on(&["6-1"]);
    assert_eq!(table.running(), [sixteen(11)]);
    assert_eq!(table.wander(20, any).wander_on(any), "D:F16");

    // A promotion that is itself the last of them continues it, too.
    let mut table = Table::new(FMJD, "B:WK47,6,45:BK25");
    table.wander(31, off_king_row);
    assert_eq!(table.play("6-1"), "D:F16");

    // The rest of three pieces has a count of its own, in older editions only if all are kings.
    let mut table = Table::by_edition(FMJD, FmjdEdition::KingsAlone, "B:WK6,36,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), [sixteen(1)]);
    let mut table = Table::new(FMJD, "B:WK6,36,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), [sixteen(1), "FMJD 5-move rule 0/5".to_owned()]);
    let mut table = Table::new(FMJD, "B:WK6,K36,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), [sixteen(1), "FMJD 5-move rule 0/5".to_owned()]);
    assert_eq!(table.wander(9, any).wander_on(any), "D:F5");

    // A king against two men is not such an ending.
    let mut table = Table::new(FMJD, "B:WK28,36,16:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), Vec::<String>::new());
}

#[test]
fn fmjd_6_4_a_king_and_a_man_against_a_king_have_five_moves_and_a_promotion_restarts_nothing() {
    let start = "W:WK46,45:BK35";
    let moves = ["46-32", "35-44", "32-5", "44-22", "5-37", "22-18", "37-14", "18-34", "14-3"];
    let mut table = Table::new(FMJD, start);
    table.go_on(&moves);
    assert_eq!(table.running().last().map(String::as_str), Some("FMJD 5-move rule 4/5"));
    assert_eq!(table.play("34-39"), "D:F5");
    // Games that began under the older reading go on.
    let mut table = Table::by_edition(FMJD, FmjdEdition::KingsAlone, start);
    table.go_on(&moves);
    assert_eq!(table.play("34-39"), "-");

    // Two kings by a promotion within the five moves: the count goes on.
    let mut table = Table::new(FMJD, "W:WK47,6:BK25");
    table.wander(4, off_king_row).go_on(&["6-1"]);
    assert_eq!(table.running().last().map(String::as_str), Some("FMJD 5-move rule 2/5"));
    assert_eq!(table.wander(4, any).wander_on(any), "D:F5");
}

#[test]
fn fmjd_6_3_sixteen_and_five_moves_run_side_by_side_and_the_earlier_end_counts() {
    // The lone king captures one of three pieces early: the five moves end first.
    let mut table = Table::new(FMJD, "B:WK6,36,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(table.wander(9, off_king_row).wander_on(any), "D:F5");
    // Late: a capture does not lengthen the sixteen moves.
    let row = ["46-19", "3-25", "48-26", "25-9", "19-10", "9-3", "26-37", "3-12"];
    let mut table = Table::new(FMJD, "W:WK46,K47,K48:BK3");
    table.go_on(&row);
    assert_eq!(table.running().last().map(String::as_str), Some("FMJD 16-move rule 4/16"));
}

#[test]
fn an_edition_of_the_fmjd_counts_five_moves_of_a_king_that_keeps_to_the_long_diagonal() {
    let on_diagonal = |mv: &Move| {
        let diagonal = [5, 10, 14, 19, 23, 28, 32, 37, 41, 46].map(square);
        !diagonal.contains(&mv.from()) || diagonal.contains(&mv.to())
    };
    let start = "W:WK3,K48,45:BK28";
    let mut table = Table::by_edition(FMJD, FmjdEdition::LongDiagonal, start);
    assert_eq!(table.running(), ["FMJD 16-move rule 0/16", "FMJD 5-move rule 0/5"]);
    assert_eq!(table.wander(9, on_diagonal).wander_on(on_diagonal), "D:F5");
    // Leaving the diagonal ends the count; the sixteen moves go on.
    let mut table = Table::by_edition(FMJD, FmjdEdition::LongDiagonal, start);
    table.wander(8, on_diagonal).wander(1, any).wander(1, |mv| !on_diagonal(mv));
    assert!(table.running().iter().all(|count| !count.starts_with("FMJD 5-move")));
    // Other editions have no such count.
    let mut table = Table::new(FMJD, start);
    assert_eq!(table.wander(9, on_diagonal).wander_on(on_diagonal), "-");
}

#[test]
fn counts_of_2006_restart_with_a_promotion_and_a_lost_piece() {
    // The man's move after five plies prevents D3.
    let d4b = |text| {
        let mut table = Table::new(OF_2006, text);
        table.wander(5, off_king_row).go_on(&["45-40"]).wander(43, off_king_row);
        table
    };
    assert_eq!(d4b("B:WK47,6,45:BK25").wander_on(any), "D:D4b");

    let mut table = d4b("B:WK47,6,45:BK25");
    assert_eq!(table.play("6-1"), "-", "the last move promotes");
    assert_eq!(table.running(), ["2006 D4b 0/25"]);

    // 1 against 3 becomes 1 against 2, and at last D6.
    let mut table = Table::new(OF_2006, "W:WK6,28,36:BK14");
    table.go_on(&["6-1"]);
    assert_eq!(table.take(), "-");
    assert_eq!(table.running(), ["2006 D4b 0/25"]);
}

#[test]
fn a_king_that_leaves_the_long_diagonal_breaks_its_count() {
    let on_diagonal = |mv: &Move| {
        let diagonal = [5, 10, 14, 19, 23, 28, 32, 37, 41, 46].map(square);
        !diagonal.contains(&mv.from()) || diagonal.contains(&mv.to())
    };
    let mut table = Table::new(OF_2006, "W:WK3,K48,45:BK28");
    table.wander(8, on_diagonal);
    assert_eq!(table.running(), ["2006 D3 4/25", "2006 D4a 4/5", "2006 D4b 4/25"]);
    let mut kept = table.clone();
    assert_eq!(kept.wander(1, on_diagonal).wander_on(on_diagonal), "D:D4a");

    table.wander(1, any).wander(1, |mv| !on_diagonal(mv));
    assert_eq!(table.running(), ["2006 D3 5/25", "2006 D4b 5/25"], "off the line");

    // A man on the line is not behind it, and one behind it has to cross it in its own direction.
    for (text, is_held) in [
        ("W:WK3,45:BK28", true),
        ("W:WK3,K48,45,50:BK28", false),
        ("W:WK3,K48,10:BK28", false),
        ("W:WK3,K48,6:BK28", false),
        ("W:WK3,K48,45:BK33", false),
        ("W:WK48,45,6:BK28", false),
        ("B:WK28:BK48,K3,6", true),
        ("B:WK28:BK48,K3,45", false),
        ("W:WK3,K48:BK28", false),
    ] {
        let running = Table::new(OF_2006, text).running();
        assert_eq!(running.contains(&"2006 D4a 0/5".to_owned()), is_held, "{text}");
    }
}

#[test]
fn twenty_five_moves_of_kings_begin_again_with_a_man_or_a_capture() {
    for rules in [FMJD, OF_2006] {
        let start = || {
            let mut table = Table::new(rules, "W:WK46,K47,45,28:BK16,K26,35");
            table.go_on(&["28-22"]).wander(49, any);
            table
        };
        assert_eq!(start().wander_on(any), "D:25");
        assert_eq!(start().play("45-40"), "-", "a man moves, and offers itself");

        // The capture that answers it restarts the count, too.
        let mut table = start();
        table.go_on(&["45-40", "35x44"]);
        assert_eq!(table.running(), Vec::<String>::new());
    }
}

#[test]
fn a_position_is_repeated_with_the_same_side_to_move() {
    let to_and_fro = ["48-30", "4-22", "30-48", "22-4"];
    for (rules, article) in [(FMJD, "FMJD threefold repetition"), (OF_2006, "2006 D2")] {
        let start = || Table::new(rules, "W:WK46,K48,36:BK3,K4,15");
        let repetition =
            |table: &Table| table.running().into_iter().find(|count| count.starts_with(article));
        let mut table = start();
        table.go_on(&to_and_fro);
        assert_eq!(repetition(&table), Some(format!("{article} 2/3")));
        table.go_on(&to_and_fro[..3]);
        assert_eq!(table.play("22-4"), "D:threefold");

        // A man's move makes another position of each.
        let mut table = start();
        table.go_on(&to_and_fro).go_on(&["46-37", "15-20"]);
        assert_eq!(table.running(), Vec::<String>::new());

        // A position set by the arbiter is the first occurrence, although it is the same.
        let mut table = start();
        table.go_on(&to_and_fro);
        let position = table.position;
        table.counts.position_set(&position);
        assert_eq!(table.running(), Vec::<String>::new());
        table.go_on(&to_and_fro);
        assert_eq!(repetition(&table), Some(format!("{article} 2/3")));

        // White loses a tempo: the same board, Black to move.
        let mut table = start();
        table.go_on(&["48-30", "4-22", "30-25", "22-4", "25-48"]);
        assert_eq!(table.position.board(), start().position.board());
        assert_eq!(repetition(&table), None);
    }
}

#[test]
fn a_win_precedes_a_draw_by_count() {
    // The sixteenth move of each side captures the last piece.
    for rules in [FMJD, OF_2006] {
        let mut table = Table::new(rules, "B:WK46,K47,K48:BK3");
        table.wander(30, any);
        let (from, last) = (table.position, fen::parse("W:WK46,K47,K1:BK28", rules.variant()));
        let last = last.expect("a FEN");
        let slide = Move::new(square(3), square(28), [].into_iter().collect());
        table.counts.played(&from, &slide, &last);
        table.position = last;
        assert_eq!(table.play("46x10"), "W:no pieces", "{rules}");
    }
}

#[test]
fn two_kings_against_one_have_seven_moves_each() {
    let count = |table: &Table| table.running().concat();
    let mut table = Table::new(FRISIAN, "B:WK46,K47:BK3");
    assert_eq!(count(&table), "art. 18 White 0/7");
    table.wander(1, any);
    assert_eq!(count(&table), "art. 18 White 0/7", "Black's move");
    table.wander(11, any);
    assert_eq!(count(&table), "art. 18 White 6/7");
    table.wander(1, any);
    assert_eq!(table.wander_on(any), "D:art18");

    // The same with colours reversed, and the move that brings the ending.
    let mut table = Table::new(FRISIAN, "B:BK46,K47,45:WK3");
    assert_eq!(count(&table), "");
    table.go_on(&["45-50"]);
    assert_eq!(count(&table), "", "three kings");
    let mut table = Table::new(FRISIAN, "B:WK6,K16,28:BK5");
    assert_eq!(table.take(), "-");
    assert_eq!(count(&table), "art. 18 White 0/7", "the capture");
    let mut table = Table::new(FRISIAN, "B:WK25:BK46,45");
    table.go_on(&["45-50"]);
    assert_eq!(count(&table), "art. 18 Black 0/7", "the promotion");
    table.wander(13, any);
    assert_eq!(count(&table), "art. 18 Black 6/7");
    assert_eq!(table.wander_on(any), "D:art18");
}

/// Returns all positions with one king each, the side to move on the first square.
fn one_king_each() -> impl Iterator<Item = (Table, u8, u8)> {
    (1..=50_u8).flat_map(|white| (1..=50_u8).map(move |black| (white, black))).filter_map(
        |(white, black)| {
            let text = format!("W:WK{white}:BK{black}");
            (white != black).then(|| (Table::new(FRISIAN, &text), white, black))
        },
    )
}

#[test]
fn one_king_each_is_drawn_unless_a_king_is_en_prise() {
    let mut forced = Vec::new();
    let (mut drawn, mut can_take, mut threatened, mut escapes) = (0, 0, 0, 0);
    for (table, white, black) in one_king_each() {
        let mut turned = fen::parse(&format!("B:WK{white}:BK{black}"), FRISIAN.variant());
        let turned = turned.as_mut().expect("a FEN");
        let takes = table.position.obligation().is_some();
        let is_threatened = turned.obligation().is_some();
        match table.verdict().as_str() {
            "D:art21" => drawn += 1,
            verdict => {
                assert_eq!(verdict, "-", "{white} {black}");
                can_take += u32::from(takes);
                threatened += u32::from(is_threatened && !takes);
                if !takes && !is_threatened {
                    forced.push((white, black));
                } else if !takes {
                    let wins = |mv: &Move| {
                        let after = table.position.play_unchecked(mv);
                        [(5, 46), (46, 5)].iter().any(|&(white, black)| {
                            let [white, black] = [white, black].map(square);
                            let board = after.board();
                            board.side(Color::White).contains(white)
                                && board.side(Color::Black).contains(black)
                        })
                    };
                    escapes += u32::from(table.position.legal_moves().iter().any(wins));
                }
            }
        }
        assert!(!(takes || is_threatened) || table.verdict() == "-", "{white} {black}");
    }
    assert_eq!(forced, [(5, 46), (46, 5)], "forced to step between");
    assert_eq!(drawn + can_take + threatened + 2, 2450);
    assert_eq!(escapes, 16, "a king en prise goes on to win, 5 against 46");
}

#[test]
fn article_17_shows_which_king_is_blocked() {
    let mut table = Table::new(FRISIAN, "W:WK50,36:B1,2,3,4");
    for (moves, running) in [
        (["50-33", "2-7"], "art. 17 33 White 1/3"),
        (["33-15", "3-9"], "art. 17 15 White 2/3"),
        (["15-42", "7-11"], "art. 17 42 White 3/3"),
        (["36-31", "1-6"], ""),
    ] {
        assert_eq!(table.go_on(&moves).running().concat(), running);
    }
    // A position that was set may begin in the middle of a count.
    let table = Table::new(FRISIAN, "W:WK50,36:BK1,15:H0:F1:+0+350");
    assert_eq!(table.running(), ["art. 17 50 White 3/3"]);
    assert_eq!(table.position.blocked_king(), Some(square(50)));
}

#[test]
fn the_boxed_game_is_drawn_when_a_king_has_come_back_twice() {
    let start = "W:WK46,K48,36:BK3,K4,15";
    // Back and forth: White returns to 48 with its second and its fourth move.
    let mut table = Table::new(BOXED, start);
    table.go_on(&["48-30", "4-22", "30-48", "22-17"]);
    assert_eq!(table.running(), ["art. 7 White 1/2"]);
    table.go_on(&["48-30", "17-50"]);
    assert_eq!(table.running(), ["art. 7 White 1/2"], "to 30");
    assert_eq!(table.play("30-48"), "D:art7");

    // The opponent's moves in between do not matter, nor do moves of another king.
    let mut table = Table::new(BOXED, "W:WK46,K48:BK3,K4,6");
    table.go_on(&["48-30", "6-11", "46-41", "11-16", "30-48", "3-25", "48-37", "25-3"]);
    assert_eq!(table.play("37-48"), "D:art7");

    // It has to be the same piece.
    let mut table = Table::new(BOXED, start);
    table.go_on(&["48-30", "4-22", "46-37", "22-50", "37-48", "50-22", "48-37", "22-50"]);
    table.go_on(&["30-48"]);
    assert_eq!(table.running(), ["art. 7 White 1/2", "art. 7 Black 1/2"]);

    // A man's move of the own side restarts the count, as does a capture by either side.
    let mut table = Table::new(BOXED, start);
    table.go_on(&["48-30", "4-22", "30-48", "22-17", "36-31", "17-50"]);
    table.go_on(&["48-30", "50-17", "30-48", "17-50"]);
    assert_eq!(table.running(), ["art. 7 White 1/2", "art. 7 Black 1/2"]);
    let mut table = Table::new(BOXED, "W:WK46,K48,36:BK3,K4,15,29");
    table.go_on(&["48-43", "4-9", "43-48", "29-33", "48-43", "33-39"]);
    assert_eq!(table.running(), ["art. 7 White 1/2"], "Black has moved a man");
    table.go_on(&["43x34"]);
    assert_eq!(table.running(), Vec::<String>::new());
}

#[test]
fn the_boxed_game_is_drawn_when_a_side_makes_the_same_move_three_times() {
    // A capture in a circle leaves pieces on the board: the same capture is possible again.
    let round = "W:WK47:B31,32,41,42,15";
    let mut table = Table::new(BOXED, round);
    for (taken, running) in [(41, 1), (31, 2), (32, 3)] {
        let position = fen::parse(round, BOXED.variant()).expect("a FEN");
        let mv = Move::new(square(47), square(47), [square(taken)].into_iter().collect());
        let after = fen::parse("B:WK47:B31,32,41,42,15", BOXED.variant()).expect("a FEN");
        table.position = position;
        let verdict = table.stand(&mv, after);
        assert_eq!(verdict, if running == 3 { "D:art7" } else { "-" });
        let shown: Vec<String> = match running {
            1 => Vec::new(),
            times => vec![format!("art. 7 White {times}/3")],
        };
        assert_eq!(table.running(), shown);
    }
    // Back and forth is not the same move.
    let mut table = Table::new(BOXED, "W:WK46,K48,36:BK3,K4,15");
    table.go_on(&["48-30", "4-22", "30-48", "22-17", "48-30"]);
    assert_eq!(table.running(), ["art. 7 White 1/2"]);
}

/// Art. 14 adds section D for the main groups alone: by art. 1 the open group has the ends of its
/// federation.
#[test]
fn art_1_and_14_of_2006_the_open_group_does_not_play_by_section_d() {
    let moves =
        ["3-26", "28-19", "26-42", "19-23", "42-47", "23-14", "47-38", "14-46", "38-49", "46-5"];
    for (rules, last) in [(OF_2006, "D:D4a"), (OPEN_2006, "-"), (FMJD, "-")] {
        let mut table = Table::new(rules, "W:WK3,45,50:BK28");
        let verdict = moves.map(|text| table.play(text)).into_iter().last();
        assert_eq!(verdict.as_deref(), Some(last), "{rules}");
    }
    for text in ["W:WK46,K47:BK5", "W:WK46,K47,K48:BK5"] {
        let limit = |rules| {
            let counts = Table::new(rules, text).counts.running();
            counts.iter().map(|count| (count.kind, count.limit)).collect::<Vec<_>>()
        };
        assert_eq!(limit(OPEN_2006), limit(FMJD), "{text}");
    }
}
