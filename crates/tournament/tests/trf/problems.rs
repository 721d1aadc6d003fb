//! A row for each possible fault of a file, with its line.

use crate::{id, player_line};
use tournament::trf::{Header, LineEnd, Trf, TrfPlayer, TrfTeam, Unwritable, read};

/// Reads `text` and compares the problems, and the number of remaining players.
#[track_caller]
fn check(text: &str, players: usize, problems: &[(Option<usize>, &str)]) {
    let read = read(text.as_bytes());
    let found: Vec<(Option<usize>, String)> =
        read.problems.iter().map(|problem| (problem.line, problem.kind.to_string())).collect();
    let found: Vec<(Option<usize>, &str)> =
        found.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(found, problems, "{text}");
    assert_eq!(read.trf.players.len(), players, "{text}");
    // A report that was read can be written, and then its single lines are valid.
    let again = read.trf.write(LineEnd::CrLf).unwrap();
    assert_eq!(tournament::trf::read(again.as_bytes()).trf, read.trf);
}

/// Returns a file of two players who met once.
fn two(one: &str, other: &str) -> String {
    format!("{}\n{}\n", player_line(1, "Ids", "", one), player_line(2, "Jel", "", other))
}

#[test]
fn broken_lines_are_told_with_their_number_and_the_rest_is_read() {
    let (ids, jel) =
        (player_line(1, "Ids", "1.0", "   2 w 1"), player_line(2, "Jel", "0.0", "   1 b 0"));
    let text = format!("012 Twa\n001 xx\n{ids}\n001\n062 many\n{jel}\n");
    check(
        &text,
        2,
        &[
            (Some(2), "\"xx\" is no start number from 1 to 9999; the line is left out"),
            (Some(4), "\"\" is no start number from 1 to 9999; the line is left out"),
            (Some(5), "line 062 has \"many\" for a number; it is left out"),
        ],
    );
}

#[test]
fn lines_are_told_of() {
    let ids = player_line(1, "Ids", "", "");
    for (text, players, problem) in [
        (format!("012 {}", "a".repeat(1001)), 0, "the line is too long and left out"),
        (format!("ABC {}", "a".repeat(5000)), 0, "the line is too long and left out"),
        (format!("ABC {}", "a".repeat(50_000)), 0, "the line is too long and left out"),
        ("012 a\t b".into(), 0, "the line has control characters, which are read as spaces"),
        ("01".into(), 0, "lines \"01\" are unknown; it is kept"),
        ("XXA 0001  1.0".into(), 0, "lines XXA are not followed; it is kept"),
        ("012 a\n012 b".into(), 0, "there is a line 012 already; it is left out"),
        ("062 0\n062 0".into(), 0, "there is a line 062 already; it is left out"),
        ("XXR 7\n142 9".into(), 0, "there is a line 142 already; it is left out"),
        ("XXR".into(), 0, "line XXR has \"\" for a number; it is left out"),
        ("XXZ x".into(), 0, "line XXZ has \"x\" for a number; it is left out"),
        ("132\n132".into(), 0, "there is a line 132 already; it is left out"),
        (
            "132 26/03/01".into(),
            0,
            "column 5 is not blank, so that nothing is where it belongs; left out",
        ),
        (
            "042 1 maart 2026".into(),
            0,
            "the date \"1 maart 2026\" is not in the form of 2026/03/01 or 26/03/01",
        ),
        (format!("{ids}\n{ids}"), 1, "start number 1 is given twice; the line is left out"),
        (
            ids.replace("   1 ", "   0 "),
            0,
            "\"0\" is no start number from 1 to 9999; the line is left out",
        ),
        (
            format!("001x{}", ids.get(4..).unwrap()),
            0,
            "column 4 is not blank, so that nothing is where it belongs; left out",
        ),
        (player_line(1, "", "", ""), 1, "player 1 has no name"),
        (ids.replacen("     Ids", "x    Ids", 1), 1, "\"x\" is no sex of player 1; it is left out"),
        (
            player_line(1, "Ids", "1.x", ""),
            1,
            "\"1.x\" is no number of points of player 1; it is left out",
        ),
        (
            format!("{}0", player_line(1, "Ids", "", "").trim_end().trim_end_matches('1')),
            1,
            "\"0\" is no place of player 1; it is left out",
        ),
        ("013".into(), 0, "the team has no name; the line is left out"),
        (
            format!("{ids}\n013 {:<32}   1 x", "Huzum"),
            1,
            "team \"Huzum\" has \"x\" for a start number; it is left out",
        ),
        (format!("{ids}\n062 3"), 1, "line 062 says 3, but there are 1"),
        (format!("{ids}\n072 1"), 1, "line 072 says 1, but there are 0"),
        (format!("{ids}\n082 2\n013 {:<32}   1", "Huzum"), 1, "line 082 says 2, but there are 1"),
        (
            format!("{ids}\n013 {:<32}   7", "Huzum"),
            1,
            "team \"Huzum\" has player 7, who is not in the file",
        ),
        (
            format!("{ids}\n013 {:<32}   1    1", "Huzum"),
            1,
            "player 1 is in a team twice, or in two",
        ),
        (format!("{ids}\nXXZ 7"), 1, "player 7 is to be absent and is not in the file"),
    ] {
        let read = read(text.as_bytes());
        let told: Vec<_> = read.problems.iter().map(|one| one.kind.to_string()).collect();
        assert_eq!(told, [problem], "{text}");
        assert_eq!(read.trf.players.len(), players, "{text}");
        let again = read.trf.write(LineEnd::CrLf).unwrap();
        assert_eq!(tournament::trf::read(again.as_bytes()).trf, read.trf);
    }
}

#[test]
fn rounds_that_cannot_be_read_are_left_blank() {
    for (entry, fault) in [
        ("  x2 w 1", "the opponent is no start number"),
        ("   2 z 1", "the colour is not w, b or -"),
        ("   2 w 5", "the result is none of 1 = 0 W D L + - H F U Z"),
        ("0000 - 5", "the result is none of 1 = 0 W D L + - H F U Z"),
        ("   2 w U", "a bye has no opponent"),
        ("0000 w 1", "there is a colour and no opponent"),
        ("   2xw 1", "something stands between the columns"),
    ] {
        let text = player_line(1, "Ids", "", entry);
        let text = format!("{text}\n{}", player_line(2, "Jel", "", ""));
        let told =
            format!("round 1 of player 1 reads {:?}: {fault}; it is left blank", entry.trim());
        check(&text, 2, &[(Some(1), &told)]);
    }
    let many = player_line(1, "Ids", "", &"0000 - Z  ".repeat(101));
    check(&many, 1, &[(Some(1), "player 1 has more than 100 rounds; the others are left out")]);
}

#[test]
fn players_have_to_agree() {
    check(
        &two("   2 w 1", "   1 w 0"),
        2,
        &[(Some(1), "players 1 and 2 do not have opposite colours in round 1")],
    );
    check(
        &two("   2 w 1", "   1 b 1"),
        2,
        &[(Some(1), "players 1 and 2 have the results '1' and '1' in round 1")],
    );
    check(
        &two("   2 w +", "   1 b 0"),
        2,
        &[(Some(1), "players 1 and 2 have the results '+' and '0' in round 1")],
    );
    check(
        &two("   2 w 1", "0000 - Z"),
        2,
        &[(Some(1), "player 1 meets 2 in round 1, who does not meet 1")],
    );
    check(
        &two("   7 w 1", "   2 b 0"),
        2,
        &[
            (Some(1), "player 1 meets 7 in round 1, who is not in the file"),
            (Some(2), "player 2 meets themselves in round 1"),
        ],
    );
    // Both lost, by a ruling or because neither came.
    check(&two("   2 w 0     2 b -", "   1 b 0     1 w -"), 2, &[]);
}

#[test]
fn points_have_to_be_the_sum() {
    let rounds = ["   2 w 1     2 b =", "   1 b 0     1 w ="];
    let text = format!(
        "{}\n{}\n",
        player_line(1, "Ids", "2.0", rounds[0]),
        player_line(2, "Jel", "0.5", rounds[1])
    );
    check(&text, 2, &[(Some(1), "player 1 has 2 points, but the rounds give 1.5")]);
}

#[test]
fn a_contradiction_is_told_with_the_line_that_it_is_to_be_mended_in() {
    let ids = player_line(1, "Ids", "", "");
    for (line, told) in [
        ("062 3".to_owned(), "line 062 says 3, but there are 1"),
        ("072 1".to_owned(), "line 072 says 1, but there are 0"),
        ("XXZ 7".to_owned(), "player 7 is to be absent and is not in the file"),
        (format!("013 {:<32}   7", "Huzum"), "team \"Huzum\" has player 7, who is not in the file"),
    ] {
        check(&format!("{ids}\n012 Frysk\n{line}"), 1, &[(Some(3), told)]);
    }
    let twice = format!("{ids}\n013 {:<32}   1    1", "Huzum");
    check(&twice, 1, &[(Some(1), "player 1 is in a team twice, or in two")]);
}

#[test]
fn the_list_of_problems_is_bounded() {
    let read = read("012\u{1}x\n".repeat(5000).as_bytes());
    assert_eq!(read.problems.len(), 1001);
    let last = read.problems.last().unwrap();
    assert_eq!(last.kind.to_string(), "there are 8999 more problems");
}

#[test]
fn what_does_not_fit_cannot_be_written() {
    let player = |change: &dyn Fn(&mut TrfPlayer)| {
        let mut player = TrfPlayer::new(id(1), "Ids");
        change(&mut player);
        Trf { players: vec![player], ..Trf::default() }
    };
    let header = |header: Header| Trf { header, ..Trf::default() };
    for (trf, reason) in [
        (
            player(&|player| player.name = "a".repeat(34)),
            "the name \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" does not fit: at most 33 characters, \
             none of control",
        ),
        (
            player(&|player| player.title = " g".into()),
            "the title \" g\" does not fit: at most 3 characters, none of control",
        ),
        (
            player(&|player| player.federation = "a\n".into()),
            "the federation \"a\\n\" does not fit: at most 3 characters, none of control",
        ),
        (
            player(&|player| player.number = id(10_000)),
            "the start number 10000 does not fit its columns",
        ),
        (player(&|player| player.rating = Some(0)), "the rating 0 does not fit its columns"),
        (
            player(&|player| player.points = Some(1204)),
            "the hundredths of points 1204 does not fit its columns",
        ),
        (player(&|player| player.rank = Some(0)), "the place 0 does not fit its columns"),
        (
            header(Header { round_dates: vec!["a".into(); 101], ..Header::default() }),
            "there are 101 rounds, which is too many",
        ),
        (
            Trf { other_lines: vec!["012 a".into()], ..Trf::default() },
            "the line \"012 a\" would be read as something else",
        ),
        (
            Trf { teams: vec![TrfTeam { name: String::new(), players: vec![] }], ..Trf::default() },
            "the line \"013\" would be read as something else",
        ),
    ] {
        assert_eq!(
            trf.write(LineEnd::Lf).map_err(|error: Unwritable| error.to_string()),
            Err(reason.to_owned())
        );
    }
}
