//! A row for each line of the format, C.04 Annex 2.

use crate::{fine, id, player_line, there_and_back};
use draughts::Color;
use tournament::Scoring;
use tournament::trf::{ByeCode, GameCode, Header, LineEnd, RoundEntry, Sex, TrfPlayer, read};

/// Reads the header of a file with this text.
#[track_caller]
fn header(text: &str) -> Header {
    let trf = read(text.as_bytes()).trf;
    assert_eq!(there_and_back(&trf), format!("{text}\n"));
    trf.header
}

#[test]
fn lines_012_to_122_are_the_header() {
    let with = |change: &dyn Fn(&mut Header)| {
        let mut header = Header::default();
        change(&mut header);
        header
    };
    for (text, expected) in [
        ("012 NK Frysk 2026", with(&|header| header.name = "NK Frysk 2026".into())),
        ("022 Frjentsjer", with(&|header| header.city = "Frjentsjer".into())),
        ("032 NED", with(&|header| header.federation = "NED".into())),
        ("042 2026/03/01", with(&|header| header.start_date = "2026/03/01".into())),
        ("052 2026/03/07", with(&|header| header.end_date = "2026/03/07".into())),
        ("062 16", with(&|header| header.players = Some(16))),
        ("072 12", with(&|header| header.rated_players = Some(12))),
        ("082 4", with(&|header| header.teams = Some(4))),
        ("092 Individual: Swiss", with(&|header| header.kind = "Individual: Swiss".into())),
        (
            "102 A. Skiedsrjochter",
            with(&|header| header.chief_arbiter = "A. Skiedsrjochter".into()),
        ),
        (
            "112 Ien\n112 Twa",
            with(&|header| header.deputy_arbiters = vec!["Ien".into(), "Twa".into()]),
        ),
        ("122 90 min + 30 s", with(&|header| header.playing_time = "90 min + 30 s".into())),
        ("XXR 7", with(&|header| header.rounds_total = Some(7))),
        ("XXZ 3 12", with(&|header| header.absent = [id(3), id(12)].into())),
    ] {
        assert_eq!(header(text), expected, "{text}");
    }
}

#[test]
fn line_132_has_the_dates_in_the_columns_of_the_rounds() {
    let text = format!("132{}26/03/01            26/03/03", " ".repeat(88));
    assert_eq!(header(&text).round_dates, ["26/03/01", "", "26/03/03"]);
}

#[test]
fn line_142_of_2026_is_the_number_of_rounds_too() {
    assert_eq!(fine("142 9\nXXR 9\n").header.rounds_total, Some(9));
}

/// The example of the format, with a player whose every column is filled.
#[test]
fn line_001_has_a_player_in_its_columns() {
    let text = "001 9999 wGMF Sjoerdsma-van der Meer, Geertruida 2412 NED  1234567890 1978/02/28 \
                12.5    3     2 w 1  9998 b =  0000 - U\n";
    let ReadPlayer { player, problems } = only_player(text);
    let game = |opponent, color, result| RoundEntry::Game {
        opponent: id(opponent),
        color: Some(color),
        result,
    };
    let expected = TrfPlayer {
        number: id(9999),
        sex: Some(Sex::Female),
        title: "GMF".into(),
        name: "Sjoerdsma-van der Meer, Geertruida".chars().take(33).collect(),
        rating: Some(2412),
        federation: "NED".into(),
        federation_number: "1234567890".into(),
        birth_date: "1978/02/28".into(),
        points: Some(1250),
        rank: Some(3),
        rounds: vec![
            game(2, Color::White, GameCode::Win),
            game(9998, Color::Black, GameCode::Draw),
            RoundEntry::Bye(ByeCode::Pairing),
        ],
    };
    // The name has one character more than its columns.
    assert_eq!(player, None);
    assert_eq!(problems, ["column 48 is not blank, so that nothing is where it belongs; left out"]);
    let text = text.replace("Geertruida ", "Geertruid ");
    let expected = TrfPlayer { name: "Sjoerdsma-van der Meer, Geertruid".into(), ..expected };
    let ReadPlayer { player, problems } = only_player(&text);
    assert_eq!(player, Some(expected));
    assert_eq!(
        problems,
        [
            "player 9999 meets 2 in round 1, who is not in the file",
            "player 9999 meets 9998 in round 2, who is not in the file",
            "player 9999 has 12.5 points, but the rounds give 2.5",
        ]
    );
    assert_eq!(there_and_back(&read(text.as_bytes()).trf), text);
}

struct ReadPlayer {
    player: Option<TrfPlayer>,
    problems: Vec<String>,
}

fn only_player(text: &str) -> ReadPlayer {
    let read = read(text.as_bytes());
    let problems = read.problems.iter().map(|problem| problem.kind.to_string()).collect();
    ReadPlayer { player: read.trf.players.first().cloned(), problems }
}

/// Checks two players' rounds, and their written form.
#[test]
fn every_result_is_read() {
    let entry = |text: &str| {
        let ReadPlayer { player, .. } = only_player(&player_line(1, "Ids", "", text));
        player.unwrap().entry(0)
    };
    let game = |color, result| RoundEntry::Game { opponent: id(2), color, result };
    let (white, black) = (Some(Color::White), Some(Color::Black));
    for (text, expected, written) in [
        ("   2 w 1", game(white, GameCode::Win), "   2 w 1"),
        ("   2 b =", game(black, GameCode::Draw), "   2 b ="),
        ("   2 w 0", game(white, GameCode::Loss), "   2 w 0"),
        ("   2 B W", game(black, GameCode::ShortWin), "   2 b W"),
        ("   2 w d", game(white, GameCode::ShortDraw), "   2 w D"),
        ("   2 w l", game(white, GameCode::ShortLoss), "   2 w L"),
        ("0002 w +", game(white, GameCode::ForfeitWin), "   2 w +"),
        ("   2 b -", game(black, GameCode::ForfeitLoss), "   2 b -"),
        ("   2   -", game(None, GameCode::ForfeitLoss), "   2 - -"),
        ("   2 w  ", game(white, GameCode::Open), "   2 w"),
        ("0000 - H", RoundEntry::Bye(ByeCode::Half), "0000 - H"),
        ("0000 - f", RoundEntry::Bye(ByeCode::Full), "0000 - F"),
        ("     - U", RoundEntry::Bye(ByeCode::Pairing), "0000 - U"),
        ("       Z", RoundEntry::Bye(ByeCode::Zero), "0000 - Z"),
        ("0000 -  ", RoundEntry::Blank, ""),
        // The codes of games for byes, as before 2015.
        ("0000 - +", RoundEntry::Bye(ByeCode::Full), "0000 - F"),
        ("0000 - =", RoundEntry::Bye(ByeCode::Half), "0000 - H"),
        ("0000 - -", RoundEntry::Bye(ByeCode::Zero), "0000 - Z"),
    ] {
        assert_eq!(entry(text), expected, "{text}");
        let trf = read(player_line(1, "Ids", "", text).as_bytes()).trf;
        let line = there_and_back(&trf);
        assert_eq!(line.get(91..).unwrap_or_default().trim_end_matches('\n'), written, "{text}");
    }
}

#[test]
fn line_013_is_a_team() {
    let text = format!(
        "{}\n{}\n013 Damklup Huzum                      1    2\n",
        player_line(1, "Ids", "", "").trim_end(),
        player_line(2, "Jel", "", "").trim_end()
    );
    let trf = fine(&text);
    assert_eq!(trf.teams[0].name, "Damklup Huzum");
    assert_eq!(trf.teams[0].players, [id(1), id(2)]);
    assert_eq!(there_and_back(&trf), text);
}

#[test]
fn other_lines_are_kept_as_they_are() {
    let text = "### 1234567\nDAT 0001 EMAIL ids@example.org\nXXP 1 2";
    let read = read(text.as_bytes());
    assert_eq!(read.trf.other_lines, text.lines().collect::<Vec<_>>());
    assert_eq!(there_and_back(&read.trf), format!("{text}\n"));
    let notes: Vec<_> = (read.problems.iter())
        .map(|problem| (problem.line, problem.kind.to_string(), problem.kind.is_note()))
        .collect();
    assert_eq!(
        notes,
        [
            (Some(2), r#"lines "DAT" are unknown; it is kept"#.to_owned(), true),
            (Some(3), "lines XXP are not followed; it is kept".to_owned(), true),
        ]
    );
}

#[test]
fn lines_end_as_they_like_and_may_be_latin_1() {
    for text in ["012 a\r\n022 b\r\n", "012 a\r022 b", "\n\n012 a\n\n022 b\n"] {
        let trf = fine(text);
        assert_eq!((trf.header.name.as_str(), trf.header.city.as_str()), ("a", "b"), "{text:?}");
        assert_eq!(trf.write(LineEnd::CrLf).unwrap(), "012 a\r\n022 b\r\n");
    }
    let latin = read(b"022 Skearnegoutum \xfa\n");
    assert_eq!(latin.trf.header.city, "Skearnegoutum ú");
    assert_eq!(fine("\u{feff}012 Frysk kampioenskip").header.name, "Frysk kampioenskip");
}

/// Names are counted in characters, not in bytes.
#[test]
fn names_may_have_any_letters() {
    let trf = fine(&player_line(1, "Ďuriš, Łukasz-Bertè û ôf Skoattër", "0.0", "0000 - Z"));
    assert_eq!(trf.players[0].name, "Ďuriš, Łukasz-Bertè û ôf Skoattër");
    there_and_back(&trf);
}

#[test]
fn the_points_tell_how_games_are_scored() {
    let file = |one: &str, other: &str| {
        let rounds = ["   2 w 1     2 b =", "   1 b 0     1 w ="];
        let (one, other) =
            (player_line(1, "Ids", one, rounds[0]), player_line(2, "Jel", other, rounds[1]));
        fine(&format!("{one}\n{other}\n"))
    };
    for (one, other, scoring) in [
        ("1.5", "0.5", Scoring::OneHalfZero),
        ("3.0", "1.0", Scoring::TwoOneZero),
        ("3", "1", Scoring::TwoOneZero),
        ("3,04", "0,96", Scoring::BonusDraws),
        ("", "", Scoring::OneHalfZero),
    ] {
        let trf = file(one, other);
        assert_eq!(trf.scoring(), scoring, "{one} {other}");
        there_and_back(&trf);
    }
}
